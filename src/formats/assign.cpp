// --set path=value: changes a document before it is read, so that an override is checked like anything typed.
#include <charconv>

#include <polhode/base/text.hpp>

#include "formats/document.hpp"

namespace polhode {
namespace {

struct Step {
  std::string key;  ///< empty: an index
  std::size_t index = 0;
};

Diagnostic refusal(const std::string& assignment, std::string message, std::string hint = {}) {
  return {.where = {"--set " + assignment, 0, 0}, .message = std::move(message), .hint = std::move(hint)};
}

/// "body[0].mass" → body, 0, mass. Empty on a malformed path.
std::vector<Step> split(std::string_view path) {
  std::vector<Step> steps;
  std::size_t at = 0;
  while (at < path.size()) {
    if (path[at] == '[') {
      const std::size_t close = path.find(']', at);
      if (close == std::string_view::npos) return {};
      std::size_t index = 0;
      const auto [end, status] = std::from_chars(path.data() + at + 1, path.data() + close, index);
      if (status != std::errc{} || end != path.data() + close) return {};
      steps.push_back({{}, index});
      at = close + 1;
    } else {
      if (path[at] == '.') ++at;
      const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
      if (end == at) return {};
      steps.push_back({std::string(path.substr(at, end - at)), 0});
      at = end;
    }
  }
  return steps;
}

constexpr std::string_view axis_names = "xyz";

/// The item of a list that a step means: [2], the table whose name is so, or x, y, z of a vector.
Node* item(Node& list, const Step& step) {
  if (step.key.empty()) return step.index < list.items.size() ? &list.items[step.index] : nullptr;
  for (Node& entry : list.items)
    if (const Node* name = entry.find("name"); name != nullptr && name->text == step.key) return &entry;
  const std::size_t axis = axis_names.find(step.key);
  if (step.key.size() == 1 && axis != std::string_view::npos && axis < list.items.size()) return &list.items[axis];
  return nullptr;
}

/// A key that is not there yet is made, at the place of the flag, if `create`.
Node* descend(Node& node, const Step& step, bool create, const Position& flag) {
  if (node.kind == Node::Kind::array) return item(node, step);
  if (node.kind != Node::Kind::table || step.key.empty()) return nullptr;
  if (Node* found = node.find(step.key)) return found;
  if (!create) return nullptr;
  node.members.push_back({step.key, flag, Node{.where = flag}});
  return &node.members.back().value;
}

/// What a step from here may be called: keys of a table, names of the tables of a list.
std::vector<std::string> names_in(const Node& node) {
  std::vector<std::string> names;
  for (const Member& member : node.members) names.push_back(member.key);
  for (const Node& entry : node.items)
    if (const Node* name = entry.find("name"); name != nullptr) names.push_back(name->text);
  return names;
}

void place(Node& node, const Position& where) {
  node.where = where;
  for (Node& child : node.items) place(child, where);
  for (Member& member : node.members) {
    member.where = where;
    place(member.value, where);
  }
}

Node read_value(const std::string& text) {
  if (auto document = parse_toml("value = " + text, {}); document.ok() && document->members.size() == 1)
    return std::move(document->members[0].value);
  return {.kind = Node::Kind::string, .text = text};
}

}  // namespace

Result<bool> assign(Node& document, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos)
    return refusal(assignment, "this is no assignment", "write path=value, for example --set run.end=5");
  const std::vector<Step> steps = split(std::string_view(assignment).substr(0, equals));
  if (steps.empty())
    return refusal(assignment, "this is no path to a key",
                   "for example run.end, body[0].mass or body.handle.velocity[2]");
  const Position flag{"--set " + assignment, 0, 0};
  Node* node = &document;
  bool is_new = false;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool create = i > 0 || steps.size() == 1 || steps[i].key == "run" || steps[i].key == "world";
    // A component of a vector that is not there: one number does not make three.
    const bool component = i > 0 && i + 1 == steps.size() && steps[i].key.size() == 1 &&
                           axis_names.find(steps[i].key) != std::string_view::npos && is_new;
    if (component) {
      const std::string whole = assignment.substr(0, equals - 2);
      return refusal(assignment, "the scene does not give " + whole + ", so it has no " + steps[i].key,
                     "give all of it: --set " + whole + "=[0,0,0]");
    }
    const bool known = node->kind != Node::Kind::table || steps[i].key.empty() || node->find(steps[i].key) != nullptr;
    Node* next = descend(*node, steps[i], create, flag);
    is_new = !known;
    if (next == nullptr) {
      const std::string name = steps[i].key.empty() ? numbered("", steps[i].index) : "'" + steps[i].key + "'";
      const std::string near = nearest(steps[i].key, names_in(*node));
      return refusal(assignment, "the scene has no " + name + " there",
                     near.empty() ? "paths look like run.end, body[0].mass or body.handle.velocity[2]"
                                  : "did you mean '" + near + "'?");
    }
    node = next;
  }
  *node = read_value(assignment.substr(equals + 1));
  place(*node, flag);
  return true;
}

}  // namespace polhode
