#pragma once
// A rolling body with what its equations need over and over.

#include <cstdint>

#include <polhode/math/euler.hpp>

#include "dynamics/rolling/ground_kernels.hpp"
#include "dynamics/rolling/resistance_kernels.hpp"
#include "dynamics/rolling/surface_kernels.hpp"

namespace polhode::rolling {

/// The turns of the founding text's angles φ, θ, ψ.
inline constexpr EulerSequence zxz = EulerSequence::zxz;

/// Where the direction of a slip would turn faster than this [rad/s] the slip is at its end, and no step need go to
/// resolve a corner that moves nothing.
inline constexpr double fastest_turning = 1e9;
/// So is it where what is left of its turning, by the slip that is left, moves the slip by less than this [m/s].
inline constexpr double harmless_slip = 1e-12;
/// A slip that changes slower than this [m/s²], as one that has just begun, is taken to change so fast for that.
inline constexpr double slowest_rate = 0.1;
/// Where a slip is this part of what friction alone would make of it while the body turns by one radian, friction does
/// not settle its direction so much faster than the body turns that steps would feel it.
inline constexpr double stiff_slip = 0.1;
/// What a settled direction may be off by, for what its equation without the small denominator leaves out [rad].
inline constexpr double lag_allowed = 1e-10;
/// A turning that is a smaller part of the body's is none.
inline constexpr double still = 1e-8;
/// A step goes no farther than this part of the way to where a slip would be none.
inline constexpr double part_of_slip = 1.0 / 3;
/// Friction that settles the direction of a slip so many times faster than the slip ends keeps it settled.
inline constexpr double most_ending = 10;
/// A direction that is no farther than this from where it settles is settled [rad], while the slip is so small that
/// this is nothing.
inline constexpr double settled_angle = 1e-5;
/// Of differences by the direction [rad]: well within what is left before a jam.
inline constexpr double angle_step = 1e-5;
inline constexpr double drift_step = 1e-6;  ///< of differences by time [s]
/// A landing that leaves less slip than this sticks [m/s].
inline constexpr double slip_of_landing = 1e-8;
/// Bounces slower than this are none [m/s].
inline constexpr double smallest_bounce = 1e-6;

/// Of a state: place, attitude, velocities, mode, slip angle and side.
inline constexpr std::size_t most_coordinates = 16;

struct Model {
  RollingBody body;
  std::uint64_t number;  ///< of this model among all there ever were
  GroundModel ground;
  Mat3 inverse_inertia;
  double weight;                      ///< of a unit mass, across the ground [m/s²]
  Vec3 gravity_along = Vec3::Zero();  ///< the rest of gravity, along a plane; world axes
  Vec3 gravity_in_plane;              ///< all of it, in axes of a plane
  /// Axes E whose angles are coordinates of the form euler: the body's own, or y, z, x for x, y, z.
  struct Chart {
    Rotation R_BE;
    Mat3 inertia_E;
    Vec3 centre_E, axis_E;  ///< centre of the surface; the body's z axis
  };
  std::array<Chart, 2> charts;
  bool level = true;        ///< there is no gravity along the plane
  bool has_modes = false;   ///< the state says whether it rolls, slides or flies
  std::size_t side_at = 0;  ///< where the state says on which rim the body stands; 0: it has no two
  std::size_t count = 0;    ///< of the state's coordinates
  bool turns_slip = false;  ///< the direction of the slip is a coordinate
  const dissipation::Viscous* viscous = nullptr;  ///< what resists in flight, too
  bool loses_by_contact = false;                  ///< something dissipates on the ground that does not in flight
  double track = 0;  ///< R where a law of rolling goes by the track of the contact over the body; 0: no law does

  explicit Model(RollingBody given);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  /// Of a body with two rims in contact with the ground; 0 of others.
  template <class S>
  double side_of(const S* x) const {
    if (side_at == 0 || mode_of(x) == RollingMode::flying) return 0;
    return x[side_at] < S(0.0) ? -1 : 1;
  }
  /// Of coordinates of the form euler.
  template <class S>
  std::size_t chart_of(const S* x) const {
    return x[9] < S(0.5) ? 0 : 1;
  }
  template <class S>
  RollingMode mode_of(const S* x) const {
    if (!has_modes) return RollingMode::rolling;
    return x[13] < S(0.5) ? RollingMode::rolling : x[13] < S(1.5) ? RollingMode::sliding : RollingMode::flying;
  }
};

/// What a form of the equations finds for the contact by itself, on the body, in world axes.
template <class S>
struct OwnWrench {
  Vector3<S> force;   ///< of the ground
  Vector3<S> couple;  ///< of what dissipates
};

/// ŝ = cos χ e₁ + sin χ e₂.
template <class S>
Vector3<S> direction_of(const GroundFrame<S>& ground, const S& angle) {
  const auto both = fn::sincos(angle);
  return scaled(both.cos, ground.e1) + scaled(both.sin, ground.e2);
}

}  // namespace polhode::rolling
