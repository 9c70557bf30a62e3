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

/// A coin that is spun on a table and wobbles: it slips and sticks some ten times a second.
RollingBody coin(double sliding, double standing) {
  RollingBody body{.name = "coin", .mass = 0.0075, .surface = {surface::Disk{0.012, 0}}, .gravity = {0, 0, -9.81}};
  body.inertia = uniform_solid(body.surface, body.mass)->inertia();
  body.dissipation = dissipation::RollingTorque{1e-7};
  body.ground.friction = friction::Coulomb{sliding, standing};
  return body;
}
RollingState spun() {
  RollingState state;
  state.R_WB = Rotation::about_x(75 * pi / 180);
  state.w_WB_W = {0, 0, 30};
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

/// The same of slips that end in every way: settled, turning ever faster, and passing their end by 10⁻⁵ m/s.
TEST(SlipDirection, no_step_errs_where_a_body_wobbles_from_slip_to_slip) {
  const Rolling wobbly(ring());
  for (const double tolerance : {1e-8, 1e-10, 1e-11}) {
    const Certificate slips = certified(wobbly, wobbling(), 1, tolerance);
    EXPECT_GE(slips.run.events.size(), 8u);
    EXPECT_TRUE(slips.honoured) << tolerance << ": " << slips.worst << " at " << slips.worst_at;
  }
  struct Case {
    double sliding, standing, tolerance;
  };
  for (const Case& one :
       {Case{0.2, 0.25, 1e-9}, Case{0.1, 0.1, 1e-8}, Case{0.12, 0.12, 1e-7}, Case{0.15, 0.15, 1e-10}}) {
    const Certificate slips = certified(Rolling(coin(one.sliding, one.standing)), spun(), 1.2, one.tolerance);
    EXPECT_GE(slips.run.events.size(), 10u);
    EXPECT_TRUE(slips.honoured) << one.sliding << ": " << slips.worst << " at " << slips.worst_at;
  }
}

/// What rolls to the tolerance begins to slip from rest at the contact: from what the tolerance leaves, in whatever
/// direction, this coin once began its slip backwards, and took off.
TEST(SlipDirection, slips_begin_alike_at_every_tolerance) {
  const Rolling rolling(coin(0.4, 0.4));
  const SimulateOptions fine{.t_end = 1.2, .tolerance = 1e-11, .sample = 1.2};
  const Recording should = roll(rolling, spun(), fine);
  ASSERT_EQ(should.events.size(), 32u);
  for (const double tolerance : {1e-7, 1e-8, 1e-9}) {
    SimulateOptions coarse = fine;
    coarse.tolerance = tolerance;
    const Recording run = roll(rolling, spun(), coarse);
    ASSERT_EQ(run.events.size(), should.events.size()) << tolerance;
    // A hundred steps, grown by a factor of a hundred.
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      EXPECT_EQ(run.events[i].name, should.events[i].name);
      EXPECT_NEAR(run.events[i].t, should.events[i].t, 1e4 * tolerance) << i;
    }
  }
}

/// (10) by itself: as the motion goes on, the slip stays along its direction, dσ̂⊥·u/dt = 0 by differences of u. A limit
/// to how fast a direction may turn once bent turnings of 10⁶ rad/s by 10⁻⁴.
TEST(SlipDirection, the_direction_of_the_state_turns_as_its_slip_does) {
  const Rolling rolling(ring());
  const StateSpace space = rolling.state_space();
  for (const double slip : {1e-3, 1e-4, 2e-5, 1e-5})
    for (const double angle : {0.3, 2.0, 4.0}) {
      RollingState state = wobbling();
      state = rolling.complete(0, state);
      state.mode = RollingMode::sliding;
      state.slip_angle = angle;
      state.v_WBcm += slip * Vec3(fn::cos(angle), fn::sin(angle), 0);
      const std::vector<double> x = rolling.coordinates(state);
      std::vector<double> rate(static_cast<std::size_t>(space.nv())), u(rate.size()), y(x.size());
      rolling.rate<double>(0, x, rate);
      // A turn by 10⁻⁴ rad, over which the difference errs by its square.
      const double dt = 1e-4 / std::max(std::fabs(rate.back()), 1e3);
      const auto across = [&](double sense) {
        for (std::size_t i = 0; i < u.size(); ++i) u[i] = sense * dt * rate[i];
        space.retract<double>(x, u, y);
        const RollingReading now = rolling.read(0, y);
        return now.slip.dot(Vec3(-fn::sin(now.state.slip_angle), fn::cos(now.state.slip_angle), 0));
      };
      const double turned = 2 * dt * std::fabs(rate.back()) * slip;
      EXPECT_NEAR(across(1) - across(-1), 0, 1e-6 * turned + 4e-16) << slip << " " << angle << " " << rate.back();
    }
}

