#pragma once
// Coordinates in which a solid is a box: spherical, cylindrical, toroidal.

#include <vector>

#include <polhode/mass/solid.hpp>

#include "mass/cubature.hpp"

namespace polhode {

/// A place and its volume element in the coordinates of a chart.
struct ChartPoint {
  Vec3 place;
  double volume = 0;
};

/// The boxes of coordinates that fill the solid, each with the number of its chart; none if it has no volume.
std::vector<Region> charts(const Solid& solid);
ChartPoint chart_point(const Solid& solid, int chart, const Vec3& at);

/// The tetrahedron o a b c over the unit cube; the volume element has the sign of its orientation.
ChartPoint tetrahedron_point(const Vec3& o, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& at);

}  // namespace polhode
