#pragma once
// Rolling that stays as it is, and whether it lasts when disturbed.

#include <complex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/dynamics/rolling/rolling.hpp>
#include <polhode/dynamics/rolling/steady.hpp>

namespace polhode {

enum class SteadyKind {
  precession,  ///< a body of revolution goes round with its tilt
  straight,    ///< a body of revolution rolls straight on, its centre of mass above its contact
  on_edge,     ///< a body of revolution turns about the vertical through its contact, its axis level
  on_end       ///< any body turns about the vertical through its contact and its centre of mass, on a smooth point
};
std::string_view to_string(SteadyKind kind);

/// Of the small motions about a steady one. Nothing dissipates here, so that what is stable swings on for ever.
enum class Stability { stable, marginal, unstable };
std::string_view to_string(Stability stability);

struct SteadyRolling {
  SteadyKind kind = SteadyKind::precession;
  Vec3 normal = Vec3::UnitZ();  ///< N: of the ground, in body axes; of a body of revolution (0, sin θ, cos θ)
  double tilt = 0;              ///< θ, of body z to the normal
  double precession = 0;        ///< φ̇, about the vertical; of a body on its end, all of its angular velocity
  double spin = 0;              ///< Ω₃, about body z
  double height = 0;            ///< of the centre of mass [m]
  double speed = 0;             ///< of the centre of mass [m/s]
  double friction_demand = 0;   ///< |f_t| / f_n
  double energy = 0;            ///< [J]
  /// λ of the small motions, but for the zeros that every such motion has: what changes it to a neighbour of its
  /// family, and turns about symmetry axes. Two for bodies of revolution that tilt, four for bodies on their end.
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

/// A body that turns with w about the vertical on the point where N, a unit vector of its axes, is up. The plane of N
/// must touch it below its centre of mass, and N be an axis of inertia; UsageError else.
SteadyRolling on_end(const RollingBody& body, const Vec3& N, double w);

/// The N of on_end, for either sign: where a smooth surface has its centre of mass above its contact, and nearby not.
std::vector<Vec3> ends_of(const RollingBody& body);
/// The tilts at which a body of revolution has its centre of mass above its contact, on its side.
std::vector<double> balanced_tilts(const RollingBody& body);

/// A speed at which stability changes.
struct CriticalSpeed {
  SteadyKind kind = SteadyKind::straight;
  double tilt = 0;              ///< of the axis; of on_end, of its N to body z
  Vec3 normal = Vec3::UnitZ();  ///< of on_end: N
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

/// The table of a body: of every tilt that is asked for the motion with its centre of mass at rest and some of the
/// family φ̇, and each critical speed.
struct SteadyReport {
  std::string none;  ///< why there is nothing to tell; empty if there is
  std::vector<SteadyRolling> motions;
  std::vector<CriticalSpeed> critical;
};
SteadyReport steady_report(const RollingBody& body, std::span<const double> tilts);

}  // namespace polhode
