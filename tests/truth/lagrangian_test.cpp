// Motions from the text of a Lagrangian or a Hamiltonian, against closed forms and many-digit solutions.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <polhode/sim/hamiltonian_system.hpp>
#include <polhode/sim/lagrangian_system.hpp>

#include "pendulum_rows.hpp"
#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

TEST(LagrangianTruth, DoublePendulumFollowsTheThirtyDigitSolution) {
  const Recording run = run_scene("double-pendulum", {"run.tolerance=1e-13"}, times_of(double_pendulum_rows));
  double worst = 0;
  for (const auto& row : double_pendulum_rows)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::string name = std::array{"arm.q1", "arm.q2", "arm.q1'", "arm.q2'"}[k];
      worst = std::max(worst, std::fabs(run.series(name)[sample_at(run, row[0])] - row[k + 1]));
    }
  // A DOP853 in doubles at 1e-13 reaches 1e-9 at the end, where the motion is chaotic; ten times that is the tolerance.
  expect_error_within(1e-8, worst, "double pendulum by its Lagrangian, 4 s: angles and rates, rad and rad/s",
                      "solution in 140-bit arithmetic");
}

double pendulum_error(const Recording& run) {
  double worst = 0;
  for (const auto& row : pendulum_rows) {
    const std::size_t at = sample_at(run, row[0]);
    worst = std::max({worst, std::fabs(run.series("pendulum.theta")[at] - row[1]),
                      std::fabs(run.series("pendulum.p_theta")[at] - row[2])});
  }
  return worst;
}

TEST(LagrangianTruth, PendulumFollowsJacobisFunctions) {
  // Beside the top an error of 1e-14 in a step grows e-fold in 0.3 s while it hesitates there: some 1e-12 in all.
  expect_error_within(
      1e-11, pendulum_error(run_scene("pendulum-lagrangian", {"run.tolerance=1e-13"}, times_of(pendulum_rows))),
      "pendulum by its Lagrangian, 5 s: angle and momentum", "Jacobi's elliptic functions");
}

TEST(HamiltonianTruth, PendulumFollowsJacobisFunctions) {
  const std::string text =
      "[run]\nend = 5\ntolerance = 1e-13\n[[system]]\nname = \"pendulum\"\ncoordinates = [\"theta\"]\n"
      "parameters = { m = 0.7, l = 0.9, g = 9.81 }\n"
      "hamiltonian = \"p_theta^2/(2*m*l^2) - m*g*l*cos(theta)\"\ninitial = { theta = 2.8 }\n";
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{}); };
  const Recording run = run_of(read_scene(text, "typed.toml", {}, no_mesh), times_of(pendulum_rows));
  expect_error_within(1e-11, pendulum_error(run), "pendulum by its Hamiltonian, 5 s: angle and momentum",
                      "Jacobi's elliptic functions");
}

/// x, y, their rates, at the end of a run.
TEST(LagrangianTruth, ChargeInAMagneticFieldGoesRoundAtQBOverM) {
  const double q = 1.6, B = 0.7, m = 0.3, end = 10, w = q * B / m;
  const auto lagrangian = Lagrangian::compile({.name = "ion",
                                               .coordinates = {"x", "y"},
                                               .energy = "0.5*m*(x'^2 + y'^2) + q*B/2*(x*y' - y*x')",
                                               .parameters = {{"q", {q}}, {"B", {B}}, {"m", {m}}}});
  ASSERT_TRUE(lagrangian.ok()) << format(lagrangian.diagnostics());
  const Recording run = simulate(System(LagrangianSystem(*lagrangian)), std::vector<double>{0, 0, 2, 0},
                                 {.t_end = end, .tolerance = 1e-13});
  // v turns clockwise at qB/m from (2, 0).
  const double error = std::max(std::fabs(run.x_end[0] - 2 / w * std::sin(w * end)),
                                std::fabs(run.x_end[1] + 2 / w * (1 - std::cos(w * end))));
  // Six turns with errors of the tolerance in each of some hundred steps.
  expect_error_within(1e-11, error, "charge in a magnetic field, 10 s: place, m", "circle at qB/m");
  EXPECT_LT(run.drift("ion.energy").largest, 1e-12);
}

