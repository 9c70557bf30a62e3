#include "mass/charts.hpp"

#include <Eigen/Geometry>

#include <polhode/math/elementary.hpp>

namespace polhode {
namespace {

using namespace solid;

/// Of a capsule: its cylinder and its two half balls.
constexpr int whole = 0, upper = 1, lower = 2;

Region region(const Vec3& low, const Vec3& high, int chart = 0) { return {low, high, chart}; }

/// (r, θ, φ) of a ball between two polar angles.
Region ball(double from, double to, int chart) { return region({0, from, 0}, {1, to, 2 * pi}, chart); }

ChartPoint spherical(const Vec3& axes, const Vec3& at) {
  const auto [st, ct] = fn::sincos(at[1]);
  const auto [sp, cp] = fn::sincos(at[2]);
  const Vec3 unit(st * cp, st * sp, ct);
  return {at[0] * axes.cwiseProduct(unit), axes[0] * axes[1] * axes[2] * at[0] * at[0] * st};
}

/// (ρ/radius, φ, z) where the radius may depend on z.
ChartPoint cylindrical(double radius, const Vec3& at) {
  const auto [s, c] = fn::sincos(at[1]);
  const double rho = radius * at[0];
  return {Vec3(rho * c, rho * s, at[2]), radius * rho};
}

std::vector<Region> upright(double length) { return {region({0, 0, -length / 2}, {1, 2 * pi, length / 2})}; }

std::vector<Region> regions(const Box& s) { return {region(-0.5 * s.size, 0.5 * s.size)}; }
std::vector<Region> regions(const Sphere&) { return {ball(0, pi, 0)}; }
std::vector<Region> regions(const Ellipsoid&) { return {ball(0, pi, 0)}; }
std::vector<Region> regions(const Cylinder& s) { return upright(s.length); }
std::vector<Region> regions(const Disk& s) { return s.length > 0 ? upright(s.length) : std::vector<Region>{}; }
std::vector<Region> regions(const Cone& s) { return upright(s.length); }
std::vector<Region> regions(const Capsule& s) {
  return {upright(s.length)[0], ball(0, pi / 2, upper), ball(pi / 2, pi, lower)};
}
/// (distance from the middle of the tube, angle around it, angle around the axis)
std::vector<Region> regions(const Torus& s) { return {region(Vec3::Zero(), {s.tube, 2 * pi, 2 * pi})}; }
std::vector<Region> regions(const Rod&) { return {}; }
std::vector<Region> regions(const Ring&) { return {}; }
std::vector<Region> regions(const Particle&) { return {}; }

ChartPoint point(const Box&, int, const Vec3& at) { return {at, 1}; }
ChartPoint point(const Sphere& s, int, const Vec3& at) { return spherical(Vec3::Constant(s.radius), at); }
ChartPoint point(const Ellipsoid& s, int, const Vec3& at) { return spherical(s.axes, at); }
ChartPoint point(const Cylinder& s, int, const Vec3& at) { return cylindrical(s.radius, at); }
ChartPoint point(const Disk& s, int, const Vec3& at) { return cylindrical(s.radius, at); }
ChartPoint point(const Cone& s, int, const Vec3& at) { return cylindrical(s.radius * (0.5 - at[2] / s.length), at); }
ChartPoint point(const Capsule& s, int chart, const Vec3& at) {
  if (chart == whole) return cylindrical(s.radius, at);
  ChartPoint p = spherical(Vec3::Constant(s.radius), at);
  p.place[2] += chart == upper ? s.length / 2 : -s.length / 2;
  return p;
}
ChartPoint point(const Torus& s, int, const Vec3& at) {
  const auto [sw, cw] = fn::sincos(at[1]);
  const auto [su, cu] = fn::sincos(at[2]);
  const double rho = s.radius + at[0] * cw;
  return {Vec3(rho * cu, rho * su, at[0] * sw), at[0] * rho};
}
ChartPoint point(const Rod&, int, const Vec3& at) { return {at, 0}; }
ChartPoint point(const Ring&, int, const Vec3& at) { return {at, 0}; }
ChartPoint point(const Particle&, int, const Vec3& at) { return {at, 0}; }

}  // namespace

std::vector<Region> charts(const Solid& solid) {
  return std::visit(
      [](const auto& s) {
        if constexpr (requires { s.shell; })
          if (s.shell != Shell::none) return std::vector<Region>{};
        return regions(s);
      },
      solid);
}

ChartPoint chart_point(const Solid& solid, int chart, const Vec3& at) {
  return std::visit([&](const auto& s) { return point(s, chart, at); }, solid);
}

ChartPoint tetrahedron_point(const Vec3& o, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& at) {
  const Vec3 edge = b - a, last = c - b;
  const double u = at[0], v = at[1], w = at[2];
  const Vec3 place = o + u * ((a - o) + v * (edge + w * last));
  return {place, u * u * v * (a - o).dot((b - o).cross(c - o))};
}

}  // namespace polhode
