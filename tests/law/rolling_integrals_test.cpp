// The two integrals of a rolling body of revolution that are linear in its angular velocity, and Jellett's.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/dynamics/rolling/integrals.hpp>
#include <polhode/dynamics/rolling/start.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/sim/rolling_system.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {
namespace {

struct Case {
  const char* name;
  RollingBody body;
  double tilt;  ///< to start from: the other side of a thick disk, too
};

RollingBody body_of(Surface surface, double mass, double I1, double I3, double centre = 0) {
  RollingBody body;
  body.mass = mass;
  body.inertia = Vec3(I1, I1, I3).asDiagonal();
  body.surface = std::move(surface);
  body.centre = {0, 0, centre};
  body.gravity = {0, 0, -9.81};
  return body;
}

std::vector<Case> cases() {
  const Surface disk{surface::Disk{.radius = 0.3, .half_thickness = 0}};
  const Surface thick{surface::Disk{.radius = 0.3, .half_thickness = 0.08}};
  const Surface ball{surface::Sphere{.radius = 0.2}};
  return {
      {"thin disk", body_of(disk, 2, 0.045, 0.09), 0.9},
      {"thick disk", body_of(thick, 2, 0.05, 0.09), 0.6},
      {"thick disk on its other rim", body_of(thick, 2, 0.05, 0.09), 2.4},
      {"torus", body_of({surface::Torus{.radius = 0.25, .tube = 0.05}}, 2, 0.065, 0.128), 1.2},
      {"rounded disk",
       body_of({surface::RoundedDisk{.radius = 0.3, .half_thickness = 0.05, .edge = 0.05}}, 2, 0.05, 0.09), 1.0},
      {"ellipsoid", body_of({surface::Ellipsoid{.axes = {0.2, 0.2, 0.35}}}, 1.5, 0.04, 0.024), 0.7},
      {"ball with its mass off its centre", body_of(ball, 1, 0.013, 0.016, 0.05), 1.1},
      {"egg", body_of({*surface::egg(0.2, 0.28, 0.15)}, 1, 0.02, 0.013, 0.01), 1.9},
      {"disk and ball", body_of({surface::Sum{{disk, ball}}}, 2, 0.07, 0.12), 1.3},
  };
}

/// A start with tilt, precession, nodding and spin.
RollingStart lively(double tilt) {
  return {.motion = rolling_start::Euler{.angles = {0.3, tilt, -0.7}, .rates = {1.1, 0.4, 4.3}}};
}

Recording run_of(const RollingBody& body, const RollingStart& start, double tolerance, double t_end = 2) {
  const Rolling rolling(body);
  const auto state = start_state(rolling, 0, start);
  EXPECT_TRUE(state.ok()) << format(state.diagnostics());
  const std::vector<double> x0 = rolling.coordinates(*state);
  SimulateOptions options{.t_end = t_end, .tolerance = tolerance};
  options.watches = contact_watches(rolling, 0, x0.size());
  return simulate(System(RollingSystem({rolling})), x0, options);
}

// A step's error may be the tolerance, of either sign, so that N steps make √N of it; the energy of the same runs,
// which the tables have no part in, drifts by as much. Against random bodies: rolling_tolerance_test.cpp.
TEST(RollingIntegrals, StayOnEverySurfaceOfRevolution) {
  for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler}) {
    for (Case& c : cases()) {
      c.body.form = form;
      const double tolerance = 1e-12;
      const Recording run = run_of(c.body, lively(c.tilt), tolerance);
      const Drift& drift = run.drift("body.integrals");
      EXPECT_TRUE(drift.conserved) << c.name << " in the form " << to_string(form);
      EXPECT_GT(run.t_end, 0.1) << c.name;
      const double allowed = std::sqrt(static_cast<double>(run.statistics.steps)) * tolerance;
      EXPECT_LT(drift.largest, allowed) << c.name << " in the form " << to_string(form);
      EXPECT_LT(run.drift("energy").largest, allowed) << c.name << " in the form " << to_string(form);
      EXPECT_TRUE(run.drift("energy").conserved) << c.name << " in the form " << to_string(form);
      RecordProperty(std::string(c.name) + " " + std::string(to_string(form)), std::to_string(drift.largest * 1e12));
    }
  }
}

// A run whose inertia is wrong by a millionth, or whose ground slopes by as much, is seen: the integrals are as sharp
// as the tables, not as loose as the runs.
TEST(RollingIntegrals, AWrongMillionthIsSeen) {
  for (const Case& c : cases()) {
    const Rolling rolling(c.body);
    const auto start = start_state(rolling, 0, lively(c.tilt));
    const LinearIntegrals integrals(c.body);
    RollingBody heavier = c.body;
    heavier.inertia(2, 2) *= 1 + 1e-6;
    const Recording run = run_of(heavier, lively(c.tilt), 1e-12, 1);
    const auto before = integrals.at(*start), after = integrals.at(Rolling(heavier).state(run.t_end, run.x_end));
    const double change = std::hypot(after[0] - before[0], after[1] - before[1]);
    EXPECT_GT(change, 1e-8) << c.name;
    EXPECT_LT(change, 1e-3) << c.name;
  }
}

