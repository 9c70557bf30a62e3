// Read-outs declared in scenes, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <polhode/polhode.hpp>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

/// The largest deviation of a channel from what it should be at each time, a component after the other.
template <class Truth>
double largest_error(const Recording& run, const std::string& channel, Truth truth) {
  const std::vector<double> all = run.series(channel);
  const std::size_t size = all.size() / run.times.size();
  double largest = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i)
    for (std::size_t k = 0; k < size; ++k)
      largest = std::max(largest, std::fabs(all[i * size + k] - truth(run.times[i])[k]));
  return largest;
}
using Values = std::vector<double>;

TEST(Readout, KeplersSecondLaw) {
  // The line from the focus sweeps ½ r v⊥ = 0.6 m²/s all along the ellipse; that from elsewhere does not.
  const Recording run = run_text(R"(
[run]
end = 45
tolerance = 1e-13
[[particle]]
name = "planet"
mass = 2
position = [1.3, -0.2, 0.5]
velocity = [0, 1.2, 0]
[[load]]
type = "central-gravity"
mu = 1
at = [0.3, -0.2, 0.5]
[[readout]]
name = "swept"
of = "areal_velocity"
body = "planet"
about = [0.3, -0.2, 0.5]
[[readout]]
name = "along"
of = "areal_velocity"
body = "planet"
about = [0.3, -0.2, 0.5]
axis = "z"
)");
  expect_error_within(1e-11,
                      largest_error(run, "swept",
                                    [](double) {
                                      return Values{0, 0, 0.6};
                                    }),
                      "Kepler's ellipse of eccentricity 0.44, three times round: areal velocity about the focus, m²/s",
                      "closed form");
  EXPECT_LT(largest_error(run, "along", [](double) { return Values{0.6}; }), 1e-11);
  // About the world's origin: −½ z vy and the rest.
  EXPECT_GT(largest_error(run, "planet.areal_velocity", [](double) { return Values{-0.3, 0, 0.78}; }), 0.1);
}

TEST(Readout, TwoStarsAboutEachOtherAndTheirCentre) {
  // Relative motion is Kepler's with μ = G (m1 + m2) = 4 whatever the centre does; at the start r = 2, v⊥ = 1.1. By
  // König, T = ½ M V² + ½ m1 m2/(m1 + m2) |v|².
  const Recording run = run_text(R"(
[run]
end = 20
tolerance = 1e-13
[[particle]]
name = "a"
mass = 1
position = [5, 0, 0]
velocity = [0.5, -0.825, 0]
[[particle]]
name = "b"
mass = 3
position = [7, 0, 0]
velocity = [0.5, 0.275, 0]
[[load]]
type = "mutual-gravity"
constant = 1
[[readout]]
name = "swept"
of = "areal_velocity"
body = "b"
about = { body = "a" }
[[readout]]
name = "spin"
of = "angular_momentum"
about = "centre"
axis = "z"
[[readout]]
name = "centre"
of = "position"
bodies = ["a", "b"]
)");
  expect_error_within(1e-11,
                      largest_error(run, "swept",
                                    [](double) {
                                      return Values{0, 0, 1.1};
                                    }),
                      "two stars, 20 s: areal velocity of one about the other, m²/s", "closed form");
  EXPECT_LT(largest_error(run, "spin", [](double) { return Values{0.75 * 2 * 1.1}; }), 1e-11);
  const auto straight = [](double t) { return Values{6.5 + 0.5 * t, 0, 0}; };
  EXPECT_LT(largest_error(run, "centre", straight), 1e-11);
  EXPECT_LT(largest_error(run, "centre_of_mass", straight), 1e-11);
  EXPECT_LT(largest_error(run, "kinetic_energy_of_centre", [](double) { return Values{0.5 * 4 * 0.25}; }), 1e-12);
  const std::vector<double> va = run.series("a.velocity"), vb = run.series("b.velocity");
  const std::vector<double> about = run.series("kinetic_energy_about_centre");
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) square += (vb[3 * i + k] - va[3 * i + k]) * (vb[3 * i + k] - va[3 * i + k]);
    EXPECT_NEAR(about[i], 0.5 * 0.75 * square, 1e-13);
  }
}

constexpr const char* wheel = R"(
[run]
end = 5
tolerance = 1e-13
[[body]]
name = "wheel"
solid = "disk"
mass = 1
radius = 0.5
orientation = { axis = "x", angle = "90 deg" }
position = [0, 0, 0.5]
velocity = [1, 0, 0]
angular_velocity = [0, 2, 0]
[[readout]]
name = "rim"
of = "position"
body = "wheel"
at = [0, -0.5, 0]
[[readout]]
name = "rim_velocity"
of = "velocity"
body = "wheel"
at = [0, -0.5, 0]
[[readout]]
name = "rim_acceleration"
of = "acceleration"
body = "wheel"
at = [0, -0.5, 0]
[[readout]]
name = "towards_hub"
of = "acceleration"
body = "wheel"
at = [0, -0.5, 0]
axis = "y"
axes = "body"
[[event]]
name = "level"
when = "rim.z rises through wheel.position.z"
)";

