#pragma once
// Rolling that stays as it is, and whether it lasts when disturbed.

#include <complex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/dynamics/rolling/rolling.hpp>
#include <polhode/dynamics/rolling/steady.hpp>

namespace polhode {

enum class SteadyKind {
  precession,  ///< a body of revolution goes round with its tilt
  straight,    ///< a body of revolution, or a ball, rolls straight on, its centre of mass above its contact
  on_edge,     ///< a body of revolution turns about the vertical through its contact, its axis level
  on_end,      ///< any body turns about the vertical through its contact and its centre of mass, on a smooth point
  leaning      ///< any body turns about the vertical through its contact, its centre of mass beside it
};
std::string_view to_string(SteadyKind kind);

/// Of the small motions about a steady one. Nothing dissipates here, so that what is stable swings on for ever.
enum class Stability { stable, marginal, unstable };
std::string_view to_string(Stability stability);

struct SteadyRolling {
  SteadyKind kind = SteadyKind::precession;
  Vec3 normal = Vec3::UnitZ();  ///< N: of the ground, in body axes; of a body of revolution (0, sin θ, cos θ)
  double tilt = 0;              ///< θ, of body z to the normal
  Vec3 axis = Vec3::UnitZ();  ///< body axes: of a ball that rolls straight what it turns about; N of what turns upright
  double precession = 0;      ///< φ̇, about the vertical; of a body on its end, all of its angular velocity
  double spin = 0;            ///< Ω₃, about body z; of a ball that rolls straight, about its axis
  double height = 0;          ///< of the centre of mass [m]
  double speed = 0;           ///< of the centre of mass [m/s]
  double friction_demand = 0;  ///< |f_t| / f_n
  double energy = 0;           ///< [J]
  /// λ of the small motions, but for the zeros that every such motion has: what changes it to a neighbour of its
  /// family, and turns about symmetry axes. Two for bodies of revolution that tilt, four for bodies that turn about
  /// the vertical; of a ball that rolls straight two exponents of Floquet, but for multiples of 2iΩ.
  std::vector<std::complex<double>> eigenvalues;
  Stability stability = Stability::marginal;
  double margin = 0;  ///< a smooth function of the motion's numbers that is positive where it is stable; no unit
};

/// A steady motion of a body of revolution on a level plane, linearised.
///
///   J = ∂(Ω̇, Ṅ)/∂(Ω, N) + ψ̇ e₃×,   det(λ − J) = λ⁴ (λ² − ½ tr J²)                           theory/rolling.md (25)
///
/// In axes that go round with the line of nodes a steady motion stands still. Four of six eigenvalues of J are zero:
/// |N| does not change, nothing depends on ψ, and the two linear integrals number its neighbours. What dissipates, and
/// how far friction holds, does not count. UsageError for any other body.
///
/// Proof    tests/truth/steady_rolling_test.cpp
SteadyRolling steady_rolling(const RollingBody& body, const SteadyMotion& motion, SteadyKind kind);

/// A body that turns with w about the vertical where N, a unit vector of its axes, is up: on_end if its centre of mass
/// is above its contact, else leaning.
///
///   w² N×IN + m (g + h w²) N×Γ = 0,   h = −N·Γ                                              theory/rolling.md (25a)
///
/// UsageError if N does not satisfy this, or lies on a face.
/// Proof    tests/truth/permanent_rotation_test.cpp
SteadyRolling on_end(const RollingBody& body, const Vec3& N, double w);

/// The N of on_end with w, for either sign: isolated ones, of smooth surfaces. Of bodies of revolution the two ends.
std::vector<Vec3> attitudes_of(const RollingBody& body, double w);
/// The one that Newton's iteration comes to from N; nothing if it goes far, or nowhere.
std::optional<Vec3> attitude_near(const RollingBody& body, double w, const Vec3& N);
/// Those of a body at rest.
std::vector<Vec3> ends_of(const RollingBody& body);

/// A sphere with its centre of mass in its centre.
bool is_ball(const RollingBody& body);
/// A ball whose moments of inertia may differ, rolling straight on with Ω = w about a level axis of inertia. Its small
/// motions have coefficients that come back after half a turn: exponents λ by Floquet, from
///
///   μ² − (tr X) μ + det X = 0,   λ = (w/π) log μ,   X′ = (∂Ω̇/∂Ω) X across the axis            theory/rolling.md (25c)
///
/// Proof    tests/truth/permanent_rotation_test.cpp
SteadyRolling rolling_straight(const RollingBody& ball, const Vec3& axis, double w);

/// The tilts at which a body of revolution has its centre of mass above its contact, on its side.
std::vector<double> balanced_tilts(const RollingBody& body);

/// A speed at which stability changes.
struct CriticalSpeed {
  SteadyKind kind = SteadyKind::straight;
  double tilt = 0;              ///< of the axis; of on_end, of its N to body z
  Vec3 normal = Vec3::UnitZ();  ///< of on_end and leaning: N
  double value = 0;             ///< Ω₃ of straight rolling, else φ̇ [rad/s]
  double speed = 0;             ///< of the centre of mass there [m/s]
  bool stable_above = true;     ///< stable for larger sizes, else for smaller
};

/// All that are found between a thousandth and a thousand times √(g/size), each by bisection of the margin to rounding;
/// of precessions those of one tilt and positive φ̇. Of a body without mirror symmetry (a rattleback) both ways to turn.
///
/// Proof    tests/truth/steady_rolling_test.cpp
std::vector<CriticalSpeed> critical_speeds(const RollingBody& body);
std::vector<CriticalSpeed> critical_precessions(const RollingBody& body, double tilt);

/// Speeds of turning about the vertical, the smallest first, between which a body that is none of revolution does so
/// in attitudes that go over into each other, all of them stable or none.
struct SpinBand {
  SteadyKind kind = SteadyKind::on_end;                    ///< where it begins
  int way = 1;                                             ///< sign of the spin; 0: either way
  double from = 0;                                         ///< size of the spin [rad/s]
  std::optional<double> to;                                ///< nothing: as far as was looked
  Vec3 normal = Vec3::UnitZ(), normal_to = Vec3::UnitZ();  ///< N where it begins and where it ends
  Stability stability = Stability::marginal;
  double growth = 0, growth_at = 0;  ///< largest real part of λ [1/s] at a spin of the band: √(g/size) or near to it
};

/// Attitudes are followed from a thousandth to a thousand times √(g/size), from the least speed up and from the largest
/// down; what exists only in between is not found. Critical speeds where stability changes go to `critical`.
///
/// Proof    tests/truth/permanent_rotation_test.cpp
std::vector<SpinBand> spin_bands(const RollingBody& body, std::vector<CriticalSpeed>& critical);

/// The table of a body: of every tilt that is asked for the motion with its centre of mass at rest and some of the
/// family φ̇, and each critical speed. With a spin, motions that have it: about the vertical, or of precessions and
/// straight rolling about its own axis.
struct SteadyReport {
  std::string none;  ///< why there is nothing to tell; empty if there is
  std::vector<SteadyRolling> motions;
  std::vector<CriticalSpeed> critical;
  std::vector<SpinBand> bands;  ///< of bodies that are none of revolution
};
SteadyReport steady_report(const RollingBody& body, std::span<const double> tilts, std::optional<double> spin = {});

}  // namespace polhode
