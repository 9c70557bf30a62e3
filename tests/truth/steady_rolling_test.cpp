// Stability of steady rolling: eigenvalues and critical speeds, against closed forms.
#include <gtest/gtest.h>

#include <polhode/dynamics/rolling/integrals.hpp>
#include <polhode/sim/steady_rolling.hpp>

#include "sim/small_motions.hpp"
#include "support/steady_bodies.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

const char* const closed_form = "closed form";

SteadyRolling upright(const reference::UprightOscillation& row) {
  return steady_rolling(body_of(row.body), {pi / 2, row.phi_dot, row.W3},
                        row.straight ? SteadyKind::straight : SteadyKind::on_edge);
}

// Figures are rounded to double. Here, sums of products of numbers of the size of the rates, whose squares are at most
// six times the result, add a few roundings of their own.
constexpr double rounding = 1e-14;

TEST(SteadyRollingTruth, TiltsSwingAtTheirFrequency) {
  double worst = 0;
  for (const auto& row : reference::upright_oscillations) {
    const SteadyRolling steady = upright(row);
    EXPECT_EQ(steady.stability, Stability::stable);
    ASSERT_EQ(steady.eigenvalues.size(), 2u);
    EXPECT_EQ(steady.eigenvalues[1].real(), 0);
    const double square = -(steady.eigenvalues[1] * steady.eigenvalues[1]).real();
    worst = std::max({worst, std::fabs(steady.eigenvalues[1].imag() / row.frequency - 1),
                      std::fabs(square / row.frequency_squared - 1)});
  }
  expect_error_within(rounding, worst, "frequency of the tilt of upright disk and ring [relative]", closed_form);
}

TEST(SteadyRollingTruth, CriticalSpeedsAreThoseOfTheBooks) {
  double worst = 0;
  for (const auto& row : reference::upright_oscillations) {
    const auto kind = row.straight ? SteadyKind::straight : SteadyKind::on_edge;
    int found = 0;
    for (const CriticalSpeed& critical : critical_speeds(body_of(row.body))) {
      if (critical.kind != kind || std::fabs(critical.tilt - pi / 2) > 1e-9) continue;
      ++found;
      EXPECT_TRUE(critical.stable_above);
      worst = std::max(worst, std::fabs(critical.value / row.critical - 1));
    }
    EXPECT_EQ(found, 1);
  }
  expect_error_within(rounding, worst, "critical speeds of upright disk and ring [relative]", closed_form);

  // v² = gR/3 and Ω² = 4g/(5R), whatever the disk.
  const double R = 0.7, m = 3;
  RollingBody disk{.mass = m, .surface = {surface::Disk{R, 0}}, .gravity = {0, 0, -1.6}};
  disk.inertia = (m * R * R * Vec3(0.25, 0.25, 0.5)).asDiagonal();
  const auto critical = critical_speeds(disk);
  ASSERT_EQ(critical.size(), 2u);
  EXPECT_NEAR(critical[0].speed * critical[0].speed / (1.6 * R / 3), 1, rounding);
  EXPECT_NEAR(critical[1].value * critical[1].value / (4 * 1.6 / (5 * R)), 1, rounding);
  EXPECT_EQ(upright({reference::steady_thin, true, 9.33, 0}).stability, Stability::unstable);
  EXPECT_EQ(upright({reference::steady_thin, true, 9.34, 0}).stability, Stability::stable);
}

/// All six eigenvalues by the general routine: four zeros, and the pair. Zeros of a matrix that has no full set of
/// vectors come out as roots of rounding, so that they are small and no more.
TEST(SteadyRollingTruth, FourOfSixEigenvaluesAreZero) {
  for (const auto& row : reference::steady_precession) {
    RollingBody body = body_of(row.body, RollingForm::body);
    for (const auto& way : row.ways) {
      const Vec3 Omega(0, way.phi_dot * fn::sin(row.theta), row.W3), N(0, fn::sin(row.theta), fn::cos(row.theta));
      Mat6 matrix = small_motion_matrix(Rolling(body), Omega, N);
      for (int b = 0; b < 6; b += 3) matrix(b, b + 1) -= way.psi_dot, matrix(b + 1, b) += way.psi_dot;
      matrix /= std::fabs(way.phi_dot) + std::fabs(row.W3);
      EXPECT_NEAR(matrix.trace(), 0, 1e-13);
      // λ⁶ + e₂ λ⁴: the traces of higher powers follow from that of the square.
      const double square = 0.5 * (matrix * matrix).trace();
      const Mat6 fourth = matrix * matrix * matrix * matrix;
      const double size = std::pow(matrix.norm(), 4);
      EXPECT_NEAR((matrix * matrix * matrix).trace(), 0, 1e-13 * size);
      EXPECT_NEAR(fourth.trace(), 2 * square * square, 1e-13 * size);
      EXPECT_NEAR((fourth * matrix * matrix).trace(), 2 * square * square * square,
                  1e-12 * size * matrix.norm() * matrix.norm());
    }
  }
}

