// Slips that begin, end and jam, and contacts that open, of random bodies: none of them ends a run without a name.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support/random_frames.hpp"
#include "support/random_rolling.hpp"
#include "support/rolling_runs.hpp"

namespace polhode {
namespace {

/// u̇ of the point of the body that touches level ground at rest, by the accelerations of the body.
Vec3 slip_rate(const RollingReading& now) {
  const Vec3 gamma = now.p_WC - now.state.p_WBcm, gamma_rate = now.path_velocity - now.state.v_WBcm;
  return now.acceleration + now.angular_acceleration.cross(gamma) + now.state.w_WB_W.cross(gamma_rate);
}

/// A contact at rest holds, slips or opens. It slips in a direction in which the slip grows along itself, and that is
/// no pole of the load: there ŝ⊥·u̇ changes its sign, too, and the load is 10¹⁴ N or pulls.
TEST(SlipEnd, a_contact_at_rest_holds_or_slips_along_itself_or_opens) {
  int held = 0, slips = 0, opens = 0;
  const int bodies = long_run() ? 4000 : 800;
  for (int i = 0; i < bodies; ++i) {
    RandomRolling random(9000 + static_cast<unsigned>(i));
    RollingBody body = random.body(i % 2 == 0 ? RandomSurface::ellipsoid : RandomSurface::torus, false);
    body.centre = random.vector(0.02);
    const double mu = random.uniform(0.05, 1.5);
    body.ground.friction = friction::Coulomb{mu, mu};
    const Rolling rolling(body);
    RollingState start = random.state(body.surface);
    start.w_WB_W *= random.uniform(0.5, 5);
    std::vector<double> x = rolling.coordinates(rolling.complete(0, start));
    const RollingReading rolled = rolling.read(0, x);
    rolling.settle(0, x);
    const RollingReading now = rolling.read(0, x);
    SCOPED_TRACE(testing::Message() << "body " << i << ", " << mu);
    if (now.state.mode == RollingMode::rolling) {
      ++held;
      EXPECT_LE(rolled.friction_force, mu * rolled.normal_force);
      continue;
    }
    EXPECT_TRUE(rolled.normal_force < 0 || rolled.friction_force > mu * rolled.normal_force);
    const Vec3 rate = slip_rate(now), n = Vec3::UnitZ();
    if (now.state.mode == RollingMode::flying) {
      ++opens;
      EXPECT_GE(n.dot(rate), 0);
      continue;
    }
    ++slips;
    const double size = rate.norm() + 9.81;
    const Vec3 along(fn::cos(now.state.slip_angle), fn::sin(now.state.slip_angle), 0);
    EXPECT_GE(now.normal_force, 0);
    EXPECT_NEAR(n.dot(rate), 0, 1e-11 * size);
    EXPECT_NEAR(n.cross(along).dot(rate), 0, 1e-9 * size);
    EXPECT_GE(along.dot(rate), -1e-11 * size);
    const Vec3 friction = now.contact_force - now.normal_force * n;
    EXPECT_LT((friction + mu * now.normal_force * along).norm(), 1e-10 * (1 + now.normal_force));
    EXPECT_GT(rolling.jam_margin(0, x), 0);
  }
  EXPECT_GT(held, bodies / 10);
  EXPECT_GT(slips, bodies / 10);
  EXPECT_GT(opens, 0);
}

/// An ellipsoid with its weight off its middle, on ground so rough that many of its slips end near where friction jams.
struct Rough {
  RollingBody body;
  RollingState start;
};
Rough rough(const Vec3& axes, double mu, const Vec3& centre, double tilt, const Vec3& rates) {
  Rough of;
  of.body = {
      .name = "body", .mass = 0.3, .surface = {surface::Ellipsoid{axes}}, .centre = centre, .gravity = {0, 0, -9.81}};
  of.body.inertia = Vec3(2e-4, 2.5e-4, 3e-4).asDiagonal();
  of.body.ground.friction = friction::Coulomb{mu, mu};
  of.start.R_WB = Rotation::about_x(tilt);
  of.start.w_WB_W = rates[0] * Vec3::UnitZ() + rates[1] * Vec3::UnitX() + rates[2] * (of.start.R_WB * Vec3::UnitZ());
  return of;
}

/// Slips that end with 10³ m/s², within 10⁻¹⁷ s of steps that a run at t = 0.03 s can still tell apart: the slip ends
/// in such a step, at the same time for every tolerance. Later its direction turns to where friction jams while it
/// still slips: the load grows beyond all, which is the end by its name, wherever steps fall.
TEST(SlipEnd, steep_ends_are_found_and_jams_are_named_at_every_tolerance) {
  const Rough of = rough({0.06, 0.07, 0.03}, 1.09, {-0.003, 0, 0.003}, 55 * pi / 180, {-5, -0.6, -17});
  const Rolling rolling(of.body);
  std::array<double, 2> should{};
  for (const double tolerance : {1e-12, 1e-11, 1e-10, 1e-9, 1e-8}) {
    const Recording run = roll(rolling, of.start, {.t_end = 3, .tolerance = tolerance, .sample = 0.05});
    const std::array now{time_of(run, "body.stick"), time_of(run, "body.jam")};
    if (tolerance == 1e-12) should = now;
    SCOPED_TRACE(tolerance);
    EXPECT_NEAR(now[0], 0.0329867842, 1e-7);
    // Of an unstable motion that tumbles some three times by then.
    EXPECT_NEAR(now[0], should[0], 1e3 * tolerance);
    EXPECT_NEAR(now[1], should[1], 1e5 * tolerance);
    EXPECT_EQ(run.outcome.ending, ode::Ending::stopped);
  }
}

TEST(SlipEnd, every_run_ends_by_its_time_or_by_name) {
  const int bodies = long_run() ? 400 : 60;
  int sticks = 0, jams = 0;
  for (int i = 0; i < bodies; ++i) {
    RandomRolling random(300 + static_cast<unsigned>(i));
    const double mu = random.uniform(0.4, 1.5);
    const Vec3 axes(random.uniform(0.03, 0.08), random.uniform(0.03, 0.08), random.uniform(0.03, 0.08));
    const Vec3 rates(random.uniform(-20, 20), random.uniform(-2, 2), random.uniform(-30, 30));
    const Rough of = rough(axes, mu, random.vector(0.005), random.uniform(0.3, 1.4), rates);
    const double tolerance = std::array{1e-8, 1e-9, 1e-10, 1e-11}[static_cast<std::size_t>(i % 4)];
    const Recording run = roll(Rolling(of.body), of.start, {.t_end = 2, .tolerance = tolerance, .sample = 0.1});
    for (const EventHit& event : run.events) sticks += event.name == "body.stick";
    const bool jammed = !std::isnan(time_of(run, "body.jam"));
    jams += jammed;
    EXPECT_EQ(run.outcome.ending, jammed ? ode::Ending::stopped : ode::Ending::finished)
        << "body " << i << ": " << run.outcome.detail;
  }
  EXPECT_GT(sticks, bodies);
  EXPECT_LT(jams, bodies / 4);
}

/// A body whose rolling is resisted, by a couple that does not go by the load, and that slides where the couple would
/// lift it while its weight brings it back: on the ground without a load, under a part of the couple. In truth contact
/// that lifts and flight that lands followed each other without end.
TEST(SlipEnd, what_resists_carries_what_it_would_lift) {
  RandomRolling random(1);
  int floating = 0;
  double least = 1, most = 0;
  for (int i = 0; i < 40; ++i) {
    RollingBody body = random.body(RandomSurface::ellipsoid, false);
    body.ground.friction = friction::Coulomb{0.2, 0.5};
    body.ground.restitution = 0.1;
    const double couple = 4e-3;
    body.dissipation = dissipation::RollingTorque{couple};
    const Rolling rolling(body);
    RollingState start = random.state(body.surface);
    start.w_WB_W *= 4;
    const Recording run = roll(rolling, start, {.t_end = 0.6, .tolerance = 1e-10, .sample = 2e-4});
    EXPECT_EQ(run.outcome.ending, ode::Ending::finished) << i << ": " << run.outcome.detail;
    // Of some hundred steps between landings, each with an error of the tolerance.
    EXPECT_LT(run.drift("energy").largest, 1e-7) << i;
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      const RollingReading now = rolling.read(run.times[k], run.state(k));
      if (now.state.mode != RollingMode::sliding) continue;
      EXPECT_GE(now.normal_force, -1e-8);
      // Of the direction and size that the law gives where there is a load; faded below 1 rad/s.
      if (now.normal_force > 1e-9) continue;
      ++floating;
      EXPECT_LT(now.contact_force.norm(), 1e-8);
      EXPECT_NEAR(Vec3::UnitZ().dot(slip_rate(now)), 0, 1e-9 * (9.81 + now.acceleration.norm()));
      const Mat3 R = now.state.R_WB.matrix(), I = R * body.inertia * R.transpose();
      const Vec3 free = I.inverse() * (-now.state.w_WB_W.cross(I * now.state.w_WB_W));
      const Vec3 gamma = now.p_WC - now.state.p_WBcm, gamma_rate = now.path_velocity - now.state.v_WBcm;
      const Vec3 alone = body.gravity + free.cross(gamma) + now.state.w_WB_W.cross(gamma_rate);
      EXPECT_LE(alone.z(), 1e-9) << "without the couple it would come down";
      least = std::min(least, now.contact_torque.norm() / couple);
      most = std::max(most, now.contact_torque.norm() / couple);
    }
  }
  EXPECT_GT(floating, 5);
  EXPECT_LT(least, 0.5 * most);
}

/// In the form body the attitude and the normal both say how the ground lies; on a ground that moves they must agree,
/// or what the ground does is booked beside what it did.
TEST(SlipEnd, the_form_body_closes_its_energy_on_a_turntable) {
  for (const bool slopes : {false, true})
    for (const double tolerance : {1e-7, 1e-9, 1e-11}) {
      RollingBody body{.name = "body",
                       .mass = 0.2,
                       .surface = {surface::Ellipsoid{{0.05, 0.04, 0.03}}},
                       .form = RollingForm::body,
                       .gravity = {0, 0, -9.81}};
      body.inertia = uniform_solid(body.surface, body.mass)->inertia();
      auto& plane = std::get<ground::Plane>(body.ground.shape);
      plane.turning = random_bodies::of_time("2+sin(3*t)");
      if (slopes) plane.normal = Vec3(0.1, 0.05, 1).normalized();
      RollingState start;
      start.R_WB = Rotation::about_x(0.4);
      start.w_WB_W = {3, -2, 5};
      const Recording run = roll(Rolling(body), start, {.t_end = 4, .tolerance = tolerance, .sample = 0.1});
      EXPECT_EQ(run.outcome.ending, ode::Ending::finished);
      EXPECT_LT(run.drift("energy").largest, 20 * tolerance) << slopes << " " << tolerance;
    }
}

}  // namespace
}  // namespace polhode
