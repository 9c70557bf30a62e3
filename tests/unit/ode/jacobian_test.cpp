#include "ode/jacobian.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/math/rotation.hpp>

namespace polhode::ode {
namespace {

/// A rotation whose rate is its second block in the body's axes, pulled by t and by a direction fixed in the world.
template <class S>
void rate(double t, In<S> x, Out<S> v) {
  const S &w = x[0], &a = x[1], &b = x[2], &c = x[3];
  for (std::size_t i = 0; i < 3; ++i) v[i] = x[4 + i];
  // Rᵀ e_z, the third row of R.
  const S down[3] = {2.0 * (a * c - w * b), 2.0 * (b * c + w * a), w * w - a * a - b * b + c * c};
  for (std::size_t i = 0; i < 3; ++i) v[3 + i] = std::sin(3 * t) * x[4 + i] * x[4 + (i + 1) % 3] - 2.0 * down[i];
}

void real_rate(double t, VecIn x, VecOut v) { rate<double>(t, x, v); }
void dual_rate(double t, In<Dual4> x, Out<Dual4> v) { rate<Dual4>(t, x, v); }

struct Top {
  Problem problem;
  std::vector<double> x;
  Top() {
    problem.space.rotation("R").vector("w", 3, dimension::angular_velocity);
    problem.rate.real = real_rate;
    const Vec4 q = Rotation::from_quaternion(0.5, -0.1, 0.7, 0.3).quaternion();
    x = {q[0], q[1], q[2], q[3], 0.8, -1.3, 2.1};
  }
  /// F(t, u) = dexp⁻¹_u f(t, x ⊞ u).
  std::vector<double> chart_rate(double t, const std::vector<double>& u) const {
    std::vector<double> y(7), v(6);
    problem.space.retract<double>(x, u, y);
    problem.rate.real(t, y, v);
    problem.space.lift<double>(u, v);
    return v;
  }
};

/// Central differences of five points with steps of 1e-3 err by 1e-12 of the fifth derivative, which is below 10 here,
/// and by 1e-16/1e-3 of rounding.
constexpr double reference_error = 2e-11;

/// Another point of the chart than its origin.
const std::vector<double> elsewhere{0.3, -0.2, 0.5, 0.1, 0.4, -0.3};

TEST(Jacobian, OverDualNumbersAgreesWithDifferencesOfHighOrder) {
  Top top;
  top.problem.rate.dual = dual_rate;
  Jacobian jacobian(top.problem);
  const double t = 0.4, d = 1e-3;
  for (const std::vector<double>& here : {std::vector<double>(6, 0.0), elsewhere}) {
    if (here == elsewhere)
      jacobian.compute_at(t, top.x, here.data(), 0.01);
    else
      jacobian.compute(t, top.x, 0.01);
    for (std::size_t j = 0; j < 6; ++j) {
      const auto at = [&](double change) {
        std::vector<double> u = here;
        u[j] += change;
        return top.chart_rate(t, u);
      };
      const auto p2 = at(2 * d), p1 = at(d), m1 = at(-d), m2 = at(-2 * d);
      for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(jacobian(i, j), (8 * (p1[i] - m1[i]) - (p2[i] - m2[i])) / (12 * d), reference_error) << i << j;
    }
  }
}

TEST(Jacobian, ByDifferencesIsTheOneOverDualNumbersToHalfTheDigits) {
  Top real, dual;
  dual.problem.rate.dual = dual_rate;
  Jacobian by_differences(real.problem), by_duals(dual.problem);
  by_differences.compute(0.4, real.x, 0.01);
  by_duals.compute(0.4, dual.x, 0.01);
  // Steps of 2⁻²⁶ of coordinates of size 1: truncation and rounding of rates of size 5 are each some 1e-7.
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(by_differences(i, j), by_duals(i, j), 3e-7) << i << j;
  by_differences.compute_at(0.4, real.x, elsewhere.data(), 0.01);
  by_duals.compute_at(0.4, dual.x, elsewhere.data(), 0.01);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(by_differences(i, j), by_duals(i, j), 3e-7) << i << j;
}

TEST(Jacobian, ByDifferencesSeesWhatIsZeroAndWhatIsSmall) {
  // Robertson's second coordinate is 1e-5, its third is still zero.
  auto rate_of = [](double, VecIn x, VecOut v) {
    v[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
    v[1] = 0.04 * x[0] - 1e4 * x[1] * x[2] - 3e7 * x[1] * x[1];
    v[2] = 3e7 * x[1] * x[1];
  };
  Problem problem;
  problem.space.vector("y", 3, {});
  problem.rate.real = rate_of;
  Jacobian jacobian(problem);
  const std::vector<double> x{1, 3e-5, 0};
  jacobian.compute(0, x, 1e-3);
  EXPECT_NEAR(jacobian(1, 1), -6e7 * 3e-5, 6e7 * 3e-5 * 1e-4);
  EXPECT_NEAR(jacobian(0, 2), 0.3, 1e-4);
}

TEST(Jacobian, TheSlopeInTimeIsExactToTenDigitsAndCheapWhenThereIsNone) {
  int calls = 0;
  double frequency = 3;
  auto wave = [&](double t, VecIn x, VecOut v) { ++calls, v[0] = std::sin(frequency * t) * x[0]; };
  Problem problem;
  problem.space.vector("y", 1, {});
  problem.rate.real = wave;
  Jacobian jacobian(problem);
  const std::vector<double> x{2};
  std::vector<double> slope(1);
  for (double h : {0.1, -0.1}) {
    const double rate_here = 2 * std::sin(3 * 0.7);
    calls = 0;
    jacobian.time_slope(0.7, x, h, {&rate_here, 1}, slope);
    // δ = 2⁻¹² h = 2.4e-5: truncation δ³ 3⁴ · 2/4 and rounding 7 · 2e-16/δ are below 1e-10.
    EXPECT_NEAR(slope[0], 6 * std::cos(2.1), 1e-10);
    EXPECT_EQ(calls, 3);
  }
  frequency = 0;
  calls = 0;
  const double still = 0;
  jacobian.time_slope(0.7, x, 0.1, {&still, 1}, slope);
  EXPECT_EQ(slope[0], 0);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace polhode::ode
