// Euler's disk with dissipation beside solutions of many digits, in three forms of the equations.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace polhode
