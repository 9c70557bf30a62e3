// [[event]]: what to look for along the way, and what then.
#include <array>

#include <polhode/base/text.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

/// New values for coordinates of the state, by their paths.
std::vector<Assignment> read_jump(const Node& node, const std::string& path, ReadContext& context) {
  std::vector<Assignment> jump;
  const std::vector<Leaf> list = leaves(node);
  if (list.empty())
    context.findings.error(node.where, path, "this jump changes nothing",
                           "for example then = { \"ball.velocity.z\" = \"-0.9*ball.velocity.z\" }");
  for (const Leaf& leaf : list) {
    const Node& value = leaf.member->value;
    const std::string where = path + "." + leaf.path.substr(0, 60);
    context.source.set(where, value.where);
    if (value.kind == Node::Kind::string)
      jump.push_back({leaf.path, value.text});
    else if (value.kind != Node::Kind::number)
      context.findings.error(value.where, where, "expected a number or a formula in quotes, not " + describe(value));
    else if (value.number - value.number == 0)
      jump.push_back({leaf.path, shortest(value.number)});
    else
      context.findings.error(value.where, where, "this number is not finite");
  }
  return jump;
}

}  // namespace

EventEntry read_event(const Node& node, const std::string& path, ReadContext& context) {
  constexpr std::array<std::string_view, 2> actions{"note", "stop"};
  TableReader table(node, path, context);
  EventEntry event;
  event.name = table.text("name").value_or("");
  if (!table.has("when")) table.missing("when", "for example when = \"handle.angular_velocity_body.y crosses 0\"");
  event.when = table.text("when").value_or("");
  const Node* then = table.find("then");
  if (then != nullptr && then->kind == Node::Kind::table)
    event.jump = read_jump(*then, table.path("then"), context);
  else
    event.stop = table.word("then", actions).value_or("note") == "stop";
  event.count = table.count("count").value_or(0);
  event.closeness = table.not_negative("closeness", std::nullopt).value_or(0);
  table.finish();
  return event;
}

}  // namespace polhode
