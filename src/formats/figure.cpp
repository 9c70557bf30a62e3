#include "formats/figure.hpp"

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

#include "formats/svg_scale.hpp"

namespace polhode {
namespace {

constexpr double slide_width = 1280, slide_height = 720, slide_font = 25, smallest_font = 9;
constexpr double paper_font = 32.0 / 3;  // 8 points
/// Fonts that show an SVG may be so much wider than the one that widths are measured in.
constexpr double safety = 1.16;
/// Powers of ten that are smaller than this are no doubles any more, and no numbers stand beside an axis there.
constexpr double nearly_zero = 1e-290;
/// Left free between the outermost values and the frame, as a part of their range.
constexpr double beside_values = 0.06;

/// Sizes that follow from the style: of letters, and as parts of these.
struct Measures {
  double font, pen, thin, tick;
  explicit Measures(const FigureLook& look) {
    const PictureSize& size = look.size;
    const bool slides = look.style == PlotStyle::slides;
    font = slides ? std::max(smallest_font, slide_font * std::min(size.width / slide_width, size.height / slide_height))
                  : paper_font;
    pen = slides ? 0.13 * font : 0.115 * font;
    thin = slides ? 0.05 * font : 0.065 * font;
    tick = 0.38 * font;
  }
};

/// The form of a curve's dashes, in widths of the pen.
std::vector<double> dashes_of(int dash, double pen) {
  static const std::vector<std::vector<double>> forms{
      {}, {6.5, 3.2}, {1.8, 2.4}, {8, 2.4, 1.4, 2.4}, {13, 4}, {8, 2.4, 1.4, 2.4, 1.4, 2.4}};
  std::vector<double> lengths = forms[static_cast<std::size_t>(dash) % forms.size()];
  for (double& length : lengths) length *= pen;
  return lengths;
}

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

/// One axis: what numbers it leaves out, and where values lie.
class Axis {
 public:
  Axis(bool logarithmic, double from, double to, double parts, double room)
      : log_(logarithmic), from_(from), to_(to), parts_(parts), room_(room), scale_({"", logarithmic}, from, to) {}

  bool shows(double value) const { return scale_.shows(value); }
  void include(double value) {
    if (!shows(value)) return;
    if (!log_ && std::fabs(value) < nearly_zero) value = 0;
    least_ = std::min(least_, value), most_ = std::max(most_, value);
  }
  double least() const { return least_; }
  double most() const { return most_; }
  double pixels_long() const { return std::fabs(to_ - from_); }

  void close() {
    if (!(least_ <= most_)) least_ = log_ ? 1 : 0, most_ = log_ ? 10 : 1;
    if (!log_) form_ = axis_form(least_, most_);
    double low = form_.shown(least_), high = form_.shown(most_);
    // What does not change lies in the middle.
    if (!log_ && low == high) {
      const double beside = low == 0 ? 1 : 0.1 * std::fabs(low);
      low -= beside, high += beside;
    }
    // A number alone says nothing of the scale.
    constexpr std::size_t fewest = 3;
    for (double parts = parts_; parts <= 2 * parts_; ++parts) {
      scale_ = Scale({"", log_}, from_, to_);
      scale_.include(low), scale_.include(high);
      scale_.close(parts, room_);
      if (scale_.ticks().size() >= fewest) return;
    }
  }

  double operator()(double value) const { return scale_(form_.shown(value)); }
  const AxisForm& form() const { return form_; }

  struct Mark {
    double at;  ///< in pixels
    std::string label;
  };
  std::vector<Mark> marks() const {
    std::vector<Mark> list;
    const double step = scale_.step();
    for (const Tick& tick : scale_.ticks()) {
      const int places = std::max(0, -static_cast<int>(std::floor(log10_of(step) + 1e-9)));
      list.push_back({scale_.at_own(tick.value), log_ ? tick.label : with_minus(decimals(tick.value, places))});
    }
    return list;
  }
  /// Between powers of ten the values 2 … 9 times the lower one.
  std::vector<double> small_marks() const {
    std::vector<double> list;
    if (!log_ || scale_.step() > 1) return list;
    for (double power = std::floor(scale_.least()); power < scale_.most(); ++power)
      for (int part = 2; part < 10; ++part) {
        const double own = power + log10_of(part);
        if (own > scale_.least() && own < scale_.most()) list.push_back(scale_.at_own(own));
      }
    return list;
  }

