#pragma once
// Curves, points and marks in a plane, and shapes of modes, as SVG.

#include <string>
#include <vector>

namespace polhode {

struct PlanePath {
  std::vector<double> x, y;
};

/// Curves of one kind, with a sample and the label beside the plot.
struct PlaneCurves {
  std::string label;
  int place = 0;  ///< in the order of colours; −1: thin and grey, behind what matters
  std::vector<PlanePath> paths;
  bool thin = false;    ///< for lines that fill an area
  bool arrows = false;  ///< in the middle of each, in the sense in which its points follow
};

struct PlaneMarks {
  std::string label;
  int shape = 0;  ///< a place in the order of shapes and colours
  bool hollow = false;
  std::vector<double> x, y;
};

struct PlanePlot {
  std::string id, title, x_label, y_label;
  double left = -1, right = 1, bottom = -1, top = 1;
  std::vector<PlaneCurves> curves;
  std::vector<PlaneMarks> marks;
  std::vector<PlanePath> clouds;  ///< single points, a colour for each, beginning again when they are used up
};

/// Deterministic: the same plot gives the same text.
///
/// Proof    tests/unit/formats/svg_plane_test.cpp
std::string svg_of(const PlanePlot& plot);

/// One row of stems for each mode: how far and which way each coordinate goes.
struct StemRow {
  std::string label;
  std::vector<double> real, imaginary;  ///< the second are drawn hollow, a quarter of a period later; may be empty
};
struct StemPlot {
  std::string id, title;
  std::vector<std::string> names;  ///< of the stems
  std::vector<StemRow> rows;
};
std::string svg_of(const StemPlot& plot);

}  // namespace polhode
