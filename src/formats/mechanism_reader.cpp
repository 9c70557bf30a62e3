// [[mechanism]] and [[loop]].
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

constexpr std::array<std::string_view, 4> ways{"urdf", "mdh", "dh", "links"};
std::optional<Tree> read_urdf_tree(TableReader& table, FileLoaders files, std::vector<Loop>& loops) {
  const auto path = table.text("urdf");
  const bool floating = table.truth("floating_base").value_or(false);
  if (!path) return std::nullopt;
  if (!files.robot) {
    table.error(*table.find("urdf"), "urdf", "a scene without files beside it has no robots", "give links, or mdh");
    return std::nullopt;
  }
  auto robot = files.robot(*path, floating);
  for (Diagnostic finding : robot.diagnostics()) {
    if (finding.where.line == 0) {
      if (!finding.where.file.empty()) finding.message = "'" + finding.where.file + "' " + finding.message;
      finding.where = table.find("urdf")->where;
      finding.path = table.path("urdf");
    }
    table.context().findings.add(std::move(finding));
  }
  if (!robot.ok()) return std::nullopt;
  loops = std::move(robot->loops);
  return std::move(robot->tree);
}

/// The same links on a base P that stands elsewhere in what was P before.
Tree placed(const Tree& tree, const Pose& X_PP) {
  std::vector<Link> links = tree.links();
  for (Link& link : links)
    if (link.parent < 0) link.X_PF = X_PP * link.X_PF;
  return {tree.name(), std::move(links)};
}

/// Loops are those that a robot's file has itself.
std::optional<Tree> read_tree(TableReader& table, const std::string& name, FileLoaders files,
                              std::vector<Loop>& loops) {
  std::vector<std::string_view> given;
  for (std::string_view way : ways)
    if (table.has(way)) given.push_back(way);
  if (given.size() != 1) {
    for (std::string_view way : ways) table.find(way);
    const std::string hint = "give urdf = \"robot.urdf\", or mdh = [ … ], or dh = [ … ], or links = [ … ]";
    if (given.empty())
      table.missing("links", hint);
    else
      table.error(*table.node().find(given[1]), given[1],
                  "'" + std::string(given[0]) + "' already says what this mechanism is made of", hint);
    return std::nullopt;
  }
  if (given[0] == "urdf") return read_urdf_tree(table, files, loops);
  if (given[0] == "links") {
    auto links = read_links(table, table.context(), files);
    if (!links) return std::nullopt;
    auto tree = Tree::checked(name, *std::move(links), table.path());
    for (Diagnostic finding : tree.diagnostics()) {
      finding.where = table.context().source.find(finding.path);
      table.context().findings.add(std::move(finding));
    }
    return tree.ok() ? std::optional(*std::move(tree)) : std::nullopt;
  }
  const auto rows = read_dh_rows(table, given[0]);
  if (!rows) return std::nullopt;
  const auto convention = given[0] == "mdh" ? textbook::DhConvention::modified : textbook::DhConvention::standard;
  return textbook::from_dh(name, *rows, convention);
}

/// A list of as many numbers as `count`; empty, with a finding, if it is another.
std::vector<double> read_start(TableReader& table, const char* key, int count) {
  const Node* node = table.find(key);
  if (node == nullptr) return {};
  auto numbers = table.numbers(key, dimension::none);
  if (!numbers) return {};
  if (static_cast<int>(numbers->size()) == count) return *numbers;
  table.error(*node, key,
              "expected " + std::to_string(count) + (count == 1 ? " number" : " numbers") + ", one for each " +
                  (key[0] == 'q' ? "coordinate" : "velocity") + ", not " + std::to_string(numbers->size()),
              "`polhode robot SCENE info` lists the joints in their order");
  return {};
}

