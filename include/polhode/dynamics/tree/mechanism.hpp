#pragma once
// A tree that moves: what drives its joints, what acts on its links, loops that close it, and its state.

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <polhode/body/effect.hpp>
#include <polhode/body/load.hpp>
#include <polhode/dynamics/tree/dynamics.hpp>
#include <polhode/dynamics/tree/loop.hpp>
#include <polhode/math/expression.hpp>
#include <polhode/math/state_space.hpp>

namespace polhode {

namespace tree {
struct Layout;
}

/// What drives a degree of freedom. Formulas read t, then the coordinates q1, q2, … and velocities v1, v2, … of the
/// whole mechanism (formula_names()).
namespace drive {

/// A force or torque by a formula.
struct Force {
  Expression force;
};
/// kp (target − q) + ki ∫ (target − q) dt + kd (target' − v), cut off at ± limit.
struct Servo {
  Expression target, target_rate;  ///< of t
  double kp = 0, ki = 0, kd = 0;
  double limit = JointLimits::none;
};
/// The coordinate is given as a function of time; the force that this needs can be read.
struct Path {
  Expression place, rate, acceleration;  ///< of t; the latter two are derivatives of the first
};

}  // namespace drive

/// std::monostate: nothing drives it.
using Drive = std::variant<std::monostate, drive::Force, drive::Servo, drive::Path>;

/// Forces from the inverse dynamics of the mechanism itself, so that each coordinate follows its target as
/// e'' + kd e' + kp e = 0, e = q − target.
///
///   tau = M(q) (target'' + kd (target' − v) + kp (target − q)) + h(q, v) + resistance
struct ComputedTorque {
  std::vector<Expression> target, rate, acceleration;  ///< of t, one for each velocity
  std::vector<double> kp, kd;                          ///< [1/s²], [1/s]
  std::vector<char> governed = {};                     ///< of each velocity, whether it is led so; empty: all

  bool governs(int v) const { return governed.empty() || governed[static_cast<std::size_t>(v)] != 0; }
};

/// How the motion is written down: by velocities, or by the momenta p = M v, in which it is Hamilton's.
enum class MechanismForm { velocities, momenta };

/// A load on one link.
struct LinkLoad {
  int link = 0;
  Load load;
};

/// Links that follow one another in a tree and belong together: several mechanisms, and bodies that hang on springs
/// between them, are one tree with as many parts. Coordinates of a part NAME are called NAME.q1, NAME.q2, …
struct MechanismPart {
  std::string name;
  int first = 0;         ///< link
  int links = 0;         ///< how many
  bool is_body = false;  ///< a single body on a free joint, read like one
};

struct MechanismDescription {
  Tree tree;
  std::vector<MechanismPart> parts = {};  ///< in the order of links, all of them; empty: one
  Vec3 gravity = Vec3::Zero();            ///< uniform, world axes [m/s²]
  std::vector<Drive> drives = {};         ///< one for each velocity, or none at all
  std::optional<ComputedTorque> computed = {};
  std::vector<LinkLoad> loads = {};
  std::vector<PairLoad> pairs = {};  ///< between links, or a link and the world; a BodyIndex is the number of a link
  std::vector<Loop> loops = {};
  /// Of each velocity, at the ends of its joint's range, or none at all: the speed of bouncing back, of that of coming.
  /// Not a number: it passes the ends. Below 1 it comes to rest there; where it stands still there, it stays.
  std::vector<double> restitution = {};
  double rest_size = 1e-9;  ///< a joint whose next flight would go no farther comes to rest [rad, or m]
  MechanismForm form = MechanismForm::velocities;
};

/// What a loop exerts on the link that carries its frame B, at the origin of B; the opposite force acts on the other
/// link. Where conditions depend on each other, no motion tells how they share what they exert together: of such a loop
/// this is one of many answers.
struct LoopPush {
  Vec3 f_W = Vec3::Zero();  ///< [N]
  Vec3 t_W = Vec3::Zero();  ///< about the origin of B [N m]
};

/// How far a loop is from closed: the largest of its conditions on places and on axes.
struct LoopGap {
  double place = 0;  ///< [m]
  double angle = 0;  ///< sine of the angle by which axes are off
};

/// What can be read of a mechanism at one state; sizes as of Tree.
struct MechanismReading {
  std::vector<double> q, v, a;
  std::vector<double> drive;       ///< what the drives exert, of a driven coordinate what it needs [N m, or N]
  std::vector<double> resistance;  ///< of damping and friction
  std::vector<double> ends;        ///< what the ends of their ranges exert on joints that rest there
  double kinetic_energy = 0, potential_energy = 0;  ///< [J]
  double gravity_energy = 0;                        ///< the part of the potential energy that is uniform gravity's [J]
  double power = 0;                                 ///< of all that has no potential [W]
  double joint_power = 0;                           ///< the part of it that drives and resistance have [W]
  Vec3 momentum = Vec3::Zero();                     ///< world axes
  Vec3 angular_momentum = Vec3::Zero();             ///< about the world's origin
  Vec3 weight = Vec3::Zero();                       ///< what gravity does to the whole [N]
  Vec3 weight_moment = Vec3::Zero();                ///< about the world's origin [N m]
  std::vector<LoadEffect> loads;                    ///< of each of the description's loads, on its link
  std::vector<PairEffect> pairs;                    ///< of each that acts between links
  std::vector<double> loop_forces;                  ///< multipliers of the loops' constraints
  std::vector<LoopPush> loop_pushes;                ///< one for each loop
  std::vector<LoopGap> loop_gaps;                   ///< one for each loop
  double loop_error = 0;                            ///< the largest |constraint| of all [m, or 1]
  int loop_rank = 0;                                ///< how many of the loops' constraints do not follow from others
};

/// A tree with everything that moves it. State: coordinates of the joints that nothing prescribes, one block for each
/// (two for a free joint), then their velocities or momenta, then the integrals of servos. A joint that is driven along
/// a path or follows another has no state of its own. Last, a number for each joint that can rest at the ends of its
/// range: 1 while it rests at the upper one, −1 at the lower, else 0. It changes by strike(), leave() and settle()
/// alone, so that all that is read follows from time and state.
///
///   q̇ = v,   M(q) a = τ − h(q, v) + Jᵀλ,   J a = −J̇ v                                mechanisms.md (12)
///
/// Proof    tests/truth/mechanism_test.cpp
class Mechanism {
 public:
  /// Why a description does not fit together, as a sentence, and the link or joint that this is about; −1: all.
  struct Misfit {
    std::string why;
    int link = -1;
  };

