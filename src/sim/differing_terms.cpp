#include "sim/differing_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "sim/force_parts.hpp"

namespace polhode {
namespace {

/// Below this part of all that acts together a difference of terms is called rounding; where accelerations differ and
/// no term does by so much, below less, a tenth each time: as far as forces by themselves are known.
constexpr double rounding_part = 1e-10, least_rounding_part = 1e-15;
/// … and of what acts at other states, this part of that.
constexpr double elsewhere = 0.1;
/// Derivatives by differences are good to this part.
constexpr double slope_part = 1e-6;
/// A term that is this much less than the other derivation's is told to be missing.
constexpr double nothing_beside = 1e-9;
/// A ratio that varies less is called constant.
constexpr double constant_ratio = 1e-6;

using Index = Eigen::Index;
Index index(std::size_t i) { return static_cast<Index>(i); }

/// What was seen of one term at all states.
struct Record {
  double worst = 0, mine = 0, theirs = 0;  ///< where the difference is most of what rounding makes
  double least = std::numeric_limits<double>::infinity(), most = -least;  ///< of mine / theirs

  void add(double a, double b, double rounding) {
    if (std::fabs(b) > 1e3 * rounding || (b != 0 && rounding == 0)) {
      least = std::min(least, a / b);
      most = std::max(most, a / b);
    }
    const double apart = std::fabs(a - b), ratio = apart == 0 ? 0 : apart / rounding;
    if (ratio <= worst) return;
    worst = ratio;
    mine = a;
    theirs = b;
  }
  bool differs() const { return worst > 1; }
  std::optional<double> factor() const {
    if (!(least <= most)) return std::nullopt;
    const double size = std::max(std::fabs(least), std::fabs(most));
    if (!(most - least <= constant_ratio * std::max(size, constant_ratio))) return std::nullopt;
    return 0.5 * (least + most);
  }
};

/// Finds terms with the other's mass matrix and forces taken `factor` times.
class TermFinder {
 public:
  TermFinder(const SameAs& same, double factor, double rounding)
      : same_(same), factor_(factor), rounding_of_all_(rounding), n_(same.theirs.free().size()) {
    for (const std::size_t i : same.theirs.free()) names_.push_back(same.map.names()[i]);
  }

  std::vector<DifferingTerm> run(const std::vector<DrawnState>& states) {
    largest_ = Eigen::VectorXd::Zero(index(n_));
    for (const DrawnState& state : states)
      if (const auto all = acting(state)) largest_ = largest_.cwiseMax(*all);
    for (std::size_t i = 0; i < states.size(); ++i) look_at(states[i], states[(i + 1) % states.size()].t);
    return terms();
  }

 private:
  using Key = std::tuple<TermKind, std::size_t, std::size_t, std::size_t>;

  Eigen::MatrixXd sizes(const ToldTwice& told) const {
    return sizes_of(told.M_mine).cwiseMax(factor_ * sizes_of(told.M_theirs));
  }
  /// All that acts together on each coordinate.
  std::optional<Eigen::VectorXd> acting(const DrawnState& state) const {
    ToldTwice told, rest;
    if (!tell(same_, state.t, state.s, state.u, told) ||
        !tell(same_, state.t, state.s, std::vector<double>(n_, 0.0), rest))
      return std::nullopt;
    return sizes(told) * (told.du_mine.cwiseAbs() + told.du_theirs.cwiseAbs()) + rest.forces_of_mine().cwiseAbs() +
           factor_ * rest.forces_of_theirs().cwiseAbs();
  }

  void look_at(const DrawnState& state, double other_time) {
    ToldTwice told;
    const auto parts = force_parts(same_, state);
    const auto all = acting(state);
    if (!parts || !all || !tell(same_, state.t, state.s, state.u, told)) return;
    // What is small here may be the rest of what is large elsewhere.
    rounding_ = rounding_of_all_ * (*all + elsewhere * largest_);
    const Eigen::MatrixXd masses = sizes(told);
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = i; j < n_; ++j)
        add({TermKind::inertia, i, j, 0}, told.M_mine(index(i), index(j)), told.M_theirs(index(i), index(j)),
            rounding_of_all_ * masses(index(i), index(j)));
    add_forces(state, *parts);
    add_time(state, parts->rest, other_time);
  }

