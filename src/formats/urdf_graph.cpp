// What hangs on what: names, roots, cycles, order, and coordinates that follow others.
#include <algorithm>
#include <functional>
#include <map>

#include <polhode/base/text.hpp>

#include "formats/urdf_robot.hpp"

namespace polhode::urdf {
namespace {

using Numbers = std::map<std::string_view, int>;

/// The first entry of each name; further ones are findings.
template <class Entry>
Numbers number_names(const std::vector<Entry>& entries, const char* kind, Context& context) {
  Numbers numbers;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    if (entry.name.empty()) continue;
    const auto [first, fresh] = numbers.emplace(entry.name, static_cast<int>(i));
    if (!fresh)
      context.error(entry.line, path_of(kind, entry.name),
                    "another " + std::string(kind) + " is called so already, on line " +
                        std::to_string(entries[static_cast<std::size_t>(first->second)].line),
                    "names must differ");
  }
  return numbers;
}

std::vector<std::string_view> names_of(const Numbers& numbers) {
  std::vector<std::string_view> names;
  for (const auto& [name, number] : numbers) names.push_back(name);
  return names;
}

/// Which links and joints hang together, by their numbers; −1 where there is none.
struct Joined {
  std::vector<int> parent, child;  ///< links, of each joint
  std::vector<int> holder;         ///< the joint on which each link hangs
  std::vector<int> named;          ///< links with a name of their own
  bool good = true;                ///< all joints name links
};

class Joiner {
 public:
  Joiner(const Robot& robot, Context& context) : robot_(robot), context_(context) {
    links_ = number_names(robot.links, "link", context);
    names_ = names_of(links_);
  }

  Joined join() {
    Joined joined;
    joined.holder.assign(robot_.links.size(), -1);
    for (const auto& [name, number] : links_) joined.named.push_back(number);
    std::sort(joined.named.begin(), joined.named.end());
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const JointEntry& joint = robot_.joints[j];
      const int parent = find(joint, joint.parent, "parent"), child = find(joint, joint.child, "child");
      joined.parent.push_back(parent);
      joined.child.push_back(child);
      joined.good = joined.good && parent >= 0 && child >= 0;
      if (parent >= 0 && parent == child) {
        context_.error(joint.child->line, joint.path,
                       "parent and child are the same link " + in_quotes(joint.child->name),
                       "a joint holds a link to another one");
        joined.good = false;
      } else if (child >= 0) {
        hang(joint, static_cast<int>(j), child, joined);
      }
    }
    return joined;
  }

 private:
  int find(const JointEntry& joint, const std::optional<Reference>& reference, const char* what) {
    if (!reference) return -1;
    const auto found = links_.find(reference->name);
    if (found != links_.end()) return found->second;
    context_.error(reference->line, joint.path + "." + what, "there is no link called " + in_quotes(reference->name),
                   context_.suggestion(reference->name, names_, "each link has its own <link name=\"…\">"));
    return -1;
  }
  void hang(const JointEntry& joint, int number, int child, Joined& joined) {
    int& holder = joined.holder[static_cast<std::size_t>(child)];
    if (holder < 0) {
      holder = number;
      return;
    }
    const JointEntry& first = robot_.joints[static_cast<std::size_t>(holder)];
    context_.error(joint.child->line, joint.path,
                   "the link " + in_quotes(joint.child->name) + " hangs already on " + first.path + ", line " +
                       std::to_string(first.line),
                   "each link hangs on one joint; loops are closed by <loop_joint>");
    joined.good = false;
  }

  const Robot& robot_;
  Context& context_;
  Numbers links_;
  std::vector<std::string_view> names_;
};

/// Several links that hang on nothing.
void refuse_roots(const Robot& robot, const std::vector<int>& roots, Context& context) {
  constexpr std::size_t most = 12;
  std::string all;
  for (std::size_t i = 0; i < std::min(roots.size(), most); ++i) {
    const UrdfLink& link = robot.links[static_cast<std::size_t>(roots[i])];
    all += (i == 0 ? "" : ", ") + in_quotes(link.name) + " (line " + std::to_string(link.line) + ")";
  }
  if (roots.size() > most) all += " …";
  const UrdfLink& second = robot.links[static_cast<std::size_t>(roots[1])];
  context.error(second.line, "robot", std::to_string(roots.size()) + " links hang on no joint: " + all,
                "a robot has one root; join the others to it, with fixed joints if they do not move");
}

/// Links that are no root and hang on none: they go round in circles. One finding for each circle.
void refuse_cycles(const Robot& robot, const Joined& joined, Context& context) {
  constexpr std::size_t most = 12;
  std::vector<int> seen(robot.links.size(), -1);  // the walk in which a link was met
  for (int start = 0; start < static_cast<int>(robot.links.size()); ++start) {
    const auto up = [&](int link) {
      const int joint = joined.holder[static_cast<std::size_t>(link)];
      return joint < 0 ? -1 : joined.parent[static_cast<std::size_t>(joint)];
    };
    int link = start;
    while (link >= 0 && seen[static_cast<std::size_t>(link)] < 0) {
      seen[static_cast<std::size_t>(link)] = start;
      link = up(link);
    }
    if (link < 0 || seen[static_cast<std::size_t>(link)] != start) continue;
    std::vector<int> circle{link};
    for (int next = up(link); next != link; next = up(next)) circle.push_back(next);
    // From parents to children, beginning with the link that stands first in the file.
    std::reverse(circle.begin(), circle.end());
    std::rotate(circle.begin(), std::min_element(circle.begin(), circle.end()), circle.end());
    std::string all;
    for (std::size_t i = 0; i < std::min(circle.size(), most); ++i)
      all += in_quotes(robot.links[static_cast<std::size_t>(circle[i])].name) + " → ";
    if (circle.size() > most) all += "… → ";
    const UrdfLink& first = robot.links[static_cast<std::size_t>(circle[0])];
    context.error(first.line, "robot", "these links hang on each other in a circle: " + all + in_quotes(first.name),
                  "one of them must hang on something else, or on nothing");
  }
}

