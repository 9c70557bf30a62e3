// Lagrangians with constraints, and those of bodies that are told otherwise too.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <polhode/dynamics/rolling/rolling.hpp>
#include <polhode/math/formulas.hpp>
#include <polhode/sim/certify.hpp>
#include <polhode/sim/lagrangian_system.hpp>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

TEST(Lagrangian, OfATwoLinkArmHasTheMechanismsAccelerations) {
  const auto arm = load_scene("double-pendulum");
  const auto links = build(*load_scene("double-pendulum-links"));
  const Lagrangian& lagrangian = *arm->systems[0].lagrangian;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-4, 4), rate(-8, 8);
  double worst = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::vector<double> x{angle(random), angle(random), rate(random), rate(random)};
    std::vector<double> mine(4), theirs(4);
    lagrangian.rate<double>(0, x, mine);
    links->system.rates().real(0, x, theirs);
    const double size = std::max({1.0, std::fabs(theirs[2]), std::fabs(theirs[3])});
    for (std::size_t k = 0; k < 4; ++k) worst = std::max(worst, std::fabs(mine[k] - theirs[k]) / size);
  }
  // Both round some thirty times; the condition number of the mass matrix is below a hundred.
  expect_error_within(1e-12, worst, "two-link arm by its Lagrangian, 1000 states: accelerations, relative",
                      "the same arm as a mechanism, by its links");
}

constexpr const char* coin_w =
    "[theta'*cos(phi) + psi'*sin(phi)*sin(theta), theta'*sin(phi) - psi'*cos(phi)*sin(theta), phi' + psi'*cos(theta)]";

TEST(Lagrangian, OfARollingCoinHasTheAccelerationsOfTheRollingModule) {
  const auto scene = load_scene("rolling-coin-lagrangian");
  ASSERT_TRUE(scene.ok()) << format(scene.diagnostics());
  const auto built = build(*scene);
  ASSERT_TRUE(built.ok()) << format(built.diagnostics());
  const Lagrangian& coin = *scene->systems[0].lagrangian;
  const Rolling& rolling = built->rolling.at(0);
  Formulas book({"t", "x", "y", "theta", "phi", "psi", "x'", "y'", "theta'", "phi'", "psi'", "x''", "y''", "theta''",
                 "phi''", "psi''"});
  book.define("w", coin_w);
  std::vector<Term> outputs = book.read("w").value().parts;
  const Terms slope = *book.read("w'");
  outputs.insert(outputs.end(), slope.parts.begin(), slope.parts.end());
  const Program turning = *book.compile(outputs);
  const double r = 0.012;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> x{any(random), any(random), 1.5 + any(random), 3 * any(random), 3 * any(random)};
    x.insert(x.end(), {0, 0, 20 * any(random), 20 * any(random), 60 * any(random)});
    ASSERT_TRUE(coin.project(0, x));
    std::vector<double> v(10), w(6);
    coin.rate<double>(0, x, v);
    std::vector<double> all{0};
    all.insert(all.end(), x.begin(), x.end());
    all.insert(all.end(), v.begin() + 5, v.end());
    turning.evaluate<double>(all, w);
    RollingState state{.p_WBcm = {x[0], x[1], r * std::sin(x[2])},
                       .R_WB = Rotation::about_z(x[3]) * Rotation::about_x(x[2]) * Rotation::about_z(x[4]),
                       .w_WB_W = {w[0], w[1], w[2]}};
    const RollingReading reading = rolling.read(0, rolling.coordinates(rolling.complete(0, state)));
    const Vec3 centre(v[5], v[6], r * (std::cos(x[2]) * v[7] - std::sin(x[2]) * x[7] * x[7]));
    worst = std::max(
        {worst, (centre - reading.acceleration).norm() / (9.81 + reading.acceleration.norm()),
         (Vec3(w[3], w[4], w[5]) - reading.angular_acceleration).norm() / (800 + reading.angular_acceleration.norm())});
  }
  // A few hundred roundings by equations whose condition grows as 1/sin θ, up to 2, squared.
  expect_error_within(1e-12, worst,
                      "coin by its Lagrangian with rolling constraints, 300 states: accelerations, relative",
                      "the equations of rolling bodies");
}

