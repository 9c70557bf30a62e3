// Frequencies, damping and shapes of small oscillations against closed forms.
#include <polhode/sim/modes.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/math/vector.hpp>

#include "support/typed_system.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using Complex = std::complex<double>;

/// Masses in a row between two walls, springs of stiffness 1 between neighbours.
System chain(int n) {
  std::vector<std::string> names, rates;
  for (int j = 1; j <= n; ++j) names.push_back("x" + std::to_string(j)), rates.push_back("x" + std::to_string(j) + "'");
  for (int j = 1; j <= n; ++j) {
    names.push_back("x" + std::to_string(j) + "'");
    rates.push_back((j > 1 ? "x" + std::to_string(j - 1) : "0") + " - 2*x" + std::to_string(j) + " + " +
                    (j < n ? "x" + std::to_string(j + 1) : "0"));
  }
  return typed(names, rates);
}

TEST(Modes, AChainSwingsInSines) {
  constexpr int n = 7;
  const Modes all = modes(chain(n), 0, std::vector<double>(2 * n));
  ASSERT_EQ(all.all.size(), static_cast<std::size_t>(n));
  ASSERT_EQ(all.shown.size(), static_cast<std::size_t>(n));
  EXPECT_EQ(all.zero_modes, 0);
  double frequencies = 0, shapes = 0;
  for (int k = 1; k <= n; ++k) {
    const Mode& mode = all.all[static_cast<std::size_t>(k - 1)];
    frequencies = std::max(frequencies, std::abs(mode.frequency - 2 * std::sin(k * pi / (2 * (n + 1)))));
    EXPECT_TRUE(mode.real_shape);
    EXPECT_EQ(mode.damping_ratio, 0);
    double largest = 0;
    for (int j = 1; j <= n; ++j) largest = std::max(largest, std::abs(std::sin(j * k * pi / (n + 1))));
    double sign = 0;
    for (int j = 1; j <= n; ++j) {
      const Complex here = mode.shape[static_cast<std::size_t>(j - 1)];
      const double expected = std::sin(j * k * pi / (n + 1)) / largest;
      if (sign == 0 && std::abs(expected) > 0.1) sign = here.real() / expected > 0 ? 1 : -1;
      shapes = std::max(shapes, std::abs(sign * here - expected));
    }
  }
  // Rounding of an eigenproblem of 14 numbers, whose frequencies are a fifth apart at least.
  expect_error_within(1e-13, frequencies, "frequencies of seven masses and eight springs", "Landau & Lifshitz § 24");
  expect_error_within(1e-12, shapes, "shapes of seven masses and eight springs", "Landau & Lifshitz § 24");
}

TEST(Modes, TwoEqualPendulumsSwingByTwoPlusMinusRootTwo) {
  // θ1'' = (−2 s1 + s2 …) linear: [2 1; 1 1] θ'' = −[2 0; 0 1] θ, solved for θ''.
  const System arm = typed({"a", "b", "a'", "b'"}, {"a'", "b'", "-2*sin(a) + sin(b)", "2*sin(a) - 2*sin(b)"});
  const Modes all = modes(arm, 0, std::vector<double>(4));
  ASSERT_EQ(all.all.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    const double sign = k == 0 ? -1 : 1;
    EXPECT_NEAR(all.all[k].frequency, std::sqrt(2 + sign * std::sqrt(2.0)), 1e-14);
    // θ1 : θ2 = ∓1 : √2
    EXPECT_NEAR((all.all[k].shape[0] / all.all[k].shape[1]).real(), -sign / std::sqrt(2.0), 1e-14);
  }
}

TEST(Modes, DampingIsToldByItsRatio) {
  for (const double zeta : {0.05, 0.7, -0.2}) {
    const Modes all =
        modes(typed({"x", "x'"}, {"x'", "-9*x - " + std::to_string(6 * zeta) + "*x'"}), 0, std::vector<double>(2));
    ASSERT_EQ(all.all.size(), 1U);
    EXPECT_NEAR(all.all[0].frequency, 3 * std::sqrt(1 - zeta * zeta), 1e-14);
    EXPECT_NEAR(all.all[0].damping_ratio, zeta, 1e-14);
  }
  const Modes creeping = modes(typed({"x", "x'"}, {"x'", "-x - 4*x'"}), 0, std::vector<double>(2));
  ASSERT_EQ(creeping.all.size(), 2U);
  EXPECT_NEAR(creeping.all[0].eigenvalue.real(), -2 - std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(creeping.all[1].eigenvalue.real(), -2 + std::sqrt(3.0), 1e-14);
}

TEST(Modes, AChargeInAMagneticFieldTurnsInCircles) {
  // Isotropic oscillator of frequency 1 in a field: ω = √(1 + b²) ± b with 2b = 1, circles the two ways round.
  const System charge = typed({"x", "y", "x'", "y'"}, {"x'", "y'", "-x + y'", "-y - x'"});
  const Modes all = modes(charge, 0, std::vector<double>(4));
  ASSERT_EQ(all.all.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    const double sign = k == 0 ? -1 : 1;
    EXPECT_NEAR(all.all[k].frequency, std::sqrt(1.25) + sign * 0.5, 1e-14);
    EXPECT_FALSE(all.all[k].real_shape);
    EXPECT_NEAR(std::abs(all.all[k].shape[0] - 1.0), 0, 1e-14);
    EXPECT_NEAR(std::abs(all.all[k].shape[1] / all.all[k].shape[0] - Complex(0, sign)), 0, 1e-13);
  }
}

TEST(Modes, WhatNothingHoldsDriftsAndIsNoOscillation) {
  const Modes all = modes(typed({"x", "y", "x'", "y'"}, {"x'", "y'", "y - x", "x - y"}), 0, std::vector<double>(4));
  ASSERT_EQ(all.all.size(), 1U);
  EXPECT_NEAR(all.all[0].frequency, std::sqrt(2.0), 1e-14);
  EXPECT_EQ(all.zero_modes, 2);
  EXPECT_TRUE(all.defective);
}

TEST(Modes, PlacesAreToldByTheirNamesAndByWhatTheirRatesAre) {
  const std::vector<double> rest(2);
  EXPECT_EQ(modes(typed({"v", "x"}, {"-x", "v"}), 0, rest).shown, std::vector<std::size_t>{1});
  EXPECT_EQ(modes(typed({"x'", "x"}, {"-x", "3*x'"}), 0, rest).shown, std::vector<std::size_t>{1});
  EXPECT_EQ(modes(typed({"a", "b"}, {"-2*b", "2*a"}), 0, rest).shown, (std::vector<std::size_t>{0, 1}));
}

TEST(Modes, OfOneFrequencyAreToldToBeAlike) {
  const Modes all = modes(henon_heiles(), 0, std::vector<double>(4));
  ASSERT_EQ(all.all.size(), 2U);
  EXPECT_EQ(all.all[0].alike, 2);
  EXPECT_FALSE(all.defective);
}

}  // namespace
}  // namespace polhode
