// Elliptic integrals and functions against figures computed with fifty digits, and against their own identities.

#include <polhode/math/elliptic.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include <polhode/math/vector.hpp>

namespace polhode::elliptic {
namespace {

/// A dozen roundings of half an ulp each: the duplications contract earlier errors, the last sums do not.
constexpr double few_ulps = 6 * std::numeric_limits<double>::epsilon();

void expect_close(double expected, double got, const char* what) {
  EXPECT_NEAR(got, expected, few_ulps * std::fabs(expected)) << what;
}

TEST(Elliptic, FirstKindHasItsFigures) {
  expect_close(1.3110287771460599052, carlson_f(1, 2, 0), "F(1, 2, 0)");
  expect_close(1.8540746773013719184, carlson_f(0.5, 1, 0), "K(1/2)");
  expect_close(0.68508581663343597397, carlson_f(1, 2, 4), "F(1, 2, 4)");
  expect_close(1.5707863268734357689, carlson_f(1e-10, 1, 1), "F(1e-10, 1, 1)");
  expect_close(19.806975105072256572, carlson_f(0, 1e-16, 1), "K near the separatrix");
  expect_close(1 / std::sqrt(3.0), carlson_f(3, 3, 3), "F(3, 3, 3)");
  expect_close(1.165155490108221739e-48, carlson_f(1e-200, 1e100, 1), "arguments far apart");
}

TEST(Elliptic, DegenerateCaseHasItsFigures) {
  expect_close(pi, carlson_c(0, 0.25), "C(0, 1/4)");
  expect_close(std::log(2.0), carlson_c(2.25, 2), "C(9/4, 2)");
  expect_close(0.9999999666666686472, carlson_c(1, 1.0000001), "almost equal");
  expect_close(0.98977438950357836259, carlson_c(1, 1.03125), "just beyond the series, above");
  expect_close(1.0106164475674349856, carlson_c(1, 0.96875), "just beyond the series, below");
  expect_close(14.508657738531223752, carlson_c(1, 1e-12), "C(1, 1e-12)");
  expect_close(1.5707953267956820167e-6, carlson_c(1, 1e12), "C(1, 1e12)");
  expect_close(1.2309594173407746821, carlson_c(0.5, 0.75), "C(1/2, 3/4)");
}

TEST(Elliptic, ThirdKindHasItsFigures) {
  expect_close(0.77688623778582332014, carlson_j(0, 1, 2, 3), "J(0, 1, 2, 3)");
  expect_close(0.14297579667156753833, carlson_j(2, 3, 4, 5), "J(2, 3, 4, 5)");
  expect_close(28.532365412512213088, carlson_j(0, 1e-16, 1, 2), "J near the separatrix");
  expect_close(0.77748149179738081516, carlson_j(1, 1, 1, 1.5), "J(1, 1, 1, 3/2)");
  expect_close(0.99201206288232553403, carlson_j(0.9375, 0.96875, 1, 1.0625), "as in a short step of a free body");
  expect_close(8.4120413647140908692, carlson_j(1, 2, 3, 1e-6), "a small parameter");
  expect_close(3.0205847775221784955, carlson_j(0, 0.5, 1, 1), "J(0, 1/2, 1, 1)");
}

TEST(Elliptic, IntegralsAreSymmetricHomogeneousAndDuplicate) {
  std::mt19937_64 random(3);
  const auto draw = [&] { return std::exp2(std::uniform_real_distribution<>(-20, 20)(random)); };
  for (int i = 0; i < 1000; ++i) {
    const double x = draw(), y = draw(), z = draw(), p = draw();
    const double f = carlson_f(x, y, z), j = carlson_j(x, y, z, p);
    expect_close(f, carlson_f(z, x, y), "symmetry of F");
    expect_close(j, carlson_j(y, z, x, p), "symmetry of J");
    expect_close(0.5 * f, carlson_f(4 * x, 4 * y, 4 * z), "homogeneity of F");
    expect_close(0.125 * j, carlson_j(4 * x, 4 * y, 4 * z, 4 * p), "homogeneity of J");
    expect_close(carlson_c(x, y), carlson_f(x, y, y), "C is F of two equal arguments");
    const double s = std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
    expect_close(f, 2 * carlson_f(x + s, y + s, z + s), "duplication");
  }
}

TEST(Elliptic, JacobisFunctionsHaveTheirFigures) {
  struct Row {
    double u, m1, sn, cn, dn;
  };
  const Row rows[] = {
      {0.5, 0.5, 0.47075047365565728333, 0.88226639489044028649, 0.9429724257773856873},
      {1.5, 0.75, 0.98705228731124166665, 0.1603988220456934439, 0.86973096157858581106},
      {3, 0x1p-20, 0.99505498386681148937, 0.099325621477137139538, 0.099330374748042434058},
      {10, 0x1p-40, 0.99999999587792013414, 0.000090797355218796792391, 0.000090802363457250604869},
      {0.001953125, 0.25, 0.001953122826916849534, 0.99999809265379250339, 0.99999856949068543768},
      {-2.25, 1, -0.77807319688792124141, -0.62817362272273908891, 1.0},
      {100.5, 0.0625, -0.33091122088406349159, 0.94366189066477541106, 0.94728119038103194209},
      {20, 0x1p-60, 0.99999999999999999172, 4.0697055289893507669e-9, 4.1749089607648805457e-9},
  };
  for (const Row& row : rows) {
    const Jacobi j = jacobi(row.u, row.m1);
    // A relative error of an ulp in the argument of the last sine counts |u| times.
    const double tolerance = few_ulps * (1 + std::fabs(row.u));
    EXPECT_NEAR(j.sn, row.sn, tolerance) << row.u;
    EXPECT_NEAR(j.cn, row.cn, tolerance) << row.u;
    EXPECT_NEAR(j.dn, row.dn, tolerance) << row.u;
  }
  // Where cn and dn are tiny they are so to a relative error as large as the absolute one of u.
  EXPECT_NEAR(jacobi(20, 0x1p-60).dn / 4.1749089607648805457e-9, 1, 21 * few_ulps);
}

TEST(Elliptic, JacobisFunctionsInvertTheFirstKindAndHaveTheirLimits) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 1000; ++i) {
    const double m1 = std::exp2(std::uniform_real_distribution<>(-60, 0)(random)), m = 1 - m1;
    const double quarter = carlson_f(0, m1, 1), u = quarter * std::uniform_real_distribution<>(-1, 1)(random);
    const Jacobi j = jacobi(u, m1);
    EXPECT_NEAR(j.sn * j.sn + j.cn * j.cn, 1, few_ulps);
    EXPECT_NEAR(j.dn * j.dn + m * j.sn * j.sn, 1, few_ulps);
    // du/d(cn), du/d(dn) ≤ 1/cn, 1/dn: the few ulps of each come back that many times larger, in units of themselves.
    EXPECT_NEAR(j.sn * carlson_f(j.cn * j.cn, j.dn * j.dn, 1), u, 4 * few_ulps * (1 + std::fabs(u)));
    const Jacobi half = jacobi(u + 2 * quarter, m1);
    const double tolerance = few_ulps * (1 + 3 * quarter);
    EXPECT_NEAR(half.sn, -j.sn, tolerance);
    EXPECT_NEAR(half.cn, -j.cn, tolerance);
    EXPECT_NEAR(half.dn, j.dn, tolerance);
  }
  EXPECT_NEAR(jacobi(0.7, 1).sn, std::sin(0.7), few_ulps);
  EXPECT_NEAR(jacobi(0.7, 0).sn, std::tanh(0.7), few_ulps);
  EXPECT_NEAR(jacobi(0.7, 0).dn, 1 / std::cosh(0.7), few_ulps);
  EXPECT_EQ(jacobi(1e-200, 0.5).sn, 1e-200);
  EXPECT_EQ(jacobi(0, 0.5).cn, 1);
}

}  // namespace
}  // namespace polhode::elliptic
