#include "scene/mechanisms.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

#include "scene/mechanism_findings.hpp"
#include "scene/names.hpp"

namespace polhode {
namespace {

/// A start that leaves a loop open by more than this part of the mechanism's size is a mistake rather than a rounding.
constexpr double gap_allowed = 0.01;
/// Digits beyond these are not typed: a gap below is closed without a word.
constexpr double gap_unsaid = 1e-9;

/// One tree of all mechanisms, and the parts it has.
struct Forest {
  std::vector<Link> links;
  std::vector<MechanismPart> parts;
  std::vector<double> q, v;
  std::vector<Drive> drives;
  std::vector<double> restitution;
  ComputedTorque computed;
  std::vector<Loop> loops;
  std::vector<std::string> loop_paths;  ///< where the scene says each of them

  void add(const MechanismEntry& entry) {
    const int first = static_cast<int>(links.size());
    const std::string path = numbered("mechanism", parts.size());
    parts.push_back({entry.name, first, static_cast<int>(entry.tree->links().size())});
    for (Link link : entry.tree->links()) {
      link.name = entry.name + "." + link.name;
      link.joint_name = link.joint_name.empty() ? link.name : entry.name + "." + link.joint_name;
      if (link.parent >= 0) link.parent += first;
      if (link.mimic) link.mimic->link += first;
      link.resistance.friction_speed = entry.friction_speed;
      links.push_back(std::move(link));
    }
    for (Loop loop : entry.loops) {
      loop.name = entry.name + "." + loop.name;
      loop.a += first;
      loop.b += first;
      loops.push_back(std::move(loop));
      loop_paths.push_back(path);
    }
    const auto count = static_cast<std::size_t>(entry.tree->nv());
    const std::vector<double> at_zero = entry.tree->neutral(), at_rest(count, 0.0);
    append(q, entry.q.empty() ? at_zero : entry.q);
    append(v, entry.v.empty() ? at_rest : entry.v);
    append(drives, entry.drives.empty() ? std::vector<Drive>(count) : entry.drives);
    append(restitution, entry.restitution);
    add_computed(entry.computed, static_cast<int>(count));
  }
  void add(const FreeBody& body, const FreeBodyState& start) {
    parts.push_back({body.name, static_cast<int>(links.size()), 1, true});
    links.push_back({.name = body.name, .joint_name = body.name, .joint = joint::Free{}, .mass = body.mass});
    const Vec3 r_W = start.R_WB * body.mass.com(), p = start.p_WBcm - r_W;
    const Vec3 v_B = start.R_WB.inverse() * start.v_WBcm - cross_matrix(start.w_WB_B) * body.mass.com();
    const Vec4 wxyz = start.R_WB.quaternion();
    append(q, std::vector<double>{p[0], p[1], p[2], wxyz[1], wxyz[2], wxyz[3], wxyz[0]});
    append(v, std::vector<double>{v_B[0], v_B[1], v_B[2], start.w_WB_B[0], start.w_WB_B[1], start.w_WB_B[2]});
    append(drives, std::vector<Drive>(6));
    append(restitution, std::vector<double>(6, std::numeric_limits<double>::quiet_NaN()));
    add_computed({}, 6);
  }

