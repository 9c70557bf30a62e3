#pragma once
// Read-outs that need to be told something: of which bodies, at which point, about which point or axis.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <polhode/base/index.hpp>
#include <polhode/base/unit.hpp>
#include <polhode/body/load.hpp>

namespace polhode {

/// What can be read; equations in docs/theory/readouts.md.
enum class ReadoutOf {
  position,
  velocity,
  acceleration,
  angular_momentum,
  torque,
  moment_of_inertia,
  areal_velocity,
  kinetic_energy,
  kinetic_energy_of_centre,
  kinetic_energy_about_centre
};

/// What a read-out amounts to, unless it is taken along an axis, when it is a number.
enum class ReadoutShape { number, vector, tensor };

struct ReadoutKind {
  ReadoutOf of;
  std::string_view name;  ///< what people type
  Dimension unit;
  ReadoutShape shape;
  bool at;     ///< is of a body point
  bool about;  ///< is taken about a point
  std::string_view sentence;
};
std::span<const ReadoutKind> readout_kinds();
const ReadoutKind& kind_of(ReadoutOf of);

/// The centre of mass of all that is read.
struct CommonCentre {};
/// A point of a body, from its origin, or its centre of mass.
struct BodyPoint {
  BodyIndex body;
  std::optional<Vec3> p_BoQ_B = {};
};

/// Something of one body, or of several together, as a channel.
struct Readout {
  std::string name;  ///< of the channel
  ReadoutOf of = ReadoutOf::velocity;
  std::vector<int> bodies = {};  ///< their numbers; empty: all
  std::optional<Vec3> at = {};   ///< a point of the one body, from its origin [m]; none: the (common) centre of mass
  std::variant<Vec3, CommonCentre, BodyPoint> about = CommonCentre{};  ///< a Vec3 is a point of the world [m]
  /// Only the part along it, of any length but zero: for a moment of inertia n·I n, otherwise n·v.
  std::optional<Vec3> axis = {};
  Axes axes = Axes::world;  ///< of its values and of the axis; those of the body only if it is one
};

}  // namespace polhode