/// Attitudes are quaternions of length 1; those that are typed are made so.
void settle_quaternions(TableReader& table, const Tree& tree, std::vector<double>& q) {
  for (std::size_t i = 0; i < tree.links().size() && !q.empty(); ++i) {
    const Joint& joint = tree.links()[i].joint;
    if (nq(joint) == nv(joint)) continue;
    double* const xyzw = q.data() + tree.q0(static_cast<int>(i)) + (nq(joint) - 4);
    const double length = std::sqrt(xyzw[0] * xyzw[0] + xyzw[1] * xyzw[1] + xyzw[2] * xyzw[2] + xyzw[3] * xyzw[3]);
    const std::string whose = "the quaternion of joint '" + tree.links()[i].joint_name + "' has length ";
    if (!(length > 0)) {
      table.error(*table.find("q"), "q", whose + "0", "its last four numbers are x, y, z, w: 0, 0, 0, 1 for none");
      return q.clear();
    }
    if (std::fabs(length - 1) > 1e-6)
      table.warning(*table.find("q"), "q", whose + rounded(length, 6) + " instead of 1", "its direction is taken");
    const Vec4 wxyz = Rotation::from_quaternion(xyzw[3], xyzw[0], xyzw[1], xyzw[2]).quaternion();
    for (int k = 0; k < 4; ++k) xyzw[k] = wxyz[(k + 1) % 4];
  }
}

/// A formula of time; nothing, with a finding, if it is none.
std::optional<Expression> of_time(const Node& node, const std::string& path, ReadContext& context) {
  return read_formula(node, path, std::nullopt, {.names = time_name()}, context);
}

/// A controller; nothing, with a finding, if its target cannot be read.
Drive read_servo(TableReader& table, const Node& target) {
  const auto place = of_time(target, table.path("target"), table.context());
  const double kp = table.not_negative("kp", std::nullopt).value_or(0);
  const double ki = table.not_negative("ki", std::nullopt).value_or(0);
  const double kd = table.not_negative("kd", std::nullopt).value_or(0);
  const double limit = table.positive("limit", std::nullopt).value_or(JointLimits::none);
  if (!table.has("kp") && !table.has("ki") && !table.has("kd"))
    table.error(target, "target", "without kp, ki or kd nothing pulls the joint to its target",
                "give kp, and kd to damp it; or path = \"…\", which it follows whatever that takes");
  if (!place) return std::monostate();
  return drive::Servo{*place, place->derivative(0), kp, ki, kd, limit};
}

/// One entry of `drives`; nothing, with findings, if it cannot be read.
Drive read_drive(TableReader& table, const std::vector<std::string>& names, double start) {
  ReadContext& context = table.context();
  if (const Node* torque = table.find("torque")) {
    auto formula = read_formula(*torque, table.path("torque"), std::nullopt, {.names = names}, context);
    if (!formula) return std::monostate();
    return drive::Force{*std::move(formula)};
  }
  if (const Node* path = table.find("path")) {
    const auto place = of_time(*path, table.path("path"), context);
    if (!place) return std::monostate();
    const Expression rate = place->derivative(0);
    return drive::Path{*place, rate, rate.derivative(0)};
  }
  if (const Node* target = table.find("target")) return read_servo(table, *target);
  if (table.truth("locked").value_or(false))
    return drive::Path{Expression::constant(start), Expression::constant(0), Expression::constant(0)};
  table.missing("torque", "a drive has torque = \"…\", path = \"…\", target = \"…\" with kp, or locked = true");
  return std::monostate();
}

/// The number of the joint's velocity, and of its coordinate; −1, with a finding, if there is none.
struct JointPlace {
  int q, v;
};
JointPlace read_joint_place(TableReader& table, const Tree& tree) {
  const auto name = table.text("joint");
  if (!table.has("joint")) table.missing("joint", "the name of a joint");
  if (!name) return {-1, -1};
  const int link = tree.find_joint(*name) >= 0 ? tree.find_joint(*name) : tree.find_link(*name);
  if (link >= 0 && nv(tree.links()[static_cast<std::size_t>(link)].joint) == 1) return {tree.q0(link), tree.v0(link)};
  std::vector<std::string> known;
  for (const Link& one : tree.links())
    if (nv(one.joint) == 1) known.push_back(one.joint_name);
  const std::string near = nearest(*name, known);
  table.error(*table.find("joint"), "joint",
              link >= 0 ? "a drive moves a joint with one velocity, and '" + *name + "' has " +
                              std::to_string(nv(tree.links()[static_cast<std::size_t>(link)].joint))
                        : "no joint is called '" + name->substr(0, 60) + "'",
              near.empty() ? "" : "did you mean '" + near + "'?");
  return {-1, -1};
}

