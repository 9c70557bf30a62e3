// Loops whose conditions follow from others, are of other scales, are contradicted, or are opened by events.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

std::string link(const std::string& name, double mass, double length, bool first) {
  char text[400];
  std::snprintf(text, sizeof text,
                "{ name = \"%s\", joint = \"revolute\", axis = \"y\", at = [%.17g, 0, 0], mass = %.17g, com = [%.17g, "
                "0, 0], inertia = [%.17g, %.17g, %.17g] }",
                name.c_str(), first ? 0 : length, mass, length / 2, 0.1 * mass * length * length,
                0.1 * mass * length * length, 0.1 * mass * length * length);
  return text;
}

/// A square of three bars and the ground, hanging down from it, that moves as a parallelogram.
std::string square(const std::string& name, double mass, double length, const std::string& more = {}) {
  char pin[200];
  std::snprintf(pin, sizeof pin, "frames = [ { at = [%.17g, 0, 0] }, { at = [%.17g, 0, 0] } ]\n", length, length);
  return "[[mechanism]]\nname = \"" + name + "\"\nlinks = [ " + link("a", mass, length, true) + ", " +
         link("b", mass, length, false) + ", " + link("c", mass, length, false) +
         " ]\nq = [\"pi/2\", \"-pi/2\", \"-pi/2\"]\n" + more + "[[loop]]\nname = \"" + name +
         "_pin\"\njoint = \"spherical\"\nbodies = [\"" + name + ".c\", \"world\"]\n" + pin;
}

const std::string run_and_world = "[run]\nend = 0.5\ntolerance = 1e-12\n[world]\ngravity = [0, 0, -9.81]\n";
const std::string moving = "v = [1, -1, 1]\n";

double worst_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) worst = std::max(worst, std::fabs(a[i] - b[i]));
  return worst;
}

// All three conditions of a plane in which the chain moves anyway are rounding, and hold nothing back.
TEST(LoopConditionTruth, ALoopThatAChainMeetsByItselfChangesNothing) {
  const std::string chain = run_and_world + "[[mechanism]]\nname = \"m\"\nlinks = [ " + link("a", 1, 1, true) + ", " +
                            link("b", 1, 1, false) + " ]\n";
  const Recording bare = run_text(chain), held = run_text(chain + R"toml(
[[loop]]
name = "table"
joint = "planar"
bodies = ["m.b", "world"]
frames = [ { at = [1, 0, 0], rotate = { axis = "x", angle = "-90 deg" } },
           { rotate = { axis = "x", angle = "-90 deg" } } ]
)toml");
  ASSERT_FALSE(held.outcome.ended_early()) << held.outcome.detail;
  // It falls through a radian and more in half a second, by steps of tolerance 1e-12.
  EXPECT_GT(std::fabs(held.series("m.q1").back()), 1);
  expect_error_within(1e-10, worst_difference(bare.series("m.q2"), held.series("m.q2")),
                      "a chain in a plane that a loop asks for as well [rad]", "the chain alone");
}

// What is rounding is judged by each condition's own size: masses of 1 t and of 1 µg, lengths of 1 m and of 0.1 mm.
TEST(LoopConditionTruth, LoopsOfOtherScalesStandBesideEachOther) {
  const std::string crane = square("crane", 1000, 1, moving), mems = square("mems", 1e-9, 1e-4, moving);
  const Recording both = run_text(run_and_world + crane + mems), large = run_text(run_and_world + crane),
                  tiny = run_text(run_and_world + mems);
  ASSERT_FALSE(both.outcome.ended_early()) << both.outcome.detail;
  const auto last = [](const Recording& run, const char* name) { return run.series(name).back(); };
  // Each is a pendulum of one coordinate, by steps of tolerance 1e-12; the tiny one is 100 times faster, and its swings
  // are 100 times smaller.
  expect_error_within(1e-10, std::fabs(last(both, "crane.q1") - last(large, "crane.q1")),
                      "a linkage of 3 t beside one of 3 µg [rad]", "alone");
  expect_error_within(1e-10, std::fabs(last(both, "mems.q1") - last(tiny, "mems.q1")),
                      "a linkage of 3 µg beside one of 3 t [rad]", "alone");
  // Opposite bars stay parallel.
  EXPECT_NEAR(last(both, "mems.q1") + last(both, "mems.q2"), 0, 1e-10);
}

// A parallelogram whose crank and coupler are both driven, each by itself: it cannot follow.
TEST(LoopConditionTruth, ARunEndsWherePathsContradictALoop) {
  for (const char* run_keys : {"tolerance = 1e-9\n", "solver = \"rk4\"\nstep = 0.01\n"}) {
    const Recording run = run_text(
        std::string("[run]\nend = 1\n") + run_keys +
        square("m", 1, 1,
               "drives = [ { joint = \"a\", path = \"pi/2 + t^2\" }, { joint = \"b\", path = \"-pi/2\" } ]\n"));
    EXPECT_EQ(run.outcome.ending, ode::Ending::not_solved);
    EXPECT_NE(run.outcome.detail.find("can be met no longer"), std::string::npos) << run.outcome.detail;
    EXPECT_LT(run.t_end, 0.1);
  }
}

/// The first sample behind a time.
std::size_t sample_behind(const Recording& run, double t) {
  return static_cast<std::size_t>(std::upper_bound(run.times.begin(), run.times.end(), t) - run.times.begin());
}

Recording run_with_event(const std::string& jump) {
  return run_text(run_and_world + square("m", 1, 1, moving) +
                  "[[event]]\nname = \"change\"\nwhen = \"t crosses 0.2\"\nthen = { " + jump + " }\n");
}

// An event that stops one joint stops the linkage, which takes all its kinetic energy. Samples are 0.5/1000 s apart;
// what it gains in that time is about (4 N m · 0.5 ms)² / 2 kg m².
TEST(LoopConditionTruth, AnEventThatStopsOneJointStopsTheLinkage) {
  const Recording run = run_with_event("\"m.v1\" = \"0\"");
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  EXPECT_LE(largest(run.series("loop_error")), 1e-10);
  EXPECT_LE(worst_difference(run.series("m.v1"), run.series("m.v3")), 1e-10);
  EXPECT_LT(run.series("kinetic_energy")[sample_behind(run, 0.2)], 1e-3);
}

// One that turns a joint turns the others so that it stays closed: opposite bars stay parallel.
TEST(LoopConditionTruth, AnEventThatTurnsOneJointTurnsTheOthers) {
  const Recording run = run_with_event("\"m.q1\" = \"1\"");
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  EXPECT_LE(largest(run.series("loop_error")), 1e-10);
  const std::size_t behind = sample_behind(run, 0.2);
  EXPECT_NEAR(run.series("m.q1")[behind], 1, 0.01);
  EXPECT_NEAR(run.series("m.q2")[behind], -run.series("m.q1")[behind], 1e-10);
}

// One that asks for what the loop does not allow, all bars in line away from the ground's other end, ends the run.
TEST(LoopConditionTruth, AnEventThatTearsALoopEndsTheRun) {
  const Recording run = run_with_event("\"m.q1\" = \"pi\", \"m.q2\" = \"0\", \"m.q3\" = \"0\"");
  EXPECT_EQ(run.outcome.ending, ode::Ending::not_solved);
  EXPECT_NE(run.outcome.detail.find("the jump of event 'change'"), std::string::npos) << run.outcome.detail;
}

}  // namespace
}  // namespace polhode
