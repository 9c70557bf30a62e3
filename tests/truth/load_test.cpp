// Loads against closed forms.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include <polhode/math/elliptic.hpp>
#include <polhode/polhode.hpp>

#include "support/validation.hpp"

namespace polhode {
namespace {

using std::numbers::pi;

MassProperties ball(double mass, double radius = 0.1) {
  return solid::of(solid::Sphere{.mass = mass, .radius = radius});
}

std::array<Expression, 3> formulas(const char* x, const char* y, const char* z) {
  const auto names = VectorFormula::names();
  return {*Expression::compile(x, names), *Expression::compile(y, names), *Expression::compile(z, names)};
}

/// One body at tolerance 1e-13.
Recording run_of(const MassProperties& mass, std::vector<Load> loads, const FreeBodyState& start, double end) {
  return simulate(FreeBody{"b", mass, std::move(loads)}, start, {.t_end = end, .tolerance = 1e-13});
}

/// Over all samples, of a channel from a function of time.
template <class Truth>
double error_of(const Recording& run, const char* path, Truth truth) {
  const std::vector<double> series = run.series(path);
  double worst = 0;
  for (std::size_t i = 0; i < series.size(); ++i) worst = std::max(worst, std::abs(series[i] - truth(run.times[i])));
  return worst;
}

TEST(LoadTruth, LinearDragApproachesItsTerminalSpeedExponentially) {
  const double m = 2, b = 0.7, g = 9.81, end = 10;
  const Recording run = run_of(ball(m), {load::Gravity{{0, 0, -g}}, load::Drag{.linear = b}}, {}, end);
  const double error = error_of(run, "b.velocity.z", [&](double t) { return -m * g / b * (1 - std::exp(-b * t / m)); });
  expect_error_within(3e-11, error, "fall with linear drag, speed [m/s]", "closed form, exponential");
}

TEST(LoadTruth, QuadraticDragFallsAsAHyperbolicTangent) {
  const double m = 2, c = 0.3, g = 9.81, terminal = std::sqrt(m * g / c);
  const Recording run = run_of(ball(m), {load::Gravity{{0, 0, -g}}, load::Drag{.quadratic = c}}, {}, 5);
  expect_error_within(1e-11,
                      error_of(run, "b.velocity.z", [&](double t) { return -terminal * std::tanh(g * t / terminal); }),
                      "fall with quadratic drag, speed [m/s]", "closed form, tanh");
  // The work of the drag is what the fall lost.
  const double v = terminal * std::tanh(g * 5 / terminal);
  const double fallen = terminal * terminal / g * std::log(std::cosh(g * 5 / terminal));
  ASSERT_EQ(run.works.size(), 1u);
  EXPECT_EQ(run.works[0].name, "drag");
  EXPECT_NEAR(run.works[0].at_samples.back(), 0.5 * m * v * v - m * g * fallen, 1e-9);
}

TEST(LoadTruth, AngularDragStopsASpinAndVorticesStartOne) {
  const MassProperties mass = ball(2);
  const double I = mass.inertia()(0, 0), d = 0.004;
  const Recording run = run_of(mass, {load::Drag{.angular = d}}, {.w_WB_B = {0, 0, 30}}, 5);
  expect_error_within(3e-11, error_of(run, "b.angular_velocity.z", [&](double t) { return 30 * std::exp(-d * t / I); }),
                      "spin with rotational drag [rad/s]", "closed form, exponential");
  // In air that turns as a whole with 3 rad/s about z, a body at rest is spun up to it.
  const load::Drag whirl{.angular = d, .wind = VectorField(formulas("-3*y", "3*x", "0"))};
  const Recording spun = run_of(mass, {whirl}, {}, 5);
  EXPECT_LT(error_of(spun, "b.angular_velocity.z", [&](double t) { return 3 * (1 - std::exp(-d * t / I)); }), 3e-12);
}

TEST(LoadTruth, WindCarriesABodyAlong) {
  const double m = 2, b = 0.7;
  const load::Drag drag{.linear = b, .wind = VectorField(formulas("2", "0", "0"))};
  const Recording run = run_of(ball(m), {drag}, {}, 10);
  EXPECT_LT(error_of(run, "b.velocity.x", [&](double t) { return 2 * (1 - std::exp(-b * t / m)); }), 1e-11);
}

TEST(LoadTruth, DragBehindTheCentreOfMassTurnsABodyIntoTheWind) {
  // A vane: for small angles I φ̈ = −b l v φ − b l² φ̇; the frequency and decay of that.
  const double l = 0.5, b = 0.02, v = 8, I = 0.1;
  const MassProperties mass(1e6, Vec3::Zero(), Mat3(Vec3(0.1, 0.1, I).asDiagonal()));
  const load::Drag vane{.linear = b, .p_BoQ_B = Vec3(l, 0, 0), .wind = Vec3(v, 0, 0)};
  const double start = 1e-5;
  const Recording run = run_of(mass, {vane}, {.R_WB = Rotation::about_z(start)}, 10);
  const double decay = b * l * l / (2 * I), rate = std::sqrt(b * l * v / I - decay * decay);
  const auto truth = [&](double t) {
    return start * std::exp(-decay * t) * (std::cos(rate * t) + decay / rate * std::sin(rate * t));
  };
  // cos φ and the body's own slow drift in the wind are left out: 1e-5² and 1e-6 relative.
  EXPECT_LT(error_of(run, "b.quaternion.z", [&](double t) { return truth(t) / 2; }), 1e-5 * start);
}

TEST(LoadTruth, TwoBodiesCircleTheirCentreOfMass) {
  const double G = 2, m = 3, M = 5, r = 4, n = std::sqrt(G * (m + M) / (r * r * r));
  const FreeBodies bodies({{"a", ball(m)}, {"b", ball(M)}},
                          {load::MutualGravity{.ends = {BodyIndex{0}, BodyIndex{1}}, .constant = G}});
  const double ra = r * M / (m + M), rb = r * m / (m + M);
  const std::array states{FreeBodyState{.p_WBcm = {ra, 0, 0}, .v_WBcm = {0, n * ra, 0}},
                          FreeBodyState{.p_WBcm = {-rb, 0, 0}, .v_WBcm = {0, -n * rb, 0}}};
  const Recording run =
      simulate(System(FreeBodySystem(bodies)), bodies.coordinates(states), {.t_end = 20, .tolerance = 1e-13});
  expect_error_within(1e-10, error_of(run, "a.position.x", [&](double t) { return ra * std::cos(n * t); }),
                      "two bodies on circles about each other, position [m]", "closed form, circle");
  EXPECT_TRUE(run.drift("energy").conserved && run.drift("angular_momentum").conserved);
}

TEST(LoadTruth, SatelliteSwingsAboutTheVerticalAtTheFrequencyOfTheBooks) {
  // Pitch on a circular orbit: θ̈ = −3 n² (I_roll − I_yaw)/I_pitch θ, for small angles and a body small beside the
  // orbit.
  const double mu = 3.986004418e14, a = 7e6, n = std::sqrt(mu / (a * a * a));
  // Radial axis x has the smallest moment, z is the normal of the orbit.
  const Vec3 I(2, 7, 8);
  const MassProperties mass(100, Vec3::Zero(), Mat3(I.asDiagonal()));
  const double amplitude = 1e-5, rate = n * std::sqrt(3 * (I[1] - I[0]) / I[2]);
  const FreeBodyState start{
      .p_WBcm = {a, 0, 0}, .R_WB = Rotation::about_z(amplitude), .v_WBcm = {0, n * a, 0}, .w_WB_B = {0, 0, n}};
  const Recording run = run_of(mass, {load::CentralGravity{.mu = mu}}, start, 2 * 2 * pi / n);
  const std::vector<double> q = run.series("b.quaternion");
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double t = run.times[i], half = std::atan2(q[4 * i + 3], q[4 * i]);
    const double pitch = std::remainder(2 * half - n * t, 2 * pi);
    worst = std::max(worst, std::abs(pitch - amplitude * std::cos(rate * t)));
  }
  // The restoring torque is not quite linear: amplitude² of the amplitude. Tolerance 1e-13 of an angle over 12 rad.
  expect_error_within(2e-11, worst, "libration of a satellite in pitch over two orbits [rad]",
                      "linearised equation, amplitude 1e-5");
}

TEST(LoadTruth, GradientOfACentralFieldIsThatOfManyPoints) {
  // Points at ±l on three axes: the field of V to second order misses what is of fourth order, (l/r)² of it.
  const double mu = 7, l = 0.01;
  std::vector<PointMass> points;
  const std::array<double, 3> masses{1, 2, 4};
  for (int axis = 0; axis < 3; ++axis)
    for (double side : {-l, l}) {
      Vec3 p = Vec3::Zero();
      p[axis] = side;
      points.push_back({masses[static_cast<std::size_t>(axis)], p});
    }
  const FreeBodies bodies({{"b", *point_masses(points), {load::CentralGravity{.mu = mu}}}});
  for (double distance : {1.0, 2.0}) {
    const FreeBodyState start{.p_WBcm = distance * Vec3(0.6, 0.64, 0.48), .R_WB = Rotation::exp({0.3, -0.2, 0.5})};
    const LoadEffect effect = bodies.load(0, 0, 0, bodies.coordinates({&start, 1}));
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    for (const PointMass& point : points) {
      const Vec3 r_W = start.R_WB * point.position, p_W = start.p_WBcm + r_W;
      const Vec3 f = -mu * point.mass / std::pow(p_W.norm(), 3) * p_W;
      force += f;
      torque += r_W.cross(f);
    }
    const Vec3 weight = -mu * 14 / std::pow(distance, 3) * start.p_WBcm;
    const double order = l * l / (distance * distance);
    EXPECT_LT((effect.torque - torque).norm(), 6 * order * torque.norm());
    EXPECT_LT((effect.force - force).norm(), 6 * order * (force - weight).norm());
    EXPECT_GT((force - weight).norm(), 1e-6);
  }
}

TEST(LoadTruth, FlattenedBallTurnsTheNodesOfAnOrbit) {
  // dΩ/dt = −3/2 n J₂ (R/a)² cos i, the mean over a revolution, to first order in J₂.
  const double mu = 1, a = 1, J2 = 1e-5, R = 0.8, i = 0.7;
  const FreeBodyState start{.p_WBcm = {a, 0, 0}, .v_WBcm = {0, std::cos(i), std::sin(i)}};
  const load::CentralGravity source{.mu = mu, .J2 = J2, .radius = R, .gradient = false};
  const double end = 20 * 2 * pi;
  const Recording run = run_of(ball(1), {source}, start, end);
  const VecIn x = run.x_end;
  const Vec3 h = Vec3(x[0], x[1], x[2]).cross(Vec3(x[7], x[8], x[9]));
  const double node = std::atan2(h[0], -h[1]), truth = -1.5 * J2 * R * R * std::cos(i) * end;
  // Of first order in J₂; also the end is a fraction J₂ of a revolution away from a whole number of them.
  EXPECT_NEAR(node, truth, 20 * J2 * std::abs(truth));
}

TEST(LoadTruth, TorsionSpringSwingsLikeAPendulum) {
  // I θ̈ = −k sin θ from 2 rad: period 4 K(sin 1) √(I/k).
  const double k = 3, I = 0.5, start = 2;
  const MassProperties mass(1, Vec3::Zero(), Mat3(Vec3(I, 0.7, 0.6).asDiagonal()));
  const FreeBodies bodies(
      {{"b", mass}},
      {load::TorsionSpring{.ends = {BodyIndex{}, BodyIndex{0}}, .stiffness = k, .R_AB_rest = Rotation::about_x(0.4)}});
  const FreeBodyState from{.R_WB = Rotation::about_x(0.4 + start)};
  const double m = std::pow(std::sin(start / 2), 2);
  const double period = 4 * elliptic::carlson_f(0, 1 - m, 1) * std::sqrt(I / k);
  const Recording run =
      simulate(System(FreeBodySystem(bodies)), bodies.coordinates({&from, 1}), {.t_end = period, .tolerance = 1e-13});
  const std::vector<double> q = run.series("b.quaternion");
  const double angle = 2 * std::atan2(q[q.size() - 3], q[q.size() - 4]);
  expect_error_within(1e-11, std::abs(angle - (0.4 + start)), "torsion spring after one period [rad]",
                      "complete elliptic integral");
  EXPECT_TRUE(run.drift("energy").conserved);
}

TEST(LoadTruth, HalfSunkBallBobsAtTheFrequencyOfItsWaterline) {
  // ω² = ρ g π r²/m about half its volume; the next force term is cubic in the amplitude.
  const double r = 0.5, rho = 1000, g = 9.81, volume = 4 * pi / 3 * r * r * r, m = rho * volume / 2;
  const load::Buoyancy water{.density = rho, .volume = volume, .g_W = {0, 0, -g}, .level = 3};
  const double amplitude = 1e-5, rate = std::sqrt(rho * g * pi * r * r / m);
  const Recording run = run_of(ball(m, r), {load::Gravity{{0, 0, -g}}, water}, {.p_WBcm = {0, 0, 3 + amplitude}}, 5);
  EXPECT_LT(error_of(run, "b.position.z", [&](double t) { return 3 + amplitude * std::cos(rate * t); }), 1e-12);
}

TEST(LoadTruth, SunkAndAirborneBallsFeelAllAndNothing) {
  const FreeBodies bodies(
      {{"b", ball(1), {load::Buoyancy{.density = 2, .volume = 3, .g_W = {0, 0, -10}, .level = 0}}}});
  const auto lift = [&](double z) {
    const FreeBodyState state{.p_WBcm = {0, 0, z}};
    return bodies.load(0, 0, 0, bodies.coordinates({&state, 1})).force[2];
  };
  EXPECT_EQ(lift(5), 0);
  EXPECT_DOUBLE_EQ(lift(-5), 60);
  EXPECT_DOUBLE_EQ(lift(0), 30);
}

TEST(LoadTruth, CompassSwingsAndAFieldThatGrowsPullsIt) {
  const double moment = 0.3, B = 2e-2, I = 1e-4, amplitude = 1e-6;
  const MassProperties mass(0.01, Vec3::Zero(), Mat3(Vec3(I, I, I).asDiagonal()));
  const Recording run = run_of(mass, {load::Dipole{.moment_B = {moment, 0, 0}, .field = Vec3(B, 0, 0)}},
                               {.R_WB = Rotation::about_z(amplitude)}, 5);
  const double rate = std::sqrt(moment * B / I);
  EXPECT_LT(error_of(run, "b.quaternion.z", [&](double t) { return amplitude / 2 * std::cos(rate * t); }), 1e-12);
  // m along z in B = (−x/2, −y/2, z) b: force m b along z.
  const load::Dipole pulled{.moment_B = {0, 0, moment}, .field = VectorField(formulas("-0.01*x", "-0.01*y", "0.02*z"))};
  const Recording fall = run_of(mass, {pulled}, {}, 1);
  const double pull = moment * 0.02 / 0.01;
  EXPECT_LT(error_of(fall, "b.velocity.z", [&](double t) { return pull * t; }), 1e-12);
}

TEST(LoadTruth, PushByFormulasOfPlaceIsASpringAndOfVelocityAMagnet) {
  const Recording swing =
      run_of(ball(2), {load::Push{Vec3::Zero(), VectorFormula(formulas("-18*x", "0", "0")), Axes::world}},
             {.p_WBcm = {1, 0, 0}}, 5);
  EXPECT_LT(error_of(swing, "b.position.x", [](double t) { return std::cos(3 * t); }), 1e-11);
  const Recording circle =
      run_of(ball(2), {load::Push{Vec3::Zero(), VectorFormula(formulas("6*vy", "-6*vx", "0")), Axes::world}},
             {.v_WBcm = {1, 0, 0}}, 5);
  EXPECT_LT(error_of(circle, "b.velocity.x", [](double t) { return std::cos(3 * t); }), 1e-11);
}

TEST(LoadTruth, ThrustFixedInASpinningBodyDrawsACircleOfVelocities) {
  // f turns with the body at w: v = f/(m w) (sin wt, 1 − cos wt).
  const Recording run =
      run_of(ball(2), {load::Push{Vec3::Zero(), Vec3(3, 0, 0), Axes::body}}, {.w_WB_B = {0, 0, 5}}, 4);
  EXPECT_LT(error_of(run, "b.velocity.y", [](double t) { return 3.0 / 10 * (1 - std::cos(5 * t)); }), 1e-12);
}

}  // namespace
}  // namespace polhode