/// A slip of rounding that nothing changes, as where friction has just been used up, turns at no infinite rate.
TEST(SlipDirection, a_slip_that_nothing_changes_has_a_rate) {
  RollingBody body{.name = "ball", .mass = 1, .surface = {surface::Sphere{1}}, .gravity = {0, 0, 0}};
  body.inertia = Mat3::Identity();
  body.ground.friction = friction::Coulomb{0.3, 0.3};
  const Rolling rolling(body);
  RollingState state = rolling.complete(0, {});
  state.mode = RollingMode::sliding;
  state.v_WBcm.x() = 1e-17;
  const std::vector<double> x = rolling.coordinates(state);
  std::vector<double> rate(static_cast<std::size_t>(rolling.state_space().nv()));
  rolling.rate<double>(0, x, rate);
  EXPECT_TRUE(all_finite(rate));
}

constexpr double ball_radius = 0.05, ball_k = 0.4, slope_g = 9.81;
/// Downhill, level and out of a slope that goes down obliquely to the world's axes.
Mat3 axes_of_slope(double tilt) { return (Rotation::about_z(0.7) * Rotation::about_y(tilt)).matrix(); }
/// A uniform ball on it.
RollingBody ball_on_slope(double mu, double tilt) {
  RollingBody body{.name = "ball", .mass = 0.3, .surface = {surface::Sphere{ball_radius}}, .gravity = {0, 0, -slope_g}};
  body.inertia = ball_k * body.mass * ball_radius * ball_radius * Mat3::Identity();
  std::get<ground::Plane>(body.ground.shape).normal = axes_of_slope(tilt).col(2);
  body.ground.friction = friction::Coulomb{mu, mu};
  return body;
}

/// A ball slides where tan α > μ(1 + 1/k). However little it slides, friction acts uphill, with μmg cos α:
///
///   v = g(sin α − μ cos α) t,   ω = μ g cos α t/(k r),   u = v − ω r
///
/// The direction of the slip settles at the rate (1 + 1/k) μ g cos α/u, millions of times faster than the motion where
/// the slope is a hair too steep.
TEST(SlipDirection, a_ball_slides_down_a_slope_a_hair_too_steep_in_few_steps) {
  for (const double mu : {0.1, 0.2, 0.5})
    for (const double excess : {1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1}) {
      SCOPED_TRACE(testing::Message() << mu << " " << excess);
      const double tilt = std::atan((1 + excess) * mu * (1 + 1 / ball_k)), c = fn::cos(tilt), s = fn::sin(tilt);
      const Rolling rolling(ball_on_slope(mu, tilt));
      const RollingState start = rolling.complete(0, {});
      const double t = 1;
      const Recording run = roll(rolling, start, {.t_end = t, .tolerance = 1e-10, .sample = t});
      ASSERT_EQ(run.outcome.ending, ode::Ending::finished);
      EXPECT_TRUE(run.events.empty());
      // Twice what steps of the settling of 0.1 of a turn need.
      EXPECT_LT(run.statistics.steps, 600);
      const RollingReading end = rolling.read(t, run.x_end);
      ASSERT_EQ(end.state.mode, RollingMode::sliding);
      const Mat3 axes = axes_of_slope(tilt);
      const Vec3 downhill = axes.col(0), along_axis = axes.col(1);
      const double a = slope_g * (s - mu * c), rate = mu * slope_g * c / (ball_k * ball_radius);
      // The motion is quadratic in time, which steps follow but for rounding. A direction that is off by 10⁻¹⁰ rad, as
      // (10a) allows, adds so much of what friction does.
      const double friction = mu * slope_g * c, allowed = 1e-10 * friction * t * t + 1e-12;
      EXPECT_LT((end.state.p_WBcm - start.p_WBcm - 0.5 * a * t * t * downhill).norm(), allowed);
      EXPECT_LT((end.state.v_WBcm - a * t * downhill).norm(), allowed);
      EXPECT_LT((end.state.w_WB_W - rate * t * along_axis).norm(), allowed / (ball_k * ball_radius));
      // The slip is the small difference of the two.
      EXPECT_LT((end.slip - excess * slope_g * mu * (1 + 1 / ball_k) * c * t * downhill).norm(), 4 * allowed);
    }
}

