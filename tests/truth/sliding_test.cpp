// Sliding, sticking, flying and landing: closed forms, solutions of many digits, and what mode changes keep.
#include <gtest/gtest.h>

#include "rolling_friction_rows.hpp"
#include "support/rolling_runs.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using namespace reference;

RollingBody ball(double mass, double radius, double k, double g, const Friction& friction) {
  RollingBody body{.name = "ball",
                   .mass = mass,
                   .inertia = k * mass * radius * radius * Mat3::Identity(),
                   .surface = {surface::Sphere{radius}},
                   .gravity = {0, 0, -g}};
  body.ground.friction = friction;
  return body;
}

RollingState sliding(const Vec3& v, const Vec3& w) {
  RollingState state;
  state.v_WBcm = v;
  state.w_WB_W = w;
  state.mode = RollingMode::sliding;
  return state;
}

const WorkDone& work(const Recording& run, const std::string& name) {
  return *std::find_if(run.works.begin(), run.works.end(), [&](const WorkDone& one) { return one.name == name; });
}

TEST(Sliding, balls_and_hoops_slide_and_then_roll_as_in_closed_form) {
  for (const Slide& slide : slides) {
    const Rolling rolling(ball(slide.mass, slide.radius, slide.k, slide.g, friction::Coulomb{slide.mu, slide.mu}));
    const Recording run = roll(rolling, sliding({slide.v0, 0, 0}, {0, slide.w0, 0}), through(slide.rows));
    const std::string what(slide.name);
    const char* source = "closed form";
    expect_error_within(10 * slide_reached, std::fabs(time_of(run, "ball.stick") - slide.slip_time),
                        what + ": time of sticking [s]", source);
    double place = 0, speed = 0, rate = 0;
    for (const SlideRow& row : slide.rows) {
      const auto at =
          static_cast<std::size_t>(std::find(run.times.begin(), run.times.end(), row.t) - run.times.begin());
      ASSERT_LT(at, run.times.size());
      const RollingState now = rolling.state(row.t, run.state(at));
      place = std::max(place, std::fabs(now.p_WBcm.x() - row.x));
      speed = std::max(speed, std::fabs(now.v_WBcm.x() - row.v));
      rate = std::max(rate, std::fabs(now.w_WB_W.y() - row.w) / std::max(1.0, std::fabs(slide.w0)));
    }
    expect_error_within(10 * slide_reached, place, what + ": place [m]", source);
    expect_error_within(10 * slide_reached, speed, what + ": speed [m/s]", source);
    expect_error_within(10 * slide_reached, rate, what + ": rate by its start", source);
    // What friction took is what the closed form says is lost, whatever μ.
    expect_error_within(1e-10 * slide.energy_lost,
                        std::fabs(work(run, "ball.friction").at_samples.back() + slide.energy_lost),
                        what + ": work of friction [J]", source);
    EXPECT_LT(run.drift("energy").largest, 1e-12);
  }
}

TEST(Sliding, a_billiard_ball_runs_on_a_parabola_and_then_straight) {
  const Billiard& given = billiard;
  const Rolling rolling(ball(given.mass, given.radius, given.k, given.g, friction::Coulomb{given.mu, given.mu}));
  const Recording run = roll(rolling, sliding(vec(given.v0), vec(given.w0_W)), through(given.rows));
  expect_error_within(10 * slide_reached, std::fabs(time_of(run, "ball.stick") - given.slip_time),
                      "billiard ball: time of sticking [s]", "closed form");
  double worst = 0;
  for (const auto& row : given.rows) {
    const auto at = static_cast<std::size_t>(std::find(run.times.begin(), run.times.end(), row.t) - run.times.begin());
    const RollingState now = rolling.state(row.t, run.state(at));
    worst = std::max({worst, std::fabs(now.p_WBcm.x() - row.place[0]), std::fabs(now.p_WBcm.y() - row.place[1]),
                      std::fabs(now.v_WBcm.x() - row.velocity[0]), std::fabs(now.v_WBcm.y() - row.velocity[1])});
  }
  expect_error_within(10 * slide_reached, worst, "billiard ball: place [m] and velocity [m/s]", "closed form");
}

