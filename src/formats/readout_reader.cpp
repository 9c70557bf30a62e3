// [[readout]]: what else of the bodies is to be read.
#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

constexpr const char* about_hint =
    "a world point [x, y, z], \"centre\" for the centre of mass of what is read, or { body = \"a\", at = [x, y, z] }";

/// A point of the world, the centre of mass of what is read, or a point of a body.
void read_about(TableReader& table, ReadoutEntry& entry, Readout& readout) {
  const Node* node = table.find("about");
  if (node == nullptr) {
    table.missing("about", about_hint);
    return;
  }
  if (node->kind == Node::Kind::array) {
    readout.about = table.vector("about", dimension::length).value_or(Vec3::Zero());
  } else if (node->kind == Node::Kind::table) {
    TableReader point(*node, table.path("about"), table.context());
    if (!point.has("body")) point.missing("body", "whose point is it?");
    entry.about_body = point.text("body").value_or("");
    readout.about = BodyPoint{{}, point.vector("at", dimension::length)};
    point.finish();
  } else if (node->kind == Node::Kind::string && node->text == "centre") {
    readout.about = CommonCentre{};
  } else {
    table.error(*node, "about", "expected a point, not " + describe(*node), about_hint);
  }
}

/// A key that means something only for other read-outs.
void refuse(TableReader& table, std::string_view key, const std::string& message, const std::string& hint) {
  const Node* node = table.find(key);
  if (node != nullptr) table.error(*node, key, message, hint);
}

void read_what(TableReader& table, const ReadoutKind& kind, ReadoutEntry& entry, Readout& readout) {
  const std::string name(kind.name);
  if (kind.at)
    readout.at = table.vector("at", dimension::length);
  else
    refuse(table, "at", name + " is not read at a body point",
           kind.about ? "about says about which point" : "leave out at");
  if (kind.about)
    read_about(table, entry, readout);
  else
    refuse(table, "about", name + " is not taken about a point",
           kind.at ? "at says of which body point" : "leave out about");
  if (kind.shape == ReadoutShape::number) {
    refuse(table, "axis", name + " has no direction", "leave out axis");
    refuse(table, "axes", name + " has no direction", "leave out axes");
    return;
  }
  if (table.find("axis") != nullptr) readout.axis = read_axis(table, "");
  readout.axes = read_axes(table);
}

}  // namespace

ReadoutEntry read_readout(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  ReadoutEntry entry;
  entry.name = read_name(table, "readout");
  std::vector<std::string_view> names;
  for (const ReadoutKind& kind : readout_kinds()) names.push_back(kind.name);
  if (!table.has("of")) table.missing("of", "for example of = \"velocity\"");
  const auto of = table.word("of", names, "polhode list readouts");
  if (!of) {
    for (const Member& member : node.members) table.find(member.key);
    return entry;
  }
  const std::size_t before = context.findings.size();
  Readout readout;
  for (const ReadoutKind& kind : readout_kinds()) {
    if (kind.name != *of) continue;
    readout.of = kind.of;
    read_what(table, kind, entry, readout);
  }
  if (table.has("body") && table.has("bodies"))
    table.error(*table.find("bodies"), "bodies", "body says already what is read", "keep one of them");
  if (const auto body = table.text("body"))
    entry.bodies = {*body};
  else
    entry.bodies = read_bodies(table, 0);
  table.finish();
  if (context.findings.size() == before) entry.what = std::move(readout);
  return entry;
}

}  // namespace polhode
