// Mechanisms in scenes against many-digit solutions, closed forms and each other.
#include <gtest/gtest.h>

#include <cmath>

#include "support/scene_run.hpp"
#include "support/validation.hpp"
#include "truth/pendulum_rows.hpp"

namespace polhode {
namespace {

double at(const Recording& run, const char* channel, double t) { return run.series(channel).at(sample_at(run, t)); }

/// The largest error of four channels over all rows, of the largest speed in the reference, 22 rad/s.
double double_pendulum_error(const Recording& run) {
  double worst = 0;
  for (const auto& row : double_pendulum_rows) {
    const char* const names[] = {"arm.q1", "arm.q2", "arm.v1", "arm.v2"};
    for (std::size_t k = 0; k < 4; ++k) worst = std::max(worst, std::fabs(at(run, names[k], row[0]) - row[k + 1]));
  }
  return worst / 22;
}

// Disturbances grow some ten thousand times in these four seconds.
TEST(MechanismTruth, ADoublePendulumOfLinksMovesAsItsManyDigitSolution) {
  const std::vector<std::string> exact{"run.tolerance=1e-13"};
  expect_error_within(1e-8,
                      double_pendulum_error(run_scene("double-pendulum-links", exact, times_of(double_pendulum_rows))),
                      "double pendulum as a mechanism, by velocities", "140-bit solution");
  const std::vector<std::string> momenta{"run.tolerance=1e-13", "mechanism[0].state=momenta"};
  expect_error_within(
      1e-8, double_pendulum_error(run_scene("double-pendulum-links", momenta, times_of(double_pendulum_rows))),
      "double pendulum as a mechanism, by momenta", "140-bit solution");
}

TEST(MechanismTruth, APendulumSwingsAsJacobisFunctions) {
  const Recording run = run_scene("pendulum", {"run.step=1 ms", "run.end=5"}, times_of(pendulum_rows));
  const std::size_t place = 1;  // q1, then p1
  double worst = 0;
  for (const auto& row : pendulum_rows) {
    const std::size_t i = sample_at(run, row[0]);
    worst = std::max({worst, std::fabs(run.state(i)[0] - row[1]), std::fabs(run.state(i)[place] - row[2])});
  }
  expect_error_within(1e-10, worst, "pendulum as a mechanism in Hamilton's coordinates [rad, kg m²/s]", "Jacobi");
  ASSERT_GE(run.events.size(), 2U);
  EXPECT_NEAR(run.events[1].t - run.events[0].t, pendulum_period / 2, 1e-9);
}

// One tolerance of 1e-10 a step, some thousands of steps; the motion is not chaotic for so long.
TEST(MechanismTruth, EveryMechanismKeepsItsBooks) {
  for (const char* scene :
       {"two-link-arm", "rpr-arm", "puma560", "scara", "stanford-arm", "four-bar", "gimbals", "quadruped"}) {
    const Recording run = run_scene(scene);
    EXPECT_FALSE(run.outcome.ended_early()) << scene << ": " << run.outcome.detail;
    EXPECT_LE(run.drift("energy").largest, 1e-6) << scene;
  }
}

TEST(MechanismTruth, AFallingQuadrupedKeepsItsMomenta) {
  const Recording run = run_scene("quadruped");
  EXPECT_LE(run.drift("momentum").largest, 1e-8);
  EXPECT_LE(run.drift("angular_momentum").largest, 1e-8);
}

TEST(MechanismTruth, ALoopStaysClosedToRounding) {
  const Recording run = run_scene("four-bar");
  double worst = 0;
  for (double error : run.series("loop_error")) worst = std::max(worst, error);
  // Samples lie between steps, where the continuation of a step errs by its tolerance.
  expect_error_within(1e-9, worst, "pins of a four-bar linkage apart [m]", "they are one");
}

TEST(MechanismTruth, ComputedTorqueMakesErrorsFallAsPromised) {
  const Recording run = run_scene("two-link-arm", {"run.tolerance=1e-12"});
  // e'' + 12 e' + 40 e = 0 for each joint: e = e^{−6t} (A cos 2t + B sin 2t) with A = e(0), 2 B = e'(0) + 6 A.
  const double e1 = 0.2, rate1 = -0.9;     // q1 − 0.6 sin 1.5t
  const double e2 = 0.9 - 1.5, rate2 = 0;  // q2 − 1 − 0.5 cos 1.5t
  const std::vector<double> q1 = run.series("arm.q1"), q2 = run.series("arm.q2");
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double t = run.times[i], decay = std::exp(-6 * t);
    const auto error = [&](double e, double rate) {
      return decay * (e * std::cos(2 * t) + (rate + 6 * e) / 2 * std::sin(2 * t));
    };
    worst = std::max({worst, std::fabs(q1[i] - 0.6 * std::sin(1.5 * t) - error(e1, rate1)),
                      std::fabs(q2[i] - 1 - 0.5 * std::cos(1.5 * t) - error(e2, rate2))});
  }
  expect_error_within(1e-9, worst, "computed torque: deviation from e'' + 12 e' + 40 e = 0 [rad]", "closed form");
}

// A mass on a slide, driven as x = 0.3 sin 2t against gravity: the force is m (x'' + g).
TEST(MechanismTruth, ADrivenJointNeedsTheForceOfItsPath) {
  const Recording run = run_text(R"toml(
[run]
end = 3
[world]
gravity = [0, 0, -9.81]
[[mechanism]]
name = "lift"
links = [ { name = "cabin", joint = "prismatic", mass = 5, inertia = [1, 1, 1], damping = 2 } ]
drives = [ { joint = "cabin", path = "0.3*sin(2*t)" } ]
)toml");
  const std::vector<double> tau = run.series("lift.tau1");
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double t = run.times[i];
    EXPECT_NEAR(tau[i], 5 * (9.81 - 1.2 * std::sin(2 * t)) + 2 * 0.6 * std::cos(2 * t), 1e-12);
  }
}