/// A hoop that turns on the spot: upright, axis along y.
TEST(Sliding, a_hoop_that_spins_on_the_spot_slips_and_then_rolls) {
  constexpr double m = 1.2, R = 0.3, mu = 0.25, g = 9.81, w0 = 20;
  RollingBody hoop{.name = "hoop", .mass = m, .surface = {surface::Disk{R, 0}}, .gravity = {0, 0, -g}};
  hoop.inertia.diagonal() = m * R * R * Vec3(0.5, 0.5, 1);
  hoop.ground.friction = friction::Coulomb{mu, mu};
  RollingState start = sliding(Vec3::Zero(), {0, w0, 0});
  start.R_WB = Rotation::about_x(-pi / 2);  // the body's z along the world's y
  const Rolling rolling(hoop);
  const Recording run = roll(rolling, start, {.t_end = 2, .tolerance = 1e-12, .sample = 0.1});
  EXPECT_NEAR(time_of(run, "hoop.stick"), R * w0 / (2 * mu * g), 1e-10);
  const RollingState end = rolling.state(2, run.x_end);
  EXPECT_NEAR(end.v_WBcm.x(), R * w0 / 2, 1e-10);
  EXPECT_NEAR(end.w_WB_W.y(), w0 / 2, 1e-9);
  const double lost = 0.25 * m * R * R * w0 * w0;
  expect_error_within(1e-10, std::fabs(work(run, "hoop.friction").at_samples.back() + lost) / lost,
                      "spinning hoop: work of friction by the energy lost", "closed form");
}

TEST(Sliding, a_tippe_top_turns_upside_down) {
  RollingBody body = body_of(tippe_top);
  body.ground.friction = friction::LoadViscous{tippe_top_friction};
  const Rolling rolling(body);
  RollingState start = state_of(tippe_top.start);
  start.mode = RollingMode::sliding;
  const Recording run = roll(rolling, start, through(tippe_top_rows, 1e-14));
  const RollingErrors worst = errors_of(rolling, run, tippe_top_rows);
  expect_error_within(10 * *tippe_top.reached.place, worst.place, "tippe top: place [m]", "quad precision");
  expect_error_within(10 * *tippe_top.reached.attitude, worst.attitude, "tippe top: attitude", "quad precision");
  expect_error_within(10 * *tippe_top.reached.rates, worst.rates, "tippe top: angular velocity [rad/s]",
                      "quad precision");
  const RollingErrors reached{
      .attitude = *tippe_top.reached.attitude, .velocity = *tippe_top.reached.place, .rates = *tippe_top.reached.rates};
  const MadeOfErrors made = made_of_errors(rolling, tippe_top_rows, reached, RollingMode::sliding);
  expect_error_within(10 * reached.velocity, worst.velocity, "tippe top: velocity [m/s]", "quad precision");
  // Of slip and force no figure is stated: what the errors of the others make of them at worst.
  expect_error_within(10 * made.slip, worst.slip, "tippe top: slip [m/s]", "quad precision");
  expect_error_within(10 * made.force, worst.force, "tippe top: contact force [N]", "quad precision");
  const double lost = *tippe_top_rows.back().dissipated;
  expect_error_within(10 * *tippe_top.reached.rates,
                      std::fabs(work(run, "body.friction").at_samples.back() / -lost - 1),
                      "tippe top: work of friction, relative", "quad precision");
  double jellett = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const RollingReading now = rolling.read(run.times[i], run.state(i));
    jellett = std::max(jellett, std::fabs(-now.spin.dot(now.p_WC - now.state.p_WBcm) / tippe_top_jellett - 1));
  }
  expect_error_within(1e-11, jellett, "tippe top: Jellett's integral, relative", "conserved");
}

