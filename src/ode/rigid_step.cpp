#include "ode/rigid_step.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <polhode/math/elementary.hpp>

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

/// The rotation vector of cay(c).
Vec3 cayley_turn(const Vec3& c) {
  const double size = c.norm();
  return size > 0 ? Vec3(2 * fn::atan(size) / size * c) : Vec3::Zero();
}

}  // namespace

RigidStep::RigidStep(const Method& method, RigidRule rule, const Problem& problem, const Options& options, Trail& trail)
    : CompensatedEngine(method, problem, options, trail), rule_(rule), load_function_(problem.rigid->load) {
  const auto block = [&](int index) -> const Block& { return problem.space.blocks()[static_cast<std::size_t>(index)]; };
  for (const RigidBodies::Body& given : problem.rigid->bodies) {
    Body body{.w_x = block(given.angular_velocity).x0,
              .w_v = block(given.angular_velocity).v0,
              .turn_v = block(given.orientation).v0,
              .inertia = given.inertia,
              .inverse = given.inertia.inverse()};
    if (given.position >= 0) {
      body.velocity_x = block(given.velocity).x0;
      body.velocity_v = block(given.velocity).v0;
      body.position_v = block(given.position).v0;
    }
    bodies_.push_back(body);
  }
  for (auto* v : {&load_, &first_load_, &increment_, &before_}) v->resize(nv_);
}

void RigidStep::load(double t, VecIn x) {
  if (!load_function_) return;
  load_function_(t, x, load_);
  ++work_.rate_evaluations;
}

/// The inverse is rounded once and for all; the same small error in every step would add up, so it is taken out.
Vec3 RigidStep::solve_inertia(const Body& body, const Vec3& momentum) const {
  const Vec3 w = body.inverse * momentum;
  return w + body.inverse * (momentum - body.inertia * w);
}

bool RigidStep::solve_turn(const Body& body, const Vec3& half, double weight, Vec3& c) {
  c = body.inverse * half;
  Settling settling;
  for (;;) {
    const Vec3 Ic = body.inertia * c;
    const Vec3 residual = Ic + c.cross(Ic) - (1 + weight * c.squaredNorm()) * half;
    const Mat3 slope =
        body.inertia + cross_matrix(c) * body.inertia - cross_matrix(Ic) - 2 * weight * half * c.transpose();
    const Vec3 change = slope.inverse() * residual;
    c -= change;
    ++work_.iterations;
    const double size = c.norm();
    const Settling::State state = settling.after(size > 0 ? change.norm() / size : change.norm());
    if (state != Settling::State::going_on) return state == Settling::State::settled;
  }
}

bool RigidStep::increments() {
  const bool variational = rule_ == RigidRule::moser_veselov;
  for (const Body& body : bodies_) {
    const Vec3 push = 0.5 * step() * at(load_, body.w_v);
    const Vec3 momentum = body.inertia * (at(x_, body.w_x) + push);
    Vec3 c;
    if (!solve_turn(body, 0.5 * step() * momentum, variational ? 1 : 0, c)) return false;
    put(cayley_turn(c), increment_, body.turn_v);
    if (variational) {
      const Vec3 first = c.cross(momentum);
      const Vec3 change = 2 / (1 + c.squaredNorm()) * (c.cross(first) - first);
      put(push + solve_inertia(body, change), increment_, body.w_v);
    } else {
      const Vec3 change = -4 / step() * c.cross(Vec3(body.inertia * c));
      put(2 * push + solve_inertia(body, change), increment_, body.w_v);
    }
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
    put(0.5 * step() * at(load_, body.w_v), increment_, body.w_v);
    if (body.position_v >= 0) put(0.5 * step() * at(load_, body.velocity_v), increment_, body.velocity_v);
  }
  add(increment_);
}

bool RigidStep::explicit_load_step() {
  load(t_, x_);
  if (!increments()) return false;
  add(increment_);
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
  return state == Settling::State::settled;
}

bool RigidStep::attempt(double t1) {
  begin(t1);
  return rule_ == RigidRule::moser_veselov ? explicit_load_step() : mean_load_step();
}

}  // namespace polhode::ode
