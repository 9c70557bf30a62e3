// Ends of ranges: blows, and joints that rest there.
#include <algorithm>
#include <limits>

#include "dynamics/tree/mechanism_work.hpp"

namespace polhode {
namespace {

using tree::Evaluation;
using tree::Held;
using tree::Layout;
using tree::RestPlace;
using tree::solve_lower;
using tree::solve_upper;

/// What a unit impulse on velocity j does to all velocities, those that are given or follow others held to that.
std::vector<double> response_to(Evaluation<double>& now, VecIn q, int j) {
  const Layout& layout = now.layout;
  std::vector<double> response(static_cast<std::size_t>(now.nv), 0.0);
  if (!layout.dense) {
    std::vector<double> blow(response), still(response);
    blow[static_cast<std::size_t>(j)] = 1;
    aba<double>(now.given.tree, q, still, blow, now.work.aba, response, {.gravity = Vec3::Zero()}, now.joints());
    return response;
  }
  const auto n = static_cast<int>(layout.independent.size());
  const auto k = static_cast<std::size_t>(j);
  std::vector<double> y(layout.independent.size(), 0.0);
  now.factor_mass();
  y[static_cast<std::size_t>(layout.column[k])] = layout.multiplier[k];
  solve_lower(n, now.work.L.data(), now.work.inverse.data(), y.data());
  if (now.rows() > 0) {
    now.work.a.assign(response.size(), 0.0);
    now.conditions();
    now.whiten_conditions();
    now.work.b.assign(static_cast<std::size_t>(now.rows()), 0.0);
    now.subtract_rows(y);
    now.solve_conditions(y);
  }
  solve_upper(n, now.work.L.data(), now.work.inverse.data(), y.data());
  for (std::size_t i = 0; i < response.size(); ++i)
    if (layout.column[i] >= 0) response[i] = layout.multiplier[i] * y[static_cast<std::size_t>(layout.column[i])];
  return response;
}

/// Which of some one-sided conditions hold, so that each that holds pushes and none that does not is passed: from a
/// guess, the first one that is wrong is turned over, until none is.
///
/// Source   [Murty 1974]: this ends, since what resists impulses on joints is a positive matrix.
template <class FirstWrong>
void settle_sides(std::vector<char>& holds, const FirstWrong& first_wrong) {
  constexpr int most = 1000;  // where rounding alone decides it might go round for ever
  for (int i = 0; i < most; ++i) {
    const int wrong = first_wrong(holds);
    if (wrong < 0) return;
    holds[static_cast<std::size_t>(wrong)] ^= 1;
  }
}

/// A blow on velocity j, and the impulses of ends at which other joints are.
struct Blow {
  const int j;
  const double wanted;                              ///< v_j after it
  const std::vector<Held> held;                     ///< other joints at their ends, at rest there or not
  const std::vector<double> v;                      ///< before
  std::vector<std::vector<double>> responses = {};  ///< to unit impulses on j, and on each of `held`
  std::vector<double> impulses = {}, after = {};

  int velocity(std::size_t i) const { return i == 0 ? j : held[i - 1].v; }

