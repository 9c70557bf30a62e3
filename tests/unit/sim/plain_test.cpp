// The interface of the founding texts: arrays of 18 n and 13 n numbers, and a solver of arrays.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/polhode.hpp>

#include "support/random_bodies.hpp"
#include "support/thrown_brick.hpp"
#include "truth/thrown_brick_reference.hpp"

namespace polhode {
namespace {

using plain::Bodies;

void oscillator(double, double y[], double ydot[]) {
  ydot[0] = y[1];
  ydot[1] = -y[0];
}

TEST(Plain, OdeTakesAFunctionAsTheTextsHaveIt) {
  const double y0[] = {1, 0};
  double yend[2];
  EXPECT_EQ(plain::ode(y0, yend, 2, 0, 3, oscillator).ending, ode::Ending::finished);
  EXPECT_NEAR(yend[0], std::cos(3), 1e-11);
  EXPECT_NEAR(yend[1], -std::sin(3), 1e-11);
  // Back again, in place, by another method.
  plain::ode(yend, yend, 2, 3, 0, oscillator, {.method = ode::method::radau5, .tolerance = 1e-10});
  EXPECT_NEAR(yend[0], 1, 1e-8);
  EXPECT_NEAR(yend[1], 0, 1e-8);
}

TEST(Plain, OdeSaysHowFarItCame) {
  const auto singular = [](double, const double y[], double ydot[]) { ydot[0] = y[0] * y[0]; };
  double y[] = {1};
  const ode::Outcome outcome = plain::ode(y, y, 1, 0, 2, singular);
  EXPECT_TRUE(outcome.ended_early());
  EXPECT_NEAR(outcome.t, 1, 1e-6);
  EXPECT_GT(y[0], 1e6);
}

/// A solver that knows nothing of this project.
template <class Rate>
void five_line_rk4(double* y, std::size_t n, double t, double h, const Rate& dydt) {
  std::vector<double> k1(n), k2(n), k3(n), k4(n), z(n);
  const auto at = [&](const std::vector<double>& k, double a) {
    for (std::size_t i = 0; i < n; ++i) z[i] = y[i] + a * k[i];
    return z.data();
  };
  dydt(t, y, k1.data()), dydt(t + h / 2, at(k1, h / 2), k2.data()), dydt(t + h / 2, at(k2, h / 2), k3.data());
  dydt(t + h, at(k3, h), k4.data());
  for (std::size_t i = 0; i < n; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

TEST(Plain, ArraysGoThroughASolverOfFiveLinesAtItsOrder) {
  for (StateForm form : {StateForm::matrix_momentum, StateForm::quaternion_momentum, StateForm::matrix_velocity}) {
    const Bodies bodies({thrown_brick()}, form);
    const int numbers = form == StateForm::quaternion_momentum ? 13 : 18;
    ASSERT_EQ(bodies.size(), numbers);
    const auto error = [&](int steps) {
      std::vector<double> y(static_cast<std::size_t>(bodies.size()));
      FreeBodyState state = thrown_brick_start();
      bodies.State_to_Array({&state, 1}, y.data());
      for (int i = 0; i < steps; ++i) five_line_rk4(y.data(), y.size(), i * 2.0 / steps, 2.0 / steps, bodies);
      bodies.Array_to_State(y.data(), {&state, 1});
      const auto& row = thrown_brick_reference.back();
      const Vec4 q = state.R_WB.quaternion(), truth(row[4], row[5], row[6], row[7]);
      return (state.p_WBcm - Vec3(row.data() + 1)).norm() + std::min((q - truth).norm(), (q + truth).norm());
    };
    const double coarse = error(400), fine = error(800);
    EXPECT_NEAR(std::log2(coarse / fine), 4, 0.2);
    // With ω = 4.6 rad/s, (ω h)⁴ of 9 rad that it turns is 2e-7; the couples make it no more than ten times that.
    EXPECT_LT(fine, 2e-6);
  }
}

TEST(Plain, ArraysHoldWhatTheTextsSayInTheirOrder) {
  std::mt19937_64 random(1);
  const FreeBody body{"a", random_bodies::random_mass(random)};
  const FreeBodyState state = random_bodies::random_state(random);
  const Mat3 R = state.R_WB.matrix();
  const Vec3 P = body.mass.mass() * state.v_WBcm, L = state.R_WB * Vec3(body.mass.inertia() * state.w_WB_B);
  std::array<double, 36> y{};
  // Two bodies, one after the other.
  const Bodies matrices({body, body}, StateForm::matrix_momentum);
  ASSERT_EQ(matrices.size(), 36);
  matrices.State_to_Array(std::array{state, state}, y.data());
  for (std::size_t first : {0u, 18u}) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(y[first + i], state.p_WBcm[static_cast<int>(i)]);
    for (std::size_t i = 0; i < 9; ++i)
      EXPECT_EQ(y[first + 3 + i], R(static_cast<int>(i / 3), static_cast<int>(i % 3)));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(y[first + 12 + i], P[static_cast<int>(i)]);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(y[first + 15 + i], L[static_cast<int>(i)]);
  }
  const Bodies quaternions({body}, StateForm::quaternion_momentum);
  quaternions.State_to_Array({&state, 1}, y.data());
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(y[3 + i], state.R_WB.quaternion()[static_cast<int>(i)]);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(y[7 + i], P[static_cast<int>(i)]);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(y[10 + i], L[static_cast<int>(i)]);
  const Bodies velocities({body}, StateForm::matrix_velocity);
  velocities.State_to_Array({&state, 1}, y.data());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(y[3 + i], state.v_WBcm[static_cast<int>(i)]);
  EXPECT_EQ(y[6 + 1], R(0, 1));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(y[15 + i], (state.R_WB * state.w_WB_B)[static_cast<int>(i)]);
}

TEST(Plain, OdeDrivesBodiesAndParticles) {
  // A particle of mass m hangs on a spring below a body; together they fall as one centre of mass.
  FreeBody bob{.name = "bob", .mass = {0.5, Vec3::Zero(), Mat3::Zero()}, .loads = {load::Gravity{{0, 0, -10}}}};
  bob.form = StateForm::particle;
  const FreeBody block{.name = "block",
                       .mass = solid::of(solid::Box{.mass = 2, .size = {0.1, 0.2, 0.3}}),
                       .loads = {load::Gravity{{0, 0, -10}}}};
  const load::Spring spring{.ends = {{{{0}, {0.05, 0.1, 0}}, {{1}, {}}}}, .stiffness = 40, .length = 0.3};
  const Bodies bodies({block, bob}, StateForm::quaternion_momentum, {spring});
  ASSERT_EQ(bodies.size(), 13 + 6);
  std::array<FreeBodyState, 2> states{FreeBodyState{}, FreeBodyState{.p_WBcm = {0, 0, -0.5}, .v_WBcm = {1, 0, 0}}};
  std::vector<double> y(19);
  bodies.State_to_Array(states, y.data());
  plain::ode(y.data(), y.data(), bodies.size(), 0, 2, bodies);
  bodies.Array_to_State(y.data(), states);
  const Vec3 centre = (2 * states[0].p_WBcm + 0.5 * states[1].p_WBcm) / 2.5;
  // Begins at (0, 0, −0.1) with (0.2, 0, 0) m/s.
  EXPECT_LT((centre - Vec3(0.4, 0, -0.1 - 20)).norm(), 1e-10);
}

TEST(Plain, AStateWithoutNumbersIsACallersMistake) {
  double y = 0;
  const auto rest = [](double, double[], double v[]) { v[0] = 0; };
  EXPECT_THROW(plain::ode(&y, &y, 0, 0, 1, rest), UsageError);
  EXPECT_THROW(plain::ode(&y, &y, -3, 0, 1, rest), UsageError);
}

TEST(Plain, BodiesWithoutPlainNumbersAreACallersMistake) {
  FreeBody held = thrown_brick();
  held.pivot = Pivot{};
  EXPECT_THROW(Bodies({held}, StateForm::matrix_momentum), UsageError);
  EXPECT_THROW(Bodies({thrown_brick()}, StateForm::rotation), UsageError);
}

}  // namespace
}  // namespace polhode
