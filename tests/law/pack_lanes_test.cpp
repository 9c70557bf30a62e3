// A pack's lanes are scalar computations: the same bits, whatever the neighbours hold.

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include <Eigen/Geometry>

#include "unit/math/elementary_samples.hpp"

namespace polhode::elementary_samples {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double special[] = {0.0,    -0.0,    1.0,   -1.0,      0.5,        2.0,
                              inf,    -inf,    nan,   0x1p-1074, -0x1p-1022, 0x1.fffffffffffffp1023,
                              0x1p20, -0x1p21, 1e300, 3.0,       -2.0,       1e-300};

/// IEEE 754 leaves the sign and payload of a computed nan open; everything else is compared bit by bit.
bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Neighbours of every kind: ordinary, huge, tiny, and every third number from the list of special ones.
double mixed(Source& source, double ordinary) {
  return source.below(3) == 0 ? special[source.below(static_cast<int>(std::size(special)))] : ordinary;
}

constexpr int packs = 50'000;

TEST(PackLanesTest, EveryFunctionOfOneVariableGivesTheScalarBitsInEveryLane) {
  for (const Unary& f : unary_functions) {
    Source source(7);
    int wrong = 0;
    for (int i = 0; i < packs; ++i) {
      Pack4 x;
      for (int k = 0; k < 4; ++k) x.set(k, mixed(source, f.draw(source)));
      const Pack4 y = f.pack(x);
      for (int k = 0; k < 4; ++k) wrong += !same(y[k], f.scalar(x[k]));
    }
    EXPECT_EQ(wrong, 0) << f.name;
  }
}

TEST(PackLanesTest, EveryFunctionOfTwoVariablesGivesTheScalarBitsInEveryLane) {
  for (const Binary& f : binary_functions) {
    Source source(8);
    int wrong = 0;
    for (int i = 0; i < packs; ++i) {
      Pack4 x, y;
      for (int k = 0; k < 4; ++k) {
        const auto [a, b] = f.draw(source);
        x.set(k, mixed(source, a)), y.set(k, mixed(source, b));
      }
      const Pack4 z = f.pack(x, y);
      for (int k = 0; k < 4; ++k) wrong += !same(z[k], f.scalar(x[k], y[k]));
    }
    EXPECT_EQ(wrong, 0) << f.name;
  }
}

TEST(PackLanesTest, SincosGivesTheScalarBitsInEveryLane) {
  Source source(9);
  int wrong = 0;
  for (int i = 0; i < packs; ++i) {
    Pack4 x;
    for (int k = 0; k < 4; ++k) x.set(k, mixed(source, angle(source)));
    const auto both = fn::sincos(x), inlined = fn::kernel::sincos(x);
    for (int k = 0; k < 4; ++k) {
      const auto [s, c] = fn::sincos(x[k]);
      wrong += !same(both.sin[k], s) + !same(both.cos[k], c) + !same(inlined.sin[k], s) + !same(inlined.cos[k], c);
    }
  }
  EXPECT_EQ(wrong, 0);
}

/// Every operator and choice there is, over any scalar, as a list of results.
template <class S>
std::array<S, 24> operations(const S& a, const S& b, const S& c) {
  S sum = a, difference = a, product = a, quotient = a;
  sum += b, difference -= b, product *= b, quotient /= b;
  return {a + b,
          a - b,
          a * b,
          a / b,
          -a,
          +a,
          2.0 * a,
          a / 3.0,
          1.0 - a,
          sum,
          difference,
          product,
          quotient,
          select(a < b, a, b) + select(a <= b, c, a),
          select(a > b, a, b) + select(a >= b, c, a),
          select(a == b, a, c),
          select(a != b, b, c),
          select((a < b) & (b < c), a, c),
          select((a < b) | (b < c), a, c),
          select((!(a < b)) & ((b < c) ^ (c < a)), a, b),
          min(a, b) + max(b, c),
          copysign(a, b),
          polhode::sqrt(polhode::abs(a)),
          floor(a) + round_even(b)};
}

TEST(PackLanesTest, EveryOperatorGivesTheScalarBitsInEveryLane) {
  Source source(10);
  for (int i = 0; i < packs; ++i) {
    Pack4 a, b, c;
    for (int k = 0; k < 4; ++k) {
      a.set(k, mixed(source, any(source)));
      b.set(k, source.below(5) == 0 ? a[k] : mixed(source, any(source)));
      c.set(k, mixed(source, any(source)));
    }
    const auto packed = operations(a, b, c);
    for (int k = 0; k < 4; ++k) {
      const auto scalar = operations<double>(a[k], b[k], c[k]);
      for (std::size_t n = 0; n < scalar.size(); ++n) {
        ASSERT_TRUE(same(packed[n][k], scalar[n]))
            << "operation " << n << " of " << a[k] << ", " << b[k] << ", " << c[k];
      }
    }
  }
}

TEST(PackLanesTest, AnyAllAndNoneCountTheLanes) {
  for (int pattern = 0; pattern < 16; ++pattern) {
    Pack4 x;
    for (int k = 0; k < 4; ++k) x.set(k, (pattern >> k) & 1);
    const auto mask = x > 0.5;
    EXPECT_EQ(polhode::any(mask), pattern != 0);
    EXPECT_EQ(all(mask), pattern == 15);
    EXPECT_EQ(none(mask), pattern == 0);
    for (int k = 0; k < 4; ++k) EXPECT_EQ(mask[k], ((pattern >> k) & 1) != 0);
  }
}

TEST(PackLanesTest, ANumberFillsEveryLaneWithItsBits) {
  for (double x : special) {
    for (int k = 0; k < 4; ++k) EXPECT_TRUE(same(Pack4(x)[k], x)) << x;
  }
}

/// Products of matrices, a cross product and a norm, as kernels use them.
template <class S>
std::array<S, 5> matrix_work(const S (&x)[12]) {
  Eigen::Matrix<S, 3, 3> m;
  Eigen::Matrix<S, 3, 1> v;
  for (int i = 0; i < 9; ++i) m(i / 3, i % 3) = x[i];
  for (int i = 0; i < 3; ++i) v[i] = x[9 + i];
  const Eigen::Matrix3d number = Eigen::Vector3d(1, 2, 3).asDiagonal();
  const Eigen::Matrix<S, 3, 1> w = m * (m.transpose() * v) + 2.0 * v.cross(m.col(1)) + number * v;
  return {w[0], w[1], w[2], w.dot(v), w.norm()};
}

TEST(PackLanesTest, EigenMatricesOfPacksGiveTheScalarBitsInEveryLane) {
  Source source(11);
  for (int i = 0; i < 2000; ++i) {
    Pack4 x[12];
    for (Pack4& entry : x) {
      for (int k = 0; k < 4; ++k) entry.set(k, source.binade(-8, 8));
    }
    const auto packed = matrix_work(x);
    for (int k = 0; k < 4; ++k) {
      double lane_k[12];
      for (int j = 0; j < 12; ++j) lane_k[j] = x[j][k];
      const auto scalar = matrix_work(lane_k);
      for (std::size_t n = 0; n < scalar.size(); ++n) ASSERT_TRUE(same(packed[n][k], scalar[n])) << n;
    }
  }
}

TEST(PackLanesTest, TheValueOfADualNumberHasTheScalarBits) {
  for (const Unary& f : unary_functions) {
    Source source(12);
    for (int i = 0; i < 2000; ++i) {
      const double x = mixed(source, f.draw(source));
      ASSERT_TRUE(same(f.dual(Dual4::variable(x, 1)).value, f.scalar(x))) << f.name << ' ' << x;
    }
  }
}

}  // namespace
}  // namespace polhode::elementary_samples
