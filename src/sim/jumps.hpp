#pragma once
// When a motion jumped, and where two motions with jumps can be compared.

#include <vector>

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// The jumps of a recorded motion, in their order.
class Jumps {
 public:
  Jumps(const Recording& motion, const std::vector<Watch>& watches);

  /// How many there were before t; a sample at the very time of a jump is the state before it.
  std::size_t before(double t) const;
  std::size_t count() const { return all_.size(); }

  /// Whether t lies between the two times of one jump, in the motion and in another that made it a little earlier or
  /// later: by at most a hundredth of the time to the jumps around it. There the two motions are as far apart as the
  /// jump is high, which says nothing but that its time is not quite known; a jump that one of them missed, or met at
  /// a time of its own, is no such case.
  bool straddle(const Jumps& other, double t) const;

 private:
  struct One {
    double t;
    std::string_view name;
  };
  std::vector<One> all_;
  double t_begin_, t_end_;
};

/// The watches that make a motion jump or end for good, as they are at time t of it: those that count hits have some
/// behind them.
std::vector<Watch> jumps_from(const std::vector<Watch>& watches, const Recording& motion, double t);

}  // namespace polhode