void read_drives(TableReader& table, const Tree& tree, MechanismEntry& entry) {
  const std::vector<MechanismPart> whole{{entry.name, 0, static_cast<int>(tree.links().size())}};
  const std::vector<std::string> names = Mechanism::formula_names(tree, whole, whole[0]);
  const auto count = static_cast<std::size_t>(tree.nv());
  if (const Node* torque = table.find("torque")) {
    if (torque->kind != Node::Kind::array || torque->items.size() != count) {
      table.error(*torque, "torque",
                  "expected a list of " + std::to_string(count) + (count == 1 ? " formula" : " formulas") + ", not " +
                      describe(*torque),
                  "one for each velocity: [\"0\", \"-2*q2 - 0.3*v2\"]");
    } else {
      entry.drives.resize(count);
      for (std::size_t i = 0; i < count; ++i)
        if (auto formula = read_formula(torque->items[i], numbered(table.path("torque"), i), std::nullopt,
                                        {.names = names}, table.context()))
          if (!formula->is_constant() || formula->evaluate_at<double>(0, std::vector<double>(names.size() - 1)) != 0)
            entry.drives[i] = drive::Force{*std::move(formula)};
    }
  }
  const std::span<const Node> drives = table.list("drives");
  if (!drives.empty()) entry.drives.resize(count);
  for (std::size_t i = 0; i < drives.size(); ++i) {
    TableReader one(drives[i], numbered(table.path("drives"), i), table.context());
    const JointPlace place = read_joint_place(one, tree);
    const double start = entry.q.empty() || place.q < 0 ? 0 : entry.q[static_cast<std::size_t>(place.q)];
    Drive drive = read_drive(one, names, start);
    one.finish();
    if (place.v < 0) continue;
    if (!std::holds_alternative<std::monostate>(entry.drives[static_cast<std::size_t>(place.v)]))
      one.error(one.node(), "joint", "this joint is driven already", "keep one of them");
    entry.drives[static_cast<std::size_t>(place.v)] = std::move(drive);
  }
}

/// As many numbers, none of them negative, as velocities, from one number or a list.
std::vector<double> for_each_velocity(TableReader& table, const char* key, std::size_t count, double otherwise) {
  const Node* node = table.find(key);
  if (node == nullptr) return std::vector<double>(count, otherwise);
  if (node->kind != Node::Kind::array)
    return std::vector<double>(count, table.not_negative(key, std::nullopt).value_or(otherwise));
  auto numbers = table.numbers(key, dimension::none);
  if (!numbers) return std::vector<double>(count, otherwise);
  if (numbers->size() != count) {
    table.error(*node, key, "expected a number, or " + std::to_string(count) + " of them",
                "one for each velocity; `polhode robot SCENE info` lists the joints in their order");
    return std::vector<double>(count, otherwise);
  }
  for (std::size_t i = 0; i < count; ++i)
    if ((*numbers)[i] < 0) {
      table.error(node->items[i], numbered(key, i), "must be zero or more, not " + shortest((*numbers)[i]));
      (*numbers)[i] = otherwise;
    }
  return *numbers;
}

/// Of each velocity, at the ends of its range; not a number if it passes them.
std::vector<double> read_restitution(TableReader& table, std::size_t count) {
  constexpr double passes = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> restitution = for_each_velocity(table, "restitution", count, passes);
  for (std::size_t i = 0; i < count; ++i) {
    if (!(restitution[i] > 1)) continue;
    const Node& node = *table.node().find("restitution");
    const bool list = node.kind == Node::Kind::array;
    table.error(list ? node.items[i] : node, list ? numbered("restitution", i) : "restitution",
                "must not be more than 1, not " + shortest(restitution[i]) + ", for no blow gives energy",
                "1 bounces back without loss, 0 does not bounce");
    if (!list) return std::vector<double>(count, passes);
    restitution[i] = passes;
  }
  return restitution;
}

