#include "sim/state_norm.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

StateNorm::StateNorm(const Recording& reference)
    : space_(reference.system.state_space()), u_(static_cast<std::size_t>(space_.nv())) {
  for (const Block& block : space_.blocks()) {
    double largest = 0;
    for (std::size_t sample = 0; sample < reference.times.size(); ++sample)
      for (int i = 0; i < block.nx; ++i)
        largest = std::max(largest, std::fabs(reference.state(sample)[static_cast<std::size_t>(block.x0 + i)]));
    size_.push_back(block.kind == BlockKind::rotation || largest == 0 ? 1 : largest);
  }
}

double StateNorm::distance(VecIn a, VecIn b) {
  space_.difference<double>(a, b, u_);
  return size_of(u_);
}

double StateNorm::size_of(VecIn u) const {
  double largest = 0;
  for (std::size_t k = 0; k < size_.size(); ++k) {
    const Block& block = space_.blocks()[k];
    for (int i = 0; i < block.nv; ++i) {
      const double part = std::fabs(u[static_cast<std::size_t>(block.v0 + i)]) / size_[k];
      if (!(part <= largest)) largest = part;  // nan stays
    }
  }
  return largest;
}

}  // namespace polhode
