// Pendulums among the built-in scenes that are given by a Lagrangian, against closed forms and special functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include <polhode/base/text.hpp>
#include <polhode/math/vector.hpp>

#include "support/elliptic.hpp"
#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

constexpr double g = 9.81;

/// A value of a key, with all its digits.
std::string key(const std::string& name, double value) { return name + "=" + shortest(value); }

/// The bob of a spherical pendulum of length 1 that turns at the height z2, going round with h = φ' sin² θ: its height
/// goes between the two lower roots of  z'² = 2 (E − g z)(1 − z²) − h².
struct Roundabout {
  double lowest, highest, third;  ///< roots
  double h;
  double k2() const { return (highest - lowest) / (third - lowest); }
  double rate() const { return std::sqrt(0.5 * g * (third - lowest)); }
  /// From turn to turn at the top.
  double period() const { return 2 * complete_elliptic_k((third - highest) / (third - lowest)) / rate(); }
  /// What φ goes on by in that time: ∫ h/(1 − z²) dt with z = z1 + (z2 − z1) sin² χ. The integrand is periodic, so that
  /// the rule of trapezes converges faster than any power.
  double advance() const {
    double sum = 0;
    constexpr int n = 200;
    for (int i = 0; i < n; ++i) {
      const double s = std::sin(pi * i / n), z = lowest + (highest - lowest) * s * s;
      sum += h / ((1 - z * z) * std::sqrt(1 - k2() * s * s));
    }
    return sum * pi / n / rate();
  }
};

Roundabout roundabout(double theta, double phi_rate) {
  const double z = -std::cos(theta), s2 = std::sin(theta) * std::sin(theta), h = phi_rate * s2;
  const double E = 0.5 * phi_rate * phi_rate * s2 + g * z;
  // 2 g z³ − 2 E z² − 2 g z + (2 E − h²) has the root z; the others have the sum E/g − z and the product
  // −(2 E − h²)/(2 g z).
  const double sum = E / g - z, product = -(2 * E - h * h) / (2 * g * z);
  const double half = std::sqrt(0.25 * sum * sum - product);
  return {0.5 * sum - half, z, 0.5 * sum + half, h};
}

TEST(SphericalPendulum, RisesAndGoesRoundAsEllipticIntegralsSay) {
  const Roundabout truth = roundabout(1, 2);
  ASSERT_LT(truth.lowest, truth.highest);
  const double half = 0.5 * truth.period(), end = 8 * truth.period();
  const Recording run = run_scene("spherical-pendulum", {"run.tolerance=1e-13", key("run.end", end)}, {half});
  const std::vector<double> theta = run.series("pendulum.theta"), phi = run.series("pendulum.phi");
  const double lowest = -std::cos(theta[sample_at(run, half)]);
  const double error = std::max({std::fabs(theta.back() - 1), std::fabs(run.series("pendulum.theta'").back()),
                                 std::fabs(phi.back() - 8 * truth.advance()), std::fabs(lowest - truth.lowest)});
  // Eight rises in some hundred steps of 1e-13, whose errors of phase add up.
  expect_error_within(1e-10, error, "spherical pendulum, eight rises: angles, rate of one, lowest place",
                      "elliptic integrals of its conserved energy and momentum");
  EXPECT_LT(run.drift("pendulum.p_phi").largest, 1e-12);
}

TEST(Pendulum, LetGoLevelHasAnEnergyOfNothingThatIsMeasuredByItsParts) {
  const std::string scene =
      "[[system]]\nname = 'p'\ncoordinates = ['theta']\nlagrangian = \"0.5*theta'^2 + 9.81*cos(theta)\"\n"
      "initial = { theta = 'pi/2' }\n[run]\nend = 5\ntolerance = ";
  for (const char* tolerance : {"1e-4", "1e-6", "1e-9", "1e-12"}) {
    const Recording run = run_text(scene + tolerance);
    const Drift& drift = run.drift("p.energy");
    EXPECT_GT(drift.absolute, 0);
    // At the bottom θ'²/2 = g, and q'·p and L are 2 g each.
    EXPECT_NEAR(drift.largest, drift.absolute / (4 * 9.81), 0.1 * drift.largest) << tolerance;
  }
}

TEST(SphericalPendulum, GoesRoundLevelAtTheRateOfTheCone) {
  const Recording run =
      run_scene("spherical-pendulum", {key("system.pendulum.initial.phi'", std::sqrt(g / std::cos(1)))});
  double worst = 0;
  for (const double theta : run.series("pendulum.theta")) worst = std::max(worst, std::fabs(theta - 1));
  EXPECT_LT(worst, 1e-12);
}

/// Where the long axis of a swing lies that is at p with the velocity v: of p = α e^{iωt} + β e^{−iωt} in a plane that
/// does not turn, half the sum of the directions of α and β.
double axis_of(std::complex<double> p, std::complex<double> v, double w) {
  const std::complex<double> i(0, 1), alpha = p - i * v / w, beta = p + i * v / w;
  return 0.5 * std::arg(alpha * beta);
}