TEST(LagrangianTruth, LegendresTransformationGoesBothWays) {
  const std::vector<SystemText::Parameter> numbers{{"m", {0.7}}, {"l", {0.9}}, {"g", {9.81}}, {"w", {1.3}}, {"c", {3}}};
  struct Pair {
    const char *L, *H;
  };
  for (const auto& [L, H] :
       {Pair{"0.5*m*l^2*theta'^2 + w*theta*theta' + m*g*l*cos(theta)",
             "(p_theta - w*theta)^2/(2*m*l^2) - m*g*l*cos(theta)"},
        Pair{"-m*c^2*sqrt(1 - theta'^2/c^2) - 0.5*w*theta^2*t", "c*sqrt(p_theta^2 + m^2*c^2) + 0.5*w*theta^2*t"}}) {
    const auto lagrangian = Lagrangian::compile({.coordinates = {"theta"}, .energy = L, .parameters = numbers});
    const auto hamiltonian = Hamiltonian::compile({.coordinates = {"theta"}, .energy = H, .parameters = numbers});
    ASSERT_TRUE(lagrangian.ok()) << format(lagrangian.diagnostics());
    ASSERT_TRUE(hamiltonian.ok()) << format(hamiltonian.diagnostics());
    for (const double rate : {-2.0, 0.4, 2.4}) {
      const double t = 0.8;
      const std::vector<double> x{1.1, rate};
      std::vector<double> qp{1.1, 0}, p(1), back(1), by_H(2), by_L(2), a(2), a_of_H(2);
      lagrangian->momenta(t, x, VecOut(qp).subspan(1));
      ASSERT_TRUE(hamiltonian->momenta_of<double>(t, x, p));
      EXPECT_NEAR(p[0], qp[1], 1e-14 * std::fabs(qp[1])) << L;
      ASSERT_TRUE(lagrangian->rates_of<double>(t, qp, back));
      EXPECT_NEAR(back[0], rate, 1e-14 * 3) << L;
      // A dozen roundings of numbers up to ten.
      EXPECT_NEAR(lagrangian->energy().evaluate_at<double>(t, x), hamiltonian->energy().evaluate_at<double>(t, qp),
                  1e-14 * 20)
          << L;
      lagrangian->canonical_rate<double>(t, qp, by_L);
      hamiltonian->rate<double>(t, qp, by_H);
      lagrangian->rate<double>(t, x, a);
      hamiltonian->lagrange_rate<double>(t, x, a_of_H);
      for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_NEAR(by_L[k], by_H[k], 1e-13 * (1 + std::fabs(by_H[k]))) << L;
        EXPECT_NEAR(a[k], a_of_H[k], 1e-13 * (1 + std::fabs(a[k]))) << L;
      }
    }
  }
}

TEST(HamiltonianTruth, BracketsOfAngularMomentumCloseAndThatWithHIsZero) {
  const auto made =
      Hamiltonian::compile({.coordinates = {"x", "y", "z"},
                            .energy = "0.5*(p_x^2 + p_y^2 + p_z^2) - 1/sqrt(x^2 + y^2 + z^2)",
                            .definitions = {{"Lx", "y*p_z - z*p_y"}, {"Ly", "z*p_x - x*p_z"}, {"Lz", "x*p_y - y*p_x"}},
                            .conserved = {{"Lzz", "Lz"}, {"px", "p_x"}},
                            .brackets = {{"xy", {"Lx", "Ly"}}, {"one", {"x", "p_x"}}}});
  ASSERT_TRUE(made.ok()) << format(made.diagnostics());
  const std::vector<double> x{0.3, -1.1, 0.7, 0.2, 0.9, -0.4};
  EXPECT_NEAR(made->brackets()[0].formula.evaluate_at<double>(0, x), x[0] * x[4] - x[1] * x[3], 1e-15);
  EXPECT_EQ(made->brackets()[1].formula.evaluate_at<double>(0, x), 1);
  EXPECT_NEAR(made->conserved_rates()[0].evaluate_at<double>(0, x), 0, 1e-15);
  EXPECT_NEAR(made->conserved_rates()[1].evaluate_at<double>(0, x), -0.3 / std::pow(0.09 + 1.21 + 0.49, 1.5), 1e-15);
}

