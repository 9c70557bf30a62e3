// How a coin comes to rest: the powers of the time that is left, of each law of loss.
#include <gtest/gtest.h>

#include <polhode/dynamics/rolling/steady.hpp>
#include <polhode/sim/collapse_fit.hpp>

#include "support/steady_bodies.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

struct Law {
  const char* name;
  Dissipation loss;
  double exponent, companion;  ///< s = companion √(g/R) α^{3/2}
};

constexpr double mass = 0.44, radius = 0.0375, gravity = 9.81, first_tilt = 0.05;

/// Constants such that the disk lies flat after about four seconds.
std::array<Law, 4> laws() {
  const double seconds = 4, rate = std::sqrt(gravity / radius);
  const double M = std::pow(first_tilt, 1.5) * mass * gravity * radius / (2 * rate * seconds);
  const double c = first_tilt * first_tilt * 3 * mass * radius * radius / (16 * seconds);
  const double eta = std::pow(first_tilt, 3) * mass / (2 * pi * radius * seconds);
  const double beta = std::pow(first_tilt, 2.25) / (2.25 * seconds), nu = 1.5e-5;
  const double layer =
      beta * 3 * mass * gravity * std::sqrt(nu) / (2 * std::pow(radius, 3) * std::pow(4 * gravity / radius, 1.25));
  return {{{"rolling-torque", dissipation::RollingTorque{M}, 2.0 / 3, 5.0 / 9},
           {"rolling-drag", dissipation::RollingDrag{c}, 0.5, 5.0 / 9},
           {"air-film", dissipation::AirFilm{eta, radius}, 1.0 / 3, 8.0 / 9},
           {"boundary-layer", dissipation::BoundaryLayer{layer, nu, 1, radius}, 4.0 / 9, 8.0 / 9}}};
}

/// The run from a start that does not wobble: s of the companion, φ̇ of the steady equation, θ̇ of the loss.
Recording collapse(const Law& law, double flat_tilt) {
  RollingBody body = body_of(reference::steady_thin, RollingForm::body);
  body.dissipation = law.loss;
  body.flat_tilt = flat_tilt;
  const double spin = law.companion * std::sqrt(gravity / radius) * std::pow(first_tilt, 1.5);
  const auto ways = steady_precessions(body, first_tilt, spin);
  const double precession = ways[0] > 0 ? ways[0] : ways[1];
  const Rolling rolling(body);
  RollingState start;
  start.R_WB = Rotation::about_x(first_tilt);
  const Vec3 Omega(0, precession * fn::sin(first_tilt), spin);
  start.w_WB_W = start.R_WB * Omega;
  start = rolling.complete(0, start);
  const double power = -rolling.read(0, rolling.coordinates(start)).dissipated_power;
  start.w_WB_W = start.R_WB * Vec3(Omega - Vec3(power / (1.5 * mass * gravity * radius), 0, 0));
  // Evenly in the logarithm of the time that is left, if the end is where theory has it.
  SimulateOptions options{.t_end = 6, .tolerance = 1e-11, .sample = 6};
  options.also_at = collapse_times(0, 4);
  return roll(rolling, start, options);
}

/// A disk's loss may be of constants of its own: four of two decades of (t₀ − t) each, within a hundredth of theory.
TEST(CollapseTruth, EachLawEndsWithItsPower) {
  for (const Law& law : laws()) {
    // Two decades of what is left are a factor 100^n in the tilt.
    const Recording run = collapse(law, 0.9 * first_tilt / std::pow(100, law.exponent));
    ASSERT_EQ(run.events.size(), 1u) << law.name;
    EXPECT_EQ(run.events[0].name, "body.flat");
    RollingBody body = body_of(reference::steady_thin, RollingForm::body);
    body.dissipation = law.loss;
    const auto fit = fit_collapse(run, body, 0, run.t_end);
    ASSERT_TRUE(fit.ok()) << format(fit.diagnostics());
    EXPECT_GT(fit->t0 / (fit->t0 - run.t_end), 100) << law.name;
    expect_error_within(0.01, std::fabs(fit->tilt_exponent / law.exponent - 1),
                        std::string("exponent of the tilt of a coin under ") + law.name + " [relative]",
                        "quasi-steady theory");
    expect_error_within(0.01, std::fabs(fit->precession_exponent / (law.exponent / 2) - 1),
                        std::string("exponent of its precession under ") + law.name + " [relative]",
                        "quasi-steady theory");
    EXPECT_LT(fit->scatter, 0.01) << law.name;
    EXPECT_GT(fit->decades, 2) << law.name;
    EXPECT_EQ(fit->doubt(), "") << law.name;
  }
}

TEST(CollapseTruth, AnExactPowerIsFoundExactly) {
  std::vector<double> t, tilt, precession;
  for (int i = 0; i < 40; ++i) {
    t.push_back(2 - 2 * std::pow(10, -i / 20.0));
    tilt.push_back(0.07 * std::pow(2.003 - t.back(), 0.4));
    precession.push_back(-50 * std::pow(2.003 - t.back(), -0.2));
  }
  const auto fit = fit_collapse(t, tilt, precession);
  ASSERT_TRUE(fit.ok());
  EXPECT_NEAR(fit->t0, 2.003, 1e-11);
  EXPECT_NEAR(fit->tilt_exponent, 0.4, 1e-11);
  EXPECT_NEAR(fit->tilt_factor, 0.07, 1e-11);
  EXPECT_NEAR(fit->precession_exponent, 0.2, 1e-11);
  EXPECT_NEAR(fit->precession_factor, 50, 1e-9);
  EXPECT_EQ(fit->samples, 40);
}

/// Far from the end a fit may be smooth and wrong: its scatter says nothing, so that it is judged by what it covers.
TEST(CollapseTruth, AFitFarFromTheEndIsDoubted) {
  const Recording run = collapse(laws()[0], 0.9 * first_tilt / 20);
  RollingBody body = body_of(reference::steady_thin, RollingForm::body);
  EXPECT_FALSE(fit_collapse(run, body, 0, 2).ok());  // loses nothing
  body.dissipation = laws()[0].loss;
  const auto early = fit_collapse(run, body, 0, 2);
  ASSERT_TRUE(early.ok());
  EXPECT_LT(early->decades, 1);
  EXPECT_NE(early->doubt(), "");
  CollapseFit steep = *fit_collapse(run, body, 0, run.t_end);
  EXPECT_EQ(steep.doubt(), "");
  CollapseFit wobbling = steep;
  steep.largest_tilt = 0.5;
  EXPECT_NE(steep.doubt(), "");
  wobbling.scatter = 0.05;
  EXPECT_NE(wobbling.doubt(), "");
}

TEST(CollapseTruth, WhatHasNoEndIsRefused) {
  std::vector<double> t, tilt, precession;
  for (int i = 0; i < 40; ++i) {
    t.push_back(i);
    tilt.push_back(std::exp(-0.1 * i));
    precession.push_back(std::exp(0.05 * i));
  }
  EXPECT_FALSE(fit_collapse(t, tilt, precession).ok());
  EXPECT_FALSE(fit_collapse(std::span(t).first(3), std::span(tilt).first(3), std::span(precession).first(3)).ok());
}

}  // namespace
}  // namespace polhode
