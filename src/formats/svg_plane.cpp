#include "formats/svg_plane.hpp"

#include <algorithm>
#include <cmath>

#include "formats/svg.hpp"
#include "formats/svg_scale.hpp"

namespace polhode {
namespace {

constexpr double plane_width = 600, plane_height = 470, plane_left = 62, plane_top = 34, plane_bottom = 44;
constexpr double legend_width = 132, y_end = plane_height - plane_bottom;
constexpr double most_dots = 250'000;  // of all clouds: more are a file that no browser shows

struct PlaneScales {
  Scale x, y;
  double x_end;
};

bool has_legend(const PlanePlot& plot) {
  return std::any_of(plot.curves.begin(), plot.curves.end(),
                     [](const PlaneCurves& one) { return !one.paths.empty(); }) ||
         std::any_of(plot.marks.begin(), plot.marks.end(), [](const PlaneMarks& one) { return !one.x.empty(); });
}

PlaneScales scales_of(const PlanePlot& plot) {
  const double x_end = plane_width - 18 - (has_legend(plot) ? legend_width : 0);
  PlaneScales scales{Scale({}, plane_left, x_end), Scale({}, y_end, plane_top), x_end};
  scales.x.include(plot.left), scales.x.include(plot.right);
  scales.y.include(plot.bottom), scales.y.include(plot.top);
  scales.x.close(), scales.y.close();
  return scales;
}

void draw_frame(SvgWriter& svg, const PlanePlot& plot, const PlaneScales& at) {
  svg.text("ink title", 12, 20, plot.title);
  for (const Tick& tick : at.x.ticks()) {
    svg.line("grid", at.x.at_own(tick.value), plane_top, at.x.at_own(tick.value), y_end);
    svg.text("muted", at.x.at_own(tick.value), y_end + 15, tick.label, "middle");
  }
  for (const Tick& tick : at.y.ticks()) {
    svg.line("grid", plane_left, at.y.at_own(tick.value), at.x_end, at.y.at_own(tick.value));
    svg.text("muted", plane_left - 6, at.y.at_own(tick.value) + 4, tick.label, "end");
  }
  svg.text("muted", 0.5 * (plane_left + at.x_end), plane_height - 10, plot.x_label, "middle");
  const double middle = 0.5 * (plane_top + y_end);
  svg.text("muted", 14, middle, plot.y_label, "middle", "transform=\"rotate(-90 14 " + pixels(middle) + ")\"");
}

/// A small triangle at (x, y) that points along (dx, dy).
std::string arrow_head(double x, double y, double dx, double dy) {
  const double size = std::sqrt(dx * dx + dy * dy);
  if (!(size > 0)) return {};
  dx *= 4.2 / size, dy *= 4.2 / size;
  return "M" + pixels(x + dx) + " " + pixels(y + dy) + "L" + pixels(x - dx - 0.75 * dy) + " " +
         pixels(y - dy + 0.75 * dx) + "L" + pixels(x - dx + 0.75 * dy) + " " + pixels(y - dy - 0.75 * dx) + "Z";
}

bool is_inside(double x, double y, double x_end) { return x > plane_left && x < x_end && y > plane_top && y < y_end; }

/// At half of its way inside the window.
std::string arrow_of(const PlanePath& path, const PlaneScales& at) {
  std::vector<double> ways{0};
  for (std::size_t i = 1; i < path.x.size(); ++i) {
    const double x = at.x(path.x[i]), y = at.y(path.y[i]), dx = x - at.x(path.x[i - 1]), dy = y - at.y(path.y[i - 1]);
    ways.push_back(ways.back() + (is_inside(x, y, at.x_end) ? std::sqrt(dx * dx + dy * dy) : 0));
  }
  if (ways.back() < 24) return {};
  const auto half = std::lower_bound(ways.begin(), ways.end(), 0.5 * ways.back()) - ways.begin();
  const auto i = static_cast<std::size_t>(half);
  return arrow_head(at.x(path.x[i]), at.y(path.y[i]), at.x(path.x[i]) - at.x(path.x[i - 1]),
                    at.y(path.y[i]) - at.y(path.y[i - 1]));
}

/// Points that lie within a third of a pixel of the last one that was drawn say nothing.
std::string line_of(const PlanePath& path, const PlaneScales& at) {
  std::string d;
  double x0 = 0, y0 = 0;
  for (std::size_t i = 0; i < path.x.size(); ++i) {
    const double x = at.x(path.x[i]), y = at.y(path.y[i]);
    if (!d.empty() && i + 1 < path.x.size() && std::fabs(x - x0) < 0.35 && std::fabs(y - y0) < 0.35) continue;
    d += (d.empty() ? "M" : "L") + pixels(x) + " " + pixels(y);
    x0 = x, y0 = y;
  }
  return d;
}

void draw_clouds(SvgWriter& svg, const PlanePlot& plot, const PlaneScales& at) {
  std::size_t all = 0;
  for (const PlanePath& cloud : plot.clouds) all += cloud.x.size();
  const auto stride = static_cast<std::size_t>(std::ceil(std::max(1.0, static_cast<double>(all) / most_dots)));
  const std::string size = all > 20'000 ? "0.8" : all > 4000 ? "1.2" : "1.9";
  for (std::size_t k = 0; k < plot.clouds.size(); ++k) {
    const PlanePath& cloud = plot.clouds[k];
    std::string d;
    for (std::size_t i = 0; i < cloud.x.size(); i += stride)
      d += "M" + pixels(at.x(cloud.x[i])) + " " + pixels(at.y(cloud.y[i])) + "h0";
    if (!d.empty()) svg.path("dot c" + std::to_string(k % plot_colours), d, "style=\"stroke-width:" + size + "\"");
  }
}

std::string class_of(const PlaneCurves& curves) {
  return curves.place < 0 ? "frame" : "curve " + colour_class(curves.place);
}
std::string style_of(const PlaneCurves& curves) {
  return curves.place < 0 ? "style=\"stroke-width:.7;stroke-opacity:.55\""
         : curves.thin    ? "style=\"stroke-width:.7\""
                          : "";
}

std::string mark_class(const PlaneMarks& marks) {
  return "mark c" + std::to_string(marks.shape) + (marks.hollow ? " hollow" : "");
}

void draw_legend(SvgWriter& svg, const PlanePlot& plot, double x_end) {
  double y = plane_top + 10;
  const double x = x_end + 14;
  for (const PlaneCurves& curves : plot.curves) {
    if (curves.label.empty() || curves.paths.empty()) continue;
    svg.path(class_of(curves), "M" + pixels(x) + " " + pixels(y) + "h18", style_of(curves));
    if (curves.arrows) svg.path("mark " + colour_class(curves.place), arrow_head(x + 9, y, 1, 0));
    svg.text("muted", x + 25, y + 4, curves.label);
    y += 18;
  }
  for (const PlaneMarks& marks : plot.marks) {
    if (marks.x.empty()) continue;
    svg.path(mark_class(marks), mark_path(marks.shape, x + 9, y));
    svg.text("muted", x + 25, y + 4, marks.label);
    y += 18;
  }
}

}  // namespace

std::string svg_of(const PlanePlot& plot) {
  const PlaneScales at = scales_of(plot);
  SvgWriter svg(plot.id, plot.title, plane_width, plane_height);
  draw_frame(svg, plot, at);
  svg.begin_clip(plane_left, plane_top, at.x_end - plane_left, y_end - plane_top);
  draw_clouds(svg, plot, at);
  for (const PlaneCurves& curves : plot.curves) {
    std::string heads;
    for (const PlanePath& path : curves.paths) {
      if (path.x.size() < 2) continue;
      svg.path(class_of(curves), line_of(path, at), style_of(curves));
      if (curves.arrows) heads += arrow_of(path, at);
    }
    if (!heads.empty()) svg.path("mark " + colour_class(curves.place), heads);
  }
  svg.end_clip();
  svg.path("frame", "M" + pixels(plane_left) + " " + pixels(plane_top) + "V" + pixels(y_end) + "H" + pixels(at.x_end) +
                        "V" + pixels(plane_top) + "Z");
  for (const PlaneMarks& marks : plot.marks)
    for (std::size_t i = 0; i < marks.x.size(); ++i)
      svg.path(mark_class(marks), mark_path(marks.shape, at.x(marks.x[i]), at.y(marks.y[i])));
  draw_legend(svg, plot, at.x_end);
  return std::move(svg).finish();
}

std::string svg_of(const StemPlot& plot) {
  constexpr double width = 600, row_height = 66, head = 40, foot = 30, from = 150, reach = 22;
  const double height = head + row_height * static_cast<double>(plot.rows.size()) + foot;
  const double apart = (width - from - 30) / static_cast<double>(std::max<std::size_t>(1, plot.names.size()));
  SvgWriter svg(plot.id, plot.title, width, height);
  svg.text("ink title", 12, 20, plot.title);
  for (std::size_t k = 0; k < plot.rows.size(); ++k) {
    const StemRow& row = plot.rows[k];
    const int colour = static_cast<int>(k) % plot_colours;
    const double middle = head + row_height * (static_cast<double>(k) + 0.5);
    svg.line("frame", from, middle, width - 20, middle);
    svg.text(colour_class(colour), 12, middle + 4, row.label);
    const auto stem = [&](std::size_t i, double value, double beside, bool hollow) {
      const double x = from + apart * (static_cast<double>(i) + 0.5) + beside, y = middle - reach * value;
      svg.line("curve " + colour_class(colour), x, middle, x, y);
      svg.path("mark " + colour_class(colour) + (hollow ? " hollow" : ""), mark_path(0, x, y));
    };
    for (std::size_t i = 0; i < row.real.size(); ++i) {
      const bool both = !row.imaginary.empty();
      stem(i, row.real[i], both ? -4 : 0, false);
      if (both) stem(i, row.imaginary[i], 4, true);
    }
  }
  for (std::size_t i = 0; i < plot.names.size(); ++i)
    svg.text("muted", from + apart * (static_cast<double>(i) + 0.5), height - 10, plot.names[i], "middle");
  return std::move(svg).finish();
}

}  // namespace polhode