TEST(Lagrangian, OfARollingCoinRollsWhereTheRollingBodyDoes) {
  const Recording run = run_scene("rolling-coin-lagrangian", {"run.tolerance=1e-12"});
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    worst = std::max(worst, std::fabs(run.series("coin.x")[i] - run.series("body.position")[3 * i]));
    worst = std::max(worst, std::fabs(run.series("coin.y")[i] - run.series("body.position")[3 * i + 1]));
  }
  // Two seconds at 0.5 m/s with errors of the tolerance in each of a few hundred steps.
  expect_error_within(1e-9, worst, "coin by its Lagrangian with rolling constraints, 2 s: place, m",
                      "the equations of rolling bodies");
  EXPECT_LT(run.drift("coin.virtual_work").largest, 1e-11);
  EXPECT_LT(run.drift("coin.energy").largest, 1e-10);
}

TEST(Lagrangian, MomentaOfARollingCoinChangeAsHamiltonsEquationsSay) {
  const auto scene = load_scene("rolling-coin-lagrangian");
  const Lagrangian& coin = *scene->systems[0].lagrangian;
  std::vector<double> x{0.1, 0.2, 1.2, 0.5, 0.7, 0, 0, 1, 2, -20}, v(10), qp(10), canonical(10);
  ASSERT_TRUE(coin.project(0, x));
  coin.rate<double>(0, x, v);
  std::copy_n(x.begin(), 5, qp.begin());
  coin.momenta(0, x, VecOut(qp).subspan(5));
  coin.canonical_rate<double>(0, qp, canonical);
  // p along the motion by central differences, whose error and rounding are some 1e-9 of rates below 1.
  const double h = 1e-6;
  std::vector<double> above = x, below = x, p(5), p_below(5);
  for (std::size_t i = 0; i < 10; ++i) {
    above[i] += h * v[i];
    below[i] -= h * v[i];
  }
  coin.momenta(0, above, p);
  coin.momenta(0, below, p_below);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(canonical[i], x[5 + i], 1e-13 * 20);
    EXPECT_NEAR(canonical[5 + i], (p[i] - p_below[i]) / (2 * h), 1e-8) << i;
  }
}

TEST(Lagrangian, CertifyTellsItByHamiltonsEquationsAndTheOtherWayRound) {
  for (const char* name : {"chaplygin-sleigh", "kepler", "bead-on-hoop"}) {
    const auto built = build(*load_scene(name));
    CertifyOptions options;
    options.run = built->options;
    const Certificate certificate = certify(built->system, built->x0, options);
    ASSERT_EQ(certificate.retold.size(), 1U) << name;
    EXPECT_TRUE(certificate.retold[0].agrees) << name << ": " << certificate.retold[0].channel;
  }
}

TEST(Lagrangian, ChaplyginsSleighFollowsItsClosedForm) {
  const Recording run = run_scene("chaplygin-sleigh", {"run.tolerance=1e-13"});
  // With k² = (J + m a²)/m: v = V tanh s, k ω = V sech s, s = s0 + a V t/k².
  const double m = 1, J = 0.2, a = 0.3, k = std::sqrt((J + m * a * a) / m), v0 = -1, w0 = 0.5;
  const double V = std::hypot(v0, k * w0), s0 = std::atanh(v0 / V), t = run.t_end, s = s0 + a * V * t / (k * k);
  const auto gd = [](double u) { return 2 * std::atan(std::tanh(u / 2)); };
  const double error = std::max({std::fabs(run.series("sleigh.theta'").back() - V / k / std::cosh(s)),
                                 std::fabs(run.series("sleigh.theta").back() - k / a * (gd(s) - gd(s0)))});
  // While it goes backwards an error of 1e-13 grows by e^{2 |s0|}, a hundredfold.
  expect_error_within(1e-10, error, "Chaplygin's sleigh: angle and its rate", "closed form");
  EXPECT_LT(run.drift("sleigh.virtual_work").largest, 1e-12);
}

