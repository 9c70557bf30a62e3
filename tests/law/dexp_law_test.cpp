// The differential of exp and its inverse, and the lift of a state space, against their definitions.
//
// A dual number carries the exact derivative of exp and of retract, so Ω = 2 Im(q̄ q̇) is a second road to dexp that
// shares no formula with it.

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <polhode/math/dual.hpp>
#include <polhode/math/rotation.hpp>
#include <polhode/math/state_space.hpp>

#include "math/so3_kernels.hpp"
#include "unit/math/rotation_samples.hpp"

namespace polhode {
namespace {

using testing_support::gap;
using testing_support::Samples;
constexpr double eps = std::numeric_limits<double>::epsilon();

/// u + ε₀ u̇.
so3::Vector3<Dual4> moving(const Vec3& u, const Vec3& rate) {
  so3::Vector3<Dual4> result;
  for (int i = 0; i < 3; ++i) {
    result[i] = Dual4(u[i]);
    result[i].tangent.set(0, rate[i]);
  }
  return result;
}

/// Ω = 2 Im(q̄ q̇).
Vec3 body_velocity(const Vec4& q, const Vec4& q_dot) {
  const Vec4 product = so3::product<double>(so3::conjugate<double>(q), q_dot);
  return 2 * product.tail<3>();
}

Vec3 velocity_of_exp(const Vec3& u, const Vec3& rate) {
  const auto q = so3::exp(moving(u, rate));
  Vec4 value, derivative;
  for (int i = 0; i < 4; ++i) value[i] = q[i].value, derivative[i] = q[i].tangent[0];
  return body_velocity(value, derivative);
}

/// Sizes on both sides of the change from polynomial to closed form at |u| = 1, and out to a full turn.
std::vector<double> sizes() {
  std::vector<double> result{0, 1e-300, 1e-160, 1e-8, 1e-3, 0.1, 0.5, 1 - 1e-9, 1 + 1e-9, 1.5, 2, 3, pi, 4, 5, 6, 6.28};
  return result;
}

TEST(DexpLaw, DexpIsTheAngularVelocityOfTheExponential) {
  Samples samples(21);
  for (const double size : sizes())
    for (int i = 0; i < 200; ++i) {
      const Vec3 u = size * samples.direction(), rate = samples.vector();
      // Second products of u with the rate: (1 + |u|) times a few roundings.
      ASSERT_LE(gap(dexp(u, rate), velocity_of_exp(u, rate)), 8 * eps * (1 + size)) << size;
    }
}

TEST(DexpLaw, TheWorldSideHasTheOppositeSign) {
  Samples samples(22);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 u = samples.vector(3), rate = samples.vector();
    ASSERT_LE(gap(Rotation::exp(u) * dexp(u, rate), dexp(-u, rate)), 40 * eps);
  }
}

TEST(DexpLaw, DexpInverseUndoesDexpUpToAFullTurn) {
  Samples samples(23);
  for (const double size : sizes())
    for (int i = 0; i < 200; ++i) {
      const Vec3 u = size * samples.direction(), rate = samples.vector();
      // Near the pole the inverse is as large as |u|²/(π (2π − |u|)), and so is what it makes of a rounding.
      const double largest = 1 + size * size / (pi * (2 * pi - size));
      ASSERT_LE(gap(dexp_inverse(u, dexp(u, rate)), rate), 20 * eps * largest * (1 + size)) << size;
      ASSERT_LE(gap(dexp(u, dexp_inverse(u, rate)), rate), 20 * eps * largest * (1 + size)) << size;
    }
}

TEST(DexpLaw, CoefficientsAgreeWithLongDoubleClosedForms) {
  for (double angle = 0.3; angle < 6.28; angle += 0.00137) {
    const long double t = std::sqrt(static_cast<long double>(angle * angle));
    const double x = angle * angle;
    const auto [b, c] = so3::dexp_coefficients(x);
    const long double half_sin = std::sin(t / 2);
    EXPECT_LE(std::fabs(b - double(2 * half_sin * half_sin / (t * t))), 4 * eps * 0.5);
    EXPECT_LE(std::fabs(c / double((t - std::sin(t)) / (t * t * t)) - 1), 8 * eps);
    const long double e = (1 - t / 2 * std::cos(t / 2) / half_sin) / (t * t);
    // The closed form subtracts numbers near 1 to leave 1/12 of |u|² ≥ 1: 12 roundings, times 1/(2π − |u|) by the pole.
    EXPECT_LE(std::fabs(dexp_inverse(Vec3(angle, 0, 0), Vec3(0, 1, 0))[1] - double(1 - e * t * t)),
              8 * eps * (1 + double(e) * x) * (1 + 1 / (2 * pi - angle)));
  }
}

TEST(LiftLaw, LiftGivesTheRateOfTheIncrementWhoseRetractionHasTheGivenVelocity) {
  // Definition: if u̇ = lift_u(v), the point x ⊞ u(t) moves with velocity v.
  StateSpace space;
  space.vector("p", 2, dimension::length).rotation("R");
  Samples samples(24);
  for (int trial = 0; trial < 2000; ++trial) {
    const Vec4 start = samples.rotation().quaternion();
    const Vec3 turn = samples.vector(trial % 2 ? 3 : 0.5);
    const std::array<double, 5> u{0.3, -0.2, turn[0], turn[1], turn[2]};
    std::array<double, 5> v{};
    for (auto& value : v) value = samples.uniform(-1, 1);
    auto rate = v;
    space.lift<double>(u, rate);
    EXPECT_EQ(rate[0], v[0]);
    EXPECT_EQ(rate[1], v[1]);

    std::array<Dual4, 6> x{0., 0., start[0], start[1], start[2], start[3]}, y;
    std::array<Dual4, 5> moving_u;
    for (std::size_t i = 0; i < 5; ++i) {
      moving_u[i] = Dual4(u[i]);
      moving_u[i].tangent.set(0, rate[i]);
    }
    space.retract<Dual4>(x, moving_u, y);
    Vec4 value, derivative;
    for (int i = 0; i < 4; ++i) {
      value[i] = y[static_cast<std::size_t>(2 + i)].value;
      derivative[i] = y[static_cast<std::size_t>(2 + i)].tangent[0];
    }
    const double size = turn.norm();
    const double largest = 1 + size * size / (pi * (2 * pi - size));
    ASSERT_LE(gap(body_velocity(value, derivative), Vec3(v[2], v[3], v[4])), 30 * eps * largest * (1 + size));
  }
}

TEST(LiftLaw, LiftAgreesWithADifferenceQuotientOfTheManifold) {
  // u(t) = x₀ ⊟ of a curve that turns with body velocity v at x₀ ⊞ u: central difference, error h² and ε/h.
  StateSpace space;
  space.rotation("R");
  Samples samples(25);
  const double h = 1e-5;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec4 x = samples.rotation().quaternion();
    const Vec3 u = samples.vector(1.5), v = samples.vector();
    Vec4 y, ahead, behind;
    space.retract<double>(view(x), view(u), view(y));
    const Vec3 step = h * v, back = -h * v;
    space.retract<double>(view(y), view(step), view(ahead));
    space.retract<double>(view(y), view(back), view(behind));
    Vec3 u_ahead, u_behind, lifted = v;
    space.difference<double>(view(x), view(ahead), view(u_ahead));
    space.difference<double>(view(x), view(behind), view(u_behind));
    space.lift<double>(view(u), view(lifted));
    ASSERT_LE(gap((u_ahead - u_behind) / (2 * h), lifted), 1e-8);
  }
}

}  // namespace
}  // namespace polhode
