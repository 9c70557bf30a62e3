// Turning about the vertical, and balls that roll straight: bodies that are none of revolution.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include <Eigen/LU>

#include <polhode/sim/steady_rolling.hpp>

#include "support/rolling_runs.hpp"

namespace polhode {
namespace {

using Mat4 = Eigen::Matrix4d;
using Mat2 = Eigen::Matrix2d;

/// The stone of [Kane Levinson 1982].
RollingBody rattleback(RollingForm form = RollingForm::space) {
  RollingBody body{.name = "stone",
                   .mass = 1,
                   .surface = {surface::Ellipsoid{{0.2, 0.03, 0.02}}},
                   .centre = {0, 0, 0.01},
                   .form = form,
                   .gravity = {0, 0, -9.81}};
  body.inertia << 2e-4, -2e-5, 0, -2e-5, 1.6e-3, 0, 0, 0, 1.7e-3;
  return body;
}

RollingBody chaplygin_ball() {
  RollingBody body{.name = "ball", .mass = 1, .surface = {surface::Sphere{0.05}}, .gravity = {0, 0, -9.81}};
  body.inertia = Vec3(6e-4, 9e-4, 1.2e-3).asDiagonal();
  return body;
}

double growth_of(const SteadyRolling& motion) {
  double growth = -1e300;
  for (const auto& value : motion.eigenvalues) growth = std::max(growth, value.real());
  return growth;
}

/// The linear equations of theory/rolling.md (25b), written by hand for N = e₃ + n, Ω = w e₃ + ω in two components.
Mat4 by_hand(const RollingBody& body, double w) {
  const Vec3 axes = std::get<surface::Ellipsoid>(body.surface.shape).axes;
  const double h = axes.z() - body.centre.z(), m = body.mass, g = body.gravity.norm(), I3 = body.inertia(2, 2);
  const Mat2 one = Mat2::Identity(), I = body.inertia.topLeftCorner<2, 2>();
  Mat2 S, R = Mat2::Zero();
  S << 0, -1, 1, 0;
  R(0, 0) = axes.x() * axes.x() / axes.z();
  R(1, 1) = axes.y() * axes.y() / axes.z();
  const Mat2 M0 = I + m * h * h * one, inverse = M0.inverse();
  Mat4 M;
  M.topLeftCorner<2, 2>() = w * inverse * (I3 * S - S * I - m * h * h * S + m * h * R * S);
  M.topRightCorner<2, 2>() = inverse * m * (g * S * (R - h * one) + h * w * w * (S * R - R * S));
  M.bottomLeftCorner<2, 2>() = S;
  M.bottomRightCorner<2, 2>() = -w * S;
  return M;
}

/// Sums of powers of the eigenvalues, which do not care for their order: of a matrix, traces of its powers.
TEST(PermanentRotation, SmallMotionsAreThoseOfTheEquationsByHand) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(0.5, 2);
  for (int trial = 0; trial < 50; ++trial) {
    RollingBody body{.mass = any(random), .gravity = {0, 0, -10 * any(random)}};
    body.surface.shape = surface::Ellipsoid{{0.3 * any(random), 0.2 * any(random), 0.2 * any(random)}};
    body.centre = {0, 0, 0.1 * (any(random) - 1)};
    const double I1 = 0.02 * any(random), I2 = 0.02 * any(random), product = 0.005 * (any(random) - 1);
    body.inertia << I1, product, 0, product, I2, 0, 0, 0, 0.7 * (I1 + I2);
    const double w = 20 * (any(random) - 1.2);
    const SteadyRolling motion = on_end(body, Vec3::UnitZ(), w);
    const Mat4 M = by_hand(body, w);
    Mat4 power = M;
    double size = M.norm();
    for (int k = 1; k <= 4; ++k) {
      std::complex<double> sum = 0;
      for (const auto& value : motion.eigenvalues) sum += std::pow(value, k);
      // Eigenvalues of a matrix that is not symmetric: some roundings by its norm.
      EXPECT_NEAR(sum.real(), power.trace(), 1e-12 * size);
      power = power * M;
      size *= M.norm();
    }
  }
}

/// What one pair of small motions gains the other loses, but for tr = w m h b (r₂ − r₁), b = (M₀⁻¹)₁₂: without axes of
/// inertia askew to those of the surface neither gains.
TEST(PermanentRotation, SkewAxesFeedTheRattle) {
  const RollingBody body = rattleback();
  for (const double w : {-80.0, -5.0, 0.5, 5.0, 200.0}) {
    double sum = 0;
    for (const auto& value : on_end(body, Vec3::UnitZ(), w).eigenvalues) sum += value.real();
    const double r1 = 0.04 / 0.02, r2 = 0.0009 / 0.02, h = 0.01, a = 2e-4 + h * h, c = 1.6e-3 + h * h;
    const double b = 2e-5 / (a * c - 4e-10);
    EXPECT_NEAR(sum / (w * h * b * (r2 - r1)), 1, 1e-10) << w;
  }
}

/// A disturbed run leaves as e^{λt}, whichever way it turns: slowly one way, ten times faster the other.
TEST(PermanentRotation, RunsOfARattlebackGrowAsTheirEigenvaluesSay) {
  const RollingBody body = rattleback();
  const Rolling rolling(body);
  for (const double w : {-5.0, 5.0}) {
    const double growth = growth_of(on_end(body, Vec3::UnitZ(), w));
    ASSERT_GT(growth, 0);
    RollingState start;
    start.R_WB = Rotation::about_x(1e-9);
    start.w_WB_W = {0, 0, w};
    // Until what else there was, some hundred times as much, is e⁻¹³ of what grows.
    const double settled = 12 / growth;
    const Recording run = roll(rolling, start, {.t_end = settled + 3 / growth, .tolerance = 1e-12, .sample = 1e-3});
    // The largest tilt in windows at either end, of many swings each.
    const auto largest = [&](double from, double to) {
      double tilt = 0, at = 0;
      for (std::size_t i = 0; i < run.times.size(); ++i) {
        if (run.times[i] < from || run.times[i] > to) continue;
        const Vec3 axis = rolling.state(run.times[i], run.state(i)).R_WB * Vec3::UnitZ();
        const double now = std::hypot(axis.x(), axis.y()) * std::exp(-growth * run.times[i]);
        if (now > tilt) tilt = now, at = run.times[i];
      }
      return std::pair(tilt, at);
    };
    const double window = 1 / growth;
    const auto [before, at_before] = largest(settled, settled + window);
    const auto [after, at_after] = largest(settled + 2 * window, settled + 3 * window);
    // Peaks by samples of 1 ms of swings below 120 rad/s: (0.06)²/2 of them at worst.
    EXPECT_NEAR(std::log(after / before) / (growth * (at_after - at_before)), 0, 0.002) << w;
  }
}

/// The sense that the scene `rattleback` reverses is the one whose rattle grows faster.
TEST(PermanentRotation, TheSenseThatReversesIsTheOneThatGrowsFaster) {
  const RollingBody body = rattleback();
  const double reverses = growth_of(on_end(body, Vec3::UnitZ(), -5)),
               goes_on = growth_of(on_end(body, Vec3::UnitZ(), 5));
  EXPECT_GT(reverses, 10 * goes_on);
  const Rolling rolling(body);
  for (const double w : {-5.0, 5.0}) {
    RollingState start;
    start.R_WB = Rotation::about_x(0.5 * pi / 180);
    start.w_WB_W = start.R_WB * Vec3(0, 0, w);
    const Recording run = roll(rolling, start, {.t_end = 10, .tolerance = 1e-10, .sample = 0.01});
    bool turned = false;
    for (std::size_t i = 0; i < run.times.size(); ++i)
      turned = turned || rolling.state(run.times[i], run.state(i)).w_WB_W.z() * w < 0;
    EXPECT_EQ(turned, w < 0);
  }
  std::vector<CriticalSpeed> critical;
  bool told[2] = {false, false};
  for (const SpinBand& band : spin_bands(body, critical)) {
    if (band.kind != SteadyKind::on_end || band.normal.z() < 0.999) continue;
    EXPECT_EQ(band.stability, Stability::unstable);
    EXPECT_NE(band.way, 0);
    EXPECT_EQ(band.from, 0);
    EXPECT_FALSE(band.to);
    told[band.way > 0] = true;
  }
  EXPECT_TRUE(told[0] && told[1]);
}

/// An ellipsoid of three axes stands on its end where an attitude beside it does not go: by (25a) the second derivative
/// of its function changes sign at w² (I₃ − I − m h (h − r)) = m g (h − r), for either way to lean.
TEST(PermanentRotation, CriticalSpinsOfAnEllipsoidAreThoseOfItsClosedForm) {
  RollingBody body{.mass = 1.5, .surface = {surface::Ellipsoid{{0.3, 0.25, 0.2}}}, .gravity = {0, 0, -9.81}};
  body.inertia = Vec3(0.2, 0.12, 0.1).asDiagonal();
  const auto critical = critical_speeds(body);
  int passes = 0, listed = 0;
  for (int up = 0; up < 3; ++up)
    for (int to = 0; to < 3; ++to) {
      if (to == up) continue;
      const Vec3 axes(0.3, 0.25, 0.2);
      const double h = axes[up], r = axes[to] * axes[to] / h;
      const double moment = body.inertia(up, up) - body.inertia(to, to) - 1.5 * h * (h - r);
      const double square = 1.5 * 9.81 * (h - r) / moment;
      if (!(square > 0)) continue;
      ++passes;
      const double w = std::sqrt(square);
      const auto product = [&](double spin) {
        std::complex<double> all = 1;
        for (const auto& value : on_end(body, Vec3::Unit(up), spin).eigenvalues) all *= value;
        return all.real();
      };
      EXPECT_LT(product(w * (1 - 1e-9)) * product(w * (1 + 1e-9)), 0);
      // Where the other way to lean is unstable, stability does not change there.
      for (const CriticalSpeed& one : critical) {
        if (std::fabs(one.normal[up]) < 1 - 1e-9 || std::fabs(std::fabs(one.value) - w) > 1e-3 * w) continue;
        EXPECT_NEAR(std::fabs(one.value) / w, 1, 1e-9);
        ++listed;
      }
    }
  EXPECT_EQ(passes, 4);
  // Of either end and either way to turn.
  EXPECT_GE(listed, 4);
}

/// Euler's equations of a free body whose moments are J = I + m a², as theory/rolling.md (25d) has it.
TEST(PermanentRotation, ABallOnAnAxisOfInertiaSwingsAsAFreeBody) {
  const RollingBody ball = chaplygin_ball();
  const Vec3 J = ball.inertia.diagonal() + Vec3::Constant(0.05 * 0.05);
  for (const double w : {0.01, 9.0})
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const double square = -w * w * (J[i] - J[j]) * (J[i] - J[k]) / (J[j] * J[k]);
      const SteadyRolling motion = on_end(ball, Vec3::Unit(i), w);
      EXPECT_EQ(motion.stability, square > 0 ? Stability::unstable : Stability::stable);
      double nearest = 1;
      for (const auto& value : motion.eigenvalues) nearest = std::min(nearest, std::abs(value * value / square - 1.0));
      EXPECT_LT(nearest, 1e-11);
    }
}