TEST(Sliding, an_ellipsoid_begins_to_slip_where_friction_no_longer_holds) {
  RollingBody body = body_of(slipping_ellipsoid);
  body.ground.friction = friction::Coulomb{slipping_ellipsoid_mu, slipping_ellipsoid_mu};
  const Rolling rolling(body);
  const Recording run = roll(rolling, state_of(slipping_ellipsoid.start), through(slipping_ellipsoid_rows, 1e-12));
  expect_error_within(1e-9, std::fabs(time_of(run, "body.slip") - slip_begins.t), "ellipsoid: time of slipping [s]",
                      "quad precision");
  const RollingErrors worst = errors_of(rolling, run, slipping_ellipsoid_rows);
  // The tolerance, grown tenfold; the rates are of the size of ten.
  expect_error_within(1e-11, worst.place, "ellipsoid that slips: place [m]", "quad precision");
  expect_error_within(1e-11, worst.velocity, "ellipsoid that slips: velocity [m/s]", "quad precision");
  expect_error_within(1e-10, worst.rates, "ellipsoid that slips: angular velocity [rad/s]", "quad precision");
  EXPECT_LT(run.drift("energy").largest, 1e-10);
}

/// Drop-to-rest of bounces: t₁ (1 + e)/(1 − e).
TEST(Sliding, a_ball_bounces_until_it_rests_at_the_time_of_the_geometric_series) {
  constexpr double g = 9.81, e = 0.6, height = 0.05;
  RollingBody body = ball(0.2, 0.02, 0.4, g, friction::Coulomb{0.3, 0.3});
  body.ground.restitution = e;
  RollingState start;
  start.p_WBcm = {0, 0, 0.02 + height};
  start.mode = RollingMode::flying;
  const Rolling rolling(body);
  const Recording run = roll(rolling, start, {.t_end = 1, .tolerance = 1e-12, .sample = 0.1});
  const double t1 = std::sqrt(2 * height / g);
  ASSERT_GT(run.events.size(), 10u);
  EXPECT_NEAR(run.events[0].t, t1, 1e-12);
  EXPECT_NEAR(run.events[1].t, t1 * (1 + 2 * e), 1e-11);
  EXPECT_NEAR(run.events.back().t, t1 * (1 + e) / (1 - e), 1e-6);  // bounces below 1e-7 m/s are none
  EXPECT_EQ(rolling.state(1, run.x_end).mode, RollingMode::rolling);
  EXPECT_NEAR(run.x_end[2], 0.02, 1e-14);
}

TEST(Sliding, a_landing_that_sticks_takes_the_spin_that_a_sphere_must_lose) {
  constexpr double k = 0.4, a = 0.02, m = 0.2, g = 9.81;
  RollingBody body = ball(m, a, k, g, friction::Coulomb{0.9, 0.9});
  body.ground.restitution = 0.5;
  RollingState start;
  start.p_WBcm = {0, 0, a + 0.1};
  start.v_WBcm = {0.3, 0, 0};
  start.w_WB_W = {0, -10, 0};
  start.mode = RollingMode::flying;
  const Rolling rolling(body);
  const Recording run = roll(rolling, start, {.t_end = 0.2, .tolerance = 1e-12, .sample = 0.2});
  const RollingState end = rolling.state(0.2, run.x_end);
  ASSERT_EQ(end.mode, RollingMode::flying);
  const double slip = 0.3 + a * 10;  // u = v − a ω, all of it taken
  EXPECT_NEAR(end.v_WBcm.x(), 0.3 - k / (1 + k) * slip, 1e-13);
  EXPECT_NEAR(end.w_WB_W.y(), -10 + slip / ((1 + k) * a), 1e-11);
}