/// d²/dθ² of what is left of the energy when the two linear integrals keep p and s, by the closed linear equation of
/// theory: the frequency that the tilt has by energy alone, which the matrix knows nothing of. For a thin disk
/// p′ = (I₃/I₁) s − p cot θ and s′ = m R² p / (I₃ + m R²).
TEST(SteadyRollingTruth, PrecessionsSwingAsTheirEnergySays) {
  double worst = 0;
  for (const auto& row : reference::steady_precession) {
    if (row.body.sizes[1] != 0) continue;
    const double m = row.body.mass, R = row.body.sizes[0], I1 = row.body.I1, I3 = row.body.I3, mRR = m * R * R;
    const double c = fn::cos(row.theta), sin = fn::sin(row.theta);
    for (const auto& way : row.ways) {
      const double p = way.phi_dot * sin, s = row.W3;
      const double p1 = I3 / I1 * s - p * c / sin, s1 = mRR / (I3 + mRR) * p;
      const double p2 = I3 / I1 * s1 - p1 * c / sin + p / (sin * sin), s2 = mRR / (I3 + mRR) * p1;
      const double spin = I1 * (p1 * p1 + p * p2) + (I3 + mRR) * (s1 * s1 + s * s2), weight = m * row.body.g * R * sin;
      const double square = (spin - weight) / (I1 + mRR);
      // What p₁ and p₂ are sums of is larger than they are where p and s go against each other.
      const double p1_parts = std::fabs(I3 / I1 * s) + std::fabs(p * c / sin);
      const double p2_parts = std::fabs(I3 / I1 * s1) + p1_parts * c / sin + std::fabs(p) / (sin * sin);
      const double parts =
          (I1 * (p1_parts * p1_parts + std::fabs(p) * p2_parts) + (I3 + mRR) * (s1 * s1 + std::fabs(s * s2)) + weight) /
          (I1 + mRR);
      const SteadyRolling steady =
          steady_rolling(body_of(row.body), {row.theta, way.phi_dot, row.W3}, SteadyKind::precession);
      const double is = -(steady.eigenvalues[1] * steady.eigenvalues[1]).real();
      worst = std::max(worst, std::fabs(is - square) / parts);
      EXPECT_NEAR(steady.speed / way.speed, 1, rounding);
      EXPECT_NEAR(steady.height / row.height, 1, rounding);
    }
  }
  expect_error_within(rounding, worst, "squared frequency of the tilt of a precessing disk, by its parts",
                      "its energy by the linear integrals");
}

/// p₀ + dp ε and s₀ + ds ε at the tilt π/2 + ε have the linear integrals of p₀ and s₀ at π/2, but for terms in ε². The
/// difference of both sides drops those; the rest is of third order, less than (10 ε)³ by the p₀ + s₀ there is, and
/// what the integrals round off. Over ε that is far from 1e-14 of dp, which nothing in the library tells by itself.
TEST(SteadyRollingTruth, TheLinearIntegralsSayHowRatesGoWithASmallTilt) {
  const double epsilon = 1e-5;
  for (const auto& row : reference::upright_oscillations) {
    const LinearIntegrals integrals(body_of(row.body));
    const auto at = [&](double tilt) {
      RollingState state;
      state.R_WB = Rotation::about_x(pi / 2 + tilt);
      state.w_WB_W = state.R_WB * Vec3(0, row.phi_dot + row.dp * tilt, row.W3 + row.ds * tilt);
      return integrals.at(state);
    };
    const auto after = at(epsilon), before = at(-epsilon);
    const double size = std::fabs(row.W3) + std::fabs(row.phi_dot);
    const double allowed = size * (27 * epsilon * epsilon * epsilon + rounding) / epsilon;
    for (std::size_t k = 0; k < 2; ++k) EXPECT_NEAR((after[k] - before[k]) / (2 * epsilon), 0, allowed);
  }
}

