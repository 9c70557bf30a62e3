#pragma once
// What acts on a body: a closed set of loads, each a plain struct. Equations: docs/theory/loads.md.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <polhode/base/index.hpp>
#include <polhode/body/inertial_load.hpp>
#include <polhode/body/vector_formula.hpp>
#include <polhode/math/rotation.hpp>

namespace polhode {

enum class Axes { world, body };

/// Every load has a `label`, by which its force, torque, power and work can be read; without one it is called by its
/// kind. conservative(): whether it is minus the gradient of a potential and nothing else. uses_velocity(): whether
/// velocities enter it, so that methods that move bodies and push them by turns cannot take it.
namespace load {

/// A uniform field: force m g at the centre of mass, potential −m g·p_WBcm. (A uniform field exerts no torque about the
/// centre of mass.)
struct Gravity {
  static constexpr std::string_view name = "gravity";
  Vec3 g_W = Vec3::Zero();  ///< [m/s²]
  std::string label = {};

  bool conservative() const { return true; }
  bool uses_velocity() const { return false; }
};

/// The field of a heavy point or ball, which may be flattened.
///
///   V = −μ m/r − μ/(2 r³) (tr I − 3 n·I n) + μ m J₂ R²/(2 r³) (3 (n·k)² − 1)              docs/theory/loads.md (2)
///
/// n points from the centre to the body, k along the axis of the flattened ball. The second term gives the torque
/// 3μ/r³ n × I n and the force that belongs to it. Terms of the order (size of the body / r)³ are left out.
struct CentralGravity {
  static constexpr std::string_view name = "central-gravity";
  double mu = 0;                ///< G M [m³/s²]
  Vec3 p_WC = Vec3::Zero();     ///< its centre [m]
  double J2 = 0;                ///< 1.0826e-3 for the Earth
  double radius = 0;            ///< R, of the equator; only J₂ reads it [m]
  Vec3 axis_W = Vec3::UnitZ();  ///< k, a unit vector
  bool gradient = true;         ///< whether the second term is there
  std::string label = {};

  bool conservative() const { return true; }
  bool uses_velocity() const { return false; }
};

/// A force [N] at a point that is fixed in the body; its direction is fixed in the world or in the body ("follower").
/// Formulas may read where that point is (world axes), how it moves, and how the body turns (the axes of the force).
struct Push {
  static constexpr std::string_view name = "push";
  Vec3 p_BoQ_B = Vec3::Zero();  ///< point of application, from the body's origin, body axes [m]
  VectorFormula force;
  Axes axes = Axes::world;
  std::string label = {};

  bool conservative() const { return false; }
  bool uses_velocity() const { return force.uses_velocity(); }
};

/// A couple [N m], fixed in the world or in the body. Its formulas read the centre of mass, otherwise as a push's.
struct Torque {
  static constexpr std::string_view name = "torque";
  VectorFormula torque;
  Axes axes = Axes::world;
  std::string label = {};

  bool conservative() const { return false; }
  bool uses_velocity() const { return torque.uses_velocity(); }
};

/// Resistance of air that itself moves: force −(b + c |u|) u with u the velocity of a body point relative to the air
/// there, torque −d (ω − ½ curl of the wind).
struct Drag {
  static constexpr std::string_view name = "drag";
  double linear = 0;                 ///< b [N s/m]
  double quadratic = 0;              ///< c [N s²/m²]; ½ ρ C A of the books
  double angular = 0;                ///< d [N m s]
  std::optional<Vec3> p_BoQ_B = {};  ///< where it acts, from the body's origin [m]; none: the centre of mass
  VectorField wind = {};             ///< velocity of the air, world axes [m/s]
  std::string label = {};

  bool conservative() const { return false; }
  bool uses_velocity() const { return true; }
};

/// Weight of the displaced fluid, upwards at the centre of buoyancy: −ρ V g. With a surface, the part of V below it, V
/// counted as a ball around that centre: (2 + 3s − s³)/4 of it at a depth of s radii, −1 ≤ s ≤ 1.
struct Buoyancy {
  static constexpr std::string_view name = "buoyancy";
  double density = 0;                ///< ρ, of the fluid [kg/m³]
  double volume = 0;                 ///< V [m³]
  Vec3 g_W = Vec3::Zero();           ///< of the field that the fluid rests in [m/s²]
  std::optional<Vec3> p_BoQ_B = {};  ///< centre of buoyancy, from the body's origin [m]; none: the centre of mass
  std::optional<double> level = {};  ///< height of the surface above the world's origin, against g [m]
  std::string label = {};