  void add_forces(const DrawnState& state, const ForceParts& parts) {
    const auto follows = inertia_forces(same_, state, factor_);
    const InertiaForce none{Eigen::VectorXd::Zero(index(n_)), Eigen::VectorXd::Zero(index(n_))};
    Eigen::MatrixXd linear(index(n_), index(n_));
    add(TermKind::rest, 0, 0, parts.rest, none);
    for (std::size_t j = 0, k = 0; j < n_; ++j) {
      const InertiaForce line = follows ? follows->linear[j] : none;
      add(TermKind::damping, j, j, parts.odd[j], line);
      add(TermKind::quadratic, j, j, parts.even[j], follows ? follows->even[j] : none);
      add(TermKind::other, j, 1, parts.odd_beyond[j], none);
      add(TermKind::other, j, 2, parts.even_beyond[j], none);
      linear.col(index(j)) = (parts.odd[j].mine - factor_ * parts.odd[j].theirs - line.force) / state.u[j];
      for (std::size_t l = j + 1; l < n_; ++l, ++k)
        add(TermKind::quadratic, j, l, parts.pair[k], follows ? follows->pair[k] : none);
    }
    add(TermKind::other, n_, 3, parts.left, none);
    // Only what is skew does no work.
    const double size = linear.cwiseAbs().maxCoeff();
    for (Index i = 0; i < linear.rows(); ++i)
      for (Index j = 0; j < linear.cols(); ++j)
        if (std::fabs(linear(i, j) + linear(j, i)) > constant_ratio * size) works_[{i, j}] = true;
  }

  void add_time(const DrawnState& state, const BothForces& rest, double other_time) {
    ToldTwice later;
    if (!tell(same_, other_time, state.s, std::vector<double>(n_, 0.0), later)) return;
    add(TermKind::time, 0, 0, {later.forces_of_mine() - rest.mine, later.forces_of_theirs() - rest.theirs},
        {Eigen::VectorXd::Zero(index(n_)), Eigen::VectorXd::Zero(index(n_))});
  }

  void add(const Key& key, double mine, double theirs, double rounding) {
    records_[key].add(mine, factor_ * theirs, rounding);
  }
  void add(TermKind kind, std::size_t j, std::size_t l, const BothForces& forces, const InertiaForce& follows) {
    for (std::size_t i = 0; i < n_; ++i) {
      const double of_inertia = follows.force[index(i)];
      add({kind, i, j, l}, forces.mine[index(i)] - of_inertia, forces.theirs[index(i)],
          rounding_[index(i)] + slope_part * std::fabs(of_inertia) + follows.rounding[index(i)]);
    }
  }

  bool differs(const Key& key) const {
    const auto found = records_.find(key);
    return found != records_.end() && found->second.differs();
  }
  /// Whether a term is only seen because another one differs: parts that are not what they are taken for.
  bool hidden(const Key& key) const {
    const auto& [kind, i, j, l] = key;
    const auto beyond = [&, i = i](std::size_t rate, std::size_t what) {
      return differs({TermKind::other, i, rate, what});
    };
    switch (kind) {
      case TermKind::rest: return differs({TermKind::time, i, 0, 0});
      case TermKind::damping: return beyond(j, 1);
      case TermKind::quadratic: return beyond(j, 2) || beyond(l, 2);
      case TermKind::other:
        if (l == 2) return beyond(j, 1);
        if (l == 3)
          for (std::size_t rate = 0; rate < n_; ++rate)
            if (beyond(rate, 1) || beyond(rate, 2)) return true;
        return false;
      default: return false;
    }
  }

