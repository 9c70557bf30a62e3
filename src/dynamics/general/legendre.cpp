// Legendre's transformation from afar.
#include "dynamics/general/elimination.hpp"

namespace polhode::general {
namespace {

constexpr int most_rounds = 200;
constexpr double near_enough = 1e-6;  // of what was missing at first: from there Newton's method goes on by itself

double largest(VecIn numbers) {
  double most = 0;
  for (const double one : numbers)
    if (!(std::fabs(one) <= most)) most = std::fabs(one);  // also when it is nan
  return most;
}

class Approach {
 public:
  Approach(std::size_t n, const Program& slopes, double t, VecIn wanted, VecOut x)
      : n_(n),
        slopes_(slopes),
        t_(t),
        wanted_(wanted),
        x_(x),
        y_(slopes.outputs()),
        left_(n),
        step_(n),
        trial_(x.begin(), x.end()) {}

  void run() {
    double missing = measure(x_, left_);
    const double enough = near_enough * missing;
    double damping = 0;
    for (int round = 0; round < most_rounds && missing > enough; ++round) {
      const std::vector<double> second(y_.begin() + static_cast<std::ptrdiff_t>(n_), y_.end());
      if (!try_damped(second, missing, damping) && !try_along(missing)) return;
      missing = measure(x_, left_);  // leaves the second slopes there
    }
  }

 private:
  double measure(VecIn x, std::vector<double>& left) {
    slopes_.evaluate_at<double>(t_, x, y_);
    for (std::size_t i = 0; i < n_; ++i) left[i] = wanted_[i] - y_[i];
    return largest(left);
  }

  /// Goes a share of the step if that leaves less.
  bool take(double share, double missing) {
    std::vector<double> left(n_);
    for (std::size_t i = 0; i < n_; ++i) trial_[n_ + i] = x_[n_ + i] + share * step_[i];
    if (!(measure(trial_, left) < missing)) return false;
    std::copy(trial_.begin(), trial_.end(), x_.begin());
    return true;
  }

  bool try_damped(const std::vector<double>& second, double missing, double& damping) {
    const double size = largest(second);
    if (!(size > 0) || !std::isfinite(size)) return false;
    std::vector<double> A(n_ * n_), matrix(n_ * n_), sizes(n_);
    write_symmetric(n_, second.data(), A.data());
    for (int tries = 0; tries < 40; ++tries) {
      for (std::size_t i = 0; i < n_; ++i) {
        step_[i] = 0;
        for (std::size_t j = 0; j < n_; ++j) {
          double sum = i == j ? damping * damping * size * size : 0;
          for (std::size_t k = 0; k < n_; ++k) sum += A[i * n_ + k] * A[k * n_ + j];
          matrix[i * n_ + j] = sum;
          step_[i] += A[i * n_ + j] * left_[j];
        }
      }
      if (eliminate(n_, matrix.data(), step_.data(), sizes.data()) && take(1, missing)) {
        damping *= 0.1;
        return true;
      }
      damping = std::max(4 * damping, 1e-6);
    }
    return false;
  }

  /// Where second slopes say nothing: along what is missing, as far as it helps.
  bool try_along(double missing) {
    step_ = left_;
    const double reach = std::max(1.0, largest(VecIn(x_).subspan(n_))) / missing;
    for (int halving = -10; halving < 60; ++halving)
      if (take(reach * std::ldexp(1, -halving), missing)) return true;
    return false;
  }

  std::size_t n_;
  const Program& slopes_;
  double t_;
  VecIn wanted_;
  VecOut x_;
  std::vector<double> y_, left_, step_, trial_;
};

}  // namespace

void approach_slopes(std::size_t n, const Program& slopes, double t, VecIn wanted, VecOut x) {
  Approach(n, slopes, t, wanted, x).run();
}

}  // namespace polhode::general
