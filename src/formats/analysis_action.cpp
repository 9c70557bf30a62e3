// Stationary paths, told.
#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/formats/analysis_files.hpp>

#include "formats/analysis_words.hpp"
#include "formats/json.hpp"
#include "formats/svg_plot.hpp"

namespace polhode {
namespace {

constexpr std::size_t path_points = 401;  // of a picture, and of JSON
constexpr double as_good_as_stationary = 1e-8;

/// A path at the points of its own clock, which lie close together where it is steep.
struct PathTable {
  std::vector<double> x;
  std::vector<std::vector<double>> y, slope;  ///< of each unknown
};

PathTable table_of(const ode::PathCurve& curve, std::size_t points) {
  PathTable table{
      .x = {}, .y = std::vector<std::vector<double>>(curve.n), .slope = std::vector<std::vector<double>>(curve.n)};
  std::vector<double> q(curve.n), v(curve.n);
  for (std::size_t k = 0; k < points; ++k) {
    const double x = curve.clock.t(static_cast<double>(k) / static_cast<double>(points - 1));
    curve.at(x, q, v);
    table.x.push_back(x);
    for (std::size_t a = 0; a < curve.n; ++a) table.y[a].push_back(q[a]), table.slope[a].push_back(v[a]);
  }
  return table;
}

bool is_found(const ActionAnswer& answer) { return answer.path && answer.path->ending == ode::PathEnding::found; }

std::string_view word_of(ode::PathEnding ending) {
  switch (ending) {
    case ode::PathEnding::found: return "found";
    case ode::PathEnding::infinite: return "infinite";
    case ode::PathEnding::no_value: return "no value";
    case ode::PathEnding::not_found: return "not found";
    case ode::PathEnding::too_fine: return "too fine";
    case ode::PathEnding::interrupted: return "interrupted";
  }
  return "";
}

std::string_view word_of(ode::IntegralEnding ending) {
  switch (ending) {
    case ode::IntegralEnding::finite: return "finite";
    case ode::IntegralEnding::infinite: return "infinite";
    case ode::IntegralEnding::unsettled: return "not settled";
    case ode::IntegralEnding::no_value: return "no value";
    case ode::IntegralEnding::interrupted: return "interrupted";
  }
  return "";
}

std::string_view word_of(ode::Stationarity kind) {
  switch (kind) {
    case ode::Stationarity::least: return "least";
    case ode::Stationarity::greatest: return "greatest";
    case ode::Stationarity::saddle: return "stationary, and not least";
    case ode::Stationarity::conjugate: return "between conjugate ends";
    case ode::Stationarity::unsettled: return "unsettled";
  }
  return "";
}

/// What sort of stationary value it is, as a sentence.
std::string kind_sentence(const ActionSubject& subject, const ode::StationaryPath& path) {
  std::string points;
  for (const double one : path.conjugate) points += (points.empty() ? "" : ", ") + rounded(one, 10);
  const std::string where =
      (path.conjugate.size() == 1 ? "conjugate point at " : "conjugate points at ") + subject.variable + " = " + points;
  switch (path.kind) {
    case ode::Stationarity::least: return "least among neighbouring paths: no point is conjugate to the start";
    case ode::Stationarity::greatest: return "greatest among neighbouring paths: no point is conjugate to the start";
    case ode::Stationarity::saddle:
      return std::string("stationary, and not ") + (path.sign > 0 ? "least" : "greatest") + ": " +
             (path.conjugate.empty() ? "its free end lets it go on" : where) + "; " + std::to_string(path.index) +
             (path.index == 1 ? " independent variation makes it " : " independent variations make it ") +
             (path.sign > 0 ? "smaller" : "larger");
    case ode::Stationarity::conjugate:
      return "its ends are conjugate to each other: some neighbouring paths are as good to the second order" +
             (path.conjugate.empty() ? std::string() : "; " + where);
    case ode::Stationarity::unsettled:
      if (path.sign != 0) return "whether it is least was not settled: that takes more pieces than there is room for";
      return "neither least nor greatest: the second slopes by the rates are not of one sign along it";
  }
  return {};
}

void add_path(const ActionQuestion& question, const ode::StationaryPath& path, double drift, bool alone,
              AnalysisSection& section) {
  const std::string head = alone ? "" : question.subject.name + ": ";
  if (path.ending != ode::PathEnding::found) {
    const PathFlaw flaw = flaw_of(question.subject, path);
    section.table.push_back({question.subject.name, "stationary", "none", "", ""});
    section.notes.push_back(head + flaw.message + "; " + flaw.hint);
    return;
  }
  section.table.push_back({question.subject.name, "stationary", rounded(path.value, 14), rounded(path.value_error, 2),
                           std::string(word_of(path.kind))});
  section.notes.push_back(head + kind_sentence(question.subject, path));
  std::string errors;
  for (std::size_t a = 0; a < path.path_errors.size(); ++a)
    errors += (a == 0 ? "" : ", ") + question.subject.unknowns[a] + " " + rounded(path.path_errors[a], 2);
  section.notes.push_back(head + "the path is off by about " + errors + ", as polynomials of degree 12 and 16 on " +
                          std::to_string(path.curve.pieces()) + " pieces differ" +
                          (path.accurate ? "" : "; the tolerance was not met"));
  if (drift >= 0) {
    const std::string& v = question.subject.unknowns.size() == 1 ? question.subject.unknowns[0] + "'" : "v";
    const std::string F = question.subject.of_motion ? "L" : "F";
    section.notes.push_back(head + v + "·" + F + "_" + v + " - " + F + ", which the path keeps, is kept to " +
                            rounded(drift, 2) + " of its parts");
  }
}

void add_typed(const ActionQuestion& question, const ActionAnswer& answer, bool alone, AnalysisSection& section) {
  const std::string head = alone ? "" : question.subject.name + ": ";
  for (const TypedPathAction& typed : answer.paths) {
    if (typed.integral.ending != ode::IntegralEnding::finite) {
      section.table.push_back({question.subject.name, typed.name, std::string(word_of(typed.integral.ending)), "", ""});
      section.notes.push_back(head + "'" + typed.name + "': " + flaw_of(question.subject, typed.integral));
      continue;
    }
    std::string what;
    if (typed.distance >= 0 && typed.distance <= as_good_as_stationary) {
      what = "stationary";
    } else if (typed.same_ends && is_found(answer)) {
      const double difference = typed.integral.value - answer.path->value;
      what = rounded(std::fabs(difference), 6) + (difference > 0 ? " more" : " less");
    } else if (!typed.same_ends && question.between) {
      what = "between other ends";
    } else {
      what = typed.distance < 0 ? "" : "not stationary";
    }
    section.table.push_back(
        {question.subject.name, typed.name, rounded(typed.integral.value, 14), rounded(typed.integral.error, 2), what});
    if (typed.distance > as_good_as_stationary)
      section.notes.push_back(head + "'" + typed.name + "' is not stationary: the path that is, near it, is off by " +
                              rounded(100 * typed.distance, 3) + " % of its size");
  }
}

Picture picture_of(const ActionQuestion& question, const ActionAnswer& answer, bool alone) {
  const ActionSubject& subject = question.subject;
  const std::size_t n = subject.unknowns.size();
  Plot plot{.id = "action-" + subject.name, .title = subject.of_motion ? "Paths of the motion" : "Curves"};
  if (!alone) plot.title += " of " + subject.name;
  plot.x = {subject.variable, false};
  plot.y = {n == 1 ? subject.unknowns[0] : "unknowns", false};
  const auto label = [&](const std::string& path, std::size_t a) {
    return n == 1 ? path : path + " " + subject.unknowns[a];
  };
  int place = 0;
  const auto add = [&](const std::string& name, std::vector<double> x, std::vector<double> y) {
    plot.series.push_back(
        {.label = name, .place = place++, .x = std::move(x), .y = std::move(y), .hollow = {}, .marks = false});
  };
  ode::PathClock clock{question.from.t, question.to.t};
  if (is_found(answer)) {
    clock = answer.path->curve.clock;
    const PathTable table = table_of(answer.path->curve, path_points);
    for (std::size_t a = 0; a < n; ++a) add(label("stationary", a), table.x, table.y[a]);
  }
  std::vector<double> both(2 * n);
  for (const TypedPath& typed : question.paths)
    for (std::size_t a = 0; a < n; ++a) {
      std::vector<double> x, y;
      for (std::size_t k = 0; k < path_points; ++k) {
        x.push_back(clock.t(static_cast<double>(k) / (path_points - 1)));
        typed.evaluate(x.back(), both);
        y.push_back(both[a]);
      }
      add(label(typed.name(), a), std::move(x), std::move(y));
    }
  return {alone ? "action.svg" : "action-" + subject.name + ".svg",
          "What lies between the ends: the path along which the integral is stationary, and those that were typed.",
          svg_of(plot)};
}

void write_path(JsonWriter& json, const ode::StationaryPath& path, double drift) {
  json.member("ending", word_of(path.ending));
  if (path.ending != ode::PathEnding::found) return;
  json.member("value", path.value).member("value_error", path.value_error);
  json.member("path_errors", std::span<const double>(path.path_errors)).member("accurate", path.accurate);
  json.member("kind", word_of(path.kind)).member("index", static_cast<std::int64_t>(path.index));
  json.member("conjugate", std::span<const double>(path.conjugate));
  if (drift >= 0) json.member("energy_drift", drift);
  json.member("pieces", static_cast<std::int64_t>(path.curve.pieces()))
      .member("newton_steps", static_cast<std::int64_t>(path.newton_steps));
  const PathTable table = table_of(path.curve, 101);
  json.line().member("at", std::span<const double>(table.x));
  json.key("path").begin_array();
  for (const std::vector<double>& one : table.y) json.value(std::span<const double>(one));
  json.end_array();
}

std::string action_json(const std::vector<ActionQuestion>& questions, const std::vector<ActionAnswer>& answers) {
  JsonWriter json;
  json.begin_object().key("subjects").begin_array();
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const ActionSubject& subject = questions[k].subject;
    json.line().begin_object().member("name", subject.name).member("variable", subject.variable);
    json.key("unknowns").begin_array();
    for (const std::string& name : subject.unknowns) json.value(name);
    json.end_array().member("begin", questions[k].from.t).member("end", questions[k].to.t);
    if (answers[k].path) write_path(json, *answers[k].path, answers[k].energy_drift);
    json.key("paths").begin_array();
    for (const TypedPathAction& typed : answers[k].paths) {
      json.begin_object().member("name", typed.name).member("ending", word_of(typed.integral.ending));
      json.member("value", typed.integral.value);
      json.member("error", typed.integral.error).member("same_ends", typed.same_ends);
      if (typed.distance >= 0) json.member("distance", typed.distance);
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return json.text();
}

}  // namespace

AnalysisSection tell(const std::vector<ActionQuestion>& questions, const std::vector<ActionAnswer>& answers) {
  AnalysisSection section{.key = "action", .heading = "Stationary paths"};
  section.table.push_back({"of", "path", "integral", "± error", "which is"});
  const bool alone = questions.size() == 1;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    const ActionQuestion& question = questions[k];
    section.sentence += (k == 0 ? "" : "; ") + question.subject.name + " from " + question.subject.variable + " = " +
                        rounded(question.from.t) + " to " + rounded(question.to.t);
    if (answers[k].path) add_path(question, *answers[k].path, answers[k].energy_drift, alone, section);
    add_typed(question, answers[k], alone, section);
    if (is_found(answers[k]) || !question.paths.empty())
      section.pictures.push_back(picture_of(question, answers[k], alone));
  }
  section.json = action_json(questions, answers);
  return section;
}

std::string action_csv(const ActionQuestion& question, const ActionAnswer& answer) {
  std::string text = question.subject.variable;
  for (const std::string& name : question.subject.unknowns) text += "," + name;
  for (const std::string& name : question.subject.unknowns) text += "," + name + "'";
  text += "\n";
  if (!is_found(answer)) return text;
  const PathTable table = table_of(answer.path->curve, 1001);
  for (std::size_t k = 0; k < table.x.size(); ++k) {
    text += shortest(table.x[k]);
    for (const auto& column : table.y) text += "," + shortest(column[k]);
    for (const auto& column : table.slope) text += "," + (std::isfinite(column[k]) ? shortest(column[k]) : "");
    text += "\n";
  }
  return text;
}

}  // namespace polhode
