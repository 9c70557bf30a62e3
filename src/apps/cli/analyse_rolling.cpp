// polhode analyse SCENE --steady | --collapse: bodies that roll
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <polhode/base/text.hpp>
#include <polhode/math/vector.hpp>
#include <polhode/sim/collapse_fit.hpp>
#include <polhode/sim/steady_rolling.hpp>

#include "apps/cli/analyse_questions.hpp"
#include "apps/cli/table.hpp"
#include "formats/json.hpp"

namespace polhode::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr double degree = pi / 180;

/// A figure of the table; what rounding leaves of nothing is nothing.
std::string shown(double value, int digits = 6) { return std::fabs(value) < 1e-12 ? "0" : rounded(value, digits); }

std::string in_degrees(double angle) { return shown(angle / degree); }

/// What small motions do: swing with these rates, or grow with this one.
std::string small_motions(const SteadyRolling& motion) {
  double growth = 0;
  for (const auto& value : motion.eigenvalues) growth = std::max(growth, value.real());
  if (motion.stability == Stability::unstable) return "grow by " + rounded(growth, 6) + "/s";
  std::string swings;
  for (const auto& value : motion.eigenvalues)
    if (value.imag() > 0) swings += (swings.empty() ? "swing at " : ", ") + rounded(value.imag(), 6);
  return swings + (swings.empty() ? "" : " rad/s");
}

std::string in_words(const Vec3& axis) {
  const auto one = [](double x) { return std::fabs(x) < 1e-6 ? "0" : rounded(x, 4); };
  return one(axis.x()) + ", " + one(axis.y()) + ", " + one(axis.z());
}

/// Rows with a last column for what bodies without an axis of revolution turn about, if tilts do not say it. Both ends
/// of an axis that have all else in common are one row.
class WithUps {
 public:
  explicit WithUps(std::vector<std::string> head) : rows_{std::move(head)}, normals_(1) {
    rows_[0].push_back("axis, body axes");
  }
  void add(std::vector<std::string> row, SteadyKind kind, const Vec3& axis) {
    const bool told = kind == SteadyKind::on_end || kind == SteadyKind::leaning || needed_;
    needed_ = needed_ || (told && (axis.x() != 0 || axis.y() != 0));
    row.push_back(told ? in_words(axis) : "");
    if (told && joins_other_end(row, axis)) return;
    rows_.push_back(std::move(row));
    normals_.push_back(told ? axis : Vec3(Vec3::Zero()));
  }
  std::string text() {
    for (auto& row : rows_)
      if (!needed_) row.pop_back();
    return in_columns(rows_, Align::right);
  }

 private:
  static constexpr std::size_t tilt = 1;  // the column

  bool joins_other_end(const std::vector<std::string>& row, const Vec3& normal) {
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      std::vector<std::string>& other = rows_[i];
      bool same = normals_[i] != Vec3::Zero() && (normals_[i] + normal).norm() < 1e-6;
      for (std::size_t k = 0; same && k + 1 < row.size(); ++k) same = k == tilt || other[k] == row[k];
      if (!same) continue;
      if (other[tilt] != row[tilt]) other[tilt] += ", " + row[tilt];
      other.back() = "± " + (other.back().find('-') == std::string::npos ? other.back() : row.back());
      normals_[i] = Vec3::Zero();
      return true;
    }
    return false;
  }

  Rows rows_;
  std::vector<Vec3> normals_;  ///< of ends whose other end has not come yet; else zero
  bool needed_ = false;
};

/// "either way", or the sign of the spin that is meant.
const char* way_of(const SpinBand& band) { return band.way == 0 ? "either" : band.way > 0 ? "positive" : "negative"; }

std::string bands_table(const std::vector<SpinBand>& bands) {
  Rows rows{{"  spin about the vertical", "way", "from [rad/s]", "to [rad/s]", "", "", "axis, body axes"}};
  for (const SpinBand& band : bands) {
    const bool moves = (band.normal - band.normal_to).norm() > 1e-6;
    rows.push_back({"  " + std::string(to_string(band.kind)), way_of(band), rounded(band.from, 7),
                    band.to ? rounded(*band.to, 7) : "any", std::string(to_string(band.stability)),
                    band.stability == Stability::unstable
                        ? "grow by " + rounded(band.growth, 4) + "/s at " + rounded(band.growth_at, 4) + " rad/s"
                        : "",
                    in_words(band.normal) + (moves ? " to " + in_words(band.normal_to) : "")});
  }
  return in_columns(rows, Align::right);
}

