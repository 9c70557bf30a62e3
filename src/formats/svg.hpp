#pragma once
// Drawings as SVG text: elements, and one look in light and dark.

#include <array>
#include <string>
#include <string_view>

namespace polhode {

/// A number of pixels, to a hundredth: the same text on every machine.
std::string pixels(double value);

/// So many digits after the point: "4.00".
std::string decimals(double value, int count);

/// A text inside an element or an attribute of XML or HTML.
std::string escaped(std::string_view text);

/// "10⁻⁶".
std::string power_of_ten(int exponent);

/// How many colours there are before they come again, dashed.
inline constexpr int plot_colours = 10;

/// Colours that people with colour-blindness can tell apart in their fixed order, and those of what is around curves.
struct Palette {
  std::string_view paper, ink, muted, frame, grid;
  const std::array<std::string_view, plot_colours>& colours;
};
const Palette& palette(bool is_dark);

/// Collects elements. Classes: `ink` and `muted` are text, `frame`, `grid` lines, `c0` … `c9` the colours of curves in
/// their fixed order; `curve`, `mark`, `hollow`, `area`, `dot` say how a coloured element is drawn.
class SvgWriter {
 public:
  /// `id` is a word that no other drawing on the page has; `title` is read out instead of the drawing.
  SvgWriter(std::string id, std::string_view title, double width, double height);

  SvgWriter& element(std::string_view tag, std::string_view attributes);
  SvgWriter& line(std::string_view classes, double x1, double y1, double x2, double y2);
  SvgWriter& path(std::string_view classes, std::string_view d, std::string_view attributes = {});
  SvgWriter& text(std::string_view classes, double x, double y, std::string_view words,
                  std::string_view anchor = "start", std::string_view attributes = {});
  /// What is drawn until end() is seen only inside the rectangle.
  SvgWriter& begin_clip(double x, double y, double width, double height);
  SvgWriter& end_clip();

  /// The whole document.
  std::string finish() &&;

 private:
  std::string id_, text_;
  int clips_ = 0;
};

/// The classes that give a curve its colour and, where colours come again, its dashes.
std::string colour_class(int place);

/// A mark of a shape of its own for each place in the order of colours, about (x, y).
std::string mark_path(int place, double x, double y);

}  // namespace polhode
