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

/// x jumps where g passes through zero, rising (+1) or falling (−1).
struct LongJump {
  std::function<Long(Long t, const LongState& x)> g;
  int direction;
  std::function<void(LongState& x)> map;
};

/// Gragg's midpoint rule, extrapolated in 2, 4, … 2k substeps (k = 10), step by step from time to time with the
/// local error below 1e-17 of the largest number of the state.
class LongMotion {
 public:
  LongMotion(LongRate rate, LongState x0, std::vector<LongJump> jumps = {})
      : rate_(std::move(rate)), jumps_(std::move(jumps)), x_(std::move(x0)), v_(x_.size()) {}

  /// The state at each of the times, which begin with the time of x0. Of one jump there is at most one between two
  /// times.
  std::vector<LongState> at(std::span<const double> times) {
    std::vector<LongState> states{x_};
    h_ = times.size() > 1 ? times[1] - times[0] : 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
      std::vector<bool> done(jumps_.size());
      Long t = times[i - 1];
      while (jump_before(times[i], t, done)) {
      }
      advance(t, times[i]);
      states.push_back(x_);
    }
    return states;
  }
  /// When it jumped on the way.
  const std::vector<double>& jump_times() const { return jump_times_; }

 private:
  static constexpr int lines = 10;

  void advance(Long t, Long end) {
    while (t < end) {
      const bool last = t + h_ * 1.01L >= end;
      const Long step = last ? end - t : h_;
      const Long error = attempt(t, step);
      const Long factor = error > 0 ? 0.9L * std::pow(1 / error, 1.0L / (2 * lines - 1)) : 3;
      if (error <= 1) {
        t = last ? end : t + step;
        x_ = end_;
      }
      if (error > 1 || step >= h_) h_ = step * std::min(error > 1 ? 0.7L : 3.0L, std::max(0.1L, factor));
    }
  }

  LongState ahead(Long t, Long end) {
    const LongState here = x_;
    advance(t, end);
    LongState there = x_;
    x_ = here;
    return there;
  }

  /// Goes to the first jump before `end`, makes it, and leaves its time in t; false if there is none.
  bool jump_before(Long end, Long& t, std::vector<bool>& done) {
    if (jumps_.empty()) return false;
    const LongState far = ahead(t, end);
    std::size_t first = jumps_.size();
    Long when = end;
    for (std::size_t k = 0; k < jumps_.size(); ++k) {
      const Long before = jumps_[k].direction * jumps_[k].g(t, x_), after = jumps_[k].direction * jumps_[k].g(end, far);
      if (done[k] || !(before < 0 && after >= 0)) continue;
      const Long root = locate(jumps_[k], t, end);
      if (root < when || first == jumps_.size()) first = k, when = root;
    }
    if (first == jumps_.size()) return false;
    advance(t, when);
    jumps_[first].map(x_);
    jump_times_.push_back(static_cast<double>(when));
    done[first] = true;
    t = when;
    return true;
  }

  /// By halving: the interval is as short as long doubles tell apart.
  Long locate(const LongJump& jump, Long t, Long end) {
    Long low = t, high = end;
    for (Long middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2)
      (jump.direction * jump.g(middle, ahead(t, middle)) < 0 ? low : high) = middle;
    return high;
  }

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
  std::vector<LongJump> jumps_;
  LongState x_, v_, end_;
  Long h_ = 0;
  std::vector<double> jump_times_;
};

}  // namespace polhode
