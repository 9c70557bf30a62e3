#include "mass/contains.hpp"

#include <cmath>

#include "mass/charts.hpp"

namespace polhode::solid {
namespace {

constexpr int grid = 12;  ///< intervals of each coordinate of a chart
constexpr int segments =
    128;  ///< around the surface: its vertices come within 0.03 % of the radius of every point of it

double from_axis(const Vec3& p) { return std::sqrt(p[0] * p[0] + p[1] * p[1]); }

bool upright(double radius, double length, const Vec3& p, double margin) {
  return from_axis(p) <= radius + margin && std::fabs(p[2]) <= length / 2 + margin;
}

bool holds(const Box& s, const Vec3& p, double margin) {
  return (p.cwiseAbs().array() <= (0.5 * s.size).array() + margin).all();
}
bool holds(const Sphere& s, const Vec3& p, double margin) { return p.norm() <= s.radius + margin; }
bool holds(const Ellipsoid& s, const Vec3& p, double margin) {
  return p.cwiseQuotient(s.axes + Vec3::Constant(margin)).norm() <= 1;
}
bool holds(const Cylinder& s, const Vec3& p, double margin) { return upright(s.radius, s.length, p, margin); }
bool holds(const Disk& s, const Vec3& p, double margin) { return upright(s.radius, s.length, p, margin); }
bool holds(const Cone& s, const Vec3& p, double margin) {
  // The margin is measured across the slanted side.
  const double slope = s.radius / s.length, side = margin * std::sqrt(1 + slope * slope);
  return std::fabs(p[2]) <= s.length / 2 + margin && from_axis(p) <= slope * (s.length / 2 - p[2]) + side;
}
bool holds(const Capsule& s, const Vec3& p, double margin) {
  const double beyond = std::fmax(0.0, std::fabs(p[2]) - s.length / 2);
  return Vec3(p[0], p[1], beyond).norm() <= s.radius + margin;
}
bool holds(const Torus& s, const Vec3& p, double margin) {
  return Vec3(from_axis(p) - s.radius, p[2], 0).norm() <= s.tube + margin;
}
bool holds(const Rod&, const Vec3&, double) { return false; }
bool holds(const Ring&, const Vec3&, double) { return false; }
bool holds(const Particle&, const Vec3&, double) { return false; }

}  // namespace

bool contains(const Solid& solid, const Vec3& point, double margin) {
  if (charts(solid).empty()) return false;
  return std::visit([&](const auto& s) { return holds(s, point, margin); }, solid);
}

std::vector<Vec3> points(const Solid& solid) {
  std::vector<Vec3> list;
  const std::vector<Region> regions = charts(solid);
  if (regions.empty()) return list;
  list = tessellate(solid, segments).vertices;
  for (const Region& region : regions)
    for (int i = 0; i <= grid; ++i)
      for (int j = 0; j <= grid; ++j)
        for (int k = 0; k <= grid; ++k) {
          const Vec3 part = Vec3(i, j, k) / grid;
          list.push_back(
              chart_point(solid, region.chart, region.low + part.cwiseProduct(region.high - region.low)).place);
        }
  return list;
}

}  // namespace polhode::solid
