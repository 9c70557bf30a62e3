#include <polhode/formats/urdf.hpp>

#include <algorithm>
#include <map>

#include <polhode/base/text.hpp>
#include <polhode/formats/robot_queries.hpp>

#include "formats/file.hpp"
#include "formats/urdf_robot.hpp"

namespace polhode {
namespace {

using urdf::Context;
using urdf::JointEntry;
using urdf::Place;
using urdf::Robot;

/// A name that no joint of the file has.
std::string root_joint_name(const Robot& robot) {
  std::string name = "root_joint";
  const auto taken = [&](const JointEntry& joint) { return joint.name == name; };
  while (std::any_of(robot.joints.begin(), robot.joints.end(), taken)) name += "_";
  return name;
}

Link make_link(const UrdfLink& given, const JointEntry* joint, int parent) {
  Link link{.name = given.name, .parent = parent, .shapes = given.shapes};
  if (joint == nullptr) return link;
  link.joint_name = joint->name;
  link.joint = joint->joint.value_or(joint::Fixed{});
  link.X_PF = joint->X_PF;
  link.resistance = joint->resistance;
  link.limits = joint->limits;
  return link;
}

/// Joints that move nothing that weighs: accelerations have no answer there.
void warn_of_massless(const Robot& robot, const std::vector<Place>& places, const std::vector<Link>& links,
                      Context& context) {
  std::vector<char> weighs(places.size());
  for (std::size_t i = places.size(); i-- > 0;) {
    weighs[i] = weighs[i] || links[i].mass.has_value();
    if (places[i].parent >= 0) weighs[static_cast<std::size_t>(places[i].parent)] |= weighs[i];
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (weighs[i] || nv(links[i].joint) == 0) continue;
    const int line = places[i].joint < 0 ? robot.links[static_cast<std::size_t>(places[i].link)].line
                                         : robot.joints[static_cast<std::size_t>(places[i].joint)].line;
    context.warning(line, urdf::path_of("joint", links[i].joint_name),
                    "nothing that hangs on this joint has mass, so forces on it have no definite acceleration",
                    "give " + urdf::in_quotes(links[i].name) + " an <inertial>, or make the joint fixed");
  }
}

std::vector<Link> make_links(const Robot& robot, const std::vector<Place>& places, const std::string& file,
                             const UrdfOptions& options, Context& context) {
  const auto masses = urdf::settle_masses(robot, places, file, context);
  const auto follows = urdf::resolve_mimics(robot, context);
  std::vector<int> place_of(robot.joints.size(), -1);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i].joint >= 0) place_of[static_cast<std::size_t>(places[i].joint)] = static_cast<int>(i);
  std::vector<Link> links;
  for (const Place& place : places) {
    const auto number = static_cast<std::size_t>(place.joint);
    const JointEntry* joint = place.joint < 0 ? nullptr : &robot.joints[number];
    links.push_back(make_link(robot.links[static_cast<std::size_t>(place.link)], joint, place.parent));
    links.back().mass = masses[static_cast<std::size_t>(place.link)];
    if (joint != nullptr && follows[number])
      links.back().mimic = Mimic{place_of[static_cast<std::size_t>(follows[number]->joint)],
                                 follows[number]->multiplier, follows[number]->offset};
  }
  if (!links.empty()) {
    links[0].joint_name = root_joint_name(robot);
    if (options.floating_base) links[0].joint = joint::Free{};
  }
  return links;
}

}  // namespace

bool is_urdf_file(const std::string& file) { return lower_case(file).ends_with(".urdf"); }

Result<UrdfRobot> read_urdf_robot(std::string_view text, const std::string& file, const UrdfOptions& options) {
  Context context(file);
  const auto robot = urdf::read_robot(text, context);
  if (!robot) return std::move(context.findings);
  for (const UrdfLink& link : robot->links) context.findings.append(link.findings);
  const std::vector<Place> places = urdf::order_links(*robot, context);
  std::vector<Link> links = make_links(*robot, places, file, options, context);
  std::vector<Loop> loops = urdf::resolve_loops(*robot, places, context);
  if (context.findings.has_errors()) return std::move(context.findings);
  warn_of_massless(*robot, places, links, context);
  auto tree = Tree::checked(robot->name, std::move(links), "robot");
  for (Diagnostic finding : tree.diagnostics()) {
    finding.where.file = file;
    context.findings.add(std::move(finding));
  }
  if (!tree.ok()) return std::move(context.findings);
  return {UrdfRobot{*std::move(tree), std::move(loops)}, std::move(context.findings)};
}

Result<UrdfRobot> read_urdf_robot_file(const std::string& path, const UrdfOptions& options) {
  const auto text = read_file(path);
  if (!text.ok()) return text.diagnostics();
  return read_urdf_robot(*text, path, options);
}

Result<Tree> read_urdf(std::string_view text, const std::string& file, const UrdfOptions& options) {
  auto robot = read_urdf_robot(text, file, options);
  Diagnostics findings = robot.diagnostics();
  if (!robot.ok()) return findings;
  if (!robot->loops.empty())
    findings.warning({file, 1, 0}, "robot", tree_alone(robot->loops.size()), "a scene with urdf = \"…\" closes them");
  return {std::move(robot->tree), std::move(findings)};
}

Result<Tree> read_urdf_file(const std::string& path, const UrdfOptions& options) {
  const auto text = read_file(path);
  if (!text.ok()) return text.diagnostics();
  return read_urdf(*text, path, options);
}

Result<UrdfLinks> urdf_links(std::string_view text, const std::string& file) {
  Context context(file);
  auto robot = urdf::read_robot(text, context);
  if (!robot) return std::move(context.findings);
  std::map<std::string_view, UrdfLink*> links;
  for (UrdfLink& link : robot->links) links.emplace(link.name, &link);
  for (const JointEntry& joint : robot->joints)
    if (const auto parent = links.find(joint.parent ? joint.parent->name : ""); parent != links.end())
      parent->second->p_BF.push_back(joint.X_PF.p);
  const std::vector<Place> places = urdf::order_links(*robot, context);
  (void)urdf::resolve_mimics(*robot, context);
  (void)urdf::resolve_loops(*robot, places, context);
  return UrdfLinks{file, std::move(robot->name), std::move(robot->links), std::move(context.findings)};
}

Result<UrdfLinks> load_urdf_links(const std::string& path) {
  const auto text = read_file(path);
  if (!text.ok()) return text.diagnostics();
  return urdf_links(*text, path);
}

}  // namespace polhode
