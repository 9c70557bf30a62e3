// Links of a mechanism, one by one or as rows of Denavit and Hartenberg.
#include <algorithm>
#include <array>

#include <polhode/base/text.hpp>
#include <polhode/scene/build.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

constexpr Dimension per_turn = dimension::torque * dimension::time;

/// x, y, z, or a vector; z if it is not given.
Vec3 axis_of(TableReader& table, const char* key, const Vec3& otherwise) {
  const Node* node = table.find(key);
  if (node == nullptr) return otherwise;
  if (node->kind == Node::Kind::string)
    for (int i = 0; i < 3; ++i)
      if (node->text.size() == 1 && node->text[0] == "xyz"[i]) return Vec3::Unit(i);
  const auto axis = read_vector(*node, table.path(key), dimension::none, table.context());
  if (!axis) return otherwise;
  if (axis->norm() > 0) return *axis;
  table.error(*node, key, "this axis has no direction", "for example [0, 0, 1]");
  return otherwise;
}

/// Lengths for a joint that slides, angles for one that turns.
Dimension measure_of(const Joint& joint) {
  return std::holds_alternative<joint::Prismatic>(joint) ? dimension::length : dimension::angle;
}

joint::Universal read_universal(TableReader& table) {
  const joint::Universal joint{axis_of(table, "axis", Vec3::UnitX()), axis_of(table, "axis2", Vec3::UnitY())};
  if (!(joint.first.cross(joint.second).norm() > 1e-6 * joint.first.norm() * joint.second.norm()))
    table.error(table.has("axis2") ? *table.node().find("axis2") : *table.node().find("axis"),
                table.has("axis2") ? "axis2" : "axis", "the two axes of a universal joint are parallel",
                "a joint that turns about one axis is revolute; axis is x and axis2 is y unless given");
  return joint;
}

Joint read_joint(TableReader& table) {
  std::vector<std::string_view> names;
  for (const JointKind& kind : joint_kinds()) names.push_back(kind.name);
  const std::string kind = table.word("joint", names, "polhode list joints").value_or("fixed");
  if (!table.has("joint")) table.missing("joint", "for example joint = \"revolute\"");
  const Vec3 z = Vec3::UnitZ();
  if (kind == "revolute") return joint::Revolute{axis_of(table, "axis", z)};
  if (kind == "continuous") return joint::Continuous{axis_of(table, "axis", z)};
  if (kind == "prismatic") return joint::Prismatic{axis_of(table, "axis", z)};
  if (kind == "helical")
    return joint::Helical{axis_of(table, "axis", z), table.number("pitch", dimension::length).value_or(0)};
  if (kind == "universal") return read_universal(table);
  if (kind == "spherical") return joint::Spherical{};
  if (kind == "planar") return joint::Planar{axis_of(table, "axis", z)};
  if (kind == "free") return joint::Free{};
  return joint::Fixed{};
}

JointResistance read_resistance(TableReader& table, const Joint& joint) {
  const bool slides = std::holds_alternative<joint::Prismatic>(joint);
  JointResistance resistance;
  resistance.damping =
      table.not_negative("damping", slides ? dimension::force / dimension::velocity : per_turn).value_or(0);
  resistance.friction = table.not_negative("friction", slides ? dimension::force : dimension::torque).value_or(0);
  resistance.rotor_inertia = table.not_negative("rotor_inertia", dimension::inertia).value_or(0);
  resistance.gear = table.number("gear", dimension::none).value_or(1);
  if (resistance.gear == 0)
    table.error(*table.node().find("gear"), "gear", "the gear must not be 0",
                "it is turns of the motor for one of the joint");
  return resistance;
}

JointLimits read_limits(TableReader& table, const Joint& joint) {
  JointLimits limits;
  limits.effort = table.not_negative("effort", std::nullopt).value_or(limits.effort);
  if (nv(joint) != 1) {
    for (const char* key : {"lower", "upper"})
      if (const Node* node = table.find(key))
        table.error(*node, key,
                    "a range is for a joint with one coordinate, which a " + std::string(name_of(joint)) +
                        " joint does not have",
                    "leave it out, or make the joint of revolute and prismatic ones");
    return limits;
  }
  limits.lower = table.number("lower", measure_of(joint)).value_or(limits.lower);
  limits.upper = table.number("upper", measure_of(joint)).value_or(limits.upper);
  if (limits.lower > limits.upper)
    table.error(*table.node().find("lower"), "lower", "the lower end of the range is above the upper one",
                "exchange them");
  return limits;
}

/// Mass properties of a link, and the solids it shows.
void read_link_mass(TableReader& table, Link& link, FileLoaders files) {
  if (!says_mass(table)) {
    if (table.has("mass")) table.missing("inertia", "give inertia with the mass, or parts, or solid");
    table.find("mass");
    return;
  }
  ReadContext& context = table.context();
  const std::size_t before = context.findings.size();
  MassDescription matter = read_mass(table, files.mesh);
  if (auto* given = std::get_if<GivenInertia>(&matter))
    given->centre = table.vector("com", dimension::length).value_or(given->centre);
  if (context.findings.size() > before && context.findings.has_errors()) return;
  auto mass = matter_of(matter, table.path(), context.source);
  context.findings.append(mass.diagnostics());
  if (mass.ok()) link.mass = *mass;
  if (const auto* parts = std::get_if<SolidParts>(&matter))
    for (const Part& part : parts->parts)
      if (!part.remove) link.shapes.push_back({part.solid, part.X_BP});
}

