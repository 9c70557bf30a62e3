// Measured order on SO(3)², against R(t) = Rz(α) Rx(β), whose angular velocity is known on both sides:
//   body  Ω = (β', α' sin β, α' cos β)        a rate that depends on time alone
//   world W = α' e_z + β' Rz(α) e_x           used as Ω = Rᵀ W, a rate that depends on the attitude

#include <gtest/gtest.h>

#include <polhode/math/rotation.hpp>

#include "order/measured_order.hpp"

namespace polhode::ode {
namespace {

struct Angles {
  double alpha, beta, alpha_rate, beta_rate;
};

Angles angles(double t) {
  return {1.3 * t + 0.4 * std::sin(2 * t), 0.7 + 0.8 * std::sin(1.7 * t), 1.3 + 0.8 * std::cos(2 * t),
          0.8 * 1.7 * std::cos(1.7 * t)};
}

std::vector<double> truth(double t) {
  const Angles a = angles(t);
  const Vec4 q = (Rotation::about_z(a.alpha) * Rotation::about_x(a.beta)).quaternion();
  return {q[0], q[1], q[2], q[3], q[0], q[1], q[2], q[3]};
}

void rate(double t, VecIn x, VecOut v) {
  const Angles a = angles(t);
  v[0] = a.beta_rate;
  v[1] = a.alpha_rate * std::sin(a.beta);
  v[2] = a.alpha_rate * std::cos(a.beta);
  const Rotation R_WB = Rotation::from_quaternion(x[4], x[5], x[6], x[7]);
  const Vec3 w_W(a.beta_rate * std::cos(a.alpha), a.beta_rate * std::sin(a.alpha), a.alpha_rate);
  const Vec3 w_B = R_WB.inverse() * w_W;
  for (int i = 0; i < 3; ++i) v[static_cast<std::size_t>(3 + i)] = w_B[i];
}

/// The parts: the clock goes, and both turn while it stands, about a fixed axis in the body or in the world.
void clock(double, double, VecIn, VecOut u) { std::fill(u.begin(), u.end(), 0.0); }

void turn(double t, double h, VecIn x, VecOut u) {
  rate(t, x, u);
  for (double& component : u) component *= h;
}

KnownProblem rotation_problem() {
  KnownProblem known{.truth = truth};
  known.problem.space.rotation("driven").rotation("followed");
  known.problem.rate.real = rate;
  known.problem.t1 = 3;
  known.problem.x0 = truth(0);
  known.problem.split.emplace();
  known.problem.split->drift = clock;
  known.problem.split->kick = turn;
  return known;
}

class RotationOrder : public ::testing::TestWithParam<Method> {};

TEST_P(RotationOrder, IsNominalAtStepEndsAndInside) { expect_order(rotation_problem(), GetParam(), 8); }

INSTANTIATE_TEST_SUITE_P(EveryMethod, RotationOrder,
                         ::testing::ValuesIn(methods_of_one_order(rotation_problem().problem)), [](const auto& row) {
                           std::string name(row.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace polhode::ode