TEST(Foucault, PlaneOfTheSwingTurnsBySineOfLatitude) {
  const Recording run = run_scene("foucault-lagrangian");
  const double a = 3, l = 67, W = 7.2921159e-5 * std::sin(48.846 * pi / 180);
  const std::complex<double> i(0, 1), p(run.series("bob.x").back(), run.series("bob.y").back()),
      p_rate(run.series("bob.x'").back(), run.series("bob.y'").back());
  const double turned = axis_of(p, p_rate + i * W * p, std::sqrt(g / l));
  // Let go from rest on the turning Earth the swing is an ellipse of half axes a and a W/ω, which a pendulum turns in
  // its own sense by 3/8 a b/l² of ω, as r⁴ in a potential does: W less 3/8 (a/l)² W is left, and the
  // next term is (a/l)² times smaller.
  const double expected = -W * 3600 * (1 - 0.375 * (a / l) * (a / l));
  EXPECT_NEAR(turned, -W * 3600, 1e-3 * W * 3600);
  expect_error_within(1e-5, std::fabs(turned / expected - 1),
                      "Foucault's pendulum by its Lagrangian, 1 h: turn of the "
                      "swing, relative",
                      "Ω sin(latitude), with what the width of the swing adds");
}

/// Mathieu's equation δ'' + (A − 2 q cos 2τ) δ = 0 between its first borders: δ = Σ c_n cos((ν + 2 n) τ) with
/// ((ν + 2 n)² − A) c_n + q (c_{n−1} + c_{n+1}) = 0, by continued fractions to both sides.
struct Mathieu {
  double A, q;

  /// c_n/c_{n∓1} away from the middle.
  double ratio(double nu, int n) const {
    double value = 0;
    for (int k = n + (n > 0 ? 20 : -20); k != n + (n > 0 ? -1 : 1); k += n > 0 ? -1 : 1)
      value = -q / ((nu + 2 * k) * (nu + 2 * k) - A + q * value);
    return value;
  }
  double left(double nu) const { return nu * nu - A + q * (ratio(nu, 1) + ratio(nu, -1)); }
  double exponent() const {
    double low = 0, high = 0.9;
    for (int k = 0; k < 100; ++k) (left(0.5 * (low + high)) < 0 ? low : high) = 0.5 * (low + high);
    return 0.5 * (low + high);
  }
  /// The even solution that starts from 1.
  double even(double tau) const {
    const double nu = exponent();
    double sum = std::cos(nu * tau), start = 1;
    for (const int side : {1, -1}) {
      double c = 1;
      for (int n = 1; n < 12; ++n) {
        c *= ratio(nu, side * n);
        sum += c * std::cos((nu + 2 * side * n) * tau);
        start += c;
      }
    }
    return sum / start;
  }
  /// The lower border, ν = 0.
  static double border(double q) {
    double low = -q * q, high = 0;
    for (int k = 0; k < 100; ++k) (Mathieu{0.5 * (low + high), q}.left(0) > 0 ? low : high) = 0.5 * (low + high);
    return 0.5 * (low + high);
  }
};

constexpr double shaken_l = 0.3, shaken_a = 0.03;
/// θ = π + δ with 2 τ = w t.
Mathieu upright(double w) { return {-4 * g / (shaken_l * w * w), -2 * shaken_a / shaken_l}; }

TEST(Kapitza, StandsAndSwingsAboutTheTopAsMathieusEquationSays) {
  const double start = 1e-4, w = 150;
  const Recording run = run_scene("kapitza", {key("system.pendulum.initial.theta", pi + start), "run.tolerance=1e-13"});
  const Mathieu equation = upright(w);
  double worst = 0;
  const std::vector<double> theta = run.series("pendulum.theta");
  for (std::size_t i = 0; i < run.times.size(); i += 7)
    worst = std::max(worst, std::fabs(theta[i] - pi - start * equation.even(0.5 * w * run.times[i])));
  // 120 shakes in a thousand steps of 1e-13; what is not linear in the swing is 1e-8 of it.
  expect_error_within(1e-10, worst, "Kapitza's pendulum beside its top, 5 s: angle, rad",
                      "Mathieu's equation by continued fractions");
  // Kapitza's effective frequency, to the square of its ratio to the shaking.
  const double effective = std::sqrt(0.5 * std::pow(shaken_a * w / shaken_l, 2) - g / shaken_l);
  EXPECT_NEAR(0.5 * w * equation.exponent() / effective, 1, 2 * std::pow(effective / w, 2));
}

TEST(Kapitza, FallsWhereMathieusBorderIsCrossed) {
  const double w = std::sqrt(-4 * g / (shaken_l * Mathieu::border(-2 * shaken_a / shaken_l)));
  // Kapitza's (a w)² = 2 g l is off by 2e-3 there, so that a thousandth to each side tells them apart.
  EXPECT_GT(w * shaken_a / std::sqrt(2 * g * shaken_l) - 1, 1.5e-3);
  const auto farthest = [](double w_of_run) {
    const Recording run = run_scene("kapitza", {key("system.pendulum.initial.theta", pi + 1e-4),
                                                key("system.pendulum.parameters.w", w_of_run), "run.end=40"});
    double most = 0;
    for (const double theta : run.series("pendulum.theta")) most = std::max(most, std::fabs(theta - pi));
    return most;
  };
  EXPECT_LT(farthest(1.001 * w), 2e-4);
  EXPECT_GT(farthest(0.999 * w), 1);
}

TEST(BeadOnHoop, RestsAndSwingsWhereTheTurningHoldsItUp) {
  const double r = 0.5, w = 7, rest = std::acos(g / (r * w * w)), start = 1e-5;
  const Recording run =
      run_scene("bead-on-hoop", {key("system.bead.initial.theta", rest + start), "run.tolerance=1e-13"});
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i)
    worst = std::max(
        worst, std::fabs(run.series("bead.theta")[i] - rest - start * std::cos(w * std::sin(rest) * run.times[i])));
  // What is not linear in the swing is start² times a number below ten, and steps err by some 1e-12.
  expect_error_within(1e-9, worst, "bead on a turned hoop beside its rest, 10 s: angle, rad",
                      "cos θ = g/(r w²), swings at w sin θ");
}

}  // namespace
}  // namespace polhode
