// Loads on the links of mechanisms, read by themselves: closed forms, and the books that they must fill.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

Vec3 triple(const std::vector<double>& series, std::size_t i) {
  return {series[3 * i], series[3 * i + 1], series[3 * i + 2]};
}

/// The integral of a channel up to the last sample, by Simpson's rule over equal intervals.
double integral(const Recording& run, const std::string& channel) {
  const std::vector<double> values = run.series(channel);
  const std::size_t n = values.size() - 1;
  EXPECT_EQ(n % 2, 0U);
  double sum = values[0] + values[n];
  for (std::size_t i = 1; i < n; ++i) sum += (i % 2 == 1 ? 4 : 2) * values[i];
  return sum * (run.times[n] - run.times[0]) / (3 * static_cast<double>(n));
}
double change(const Recording& run, const std::string& channel) {
  return run.series(channel).back() - run.series(channel).front();
}
double work(const Recording& run, const std::string& name) {
  const auto found =
      std::find_if(run.works.begin(), run.works.end(), [&](const WorkDone& one) { return one.name == name; });
  EXPECT_NE(found, run.works.end()) << name;
  return found == run.works.end() ? NAN : found->at_samples.back();
}

/// A pendulum of one link about z, 0.8 m long, its centre of mass half way, in the plane of x and y: its end is pushed,
/// and a spring pulls its middle to a hook.
const Recording& pendulum() {
  static const Recording run = run_text(R"toml(
[run]
end = 2
sample = 0.001
tolerance = 1e-12
[world]
gravity = [0, -9.81, 0]
[[mechanism]]
name = "clock"
links = [ { name = "rod", joint = "revolute", axis = [0, 0, 1], mass = 1.5, com = [0.4, 0, 0], inertia = [0.001, 0.08, 0.08], damping = 0.05 } ]
q = [-1]
[[load]]
name = "wind"
type = "push"
body = "clock.rod"
at = [0.8, 0, 0]
force = [3, "2*sin(4*t)", 0.5]
[[load]]
name = "rope"
type = "spring"
bodies = ["clock.rod", "world"]
points = [[0.4, 0, 0.1], [1, 0.2, 0.1]]
stiffness = 30
length = 0.5
[[load]]
name = "brake"
type = "torque"
body = "clock.rod"
torque = [0, 0, "-0.3*wz"]
)toml");
  return run;
}

TEST(LinkLoad, ForcesAndTorquesOnAPendulumOfOneLinkAreThoseOfTheClosedForm) {
  const Recording& run = pendulum();
  const std::vector<double> q = run.series("clock.q1"), v = run.series("clock.v1");
  double worst = 0;
  const auto compare = [&](const std::string& load, std::size_t i, const Vec3& force, const Vec3& torque,
                           double power) {
    const std::string path = "clock.rod." + load;
    worst = std::max({worst, (triple(run.series(path + ".force"), i) - force).norm(),
                      (triple(run.series(path + ".torque"), i) - torque).norm(),
                      std::fabs(run.series(path + ".power")[i] - power)});
  };
  for (std::size_t i = 0; i < run.times.size(); i += 100) {
    const Vec3 along(std::cos(q[i]), std::sin(q[i]), 0), across(-std::sin(q[i]), std::cos(q[i]), 0);
    const Vec3 wind(3, 2 * std::sin(4 * run.times[i]), 0.5);
    compare("wind", i, wind, Vec3(0.4 * along).cross(wind), wind.dot(0.8 * v[i] * across));
    const Vec3 way = Vec3(1, 0.2, 0.1) - (0.4 * along + Vec3(0, 0, 0.1));
    const Vec3 pull = 30 * (way.norm() - 0.5) * way.normalized();
    compare("rope", i, pull, Vec3(0, 0, 0.1).cross(pull), pull.dot(0.4 * v[i] * across));
    compare("brake", i, Vec3::Zero(), Vec3(0, 0, -0.3 * v[i]), -0.3 * v[i] * v[i]);
  }
  // The same q and v on both sides: what is left are some ten roundings of numbers up to 30.
  expect_error_within(1e-13, worst, "loads on a link: force, torque, power [N, N m, W]", "closed form, one link");
}

TEST(LinkLoad, PowersIntegrateToTheChangeOfEnergies) {
  const Recording& run = pendulum();
  // Simpson's error is h⁴/180 of the fourth derivative, here of numbers below 50 that swing with some 15 rad/s: 2e-8 J
  // a second; the motion itself is good to 1e-11.
  const double close = 5e-8;
  for (const char* load : {"wind", "brake"})
    EXPECT_NEAR(integral(run, std::string("clock.rod.") + load + ".power"), work(run, load), close) << load;
  EXPECT_NEAR(integral(run, "clock.rod.rope.power"), -change(run, "rope.energy"), close);
  const double supplied = work(run, "wind") + work(run, "brake") + work(run, "drives_and_resistance");
  EXPECT_NEAR(change(run, "energy"), supplied, 1e-9);
  EXPECT_GT(std::fabs(work(run, "wind")), 0.1);
  EXPECT_LT(work(run, "brake"), -0.1);
  EXPECT_LT(work(run, "drives_and_resistance"), -0.01);
  const auto sum = [&](std::size_t i) { return run.series("rope.energy")[i] + run.series("gravity.energy")[i]; };
  for (const std::size_t i : {std::size_t{0}, run.times.size() - 1})
    EXPECT_NEAR(sum(i), run.series("potential_energy")[i], 1e-13);
  EXPECT_EQ(run.system.find_channel("clock.tau1")->symbol(), "N m");
  EXPECT_NEAR(run.series("gravity.energy")[0], 1.5 * 9.81 * 0.4 * std::sin(-1.0), 1e-14);
}

