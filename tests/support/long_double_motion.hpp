#pragma once
// Motions with three digits more than doubles have, by a method of their own: the truth that certificates are held to.

#include <cmath>
#include <functional>
#include <span>
#include <vector>

namespace polhode {

using Long = long double;
using LongState = std::vector<Long>;
using LongRate = std::function<void(Long t, const LongState& x, LongState& v)>;

/// Gragg's midpoint rule, extrapolated in 2, 4, … 2k substeps (k = 10), step by step from time to time with the
/// local error below 1e-17 of the largest number of the state.
class LongMotion {
 public:
  LongMotion(LongRate rate, LongState x0) : rate_(std::move(rate)), x_(std::move(x0)), v_(x_.size()) {}

  /// The state at each of the times, which begin with the time of x0.
  std::vector<LongState> at(std::span<const double> times) {
    std::vector<LongState> states{x_};
    Long t = times.front(), h = times.size() > 1 ? times[1] - t : 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
      const Long end = times[i];
      while (t < end) {
        const bool last = t + h * 1.01L >= end;
        const Long step = last ? end - t : h;
        const Long error = attempt(t, step);
        const Long factor = error > 0 ? 0.9L * std::pow(1 / error, 1.0L / (2 * lines - 1)) : 3;
        if (error <= 1) {
          t = last ? end : t + step;
          x_ = end_;
        }
        if (error > 1 || step >= h) h = step * std::min(error > 1 ? 0.7L : 3.0L, std::max(0.1L, factor));
      }
      states.push_back(x_);
    }
    return states;
  }

 private:
  static constexpr int lines = 10;

  /// Extrapolates one step of size h into end_; the estimated error in tolerances, huge if there is no value.
  Long attempt(Long t, Long h) {
    std::vector<LongState> previous;
    Long error = 0;
    for (int j = 1; j <= lines; ++j) {
      std::vector<LongState> row{midpoint(t, h, 2 * j)};
      for (int k = 1; k < j; ++k) {
        const Long ratio = Long(j) / Long(j - k), weight = 1 / (ratio * ratio - 1);
        LongState better = row.back();
        for (std::size_t i = 0; i < x_.size(); ++i) better[i] += weight * (better[i] - previous[std::size_t(k - 1)][i]);
        row.push_back(std::move(better));
      }
      if (j == lines) error = distance(row[std::size_t(j - 1)], row[std::size_t(j - 2)]);
      previous = std::move(row);
    }
    end_ = previous.back();
    return std::isfinite(error) ? error : 1e30L;
  }

  LongState midpoint(Long t, Long h, int substeps) {
    const Long d = h / substeps;
    LongState z0 = x_, z1 = x_;
    rate_(t, x_, v_);
    for (std::size_t i = 0; i < x_.size(); ++i) z1[i] += d * v_[i];
    for (int s = 1; s < substeps; ++s) {
      rate_(t + s * d, z1, v_);
      for (std::size_t i = 0; i < x_.size(); ++i) {
        const Long next = z0[i] + 2 * d * v_[i];
        z0[i] = z1[i], z1[i] = next;
      }
    }
    return z1;
  }

  Long distance(const LongState& a, const LongState& b) const {
    Long largest = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!std::isfinite(a[i])) return a[i] - a[i];
      largest = std::max(largest, std::fabs(a[i] - b[i]));
      size = std::max(size, std::fabs(x_[i]));
    }
    return largest / (1e-17L * (1 + size));
  }

  LongRate rate_;
  LongState x_, v_, end_;
};

}  // namespace polhode