/// The number of the link that is called so; −1 for the world, and, with a finding, if there is none before.
int read_parent(TableReader& table, const std::vector<Link>& before) {
  const Node* node = table.find("parent");
  const auto name = table.text("parent");
  if (node == nullptr) return static_cast<int>(before.size()) - 1;
  if (!name || *name == world_name) return -1;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].name == *name) return static_cast<int>(i);
    names.push_back(before[i].name);
  }
  const std::string near = nearest(*name, names);
  table.error(
      *node, "parent", "no link before this one is called '" + name->substr(0, 60) + "'",
      near.empty() ? "parents come before their children; \"world\" is the base" : "did you mean '" + near + "'?");
  return -1;
}

void read_mimic(TableReader& table, const std::vector<Link>& before, Link& link) {
  const Node* node = table.find("mimic");
  if (node == nullptr) return;
  TableReader inner(*node, table.path("mimic"), table.context());
  const std::string name = inner.text("link").value_or("");
  Mimic mimic{.multiplier = inner.number("multiplier", dimension::none).value_or(1),
              .offset = inner.number("offset", std::nullopt).value_or(0)};
  inner.finish();
  const auto found = std::find_if(before.begin(), before.end(), [&](const Link& one) { return one.name == name; });
  if (found == before.end()) {
    table.error(*node, "mimic", "no link before this one is called '" + name.substr(0, 60) + "'",
                "for example mimic = { link = \"finger1\", multiplier = -1 }");
    return;
  }
  mimic.link = static_cast<int>(found - before.begin());
  link.mimic = mimic;
}

Link read_link(const Node& node, const std::string& path, ReadContext& context, const std::vector<Link>& before,
               FileLoaders files) {
  TableReader table(node, path, context);
  Link link;
  link.name = read_name(table, "link");
  if (link.name == world_name)
    table.error(*table.node().find("name"), "name", "'world' is what the base is called, on which links may hang",
                "choose another name");
  if (link.name.empty()) link.name = "link" + std::to_string(before.size() + 1);
  link.joint_name = link.name;
  link.parent = read_parent(table, before);
  link.joint = read_joint(table);
  link.X_PF.p = table.vector("at", dimension::length).value_or(Vec3::Zero());
  if (const Node* rotate = table.find("rotate"))
    link.X_PF.R = read_orientation(*rotate, table.path("rotate"), context).value_or(Rotation());
  read_link_mass(table, link, files);
  link.resistance = read_resistance(table, link.joint);
  link.limits = read_limits(table, link.joint);
  read_mimic(table, before, link);
  table.finish();
  return link;
}

}  // namespace

std::optional<std::vector<Link>> read_links(TableReader& table, ReadContext& context, FileLoaders files) {
  const std::size_t before = context.findings.size();
  const std::span<const Node> nodes = table.list("links");
  std::vector<Link> links;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    links.push_back(read_link(nodes[i], numbered(table.path("links"), i), context, links, files));
  if (nodes.empty()) table.error(*table.find("links"), "links", "a mechanism needs at least one link");
  return context.findings.size() > before && context.findings.has_errors() ? std::nullopt : std::optional(links);
}

std::optional<std::vector<textbook::DhRow>> read_dh_rows(TableReader& table, std::string_view key) {
  constexpr std::array<std::string_view, 2> kinds{"revolute", "prismatic"};
  ReadContext& context = table.context();
  const std::size_t before = context.findings.size();
  const std::span<const Node> nodes = table.list(key);
  std::vector<textbook::DhRow> rows;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    TableReader row(nodes[i], numbered(table.path(key), i), context);
    textbook::DhRow one;
    one.prismatic = row.word("joint", kinds).value_or("revolute") == "prismatic";
    one.alpha = row.number("alpha", dimension::angle).value_or(0);
    one.a = row.number("a", dimension::length).value_or(0);
    one.d = row.number("d", dimension::length).value_or(0);
    one.theta = row.number("theta", dimension::angle).value_or(0);
    one.mass = row.not_negative("mass", dimension::mass).value_or(0);
    one.com = row.vector("com", dimension::length).value_or(Vec3::Zero());
    one.inertia = read_inertia_tensor(row);
    if (one.mass == 0 && row.has("inertia")) row.missing("mass", "inertia alone does not say how heavy the link is");
    if (one.mass > 0) {
      const auto mass = MassProperties::checked(one.mass, one.com, one.inertia, row.path());
      for (Diagnostic finding : mass.diagnostics()) {
        finding.where = context.source.find(finding.path);
        context.findings.add(std::move(finding));
      }
    }
    const Joint joint = one.prismatic ? Joint(joint::Prismatic{}) : Joint(joint::Revolute{});
    one.resistance = read_resistance(row, joint);
    one.limits = read_limits(row, joint);
    row.finish();
    rows.push_back(one);
  }
  if (nodes.empty()) table.error(*table.find(key), key, "an arm needs at least one row");
  return context.findings.size() > before && context.findings.has_errors() ? std::nullopt : std::optional(rows);
}

}  // namespace polhode