/// x, y on a rod and θ, the same pendulum.
TEST(Lagrangian, PendulumOnARodInPlaneCoordinatesSwingsAsByItsAngle) {
  const std::string text = R"toml(
[run]
end = 5
tolerance = 1e-12
[[system]]
name = "plane"
coordinates = ["x", "y"]
parameters = { m = 0.7, l = 0.9, g = 9.81 }
lagrangian = "0.5*m*(x'^2 + y'^2) - m*g*y"
constraints = { rod = "x^2 + y^2 - l^2" }
initial = { x = "l*sin(2)", y = "-l*cos(2)" }
[[system]]
name = "angle"
coordinates = ["theta"]
parameters = { m = 0.7, l = 0.9, g = 9.81 }
lagrangian = "0.5*m*l^2*theta'^2 + m*g*l*cos(theta)"
initial = { theta = 2 }
)toml";
  const Recording run = run_text(text);
  double worst = 0, pull = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double theta = run.series("angle.theta")[i], rate = run.series("angle.theta'")[i];
    worst = std::max({worst, std::fabs(run.series("plane.x")[i] - 0.9 * std::sin(theta)),
                      std::fabs(run.series("plane.y")[i] + 0.9 * std::cos(theta))});
    // The rod pulls with m (l θ'² + g cos θ) towards its end.
    const double x = run.series("plane.x")[i], tension = 0.7 * (0.9 * rate * rate + 9.81 * std::cos(theta));
    pull = std::max(pull, std::fabs(run.series("plane.force.rod")[2 * i] + tension * x / 0.9));
  }
  // Both have errors of the tolerance in each of some hundred steps, which a swing of 5 s makes ten times as large.
  expect_error_within(1e-9, worst, "pendulum in x and y with its rod as a constraint, 5 s: place, m",
                      "the same pendulum by its angle");
  EXPECT_LT(pull, 1e-7);
  // Steps end on the constraint; within them the continuation is as exact as the solution.
  EXPECT_LT(run.drift("plane.constraint_error").largest, 1e-11);
  EXPECT_LT(run.drift("plane.virtual_work").largest, 1e-13);
}

TEST(Lagrangian, BeadOnATurningHoopKeepsJacobisEnergyAndNotItsOwn) {
  const Recording run = run_scene("bead-on-hoop", {"run.tolerance=1e-12"});
  EXPECT_LT(run.drift("bead.energy").largest, 1e-11);
  const std::vector<double> own = run.series("bead.T_plus_V");
  const auto [least, most] = std::minmax_element(own.begin(), own.end());
  EXPECT_GT(*most - *least, 0.1);
}

TEST(Lagrangian, EnergyIsBalancedAgainstForcesDissipationTimeAndMovingConstraints) {
  const std::string text = R"toml(
[run]
end = 5
tolerance = 1e-11
[[system]]
name = "s"
coordinates = ["x", "y"]
lagrangian = "0.5*(x'^2 + 2*y'^2) + 0.2*x*y' - (1 + 0.3*sin(t))*x^2 - y^2"
forces = { x = "0.4*cos(2*t)" }
dissipation = "0.05*(x'^2 + y'^2)"
initial = { x = 1, y = 0.5 }
[[system]]
name = "held"
coordinates = ["x", "y"]
lagrangian = "0.5*(x'^2 + y'^2) - 9.81*y"
constraints = { rod = "(x - 0.1*sin(3*t))^2 + y^2 - 1" }
initial = { x = 0.6, y = -0.8 }
)toml";
  const Recording run = run_text(text);
  // Five seconds in some hundred steps of that tolerance.
  EXPECT_LT(run.drift("s.energy").largest, 1e-9);
  EXPECT_LT(run.drift("held.energy").largest, 1e-9);
  EXPECT_FALSE(run.drift("s.energy").conserved);
  std::vector<std::string> names;
  for (const WorkDone& work : run.works) names.push_back(work.name);
  EXPECT_EQ(names, (std::vector<std::string>{"s.forces.x", "s.dissipation", "s.time", "held.constraints"}));
}

TEST(Lagrangian, WhoseMassVanishesEndsTheRunWithTheCoordinateAtFault) {
  const std::string text = R"toml(
[run]
end = 10
[[system]]
name = "s"
coordinates = ["x", "y"]
lagrangian = "0.5*x'^2 + 0.5*(1 - t)*y'^2 - y"
initial = { x = 0, y = 0 }
)toml";
  const Recording run = run_text(text);
  EXPECT_TRUE(run.outcome.ended_early());
  EXPECT_NEAR(run.outcome.t, 1, 1e-6);
  EXPECT_NE(run.outcome.detail.find("the inertia of 'y' has fallen"), std::string::npos) << run.outcome.detail;
}

