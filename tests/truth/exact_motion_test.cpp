// Free motion in closed form: against thirty digits, against a solver, and as a flow.

#include <polhode/dynamics/free_body/exact_motion.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include <Eigen/Geometry>

#include <polhode/polhode.hpp>

#include "support/validation.hpp"

namespace polhode {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();

struct Motion {
  Rotation R_WB;
  Vec3 w_B;

  void advance(const ExactMotion& body, double t) {
    const ExactMotion::Increment step = body.increment(w_B, t);
    R_WB = R_WB * Rotation::exp(step.turn_B);
    w_B += step.change_B;
  }
};

double distance(const Motion& a, const Motion& b) {
  return std::max(a.R_WB.angle_to(b.R_WB), (a.w_B - b.w_B).norm() / (1 + a.w_B.norm()));
}

ExactMotion of_moments(const Vec3& moments) { return ExactMotion({moments, Mat3::Identity()}); }

struct Row {
  double t;
  Vec4 q;
  Vec3 w;
};

TEST(ExactMotion, AsymmetricTopFollowsTheThirtyDigitSolution) {
  // I = (1, 2, 3), computed with 140-bit arithmetic.
  const std::array<Row, 7> reference{{
      {1.0,
       {0.27468274174248236, 0.1950720243672469, 0.9397011922991861, 0.058804471680177814},
       {-0.03936909846393739, 1.9997124978571637, 0.0358232974187804}},
      {5.0,
       {0.18850062288441077, -0.10116784537991243, -0.41459174213741845, -0.8845034028113377},
       {-1.9383570538931232, -0.4931246613410975, 1.1194534482471388}},
      {9.0,
       {0.02129205335706309, 0.7740137257785745, -0.20135777323815301, 0.5999203679879372},
       {-0.011898628466598506, -2.0000646046167145, 0.028528216204231606}},
      {10.0,
       {-0.17324605074662816, 0.9194757958355738, -0.13639799798396943, -0.3254929383553505},
       {0.049853733422968144, -1.9994785833471165, 0.039939098371597266}},
      {14.0,
       {0.7489926529454736, -0.033206503072671006, 0.4952430565835724, 0.43890961358022956},
       {1.8416026082276307, 0.7803203402252105, 1.0636102303994028}},
      {18.0,
       {-0.034462149718092236, -0.18560359671997312, -0.9762569067515993, -0.10623613858389477},
       {0.004102991636099368, 2.000095789071022, 0.027789893488856108}},
      {20.0,
       {0.9052286593304809, 0.11023239337917497, 0.3876181925243241, -0.1347665782040001},
       {-0.2184746814573673, 1.9881319909810067, 0.12913970011567333}},
  }};
  const Motion start{
      Rotation::from_quaternion(0.9393727128473789, 0.13998744369749486, 0.2799748873949897, -0.13998744369749486),
      {0.02, 2.0, 0.03}};
  const ExactMotion top = of_moments({1, 2, 3});
  double at_once = 0, in_steps = 0;
  Motion stepped = start;
  int steps = 0;
  for (const Row& row : reference) {
    const Motion truth{Rotation::from_quaternion(row.q[0], row.q[1], row.q[2], row.q[3]), row.w};
    Motion whole = start;
    whole.advance(top, row.t);
    at_once = std::max(at_once, distance(truth, whole));
    for (; steps < 16 * row.t; ++steps) stepped.advance(top, 1.0 / 16);
    in_steps = std::max(in_steps, distance(truth, stepped));
  }
  expect_error_within(1e-13, at_once, "free asymmetric top in closed form, 20 s: attitude and rates",
                      "solution in 140-bit arithmetic");
  // Between two flips a deviation grows by up to (I₂/S)^½ ≈ 60: 320 steps, each rounded, may leave 320 · 60 ulps.
  EXPECT_LT(in_steps, 320 * 60 * ulp);
}

/// Moments that a body can have, in any order, some of them equal.
Vec3 random_moments(std::mt19937_64& random, int kind) {
  std::uniform_real_distribution<> part(0.05, 1);
  const double a = part(random), b = kind == 1 ? a : part(random), c = kind == 2 ? a : part(random);
  const std::array<double, 3> moments{b + c, c + a, a + b};
  const auto shift = random() % 3;
  return {moments[shift], moments[(shift + 1) % 3], moments[(shift + 2) % 3]};
}

Vec3 random_vector(std::mt19937_64& random) {
  std::normal_distribution<> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return {x, y, z};
}

TEST(ExactMotion, AgreesWithASolverForBodiesOfEveryKind) {
  std::mt19937_64 random(11);
  double worst = 0;
  for (int i = 0; i < 60; ++i) {
    const Vec3 moments = random_moments(random, i % 4);
    const Rotation axes = Rotation::exp(random_vector(random));
    const Mat3 I = axes.matrix() * moments.asDiagonal() * axes.matrix().transpose();
    const FreeBody body{.name = "b", .mass = {1, Vec3::Zero(), 0.5 * (I + I.transpose())}};
    const Motion start{Rotation::exp(random_vector(random)), random_vector(random)};
    const double t = i % 2 == 0 ? 0.2 : 6;
    const Recording run = simulate(body, {.R_WB = start.R_WB, .w_WB_B = start.w_B}, {.t_end = t, .tolerance = 1e-13});
    const VecIn x = run.x_end;
    Motion exact = start;
    exact.advance(ExactMotion(body.mass.principal()), t);
    const Motion solved{Rotation::from_quaternion(x[3], x[4], x[5], x[6]), {x[10], x[11], x[12]}};
    worst = std::max(worst, distance(exact, solved));
  }
  // What the solver reaches on the reference above, 2e-12, with a decade for the less fortunate bodies.
  expect_error_within(2e-11, worst, "free bodies of every kind in closed form, up to 6 s", "DOP853 at 1e-13");
}

TEST(ExactMotion, IsAFlowOnBothSidesOfItsTwoForms) {
  // Two times in sequence are their sum, whether by addition theorems or by phases.
  std::mt19937_64 random(12);
  for (int i = 0; i < 400; ++i) {
    const ExactMotion body = of_moments(random_moments(random, i % 4));
    const Motion start{Rotation::exp(random_vector(random)), random_vector(random)};
    const double t1 = i % 3 == 0 ? 0.1 : 3, t2 = i % 5 == 0 ? -0.07 : 2;
    Motion two = start, one = start;
    two.advance(body, t1);
    two.advance(body, t2);
    one.advance(body, t1 + t2);
    // Rounding of the rates after t1 grows with the motion, at most by |Ω| t a radian for each radian, and through the
    // period, whose derivative is as 1/m₁: a random start is hardly ever closer to the separatrix than 1/400.
    EXPECT_LT(distance(one, two), 400 * 20 * ulp) << i;
    one.advance(body, -(t1 + t2));
    EXPECT_LT(distance(one, start), 400 * 20 * ulp) << i;
  }
}

TEST(ExactMotion, KeepsEnergyAndAngularMomentumToTheRoundingOfTheIncrement) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 200; ++i) {
    const Vec3 moments = random_moments(random, i % 4), w = random_vector(random);
    const double t = std::exp2(-(i % 30) - 4);
    const ExactMotion::Increment step = of_moments(moments).increment(w, t);
    const Vec3 mean = w + 0.5 * step.change_B, size = step.change_B;
    // ΔE = Ī·ΔΩ exactly; its terms are no larger than |I Ω| |ΔΩ|.
    const double scale = moments.cwiseProduct(w).norm() * size.norm();
    EXPECT_LE(std::fabs(moments.cwiseProduct(mean).dot(size)), 10 * ulp * scale) << i;
    EXPECT_LE(std::fabs(moments.cwiseProduct(mean).dot(moments.cwiseProduct(size))), 10 * ulp * scale * moments.norm());
    // In the world L stays: exp(turn) L₁ = L₀.
    const Vec3 l0 = moments.cwiseProduct(w), l1 = moments.cwiseProduct(w + size);
    EXPECT_LE((Rotation::exp(step.turn_B) * l1 - l0).norm(), 10 * ulp * l0.norm()) << i;
    // A turn by Ω t, to leading order.
    EXPECT_LE((step.turn_B - t * (w + 0.5 * size)).norm(),
              2 * t * t * t * w.norm() * w.norm() * w.norm() + 4 * ulp * t);
  }
}