TEST(Readout, AWheelRollsAboutWhereItTouchesAndItsRimDrawsACycloid) {
  // Radius 0.5 m, 1 m/s, 2 rad/s: with the lowest point at rest it is rolling, and ω²r = 2 m/s² towards the hub.
  const Recording run = run_text(wheel);
  expect_error_within(1e-11,
                      largest_error(run, "rim",
                                    [](double t) {
                                      return Values{t - 0.5 * std::sin(2 * t), 0, 0.5 - 0.5 * std::cos(2 * t)};
                                    }),
                      "point of a rolling wheel's rim, 5 s: position, m", "cycloid");
  EXPECT_LT(largest_error(run, "rim_velocity",
                          [](double t) {
                            return Values{1 - std::cos(2 * t), 0, std::sin(2 * t)};
                          }),
            1e-11);
  EXPECT_LT(largest_error(run, "rim_acceleration",
                          [](double t) {
                            return Values{2 * std::sin(2 * t), 0, 2 * std::cos(2 * t)};
                          }),
            1e-11);
  EXPECT_LT(largest_error(run, "towards_hub", [](double) { return Values{2}; }), 1e-13);
  EXPECT_LT(largest_error(run, "wheel.axis_point", [](double t) { return Values{t, 0, 0}; }), 1e-12);
  EXPECT_LT(largest_error(run, "wheel.axis_pitch", [](double) { return Values{0}; }), 1e-14);
  // Half the kinetic energy of the rolling: ½ m v², and ½ I ω² = ½ (½ m r²) ω² about the hub.
  EXPECT_LT(largest_error(run, "wheel.kinetic_energy_of_centre", [](double) { return Values{0.5}; }), 1e-13);
  EXPECT_LT(largest_error(run, "wheel.kinetic_energy_about_centre", [](double) { return Values{0.25}; }), 1e-13);
  ASSERT_EQ(run.events.size(), 2U);
  EXPECT_NEAR(run.events[0].t, std::acos(-1.0) / 4, 1e-11);
}

constexpr const char* top = R"toml(
[run]
end = 5
tolerance = 1e-13
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "top"
mass = 1
inertia = [0.11, 0.11, 0.1]
centre = [0, 0, 0.3]
pivot = [0, 0, 0]
position = [0, "-0.3*sin(0.7)", "0.3*cos(0.7)"]
orientation = { axis = "x", angle = 0.7 }
angular_velocity_body = [0, "(40*0.1 - sqrt((40*0.1)^2 - 4*0.2*cos(0.7)*9.81*0.3))/(2*0.2*cos(0.7))*sin(0.7)", 40]
[[readout]]
name = "vertical"
of = "angular_momentum"
about = { body = "top", at = [0, 0, 0] }
axis = "z"
[[readout]]
name = "along_figure"
of = "angular_momentum"
body = "top"
about = [0, 0, 0]
axis = "z"
axes = "body"
[[readout]]
name = "moment"
of = "torque"
about = [0, 0, 0]
[[readout]]
name = "inertia"
of = "moment_of_inertia"
about = [0, 0, 0]
axis = "z"
[[readout]]
name = "tip_acceleration"
of = "acceleration"
body = "top"
at = [0, 0, 0]
)toml";

TEST(Readout, OfATopInSteadyPrecession) {
  // About its tip: moments 0.2, 0.2, 0.1; axis at 0.7 rad from the vertical, turning with Ω and spinning with 40 rad/s.
  const Recording run = run_text(top);
  const double c = std::cos(0.7), s = std::sin(0.7);
  const double omega = (4 - std::sqrt(16 - 4 * 0.2 * c * 9.81 * 0.3)) / (2 * 0.2 * c);
  // Angular velocity (0, Ω sin θ, 40) in the body, so that what it has about its axis is 40 in all.
  expect_error_within(1e-11,
                      largest_error(run, "vertical", [&](double) { return Values{0.2 * omega * s * s + 4 * c}; }),
                      "top in steady precession, 5 s: angular momentum about the vertical, kg m²/s", "closed form");
  EXPECT_LT(largest_error(run, "along_figure", [](double) { return Values{4}; }), 1e-11);
  const auto weight = [&](double t) {
    // The axis starts at (0, −sin θ, cos θ) and goes round: its horizontal part, turned back a quarter, times m g l.
    const double moment = 9.81 * 0.3 * s;
    return Values{moment * std::cos(omega * t), moment * std::sin(omega * t), 0};
  };
  expect_error_within(1e-10, largest_error(run, "moment", weight),
                      "top in steady precession, 5 s: moment of its weight about the tip, N m", "closed form");
  EXPECT_LT(largest_error(run, "inertia", [&](double) { return Values{0.2 * s * s + 0.1 * c * c}; }), 1e-11);
  // Rounding of what cancels: ω² l ~ 500.
  EXPECT_LT(largest_error(run, "tip_acceleration", [](double) { return Values{0, 0, 0}; }), 1e-11);
  EXPECT_LT(largest_error(run, "top.axis_pitch", [](double) { return Values{0}; }), 1e-15);
}

TEST(Readout, ACometSweepsTheSameAreaInEverySecondAndComesBackByKeplersThirdLaw) {
  const Recording run = run_scene("kepler-areas");
  const std::vector<double> swept = run.series("swept"), beside = run.series("about_another_point");
  // ½ r v of the start, where the way is across.
  double worst = 0;
  for (const double value : swept) worst = std::max(worst, std::fabs(value - 0.5 * 2 * 0.4725));
  expect_error_within(1e-10, worst, "area that the line from star to comet sweeps in a second [m²/s]", "½ r × v");
  const auto [least, most] = std::minmax_element(beside.begin(), beside.end());
  EXPECT_GT(*most - *least, 0.1);
  const double mu = 1.05, a = 1 / (2 / 2.0 - 0.4725 * 0.4725 / mu), period = 2 * pi * std::sqrt(a * a * a / mu);
  ASSERT_EQ(run.events.size(), 3U);
  for (std::size_t k = 1; k < 3; ++k) EXPECT_NEAR(run.events[k].t - run.events[k - 1].t, period, 1e-9);
}

}  // namespace
}  // namespace polhode