 private:
  /// Velocities that no computed torque leads have places in its lists all the same.
  void add_computed(const std::optional<ComputedTorque>& given, int count) {
    const auto n = static_cast<std::size_t>(count);
    const std::vector<Expression> none(n, Expression::constant(0));
    append(computed.target, given ? given->target : none);
    append(computed.rate, given ? given->rate : none);
    append(computed.acceleration, given ? given->acceleration : none);
    append(computed.kp, given ? given->kp : std::vector<double>(n, 0.0));
    append(computed.kd, given ? given->kd : std::vector<double>(n, 0.0));
    append(computed.governed, std::vector<char>(n, given ? 1 : 0));
  }
  template <class T>
  static void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }
};

/// The loads of a link's body, less the world's gravity, which the tree has itself.
void add_loads(const Scene& scene, const FreeBody& body, int link, std::vector<LinkLoad>& loads) {
  bool gravity_seen = false;
  for (const Load& load : body.loads) {
    const auto* gravity = std::get_if<load::Gravity>(&load);
    if (!gravity_seen && gravity != nullptr && gravity->g_W == scene.world.gravity && gravity->label.empty()) {
      gravity_seen = true;
      continue;
    }
    loads.push_back({link, load});
  }
}

/// A loop by the numbers of its links; nothing, with findings, if a link is not there.
std::optional<Loop> loop_of(const Scene& scene, std::size_t i, const Tree& tree, Diagnostics& findings) {
  const LoopEntry& entry = scene.loops[i];
  if (entry.kind == nullptr) return std::nullopt;
  Loop loop{.name = entry.name, .kind = entry.kind, .X_LA = entry.X_LF[0], .X_LB = entry.X_LF[1]};
  bool known = true;
  for (std::size_t k = 0; k < 2; ++k) {
    if (entry.links[k] == world_name) continue;
    const int link = tree.find_link(entry.links[k]);
    (k == 0 ? loop.a : loop.b) = link;
    if (link >= 0) continue;
    std::vector<std::string> names{std::string(world_name)};
    for (const Link& one : tree.links()) names.push_back(one.name);
    report_unknown(scene, "link", entry.links[k], numbered("loop", i) + "." + numbered("bodies", k), names, findings);
    known = false;
  }
  return known ? std::optional(loop) : std::nullopt;
}

/// All points of the mechanisms that a loop ties together, where they are at the start, and how they spread about their
/// centres: what a gap is large or small against [m].
double size_around(const Mechanism& mechanism, const Loop& loop, VecIn x) {
  std::vector<Pose> X_WB;
  mechanism.poses(0, x, X_WB);
  const auto of_link = [&](int link, const Vec3& p) { return link < 0 ? p : X_WB[static_cast<std::size_t>(link)] * p; };
  Vec3 low = of_link(loop.a, loop.X_LA.p), high = low;
  const auto add = [&](const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  };
  add(of_link(loop.b, loop.X_LB.p));
  double spread = 0;
  for (const MechanismPart& part : mechanism.parts()) {
    const auto within = [&](int link) { return link >= part.first && link < part.first + part.links; };
    if (!within(loop.a) && !within(loop.b)) continue;
    for (int i = part.first; i < part.first + part.links; ++i) {
      add(of_link(i, Vec3::Zero()));
      const auto& mass = mechanism.tree().links()[static_cast<std::size_t>(i)].mass;
      if (!mass) continue;
      add(of_link(i, mass->com()));
      spread = std::max(spread, std::sqrt(0.5 * mass->inertia().trace() / mass->mass()));
    }
  }
  return (high - low).norm() + spread;
}

/// The loop that is farthest from closed.
struct WidestLoop {
  std::size_t number = 0;
  double part = 0;   ///< of the size of what it ties; of axes, the sine of the angle by which they are off
  std::string text;  ///< how far
};
WidestLoop widest_loop(const Mechanism& mechanism, VecIn x, const std::vector<double>& sizes) {
  const std::vector<LoopGap> gaps = mechanism.read(0, x).loop_gaps;
  WidestLoop widest;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const double place = sizes[i] > 0 ? gaps[i].place / sizes[i] : 0;
    if (std::max(place, gaps[i].angle) <= widest.part) continue;
    widest = {i, std::max(place, gaps[i].angle),
              place >= gaps[i].angle ? rounded(gaps[i].place, 3) + " m"
                                     : rounded(fn::asin(std::min(1.0, gaps[i].angle)), 3) + " rad"};
  }
  return widest;
}

/// Closes the loops of the start; a finding about the one that is widest open if they are far from closed.
void close_start(const Scene& scene, const std::vector<std::string>& paths, const Mechanism& mechanism,
                 std::vector<double>& x0, Diagnostics& findings) {
  const std::vector<Loop>& loops = mechanism.description().loops;
  std::vector<double> sizes;
  for (const Loop& loop : loops) sizes.push_back(size_around(mechanism, loop, x0));
  const WidestLoop before = widest_loop(mechanism, x0, sizes);
  mechanism.close_loops(0, x0);
  const WidestLoop after = widest_loop(mechanism, x0, sizes);
  const bool closed = all_finite(x0) && after.part <= gap_unsaid;
  const std::size_t number = closed || after.text.empty() ? before.number : after.number;
  const std::string& path = paths[number];
  const std::string which = "loop '" + loops[number].name + "'";
  const std::string hint = "start with joints at which its frames meet, or nearly so";
  if (!closed)
    findings.error(scene.source.find(path), path,
                   which + " stays open" + (after.text.empty() ? "" : " by " + after.text) +
                       " when joints are moved from the start to close it",
                   hint);
  else if (before.part > gap_allowed)
    findings.error(scene.source.find(path), path,
                   which + " is open by " + before.text + " at the start, more than a hundredth of the size, " +
                       rounded(sizes[number], 3) + " m, of what it joins",
                   hint);
  else if (before.part > gap_unsaid)
    findings.warning(scene.source.find(path), path,
                     which + " is open by " + before.text + " at the start; joints were moved to close it",
                     "the states of the run show where");
}

/// The numbers of links for those of bodies.
void renumber(PairLoad& pair, const MechanismLoads& loads, const std::vector<FreeBody>& absorbed, const Tree& tree) {
  const auto link_of = [&](BodyIndex& index) {
    if (!index.valid()) return;
    const std::string& name = index.value < loads.bodies
                                  ? absorbed[static_cast<std::size_t>(index.value)].name
                                  : loads.links[static_cast<std::size_t>(index.value - loads.bodies)].name;
    index.value = tree.find_link(name);
  };
  std::visit(
      [&](auto& one) {
        for (auto& end : one.ends) {
          if constexpr (requires { end.body; })
            link_of(end.body);
          else
            link_of(end);
        }
      },
      pair);
}

