// The lanes of a pack go through a state space with the bits of the scalar, whichever branch each of them takes.

#include <array>
#include <bit>
#include <cstdint>

#include <gtest/gtest.h>

#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/state_space.hpp>

#include "unit/math/rotation_samples.hpp"

namespace polhode {
namespace {

using testing_support::Samples;

constexpr std::size_t nx = 7, nv = 6;  // a vector of 2, a rotation, a vector of 1

StateSpace mixed() {
  StateSpace space;
  space.vector("a", 2, dimension::length).rotation("R").vector("b", 1, dimension::none);
  return space;
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

template <std::size_t N>
void expect_lanes(const std::array<Pack4, N>& packs, const std::array<std::array<double, N>, 4>& scalars,
                  const char* what) {
  for (int lane = 0; lane < 4; ++lane)
    for (std::size_t i = 0; i < N; ++i)
      ASSERT_EQ(bits(packs[i][lane]), bits(scalars[static_cast<std::size_t>(lane)][i]))
          << what << i << " lane " << lane;
}

template <std::size_t N>
std::array<Pack4, N> packed(const std::array<std::array<double, N>, 4>& scalars) {
  std::array<Pack4, N> result;
  for (int lane = 0; lane < 4; ++lane)
    for (std::size_t i = 0; i < N; ++i) result[i].set(lane, scalars[static_cast<std::size_t>(lane)][i]);
  return result;
}

TEST(PackStateSpace, LanesOfRetractDifferenceAndLiftAreTheScalarsBitForBit) {
  const StateSpace space = mixed();
  Samples samples(31);
  for (int trial = 0; trial < 3000; ++trial) {
    std::array<std::array<double, nx>, 4> x{}, y{};
    std::array<std::array<double, nv>, 4> u{}, v{}, d{};
    for (std::size_t lane = 0; lane < 4; ++lane) {
      for (auto& value : x[lane]) value = samples.uniform(-1, 1);
      const Vec4 wxyz = samples.rotation().quaternion();
      for (std::size_t i = 0; i < 4; ++i) x[lane][2 + i] = wxyz[static_cast<int>(i)];
      // By turns all lanes small, all large, and each of its own kind.
      const double scale = trial % 3 == 0 ? 0.3 : trial % 3 == 1 ? 3 : (lane % 2 ? 1e-3 : 2);
      for (auto& value : u[lane]) value = scale * samples.uniform(-1, 1);
      for (auto& value : v[lane]) value = samples.uniform(-1, 1);
    }
    const auto px = packed(x);
    const auto pu = packed(u);
    auto pv = packed(v);
    std::array<Pack4, nx> py;
    std::array<Pack4, nv> pd;
    space.retract<Pack4>(px, pu, py);
    space.difference<Pack4>(px, py, pd);
    space.lift<Pack4>(pu, pv);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      space.retract<double>(x[lane], u[lane], y[lane]);
      space.difference<double>(x[lane], y[lane], d[lane]);
      space.lift<double>(u[lane], v[lane]);
    }
    expect_lanes(py, y, "retract ");
    expect_lanes(pd, d, "difference ");
    expect_lanes(pv, v, "lift ");
  }
}

TEST(PackStateSpace, ValuesOfDualNumbersAreTheScalarsBitForBit) {
  const StateSpace space = mixed();
  Samples samples(32);
  for (int trial = 0; trial < 1000; ++trial) {
    std::array<double, nx> x{}, y{};
    std::array<double, nv> u{}, v{};
    for (auto& value : x) value = samples.uniform(-1, 1);
    const Vec4 wxyz = samples.rotation().quaternion();
    for (std::size_t i = 0; i < 4; ++i) x[2 + i] = wxyz[static_cast<int>(i)];
    for (auto& value : u) value = (trial % 2 ? 0.4 : 2) * samples.uniform(-1, 1);
    for (auto& value : v) value = samples.uniform(-1, 1);
    std::array<Dual4, nx> dx, dy;
    std::array<Dual4, nv> du, dv;
    for (std::size_t i = 0; i < nx; ++i) dx[i] = Dual4(x[i]);
    for (std::size_t i = 0; i < nv; ++i) du[i] = Dual4::variable(u[i], static_cast<int>(i) % 4), dv[i] = Dual4(v[i]);
    space.retract<Dual4>(dx, du, dy);
    space.lift<Dual4>(du, dv);
    space.retract<double>(x, u, y);
    space.lift<double>(u, v);
    for (std::size_t i = 0; i < nx; ++i) ASSERT_EQ(bits(dy[i].value), bits(y[i]));
    for (std::size_t i = 0; i < nv; ++i) ASSERT_EQ(bits(dv[i].value), bits(v[i]));
  }
}

}  // namespace
}  // namespace polhode
