// Events at the ends of the ranges of joints.
#include <algorithm>
#include <cmath>

#include <polhode/sim/mechanism_system.hpp>

#include "sim/mechanism_reader.hpp"

namespace polhode {
namespace {

/// A joint with a range, and what its ends are called.
struct RangedJoint {
  int v = 0, place = 0;  ///< its velocity, and where its coordinate is in the state
  std::string name;
  JointLimits limits;

  std::string end(int side) const { return name + (side > 0 ? ".upper_limit" : ".lower_limit"); }
};

std::vector<RangedJoint> ranged_joints(const Mechanism& mechanism) {
  std::vector<RangedJoint> joints;
  const Tree& tree = mechanism.tree();
  const std::vector<double>& restitution = mechanism.description().restitution;
  for (const MechanismPart& part : mechanism.parts())
    for (int link = part.first; link < part.first + part.links && !restitution.empty(); ++link) {
      const Link& one = tree.links()[static_cast<std::size_t>(link)];
      if (nv(one.joint) != 1) continue;
      const int place = mechanism.place_of_coordinate(tree.q0(link)), v = tree.v0(link);
      if (place < 0 || !std::isfinite(restitution[static_cast<std::size_t>(v)])) continue;
      joints.push_back({v, place, full_name(part, one.joint_name.empty() ? one.name : one.joint_name), one.limits});
    }
  return joints;
}

/// Which joints began or ceased to rest between two states. Of several that leave at one time the first jump tells of
/// all, and the others change nothing any more.
void add_changes(const Mechanism& mechanism, const std::vector<RangedJoint>& joints, VecIn before, VecIn after,
                 std::vector<std::string>& names) {
  for (const RangedJoint& joint : joints) {
    const int was = mechanism.rests_at(before, joint.v), is = mechanism.rests_at(after, joint.v);
    if (was == is) continue;
    if (was != 0) names.push_back(joint.end(was) + ".leave");
    if (is != 0) names.push_back(joint.end(is) + ".rest");
  }
}

}  // namespace

std::vector<Watch> limit_watches(std::shared_ptr<const Mechanism> mechanism) {
  const auto joints = std::make_shared<const std::vector<RangedJoint>>(ranged_joints(*mechanism));
  const std::vector<int> resting = mechanism->resting_joints();
  std::vector<Watch> watches;
  const auto add = [&](const std::string& name, const auto& g, ode::Crossing crossing, const auto& jump, bool strikes) {
    watches.push_back({.name = name,
                       .g = g,
                       .crossing = crossing,
                       .jump = jump,
                       .told = [mechanism, joints, jump, name, strikes](double t, VecIn before) {
                         std::vector<double> after(before.size());
                         jump(t, before, after);
                         std::vector<std::string> names;
                         if (strikes) names.push_back(name);
                         add_changes(*mechanism, *joints, before, after, names);
                         return names;
                       }});
  };
  for (const RangedJoint& joint : *joints)
    for (const int side : {1, -1}) {
      const double limit = side > 0 ? joint.limits.upper : joint.limits.lower;
      if (!std::isfinite(limit)) continue;
      const auto place = static_cast<std::size_t>(joint.place);
      const int v = joint.v;
      add(
          joint.end(side),
          [mechanism, place, v, limit, side](double, VecIn x) {
            return mechanism->rests_at(x, v) != 0 ? -1.0 : side * (x[place] - limit);
          },
          ode::Crossing::rising,
          [mechanism, v, side](double t, VecIn before, VecOut after) { mechanism->strike(t, before, v, side, after); },
          true);
      if (std::find(resting.begin(), resting.end(), v) == resting.end()) continue;
      add(
          joint.end(side) + ".leave",
          [mechanism, v, side](double t, VecIn x) {
            return mechanism->rests_at(x, v) != side ? 1.0 : mechanism->end_push(t, x, v);
          },
          ode::Crossing::falling,
          [mechanism, v](double t, VecIn before, VecOut after) { mechanism->leave(t, before, v, after); }, false);
    }
  return watches;
}

}  // namespace polhode