/// Just below that slope it rolls, with g sin α/(1 + k).
TEST(SlipDirection, a_ball_rolls_down_a_slope_a_hair_less_steep) {
  for (const double mu : {0.1, 0.2, 0.5})
    for (const double lack : {1e-7, 1e-5, 1e-3}) {
      const double tilt = std::atan((1 - lack) * mu * (1 + 1 / ball_k));
      const Rolling rolling(ball_on_slope(mu, tilt));
      const RollingState start = rolling.complete(0, {});
      const Recording run = roll(rolling, start, {.t_end = 1, .tolerance = 1e-10, .sample = 1});
      const RollingReading end = rolling.read(1, run.x_end);
      EXPECT_EQ(end.state.mode, RollingMode::rolling);
      EXPECT_LT(run.statistics.steps, 100);
      const double a = slope_g * fn::sin(tilt) / (1 + ball_k);
      EXPECT_NEAR((end.state.p_WBcm - start.p_WBcm).norm(), 0.5 * a, 1e-12);
    }
}

/// A slip that begins askew turns downhill. With A = g sin α, B = (1 + 1/k) μ g cos α and φ from downhill, u̇ = A down −
/// B ŝ makes dlnσ/dφ = (B − A cos φ)/(A sin φ):
///
///   σ sin φ cot(φ/2)^(B/A) = const
///
/// In the end all of the slip across is gone, of which friction took u_y/(1 + 1/k) from the velocity.
TEST(SlipDirection, a_slip_askew_turns_downhill_as_in_closed_form_and_then_takes_few_steps) {
  const double mu = 0.2, tilt = std::atan(1.00001 * mu * (1 + 1 / ball_k)), ratio = 1 / 1.00001;
  const Rolling rolling(ball_on_slope(mu, tilt));
  const Mat3 axes = axes_of_slope(tilt);
  for (const double slip : {1e-6, 1e-5, 1e-4}) {
    RollingState start = rolling.complete(0, {});
    start.mode = RollingMode::sliding;
    start.v_WBcm = slip * (fn::cos(1.2) * axes.col(0) + fn::sin(1.2) * axes.col(1));
    const double settled_in = slip / (mu * slope_g);
    SimulateOptions options{.t_end = 1, .tolerance = 1e-11, .sample = 1};
    for (int i = 1; i <= 4; ++i) options.also_at.push_back(0.1 * i * settled_in);
    const Recording run = roll(rolling, start, options);
    const auto constant = [&](const Vec3& u) {
      const double x = u.dot(axes.col(0)), y = u.dot(axes.col(1)), half = y / (u.norm() + x);
      return y * fn::exp(-ratio * fn::log(half));
    };
    const double should = constant(start.v_WBcm);
    for (std::size_t i = 0; i < run.times.size() && run.times[i] <= settled_in; ++i)
      // Velocities are known to the tolerance, of the slip.
      EXPECT_NEAR(constant(rolling.read(run.times[i], run.state(i)).slip) / should, 1, 100 * 1e-11 / slip) << i;
    const RollingReading end = rolling.read(1, run.x_end);
    const double across = slip * fn::sin(1.2);
    EXPECT_NEAR(end.state.v_WBcm.dot(axes.col(1)), across - across / (1 + 1 / ball_k), 2e-10) << slip;
    EXPECT_LT(run.statistics.steps, 1500) << slip;
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
