// Joints that bounce at the ends of their ranges, come to rest there, and leave: against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/methods_for.hpp"
#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

std::vector<double> times_of_event(const Recording& run, const std::string& name) {
  std::vector<double> times;
  for (const EventHit& hit : run.events)
    if (hit.name == name) times.push_back(hit.t);
  return times;
}

/// A weight on a vertical slide above the end of its range, 0.45 m below where it starts.
std::string drop(const std::string& restitution, const std::string& more = {}, const std::string& run = {}) {
  return "[run]\nend = 2\ntolerance = 1e-12\n" + run + R"toml(
[world]
gravity = [0, 0, -10]
[[mechanism]]
name = "drop"
links = [ { name = "weight", joint = "prismatic", mass = 2, inertia = [1, 1, 1], lower = -0.45 } ]
restitution = )toml" +
         restitution + "\n" + more;
}

// It falls for 0.3 s. Its first flight takes 2 · 1.5/10 s, each further one half as long, and all of them end at
// 0.3 (1 + 2 e/(1 − e)) = 0.9 s. It rests where the next flight would not go higher than 1e-12 m.
TEST(RestTruth, ABouncingWeightComesToRestAtTheEndOfAGeometricSeries) {
  const Recording run = run_text(drop("0.5"));
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  const std::vector<double> strikes = times_of_event(run, "drop.weight.lower_limit");
  const std::vector<double> rests = times_of_event(run, "drop.weight.lower_limit.rest");
  ASSERT_EQ(rests.size(), 1u);
  EXPECT_EQ(rests[0], strikes.back());
  double worst = 0;
  for (std::size_t n = 0; n < strikes.size(); ++n)
    worst = std::max(worst, std::fabs(strikes[n] - (0.3 + 0.6 * (1 - std::pow(0.5, static_cast<double>(n))))));
  // A time is that of a height: an error of some 1e-12 of height is one of 1e-12 / (3 m/s · 2⁻ⁿ) of time, which would
  // be the most at the end. There flights are parabolas, which the solver follows without error.
  expect_error_within(1e-10, worst, "bounces of a weight: their times [s]", "geometric series");
  // The flight that does not happen any more goes up with v = 3 · 2⁻ⁿ⁻¹, v²/20 ≤ 1e-12; the one before did happen.
  const double next = 3 * std::pow(0.5, static_cast<double>(strikes.size()));
  EXPECT_LE(next * next / 20, 1e-12 * (1 + 1e-6));
  EXPECT_GT(4 * next * next / 20, 1e-12);
  EXPECT_NEAR(rests[0], 0.9, 2 * next / 10 / (1 - 0.5) + 1e-10);
  // At rest it weighs on the end, and does not move by a bit.
  EXPECT_EQ(run.series("drop.q1").back(), -0.45);
  EXPECT_EQ(run.series("drop.v1").back(), 0);
  EXPECT_NEAR(run.series("drop.end1").back(), 20, 1e-13);
  // What blows take is booked as taken: m g 0.45 in all, and the rest balances.
  EXPECT_LE(run.drift("energy").largest, 1e-11);
  EXPECT_NEAR(run.series("energy").front() - run.series("energy").back(), 2 * 10 * 0.45, 1e-11);
}

// A parabola is what methods of order 2 and more follow without error. Whatever they err by before, at the end it is at
// the end, and at rest.
TEST(RestTruth, AWeightThatDoesNotBounceRestsAtOnceWithEverySolver) {
  for (const char* state : {"velocities", "momenta"}) {
    const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes"}); };
    const std::string text = drop("0", "state = \"" + std::string(state) + "\"\n");
    const auto scene = read_scene(text, "typed.toml", {}, no_mesh);
    ASSERT_TRUE(scene.ok()) << format(scene.diagnostics());
    auto built = build(*scene);
    ASSERT_TRUE(built.ok()) << format(built.diagnostics());
    std::size_t count = 0;
    for (const ode::Method& method : ode::methods_for(built->system.problem())) {
      SCOPED_TRACE(std::string(method.name) + ", " + state);
      built->options.method = method;
      built->options.step = method.adaptive() ? 0 : 0.004;
      const Recording run = simulate(*built);
      ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
      ASSERT_EQ(run.events.size(), 2u);
      EXPECT_EQ(run.events[0].name, "drop.weight.lower_limit");
      EXPECT_EQ(run.events[1].name, "drop.weight.lower_limit.rest");
      EXPECT_NEAR(run.events[0].t, 0.3, method.order >= 2 ? 1e-9 : 0.004);
      EXPECT_EQ(run.series("drop.q1").back(), -0.45);
      EXPECT_EQ(run.series("drop.v1").back(), 0);
      EXPECT_EQ(run.series("drop.end1").back(), 20);
      ++count;
    }
    EXPECT_GT(count, 40u);
  }
}

