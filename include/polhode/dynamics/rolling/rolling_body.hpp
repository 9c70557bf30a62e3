#pragma once
// A body on a ground: what it is made of, what it rolls on, and what resists.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <polhode/body/vector_formula.hpp>
#include <polhode/dynamics/rolling/surface.hpp>
#include <polhode/math/rotation.hpp>

namespace polhode {

/// Which equations a rolling body is solved by. They share nothing but mathematics, mass and the surface.
///
///   space   r, R, v, ω in world axes, the contact force solved along: the only one that also slides and flies
///   body    Ω and N in body axes, the founding text's moving frame; place and attitude follow
///   euler   zxz angles to the ground's normal and their rates, as in the founding text: those of the body's z axis, or
///           of its x axis while z is nearly upright, where the angles of z mean nothing
enum class RollingForm { space, body, euler };
std::string_view to_string(RollingForm form);

namespace friction {
/// As large as the load times `sliding`, against the slip; holds up to the load times `standing`.
struct Coulomb {
  double sliding = 0, standing = 0;
  /// Radius of the patch of contact [m]: > 0 couples slip and spin by the exact law of Hertz's pressure, and then
  /// nothing is held. 0: a point.
  double patch = 0;
};
/// −k f_n u [k: s/m].
struct LoadViscous {
  double coefficient = 0;
};
/// −c u, whatever the load [c: N s/m].
struct Viscous {
  double coefficient = 0;
};
struct Smooth {};
}  // namespace friction
using Friction = std::variant<friction::Coulomb, friction::LoadViscous, friction::Viscous, friction::Smooth>;

namespace ground {
/// Through p(t), across `normal`, turning about the normal with w(t) around p(t).
struct Plane {
  Vec3 normal = Vec3::UnitZ();                   ///< unit, out of the ground; world axes
  VectorOfTime place;                            ///< a point of it, which moves with it [m]
  Expression turning = Expression::constant(0);  ///< of t [rad/s]
};
/// For balls: the inside or the outside of a sphere at rest.
struct Sphere {
  Vec3 centre = Vec3::Zero();
  double radius = 0;
  bool inside = true;
};
/// For balls: the inside or the outside of a cylinder at rest.
struct Cylinder {
  Vec3 centre = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();  ///< unit
  double radius = 0;
  bool inside = true;
};
}  // namespace ground

struct Ground {
  std::variant<ground::Plane, ground::Sphere, ground::Cylinder> shape;
  std::optional<Friction> friction;  ///< none: the body rolls whatever the force
  double restitution = 0;            ///< of landings, 0 … 1
};
/// Whether a ground is another at another time.
bool moves(const Ground& ground);

/// What takes energy from rolling. Angles are those of the body's z axis to the ground's normal n: θ the tilt, φ̇ the
/// rate of precession about n, ψ̇ that at which the point of contact goes round the rim; of bodies without a sharp rim
/// the speed of the contact over the body by its girth, |Γ̇|/R. docs/theory/rolling.md.
namespace dissipation {
struct RollingTorque {  ///< power M |ψ̇|
  static constexpr std::string_view name = "rolling-torque";
  double moment = 0;  ///< M [N m]
};
struct RollingDrag {  ///< power c ψ̇²
  static constexpr std::string_view name = "rolling-drag";
  double coefficient = 0;  ///< c [N m s]
};
struct Viscous {  ///< torque −c ω on the whole body
  static constexpr std::string_view name = "viscous";
  double coefficient = 0;  ///< c [N m s]
};
struct AirFilm {  ///< Moffatt: power π η g R² / α², of flat faces that go round as in steady motions
  static constexpr std::string_view name = "air-film";
  double viscosity = 0, radius = 0;  ///< η [Pa s], R [m]
};
struct BoundaryLayer {  ///< Bildsten: power C η R⁴ |φ̇|^(5/2) ν^(−1/2), of flat faces
  static constexpr std::string_view name = "boundary-layer";
  double viscosity = 0, kinematic = 0, factor = 1, radius = 0;  ///< η [Pa s], ν [m²/s], C, R [m]
};
}  // namespace dissipation
using Dissipation = std::variant<dissipation::RollingTorque, dissipation::RollingDrag, dissipation::Viscous,
                                 dissipation::AirFilm, dissipation::BoundaryLayer>;

/// A law of friction or of loss as scene files have it: what `polhode list frictions` and `list losses` print.
struct ContactLaw {
  std::string_view name, keys, about;
};
std::span<const ContactLaw> friction_laws();
std::span<const ContactLaw> loss_laws();

struct RollingBody {
  std::string name = "body";
  double mass = 0;              ///< [kg]
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, body axes [kg m²]
  Surface surface;              ///< in body axes
  Vec3 centre = Vec3::Zero();   ///< its origin from the centre of mass, body axes [m]
  RollingForm form = RollingForm::space;
  Ground ground;
  Vec3 gravity = Vec3::Zero();  ///< [m/s²]
  std::optional<Dissipation> dissipation;
  double flat_tilt = 1e-3;  ///< a body with flat faces has lain down when its tilt is less [rad]
};

enum class RollingMode { rolling = 0, sliding = 1, flying = 2 };
std::string_view to_string(RollingMode mode);

}  // namespace polhode
