#pragma once
// Frames that move in a way known beforehand: where they are and how they move, at any time. docs/theory/frames.md.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polhode/body/vector_formula.hpp>
#include <polhode/math/pose.hpp>

namespace polhode {

/// How a frame F moves as seen from another one N.
struct FrameMotion {
  Pose X_NF;
  Vec3 v_NF = Vec3::Zero();        ///< of the origin of F, axes of N [m/s]
  Vec3 a_NF = Vec3::Zero();        ///< its acceleration, axes of N [m/s²]
  Vec3 w_NF_F = Vec3::Zero();      ///< angular velocity, axes of F [rad/s]
  Vec3 alpha_NF_F = Vec3::Zero();  ///< its rate, axes of F [rad/s²]; the same seen from N and from F

  /// The motion in N of a frame C that moves in F as `inner` says.
  ///
  ///   v = v_F + R (v_C + w × p),   a = a_F + R (a_C + 2 w × v_C + ẇ × p + w × (w × p)),
  ///   w_NC = Rᵀw + w_C,   ẇ_NC = Rᵀẇ + ẇ_C + Rᵀw × w_C                              docs/theory/frames.md (1), (2)
  ///
  /// Proof    tests/truth/frame_test.cpp
  FrameMotion operator*(const FrameMotion& inner) const;
};

class FrameTrack;

/// How a frame moves in its parent P: a place p(t), a turn Q(t) from a start R₀, and a lever d that turns with it,
///
///   X_PF = (R₀ Q(t), p(t) + R₀ Q(t) d).
///
/// Derivatives of formulas are exact. Where only the acceleration or the angular velocity is given, p and Q are
/// integrated beforehand, to rounding (src/body/frame_track.hpp).
class FramePath {
 public:
  struct Turn {
    Vec3 axis = Vec3::UnitZ();                   ///< of any length but zero
    Expression angle = Expression::constant(0);  ///< of t [rad]
  };
  struct Description {
    VectorOfTime position = Vec3(Vec3::Zero());     ///< p(t) in the parent [m]; with an acceleration, where it starts
    std::optional<VectorOfTime> acceleration = {};  ///< p̈, axes of the parent [m/s²]
    Vec3 velocity = Vec3::Zero();                   ///< ṗ at the start, if the acceleration is given [m/s]
    Rotation start = {};                            ///< R₀
    std::optional<Turn> turn = {};                  ///< Q about an axis, by a formula of its angle …
    std::optional<VectorOfTime> angular_velocity = {};  ///< … or by its rate, axes of the frame itself [rad/s]
    Vec3 lever = Vec3::Zero();                          ///< d, axes of the frame [m]
    double end = 0;  ///< until when what must be integrated is prepared; later times are right, but slow [s]

    bool uses_time() const;  ///< in one of its formulas
  };

  explicit FramePath(Description description);

  FrameMotion at(double t) const;
  bool turns() const { return turns_; }
  bool turns_steadily() const { return steady_; }  ///< or not at all
  bool moves() const { return moves_; }            ///< p depends on time
  bool at_origin() const;                          ///< of the parent, always
  bool uniform() const { return uniform_; }        ///< p̈ does not depend on time
  bool resolved() const;                           ///< what had to be integrated could be
  bool finite_at(double t) const;                  ///< all its formulas have values there

 private:
  Description description_;
  VectorOfTime velocity_, acceleration_;  ///< derivatives of the position
  Vec3 axis_ = Vec3::UnitZ();
  std::vector<Expression> rates_;  ///< of the angle: its first and second derivative
  VectorOfTime angular_acceleration_;
  std::shared_ptr<const FrameTrack> track_;  ///< null if nothing must be integrated
  bool turns_ = false, steady_ = true, moves_ = false, uniform_ = true;
};

/// A frame at the end of a chain of paths, each in the frame before it, the first in inertial space.
class MovingFrame {
 public:
  using Path = std::shared_ptr<const FramePath>;
  MovingFrame() = default;  ///< inertial space itself
  explicit MovingFrame(std::vector<Path> paths);

  const std::vector<Path>& paths() const { return paths_; }
  /// Seen from inertial space, or from the frame that it has the first `from` paths in common with.
  FrameMotion at(double t, std::size_t from = 0) const;

  /// Angular velocity and its rate, axes of the frame.
  struct Turning {
    Vec3 w_NF_F, alpha_NF_F;
  };
  Turning turning(double t) const;
  /// Of its origin, axes of the frame [m/s²].
  Vec3 acceleration(double t) const;
  /// A vector of inertial axes in the frame's.
  Vec3 turned(double t, const Vec3& vector_N) const;

  bool turns() const;
  bool turns_steadily() const { return steady_; }                 ///< turning() does not depend on time
  bool accelerates_steadily() const { return pushed_steadily_; }  ///< acceleration() does not

 private:
  std::vector<Path> paths_;
  bool steady_ = true, pushed_steadily_ = true;
  Turning turning_{Vec3::Zero(), Vec3::Zero()};  ///< if it is steady
  Vec3 acceleration_ = Vec3::Zero();
};

using FramePointer = std::shared_ptr<const MovingFrame>;

}  // namespace polhode
