#include "apps/cli/solver_list.hpp"

#include <algorithm>
#include <vector>

#include <polhode/base/text.hpp>

#include "apps/cli/table.hpp"

namespace polhode::cli {
namespace {

/// "5(4)" with an estimate of order 4, "≤12" if it changes from step to step.
std::string order_of(const ode::Method& method) {
  if (method.exact()) return "∞";
  if (method.variable_order) return "≤" + std::to_string(method.order);
  return std::to_string(method.order) + (method.adaptive() ? "(" + std::to_string(method.embedded_order) + ")" : "");
}

/// Texts that are too long for a column, each once and numbered.
struct Notes {
  std::vector<std::string_view> all;

  std::size_t number(std::string_view text) {
    const auto found = std::find(all.begin(), all.end(), text);
    if (found != all.end()) return static_cast<std::size_t>(found - all.begin()) + 1;
    all.push_back(text);
    return all.size();
  }
};

std::string letter(std::size_t number) { return std::string(1, static_cast<char>('a' + number - 1)); }

std::string note(std::string label, std::string_view text) {
  label.resize(9, ' ');
  return wrapped(label, text, page_width);
}

/// Families in the order in which their first members are listed.
std::vector<std::string_view> families() {
  std::vector<std::string_view> list;
  for (const ode::Method& method : ode::methods())
    if (std::find(list.begin(), list.end(), method.family) == list.end()) list.push_back(method.family);
  return list;
}

/// What a method needs beyond a rate, short enough for a column.
std::string short_needs(const ode::Method& method) {
  if (method.needs == ode::Needs::rate) return "";
  if (method.needs == ode::Needs::accelerations) return "places";
  if (method.needs == ode::Needs::closed_form) return "free";
  return method.made_for_bodies() ? "bodies" : std::string(needs_of(method));
}

std::vector<std::string> row_of(const ode::Method& method, Notes& keeps, Notes& sources) {
  const std::string stable = stability_of(method);
  return {"  " + std::string(method.name),
          order_of(method),
          std::to_string(method.stages),
          method.implicit ? "implicit" : "explicit",
          stable.substr(0, stable.find('-')),
          method.stiff_order > 0 ? std::to_string(method.stiff_order) : "",
          method.symplectic ? "yes" : "",
          method.conserves.empty() ? "" : letter(keeps.number(method.conserves)),
          short_needs(method),
          std::to_string(sources.number(method.citation))};
}

}  // namespace

std::string stability_of(const ode::Method& method) {
  if (method.stability == ode::Stability::l_stable) return "L-stable";
  if (method.stability == ode::Stability::a_stable) return "A-stable";
  const auto* rule = std::get_if<ode::MultistepRule>(&method.rule);
  if (rule == nullptr || rule->angle_deg == 0) return "";
  return "A(" + rounded(rule->angle_deg, 2) + "°)-stable";
}

std::string_view needs_of(const ode::Method& method) {
  switch (method.needs) {
    case ode::Needs::rate: return "rate";
    case ode::Needs::parts: return "parts";
    case ode::Needs::momenta: return "momenta";
    case ode::Needs::accelerations: return "accelerations";
    case ode::Needs::rigid_bodies:
    case ode::Needs::bodies_with_any_loads: return "rigid bodies";
    case ode::Needs::closed_form: return "closed form";
  }
  return "";
}

std::string solver_list() {
  Notes keeps, sources;
  std::vector<std::vector<std::string>> rows{
      {"  name", "order", "stages", "kind", "stable", "stiff", "symplectic", "keeps", "needs", "see"}};
  for (const std::string_view family : families()) {
    rows.push_back({std::string(family)});
    for (const ode::Method& method : ode::methods())
      if (method.family == family) rows.push_back(row_of(method, keeps, sources));
  }
  std::string text = in_columns(rows) + "\n";
  text += note("order",
               "4: fixed steps; 5(4): adaptive, with an estimate of order 4; ≤5: it changes with the steps; ∞: no "
               "error but rounding; 0: it does not converge to the motion");
  text += note("stable", "A, L: whatever the eigenvalues; A(73°): those within that angle of the negative axis");
  text += note("stiff", "what is left of the order where the motion is very stiff");
  text += note("needs",
               "parts: bodies, or a system that names its momenta; momenta: a system that does; "
               "places: one whose momenta are velocities, and accelerations depend on time and places alone; "
               "bodies: rigid bodies and nothing else; free: bodies that nothing turns, in uniform gravity at most");
  for (std::size_t i = 0; i < keeps.all.size(); ++i) text += note("keeps " + letter(i + 1), keeps.all[i]);
  for (std::size_t i = 0; i < sources.all.size(); ++i) text += note("see " + std::to_string(i + 1), sources.all[i]);
  return text;
}

}  // namespace polhode::cli