  /// Impulses and velocities if these of `held` stay; the number of the first that should not, or should.
  int try_with(const std::vector<char>& holds) {
    std::vector<std::size_t> acting{0};
    for (std::size_t i = 0; i < holds.size(); ++i)
      if (holds[i] != 0) acting.push_back(i + 1);
    const auto n = static_cast<int>(acting.size());
    std::vector<double> A(acting.size() * acting.size()), b(acting.size());
    std::vector<double> sizes(acting.size());
    std::vector<int> order(acting.size());
    for (std::size_t r = 0; r < acting.size(); ++r) {
      const auto row = static_cast<std::size_t>(velocity(acting[r]));
      b[r] = (r == 0 ? wanted : 0.0) - v[row];
      for (std::size_t c = 0; c <= r; ++c) A[r * acting.size() + c] = responses[acting[c]][row];
      sizes[r] = A[r * acting.size() + r];
    }
    tree::solve_dependent(n, A.data(), b.data(), order.data(), sizes.data());
    impulses.assign(responses.size(), 0.0);
    after = v;
    for (std::size_t r = 0; r < acting.size(); ++r) {
      impulses[acting[r]] = b[r];
      for (std::size_t k = 0; k < after.size(); ++k) after[k] += b[r] * responses[acting[r]][k];
    }
    for (std::size_t r = 0; r < acting.size(); ++r)
      after[static_cast<std::size_t>(velocity(acting[r]))] = r == 0 ? wanted : 0.0;
    for (std::size_t i = 0; i < holds.size(); ++i) {
      const bool pulls = holds[i] != 0 && -held[i].side * impulses[i + 1] < 0;
      const bool passes = holds[i] == 0 && held[i].side * after[static_cast<std::size_t>(held[i].v)] > 0;
      if (pulls || passes) return static_cast<int>(i);
    }
    return -1;
  }
};

const RestPlace* rest_of(const Layout& layout, int j) {
  const auto found =
      std::find_if(layout.rests.begin(), layout.rests.end(), [j](const RestPlace& rest) { return rest.v == j; });
  return found == layout.rests.end() ? nullptr : &*found;
}

double& number_of(VecOut x, int place) { return x[static_cast<std::size_t>(place)]; }

/// The push of the end at which joint j rests, at the state that was accelerated last, and so many times its rounding.
double last_push(const Mechanism& mechanism, const Layout& layout, int j, double roundings) {
  const Evaluation<double> now{mechanism.description(), layout, tree::work_of_thread<double>()};
  for (std::size_t i = 0; i < now.work.held.size(); ++i)
    if (now.work.held[i].v == j) return now.push(i) + roundings * now.push_rounding(i);
  return 0;
}

/// Joints other than j that are at an end of their range, and do not come to it with a speed, as strikes do.
std::vector<Held> at_ends(const Evaluation<double>& now, int j, VecIn q, VecIn v) {
  constexpr double no_speed = 1e-9;  // of the largest
  std::vector<Held> list;
  double fastest = 0;
  for (const double one : v) fastest = std::max(fastest, std::fabs(one));
  for (const RestPlace& rest : now.layout.rests) {
    if (rest.v == j) continue;
    const double place = q[static_cast<std::size_t>(rest.q)], speed = v[static_cast<std::size_t>(rest.v)];
    const int side = rest.upper - place <= place - rest.lower ? 1 : -1;
    const double limit = side > 0 ? rest.upper : rest.lower;
    if (std::fabs(place - limit) <= now.given.rest_size && side * speed <= no_speed * fastest)
      list.push_back({rest.v, rest.q, side, limit});
  }
  return list;
}

}  // namespace

std::vector<int> Mechanism::resting_joints() const {
  std::vector<int> list;
  for (const RestPlace& rest : layout_->rests) list.push_back(rest.v);
  return list;
}

int Mechanism::rests_at(VecIn x, int j) const {
  const RestPlace* rest = rest_of(*layout_, j);
  return rest == nullptr ? 0 : tree::side_of(x[static_cast<std::size_t>(rest->x)]);
}

double Mechanism::end_push(double t, VecIn x, int j) const {
  if (rests_at(x, j) == 0 || rest_of(*layout_, j)->is_point()) return 1;
  accelerate(t, x);
  const double push = last_push(*this, *layout_, j, 1);
  return push != 0 ? push : std::numeric_limits<double>::min();
}

void Mechanism::bounce(double t, VecIn before, int j, double restitution, VecOut after) const {
  Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  std::vector<double> q(static_cast<std::size_t>(now.nq)), v(static_cast<std::size_t>(now.nv));
  coordinates(t, before, q, v);
  const std::vector<Held> held = at_ends(now, j, q, v);
  Blow blow{.j = j, .wanted = -restitution * v[static_cast<std::size_t>(j)], .held = held, .v = v};
  now.work.held.clear();  // responses of what loops leave free
  blow.responses.push_back(response_to(now, q, j));
  for (const Held& one : held) blow.responses.push_back(response_to(now, q, one.v));
  std::vector<char> holds(held.size(), 1);
  settle_sides(holds, [&](const std::vector<char>& these) { return blow.try_with(these); });
  std::copy(before.begin(), before.end(), after.begin());
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (holds[i] != 0) q[static_cast<std::size_t>(held[i].q)] = held[i].limit;
    if (holds[i] == 0) number_of(after, rest_of(*layout_, held[i].v)->x) = 0;
  }
  put(q, blow.after, after);
}