/// Quadrature over the patch: pressure ∝ √(1 − ρ²), each element rubs against its own velocity.
TEST(Sliding, friction_of_a_patch_is_hertzs_pressure_rubbing_element_by_element) {
  constexpr int rings = 400, spokes = 400;
  constexpr double eps = 0.003, mu = 0.3;
  for (const double s : {0.05, 0.5, 0.95, 1.05, 2.0, 19.0, 40.0}) {
    const double spin = 8, v = s * eps * spin;
    double force = 0, moment = 0;
    for (int i = 0; i < rings; ++i) {
      // ρ = sin a makes the integrand smooth at the rim.
      const double a = (i + 0.5) / rings * pi / 2, rho = fn::sin(a), c = fn::cos(a);
      for (int j = 0; j < spokes; ++j) {
        const double b = (j + 0.5) / spokes * 2 * pi;
        const double ux = v - eps * spin * rho * fn::sin(b), uy = eps * spin * rho * fn::cos(b);
        const double u = std::sqrt(ux * ux + uy * uy);
        const double part = 3 / (2 * pi) * c * rho * c * (pi / 2 / rings) * (2 * pi / spokes);
        force += part * ux / u;
        moment += part * rho * (-ux * fn::sin(b) + uy * fn::cos(b)) / u;
      }
    }
    RollingBody body = ball(0.2, 0.05, 0.4, 9.81, friction::Coulomb{mu, mu, eps});
    const Rolling rolling(body);
    std::vector<double> x = rolling.coordinates(rolling.complete(0, sliding({v, 0, 0}, {0, 0, spin})));
    rolling.settle(0, x);
    const RollingReading now = rolling.read(0, x);
    // The midpoint rule near the element that does not slip.
    EXPECT_NEAR(-now.contact_force.x() / (mu * now.normal_force), force, 2e-4) << s;
    EXPECT_NEAR(-now.contact_torque.z() / (mu * eps * now.normal_force), moment, 2e-4) << s;
  }
}

/// Steps of any size go over the end of a slip, and the event is found where it is: the motion is quadratic in time,
/// which all of these methods follow exactly.
TEST(Sliding, fixed_steps_find_the_end_of_a_slip) {
  const double mu = 0.25, radius = 0.3, w0 = 20, g = 9.81;
  for (const char* method : {"heun", "rk4", "dopri5", "dop853", "verner9"}) {
    const Rolling rolling(ball(1.2, radius, 1, g, friction::Coulomb{mu, mu}));
    SimulateOptions options{.t_end = 2, .sample = 2};
    options.method = *ode::find_method(method);
    options.step = 0.01;
    const Recording run = roll(rolling, sliding(Vec3::Zero(), {0, w0, 0}), options);
    EXPECT_NEAR(time_of(run, "ball.stick"), radius * w0 / (2 * mu * g), 1e-11) << method;
    EXPECT_NEAR(rolling.state(2, run.x_end).v_WBcm.x(), radius * w0 / 2, 1e-11) << method;
  }
}

/// A rod that stands on its end, leaning against the way it slides, under a friction for which 1/m + (γ×n)·I⁻¹(γ×d)
/// is negative: Painlevé's.
RollingBody rod() {
  RollingBody body{
      .name = "rod", .mass = 1, .surface = {surface::Ellipsoid{{0.1, 0.02, 0.02}}}, .gravity = {0, 0, -9.81}};
  body.inertia = uniform_solid(body.surface, body.mass)->inertia();
  body.ground.friction = friction::Coulomb{3, 3};
  return body;
}

double stiffness(const Rolling& rolling, const RollingState& state) {
  std::vector<double> x = rolling.coordinates(rolling.complete(0, state));
  return rolling.jam_margin(0, x);
}

/// By hand, for a lean in the plane x, z: γ×n = γ_x (0, −1, 0), γ×d = (γ_z d_x − γ_x d_z) (0, 1, 0).
TEST(Sliding, friction_jams_where_the_closed_form_says) {
  const Rolling rolling(rod());
  for (const double lean : {0.3, 0.7, 1.0, 1.2}) {
    RollingState state = sliding({3, 0, 0}, Vec3::Zero());
    state.R_WB = Rotation::about_y(lean);
    const double c = fn::cos(lean), s = fn::sin(lean), w = std::sqrt(0.01 * s * s + 0.0004 * c * c);
    // Γ = −D N/w with N = (−s, 0, c), turned back by the lean.
    const double G1 = 0.01 * s / w, G3 = -0.0004 * c / w;
    const double x = c * G1 + s * G3, z = -s * G1 + c * G3;
    const double I = rolling.body().inertia(1, 1), by_hand = 1 + x * (x - z * -3) / I;
    // Jammed is what answers by 10⁻⁴ of what it would without friction.
    EXPECT_NEAR(stiffness(rolling, state), by_hand - 1e-4 * (1 + x * x / I), 1e-12) << lean;
  }
}