  std::vector<DifferingTerm> terms() const {
    std::vector<DifferingTerm> list;
    for (const auto& [key, record] : records_) {
      if (!record.differs() || hidden(key)) continue;
      const auto& [kind, i, j, l] = key;
      // The record of time is of changes; its force is told as it is at rest.
      const Record& told = kind == TermKind::time ? records_.at({TermKind::rest, i, 0, 0}) : record;
      DifferingTerm term{.kind = kind, .coordinate = names_[i], .mine = told.mine, .theirs = told.theirs};
      const double size = std::max(std::fabs(term.mine), std::fabs(term.theirs));
      for (double* value : {&term.mine, &term.theirs})
        if (std::fabs(*value) <= nothing_beside * size) *value = 0;
      if (term.mine != 0 && term.theirs != 0) term.factor = told.factor();
      if (kind == TermKind::inertia) term.rates = {names_[j]};
      if (kind == TermKind::damping && !works_.contains({index(i), index(j)})) term.kind = TermKind::gyroscopic;
      if (kind == TermKind::damping || (kind == TermKind::other && j < n_)) term.rates = {names_[j]};
      if (kind == TermKind::quadratic) term.rates = {names_[j], names_[l]};
      list.push_back(std::move(term));
    }
    return list;
  }

  const SameAs& same_;
  double factor_, rounding_of_all_;
  std::size_t n_;
  std::vector<std::string> names_;
  Eigen::VectorXd largest_, rounding_;
  std::map<Key, Record> records_;
  std::map<std::pair<Index, Index>, bool> works_;
};

/// The number that all entries of one mass matrix are of the other's, if there is one and it is not 1.
std::optional<double> common_factor(const SameAs& same, const std::vector<DrawnState>& states) {
  Record record;
  for (const DrawnState& state : states) {
    const auto both = inertias(same, state.t, state.s);
    if (!both) continue;
    const Eigen::MatrixXd sizes = sizes_of(both->theirs);
    for (Index i = 0; i < sizes.rows(); ++i)
      for (Index j = i; j < sizes.cols(); ++j) record.add(both->mine(i, j), both->theirs(i, j), 1e-12 * sizes(i, j));
  }
  const auto factor = record.factor();
  if (!factor || !(*factor > 0) || std::fabs(*factor - 1) <= constant_ratio) return std::nullopt;
  return factor;
}

}  // namespace

DifferingTerms differing_terms(const SameAs& same, const std::vector<DrawnState>& states) {
  double rounding = rounding_part;
  DifferingTerms terms{1, TermFinder(same, 1, rounding).run(states)};
  while (terms.list.empty() && rounding > least_rounding_part) {
    rounding *= 0.1;
    terms.list = TermFinder(same, 1, rounding).run(states);
  }
  const auto factor = common_factor(same, states);
  if (!factor) return terms;
  DifferingTerms fewer{*factor, TermFinder(same, *factor, rounding).run(states)};
  return !fewer.list.empty() && fewer.list.size() < terms.list.size() ? fewer : terms;
}

std::string_view to_string(TermKind kind) {
  switch (kind) {
    case TermKind::constraint: return "constraint";
    case TermKind::inertia: return "inertia";
    case TermKind::rest: return "rest";
    case TermKind::time: return "time";
    case TermKind::damping: return "damping";
    case TermKind::gyroscopic: return "gyroscopic";
    case TermKind::quadratic: return "quadratic";
    case TermKind::other: return "other";
  }
  return "";
}

std::string name_of(const DifferingTerm& term) {
  const std::string force = "the force on " + term.coordinate;
  const auto rate = [&](std::size_t i) { return term.rates[i] + "'"; };
  switch (term.kind) {
    case TermKind::constraint: return "the constraint '" + term.coordinate + "'";
    case TermKind::inertia: return "the mass M(" + term.coordinate + ", " + term.rates[0] + ")";
    case TermKind::rest: return force + " at rest";
    case TermKind::time: return force + " at rest, which changes with the time";
    case TermKind::damping: return force + " that is linear in " + rate(0) + " and does work, as damping does";
    case TermKind::gyroscopic: return force + " that is linear in " + rate(0) + " and does no work (gyroscopic)";
    case TermKind::quadratic:
      return force + " by " +
             (term.rates[0] == term.rates[1] ? rate(0) + "^2 (centrifugal)" : rate(0) + " " + rate(1) + " (Coriolis)");
    case TermKind::other:
      return term.rates.empty() ? force + " by several rates, of no second degree"
                                : force + " by " + rate(0) + ", neither linear nor quadratic";
  }
  return "";
}

}  // namespace polhode
