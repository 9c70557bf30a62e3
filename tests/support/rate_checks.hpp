#pragma once
// The rate of bodies for packs and dual numbers, against the one for double.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include <polhode/dynamics/free_body/free_body.hpp>

namespace polhode {

/// Each lane has the bits of the scalar rate at a start of its own, drawn by `start`.
template <class Start>
void expect_lanes_have_the_bits_of_the_scalar(const FreeBodies& bodies, Start start) {
  const std::size_t nv = static_cast<std::size_t>(bodies.state_space().nv());
  std::array<std::vector<double>, 4> lanes;
  std::vector<Pack4> x(static_cast<std::size_t>(bodies.state_space().nx())), v(nv);
  for (int lane = 0; lane < 4; ++lane) {
    lanes[static_cast<std::size_t>(lane)] = start();
    for (std::size_t i = 0; i < x.size(); ++i) x[i].set(lane, lanes[static_cast<std::size_t>(lane)].at(i));
  }
  bodies.rate<Pack4>(0.7, x, v);
  for (int lane = 0; lane < 4; ++lane) {
    std::vector<double> scalar(nv);
    bodies.rate<double>(0.7, lanes[static_cast<std::size_t>(lane)], scalar);
    for (std::size_t i = 0; i < nv; ++i) EXPECT_EQ(v[i][lane], scalar[i]) << "lane " << lane << ", " << i;
  }
}

/// Dual numbers against central differences, whose error is h² times third derivatives plus rounding / h: at most
/// `close`, and `part` of the rate where loads make it large.
inline void expect_duals_differentiate_the_rate(const FreeBodies& bodies, const std::vector<double>& x0, double close,
                                                double part = 0) {
  const double h = 1e-5;
  const std::size_t nv = static_cast<std::size_t>(bodies.state_space().nv());
  for (std::size_t k = 0; k < x0.size(); ++k) {
    std::vector<Dual4> x(x0.begin(), x0.end()), v(nv);
    const int slot = static_cast<int>(k % 4);
    x[k] = Dual4::variable(x0[k], slot);
    bodies.rate<Dual4>(0.3, x, v);
    std::vector<double> plus = x0, minus = x0, vp(nv), vm(nv);
    plus[k] += h;
    minus[k] -= h;
    bodies.rate<double>(0.3, plus, vp);
    bodies.rate<double>(0.3, minus, vm);
    for (std::size_t i = 0; i < nv; ++i)
      EXPECT_NEAR(v[i].tangent[slot], (vp[i] - vm[i]) / (2 * h), close + part * std::abs(vp[i])) << i << " by " << k;
  }
}

}  // namespace polhode
