// Loops: states in which they are closed.
#include <limits>

#include "dynamics/tree/mechanism_work.hpp"

namespace polhode {
namespace {

using tree::Evaluation;

/// What may be left open, of the lengths that the conditions are made of. Steps that begin with closed loops end with
/// rounding, some 1e-15 of them, unless there is no way to close them.
constexpr double open_part = 1e-9;
constexpr int most_corrections = 20;

/// Corrections of a state of least kinetic energy that meet linear conditions, with some velocities left as they are.
struct Closing {
  Evaluation<double>& now;
  std::vector<char> kept = {};  ///< of each velocity; empty: none
  std::vector<double>&step = now.work.step, &u = now.work.correction;

  /// Conditions at the present coordinates.
  void linearise() {
    step.resize(now.layout.independent.size());
    u.resize(static_cast<std::size_t>(now.nv));
    now.work.a.assign(u.size(), 0.0);
    now.factor_mass(kept);
    now.conditions();
    const std::size_t n = step.size();
    for (std::size_t c = 0; c < n && !kept.empty(); ++c)
      if (now.is_kept(kept, static_cast<int>(c)))
        for (std::size_t i = 0; i * n < now.work.J.size(); ++i) now.work.J[i * n + c] = 0;
    now.whiten_conditions();
  }
  /// The correction that the right sides in work.b ask for.
  void solve() {
    std::fill(step.begin(), step.end(), 0.0);
    now.solve_conditions(step);
    tree::solve_upper(static_cast<int>(step.size()), now.work.L.data(), now.work.inverse.data(), step.data());
    for (std::size_t i = 0; i < u.size(); ++i) {
      const int column = now.layout.column[i];
      u[i] = column < 0 ? 0 : now.layout.multiplier[i] * step[static_cast<std::size_t>(column)];
    }
    now.still(u);
  }
  double row_size(std::size_t i) const {
    double size = 0;
    for (std::size_t k = 0; k < u.size(); ++k) size = std::max(size, now.work.reach[i * u.size() + k]);
    return size > 0 ? size : 1;
  }

  bool close_places() {
    tree::Work<double>& work = now.work;
    double last = std::numeric_limits<double>::infinity();
    std::vector<double>& q = work.coordinates;
    for (int i = 0; i < most_corrections; ++i) {
      linearise();
      double largest = 0;
      for (std::size_t k = 0; k < work.values.size(); ++k)
        largest = std::max(largest, std::fabs(work.values[k]) / row_size(k));
      // Far from where they close corrections may overshoot; near it they shrink until rounding is all that is left.
      if (largest == 0 || (largest <= open_part && largest >= last)) return true;
      last = largest;
      work.b.resize(work.values.size());
      for (std::size_t k = 0; k < work.b.size(); ++k) work.b[k] = -work.values[k];
      solve();
      q.assign(now.q().begin(), now.q().end());
      moved(now.given.tree, q, u, {work.qv.data(), static_cast<std::size_t>(now.nq)});
      now.follow(work.qv.data(), work.qv.data() + now.nq);
    }
    return last <= open_part;
  }
  /// b ← − J v; the largest of them, of what it could be.
  double open_rates() {
    tree::Work<double>& work = now.work;
    work.b.assign(static_cast<std::size_t>(now.rows()), 0.0);
    double largest = 0;
    for (std::size_t i = 0; i < work.b.size(); ++i) {
      double size = 0;
      for (std::size_t k = 0; k < u.size(); ++k) {
        work.b[i] -= work.JL[i * u.size() + k] * now.v()[k];
        size += work.reach[i * u.size() + k] * std::fabs(now.v()[k]);
      }
      if (size > 0) largest = std::max(largest, std::fabs(work.b[i]) / size);
    }
    return largest;
  }
  bool close_rates() {
    linearise();
    open_rates();
    solve();
    for (std::size_t k = 0; k < u.size(); ++k) now.work.qv[static_cast<std::size_t>(now.nq) + k] += u[k];
    return open_rates() <= open_part;
  }
};

/// Which velocities have numbers in the state that became others.
std::vector<char> changed(const std::vector<int>& places, VecIn before, VecIn after) {
  std::vector<char> list;
  for (const int place : places) {
    const auto k = static_cast<std::size_t>(place);
    list.push_back(place >= 0 && before[k] != after[k] ? 1 : 0);
  }
  return list;
}

}  // namespace

bool Mechanism::close_loops(double t, VecOut x) const {
  if (layout_->rows == 0) return true;
  Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  now.spread(t, x.data());
  Closing closing{now};
  const bool closed = closing.close_places();
  closing.close_rates();
  gather(*layout_, now.q(), now.v(), x);
  return closed;
}

void Mechanism::close_around(double t, VecIn before, VecOut x) const {
  if (layout_->rows == 0) return;
  Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  now.spread(t, x.data());
  std::vector<int> places;  // of the coordinate of each velocity
  for (const int q : layout_->coordinate) places.push_back(layout_->place_of_q[static_cast<std::size_t>(q)]);
  const std::vector<char> moved = changed(places, before, x), thrown = changed(layout_->place_of_v, before, x);
  Closing around_places{now, moved};
  if (!around_places.close_places()) return;
  Closing around_rates{now, thrown};
  if (around_rates.close_rates()) gather(*layout_, now.q(), now.v(), x);
}

}  // namespace polhode
