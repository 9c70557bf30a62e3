// Laws of rolling on random bodies of every surface.
#include <gtest/gtest.h>

#include "support/random_rolling.hpp"
#include "support/rolling_runs.hpp"
#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

class EverySurface : public testing::TestWithParam<RandomSurface> {
 protected:
  RandomRolling random{static_cast<unsigned>(GetParam()) + 41};
  const int bodies = bodies_of(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Surfaces, EverySurface, testing::ValuesIn(random_surfaces));

/// One of each law; each form writes its couple for itself.
const std::array<Dissipation, 5> losses{dissipation::RollingTorque{1e-3}, dissipation::RollingDrag{1e-4},
                                        dissipation::Viscous{1e-4}, dissipation::AirFilm{2e-4, 0.05},
                                        dissipation::BoundaryLayer{2e-4, 1.5e-5, 1, 0.05}};

/// Three forms that share nothing but the surface: accelerations and force of the same state.
TEST_P(EverySurface, has_the_same_accelerations_in_three_forms_of_the_equations) {
  for (int i = 0; i < 4 * bodies; ++i) {
    RollingBody body = random.body(GetParam(), i % 2 == 0);
    if (i % 3 == 0) {
      const Vec3 normal = (Vec3::UnitZ() + random.vector(0.2)).normalized();
      const std::vector<std::string> t{"t"};
      body.ground.shape = ground::Plane{
          .normal = normal,
          .place = VectorOfTime({*Expression::compile("0.3*sin(2*t)", t), *Expression::compile("0.1*t^2", t),
                                 *Expression::compile("0.02*cos(t)", t)}),
          .turning = *Expression::compile("1 + 0.3*t", t)};
    }
    // Those of air are of flat faces.
    const bool flat = turns_about_z(body.surface) && has_flat_faces(body.surface);
    if (i % 2 == 1) body.dissipation = losses[static_cast<std::size_t>(i / 2) % (flat ? 5 : 3)];
    const RollingState start = random.state(body.surface);
    std::vector<RollingReading> readings;
    for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler}) {
      body.form = form;
      const Rolling rolling(body);
      readings.push_back(rolling.read(0.7, rolling.coordinates(rolling.complete(0.7, start))));
    }
    // Accelerations are sums of terms like ω²a, g, 1/sin θ ω² in the angles, and what a couple makes of the inertia.
    const double size = 100 + start.w_WB_W.squaredNorm() + readings[0].contact_torque.norm() / body.inertia(0, 0);
    for (std::size_t k : {1u, 2u}) {
      EXPECT_LT((readings[k].angular_acceleration - readings[0].angular_acceleration).norm(), 2000 * eps * size * 20);
      EXPECT_LT((readings[k].contact_force - readings[0].contact_force).norm(), 2000 * eps * size);
      EXPECT_LT((readings[k].state.v_WBcm - readings[0].state.v_WBcm).norm(), 100 * eps * 10);
    }
  }
}

/// The surface never passes the ground, and the lowest point is the contact: a wrong Γ keeps an energy of its own, but
/// not this. Energy and the linear integrals: rolling_tolerance_test.cpp.
TEST_P(EverySurface, stays_on_the_ground_while_it_rolls) {
  for (int i = 0; i < bodies; ++i) {
    RollingBody body = random.body(GetParam(), i % 2 == 0);
    body.form = i % 3 == 0 ? RollingForm::body : i % 3 == 1 ? RollingForm::space : RollingForm::euler;
    const Rolling rolling(body);
    const RollingState start = random.state(body.surface);
    const Recording run = roll(rolling, start, {.t_end = 0.25, .tolerance = 1e-11, .sample = 0.05});
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      const RollingReading now = rolling.read(run.times[k], run.state(k));
      EXPECT_NEAR(now.gap, 0, 1e-10);
      EXPECT_LT(now.slip.norm(), 1e-8);
      // No other point of the surface lies lower: Γ of any other normal is at least as high.
      for (int j = 0; j < 8; ++j) {
        const Vec3 N = random.vector(1).normalized();
        const Vec3 other = now.state.R_WB * (body.centre + touching_point(body.surface, N));
        EXPECT_GE(now.state.p_WBcm.z() + other.z(), now.p_WC.z() - 1e-12);
      }
    }
  }
}

/// Balance of moments about the moving contact, by differences: d/dt of momentum is all force, d/dt of spin all moment.
TEST_P(EverySurface, changes_its_momenta_by_the_contact_force_and_gravity_alone) {
  for (int i = 0; i < bodies; ++i) {
    const RollingBody body = random.body(GetParam(), false);
    const Rolling rolling(body);
    const Recording run =
        roll(rolling, random.state(body.surface), {.t_end = 0.005, .tolerance = 1e-13, .sample = 0.0005});
    ASSERT_GE(run.times.size(), 9u);
    const auto at = [&](std::size_t k) { return rolling.read(run.times[k], run.state(k)); };
    const double h = run.times[5] - run.times[4];
    const RollingReading now = at(4);
    // Eighth-order differences of momentum and spin.
    const std::array<double, 4> weights{4. / 5, -1. / 5, 4. / 105, -1. / 280};
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (std::size_t k = 1; k <= 4; ++k) {
      const RollingReading after = at(4 + k), before = at(4 - k);
      force += weights[k - 1] / h * body.mass * (after.state.v_WBcm - before.state.v_WBcm);
      moment += weights[k - 1] / h * (after.spin - before.spin);
    }
    const Vec3 gamma = now.p_WC - now.state.p_WBcm;
    EXPECT_LT((force - now.contact_force - body.mass * body.gravity).norm(), 1e-7 * (1 + now.contact_force.norm()));
    EXPECT_LT((moment - cross_matrix(gamma) * now.contact_force).norm(), 1e-8 * (1 + now.contact_force.norm()));
  }
}

/// What a step asks for, in every form and mode: rates, the way back onto the ground, and what events watch.
TEST_P(EverySurface, allocates_nothing_in_a_step) {
  for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler})
    for (const RollingMode mode : {RollingMode::rolling, RollingMode::sliding, RollingMode::flying}) {
      if (form != RollingForm::space && mode != RollingMode::rolling) continue;
      RollingBody body = random.body(GetParam(), true);
      body.form = form;
      body.ground.friction = friction::Coulomb{0.3, 0.3};
      const Rolling rolling(body);
      RollingState start = random.state(body.surface);
      start.mode = mode;
      std::vector<double> x = rolling.coordinates(rolling.complete(0, start));
      std::vector<double> v(static_cast<std::size_t>(rolling.state_space().nv()));
      const long before = allocations();
      rolling.rate<double>(0, x, v);
      EXPECT_TRUE(rolling.project(0, x));
      double sum = rolling.slip_margin(0, x) + rolling.lift_margin(0, x) + rolling.stick_margin(0, x);
      sum += rolling.land_margin(0, x) + rolling.jam_margin(0, x) + rolling.read(0, x).kinetic_energy;
      EXPECT_EQ(allocations(), before) << to_string(form) << ", " << to_string(mode);
      EXPECT_TRUE(std::isfinite(sum));
    }
}

}  // namespace
}  // namespace polhode
