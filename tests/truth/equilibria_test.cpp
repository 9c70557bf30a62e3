// Where systems stay, and what becomes of what is beside: against closed forms.
#include <polhode/sim/equilibria.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/base/error.hpp>
#include <polhode/math/vector.hpp>

#include "support/typed_system.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using Complex = std::complex<double>;

Equilibria found_in(const System& system, double half) {
  const auto n = static_cast<std::size_t>(system.state_space().nx());
  return equilibria(system, {.start = std::vector<double>(n, 0.3),
                             .lowest = std::vector<double>(n, -half),
                             .highest = std::vector<double>(n, half)});
}

TEST(Equilibria, APendulumHangsOrStands) {
  const Equilibria all =
      found_in(typed({"theta", "w"}, {"w", "-4*sin(theta)"}, {{"energy", "w^2/2 - 4*cos(theta)"}}), 4);
  ASSERT_EQ(all.found.size(), 3U);
  double worst = 0;
  for (int k = -1; k <= 1; ++k) {
    const Equilibrium& one = all.found[static_cast<std::size_t>(k + 1)];
    worst = std::max({worst, std::abs(one.x[0] - k * pi), std::abs(one.x[1])});
    // λ² = −4 cos θ
    const Complex first = k == 0 ? Complex(0, -2) : Complex(-2), second = -first;
    EXPECT_LT(std::abs(one.eigenvalues[0] - first) + std::abs(one.eigenvalues[1] - second), 1e-13);
    EXPECT_EQ(one.type, k == 0 ? "centre" : "saddle");
    EXPECT_EQ(one.fate, k == 0 ? Fate::stable : Fate::unstable);
    EXPECT_EQ(one.kept, k == 0 ? "s.energy" : "");
    EXPECT_EQ(one.ways_out, k == 0 ? 0 : 1);
    EXPECT_EQ(one.family, 0);
  }
  // Newton's method ends where a step is rounding: 1e-14 of the box.
  expect_error_within(1e-13, worst, "equilibria of a pendulum: angle, rad", "elementary");
}

TEST(Equilibria, FrictionMakesFocusAndNodeOfACentre) {
  for (const double c : {0.5, 5.0}) {
    const Equilibria all = found_in(typed({"x", "v"}, {"v", "-x - " + std::to_string(c) + "*v"}), 2);
    ASSERT_EQ(all.found.size(), 1U);
    const Complex root = std::sqrt(Complex(c * c / 4 - 1));
    EXPECT_LT(std::abs(all.found[0].eigenvalues[0] - (-c / 2 - root)), 1e-14 * c);
    EXPECT_LT(std::abs(all.found[0].eigenvalues[1] - (-c / 2 + root)), 1e-14 * c);
    EXPECT_EQ(all.found[0].type, c < 2 ? "stable focus" : "stable node");
    EXPECT_EQ(all.found[0].fate, Fate::asymptotically_stable);
    EXPECT_EQ(all.arrived, all.starts);
  }
}

TEST(Equilibria, RabbitsAndFoxesSurviveAtOnePointOnly) {
  const std::vector<std::string> rates{"x*(1.1 - 0.4*y)", "y*(0.1*x - 0.4)"};
  const System hunt = typed({"x", "y"}, rates, {{"V", "0.1*x - 0.4*log(x) + 0.4*y - 1.1*log(y)"}});
  EquilibriaOptions options{.start = {1, 1}, .lowest = {0, 0}, .highest = {10, 10}};
  const Equilibria all = equilibria(hunt, options);
  ASSERT_EQ(all.found.size(), 2U);
  EXPECT_EQ(all.found[0].type, "saddle");
  EXPECT_NEAR(all.found[1].x[0], 4, 1e-13);
  EXPECT_NEAR(all.found[1].x[1], 2.75, 1e-13);
  EXPECT_NEAR(all.found[1].eigenvalues[1].imag(), std::sqrt(1.1 * 0.4), 1e-14);
  EXPECT_EQ(all.found[1].type, "centre");
  // Without the quantity that is kept, eigenvalues do not tell.
  const Equilibria blind = equilibria(typed({"x", "y"}, rates), options);
  EXPECT_EQ(blind.found[1].type, "centre or focus");
  EXPECT_EQ(blind.found[1].fate, Fate::undecided);
}

TEST(Equilibria, OscillatorsWhoseEnergiesHaveOppositeSignsAreUndecided) {
  // Cherry's: linear motion swings, the energy is a saddle, and terms of third order can make it run away.
  const System cherry =
      typed({"x", "y", "px", "py"}, {"px", "-2*py", "-x", "2*y"}, {{"energy", "(x^2 + px^2)/2 - (y^2 + py^2)"}});
  const Equilibria all = found_in(cherry, 1);
  ASSERT_EQ(all.found.size(), 1U);
  EXPECT_EQ(all.found[0].fate, Fate::undecided);
  EXPECT_EQ(all.found[0].kept, "");
}