// The weight is lifted with 40 sin t newtons against 20 of its weight: it leaves at t = π/6, and then
// x = −0.45 + ∫∫ (20 sin t − 10) from there on.
TEST(RestTruth, AWeightLeavesTheEndWhenTheForceOnItReverses) {
  const Recording run = run_text(drop("0", "torque = [\"40*sin(t)\"]\nq = [-0.45]\n"));
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  ASSERT_GE(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].name, "drop.weight.lower_limit.leave");
  expect_error_within(1e-12, std::fabs(run.events[0].t - pi / 6), "a weight is lifted off its end: when [s]",
                      "20 = 40 sin t");
  const double from = pi / 6;
  const std::vector<double> x = run.series("drop.q1"), end = run.series("drop.end1");
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double t = run.times[i], s = t - from;
    const double truth =
        t < from ? -0.45 : -0.45 - 20 * (std::sin(t) - std::sin(from)) + 20 * std::cos(from) * s - 5 * s * s;
    worst = std::max(worst, std::fabs(x[i] - truth));
    EXPECT_NEAR(end[i], t < from ? 20 - 40 * std::sin(t) : 0, 1e-12);
  }
  expect_error_within(1e-10, worst, "a weight is lifted off its end: its path [m]", "closed form");
  EXPECT_LE(run.drift("energy").largest, 1e-10);
}

