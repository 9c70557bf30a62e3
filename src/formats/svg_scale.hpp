#pragma once
// One axis of a drawing: from values to pixels, with ticks at round numbers.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

#include "formats/svg.hpp"
#include "formats/svg_plot.hpp"

namespace polhode {

inline double log10_of(double value) { return fn::log(value) / fn::log(10.0); }

struct Tick {
  double value;  ///< on the axis's own scale
  std::string label;
};

/// From values to pixels, with ticks at round numbers.
class Scale {
 public:
  Scale(const PlotAxis& axis, double from, double to) : log_(axis.logarithmic), from_(from), to_(to) {}

  bool shows(double value) const { return std::isfinite(value) && (!log_ || value > 0); }
  /// The value on the axis's own scale: its logarithm, if it is logarithmic.
  double own(double value) const { return log_ ? log10_of(value) : value; }

  void include(double value) {
    if (!shows(value)) return;
    least_ = std::min(least_, own(value)), most_ = std::max(most_, own(value));
  }

  /// So many parts between ticks at least, and at most twice as many or so; `room` is left at both ends, as a part of
  /// what is shown. A logarithmic axis goes from one power of ten to another.
  void close(double parts = 5, double room = 0) {
    if (!(least_ <= most_)) least_ = 0, most_ = 1;
    if (log_) {
      least_ = std::floor(least_ + 1e-9), most_ = std::ceil(most_ - 1e-9);
      if (most_ - least_ < 1) most_ = least_ + 1;
      step_ = std::max(1.0, std::ceil((most_ - least_) / (parts + 2)));
      return;
    }
    if (most_ == least_) most_ = least_ + 1;
    const double beyond = room * (most_ - least_);
    least_ -= beyond, most_ += beyond;
    const double rough = (most_ - least_) / parts, power = fn::pow(10, std::floor(log10_of(rough)));
    for (double part : {10.0, 5.0, 2.0, 1.0})
      if (part * power >= rough * (1 - 1e-12)) step_ = part * power;
  }

  double operator()(double value) const { return at_own(own(value)); }
  double at_own(double value) const { return from_ + (to_ - from_) * (value - least_) / (most_ - least_); }

  double least() const { return least_; }
  double most() const { return most_; }
  double step() const { return step_; }

  std::vector<Tick> ticks() const {
    std::vector<Tick> list;
    const auto first = static_cast<int>(std::ceil(least_ / step_ - 1e-9)),
               last = static_cast<int>(std::floor(most_ / step_ + 1e-9));
    for (int i = first; i <= last; ++i)
      list.push_back({i * step_, log_ ? power_of_ten(static_cast<int>(i * step_)) : rounded(i * step_)});
    return list;
  }

 private:
  bool log_;
  double from_, to_;
  double least_ = 1e300, most_ = -1e300, step_ = 1;
};

}  // namespace polhode
