// The plane of z = h λ: where nothing grows, and where the λ of a problem lie.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <polhode/ode/solve.hpp>
#include <polhode/ode/stability.hpp>

namespace polhode::ode {
namespace {

using Complex = std::complex<double>;

/// Where the boundary crosses the line Im z = 0 (Re z = 0), farthest to the left (up), by the two points beside it.
double farthest_on(const StabilityRegion& region, bool real_axis) {
  double farthest = 0;
  for (const StabilityRegion::Loop& loop : region.loops)
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Complex a = loop[i], b = loop[(i + 1) % loop.size()];
      const double a_off = real_axis ? a.imag() : a.real(), b_off = real_axis ? b.imag() : b.real();
      if ((a_off < 0) == (b_off < 0)) continue;
      const Complex at = a + (b - a) * (a_off / (a_off - b_off));
      farthest = std::max(farthest, real_axis ? -at.real() : at.imag());
    }
  return farthest;
}

// 1 + z + z²/2 + z³/6 + z⁴/24 = 1 at z = −2.785293563405282 (the real root of z³ + 4z² + 12z + 24), and
// |R(iy)|² = 1 − y⁶/72 + y⁸/576 = 1 at y = 2√2: [Hairer & Wanner 1996] IV.2.
TEST(StabilityRegion, OfRk4EndsWhereItsPolynomialSays) {
  const StabilityRegion region = stability_region(method::rk4, {});
  EXPECT_NEAR(region.real_limit, 2.785293563405282, 2e-10);  // growth of 1e-10 counts as none; R' there is about 3
  EXPECT_NEAR(region.imaginary_limit, 2 * std::numbers::sqrt2, 2e-10);
  // The curve crosses the axis in the same cell as its chord, and cells are 8/96 wide.
  EXPECT_NEAR(farthest_on(region, true), 2.785293563405282, 8.0 / 96);
  EXPECT_NEAR(farthest_on(region, false), 2 * std::numbers::sqrt2, 8.0 / 96);
  for (const StabilityRegion::Loop& loop : region.loops)
    for (const Complex& z : loop)
      EXPECT_NEAR(std::abs(1. + z + z * z / 2. + z * z * z / 6. + z * z * z * z / 24.), 1, 1e-12);
}

TEST(StabilityRegion, OfEulerIsTheCircleAboutMinusOne) {
  const StabilityRegion region = stability_region(method::euler, {});
  ASSERT_EQ(region.loops.size(), 1u);
  EXPECT_GT(region.loops[0].size(), 50u);
  for (const Complex& z : region.loops[0]) EXPECT_NEAR(std::abs(z + 1.), 1, 1e-12);
  EXPECT_NEAR(region.real_limit, 2, 2e-10);
  EXPECT_EQ(region.imaginary_limit, 0) << "a circular field spirals out at every step size";
}

TEST(StabilityRegion, OfMethodsForStiffMotionHasNoEndOnTheLeft) {
  for (const Method* method : {&method::implicit_euler, &method::radau5, &method::gauss4, &method::bdf2}) {
    const StabilityRegion region = stability_region(*method, {});
    EXPECT_EQ(region.real_limit, std::numeric_limits<double>::infinity()) << method->name;
    EXPECT_EQ(region.imaginary_limit, std::numeric_limits<double>::infinity()) << method->name;
  }
  // The midpoint rule is stable exactly on the left: its boundary is the imaginary axis and the window's edge.
  for (const StabilityRegion::Loop& loop : stability_region(method::implicit_midpoint, {}).loops)
    for (const Complex& z : loop)
      EXPECT_TRUE(std::fabs(z.real()) < 1e-13 || z.real() < -4 || std::fabs(z.imag()) > 4) << z;
}

// The real ends of Adams's regions: −6/11 and −3/10 for Bashforth's of 3 and 4 steps, −3 for Moulton's of order 4;
// [Hairer & Wanner 1996] V.1, from ρ(−1)/σ(−1).
TEST(StabilityRegion, OfMultistepRulesEndsWhereARootReachesMinusOne) {
  EXPECT_NEAR(stability_region(method::ab3, {}).real_limit, 6.0 / 11, 1e-9);
  EXPECT_NEAR(stability_region(method::ab4, {}).real_limit, 3.0 / 10, 1e-9);
  EXPECT_NEAR(stability_region(method::am4, {}).real_limit, 3, 1e-9);
}

TEST(StabilityRegion, GrowthIsWhatManyStepsMultiplyBy) {
  for (const Method* method : {&method::ab2, &method::abm4, &method::bdf3, &method::rk4, &method::stoermer_verlet}) {
    const bool parts = method->needs != Needs::rate;
    const Complex z = parts ? Complex(0, 2.2) : Complex(0.4, 0.3);
    auto rate = [&](double, VecIn x, VecOut v) {
      v[0] = z.real() * x[0] + z.imag() * x[1], v[1] = z.real() * x[1] - z.imag() * x[0];
    };
    Problem problem;
    problem.space.vector("q", 1, {}).vector("p", 1, {});
    problem.rate.real = rate;
    problem.split = Split{.momenta = {1}, .separable = true};
    problem.x0 = {1, 0.5};
    Options options;
    options.method = method;
    options.step.fixed = 1;
    const auto size_after = [&](double steps) {
      problem.t1 = steps;
      const Solution end = solve(problem, options);
      return std::hypot(end.x_end[0], end.x_end[1]);
    };
    // What the other roots made has died away after 150 steps, as it falls behind by a fixed part in each.
    EXPECT_NEAR(size_after(151) / size_after(150), growth_per_step(*method, z), 1e-9) << method->name;
    EXPECT_GT(growth_per_step(*method, z), 1) << method->name;
  }
}

TEST(StabilityRegion, AMethodWithoutOneSaysWhy) {
  EXPECT_EQ(why_no_region(method::rk4), "");
  EXPECT_NE(why_no_region(method::bdf), "");
  EXPECT_NE(why_no_region(method::moser_veselov), "");
  EXPECT_TRUE(std::isnan(growth_per_step(method::bdf, {-1, 0})));
  const StabilityRegion verlet = stability_region(method::stoermer_verlet, {});
  EXPECT_TRUE(verlet.loops.empty());
  EXPECT_NEAR(verlet.imaginary_limit, 2, 1e-4) << "hω ≤ 2; growth leaves 1 like a square root";
}

TEST(Eigenvalues, OfAnOscillatorArePlusMinusIOmega) {
  constexpr double omega = 3, damping = 0.5;
  const auto oscillate = [](auto x, auto v) { v[0] = x[1], v[1] = -(omega * omega) * x[0] - 2 * damping * x[1]; };
  auto rate = [&](double, VecIn x, VecOut v) { oscillate(x, v); };
  auto dual = [&](double, In<Dual4> x, Out<Dual4> v) { oscillate(x, v); };
  Problem problem;
  problem.space.vector("x", 2, {});
  problem.rate.real = rate;
  problem.t1 = 1;
  const double x[] = {0.3, -0.7};
  for (const bool exact : {false, true}) {
    if (exact) problem.rate.dual = dual;
    const auto values = eigenvalues_of(problem, 0, x);
    ASSERT_EQ(values.size(), 2u);
    const double tolerance = exact ? 1e-14 * omega : 1e-7 * omega * omega;  // rounding; forward differences
    EXPECT_NEAR(std::abs(values[0] - Complex(-damping, -std::sqrt(omega * omega - damping * damping))), 0, tolerance);
    EXPECT_NEAR(std::abs(values[1] - Complex(-damping, std::sqrt(omega * omega - damping * damping))), 0, tolerance);
  }
}

}  // namespace
}  // namespace polhode::ode
