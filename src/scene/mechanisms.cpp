#include "scene/mechanisms.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

#include "scene/names.hpp"

namespace polhode {
namespace {

/// A start that leaves a loop open by more than this [m, or 1] is a mistake rather than a rounding.
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
  std::vector<Loop> loops;

  void add(const MechanismEntry& entry) {
    const int first = static_cast<int>(links.size());
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
    }
    const auto count = static_cast<std::size_t>(entry.tree->nv());
    const std::vector<double> at_zero = entry.tree->neutral(), at_rest(count, 0.0);
    append(q, entry.q.empty() ? at_zero : entry.q);
    append(v, entry.v.empty() ? at_rest : entry.v);
    append(drives, entry.drives.empty() ? std::vector<Drive>(count) : entry.drives);
    append(restitution, entry.restitution);
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
  }

 private:
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

int find_link(const std::vector<Link>& links, const std::string& name) {
  const auto found = std::find_if(links.begin(), links.end(), [&](const Link& link) { return link.name == name; });
  return found == links.end() ? -1 : static_cast<int>(found - links.begin());
}

/// A loop by the numbers of its links; nothing, with findings, if a link is not there.
std::optional<Loop> loop_of(const Scene& scene, std::size_t i, const std::vector<Link>& links, Diagnostics& findings) {
  const LoopEntry& entry = scene.loops[i];
  if (entry.kind == nullptr) return std::nullopt;
  Loop loop{.name = entry.name, .kind = entry.kind, .X_LA = entry.X_LF[0], .X_LB = entry.X_LF[1]};
  bool known = true;
  for (std::size_t k = 0; k < 2; ++k) {
    if (entry.links[k] == world_name) continue;
    const int link = find_link(links, entry.links[k]);
    (k == 0 ? loop.a : loop.b) = link;
    if (link >= 0) continue;
    std::vector<std::string> names{std::string(world_name)};
    for (const Link& one : links) names.push_back(one.name);
    report_unknown(scene, "link", entry.links[k], numbered("loop", i) + "." + numbered("bodies", k), names, findings);
    known = false;
  }
  return known ? std::optional(loop) : std::nullopt;
}

/// Closes the loops of the start; a finding if they are far from closed.
void close_start(const Scene& scene, const Mechanism& mechanism, std::vector<double>& x0, Diagnostics& findings) {
  const double gap = mechanism.read(0, x0).loop_error;
  mechanism.close_loops(0, x0);
  const double left = mechanism.read(0, x0).loop_error;
  const std::string path = scene.loops.empty() ? "mechanism[0]" : "loop[0]";
  if (gap > gap_allowed || !(left <= gap_unsaid))
    findings.error(scene.source.find(path), path,
                   "the loops are open by " + rounded(gap, 3) + " at the start, and cannot be closed from there",
                   "start with joints at which they meet, or nearly so");
  else if (gap > gap_unsaid)
    findings.warning(scene.source.find(path), path,
                     "the loops are open by " + rounded(gap, 3) + " at the start; joints were moved to close them",
                     "the states of the run show where");
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
  MechanismForm form = MechanismForm::velocities;
  std::optional<ComputedTorque> computed;
  for (const MechanismEntry& entry : scene.mechanisms) {
    if (!entry.tree) return {};
    forest.add(entry);
    if (entry.form == MechanismForm::momenta) form = entry.form;
    if (entry.computed) computed = entry.computed;
  }
  for (std::size_t i = 0; i < absorbed.size(); ++i) forest.add(absorbed[i], starts[i]);
  std::vector<LinkLoad> on_links;
  for (const FreeBody& body : loads.links)
    if (const int link = find_link(forest.links, body.name); link >= 0) add_loads(scene, body, link, on_links);
  for (const FreeBody& body : absorbed) add_loads(scene, body, find_link(forest.links, body.name), on_links);
  std::vector<PairLoad> pairs = loads.pairs;
  for (PairLoad& pair : pairs)
    std::visit(
        [&](auto& one) {
          for (auto& end : one.ends) {
            BodyIndex* index;
            if constexpr (requires { end.body; })
              index = &end.body;
            else
              index = &end;
            if (!index->valid()) continue;
            const std::string& name = index->value < loads.bodies
                                          ? absorbed[static_cast<std::size_t>(index->value)].name
                                          : loads.links[static_cast<std::size_t>(index->value - loads.bodies)].name;
            index->value = find_link(forest.links, name);
          }
        },
        pair);
  std::vector<Loop> loops = forest.loops;
  for (std::size_t i = 0; i < scene.loops.size(); ++i)
    if (auto loop = loop_of(scene, i, forest.links, findings)) loops.push_back(*std::move(loop));
  if (loops.size() != forest.loops.size() + scene.loops.size()) return {};

  MechanismDescription description{.tree = Tree("mechanisms", forest.links),
                                   .parts = forest.parts,
                                   .gravity = scene.world.gravity,
                                   .drives = forest.drives,
                                   .computed = std::move(computed),
                                   .loads = std::move(on_links),
                                   .pairs = std::move(pairs),
                                   .loops = std::move(loops),
                                   .restitution = forest.restitution,
                                   .rest_size = rest_size,
                                   .form = form};
  if (const std::string why = Mechanism::misfit(description); !why.empty()) {
    findings.error(scene.source.find("mechanism[0]"), "mechanism[0]", why, "change the mechanism, or what drives it");
    return {};
  }
  BuiltMechanisms built;
  built.mechanism = std::make_shared<const Mechanism>("mechanisms", std::move(description));
  built.x0 = built.mechanism->state_of(forest.q, forest.v);
  if (!built.mechanism->description().loops.empty()) close_start(scene, *built.mechanism, built.x0, findings);
  built.mechanism->settle(0, std::vector<double>(built.x0), built.x0);
  built.limits = limit_watches(built.mechanism);
  return built;
}

}  // namespace polhode