// Thin disk: u and s obey Legendre's equation in cos θ: s″ + cot θ s′ = κ s, κ = I₃ m R² / (I₁ (I₃ + m R²)), whose even
// solution in c = cos θ is the series Σ a_j c^{2j}, a_{j+1} = a_j (2j (2j + 1) + κ) / ((2j + 1) (2j + 2)).
TEST(RollingIntegrals, OfAThinDiskAreLegendresFunctions) {
  const RollingBody body = cases()[0].body;
  const LinearIntegrals integrals(body);
  const double m = body.mass, R = 0.3, I1 = 0.045, I3 = 0.09, kappa = I3 * m * R * R / (I1 * (I3 + m * R * R));
  for (const double tilt : {0.4, 0.9, 1.5, 2.0, 2.6}) {
    const double c = fn::cos(tilt), sin = fn::sin(tilt);
    // Even: s(π/2) = 1, p(π/2) = 0.
    double term = 1, s = 0, slope = 0;
    for (int j = 0; j < 4000 && std::fabs(term) > 1e-19; ++j) {
      const double k = 2 * j;
      s += term;
      slope += k * term / c;
      term *= (k * (k + 1) + kappa) / ((k + 1) * (k + 2)) * c * c;
    }
    const double p = (I3 + m * R * R) / (m * R * R) * -sin * slope;
    RollingState state;
    state.R_WB = Rotation::about_x(tilt);
    state.w_WB_W = state.R_WB * Vec3(0, p, s);
    const auto both = integrals.at(state);
    // Sums of positive terms, then a product of sizes of up to 3: a few roundings.
    EXPECT_NEAR(both[0], 0, 2e-15 * integrals.scale(state)) << tilt;
    EXPECT_NEAR(both[1], 1, 2e-15 * integrals.scale(state)) << tilt;
  }
}

TEST(RollingIntegrals, AnAxisThatIsUprightHasThem) {
  const RollingBody body = cases()[6].body;
  const LinearIntegrals integrals(body);
  RollingState state;
  state.w_WB_W = {0, 0, 3};
  const auto upright = integrals.at(state);
  state.R_WB = Rotation::about_x(1e-9);
  state.w_WB_W = state.R_WB * Vec3(0, 0, 3);
  const auto nearly = integrals.at(state);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(upright[i], nearly[i], 1e-14 * integrals.scale(state));
}

TEST(RollingIntegrals, BodiesThatHaveNoneSayWhy) {
  RollingBody body = cases()[0].body;
  EXPECT_EQ(LinearIntegrals::misfit(body), "");
  body.dissipation = dissipation::RollingDrag{1e-3};
  EXPECT_NE(LinearIntegrals::misfit(body), "");
  EXPECT_THROW(LinearIntegrals{body}, UsageError);
  body = cases()[0].body;
  body.gravity = {0.1, 0, -9.8};
  EXPECT_EQ(LinearIntegrals::misfit(body), "its ground is not level");
  body = cases()[5].body;
  body.surface = {surface::Ellipsoid{.axes = {0.2, 0.21, 0.35}}};
  EXPECT_NE(LinearIntegrals::misfit(body), "");
}

/// A tippe top: slides, and turns over.
RollingBody tippe_top(std::optional<Friction> friction) {
  RollingBody body = body_of({surface::Sphere{.radius = 0.02}}, 0.02, 3.2e-6, 3.0e-6, 0.003);
  body.ground.friction = friction;
  return body;
}

TEST(JellettsIntegral, StaysWhateverTheFriction) {
  const std::vector<std::optional<Friction>> laws{std::nullopt, friction::Coulomb{0.3, 0.3}, friction::LoadViscous{0.5},
                                                  friction::Viscous{0.2}, friction::Smooth{}};
  for (const auto& law : laws) {
    RollingStart start{.motion = rolling_start::Euler{.angles = {0, 0.2, 0}, .rates = {90, 0, 60}}};
    if (law) start.velocity = Vec3(0.05, 0.02, 0);
    const Recording run = run_of(tippe_top(law), start, 1e-11, 0.5);
    EXPECT_FALSE(run.outcome.ended_early());
    EXPECT_LT(run.drift("body.jellett").largest, 1e-9);
  }
}

TEST(JellettsIntegral, IsNotClaimedWhereACoupleActs) {
  for (const Monitor& monitor : RollingSystem({Rolling(tippe_top(friction::Coulomb{0.3, 0.3, 0.001}))}).monitors())
    EXPECT_NE(monitor.channel.name, "body.jellett");
  RollingBody damped = tippe_top(friction::Coulomb{0.3, 0.3});
  damped.dissipation = dissipation::Viscous{1e-6};
  for (const Monitor& monitor : RollingSystem({Rolling(damped)}).monitors())
    EXPECT_NE(monitor.channel.name, "body.jellett");
}

}  // namespace
}  // namespace polhode
