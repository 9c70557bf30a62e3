// How numbers stand beside axes, and which points of a curve are seen.
#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

#include "formats/figure.hpp"
#include "formats/svg_scale.hpp"

namespace polhode {
namespace {

/// Numbers beside the axis go up to this many places before and after the point.
constexpr int most_before = 5, most_after = 3;
/// Where values differ by less than this part of themselves, what they share is put into the label.
constexpr double nearly_equal = 1e-4;
constexpr int digits_of_double = 15;

int exponent_of(double value) { return static_cast<int>(std::floor(log10_of(value) + 1e-9)); }

}  // namespace

double AxisForm::shown(double value) const { return (value - offset) / fn::pow(10, exponent); }

AxisForm axis_form(double least, double most) {
  AxisForm form;
  const double size = std::max(std::fabs(least), std::fabs(most)), span = most - least;
  if (span > 0 && span < nearly_equal * size) {
    const int digits = exponent_of(size) - exponent_of(span) + 1;
    form.offset_text = rounded(least + 0.5 * span, std::min(digits, digits_of_double));
    form.offset = parse_number(form.offset_text).value_or(0);
  }
  const double rest = std::max(std::fabs(least - form.offset), std::fabs(most - form.offset));
  if (!(rest > 0)) return form;
  const int exponent = exponent_of(rest);
  if (exponent >= most_before || exponent <= -most_after) form.exponent = exponent;
  return form;
}

std::string axis_label(const std::string& name, const std::string& unit, const AxisForm& form) {
  std::string label = name;
  if (!form.offset_text.empty()) {
    const bool negative = form.offset_text.starts_with('-');
    label +=
        (label.empty() ? "" : " ") + std::string(negative ? "+ " : "− ") + form.offset_text.substr(negative ? 1 : 0);
    if (!unit.empty()) label += " " + unit;
  }
  std::string measure = form.exponent == 0 ? "" : power_of_ten(form.exponent);
  if (!unit.empty()) measure += (measure.empty() ? "" : " ") + unit;
  if (!measure.empty()) label += (label.empty() ? "[" : " [") + measure + "]";
  return label;
}

std::vector<Spot> seen_spots(const std::vector<Spot>& line) {
  constexpr double columns = 3, near = 0.25;  // to a pixel, and pixels
  if (line.size() < 3) return line;
  const auto lower = [](const Spot& a, const Spot& b) { return a.y < b.y; };
  const auto further = [](const Spot& a, const Spot& b) { return a.x < b.x; };
  std::vector<bool> kept(line.size(), false);
  kept.front() = kept.back() = true;
  const auto keep = [&](auto spot) { kept[static_cast<std::size_t>(spot - line.begin())] = true; };
  if (std::is_sorted(line.begin(), line.end(), further)) {
    for (auto first = line.begin(); first != line.end();) {
      const double column = std::floor(columns * first->x);
      const auto last =
          std::find_if(first, line.end(), [&](const Spot& spot) { return std::floor(columns * spot.x) > column; });
      const auto [low, high] = std::minmax_element(first, last, lower);
      keep(first), keep(last - 1), keep(low), keep(high);
      first = last;
    }
  } else {
    const auto [left, right] = std::minmax_element(line.begin(), line.end(), further);
    const auto [low, high] = std::minmax_element(line.begin(), line.end(), lower);
    keep(left), keep(right), keep(low), keep(high);
    Spot before = line.front();
    for (std::size_t i = 1; i < line.size(); ++i) {
      kept[i] = kept[i] || fn::hypot(line[i].x - before.x, line[i].y - before.y) >= near;
      if (kept[i]) before = line[i];
    }
  }
  std::vector<Spot> seen;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (kept[i]) seen.push_back(line[i]);
  return seen;
}

}  // namespace polhode