/// An unstable straight start leaves as e^{λt}, a stable one swings at its frequency.
TEST(SteadyRollingTruth, RunsGrowAsTheirEigenvaluesSay) {
  const RollingBody disk = body_of(reference::steady_thin);
  const double spin = 5;
  const SteadyRolling steady = steady_rolling(disk, {pi / 2, 0, spin}, SteadyKind::straight);
  EXPECT_EQ(steady.stability, Stability::unstable);
  const double growth = steady.eigenvalues[1].real();
  // θ = π/2 + ε e^{λt} with p = (I₃ s/I₁) (θ − π/2), as the linear integrals want it.
  const double epsilon = 1e-6;
  const Rolling rolling(disk);
  RollingState start;
  start.R_WB = Rotation::about_x(pi / 2 + epsilon);
  start.w_WB_W = start.R_WB * Vec3(growth * epsilon, 2 * spin * epsilon, spin);
  const Recording run = roll(rolling, start, {.t_end = 3 / growth, .tolerance = 1e-12, .sample = 3 / growth});
  const Vec3 axis = rolling.state(run.t_end, run.x_end).R_WB * Vec3::UnitZ();
  // Terms of third order are (e³ ε)² = 4e-10 of the first.
  EXPECT_NEAR(-axis.z() / epsilon / fn::exp(3.0), 1, 1e-7);
}

TEST(SteadyRollingTruth, ABodyOnItsEndRocksLikeAPendulum) {
  // At rest: ω² = m g (r − h) / (I₁ + m h²), r the radius of curvature of the end.
  RollingBody body{.mass = 1.5, .surface = {surface::Ellipsoid{{0.3, 0.3, 0.2}}}, .gravity = {0, 0, -9.81}};
  body.inertia = Vec3(0.05, 0.05, 0.07).asDiagonal();
  const double r = 0.09 / 0.2, square = 1.5 * 9.81 * (r - 0.2) / (0.05 + 1.5 * 0.04);
  const SteadyRolling lies = on_end(body, Vec3::UnitZ(), 0);
  EXPECT_EQ(lies.stability, Stability::stable);
  for (const auto& value : lies.eigenvalues) {
    EXPECT_NEAR(std::fabs(value.imag()), std::sqrt(square), 1e-12);
    EXPECT_NEAR(value.real(), 0, 1e-12);
  }
  // The same of an ellipsoid of three axes: one frequency for each way to rock.
  body.surface = {surface::Ellipsoid{{0.3, 0.4, 0.2}}};
  body.inertia = Vec3(0.05, 0.06, 0.07).asDiagonal();
  const SteadyRolling rocks = on_end(body, Vec3::UnitZ(), 0);
  EXPECT_EQ(rocks.stability, Stability::stable);
  const double about_x = std::sqrt(1.5 * 9.81 * (0.16 / 0.2 - 0.2) / (0.05 + 1.5 * 0.04)),
               about_y = std::sqrt(1.5 * 9.81 * (0.09 / 0.2 - 0.2) / (0.06 + 1.5 * 0.04));
  std::vector<double> frequencies;
  for (const auto& value : rocks.eigenvalues)
    if (value.imag() > 0) frequencies.push_back(value.imag());
  std::sort(frequencies.begin(), frequencies.end());
  ASSERT_EQ(frequencies.size(), 2u);
  EXPECT_NEAR(frequencies[0], std::min(about_x, about_y), 1e-12);
  EXPECT_NEAR(frequencies[1], std::max(about_x, about_y), 1e-12);
  EXPECT_EQ(ends_of(body).size(), 6u);
}

