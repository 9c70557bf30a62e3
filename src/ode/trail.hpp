#pragma once
// The hash of a run, computed behind the step that comes next.

#include <cstdint>
#include <span>

#include <polhode/base/hash.hpp>

namespace polhode::ode {

/// FNV-1a over (t, x) of the start and of every accepted step. Each byte waits for the one before it, which takes as
/// long as a whole RK4 step of one body; so a point is only noted down, and its bytes are fed a few numbers at a time
/// between the stages of the following step, where the processor has nothing to wait for.
class Trail {
 public:
  explicit Trail(std::size_t nx) : size_(nx + 1), next_(nx + 1) {}

  /// The numbers of x are read where they are, so they must stay until finish().
  void note(double t, std::span<const double> x) {
    finish();
    t_ = t;
    x_ = x.data();
    next_ = 0;
  }
  /// Feeds the numbers t, x₀, x₁ … before the `end`-th.
  void feed(std::size_t end) {
    if (end <= next_) return;
    if (next_ == 0) {
      hash_.add(t_);
      next_ = 1;
    }
    hash_.add(std::span<const double>(x_ + (next_ - 1), end - next_));
    next_ = end;
  }
  void finish() { feed(size_); }
  std::uint64_t value() {
    finish();
    return hash_.value();
  }

 private:
  std::size_t size_, next_;
  double t_ = 0;
  const double* x_ = nullptr;
  Fnv1a hash_;
};

}  // namespace polhode::ode
