// Landings under friction that goes with the load: an impact is the limit of a short, large load.
#include <gtest/gtest.h>

#include <random>

#include <Eigen/LU>

#include "support/random_rolling.hpp"
#include "support/rolling_runs.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

constexpr double ball_mass = 0.2, ball_radius = 0.03, ball_k = 0.4;

RollingBody ball(const Friction& friction, double restitution) {
  RollingBody body{.name = "ball",
                   .mass = ball_mass,
                   .inertia = ball_k * ball_mass * ball_radius * ball_radius * Mat3::Identity(),
                   .surface = {surface::Sphere{ball_radius}},
                   .gravity = {0, 0, -9.81}};
  body.ground.friction = friction;
  body.ground.restitution = restitution;
  return body;
}

/// On the ground, about to land with this velocity.
RollingState landing(const Rolling& rolling, RollingState state) {
  const Vec3 v = state.v_WBcm;
  state.mode = RollingMode::sliding;
  state.p_WBcm = rolling.complete(0, state).p_WBcm;
  state.v_WBcm = v;
  state.mode = RollingMode::flying;
  return state;
}
RollingState landing(const Rolling& rolling, const Vec3& v, const Vec3& w) {
  RollingState state;
  state.v_WBcm = v;
  state.w_WB_W = w;
  return landing(rolling, state);
}

RollingReading landed(const Rolling& rolling, const RollingState& state) {
  const std::vector<double> before = rolling.coordinates(state);
  std::vector<double> after(before.size());
  rolling.land(0, before, after);
  return rolling.read(0, after);
}

TEST(Landing, what_no_step_resolves_has_no_state) {
  const Rolling rolling(ball(friction::LoadViscous{1e300}, 0));
  const RollingState hits = landing(rolling, {0.3, 0, -1}, {0, 0, 0});
  EXPECT_TRUE(std::isnan(landed(rolling, hits).slip.x()));
  // The run that ends there says why.
  RollingState above = hits;
  above.p_WBcm.z() += 0.01;
  const Recording run = roll(rolling, above, {.t_end = 1});
  EXPECT_EQ(run.outcome.ending, ode::Ending::not_finite);
  EXPECT_NE(run.outcome.detail.find("event 'ball.land'"), std::string::npos) << run.outcome.detail;
  EXPECT_NE(run.outcome.detail.find("friction stops the slip of 'ball'"), std::string::npos) << run.outcome.detail;
  EXPECT_NE(run.outcome.detail.find("lessen the friction"), std::string::npos) << run.outcome.detail;
  EXPECT_TRUE(rolling.trouble(0, rolling.coordinates(above)).empty());
}

/// u changes by 𝒜 p: of a ball by (1 + 1/k)/m along the ground, so that du_t = −c (1 + 1/k)/m u_t dp_n.
TEST(Landing, friction_by_load_and_slip_leaves_an_exponential_of_the_slip) {
  for (const double e : {0.0, 0.5, 1.0})
    for (const double c : {0.05, 2.0, 40.0}) {
      const Rolling rolling(ball(friction::LoadViscous{c}, e));
      const RollingReading end = landed(rolling, landing(rolling, {0.3, -0.2, -1.5}, {3, -10, 5}));
      const Vec3 u0(0.3 - ball_radius * -10, -0.2 + ball_radius * 3, 0);
      const double impulse = (1 + e) * 1.5 * ball_mass;
      const Vec3 u = u0 * fn::exp(-c * (1 + 1 / ball_k) / ball_mass * impulse);
      expect_error_within(1e-11, (end.slip - u - Vec3(0, 0, e * 1.5)).norm(),
                          "landing, friction by load and slip: slip [m/s]", "closed form");
      // The part of the slip that the centre of mass takes: 1/m of (1 + 1/k)/m.
      const Vec3 v = Vec3(0.3, -0.2, 0) + (u - u0) * ball_k / (1 + ball_k);
      EXPECT_NEAR((end.state.v_WBcm - v - Vec3(0, 0, e * 1.5)).norm(), 0, 1e-11);
      EXPECT_NEAR(end.state.w_WB_W.z(), 5, 1e-13);
      EXPECT_EQ(end.state.mode, e > 0 ? RollingMode::flying : RollingMode::sliding);
    }
}