/// Spins about the vertical and straight rolling stay as they are; about the middle axis a disturbance grows by the
/// factor that Floquet's exponent gives, turn by turn.
TEST(PermanentRotation, ABallRollsStraightAboutItsAxesOfInertia) {
  const RollingBody ball = chaplygin_ball();
  const Rolling rolling(ball);
  const double w = 9;
  for (int i = 0; i < 3; ++i)
    for (const bool level : {false, true}) {
      RollingState start;
      start.R_WB = Rotation::from_z_to(level ? Vec3::Unit((i + 1) % 3) : Vec3::Unit(i)).inverse();
      start.w_WB_W = start.R_WB * Vec3(w * Vec3::Unit(i));
      const Recording run = roll(rolling, start, {.t_end = 1, .tolerance = 1e-12, .sample = 0.1});
      for (std::size_t k = 0; k < run.times.size(); ++k) {
        const RollingState now = rolling.state(run.times[k], run.state(k));
        EXPECT_LT((now.R_WB.inverse() * now.w_WB_W - w * Vec3::Unit(i)).norm(), 1e-9);
      }
      if (level) {
        const SteadyRolling motion = rolling_straight(ball, Vec3::Unit(i), w);
        EXPECT_EQ(motion.stability, i == 1 ? Stability::unstable : Stability::stable);
        EXPECT_NEAR(motion.speed, 0.05 * w, 1e-15);
        // Twice as fast is the same in half the time.
        EXPECT_NEAR(growth_of(rolling_straight(ball, Vec3::Unit(i), 2 * w)), 2 * growth_of(motion), 1e-8);
      }
    }
  const double growth = growth_of(rolling_straight(ball, Vec3::UnitY(), w)), half_turn = pi / w;
  ASSERT_GT(growth, 1);
  RollingState start;
  start.R_WB = Rotation::from_z_to(Vec3::UnitX()).inverse();
  start.w_WB_W = start.R_WB * Vec3(1e-9, w, 1e-9);
  const double settled = std::ceil(8 / (growth * half_turn)) * half_turn;
  const Recording run =
      roll(rolling, start, {.t_end = settled + 2 * half_turn, .tolerance = 1e-13, .sample = half_turn});
  const auto across = [&](double turns) {
    const auto at = static_cast<std::size_t>(std::lround(settled / half_turn + turns));
    const RollingState now = rolling.state(run.times[at], run.state(at));
    const Vec3 Omega = now.R_WB.inverse() * now.w_WB_W;
    return std::hypot(Omega.x(), Omega.z());
  };
  // What falls is e⁻¹⁶ of what grows, and terms of the third order are (1e-9 e⁸⁺²)² of it; errors of the run are about
  // 1e-12 of w by the 3e-6 that it has grown to.
  EXPECT_NEAR(across(2) / across(0) / std::exp(2 * growth * half_turn), 1, 2e-5);
}