 private:
  bool log_;
  double from_, to_, parts_, room_;
  double least_ = 1e308, most_ = -1e308;
  AxisForm form_;
  Scale scale_;
};

/// What stands in the rows above a panel.
struct LegendItem {
  const FigureCurve* curve;  ///< none: the label of the axis
  double x;                  ///< where its sample begins
  int row;
};

class Layout {
 public:
  Layout(const Figure& figure, const FigureLook& look)
      : figure_(figure), look_(look), is_(look), colours_(palette(look.dark)) {
    drawing_.width = look.size.width, drawing_.height = look.size.height;
    drawing_.unit = look.size.millimetres ? "mm" : "px";
    drawing_.title = figure.about;
    drawing_.paper = look.style == PlotStyle::paper && !look.dark ? "#ffffff" : colours_.paper;
  }

  std::optional<Drawing> draw() {
    for (const bool above : {false, true}) {
      labels_above_ = above;
      find_margins();
      if (right() - left_ < 6 * is_.font) return std::nullopt;
      const double height = panel_height();
      if (height < 3.5 * is_.font) return std::nullopt;
      if (above || labels_fit(height)) return put_together(height);
    }
    return std::nullopt;
  }

 private:
  double right() const { return drawing_.width - 1.1 * is_.font; }
  double between() const { return 0.9 * is_.font; }
  std::string_view ink() const { return colours_.ink; }

  double above_all() const { return figure_.title.empty() ? 0.6 * is_.font : 2.3 * is_.font; }

  /// What heads, margins and numbers leave to each panel.
  double panel_height() {
    double used = above_all() + 3.1 * is_.font;
    legends_.clear();
    for (const FigurePanel& panel : figure_.panels) {
      legends_.push_back(legend_of(panel));
      used += head_of(legends_.back()) + (&panel == figure_.panels.data() ? 0 : between());
    }
    return (drawing_.height - used) / static_cast<double>(figure_.panels.size());
  }

  bool labels_fit(double height) const {
    return std::all_of(figure_.panels.begin(), figure_.panels.end(), [&](const FigurePanel& panel) {
      return width_of(label_of(panel), is_.font) * safety < height + 1.6 * is_.font;
    });
  }

  Drawing put_together(double height) {
    if (!figure_.title.empty()) write_title();
    double top = above_all();
    for (std::size_t i = 0; i < figure_.panels.size(); ++i) {
      top += head_of(legends_[i]) + (i == 0 ? 0 : between());
      draw_legend(figure_.panels[i], legends_[i], top);
      draw_panel(figure_.panels[i], {left_, top, right(), top + height}, i + 1 == figure_.panels.size());
      top += height;
    }
    return std::move(drawing_);
  }

  std::string label_of(const FigurePanel& panel) const {
    const Axis axis = y_axis(panel, 200, 0);
    return axis_label(
        panel.label, panel.unit,
        axis.least() <= axis.most() && !figure_.log_y ? axis_form(axis.least(), axis.most()) : AxisForm());
  }

  Axis x_axis(double from, double to) const {
    Axis axis(figure_.log_x, from, to, std::clamp((to - from) / (6.5 * is_.font), 2.0, 8.0),
              figure_.phase ? beside_values : 0);
    for (const FigurePanel& panel : figure_.panels)
      for (const FigureCurve& curve : panel.curves)
        for (std::size_t i = 0; i < curve.x.size(); ++i)
          if (std::isfinite(curve.y[i])) axis.include(curve.x[i]);
    return axis;
  }
  Axis y_axis(const FigurePanel& panel, double from, double to) const {
    Axis axis(figure_.log_y, from, to, std::clamp((from - to) / (3.2 * is_.font), 2.0, 6.0), beside_values);
    for (const FigureCurve& curve : panel.curves)
      for (std::size_t i = 0; i < curve.y.size(); ++i)
        if (!figure_.log_x || curve.x[i] > 0) axis.include(curve.y[i]);
    return axis;
  }

  /// So that all panels begin at the same place, and the numbers of each have room.
  void find_margins() {
    double widest = 0;
    for (const FigurePanel& panel : figure_.panels) {
      Axis axis = y_axis(panel, 200, 0);
      axis.close();
      for (const Axis::Mark& mark : axis.marks()) widest = std::max(widest, width_of(mark.label, is_.font));
    }
    left_ = (labels_above_ ? 0.6 : 2.3) * is_.font + std::max(widest + 0.4 * is_.font, 2.4 * is_.font);
  }

