#pragma once
// What acts on a body: a closed set of loads, each a plain struct.

#include <array>
#include <span>
#include <string_view>
#include <variant>

#include <polhode/base/index.hpp>
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
};

}  // namespace load

/// What acts on one body. A spring acts on two, and stands beside the bodies (FreeBodies).
using Load = std::variant<load::Gravity, load::Push, load::Torque>;

struct LoadKind {
  std::string_view name;
  std::string_view sentence;
  bool has_potential = false;
};

/// Every kind of load, for `polhode list loads` and for suggestions.
std::span<const LoadKind> load_kinds();

}  // namespace polhode
