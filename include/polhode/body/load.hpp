#pragma once
// What acts on a body: a closed set of loads, each a plain struct.

#include <array>
#include <span>
#include <string_view>
#include <variant>

#include <polhode/math/expression.hpp>
#include <polhode/math/vector.hpp>

namespace polhode {

/// A vector that may depend on time: three numbers, or three formulas of `t`.
class VectorOfTime {
 public:
  VectorOfTime() = default;
  VectorOfTime(const Vec3& constant) : constant_(constant) {}  // NOLINT: a fixed vector is one that never changes
  /// Each formula has one input, t [s].
  explicit VectorOfTime(std::array<Expression, 3> formulas);

  Vec3 at(double t) const;
  bool varies() const { return !formulas_.empty(); }

 private:
  Vec3 constant_ = Vec3::Zero();
  std::vector<Expression> formulas_;
};

enum class Axes { world, body };

namespace load {

/// A uniform field: force m g at the centre of mass, potential −m g·p_WBcm. (A uniform field exerts no torque about the
/// centre of mass.)
struct Gravity {
  static constexpr std::string_view name = "gravity";
  Vec3 g_W = Vec3::Zero();  ///< [m/s²]
};

/// A force [N] at a point that is fixed in the body; its direction is fixed in the world or in the body ("follower").
struct Push {
  static constexpr std::string_view name = "push";
  Vec3 p_BoQ_B = Vec3::Zero();  ///< point of application, from the body's origin, body axes [m]
  VectorOfTime force;
  Axes axes = Axes::world;
};

/// A couple [N m], fixed in the world or in the body.
struct Torque {
  static constexpr std::string_view name = "torque";
  VectorOfTime torque;
  Axes axes = Axes::world;
};

}  // namespace load

using Load = std::variant<load::Gravity, load::Push, load::Torque>;

struct LoadKind {
  std::string_view name;
  std::string_view sentence;
  bool has_potential = false;
};

/// Every kind of load, for `polhode list loads` and for suggestions.
std::span<const LoadKind> load_kinds();

}  // namespace polhode
