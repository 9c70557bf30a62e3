#include "ode/textbook_step.hpp"

#include <algorithm>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "math/state_space_kernels.hpp"
#include "ode/rigid_step.hpp"

namespace polhode::ode {
namespace {

using View = Eigen::Map<Vec3>;

View at(std::vector<double>& values, int first) { return View(values.data() + first); }

Mat3 attitude(const std::vector<double>& x, int first) {
  return so3::matrix(space_detail::load4<double>(x.data() + first));
}

}  // namespace

TextbookStepper::TextbookStepper(const Method& method, TextbookStep rule, const Problem& problem, Trail& trail)
    : Engine(method, problem, trail, 1, std::max(method.dense_order, 3)),
      rule_(rule),
      load_function_(problem.rigid->load),
      w_W_(problem.rigid->bodies.size()),
      load_(nv_) {
  for (const RigidBodies::Body& given : problem.rigid->bodies)
    bodies_.push_back({places_of(given, problem.space), given.inertia});
}

Vec3 TextbookStepper::turn(const Body& body) {
  const bool gyroscopic = rule_ == TextbookStep::six_step || rule_ == TextbookStep::games103_corrected;
  const Mat3 R_WB = attitude(x_, body.q_x);
  const Mat3 other = rule_ == TextbookStep::games103_printed ? R_WB : Mat3(R_WB.transpose());
  const Mat3 J = R_WB * body.inertia * other;
  Vec3 w_W = R_WB * at(x_, body.w_x);
  // The loads' part of the rate is an angular acceleration in body axes.
  Vec3 torque_W = R_WB * Vec3(body.inertia * at(load_, body.w_v));
  if (gyroscopic) torque_W -= w_W.cross(Vec3(J * w_W));
  w_W += h_ * Vec3(J.inverse() * torque_W);
  const Vec3 w_B = R_WB.transpose() * w_W;
  at(u1_, body.turn_v) = rule_ == TextbookStep::six_step ? Vec3(h_ * w_B) : cayley_turn(0.5 * h_ * w_B);
  return w_W;
}

bool TextbookStepper::attempt(double t1) {
  t1_ = t1;
  h_ = t1 - t_;
  has_end_rate_ = has_continuation_ = false;
  if (load_function_) {
    load_function_(t_, x_, load_);
    ++work_.rate_evaluations;
  }
  std::fill(u1_.begin(), u1_.end(), 0.0);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    if (body.w_x >= 0) w_W_[i] = turn(body);
    if (body.position_v < 0) continue;
    at(u1_, body.velocity_v) = h_ * at(load_, body.velocity_v);
    at(u1_, body.position_v) = h_ * (at(x_, body.velocity_x) + at(u1_, body.velocity_v));
  }
  space_.retract<double>(x_, u1_, x1_);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    if (body.w_x < 0) continue;
    // In body axes the angular velocity is seen from where the body has turned to.
    at(x1_, body.w_x) = attitude(x1_, body.q_x).transpose() * w_W_[i];
    at(u1_, body.w_v) = at(x1_, body.w_x) - at(x_, body.w_x);
  }
  return true;
}

}  // namespace polhode::ode