/// Hertz's pressure summed element by element, ρ = sin a: force by μ f_n along x for a slip v along x with the spin
/// y/ε, and moment by μ f_n ε.
std::array<double, 2> rubbed(double v, double y) {
  constexpr int rings = 120, spokes = 120;
  double force = 0, moment = 0;
  for (int i = 0; i < rings; ++i) {
    const double a = (i + 0.5) / rings * pi / 2, rho = fn::sin(a), c = fn::cos(a);
    for (int j = 0; j < spokes; ++j) {
      const double b = (j + 0.5) / spokes * 2 * pi;
      const double ux = v - y * rho * fn::sin(b), uy = y * rho * fn::cos(b), u = std::sqrt(ux * ux + uy * uy);
      const double part = 3 / (2 * pi) * c * rho * c * (pi / 2 / rings) * (2 * pi / spokes);
      force += part * ux / u;
      moment += part * rho * (-ux * fn::sin(b) + uy * fn::cos(b)) / u;
    }
  }
  return {force, moment};
}

/// Of a ball the direction of the slip stays: two numbers, slip and spin, over the impulse, by Heun's steps.
TEST(Landing, a_patch_takes_slip_and_spin_together) {
  constexpr double mu = 0.3, eps = 0.004, e = 0.5, fall = 1.5;
  const Rolling rolling(ball(friction::Coulomb{mu, mu, eps}, e));
  const RollingReading end = landed(rolling, landing(rolling, {1.2, 0, -fall}, {0, -20, 300}));
  double u = 1.2 + ball_radius * 20, spin = 300;
  const int steps = 200;
  const double dp = (1 + e) * fall * ball_mass / steps;
  const double by_force = (1 + 1 / ball_k) / ball_mass,
               by_moment = 1 / (ball_k * ball_mass * ball_radius * ball_radius);
  for (int i = 0; i < steps; ++i) {
    const auto a = rubbed(u, eps * spin);
    const auto b = rubbed(u - dp * mu * by_force * a[0], eps * (spin - dp * mu * eps * by_moment * a[1]));
    u -= dp * mu * by_force * (a[0] + b[0]) / 2;
    spin -= dp * mu * eps * by_moment * (a[1] + b[1]) / 2;
  }
  ASSERT_GT(u, 0.1);
  // The midpoint rule's error near the element that does not slip, as in friction_of_a_patch_…: 2e-4 of the force.
  EXPECT_NEAR(end.slip.x(), u, 2e-4 * mu * by_force * dp * steps);
  EXPECT_NEAR(end.slip.y(), 0, 1e-14);
  EXPECT_NEAR(end.state.w_WB_W.z(), spin, 2e-4 * mu * eps * by_moment * dp * steps);
  EXPECT_LT(end.state.w_WB_W.z(), 299);
}

TEST(Landing, a_small_patch_lands_as_a_point_does) {
  constexpr double mu = 0.2;
  const Rolling point(ball(friction::Coulomb{mu, mu}, 0.5));
  const Rolling patch(ball(friction::Coulomb{mu, mu, 1e-9}, 0.5));
  // Sliding on: 3.5 μ · 1.5 · 1.5 m/s are less than the slip.
  const Vec3 v(2, 1, -1.5), w(3, -10, 5);
  const RollingReading a = landed(point, landing(point, v, w)), b = landed(patch, landing(patch, v, w));
  ASSERT_GT(a.slip.head<2>().norm(), 0.3);
  EXPECT_LT((a.state.v_WBcm - b.state.v_WBcm).norm(), 1e-11);
  EXPECT_LT((a.state.w_WB_W - b.state.w_WB_W).norm(), 1e-8);  // and by what the patch's couple takes, ∝ its radius
  EXPECT_GT((v - a.state.v_WBcm).head<2>().norm(), 0.4);
  // Sticking: what the patch leaves is where its friction fades, 1e-6 m/s.
  const Vec3 slow(0.2, 0.1, -1.5), still(0, 0, 5);
  const RollingReading held = landed(point, landing(point, slow, still)),
                       crept = landed(patch, landing(patch, slow, still));
  EXPECT_LT(held.slip.head<2>().norm(), 1e-14);
  EXPECT_LT(crept.slip.head<2>().norm(), 1e-6);
}

