#include "formats/svg_plot.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

#include "formats/svg.hpp"
#include "formats/svg_scale.hpp"

namespace polhode {
namespace {

constexpr double plot_width = 480, height = 340, left = 58, right = 104, top = 34, bottom = 44;
constexpr double letter = 6.1, line_height = 12.5;

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
