// same_as = "arm", or { of, coordinates, euler }: the key of a system that says which motion it is.
#include <polhode/base/text.hpp>

#include "formats/system_names.hpp"

namespace polhode {

std::optional<SameAsEntry> read_same_as(TableReader& table) {
  const Node* node = table.find("same_as");
  if (node == nullptr) return std::nullopt;
  ReadContext& context = table.context();
  const std::string path = table.path("same_as");
  context.source.set(path, node->where);
  if (node->kind == Node::Kind::string) return SameAsEntry{.of = node->text, .coordinates = {}};
  if (node->kind != Node::Kind::table) {
    table.error(*node, "same_as", "expected a name in quotes, or a table, not " + describe(*node),
                "write \"arm\" or { of = \"arm\", coordinates = { theta1 = \"q1\" } }");
    return std::nullopt;
  }
  TableReader inner(*node, path, context);
  SameAsEntry entry;
  if (!inner.has("of")) inner.missing("of", "the name of a mechanism, body or system: of = \"arm\"");
  entry.of = inner.text("of").value_or("");
  if (const Node* of = inner.find("of")) context.source.set(inner.path("of"), of->where);
  if (const auto sequence = inner.text("euler")) {
    const auto parsed = parse_euler_sequence(*sequence);
    for (const Diagnostic& finding : parsed.diagnostics())
      inner.error(*inner.find("euler"), "euler", finding.message, finding.hint);
    if (parsed.ok()) entry.euler = *parsed;
  }
  if (const Node* list = inner.find("coordinates")) {
    const TableReader formulas(*list, inner.path("coordinates"), context);
    for (const Member& member : formulas.node().members) {
      const std::string where = formulas.path(member.key.substr(0, 60));
      context.source.set(where, member.value.where);
      if (member.value.kind == Node::Kind::string)
        entry.coordinates.push_back({member.key, member.value.text});
      else if (member.value.kind == Node::Kind::number)
        entry.coordinates.push_back({member.key, shortest(member.value.number)});
      else
        context.findings.error(member.value.where, where,
                               "expected a number or a formula in quotes, not " + describe(member.value));
    }
  }
  inner.finish();
  if (entry.of.empty()) return std::nullopt;
  return entry;
}

}  // namespace polhode
