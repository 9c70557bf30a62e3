#include "formats/svg_plot.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

#include "formats/svg.hpp"

namespace polhode {
namespace {

constexpr double plot_width = 480, height = 340, left = 58, right = 104, top = 34, bottom = 44;
constexpr double letter = 6.1, line_height = 12.5;

double log10_of(double value) { return fn::log(value) / fn::log(10.0); }

struct Tick {
  double value;  ///< on the axis's own scale
  std::string label;
};

/// From values to pixels, with ticks at round numbers.
class Scale {
 public:
  Scale(const PlotAxis& axis, double from, double to) : log_(axis.logarithmic), from_(from), to_(to) {}

  bool shows(double value) const { return std::isfinite(value) && (!log_ || value > 0); }
  /// The value on the axis's own scale: its logarithm, if it is logarithmic.
  double own(double value) const { return log_ ? log10_of(value) : value; }

  void include(double value) {
    if (!shows(value)) return;
    least_ = std::min(least_, own(value)), most_ = std::max(most_, own(value));
  }

  void close() {
    if (!(least_ <= most_)) least_ = 0, most_ = 1;
    if (log_) {
      least_ = std::floor(least_ + 1e-9), most_ = std::ceil(most_ - 1e-9);
      if (most_ - least_ < 1) most_ = least_ + 1;
      step_ = std::max(1.0, std::ceil((most_ - least_) / 7));
      return;
    }
    if (most_ == least_) most_ = least_ + 1;
    const double rough = (most_ - least_) / 5, power = fn::pow(10, std::floor(log10_of(rough)));
    for (double part : {10.0, 5.0, 2.0, 1.0})
      if (part * power >= rough * (1 - 1e-12)) step_ = part * power;
  }

  double operator()(double value) const { return at_own(own(value)); }
  double at_own(double value) const { return from_ + (to_ - from_) * (value - least_) / (most_ - least_); }

  std::vector<Tick> ticks() const {
    std::vector<Tick> list;
    const auto first = static_cast<int>(std::ceil(least_ / step_ - 1e-9)),
               last = static_cast<int>(std::floor(most_ / step_ + 1e-9));
    for (int i = first; i <= last; ++i)
      list.push_back({i * step_, log_ ? power_of_ten(static_cast<int>(i * step_)) : rounded(i * step_)});
    return list;
  }

 private:
  bool log_;
  double from_, to_;
  double least_ = 1e300, most_ = -1e300, step_ = 1;
};

struct Box {
  double x, y, width;
  bool overlaps(const Box& other) const {
    return x < other.x + other.width && other.x < x + width && std::fabs(y - other.y) < line_height;
  }
};

double text_width(const std::string& text) {
  return letter *
         static_cast<double>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

void draw_axes(SvgWriter& svg, const Plot& plot, const Scale& x, const Scale& y) {
  const double x_end = plot_width - right, y_end = height - bottom;
  svg.text("ink title", 12, 20, plot.title);
  for (const Tick& tick : x.ticks()) {
    svg.line("grid", x.at_own(tick.value), top, x.at_own(tick.value), y_end);
    svg.text("muted", x.at_own(tick.value), y_end + 15, tick.label, "middle");
  }
  for (const Tick& tick : y.ticks()) {
    svg.line("grid", left, y.at_own(tick.value), x_end, y.at_own(tick.value));
    svg.text("muted", left - 6, y.at_own(tick.value) + 4, tick.label, "end");
  }
  svg.path("frame", "M" + pixels(left) + " " + pixels(top) + "V" + pixels(y_end) + "H" + pixels(x_end));
  svg.text("muted", 0.5 * (left + x_end), height - 10, plot.x.label, "middle");
  const double middle = 0.5 * (top + y_end);
  svg.text("muted", 14, middle, plot.y.label, "middle", "transform=\"rotate(-90 14 " + pixels(middle) + ")\"");
}

void draw_curve(SvgWriter& svg, const PlotSeries& series, const Scale& x, const Scale& y) {
  std::string d;
  bool pen_up = true;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!x.shows(series.x[i]) || !y.shows(series.y[i])) {
      pen_up = true;
      continue;
    }
    d += (pen_up ? "M" : "L") + pixels(x(series.x[i])) + " " + pixels(y(series.y[i]));
    pen_up = false;
  }
  if (d.empty()) return;
  const std::string colour = colour_class(series.place);
  svg.path("curve " + colour, d);
  if (!series.marks) return;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!x.shows(series.x[i]) || !y.shows(series.y[i])) continue;
    const bool empty = i < series.hollow.size() && series.hollow[i];
    svg.path("mark " + colour + (empty ? " hollow" : ""), mark_path(series.place, x(series.x[i]), y(series.y[i])));
  }
}

/// Labels beside the right ends of the curves, moved up or down until none covers another.
void draw_labels(SvgWriter& svg, const Plot& plot, const Scale& x, const Scale& y) {
  std::vector<Box> taken;
  for (const PlotSeries& series : plot.series) {
    Box box{0, 0, text_width(series.label)};
    bool found = false;
    for (std::size_t i = 0; i < series.x.size(); ++i)
      if (x.shows(series.x[i]) && y.shows(series.y[i]) && (!found || x(series.x[i]) >= box.x - 7))
        box.x = x(series.x[i]) + 7, box.y = y(series.y[i]) + 4, found = true;
    if (!found) continue;
    box.x = std::min(box.x, plot_width - 4 - box.width);
    const double wanted = box.y;
    const auto free = [&] {
      return box.y > top && box.y < height - bottom + 2 &&
             std::none_of(taken.begin(), taken.end(), [&](const Box& other) { return box.overlaps(other); });
    };
    for (int i = 1; !free() && i < 60; ++i) box.y = wanted + (i % 2 == 1 ? 1 : -1) * 0.5 * line_height * ((i + 1) / 2);
    taken.push_back(box);
    svg.text(colour_class(series.place), box.x, box.y, series.label);
  }
}

}  // namespace

std::string svg_of(const Plot& plot) {
  const double x_end = plot_width - right, y_end = height - bottom;
  Scale x(plot.x, left, x_end), y(plot.y, y_end, top);
  for (const PlotSeries& series : plot.series)
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!plot.x.logarithmic || y.shows(series.y[i])) x.include(series.x[i]);
      if (x.shows(series.x[i])) y.include(series.y[i]);
    }
  x.close();
  y.close();
  SvgWriter svg(plot.id, plot.title, plot_width, height);
  if (plot.doubt && y.shows(*plot.doubt)) {
    const double from = std::clamp(y(*plot.doubt), top, y_end);
    if (from < y_end) {
      svg.element("rect", "class=\"muted doubt\" x=\"" + pixels(left) + "\" y=\"" + pixels(from) + "\" width=\"" +
                              pixels(x_end - left) + "\" height=\"" + pixels(y_end - from) + "\"");
    }
  }
  draw_axes(svg, plot, x, y);
  svg.begin_clip(left - 5, top - 5, x_end - left + 10, y_end - top + 10);
  for (const PlotSeries& series : plot.series) draw_curve(svg, series, x, y);
  svg.end_clip();
  draw_labels(svg, plot, x, y);
  return std::move(svg).finish();
}

}  // namespace polhode
