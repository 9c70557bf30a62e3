// Rolling without slip beside solutions of many digits, in three forms of the equations.
#include <gtest/gtest.h>

#include "rolling_disk_rows.hpp"
#include "rolling_ellipsoid_rows.hpp"
#include "rolling_ground_rows.hpp"
#include "support/rolling_runs.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using namespace reference;

class ThreeForms : public testing::TestWithParam<RollingForm> {
 protected:
  std::string form() const { return " [form " + std::string(to_string(GetParam())) + "]"; }

  /// Ten times what a solver of this order was seen to reach in doubles.
  void expect_rows(const RollingInputs& inputs, std::span<const RollingRow> rows, const char* source,
                   SimulateOptions options) {
    const Rolling rolling(body_of(inputs, GetParam()));
    const Recording run = roll(rolling, state_of(inputs.start), options);
    ASSERT_EQ(run.outcome.ending, ode::Ending::finished);
    const RollingErrors worst = errors_of(rolling, run, rows);
    const std::string what = std::string(inputs.name) + form();
    const Reached& reached = inputs.reached;
    const MadeOfErrors made =
        made_of_errors(rolling, rows, {.attitude = reached.attitude.value_or(0), .rates = reached.rates.value_or(0)});
    // Where no figure is stated of place and velocity, they are what attitude and rates make of them at worst.
    const double velocity = reached.place.value_or(made.velocity);
    const double place = reached.place.value_or(made.velocity * rows.back().t);
    expect_error_within(10 * place, worst.place, what + ": place [m]", source);
    expect_error_within(10 * velocity, worst.velocity, what + ": velocity [m/s]", source);
    expect_error_within(10 * *reached.attitude, worst.attitude, what + ": attitude", source);
    expect_error_within(10 * *reached.rates, worst.rates, what + ": angular velocity [rad/s]", source);
    // Forces go with the squares of rates.
    double fastest = 1;
    for (const RollingRow& row : rows) fastest = std::max(fastest, vec(row.w_WB_W).norm());
    const double force = std::min(made.force, *reached.rates * fastest);
    expect_error_within(10 * force, worst.force, what + ": contact force [N]", source);
  }
};
INSTANTIATE_TEST_SUITE_P(Forms, ThreeForms, testing::Values(RollingForm::space, RollingForm::body, RollingForm::euler),
                         [](const auto& form) { return std::string(to_string(form.param)); });

constexpr const char* bits140 = "140-bit extrapolation";

TEST_P(ThreeForms, a_thin_disk_lies_down_and_gets_up_again) {
  expect_rows(thin_disk, thin_disk_rows, bits140, through(thin_disk_rows));
}
TEST_P(ThreeForms, a_thick_disk_rolls_on_its_lower_rim) {
  expect_rows(thick_disk, thick_disk_rows, bits140, through(thick_disk_rows));
}
TEST_P(ThreeForms, a_tyre_rolls_on_the_outside_of_its_torus) {
  expect_rows(tyre, tyre_rows, bits140, through(tyre_rows));
}
TEST_P(ThreeForms, a_triaxial_ellipsoid_rolls) {
  expect_rows(ellipsoid, ellipsoid_rows, bits140, through(ellipsoid_rows));
}
TEST_P(ThreeForms, a_rattleback_reverses) {
  expect_rows(rattleback, rattleback_rows, bits140, through(rattleback_rows));
}
TEST_P(ThreeForms, a_disk_wobbles_down_a_slope) {
  expect_rows(slope_disk, slope_disk_rows, "quad precision", through(slope_disk_rows, 1e-14));
}