TEST(Landing, oil_and_ice_act_by_the_normal_alone) {
  for (const Friction& law : {Friction{friction::Viscous{5}}, Friction{friction::Smooth{}}}) {
    const Rolling rolling(ball(law, 0.5));
    const RollingReading end = landed(rolling, landing(rolling, {0.3, -0.2, -1.5}, {3, -10, 5}));
    EXPECT_LT((end.state.v_WBcm - Vec3(0.3, -0.2, 0.75)).norm(), 1e-14);
    EXPECT_LT((end.state.w_WB_W - Vec3(3, -10, 5)).norm(), 1e-13);
  }
}

/// Bodies of every surface, falling anyhow: L about the contact stays but for a patch's couple along n, the normal
/// velocity is what restitution makes of it, friction goes against the slip, and no energy is gained.
TEST(Landing, keeps_angular_momentum_about_the_contact_and_gains_no_energy) {
  RandomRolling random(7);
  int landings = 0;
  for (int i = 0; i < 300; ++i) {
    const RandomSurface kind = random_surfaces[static_cast<std::size_t>(i) % random_surfaces.size()];
    RollingBody body = random.body(kind, false);
    const bool patch = i % 2 == 0;
    body.ground.friction = patch ? Friction{friction::Coulomb{random.uniform(0, 1), 1, random.uniform(1e-4, 5e-3)}}
                                 : Friction{friction::LoadViscous{random.uniform(0, 5)}};
    body.ground.restitution = random.uniform(0, 1);
    const Rolling rolling(body);
    RollingState state = random.state(body.surface);
    state.v_WBcm = random.vector(2);
    state = landing(rolling, state);
    const RollingReading before = rolling.read(0, rolling.coordinates(state));
    if (!(before.slip.z() < -0.01)) continue;
    ++landings;
    const RollingReading after = landed(rolling, state);
    const auto momentum = [&](const RollingReading& now) {
      return Vec3(now.spin + body.mass * (now.state.p_WBcm - before.p_WC).cross(now.state.v_WBcm));
    };
    const Vec3 change = momentum(after) - momentum(before);
    EXPECT_LT(change.head<2>().norm(), 1e-12) << i;
    EXPECT_LT(patch ? 0 : std::fabs(change.z()), 1e-12) << i;
    EXPECT_LE(after.kinetic_energy, before.kinetic_energy * (1 + 1e-14)) << i;
    EXPECT_GE(after.slip.z(), -1e-12) << i;
    EXPECT_LE(after.slip.z(), -body.ground.restitution * before.slip.z() + 1e-12) << i;
  }
  EXPECT_GT(landings, 100);
}

/// A rod on its end: friction that helps to stop the fall and is gone when the rod comes off again leaves restitution
/// by velocities alone more to give than there was to take.
TEST(Landing, an_eccentric_contact_bounces_with_no_more_than_its_energy) {
  int shortened = 0;
  for (const double lean : {-1.2, -0.9, -0.6, -0.3, 0.3, 0.6, 0.9, 1.2})
    for (const double speed : {0.03, 0.1, 0.3, 3.0})
      for (const Friction& law : {Friction{friction::Coulomb{1, 1, 1e-3}}, Friction{friction::LoadViscous{50}}}) {
        RollingBody body{
            .name = "rod", .mass = 1, .surface = {surface::Ellipsoid{{0.1, 0.02, 0.02}}}, .gravity = {0, 0, -9.81}};
        body.inertia = uniform_solid(body.surface, body.mass)->inertia();
        body.ground.friction = law;
        body.ground.restitution = 1;
        const Rolling rolling(body);
        RollingState state;
        state.R_WB = Rotation::about_y(lean);
        state.v_WBcm = {speed, 0.1 * speed, -0.3};
        state = landing(rolling, state);
        const RollingReading before = rolling.read(0, rolling.coordinates(state)), after = landed(rolling, state);
        EXPECT_LE(after.kinetic_energy, before.kinetic_energy * (1 + 1e-12)) << lean << ", " << speed;
        EXPECT_GT(after.slip.z(), -1e-12) << lean << ", " << speed;
        shortened += after.slip.z() < (1 - 1e-6) * -before.slip.z() ? 1 : 0;
      }
  EXPECT_GT(shortened, 0);
}