TEST(ExactMotion, ApproachesTheMiddleAxisOnTheSeparatrix) {
  // S = I₃(I₃ − I₂)Ω₃² − I₁(I₂ − I₁)Ω₁² = 9 · 1 · 4² − 4 · 4 · 3² = 0 exactly.
  const Vec3 moments(4, 8, 9);
  const Vec3 w(3, 0, 4);
  const ExactMotion body = of_moments(moments);
  // Ω = (a₁ sech, a₂ tanh, a₃ sech) νt, with ν² = d₃₂ B/(I₁I₂I₃).
  const double B = 9 * 5 * 16.0, A = 4 * 5 * 9.0, nu = std::sqrt(1 * B / (4 * 8 * 9)), a2 = std::sqrt(A / (8 * 1));
  for (double t : {0.01, 0.5, 2.0, -3.0, 30.0}) {
    Motion motion{{}, w};
    motion.advance(body, t);
    const double secant = 1 / std::cosh(nu * t);
    // A relative error of an ulp in νt counts νt times; sech falls as exp(−νt), so that in absolute terms it never
    // does.
    EXPECT_NEAR(motion.w_B[0], 3 * secant, 20 * ulp) << t;
    EXPECT_NEAR(motion.w_B[1], a2 * std::tanh(nu * t), 20 * ulp) << t;
    EXPECT_NEAR(motion.w_B[2], 4 * secant, 20 * ulp) << t;
    // The world's angular momentum stays.
    const Vec3 l = motion.R_WB * moments.cwiseProduct(motion.w_B);
    EXPECT_LT((l - moments.cwiseProduct(w)).norm(), 40 * ulp * l.norm() * (1 + std::fabs(t))) << t;
  }
  // Backwards it comes back, attitude included.
  Motion motion{{}, w};
  motion.advance(body, 2);
  const Motion there = motion;
  Motion again = there;
  again.advance(body, -2);
  EXPECT_LT(again.R_WB.angle_to({}), 1e-12);
}