  double sample() const { return 2.6 * is_.font; }

  /// The samples of the curves, behind the label of the axis where that stands above.
  std::vector<LegendItem> legend_of(const FigurePanel& panel) const {
    std::vector<LegendItem> items;
    double x = left_;
    int row = 0;
    if (labels_above_) {
      items.push_back({nullptr, x, row});
      x += width_of(label_of(panel), is_.font) * safety + 1.6 * is_.font;
    }
    if (panel.curves.size() < 2) return items;
    for (const FigureCurve& curve : panel.curves) {
      const double width = sample() + 0.5 * is_.font + width_of(curve.label, is_.font) * safety;
      if (x > left_ && x + width > drawing_.width) x = left_, ++row;
      items.push_back({&curve, x, row});
      x += width + 1.6 * is_.font;
    }
    return items;
  }
  double row_height() const { return 1.4 * is_.font; }
  double head_of(const std::vector<LegendItem>& items) const {
    return items.empty() ? 0 : row_height() * (items.back().row + 1) + 0.35 * is_.font;
  }

  Pen pen_of(const FigureCurve& curve) const {
    return {colours_.colours[static_cast<std::size_t>(curve.place) % plot_colours], is_.pen,
            dashes_of(curve.dash, is_.pen)};
  }
  void line(std::vector<Spot> spots, std::string_view colour, double width) {
    drawing_.strokes.push_back({{std::move(spots)}, {colour, width}});
  }
  void write(double x, double y, std::string text, std::string_view colour, Anchor anchor = Anchor::start) {
    drawing_.words.push_back({{x, y}, std::move(text), colour, is_.font, anchor});
  }

  void write_title() {
    const double free = drawing_.width - 2 * is_.font, wide = width_of(figure_.title, 1.1 * is_.font) * safety;
    const double size = 1.1 * is_.font * std::min(1.0, free / wide);
    drawing_.words.push_back({{left_, 1.6 * is_.font}, figure_.title, ink(), size, Anchor::start, true});
    // A title that is longer than what is right of the axis begins at the edge.
    if (left_ + width_of(figure_.title, size) * safety > drawing_.width) drawing_.words.back().at.x = is_.font;
  }

  void draw_legend(const FigurePanel& panel, const std::vector<LegendItem>& items, double top) {
    for (const LegendItem& item : items) {
      const double y = top - head_of(items) + row_height() * (item.row + 0.6);
      if (item.curve == nullptr) {
        write(item.x, y + 0.34 * is_.font, label_of(panel), ink());
        continue;
      }
      drawing_.strokes.push_back({{{{item.x, y}, {item.x + sample(), y}}}, pen_of(*item.curve)});
      write(item.x + sample() + 0.5 * is_.font, y + 0.34 * is_.font, item.curve->label, ink());
    }
  }

  /// The same length on both axes is the same on the picture, if both have one unit and neither becomes a line.
  void make_equal(const FigurePanel& panel, Axis& x, Axis& y) const {
    constexpr double most_stretched = 4;
    if (!figure_.phase || figure_.log_x || figure_.log_y || panel.unit.empty() || figure_.x_unit != panel.unit) return;
    const double across = x.most() - x.least(), up = y.most() - y.least();
    if (!(across > 0) || !(up > 0) || across > most_stretched * up || up > most_stretched * across) return;
    const double x_scale = across / x.pixels_long(), y_scale = up / y.pixels_long();
    Axis& shorter = x_scale < y_scale ? x : y;
    const double more = 0.5 * (std::max(x_scale, y_scale) * shorter.pixels_long() - (x_scale < y_scale ? across : up));
    const double low = shorter.least() - more, high = shorter.most() + more;
    shorter.include(low), shorter.include(high);
  }

