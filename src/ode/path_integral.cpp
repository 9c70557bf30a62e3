#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <polhode/math/elementary.hpp>
#include <polhode/ode/stationary.hpp>

#include "ode/path_element.hpp"
#include "ode/path_singular.hpp"

namespace polhode::ode {
namespace {

constexpr std::size_t first_parts = 8, most_parts = 4000;
constexpr int deepest = 60;        // halvings: 1e-18 of the way
constexpr int shallow = 20;        // where so wide a part has no value, the integrand has none
constexpr double settled = 1e-14;  // of a part, beside ∫|L|
constexpr double term_rounding =
    4 * std::numeric_limits<double>::epsilon();  // of L, beside what its slopes make of (q, v)
constexpr double known = 1e-2;                   // beside ∫|L|: an error above it leaves no digits
// Shells beside a place: the k-th reaches from 2^-k to 2^-(k+1) of the way. The place is known to 2^-53, which is
// nothing beside the narrowest; of an integrand that goes as a power the widest knows the rest to 2^-20, and so its r
// to a hundredth of `least_fall`.
constexpr int narrowest_shell = 28, shells_between = 8;
constexpr double least_fall = 1e-4;  // 1 − r from which on a sum of shells is taken to be bounded

struct Part {
  double from = 0, to = 0;
  int depth = 0;
  double value = 0, size = 0, error = 0;
  double terms = 0;  // ∫Σ|x ∂L/∂x|: about the size of the terms that L consists of, which may cancel

  double middle() const { return 0.5 * (from + to); }
};

class Along {
 public:
  Along(const PathDensity& density, std::size_t n, const PathClock& clock,
        const std::function<void(double t, VecOut q, VecOut v)>& path, const std::function<bool()>& go_on)
      : density_(density), n_(n), clock_(clock), path_(path), go_on_(go_on), x_(2 * n), values_(density_size(n)) {
    clock_.start_power = clock_power(clock_.start_power, clock.t0, clock.t1 - clock.t0);
    clock_.end_power = clock_power(clock_.end_power, clock.t1, clock.t0 - clock.t1);
  }

  PathIntegral run() {
    for (std::size_t k = 0; k < first_parts; ++k)
      parts_.push_back(part(static_cast<double>(k) / first_parts, static_cast<double>(k + 1) / first_parts, 0));
    while (whole_.ending == IntegralEnding::finite && halve()) {
    }
    if (whole_.ending == IntegralEnding::finite) judge();
    if (whole_.ending != IntegralEnding::finite)
      whole_.value = whole_.size = whole_.error = std::numeric_limits<double>::quiet_NaN();
    return whole_;
  }

 private:
  double integrand(double t) {
    const VecOut x(x_);
    path_(t, x.first(n_), x.subspan(n_));
    density_(t, x_, values_);
    return values_[0];
  }

  /// A clock in which |t − t_end|^−β is smooth, if that is how the integrand grows along the path at both of two
  /// scales.
  double clock_power(double given, double t_end, double span) {
    if (given != 1) return given;
    const std::array<double, 3> at{integrand(t_end + 1e-9 * span), integrand(t_end + 1e-7 * span),
                                   integrand(t_end + 1e-5 * span)};
    const double beta = growth(at[0], at[1], 100), wider = growth(at[1], at[2], 100);
    const bool steady = std::fabs(beta - wider) < 0.01 && beta > 0.04 && beta < 0.95;
    return steady ? 1 / (1 - beta) : given;
  }

  Part part(double from, double to, int depth) {
    Part made{.from = from, .to = to, .depth = depth};
    if (whole_.ending == IntegralEnding::finite && go_on_ && !go_on_()) whole_.ending = IntegralEnding::interrupted;
    if (whole_.ending != IntegralEnding::finite) return made;
    const double rough = over(rough_, from, to).value;
    const Part sharp = over(sharp_, from, to);
    made.terms = sharp.terms;
    made.value = sharp.value;
    made.size = sharp.size;
    made.error = std::fabs(rough - sharp.value);
    if (std::isfinite(made.error) && std::isfinite(made.size)) return made;
    made.value = made.size = made.terms = 0;
    made.error = std::numeric_limits<double>::infinity();
    if (depth < shallow) {
      whole_.ending = IntegralEnding::no_value;
      whole_.place = nowhere_;
    }
    return made;
  }

  Part over(const GaussRule& rule, double from, double to) {
    Part sum;
    for (std::size_t g = 0; g < rule.nodes.size(); ++g) {
      const double s = 0.5 * (from + to) + 0.5 * (to - from) * rule.nodes[g], t = clock_.t(s);
      const double weight = 0.5 * (to - from) * rule.weights[g] * clock_.rate(s), own = weight * integrand(t);
      if (!std::isfinite(own)) nowhere_ = t;
      sum.value += own;
      sum.size += std::fabs(own);
      double terms = 0;
      for (std::size_t i = 0; i < 2 * n_; ++i) terms += std::fabs(x_[i] * values_[1 + i]);
      if (std::isfinite(terms)) sum.terms += weight * terms;
    }
    return sum;
  }

