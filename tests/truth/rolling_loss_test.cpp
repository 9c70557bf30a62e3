// Euler's disk with dissipation beside solutions of many digits, in three forms of the equations.
#include <gtest/gtest.h>

#include <polhode/dynamics/rolling/start.hpp>

#include "rolling_loss_rows.hpp"
#include "support/rolling_runs.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using namespace reference;

class Losses : public testing::TestWithParam<RollingForm> {
 protected:
  void expect_rows(const RollingInputs& inputs, std::span<const LossRow> rows, const Dissipation& law) {
    RollingBody body = body_of(inputs, GetParam());
    body.dissipation = law;
    const Rolling rolling(body);
    std::vector<RollingRow> plain;
    for (const LossRow& row : rows) plain.push_back(row.row);
    const Recording run = roll(rolling, state_of(inputs.start), through(plain));
    ASSERT_EQ(run.outcome.ending, ode::Ending::finished);
    const RollingErrors worst = errors_of(rolling, run, plain);
    const std::string what = std::string(inputs.name) + " [form " + std::string(to_string(GetParam())) + "]";
    expect_error_within(10 * *inputs.reached.place, worst.place, what + ": place [m]", "quad precision");
    expect_error_within(10 * *inputs.reached.attitude, worst.attitude, what + ": attitude", "quad precision");
    expect_error_within(10 * *inputs.reached.rates, worst.rates, what + ": angular velocity [rad/s]", "quad precision");
    // Of velocity and force no figure is stated: what attitude and rates make of them at worst.
    const MadeOfErrors made =
        made_of_errors(rolling, plain, {.attitude = *inputs.reached.attitude, .rates = *inputs.reached.rates});
    expect_error_within(10 * made.velocity, worst.velocity, what + ": velocity [m/s]", "quad precision");
    expect_error_within(10 * made.force, worst.force, what + ": contact force [N]", "quad precision");
    // What the law took is what the disk has lost.
    const double lost = *rows.back().row.dissipated;
    EXPECT_NEAR(run.works.at(0).at_samples.back(), -lost, 1e-10 * lost) << what;
    EXPECT_LT(run.drift("energy").largest, 1e-11) << what;
  }
};
INSTANTIATE_TEST_SUITE_P(Forms, Losses, testing::Values(RollingForm::space, RollingForm::body, RollingForm::euler),
                         [](const auto& form) { return std::string(to_string(form.param)); });

TEST_P(Losses, of_a_constant_torque_at_the_rim) {
  expect_rows(disk_rolling_torque, disk_rolling_torque_rows, dissipation::RollingTorque{disk_rolling_torque_moment});
}
TEST_P(Losses, of_a_torque_that_grows_with_the_rate) {
  expect_rows(disk_rolling_drag, disk_rolling_drag_rows, dissipation::RollingDrag{disk_rolling_drag_coefficient});
}
TEST_P(Losses, of_a_film_of_air) {
  expect_rows(disk_air_film, disk_air_film_rows, dissipation::AirFilm{disk_air_film_viscosity, disk_air_film.sizes[0]});
}

/// A ball that rolls: (1 + k) m a² ω̇ = −c ω along the plane, and about its normal, where it drills, k m a² ω̇ = −c ω.
TEST_P(Losses, of_a_viscous_couple_on_a_ball_that_rolls_and_drills) {
  constexpr double m = 0.2, a = 0.03, k = 0.4, c = 1e-4, t = 2;
  RollingBody body{.name = "ball",
                   .mass = m,
                   .inertia = k * m * a * a * Mat3::Identity(),
                   .surface = {surface::Sphere{a}},
                   .form = GetParam(),
                   .gravity = {0, 0, -9.81}};
  body.dissipation = dissipation::Viscous{c};
  RollingState start;
  start.R_WB = Rotation::about_x(1.0);
  start.w_WB_W = {10, -20, 15};
  const Rolling rolling(body);
  const Recording run = roll(rolling, start, {.t_end = t, .tolerance = 1e-13, .sample = t});
  const RollingState end = rolling.state(t, run.x_end);
  const double rolls = c / ((1 + k) * m * a * a), drills = c / (k * m * a * a), left = std::exp(-rolls * t);
  const Vec3 rates(10 * left, -20 * left, 15 * std::exp(-drills * t));
  const Vec3 place = a * (1 - left) / rolls * Vec3(-20, -10, 0);
  const std::string what = "ball under a viscous couple [form " + std::string(to_string(GetParam())) + "]";
  // The tolerance over some fifty steps, of rates of the size of ten.
  expect_error_within(1e-11, (end.p_WBcm - Vec3(place + Vec3(0, 0, a))).norm(), what + ": place [m]", "closed form");
  expect_error_within(1e-10, (end.w_WB_W - rates).norm(), what + ": angular velocity [rad/s]", "closed form");
}

/// docs/theory/rolling.md (33): sin α = sin α₀ e^(−8ct/3mR²). What it leaves out goes with α²; the couple is so weak
/// that the disk turns thousands of times while its tilt falls to a third.
TEST_P(Losses, of_a_viscous_couple_lay_a_thin_disk_down_exponentially) {
  constexpr double m = 0.44, R = 0.0375, pace = 0.05, c = 3 * m * R * R * pace / 8, t = 22;
  RollingBody body = body_of(disk_rolling_torque, GetParam());
  body.dissipation = dissipation::Viscous{c};
  const Rolling rolling(body);
  std::vector<double> off;
  for (const double tilt : {0.1, 0.05}) {
    polhode::RollingStart start;
    start.motion = rolling_start::Steady{.tilt = tilt};
    const auto state = start_state(rolling, 0, start, "");
    ASSERT_TRUE(state.ok()) << format(state.diagnostics());
    const Recording run = roll(rolling, *state, {.t_end = t, .tolerance = 1e-11, .sample = t});
    ASSERT_EQ(run.t_end, t);
    const Vec3 axis = rolling.state(t, run.x_end).R_WB * Vec3::UnitZ();
    const double found = std::log(std::sin(tilt) / std::hypot(axis.x(), axis.y())) / t;
    off.push_back(std::fabs(found / pace - 1));
    expect_error_within(tilt * tilt, off.back(),
                        "disk under a viscous couple [form " + std::string(to_string(GetParam())) + "], tilt " +
                            std::to_string(tilt) + ": pace of its fall, relative",
                        "quasi-steady theory");
  }
  EXPECT_LT(off[1], off[0] / 3) << "goes with the square of the tilt";
}

}  // namespace
}  // namespace polhode
