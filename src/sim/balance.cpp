#include "sim/balance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

// Gauss–Legendre nodes and weights on [0, 1], four points: exact for polynomials of degree 7.
constexpr std::array<double, 4> nodes{0.069431844202973712, 0.33000947820757187, 0.66999052179242813,
                                      0.93056815579702629};
constexpr std::array<double, 4> weights{0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                        0.17392742256872693};

/// What a dozen operations and a division by the sine of 18° round off, as a share of the whole.
constexpr double rewriting = 100 * std::numeric_limits<double>::epsilon();

/// Of the parts of a rate, what may be left of their sum where it is zero: they are many roundings, and of states that
/// are off by what so many steps may add up to.
constexpr double unseen = 1e-10, steps_in_a_row = 1000;

double norm(std::span<const double> values) {
  double sum = 0;
  for (double value : values) sum += value * value;
  return std::sqrt(sum);
}

}  // namespace

Integral::Integral(Quantity rate, std::size_t size, int nx)
    : rate_(std::move(rate)), total_(size), partial_(size), now_(size), node_state_(static_cast<std::size_t>(nx)) {}

bool Integral::up_to(const ode::StepView& view, double t1) {
  partial_ = total_;
  const double t0 = view.t0();
  if (!rate_ || t0 == t1) return true;
  const double h = t1 - t0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const double t = t0 + h * nodes[i];
    view.at(t, node_state_);
    if (!all_finite(node_state_)) return false;
    rate_(t, node_state_, now_);
    for (std::size_t k = 0; k < partial_.size(); ++k) partial_[k] += h * weights[i] * now_[k];
  }
  return all_finite(partial_);
}

Balance::Balance(const Monitor& monitor, int nx)
    : monitor_(monitor),
      size_(static_cast<std::size_t>(monitor.channel.size())),
      supplied_(monitor.supply, size_, nx),
      start_(size_),
      value_(size_),
      difference_(size_) {}

void Balance::start(double t, VecIn x) {
  monitor_.channel.evaluate(t, x, start_);
  largest_value_ = largest_due_ = norm(start_);
  closed_ = !std::isfinite(largest_value_);
  if (closed_) largest_drift_ = std::numeric_limits<double>::quiet_NaN();  // of a run that begins beyond all numbers
  note_parts(t, x);
  note_claim(t, x, false);
}

void Balance::note_claim(double t, VecIn x, bool goes_on) {
  if (!monitor_.claim) return;
  std::array<double, 2> now{};
  monitor_.claim(t, x, now);
  if (!all_finite(now)) now = {};
  if (goes_on) {  // by trapezia: the order of magnitude is asked
    claim_change_ += 0.5 * std::fabs(t - claim_time_) * (std::fabs(now[0]) + std::fabs(claim_[0]));
    claim_parts_ += 0.5 * std::fabs(t - claim_time_) * (now[1] + claim_[1]);
  }
  claim_fastest_ = std::max(claim_fastest_, std::fabs(now[0]));
  claim_time_ = t;
  claim_ = now;
}

void Balance::note_parts(double t, VecIn x) {
  if (!monitor_.scale) return;
  double size = 0;
  monitor_.scale(t, x, {&size, 1});
  if (std::isfinite(size)) largest_part_ = std::max(largest_part_, size);
}

double Balance::imbalance(double t, VecIn x) {
  monitor_.channel.evaluate(t, x, value_);
  double due = 0;
  for (std::size_t k = 0; k < size_; ++k) {
    difference_[k] = value_[k] - start_[k] - supplied_.value()[k];
    due += (value_[k] - difference_[k]) * (value_[k] - difference_[k]);
  }
  const double value = norm(value_), drift = norm(difference_);
  closed_ = closed_ || !std::isfinite(value) || !std::isfinite(drift);
  if (closed_) return drift;
  largest_value_ = std::max(largest_value_, value);
  largest_due_ = std::max(largest_due_, std::sqrt(due));
  largest_drift_ = std::max(largest_drift_, drift);
  note_parts(t, x);
  return drift;
}

void Balance::sample(const ode::StepView& view, double t, VecIn x) {
  closed_ = closed_ || !supplied_.up_to(view, t);
  sample_drift_.push_back(closed_ ? std::numeric_limits<double>::quiet_NaN() : imbalance(t, x));
  sample_supplied_.insert(sample_supplied_.end(), supplied_.value().begin(), supplied_.value().end());
}

void Balance::jump(double t, VecIn before, VecIn after) {
  note_claim(t, after, false);
  monitor_.channel.evaluate(t, before, difference_);
  monitor_.channel.evaluate(t, after, value_);
  double square = 0;
  for (std::size_t k = 0; k < size_; ++k) square += (value_[k] - difference_[k]) * (value_[k] - difference_[k]);
  // A jump that only writes the same motion in other coordinates, such as angles of another axis, supplies nothing:
  // what it rounds off belongs to the drift.
  if (std::sqrt(square) <= rewriting * std::max(norm(value_), largest_part_)) return;
  jumped_ = true;
  for (std::size_t k = 0; k < size_; ++k) supplied_.add(k, value_[k] - difference_[k]);
}

void Balance::step(const ode::StepView& view) {
  closed_ = closed_ || !supplied_.up_to(view, view.t1());
  if (closed_) return;
  imbalance(view.t1(), view.x1());
  note_claim(view.t1(), view.x1(), true);
  supplied_.book();
}

Drift Balance::finish(double tolerance) const {
  Drift drift{.name = monitor_.channel.name,
              .unit = monitor_.channel.unit,
              .conserved = monitor_.conserved() && (!jumped_ || monitor_.is_error)};
  // Where X should be nothing but the rounding of parts that cancel, it is measured by the parts: not by what it is,
  // which may be its drift alone. A quantity that was zero all along did not drift.
  const bool by_value = !monitor_.is_error && largest_due_ > 1e-9 * largest_part_;
  const double size = by_value ? largest_value_ : largest_part_;
  const double scale = size > 0 ? 1 / size : 0;
  if (monitor_.claim) {
    drift.kept = claim_change_ <= (unseen + steps_in_a_row * tolerance) * claim_parts_;
    drift.largest_rate = claim_fastest_;
  }
  drift.absolute = largest_drift_;
  drift.largest = largest_drift_ * scale;
  for (double value : sample_drift_) drift.at_samples.push_back(value * scale);
  drift.supplied = sample_supplied_;
  return drift;
}

}  // namespace polhode
