// Joints that are at the ends of their ranges from the start, or when something else strikes: against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

/// A weight of 2 kg on a vertical slide that ends at −0.45 m.
std::string weight(const std::string& restitution, const std::string& start, const std::string& gravity = "-10") {
  return "[run]\nend = 2\ntolerance = 1e-12\n[world]\ngravity = [0, 0, " + gravity + R"toml(]
[[mechanism]]
name = "drop"
links = [ { name = "weight", joint = "prismatic", mass = 2, inertia = [1, 1, 1], lower = -0.45 } ]
)toml" + start +
         "\nrestitution = " + restitution + "\n";
}

TEST(EndTruth, AJointThatStartsAtItsEndStaysThereAsLongAsItIsPressed) {
  for (const char* restitution : {"0", "0.5", "1"})
    for (const char* gravity : {"-10", "0"}) {
      SCOPED_TRACE(std::string(restitution) + ", gravity " + gravity);
      const Recording run = run_text(weight(restitution, "q = [-0.45]", gravity));
      ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
      for (double place : run.series("drop.q1")) EXPECT_EQ(place, -0.45);
      for (double v : run.series("drop.v1")) EXPECT_EQ(v, 0);
      EXPECT_NEAR(run.series("drop.end1").back(), -2 * std::stod(gravity), 1e-13);
    }
}

// Thrown at its end it bounces at once, with the speed that restitution leaves.
TEST(EndTruth, AJointThatStartsAtItsEndWithASpeedBouncesAtOnce) {
  const Recording run = run_text(weight("0.5", "q = [-0.45]\nv = [-3]"));
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  const std::vector<double> q = run.series("drop.q1");
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i)
    if (const double t = run.times[i]; t < 0.29)
      worst = std::max(worst, std::fabs(q[i] - (-0.45 + 1.5 * t - 5 * t * t)));
  expect_error_within(1e-13, worst, "a weight thrown at the end of its range where it starts [m]", "parabola");
  EXPECT_EQ(q.back(), -0.45);
}

// No force at the start. With 1 kg and the force sin 2t it leaves at once; with −sin 2t it is pressed until π/2, and
// leaves then: q'' = sin 2s from there in both cases.
TEST(EndTruth, AJointThatStartsAtItsEndWithoutAForceLeavesWhenOnePushesItOff) {
  for (const double from : {0.0, std::acos(0.0)}) {
    const Recording run = run_text(
        "[run]\nend = 2.5\ntolerance = 1e-12\n[[mechanism]]\nname = \"m\"\nlinks = [ { name "
        "= \"a\", joint = \"prismatic\", mass = 1, inertia = [1, 1, 1], lower = 0 } "
        "]\nrestitution = 0.5\ntorque = [\"" +
        std::string(from > 0 ? "-" : "") + "sin(2*t)\"]\n");
    ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
    const std::vector<double> q = run.series("m.q1");
    double worst = 0;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      const double s = run.times[i] - from;
      const double exact = s <= 0 ? 0 : 0.5 * s - 0.25 * std::sin(2 * s);
      worst = std::max(worst, std::fabs(q[i] - exact));
    }
    expect_error_within(
        1e-11, worst, std::string("a joint that leaves where it started, ") + (from > 0 ? "later" : "at once") + " [m]",
        "closed form");
  }
}

// What lies on a weight that falls weighs nothing on it, and is taken along by the blow: both bounce as one.
TEST(EndTruth, AWeightOnAFallingOneIsNotThrownThroughItsEnd) {
  for (const char* restitution : {"[0.5, 0.5]", "[1, 1]", "[0.5, 0]"}) {
    SCOPED_TRACE(restitution);
    const std::string head =
        "[run]\nend = 1\ntolerance = 1e-12\n[world]\ngravity = [0, 0, -10]\n[[mechanism]]\n"
        "name = \"m\"\nlinks = [ { name = \"a\", joint = \"prismatic\", mass = 1, inertia = [1, 1, "
        "1], lower = 0 }, { name = \"b\", joint = \"prismatic\", mass = 3, inertia = [1, 1, 1], "
        "lower = 0 } ]\nq = [0.2, 0]\nrestitution = ";
    const Recording run = run_text(head + restitution + "\n");
    ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
    for (double place : run.series("m.q2")) EXPECT_EQ(place, 0);
    // It falls for 0.2 s; then flights of 0.4 s times powers of the restitution.
    const double e = restitution[1] == '1' ? 1 : 0.5;
    const std::vector<double> q = run.series("m.q1");
    double worst = 0;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      double t = run.times[i] - 0.2, speed = 2;
      if (t <= 0) {
        worst = std::max(worst, std::fabs(q[i] - (0.2 - 5 * run.times[i] * run.times[i])));
        continue;
      }
      for (speed *= e; t > speed / 5 && speed > 1e-3; speed *= e) t -= speed / 5;
      if (speed > 1e-3) worst = std::max(worst, std::fabs(q[i] - (speed * t - 5 * t * t)));
    }
    // Times of strikes err by some 1e-12 s, speeds are up to 2 m/s.
    expect_error_within(
        1e-10, worst, std::string("two weights that bounce as one, restitution ") + restitution + " [m]", "parabolas");
  }
}

}  // namespace
}  // namespace polhode
