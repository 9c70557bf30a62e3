// Pictures: what is drawn lies where it belongs, nothing that is typed breaks them, the same data give the same text.

#include "formats/svg_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>

#include "formats/svg.hpp"

namespace polhode {
namespace {

Plot falling() {
  Plot plot{.id = "falling", .title = "Error <against> step & more"};
  plot.x = {"step", true};
  plot.y = {"error", true};
  plot.series.push_back({"a", 0, {0.01, 0.1, 1}, {1e-8, 1e-4, 1}, {false, false, true}});
  plot.series.push_back({"b", 1, {0.01, 0.1, 1}, {0, std::numeric_limits<double>::infinity(), 1e-2}, {}});
  return plot;
}

/// All pairs of numbers of a path's data.
std::vector<std::pair<double, double>> points_of(const std::string& d) {
  std::vector<std::pair<double, double>> points;
  static const std::regex pair("[ML](-?[0-9.]+) (-?[0-9.]+)");
  for (std::sregex_iterator at(d.begin(), d.end(), pair), end; at != end; ++at)
    points.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
  return points;
}

std::string attribute_after(const std::string& svg, const std::string& start) {
  const std::size_t at = svg.find(start);
  if (at == std::string::npos) return {};
  const std::size_t from = svg.find(" d=\"", at) + 4;
  return svg.substr(from, svg.find('"', from) - from);
}

TEST(SvgPlot, APowerLawIsAStraightLineInLogarithms) {
  const auto points = points_of(attribute_after(svg_of(falling()), "class=\"curve c0\""));
  ASSERT_EQ(points.size(), 3u);
  // Pixels are rounded to a hundredth.
  EXPECT_NEAR(points[1].first - points[0].first, points[2].first - points[1].first, 0.02);
  EXPECT_NEAR(points[1].second - points[0].second, points[2].second - points[1].second, 0.02);
  EXPECT_LT(points[2].second, points[0].second) << "larger is higher";
}

TEST(SvgPlot, WhatAnAxisCannotShowIsLeftOut) {
  EXPECT_EQ(points_of(attribute_after(svg_of(falling()), "class=\"curve c1\"")).size(), 1u);
  Plot nothing{.id = "n", .title = "n"};
  nothing.series.push_back({"x", 0, {std::nan("")}, {1}, {}});
  EXPECT_EQ(svg_of(nothing).find("nan"), std::string::npos);
}

TEST(SvgPlot, HollowMarksAreThoseThatWereAskedFor) {
  const std::string svg = svg_of(falling());
  const auto count = [&svg](const std::string& what) {
    int found = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("class=\"mark c0\""), 2);
  EXPECT_EQ(count("class=\"mark c0 hollow\""), 1);
  // The rule that empties a mark must not lose against the one that fills it.
  EXPECT_GT(svg.find(".plot .mark.hollow{"), svg.find(".plot .mark.c9"));
}

TEST(SvgPlot, WordsAreEscapedAndTextIsTheSameEveryTime) {
  const std::string svg = svg_of(falling());
  EXPECT_NE(svg.find("Error &lt;against&gt; step &amp; more"), std::string::npos);
  EXPECT_EQ(svg, svg_of(falling()));
  EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_NE(svg.find(">10⁻⁶<"), std::string::npos);
}

TEST(SvgPlot, LabelsDoNotCoverEachOther) {
  Plot plot{.id = "many", .title = "many"};
  for (int i = 0; i < 8; ++i) plot.series.push_back({"solver-" + std::to_string(i), i, {0, 1}, {0, 1 + 1e-3 * i}, {}});
  const std::string svg = svg_of(plot);
  static const std::regex label("y=\"([0-9.]+)\">solver-");
  std::vector<double> heights;
  for (std::sregex_iterator at(svg.begin(), svg.end(), label), end; at != end; ++at)
    heights.push_back(std::stod((*at)[1]));
  ASSERT_EQ(heights.size(), 8u);
  std::sort(heights.begin(), heights.end());
  for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 11) << i;
}

TEST(SvgRegions, PointsOutsideTheWindowSitOnItsEdge) {
  RegionPlot plot{.id = "r", .title = "regions"};
  RegionPanel panel{.title = "euler", .note = "real 2"};
  panel.loops = {{{-2, 0}, {-1, 1}, {0, 0}, {-1, -1}}};
  panel.points = {{{-1, 0}, {-1000, 0}}};
  plot.panels.push_back(panel);
  const std::string svg = svg_of(plot);
  EXPECT_NE(svg.find("class=\"area c0\""), std::string::npos);
  const auto loop = points_of(attribute_after(svg, "class=\"area c0\""));
  ASSERT_EQ(loop.size(), 4u);
  // −1 lies between −2 and 0, and the unit upwards is as long as the one to the right.
  EXPECT_NEAR(loop[1].first, 0.5 * (loop[0].first + loop[2].first), 0.02);
  EXPECT_NEAR(loop[0].second - loop[1].second, loop[2].first - loop[1].first, 0.02);
  EXPECT_NE(svg.find("class=\"dot\" d=\"M9.5 "), std::string::npos) << "the left edge, at 12, less the radius";
}

TEST(Svg, NumbersAreShortAndPowersReadable) {
  EXPECT_EQ(pixels(1.0 / 3), "0.33");
  EXPECT_EQ(pixels(-0.001), "0");
  EXPECT_EQ(decimals(4, 2), "4.00");
  EXPECT_EQ(decimals(-0.006, 2), "-0.01");
  EXPECT_EQ(decimals(1234.5, 0), "1235");
  EXPECT_EQ(power_of_ten(-12), "10⁻¹²");
  EXPECT_EQ(power_of_ten(0), "1");
}

}  // namespace
}  // namespace polhode
