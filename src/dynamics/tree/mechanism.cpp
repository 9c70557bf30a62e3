#include <polhode/dynamics/tree/mechanism.hpp>

#include "dynamics/tree/mechanism_work.hpp"

namespace polhode {
namespace {

using tree::Evaluation;

using Misfit = std::optional<Mechanism::Misfit>;

/// The first link whose joint has no coordinate for each velocity, among those that `counts`; −1 if there is none.
template <class Counts>
int first_rotation(const Tree& tree, Counts counts) {
  for (int i = 0; i < static_cast<int>(tree.links().size()); ++i) {
    const Joint& joint = tree.links()[static_cast<std::size_t>(i)].joint;
    if (nq(joint) != nv(joint) && counts(i)) return i;
  }
  return -1;
}

std::string called(const Link& link) { return "joint '" + link.joint_name + "'"; }

Misfit misfit_of_sizes(const MechanismDescription& given) {
  const auto velocities = static_cast<std::size_t>(given.tree.nv());
  const auto other = [velocities](std::size_t count, const char* what) {
    return Mechanism::Misfit{"there are " + std::to_string(count) + " " + what + " for " + std::to_string(velocities) +
                             " velocities"};
  };
  if (!given.drives.empty() && given.drives.size() != velocities) return other(given.drives.size(), "drives");
  if (!given.restitution.empty() && given.restitution.size() != velocities)
    return other(given.restitution.size(), "restitutions");
  if (given.computed && given.computed->target.size() != velocities)
    return other(given.computed->target.size(), "targets of a computed torque");
  return {};
}

Misfit misfit_of_drives(const MechanismDescription& given) {
  const std::vector<Link>& links = given.tree.links();
  for (int i = 0; i < static_cast<int>(links.size()) && !given.drives.empty(); ++i) {
    const Link& link = links[static_cast<std::size_t>(i)];
    for (int v = given.tree.v0(i); v < given.tree.v0(i) + nv(link.joint); ++v) {
      const bool path = tree::along_path(given, v);
      const bool by_coordinate =
          path || std::holds_alternative<drive::Servo>(given.drives[static_cast<std::size_t>(v)]);
      if (path && nv(link.joint) != 1)
        return Mechanism::Misfit{called(link) + " has several velocities, so that no single path moves it", i};
      if (by_coordinate && nq(link.joint) != nv(link.joint))
        return Mechanism::Misfit{called(link) + " has no coordinate for each velocity that could have a target", i};
      if (path && link.mimic)
        return Mechanism::Misfit{called(link) + " follows another one, and cannot follow a path", i};
    }
  }
  return {};
}

/// A joint that moves nothing, so that no force has an answer.
Misfit misfit_of_masses(const MechanismDescription& given) {
  const std::vector<Link>& links = given.tree.links();
  for (int i = 0; i < static_cast<int>(links.size()); ++i) {
    const Link& link = links[static_cast<std::size_t>(i)];
    const int v0 = given.tree.v0(i);
    const bool prescribed = link.mimic || (nv(link.joint) > 0 && tree::along_path(given, v0));
    if (prescribed || link.resistance.reflected_inertia() > 0) continue;
    for (const tree::Node& node : given.tree.data().nodes)
      if (node.v0 >= v0 && node.v0 < v0 + nv(link.joint) && node.carried == 0)
        return Mechanism::Misfit{called(link) + " moves nothing that has mass", i};
  }
  for (const LinkLoad& load : given.loads)
    if (load.link < 0 || load.link >= static_cast<int>(links.size()) ||
        !links[static_cast<std::size_t>(load.link)].mass)
      return Mechanism::Misfit{"a load acts on a link that has no mass, or is not there", load.link};
  return {};
}

Misfit misfit_of_restitution(const MechanismDescription& given) {
  for (int i = 0; i < static_cast<int>(given.tree.links().size()) && !given.restitution.empty(); ++i) {
    const Link& link = given.tree.links()[static_cast<std::size_t>(i)];
    for (int v = given.tree.v0(i); v < given.tree.v0(i) + nv(link.joint); ++v)
      if (const double one = given.restitution[static_cast<std::size_t>(v)]; one < 0 || one > 1)
        return Mechanism::Misfit{"the restitution of " + called(link) + " is not between 0 and 1", i};
  }
  return {};
}

Misfit misfit_of_momenta(const MechanismDescription& given) {
  if (given.form != MechanismForm::momenta) return {};
  if (const int link = first_rotation(given.tree, [](int) { return true; }); link >= 0)
    return Mechanism::Misfit{"momenta are for joints with a coordinate for each velocity", link};
  for (int i = 0; i < static_cast<int>(given.tree.links().size()); ++i) {
    const Link& link = given.tree.links()[static_cast<std::size_t>(i)];
    if (link.mimic || (nv(link.joint) > 0 && tree::along_path(given, given.tree.v0(i))))
      return Mechanism::Misfit{"momenta are for mechanisms without paths and joints that follow others", i};
  }
  if (!given.loops.empty()) return Mechanism::Misfit{"momenta are for mechanisms without loops"};
  return {};
}

}  // namespace

std::optional<Mechanism::Misfit> Mechanism::misfit(const MechanismDescription& given) {
  if (auto one = misfit_of_sizes(given)) return one;
  if (given.computed) {
    const auto governed = [&given](int link) { return given.computed->governs(given.tree.v0(link)); };
    if (const int link = first_rotation(given.tree, governed); link >= 0)
      return Misfit{"a computed torque needs a coordinate for each velocity", link};
  }
  for (const auto judge : {misfit_of_drives, misfit_of_masses, misfit_of_restitution, misfit_of_momenta})
    if (auto one = judge(given)) return one;
  return {};
}

Mechanism::Mechanism(std::string name, MechanismDescription description)
    : name_(std::move(name)), given_(std::move(description)) {
  if (const auto one = misfit(given_))
    usage_error("a mechanism that fits together", one->why, "change its description");
  if (given_.parts.empty()) given_.parts.push_back({name_, 0, static_cast<int>(tree().links().size())});
  layout_ = std::make_shared<const tree::Layout>(tree::layout_of(given_));
}

std::vector<std::string> Mechanism::formula_names(const Tree& tree, const std::vector<MechanismPart>& parts,
                                                  const MechanismPart& part) {
  std::vector<std::string> names{"t"};
  const auto add = [&](const char* letter, int (*count)(const Joint&)) {
    for (const MechanismPart& each : parts) {
      int number = 0;
      for (int i = each.first; i < each.first + each.links; ++i)
        for (int k = 0; k < count(tree.links()[static_cast<std::size_t>(i)].joint); ++k)
          names.push_back((each.first == part.first ? "" : each.name + ".") + letter + std::to_string(++number));
    }
  };
  add("q", &polhode::nq);
  add("v", &polhode::nv);
  return names;
}

StateSpace Mechanism::state_space() const { return layout_->space; }
std::vector<int> Mechanism::momentum_blocks() const { return layout_->momentum_blocks; }
int Mechanism::place_of_coordinate(int q) const { return layout_->place_of_q[static_cast<std::size_t>(q)]; }
int Mechanism::place_of_velocity(int v) const { return layout_->place_of_v[static_cast<std::size_t>(v)]; }

namespace {

/// M v, rotors included.
std::vector<double> momenta_of(const Evaluation<double>& now, VecIn q, VecIn v) {
  const std::vector<double> none(v.size(), 0.0);
  std::vector<double> p(v.size());
  rnea<double>(now.given.tree, q, none, v, now.work.rnea, p, {.gravity = Vec3::Zero()});
  for (std::size_t i = 0; i < p.size(); ++i) p[i] += now.layout.rotors[i] * v[i];
  return p;
}

}  // namespace

std::vector<double> Mechanism::state_of(VecIn q, VecIn v) const {
  require_size("q", tree().nq(), static_cast<long>(q.size()), "one number for each coordinate");
  require_size("v", tree().nv(), static_cast<long>(v.size()), "one number for each velocity");
  std::vector<double> x(static_cast<std::size_t>(layout_->space.nx()), 0.0);
  put(q, v, x);
  return x;
}

void Mechanism::put(VecIn q, VecIn v, VecOut x) const {
  const Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  if (given_.form == MechanismForm::momenta)
    gather(*layout_, q, momenta_of(now, q, v), x);
  else
    gather(*layout_, q, v, x);
}

void Mechanism::coordinates(double t, VecIn x, VecOut q, VecOut v) const {
  Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  now.spread(t, x.data());
  if (given_.form == MechanismForm::momenta) {
    std::vector<double> p(now.v().begin(), now.v().end()), still(p.size(), 0.0);
    aba<double>(tree(), now.q(), still, p, now.work.aba, {now.work.qv.data() + now.nq, p.size()},
                {.gravity = Vec3::Zero()}, now.joints());
    for (const tree::Held& one : now.work.held) now.work.qv[static_cast<std::size_t>(now.nq + one.v)] = 0;
  }
  std::copy(now.q().begin(), now.q().end(), q.begin());
  std::copy(now.v().begin(), now.v().end(), v.begin());
}

}  // namespace polhode
