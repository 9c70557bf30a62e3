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

/// How far tilt and rates wander from a steady start in some turns, at the tolerance 1e-12: a hundred steps with errors
/// of either sign make ten of it.
constexpr double wandering = 1e-11;
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

// Figures are rounded to double, and so is every operation of the dozen that lead to them.
constexpr double rounding = 1e-14;

double relative(double is, double should) { return std::fabs(is - should) / std::fabs(should); }

TEST(RollingStart, a_disk_goes_round_with_its_centre_of_mass_at_rest) {
  double worst = 0, sum = 0;
  for (const reference::SteadyAtRest& row : reference::steady_at_rest) {
    const Rolling rolling(body_of(row.body));
    const auto motion = steady_at_rest(rolling.body(), row.theta);
    ASSERT_TRUE(motion);
    const double psi_dot = motion->spin - motion->precession * fn::cos(row.theta);
    worst = std::max({worst, relative(motion->precession, row.phi_dot), relative(psi_dot, row.psi_dot)});
    if (row.W3 == 0)
      EXPECT_EQ(motion->spin, 0);
    else
      worst = std::max(worst, relative(motion->spin, row.W3));
    // The turn of a mark on the face is what is left of two rates that cancel to 1 − cos θ, a two hundredth of them at
    // the smallest tilt: their rounding is 200 times as much of it.
    sum = std::max(sum, std::fabs(motion->precession + psi_dot - row.apparent_rotation) / row.phi_dot);
    const auto start = start_state(rolling, 0, {.motion = rolling_start::Steady{.tilt = row.theta}});
    ASSERT_TRUE(start);
    // Rest is what the velocity of the rim, the largest there is, leaves.
    EXPECT_LT(start->v_WBcm.norm(), rounding * row.phi_dot * row.body.sizes[0]);
    EXPECT_LT(relative(start->w_WB_W.norm(), std::hypot(row.phi_dot * std::sin(row.theta), row.W3)), rounding);
    EXPECT_LT(unsteadiness(rolling, *start, 0.2), wandering);
    if (row.body.sizes[1] == 0) worst = std::max(worst, relative(motion->precession, row.small_angle_phi_dot));
  }
  expect_error_within(rounding, worst, "disks with the centre of mass at rest: rates, relative", "closed form");
  expect_error_within(rounding, sum, "turn of a mark on their face, by the precession", "closed form");
}

/// Ω² sin α = 4g/a.
TEST(RollingStart, the_thin_disks_precession_is_that_of_the_textbook) {
  const RollingBody body = body_of(reference::steady_thin);
  for (const double tilt : {0.01, 0.2, 0.7, 1.3}) {
    const double rate = steady_at_rest(body, tilt)->precession;
    EXPECT_NEAR(rate * rate * std::sin(tilt) / (4 * 9.81 / 0.0375), 1, rounding);
  }
}

TEST(RollingStart, one_tilt_and_spin_have_two_precessions) {
  double worst = 0, circle = 0;
  for (const reference::SteadyPrecession& row : reference::steady_precession) {
    const Rolling rolling(body_of(row.body));
    const std::vector<double> ways = steady_precessions(rolling.body(), row.theta, row.W3);
    ASSERT_EQ(ways.size(), 2u);
    const Meridian at = meridian_at(rolling.body(), row.theta);
    for (const reference::SteadyPrecession::Way& way : row.ways) {
      const auto nearest = std::fabs(ways[0] - way.phi_dot) < std::fabs(ways[1] - way.phi_dot) ? ways[0] : ways[1];
      const double spin = *steady_spin(rolling.body(), row.theta, way.phi_dot);
      worst = std::max({worst, relative(nearest, way.phi_dot), relative(spin, row.W3),
                        relative(spin - nearest * fn::cos(row.theta), way.psi_dot)});
      const auto start =
          start_state(rolling, 0, {.motion = rolling_start::Steady{.tilt = row.theta, .precession = way.phi_dot}});
      ASSERT_TRUE(start);
      // The centre of mass of a thick disk is all but at rest on some circles: ζ p and ρ s cancel there to as little as
      // a 240th of them, and no speed can be told better from a precession that is itself rounded.
      const double parts = std::fabs(at.zeta * way.phi_dot * at.sin) + std::fabs(at.rho * row.W3);
      const double speed = start->v_WBcm.norm();
      circle = std::max({circle, std::fabs(speed - way.speed) / parts,
                         std::fabs(speed / std::fabs(nearest) - way.radius) / (parts / std::fabs(way.phi_dot))});
      worst = std::max(worst, relative(start->p_WBcm.z(), row.height));
      EXPECT_LT(unsteadiness(rolling, *start, 0.1), wandering);
    }
  }
  expect_error_within(rounding, worst, "steady precessions of disks and a ring: rates, relative", "closed form");
  expect_error_within(rounding, circle, "speed and radius of their circles, by those of the rim", "closed form");
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
