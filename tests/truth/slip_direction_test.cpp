// The direction of a slip where the slip is nearly none: at its onset and at its end.
#include <gtest/gtest.h>

#include <polhode/sim/certify.hpp>

#include "rolling_friction_rows.hpp"
#include "support/rolling_runs.hpp"

namespace polhode {
namespace {

using namespace reference;

RollingBody ellipsoid_on_dry_ground() {
  RollingBody body = body_of(slipping_ellipsoid);
  body.ground.friction = friction::Coulomb{slipping_ellipsoid_mu, slipping_ellipsoid_mu};
  return body;
}

/// A ring that stands at 60° and wobbles: it slips and sticks about once in 60 ms.
RollingBody ring() {
  RollingBody body{.name = "ring", .mass = 0.44, .surface = {surface::Torus{0.03, 0.005}}, .gravity = {0, 0, -9.81}};
  body.inertia = uniform_solid(body.surface, body.mass)->inertia();
  body.ground.friction = friction::Coulomb{0.2, 0.2};
  return body;
}
RollingState wobbling() {
  RollingState state;
  state.R_WB = Rotation::about_x(pi / 3);
  state.w_WB_W = Vec3(0.5, 0, 10) + 5 * (state.R_WB * Vec3::UnitZ());
  return state;
}

Certificate certified(const Rolling& rolling, const RollingState& start, double t_end, double tolerance) {
  std::vector<double> x0 = rolling.coordinates(rolling.complete(0, start));
  rolling.settle(0, x0);
  CertifyOptions options;
  options.run = {.t_end = t_end, .tolerance = tolerance, .sample = t_end / 100};
  options.run.watches = contact_watches(rolling, 0, x0.size());
  return certify(System(RollingSystem({rolling})), x0, options);
}

/// A step may err by some ten tolerances, estimates being estimates; an onset or an end that no step can resolve makes
/// hundreds and thousands of them.
TEST(SlipDirection, no_step_errs_where_a_slip_begins_and_ends) {
  const Rolling rolling(ellipsoid_on_dry_ground());
  for (const double tolerance : {1e-8, 1e-10, 1e-11, 1e-12}) {
    const Certificate slips = certified(rolling, state_of(slipping_ellipsoid.start), 0.3, tolerance);
    ASSERT_FALSE(slips.checks.empty());
    EXPECT_EQ(slips.run.events.size(), 2u);
    EXPECT_LT(slips.worst, 20) << tolerance << " at " << slips.worst_at;
    RollingState falling = state_of(slipping_ellipsoid.start);
    falling.p_WBcm.z() += 0.08;
    falling.v_WBcm = {0.3, 0.1, 0};
    falling.mode = RollingMode::flying;
    const Certificate lands = certified(rolling, falling, 0.4, tolerance);
    ASSERT_GE(lands.run.events.size(), 2u);
    EXPECT_EQ(lands.run.events[0].name, "body.land");
    EXPECT_LT(lands.worst, 20) << tolerance << " at " << lands.worst_at;
  }
}

/// Explicit steps resolve what settles at the rate μ f_n 𝒜/σ by steps of its inverse; from the smallest slip that
/// counts on this took thousands of them for each slip.
TEST(SlipDirection, a_slip_that_begins_takes_few_steps) {
  const Rolling rolling(ellipsoid_on_dry_ground());
  const Recording once =
      roll(rolling, state_of(slipping_ellipsoid.start), {.t_end = 0.3, .tolerance = 1e-9, .sample = 0.3});
  ASSERT_EQ(once.events.size(), 2u);
  EXPECT_LT(once.statistics.steps, 600);

  const Recording often = roll(Rolling(ring()), wobbling(), {.t_end = 4, .tolerance = 1e-9, .sample = 4});
  EXPECT_EQ(often.outcome.ending, ode::Ending::finished);
  EXPECT_GT(often.events.size(), 60u);
  EXPECT_LT(often.statistics.steps, 200 * static_cast<std::int64_t>(often.events.size()));
  EXPECT_LT(often.drift("energy").largest, 1e-7);
}

/// Between slips it comes close to an end again and again, its direction turning faster and faster.
TEST(SlipDirection, events_of_slip_and_stick_do_not_depend_on_the_method) {
  SimulateOptions options{.t_end = 1, .tolerance = 1e-11, .sample = 1};
  const Rolling rolling(ring());
  const Recording one = roll(rolling, wobbling(), options);
  options.method = *ode::find_method("rodas5p");
  const Recording other = roll(rolling, wobbling(), options);
  ASSERT_EQ(one.events.size(), other.events.size());
  ASSERT_GE(one.events.size(), 8u);
  // Tolerances of some thousand steps, grown by a factor of a hundred from the first slip on.
  for (std::size_t i = 0; i < one.events.size(); ++i) EXPECT_NEAR(one.events[i].t, other.events[i].t, 1e-8) << i;
}

/// Along the direction in which the force is the one that held, turned as the forces turn: by the closed form of the
/// reference, where quad precision follows the slip from its onset.
TEST(SlipDirection, a_slip_begins_against_the_friction_that_held) {
  const Rolling rolling(ellipsoid_on_dry_ground());
  const double after = 2e-4;  // the direction turns at some 10 rad/s
  const Recording run = roll(rolling, state_of(slipping_ellipsoid.start),
                             {.t_end = slip_begins.t + after, .tolerance = 1e-13, .sample = 1});
  const RollingReading end = rolling.read(run.t_end, run.x_end);
  ASSERT_GT(end.slip.norm(), 1e-8);
  const Vec3 along(slip_begins_along[0], slip_begins_along[1], 0);
  EXPECT_LT((end.slip.normalized() - along).norm(), 30 * after);
  // What the slip of the state does and what its direction says are the same to what velocities are rounded to.
  const Vec3 said(fn::cos(end.state.slip_angle), fn::sin(end.state.slip_angle), 0);
  EXPECT_LT((end.slip.normalized() - said).norm() * end.slip.norm(), 1e-13);
}

}  // namespace
}  // namespace polhode
