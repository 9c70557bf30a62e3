#include "scene/mechanism_findings.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

#include "scene/names.hpp"

namespace polhode {
namespace {

bool same(double a, double b) { return std::fabs(a - b) <= written * (1 + std::fabs(b)); }

/// The starts and ranges of the joints of one mechanism.
struct JointJudge {
  const Scene& scene;
  std::size_t number;
  Diagnostics& findings;
  const MechanismEntry& entry = scene.mechanisms[number];
  const Tree& tree = *entry.tree;
  const std::vector<double> neutral = tree.neutral();

  const Link& link(int i) const { return tree.links()[static_cast<std::size_t>(i)]; }
  std::string called(int i) const { return "joint '" + link(i).joint_name + "'"; }
  std::string path(const std::string& key) const { return numbered("mechanism", number) + key; }
  const drive::Path* track(int i) const {
    if (entry.drives.empty()) return nullptr;
    return std::get_if<drive::Path>(&entry.drives[static_cast<std::size_t>(tree.v0(i))]);
  }
  bool prescribed(int i) const { return link(i).mimic || track(i) != nullptr; }
  /// Whether the scene asks that its joint stays within its range.
  bool bounces(int i) const {
    return !entry.restitution.empty() && std::isfinite(entry.restitution[static_cast<std::size_t>(tree.v0(i))]);
  }
  /// What moves a joint that is not free to move itself.
  std::string mover(int i) const {
    if (link(i).mimic) return "follows '" + link(link(i).mimic->link).joint_name + "'";
    return track(i)->place.is_constant() ? "is held where it is" : "moves along a path";
  }

  /// A coordinate and its velocity, as the run begins.
  struct Start {
    double q, v;
  };
  Start given(int i) const {
    const auto q0 = static_cast<std::size_t>(tree.q0(i)), v0 = static_cast<std::size_t>(tree.v0(i));
    return {(entry.q.empty() ? neutral : entry.q)[q0], entry.v.empty() ? 0 : entry.v[v0]};
  }
  Start start(int i) const {
    if (const auto& mimic = link(i).mimic) {
      const Start leader = start(mimic->link);
      return {mimic->multiplier * leader.q + mimic->offset, mimic->multiplier * leader.v};
    }
    if (const drive::Path* along = track(i))
      return {along->place.evaluate_at<double>(0, {}), along->rate.evaluate_at<double>(0, {})};
    return given(i);
  }

  void judge_start(int i) {
    if (!prescribed(i)) return;
    const auto compare = [&](const std::vector<double>& all, const char* key, int k, double typed, double taken) {
      if (all.empty() || same(typed, taken)) return;
      const std::string at = path(numbered(key, static_cast<std::size_t>(k)));
      findings.warning(scene.source.find(at), at,
                       called(i) + " " + mover(i) + ", and starts with " + rounded(taken, 10) + " instead of this " +
                           rounded(typed, 10),
                       "write " + rounded(taken, 10) + " here, or change what moves it");
    };
    compare(entry.q, ".q", tree.q0(i), given(i).q, start(i).q);
    compare(entry.v, ".v", tree.v0(i), given(i).v, start(i).v);
  }

  /// How far a joint may go in the run.
  JointLimits reach(int i) const {
    if (const auto& mimic = link(i).mimic) {
      if (mimic->multiplier == 0) return {.lower = mimic->offset, .upper = mimic->offset};
      const JointLimits leader = reach(mimic->link);
      const double a = mimic->multiplier * leader.lower + mimic->offset;
      const double b = mimic->multiplier * leader.upper + mimic->offset;
      return {.lower = std::min(a, b), .upper = std::max(a, b)};
    }
    if (const drive::Path* along = track(i))
      return along->place.is_constant() ? JointLimits{.lower = start(i).q, .upper = start(i).q} : JointLimits{};
    return bounces(i) ? link(i).limits : JointLimits{};
  }

  static std::string text_of(const JointLimits& limits) {
    if (limits.lower == -JointLimits::none) return "up to " + shortest(limits.upper);
    if (limits.upper == JointLimits::none) return "from " + shortest(limits.lower) + " on";
    return "from " + shortest(limits.lower) + " to " + shortest(limits.upper);
  }

  void judge_range(int i) {
    const JointLimits& limits = link(i).limits;
    if (limits.lower == -JointLimits::none && limits.upper == JointLimits::none) return;
    const double q = start(i).q;
    if (q < limits.lower || q > limits.upper) {
      const std::string at =
          entry.q.empty() ? link_path(scene, number, i) : path(numbered(".q", static_cast<std::size_t>(tree.q0(i))));
      const std::string what = called(i) + " starts at " + shortest(q) + ", beyond its range " + text_of(limits);
      if (bounces(i))
        findings.error(scene.source.find(at), at, what, "start it within its range, or give it another lower or upper");
      else
        findings.warning(scene.source.find(at), at, what,
                         "without a restitution joints pass the ends of their ranges, as if there were none");
      return;
    }
    const JointLimits far = reach(i);
    if (!bounces(i) || !prescribed(i)) return;
    if ((far.lower >= limits.lower || same(far.lower, limits.lower)) &&
        (far.upper <= limits.upper || same(far.upper, limits.upper)))
      return;
    const std::string at = link_path(scene, number, i);
    findings.warning(scene.source.find(at), at,
                     "the range of " + called(i) + ", " + text_of(limits) + ", is not watched, for it " + mover(i),
                     link(i).mimic ? "bound the range of '" + link(link(i).mimic->link).joint_name + "' instead"
                                   : "drive it by a target, or leave out its range");
  }

  void judge() {
    for (int i = 0; i < static_cast<int>(tree.links().size()); ++i)
      if (nv(link(i).joint) == 1) {
        judge_start(i);
        judge_range(i);
      }
  }
};

/// All mechanisms are one tree, whose state has one form.
void judge_forms(const Scene& scene, Diagnostics& findings) {
  const auto with = [&](MechanismForm form) {
    return std::find_if(scene.mechanisms.begin(), scene.mechanisms.end(),
                        [form](const MechanismEntry& entry) { return entry.form == form; });
  };
  const auto momenta = with(MechanismForm::momenta), velocities = with(MechanismForm::velocities);
  if (momenta == scene.mechanisms.end() || velocities == scene.mechanisms.end()) return;
  const std::string path =
      numbered("mechanism", static_cast<std::size_t>(momenta - scene.mechanisms.begin())) + ".state";
  findings.error(scene.source.find(path), path,
                 "the mechanisms of a scene have states of one form, and '" + velocities->name + "' has velocities",
                 "give each of them state = \"momenta\", or none");
}

}  // namespace

std::string link_path(const Scene& scene, std::size_t mechanism, int link) {
  const std::string whole = numbered("mechanism", mechanism);
  const std::string own = whole + "." + numbered("links", static_cast<std::size_t>(link));
  return scene.source.find(own) == scene.source.find(whole) ? whole : own;
}

void judge_mechanisms(const Scene& scene, Diagnostics& findings) {
  for (std::size_t i = 0; i < scene.mechanisms.size(); ++i)
    if (scene.mechanisms[i].tree) JointJudge{scene, i, findings}.judge();
  judge_forms(scene, findings);
}

}  // namespace polhode
