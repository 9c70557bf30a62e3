// <loop_joint>: a joint between two links that hang in the tree already, so that it closes a loop. Beyond URDF.
#include <algorithm>
#include <map>

#include "formats/urdf_robot.hpp"

namespace polhode::urdf {
namespace {

const LoopKind* read_kind(Element& element) {
  if (!element.require("type", "<loop_joint name=\"pin\" type=\"revolute\">")) return nullptr;
  const std::string given = *element.text("type");
  // URDF's own word for a hinge without a range.
  if (const LoopKind* kind = find_loop_kind(given == "continuous" ? "revolute" : given)) return kind;
  std::vector<std::string_view> names;
  for (const LoopKind& kind : loop_kinds()) names.push_back(kind.name);
  refuse_type(element, given, names, "loop_joint");
  return nullptr;
}

void read_end(Element& loop, const char* name, LoopEnd& end) {
  auto element = loop.child(name);
  const std::string example = "<" + std::string(name) + " link=\"arm\" xyz=\"0 0 0\" rpy=\"0 0 0\"/>";
  if (!element) {
    loop.error("<" + std::string(name) + "> is missing", "for example " + example);
    return;
  }
  end.path = element->path();
  if (element->require("link", example)) end.link = Reference{*element->text("link"), element->line("link")};
  end.X_LF = read_pose(*element);
  element->finish();
}

/// Turns the frames of both ends as conditions have them: z along the axis; of a universal joint x of the first end
/// along <axis>, and y of the second along <axis2>.
void read_axes(Element& element, LoopJointEntry& entry) {
  const auto turn = [](LoopEnd& end, const std::optional<Vec3>& axis, const Rotation& R_ZF) {
    if (axis) end.X_LF.R = end.X_LF.R * Rotation::from_z_to(*axis) * R_ZF;
  };
  if (entry.kind->name == "fixed" || entry.kind->name == "spherical") {
    element.pass({"axis"});
  } else if (entry.kind->name != "universal") {
    const auto axis = read_axis(element, "axis");
    for (LoopEnd& end : entry.ends) turn(end, axis, Rotation());
  } else {
    const auto first = read_axis(element, "axis"), second = read_axis(element, "axis2");
    if (!element.has_child("axis2"))
      element.error("<axis2> is missing", "a universal joint has two axes, for example <axis2 xyz=\"0 1 0\"/>");
    // What turns z to the axis, after what turns x, or y, to z.
    turn(entry.ends[0], first, Rotation::about_y(-pi / 2));
    turn(entry.ends[1], second, Rotation::about_x(pi / 2));
  }
}

}  // namespace

LoopJointEntry read_loop_joint(Element& element) {
  LoopJointEntry entry{.name = read_name(element, "loop_joint"), .path = element.path(), .line = element.line()};
  if (!entry.name.empty()) element.rename(entry.path = path_of("loop_joint", entry.name));
  entry.kind = read_kind(element);
  read_end(element, "link1", entry.ends[0]);
  read_end(element, "link2", entry.ends[1]);
  if (entry.kind != nullptr)
    read_axes(element, entry);
  else
    element.pass({"axis", "axis2"});
  element.finish();
  return entry;
}

std::vector<Loop> resolve_loops(const Robot& robot, const std::vector<Place>& places, Context& context) {
  std::map<std::string_view, int> links, names;  // of links: where they stand in the tree, −1 if there is none
  for (const UrdfLink& link : robot.links) links.emplace(link.name, -1);
  for (std::size_t i = 0; i < places.size(); ++i)
    links[robot.links[static_cast<std::size_t>(places[i].link)].name] = static_cast<int>(i);
  std::vector<std::string_view> known;
  for (const auto& [name, place] : links) known.push_back(name);
  std::vector<Loop> loops;
  for (const LoopJointEntry& entry : robot.loops) {
    if (const auto [first, fresh] = names.emplace(entry.name, entry.line); !fresh && !entry.name.empty())
      context.error(entry.line, entry.path,
                    "another loop_joint is called so already, on line " + std::to_string(first->second),
                    "names must differ");
    std::array<int, 2> place{-1, -1};
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& link = entry.ends[k].link;
      if (!link) continue;
      if (const auto found = links.find(link->name); found != links.end())
        place[k] = found->second;
      else
        context.error(link->line, entry.ends[k].path, "there is no link called " + in_quotes(link->name),
                      context.suggestion(link->name, known, "each link has its own <link name=\"…\">"));
    }
    const auto &a = entry.ends[0].link, &b = entry.ends[1].link;
    if (a && b && a->name == b->name)
      context.error(b->line, entry.path, "link1 and link2 are the same link " + in_quotes(b->name),
                    "a loop is closed between two links");
    if (entry.kind != nullptr)
      loops.push_back({entry.name, entry.kind, place[0], place[1], entry.ends[0].X_LF, entry.ends[1].X_LF});
  }
  return loops;
}

}  // namespace polhode::urdf