TEST(Sliding, a_start_where_friction_jams_is_refused_and_a_landing_there_stops_the_slip) {
  const Rolling rolling(rod());
  polhode::RollingStart start{.motion = rolling_start::Attitude{Rotation::about_y(1.2), Vec3::Zero(), false}};
  start.velocity = Vec3(3, 0, 0);
  const auto refused = start_state(rolling, 0, start);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.diagnostics()[0].message.find("jams"), std::string::npos);

  RollingState landing = sliding({3, 0, -0.1}, Vec3::Zero());
  landing.R_WB = Rotation::about_y(1.2);
  landing.p_WBcm = rolling.complete(0, landing).p_WBcm;
  landing.mode = RollingMode::flying;
  const std::vector<double> before = rolling.coordinates(landing);
  std::vector<double> after(before.size());
  rolling.land(0, before, after);
  EXPECT_LT(rolling.read(0, after).slip.norm(), 1e-12);
  EXPECT_LT(rolling.read(0, after).kinetic_energy, rolling.read(0, before).kinetic_energy);
}

/// As it turns to where friction jams its load grows without bound, which ends the slip before it gets there
/// [Genot, Brogliato 1999]; the watch that would end the run is for the one point where it does not.
TEST(Sliding, a_rod_that_turns_towards_where_friction_jams_is_stopped_first) {
  const Rolling rolling(rod());
  RollingState start = sliding({6, 0, 0}, {0, 8, 0});
  start.R_WB = Rotation::about_y(0.2);
  ASSERT_GT(stiffness(rolling, start), 0);
  const Recording run = roll(rolling, start, {.t_end = 1, .tolerance = 1e-10, .sample = 0.01});
  ASSERT_FALSE(run.events.empty());
  EXPECT_EQ(run.events[0].name, "rod.stick");
  EXPECT_TRUE(std::isnan(time_of(run, "rod.jam")));
  for (const Watch& watch : contact_watches(rolling, 0, 15)) {
    if (watch.name != "rod.jam") continue;
    start.R_WB = Rotation::about_y(1.2);
    EXPECT_LT(watch.g(0, rolling.coordinates(rolling.complete(0, start))), 0);
    EXPECT_TRUE(watch.stop);
  }
}

/// A ball whose centre of mass is beside its centre, thrown over oil so that the oil lifts it off the ground while its
/// weight brings it back. It lands without a bounce, so that between both it stays on the ground without a load, under
/// that part of the oil's pull which turns it along the ground: Newton's and Euler's equations under a force −λ c u.
TEST(Sliding, oil_carries_what_it_would_lift_and_its_weight_brings_back) {
  const double c = 50;
  RollingBody body = ball(0.2, 0.03, 0, 9.81, friction::Viscous{c});
  body.inertia = Vec3(7e-5, 7e-5, 7.2e-5).asDiagonal();
  body.centre = {0, 0, 0.01};
  const Rolling rolling(body);
  RollingState start = sliding({0.1, 0, 0}, {0, 200, 30});
  start.R_WB = Rotation::about_x(2);
  const Recording run = roll(rolling, start, {.t_end = 0.3, .tolerance = 1e-11, .sample = 1e-4});
  ASSERT_EQ(run.outcome.ending, ode::Ending::finished) << run.outcome.detail;
  EXPECT_LT(run.events.size(), 40u);
  // Of some hundred steps between landings, each with an error of the tolerance.
  EXPECT_LT(run.drift("energy").largest, 1e-8);
  int floating = 0;
  double worst = 0, least = 1, most = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const RollingReading now = rolling.read(run.times[i], run.state(i));
    if (now.state.mode != RollingMode::sliding) continue;
    // Samples are of the continuation inside of steps, whose error is that of a step.
    EXPECT_LT(std::fabs(now.gap), 1e-11);
    const Vec3 oil = -c * now.slip, n = Vec3::UnitZ();
    EXPECT_GE(now.normal_force, -1e-9);
    if (now.normal_force > 1e-9 || oil.norm() < 1e-3) continue;
    ++floating;
    const Vec3 gamma = now.p_WC - now.state.p_WBcm, gamma_rate = now.path_velocity - now.state.v_WBcm;
    const Mat3 R = now.state.R_WB.matrix(), I = R * body.inertia * R.transpose();
    const auto lifted = [&](double part) {
      const Vec3 alpha = I.inverse() * (gamma.cross(part * oil) - now.state.w_WB_W.cross(I * now.state.w_WB_W));
      return n.dot(Vec3(0, 0, -9.81) + part * oil / body.mass + alpha.cross(gamma) +
                   now.state.w_WB_W.cross(gamma_rate));
    };
    EXPECT_LT(lifted(0), 0);
    EXPECT_GT(lifted(1), 0);
    const double part = -lifted(0) / (lifted(1) - lifted(0));
    least = std::min(least, part);
    most = std::max(most, part);
    worst = std::max(worst, (now.contact_force - part * oil).norm() / oil.norm());
  }
  EXPECT_GT(floating, 20);
  EXPECT_LT(least, 0.5);
  EXPECT_GT(most, 0.5);
  // A weight of 2 N is rounded by 4e-16 N, beside pulls from 1e-3 N on.
  expect_error_within(1e-12, worst, "oil without a load: its pull, by all of it", "Newton and Euler");
}