TEST(LagrangianTruth, RatesOverDualsCarryTheSlopesOfRates) {
  const Scene scene = *load_scene("double-pendulum");
  const Lagrangian& arm = *scene.systems[0].lagrangian;
  const std::vector<double> x{0.4, 0.9, -1.2, 2.1};
  std::vector<Dual4> dual, rate(4);
  for (int i = 0; i < 4; ++i) dual.push_back(Dual4::variable(x[static_cast<std::size_t>(i)], i));
  arm.rate<Dual4>(0, dual, rate);
  const double h = 1e-5;
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<double> up = x, down = x, above(4), below(4), here(4);
    up[k] += h;
    down[k] -= h;
    arm.rate<double>(0, up, above);
    arm.rate<double>(0, down, below);
    arm.rate<double>(0, x, here);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(rate[i].value, here[i]);
      // Differences have the error h² f'''/6 and the rounding 1e-16 f/h, both some 1e-8 of slopes of a hundred.
      EXPECT_NEAR(rate[i].tangent[static_cast<int>(k)], (above[i] - below[i]) / (2 * h), 1e-6);
    }
  }
}

TEST(LagrangianTruth, FigureEightReturnsAfterOnePeriod) {
  const Recording run = run_scene("figure-eight");
  double worst = 0;
  for (std::size_t k = 0; k < run.x_end.size(); ++k) worst = std::max(worst, std::fabs(run.x_end[k] - run.state(0)[k]));
  // Start and period have 15 digits, steps errors of 1e-13, which the motion, all but stable, does not magnify.
  expect_error_within(1e-9, worst, "figure eight by its Lagrangian, one period: all coordinates and rates",
                      "its return map in extended precision");
}

TEST(HamiltonianTruth, PlanetReturnsAfterKeplersPeriodAndKeepsItsVector) {
  const Recording run = run_scene("kepler", {"run.end=\"2*pi\"", "run.tolerance=1e-13"});
  double worst = 0;
  for (std::size_t k = 0; k < 4; ++k) worst = std::max(worst, std::fabs(run.x_end[k] - run.state(0)[k]));
  // Some hundred steps with errors of 1e-13, of which those of the energy shift the phase by 6 π times as much.
  expect_error_within(1e-10, worst, "planet by its Hamiltonian, one period: place and momentum", "Kepler's third law");
  for (const char* name : {"energy", "angular_momentum", "lenz_x", "lenz_y"})
    EXPECT_LT(run.drift(std::string("planet.") + name).largest, 1e-11) << name;
  EXPECT_LT(largest(run.series("planet.lenz_x'")), 1e-13);
  EXPECT_LT(largest(run.series("planet.lenz_y'")), 1e-13);
  // {Lz, x} = y, and {A_x, A_y} = −2 H Lz.
  const std::vector<double> bracket = run.series("planet.lenz_bracket"), turning = run.series("planet.turning_x"),
                            y = run.series("planet.y");
  for (std::size_t i = 0; i < bracket.size(); ++i) {
    EXPECT_NEAR(bracket[i], 0.8, 1e-10);
    EXPECT_EQ(turning[i], y[i]);
  }
}