  void draw_panel(const FigurePanel& panel, const Window& in, bool is_last) {
    Axis x = x_axis(in.left, in.right), y = y_axis(panel, in.bottom, in.top);
    make_equal(panel, x, y);
    x.close(), y.close();
    draw_marks(x, y, in, is_last);
    for (const FigureCurve& curve : panel.curves) draw_curve(curve, x, y);
    if (!labels_above_)
      drawing_.words.push_back({{1.35 * is_.font, 0.5 * (in.top + in.bottom)},
                                axis_label(panel.label, panel.unit, y.form()),
                                ink(),
                                is_.font,
                                Anchor::middle,
                                false,
                                true});
    if (is_last)
      write(0.5 * (in.left + in.right), in.bottom + 2.55 * is_.font,
            axis_label(figure_.x_label, figure_.x_unit, x.form()), ink(), Anchor::middle);
  }

  void draw_marks(const Axis& x, const Axis& y, const Window& in, bool is_last) {
    const bool slides = look_.style == PlotStyle::slides;
    const std::string_view numbers = slides ? colours_.muted : ink(), frame = slides ? colours_.frame : ink();
    if (!slides)
      line({{in.left, in.top}, {in.right, in.top}, {in.right, in.bottom}, {in.left, in.bottom}, {in.left, in.top}},
           frame, is_.thin);
    for (const Axis::Mark& mark : x.marks()) {
      if (slides)
        line({{mark.at, in.top}, {mark.at, in.bottom}}, colours_.grid, is_.thin);
      else
        line({{mark.at, in.bottom}, {mark.at, in.bottom - is_.tick}}, frame, is_.thin);
      if (is_last) write(mark.at, in.bottom + 1.2 * is_.font, mark.label, numbers, Anchor::middle);
    }
    for (const Axis::Mark& mark : y.marks()) {
      if (slides)
        line({{in.left, mark.at}, {in.right, mark.at}}, colours_.grid, is_.thin);
      else
        line({{in.left, mark.at}, {in.left + is_.tick, mark.at}}, frame, is_.thin);
      write(in.left - 0.4 * is_.font, mark.at + 0.34 * is_.font, mark.label, numbers, Anchor::end);
    }
    for (const double at : x.small_marks()) line({{at, in.bottom}, {at, in.bottom - 0.55 * is_.tick}}, frame, is_.thin);
    for (const double at : y.small_marks()) line({{in.left, at}, {in.left + 0.55 * is_.tick, at}}, frame, is_.thin);
    if (slides) line({{in.left, in.top}, {in.left, in.bottom}, {in.right, in.bottom}}, frame, is_.thin);
  }

  void draw_curve(const FigureCurve& curve, const Axis& x, const Axis& y) {
    Stroke stroke{{}, pen_of(curve)};
    std::vector<Spot> spots;
    const auto finish_line = [&] {
      if (!spots.empty()) stroke.lines.push_back(seen_spots(spots));
      spots.clear();
    };
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (x.shows(curve.x[i]) && y.shows(curve.y[i]))
        spots.push_back({x(curve.x[i]), y(curve.y[i])});
      else
        finish_line();
    finish_line();
    if (stroke.lines.empty()) return;
    const std::vector<Spot> first = stroke.lines.front();
    drawing_.strokes.push_back(std::move(stroke));
    if (figure_.phase) mark_start(first, curve);
  }

  /// A dot where the path starts, and an arrow on its way, well away from the dot.
  void mark_start(const std::vector<Spot>& path, const FigureCurve& curve) {
    const std::string_view colour = pen_of(curve).colour;
    line({path.front()}, colour, 4.6 * is_.pen);
    const double away = 6 * is_.font, wing = 4.2 * is_.pen;
    double gone = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const double dx = path[i].x - path[i - 1].x, dy = path[i].y - path[i - 1].y, length = fn::hypot(dx, dy);
      gone += length;
      if (gone < away || !(length > 0)) continue;
      const double ux = dx / length, uy = dy / length;
      const auto corner = [&](double side) {
        return Spot{path[i].x - wing * (ux - 0.55 * side * uy), path[i].y - wing * (uy + 0.55 * side * ux)};
      };
      return line({corner(1), path[i], corner(-1)}, colour, is_.pen);
    }
  }

  const Figure& figure_;
  const FigureLook& look_;
  Measures is_;
  const Palette& colours_;
  bool labels_above_ = false;  ///< of the axes that go up, where one is too long to stand beside its axis
  double left_ = 0;
  std::vector<std::vector<LegendItem>> legends_;  ///< of each panel
  Drawing drawing_;
};

}  // namespace

std::optional<Drawing> drawing_of(const Figure& figure, const FigureLook& look) { return Layout(figure, look).draw(); }

}  // namespace polhode