TEST(Lagrangian, ALinkageEndsWhereItLiesFlatWithTheConstraintsAtFault) {
  // A parallelogram that turns evenly: at a = 0 its links lie in one line, from where it may go on crossed.
  const std::string text = R"toml(
[run]
end = 10
[[system]]
name = "s"
coordinates = ["a", "b", "c"]
definitions = { p = "[cos(a), sin(a)]", q = "p + 2*[cos(b), sin(b)]", e = "[2, 0] + [cos(c), sin(c)]" }
lagrangian = "0.5*(dot(p', p') + dot(q', q')) + 0.05*b'^2"
constraints = { cx = "q.x - e.x", cy = "q.y - e.y" }
initial = { a = 1.5, b = 0, c = 1.5, "a'" = -1, "b'" = 0, "c'" = -1 }
)toml";
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{}); };
  for (const char* tolerance : {"1e-6", "1e-10", "1e-13"}) {
    const Recording run =
        run_of(read_scene(text, "typed.toml", std::vector{"run.tolerance=" + std::string(tolerance)}, no_mesh));
    EXPECT_TRUE(run.outcome.ended_early()) << tolerance;
    EXPECT_NEAR(run.outcome.t, 1.5, 2e-4) << tolerance;  // which is followed to 1e-4 of its coordinates
    EXPECT_LT(run.drift("s.constraint_error").absolute, 1e-8) << tolerance;
    EXPECT_LT(run.drift("s.energy").largest, 1e-5) << tolerance;
    EXPECT_NE(run.outcome.detail.find("the slopes of the constraints ('cx'"), std::string::npos) << run.outcome.detail;
  }
  // One that turns the other way first is stopped later, and one that never comes there is not.
  const Recording other = run_of(
      read_scene(text, "typed.toml",
                 std::vector<std::string>{"system.s.initial.a'=1", "system.s.initial.c'=1", "run.end=1.6"}, no_mesh));
  EXPECT_FALSE(other.outcome.ended_early()) << other.outcome.detail;
}

TEST(Lagrangian, OfAHeavyTopMovesAsTheBodyOnItsPivot) {
  const std::string text = R"toml(
[run]
end = 2
tolerance = 1e-12
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "top"
mass = 0.5
inertia = [0.003, 0.003, 0.0012]
centre = [0, 0, 0.1]
pivot = [0, 0, 0]
position = ["0.1*sin(0.5)", 0, "0.1*cos(0.5)"]
euler = { sequence = "zxz", angles = ["90 deg", "0.5 rad", 0] }
angular_velocity_body = [0.3, "0.7*sin(0.5)", "100 + 0.7*cos(0.5)"]
[[system]]
name = "angles"
coordinates = ["phi", "theta", "psi"]
parameters = { I1 = "0.003 + 0.5*0.1^2", I3 = 0.0012, mgl = "0.5*9.81*0.1" }
lagrangian = "0.5*I1*(theta'^2 + phi'^2*sin(theta)^2) + 0.5*I3*(psi' + phi'*cos(theta))^2 - mgl*cos(theta)"
initial = { phi = "pi/2", theta = 0.5, psi = 0, "phi'" = 0.7, "theta'" = 0.3, "psi'" = 100 }
)toml";
  const Recording run = run_text(text);
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double theta = run.series("angles.theta")[i], phi = run.series("angles.phi")[i];
    const Vec3 there(0.1 * std::sin(theta) * std::sin(phi), -0.1 * std::sin(theta) * std::cos(phi),
                     0.1 * std::cos(theta));
    for (int k = 0; k < 3; ++k)
      worst = std::max(worst, std::fabs(run.series("top.position")[3 * i + static_cast<std::size_t>(k)] - there[k]));
  }
  // Two hundred radians of spin in steps of that tolerance, some thousand of them.
  expect_error_within(1e-9, worst, "heavy top by its Lagrangian, 2 s: centre of mass, m", "the body on its pivot");
  // φ and ψ are cyclic.
  EXPECT_LT(run.drift("angles.p_phi").largest, 1e-10);
  EXPECT_LT(run.drift("angles.p_psi").largest, 1e-10);
}

}  // namespace
}  // namespace polhode
