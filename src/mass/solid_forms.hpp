#pragma once
// Closed forms of the solids, all in one shape: how much there is, and how far it spreads along each axis.

#include <polhode/mass/solid.hpp>

namespace polhode::solid {

/// Uniform matter, symmetric about the x-z and y-z planes: its measure (volume, area or length), the height of its
/// centroid and the mean squares of x, y and z − centroid.
struct Spread {
  double measure = 0;
  double centroid_z = 0;
  Vec3 squares = Vec3::Zero();

  /// Two pieces of the same matter as one.
  friend Spread operator+(const Spread& a, const Spread& b);
};

/// The closed form of each solid. Dimensions must have been checked.
Spread spread(const Solid& solid);

}  // namespace polhode::solid
