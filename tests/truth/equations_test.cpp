// Systems of typed equations against published and many-digit solutions, as the built-in scenes give them.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "scene_reference.hpp"
#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

double at(const Recording& run, const std::string& path, double t) {
  const auto found = std::find(run.times.begin(), run.times.end(), t);
  return run.series(path).at(static_cast<std::size_t>(found - run.times.begin()));
}

TEST(Equations, DoublePendulumFollowsTheThirtyDigitSolution) {
  // A DOP853 in doubles at 1e-13 reaches 1e-9 at the end, where the motion is chaotic; ten times that is the tolerance.
  const Recording run =
      run_scene("double-pendulum-equations", {"run.tolerance=1e-13", "run.sample=0.2"}, {0.4, 1, 2, 3, 4});
  double worst = 0;
  for (const auto& row : reference::double_pendulum)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::string name = std::array{"arm.q1", "arm.q2", "arm.q1'", "arm.q2'"}[k];
      worst = std::max(worst, std::abs(at(run, name, row[0]) - row[k + 1]));
    }
  expect_error_within(1e-8, worst, "double pendulum typed as equations, 4 s: angles and rates, rad and rad/s",
                      "solution in 140-bit arithmetic");
}

TEST(Equations, PleiadesEndWhereThePublishedSolutionEnds) {
  static constexpr std::array<double, 14> end{
      0.3706139143970502, 3.237284092057233,   -3.222559032418324,  0.6597091455775310, 0.3425581707156584,
      1.562172101400631,  -0.7003092922212495, -3.943437585517392,  -3.271380973972550, 5.225081843456543,
      -2.590612434977470, 1.198213693392275,   -0.2429682344935824, 1.091449240428980};
  const Recording run = run_scene("pleiades-equations", {"run.tolerance=1e-13"});
  double worst = 0;
  for (std::size_t i = 0; i < 14; ++i) {
    const std::string name = (i < 7 ? "stars.x" : "stars.y") + std::to_string(i % 7 + 1);
    worst = std::max(worst, std::abs(run.series(name).back() - end[i]));
  }
  // The near misses magnify an error about a thousandfold; tolerance 1e-13 leaves a decade to 1e-9.
  expect_error_within(1e-9, worst, "Pleiades, t = 3: places of seven stars",
                      "Hairer, Nørsett & Wanner 1993, II.10; figures of the test set for IVP solvers");
}

TEST(Equations, RobertsonsReactionFollowsTheQuadrupleSolution) {
  // By Taylor series of order 24 in quadruple precision; they agree with the published 0.7158, 9.1855e-6, 0.2842 at 40.
  static constexpr std::array<std::array<double, 4>, 3> exact{{
      {0.4, 0.98517211386098991, 3.3863953789749042e-05, 0.01479402218522039},
      {4, 0.90551867858425394, 2.2404756875602009e-05, 0.09445891665887049},
      {40, 0.71582706871940505, 9.1855347645577643e-06, 0.28416374574583037},
  }};
  const Recording run = run_scene("robertson", {"run.tolerance=1e-9", "run.absolute_tolerance=1e-15"}, {0.4, 4, 40});
  double worst = 0;
  for (const auto& row : exact)
    for (std::size_t k = 1; k < 4; ++k)
      worst = std::max(worst, std::abs(at(run, "reaction.y" + std::to_string(k), row[0]) / row[k] - 1));
  // Errors decay: what is left is of the size of the last local ones; ten times the tolerance 1e-9. (With an absolute
  // tolerance near 1e-11 it would be that over y2, 1e-6.)
  expect_error_within(1e-8, worst, "Robertson's reactions, 40 s: concentrations, relative",
                      "Taylor series in quadruple precision");
}

TEST(Equations, VanDerPolsOscillatorIsWhereTheTestSetSays) {
  // μ = 1000, t = 2000: the problem of the test set for IVP solvers (ε = 1e-6, t = 2) in other units of time.
  const Recording run =
      run_scene("van-der-pol", {"run.tolerance=1e-8", "run.absolute_tolerance=1e-11", "run.sample=2000"});
  const double x = run.series("oscillator.x").back(), y = run.series("oscillator.y").back();
  // On the slow branch errors decay: what is left is of the size of the last local ones; ten times the tolerance.
  expect_error_within(1e-7, std::max(std::abs(x - 1.706167732170483), std::abs(1000 * y + 0.8928097010247975)),
                      "Van der Pol, μ = 1000, t = 2000: x and 1000 y", "figures of the test set for IVP solvers");
}

TEST(Equations, SawtoothGainsOneHalfInEverySecond) {
  const Recording run = run_scene("sawtooth", {});
  // Between its breaks y is a parabola, which the method follows exactly: a hundred steps that round by an ulp or two.
  expect_error_within(1e-12, std::abs(run.series("saw.y").back() - 5), "sawtooth, t = 10: the integral of t mod 1",
                      "elementary");
}

/// Two classic failures, predicted to the last digits: what a method does wrong it does by a law.
TEST(Equations, EulersMethodSpiralsOutOfACircleByTheRootOfOnePlusHSquared) {
  const Recording run = run_scene("circular-field", {});
  const double radius = std::hypot(run.series("point.x").back(), run.series("point.y").back());
  // (1 + h²)^(n/2) with h = 0.1 and n = 200; each step rounds by an ulp or two.
  expect_error_within(200 * 2 * 2.3e-16, std::abs(radius / 2.7048138294215285 - 1),
                      "Euler's method on a circle, 200 steps: radius, relative", "elementary");
}

TEST(Equations, EulersMethodMakesAStiffDecayExplode) {
  const Recording run = run_scene("stiff-decay", {});
  // x = Re(C e^{it}) + (1 − λh)ⁿ (0 − Re C), C = λh / (e^{ih} − 1 + λh), with λh = 2.5 and n = 40.
  const double h = 0.05, rate = 50;
  const std::complex<double> C = rate * h / (std::polar(1.0, h) - 1.0 + rate * h);
  const double expected = (C * std::polar(1.0, 2.0)).real() - std::pow(1 - rate * h, 40) * C.real();
  // A rounding in the first step has grown as everything has: forty of them, an ulp or two each.
  expect_error_within(40 * 2 * 2.3e-16, std::abs(run.series("follower.x").back() / expected - 1),
                      "Euler's method on a stiff decay, 40 steps: x, relative", "elementary");
}

}  // namespace
}  // namespace polhode
