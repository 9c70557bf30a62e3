// Motions by their ends, and functionals: what is asked, and where a motion then starts.
#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

#include "scene/energy_systems.hpp"

namespace polhode {
namespace {

/// Why the motion does not make its action stationary, as what acts besides; empty if it does.
std::string acting_besides(const SystemText& text) {
  if (!text.forces.empty()) return "forces";
  if (!text.dissipation.empty()) return "dissipation";
  if (!text.constraints.empty()) return "constraints";
  if (!text.rolling.empty()) return "rolling";
  return {};
}

/// The matrix of one piece of a path of so many has a few million numbers.
constexpr std::size_t most_coordinates = 100;

double tolerance_of(const RunSettings& run) { return std::clamp(run.tolerance.value_or(1e-10), 1e-13, 1e-10); }

}  // namespace

std::optional<ActionQuestion> action_question_of(const SystemEntry& entry, const RunSettings& run,
                                                 const std::string& path, const SourceMap& source,
                                                 Diagnostics& findings) {
  if (!entry.between && entry.paths.empty()) return std::nullopt;
  const SystemText& text = entry.lagrangian ? entry.lagrangian->text() : entry.hamiltonian->text();
  const std::string key = path + (entry.between ? ".between" : "");
  if (const std::string besides = acting_besides(text); entry.between && !besides.empty()) {
    findings.error(source.find(key), key,
                   "a motion is found from its ends where its action is stationary, and that knows no " + besides,
                   "write what acts into the " + std::string(entry.lagrangian ? "lagrangian" : "hamiltonian") +
                       ", in coordinates that are free, or give initial instead");
    return std::nullopt;
  }
  if (text.coordinates.size() > most_coordinates) {
    findings.error(source.find(key), key,
                   "a path has at most " + std::to_string(most_coordinates) + " coordinates, and here are " +
                       std::to_string(text.coordinates.size()),
                   "give the motion by initial");
    return std::nullopt;
  }
  auto subject = entry.lagrangian ? action_of(*entry.lagrangian) : action_of(*entry.hamiltonian);
  if (!subject.ok()) {
    for (Diagnostic finding : subject.diagnostics()) {
      finding.where = source.find(key);
      finding.path = key;
      findings.add(std::move(finding));
    }
    return std::nullopt;
  }
  ActionQuestion question{.subject = *std::move(subject),
                          .between = entry.between.has_value(),
                          .from = {0, std::vector<double>(text.coordinates.size())},
                          .to = {run.end, std::vector<double>(text.coordinates.size())},
                          .paths = entry.paths,
                          .tolerance = tolerance_of(run)};
  question.subject.name = entry.name;
  if (!entry.between) return question;
  question.from = entry.between->from;
  question.to = entry.between->to;
  question.from.t = 0;
  question.to.t = entry.between->end.value_or(run.end);
  question.guess = entry.between->guess;
  return question;
}

std::optional<ActionQuestion> action_question_of(const FunctionalEntry& entry, const RunSettings& run) {
  if (!entry.functional) return std::nullopt;
  ActionQuestion question{.subject = action_of(*entry.functional),
                          .between = true,
                          .from = entry.between.from,
                          .to = entry.between.to,
                          .guess = entry.between.guess,
                          .paths = entry.paths,
                          .tolerance = tolerance_of(run)};
  question.subject.name = entry.name;
  return question;
}

std::vector<double> start_of(const SystemEntry& entry, const ActionQuestion& question, const std::string& path,
                             const SourceMap& source, Diagnostics& findings) {
  const std::size_t n = question.subject.unknowns.size();
  std::vector<double> start(2 * n), values(ode::density_size(n));
  const ode::StationaryPath found = stationary_path(question);
  const std::string key = path + ".between";
  if (found.ending != ode::PathEnding::found) {
    const PathFlaw flaw = flaw_of(question.subject, found);
    findings.error(source.find(key), key, flaw.message, flaw.hint);
    return start;
  }
  found.curve.at(question.from.t, VecOut(start).first(n), VecOut(start).subspan(n));
  if (!entry.hamiltonian) return start;
  question.subject.density(question.from.t, start, values);
  std::copy_n(values.begin() + 1 + static_cast<std::ptrdiff_t>(n), n, start.begin() + static_cast<std::ptrdiff_t>(n));
  return start;
}

}  // namespace polhode
