#include "sim/tangent_flow.hpp"

#include <algorithm>

namespace polhode {

TangentFlow::TangentFlow(const System& system, std::size_t count, bool divergence)
    : system_(system),
      n_(static_cast<std::size_t>(system.state_space().nx())),
      count_(count),
      divergence_(divergence),
      x_(n_),
      v_(n_) {
  problem_.space = system.state_space();
  for (std::size_t k = 0; k < count; ++k)
    problem_.space.vector("tangent" + std::to_string(k), static_cast<int>(n_), dimension::none);
  if (divergence) problem_.space.vector("divergence", 1, dimension::none);
  problem_.rate.real = ode::RateOf<double>(this, &call);
  own_projection_ = system.problem().projection;
  if (own_projection_) problem_.projection = ode::Projection(this, &project);
}

void TangentFlow::rate(double t, VecIn z, VecOut v) {
  constexpr std::size_t lanes = 4;
  for (std::size_t first = 0; first < count_; first += lanes) {
    const std::size_t some = std::min(lanes, count_ - first);
    for (std::size_t i = 0; i < n_; ++i) {
      x_[i] = Dual4(z[i]);
      for (std::size_t k = 0; k < some; ++k) x_[i].tangent.set(static_cast<int>(k), z[column(first + k) + i]);
    }
    system_.rates().dual(t, x_, v_);
    for (std::size_t i = 0; i < n_; ++i) {
      v[i] = v_[i].value;
      for (std::size_t k = 0; k < some; ++k) v[column(first + k) + i] = v_[i].tangent[static_cast<int>(k)];
    }
  }
  if (!divergence_) return;
  double trace = 0;
  for (std::size_t first = 0; first < n_; first += lanes) {
    for (std::size_t i = 0; i < n_; ++i) {
      const bool here = i >= first && i < first + lanes;
      x_[i] = here ? Dual4::variable(z[i], static_cast<int>(i - first)) : Dual4(z[i]);
    }
    system_.rates().dual(t, x_, v_);
    for (std::size_t i = first; i < std::min(n_, first + lanes); ++i)
      trace += v_[i].tangent[static_cast<int>(i - first)];
  }
  v[size() - 1] = trace;
}

}  // namespace polhode