/// A disk that falls with its face all but level lies on it when it lands: there is no rim to bounce or slide on.
TEST(Sliding, what_lands_on_its_flat_face_lies_there) {
  RollingBody body = ball(0.3, 0.05, 0.4, 9.81, friction::Coulomb{0.3, 0.3});
  body.surface = {surface::Disk{0.05, 0.01}};
  body.ground.restitution = 0.5;
  const double height = 0.3, fall = std::sqrt(2 * height / 9.81);
  for (const double tilt : {0.9 * body.flat_tilt, 20 * body.flat_tilt}) {
    RollingState start;
    start.mode = RollingMode::flying;
    start.R_WB = Rotation::about_x(tilt);
    start.p_WBcm.z() = height + 0.05 * fn::sin(tilt) + 0.01 * fn::cos(tilt);
    const Recording run = roll(Rolling(body), start, {.t_end = 1, .tolerance = 1e-11});
    if (tilt > body.flat_tilt) {
      EXPECT_NEAR(time_of(run, "ball.land"), fall, 1e-12);
      EXPECT_FALSE(time_of(run, "ball.flat") < 1.001 * fall);
      continue;
    }
    EXPECT_EQ(run.outcome.ending, ode::Ending::stopped) << run.outcome.detail;
    EXPECT_NEAR(time_of(run, "ball.flat"), fall, 1e-12);
  }
}

/// Where what acts goes along the ground, rounding alone says whether it holds: no event, and no start on friction.
TEST(Sliding, along_a_wall_there_is_no_load) {
  RollingBody body = ball(0.2, 0.03, 0.4, 9.81, friction::Coulomb{0.3, 0.3});
  body.ground.shape = ground::Plane{.normal = Vec3::UnitX()};
  for (const Friction& law : {Friction{friction::Coulomb{0.3, 0.3}}, Friction{friction::Viscous{2}}})
    for (const std::optional<Vec3>& velocity : {std::optional<Vec3>(), std::optional<Vec3>(Vec3(0, 1, 0))}) {
      body.ground.friction = law;
      const auto state = start_state(Rolling(body), 0, {.velocity = velocity}, "start");
      ASSERT_FALSE(state.ok());
      EXPECT_NE(state.diagnostics()[0].message.find("nothing presses the body on its ground"), std::string::npos);
      EXPECT_FALSE(state.diagnostics()[0].hint.empty());
    }
  body.ground.friction = std::nullopt;
  const Recording run = roll(Rolling(body), {}, {.t_end = 1, .tolerance = 1e-9});
  EXPECT_EQ(run.outcome.ending, ode::Ending::finished);
  EXPECT_TRUE(run.events.empty());
  // A ball that rolls down: 5/7 of the gravity, whatever presses it.
  EXPECT_NEAR(run.x_end[9], -9.81 * 5 / 7, 1e-8);
}

}  // namespace
}  // namespace polhode