std::string steady_table(const std::string& name, const SteadyReport& report) {
  if (!report.none.empty()) return name + "\n  no steady rolling: " + report.none + "\n";
  if (report.motions.empty() && report.critical.empty()) return name + "\n  no steady rolling was found\n";
  std::string text = name + "\n";
  if (!report.motions.empty()) {
    WithUps rows({"  motion", "tilt [deg]", "precession [rad/s]", "spin [rad/s]", "speed [m/s]", "friction", "", ""});
    for (const SteadyRolling& motion : report.motions)
      rows.add({"  " + std::string(to_string(motion.kind)), in_degrees(motion.tilt), shown(motion.precession),
                shown(motion.spin), shown(motion.speed), shown(motion.friction_demand, 4),
                std::string(to_string(motion.stability)), small_motions(motion)},
               motion.kind, motion.axis);
    text += rows.text();
  }
  if (!report.critical.empty()) {
    WithUps rows({"  stable", "tilt [deg]", "", "than [rad/s]", "speed [m/s]"});
    for (const CriticalSpeed& critical : report.critical)
      rows.add({"  " + std::string(to_string(critical.kind)), in_degrees(critical.tilt),
                critical.stable_above ? "faster" : "slower", rounded(critical.value, 10), shown(critical.speed, 10)},
               critical.kind, critical.normal);
    text += "\n" + rows.text();
  }
  if (!report.bands.empty()) text += "\n" + bands_table(report.bands);
  return text;
}

void write_bands(JsonWriter& json, const std::vector<SpinBand>& bands) {
  json.key("bands").begin_array();
  for (const SpinBand& band : bands) {
    json.line().begin_object().member("kind", to_string(band.kind)).member("way", way_of(band));
    json.member("from", band.from);
    if (band.to) json.member("to", *band.to);
    json.member("normal", band.normal).member("normal_to", band.normal_to);
    json.member("growth", band.growth).member("growth_at", band.growth_at);
    json.member("stability", to_string(band.stability)).end_object();
  }
  json.end_array();
}

void write_steady(JsonWriter& json, const std::string& name, const SteadyReport& report) {
  json.line().begin_object().member("name", name);
  if (!report.none.empty()) json.member("none", report.none);
  json.key("motions").begin_array();
  for (const SteadyRolling& motion : report.motions) {
    json.line()
        .begin_object()
        .member("kind", to_string(motion.kind))
        .member("normal", motion.normal)
        .member("axis", motion.axis)
        .member("tilt", motion.tilt)
        .member("precession", motion.precession)
        .member("spin", motion.spin)
        .member("height", motion.height)
        .member("speed", motion.speed)
        .member("friction_demand", motion.friction_demand)
        .member("energy", motion.energy)
        .member("stability", to_string(motion.stability));
    json.key("eigenvalues").begin_array();
    for (const auto& value : motion.eigenvalues) json.begin_array().value(value.real()).value(value.imag()).end_array();
    json.end_array().end_object();
  }
  json.end_array().key("critical").begin_array();
  for (const CriticalSpeed& critical : report.critical)
    json.line()
        .begin_object()
        .member("kind", to_string(critical.kind))
        .member("normal", critical.normal)
        .member("tilt", critical.tilt)
        .member("value", critical.value)
        .member("speed", critical.speed)
        .member("stable", critical.stable_above ? "faster" : "slower")
        .end_object();
  json.end_array();
  write_bands(json, report.bands);
  json.end_object();
}

/// "10 deg,20 deg" or numbers in radians; what the flag is not given for, from 10° to 80°.
Result<std::vector<double>> tilts_of(const std::optional<std::string>& text) {
  std::vector<double> tilts;
  if (!text) {
    for (int i = 1; i <= 8; ++i) tilts.push_back(10 * i * degree);
    return tilts;
  }
  for (const std::string& word : split_at_commas(*text)) {
    const auto tilt = parse_quantity(word, dimension::angle);
    if (!tilt.ok() || !(*tilt > 0 && *tilt < pi))
      return Diagnostic{.where = {"--tilts " + *text, 0, 0},
                        .message = "'" + word + "' is no angle between 0 and 180 deg",
                        .hint = "for example --tilts \"10 deg,45 deg\""};
    tilts.push_back(*tilt);
  }
  return tilts;
}

/// An angular velocity, of either sign.
Result<std::optional<double>> spin_of(const std::optional<std::string>& text) {
  if (!text) return std::optional<double>();
  const auto spin = parse_quantity(*text, dimension::angular_velocity);
  if (spin.ok() && std::fabs(*spin) < 1e9) return std::optional<double>(*spin);
  return Diagnostic{.where = {"--spin " + *text, 0, 0},
                    .message = "'" + *text + "' is no angular velocity",
                    .hint = "for example --spin 5 or --spin=-5, in rad/s, or --spin \"300 rpm\""};
}

/// The range of time, "0 s,2 s".
Result<std::array<double, 2>> range_of(const std::string& text) {
  std::array<double, 2> range{};
  const auto words = split_at_commas(text);
  bool read = words.size() == 2;
  for (std::size_t i = 0; read && i < 2; ++i) {
    const auto time = parse_quantity(words[i], dimension::time);
    read = time.ok();
    if (read) range[i] = *time;
  }
  if (read && range[0] < range[1]) return range;
  return Diagnostic{.where = {"--range " + text, 0, 0},
                    .message = "these are no two times, the earlier first",
                    .hint = "for example --range \"0,1.5\""};
}