void Mechanism::strike(double t, VecIn before, int j, int end, VecOut after) const {
  const double restitution = given_.restitution[static_cast<std::size_t>(j)];
  bounce(t, before, j, restitution, after);
  settle_ends(t, after, -1);
  const RestPlace* rest = rest_of(*layout_, j);
  if (rest == nullptr) return;
  accelerate(t, after);
  const tree::Work<double>& work = tree::work_of_thread<double>();
  const double speed = work.qv[static_cast<std::size_t>(tree().nq() + j)];
  const double outward = end * work.a[static_cast<std::size_t>(j)];
  // The height of the flight that would follow: v²/2a. What bounces back without loss goes on for ever.
  if (speed != 0 && !rest->is_point() && (restitution >= 1 || !(speed * speed <= 2 * given_.rest_size * outward)))
    return;
  bounce(t, before, j, 0, after);
  number_of(after, place_of_coordinate(rest->q)) = end > 0 ? rest->upper : rest->lower;
  number_of(after, rest->x) = end;
  settle_ends(t, after, -1);
}

void Mechanism::leave(double t, VecIn before, int j, VecOut after) const {
  std::copy(before.begin(), before.end(), after.begin());
  // Another that left at the same time may have taken it along already, or press it against its end again. What does
  // neither push nor pull leaves: who asks has seen that it is about to be pulled.
  if (rests_at(before, j) == 0) return;
  accelerate(t, before);
  if (last_push(*this, *layout_, j, -1) > 0) return;
  number_of(after, rest_of(*layout_, j)->x) = 0;
  // Its end has just ceased to push: rounding must not bring it back.
  settle_ends(t, after, j);
}

void Mechanism::settle(double t, VecIn before, VecOut x) const {
  close_around(t, before, x);
  std::vector<double> q(static_cast<std::size_t>(tree().nq())), v(static_cast<std::size_t>(tree().nv()));
  for (const RestPlace& rest : layout_->rests) {
    number_of(x, rest.x) = 0;
    coordinates(t, x, q, v);
    const double place = q[static_cast<std::size_t>(rest.q)], speed = v[static_cast<std::size_t>(rest.v)];
    const int side = place == rest.upper && speed >= 0 ? 1 : place == rest.lower && speed <= 0 ? -1 : 0;
    if (side == 0) continue;
    if (speed == 0) {
      number_of(x, rest.x) = side;
      continue;
    }
    const std::vector<double> moving(x.begin(), x.end());
    strike(t, moving, rest.v, side, x);
  }
  settle_ends(t, x, -1);
}

void Mechanism::settle_ends(double t, VecOut x, int except) const {
  Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  std::vector<double> q(static_cast<std::size_t>(now.nq)), v(static_cast<std::size_t>(now.nv));
  coordinates(t, x, q, v);
  std::vector<RestPlace> rests;  // joints that are at an end without moving
  std::vector<int> sides;
  std::vector<char> holds;
  for (const RestPlace& rest : layout_->rests) {
    const int side = tree::side_of(number_of(x, rest.x));
    const double place = q[static_cast<std::size_t>(rest.q)];
    const bool there = (place == rest.upper || place == rest.lower) && v[static_cast<std::size_t>(rest.v)] == 0;
    if (rest.v == except || (side == 0 && !there)) continue;
    rests.push_back(rest);
    sides.push_back(side != 0 ? side : place == rest.upper ? 1 : -1);
    holds.push_back(1);
  }
  if (rests.empty()) return;
  settle_sides(holds, [&](const std::vector<char>& these) {
    for (std::size_t i = 0; i < rests.size(); ++i) number_of(x, rests[i].x) = these[i] != 0 ? sides[i] : 0;
    accelerate(t, x);
    std::size_t number = 0;
    for (std::size_t i = 0; i < rests.size(); ++i) {
      const bool pulls = these[i] != 0 && !rests[i].is_point() && now.push(number) < -now.push_rounding(number);
      const bool passes = these[i] == 0 && sides[i] * now.work.a[static_cast<std::size_t>(rests[i].v)] > 0;
      number += these[i] != 0 ? 1 : 0;
      if (pulls || passes) return static_cast<int>(i);
    }
    return -1;
  });
}

}  // namespace polhode
