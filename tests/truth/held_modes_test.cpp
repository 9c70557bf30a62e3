// Equilibria and small oscillations of systems that constraints hold, against closed forms and against the same systems
// by coordinates that are free.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/math/vector.hpp>
#include <polhode/sim/coordinates.hpp>
#include <polhode/sim/equilibria.hpp>
#include <polhode/sim/lagrangian_system.hpp>
#include <polhode/sim/modes.hpp>

#include "support/validation.hpp"

namespace polhode {
namespace {

constexpr double g = 9.81;

System system_of(SystemText text) {
  auto made = Lagrangian::compile(std::move(text));
  EXPECT_TRUE(made.ok()) << format(made.diagnostics());
  return System(LagrangianSystem(*std::move(made)));
}

Equilibria found_near(const System& system, const std::vector<double>& start, double half, int starts = 60) {
  return equilibria(system, {.start = start,
                             .lowest = std::vector<double>(start.size(), -half),
                             .highest = std::vector<double>(start.size(), half),
                             .starts = starts});
}

/// Modes about the equilibrium that is nearest to a place that was typed.
Modes modes_at(const System& system, std::vector<double> x, double half = 3) {
  x.resize(static_cast<std::size_t>(system.state_space().nx()));
  const Equilibria all = found_near(system, x, half, 0);
  EXPECT_EQ(all.found.size(), 1U);
  return all.found.empty() ? Modes() : modes(system, 0, all.found[0].x);
}

System rod_pendulum() {
  return system_of({.coordinates = {"x", "y"},
                    .energy = "0.35*(x'^2 + y'^2) - 0.7*9.81*y",
                    .constraints = {{"rod", "x^2 + y^2 - 0.81"}}});
}

TEST(HeldEquilibria, APendulumOnARodHangsOrStands) {
  const Equilibria all = found_near(rod_pendulum(), {0.1, -0.8, 0, 0}, 2);
  ASSERT_EQ(all.found.size(), 2U);
  double worst = 0;
  for (int k = 0; k < 2; ++k) {
    const Equilibrium& one = all.found[static_cast<std::size_t>(k)];
    const double sign = one.x[1] < 0 ? -1 : 1;
    worst = std::max({worst, std::fabs(one.x[0]), std::fabs(one.x[1] - 0.9 * sign)});
    ASSERT_EQ(one.eigenvalues.size(), 2U);
    EXPECT_EQ(one.fate, sign < 0 ? Fate::stable : Fate::unstable);
    EXPECT_EQ(one.type, sign < 0 ? "centre" : "saddle");
    EXPECT_EQ(one.family, 0);
    const double rate = std::sqrt(g / 0.9);
    EXPECT_NEAR(sign < 0 ? one.eigenvalues[1].imag() : one.eigenvalues[1].real(), rate, 1e-12 * rate);
  }
  // Newton's method ends where a step is rounding: 1e-14 of the box.
  expect_error_within(1e-13, worst, "equilibria of a pendulum by x, y and a rod, m", "elementary");
}

TEST(HeldModes, ARodsTensionPullsTheBobBack) {
  const Modes all = modes_at(rod_pendulum(), {0.1, -0.8});
  ASSERT_EQ(all.all.size(), 1U);
  EXPECT_EQ(all.zero_modes, 0);
  EXPECT_EQ(all.shown, (std::vector<std::size_t>{0, 1}));
  EXPECT_NEAR(std::abs(all.all[0].shape[0]), 1, 1e-14);
  EXPECT_NEAR(std::abs(all.all[0].shape[1]), 0, 1e-12);
  // Without the multiplier's second derivative nothing at all would pull: L has no curvature along the circle.
  expect_error_within(1e-12, std::fabs(all.all[0].frequency - std::sqrt(g / 0.9)),
                      "frequency of a pendulum by x, y and a rod", "sqrt(g/l)");
}

TEST(HeldModes, TwoRodsSwingAsTwoAngles) {
  const System rods =
      system_of({.coordinates = {"x1", "y1", "x2", "y2"},
                 .energy = "0.5*(x1'^2 + y1'^2) + 0.35*(x2'^2 + y2'^2) - 9.81*(y1 + 0.7*y2)",
                 .constraints = {{"upper", "x1^2 + y1^2 - 1"}, {"lower", "(x2 - x1)^2 + (y2 - y1)^2 - 0.36"}}});
  const System angles = system_of({.coordinates = {"a", "b"},
                                   .energy = "0.5*dot(r', r') + 0.35*dot(s', s') - 9.81*(r.y + 0.7*s.y)",
                                   .definitions = {{"r", "[sin(a), -cos(a)]"}, {"s", "r + 0.6*[sin(b), -cos(b)]"}}});
  const Modes one = modes_at(rods, {0.05, -1, 0.02, -1.6}), two = modes_at(angles, {0.05, -0.02});
  ASSERT_EQ(one.all.size(), 2U);
  ASSERT_EQ(two.all.size(), 2U);
  double worst = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    worst = std::max(worst, std::fabs(one.all[k].frequency - two.all[k].frequency));
    // x1 : x2 = a : a + 0.6 b
    const double ratio = (one.all[k].shape[0] / one.all[k].shape[2]).real();
    const double a = two.all[k].shape[0].real(), b = two.all[k].shape[1].real();
    EXPECT_NEAR(ratio, a / (a + 0.6 * b), 1e-11);
  }
  expect_error_within(1e-11, worst, "double pendulum by rods beside angles: frequencies", "the same system by angles");
}

TEST(HeldModes, ABobOnASphereSwingsBothWays) {
  const System bob = system_of({.coordinates = {"x", "y", "z"},
                                .energy = "0.5*(x'^2 + y'^2 + z'^2) - 9.81*z",
                                .constraints = {{"sphere", "x^2 + y^2 + z^2 - 1"}}});
  const Modes all = modes_at(bob, {0.1, 0.05, -1});
  ASSERT_EQ(all.all.size(), 2U);
  for (const Mode& mode : all.all) {
    EXPECT_NEAR(mode.frequency, std::sqrt(g), 1e-12);
    EXPECT_EQ(mode.alike, 2);
  }
}

TEST(HeldModes, AFourBarLinkageSwingsByItsOwnInertiaAndHeight) {
  // A crank of 1 and a rocker of 1 with a coupler of 2 between pivots 2 apart: a parallelogram, whose joints carry
  // masses 1 and 3 and move alike: 4 x'^2/2 and 4 g y of a pendulum of length 1.
  const System bars = system_of({.coordinates = {"x1", "y1", "x2", "y2"},
                                 .energy = "0.5*(x1'^2 + y1'^2) + 1.5*(x2'^2 + y2'^2) - 9.81*(y1 + 3*y2)",
                                 .constraints = {{"crank", "x1^2 + y1^2 - 1"},
                                                 {"rocker", "(x2 - 2)^2 + y2^2 - 1"},
                                                 {"coupler", "(x2 - x1)^2 + (y2 - y1)^2 - 4"}}});
  const Modes all = modes_at(bars, {0.1, -1, 2.1, -1});
  ASSERT_EQ(all.all.size(), 1U);
  EXPECT_NEAR(all.all[0].frequency, std::sqrt(g), 1e-11);
  EXPECT_NEAR((all.all[0].shape[0] / all.all[0].shape[2]).real(), 1, 1e-11);
}

TEST(HeldModes, ADiskInATroughRollsToAndFro) {
  // (R − r) φ' = r ψ':  ω² = 2 g/(3 (R − r)), and places at which it rests without having rolled there: one zero.
  const System disk = system_of({.coordinates = {"phi", "psi"},
                                 .energy = "0.5*4*phi'^2 + 0.25*0.25*psi'^2 + 9.81*2*cos(phi)",
                                 .rolling = {{"grip", "2*phi' - 0.5*psi'"}}});
  const Modes all = modes_at(disk, {0.1, 0});
  ASSERT_EQ(all.all.size(), 1U);
  EXPECT_EQ(all.zero_modes, 1);
  EXPECT_NEAR(all.all[0].frequency, std::sqrt(2 * g / (3 * 2)), 1e-12);
  EXPECT_NEAR((all.all[0].shape[0] / all.all[0].shape[1]).real(), 0.25, 1e-12);
  const Equilibria rest = found_near(disk, {0.1, 0, 0, 0}, 1, 0);
  ASSERT_EQ(rest.found.size(), 1U);
  EXPECT_EQ(rest.found[0].family, 1);
}

TEST(HeldModes, AnUprightDiskFalls) {
  // Radius r, without slip: m (r²/4 + r²) ϑ'' = m g r ϑ about the line of contact.
  const System disk =
      system_of({.coordinates = {"x", "y", "phi", "theta", "psi"},
                 .energy = "0.5*dot(c', c') + 0.125*0.25*(theta'^2 + phi'^2*cos(theta)^2) + "
                           "0.25*0.25*(psi' + phi'*sin(theta))^2 - 9.81*c[3]",
                 .definitions = {{"c", "[x + 0.5*sin(theta)*sin(phi), y - 0.5*sin(theta)*cos(phi), 0.5*cos(theta)]"}},
                 .rolling = {{"along", "x' + 0.5*psi'*cos(phi)"}, {"across", "y' + 0.5*psi'*sin(phi)"}}});
  const Equilibria all = found_near(disk, std::vector<double>(10), 1, 0);
  ASSERT_EQ(all.found.size(), 1U);
  EXPECT_EQ(all.found[0].fate, Fate::unstable);
  EXPECT_EQ(all.found[0].ways_out, 1);
  EXPECT_EQ(all.found[0].eigenvalues.size(), 8U);
  EXPECT_EQ(all.found[0].family, 4);  // places, heading and turn: everything but the lean
  EXPECT_NEAR(all.found[0].eigenvalues.back().real(), std::sqrt(g * 0.5 / (1.25 * 0.25)), 1e-11);
}

TEST(HeldModes, ASleighRestsAnywhere) {
  const System sleigh = system_of({.coordinates = {"x", "y", "theta"},
                                   .energy = "0.5*(x'^2 + y'^2) + 0.5*theta'^2",
                                   .rolling = {{"edge", "-x'*sin(theta) + y'*cos(theta)"}}});
  const Equilibria all = found_near(sleigh, {0, 0, 0, 1, 0, 2}, 3, 0);
  ASSERT_EQ(all.found.size(), 1U);
  EXPECT_EQ(all.found[0].family, 3);
  const Modes none = modes(sleigh, 0, all.found[0].x);
  EXPECT_TRUE(none.all.empty());
  EXPECT_EQ(none.zero_modes, 5);
}

TEST(HeldModes, SystemsSideBySideAreHeldEachByItsOwn) {
  System second = rod_pendulum();
  const System both = System::joined({rod_pendulum(), std::move(second)});
  EXPECT_EQ(both.held().count, 4U);
  const Modes all = modes_at(both, {0.1, -0.8, 0, 0, -0.1, -0.9, 0, 0});
  ASSERT_EQ(all.all.size(), 2U);
  EXPECT_NEAR(all.all[1].frequency, std::sqrt(g / 0.9), 1e-12);
}

}  // namespace
}  // namespace polhode