/// Two equal rods, each of 1 m and 1 kg, in a plane without gravity: the elbow opens to 1 rad and no farther.
std::string arm(const std::string& restitution) {
  const std::string rod = "mass = 1, com = [0.5, 0, 0], inertia = [0.001, 0.0843, 0.0833]";
  return R"toml(
[run]
end = 2
tolerance = 1e-12
[[mechanism]]
name = "arm"
q = [0, 2]
v = [0.3, -1.5]
links = [
  { name = "shoulder", joint = "revolute", )toml" +
         rod + "},\n  { name = \"elbow\", joint = \"revolute\", at = [1, 0, 0], lower = 1, " + rod +
         "} ]\nrestitution = " + restitution + "\n";
}

/// M of the two rods, θ the angle of the elbow.
struct ArmMass {
  double a, b, d;  ///< M = (a, b; b, d)
  explicit ArmMass(double theta) : d(0.0833 + 0.25) {
    b = d + 0.5 * std::cos(theta);
    a = 2 * d + 1 + std::cos(theta);
  }
  double energy(double v1, double v2) const { return 0.5 * (a * v1 * v1 + 2 * b * v1 * v2 + d * v2 * v2); }
  double momentum(double v1, double v2) const { return a * v1 + b * v2; }
  double determinant() const { return a * d - b * b; }
};

// An impulse P on the elbow alone, M Δv = (0, P) with v₂⁺ = −ε v₂⁻; momentum about the shoulder is kept. Energy and
// momentum of the start give both velocities before the blow. An error of 1e-12 a step in some fifty steps.
TEST(RestTruth, ABlowAtTheElbowChangesTheShoulderAsTheMassMatrixSays) {
  for (const double e : {0.0, 0.6, 1.0}) {
    SCOPED_TRACE(e);
    const Recording run = run_text(arm(std::to_string(e)));
    ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
    ASSERT_FALSE(run.events.empty());
    EXPECT_EQ(run.events[0].name, "arm.elbow.lower_limit");
    const ArmMass start(2), there(1);
    const double energy = start.energy(0.3, -1.5), momentum = start.momentum(0.3, -1.5), det = there.determinant();
    const double v2 = -std::sqrt((2 * energy * there.a - momentum * momentum) / det);
    const double v1 = (momentum - there.b * v2) / there.a;
    const double P = -(1 + e) * v2 * det / there.a, after1 = v1 - there.b * P / det, after2 = v2 + there.a * P / det;
    EXPECT_NEAR(after2, -e * v2, 1e-14);
    const auto i = static_cast<std::size_t>(std::upper_bound(run.times.begin(), run.times.end(), run.events[0].t) -
                                            run.times.begin());
    const double q2 = run.series("arm.q2")[i], is1 = run.series("arm.v1")[i], is2 = run.series("arm.v2")[i];
    EXPECT_NEAR(ArmMass(q2).energy(is1, is2), there.energy(after1, after2), 1e-10);
    EXPECT_NEAR(ArmMass(q2).momentum(is1, is2), momentum, 1e-10);
    EXPECT_LE(run.drift("energy").largest, 1e-10);
    if (e != 0) continue;
    // The arm turns on as one body; its end keeps the forearm from being stretched by ½ sin θ v₁².
    ASSERT_EQ(run.events.size(), 2u);
    EXPECT_EQ(run.events[1].name, "arm.elbow.lower_limit.rest");
    EXPECT_EQ(run.series("arm.q2").back(), 1);
    EXPECT_NEAR(run.series("arm.v1").back(), momentum / there.a, 1e-10);
    EXPECT_NEAR(run.series("arm.end2").back(), 0.5 * std::sin(1.0) * after1 * after1, 1e-10);
  }
}

// At an end towards which the elbow closes, the turning arm stretches it away from the end: stopped by the blow, it
// leaves at once, and energy and momentum after the blow are those of the motion that follows.
TEST(RestTruth, AJointThatIsPulledOffItsEndDoesNotRestThere) {
  std::string text = arm("0");
  text.replace(text.find("lower = 1"), 9, "upper = 1");
  text.replace(text.find("q = [0, 2]"), 10, "q = [0, 0]");
  text.replace(text.find("v = [0.3, -1.5]"), 15, "v = [-0.7, 1.5]");
  const Recording run = run_text(text);
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].name, "arm.elbow.upper_limit");
  const ArmMass there(1);
  const double momentum = ArmMass(0).momentum(-0.7, 1.5);
  const double q2 = run.series("arm.q2").back(), v1 = run.series("arm.v1").back(), v2 = run.series("arm.v2").back();
  EXPECT_LT(q2, 0.99);
  EXPECT_NEAR(ArmMass(q2).momentum(v1, v2), momentum, 1e-10);
  EXPECT_NEAR(ArmMass(q2).energy(v1, v2), 0.5 * momentum * momentum / there.a, 1e-10);
}

/// A lift of 3 kg above its floor, and a weight of 1 kg on a slide on it; both fall.
std::string lift(const std::string& keys) {
  return R"toml(
[run]
end = 1.25
tolerance = 1e-12
[world]
gravity = [0, 0, -10]
[[mechanism]]
name = "m"
restitution = 0
links = [
  { name = "lift", joint = "prismatic", mass = 3, inertia = [1, 1, 1], lower = 0 },
  { name = "weight", joint = "prismatic", mass = 1, inertia = [1, 1, 1], lower = 0, upper = 0.2 },
]
)toml" + keys;
}

