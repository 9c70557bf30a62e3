#pragma once
// One number for the difference between two states whose parts have different units.

#include <vector>

#include <polhode/sim/recording.hpp>

namespace polhode {

/// The largest over blocks of |difference| / size of the block, as sim/converge.hpp says.
class StateNorm {
 public:
  explicit StateNorm(const Recording& reference);

  double distance(VecIn a, VecIn b);
  /// Of a tangent vector.
  double size_of(VecIn u) const;

 private:
  StateSpace space_;
  std::vector<double> size_;  ///< of each block
  std::vector<double> u_;
};

}  // namespace polhode
