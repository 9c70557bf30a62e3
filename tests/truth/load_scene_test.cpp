// The built-in scenes of loads against closed forms: what their `watch` lines promise.
#include <gtest/gtest.h>

#include <cmath>

#include <Eigen/Geometry>

#include "support/elliptic.hpp"
#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

std::vector<double> times_of(const Recording& run, const std::string& event) {
  std::vector<double> times;
  for (const auto& hit : run.events)
    if (hit.name == event) times.push_back(hit.t);
  return times;
}

/// The largest difference of event times from first + k apart.
double lateness(const std::vector<double>& times, double first, double apart) {
  double worst = 0;
  for (std::size_t k = 0; k < times.size(); ++k)
    worst = std::max(worst, std::abs(times[k] - first - static_cast<double>(k) * apart));
  return worst;
}

Vec3 triple(const std::vector<double>& series, std::size_t i) {
  return {series[3 * i], series[3 * i + 1], series[3 * i + 2]};
}

TEST(LoadScene, SatelliteSwingsAboutTheVerticalAndTurnsOverFromTheHorizontal) {
  // Pitch δ from the vertical on a circular orbit: δ'' = −(3/2) n² κ sin 2δ, κ = (I_roll − I_yaw)/I_pitch. So 2δ is a
  // pendulum of rate w = n √(3κ), of amplitude 2 · 25° for the one, and 2 · 88° for the other.
  const Recording run = run_scene("satellite-gravity-gradient", {"run.tolerance=1e-13"});
  const auto scene = load_scene("satellite-gravity-gradient");
  const Mat3 I = mass_of(scene->bodies[0], "body[0]", scene->source)->inertia();
  const double n = std::sqrt(3.986004418e14 / (7e6 * 7e6 * 7e6));
  const double w = n * std::sqrt(3 * (I(1, 1) - I(0, 0)) / I(2, 2));
  double worst = 0;
  for (const auto& [event, degrees] : {std::pair("vertical", 25.0), std::pair("turns_over", 88.0)}) {
    const double amplitude = degrees * pi / 180;
    const double quarter = complete_elliptic_k(std::cos(amplitude) * std::cos(amplitude)) / w;
    const std::vector<double> times = times_of(run, event);
    ASSERT_GE(times.size(), 3U) << event;
    worst = std::max(worst, lateness(times, quarter, 2 * quarter));
  }
  // Rates of 1e-3 rad/s are known to 1e-13 rad/s, so that angles err by 1e-9 rad in the run; from near the horizontal
  // errors grow by tan 88° = 29 on the way to the vertical, which is passed at 2e-3 rad/s. (The orbit feels the
  // attitude by (size/r)² ~ 1e-11.)
  expect_error_within(1e-4, worst, "two satellites in a gravity gradient: times of passing the vertical in 16000 s [s]",
                      "closed form, elliptic integral");
  EXPECT_LT(run.drift("energy").largest, 1e-11);
}

TEST(LoadScene, BoomerangFliesACircleAndComesBack) {
  // Lift across the flight makes the circle of radius m v²/F = 3 m; the torque along the flight turns the axis, of
  // angular momentum I₃ Ω, as fast as the flight, v/r = 2 rad/s.
  const Recording run = run_scene("boomerang");
  const std::vector<double> p = run.series("boomerang.position"), lift = run.series("boomerang.lift.force");
  double worst = 0, off = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const Vec3 out(std::cos(2 * run.times[i]), std::sin(2 * run.times[i]), 0);
    worst = std::max(worst, (triple(p, i) - 3 * out).norm());
    off = std::max(off, (triple(lift, i) + 0.9 * out).norm());
  }
  // A thousand steps, each with an error of 1e-12 of 3 m at the most; those of a circle mostly cancel.
  expect_error_within(1e-10, worst, "boomerang, follower thrust: position over its round [m]", "closed form, circle");
  EXPECT_LT(off, 1e-9);
  EXPECT_LT((triple(p, run.times.size() - 1) - Vec3(3, 0, 0)).norm(), 1e-9);
  EXPECT_LT(std::abs(times_of(run, "half_way").at(0) - pi / 2), 1e-9);
  // Thrust and torque are across what they act on, so they do no work.
  for (const WorkDone& work : run.works) EXPECT_LT(std::abs(work.at_samples.back()), 1e-11) << work.name;
  // Without the torque the axis stays, and the lift pushes it away.
  const Recording straight = run_scene("boomerang", {"load[1].torque=[0, 0, 0]"});
  EXPECT_GT((triple(straight.series("boomerang.position"), straight.times.size() - 1) - Vec3(3, 0, 0)).norm(), 10);
}

TEST(LoadScene, CompassSwingsAQuarterTurnToBothSidesOfTheField) {
  const Recording run = run_scene("compass");
  const double B = std::hypot(2e-5, 4.4e-5), I = 2e-3 * (3 * 1.5e-3 * 1.5e-3 + 0.06 * 0.06) / 12;
  const double quarter = complete_elliptic_k(0.5) / std::sqrt(0.06 * B / I);
  const std::vector<double> times = times_of(run, "along_the_field");
  ASSERT_EQ(times.size(), 7U);
  expect_error_within(1e-10, lateness(times, quarter, 2 * quarter),
                      "compass needle: times of pointing along the field [s]", "closed form, elliptic integral");
  // The tip stays on the circle through east and the field's direction.
  const std::vector<double> q = run.series("needle.quaternion");
  const Vec3 normal = Vec3(1, 0, 0).cross(Vec3(0, 2e-5, -4.4e-5)).normalized();
  double off = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const Rotation R_WB = Rotation::from_quaternion(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]);
    off = std::max(off, std::abs(normal.dot(R_WB * Vec3(0, 0, 1))));
  }
  EXPECT_LT(off, 1e-11);
}