// Both fall 0.45 m in 0.3 s without a force between them. The lift stops; the weight goes on with 3 m/s for 0.1 m,
// 3 t + 5 t² = 0.1, and stops too. The floor then carries both. A force between them, 40 (t − ½)² from ½ s on, carries
// the weight at 1 s; the floor, then, that force and the lift.
TEST(RestTruth, JointsRestOnEachOtherAndLeaveOneByOne) {
  const Recording run = run_text(lift("q = [0.45, 0.1]\ntorque = [\"0\", \"40*max(0, t - 0.5)^2\"]\n"));
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  const double stop = 0.3 + (std::sqrt(11.0) - 3) / 10;
  const std::vector<std::pair<std::string, double>> truth{{"m.lift.lower_limit", 0.3},
                                                          {"m.lift.lower_limit.rest", 0.3},
                                                          {"m.weight.lower_limit", stop},
                                                          {"m.weight.lower_limit.rest", stop},
                                                          {"m.weight.lower_limit.leave", 1}};
  ASSERT_EQ(run.events.size(), truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    EXPECT_EQ(run.events[i].name, truth[i].first);
    EXPECT_NEAR(run.events[i].t, truth[i].second, 1e-11);
  }
  const std::vector<double> floor = run.series("m.end1"), between = run.series("m.end2"), x = run.series("m.q2");
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double t = run.times[i], force = t < 0.5 ? 0 : 40 * (t - 0.5) * (t - 0.5), s = t - 1;
    if (t <= stop) continue;
    EXPECT_NEAR(floor[i], t < 1 ? 40 : 30 + force, 1e-11);
    EXPECT_NEAR(between[i], t < 1 ? 10 - force : 0, 1e-11);
    EXPECT_NEAR(x[i], t < 1 ? 0 : 10.0 / 3 * s * s * s * s + 20.0 / 3 * s * s * s, 1e-11);
  }
  EXPECT_LE(run.drift("energy").largest, 1e-11);
}

// At 1 s, 60 N lift the lift and 25 N the weight on it, against 40 and 10 of their weights: both leave at once. The
// weight has 15 m/s² in the world, the lift (60 − 25 − 30)/3, and the weight meets its upper end 0.2 m on.
TEST(RestTruth, TwoJointsLeaveAtTheSameTimeWhenForcesJump) {
  std::string text = lift("torque = [\"if(t < 1, 0, 60)\", \"if(t < 1, 0, 25)\"]\n");
  text.replace(text.find("end = 1.25"), 10, "end = 1.25\nbreaks = [1]");
  const Recording run = run_text(text);
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  for (const char* name : {"m.lift.lower_limit.leave", "m.weight.lower_limit.leave"}) {
    const std::vector<double> times = times_of_event(run, name);
    ASSERT_EQ(times.size(), 1u) << name;
    EXPECT_NEAR(times[0], 1, 1e-12) << name;
  }
  const std::vector<double> meets = times_of_event(run, "m.weight.upper_limit");
  ASSERT_EQ(meets.size(), 1u);
  EXPECT_NEAR(meets[0], 1 + std::sqrt(2 * 0.2 / (15 - 5.0 / 3)), 1e-10);
}

// At rest on the floor, the weight thrown up with 3 m/s meets the upper end of its slide with u = √(9 − 2·10·0.2) and
// takes the lift along: u/4 for both. The floor cannot hold the lift back.
TEST(RestTruth, ABlowTakesAJointAlongThatItsEndCannotHold) {
  const Recording run = run_text(lift("v = [0, 3]\n"));
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  const double u = std::sqrt(5.0), t0 = (3 - u) / 10;
  ASSERT_GE(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].name, "m.weight.upper_limit");
  EXPECT_EQ(run.events[1].name, "m.lift.lower_limit.leave");
  EXPECT_NEAR(run.events[0].t, t0, 1e-11);
  double worst = 0;
  const std::vector<double> x = run.series("m.q1");
  const double back = t0 + 2 * u / 4 / 10;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double t = run.times[i], s = t - t0;
    const double truth = t <= t0 || t >= back ? 0 : u / 4 * s - 5 * s * s;
    worst = std::max(worst, std::fabs(x[i] - truth));
  }
  expect_error_within(1e-11, worst, "a blow takes a lift along from its floor [m]", "momentum");
  EXPECT_NEAR(run.series("m.end1").back(), 40, 1e-12);
  EXPECT_LE(run.drift("energy").largest, 1e-11);
}

