// A free body over an hour of motion: an error that grows faster than it must shows only in long runs.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/polhode.hpp>

#include "support/elliptic.hpp"
#include "support/long_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

TEST(FreeBody, AsymmetricBodyIsWhereItBeganAfterAnHourOfWholePeriods) {
  // The body rates of a torque-free body have the period 4K(m)/ν: two flips.
  const Vec3 moments(1, 2, 3), w(1.2, 0.4, 1.1);
  const double period = 2 * flip_interval(moments, w), span = long_run() ? 86400 : 3600, tolerance = 1e-13;
  const double periods = std::ceil(span / period), t = periods * period;
  const FreeBody body{.name = "body", .mass = {1, Vec3::Zero(), Mat3(moments.asDiagonal())}};
  // This motion encircles the third axis: ω₃ keeps its sign, and ω₂ changes it twice a period.
  const Watch flip{.name = "flip", .g = [](double, VecIn x) { return x[11]; }};
  const Recording run =
      simulate(body, {.w_WB_B = w}, {.t_end = t, .tolerance = tolerance, .sample = t / 100, .watches = {flip}});
  ASSERT_EQ(run.outcome.ending, ode::Ending::finished) << run.outcome.detail;
  EXPECT_EQ(run.events.size(), static_cast<std::size_t>(2 * periods));

  // Each step errs by at most e in the rates and 2 tolerances in the attitude, rounding (1e-16) well within; at the
  // worst all err the same way. What an error changes in E and L it adds at once …
  const double steps = static_cast<double>(run.statistics.steps), e = tolerance * (1 + w.norm());
  EXPECT_LT(run.drift("energy").largest, steps * 6 * e / w.norm());  // δE ≤ 3 |ω| e, and E ≥ |ω|²/2
  EXPECT_LT(run.drift("angular_momentum").largest, steps * (3 * e / w.norm() + 2 * tolerance));
  // … and to the period for the rest of the run, half of it on average: rates that are λ times as large run λ times as
  // fast, so δω = t ω̇ δλ with δλ = e/|ω|, and |ω̇| ≤ |ω|² for these moments.
  const auto rates = run.series("body.angular_velocity_body");
  const Vec3 end(rates[rates.size() - 3], rates[rates.size() - 2], rates[rates.size() - 1]);
  const double error = (end - w).norm();
  expect_error_within(steps * e * (1 + 0.5 * t * w.norm()), error,
                      std::string("free asymmetric body, ") + (long_run() ? "a day" : "an hour") +
                          " of whole periods: body rates, rad/s",
                      "elliptic integral, Landau & Lifshitz 1976, §37");
  // That bound lets every step err as much as it may. What this solver errs by shows in the first hundred periods: a
  // phase error grows at the worst with the square of time, and rounding may shift it by as much again.
  const Recording first = simulate(body, {.w_WB_B = w}, {.t_end = 100 * period, .tolerance = tolerance});
  const auto early = first.series("body.angular_velocity_body");
  const Vec3 there(early[early.size() - 3], early[early.size() - 2], early[early.size() - 1]);
  const double ratio = periods / 100;
  EXPECT_LT(error, 4 * ratio * ratio * (there - w).norm());
}

}  // namespace
}  // namespace polhode
