#include <polhode/body/load.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

const std::array<std::string, 1> time_only{"t"};

/// Keys of one kind of load; the shared ones were read before.
void read_load_vector(TableReader& table, LoadEntry& load, std::string_view key, Dimension dimension) {
  if (!table.has(key)) {
    table.find(key);
    table.missing(key, "for example " + std::string(key) + " = [0, 0, \"2*sin(3*t)\"]");
  } else if (auto vector = table.formulas(key, dimension, time_only)) {
    load.vector = *std::move(vector);
  }
}

/// bodies = ["a", "world"]
std::array<std::string, 2> read_ends(TableReader& table) {
  const Node* list = table.find("bodies");
  const std::string hint = "for example bodies = [\"a\", \"b\"] or [\"a\", \"world\"]";
  if (list == nullptr) {
    table.missing("bodies", hint);
    return {};
  }
  const bool good = list->kind == Node::Kind::array && list->items.size() == 2 &&
                    list->items[0].kind == Node::Kind::string && list->items[1].kind == Node::Kind::string;
  if (!good) {
    table.error(*list, "bodies", "expected a list of two names, not " + describe(*list), hint);
    return {};
  }
  for (std::size_t i = 0; i < 2; ++i)
    table.context().source.set(table.path("bodies") + "[" + std::to_string(i) + "]", list->items[i].where);
  return {list->items[0].text, list->items[1].text};
}

SpringEntry read_spring(TableReader& table) {
  SpringEntry spring;
  spring.bodies = read_ends(table);
  if (const Node* points = table.find("points")) {
    if (points->kind != Node::Kind::array || points->items.size() != 2)
      table.error(*points, "points", "expected a list of two points, not " + describe(*points),
                  "one in each body: write [[x, y, z], [x, y, z]]");
    else
      for (std::size_t i = 0; i < 2; ++i)
        spring.points[i] = read_vector(points->items[i], table.path("points") + "[" + std::to_string(i) + "]",
                                       dimension::length, table.context())
                               .value_or(Vec3::Zero());
  }
  if (!table.has("stiffness")) table.missing("stiffness", "for example stiffness = \"40 N/m\"; 0 for a damper alone");
  spring.stiffness = table.not_negative("stiffness", dimension::force / dimension::length).value_or(0);
  spring.damping = table.not_negative("damping", dimension::force / dimension::velocity).value_or(0);
  if (!table.has("length")) table.missing("length", "at which length does the spring not pull?");
  spring.length = table.not_negative("length", dimension::length).value_or(0);
  return spring;
}

}  // namespace

LoadEntry read_load(const Node& node, const std::string& path, ReadContext& context) {
  constexpr std::array<std::string_view, 2> axes{"world", "body"};
  TableReader table(node, path, context);
  LoadEntry load;
  std::vector<std::string_view> kinds;
  for (const LoadKind& kind : load_kinds()) kinds.push_back(kind.name);
  if (!table.has("type")) table.missing("type", "for example type = \"push\"");
  load.type = table.word("type", kinds).value_or("");
  if (load.type == load::Spring::name) {
    load.spring = read_spring(table);
    table.finish();
    return load;
  }
  load.body = table.text("body").value_or("");
  if (load.type == load::Gravity::name) {
    read_load_vector(table, load, "acceleration", dimension::acceleration);
  } else if (!load.type.empty()) {
    if (!table.has("body")) table.missing("body", "which body does it act on?");
    load.body_axes = table.word("axes", axes).value_or("world") == "body";
    if (load.type == load::Push::name) load.at = table.vector("at", dimension::length).value_or(Vec3::Zero());
    const bool push = load.type == load::Push::name;
    read_load_vector(table, load, push ? "force" : "torque", push ? dimension::force : dimension::torque);
  } else {
    for (const Member& member : node.members) table.find(member.key);
  }
  table.finish();
  return load;
}

}  // namespace polhode
