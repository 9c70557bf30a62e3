#pragma once
// Solids with closed forms. One rule for all frames: the origin is the centre of the solid's bounding box and the axis
// of a solid of revolution is z. (So a cone has its base at z = −length/2 and its apex at z = +length/2.)

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <polhode/base/unit.hpp>
#include <polhode/mass/mass_properties.hpp>
#include <polhode/mass/mesh.hpp>

namespace polhode::solid {

/// Where the matter is: throughout, on the whole surface, or on the surface without its flat ends (a tube, a funnel).
enum class Shell { none, closed, open };

// Each solid takes exactly one of mass [kg] and density: [kg/m³], of a shell [kg/m²], of a rod or ring [kg/m].

struct Box {
  static constexpr std::string_view name = "box";
  double mass = 0;
  double density = 0;
  Vec3 size = Vec3::Zero();  ///< full edges
  Shell shell = Shell::none;
};

struct Sphere {
  static constexpr std::string_view name = "sphere";
  double mass = 0;
  double density = 0;
  double radius = 0;
  Shell shell = Shell::none;
};

struct Ellipsoid {
  static constexpr std::string_view name = "ellipsoid";
  double mass = 0;
  double density = 0;
  Vec3 axes = Vec3::Zero();  ///< semi-axes
  Shell shell = Shell::none;
};

struct Cylinder {
  static constexpr std::string_view name = "cylinder";
  double mass = 0;
  double density = 0;
  double radius = 0;
  double length = 0;
  Shell shell = Shell::none;
};

/// A cylinder that may be infinitely thin: length 0, with its mass given.
struct Disk {
  static constexpr std::string_view name = "disk";
  double mass = 0;
  double density = 0;
  double radius = 0;
  double length = 0;
};

struct Cone {
  static constexpr std::string_view name = "cone";
  double mass = 0;
  double density = 0;
  double radius = 0;
  double length = 0;
  Shell shell = Shell::none;
};

struct Capsule {
  static constexpr std::string_view name = "capsule";
  double mass = 0;
  double density = 0;
  double radius = 0;
  double length = 0;  ///< of the cylinder, without the caps
  Shell shell = Shell::none;
};

struct Torus {
  static constexpr std::string_view name = "torus";
  double mass = 0;
  double density = 0;
  double radius = 0;  ///< from the centre to the middle of the tube
  double tube = 0;    ///< radius of the tube
  Shell shell = Shell::none;
};

/// Infinitely thin, along z.
struct Rod {
  static constexpr std::string_view name = "rod";
  double mass = 0;
  double density = 0;
  double length = 0;
};

/// Infinitely thin, in the x-y plane.
struct Ring {
  static constexpr std::string_view name = "ring";
  double mass = 0;
  double density = 0;
  double radius = 0;
};

struct Particle {
  static constexpr std::string_view name = "particle";
  double mass = 0;
};

using Solid = std::variant<Box, Sphere, Ellipsoid, Cylinder, Disk, Cone, Capsule, Torus, Rod, Ring, Particle>;

/// Mass properties in the solid's frame. A dimension that is not positive, or not exactly one of mass and density, is a
/// UsageError.
///
/// Source   the table in theory/mass.md (5), where each form is derived.
/// Proof    tests/truth/mass_solid_test.cpp: against direct formulas and against meshes in the limit
MassProperties of(const Solid& solid);

/// The same for somebody's data: findings at `path`.key instead of a UsageError.
Result<MassProperties> checked(const Solid& solid, const std::string& path = {});

/// Volume [m³]; area [m²] of a shell; length [m] of a rod or ring; 0 of a particle. Reads the dimensions only.
double measure(const Solid& solid);

Bounds bounds(const Solid& solid);

/// Findings about the dimensions alone, not about mass and density.
Diagnostics check_shape(const Solid& solid, const std::string& path = {});

/// The solid's surface with n segments around (3 ≤ n ≤ 2048, else a UsageError): closed and outward, except that an
/// open shell stays open. Vertices lie on the surface. Nothing for a rod, a ring or a particle, which have none.
TriangleMesh tessellate(const Solid& solid, int n);

// What a scene reader needs to know about solids, as data.

/// One key of a solid in a scene file: `count` numbers of one dimension.
struct Key {
  std::string_view name;
  Dimension dimension;
  int count = 1;
};

struct Kind {
  std::string_view name;
  std::string_view summary;
  std::span<const Key> keys;
  bool closed_shell = false;
  bool open_shell = false;
  int extent = 3;  ///< 3 a solid, 1 a line, 0 a point: density is per m^extent

  /// Of the key `density`; a particle has none.
  Dimension density_dimension(Shell shell) const;
};

/// In the order of the variant: `kinds()[solid.index()]` describes `solid`.
std::span<const Kind> kinds();
const Kind* find_kind(std::string_view name);

/// What a scene file gave: `numbers` are the values of kind.keys one after another.
struct Given {
  std::optional<double> mass;
  std::optional<double> density;
  Shell shell = Shell::none;
  std::vector<double> numbers;
};

/// A solid with checked dimensions and amount. An unknown name is a finding with the nearest known one; a wrong count
/// of numbers is a UsageError, since the caller read the keys from the table.
Result<Solid> make(std::string_view name, const Given& given, const std::string& path = {});

/// A solid whose amount is given elsewhere (a density field): as make, but mass and density may be absent.
Result<Solid> make_shape(std::string_view name, const Given& given, const std::string& path = {});

}  // namespace polhode::solid

namespace polhode {
using solid::Solid;
}
