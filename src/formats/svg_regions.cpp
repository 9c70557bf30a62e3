#include <algorithm>
#include <cmath>
#include <set>

#include <polhode/base/text.hpp>

#include "formats/svg.hpp"
#include "formats/svg_plot.hpp"

namespace polhode {
namespace {

using Complex = std::complex<double>;
constexpr double regions_width = 480, margin = 12, gap = 20, head = 34, caption = 34, foot = 20;

/// Where a panel lies, and how z comes to pixels.
struct Frame {
  double x, y, width, height, left, scale;
  double at_re(double re) const { return x + (re - left) * scale; }
  double at_im(double im) const { return y + 0.5 * height - im * scale; }
};

std::string loop_path(const Frame& frame, const std::vector<Complex>& loop) {
  std::string d;
  for (const Complex& z : loop)
    d += (d.empty() ? "M" : "L") + pixels(frame.at_re(z.real())) + " " + pixels(frame.at_im(z.imag()));
  return d + "Z";
}

/// Dots as strokes without length; each pixel once, for eigenvalues like to lie on top of each other.
std::string dots(const std::set<std::pair<int, int>>& places) {
  std::string d;
  for (const auto& [x, y] : places) d += "M" + pixels(0.5 * x) + " " + pixels(0.5 * y) + "h0";
  return d;
}

void draw_points(SvgWriter& svg, const Frame& frame, const RegionPanel& panel) {
  std::set<std::pair<int, int>> outside;
  for (std::size_t group = 0; group < panel.points.size(); ++group) {
    std::set<std::pair<int, int>> inside;
    for (const Complex& z : panel.points[group]) {
      const double x = frame.at_re(z.real()), y = frame.at_im(z.imag());
      const double seen_x = std::clamp(x, frame.x, frame.x + frame.width);
      const double seen_y = std::clamp(y, frame.y, frame.y + frame.height);
      auto& places = x == seen_x && y == seen_y ? inside : outside;
      places.emplace(static_cast<int>(std::floor(2 * seen_x + 0.5)), static_cast<int>(std::floor(2 * seen_y + 0.5)));
    }
    const double size = std::max(1.4, 4.4 - 0.5 * static_cast<double>(group));
    if (!inside.empty()) svg.path("dot", dots(inside), "stroke-width=\"" + pixels(size) + "\"");
  }
  for (const auto& [x, y] : outside)
    svg.path("dot", "M" + pixels(0.5 * x - 2.5) + " " + pixels(0.5 * y) + "a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z");
}

void draw_panel(SvgWriter& svg, const Frame& frame, const RegionPlot& plot, const RegionPanel& panel) {
  svg.text("ink", frame.x, frame.y - 18, panel.title, "start", "font-weight=\"600\"");
  svg.text("muted", frame.x, frame.y - 5, panel.note);
  svg.begin_clip(frame.x, frame.y, frame.width, frame.height);
  std::string area;
  for (const auto& loop : panel.loops) area += loop_path(frame, loop);
  if (!area.empty()) svg.path("area " + colour_class(panel.place), area);
  svg.line("grid", frame.x, frame.at_im(0), frame.x + frame.width, frame.at_im(0));
  svg.line("grid", frame.at_re(0), frame.y, frame.at_re(0), frame.y + frame.height);
  if (panel.imaginary_limit) {
    const double up = std::min(*panel.imaginary_limit, 2 * plot.height);
    svg.path("curve " + colour_class(panel.place),
             "M" + pixels(frame.at_re(0)) + " " + pixels(frame.at_im(-up)) + "V" + pixels(frame.at_im(up)),
             "style=\"stroke-width:5\" stroke-opacity=\".6\"");
  }
  svg.end_clip();
  svg.element("rect", "class=\"frame\" x=\"" + pixels(frame.x) + "\" y=\"" + pixels(frame.y) + "\" width=\"" +
                          pixels(frame.width) + "\" height=\"" + pixels(frame.height) + "\"");
  draw_points(svg, frame, panel);
  const double extent = plot.right - plot.left, step = extent <= 8 ? 1 : extent <= 16 ? 2 : 5;
  for (double re = std::ceil(plot.left / step) * step; re <= plot.right; re += step)
    svg.text("muted", frame.at_re(re), frame.y + frame.height + 13, rounded(re), "middle");
  const double farthest = std::floor(0.9 * plot.height / step) * step;  // its label has room below the edge
  for (double im : {-farthest, 0.0, farthest}) svg.text("muted", frame.x + 4, frame.at_im(im) - 3, rounded(im) + " i");
}

}  // namespace

std::string svg_of(const RegionPlot& plot) {
  const double panel_width = (regions_width - 2 * margin - gap) / 2, scale = panel_width / (plot.right - plot.left);
  const double panel_height = 2 * plot.height * scale, row = caption + panel_height + foot;
  const std::size_t rows = (plot.panels.size() + 1) / 2;
  SvgWriter svg(plot.id, plot.title, regions_width, head + static_cast<double>(rows) * row + 6);
  svg.text("ink title", margin, 20, plot.title);
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    const Frame frame{margin + static_cast<double>(i % 2) * (panel_width + gap),
                      head + static_cast<double>(i / 2) * row + caption,
                      panel_width,
                      panel_height,
                      plot.left,
                      scale};
    draw_panel(svg, frame, plot, plot.panels[i]);
  }
  return std::move(svg).finish();
}

}  // namespace polhode