/// An eccentric contact turns its slip while it lands: beside many small steps of the impulse, each with the direction
/// of its own slip.
TEST(Landing, an_eccentric_contact_turns_its_slip_while_it_lands) {
  RandomRolling random(3);
  RollingBody body = random.body(RandomSurface::ellipsoid, false);
  const double c = 1.5, e = 0.3;
  body.ground.friction = friction::LoadViscous{c};
  body.ground.restitution = e;
  const Rolling rolling(body);
  RollingState state = random.state(body.surface);
  state.v_WBcm = {0.8, -0.5, -1.2};
  state = landing(rolling, state);
  const RollingReading before = rolling.read(0, rolling.coordinates(state)), after = landed(rolling, state);
  ASSERT_LT(before.slip.z(), -0.1);
  const Mat3 R = state.R_WB.matrix();
  const Mat3 inverse = (R * body.inertia * R.transpose()).inverse();
  const Vec3 gamma = before.p_WC - state.p_WBcm;
  Vec3 v = state.v_WBcm, w = state.w_WB_W;
  const double dp = 1e-6;
  const auto slip = [&] { return Vec3(v + w.cross(gamma)); };
  while (slip().z() < -e * before.slip.z()) {
    const Vec3 u = slip(), p = dp * (Vec3::UnitZ() - c * Vec3(u.x(), u.y(), 0));
    v += p / body.mass;
    w += inverse * gamma.cross(p);
  }
  EXPECT_LT((after.state.v_WBcm - v).norm(), 1e-5);  // steps of 1e-6 N s of the first order, in some 1e5 of them
  EXPECT_LT((after.state.w_WB_W - w).norm(), 1e-3);
  EXPECT_GT((after.slip - before.slip).head<2>().norm(), 0.1);
}

/// On a slope and far from the origin a gap is rounded to more than the last bounces are high. What comes of them is
/// known all the same: along the normal the ball falls in g cos β, and rests when the bounces have added up.
TEST(Landing, a_ball_bounces_to_rest_on_a_slope_wherever_it_is) {
  std::mt19937 seeded(5);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 60; ++i) {
    const double slope = (5 + 25 * unit(seeded)) * pi / 180, e = 0.3 + 0.5 * unit(seeded);
    RollingBody body = ball(friction::Coulomb{0.3, 0.3}, e);
    const Vec3 n(fn::sin(slope), 0, fn::cos(slope));
    body.ground.shape = ground::Plane{.normal = n};
    const Rolling rolling(body);
    RollingState start;
    const double gap = 0.1 + 0.4 * unit(seeded);
    const Vec3 along(fn::cos(slope), 0, -fn::sin(slope));
    start.p_WBcm = (gap + ball_radius) * n + 10 * (unit(seeded) - 0.5) * along + Vec3(0, 10 * (unit(seeded) - 0.5), 0);
    start.mode = RollingMode::flying;
    const double pull = 9.81 * fn::cos(slope), first = std::sqrt(2 * gap / pull), rest = first * (1 + e) / (1 - e);
    for (const double tolerance : {1e-9, 1e-12}) {
      SimulateOptions options{.t_end = rest + 0.2, .tolerance = tolerance, .sample = 0.5};
      std::vector<double> x0 = rolling.coordinates(start);
      options.watches = contact_watches(rolling, 0, x0.size());
      const Recording run = simulate(System(RollingSystem({rolling})), x0, options);
      ASSERT_EQ(run.outcome.ending, ode::Ending::finished) << run.outcome.detail;
      EXPECT_NE(rolling.read(run.outcome.t, run.state(run.times.size() - 1)).state.mode, RollingMode::flying);
      double last = 0;
      for (const auto& event : run.events)
        if (event.name == "ball.land") last = event.t;
      // What is left out are flights of at most u = 4e-6 m/s: 2u/a each, in a row that adds up to 1/(1 − e) of it.
      EXPECT_NEAR(last, rest, 1e-8 + 2 * 4e-6 / pull / (1 - e)) << i;
    }
  }
}

