// Lyapunov exponents against closed forms, a Floquet multiplier and published figures.
#include <polhode/sim/lyapunov.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/base/error.hpp>

#include "support/typed_system.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

TEST(Lyapunov, OfALinearSystemTheyAreRealPartsOfEigenvalues) {
  // Triangular blocks: 0.3, −0.2 ± 2i, −1.5, whose directions are far from orthogonal.
  const System linear = typed({"a", "b", "c", "d"}, {"0.3*a + 2*b - c", "-0.2*b + 2*c + d", "-2*b - 0.2*c", "-1.5*d"});
  const Lyapunov all = lyapunov(linear, std::vector<double>(4), {.t_end = 400, .tolerance = 1e-10});
  ASSERT_EQ(all.exponents.size(), 4U);
  const std::vector<double> exact{0.3, -0.2, -0.2, -1.5};
  double worst = 0;
  for (std::size_t i = 0; i < 4; ++i) worst = std::max(worst, std::abs(all.exponents[i] - exact[i]));
  // The two of the pair take turns; what is left of a turn is less than 1 over the time of 360.
  EXPECT_LT(worst, 1.0 / 360);
  // The first and the last settle faster than any power: the solver's error is left.
  expect_error_within(1e-9, std::max(std::abs(all.exponents[0] - 0.3), std::abs(all.exponents[3] + 1.5)),
                      "Lyapunov exponents of a linear system, 1/s", "elementary");
  EXPECT_NEAR(*all.divergence, -1.6, 1e-9);
  EXPECT_NEAR(sum_of(all.exponents), -1.6, 1e-8);
}

TEST(Lyapunov, OfVanDerPolsCycleAreZeroAndItsFloquetExponent) {
  // The mean of 1 − x² around the cycle, by rk4 with 20000 steps a period: a quadrature that shares nothing with the
  // equations of variation.
  double x = 2.00861986087484, y = 0, mean = 0;
  const double period = 6.66328685932980;
  const int steps = 20000;
  const double h = period / steps;
  const auto f = [](double a, double b) { return (1 - a * a) * b - a; };
  for (int k = 0; k < steps; ++k) {
    const double k1 = y, l1 = f(x, y), k2 = y + h / 2 * l1, l2 = f(x + h / 2 * k1, k2), k3 = y + h / 2 * l2,
                 l3 = f(x + h / 2 * k2, k3), k4 = y + h * l3, l4 = f(x + h * k3, k4);
    const double xm = x + h / 2 * k2;
    mean += h / 6 * ((1 - x * x) + 4 * (1 - xm * xm));
    x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), y += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    mean += h / 6 * (1 - x * x);
  }
  mean /= period;
  EXPECT_NEAR(x, 2.00861986087484, 1e-9);
  // Whole periods are averaged, so that nothing is left of one.
  const Lyapunov all = lyapunov(typed({"x", "y"}, {"y", "(1 - x^2)*y - x"}), std::vector<double>{2, 0},
                                {.t_end = 60 * period, .settle = 20 * period, .interval = period / 8});
  ASSERT_EQ(all.exponents.size(), 2U);
  // The tolerance of a step is 1e-9, there are some twenty in a unit of time.
  expect_error_within(1e-7, std::max(std::abs(all.exponents[0]), std::abs(all.exponents[1] - mean)),
                      "Lyapunov exponents of Van der Pol's cycle, μ = 1, 1/s", "mean divergence by quadrature");
}

TEST(Lyapunov, OfLorenzsAttractorAreThePublished) {
  const Lyapunov all =
      lyapunov(lorenz(), std::vector<double>{1, 1, 20}, {.t_end = 1500, .settle = 50, .tolerance = 1e-8});
  ASSERT_EQ(all.exponents.size(), 3U);
  // Averages over a time T of a chaotic motion scatter by some 0.25/√T here: three times that.
  const double scatter = 3 * 0.25 / std::sqrt(1450.0);
  EXPECT_NEAR(all.exponents[0], 0.9056, scatter);
  EXPECT_NEAR(all.exponents[2], -14.5723, scatter);
  // Along the motion itself nothing grows but what its ends differ in: ln of a factor of a hundred, over the time.
  EXPECT_NEAR(all.exponents[1], 0, 5.0 / 1450);
  // ∇·f is −σ − 1 − β everywhere; twenty steps of 1e-8 in a unit of time.
  expect_error_within(1e-6, std::abs(sum_of(all.exponents) + 41.0 / 3), "sum of Lorenz's Lyapunov exponents, 1/s",
                      "−σ − 1 − β");
  EXPECT_NEAR(*all.dimension, 2.062, 0.003);
  EXPECT_GT(all.spread[0], 0);
}

TEST(Lyapunov, OfStarsAtHighEnergyOneIsNearAnEighthAndTheyComeInPairs) {
  const double E = 1.0 / 6 - 1e-9, y = -0.1, V = y * y / 2 - y * y * y / 3;
  const Lyapunov all = lyapunov(henon_heiles(), std::vector<double>{0, y, std::sqrt(2 * (E - V)), 0},
                                {.t_end = 10000, .tolerance = 1e-8});
  ASSERT_EQ(all.exponents.size(), 4U);
  EXPECT_NEAR(all.exponents[0], 0.13, 0.015);
  // Neighbours along the motion and across the energy surface grow linearly at most: 2 ln T/T.
  const double slow = 2 * std::log(9000.0) / 9000;
  EXPECT_LT(std::abs(all.exponents[1]), slow);
  EXPECT_LT(*all.pairing, slow);
  EXPECT_NEAR(sum_of(all.exponents), 0, 1e-6);
}

TEST(Lyapunov, OfStarsOnARegularMotionAllAreZero) {
  const double E = 1.0 / 12, y = 0.2, V = y * y / 2 - y * y * y / 3;
  const Lyapunov all = lyapunov(henon_heiles(), std::vector<double>{0, y, std::sqrt(2 * (E - V)), 0},
                                {.t_end = 10000, .tolerance = 1e-8});
  const double slow = 2 * std::log(9000.0) / 9000;
  for (const double value : all.exponents) EXPECT_LT(std::abs(value), slow);
  EXPECT_FALSE(all.dimension);
}

TEST(Lyapunov, TheFirstAloneIsTheFirstOfAll) {
  const std::vector<double> x0{1, 1, 20};
  const Lyapunov one = lyapunov(lorenz(), x0, {.t_end = 20, .count = 1, .tolerance = 1e-11});
  const Lyapunov all = lyapunov(lorenz(), x0, {.t_end = 20, .tolerance = 1e-11});
  // The solvers' steps differ; an error of 1e-11 has grown e¹⁸-fold.
  EXPECT_NEAR(one.exponents[0], all.exponents[0], 1e-2);
  EXPECT_FALSE(one.divergence);
}

TEST(Lyapunov, EndedFromOutsideKeepsWhatItHas) {
  const Lyapunov some = lyapunov(lorenz(), std::vector<double>{1, 1, 20},
                                 {.t_end = 100, .progress = [](double fraction) { return fraction < 0.5; }});
  EXPECT_FALSE(some.complete());
  EXPECT_NEAR(some.t_end, 50, 1);
  EXPECT_EQ(some.exponents.size(), 3U);
  EXPECT_THROW(lyapunov(lorenz(), std::vector<double>{1, 1}, {}), UsageError);
}

}  // namespace
}  // namespace polhode
