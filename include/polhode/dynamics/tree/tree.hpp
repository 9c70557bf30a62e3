#pragma once
// Mechanisms without loops: links, each held by one joint to the link it hangs on.

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/dynamics/tree/joint.hpp>
#include <polhode/mass/mass_properties.hpp>
#include <polhode/mass/solid.hpp>
#include <polhode/math/pose.hpp>
#include <polhode/math/state_space.hpp>

namespace polhode {

namespace tree {
struct Data;
}

/// What hinders a joint, or helps it: the same for each of its degrees of freedom.
struct JointResistance {
  double damping = 0;        ///< b: a torque −b v [N m s, or N s/m]
  double friction = 0;       ///< Coulomb's: a torque of this size against the motion [N m, or N]
  double rotor_inertia = 0;  ///< of the motor [kg m²], seen by the joint as gear² times as much
  double gear = 1;           ///< turns of the motor for one of the joint
  /// Coulomb's friction is −friction · tanh(v / friction_speed): full size from a few times this speed on.
  double friction_speed = 1e-3;  ///< [rad/s, or m/s]

  double reflected_inertia() const { return gear * gear * rotor_inertia; }
};

/// How far a joint goes and what it bears; infinite: not said.
struct JointLimits {
  static constexpr double none = std::numeric_limits<double>::infinity();
  double lower = -none, upper = none;  ///< of q [rad, or m]
  double speed = none;                 ///< of |v|
  double effort = none;                ///< of |τ|
};

/// A coordinate that follows another one: q = multiplier · q_joint + offset. Both joints have one degree of freedom.
struct Mimic {
  int link = -1;  ///< whose joint is followed
  double multiplier = 1;
  double offset = 0;
};

/// What a link looks like; a shape without mass of its own.
struct LinkShape {
  Solid solid;
  Pose X_BS;
};

/// A link and the joint by which it hangs on another. B is the link's frame: where q is zero it is F, the frame of the
/// joint on the parent P.
struct Link {
  std::string name;
  std::string joint_name;
  int parent = -1;  ///< a link before this one; −1: the base, whose frame is the world's unless the base moves
  Joint joint = joint::Fixed{};
  Pose X_PF;
  std::optional<MassProperties> mass = {};  ///< in the frame B; none: without mass
  JointResistance resistance = {};
  JointLimits limits = {};
  std::optional<Mimic> mimic = {};
  std::vector<LinkShape> shapes = {};
};

/// An immutable mechanism. A value: copies share what is inside. Links keep their order; q and v have the coordinates
/// and velocities of their joints in that order.
class Tree {
 public:
  /// Refuses: no links, a parent that does not come before its child, an axis of length zero or that is not finite,
  /// names that are used twice, coordinates that follow one that is not there, or each other. Paths are those of
  /// `links`, below `path`.
  static Result<Tree> checked(std::string name, std::vector<Link> links, const std::string& path = {});
  /// For callers that made the links themselves: a finding is a UsageError.
  Tree(std::string name, std::vector<Link> links);

  const std::string& name() const;
  const std::vector<Link>& links() const;
  int nq() const;
  int nv() const;
  /// Where the coordinates and velocities of a link's joint begin.
  int q0(int link) const;
  int v0(int link) const;
  /// The number of the link of that name, or −1; likewise of the joint.
  int find_link(std::string_view name) const;
  int find_joint(std::string_view name) const;
  /// All joints at zero: rotations are (0, 0, 0, 1).
  std::vector<double> neutral() const;
  double total_mass() const;
  /// Of the coordinate that each degree of freedom has in v: "joint2", "base.3" where a joint has several.
  std::vector<std::string> velocity_names() const;
  std::vector<std::string> coordinate_names() const;

  /// What the kernels read (src/dynamics/tree/data.hpp).
  const tree::Data& data() const { return *data_; }

 private:
  struct Unchecked {};
  Tree(Unchecked, std::string name, std::vector<Link> links);
  std::shared_ptr<const tree::Data> data_;
};

/// dq/dt of coordinates that move with velocities v. Where quaternions are among them, of theirs.
///
/// Proof    tests/law/tree_law_test.cpp
template <class S>
void coordinate_rates(const Tree& tree, In<S> q, In<S> v, Out<S> q_rate);

/// q ⊞ u: the coordinates after moving with constant v = u for a unit of time; rotations by the exponential, positions
/// of free joints along the straight line of their velocity at the start.
void moved(const Tree& tree, VecIn q, VecIn u, VecOut result);

}  // namespace polhode
