#include "scene/energy_systems.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/sim/hamiltonian_system.hpp>
#include <polhode/sim/lagrangian_system.hpp>

namespace polhode {
namespace {

/// What the numbers of a person may be off, beside the size of the coordinates.
constexpr double typed_digits = 1e-9;

struct Start {
  const SystemEntry& entry;
  const Lagrangian& lagrangian;
  const std::string& path;
  const SourceMap& source;
  Diagnostics& findings;
  std::vector<double> x = entry.initial;
  std::size_t n = lagrangian.size(), m = lagrangian.constraints(), places = lagrangian.text().constraints.size();

  void error(const std::string& key, std::string message, std::string hint) {
    const std::string full = path + "." + key;
    findings.error(source.find(full), full, std::move(message), std::move(hint));
  }
  std::string key_of(std::size_t constraint) const {
    return (constraint < places ? "constraints." : "rolling.") + lagrangian.constraint_name(constraint);
  }
  std::vector<double> rows() const {
    std::vector<double> all(n * m);
    lagrangian.constraint_rows(0, x, all);
    return all;
  }
  std::vector<double> left() const {
    std::vector<double> all(places + m);
    lagrangian.violations(0, x, all);
    return all;
  }

  bool judge_equations() {
    const auto flaw = lagrangian.flaw(0, x);
    if (!flaw) return true;
    error(flaw->constraint >= 0 ? key_of(static_cast<std::size_t>(flaw->constraint)) : "lagrangian", flaw->message,
          flaw->hint);
    return false;
  }

  /// The nearest state that obeys everything, as a person would type it; empty if there is none.
  std::string nearest_places() const {
    std::vector<double> there = x;
    if (!lagrangian.project(0, there)) return {};
    std::string text;
    for (std::size_t i = 0; i < n; ++i)
      text += (i == 0 ? "" : ", ") + entry.variables[i] + " = " + rounded(there[i], 12);
    return text;
  }

  void judge_places() {
    const std::vector<double> row = rows(), violations = left();
    for (std::size_t k = 0; k < places; ++k) {
      double reach = 0, size = 0;
      for (std::size_t i = 0; i < n; ++i) {
        reach += std::fabs(row[k * n + i]);
        size = std::max(size, std::fabs(x[i]));
      }
      if (std::fabs(violations[k]) <= typed_digits * reach * std::max(size, 1e-3)) continue;
      const std::string near = nearest_places();
      error("initial",
            "the start breaks '" + lagrangian.constraint_name(k) + "': it is " + rounded(violations[k]) +
                " there and must be 0",
            near.empty() ? "change the coordinates until it is" : "it would be 0 at " + near);
    }
  }

  /// Rates that were not given: the least change that the constraints ask for.
  void complete_rates() {
    const std::vector<double> row = rows(), violations = left();
    std::vector<double> normal(m * m), right(m);
    for (std::size_t k = 0; k < m; ++k) {
      right[k] = -violations[places + k];
      for (std::size_t l = 0; l < m; ++l)
        for (std::size_t i = 0; i < n; ++i)
          if (entry.given[n + i] == 0) normal[k * m + l] += row[k * n + i] * row[l * n + i];
    }
    // By elimination of a matrix that is positive but for rows that say nothing of free rates, which stand still.
    std::vector<char> out(m, 0);
    for (std::size_t k = 0; k < m; ++k) {
      double own = 0;
      for (std::size_t i = 0; i < n; ++i) own += row[k * n + i] * row[k * n + i];
      out[k] = normal[k * m + k] > 1e-12 * own ? 0 : 1;
      for (std::size_t l = k + 1; out[k] == 0 && l < m; ++l) {
        const double ratio = normal[l * m + k] / normal[k * m + k];
        for (std::size_t j = k; j < m; ++j) normal[l * m + j] -= ratio * normal[k * m + j];
        right[l] -= ratio * right[k];
      }
    }
    for (std::size_t k = m; k-- > 0;) {
      if (out[k] != 0) {
        right[k] = 0;
        continue;
      }
      for (std::size_t l = k + 1; l < m; ++l) right[k] -= normal[k * m + l] * right[l];
      right[k] /= normal[k * m + k];
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < m && entry.given[n + i] == 0; ++k) x[n + i] += row[k * n + i] * right[k];
  }

  void judge_rates() {
    const std::vector<double> row = rows(), violations = left();
    for (std::size_t k = 0; k < m; ++k) {
      double size = 0;
      for (std::size_t i = 0; i < n; ++i) size += std::fabs(row[k * n + i] * x[n + i]);
      if (std::fabs(violations[places + k]) <= typed_digits * std::max(size, 1e-3)) continue;
      error("initial",
            "the rates at the start break '" + lagrangian.constraint_name(k) + "': it changes by " +
                rounded(violations[places + k]) + " in a second and must not",
            "leave out some of the rates: what is not given follows from the constraints");
    }
  }
};

}  // namespace

std::vector<double> start_of(const SystemEntry& entry, const Lagrangian& lagrangian, const std::string& path,
                             const SourceMap& source, Diagnostics& findings) {
  Start start{entry, lagrangian, path, source, findings};
  if (!start.judge_equations() || start.m == 0) return start.x;
  const std::size_t before = findings.size();
  start.judge_places();
  if (findings.size() != before) return start.x;
  start.complete_rates();
  start.judge_rates();
  if (findings.size() == before) lagrangian.project(0, start.x);
  return start.x;
}

System energy_system_of(const SystemEntry& entry, const std::optional<ActionQuestion>& question,
                        const std::string& path, const SourceMap& source, std::vector<double>& start,
                        Diagnostics& findings) {
  const bool between = question && question->between;
  if (between) start = start_of(entry, *question, path, source, findings);
  if (entry.hamiltonian) {
    if (!between) start = entry.initial;
    Hamiltonian hamiltonian = *entry.hamiltonian;
    hamiltonian.rename(entry.name);
    return System(HamiltonianSystem(std::move(hamiltonian)));
  }
  Lagrangian lagrangian = *entry.lagrangian;
  lagrangian.rename(entry.name);
  if (!between) start = start_of(entry, lagrangian, path, source, findings);
  return System(LagrangianSystem(std::move(lagrangian)));
}

}  // namespace polhode