/// What acts on the links of the tree.
void hang_loads(const Scene& scene, const MechanismLoads& loads, const std::vector<FreeBody>& absorbed,
                MechanismDescription& description) {
  for (const FreeBody& body : loads.links)
    if (const int link = description.tree.find_link(body.name); link >= 0)
      add_loads(scene, body, link, description.loads);
  for (const FreeBody& body : absorbed)
    add_loads(scene, body, description.tree.find_link(body.name), description.loads);
  description.pairs = loads.pairs;
  for (PairLoad& pair : description.pairs) renumber(pair, loads, absorbed, description.tree);
}

/// Points to the link, or the body, that does not fit.
void report(const Scene& scene, const std::vector<MechanismPart>& parts, const Mechanism::Misfit& misfit,
            Diagnostics& findings) {
  std::string path = "mechanism[0]";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const int link = misfit.link - parts[i].first;
    if (misfit.link < 0 || link < 0 || link >= parts[i].links) continue;
    path = parts[i].is_body ? numbered("body", i - scene.mechanisms.size()) : link_path(scene, i, link);
  }
  findings.error(scene.source.find(path), path, misfit.why, "change the mechanism, or what drives it");
}

/// The description of all of them but for what acts; nothing, with findings, if a loop has no links.
std::optional<MechanismDescription> described(const Scene& scene, Forest& forest, Diagnostics& findings) {
  MechanismDescription description{.tree = Tree("mechanisms", forest.links),
                                   .parts = forest.parts,
                                   .gravity = scene.world.gravity,
                                   .drives = forest.drives,
                                   .restitution = forest.restitution,
                                   .form = scene.mechanisms[0].form};
  const std::vector<char>& governed = forest.computed.governed;
  if (std::find(governed.begin(), governed.end(), 1) != governed.end()) description.computed = forest.computed;
  bool known = true;
  for (std::size_t i = 0; i < scene.loops.size(); ++i) {
    auto loop = loop_of(scene, i, description.tree, findings);
    known = known && loop;
    if (!loop) continue;
    forest.loops.push_back(*std::move(loop));
    forest.loop_paths.push_back(numbered("loop", i));
  }
  description.loops = forest.loops;
  return known ? std::optional(std::move(description)) : std::nullopt;
}

}  // namespace

std::vector<FreeBody> link_bodies(const Scene& scene) {
  std::vector<FreeBody> bodies;
  for (const MechanismEntry& mechanism : scene.mechanisms) {
    if (!mechanism.tree) continue;
    for (const Link& link : mechanism.tree->links())
      if (link.mass) bodies.push_back({.name = mechanism.name + "." + link.name, .mass = *link.mass});
  }
  return bodies;
}

std::vector<PairLoad> take_link_pairs(int bodies, std::vector<PairLoad>& pairs) {
  const auto of_link = [bodies](const PairLoad& pair) {
    const std::array<BodyIndex, 2> which = bodies_of(pair);
    return which[0].value >= bodies || which[1].value >= bodies;
  };
  const auto first =
      std::stable_partition(pairs.begin(), pairs.end(), [&](const PairLoad& pair) { return !of_link(pair); });
  std::vector<PairLoad> taken(first, pairs.end());
  pairs.erase(first, pairs.end());
  return taken;
}

BuiltMechanisms mechanisms_of(const Scene& scene, const MechanismLoads& loads, const std::vector<FreeBody>& absorbed,
                              const std::vector<FreeBodyState>& starts, double rest_size, Diagnostics& findings) {
  Forest forest;
  for (const MechanismEntry& entry : scene.mechanisms) {
    if (!entry.tree) return {};
    forest.add(entry);
  }
  for (std::size_t i = 0; i < absorbed.size(); ++i) forest.add(absorbed[i], starts[i]);
  auto description = described(scene, forest, findings);
  if (!description) return {};
  hang_loads(scene, loads, absorbed, *description);
  description->rest_size = rest_size;
  if (const auto misfit = Mechanism::misfit(*description)) {
    report(scene, forest.parts, *misfit, findings);
    return {};
  }
  BuiltMechanisms built;
  built.mechanism = std::make_shared<const Mechanism>("mechanisms", *std::move(description));
  built.x0 = built.mechanism->state_of(forest.q, forest.v);
  if (!forest.loops.empty()) close_start(scene, forest.loop_paths, *built.mechanism, built.x0, findings);
  built.mechanism->settle(0, std::vector<double>(built.x0), built.x0);
  built.limits = limit_watches(built.mechanism);
  return built;
}

}  // namespace polhode