  void sum_up() {
    whole_.value = whole_.size = whole_.error = 0;
    double terms = 0;
    for (const Part& one : parts_) {
      terms += one.terms;
      whole_.value += one.value;
      whole_.size += one.size;
      whole_.error += one.error;
    }
    small_ = settled * whole_.size + term_rounding * terms;
  }

  /// Whether times so near to each other, as points of a rule in an interval of that length are, can be told apart.
  bool resolves(double from, double to) const {
    const double near = 0.0053 * (to - from), first = clock_.t(from), last = clock_.t(to);
    const double apart = 16 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(first), std::fabs(last));
    return from + near > from && to - near < to && clock_.t(from + near) - first >= apart &&
           last - clock_.t(to - near) >= apart;
  }
  bool can_be_halved(const Part& one) const {
    return one.depth < deepest && resolves(one.from, one.middle()) && resolves(one.middle(), one.to);
  }

  bool is_bad(const Part& one) const { return !(one.error <= small_); }

  /// All parts in which the two rules differ; false if there are none, or no room.
  bool halve() {
    sum_up();
    const auto wanted = [this](const Part& one) { return is_bad(one) && can_be_halved(one); };
    const auto more = static_cast<std::size_t>(std::count_if(parts_.begin(), parts_.end(), wanted));
    if (more == 0 || parts_.size() + more > most_parts) return false;
    std::vector<Part> next;
    next.reserve(parts_.size() + more);
    for (const Part& one : parts_) {
      if (!wanted(one)) {
        next.push_back(one);
        continue;
      }
      next.push_back(part(one.from, one.middle(), one.depth + 1));
      next.push_back(part(one.middle(), one.to, one.depth + 1));
    }
    parts_ = std::move(next);
    return true;
  }

  /// Where the rules differ most.
  double worst_place() {
    Part worst =
        *std::max_element(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.error < b.error; });
    while (can_be_halved(worst) && std::isfinite(worst.error)) {
      const Part below = part(worst.from, worst.middle(), worst.depth + 1),
                 above = part(worst.middle(), worst.to, worst.depth + 1);
      worst = above.error > below.error ? above : below;
    }
    return worst.from == 0 ? 0 : worst.to == 1 ? 1 : worst.middle();
  }

  /// r of the shells beside a place, on the side on which they fall more slowly; nan where they have no value.
  double ratio_beside(double place) {
    double largest = 0;
    for (const double side : {-1.0, 1.0}) {
      const double room = side < 0 ? place : 1 - place;
      if (!(room > 0)) continue;
      const auto reach = [&](int k) {
        const double a = place + side * room * std::ldexp(1, -k), b = place + side * room * std::ldexp(1, -k - 1);
        return std::pair(std::min(a, b), std::max(a, b));
      };
      const auto size = [&](int k) { return over(sharp_, reach(k).first, reach(k).second).size; };
      int k = narrowest_shell;
      while (k > shells_between && !resolves(reach(k).first, reach(k).second)) --k;
      const double narrow = size(k), wide = size(k - shells_between);
      if (wide == 0 && narrow == 0) continue;
      const double own = fn::pow(narrow / wide, 1.0 / shells_between);
      if (!(own <= largest)) largest = own;  // also when it is nan
    }
    return largest;
  }

  /// What parts that did not settle leave open.
  void judge() {
    const bool all_settled =
        std::none_of(parts_.begin(), parts_.end(), [this](const Part& one) { return is_bad(one); });
    if (all_settled) return;
    const double place = worst_place();
    if (whole_.ending != IntegralEnding::finite) return;  // ended from outside
    whole_.place = clock_.t(place);
    const double r = ratio_beside(place);
    if (r >= 1 - least_fall) {
      whole_.ending = IntegralEnding::infinite;
      return;
    }
    // Where halving ended for want of different times, both rules are off by them, and alike: they tell half of it.
    for (Part& one : parts_)
      if (is_bad(one) && !can_be_halved(one))
        one.error = std::max(2 * one.error, one.size * std::max(0.0, (2 * r - 1) / (1 - r)));
    sum_up();
    if (!(whole_.error <= known * whole_.size)) whole_.ending = IntegralEnding::unsettled;
  }

  const PathDensity& density_;
  std::size_t n_;
  PathClock clock_;
  const std::function<void(double t, VecOut q, VecOut v)>& path_;
  const std::function<bool()>& go_on_;
  std::vector<double> x_, values_;
  GaussRule rough_{10}, sharp_{16};
  std::vector<Part> parts_;  // from one end to the other
  PathIntegral whole_;
  double small_ = 0;  // error of a part that is left as it is
  double nowhere_ = 0;
};

}  // namespace

PathIntegral integral_along(const PathDensity& density, std::size_t n, const PathClock& clock,
                            const std::function<void(double t, VecOut q, VecOut v)>& path,
                            const std::function<bool()>& go_on) {
  return Along(density, n, clock, path, go_on).run();
}

}  // namespace polhode::ode
