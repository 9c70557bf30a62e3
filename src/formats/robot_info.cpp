#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/dynamics/tree/kinematics.hpp>
#include <polhode/dynamics/tree/quantities.hpp>
#include <polhode/formats/robot_queries.hpp>

#include "formats/robot_state.hpp"

namespace polhode {
namespace {

std::string range_text(const JointLimits& limits) {
  if (!std::isfinite(limits.lower) && !std::isfinite(limits.upper)) return {};
  return ", " + rounded(limits.lower, 4) + " … " + rounded(limits.upper, 4);
}

/// "v2", or "v2–v4" for several.
std::string numbers_text(const char* letter, int first, int count) {
  std::string text = letter + std::to_string(first + 1);
  if (count > 1) text += std::string("–") + letter + std::to_string(first + count);
  return text;
}

std::string link_line(const Tree& tree, int i) {
  const Link& link = tree.links()[static_cast<std::size_t>(i)];
  std::string line = link.name;
  if (link.mass) line += "  " + rounded(link.mass->mass(), 4) + " kg";
  line += "  (" + std::string(name_of(link.joint));
  if (nv(link.joint) > 0) line += " " + link.joint_name + ", " + numbers_text("q", tree.q0(i), nq(link.joint));
  line += range_text(link.limits);
  if (link.mimic) line += ", follows " + tree.links()[static_cast<std::size_t>(link.mimic->link)].joint_name;
  return line + ")";
}

/// Links deeper than this stand no farther to the right: a chain of thousands would be all blanks.
constexpr int deepest_indent = 40;

std::string drawing(const Tree& tree) {
  std::vector<std::vector<int>> children(tree.links().size() + 1);  // of the base, then of each link
  for (std::size_t i = 0; i < tree.links().size(); ++i)
    children[static_cast<std::size_t>(tree.links()[i].parent + 1)].push_back(static_cast<int>(i));
  struct Waiting {
    int link, depth;
    bool last;
    std::string indent;
  };
  std::vector<Waiting> waiting;  // no recursion: chains may be deeper than a program's stack
  const auto push_children = [&](int parent, int depth, const std::string& indent) {
    const std::vector<int>& below = children[static_cast<std::size_t>(parent + 1)];
    for (auto i = below.rbegin(); i != below.rend(); ++i) waiting.push_back({*i, depth, i == below.rbegin(), indent});
  };
  std::string text;
  push_children(-1, 0, "");
  while (!waiting.empty()) {
    const Waiting next = std::move(waiting.back());
    waiting.pop_back();
    text += next.indent + (next.last ? "└─ " : "├─ ") + link_line(tree, next.link) + "\n";
    const bool deep = next.depth >= deepest_indent;
    push_children(next.link, next.depth + 1, deep ? next.indent : next.indent + (next.last ? "   " : "│  "));
  }
  return text;
}

/// How far an origin of a link can be from the base: the way along its joints, stretched.
double reach(const Tree& tree) {
  double farthest = 0;
  std::vector<double> way;
  for (const Link& link : tree.links()) {
    double length = link.parent < 0 ? 0 : way[static_cast<std::size_t>(link.parent)];
    length += link.X_PF.p.norm();
    if (std::holds_alternative<joint::Prismatic>(link.joint)) {
      const double most = std::max(std::fabs(link.limits.lower), std::fabs(link.limits.upper));
      if (std::isfinite(most)) length += most;
    }
    if (std::holds_alternative<joint::Free>(link.joint)) length = 0;
    way.push_back(length);
    farthest = std::max(farthest, length);
  }
  return farthest;
}

}  // namespace

std::string tree_alone(std::size_t loops) {
  return "this is the tree alone, without the " +
         (loops == 1 ? "joint that closes a loop" : std::to_string(loops) + " joints that close loops");
}

std::string robot_info(const Tree& tree) {
  TotalsWorkspace work;
  const std::vector<double> q = tree.neutral();
  const Vec3 com = centre_of_mass(tree, q, work);
  std::string text = tree.name() + ": " + std::to_string(tree.links().size()) + " links, " + std::to_string(tree.nv()) +
                     " degrees of freedom";
  if (tree.nq() != tree.nv()) text += " (" + std::to_string(tree.nq()) + " coordinates)";
  text += ", " + rounded(tree.total_mass(), 5) + " kg, of which " + rounded(moving_mass(tree), 5) + " kg move\n";
  text += "  reach " + rounded(reach(tree), 4) + " m along its joints; centre of mass at zero (" + rounded(com[0], 4) +
          ", " + rounded(com[1], 4) + ", " + rounded(com[2], 4) + ") m\n";
  text += "base\n";
  return text + drawing(tree);
}

std::string robot_joints(const Tree& tree, bool mimic) {
  const Independent independent(tree, mimic);
  std::string text;
  for (int i = 0; i < static_cast<int>(tree.links().size()); ++i) {
    const Link& link = tree.links()[static_cast<std::size_t>(i)];
    if (nv(link.joint) == 0) continue;
    const int q = independent.q_place(tree.q0(i)), v = independent.v_place(tree.v0(i));
    if (mimic && link.mimic) {
      // Its own numbers follow from those of the joint it follows: they have no place in a state.
      const std::string leader = tree.links()[static_cast<std::size_t>(link.mimic->link)].joint_name;
      text += "–  –  " + link.joint_name + "  " + std::string(name_of(link.joint)) + "  follows " + leader + ": " +
              shortest(link.mimic->multiplier) + " q" + std::to_string(q + 1) +
              (link.mimic->offset < 0 ? " − " : " + ") + shortest(std::fabs(link.mimic->offset)) + "\n";
      continue;
    }
    text += numbers_text("q", q, nq(link.joint)) + "  " + numbers_text("v", v, nv(link.joint)) + "  " +
            link.joint_name + "  " + std::string(name_of(link.joint)) + "\n";
  }
  return text;
}

}  // namespace polhode