// A prolate body on its end sleeps above a critical speed: runs just below the one found fall over, just above they
// stay.
TEST(SteadyRollingTruth, AnEggSleepsAboveItsCriticalSpeed) {
  RollingBody body{.mass = 1.5, .surface = {surface::Ellipsoid{{0.2, 0.2, 0.3}}}, .gravity = {0, 0, -9.81}};
  body.inertia = Vec3(0.039, 0.039, 0.024).asDiagonal();
  EXPECT_EQ(on_end(body, Vec3::UnitZ(), 0).stability, Stability::unstable);
  std::vector<CriticalSpeed> ends;
  for (const CriticalSpeed& critical : critical_speeds(body))
    if (critical.kind == SteadyKind::on_end) ends.push_back(critical);
  ASSERT_EQ(ends.size(), 2u);  // one for either end
  EXPECT_NEAR(ends[0].value, ends[1].value, 1e-10);
  EXPECT_TRUE(ends[0].stable_above);
  const auto largest_tilt = [&](double w) {
    const Rolling rolling(body);
    RollingState start;
    start.R_WB = Rotation::about_x(1e-6);
    start.w_WB_W = {0, 0, w};
    const Recording run = roll(rolling, start, {.t_end = 20, .tolerance = 1e-10, .sample = 0.1});
    double largest = 0;
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      const Vec3 axis = rolling.state(run.times[i], run.state(i)).R_WB * Vec3::UnitZ();
      largest = std::max(largest, std::hypot(axis.x(), axis.y()));
    }
    return largest;
  };
  EXPECT_GT(largest_tilt(0.98 * ends[0].value), 1e-2);
  EXPECT_LT(largest_tilt(1.02 * ends[0].value), 1e-4);
}

/// A rattleback, of Kane and Levinson's sizes: its axes of inertia are turned against those of its surface about the
/// vertical.
TEST(SteadyRollingTruth, ARattlebackTurnsOneWayOnly) {
  RollingBody body{
      .mass = 1, .surface = {surface::Ellipsoid{{0.2, 0.03, 0.02}}}, .centre = {0, 0, 0.01}, .gravity = {0, 0, -9.81}};
  body.inertia << 2e-4, -2e-5, 0, -2e-5, 1.6e-3, 0, 0, 0, 1.7e-3;
  const SteadyRolling one = on_end(body, Vec3::UnitZ(), 5), other = on_end(body, Vec3::UnitZ(), -5);
  double sum = 0;
  for (const auto& value : one.eigenvalues) sum += value.real();
  EXPECT_GT(std::fabs(sum), 1);
  // What one way damps, the other feeds: turning the other way is time run backwards.
  ASSERT_EQ(one.eigenvalues.size(), 4u);
  for (const auto& value : one.eigenvalues) {
    double nearest = 1e9;
    for (const auto& mirrored : other.eigenvalues) nearest = std::min(nearest, std::abs(value + mirrored));
    EXPECT_LT(nearest, 1e-10);
  }
  // On its other face it is stable from some speed on, one way only.
  const auto critical = critical_speeds(body);
  ASSERT_EQ(critical.size(), 1u);
  EXPECT_TRUE(critical[0].stable_above);
  const Vec3 N = critical[0].normal;
  EXPECT_EQ(on_end(body, N, 1.001 * critical[0].value).stability, Stability::stable);
  EXPECT_EQ(on_end(body, N, 0.999 * critical[0].value).stability, Stability::unstable);
  EXPECT_EQ(on_end(body, N, -1.001 * critical[0].value).stability, Stability::unstable);
}

TEST(SteadyRollingTruth, BalancedTiltsAreWhereTheCentreOfMassIsAboveTheContact) {
  const auto thin = balanced_tilts(body_of(reference::steady_thin));
  ASSERT_EQ(thin.size(), 1u);
  EXPECT_EQ(thin[0], pi / 2);
  const auto thick = balanced_tilts(body_of(reference::steady_thick));
  ASSERT_EQ(thick.size(), 2u);
  EXPECT_NEAR(thick[0], fn::atan2(0.0375, 0.00635), 1e-14);
  EXPECT_NEAR(thick[1], pi - fn::atan2(0.0375, 0.00635), 1e-14);
}

TEST(SteadyRollingTruth, TheReportHasEveryKind) {
  const std::array tilts{0.3, 0.8};
  const SteadyReport report = steady_report(body_of(reference::steady_ring), tilts);
  EXPECT_EQ(report.none, "");
  EXPECT_GE(report.motions.size(), 8u);
  EXPECT_GE(report.critical.size(), 2u);
  RollingBody tilted = body_of(reference::steady_ring);
  tilted.gravity = {1, 0, -9};
  EXPECT_EQ(steady_report(tilted, tilts).none, "its ground is not level");
}

}  // namespace
}  // namespace polhode
