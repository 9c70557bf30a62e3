// Bodies that slip, stick, leave the ground and land: their energy, with what friction and landings take.
#include <gtest/gtest.h>

#include "rolling_friction_rows.hpp"
#include "support/long_run.hpp"
#include "support/random_rolling.hpp"
#include "support/rolling_runs.hpp"

namespace polhode {
namespace {

using namespace reference;

/// Power is lost by friction alone, whatever the law, and energy closes.
TEST(SlipEnergy, energy_closes_under_every_law_of_friction) {
  for (const Friction& law :
       {Friction{friction::Coulomb{0.1, 0.15}}, Friction{friction::Coulomb{0.2, 0.2, 0.002}},
        Friction{friction::LoadViscous{0.5}}, Friction{friction::Viscous{0.3}}, Friction{friction::Smooth{}}}) {
    RollingBody body = body_of(slipping_ellipsoid);
    body.ground.friction = law;
    RollingState start = state_of(slipping_ellipsoid.start);
    start.v_WBcm += Vec3(0.1, -0.2, 0);
    start.mode = RollingMode::sliding;
    const Rolling rolling(body);
    const Recording run = roll(rolling, start, {.t_end = 0.4, .tolerance = 1e-11, .sample = 0.01});
    EXPECT_EQ(run.outcome.ending, ode::Ending::finished) << law.index();
    EXPECT_LT(run.drift("energy").largest, 1e-9) << law.index();
    for (std::size_t i = 0; i < run.times.size(); ++i)
      // Between steps velocities are known to the tolerance, 1e-11 m/s, of which the load of 5 N makes a power.
      EXPECT_LE(rolling.read(run.times[i], run.state(i)).friction_power, 1e-10) << law.index();
  }
}

/// What it makes of the energy if every coordinate is off by what the solver allows, at worst: the sum of |∂E/∂x|
/// (absolute + relative |x|), where the solver takes the largest of a block for |x| and 1 for an attitude. A body that
/// is put back on its ground is as much higher as its attitude is wrong.
double energy_permit(const RollingBody& body, const RollingReading& now, double tolerance) {
  const auto allowed = [tolerance](const Vec3& block) { return tolerance * (1 + block.cwiseAbs().maxCoeff()); };
  const RollingState& s = now.state;
  const Vec3 weight = body.mass * body.gravity, arm = now.p_WC - s.p_WBcm;
  return allowed(s.p_WBcm) * weight.lpNorm<1>() + allowed(s.v_WBcm) * (body.mass * s.v_WBcm).lpNorm<1>() +
         allowed(s.w_WB_W) * now.spin.lpNorm<1>() +
         2 * tolerance * (s.w_WB_W.cross(now.spin).lpNorm<1>() + arm.cross(weight).lpNorm<1>());
}

RollingState thrown_on_the_ground(RandomRolling& random) {
  RollingState start;
  start.R_WB = Rotation::about_z(random.uniform(-3, 3)) * Rotation::about_x(random.uniform(0.4, 1.4)) *
               Rotation::about_z(random.uniform(-3, 3));
  start.w_WB_W = random.uniform(-12, 12) * Vec3::UnitZ() + random.uniform(-20, 20) * (start.R_WB * Vec3::UnitZ()) +
                 random.vector(3);
  start.v_WBcm = random.vector(1);
  start.mode = RollingMode::sliding;
  return start;
}

class SlipEnergyOfEverySurface : public testing::TestWithParam<RandomSurface> {};
INSTANTIATE_TEST_SUITE_P(Surfaces, SlipEnergyOfEverySurface, testing::ValuesIn(random_surfaces));

/// As while it rolls (tests/law/rolling_tolerance_test.cpp): through all its slips and sticks, and as far as it comes,
/// a run gathers no more than one error of the tolerance.
TEST_P(SlipEnergyOfEverySurface, strays_no_farther_than_one_error_of_the_tolerance_takes_it) {
  constexpr double tolerance = 1e-11;
  const unsigned runs = long_run() ? 36 : 6;
  std::size_t changes = 0;
  for (unsigned i = 0; i < runs; ++i) {
    RandomRolling random{601 + 36 * static_cast<unsigned>(GetParam()) + i};
    RollingBody body = random.body(GetParam(), i % 2 == 0);
    const double mu = random.uniform(0.05, 0.4);
    body.ground.friction = friction::Coulomb{mu, mu};
    const RollingState start = thrown_on_the_ground(random);
    const Rolling rolling(body);
    double permit = 0;
    SimulateOptions options{.t_end = 1.5, .tolerance = tolerance, .sample = 0.05};
    options.on_step = [&](const ode::StepView& step) {
      permit = std::max(permit, energy_permit(body, rolling.read(step.t1(), step.x1()), tolerance));
    };
    const Recording run = roll(rolling, start, options);
    changes += run.events.size();
    EXPECT_LE(run.drift("energy").absolute, permit) << "body " << i << ", " << run.events.size() << " events";
  }
  EXPECT_GE(changes, runs / 2) << "they do slip and stick";
}

}  // namespace
}  // namespace polhode
