#include "ode/newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

constexpr int most_to_tolerance = 10, most_to_rounding = 60, most_growths = 3;
constexpr double hopeless_ratio = 0.99;
constexpr double few_ulps = 10;
constexpr double far_below_an_ulp = 1e-5;

}  // namespace

Convergence::Verdict Convergence::judge(double size) {
  ++count_;
  if (!(size <= std::numeric_limits<double>::max())) return Verdict::failed;
  const Verdict verdict = tolerance_ > 0 ? judge_to_tolerance(size) : judge_to_rounding(size);
  before_ = size;
  return verdict;
}

Convergence::Verdict Convergence::judge_to_tolerance(double size) {
  if (count_ == 1) {
    // The book takes the power 0.8; this one needs no logarithm.
    left_ = std::max(left_, eps);
    left_ = std::sqrt(left_ * std::sqrt(left_));
  } else if (before_ > 0) {
    const double now = size / before_;
    ratio_ = count_ == 2 ? now : std::sqrt(now * ratio_);
    if (ratio_ >= hopeless_ratio) return Verdict::failed;
    left_ = ratio_ / (1 - ratio_);
  }
  if (size == 0 || left_ * size <= tolerance_) return Verdict::done;
  if (count_ == most_to_tolerance) return Verdict::failed;
  if (count_ == 1) return Verdict::go_on;
  double at_last = left_ * size;
  for (int k = count_; k < most_to_tolerance; ++k) at_last *= ratio_;
  return at_last > tolerance_ ? Verdict::failed : Verdict::go_on;
}

Convergence::Verdict Convergence::judge_to_rounding(double size) {
  if (size == 0) return Verdict::done;
  if (count_ == 1) return Verdict::go_on;
  const double now = size / before_;
  if (now >= 1) {
    if (size <= rounding_at_most) return Verdict::done;
    return ++growths_ == most_growths ? Verdict::failed : Verdict::go_on;
  }
  // Ratios of increments near rounding tell nothing; before that, the slowest counts.
  ratio_ = count_ == 2 || (size > few_ulps && now > ratio_) ? now : ratio_;
  if (ratio_ * size <= far_below_an_ulp) return Verdict::done;
  return count_ == most_to_rounding ? Verdict::failed : Verdict::go_on;
}

}  // namespace polhode::ode
