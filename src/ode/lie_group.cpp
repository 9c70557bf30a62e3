#include "ode/lie_group.hpp"

#include <algorithm>

namespace polhode::ode {

LieGroup::LieGroup(const Method& method, const LieGroupTableau& tableau, const Problem& problem, Trail& trail)
    : Engine(method, problem, trail, static_cast<int>(tableau.c.size()), std::max(method.dense_order, 3)),
      tableau_(tableau) {}

void LieGroup::go_to(int stage, std::vector<double>& x) {
  std::copy(x_.begin(), x_.end(), x.begin());
  for (const LieGroupTableau::Exponential& exponential : tableau_.exponentials) {
    if (exponential.stage != stage) continue;
    for (std::size_t i = 0; i < nv_; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < tableau_.c.size(); ++j)
        if (exponential.weights[j] != 0) sum += exponential.weights[j] * k_[j * nv_ + i];
      u_[i] = h_ * sum;
    }
    space_.retract<double>(x, u_, x);
  }
}

bool LieGroup::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = false;
  first_rate();
  const int stages = static_cast<int>(tableau_.c.size());
  for (int i = 1; i < stages; ++i) {
    go_to(i, x_stage_);
    evaluate_rate(t_ + tableau_.c[static_cast<std::size_t>(i)] * h_, x_stage_, {k(i), nv_});
  }
  go_to(stages, x1_);
  return true;
}

}  // namespace polhode::ode
