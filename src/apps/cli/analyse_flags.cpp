// What the flags of `polhode analyse` say about coordinates and starts.
#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/math/expression.hpp>
#include <polhode/sim/poincare.hpp>

#include "apps/cli/analyse_questions.hpp"

namespace polhode::cli {
namespace {

constexpr double most_starts = 100'000;

Diagnostic wrong(const std::string& flag, const std::string& text, std::string message, std::string hint) {
  return {.where = {flag + " " + text, 0, 0}, .message = std::move(message), .hint = std::move(hint)};
}

std::vector<std::string> split_at(const std::string& text, char mark) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(mark, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string example_of(RangeForm form, const std::string& name) {
  if (form == RangeForm::value) return "for example " + name + "=0";
  return "for example " + name + (form == RangeForm::range ? "=-2:2" : "=-0.4:0.8:40");
}

/// The values behind the =, or what is wrong with them.
Result<NamedRange> values_of(const std::string& flag, const std::string& item, const std::string& values,
                             RangeForm form, const std::string& name) {
  const std::vector<std::string> words = split_at(values, ':');
  NamedRange range;
  std::vector<double> numbers;
  for (const std::string& word : words) {
    const auto number = number_of(word);
    if (!number) return wrong(flag, item, "'" + word + "' is no number", example_of(form, name));
    numbers.push_back(*number);
  }
  const bool grid = form == RangeForm::value_or_grid && numbers.size() == 3;
  const bool fits = form == RangeForm::range ? numbers.size() == 2 : numbers.size() == 1 || grid;
  if (!fits)
    return wrong(flag, item,
                 form == RangeForm::value   ? "one value is asked for"
                 : form == RangeForm::range ? "a range is a lower and an upper end"
                                            : "this is neither a value nor a first, a last and how many",
                 example_of(form, name));
  range.low = numbers[0];
  range.high = numbers.size() > 1 ? numbers[1] : numbers[0];
  if (form == RangeForm::range && !(range.low < range.high))
    return wrong(flag, item, "the lower end comes first", example_of(form, name));
  if (!grid) return range;
  if (!(numbers[2] >= 1) || numbers[2] != std::floor(numbers[2]) || numbers[2] > most_starts)
    return wrong(flag, item, "how many starts must be a whole number from 1 to " + rounded(most_starts),
                 example_of(form, name));
  range.count = static_cast<int>(numbers[2]);
  return range;
}

/// What is kept of the scene, that --energy is the value of.
Result<const Monitor*> kept_of(const BuiltScene& built, const std::string& flag, const std::string& text) {
  const auto all = kept_scalars(built.system);
  if (all.empty())
    return wrong(flag, text, "nothing is known to be kept along the motions of this scene",
                 "say it in the scene: [system.conserved] energy = \"…\"");
  for (const Monitor* monitor : all)
    if (monitor->channel.name == "energy" || monitor->channel.name.ends_with(".energy")) return monitor;
  if (all.size() == 1) return all[0];
  std::string names;
  for (const Monitor* monitor : all) names += (names.empty() ? "" : ", ") + monitor->channel.name;
  return wrong(flag, text, "several quantities are kept, and none is called energy: " + names,
               "call the one that is meant energy");
}

/// Every combination of the ranges' values, the first changing slowest.
SectionStarts grid_of(const std::vector<NamedRange>& ranges, const std::vector<double>& x0,
                      const std::vector<std::string>& names) {
  SectionStarts starts{{x0}, {""}, {}};
  for (const NamedRange& range : ranges) {
    SectionStarts more;
    const int count = std::max(1, range.count);
    for (std::size_t k = 0; k < starts.x.size(); ++k)
      for (int i = 0; i < count; ++i) {
        const double value = count == 1 ? range.low : range.low + (range.high - range.low) * i / (count - 1);
        more.x.push_back(starts.x[k]);
        more.x.back()[range.coordinate] = value;
        const std::string word = range.count > 0 ? names[range.coordinate] + " = " + rounded(value, 6) : "";
        const std::string& before = starts.names[k];
        more.names.push_back(before + (before.empty() || word.empty() ? "" : ", ") + word);
      }
    starts = std::move(more);
  }
  for (std::string& name : starts.names)
    if (name.empty()) name = "start";
  return starts;
}

/// Of values that give the energy the one with which the motion passes the section in the way that is looked for.
double passing(const System& system, const Watch& section, double t, std::vector<double> x, std::size_t coordinate,
               const std::vector<double>& roots) {
  std::vector<double> rate(x.size()), before(x.size()), after(x.size());
  for (const double root : roots) {
    x[coordinate] = root;
    system.rates().real(t, x, rate);
    double size = 0;
    for (const double one : rate) size = std::max(size, std::fabs(one));
    const double h = size > 0 ? 1e-6 / size : 0;
    for (std::size_t i = 0; i < x.size(); ++i) before[i] = x[i] - h * rate[i], after[i] = x[i] + h * rate[i];
    const double slope = section.g(t + h, after) - section.g(t - h, before);
    const bool right = section.crossing == ode::Crossing::falling  ? slope < 0
                       : section.crossing == ode::Crossing::rising ? slope > 0
                                                                   : true;
    if (right) return root;
  }
  return roots.front();
}

}  // namespace

std::optional<double> number_of(const std::string& text) {
  const auto formula = Expression::compile(trimmed(text), {});
  if (!formula.ok() || !formula->is_constant() || formula->is_truth()) return std::nullopt;
  const double value = formula->evaluate<double>({});
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Result<std::size_t> coordinate_of(const std::string& flag, const std::string& name,
                                  const std::vector<Coordinate>& coordinates) {
  if (const auto found = find_coordinate(coordinates, name)) return *found;
  std::vector<std::string> known;
  std::string list;
  for (const Coordinate& one : coordinates) known.push_back(one.name);
  for (const std::string& one : short_names(coordinates)) {
    known.push_back(one);
    if (list.size() < 200) list += (list.empty() ? "" : ", ") + one;
  }
  const std::string near = nearest(name, known);
  return wrong(flag, name, "no coordinate is called so",
               near.empty() ? "there are " + list : "did you mean '" + near + "'?");
}

Result<std::vector<NamedRange>> ranges_of(const std::string& flag, const std::string& text, RangeForm form,
                                          const std::vector<Coordinate>& coordinates) {
  std::vector<NamedRange> ranges;
  for (const std::string& item : split_at(text, ',')) {
    const std::size_t equals = item.find('=');
    const std::string some = short_names(coordinates).front();
    if (equals == std::string::npos)
      return wrong(flag, text, "'" + item + "' is not a name, = and values", example_of(form, some));
    const auto place = coordinate_of(flag, trimmed(item.substr(0, equals)), coordinates);
    if (!place.ok()) return place.diagnostics();
    auto range = values_of(flag, item, item.substr(equals + 1), form, trimmed(item.substr(0, equals)));
    if (!range.ok()) return range.diagnostics();
    range->coordinate = *place;
    const bool twice =
        std::any_of(ranges.begin(), ranges.end(), [&](const NamedRange& other) { return other.coordinate == *place; });
    if (twice) return wrong(flag, text, "'" + coordinates[*place].name + "' is given twice", "keep one of them");
    ranges.push_back(*range);
  }
  return ranges;
}

Result<SectionStarts> section_starts(const AnalyseArguments& arguments, const BuiltScene& built,
                                     const std::vector<Coordinate>& coordinates, const Watch& section) {
  std::vector<NamedRange> ranges;
  if (arguments.seeds) {
    auto read = ranges_of("--seeds", *arguments.seeds, RangeForm::value_or_grid, coordinates);
    if (!read.ok()) return read.diagnostics();
    ranges = *std::move(read);
  }
  double count = 1;
  for (const NamedRange& range : ranges) count *= std::max(1, range.count);
  if (count > most_starts)
    return wrong("--seeds", *arguments.seeds, "these are " + rounded(count) + " starts",
                 "take at most " + rounded(most_starts));
  SectionStarts starts = grid_of(ranges, built.x0, short_names(coordinates));
  if (!arguments.energy && !arguments.solve) return starts;

  const std::string flag = arguments.energy ? "--energy" : "--solve";
  const std::string text = arguments.energy ? *arguments.energy : *arguments.solve;
  if (!arguments.solve)
    return wrong(flag, text, "which coordinate is to be found from it is not said",
                 "for example --solve " + short_names(coordinates).back());
  const auto kept = kept_of(built, flag, text);
  if (!kept.ok()) return kept.diagnostics();
  const auto place = coordinate_of("--solve", *arguments.solve, coordinates);
  if (!place.ok()) return place.diagnostics();
  if (std::any_of(ranges.begin(), ranges.end(), [&](const NamedRange& one) { return one.coordinate == *place; }))
    return wrong("--solve", *arguments.solve, "--seeds gives the values of this coordinate",
                 "leave it out there, or solve for another");
  const double t = built.options.t_begin;
  const auto energy = arguments.energy ? number_of(*arguments.energy) : value_of(**kept, t, built.x0);
  if (!energy) return wrong("--energy", *arguments.energy, "this is no number", "for example --energy 0.125");

  const Reading reading = [monitor = *kept](double at, VecIn x) { return value_of(*monitor, at, x); };
  SectionStarts solved;
  for (std::size_t k = 0; k < starts.x.size(); ++k) {
    const auto roots = solve_coordinate(reading, *energy, t, starts.x[k], *place);
    if (roots.empty()) continue;
    solved.x.push_back(starts.x[k]);
    solved.x.back()[*place] = passing(built.system, section, t, starts.x[k], *place, roots);
    solved.names.push_back(starts.names[k]);
  }
  if (solved.x.empty())
    return wrong(flag, text,
                 "no start has " + (*kept)->channel.name + " = " + rounded(*energy, 8) + ", whatever " +
                     coordinates[*place].name + " is",
                 "choose other --seeds, or another value");
  if (const std::size_t out = starts.x.size() - solved.x.size(); out > 0)
    solved.note = std::to_string(out) + (out == 1 ? " start was" : " starts were") + " left out: no value of " +
                  coordinates[*place].name + " gives " + (*kept)->channel.name + " = " + rounded(*energy, 8) + " there";
  return solved;
}

}  // namespace polhode::cli
