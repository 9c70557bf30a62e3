// What `polhode plot` makes of a table: panels by unit, names, what cannot be drawn.

#include <polhode/formats/run_plot.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace polhode {
namespace {

const RunAbout about{"top", "A <top> & more", "rk4", "finished", "0123456789abcdef", {}};

RunTable table() {
  return *read_run_table(
      "t [s],top.position.x [m],top.position.y [m],top.position.z [m],top.angular_velocity_body.x [rad/s],"
      "top.angular_velocity_body.y [rad/s],top.angular_velocity_body.z [rad/s],drift.energy\n"
      "0,0,0,1,0,8,0,0\n0.5,1,0,1,0.5,7,0.1,1e-12\n1,2,1,0,1,6,0.2,2e-12\n",
      "channels.csv");
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

std::string refusal(const PlotRequest& request) { return format(plot_run(about, table(), request).diagnostics()); }

TEST(RunPlot, AVectorIsDrawnWithTheColoursOfItsAxes) {
  const auto picture = plot_run(about, table(), {.channels = {"top.position"}});
  ASSERT_TRUE(picture.ok());
  EXPECT_EQ(picture->drawn, (std::vector<std::string>{"top.position.x", "top.position.y", "top.position.z"}));
  for (const char* colour : {"#d1495b", "#2a9d5c", "#2f6fb0"})
    EXPECT_EQ(count(picture->svg, std::string("stroke=\"") + colour), 2u) << "a curve and its sample: " << colour;
  EXPECT_NE(picture->svg.find(">top.position [m]<"), std::string::npos);
  EXPECT_NE(picture->svg.find(">t [s]<"), std::string::npos);
}

TEST(RunPlot, WhatIsLookedAtFirstIsHowTheBodyTurns) {
  EXPECT_EQ(plot_run(about, table(), {})->drawn.front(), "top.angular_velocity_body.x");
}

TEST(RunPlot, EachUnitHasItsOwnPanel) {
  const auto picture = plot_run(about, table(), {.channels = {"top.position.x", "drift.energy", "top.position.z"}});
  EXPECT_NE(picture->svg.find(">top.position [m]<"), std::string::npos);
  EXPECT_NE(picture->svg.find(">drift.energy [10⁻¹²]<"), std::string::npos);
  EXPECT_EQ(count(picture->svg, ">t [s]<"), 1u) << "one axis below all";
}

TEST(RunPlot, ATitleCannotBreakThePicture) {
  const auto picture = plot_run(about, table(), {.style = PlotStyle::slides});
  EXPECT_NE(picture->svg.find(">A &lt;top&gt; &amp; more<"), std::string::npos);
  EXPECT_EQ(picture->svg.find("<top>"), std::string::npos);
}

TEST(RunPlot, OnlyColumnsThatAreThereAreDrawn) {
  EXPECT_NE(refusal({.channels = {"top.postion"}}).find("did you mean 'top.position'?"), std::string::npos);
  EXPECT_NE(refusal({.x = "drift.enrgy"}).find("did you mean 'drift.energy'?"), std::string::npos);
  EXPECT_NE(refusal({.phase = {{"top.position", "t"}}}).find("for example top.position.x"), std::string::npos);
}

TEST(RunPlot, WhatLogarithmsDoNotHaveIsSaid) {
  const auto picture = plot_run(about, table(), {.channels = {"drift.energy"}, .log_y = true});
  ASSERT_TRUE(picture.ok());
  ASSERT_EQ(picture->notes.size(), 1u);
  EXPECT_NE(picture->notes[0].find("1 of 3 points are zero or negative"), std::string::npos);
}

TEST(RunPlot, NothingAtAllIsRefused) {
  RunTable empty = table();
  for (double& value : empty.columns[6].values) value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(format(plot_run(about, empty, {.channels = {"drift.energy"}}).diagnostics()).find("nothing of this"),
            std::string::npos);
}

TEST(RunPlot, NoPictureHasANumberThatIsNone) {
  RunTable odd = table();
  odd.columns[6].values = {std::numeric_limits<double>::quiet_NaN(), 1e308, -1e308};
  odd.columns[0].values = {1e300, -1e300, std::numeric_limits<double>::infinity()};
  odd.columns[1].values = {0, std::numeric_limits<double>::denorm_min(), 1e-310};
  odd.columns[2].values = {5.02, std::nextafter(5.02, 6), 5.02};
  for (const char* name : {"drift.energy", "top.position.x", "top.position.y", "top.position.z"}) {
    const auto picture = plot_run(about, odd, {.channels = {name}});
    ASSERT_TRUE(picture.ok());
    EXPECT_EQ(picture->svg.find("nan"), std::string::npos);
    EXPECT_EQ(picture->svg.find("inf"), std::string::npos);
  }
}

TEST(RunPlot, SizesAreReadInPixelsAndMillimetres) {
  EXPECT_EQ(read_picture_size("900x600")->width, 900);
  EXPECT_NEAR(read_picture_size("86mmx54mm")->height, 54 / 25.4 * 96, 1e-9);
  for (const char* wrong : {"", "900", "900x", "x600", "900x600mm", "1x1", "99999x10", "axb", "-900x600"})
    EXPECT_FALSE(read_picture_size(wrong).ok()) << wrong;
}

TEST(RunPlot, PicturesOfTooManyDotsAreRefusedBeforeTheyFillTheMemory) {
  PlotRequest huge{.channels = {"top.position"}, .size = PictureSize{9000, 9000, false}, .png = true};
  EXPECT_NE(refusal(huge).find("81 million dots"), std::string::npos);
  huge.png = false;
  EXPECT_TRUE(plot_run(about, table(), huge).ok());
}

TEST(RunPlot, TheSameRequestGivesTheSameBytes) {
  const PlotRequest request{.channels = {"top.position", "drift.energy"}, .style = PlotStyle::slides, .png = true};
  const auto a = plot_run(about, table(), request), b = plot_run(about, table(), request);
  EXPECT_EQ(a->svg, b->svg);
  EXPECT_EQ(a->png, b->png);
}

}  // namespace
}  // namespace polhode
