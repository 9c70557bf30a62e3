#pragma once
// Curves over axes for papers and slides: one panel for each unit, above each other over one axis.

#include <optional>
#include <string>
#include <vector>

#include <polhode/formats/run_plot.hpp>

#include "formats/drawing.hpp"

namespace polhode {

/// Points in order. Those that an axis cannot show break the curve.
struct FigureCurve {
  std::string label;
  int place = 0;  ///< in the order of colours
  int dash = 0;   ///< in the order of dashes, the first of which is a whole line
  std::vector<double> x, y;
};

struct FigurePanel {
  std::string label, unit;  ///< of the axis that goes up
  std::vector<FigureCurve> curves;
};

struct Figure {
  std::string title;  ///< above the panels; empty: there is none
  std::string about;  ///< read out instead of the picture
  std::string x_label, x_unit;
  bool log_x = false, log_y = false;
  bool phase = false;  ///< a path in a plane: its start and its sense are marked, and equal units have equal scales
  std::vector<FigurePanel> panels;
};

struct FigureLook {
  PlotStyle style = PlotStyle::paper;
  bool dark = false;
  PictureSize size;
};

/// Nothing if there is no room for that many panels.
///
/// Proof    tests/unit/formats/figure_test.cpp
std::optional<Drawing> drawing_of(const Figure& figure, const FigureLook& look);

/// The points of a line that are seen: of those in one column of a third of a pixel the first, the last, the lowest and
/// the highest, if the line goes to the right; otherwise those that are not within a quarter of a pixel of the one
/// before, and those that lie farthest out.
std::vector<Spot> seen_spots(const std::vector<Spot>& line);

/// What the numbers beside an axis leave out, so that they are short: value = offset + 10^exponent number.
struct AxisForm {
  double offset = 0;
  std::string offset_text;
  int exponent = 0;
  double shown(double value) const;
};
/// For values between two: an offset where they differ little, a power of ten where they are small or large.
AxisForm axis_form(double least, double most);
/// "handle.energy − 5.02 [10⁻⁹ J]".
std::string axis_label(const std::string& name, const std::string& unit, const AxisForm& form);

}  // namespace polhode
