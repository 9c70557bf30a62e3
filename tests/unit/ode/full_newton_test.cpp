#include "ode/full_newton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace polhode::ode {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// r(u) = 0 for one unknown, with its slope.
template <class R, class Slope>
bool solve_one(R r, Slope slope, double* u, Work& work) {
  double inverse = 0;
  const auto residual = [&](const double* at, double* value) {
    *value = r(*at);
    return std::isfinite(*value);
  };
  const auto factor = [&](const double* at) {
    inverse = -1 / slope(*at);
    return std::isfinite(inverse);
  };
  const auto apply = [&](double* value) { *value *= inverse; };
  const auto size = [](const double* increment, const double* at) {
    return *increment == 0 ? 0 : std::fabs(*increment) / (eps * std::fabs(*at));
  };
  return FullNewton(1).solve({residual, factor, apply, size}, u, work);
}

TEST(FullNewton, SolvesRobertsonsSecondEquationFromWhereItsJacobianIsZero) {
  // u = h (0.04 − 3e7 u²) from u = 0; the closed form written without cancellation.
  for (double h : {1e-3, 1e-2, 0.1, 1.0}) {
    double u = 0;
    Work work;
    ASSERT_TRUE(solve_one([h](double x) { return h * (0.04 - 3e7 * x * x) - x; },
                          [h](double x) { return -6e7 * h * x - 1; }, &u, work))
        << h;
    const double exact = 2 * 0.04 * h / (1 + std::sqrt(1 + 4 * 3e7 * h * 0.04 * h));
    EXPECT_NEAR(u, exact, 4 * eps * exact);
    // Each iteration halves what is left of the overshoot, h 0.04 / u, then doubles its digits.
    EXPECT_LE(work.iterations, std::log2(h * 0.04 / exact) + 8);
  }
}

TEST(FullNewton, ShortensStepsThatWouldSwingEverWider) {
  // Newton's steps for atan diverge from beyond 1.3917.
  double u = 20;
  Work work;
  EXPECT_TRUE(
      solve_one([](double x) { return std::atan(x) - 0.5; }, [](double x) { return 1 / (1 + x * x); }, &u, work));
  EXPECT_NEAR(u, std::tan(0.5), 4 * eps);
}

TEST(FullNewton, ShortensStepsThatLeaveWhereTheEquationHasAValue) {
  // From 10 the first step leads to −13: √ has no value there.
  double u = 10;
  Work work;
  EXPECT_TRUE(solve_one([](double x) { return std::sqrt(x) - 0.1 - 0.01 * (x - 0.01); },
                        [](double x) { return 0.5 / std::sqrt(x) - 0.01; }, &u, work));
  EXPECT_NEAR(u, 0.01, 1e-15);
}

TEST(FullNewton, SaysWhenThereIsNoSolution) {
  double u = 3;
  Work work;
  EXPECT_FALSE(solve_one([](double x) { return x * x + 1; }, [](double x) { return 2 * x; }, &u, work));
  u = -1;
  EXPECT_FALSE(
      solve_one([](double x) { return std::sqrt(x) - 1; }, [](double x) { return 0.5 / std::sqrt(x); }, &u, work))
      << "no value at the guess";
}

}  // namespace
}  // namespace polhode::ode