void write_fit(JsonWriter& json, const CollapseFit& fit) {
  json.member("t0", fit.t0)
      .member("tilt_exponent", fit.tilt_exponent)
      .member("tilt_factor", fit.tilt_factor)
      .member("precession_exponent", -fit.precession_exponent)
      .member("precession_factor", fit.precession_factor)
      .member("scatter", fit.scatter)
      .member("samples", static_cast<std::int64_t>(fit.samples))
      .member("decades", fit.decades)
      .member("largest_tilt", fit.largest_tilt)
      .member("doubt", fit.doubt());
}

void tell_collapse(const AnalyseArguments& arguments, const BuiltScene& built, const Recording& run,
                   std::span<const std::array<double, 2>> ranges) {
  JsonWriter json;
  Rows rows{{"body", "lies flat [s]", "tilt: power", "factor", "precession: power", "factor", "scatter", "decades"}};
  std::string doubts;
  json.begin_object().key("collapse").begin_array();
  for (std::size_t i = 0; i < built.rolling.size(); ++i) {
    const RollingBody& body = built.rolling[i].body();
    const auto fit = fit_collapse(run, body, ranges[i][0], ranges[i][1]);
    json.line().begin_object().member("name", body.name);
    if (fit.ok()) {
      write_fit(json, *fit);
      rows.push_back({body.name, rounded(fit->t0, 8), rounded(fit->tilt_exponent, 6), rounded(fit->tilt_factor, 6),
                      rounded(-fit->precession_exponent, 6), rounded(fit->precession_factor, 6),
                      rounded(fit->scatter, 2), rounded(fit->decades, 3)});
      if (const std::string doubt = fit->doubt(); !doubt.empty())
        doubts += body.name + ": these are no powers of an end: " + doubt + "; see --range and run.end\n";
    } else {
      json.member("none", fit.diagnostics()[0].message);
      doubts += body.name + ": " + fit.diagnostics()[0].message + "; " + fit.diagnostics()[0].hint + "\n";
    }
    json.end_object();
  }
  json.end_array().end_object().line();
  const std::string text = (rows.size() > 1 ? in_columns(rows, Align::right) : "") + doubts;
  std::fputs(arguments.json ? json.text().c_str() : text.c_str(), stdout);
}

}  // namespace

int steady(const AnalyseArguments& arguments, const BuiltScene& built) {
  const auto tilts = tilts_of(arguments.tilts);
  if (!tilts.ok()) return refuse(tilts.diagnostics());
  const auto spin = spin_of(arguments.spin);
  if (!spin.ok()) return refuse(spin.diagnostics());
  JsonWriter json;
  std::string text;
  json.begin_object().key("steady").begin_array();
  for (const Rolling& rolling : built.rolling) {
    const SteadyReport report = steady_report(rolling.body(), *tilts, *spin);
    write_steady(json, rolling.body().name, report);
    text += (text.empty() ? "" : "\n") + steady_table(rolling.body().name, report);
  }
  json.end_array().end_object().line();
  std::fputs(arguments.json ? json.text().c_str() : text.c_str(), stdout);
  return done;
}

/// The scene is run twice: to find out when it ends, and with samples that are even in what is left.
int collapse(const AnalyseArguments& arguments, BuiltScene& built) {
  std::optional<std::array<double, 2>> asked;
  if (arguments.range) {
    const auto range = range_of(*arguments.range);
    if (!range.ok()) return refuse(range.diagnostics());
    asked = *range;
  }
  listen_for_interrupt();
  built.options.progress = [](double) { return !is_interrupted(); };
  const Recording first = simulate(built);
  if (first.outcome.ended_early()) {
    std::fprintf(stderr, "polhode: %s\n", printable(first.outcome.detail).c_str());
    return ended_early;
  }
  const double begin = built.options.t_begin;
  if (asked && !((*asked)[0] >= begin && (*asked)[0] < first.t_end))
    return refuse_flag("--range " + *arguments.range,
                       "the run goes from " + rounded(begin) + " to " + rounded(first.t_end) + " s",
                       "begin the range within it");
  std::vector<std::array<double, 2>> ranges;
  std::vector<double> times;
  for (const Rolling& rolling : built.rolling) {
    ranges.push_back(asked.value_or(std::array{collapse_begin(first, rolling.body()), first.t_end}));
    ranges.back()[1] = std::min(ranges.back()[1], first.t_end);
    const std::vector<double> own = collapse_times(ranges.back()[0], ranges.back()[1]);
    times.insert(times.end(), own.begin(), own.end());
  }
  std::sort(times.begin(), times.end());
  built.options.sample = built.options.t_end - built.options.t_begin;
  built.options.also_at = std::move(times);
  tell_collapse(arguments, built, simulate(built), ranges);
  return done;
}

}  // namespace polhode::cli
