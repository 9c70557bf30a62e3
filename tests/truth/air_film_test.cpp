// The couple of a film of air where the contact comes to rest on the rim.
#include <gtest/gtest.h>

#include "support/rolling_runs.hpp"

namespace polhode {
namespace {

constexpr double radius = 0.012, eta = 1.8e-5, g = 9.81;

RollingBody coin(RollingForm form) {
  RollingBody body{.name = "coin", .mass = 0.0075, .surface = {surface::Disk{radius, 0}}, .form = form};
  body.gravity = {0, 0, -g};
  body.inertia = uniform_solid(body.surface, body.mass)->inertia();
  body.dissipation = dissipation::AirFilm{eta, radius};
  return body;
}

/// The body's rates of the tilt, about e₂ and about its axis.
RollingState tilted(double tilt, double tilt_rate, double p, double spin) {
  RollingState state;
  state.R_WB = Rotation::about_x(tilt);
  state.w_WB_W = state.R_WB * Vec3(tilt_rate, p, spin);
  return state;
}

class AirFilm : public testing::TestWithParam<RollingForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, AirFilm, testing::Values(RollingForm::space, RollingForm::body, RollingForm::euler),
                         [](const auto& form) { return std::string(to_string(form.param)); });

/// P = π η g R²/α², to rounding, in slow steady precession, p² = 4 g sin α/R, and down to six tenths of its rate; as
/// the square of the rate, P p²/f², where the contact hardly runs.
TEST_P(AirFilm, takes_its_power_wherever_the_contact_runs_and_none_where_it_rests) {
  const Rolling rolling(coin(GetParam()));
  for (const double tilt : {0.01, 0.1, 0.6, 1.2}) {
    const double steady = std::sqrt(4 * g * fn::sin(tilt) / radius), f = 0.1 * steady;
    const double P = pi * eta * g * radius * radius / (tilt * tilt);
    const auto power = [&](double p) {
      return -rolling.read(0, rolling.coordinates(rolling.complete(0, tilted(tilt, 0.3, p, 0.7)))).dissipated_power;
    };
    for (const double part : {0.6, 1.0, -1.0, 3.0}) EXPECT_NEAR(power(part * steady) / P, 1, 1e-12) << tilt;
    for (const double part : {1e-3, -1e-4}) {
      const double x = part * part;
      EXPECT_NEAR(power(part * f) / (P * x), 1, 2 * x) << tilt << " " << part;
    }
    // It takes more the faster the contact runs, and never more than P.
    double before = 0;
    for (double part = 0.1; part < 4; part += 0.1) {
      const double now = power(part * f);
      EXPECT_GT(now, before) << tilt << " " << part;
      EXPECT_LT(now, (1 + 1e-12) * P) << tilt << " " << part;
      before = now;
    }
  }
}

/// A coin that comes down on its face while its contact comes to rest on the rim: a couple with a power of its own at
/// rest would hold it there in a hundred million explicit steps.
TEST(AirFilmTruth, a_coin_that_falls_flat_with_its_contact_at_rest_does_so_alike_by_every_method) {
  RollingBody body = coin(RollingForm::space);
  body.ground.friction = friction::Coulomb{0.2, 0.2};
  const Rolling rolling(body);
  RollingState start = tilted(0.2045, -2.1, 0.2, 1.0);
  start = rolling.complete(0, start);
  start.mode = RollingMode::sliding;
  start.v_WBcm += Vec3(0.006, 0.008, 0);
  SimulateOptions options{.t_end = 1, .tolerance = 1e-10, .sample = 1};
  const auto flat = [&](const char* method) {
    options.method = *ode::find_method(method);
    const Recording run = roll(rolling, start, options);
    EXPECT_EQ(run.outcome.ending, ode::Ending::stopped) << method;
    EXPECT_FALSE(run.events.empty()) << method;
    if (!run.events.empty()) {
      EXPECT_EQ(run.events.back().name, "coin.flat") << method;
    }
    EXPECT_LT(run.drift("energy").largest, 1e-8) << method;
    EXPECT_LT(run.statistics.steps, 4000) << method;
    return run.t_end;
  };
  const double should = flat("radau5");
  EXPECT_NEAR(flat("dop853"), should, 1e-8);
  EXPECT_NEAR(flat("rodas5p"), should, 1e-8);
}

}  // namespace
}  // namespace polhode
