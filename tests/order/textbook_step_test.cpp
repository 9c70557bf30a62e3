// The steps that texts for beginners print: which of them converge, and by how much the others are wrong.
#include <gtest/gtest.h>

#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <polhode/polhode.hpp>

#include "support/validation.hpp"

namespace polhode {
namespace {

/// A body of three different moments, spinning about none of its axes; with or without a couple in world axes.
FreeBody top(bool torque) {
  FreeBody body{.name = "top", .mass = {1, Vec3::Zero(), Mat3(Vec3(1, 2, 3).asDiagonal())}};
  if (torque) body.loads.push_back(load::Torque{Vec3(0.3, -0.2, 0.5), Axes::world});
  return body;
}
const FreeBodyState start{.R_WB = Rotation::exp({0.3, 0.2, 0.1}), .w_WB_B = {0.5, 1, 0.8}};

double error_with(const ode::Method& method, bool torque, int steps) {
  const Recording truth = simulate(top(torque), start, {.t_end = 2, .tolerance = 1e-13, .sample = 2});
  const Recording run = simulate(top(torque), start, {.t_end = 2, .method = method, .step = 2.0 / steps, .sample = 2});
  const FreeBodies bodies({top(torque)});
  const FreeBodyState a = bodies.state(0, truth.x_end), b = bodies.state(0, run.x_end);
  return (a.R_WB * a.w_WB_B - b.R_WB * b.w_WB_B).norm();
}

TEST(TextbookStep, WithTheGyroscopicTermConvergesAtOrderOne) {
  for (const ode::Method* method : {&ode::method::six_step, &ode::method::games103_corrected})
    for (bool torque : {false, true}) {
      const double coarse = error_with(*method, torque, 2000), fine = error_with(*method, torque, 4000);
      EXPECT_NEAR(std::log2(coarse / fine), 1, 0.02) << method->name;
      EXPECT_LT(fine, 2e-3) << method->name;
    }
}

TEST(TextbookStep, WithoutItGoesOnBeingWrongHoweverSmallTheSteps) {
  // What it converges to instead is known: without torque ω stands still in space; with torque ω̇ = J⁻¹ τ. Halving the
  // step changes the error by O(h), and here by less than a hundredth.
  for (const ode::Method* method : {&ode::method::games103_naive, &ode::method::games103_printed})
    for (bool torque : {false, true}) {
      const double coarse = error_with(*method, torque, 2000), fine = error_with(*method, torque, 16000);
      EXPECT_GT(fine, 0.5) << method->name << (torque ? " with" : " without") << " torque";
      EXPECT_NEAR(coarse / fine, 1, 0.01) << method->name;
      EXPECT_EQ(method->order, 0);
    }
}

TEST(TextbookStep, WithoutItLeavesTheAngularVelocityOfAFreeBodyAsItIs) {
  for (const ode::Method* method : {&ode::method::games103_naive, &ode::method::games103_printed}) {
    const Recording run = simulate(top(false), start, {.t_end = 2, .method = *method, .step = 0.01});
    const auto w = run.series("top.angular_velocity");
    const Vec3 begin(w.data()), end(w.data() + w.size() - 3);
    EXPECT_LT((begin - end).norm(), 1e-13);
    // So the angular momentum is not kept: its part across ω turns with the body.
    EXPECT_GT(run.drift("angular_momentum").largest, 0.1);
  }
}

TEST(TextbookStep, WithoutItIsRightForABallAlone) {
  FreeBody ball{.name = "ball",
                .mass = {1, Vec3::Zero(), 2 * Mat3::Identity()},
                .loads = {load::Torque{Vec3(0.3, -0.2, 0.5), Axes::world}}};
  const FreeBodyState still{.w_WB_B = {0.5, 1, 0.8}};
  const auto error = [&](const ode::Method& method) {
    const Recording run = simulate(ball, still, {.t_end = 2, .method = method, .step = 1e-3});
    const auto w = run.series("ball.angular_velocity");
    return (Vec3(w.data() + w.size() - 3) - Vec3(0.5 + 0.3, 1 - 0.2, 0.8 + 0.5)).norm();
  };
  EXPECT_LT(error(ode::method::games103_naive), 1e-12);
  EXPECT_LT(error(ode::method::games103_corrected), 1e-12);
  // R 2 R is no multiple of 1: even for a ball the printed inertia is wrong once it has turned.
  EXPECT_GT(error(ode::method::games103_printed), 0.1);
}

/// One step, written with matrices as the texts have it.
FreeBodyState step_by_hand(ode::TextbookStep rule, const FreeBody& body, const FreeBodyState& x, double h,
                           const Vec3& F, const Vec3& tau) {
  const Mat3 R = x.R_WB.matrix(), I = body.mass.inertia();
  Vec3 w = x.R_WB * x.w_WB_B;
  const Mat3 J = rule == ode::TextbookStep::games103_printed ? Mat3(R * I * R) : Mat3(R * I * R.transpose());
  const bool gyroscopic = rule == ode::TextbookStep::six_step || rule == ode::TextbookStep::games103_corrected;
  const Vec3 L = J * w;
  w += h * J.inverse() * (gyroscopic ? Vec3(tau - w.cross(L)) : tau);
  FreeBodyState next;
  next.v_WBcm = x.v_WBcm + h / body.mass.mass() * F;
  next.p_WBcm = x.p_WBcm + h * next.v_WBcm;
  if (rule == ode::TextbookStep::six_step) {
    next.R_WB = Rotation::exp(h * w) * x.R_WB;
  } else {
    const Vec4 q = x.R_WB.quaternion();
    const Vec3 u(q[1], q[2], q[3]);
    const Vec3 du = 0.5 * h * (q[0] * w + w.cross(u));
    next.R_WB = Rotation::from_quaternion(q[0] - 0.5 * h * w.dot(u), u[0] + du[0], u[1] + du[1], u[2] + du[2]);
  }
  next.w_WB_B = next.R_WB.inverse() * w;
  return next;
}

TEST(TextbookStep, IsTheOneThatTheTextsPrint) {
  FreeBody body = top(true);
  body.mass = MassProperties(2, Vec3::Zero(), Mat3(Vec3(1, 2, 2.5).asDiagonal()));
  body.loads.push_back(load::Gravity{{0, 0, -9.81}});
  const FreeBodies bodies({body});
  const FreeBodyState begin{
      .p_WBcm = {1, 2, 3}, .R_WB = Rotation::exp({0.3, 1.2, -0.4}), .v_WBcm = {1, 0, 2}, .w_WB_B = {0.5, 1, 0.8}};
  for (const ode::Method* method : {&ode::method::six_step, &ode::method::games103_printed,
                                    &ode::method::games103_naive, &ode::method::games103_corrected}) {
    const double h = 0.1;
    const Recording run = simulate(body, begin, {.t_end = h, .method = *method, .step = h, .sample = h});
    const FreeBodyState found = bodies.state(0, run.x_end);
    const FreeBodyState right =
        step_by_hand(std::get<ode::TextbookStep>(method->rule), body, begin, h, {0, 0, -2 * 9.81}, {0.3, -0.2, 0.5});
    EXPECT_LT((found.p_WBcm - right.p_WBcm).norm(), 1e-14) << method->name;
    EXPECT_LT((found.v_WBcm - right.v_WBcm).norm(), 1e-14) << method->name;
    EXPECT_LT(found.R_WB.angle_to(right.R_WB), 1e-14) << method->name;
    EXPECT_LT((found.w_WB_B - right.w_WB_B).norm(), 1e-14) << method->name;
  }
}

}  // namespace
}  // namespace polhode
