#pragma once
// The shape of the figures of rolling_*_rows.hpp: what a run is set up from, and what it is compared with. SI, radians.
//
// The figures were computed from these doubles in arithmetic of 113 to 200 bits and rounded to double. World axes are
// z up, out of the ground, which is the plane z = 0 and at rest; where the ground slopes, axes are attached to it and
// gravity has a part along x.

#include <array>
#include <optional>
#include <string_view>

namespace polhode::reference {

using Three = std::array<double, 3>;

/// With its sizes, padded with zeros:
///   sphere      radius
///   ellipsoid   semi-axes along body x, y, z
///   disk        radius, half of the thickness; axis z, sharp rims
///   torus       radius of the middle circle, radius of the tube; axis z
enum class RollingShape { sphere, ellipsoid, disk, torus };

/// R = Rz(phi) Rx(theta) Rz(psi), body to world; in rows phi and psi are mod 2 pi, in the start they are inputs.
struct EulerZxz {
  double phi, theta, psi, phi_dot, theta_dot, psi_dot;
};

/// The start, complete: height and velocity already fit the contact, to rounding. The numbers from which the figures
/// follow are x and y, R_WB (normalised anew) and w_WB_B; sliding bodies also keep the velocity along the ground.
struct RollingStart {
  Three p_WBcm;                ///< centre of mass
  std::array<double, 4> R_WB;  ///< quaternion w, x, y, z
  Three v_WBcm;
  Three w_WB_B;  ///< angular velocity, body axes
};

/// What a solver of high order in doubles (tolerance 1e-13) was seen to reach, largest difference of a component. Ten
/// times that is what a test may ask for. None: not stated.
struct Reached {
  std::optional<double> place = {}, attitude = {}, rates = {};
};

struct RollingInputs {
  std::string_view name;
  double mass;
  std::array<double, 9> inertia;  ///< about the centre of mass, body axes, row by row
  RollingShape shape;
  Three sizes;
  Three centre = {};  ///< of the shape from the centre of mass, body axes
  Three gravity;
  RollingStart start;
  std::optional<EulerZxz> start_euler = {};  ///< the same start, if it was given so
  Reached reached = {};
};

/// The body at one time; vectors in world axes. The quaternion may come with the other sign.
struct RollingRow {
  double t;
  Three p_WBcm;
  std::array<double, 4> R_WB;
  Three v_WBcm, w_WB_W;
  std::optional<Three> contact_force = {};  ///< of the ground on the body
  std::optional<Three> p_WC = {};           ///< point of contact
  std::optional<EulerZxz> euler = {};
  std::optional<std::array<double, 2>> slip = {};  ///< x and y of the velocity of the body's point at the contact
  std::optional<double> dissipated = {};           ///< energy lost since the start
  std::optional<bool> rolls = {};                  ///< or slides
};

}  // namespace polhode::reference
