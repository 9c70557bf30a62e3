#include <polhode/dynamics/tree/mechanism.hpp>

#include "dynamics/tree/mechanism_work.hpp"

namespace polhode {
namespace {

using tree::Evaluation;
using tree::Piece;

bool has_rotations(const Tree& tree) { return tree.nq() != tree.nv(); }

std::string drive_misfit(const MechanismDescription& given) {
  const std::vector<Link>& links = given.tree.links();
  for (std::size_t i = 0; i < links.size() && !given.drives.empty(); ++i)
    for (int k = 0; k < nv(links[i].joint); ++k) {
      const Drive& drive = given.drives[static_cast<std::size_t>(given.tree.v0(static_cast<int>(i)) + k)];
      const std::string which = "joint '" + links[i].joint_name + "'";
      const bool by_coordinate =
          std::holds_alternative<drive::Servo>(drive) || std::holds_alternative<drive::Path>(drive);
      if (std::holds_alternative<drive::Path>(drive) && nv(links[i].joint) != 1)
        return which + " has several velocities, so that no single path moves it";
      if (by_coordinate && nq(links[i].joint) != nv(links[i].joint))
        return which + " has no coordinate for each velocity that could have a target";
      if (std::holds_alternative<drive::Path>(drive) && links[i].mimic)
        return which + " follows another one, and cannot follow a path";
    }
  return {};
}

/// A joint that moves nothing, so that no force has an answer; empty if there is none.
std::string weightless_joint(const MechanismDescription& given) {
  const std::vector<Link>& links = given.tree.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const int v0 = given.tree.v0(static_cast<int>(i));
    const bool prescribed =
        links[i].mimic || (!given.drives.empty() && nv(links[i].joint) > 0 &&
                           std::holds_alternative<drive::Path>(given.drives[static_cast<std::size_t>(v0)]));
    if (prescribed || links[i].resistance.reflected_inertia() > 0) continue;
    for (const tree::Node& node : given.tree.data().nodes)
      if (node.v0 >= v0 && node.v0 < v0 + nv(links[i].joint) && node.carried == 0)
        return "joint '" + links[i].joint_name + "' moves nothing that has mass";
  }
  return {};
}

}  // namespace

std::string Mechanism::misfit(const MechanismDescription& given) {
  const auto velocities = static_cast<std::size_t>(given.tree.nv());
  if (!given.drives.empty() && given.drives.size() != velocities)
    return "there are " + std::to_string(given.drives.size()) + " drives for " + std::to_string(velocities) +
           " velocities";
  if (std::string why = drive_misfit(given); !why.empty()) return why;
  if (std::string why = weightless_joint(given); !why.empty()) return why;
  if (!given.restitution.empty() && given.restitution.size() != velocities)
    return "there are " + std::to_string(given.restitution.size()) + " restitutions for " + std::to_string(velocities) +
           " velocities";
  if (given.computed && has_rotations(given.tree)) return "a computed torque needs a coordinate for each velocity";
  if (given.computed && given.computed->target.size() != velocities)
    return "a computed torque is for all velocities of a scene, which must have one mechanism";
  for (const LinkLoad& load : given.loads)
    if (load.link < 0 || load.link >= static_cast<int>(given.tree.links().size()) ||
        !given.tree.links()[static_cast<std::size_t>(load.link)].mass)
      return "a load acts on a link that has no mass, or is not there";
  if (given.form != MechanismForm::momenta) return {};
  if (has_rotations(given.tree)) return "momenta are for joints with a coordinate for each velocity";
  const tree::Layout layout = tree::layout_of(given);
  if (layout.dense || layout.any_driven)
    return "momenta are for mechanisms without loops, paths and joints that follow others";
  return {};
}

Mechanism::Mechanism(std::string name, MechanismDescription description)
    : name_(std::move(name)), given_(std::move(description)) {
  if (const std::string why = misfit(given_); !why.empty())
    usage_error("a mechanism that fits together", why, "change its description");
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
