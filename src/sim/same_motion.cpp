#include <polhode/sim/same_motion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <Eigen/LU>

#include "sim/differing_terms.hpp"

namespace polhode {
namespace {

constexpr double one_rounding = std::numeric_limits<double>::epsilon();
/// Roundings by which states are changed to see what accelerations make of them, and how often.
constexpr double last_bits = 4 * one_rounding;
constexpr int disturbances = 3;
/// What is allowed, in such changes.
constexpr double changes_allowed = 64;
/// States that are drawn for one that is needed, where many have no value.
constexpr int draws_for_each = 20;
/// States at which terms are told apart: fewer where there are many pairs of rates.
std::size_t taken_apart(std::size_t rates) { return std::clamp<std::size_t>(800 / (rates * rates), 20, 200); }
/// What constraints may be off, of what their parts are.
constexpr double constraint_zero = 1e-10;

class Draw {
 public:
  explicit Draw(const SameAs& same) : same_(same) {}

  DrawnState state() {
    DrawnState drawn{.t = same_.t_end * unit(), .s = {}, .u = {}};
    for (const DerivedCoordinate& one : same_.theirs.coordinates) {
      drawn.s.push_back(one.low + (one.high - one.low) * unit());
      if (one.free) drawn.u.push_back(one.fastest * (2 * unit() - 1));
    }
    return drawn;
  }
  double sign() { return unit() < 0.5 ? -1 : 1; }

 private:
  double unit() { return static_cast<double>(random_() >> 11U) * 0x1p-53; }

  const SameAs& same_;
  std::mt19937_64 random_{1};
};

/// The numbers that states have, by their largest.
struct Sizes {
  std::vector<double> s, u, x;

  static void grow(std::vector<double>& sizes, const std::vector<double>& numbers) {
    sizes.resize(numbers.size(), 0.0);
    for (std::size_t i = 0; i < numbers.size(); ++i) sizes[i] = std::max(sizes[i], std::fabs(numbers[i]));
  }
};

class Comparison {
 public:
  Comparison(const SameAs& same, int count) : same_(same), draw_(same), count_(count) {
    result_.name = same.mine.name;
    result_.of = same.theirs.name;
    result_.kind = same.mine.kind;
    result_.kind_of = same.theirs.kind;
  }

  SameMotion run() {
    collect();
    result_.states = static_cast<int>(states_.size());
    if (states_.empty() || find_broken_constraint()) return std::move(result_);
    double worst = -1;
    std::size_t at = 0;
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (const double here = judge(i); here > worst) worst = here, at = i;
    result_.agrees = worst <= 1;
    if (!result_.agrees) {
      const std::size_t count = std::min(taken_apart(states_[at].u.size()), states_.size());
      std::vector<DrawnState> some(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(count));
      if (at >= some.size()) some.push_back(states_[at]);
      DifferingTerms terms = differing_terms(same_, some);
      result_.scale = terms.scale;
      result_.terms = std::move(terms.list);
    }
    return std::move(result_);
  }

 private:
  void collect() {
    ToldTwice told;
    for (int i = 0; i < draws_for_each * count_ && static_cast<int>(states_.size()) < count_; ++i) {
      DrawnState drawn = draw_.state();
      if (!tell(same_, drawn.t, drawn.s, drawn.u, told)) {
        ++result_.without_value;
        continue;
      }
      Sizes::grow(sizes_.s, drawn.s);
      Sizes::grow(sizes_.u, drawn.u);
      Sizes::grow(sizes_.x, told.x);
      states_.push_back(std::move(drawn));
    }
  }