TEST(Equilibria, LorenzsConvectionHasThree) {
  const Equilibria all = found_in(lorenz(), 40);
  ASSERT_EQ(all.found.size(), 3U);
  const double a = std::sqrt(8.0 / 3 * 27);
  double worst = 0;
  for (int k = -1; k <= 1; ++k) {
    const std::vector<double>& x = all.found[static_cast<std::size_t>(k + 1)].x;
    worst = std::max({worst, std::abs(x[0] - k * a), std::abs(x[1] - k * a), std::abs(x[2] - (k == 0 ? 0 : 27))});
  }
  expect_error_within(1e-12, worst, "equilibria of Lorenz's equations", "closed form");
  // At rest: −β, and the roots of λ² + 11 λ − 270.
  const auto& rest = all.found[1];
  EXPECT_LT(std::abs(rest.eigenvalues[0] - (-11 - std::sqrt(1201.0)) / 2), 1e-13);
  EXPECT_LT(std::abs(rest.eigenvalues[1] + 8.0 / 3), 1e-13);
  EXPECT_LT(std::abs(rest.eigenvalues[2] - (-11 + std::sqrt(1201.0)) / 2), 1e-13);
  EXPECT_EQ(rest.ways_out, 1);
  // Beyond ρ = 24.74 the two others have a pair that grows.
  EXPECT_EQ(all.found[0].ways_out, 2);
  EXPECT_EQ(all.found[0].fate, Fate::unstable);
}

TEST(Equilibria, StarsRestAtTheCentreAndAtThreePasses) {
  const Equilibria all = found_in(henon_heiles(), 1.5);
  ASSERT_EQ(all.found.size(), 4U);
  const double s = std::sqrt(0.75);
  const double places[4][2] = {{-s, -0.5}, {0, 0}, {0, 1}, {s, -0.5}};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(all.found[k].x[0], places[k][0], 1e-13);
    EXPECT_NEAR(all.found[k].x[1], places[k][1], 1e-13);
    EXPECT_EQ(all.found[k].fate, k == 1 ? Fate::stable : Fate::unstable);
  }
}

TEST(Equilibria, ACyclicCoordinateMakesAFamilyOfThem) {
  const Equilibria all = found_in(typed({"x", "px", "y", "py"}, {"px", "0", "py", "-sin(y)"}), 1);
  ASSERT_EQ(all.found.size(), 1U);
  EXPECT_EQ(all.found[0].family, 1);
  EXPECT_EQ(all.found[0].fate, Fate::undecided);
}

TEST(Equilibria, AWholeDiskOfThemIsOneFamilyOfTwoDimensions) {
  const Equilibria all = found_in(typed({"x", "y", "z"}, {"0", "0", "x*y - z"}), 1);
  ASSERT_EQ(all.found.size(), 1U);
  EXPECT_EQ(all.found[0].family, 2);
}

TEST(Equilibria, ReactionsRestWhenAllIsUsedUp) {
  // Robertson's: rates differ by 10¹¹, and y2 = 0 is a root twice over. Whatever y3 is, y1 = y2 = 0.
  const Equilibria all =
      found_in(typed({"a", "b", "c"}, {"-0.04*a + 1e4*b*c", "0.04*a - 1e4*b*c - 3e7*b^2", "3e7*b^2"}), 3);
  ASSERT_EQ(all.found.size(), 1U);
  EXPECT_NEAR(all.found[0].x[0], 0, 1e-6);
  EXPECT_NEAR(all.found[0].x[1], 0, 1e-6);
  EXPECT_EQ(all.found[0].family, 1);
  EXPECT_EQ(all.found[0].fate, Fate::undecided);
}

TEST(Equilibria, WhereARateIsSmallButNotZeroThereIsNone) {
  EXPECT_TRUE(found_in(typed({"x", "y"}, {"x^2 + 1e-6", "-y"}), 1).found.empty());
  EXPECT_TRUE(found_in(typed({"x"}, {"1"}), 1).found.empty());
}

TEST(Equilibria, TwoThatMeetAreOneAndDegenerate) {
  const Equilibria all = found_in(typed({"x", "y"}, {"y", "x^2"}), 1);
  ASSERT_EQ(all.found.size(), 1U);
  EXPECT_NEAR(all.found[0].x[0], 0, 1e-6);
  EXPECT_EQ(all.found[0].type, "degenerate");
  EXPECT_EQ(all.found[0].family, 0);
}

TEST(Equilibria, WhatDependsOnTimeIsRefused) { EXPECT_THROW(found_in(typed({"x"}, {"sin(t) - x"}), 1), UsageError); }

}  // namespace
}  // namespace polhode