TEST(HamiltonianTruth, SeparableOnesAreSteppedBySymplecticSolversAndOthersAreRefused) {
  const Recording run = run_scene("henon-heiles", {"run.end=50"});
  EXPECT_FALSE(run.outcome.ended_early());
  // Order six with steps of 0.05: (0.05)^6 is 1.6e-8, and the method's constant is below a tenth.
  EXPECT_LT(run.drift("star.energy").largest, 1e-8);
  const auto made = Hamiltonian::compile({.coordinates = {"x"}, .energy = "0.5*p_x^2*(1 + x^2)"});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->inseparable(),
            "the rate of 'system.x' depends on 'x', so that positions and momenta cannot be moved by turns: take "
            "generalised-verlet or gauss4");
}

TEST(HamiltonianTruth, StarMirroredInXGoesTheMirroredWay) {
  // H is even in x and p_x, so that sections at x = 0 are those of the mirrored star.
  const Recording one = run_scene("henon-heiles", {"run.end=50"});
  const Recording other =
      run_scene("henon-heiles", {"run.end=50", "system.star.initial.p_x=\"-sqrt(2*E - 0.15^2 - 2*0.15^3/3)\""});
  for (std::size_t i = 0; i < one.times.size(); ++i) {
    EXPECT_EQ(one.series("star.x")[i], -other.series("star.x")[i]);
    EXPECT_EQ(one.series("star.y")[i], other.series("star.y")[i]);
  }
}

TEST(LagrangianTruth, SeparableOneIsSteppedBySymplecticAndNystroemSolvers) {
  // Carts of mass 1 between walls: k x + c (differences) has the matrix of a chain with free ends, whose modes 1 1 1,
  // 1 0 −1 and 1 −2 1 have the squares of frequency 4, 4 + c and 4 + 3 c, c = 0.5.
  for (const std::string solver : {"yoshida6", "nystroem12"}) {
    const bool fixed = solver == "yoshida6";
    std::vector<std::string> changes{"run.solver=" + solver, "run.end=20"};
    if (fixed) changes.push_back("run.step=0.02");
    const Recording run = run_scene("coupled-oscillators", changes);
    const double t = run.t_end;
    const double x1 = std::cos(2 * t) / 3 + std::cos(t * std::sqrt(4.5)) / 2 + std::cos(t * std::sqrt(5.5)) / 6;
    // Yoshida's sixth order at h ω = 0.05: 1e-2 (h ω)^6 ω t, some 1e-8; that of order twelve far less.
    EXPECT_NEAR(run.series("carts.x1").back(), x1, 1e-7) << solver;
  }
}

TEST(LagrangianTruth, PleiadesEndWhereThePublishedSolutionEnds) {
  static constexpr std::array<double, 28> end{
      0.3706139143970502,  3.237284092057233,   -3.222559032418324,  0.6597091455775310, 0.3425581707156584,
      1.562172101400631,   -0.7003092922212495, -3.943437585517392,  -3.271380973972550, 5.225081843456543,
      -2.590612434977470,  1.198213693392275,   -0.2429682344935824, 1.091449240428980,  3.417003806314313,
      1.354584501625501,   -2.590065597810775,  2.025053734714242,   -1.155815100160448, -0.8072988170223021,
      0.5952396354208710,  -3.741244961234010,  0.3773459685750630,  0.9386858869551073, 0.3667922227200571,
      -0.3474046353808490, 2.344915448180937,   -1.947020434263292};
  const Recording run = run_scene("pleiades", {"run.tolerance=1e-13"});
  double worst = 0;
  for (std::size_t i = 0; i < 28; ++i) worst = std::max(worst, std::fabs(run.x_end[i] - end[i]));
  // The near misses magnify an error about a thousandfold; tolerance 1e-13 leaves a decade to 1e-9.
  expect_error_within(1e-9, worst, "Pleiades by a Lagrangian with sums, t = 3: places and rates of seven stars",
                      "Hairer, Nørsett & Wanner 1993, II.10; figures of the test set for IVP solvers");
}

}  // namespace
}  // namespace polhode
