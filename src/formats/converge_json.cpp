#include <polhode/base/text.hpp>
#include <polhode/formats/converge_files.hpp>

#include "formats/json.hpp"

namespace polhode {
namespace {

constexpr const char* norm =
    "largest over the blocks of the state of |difference| / largest |coordinate| of the block along the reference; "
    "rotations in rad";

/// Curves are for the eye: four digits are enough.
double four_digits(double value) { return parse_number(rounded(value, 4)).value_or(value); }

void write_order(JsonWriter& json, const char* key, const std::optional<ObservedOrder>& order) {
  json.key(key);
  if (!order) {
    json.null();
    return;
  }
  json.begin_object()
      .member("order", order->order)
      .member("confidence", order->confidence)
      .member("runs", static_cast<std::int64_t>(order->points))
      .member("asymptotic", order->asymptotic)
      .end_object();
}

void write_optional(JsonWriter& json, const char* key, const std::optional<double>& value) {
  json.key(key);
  value ? json.value(*value) : json.null();
}

void write_run(JsonWriter& json, const SolverConvergence& solver, const ConvergeRun& run) {
  json.line()
      .begin_object()
      .member(solver.by == Steered::by_step ? "step" : "tolerance", run.size)
      .member("mean_step", run.mean_step)
      .member("outcome", ode::to_string(run.outcome.ending))
      .member("steps", run.statistics.steps)
      .member("rejected", run.statistics.rejected)
      .member("rate_evaluations", run.statistics.rate_evaluations)
      .member("jacobians", run.statistics.jacobians)
      .member("factorisations", run.statistics.factorisations)
      .member("seconds", run.seconds)
      .member("error", run.error)
      .member("largest_error", run.largest_error);
  write_optional(json, "local_error", run.local_error);
  json.member("judged", run.judged).member("fitted", run.fitted).member("local_fitted", run.local_fitted);
  write_optional(json, "energy_drift", run.energy_drift);
  json.key("energy_errors").begin_array();
  for (double value : run.energy_errors) json.value(four_digits(value));
  json.end_array().end_object();
}

void write_solver(JsonWriter& json, const SolverConvergence& solver, double doubt) {
  json.line()
      .begin_object()
      .member("name", solver.method.name)
      .member("title", solver.method.title)
      .member("by", solver.by == Steered::by_step ? "step" : "tolerance")
      .member("order", static_cast<std::int64_t>(solver.method.order));
  write_order(json, "global", solver.global);
  write_order(json, "local", solver.local);
  json.key("reaches").begin_array();
  for (double error : {1e-3, 1e-6, 1e-9, 1e-12})
    if (const auto cost = cost_to_reach(solver, error, doubt))
      json.begin_object()
          .member("error", error)
          .member("rate_evaluations", cost->evaluations)
          .member("seconds", cost->seconds)
          .member("at_most", cost->at_most)
          .end_object();
  json.end_array().key("runs").begin_array();
  for (const ConvergeRun& run : solver.runs) write_run(json, solver, run);
  json.end_array().end_object();
}

void write_reference(JsonWriter& json, const ConvergeReference& reference) {
  json.line().key("reference").begin_object().key("runs").begin_array();
  for (const ConvergeReference::Run& run : reference.runs)
    json.begin_object().member("solver", run.method).member("tolerance", run.tolerance).end_object();
  json.end_array()
      .member("outcome", ode::to_string(reference.outcome.ending))
      .member("doubt", reference.doubt)
      .member("largest_doubt", reference.largest_doubt)
      .end_object();
}

void write_eigenvalues(JsonWriter& json, const Convergence& convergence) {
  json.line().key("eigenvalues").begin_array();
  for (const Eigenvalues& at : convergence.eigenvalues) {
    json.line().begin_object().member("t", at.t).key("values").begin_array();
    for (const std::complex<double>& value : at.values) {
      const double parts[] = {value.real(), value.imag()};
      json.value(std::span<const double>(parts));
    }
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace

std::string converge_json(const ConvergeSubject& subject, const Convergence& convergence) {
  JsonWriter json;
  json.begin_object()
      .member("scene", subject.scene)
      .member("title", subject.title)
      .member("begin", convergence.t_begin)
      .member("end", convergence.t_end)
      .member("complete", convergence.complete);
  json.key("reason");
  convergence.reason.empty() ? json.null() : json.value(convergence.reason);
  json.member("norm", norm).member("energy", convergence.energy);
  write_reference(json, convergence.reference);
  json.line().key("findings").begin_array();
  for (const std::string& finding : convergence.findings) json.value(finding);
  json.end_array().line().key("left_out").begin_array();
  for (const LeftOut& one : convergence.left_out)
    json.begin_object().member("name", one.name).member("reason", one.reason).end_object();
  json.end_array();
  write_eigenvalues(json, convergence);
  json.line().key("times").begin_array();
  for (double t : convergence.times) json.value(four_digits(t));
  json.end_array().line().key("solvers").begin_array();
  for (const SolverConvergence& solver : convergence.solvers) write_solver(json, solver, convergence.reference.doubt);
  json.end_array().end_object().line();
  return json.text();
}

}  // namespace polhode
