#pragma once
// Curves over axes, and stability regions side by side, as SVG.

#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct PlotAxis {
  std::string label;
  bool logarithmic = false;
};

/// Points in order; those that an axis cannot show (not finite, or not positive on a logarithmic one) break the curve.
struct PlotSeries {
  std::string label;
  int place = 0;  ///< in the order of colours, the same for the same thing in every picture
  std::vector<double> x, y;
  std::vector<bool> hollow;  ///< marks that are drawn empty; none if there are no marks
  bool marks = true;
};

struct Plot {
  std::string id, title;
  PlotAxis x, y;
  std::vector<PlotSeries> series;
  std::optional<double> doubt;  ///< values of y below this are shaded: they cannot be told from the reference's error
};

/// Every curve carries its label at its end. Deterministic: the same plot gives the same text.
///
/// Proof    tests/unit/formats/svg_plot_test.cpp
std::string svg_of(const Plot& plot);

/// A region of the plane of z = h λ, and points in it.
struct RegionPanel {
  std::string title, note;
  int place = 0;
  std::vector<std::vector<std::complex<double>>> loops;  ///< closed; filled by the even-odd rule
  std::optional<double> imaginary_limit;  ///< instead of a region: stable on the imaginary axis up to here
  std::vector<std::vector<std::complex<double>>> points;  ///< groups, from large to small dots
};

struct RegionPlot {
  std::string id, title;
  double left = -4, right = 2, height = 4;  ///< what every panel shows; up and down by `height`
  std::vector<RegionPanel> panels;
};

/// Two panels beside each other, as many rows as it takes; points outside the window sit empty on its edge.
///
/// Proof    tests/unit/formats/svg_plot_test.cpp
std::string svg_of(const RegionPlot& plot);

}  // namespace polhode