/// What comes down along a line or on a face has no single point to take the blow: its run ends there by name, and with
/// the symmetry that it fell with. A little off, it lands on the rim that is lower.
TEST(Landing, along_a_line_or_on_a_flat_face_ends_by_that_name) {
  struct Case {
    double tilt;
    Vec3 w;
    Surface surface;
    const char* name;
  };
  const Surface thick{surface::Disk{0.04, 0.005}}, thin{surface::Disk{0.04, 0}};
  const Surface rounded{surface::RoundedDisk{0.04, 0.01, 0.004}}, torus{surface::Torus{0.03, 0.01}};
  const std::array<Case, 10> cases{{{pi / 2, {0, 0, 0}, thick, "body.line"},
                                    {pi / 2, {0, 0, 7}, thick, "body.line"},
                                    {-pi / 2, {0, 0, 0}, rounded, "body.line"},
                                    {pi / 2, {0, 0, 0}, thin, "body.land"},
                                    {pi / 2 - 1e-6, {0, 0, 0}, thick, "body.land"},
                                    {pi / 2 + 1e-6, {0, 0, 0}, rounded, "body.land"},
                                    {5e-4, {0, 0, 0}, thick, "body.flat"},
                                    {pi - 5e-4, {0, 0, 0}, thin, "body.flat"},
                                    {5e-4, {0, 0, 3}, torus, "body.flat"},
                                    {2e-3, {0, 0, 0}, rounded, "body.land"}}};
  for (const Case& one : cases) {
    RollingBody body{.name = "body", .mass = 0.1, .surface = one.surface, .gravity = {0, 0, -9.81}};
    body.inertia = Vec3(4e-5, 4e-5, 8e-5).asDiagonal();
    body.ground.friction = friction::Coulomb{0.3, 0.3};
    body.ground.restitution = 0.5;
    RollingStart start{.motion = rolling_start::Attitude{.R_WB = Rotation::about_x(one.tilt), .w = one.w}};
    start.position = {0, 0, 0.3};
    start.flying = true;
    const Recording run = simulate(body, start, {.t_end = 0.26, .tolerance = 1e-10});
    ASSERT_FALSE(run.events.empty()) << one.tilt;
    EXPECT_EQ(run.events[0].name, one.name) << one.tilt;
    const double height = touching_point(one.surface, Rotation::about_x(one.tilt).inverse() * Vec3::UnitZ())
                              .dot(Rotation::about_x(one.tilt).inverse() * -Vec3::UnitZ());
    EXPECT_NEAR(run.events[0].t, std::sqrt(2 * (0.3 - height) / 9.81), 1e-9) << one.tilt;
    if (std::string(one.name) == "body.land") continue;
    EXPECT_EQ(run.outcome.ending, ode::Ending::stopped) << one.tilt;
    EXPECT_EQ(run.events.size(), 1u) << one.tilt;
    const RollingReading end = Rolling(body).read(run.t_end, run.x_end);
    EXPECT_LT((end.state.w_WB_W - Rotation::about_x(one.tilt) * one.w).norm(), 1e-9) << one.tilt;
  }
}

}  // namespace
}  // namespace polhode
