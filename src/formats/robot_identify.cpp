// Identification from states as lines of JSON.
#include <polhode/base/text.hpp>
#include <polhode/dynamics/tree/identify.hpp>
#include <polhode/formats/robot_queries.hpp>

#include "formats/document.hpp"
#include "formats/json.hpp"
#include "formats/robot_state.hpp"

namespace polhode {

Result<std::string> identify_robot(const Tree& tree, std::span<const std::string> lines, const RobotOptions& options) {
  if (options.mimic)
    return Diagnostic{.message = "identify takes every joint as one that moves by itself",
                      .hint = "leave out --mimic, and give q, v, a and tau of all joints"};
  Diagnostics findings;
  Samples samples;
  const Independent all(tree, false);
  RobotState state;
  const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto node = parse_json(lines[i], "standard input", static_cast<int>(i) + 1);
    if (!node.ok()) return node.diagnostics();
    for (const char* key : {"gravity", "tip_wrench", "base_acceleration", "base_angular_velocity"})
      if (const Node* given = node->find(key))
        return Diagnostic{.where = given->where,
                          .path = key,
                          .message = "identify takes the base as at rest, and gravity alone as acting from outside",
                          .hint = "leave it out; gravity is that of the scene, or (0, 0, −9.81)"};
    if (!read_robot_state(*node, tree, all, "qvat", state, findings)) return findings;
    append(samples.q, state.q);
    append(samples.v, state.v);
    append(samples.a, state.a);
    append(samples.tau, state.tau);
  }
  IdentifyOptions how;
  how.around.gravity = options.gravity;
  if (options.friction) how.columns = {.damping = true, .friction = true, .rotors = true};
  const auto found = identify(tree, samples, how);
  if (!found.ok()) return found.diagnostics();
  JsonWriter json;
  json.begin_object().key("parameters").begin_array();
  for (std::size_t i = 0; i < found->parameters.size(); ++i)
    json.line().begin_object().member("name", found->parameters[i].name).member("value", found->values[i]).end_object();
  json.end_array().line().key("base").begin_array();
  for (const BaseParameter& one : found->base) {
    json.line()
        .begin_object()
        .member("name", found->parameters[static_cast<std::size_t>(one.parameter)].name)
        .member("value", one.value)
        .member("deviation", one.deviation)
        .key("combination")
        .begin_object();
    for (std::size_t k = 0; k < one.coefficients.size(); ++k)
      if (one.coefficients[k] != 0) json.member(found->parameters[k].name, one.coefficients[k]);
    json.end_object().end_object();
  }
  json.end_array().line().key("residuals").value(std::span<const double>(found->residuals));
  json.member("condition", found->condition).member("combinations", std::int64_t{found->combinations});
  json.end_object().line();
  return {json.text(), found.diagnostics()};
}

}  // namespace polhode
