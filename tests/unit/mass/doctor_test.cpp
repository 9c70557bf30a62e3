#include <gtest/gtest.h>

#include <polhode/mass/doctor.hpp>
#include <polhode/mass/solid.hpp>

namespace polhode {
namespace {

MassProperties brick(double mass) { return solid::of(solid::Box{.mass = mass, .size = {0.2, 0.1, 0.05}}); }

std::vector<std::string> messages(const MassReport& report) {
  std::vector<std::string> all;
  for (const Diagnostic& finding : report.findings) all.push_back(finding.path + ": " + finding.message);
  return all;
}

TEST(Doctor, AHealthyBrickHasNothingRemarkable) {
  const MassReport report =
      examine("brick", brick(2), {.bounds = Bounds{{-0.1, -0.05, -0.025}, {0.1, 0.05, 0.025}}, .volume = 1e-3});
  EXPECT_TRUE(report.findings.empty()) << format(report.findings);
  EXPECT_EQ(report.density, 2000);
  EXPECT_EQ(format(report),
            "brick\n"
            "  mass                         2 kg\n"
            "  mean density              2000 kg/m^3\n"
            "  centre of mass               0             0             0 m\n"
            "  inertia about the centre of mass, body axes, kg m^2\n"
            "                      0.00208333             0             0\n"
            "                               0    0.00708333             0\n"
            "                               0             0    0.00833333\n"
            "  principal moments, kg m^2\n"
            "                      0.00208333    0.00708333    0.00833333\n"
            "  principal axes, one column for each\n"
            "                               1             0             0\n"
            "                               0             1             0\n"
            "                               0             0             1\n"
            "  nothing remarkable\n");
}

TEST(Doctor, FlatBodiesLinesAndPointsAreNamed) {
  EXPECT_EQ(messages(examine("plate", solid::of(solid::Disk{.mass = 1, .radius = 1}))),
            std::vector<std::string>{
                "plate.inertia: the body is nearly flat: the two smaller moments exceed the largest by 0 of it only"});
  EXPECT_EQ(messages(examine("rod", solid::of(solid::Rod{.mass = 1, .length = 1}))),
            std::vector<std::string>{"rod.inertia: the body is a line: its smallest moment is 0 of the largest"});
  EXPECT_EQ(messages(examine("point", solid::of(solid::Particle{.mass = 1}))),
            std::vector<std::string>{"point.inertia: the body has no extent"});
}

TEST(Doctor, WrongUnitsShowInDensityPlaceAndInertia) {
  const Bounds box{{-0.1, -0.05, -0.025}, {0.1, 0.05, 0.025}};
  EXPECT_EQ(messages(examine("brick", brick(200), {.volume = 1e-3})),
            std::vector<std::string>{"brick.mass: a mean density of 2e+05 kg/m^3"});
  EXPECT_EQ(messages(examine("brick", brick(2), {.volume = 10})),
            std::vector<std::string>{"brick.mass: a mean density of 0.2 kg/m^3"});
  const MassReport moved = examine("brick", brick(2).placed({.p = {1, 0, 0}}), {.bounds = box});
  ASSERT_EQ(moved.findings.size(), 2u);
  EXPECT_EQ(moved.findings[0].message,
            "the centre of mass (1, 0, 0) lies outside the shape's bounding box, (-0.1, -0.05, -0.025) to (0.1, 0.05, "
            "0.025)");
  const MassProperties swollen(2, Vec3::Zero(), 1e6 * brick(2).inertia());
  EXPECT_EQ(
      messages(examine("brick", swollen, {.bounds = box})),
      std::vector<std::string>{"brick.inertia: Ixx = 2083 kg m^2 is more than any body of 2 kg in the bounding box "
                               "can have, 0.00625 kg m^2"});
}

TEST(Doctor, MirroredProductsAreRecognised) {
  const MassProperties tilted = brick(2).placed({.R = Rotation::about_z(0.5)});
  Mat3 mirrored = tilted.inertia();
  mirrored(0, 1) = mirrored(1, 0) = -mirrored(0, 1);
  EXPECT_EQ(messages(examine("brick", {2, Vec3::Zero(), mirrored}, {.expected = tilted})),
            std::vector<std::string>{
                "brick.inertia: the off-diagonal entries have the opposite sign of what the shape gives"});
  EXPECT_TRUE(examine("brick", tilted, {.expected = tilted}).findings.empty());
}

TEST(Doctor, EarlierFindingsComeFirst) {
  Diagnostics earlier;
  earlier.warning({"a.stl", 3, 1}, "", "something about the file");
  const MassReport report = examine("a", solid::of(solid::Rod{.mass = 1, .length = 1}), {}, earlier);
  ASSERT_EQ(report.findings.size(), 2u);
  EXPECT_EQ(report.findings[0].message, "something about the file");
  const std::vector<MassReport> both{report, report};
  EXPECT_EQ(format(std::span<const MassReport>(both)), format(report) + "\n" + format(report));
}

}  // namespace
}  // namespace polhode
