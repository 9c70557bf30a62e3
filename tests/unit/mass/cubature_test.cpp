#include "mass/cubature.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace polhode {
namespace {

TEST(Cubature, OneCellIsExactForPolynomialsUpToDegreeThirteen) {
  // Gauss with 7 nodes is exact to degree 13, so the error estimate vanishes as well.
  const Region unit{Vec3::Zero(), Vec3(1, 2, 3)};
  const auto power = [](int, const Vec3& x, std::span<double> v) {
    v[0] = 1;
    v[1] = std::pow(x[0], 13) * std::pow(x[1], 12) * std::pow(x[2], 11);
    return true;
  };
  const Cubature sum = integrate(3, 2, {&unit, 1}, power, {.tolerance = 1e99});
  EXPECT_EQ(sum.evaluations, 15 * 15 * 15);
  // A plain sum of 3375 terms may lose 3375 half roundings.
  EXPECT_NEAR(sum.values[0], 6, 6 * 3375 * 0x1p-53);
  const double exact = 1.0 / 14 * std::pow(2, 13) / 13 * std::pow(3, 12) / 12;
  EXPECT_NEAR(sum.values[1], exact, exact * 3375 * 0x1p-53);
  EXPECT_LT(sum.error * 6, 3 * exact * 3375 * 0x1p-52);
}

TEST(Cubature, OneDimensionAndTwoKeepTheOthersAtTheirMiddle) {
  const Region box{Vec3::Zero(), Vec3(2, 3, 0)};
  const auto product = [](int, const Vec3& x, std::span<double> v) {
    v[0] = x[0] * (x[1] + 1);
    return true;
  };
  EXPECT_NEAR(integrate(1, 1, {&box, 1}, product, {}).values[0], 2 * 2.5, 1e-14);
  EXPECT_NEAR(integrate(2, 1, {&box, 1}, product, {}).values[0], 2 * 7.5, 1e-13);
}

TEST(Cubature, HalvingReachesTheToleranceOnAPeak) {
  // ∫ 1/(1e-6 + x²) over [−1, 1] = 2000 atan(1000)
  const Region line{Vec3(-1, 0, 0), Vec3(1, 0, 0)};
  const auto peak = [](int, const Vec3& x, std::span<double> v) {
    v[0] = 1 / (1e-6 + x[0] * x[0]);
    return true;
  };
  const Cubature sum = integrate(1, 1, {&line, 1}, peak, {.tolerance = 1e-12});
  EXPECT_TRUE(sum.converged);
  EXPECT_NEAR(sum.values[0], 2000 * std::atan(1000), 1e-12 * 3141);
}

TEST(Cubature, SaysWhenTheBudgetIsSpentOrTheIntegrandRefuses) {
  const Region line{Vec3(0, 0, 0), Vec3(1, 0, 0)};
  const auto root = [](int, const Vec3& x, std::span<double> v) {
    v[0] = 1 / std::sqrt(x[0]);
    return true;
  };
  const Cubature spent = integrate(1, 1, {&line, 1}, root, {.tolerance = 1e-14, .max_evaluations = 100});
  EXPECT_FALSE(spent.converged);
  EXPECT_GT(spent.error, 1e-4);
  EXPECT_NEAR(spent.values[0], 2, 2 * spent.error);
  const auto refuses = [](int, const Vec3&, std::span<double>) { return false; };
  EXPECT_TRUE(integrate(1, 1, {&line, 1}, refuses, {}).refused);
}

TEST(Cubature, RegionsAddUpAndKnowTheirChart) {
  const std::array<Region, 2> lines{Region{Vec3(0, 0, 0), Vec3(1, 0, 0), 0}, Region{Vec3(0, 0, 0), Vec3(1, 0, 0), 1}};
  const auto chart_value = [](int chart, const Vec3&, std::span<double> v) {
    v[0] = chart == 0 ? 2 : 5;
    return true;
  };
  EXPECT_NEAR(integrate(1, 1, lines, chart_value, {}).values[0], 7, 1e-14);
}

}  // namespace
}  // namespace polhode