void read_computed(TableReader& mechanism, const Tree& tree, MechanismEntry& entry) {
  const Node* node = mechanism.find("computed_torque");
  if (node == nullptr) return;
  TableReader table(*node, mechanism.path("computed_torque"), mechanism.context());
  const auto count = static_cast<std::size_t>(tree.nv());
  ComputedTorque computed;
  const Node* target = table.find("target");
  if (target == nullptr || target->kind != Node::Kind::array || target->items.size() != count) {
    table.error(target == nullptr ? *node : *target, "target",
                "expected a list of " + std::to_string(count) + " formulas of t", "one for each velocity");
    target = nullptr;
  }
  for (std::size_t i = 0; target != nullptr && i < count; ++i) {
    computed.target.push_back(of_time(target->items[i], numbered(table.path("target"), i), table.context())
                                  .value_or(Expression::constant(0)));
    computed.rate.push_back(computed.target.back().derivative(0));
    computed.acceleration.push_back(computed.rate.back().derivative(0));
  }
  computed.kp = for_each_velocity(table, "kp", count, 0);
  computed.kd = for_each_velocity(table, "kd", count, 0);
  table.finish();
  if (target != nullptr) entry.computed = std::move(computed);
}

void read_rest(TableReader& table, MechanismEntry& entry) {
  const Tree& tree = *entry.tree;
  entry.q = read_start(table, "q", tree.nq());
  settle_quaternions(table, tree, entry.q);
  entry.v = read_start(table, "v", tree.nv());
  read_drives(table, tree, entry);
  read_computed(table, tree, entry);
  const auto count = static_cast<std::size_t>(tree.nv());
  entry.restitution = read_restitution(table, count);
}

}  // namespace

MechanismEntry read_mechanism(const Node& node, const std::string& path, ReadContext& context, FileLoaders files) {
  constexpr std::array<std::string_view, 2> forms{"velocities", "momenta"};
  TableReader table(node, path, context);
  MechanismEntry entry;
  entry.name = read_name(table, "mechanism");
  entry.tree = read_tree(table, entry.name, files, entry.loops);
  Pose X_PP;
  X_PP.p = table.vector("position", dimension::length).value_or(Vec3::Zero());
  if (const Node* orientation = table.find("orientation"))
    X_PP.R = read_orientation(*orientation, table.path("orientation"), context).value_or(Rotation());
  if (table.word("state", forms).value_or("velocities") == "momenta") entry.form = MechanismForm::momenta;
  entry.friction_speed = table.positive("friction_speed", std::nullopt).value_or(entry.friction_speed);
  if (entry.tree) {
    entry.tree = placed(*entry.tree, X_PP);
    read_rest(table, entry);
  } else {
    // What it has cannot be judged without its joints.
    for (const Member& member : table.node().members) table.find(member.key);
  }
  table.finish();
  return entry;
}

LoopEntry read_loop(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  LoopEntry loop;
  loop.name = read_name(table, "loop");
  std::vector<std::string_view> names;
  for (const LoopKind& kind : loop_kinds()) names.push_back(kind.name);
  if (const auto kind = table.word("joint", names)) loop.kind = find_loop_kind(*kind);
  if (!table.has("joint")) table.missing("joint", "for example joint = \"revolute\"");
  const std::vector<std::string> links = read_bodies(table, 2);
  for (std::size_t i = 0; i < links.size() && i < 2; ++i) loop.links[i] = links[i];
  if (links.size() == 2 && links[0] == links[1]) {
    loop.kind = nullptr;
    table.error(*table.node().find("bodies"), "bodies",
                links[0] == world_name ? "both ends of this loop are in the world, where nothing moves"
                                       : "both ends of this loop are on '" + links[0].substr(0, 60) + "'",
                "a loop is closed between two links, or a link and the world");
  }
  const std::span<const Node> frames = table.list("frames");
  for (std::size_t i = 0; i < frames.size() && i < 2; ++i) {
    TableReader frame(frames[i], numbered(table.path("frames"), i), context);
    loop.X_LF[i].p = frame.vector("at", dimension::length).value_or(Vec3::Zero());
    if (const Node* rotate = frame.find("rotate"))
      loop.X_LF[i].R = read_orientation(*rotate, frame.path("rotate"), context).value_or(Rotation());
    frame.finish();
  }
  if (frames.size() != 2)
    table.missing("frames", "one on each link: frames = [ { at = [0.3, 0, 0] }, { at = [0, 0, 0] } ]");
  table.finish();
  return loop;
}

}  // namespace polhode
