// Pictures of planes and modes: what is drawn lies where it belongs, and nothing that is typed breaks them.

#include "formats/svg_plane.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace polhode {
namespace {

PlanePlot plane() {
  PlanePlot plot{.id = "plane", .title = "a < b & c", .x_label = "x", .y_label = "y"};
  plot.curves.push_back(
      {.label = "flow", .place = 0, .paths = {{{-0.5, 0, 0.5}, {-0.5, 0.2, 0.5}}, {{5}, {5}}}, .arrows = true});
  plot.marks.push_back({.label = "stable", .shape = 0, .x = {0}, .y = {0}});
  return plot;
}

long count(const std::string& text, const std::string& word) {
  long found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

TEST(SvgPlane, CurvesLieBetweenTheirTicks) {
  const std::string svg = svg_of(plane());
  std::smatch found;
  ASSERT_TRUE(std::regex_search(
      svg, found, std::regex("class=\"curve c0\" d=\"M([0-9.]+) ([0-9.]+)L[0-9. L]+L([0-9.]+) ([0-9.]+)\"")));
  const double x0 = std::stod(found[1]), y0 = std::stod(found[2]), x1 = std::stod(found[3]), y1 = std::stod(found[4]);
  // From −0.5 to 0.5 is half of the window, and up is up; the window is 388 wide and 392 high.
  EXPECT_NEAR(x1 - x0, (600 - 18 - 132 - 62) / 2.0, 0.02);
  EXPECT_NEAR(y0 - y1, (470 - 44 - 34) / 2.0, 0.02);
  EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
  // A curve of one point is none; one arrow in the plot, one in the legend.
  EXPECT_EQ(count(svg, "class=\"mark c0\""), 4);
}

TEST(SvgPlane, PointsKeepTheColourOfTheirStart) {
  PlanePlot plot{.id = "cloud", .title = "cloud", .x_label = "u", .y_label = "v"};
  for (int k = 0; k < 12; ++k) plot.clouds.push_back({{0.1 * k - 0.5}, {0.0}});
  const std::string svg = svg_of(plot);
  EXPECT_EQ(count(svg, "class=\"dot c0\""), 2);
  EXPECT_EQ(count(svg, "class=\"dot c9\""), 1);
  EXPECT_EQ(count(svg, "h0\""), 12);
  EXPECT_EQ(svg, svg_of(plot));
}

TEST(SvgPlane, StemsOfCoordinatesThatDoNotSwingInStepComeInPairs) {
  const StemPlot plot{.id = "modes",
                      .title = "Modes",
                      .names = {"x", "y"},
                      .rows = {{"1 rad/s", {1, -0.5}, {}}, {"2 rad/s", {1, 0}, {0, 1}}}};
  const std::string svg = svg_of(plot);
  EXPECT_EQ(count(svg, "mark c0\""), 2);
  EXPECT_EQ(count(svg, "mark c1\""), 2);
  EXPECT_EQ(count(svg, "mark c1 hollow"), 2);
}

}  // namespace
}  // namespace polhode
