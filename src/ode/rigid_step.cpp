#include "ode/rigid_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <polhode/math/elementary.hpp>

#include "math/double_double.hpp"
#include "ode/settling.hpp"

namespace polhode::ode {

namespace {

Vec3 at(const std::vector<double>& values, int first) {
  const double* v = values.data() + first;
  return {v[0], v[1], v[2]};
}

void put(const Vec3& vector, std::vector<double>& values, int first) {
  for (int i = 0; i < 3; ++i) values[static_cast<std::size_t>(first + i)] = vector[i];
}

/// scale (I w × w) − I change, which is small beside both, to all digits.
Vec3 residual_of_change(const Mat3& inertia, const Vec3& w, double scale, const Vec3& change) {
  using fn::kernel::difference, fn::kernel::times;
  const Mat3 rows = inertia.transpose();  // by columns in memory
  std::array<fn::kernel::Double2<double>, 3> Iw;
  for (std::size_t i = 0; i < 3; ++i) Iw[i] = fn::kernel::dot3(rows.data() + 3 * i, w.data());
  Vec3 residual;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const auto wanted =
        times(difference(times(Iw[j], w[static_cast<int>(k)]), times(Iw[k], w[static_cast<int>(j)])), scale);
    residual[static_cast<int>(i)] = difference(wanted, fn::kernel::dot3(rows.data() + 3 * i, change.data())).hi;
  }
  return residual;
}

}  // namespace

Vec3 cayley_turn(const Vec3& c) {
  const double size = c.norm();
  return size > 0 ? Vec3(2 * fn::atan(size) / size * c) : Vec3::Zero();
}

RigidPlaces places_of(const RigidBodies::Body& body, const StateSpace& space) {
  const auto block = [&](int index) -> const Block& { return space.blocks()[static_cast<std::size_t>(index)]; };
  RigidPlaces places;
  if (body.orientation >= 0) {
    places.q_x = block(body.orientation).x0;
    places.turn_v = block(body.orientation).v0;
    places.w_x = block(body.angular_velocity).x0;
    places.w_v = block(body.angular_velocity).v0;
  }
  if (body.position >= 0) {
    places.velocity_x = block(body.velocity).x0;
    places.velocity_v = block(body.velocity).v0;
    places.position_v = block(body.position).v0;
  }
  return places;
}

RigidStep::RigidStep(const Method& method, RigidRule rule, const Problem& problem, const Options& options, Trail& trail)
    : CompensatedEngine(method, problem, options, trail), rule_(rule), load_function_(problem.rigid->load) {
  for (const RigidBodies::Body& given : problem.rigid->bodies)
    bodies_.push_back({places_of(given, problem.space), given.inertia, given.inertia.inverse()});
  for (auto* v : {&load_, &first_load_, &increment_, &rest_, &before_}) v->resize(nv_);
}

void RigidStep::load(double t, VecIn x) {
  if (!load_function_) return;
  load_function_(t, x, load_);
  ++work_.rate_evaluations;
}

bool RigidStep::solve_mean(const Body& body, const Vec3& momentum, bool variational, Vec3& w) {
  const double half = 0.5 * step(), weight = variational ? half * half : 0;
  w = body.inverse * momentum;
  Settling settling;
  for (;;) {
    const Vec3 Iw = body.inertia * w;
    const Vec3 residual = (Iw - momentum) + (half * w.cross(Iw) - weight * w.squaredNorm() * momentum);
    const Mat3 slope = body.inertia + half * (cross_matrix(w) * body.inertia - cross_matrix(Iw)) -
                       2 * weight * momentum * w.transpose();
    const Vec3 change = slope.inverse() * residual;
    w -= change;
    ++work_.iterations;
    const double size = w.norm();
    const Settling::State state = settling.after(size > 0 ? change.norm() / size : change.norm());
    if (state != Settling::State::going_on) return state == Settling::State::settled;
  }
}

bool RigidStep::turn(const Body& body, bool variational) {
  const Vec3 push = 0.5 * step() * at(load_, body.w_v);
  const Vec3 momentum = body.inertia * (at(x_, body.w_x) + push);
  Vec3 mean;
  if (!solve_mean(body, momentum, variational, mean)) return false;
  const Vec3 c = 0.5 * step() * mean;
  put(cayley_turn(c), increment_, body.turn_v);
  // Gyration, by products with h: a quotient of h would be rounded alike in every step.
  const double scale = variational ? step() / (1 + c.squaredNorm()) : step();
  const Vec3 change = body.inverse * (scale * Vec3(body.inertia * mean).cross(mean));
  const Vec3 missing = body.inverse * residual_of_change(body.inertia, mean, scale, change);
  for (int i = 0; i < 3; ++i) {
    const auto sum = fn::kernel::two_sum((variational ? 1 : 2) * push[i], change[i]);
    increment_[static_cast<std::size_t>(body.w_v + i)] = sum.hi;
    rest_[static_cast<std::size_t>(body.w_v + i)] = sum.lo + missing[i];
  }
  return true;
}

bool RigidStep::increments() {
  const bool variational = rule_ == RigidRule::moser_veselov;
  for (const Body& body : bodies_) {
    if (body.w_x >= 0 && !turn(body, variational)) return false;
    if (body.position_v < 0) continue;
    const Vec3 half_kick = 0.5 * step() * at(load_, body.velocity_v);
    put(step() * (at(x_, body.velocity_x) + half_kick), increment_, body.position_v);
    put(variational ? half_kick : Vec3(2 * half_kick), increment_, body.velocity_v);
  }
  return true;
}

void RigidStep::end_kick() {
  load(t1_, x1_);
  std::fill(increment_.begin(), increment_.end(), 0.0);
  for (const Body& body : bodies_) {
    if (body.w_x >= 0) put(0.5 * step() * at(load_, body.w_v), increment_, body.w_v);
    if (body.position_v >= 0) put(0.5 * step() * at(load_, body.velocity_v), increment_, body.velocity_v);
  }
  add(increment_);
}

bool RigidStep::explicit_load_step() {
  load(t_, x_);
  if (!increments()) return false;
  add(increment_);
  add(rest_);
  if (load_function_) end_kick();
  return true;
}

void RigidStep::take_mean_load() {
  const bool at_middle = rule_ == RigidRule::midpoint;
  for (std::size_t i = 0; i < nv_; ++i) u_[i] = (at_middle ? 0.5 : 1.0) * increment_[i];
  space_.retract<double>(x_, u_, x_stage_);
  load(at_middle ? t_ + 0.5 * step() : t1_, x_stage_);
  if (at_middle) return;
  for (std::size_t i = 0; i < nv_; ++i) load_[i] = 0.5 * (first_load_[i] + load_[i]);
}

bool RigidStep::mean_load_step() {
  load(t_, x_);
  std::copy(load_.begin(), load_.end(), first_load_.begin());
  if (!increments()) return false;
  Settling settling;
  Settling::State state = load_function_ ? Settling::State::going_on : Settling::State::settled;
  while (state == Settling::State::going_on) {
    take_mean_load();
    std::swap(before_, increment_);
    if (!increments()) return false;
    state = settling.after(relative_change(space_, before_, increment_));
  }
  add(increment_);
  add(rest_);
  return state == Settling::State::settled;
}

bool RigidStep::attempt(double t1) {
  begin(t1);
  return rule_ == RigidRule::moser_veselov ? explicit_load_step() : mean_load_step();
}

}  // namespace polhode::ode
