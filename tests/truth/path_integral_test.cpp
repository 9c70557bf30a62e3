// Integrals along given paths: closed forms, those that are infinite, and those that come to nothing in bounded work.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/dynamics/general/functional.hpp>
#include <polhode/math/vector.hpp>

#include "support/scene_run.hpp"

namespace polhode {
namespace {

using ode::IntegralEnding;

std::vector<TypedPathAction> paths_of(const std::string& text) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes here"}); };
  const auto scene = read_scene(text, "typed.toml", {}, no_mesh);
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  const auto built = build(scene.value());
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  return answer(built->actions.at(0)).paths;
}

/// ∫ integrand dx over 0 to 1 along y.
ode::PathIntegral integral_of(const std::string& integrand, const std::string& y) {
  return paths_of("[[functional]]\nname = \"f\"\nunknowns = [\"y\"]\nintegrand = \"" + integrand +
                  "\"\nfrom = { x = 0, y = 0 }\nto = { x = 1, y = 1 }\npaths = { typed = { y = \"" + y + "\" } }\n")
      .at(0)
      .integral;
}

TEST(PathIntegralTruth, PolesOfEveryOrderAndPlaceAreInfinite) {
  // ∫ dx/4x of sqrt(x) is the weakest of all, and grows by the same with each digit.
  for (const char* y : {"sqrt(x)", "log(x)", "1/x", "sqrt(x)*(1 + x)", "log(1 - x)", "sqrt(1 - x)", "1/(x - 0.3)",
                        "log(abs(x - 1/3))", "tan(3*x)", "x*sin(1/x)"}) {
    const ode::PathIntegral integral = integral_of("y'^2", y);
    EXPECT_EQ(integral.ending, IntegralEnding::infinite) << y << " " << integral.value;
    EXPECT_TRUE(std::isnan(integral.value)) << y;
  }
  EXPECT_NEAR(integral_of("y'^2", "1/(x - 0.3)").place, 0.3, 1e-10);
  EXPECT_EQ(integral_of("y'^2", "log(x)").place, 0);
}

TEST(PathIntegralTruth, SingularitiesThatCanBeIntegratedHaveTheirValue) {
  struct Case {
    const char *integrand, *y;
    double value;
  };
  for (const Case& one : {Case{"abs(y')", "sqrt(x)", 1},
                          {"abs(y')", "x^0.1", 1},
                          {"abs(y')", "sqrt(1 - x)", 1},
                          {"y'^2", "x^0.75", 0.5625 / 0.5},
                          {"y^2", "log(x)", 2},
                          {"y'^2", "x^1.5", 1.125}}) {
    const ode::PathIntegral integral = integral_of(one.integrand, one.y);
    EXPECT_EQ(integral.ending, IntegralEnding::finite) << one.y;
    EXPECT_LE(std::fabs(integral.value - one.value), integral.error + 4e-15) << one.y;
    EXPECT_LT(integral.error, 1e-7) << one.y;  // 2^-53 to the power 1/2: what is nearer to 1 than rounding
  }
  // Inside the interval nothing but halving helps: as far as rounding lets places near 0.3 be told apart.
  const ode::PathIntegral inside = integral_of("abs(y')", "sqrt(abs(x - 0.3))");
  EXPECT_EQ(inside.ending, IntegralEnding::finite);
  EXPECT_LE(std::fabs(inside.value - std::sqrt(0.3) - std::sqrt(0.7)), inside.error);
  EXPECT_LT(inside.error, 1e-5);
}

TEST(PathIntegralTruth, SteepPathsThatAreSmoothAreNotTakenForPoles) {
  // ∫ (x + e)^-4 dx = (1/e³ − 1)/3.
  const ode::PathIntegral steep = integral_of("y'^2", "1/(x + 1e-9)");
  EXPECT_EQ(steep.ending, IntegralEnding::finite);
  EXPECT_NEAR(steep.value * 3e-27, 1, 1e-13);
}

TEST(PathIntegralTruth, TermsThatCancelLeaveTheirRoundingAndNoMore) {
  const ode::PathIntegral zero = integral_of("y'^2 + y^2 - 1", "sin(x + 0.3)");
  EXPECT_EQ(zero.ending, IntegralEnding::finite);
  EXPECT_NEAR(zero.value, 0, 1e-15);
}

TEST(PathIntegralTruth, WhatHasNoValueSaysWhere) {
  const ode::PathIntegral integral = integral_of("y'^2", "sqrt(x - 0.5)");
  EXPECT_EQ(integral.ending, IntegralEnding::no_value);
  EXPECT_LT(integral.place, 0.5);
}

TEST(PathIntegralTruth, EndlessOscillationsEndInBoundedWork) {
  // sin(1/t): finite, but no number of parts resolves all its waves.
  int asked = 0;
  const ode::PathDensity density = [](double, VecIn x, VecOut values) {
    std::fill(values.begin(), values.end(), 0.0);
    values[0] = x[0];
  };
  const auto wave = [](double t, VecOut q, VecOut v) { q[0] = std::sin(1 / t), v[0] = 0; };
  const ode::PathIntegral integral = ode::integral_along(density, 1, {0, 1}, wave, [&] { return ++asked > 0; });
  EXPECT_EQ(integral.ending, IntegralEnding::finite);
  // sin 1 − Ci(1)
  EXPECT_LE(std::fabs(integral.value - 0.504067061906928), integral.error);
  EXPECT_LT(asked, 10000);
  // It can be ended from outside at any part.
  int calls = 0;
  EXPECT_EQ(ode::integral_along(density, 1, {0, 1}, wave, [&] { return ++calls < 100; }).ending,
            IntegralEnding::interrupted);
  EXPECT_EQ(calls, 100);
}

TEST(PathIntegralTruth, ATypedPathIsStationaryWhicheverOfSeveralWasFound) {
  // Both catenoids between the same rings; only the shallow one is found from a straight line.
  const auto films = paths_of(
      "[[functional]]\nname = \"film\"\nunknowns = [\"y\"]\nintegrand = \"y*sqrt(1 + y'^2)\"\n"
      "from = { x = -0.5, y = 1 }\nto = { x = 0.5, y = 1 }\n"
      "paths = { deep = { y = \"0.23509499023453273*cosh(x/0.23509499023453273)\" }, "
      "shallow = { y = \"0.8483379380949789*cosh(x/0.8483379380949789)\" }, ring = { y = 1 } }\n");
  ASSERT_EQ(films.size(), 3u);
  for (const auto& film : films) EXPECT_TRUE(film.same_ends) << film.name;
  EXPECT_LT(films[0].distance, 1e-10);
  EXPECT_LT(films[1].distance, 1e-10);
  EXPECT_GT(films[2].distance, 0.1);
}

TEST(PathIntegralTruth, APathThatMeetsAFreeEndSlantedIsNotStationary) {
  const auto ways = paths_of(
      "[[functional]]\nname = \"way\"\nunknowns = [\"y\"]\nintegrand = \"sqrt(1 + y'^2)\"\n"
      "from = { x = 0, y = 1 }\nto = { x = 1, y = \"free\" }\npaths = { slanted = { y = \"1 + x\" }, level = { y = 1 } "
      "}\n");
  EXPECT_GT(ways.at(0).distance, 0.1);
  EXPECT_LT(ways.at(1).distance, 1e-10);
}

}  // namespace
}  // namespace polhode