// A slide that falls on the end of its range: it comes with g t₁, leaves with e times that, and so on.
TEST(MechanismTruth, AJointBouncesAtTheEndOfItsRange) {
  const Recording run = run_text(R"toml(
[run]
end = 2
tolerance = 1e-12
[world]
gravity = [0, 0, -10]
[[mechanism]]
name = "drop"
links = [ { name = "weight", joint = "prismatic", mass = 1, inertia = [1, 1, 1], lower = -0.45 } ]
restitution = 0.5
)toml");
  ASSERT_GE(run.events.size(), 3U);
  EXPECT_EQ(run.events[0].name, "drop.weight.lower_limit");
  EXPECT_NEAR(run.events[0].t, 0.3, 1e-11);   // 0.45 = ½ 10 t²
  EXPECT_NEAR(run.events[1].t, 0.6, 1e-11);   // up and down again with 1.5 m/s takes 0.3 s
  EXPECT_NEAR(run.events[2].t, 0.75, 1e-11);  // then half as long
}

// A spring between a link and a body moves both as the same spring between two bodies does.
TEST(MechanismTruth, ASpringBetweenALinkAndABodyIsOneBetweenBodies) {
  const std::string body = R"toml(
[[body]]
name = "b"
mass = 0.5
inertia = [0.01, 0.02, 0.015]
position = [0.5, 0.1, 0]
angular_velocity_body = [1, 2, 0]
)toml";
  const std::string spring = R"toml(
[[load]]
type = "spring"
points = [[0.05, 0, 0.02], [0, 0.03, 0]]
stiffness = 20
length = 0.3
)toml";
  const std::string run = "[run]\nend = 2\ntolerance = 1e-12\n[world]\ngravity = [0, 0, -1]\n";
  const Recording two = run_text(run + R"toml(
[[body]]
name = "a"
mass = 1
inertia = [0.03, 0.02, 0.04]
velocity = [0, 0.2, 0]
)toml" + body + spring + "bodies = [\"a\", \"b\"]\n");
  const Recording tied = run_text(run + R"toml(
[[mechanism]]
name = "m"
links = [ { name = "a", joint = "free", mass = 1, inertia = [0.03, 0.02, 0.04] } ]
v = [0, 0.2, 0, 0, 0, 0]
)toml" + body + spring + "bodies = [\"m.a\", \"b\"]\n");
  const std::size_t last = two.times.size() - 1;
  ASSERT_EQ(tied.times.size(), two.times.size());
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(tied.series("b.position")[3 * last + k], two.series("b.position")[3 * last + k], 1e-10);
    EXPECT_NEAR(tied.series("m.a.position")[3 * last + k], two.series("a.position")[3 * last + k], 1e-10);
  }
  EXPECT_LE(tied.drift("energy").largest, 1e-9);
}

// Two wheels geared together: 3 to 1, so that a torque on the first meets I₁ + 9 I₂.
TEST(MechanismTruth, AJointThatFollowsAnotherAddsItsInertiaTimesTheSquareOfTheRatio) {
  const Recording run = run_text(R"toml(
[run]
end = 1
[[mechanism]]
name = "gears"
links = [
  { name = "one", joint = "continuous", mass = 1, inertia = [1, 1, 0.5] },
  { name = "two", parent = "world", joint = "continuous", at = [1, 0, 0], mass = 1, inertia = [1, 1, 0.1], mimic = { link = "one", multiplier = -3 } },
]
torque = ["0.7", "0"]
)toml");
  EXPECT_NEAR(run.series("gears.q1").back(), 0.5 * 0.7 / (0.5 + 9 * 0.1), 1e-9);
  EXPECT_NEAR(run.series("gears.q2").back(), -3 * run.series("gears.q1").back(), 1e-12);
}

// Drives exert no more than the joint's effort: a servo far from its target pulls with it, so that q'' = effort / m.
TEST(MechanismTruth, ADriveExertsNoMoreThanItsJointsEffort) {
  const Recording run = run_text(R"toml(
[run]
end = 1
tolerance = 1e-12
[[mechanism]]
name = "m"
links = [ { name = "a", joint = "prismatic", mass = 2, inertia = [1, 1, 1], effort = 3 } ]
drives = [ { joint = "a", target = "100", kp = 50 } ]
)toml");
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  EXPECT_NEAR(run.series("m.q1").back(), 0.5 * 1.5, 1e-13);
  EXPECT_EQ(run.series("m.tau1").back(), 3);
}

// Each mechanism has the speed at which its own friction saturates: at speeds far below it friction is viscous,
// f v / v_s, far above it is f.
TEST(MechanismTruth, FrictionOfEachMechanismHasItsOwnSpeed) {
  const Recording run = run_text(R"toml(
[run]
end = 1
tolerance = 1e-12
[[mechanism]]
name = "slow"
links = [ { name = "a", joint = "prismatic", mass = 1, inertia = [1, 1, 1], friction = 0.5 } ]
v = [1]
[[mechanism]]
name = "fast"
friction_speed = 1e6
links = [ { name = "a", joint = "prismatic", mass = 1, inertia = [1, 1, 1], friction = 0.5 } ]
v = [1]
)toml");
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  EXPECT_NEAR(run.series("slow.v1").back(), 0.5, 1e-11);
  EXPECT_NEAR(run.series("fast.v1").back(), std::exp(-0.5e-6), 1e-11);
}

}  // namespace
}  // namespace polhode
