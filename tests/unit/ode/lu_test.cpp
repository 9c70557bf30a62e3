#include "ode/lu.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "ode/dense.hpp"

namespace polhode::ode {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// A x − b of random systems is rounding: n terms of the size of |A| |x|, times the growth of the elimination, which
/// for random matrices is of the order of n^(2/3) [Golub & Van Loan 2013] 3.4.
template <class S, class Random>
void expect_solved(std::size_t n, Random random) {
  Lu<S> lu(n);
  std::vector<S> a(n * n), b(n);
  for (S& entry : a) entry = random();
  for (S& entry : b) entry = random();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) lu(i, j) = a[i * n + j];
  ASSERT_TRUE(lu.factor());
  std::vector<S> x = b;
  lu.solve(x.data());
  for (std::size_t i = 0; i < n; ++i) {
    S rest = b[i];
    double size = magnitude(b[i]);
    for (std::size_t j = 0; j < n; ++j) {
      rest -= a[i * n + j] * x[j];
      size += magnitude(a[i * n + j]) * magnitude(x[j]);
    }
    EXPECT_LE(magnitude(rest), 10 * static_cast<double>(n) * eps * size) << n;
  }
}

TEST(Lu, SolvesRandomSystemsToRounding) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (std::size_t n = 1; n <= 40; ++n) {
    expect_solved<double>(n, [&] { return number(engine); });
    expect_solved<PlainComplex>(n, [&] {
      const double re = number(engine), im = number(engine);
      return PlainComplex{re, im};
    });
  }
}

TEST(Lu, SwapsRowsWhereThePivotIsZero) {
  Lu<double> lu(3);
  const double a[3][3] = {{0, 0, 2}, {3, 0, 0}, {0, 5, 0}};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) lu(i, j) = a[i][j];
  ASSERT_TRUE(lu.factor());
  double b[] = {2, 6, 15};
  lu.solve(b);
  EXPECT_EQ((std::vector<double>{b[0], b[1], b[2]}), (std::vector<double>{2, 3, 1}));
}

TEST(Lu, RefusesWhatIsSingularOrNotFinite) {
  Lu<double> singular(2), infinite(1);
  singular(0, 0) = 1, singular(0, 1) = 2, singular(1, 0) = 2, singular(1, 1) = 4;
  infinite(0, 0) = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(singular.factor());
  EXPECT_FALSE(infinite.factor());
}

TEST(Dense, TheNestedFormIsThePolynomialItCameFrom) {
  for (std::size_t terms = 1; terms <= 7; ++terms) {
    std::vector<double> powers(terms), u(1);
    for (std::size_t k = 0; k < terms; ++k) powers[k] = 1.0 / static_cast<double>(k + 2) - 0.3 * static_cast<double>(k);
    std::vector<double> nested = powers;
    nest_powers(nested);
    for (double theta : {0.0, 0.2, 0.5, 0.9, 1.0, 1.4}) {
      double expected = 0;
      for (std::size_t k = terms; k-- > 0;) expected = (expected + powers[k]) * theta;
      continue_chart(nested, 1, theta, u);
      // Sums of up to seven coefficients below 2, each term growing to at most 1.4^7 = 11.
      EXPECT_NEAR(u[0], expected, 7 * 2 * 11 * 7 * eps) << terms << " " << theta;
    }
  }
}

}  // namespace
}  // namespace polhode::ode
