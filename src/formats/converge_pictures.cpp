#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/formats/converge_files.hpp>
#include <polhode/ode/stability.hpp>

#include "formats/svg.hpp"
#include "formats/svg_plot.hpp"

namespace polhode {
namespace {

constexpr const char* error_label = "error at the end";

/// "rk4", or "dopri5 (tol)" where steps are steered by tolerance.
std::string label_of(const SolverConvergence& solver) {
  return std::string(solver.method.name) + (solver.by == Steered::by_tolerance ? " (tol)" : "");
}

template <class X, class Label>
Plot error_plot(const Convergence& convergence, std::string id, std::string title, std::string x_label, X x_of,
                Label label) {
  Plot plot{.id = std::move(id), .title = std::move(title)};
  plot.x = {std::move(x_label), true};
  plot.y = {error_label, true};
  plot.doubt = convergence.reference.doubt;
  for (std::size_t i = 0; i < convergence.solvers.size(); ++i) {
    const SolverConvergence& solver = convergence.solvers[i];
    PlotSeries series{.label = label(solver), .place = static_cast<int>(i)};
    for (const ConvergeRun& run : solver.runs) {
      series.x.push_back(x_of(run));
      series.y.push_back(run.error);
      series.hollow.push_back(!run.fitted);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

/// Of each solver the run in the middle of its list: neither hopeless nor at rounding.
std::optional<Plot> energy_plot(const Convergence& convergence) {
  Plot plot{.id = "energy", .title = "Error of " + convergence.energy + " along the run"};
  plot.x = {"time [s]", false};
  plot.y = {"relative error", true};
  for (std::size_t i = 0; i < convergence.solvers.size(); ++i) {
    const SolverConvergence& solver = convergence.solvers[i];
    if (solver.runs.empty()) continue;
    const ConvergeRun& run = solver.runs[solver.runs.size() / 2];
    if (run.energy_errors.empty()) continue;
    const std::string size = rounded(run.size, 2) + (solver.by == Steered::by_step ? " s" : "");
    PlotSeries series{
        .label = std::string(solver.method.name) + " " + size, .place = static_cast<int>(i), .marks = false};
    for (std::size_t k = 0; k < std::min(run.energy_errors.size(), convergence.times.size()); ++k) {
      series.x.push_back(convergence.times[k]);
      series.y.push_back(run.energy_errors[k] > 1e-17 ? run.energy_errors[k] : 0);
    }
    plot.series.push_back(std::move(series));
  }
  if (plot.series.empty()) return std::nullopt;
  return plot;
}

/// A window that holds the bounded regions of all of them, and what matters of the others.
double window_of(const Convergence& convergence) {
  double extent = 3;
  for (const SolverConvergence& solver : convergence.solvers) {
    if (!ode::why_no_region(solver.method).empty()) continue;
    if (solver.method.implicit) {
      extent = std::max(extent, solver.method.one_step() ? 6.0 : 12.0);
      continue;
    }
    double r = 0.25;
    while (r < 12 && ode::growth_per_step(solver.method, -r) <= 1) r += 0.25;
    extent = std::max(extent, 1.2 * r);
  }
  return extent;
}

std::string limit_text(double limit) { return std::isfinite(limit) ? rounded(limit, 4) : "∞"; }

/// h λ of every run of the solver, for every λ along the reference.
std::vector<std::vector<std::complex<double>>> scaled_eigenvalues(const Convergence& convergence,
                                                                  const SolverConvergence& solver) {
  std::vector<std::vector<std::complex<double>>> groups;
  for (const ConvergeRun& run : solver.runs) {
    std::vector<std::complex<double>>& group = groups.emplace_back();
    for (const Eigenvalues& at : convergence.eigenvalues)
      for (const std::complex<double>& value : at.values) group.push_back(run.mean_step * value);
  }
  return groups;
}

RegionPlot stability_plot(const Convergence& convergence) {
  RegionPlot plot{.id = "stability", .title = "Where nothing grows, and hλ of the problem"};
  const double extent = window_of(convergence);
  plot.left = -extent, plot.right = 0.5 * extent, plot.height = 0.8 * extent;
  std::vector<std::string_view> drawn;
  for (std::size_t i = 0; i < convergence.solvers.size(); ++i) {
    const SolverConvergence& solver = convergence.solvers[i];
    const ode::Method& method = solver.method;
    if (std::find(drawn.begin(), drawn.end(), method.name) != drawn.end()) continue;
    const bool oscillates = method.needs != ode::Needs::rate && method.takes_oscillators();
    if (!ode::why_no_region(method).empty() && !oscillates) continue;
    drawn.push_back(method.name);
    ode::StabilityRegion region = ode::stability_region(method, {plot.left, plot.right, plot.height});
    RegionPanel panel{
        .title = std::string(method.name), .place = static_cast<int>(i), .loops = std::move(region.loops)};
    if (oscillates) panel.imaginary_limit = region.imaginary_limit;
    panel.note = (oscillates ? std::string() : "real " + limit_text(region.real_limit) + ", ") + "imaginary " +
                 limit_text(region.imaginary_limit);
    panel.points = scaled_eigenvalues(convergence, solver);
    plot.panels.push_back(std::move(panel));
  }
  return plot;
}

std::string order_label(const SolverConvergence& solver) {
  if (!solver.global) return label_of(solver);
  return label_of(solver) + " " + decimals(solver.global->order, 2) + (solver.global->asymptotic ? "" : " *");
}

}  // namespace

std::vector<Picture> converge_pictures(const Convergence& convergence) {
  std::vector<Picture> pictures;
  if (convergence.solvers.empty()) return pictures;
  const Plot order = error_plot(
      convergence, "order", "Error against step", "step [s]", [](const ConvergeRun& run) { return run.mean_step; },
      order_label);
  pictures.push_back(
      {"order.svg",
       "The slope of a curve is the order, the figure at its end. Filled marks are what it was fitted "
       "to; * marks what is not yet asymptotic; in the shaded band errors cannot be told from the reference's own.",
       svg_of(order)});
  const Plot work = error_plot(
      convergence, "work", "Error against rate evaluations", "rate evaluations (Jacobians apart)",
      [](const ConvergeRun& run) { return static_cast<double>(run.statistics.rate_evaluations); }, label_of);
  pictures.push_back(
      {"work-precision.svg", "Further to the left is less work, further down is more exact.", svg_of(work)});
  const Plot seconds = error_plot(
      convergence, "seconds", "Error against processor time", "processor time [s]",
      [](const ConvergeRun& run) { return run.seconds; }, label_of);
  pictures.push_back({"work-precision-seconds.svg",
                      "The same in seconds of this machine: what solving equations and controlling steps cost besides.",
                      svg_of(seconds)});
  if (const auto energy = energy_plot(convergence))
    pictures.push_back({"energy.svg",
                        "Each solver at the middle one of its steps. A curve that rises is a drift; one that stays "
                        "level keeps the energy for ever.",
                        svg_of(*energy)});
  const RegionPlot stability = stability_plot(convergence);
  if (!stability.panels.empty())
    pictures.push_back({"stability.svg",
                        "In the shaded part of the plane of hλ a step lets nothing grow. Dots are h times the "
                        "eigenvalues of the problem along its motion, larger for longer steps; empty ones lie outside "
                        "the picture.",
                        svg_of(stability)});
  return pictures;
}

}  // namespace polhode