  /// UsageError for a description that does not fit together: sizes, drives of joints that follow others, a path for a
  /// joint with several velocities, momenta where loops, paths or rotations are.
  Mechanism(std::string name, MechanismDescription description);
  /// Nothing if it fits together.
  static std::optional<Misfit> misfit(const MechanismDescription& description);

  const std::string& name() const { return name_; }
  const Tree& tree() const { return given_.tree; }
  const MechanismDescription& description() const { return given_; }
  const std::vector<MechanismPart>& parts() const { return given_.parts; }
  /// Where the coordinates and velocities of a part begin.
  int q0(const MechanismPart& part) const { return tree().q0(part.first); }
  int v0(const MechanismPart& part) const { return tree().v0(part.first); }
  /// What formulas of a part may speak of: t, its q1, q2, …, v1, v2, …; and those of others by their full names.
  static std::vector<std::string> formula_names(const Tree& tree, const std::vector<MechanismPart>& parts,
                                                const MechanismPart& part);

  StateSpace state_space() const;
  /// S is double or Dual4.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const;
  /// The state in which the joints have these coordinates and velocities, as far as nothing prescribes them.
  std::vector<double> state_of(VecIn q, VecIn v) const;
  /// All coordinates and velocities at a state.
  void coordinates(double t, VecIn x, VecOut q, VecOut v) const;
  MechanismReading read(double t, VecIn x) const;
  /// Where each link is.
  void poses(double t, VecIn x, std::vector<Pose>& X_WB) const;
  /// Brings coordinates onto the loops, and velocities along them; false if the loops stay open.
  bool close_loops(double t, VecOut x) const;
  /// Blocks of the state that hold velocities or momenta.
  std::vector<int> momentum_blocks() const;
  /// Where a coordinate stands in the state; −1 if it has none there. Likewise of a velocity.
  int place_of_coordinate(int q) const;
  int place_of_velocity(int v) const;

  /// The velocities of joints that can rest at the ends of their ranges.
  std::vector<int> resting_joints() const;
  /// Where joint j rests: at its upper end, 1, at its lower, −1, or nowhere, 0.
  int rests_at(VecIn x, int j) const;
  /// How hard the end at which joint j rests pushes back, positive; 1 for one that does not rest. What is just at rest
  /// without being pushed counts as pushed, and pulls count only as far as they are more than rounding.
  double end_push(double t, VecIn x, int j) const;
  /// The state after joint j came to the upper (1) or lower (−1) end of its range: it bounces back, or rests there if
  /// it would fly no farther than rest_size. Other joints at ends stay there as long as their ends need not pull.
  ///
  ///   Δv = Σ M⁻¹ e_i P_i,   v_j⁺ = −ε v_j⁻,   0 ≤ P_i ⟂ v_i⁺ ≥ 0 for those at rest          mechanisms.md (14a)
  ///
  /// Proof    tests/truth/rest_test.cpp
  void strike(double t, VecIn before, int j, int end, VecOut after) const;
  /// The state after the end at which joint j rests has ceased to push.
  void leave(double t, VecIn before, int j, VecOut after) const;
  /// Brings a state that something else made of `before` into order. Loops are closed around the numbers that changed,
  /// if they can be. Joints at an end of their range that move outward strike it, those that do not move rest there if
  /// it pushes, and joints at rest that now move rest no longer.
  void settle(double t, VecIn before, VecOut x) const;

 private:
  /// The numbers of the state that coordinates and velocities, or momenta, are.
  void put(VecIn q, VecIn v, VecOut x) const;
  /// Accelerations and what makes them, in the numbers of this thread.
  void accelerate(double t, VecIn x) const;
  /// The state after a blow on velocity j, with the impulses of ends at which others rest.
  void bounce(double t, VecIn before, int j, double restitution, VecOut after) const;
  /// Closes loops by moving what is as `before`.
  void close_around(double t, VecIn before, VecOut x) const;
  /// Which of the joints that are at their ends without moving rest there, but for joint `except`.
  void settle_ends(double t, VecOut x, int except) const;

  std::string name_;
  MechanismDescription given_;
  std::shared_ptr<const tree::Layout> layout_;
};

}  // namespace polhode
