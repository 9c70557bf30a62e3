// Starts of rolling bodies as people say them: each meets its constraint, steady ones stay steady, impossible ones are
// refused.
#include <gtest/gtest.h>

#include <polhode/dynamics/rolling/start.hpp>
#include <polhode/dynamics/rolling/steady.hpp>

#include "rolling_steady_rows.hpp"
#include "support/rolling_runs.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

RollingBody body_of(const reference::RevolutionBody& given) {
  RollingBody body{
      .name = "body", .mass = given.mass, .surface = surface_of(given.shape, given.sizes), .gravity = {0, 0, -given.g}};
  body.inertia.diagonal() = Vec3(given.I1, given.I1, given.I3);
  return body;
}

/// How far tilt and rates wander from a steady start in some turns.
double unsteadiness(const Rolling& rolling, const RollingState& start, double time) {
  const Recording run = roll(rolling, start, {.t_end = time, .tolerance = 1e-12, .sample = time / 20});
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const RollingState now = rolling.state(run.times[i], run.state(i));
    const auto axis = [](const RollingState& state) { return (state.R_WB * Vec3::UnitZ()).z(); };
    worst = std::max({worst, std::fabs(axis(now) - axis(start)),
                      std::fabs(now.w_WB_W.norm() - start.w_WB_W.norm()) / start.w_WB_W.norm()});
  }
  return worst;
}

TEST(RollingStart, a_disk_goes_round_with_its_centre_of_mass_at_rest) {
  double worst = 0;
  for (const reference::SteadyAtRest& row : reference::steady_at_rest) {
    const Rolling rolling(body_of(row.body));
    const auto motion = steady_at_rest(rolling.body(), row.theta);
    ASSERT_TRUE(motion);
    worst = std::max({worst, std::fabs(motion->precession / row.phi_dot - 1),
                      std::fabs(motion->spin - row.W3) / std::fabs(row.phi_dot)});
    const auto start = start_state(rolling, 0, {.motion = rolling_start::Steady{.tilt = row.theta}});
    ASSERT_TRUE(start);
    EXPECT_LT(start->v_WBcm.norm(), 1e-14);
    EXPECT_LT(unsteadiness(rolling, *start, 0.2), 1e-9);
  }
  expect_error_within(1e-14, worst, "disks with the centre of mass at rest: rates, relative", "closed form");
}

/// Ω² sin α = 4g/a.
TEST(RollingStart, the_thin_disks_precession_is_that_of_the_textbook) {
  const RollingBody body = body_of(reference::steady_thin);
  for (const double tilt : {0.01, 0.2, 0.7, 1.3}) {
    const double rate = steady_at_rest(body, tilt)->precession;
    EXPECT_NEAR(rate * rate * std::sin(tilt) / (4 * 9.81 / 0.0375), 1, 1e-14);
  }
}

TEST(RollingStart, one_tilt_and_spin_have_two_precessions) {
  double worst = 0;
  for (const reference::SteadyPrecession& row : reference::steady_precession) {
    const Rolling rolling(body_of(row.body));
    const std::vector<double> ways = steady_precessions(rolling.body(), row.theta, row.W3);
    ASSERT_EQ(ways.size(), 2u);
    for (const reference::SteadyPrecession::Way& way : row.ways) {
      const auto nearest = std::fabs(ways[0] - way.phi_dot) < std::fabs(ways[1] - way.phi_dot) ? ways[0] : ways[1];
      worst = std::max(worst, std::fabs(nearest / way.phi_dot - 1));
      EXPECT_NEAR(*steady_spin(rolling.body(), row.theta, way.phi_dot), row.W3, 1e-12 * std::fabs(row.W3));
      const auto start =
          start_state(rolling, 0, {.motion = rolling_start::Steady{.tilt = row.theta, .precession = way.phi_dot}});
      ASSERT_TRUE(start);
      EXPECT_NEAR(start->v_WBcm.norm(), way.speed, 1e-12);
      EXPECT_NEAR(start->p_WBcm.z(), row.height, 1e-15);
      EXPECT_LT(unsteadiness(rolling, *start, 0.1), 1e-8);
    }
  }
  expect_error_within(1e-14, worst, "steady precessions of disks and a ring: rates, relative", "closed form");
}

TEST(RollingStart, straight_and_upright_starts_roll_and_spin) {
  const Rolling rolling(body_of(reference::steady_thin));
  const auto straight = start_state(rolling, 0, {.motion = rolling_start::Straight{.speed = 1.5, .heading = 0.3}});
  ASSERT_TRUE(straight);
  EXPECT_NEAR(straight->v_WBcm.x(), 1.5 * std::cos(0.3), 1e-14);
  EXPECT_NEAR(straight->v_WBcm.y(), 1.5 * std::sin(0.3), 1e-14);
  const auto upright = start_state(rolling, 0, {.motion = rolling_start::Upright{.spin = 30}});
  ASSERT_TRUE(upright);
  EXPECT_NEAR(upright->w_WB_W.z(), 30, 1e-13);
  EXPECT_LT(upright->v_WBcm.norm(), 1e-14);
}

TEST(RollingStart, what_is_impossible_is_refused_with_the_reason) {
  const auto refusal = [](const RollingBody& body, const RollingStart& start) {
    const auto state = start_state(Rolling(body), 0, start, "rolling[0].start");
    return state.ok() ? std::string() : state.diagnostics()[0].message;
  };
  const RollingBody thin = body_of(reference::steady_thin), thick = body_of(reference::steady_thick);
  RollingBody stone = thin;
  stone.surface = {surface::Ellipsoid{{0.1, 0.05, 0.03}}};
  EXPECT_NE(refusal(stone, {.motion = rolling_start::Steady{.tilt = 0.5}}), "");
  EXPECT_NE(refusal(thin, {.motion = rolling_start::Steady{.tilt = 0}}), "");
  EXPECT_NE(refusal(thick, {.motion = rolling_start::Straight{.speed = 1}}), "");
  EXPECT_NE(refusal(thin, {.motion = rolling_start::Euler{}}), "");  // flat
  EXPECT_NE(refusal(thin, {.motion = rolling_start::Euler{{0, 1, 0}, Vec3::Zero()}, .flying = true}), "");
  RollingBody rubbed = thin;
  rubbed.ground.friction = friction::Coulomb{0.3, 0.3};
  EXPECT_NE(
      refusal(rubbed,
              {.motion = rolling_start::Euler{{0, 1, 0}, Vec3::Zero()}, .position = {0, 0, 0.01}, .flying = true}),
      "");
}

}  // namespace
}  // namespace polhode
