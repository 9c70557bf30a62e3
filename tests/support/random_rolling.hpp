#pragma once
// Random bodies of every surface, on the ground and moving.

#include <cmath>
#include <random>

#include <polhode/dynamics/rolling/rolling.hpp>

#include "support/long_run.hpp"

namespace polhode {

/// The surfaces that laws are tried on.
enum class RandomSurface {
  sphere,
  ellipsoid,
  spheroid,
  thin_disk,
  thick_disk,
  torus,
  rounded_disk,
  egg,
  revolution,
  support,
  sum
};
inline constexpr std::array<RandomSurface, 11> random_surfaces{
    RandomSurface::sphere,     RandomSurface::ellipsoid, RandomSurface::spheroid,     RandomSurface::thin_disk,
    RandomSurface::thick_disk, RandomSurface::torus,     RandomSurface::rounded_disk, RandomSurface::egg,
    RandomSurface::revolution, RandomSurface::support,   RandomSurface::sum};

/// How many bodies a law is tried on. A profile's contact is searched for, and takes ten times the seconds of others.
inline int bodies_of(RandomSurface kind) {
  if (long_run()) return 1000;
  return kind == RandomSurface::egg || kind == RandomSurface::revolution ? 60 : 240;
}

class RandomRolling {
 public:
  explicit RandomRolling(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(engine_); }
  Vec3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }

  Surface surface(RandomSurface kind) {
    const double a = uniform(0.03, 0.08), b = uniform(0.03, 0.08), c = uniform(0.03, 0.08);
    switch (kind) {
      case RandomSurface::sphere: return {surface::Sphere{a}};
      case RandomSurface::ellipsoid: return {surface::Ellipsoid{{a, b, c}}};
      case RandomSurface::spheroid: return {surface::Ellipsoid{{a, a, c}}};
      case RandomSurface::thin_disk: return {surface::Disk{a, 0}};
      case RandomSurface::thick_disk: return {surface::Disk{a, 0.3 * b}};
      case RandomSurface::torus: return {surface::Torus{a, 0.4 * a}};
      case RandomSurface::rounded_disk: return {surface::RoundedDisk{a, 0.5 * a, 0.2 * a}};
      case RandomSurface::egg: return {*surface::egg(a, uniform(0.8, 1.5) * a, uniform(-0.15, 0.15))};
      case RandomSurface::revolution: return {profile(a)};
      case RandomSurface::support:
        return {surface::Support::of([a, b, c](const auto& x, const auto& y, const auto& z) {
          return sqrt(a * a * x * x + b * b * y * y + c * c * z * z) + 0.002 * x * y;
        })};
      case RandomSurface::sum: return {surface::Sum{{{surface::Ellipsoid{{a, b, c}}}, {surface::Torus{b, 0.2 * b}}}}};
    }
    return {};
  }

  /// A body without friction; of revolution in mass as well if its surface is and `symmetric` asks for it.
  RollingBody body(RandomSurface kind, bool symmetric) {
    RollingBody body{.name = "body", .mass = uniform(0.2, 1), .surface = surface(kind), .gravity = {0, 0, -9.81}};
    const double size = body.mass * 0.002;
    if (symmetric) {
      const double across = uniform(0.3, 1) * size;
      body.inertia.diagonal() = Vec3(across, across, uniform(0.3, 1) * 2 * across);
      body.centre.z() = uniform(-0.01, 0.01);
    } else {
      const Vec3 moments = size * Vec3(uniform(0.8, 1), uniform(0.8, 1), uniform(0.8, 1));
      const Mat3 R = Rotation::exp(vector(2)).matrix();
      body.inertia = R * moments.asDiagonal() * R.transpose();
      body.centre = vector(0.008);
    }
    return body;
  }

  /// On a rim, near its end, near its side, and where the angles of one axis give way to those of another. Disks keep
  /// off their faces, and off the line along which two rims touch.
  RollingState state(const Surface& surface) {
    const double side = uniform(-1, 1) < 0 ? pi : 0;
    RollingState state;
    state.R_WB =
        Rotation::about_z(uniform(-3, 3)) * Rotation::about_x(side + tilt(surface)) * Rotation::about_z(uniform(-3, 3));
    state.w_WB_W = vector(6);
    state.p_WBcm = vector(0.1);
    return state;
  }

 private:
  double tilt(const Surface& surface) {
    const int kind = std::uniform_int_distribution(0, 4)(engine_);
    const double close = std::pow(10, uniform(-9, -1)), sign = uniform(-1, 1) < 0 ? -1 : 1;
    if (kind == 0) return has_flat_faces(surface) ? uniform(0.1, 0.3) : close;
    if (kind == 1) return pi / 2 + (has_straight_side(surface) ? -uniform(0.15, 0.3) : sign * close);
    if (kind == 2) return uniform(0.25, 0.6);  // angles change where the cosine of the tilt is 0.95 and 0.866
    return uniform(0.5, 1.1);
  }

  /// A profile of no special kind: an ellipse with two further waves, which keep it convex.
  surface::Revolution profile(double a) {
    const std::vector<std::string> s{"s"};
    const auto number = [](double x) { return "(" + std::to_string(x) + ")"; };
    const std::string rho = number(a) + "*cos(s)*(1 + " + number(uniform(-0.1, 0.1)) + "*sin(s) + " +
                            number(uniform(-0.05, 0.05)) + "*cos(2*s))";
    const std::string z = number(a * uniform(0.7, 1.4)) + "*(sin(s) + " + number(uniform(-0.02, 0.02)) + "*sin(3*s))";
    return *surface::Revolution::checked(*Expression::compile(rho, s), *Expression::compile(z, s), -pi / 2, pi / 2);
  }

  std::mt19937 engine_;
};

}  // namespace polhode