// A bob hangs by a spring from the end of an arm, and moves with it as one system.
TEST(LinkLoad, ASpringBetweenALinkAndABodyPullsBothAlike) {
  const Recording run = run_text(R"toml(
[run]
end = 1
sample = 0.00025
tolerance = 1e-12
[world]
gravity = [0, 0, -9.81]
[[mechanism]]
name = "crane"
links = [ { name = "boom", joint = "revolute", axis = [0, 1, 0], solid = "cylinder", mass = 2, radius = 0.03, length = 1 } ]
q = [0.4]
[[body]]
name = "bob"
solid = "sphere"
mass = 0.5
radius = 0.05
position = [0.3, 0.2, -0.4]
[[load]]
name = "rope"
type = "spring"
bodies = ["crane.boom", "bob"]
points = [[0, 0, 0.5], [0, 0.05, 0]]
stiffness = 40
length = 0.3
damping = 0.4
)toml");
  const std::vector<double> up = run.series("crane.boom.rope.force"), down = run.series("bob.rope.force");
  for (std::size_t i = 0; i < run.times.size(); i += 200) {
    EXPECT_LE((triple(up, i) + triple(down, i)).norm(), 1e-14 * triple(up, i).norm());
    EXPECT_EQ(triple(run.series("bob.gravity.force"), i), Vec3(0, 0, -0.5 * 9.81));
  }
  // The bob's own kinetic energy is what its loads gave it. It turns on the rope with √(F r/I) = 30 rad/s, so that
  // powers, below 50 W, swing with 60: by Simpson's h⁴/180 that is 1.4e-8 J in a second.
  const double close = 1.5e-8;
  const std::vector<double> v = run.series("bob.velocity"), w = run.series("bob.angular_velocity");
  const auto kinetic = [&](std::size_t i) {
    return 0.25 * triple(v, i).squaredNorm() + 0.5 * (0.4 * 0.5 * 0.05 * 0.05) * triple(w, i).squaredNorm();
  };
  const double of_bob = integral(run, "bob.rope.power"), of_boom = integral(run, "crane.boom.rope.power");
  EXPECT_NEAR(kinetic(run.times.size() - 1) - kinetic(0), of_bob + integral(run, "bob.gravity.power"), close);
  // What the rope does to both is what it had stored, less what its damper takes.
  EXPECT_NEAR(work(run, "rope"), of_bob + of_boom + change(run, "rope.energy"), close);
  EXPECT_LT(work(run, "rope"), -1e-3);
  EXPECT_LE(run.drift("energy").largest, 1e-10);
}

// A slide in a field of its own beside a stone that the same field and gravity pull: 2 kg fall with 9.81 + 3 m/s².
TEST(LinkLoad, BesideBodiesThatMoveByThemselvesTheBooksOfMechanismsAreTheirOwn) {
  const Recording run = run_text(R"toml(
[run]
end = 1
tolerance = 1e-12
[world]
gravity = [0, 0, -9.81]
[[mechanism]]
name = "lift"
links = [ { name = "cabin", joint = "prismatic", mass = 2, inertia = [1, 1, 1] } ]
[[body]]
name = "stone"
solid = "sphere"
mass = 0.5
radius = 0.05
position = [3, 0, 0]
[[load]]
type = "gravity"
acceleration = [0, 0, -3]
[[load]]
name = "rocket"
type = "thrust"
body = "lift.cabin"
force = [0, 0, 4]
)toml");
  const double z = -0.5 * (9.81 + 3 - 2), v = -(9.81 + 3 - 2);
  EXPECT_NEAR(run.series("lift.q1").back(), z, 1e-11);
  EXPECT_NEAR(run.series("lift.cabin.rocket.power").back(), 4 * v, 1e-10);
  EXPECT_NEAR(work(run, "mechanisms.rocket"), 4 * z, 1e-10);
  EXPECT_EQ(triple(run.series("lift.cabin.gravity2.force"), 0), Vec3(0, 0, -6));
  EXPECT_EQ(triple(run.series("stone.gravity2.force"), 0), Vec3(0, 0, -1.5));
  EXPECT_NEAR(run.series("mechanisms.gravity.energy").back(), 2 * 9.81 * z, 1e-10);
  EXPECT_NEAR(run.series("mechanisms.gravity2.energy").back(), 2 * 3 * z, 1e-10);
  EXPECT_EQ(run.system.find_channel("lift.tau1")->symbol(), "N");
  EXPECT_LE(run.drift("mechanisms.energy").largest, 1e-10);
}

}  // namespace
}  // namespace polhode