std::vector<Place> depth_first(const Robot& robot, const Joined& joined, int root) {
  std::vector<std::vector<int>> joints(robot.links.size());  // those that hold children of a link
  for (std::size_t j = 0; j < robot.joints.size(); ++j)
    joints[static_cast<std::size_t>(joined.parent[j])].push_back(static_cast<int>(j));
  std::vector<Place> places, waiting{{root, -1, -1}};
  while (!waiting.empty()) {
    const Place next = waiting.back();
    waiting.pop_back();
    const int here = static_cast<int>(places.size());
    places.push_back(next);
    const std::vector<int>& below = joints[static_cast<std::size_t>(next.link)];
    for (auto joint = below.rbegin(); joint != below.rend(); ++joint)
      waiting.push_back({joined.child[static_cast<std::size_t>(*joint)], *joint, here});
  }
  return places;
}

/// Follows the chain of mimics of one joint after another; each joint is settled once.
class MimicResolver {
 public:
  MimicResolver(const Robot& robot, const Numbers& numbers, Context& context)
      : robot_(robot), context_(context), names_(names_of(numbers)), result_(robot.joints.size()) {
    for (const JointEntry& joint : robot.joints) next_.push_back(target(joint, numbers));
  }

  std::vector<std::optional<Follows>> resolve() {
    std::vector<int> walk(next_.size(), -1);
    for (int start = 0; start < static_cast<int>(next_.size()); ++start) {
      std::vector<int> chain;
      int joint = start;
      while (joint >= 0 && walk[static_cast<std::size_t>(joint)] < 0) {
        walk[static_cast<std::size_t>(joint)] = start;
        chain.push_back(joint);
        joint = next_[static_cast<std::size_t>(joint)];
      }
      if (joint >= 0 && walk[static_cast<std::size_t>(joint)] == start) {
        refuse_loop(chain, joint);
        continue;
      }
      std::for_each(chain.rbegin(), chain.rend(), [this](int one) { settle(one); });
    }
    return std::move(result_);
  }

 private:
  /// The joint that is followed directly, or −1.
  int target(const JointEntry& joint, const Numbers& numbers) {
    if (!joint.mimic) return -1;
    const std::string path = joint.path + ".mimic";
    const int line = joint.mimic->joint.line;
    const std::string& name = joint.mimic->joint.name;
    const auto found = numbers.find(name);
    if (found == numbers.end()) {
      context_.error(line, path, "there is no joint called " + in_quotes(name), context_.suggestion(name, names_));
      return -1;
    }
    const JointEntry& other = robot_.joints[static_cast<std::size_t>(found->second)];
    if (&other == &joint) {
      context_.error(line, path, "the joint follows itself", "name another joint, or remove <mimic>");
      return -1;
    }
    for (const JointEntry* one : {&joint, &other})
      if (one->joint && nv(*one->joint) != 1) {
        context_.error(line, path,
                       one->path + " has " + std::to_string(nv(*one->joint)) +
                           " degrees of freedom; one is needed to follow or to be followed",
                       "revolute, continuous, prismatic and helical joints have one");
        return -1;
      }
    return found->second;
  }
  void settle(int number) {
    const int next = next_[static_cast<std::size_t>(number)];
    if (next < 0) return;
    const MimicEntry& mimic = *robot_.joints[static_cast<std::size_t>(number)].mimic;
    Follows follows{next, mimic.multiplier, mimic.offset};
    if (const auto& further = result_[static_cast<std::size_t>(next)])
      follows = {further->joint, mimic.multiplier * further->multiplier,
                 mimic.multiplier * further->offset + mimic.offset};
    result_[static_cast<std::size_t>(number)] = follows;
  }
  void refuse_loop(const std::vector<int>& chain, int closing) {
    std::string all;
    for (auto joint = std::find(chain.begin(), chain.end(), closing); joint != chain.end(); ++joint)
      if (all.size() < 600) all += in_quotes(robot_.joints[static_cast<std::size_t>(*joint)].name) + " → ";
    const JointEntry& first = robot_.joints[static_cast<std::size_t>(closing)];
    context_.error(first.mimic->joint.line, first.path + ".mimic",
                   "these joints follow each other: " + all + in_quotes(first.name), "one of them must follow none");
  }

  const Robot& robot_;
  Context& context_;
  std::vector<std::string_view> names_;
  std::vector<int> next_;
  std::vector<std::optional<Follows>> result_;
};

}  // namespace

std::vector<Place> order_links(const Robot& robot, Context& context) {
  const Joined joined = Joiner(robot, context).join();
  // A joint that names a link wrongly leaves that link without a joint: one mistake, one finding.
  if (!joined.good || robot.links.empty()) return {};
  std::vector<int> roots;
  for (const int link : joined.named)
    if (joined.holder[static_cast<std::size_t>(link)] < 0) roots.push_back(link);
  refuse_cycles(robot, joined, context);
  if (roots.size() > 1) refuse_roots(robot, roots, context);
  if (roots.size() != 1) return {};
  return depth_first(robot, joined, roots[0]);
}

std::vector<std::optional<Follows>> resolve_mimics(const Robot& robot, Context& context) {
  const Numbers numbers = number_names(robot.joints, "joint", context);
  return MimicResolver(robot, numbers, context).resolve();
}

}  // namespace polhode::urdf
