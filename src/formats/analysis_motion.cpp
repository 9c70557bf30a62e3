// Phase portraits, Poincaré sections and Lyapunov exponents, told.
#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/formats/analysis_files.hpp>

#include "formats/analysis_words.hpp"
#include "formats/svg_plane.hpp"
#include "formats/svg_plot.hpp"

namespace polhode {
namespace {

constexpr std::size_t most_table_rows = 12;

std::vector<PlanePath> paths_of(const std::vector<PlaneCurve>& curves) {
  std::vector<PlanePath> paths;
  for (const PlaneCurve& curve : curves) {
    PlanePath& path = paths.emplace_back();
    for (const PlanePoint& p : curve) path.x.push_back(p.u), path.y.push_back(p.v);
  }
  return paths;
}

void write_curves(JsonWriter& json, const char* key, const std::vector<PlaneCurve>& curves) {
  json.line().key(key).begin_array();
  for (const PlaneCurve& curve : curves) {
    json.begin_array();
    // For the eye: six digits.
    for (const PlanePoint& p : curve) json.begin_array().rounded(p.u, 6).rounded(p.v, 6).end_array();
    json.end_array();
  }
  json.end_array();
}

std::string portrait_json(const PlanePlot& plot, const Portrait& portrait) {
  JsonWriter json;
  const double window[] = {plot.left, plot.right, plot.bottom, plot.top};
  json.begin_object().member("across", plot.x_label).member("up", plot.y_label);
  json.member("window", std::span<const double>(window)).member("complete", portrait.complete);
  json.member("kept", portrait.kept);
  json.key("equilibria").begin_array();
  for (const Equilibrium& one : portrait.equilibria)
    json.begin_object()
        .member("x", std::span<const double>(one.x))
        .member("stability", to_string(one.fate))
        .member("type", one.type)
        .end_object();
  json.end_array();
  write_curves(json, "flow", portrait.flow);
  write_curves(json, "out_of_saddles", portrait.unstable);
  write_curves(json, "into_saddles", portrait.stable);
  json.end_object();
  return json.text();
}

void add_equilibria(const Portrait& portrait, std::size_t across, std::size_t up, PlanePlot& plot) {
  PlaneMarks stable{.label = "stable", .shape = 0}, unstable{.label = "unstable", .shape = 1, .hollow = true},
      undecided{.label = "undecided", .shape = 3, .hollow = true};
  for (const Equilibrium& one : portrait.equilibria) {
    PlaneMarks& marks = one.fate == Fate::unstable ? unstable : one.fate == Fate::undecided ? undecided : stable;
    marks.x.push_back(one.x[across]), marks.y.push_back(one.x[up]);
  }
  plot.marks = {stable, unstable, undecided};
}

/// A window that holds all points, and a little more.
void fit_window(PlanePlot& plot, const std::vector<double>& u, const std::vector<double>& v) {
  const auto range = [](const std::vector<double>& values, double& low, double& high) {
    low = 1e300, high = -1e300;
    for (const double value : values)
      if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    if (!(low <= high)) low = -1, high = 1;
    const double margin = high > low ? 0.04 * (high - low) : std::max(1e-3, 0.1 * std::fabs(high));
    low -= margin, high += margin;
  };
  range(u, plot.left, plot.right);
  range(v, plot.bottom, plot.top);
}

std::string poincare_json(const SectionSubject& subject, const PoincareSection& section) {
  JsonWriter json;
  json.begin_object()
      .member("section", subject.when)
      .member("across", subject.across)
      .member("up", subject.up)
      .member("kept", subject.kept)
      .member("points", section.points)
      .member("complete", section.complete);
  json.key("orbits").begin_array();
  for (std::size_t k = 0; k < section.orbits.size(); ++k) {
    const SectionOrbit& orbit = section.orbits[k];
    json.line().begin_object().member("start", subject.starts[k]).member("drift", orbit.drift);
    json.member("outcome", ode::to_string(orbit.outcome.ending)).key("points").begin_array();
    for (const SectionPoint& p : orbit.points) json.begin_array().value(p.t).value(p.u).value(p.v).end_array();
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return json.text();
}

Picture poincare_picture(const SectionSubject& subject, const PoincareSection& section) {
  PlanePlot plot{.id = "poincare", .title = subject.when, .x_label = subject.across, .y_label = subject.up};
  std::vector<double> all_u, all_v;
  for (const SectionOrbit& orbit : section.orbits) {
    PlanePath& cloud = plot.clouds.emplace_back();
    for (const SectionPoint& p : orbit.points) cloud.x.push_back(p.u), cloud.y.push_back(p.v);
    all_u.insert(all_u.end(), cloud.x.begin(), cloud.x.end());
    all_v.insert(all_v.end(), cloud.y.begin(), cloud.y.end());
  }
  fit_window(plot, all_u, all_v);
  return {"poincare.svg",
          "A point for every crossing, a colour for every start. Points on a curve are a regular motion, points that "
          "fill an area a chaotic one.",
          svg_of(plot)};
}

std::string lyapunov_json(const std::vector<Coordinate>& coordinates, const Lyapunov& exponents) {
  JsonWriter json;
  const auto optional = [&json](const char* key, const std::optional<double>& value) {
    json.key(key);
    value ? json.value(*value) : json.null();
  };
  json.begin_object();
  write_names(json, coordinates);
  json.member("begin", exponents.t_begin)
      .member("end", exponents.t_end)
      .member("interval", exponents.interval)
      .member("complete", exponents.complete())
      .member("outcome", ode::to_string(exponents.outcome.ending))
      .member("exponents", std::span<const double>(exponents.exponents))
      .member("spread", std::span<const double>(exponents.spread));
  optional("divergence", exponents.divergence);
  optional("pairing", exponents.pairing);
  optional("dimension", exponents.dimension);
  json.line().member("times", std::span<const double>(exponents.times)).key("running").begin_array();
  for (const std::vector<double>& running : exponents.running) json.line().value(std::span<const double>(running));
  json.end_array().end_object();
  return json.text();
}

/// With as many digits as the spread leaves, and one more.
std::string doubtful(double value, double spread) {
  if (!(spread > 0)) return rounded(value, 6);
  int places = 0;
  for (double unit = 1; unit > spread && places < 12; unit /= 10) ++places;
  double power = 1;
  for (int i = 0; i <= places; ++i) power *= 10;
  const double cut = std::floor(value * power + 0.5) / power;
  return cut == 0 ? "0" : rounded(cut, 12);
}

void add_checks(const Lyapunov& exponents, std::vector<std::string>& notes) {
  double sum = 0;
  for (const double value : exponents.exponents) sum += value;
  if (exponents.divergence)
    notes.push_back("check: the exponents sum to " + rounded(sum, 6) + ", the mean divergence of the flow is " +
                    rounded(*exponents.divergence, 6));
  if (exponents.pairing)
    notes.push_back(
        "check: in a flow that keeps volumes by Hamilton's equations exponents come in pairs of opposite "
        "sign; these do to " +
        rounded(*exponents.pairing, 2));
  if (exponents.dimension)
    notes.push_back("dimension of the attractor by Kaplan and Yorke: " + rounded(*exponents.dimension, 5));
  if (!exponents.exponents.empty() && !(exponents.exponents[0] > exponents.spread[0]))
    notes.emplace_back("the largest is not above its spread: nothing here says that the motion is chaotic");
}

}  // namespace

AnalysisSection tell(const std::vector<Coordinate>& coordinates, std::size_t across, std::size_t up,
                     const Portrait& portrait) {
  AnalysisSection section{.key = "portrait", .heading = "Phase portrait"};
  const std::vector<std::string> names = short_names(coordinates);
  PlanePlot plot{.id = "portrait",
                 .title = names[up] + " over " + names[across],
                 .x_label = with_unit(names[across], coordinates[across].symbol),
                 .y_label = with_unit(names[up], coordinates[up].symbol)};
  const PlaneWindow& w = portrait.window;
  plot.left = w.left, plot.right = w.right, plot.bottom = w.bottom, plot.top = w.top;
  if (!portrait.levels.empty()) {
    PlaneCurves lines{.label = portrait.kept.substr(portrait.kept.find('.') + 1) + " constant", .place = -1};
    for (const Portrait::Level& level : portrait.levels)
      for (PlanePath& path : paths_of(level.curves)) lines.paths.push_back(std::move(path));
    plot.curves.push_back(std::move(lines));
  }
  plot.curves.push_back({.label = "flow", .place = 0, .paths = paths_of(portrait.flow), .arrows = true});
  plot.curves.push_back({.label = "out of saddles", .place = 1, .paths = paths_of(portrait.unstable), .arrows = true});
  plot.curves.push_back({.label = "into saddles", .place = 4, .paths = paths_of(portrait.stable), .arrows = true});
  add_equilibria(portrait, across, up, plot);
  section.sentence = std::to_string(portrait.flow.size()) + " curves of the flow, " +
                     std::to_string(portrait.stable.size() + portrait.unstable.size()) + " separatrices, " +
                     std::to_string(portrait.equilibria.size()) +
                     (portrait.equilibria.size() == 1 ? " equilibrium" : " equilibria");
  section.table.push_back({plot.x_label, plot.y_label, "stability", "eigenvalues [1/s]"});
  for (const Equilibrium& one : portrait.equilibria)
    section.table.push_back({shown_beside(one.x[across], w.right - w.left), shown_beside(one.x[up], w.top - w.bottom),
                             shown_fate(one), shown(one.eigenvalues)});
  if (portrait.equilibria.empty()) section.table.clear();
  if (!portrait.complete) section.notes.emplace_back("ended from outside: curves are missing");
  section.pictures.push_back({"portrait.svg",
                              "Arrows show where the flow goes. Curves out of and into saddles divide the plane into "
                              "parts of unlike motion.",
                              svg_of(plot)});
  section.json = portrait_json(plot, portrait);
  return section;
}

AnalysisSection tell(const Shadow& shadow) {
  AnalysisSection section{.key = "portrait", .heading = "Phase portrait"};
  section.sentence = "the motion from the scene's start, seen on the plane of " + shadow.across + " and " + shadow.up;
  PlanePlot plot{
      .id = "portrait", .title = shadow.up + " over " + shadow.across, .x_label = shadow.across, .y_label = shadow.up};
  fit_window(plot, shadow.u, shadow.v);
  plot.curves.push_back({.label = "motion", .place = 0, .paths = {{shadow.u, shadow.v}}, .thin = true});
  if (!shadow.u.empty())
    plot.marks.push_back({.label = "start", .shape = 1, .x = {shadow.u.front()}, .y = {shadow.v.front()}});
  section.pictures.push_back({"portrait.svg",
                              "More than two variables have no phase plane: curves that cross here do not meet.",
                              svg_of(plot)});
  JsonWriter json;
  json.begin_object().member("across", shadow.across).member("up", shadow.up);
  json.member("u", std::span<const double>(shadow.u)).member("v", std::span<const double>(shadow.v)).end_object();
  section.json = json.text();
  return section;
}

AnalysisSection tell(const SectionSubject& subject, const PoincareSection& section) {
  AnalysisSection told{.key = "poincare", .heading = "Poincaré section"};
  told.sentence = subject.when + ": " + std::to_string(section.points) + " points of " +
                  std::to_string(section.orbits.size()) + (section.orbits.size() == 1 ? " start" : " starts");
  const bool kept = !subject.kept.empty();
  std::vector<std::string> head{"start", "points"};
  if (kept) head.push_back("error of " + subject.kept);
  told.table.push_back(head);
  double worst = 0;
  std::size_t few = 0;
  for (std::size_t k = 0; k < section.orbits.size(); ++k) {
    const SectionOrbit& orbit = section.orbits[k];
    worst = std::max(worst, orbit.drift);
    if (static_cast<int>(orbit.points.size()) < subject.points) ++few;
    if (k >= most_table_rows) continue;
    std::vector<std::string> row{subject.starts[k], std::to_string(orbit.points.size())};
    if (kept) row.push_back(rounded(orbit.drift, 2));
    told.table.push_back(row);
  }
  if (section.orbits.size() > most_table_rows) {
    std::vector<std::string> row{"… " + std::to_string(section.orbits.size() - most_table_rows) + " more", ""};
    if (kept) row.push_back("≤ " + rounded(worst, 2));
    told.table.push_back(row);
  }
  for (const SectionOrbit& orbit : section.orbits)
    if (orbit.outcome.ended_early() && orbit.outcome.ending != ode::Ending::interrupted) {
      told.notes.push_back("a motion ended early: " + orbit.outcome.detail);
      break;
    }
  if (few > 0 && section.complete)
    told.notes.push_back(
        std::to_string(few) + (few == 1 ? " start" : " starts") + " made fewer than " + std::to_string(subject.points) +
        " points: the motion does not come back so often, or the time of --points times run.end is over");
  if (!section.complete) told.notes.emplace_back("ended from outside: points are missing");
  told.pictures.push_back(poincare_picture(subject, section));
  told.json = poincare_json(subject, section);
  return told;
}

std::string section_csv_head(const SectionSubject& subject) {
  const auto cell = [](const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  };
  return "start,t [s]," + cell(subject.across) + "," + cell(subject.up) + "\n";
}

std::string section_csv_rows(std::size_t start, const SectionOrbit& orbit) {
  std::string rows;
  for (const SectionPoint& p : orbit.points)
    rows += std::to_string(start) + "," + shortest(p.t) + "," + shortest(p.u) + "," + shortest(p.v) + "\n";
  return rows;
}

AnalysisSection tell(const std::vector<Coordinate>& coordinates, const Lyapunov& exponents) {
  AnalysisSection section{.key = "lyapunov", .heading = "Lyapunov exponents"};
  section.sentence = exponents.exponents.empty()
                         ? "followed to " + rounded(exponents.t_end) + " s"
                         : "averages from " + rounded(exponents.t_begin) + " to " + rounded(exponents.t_end) +
                               " s, directions made orthonormal every " + rounded(exponents.interval, 3) + " s";
  section.table.push_back({"", "exponent [1/s]", "± spread"});
  Plot plot{.id = "lyapunov", .title = "Running averages"};
  plot.x = {"time [s]", false};
  plot.y = {"exponent [1/s]", false};
  for (std::size_t i = 0; i < exponents.exponents.size(); ++i) {
    section.table.push_back({std::to_string(i + 1), doubtful(exponents.exponents[i], exponents.spread[i]),
                             rounded(exponents.spread[i], 2)});
    PlotSeries series{.label = rounded(exponents.exponents[i], 4), .place = static_cast<int>(i), .marks = false};
    // The first few averages are of next to nothing, and would set the scale.
    for (std::size_t k = exponents.times.size() / 40; k < exponents.times.size(); ++k)
      series.x.push_back(exponents.times[k]), series.y.push_back(exponents.running[i][k]);
    plot.series.push_back(std::move(series));
  }
  if (!exponents.exponents.empty())
    section.notes.emplace_back("spread: how far the running average strayed from its last value in the last half");
  add_checks(exponents, section.notes);
  if (!exponents.complete()) section.notes.push_back("ended early: " + exponents.outcome.detail);
  if (exponents.exponents.empty())
    section.notes.emplace_back("the time was over before anything was averaged");
  else
    section.pictures.push_back(
        {"lyapunov.svg", "Averages that have not levelled have not come to their end.", svg_of(plot)});
  section.json = lyapunov_json(coordinates, exponents);
  return section;
}

}  // namespace polhode
