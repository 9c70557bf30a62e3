// Broken scenes: each file of tests/input/broken ends in the findings it must give, word for word, behind "#! ".
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include <polhode/formats/mesh.hpp>
#include <polhode/formats/scene_file.hpp>
#include <polhode/scene/build.hpp>

#include "support/broken_files.hpp"

namespace polhode {
namespace {

/// Findings of reading and, if that went well, of building: what a person sees.
Diagnostics findings_of(const std::string& text, std::span<const std::string> assignments = {}) {
  const auto from_here = [](const std::string& path) { return load_mesh(path); };
  const auto scene = read_scene(text, "scene.toml", assignments, from_here);
  Diagnostics findings = scene.diagnostics();
  if (scene.ok()) findings.append(build(*scene).diagnostics());
  return findings;
}

class BrokenSceneTest : public testing::TestWithParam<BrokenFile> {};

TEST_P(BrokenSceneTest, GivesItsFindingsWordForWord) {
  ASSERT_FALSE(GetParam().expected.empty());
  EXPECT_EQ(format(findings_of(GetParam().text)), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Scene, BrokenSceneTest, testing::ValuesIn(broken_files(POLHODE_BROKEN_SCENES)), test_name);

// Files that are read all the same, with warnings, do not count as broken.
TEST(BrokenScenes, AtLeastSixtyAreRefused) {
  const std::vector<BrokenFile> files = broken_files(POLHODE_BROKEN_SCENES);
  EXPECT_GE(std::count_if(files.begin(), files.end(),
                          [](const BrokenFile& file) { return findings_of(file.text).has_errors(); }),
            60);
}

constexpr const char* good =
    "[run]\nend = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = [1, 2, 3]\nvelocity = [1, 2, 3]\n";

std::string after(const char* assignment) {
  const std::array<std::string, 1> list{assignment};
  return format(findings_of(good, list));
}

TEST(Override, ChangesAnyKeyBeforeItIsChecked) {
  const std::array<std::string, 3> list{"run.end=2.5", "body.b.velocity[2]=\"7 cm/s\"", "body[0].velocity.x=4"};
  const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> { return Diagnostic{}; };
  const auto scene = read_scene(good, "scene.toml", list, no_mesh);
  ASSERT_TRUE(scene.ok()) << format(scene.diagnostics());
  EXPECT_EQ(scene->run.end, 2.5);
  EXPECT_EQ(scene->bodies[0].velocity, Vec3(4, 2, 0.07));
}

TEST(Override, MistakesAreNamedByTheFlag) {
  EXPECT_EQ(after("run.end=-2"), "--set run.end=-2: error: run.end: must be greater than zero, not -2\n");
  EXPECT_EQ(after("bdoy.b.mass=2"),
            "--set bdoy.b.mass=2: error: the scene has no 'bdoy' there\n    did you mean 'body'?\n");
  EXPECT_EQ(after("body.handle.mass=2"),
            "--set body.handle.mass=2: error: the scene has no 'handle' there\n    paths look like run.end, "
            "body[0].mass or body.handle.velocity[2]\n");
  EXPECT_EQ(after("run.ned=2"), "--set run.ned=2: error: run.ned: this key is not known\n    did you mean 'end'?\n");
  EXPECT_EQ(after("nonsense"),
            "--set nonsense: error: this is no assignment\n    write path=value, for example --set run.end=5\n");
  EXPECT_EQ(after("body[7].mass=1"),
            "--set body[7].mass=1: error: the scene has no [7] there\n    paths look like run.end, body[0].mass or "
            "body.handle.velocity[2]\n");
  EXPECT_EQ(after("[=1"),
            "--set [=1: error: this is no path to a key\n    for example run.end, body[0].mass or "
            "body.handle.velocity[2]\n");
}

TEST(Scene, BuiltInOnesAllBuild) {
  ASSERT_GE(builtin_scenes().size(), 9u);
  for (const BuiltinScene& builtin : builtin_scenes()) {
    const auto scene = load_scene(std::string(builtin.name));
    ASSERT_TRUE(scene.ok()) << builtin.name << "\n" << format(scene.diagnostics());
    EXPECT_TRUE(build(*scene).ok()) << builtin.name << "\n" << format(build(*scene).diagnostics());
    EXPECT_FALSE(scene_title(builtin).empty()) << builtin.name;
  }
}

/// The recording of a scene typed in a test.
Recording run_text(const std::string& text) {
  const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> { return Diagnostic{}; };
  return simulate(*build(*read_scene(text, "scene.toml", {}, no_mesh)));
}

TEST(Scene, HoleThatEndsAtTheSurfaceIsNoFinding) {
  // A plate that is turned and far away, so that its faces are rounded: a bore through all of it, a ball that touches
  // two faces, and a groove of which four faces are the plate's.
  const std::string place = "density = 1, rotate = { axis = [1, 2, 3], angle = 0.7 }, at = [0.3, 100, -2]";
  for (const char* hole : {"solid = \"cylinder\", radius = 0.03, length = 0.1", "solid = \"sphere\", radius = 0.05",
                           "solid = \"box\", size = [0.4, 0.2, 0.05]"}) {
    const std::string plate = "solid = \"box\", size = [0.4, 0.2, 0.1]";
    const std::string text =
        "[[body]]\nparts = [{ " + plate + ", " + place + " },\n{ " + hole + ", " + place + ", remove = true }]\n";
    EXPECT_EQ(format(findings_of(text)), "") << text;
  }
  // Across the joint of two parts, each of which holds one half.
  EXPECT_EQ(format(findings_of(R"([[body]]
parts = [
  { solid = "box", density = 1, size = [1, 1, 1], at = [0.1, 0, 0] },
  { solid = "cylinder", density = 1, radius = 0.5, length = 1, at = [0.1, 0, 1] },
  { solid = "capsule", density = 1, radius = 0.2, length = 1.4, at = [0.1, 0, 0.5], remove = true },
]
)")),
            "");
}

TEST(Scene, HoleIsFoundToReachOutOfEverySolid) {
  // Each solid reaches to x = 1 at z = 0; the ball reaches a hundredth farther, or stays a hundredth within.
  for (const char* solid :
       {"solid = \"box\", size = [2, 2, 2]", "solid = \"sphere\", radius = 1",
        "solid = \"ellipsoid\", axes = [1, 2, 3]", "solid = \"cylinder\", radius = 1, length = 3",
        "solid = \"disk\", radius = 1, length = 1", "solid = \"capsule\", radius = 1, length = 1",
        "solid = \"torus\", radius = 0.6, tube = 0.4", "solid = \"cone\", radius = 2, length = 100"}) {
    const auto findings = [solid](const char* x) {
      return findings_of("[[body]]\nparts = [\n{ density = 1, " + std::string(solid) +
                         " },\n{ solid = \"sphere\", density = 1, radius = 0.1, at = [" + x +
                         ", 0, 0], remove = true }]\n");
    };
    EXPECT_EQ(format(findings("0.89")), "") << solid;
    ASSERT_EQ(findings("0.91").size(), 1u) << solid;
    EXPECT_EQ(findings("0.91")[0].severity, Severity::warning);
    EXPECT_EQ(findings("0.91")[0].where.line, 4);
  }
}

TEST(Scene, PulseInASmoothMotionIsNotStriddenOver) {
  const Recording run = run_text(
      "[[body]]\nname=\"a\"\nsolid=\"sphere\"\nmass=1\nradius=1\n"
      "[[load]]\ntype=\"push\"\nbody=\"a\"\nforce=[\"piecewise(t > 5 and t < 6, 1, 0)\",0,0]\n");
  // The edges of the pulse fall inside steps, whose local error is held at 1e-9 by rejection.
  EXPECT_NEAR(run.series("a.velocity.x").back(), 1, 1e-6);
}

TEST(Scene, EventsOfTimeAreFoundWhereTheMotionIsSmooth) {
  const Recording run =
      run_text("[[body]]\nname=\"a\"\nsolid=\"sphere\"\nmass=1\nradius=1\n[[event]]\nwhen=\"sin(10*t) crosses 0\"\n");
  // π/10, 2π/10, … below 10 s; the zero at the start is where the run begins.
  EXPECT_EQ(run.events.size(), 31u);
}

TEST(Scene, AbsurdNumbersEndTheRunAtOnce) {
  for (const char* motion :
       {"velocity=[1e308,0,0]\nangular_velocity=[1e160,0,0]\n", "position=[1e200,0,0]\nvelocity=[1,0,0]\n"}) {
    const Recording run =
        run_text(std::string("[run]\nend=1\n[[body]]\nsolid=\"sphere\"\nmass=1\nradius=1\n") + motion);
    EXPECT_LT(run.statistics.steps, 100000) << motion;
  }
}

TEST(Scene, FormulasMayBeginWithANumber) {
  for (const char* formula : {"2 + t", "1-t", "1 + x", "4 - t^2", "5 - 2*t", "-1 + vx", "2e-3 - t", "+3 - z"}) {
    const std::vector<std::string> changes{"load[0].force[0]=\"" + std::string(formula) + "\""};
    const auto scene = load_scene("push-only", changes);
    EXPECT_TRUE(scene.ok()) << formula << "\n" << format(scene.diagnostics());
  }
  for (const char* quantity : {"2 parsnips", "-3 kgm", "5 m"}) {
    const std::vector<std::string> changes{"load[0].force[0]=\"" + std::string(quantity) + "\""};
    const auto scene = load_scene("push-only", changes);
    ASSERT_FALSE(scene.ok()) << quantity;
    EXPECT_NE(format(scene.diagnostics()).find("unit"), std::string::npos) << format(scene.diagnostics());
  }
}

TEST(Scene, DragThatTurnsNothingDoesNotAskHowTheWindTurns) {
  const Recording run = run_text(
      "[run]\nend=1\n[[body]]\nname=\"a\"\nsolid=\"sphere\"\nmass=1\nradius=1\n"
      "[[load]]\ntype=\"drag\"\nlinear=0.1\n[[load]]\ntype=\"wind\"\nvelocity=[\"5*sqrt(abs(z))\",0,0]\n");
  EXPECT_EQ(run.outcome.ending, ode::Ending::finished);
}

TEST(Scene, OneThatIsNotThereIsNamedWithTheNearest) {
  const auto scene = load_scene("t-handel");
  ASSERT_FALSE(scene.ok());
  EXPECT_EQ(format(scene.diagnostics()),
            "error: there is no file and no built-in scene called 't-handel'\n    did you mean 't-handle'?\n");
}

TEST(Scene, EveryWayToSayAnOrientationGivesTheSame) {
  const auto orientation = [](const std::string& line) {
    const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> { return Diagnostic{}; };
    const auto scene = read_scene(std::string(good) + line + "\n", "scene.toml", {}, no_mesh);
    EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
    return scene.ok() ? scene->bodies[0].orientation : Rotation();
  };
  const Rotation expected = Rotation::about_z(pi / 6);
  for (const char* line :
       {"orientation = { axis = \"z\", angle = \"30 deg\" }", "orientation = { axis = [0, 0, 2], angle = \"pi/6\" }",
        "orientation = { quaternion = [0.9659258262890683, 0, 0, 0.25881904510252074] }",
        "quaternion = [0.9659258262890683, 0, 0, 0.25881904510252074]",
        "orientation = { euler = { sequence = \"zxz\", angles = [\"10 deg\", 0, \"20 deg\"] } }",
        "euler = { sequence = \"zyx\", angles = [\"30 deg\", 0, 0] }",
        "orientation = { rotation_vector = [0, 0, \"pi/6\"] }",
        "matrix = [[0.8660254037844387, -0.5, 0], [0.5, 0.8660254037844387, 0], [0, 0, 1]]"})
    EXPECT_LT(orientation(line).angle_to(expected), 1e-15) << line;
}

}  // namespace
}  // namespace polhode