/// Every attitude that is found stays in a run, also where the centre of mass is beside the contact.
TEST(PermanentRotation, EveryAttitudeFoundStays) {
  const RollingBody body = rattleback();
  const Rolling rolling(body);
  int leaning = 0;
  for (const double w : {0.5, -5.0, 20.0})
    for (const Vec3& N : attitudes_of(body, w)) {
      const SteadyRolling motion = on_end(body, N, w);
      leaning += motion.kind == SteadyKind::leaning;
      RollingState start;
      start.R_WB = Rotation::from_z_to(N).inverse();
      start.w_WB_W = {0, 0, w};
      const RollingState there = rolling.complete(0, start);
      EXPECT_NEAR(there.v_WBcm.norm(), motion.speed, 1e-13);
      const RollingReading now = rolling.read(0, rolling.coordinates(there));
      // Newton's iteration ends at 1e-12 of an angle; what pulls is m g by 0.2 m at most, on a moment of 3e-4 or more.
      EXPECT_LT(now.angular_acceleration.norm(), 1e-12 * (9.81 + 0.2 * w * w) * 0.2 / 3e-4);
      EXPECT_NEAR(now.friction_demand, motion.friction_demand, 1e-9);
    }
  EXPECT_EQ(leaning, 12);
  // Attitudes of a motion with the spin taken away are no rest.
  EXPECT_EQ(ends_of(body).size(), 6u);
}

}  // namespace
}  // namespace polhode