TEST(ExactMotion, SteadyRotationIsSteady) {
  for (const auto& [moments, w] : {std::pair<Vec3, Vec3>{{1, 2, 3}, {0, 2, 0}},
                                   {{1, 2, 3}, {0, 0, -2}},
                                   {{1, 2, 3}, {5, 0, 0}},
                                   {{2, 2, 2}, {1, 2, 3}},
                                   {{2, 2, 3}, {1, 1, 0}},
                                   {{1, 2, 3}, {0, 0, 0}}}) {
    const ExactMotion::Increment step = of_moments(moments).increment(w, 0.75);
    EXPECT_EQ(step.change_B, Vec3::Zero());
    EXPECT_EQ(step.turn_B, Vec3(0.75 * w));
  }
}

TEST(ExactMotion, IsSteadyWhereSquaresOfWhatDeviatesWouldBeNothing) {
  for (const Vec3& w : {Vec3(-1.5e-199, 0.9, -1.08e-162), Vec3(1e-170, 1e-163, 2), Vec3(0.5, 1e-200, 1e-180)}) {
    const ExactMotion::Increment step = of_moments({2, 1, 3}).increment(w, 0.96);
    EXPECT_LT((step.turn_B - 0.96 * w).norm(), 1e-15) << w.transpose();
    EXPECT_LT(step.change_B.norm(), 1e-150) << w.transpose();
  }
}

}  // namespace
}  // namespace polhode
