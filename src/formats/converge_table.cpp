#include <polhode/base/text.hpp>
#include <polhode/formats/converge_files.hpp>

#include "formats/svg.hpp"

namespace polhode {
namespace {

constexpr const char* nothing = "–";

std::string order_text(const std::optional<ObservedOrder>& order) {
  if (!order) return nothing;
  // More than a whole order of doubt is none found, and more digits than it has are none.
  const std::string mark = order->asymptotic ? "" : " *";
  if (!(order->confidence < 10)) return decimals(order->order, 1) + " ±10+" + mark;
  const int digits = order->confidence < 0.1 ? 2 : 1;
  return decimals(order->order, digits) + " ±" + decimals(order->confidence, digits) + mark;
}

/// Three digits, written out.
std::string evaluations_text(const std::optional<CostToReach>& cost) {
  if (!cost) return nothing;
  const double digits = parse_number(rounded(cost->evaluations, 3)).value_or(cost->evaluations);
  return (cost->at_most ? "≤ " : "") + decimals(digits, 0);
}

std::string time_text(const std::optional<CostToReach>& cost) {
  if (!cost) return nothing;
  const double milliseconds = 1e3 * cost->seconds;
  return (cost->at_most ? "≤ " : "") + (milliseconds < 10 ? rounded(milliseconds, 2) : decimals(milliseconds, 0)) +
         " ms";
}

}  // namespace

std::vector<std::vector<std::string>> converge_table(const Convergence& convergence) {
  std::vector<std::vector<std::string>> rows{
      {"solver", "order", "local", "global", "evals 1e-6", "time 1e-6", "evals 1e-9", "time 1e-9", "energy"}};
  for (const SolverConvergence& solver : convergence.solvers) {
    const auto six = cost_to_reach(solver, 1e-6, convergence.reference.doubt),
               nine = cost_to_reach(solver, 1e-9, convergence.reference.doubt);
    std::string energy = nothing;
    for (const ConvergeRun& run : solver.runs)
      if (run.energy_drift && run.outcome.ending == ode::Ending::finished) energy = rounded(*run.energy_drift, 2);
    const bool by_step = solver.by == Steered::by_step;
    const std::string nominal =
        solver.method.exact() ? "∞" : (solver.method.variable_order ? "≤ " : "") + std::to_string(solver.method.order);
    rows.push_back({std::string(solver.method.name) + (by_step ? "" : " (tol)"), nominal, order_text(solver.local),
                    order_text(solver.global), evaluations_text(six), time_text(six), evaluations_text(nine),
                    time_text(nine), energy});
  }
  return rows;
}

}  // namespace polhode