  /// Whether the other motion breaks a constraint of this one, which is then the term that differs.
  bool find_broken_constraint() {
    const Derivation& mine = same_.mine;
    const std::size_t n = mine.size(), m = mine.constraints.size();
    std::vector<double> left(mine.places + m), rows(m * n);
    for (const DrawnState& state : states_) {
      ToldTwice told;
      if (m == 0 || !carry(same_, state.t, state.s, state.u, told)) continue;
      mine.violations(state.t, told.x, left);
      mine.rows(state.t, told.x, rows);
      for (std::size_t k = 0; k < mine.places + m; ++k) {
        const std::size_t which = k < mine.places ? k : k - mine.places, from = k < mine.places ? 0 : n;
        double size = 0;
        for (std::size_t i = 0; i < n; ++i) size += std::fabs(rows[which * n + i]) * sizes_.x[from + i];
        if (std::fabs(left[k]) <= constraint_zero * size) continue;
        result_.coordinate = mine.constraints[which];
        result_.mine = 0;
        result_.theirs = result_.apart = left[k];
        remember(state, told);
        result_.terms = {{.kind = TermKind::constraint, .coordinate = mine.constraints[which], .theirs = left[k]}};
        return true;
      }
    }
    return false;
  }

  void remember(const DrawnState& state, const ToldTwice& told) {
    result_.t = state.t;
    result_.q = state.s;
    result_.rates = told.s_rates;
  }

  /// By what the accelerations of either change when a state changes in the last bits.
  Eigen::VectorXd changes(const DrawnState& state, const ToldTwice& told) {
    Eigen::VectorXd most = Eigen::VectorXd::Zero(told.mine.size()), a = most;
    for (int round = 0; round < disturbances; ++round) {
      DrawnState near = state;
      for (std::size_t i = 0; i < near.s.size(); ++i) near.s[i] += last_bits * sizes_.s[i] * draw_.sign();
      for (std::size_t i = 0; i < near.u.size(); ++i) near.u[i] += last_bits * sizes_.u[i] * draw_.sign();
      ToldTwice there;
      if (carry(same_, near.t, near.s, near.u, there)) most = most.cwiseMax((there.theirs - told.theirs).cwiseAbs());
      std::vector<double> x = told.x;
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += last_bits * sizes_.x[i] * draw_.sign();
      if (accelerations_of_mine(same_, state.t, x, view(a))) most = most.cwiseMax((a - told.mine).cwiseAbs());
    }
    return most;
  }

  /// The difference at a state, of what is allowed.
  double judge(std::size_t which) {
    const DrawnState& state = states_[which];
    ToldTwice told;
    if (!tell(same_, state.t, state.s, state.u, told)) return 0;
    const Eigen::VectorXd apart = (told.mine - told.theirs).cwiseAbs();
    const Eigen::VectorXd parts = sizes_of(told.M_theirs) * (told.du_theirs.cwiseAbs() + told.du_mine.cwiseAbs());
    const double roundings = 16 * static_cast<double>(parts.size()) * one_rounding;
    const Eigen::VectorXd solved = told.B.cwiseAbs() * (told.M_theirs.inverse().cwiseAbs() * parts);
    const Eigen::VectorXd allowed = changes_allowed * changes(state, told) + roundings * solved;
    const double size = std::max(told.mine.cwiseAbs().maxCoeff(), told.theirs.cwiseAbs().maxCoeff());
    if (size > 0) result_.relative = std::max(result_.relative, apart.maxCoeff() / size);
    double worst = 0;
    for (Eigen::Index i = 0; i < apart.size(); ++i) {
      const double here = apart[i] == 0 ? 0 : apart[i] / allowed[i];
      worst = std::max(worst, here);
      if (here <= worst_) continue;
      worst_ = here;
      result_.coordinate = same_.mine.coordinates[static_cast<std::size_t>(i)].name;
      result_.mine = told.mine[i];
      result_.theirs = told.theirs[i];
      result_.apart = apart[i];
      result_.allowed = allowed[i];
      remember(state, told);
    }
    return worst;
  }

  const SameAs& same_;
  Draw draw_;
  int count_;
  std::vector<DrawnState> states_;
  Sizes sizes_;
  SameMotion result_;
  double worst_ = 0;
};

}  // namespace

SameMotion compare(const SameAs& same, int count) { return Comparison(same, count).run(); }

}  // namespace polhode