TEST(LoadScene, PlutoAndCharonKeepTheirDistanceAndTheirFaces) {
  const double G = 6.67430e-11, pluto = 1.303e22, charon = 1.586e21, d = 1.9596e7;
  const double n = std::sqrt(G * (pluto + charon) / (d * d * d));
  const Recording run = run_scene("pluto-charon");
  const std::vector<double> a = run.series("Pluto.position"), b = run.series("Charon.position");
  const std::vector<double> q = run.series("Pluto.quaternion");
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double t = run.times[i];
    const Vec3 truth = d * Vec3(std::cos(n * t), std::sin(n * t), 0);
    worst = std::max(worst, (triple(b, i) - triple(a, i) - truth).norm() / d);
    // The face: body x of Pluto points to Charon.
    const Rotation R_WB = Rotation::from_quaternion(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]);
    worst = std::max(worst, (R_WB * Vec3(1, 0, 0) - truth / d).norm());
  }
  // Two rounds in 120 steps at 1e-12 a step; an error of the pace adds up over 13 rad.
  expect_error_within(1e-10, worst, "Pluto and Charon over two rounds: way and facing, of their distance",
                      "closed form, circle");
  EXPECT_TRUE(run.drift("energy").conserved);
  EXPECT_LT(run.drift("angular_momentum").largest, 1e-11);

  // Slower by a tenth at the start, an ellipse: its axis by the energy, its period by Kepler's third law.
  const Recording ellipse = run_scene(
      "pluto-charon", {"body[0].velocity.y=" + std::to_string(-0.9 * n * d * charon / (pluto + charon)),
                       "body[1].velocity.y=" + std::to_string(0.9 * n * d * pluto / (pluto + charon)), "run.end=2e6"});
  const double axis = d / (2 - 0.81), period = 2 * pi * std::sqrt(axis * axis * axis / (G * (pluto + charon)));
  const std::vector<double> times = times_of(ellipse, "quarter");
  ASSERT_GE(times.size(), 4U);
  // The changed velocities were written with six decimals, 1e-8 of them.
  EXPECT_LT(lateness(times, times[0], period), 1e-6 * period);
}

/// What holds the moored buoy where it came to rest, by formulas of the test's own; about its centre of mass.
struct Balance {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double largest = 0;
  void add(const Vec3& f, const Vec3& lever) {
    force += f;
    torque += lever.cross(f);
    largest = std::max(largest, f.norm());
  }
};

TEST(LoadScene, BuoyComesToRestWhereWindRopeWaterAndWeightBalance) {
  const Recording run = run_scene("buoy");
  const std::size_t last = run.times.size() - 1;
  const auto scene = load_scene("buoy");
  const MassProperties mass = *mass_of(scene->bodies[0], "body[0]", scene->source);
  const std::vector<double> q = run.series("buoy.quaternion");
  const Rotation R_WB = Rotation::from_quaternion(q[4 * last], q[4 * last + 1], q[4 * last + 2], q[4 * last + 3]);
  const Vec3 p = triple(run.series("buoy.position"), last);
  const auto lever = [&](double z) { return Vec3(R_WB * (Vec3(0, 0, z) - mass.com())); };
  Balance sum;
  sum.add({0, 0, -9.81 * mass.mass()}, Vec3::Zero());
  // A ball that is sunk by s radii below its middle: (2 + 3 s − s³)/4 of it is wet.
  const double s = -(p + lever(0)).z() / 0.4;
  ASSERT_LT(std::abs(s), 1);
  const double wet = (2 + 3 * s - s * s * s) / 4;
  sum.add({0, 0, 1025 * 9.81 * wet * 4 / 3 * pi * 0.4 * 0.4 * 0.4}, lever(0));
  const double wind = 4 * (1 + std::tanh((p + lever(1.2)).z() / 0.1));
  sum.add({1.5 * wind * wind, 0, 0}, lever(1.2));
  const double deep = std::tanh((p + lever(-0.6)).z() / 0.1);
  sum.add({120 * 4 * (1 + deep), 0, 0}, lever(-0.6));
  // Half the curl of what little flows there, against which the keel turns.
  sum.torque += Vec3(0, 30 * 0.5 * 4 * (1 - deep * deep) / 0.1, 0);
  const Vec3 rope = Vec3(-2, 0, -3) - (p + lever(-0.8));
  sum.add(60 * (rope.norm() - 3) * rope.normalized(), lever(-0.8));
  // What is left of the motion after 30 s, in which it fades as e^(−t/2) or faster, of loads of 1200 N.
  expect_error_within(2e-5, std::max(sum.force.norm(), sum.torque.norm()) / sum.largest,
                      "moored buoy at rest: what does not balance, of the largest load", "statics");
  EXPECT_LT(triple(run.series("buoy.velocity"), last).norm(), 1e-4);
  EXPECT_LT(run.drift("energy").largest, 1e-8);
}

}  // namespace
}  // namespace polhode