// A loop that stops as a whole: the end carries what gravity does along the one way that is left, V'(θ).
TEST(RestTruth, ALinkageRestsAtTheEndOfOneOfItsJoints) {
  const Recording run = run_scene("slider-crank", {"mechanism[0].v=[0, 0, 0]", "mechanism[0].links[0].lower=-0.5",
                                                   "mechanism[0].restitution=[0, 0, 0]"});
  ASSERT_FALSE(run.outcome.ended_early()) << run.outcome.detail;
  // The scene's own event watches the piston's speed, and may see the rounding of its zero.
  EXPECT_EQ(times_of_event(run, "engine.crank.lower_limit").size(), 1u);
  EXPECT_EQ(times_of_event(run, "engine.crank.lower_limit.rest").size(), 1u);
  EXPECT_EQ(run.series("engine.q1").back(), -0.5);
  for (const char* name : {"engine.v1", "engine.v2", "engine.v3"}) EXPECT_NEAR(run.series(name).back(), 0, 1e-12);
  EXPECT_NEAR(run.series("engine.end1").back(), 9.81 * 0.05 * (0.6 + 0.4) * std::cos(0.5), 1e-12);
  EXPECT_LE(run.series("loop_error").back(), 1e-12);
}

// Momenta have what the end exerts in their rates. Flights are as in velocities; where they are short, an error of
// 1e-12 of a place is one of 1e-12 / v of a time, so that only the first five strikes are compared so closely. At rest
// the end carries m g l sin q.
TEST(RestTruth, APendulumOfMomentaBouncesAndRestsAsOneOfVelocities) {
  const std::vector<std::string> keys{"run.end=5", "run.step=2 ms", "mechanism[0].links[0].lower=0.3",
                                      "mechanism[0].restitution=0.5"};
  std::vector<std::string> other = keys;
  other.emplace_back("mechanism[0].state=velocities");
  const Recording momenta = run_scene("pendulum", keys), velocities = run_scene("pendulum", other);
  for (const Recording* run : {&momenta, &velocities}) {
    ASSERT_FALSE(run->outcome.ended_early()) << run->outcome.detail;
    EXPECT_EQ(times_of_event(*run, "pendulum.bob.lower_limit.rest").size(), 1u);
    EXPECT_EQ(run->series("pendulum.q1").back(), 0.3);
    EXPECT_EQ(run->series("pendulum.v1").back(), 0);
    EXPECT_NEAR(run->series("pendulum.end1").back(), 0.7 * 9.81 * 0.9 * std::sin(0.3), 1e-12);
  }
  const std::vector<double> a = times_of_event(momenta, "pendulum.bob.lower_limit"),
                            b = times_of_event(velocities, "pendulum.bob.lower_limit");
  ASSERT_GE(std::min(a.size(), b.size()), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(a[i], b[i], 1e-9);
}

// What the scene's own events do to a joint at rest: thrown up it leaves, thrown at its end it stays.
TEST(RestTruth, AnEventThatThrowsAJointAtRestTakesItOffItsEnd) {
  const std::string at = "\n[[event]]\nname = \"kick\"\nwhen = \"t crosses 1\"\nthen = { \"drop.v1\" = ";
  const Recording up = run_text(drop("0", at + "\"2\" }\n")), down = run_text(drop("0", at + "\"-2\" }\n"));
  // 2 m/s last for 0.4 s.
  const std::vector<double> strikes = times_of_event(up, "drop.weight.lower_limit");
  ASSERT_EQ(strikes.size(), 2u);
  EXPECT_NEAR(strikes[1], 1.4, 1e-10);
  EXPECT_EQ(times_of_event(up, "drop.weight.lower_limit.rest").size(), 2u);
  for (const Recording* run : {&up, &down}) {
    ASSERT_FALSE(run->outcome.ended_early()) << run->outcome.detail;
    EXPECT_EQ(run->series("drop.q1").back(), -0.45);
    EXPECT_EQ(run->series("drop.v1").back(), 0);
    EXPECT_LE(run->drift("energy").largest, 1e-11);
  }
}

}  // namespace
}  // namespace polhode
