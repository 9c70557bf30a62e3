#pragma once
// One surface of every kind, to roll on.

#include <array>
#include <string>
#include <vector>

#include <polhode/dynamics/rolling/surface.hpp>

namespace polhode::surfaces {

inline Expression of_s(const char* text) {
  const std::array<std::string, 1> names{"s"};
  return *Expression::compile(text, names);
}
inline Expression of_xyz(const char* text) {
  const std::array<std::string, 3> names{"x", "y", "z"};
  return *Expression::compile(text, names);
}

inline Surface spheroid_by_profile() {
  return {*surface::Revolution::checked(of_s("0.7*cos(s)"), of_s("1.3*sin(s)"), -pi / 2, pi / 2)};
}
/// A body without any symmetry, whose formula is not homogeneous.
inline constexpr const char* lopsided = "1 + 0.1*x*y + 0.05*z^3 + 0.2*x - 0.08*y*z";

struct Named {
  std::string name;
  Surface surface;
};

inline std::vector<Named> every_surface() {
  const auto support = [](const auto& x, const auto& y, const auto& z) {
    return sqrt(0.49 * x * x + y * y + 1.69 * z * z) + 0.1 * x;
  };
  std::vector<Named> all{
      {"sphere", {surface::Sphere{0.8}}},
      {"ellipsoid", {surface::Ellipsoid{{0.5, 0.9, 1.4}}}},
      {"thin disk", {surface::Disk{1.1, 0}}},
      {"thick disk", {surface::Disk{1.1, 0.3}}},
      {"torus", {surface::Torus{1.0, 0.25}}},
      {"rounded disk", {surface::RoundedDisk{1.0, 0.4, 0.15}}},
      {"egg", {*surface::egg(0.8, 1.1, 0.2)}},
      {"spheroid by profile", spheroid_by_profile()},
      {"pear", {*surface::Revolution::checked(of_s("cos(s)*(0.9 - 0.1*sin(s)^3)"), of_s("sin(s)"), -pi / 2, pi / 2)}},
      {"lopsided", {*surface::Support::checked(of_xyz(lopsided))}},
      {"callable", {surface::Support::of(support)}},
  };
  all.push_back({"sum", {surface::Sum{{{surface::Ellipsoid{{0.5, 0.9, 1.4}}}, {*surface::egg(0.8, 1.1, 0.2)}}}}});
  all.push_back({"sum with rims", {surface::Sum{{{surface::Disk{0.6, 0.1}}, {surface::Ellipsoid{{0.5, 0.9, 1.4}}}}}}});
  return all;
}

}  // namespace polhode::surfaces