TEST_P(ThreeForms, a_ball_goes_round_in_circles_on_a_turntable) {
  for (const TurntableBall& ball : turntable_balls) {
    RollingBody body = body_of(ball.inputs, GetParam());
    std::get<ground::Plane>(body.ground.shape).turning = Expression::constant(ball.turning);
    const RollingState start = state_of(ball.inputs.start);
    const Rolling rolling(body);
    const Recording run = roll(rolling, start, through(ball.rows));
    const RollingErrors worst = errors_of(rolling, run, ball.rows);
    // m r̈ of the closed form, r̈ = κ z×ṙ + 5/7 of what gravity has along the plane, less the weight.
    double force = 0;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      const auto row = std::find_if(ball.rows.begin(), ball.rows.end(),
                                    [&](const RollingRow& one) { return one.t == run.times[i]; });
      if (row == ball.rows.end()) continue;
      const Vec3 gravity = vec(ball.inputs.gravity), v = vec(row->v_WBcm);
      const Vec3 should =
          ball.inputs.mass * (Vec3(-ball.kappa * v.y() + 5 * gravity.x() / 7, ball.kappa * v.x(), 0) - gravity);
      force = std::max(force, (rolling.read(run.times[i], run.state(i)).contact_force - should).cwiseAbs().maxCoeff());
    }
    // Closed forms, for which no figure is stated: what is left is the solver's tolerance over some seven radians of
    // the circle. It is held at speeds in m/s; by the radius they are the rates, whose integral is the attitude, and
    // the force is what m κ makes of them.
    const std::string what = std::string(ball.inputs.name) + form();
    constexpr double held = 1e-11;
    const double rates = held / ball.inputs.sizes[0];
    expect_error_within(held, worst.place, what + ": place [m]", "closed form");
    expect_error_within(held, worst.velocity, what + ": velocity [m/s]", "closed form");
    expect_error_within(rates * ball.rows.back().t, worst.attitude, what + ": attitude", "closed form");
    expect_error_within(rates, worst.rates, what + ": angular velocity [rad/s]", "closed form");
    expect_error_within(2 * held * ball.inputs.mass * ball.kappa, force, what + ": contact force [N]", "closed form");
  }
}

/// The world turned so that z is up: 180° about x from their downward axes.
TEST_P(ThreeForms, kane_and_levinsons_rattleback_reverses_at_its_time) {
  const KaneLevinson& given = kane_levinson;
  RollingBody body{.name = "stone",
                   .mass = given.mass,
                   .surface = {surface::Ellipsoid{{given.a, given.b, given.c}}},
                   .centre = {0, 0, -given.h},
                   .form = GetParam(),
                   .gravity = {0, 0, -given.g}};
  body.inertia << given.A, given.D, 0, given.D, given.B, 0, 0, 0, given.C;
  RollingState start;
  start.R_WB = Rotation::about_x(pi + given.alpha) * Rotation::about_y(given.beta);
  start.w_WB_W = start.R_WB * vec(given.start_w_WB_B);
  const Rolling rolling(body);
  const std::vector<double> x0 = rolling.coordinates(rolling.complete(0, start));
  SimulateOptions options{.t_end = 5, .tolerance = 1e-13, .sample = 5};
  options.watches = contact_watches(rolling, 0, x0.size());
  options.watches.push_back({.name = "reversal",
                             .g = [rolling](double t, VecIn x) { return rolling.state(t, x).w_WB_W.z(); },
                             .crossing = ode::Crossing::any});
  const Recording run = simulate(System(RollingSystem({rolling})), x0, options);
  ASSERT_EQ(run.events.size(), 7u);
  expect_error_within(1e-9, std::fabs(run.events[2].t - given.first_reversal),
                      "Kane and Levinson's rattleback" + form() + ": time of reversal [s]", "quad precision");
  EXPECT_NEAR(run.events[6].t, given.last_of_seven, 1e-9);
  const RollingState end = rolling.state(5, run.x_end);
  expect_error_within(1e-9, (end.R_WB.inverse() * end.w_WB_W - vec(given.rates[0].w_WB_B)).cwiseAbs().maxCoeff(),
                      "Kane and Levinson's rattleback" + form() + ": rates at 5 s [rad/s]", "quad precision");
}

/// A thick disk whose axis comes level touches along a line: the smooth phase ends there, by name and in every form.
TEST(RollingTruth, a_thick_disk_that_comes_to_touch_along_a_line_ends_by_that_name) {
  for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler}) {
    const Rolling rolling(body_of(reference::thick_disk, form));
    RollingState start;
    start.R_WB = Rotation::about_x(1.2);
    start.w_WB_W = {4, 0, 0};  // rises onto its side
    const Recording run = roll(rolling, start, {.t_end = 1, .tolerance = 1e-11, .sample = 0.01});
    ASSERT_EQ(run.events.size(), 1u) << to_string(form);
    EXPECT_EQ(run.events[0].name, "body.line");
    EXPECT_EQ(run.outcome.ending, ode::Ending::stopped);
    EXPECT_NEAR((rolling.state(run.t_end, run.x_end).R_WB * Vec3::UnitZ()).z(), 0, 1e-10);
  }
}

}  // namespace
}  // namespace polhode