  bool conservative() const { return true; }
  bool uses_velocity() const { return false; }
};

/// A magnet in a field: torque m × B, force ∇(m·B), potential −m·B if the field does not change with time.
struct Dipole {
  static constexpr std::string_view name = "dipole";
  Vec3 moment_B = Vec3::Zero();  ///< m, fixed in the body [A m²]
  VectorField field = {};        ///< B, world axes [T]
  std::string label = {};

  bool conservative() const { return !field.uses_time(); }
  bool uses_velocity() const { return false; }
};

/// A spring and damper between two points, each fixed in a body or in the world. Along the line between them it pulls
/// with k (l − l₀) + c dl/dt; potential ½ k (l − l₀)², the damper takes c (dl/dt)².
struct Spring {
  static constexpr std::string_view name = "spring";
  struct End {
    BodyIndex body;               ///< invalid: the world
    Vec3 p_BoQ_B = Vec3::Zero();  ///< from the body's origin, body axes (of the world: from its origin) [m]
  };
  std::array<End, 2> ends;
  double stiffness = 0;  ///< k [N/m]
  double damping = 0;    ///< c [N s/m]
  double length = 0;     ///< l₀, at which it does not pull [m]
  std::string label = {};

  std::array<BodyIndex, 2> bodies() const { return {ends[0].body, ends[1].body}; }
  bool conservative() const { return damping == 0; }
  bool uses_velocity() const { return damping != 0; }
};

/// Turns two bodies, or a body and the world, towards a relative attitude: torque −k sin θ − c ω about the axis of the
/// turn θ that separates them, potential k (1 − cos θ). Smooth everywhere; half a turn away it lets go, k θ it is only
/// near θ = 0.
struct TorsionSpring {
  static constexpr std::string_view name = "torsion-spring";
  std::array<BodyIndex, 2> ends;  ///< A, B; invalid: the world
  double stiffness = 0;           ///< k [N m]
  double damping = 0;             ///< c [N m s]
  Rotation R_AB_rest = {};        ///< where it does not turn
  std::string label = {};

  std::array<BodyIndex, 2> bodies() const { return ends; }
  bool conservative() const { return damping == 0; }
  bool uses_velocity() const { return damping != 0; }
};

/// Two bodies attract each other, each as a mass that is small beside their distance.
///
///   V = −G m₁m₂/r − G/(2r³) [m₂ (tr I₁ − 3 n·I₁n) + m₁ (tr I₂ − 3 n·I₂n)]                 docs/theory/loads.md (4)
struct MutualGravity {
  static constexpr std::string_view name = "mutual-gravity";
  static constexpr double newton = 6.67430e-11;  ///< CODATA 2018 [m³/(kg s²)]
  std::array<BodyIndex, 2> ends;                 ///< no end may be the world
  double constant = newton;                      ///< G
  bool gradient = true;                          ///< whether the second term is there
  std::string label = {};

  std::array<BodyIndex, 2> bodies() const { return ends; }
  bool conservative() const { return true; }
  bool uses_velocity() const { return false; }
};

}  // namespace load

/// What acts on one body.
using Load = std::variant<load::Gravity, load::CentralGravity, load::Push, load::Torque, load::Drag, load::Buoyancy,
                          load::Dipole, load::Translation, load::Euler, load::Centrifugal, load::Coriolis,
                          load::InertialGravity>;
/// What acts between two bodies, or a body and the world; such loads stand beside the bodies (FreeBodies).
using PairLoad = std::variant<load::Spring, load::TorsionSpring, load::MutualGravity>;

/// The bodies that a load acts between; one that is not valid is the world.
std::array<BodyIndex, 2> bodies_of(const PairLoad& load);

// Of what is inside: the same for a Load and a PairLoad.
std::string load_label(const Load& load);
std::string load_label(const PairLoad& load);
bool conservative(const Load& load);
bool conservative(const PairLoad& load);
bool uses_velocity(const Load& load);
bool uses_velocity(const PairLoad& load);

// Kinds of a scene that are no struct of their own: a push with Axes::body, and the wind of every drag.
inline constexpr std::string_view thrust_name = "thrust";
inline constexpr std::string_view wind_name = "wind";

/// The term of a moving frame that a load is, if it is one.
std::optional<InertialTerm> inertial_term(const Load& load);
/// The load that such a term is, on a body with a rotor of that angular momentum inside.
Load inertial_load(InertialTerm term, FramePointer frame, const Vec3& rotor_B = Vec3::Zero());
std::string_view to_string(InertialTerm term);

/// Whether part of it has a potential that is not zero everywhere: conservative, or a spring with a damper.
bool has_potential(const Load& load);
inline bool has_potential(const PairLoad&) { return true; }

struct LoadKind {
  std::string_view name;
  std::string_view sentence;
  bool has_potential = false;
};

/// Every kind of load, for `polhode list loads` and for suggestions.
std::span<const LoadKind> load_kinds();

}  // namespace polhode
