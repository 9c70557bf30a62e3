#pragma once
// What `polhode plot` draws: channels of a run over time or over each other, as SVG and PNG.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polhode/formats/run_folder.hpp>

namespace polhode {

/// For print, in the size of a column with small letters and a frame; or for a screen that is far away.
enum class PlotStyle { paper, slides };

/// In pixels of 1/96 inch, whatever the unit that it is given and written in.
struct PictureSize {
  double width = 0, height = 0;
  bool millimetres = false;
};
/// "900x600" or "86mmx54mm".
Result<PictureSize> read_picture_size(const std::string& text);

struct PlotRequest {
  std::vector<std::string> channels;  ///< columns, or vectors with all their components; none: what the run has first
  std::string x = "t";
  std::optional<std::pair<std::string, std::string>> phase;  ///< a path in the plane of two columns, instead of both
  bool log_x = false, log_y = false;
  PlotStyle style = PlotStyle::paper;
  bool dark = false;
  std::optional<PictureSize> size;
  std::optional<std::string> title;  ///< none: that of the scene on slides, nothing in papers
  bool svg = true, png = false;      ///< which of them to make
};

struct RunPicture {
  std::string svg, png;
  std::vector<std::string> drawn;  ///< names of the columns
  std::vector<std::string> notes;  ///< what of them cannot be seen
};

/// Findings about names that the run does not have, each with the nearest one, and about what cannot be drawn.
///
/// Proof    tests/unit/formats/run_plot_test.cpp
Result<RunPicture> plot_run(const RunAbout& about, const RunTable& table, const PlotRequest& request);

}  // namespace polhode
