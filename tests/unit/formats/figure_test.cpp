// Figures of runs: nothing that matters is thinned away, numbers beside axes can be read, pixels are what was drawn.

#include "formats/figure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <polhode/math/elementary.hpp>

namespace polhode {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Figure, ThinningKeepsEveryExtremeAndBothEnds) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(-1, 1);
  std::vector<Spot> line;
  for (int i = 0; i < 100'000; ++i) line.push_back({0.002 * i, 100 + 10 * noise(random)});
  line[56'789].y = 3;
  line[12'345].y = 250;
  const std::vector<Spot> seen = seen_spots(line);
  EXPECT_LT(seen.size(), 2500u) << "four for each third of 200 pixels";
  const auto lower = [](const Spot& a, const Spot& b) { return a.y < b.y; };
  EXPECT_EQ(std::min_element(seen.begin(), seen.end(), lower)->y, 3);
  EXPECT_EQ(std::max_element(seen.begin(), seen.end(), lower)->y, 250);
  EXPECT_EQ(seen.front().x, 0);
  EXPECT_EQ(seen.back().x, line.back().x);
  // Column by column the highest and the lowest are those of all points.
  for (int column = 0; column < 600; ++column) {
    const auto range = [column](const std::vector<Spot>& spots) {
      double low = 1e9, high = -1e9;
      for (const Spot& spot : spots)
        if (std::floor(3 * spot.x) == column) low = std::min(low, spot.y), high = std::max(high, spot.y);
      return std::pair(low, high);
    };
    ASSERT_EQ(range(seen), range(line)) << column;
  }
}

TEST(Figure, ThinningEndsForEveryPlaceOnTheEdgeOfAColumn) {
  std::vector<Spot> line;
  for (int i = 0; i < 3000; ++i) line.push_back({i / 3.0, 0});
  EXPECT_EQ(seen_spots(line).size(), line.size());
}

TEST(Figure, APathThatTurnsStaysWithinAQuarterOfAPixel) {
  std::vector<Spot> circle;
  for (int i = 0; i <= 20'000; ++i)
    circle.push_back({100 + 80 * fn::cos(2 * pi * i / 5000), 100 + 80 * fn::sin(2 * pi * i / 5000)});
  const std::vector<Spot> seen = seen_spots(circle);
  EXPECT_LT(seen.size(), 9000u);
  for (const Spot& spot : circle) {
    double nearest = 1e9;
    for (const Spot& other : seen) nearest = std::min(nearest, fn::hypot(spot.x - other.x, spot.y - other.y));
    ASSERT_LE(nearest, 0.25);
  }
}

TEST(Figure, AxesLeaveOutWhatAllNumbersShare) {
  const AxisForm plain = axis_form(-8, 8), small = axis_form(0, 2.6e-10), far = axis_form(5.0200001, 5.0200003);
  EXPECT_EQ(axis_label("a", "rad/s", plain), "a [rad/s]");
  EXPECT_EQ(axis_label("drift", "", small), "drift [10⁻¹⁰]");
  EXPECT_EQ(axis_label("energy", "J", far), "energy − 5.0200002 J [10⁻⁷ J]");
  EXPECT_EQ(axis_label("energy", "J", axis_form(-5.0200003, -5.0200001)), "energy + 5.0200002 J [10⁻⁷ J]");
  // What the reader computes from the numbers on the axis is the value.
  for (const auto& [form, value] : {std::pair{plain, 3.0}, std::pair{small, 1.5e-10}, std::pair{far, 5.02000025}})
    EXPECT_NEAR(form.offset + form.shown(value) * fn::pow(10, form.exponent), value, 1e-15 * std::fabs(value));
  EXPECT_NEAR(far.shown(5.0200003), 1, 1e-8);
  EXPECT_EQ(axis_form(1e6, 3e6).exponent, 6);
  EXPECT_EQ(axis_form(0, 86'400).exponent, 0);
}

Figure waves(int count) {
  Figure figure{.title = "", .about = "waves", .x_label = "t", .x_unit = "s", .panels = {{"a", "m", {}}}};
  for (int k = 0; k < count; ++k) {
    FigureCurve curve{"curve " + std::to_string(k), k, k, {}, {}};
    for (int i = 0; i <= 300; ++i) curve.x.push_back(0.01 * i), curve.y.push_back(fn::sin(0.02 * i + k));
    figure.panels[0].curves.push_back(curve);
  }
  return figure;
}

TEST(Figure, LegendsLieAboveTheCurvesAndInsideThePicture) {
  for (const double width : {300.0, 800.0}) {
    const auto drawing = drawing_of(waves(8), {PlotStyle::paper, false, {width, 500, false}});
    ASSERT_TRUE(drawing.has_value());
    double highest = 1e9;  // of all points of curves, which are the longest lines
    for (const Stroke& stroke : drawing->strokes)
      for (const auto& line : stroke.lines)
        if (line.size() > 50)
          for (const Spot& spot : line) highest = std::min(highest, spot.y);
    int labels = 0;
    for (const Words& words : drawing->words) {
      const double end = words.at.x + width_of(words.text, words.size);
      if (!words.text.starts_with("curve")) continue;
      ++labels;
      EXPECT_LT(words.at.y, highest) << words.text;
      EXPECT_LE(end, width) << words.text;
    }
    EXPECT_EQ(labels, 8);
  }
}

TEST(Figure, CurvesOfOneColourHaveOtherDashes) {
  const auto drawing = drawing_of(waves(12), {PlotStyle::slides, true, {900, 700, false}});
  std::vector<std::pair<std::string_view, std::vector<double>>> seen;
  for (const Stroke& stroke : drawing->strokes)
    if (stroke.lines.front().size() > 50) seen.emplace_back(stroke.pen.colour, stroke.pen.dashes);
  ASSERT_EQ(seen.size(), 12u);
  for (std::size_t i = 0; i < seen.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) EXPECT_NE(seen[i], seen[k]) << i << " and " << k;
  for (std::size_t i = 1; i < 6; ++i) EXPECT_NE(seen[i].second, seen[i - 1].second) << "without colour, too";
}

TEST(Figure, EqualUnitsOfAPhasePlotHaveEqualScales) {
  Figure figure{.title = "", .about = "", .x_label = "x", .x_unit = "m", .phase = true, .panels = {{"y", "m", {}}}};
  FigureCurve circle{"y", 0, 0, {}, {}};
  for (int i = 0; i <= 400; ++i)
    circle.x.push_back(fn::cos(2 * pi * i / 400)), circle.y.push_back(fn::sin(2 * pi * i / 400));
  figure.panels[0].curves.push_back(circle);
  const auto drawing = drawing_of(figure, {PlotStyle::paper, false, {600, 300, false}});
  for (const Stroke& stroke : drawing->strokes)
    if (stroke.lines.front().size() > 50) {
      double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
      for (const Spot& spot : stroke.lines.front()) {
        left = std::min(left, spot.x), right = std::max(right, spot.x);
        top = std::min(top, spot.y), bottom = std::max(bottom, spot.y);
      }
      EXPECT_NEAR(right - left, bottom - top, 1e-9 * (right - left));
    }
}

TEST(Figure, APictureWithoutRoomIsRefused) {
  Figure figure = waves(1);
  figure.panels.resize(9, figure.panels[0]);
  EXPECT_FALSE(drawing_of(figure, {PlotStyle::paper, false, {300, 200, false}}).has_value());
}

/// The sum of what is covered, in dots: from white to black.
double ink_of(const Raster& raster) {
  double sum = 0;
  for (const unsigned char one : raster.rgb) sum += (255 - one) / 255.0 / 3;
  return sum;
}

TEST(Raster, AStrokeCoversTheAreaOfItsPen) {
  for (const double turn : {0.0, 0.3, 0.8, 1.4, 2.2}) {
    Drawing drawing{.width = 200, .height = 200, .title = "", .strokes = {}, .words = {}};
    const double x = 60 * fn::cos(turn), y = 60 * fn::sin(turn);
    drawing.strokes.push_back({{{{100.3 - x, 99.8 - y}, {100.3 + x, 99.8 + y}}}, {"#000000", 5}});
    for (const double scale : {1.0, 2.5}) {
      const double area = (120 * 5 + pi * 6.25) * scale * scale;
      // Edges are straight within a dot, to a hundredth of the area; colours have 255 steps.
      EXPECT_NEAR(ink_of(raster_of(drawing, scale)), area, 0.015 * area) << turn;
    }
  }
}

TEST(Raster, LinesThatCrossAreNotDarkerThere) {
  Drawing drawing{.width = 100, .height = 100, .title = "", .strokes = {}, .words = {}};
  drawing.strokes.push_back({{{{10, 50}, {90, 50}}, {{50, 10}, {50, 90}}}, {"#808080", 4}});
  const Raster raster = raster_of(drawing, 1);
  EXPECT_EQ(raster.at(50, 50), (std::array<unsigned char, 3>{128, 128, 128}));
  EXPECT_EQ(raster.at(20, 20), (std::array<unsigned char, 3>{255, 255, 255}));
}

TEST(Raster, DashesWithTheirRoundEndsAreAsLongAsTheyAreSaidToBe) {
  Drawing drawing{.width = 420, .height = 20, .title = "", .strokes = {}, .words = {}};
  drawing.strokes.push_back({{{{10, 10.5}, {410, 10.5}}}, {"#000000", 3, {12, 8}}});
  const Raster raster = raster_of(drawing, 1);
  double covered = 0;
  for (int x = 0; x < raster.width; ++x) covered += (255 - raster.at(x, 10)[0]) / 255.0;
  EXPECT_NEAR(covered, 20 * 12, 20) << "twenty dashes, an end of each rounded";
}

TEST(Raster, EveryLetterOfAUsualNameHasAForm) {
  EXPECT_EQ(letters_without_form("arm.q1' handle.angular_velocity_body.y [10⁻⁶ rad/s] − + kg m^2/s (a, b) θ"), "");
  EXPECT_EQ(letters_without_form("Poincaré, Müller, façade, señor, É"), "");
  EXPECT_EQ(width_of("é", 10), width_of("e", 10));
  EXPECT_EQ(letters_without_form("a摆b摆"), "摆");
  EXPECT_EQ(letters_without_form("\xff"), "\xff");
  EXPECT_NEAR(width_of("0123456789", 100), 10 * width_of("0", 100), 1e-9) << "figures are of one width";
}

}  // namespace
}  // namespace polhode
