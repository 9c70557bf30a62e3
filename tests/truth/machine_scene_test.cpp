// Machines, charges and springs among the built-in scenes that are given by a Lagrangian, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include <polhode/base/text.hpp>
#include <polhode/math/vector.hpp>
#include <polhode/sim/modes.hpp>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

constexpr double g = 9.81;

TEST(Atwood, WeightsFallByTheirDifferenceAndTheCordPullsOnEachByItsOwn) {
  const double m1 = 1.2, m2 = 1;
  double worst = 0, pull = 0;
  // With its pulley, and with one that has no inertia, whose mass matrix by itself is singular.
  for (const double inertia : {0.002, 0.0}) {
    const Recording run = run_scene("atwood", {"system.machine.parameters.I=" + std::to_string(inertia)});
    const double a = (m1 - m2) * g / (m1 + m2 + inertia / (0.1 * 0.1));
    const std::vector<double> x1 = run.series("machine.x1"), x2 = run.series("machine.x2");
    const std::vector<double> left = run.series("machine.force.left"), right = run.series("machine.force.right");
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      const double way = 0.5 * a * run.times[i] * run.times[i];
      worst = std::max({worst, std::fabs(x1[i] - (1 + way)), std::fabs(x2[i] - (1 - way))});
      // Of x1, x2, phi: the cord holds m1 back by m1 (g − a) and draws m2 up by m2 (g + a).
      pull = std::max({pull, std::fabs(left[3 * i] + m1 * (g - a)), std::fabs(right[3 * i + 1] + m2 * (g + a))});
    }
    EXPECT_LT(run.drift("machine.energy").largest, 1e-12);
    EXPECT_LT(run.drift("machine.virtual_work").largest, 1e-13);
  }
  // A parabola: nothing but rounding of numbers below three, in some tens of steps, and of forces of twelve.
  expect_error_within(1e-13, worst, "Atwood's machine, with and without inertia of the pulley, 2 s: places, m",
                      "(m1 − m2) g/(m1 + m2 + I/r²)");
  expect_error_within(1e-13, pull / (m1 * g), "Atwood's machine: pull of the cord on each weight, relative",
                      "Newton's second law for each");
}

/// The integral of the machine whose weights are as three to one [Tufillaro 1986].
constexpr const char* second_integral =
    "r^2*theta'*(r'*cos(theta/2) - 0.5*r*theta'*sin(theta/2)) + g*r^2*sin(theta/2)*cos(theta/2)^2";

TEST(SwingingAtwood, HasASecondIntegralWhereTheWeightsAreAsThreeToOne) {
  const std::string typed = std::string("system.machine.conserved.second=\"") + second_integral + "\"";
  double worst = 0;
  for (const char* turning : {"0", "0.8", "-2"}) {
    const Recording run =
        run_scene("swinging-atwood", {typed, std::string("system.machine.initial.theta'=") + turning});
    EXPECT_FALSE(run.outcome.ended_early());
    worst = std::max(worst, run.drift("machine.second").largest);
    EXPECT_LT(run.drift("machine.energy").largest, 1e-9);
  }
  // Thirty seconds in a thousand steps of 1e-12, some of them magnified where the bob swings round close to the pulley.
  expect_error_within(1e-9, worst, "swinging Atwood machine, M = 3 m, 30 s: second integral, relative",
                      "Tufillaro 1986");
  // It belongs to that ratio alone.
  EXPECT_GT(run_scene("swinging-atwood", {typed, "system.machine.parameters.M=2.9"}).drift("machine.second").largest,
            1e-2);
}

TEST(CartPole, WithoutFeedbackKeepsMomentumAndFallsAsItsEnergySays) {
  const Recording run = run_scene("cart-pole", {"system.cart.forces.x=0", "system.cart.dissipation=0", "run.end=4"});
  const double M = 1, m = 0.2, l = 0.5, start = 0.3;
  const std::vector<double> x = run.series("cart.x"), theta = run.series("cart.theta"),
                            rate = run.series("cart.theta'");
  double centre = 0, speed = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double s = std::sin(theta[i]), c = std::cos(theta[i]);
    centre = std::max(centre, std::fabs((M + m) * x[i] + m * l * (s - std::sin(start))));
    // ½ m l² θ'² (M + m sin² θ)/(M + m) = m g l (cos θ0 − cos θ) where the centre of mass rests.
    speed =
        std::max(speed, std::fabs(rate[i] * rate[i] * (M + m * s * s) * l / (2 * g * (M + m)) - (std::cos(start) - c)));
  }
  EXPECT_GT(largest(theta), 5.9);  // it fell, and rose again on the other side
  // Four seconds in some hundred steps of 1e-11.
  expect_error_within(1e-9, std::max(centre, speed),
                      "pole on a free cart, 4 s: centre of mass, kg m, and energy by m g l", "conservation laws");
  EXPECT_LT(run.drift("cart.p_x").largest, 1e-9);
}

TEST(CartPole, HangingSwingsFasterThanOnACartThatIsHeld) {
  const std::vector<std::string> free{"system.cart.forces.x=0", "system.cart.dissipation=0"};
  const auto built = build(*load_scene("cart-pole", free));
  const Modes all = modes(built->system, 0, std::vector<double>{0, pi, 0, 0});
  ASSERT_EQ(all.all.size(), 1U);
  EXPECT_EQ(all.zero_modes, 2);
  // ω² = (1 + m/M) g/l, and the cart goes against the pole by m l/(M + m).
  expect_error_within(1e-13, std::fabs(all.all[0].frequency - std::sqrt(1.2 * g / 0.5)),
                      "pole that hangs from a free cart: frequency, rad/s", "elementary");
  EXPECT_NEAR((all.all[0].shape[0] / all.all[0].shape[1]).real(), 0.2 * 0.5 / 1.2, 1e-14);
}

TEST(CartPole, FeedbackMakesStandingStableAndThePoleStandsUp) {
  const auto built = build(*load_scene("cart-pole"));
  const Modes all = modes(built->system, 0, std::vector<double>{0, 0, 0, 0});
  const double M = 1, m = 0.2, l = 0.5, friction = 0.02;
  double worst = 0;
  std::complex<double> slowest = -1e9;
  for (const Mode& mode : all.all) {
    const std::complex<double> s = mode.eigenvalue;
    // (M + m) s² x + m l s² θ = F = (40 + 8 s) θ + (1.5 + 3 s) x;  m l s² x + (m l² s² + c s − m g l) θ = 0.
    const std::complex<double> a = (M + m) * s * s - 1.5 - 3.0 * s, b = m * l * s * s - 40.0 - 8.0 * s,
                               c = m * l * s * s, d = m * l * l * s * s + friction * s - m * g * l;
    worst = std::max(worst, std::abs(a * d - b * c) / (std::abs(a * d) + std::abs(b * c)));
    if (s.real() > slowest.real()) slowest = s;
  }
  expect_error_within(1e-12, worst, "pole on a driven cart: characteristic polynomial at the eigenvalues, relative",
                      "equations linearised by hand");
  ASSERT_LT(slowest.real(), 0);
  // From one period of the slowest mode to the next, when the others are e^{-60} of what they were.
  const double from = 12, to = from + 2 * pi / slowest.imag();
  const Recording run = run_scene("cart-pole", {"run.end=25", "run.tolerance=1e-13"}, {from, to});
  const std::vector<double> x = run.series("cart.x");
  const double decay = std::log(x[sample_at(run, to)] / x[sample_at(run, from)]) / (to - from);
  // By then it swings by less than 1e-3, so that what is not linear is 1e-6 of it; steps leave 1e-12 of 1e-7.
  expect_error_within(1e-5, std::fabs(decay / slowest.real() - 1),
                      "pole that feedback makes stand, from 12 s on: decay, relative", "slowest eigenvalue");
}

TEST(ChargedParticle, DriftsByEOverBWhileItGoesRoundAtQBOverM) {
  const double E = 0.3, B = 1.7, m = 0.8, q = 1.3, w = q * B / m;
  const Recording run = run_scene(
      "charged-particle", {"system.ion.parameters.E=0.3", "system.ion.parameters.B=1.7", "system.ion.parameters.m=0.8",
                           "system.ion.parameters.q=1.3", "run.tolerance=1e-13"});
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    // From velocity (1, 0): the drift E × B/B² along x, and what is left of it turning clockwise.
    const double t = run.times[i], left = 1 - E / B;
    worst = std::max({worst, std::fabs(run.series("ion.x")[i] - (E / B * t + left / w * std::sin(w * t))),
                      std::fabs(run.series("ion.y")[i] + left / w * (1 - std::cos(w * t))),
                      std::fabs(run.series("ion.z")[i] - 0.1 * t)});
  }
  // Nine turns in some hundred steps of 1e-13.
  expect_error_within(1e-11, worst, "charge in crossed fields, 20 s: place, m", "cycloid: drift E/B, circle at qB/m");
  // z is cyclic; x and y are not by this potential, though nothing depends on where the charge is along x.
  EXPECT_LT(run.drift("ion.p_z").largest, 1e-13);
  EXPECT_LT(run.drift("ion.energy").largest, 1e-12);
}

TEST(SpringPendulum, BouncesInSinesOnThePlumbLine) {
  const Recording run = run_scene("spring-pendulum", {"system.bob.initial.theta=0", "run.tolerance=1e-13"});
  const double rest = 1 + g / 29.43, w = std::sqrt(29.43);
  double worst = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i)
    worst = std::max(worst, std::fabs(run.series("bob.r")[i] - (rest + (1.6 - rest) * std::cos(w * run.times[i]))));
  // 35 bounces in some hundreds of steps of 1e-13, whose errors of phase add up.
  expect_error_within(1e-10, worst, "pendulum on a spring that only bounces, 40 s: length, m", "elementary");
  EXPECT_EQ(largest(run.series("bob.theta")), 0);
}

TEST(SpringPendulum, SwingsTwiceAsSlowlyAsItBouncesAndMovesAsByPlaneCoordinates) {
  const auto built = build(*load_scene("spring-pendulum"));
  const Modes all = modes(built->system, 0, std::vector<double>{1 + g / 29.43, 0, 0, 0});
  ASSERT_EQ(all.all.size(), 2U);
  EXPECT_NEAR(all.all[0].frequency, std::sqrt(g / (1 + g / 29.43)), 1e-13);
  EXPECT_NEAR(all.all[1].frequency, 2 * all.all[0].frequency, 1e-13);
  const Recording plane = run_text(R"toml(
[run]
end = 10
tolerance = 1e-13
[[system]]
name = "bob"
parameters = { k = 29.43, g = 9.81 }
equations = { x = "u", y = "v", u = "-k*x*(1 - 1/hypot(x, y))", v = "-g - k*y*(1 - 1/hypot(x, y))" }
initial = { x = "1.6*sin(0.02)", y = "-1.6*cos(0.02)", u = 0, v = 0 }
)toml");
  const Recording polar = run_scene("spring-pendulum", {"run.end=10", "run.tolerance=1e-13"});
  ASSERT_EQ(plane.times.size(), polar.times.size());
  double worst = 0;
  const std::vector<double> place = polar.series("bob.place");
  for (std::size_t i = 0; i < plane.times.size(); ++i)
    worst = std::max({worst, std::fabs(place[3 * i] - plane.series("bob.x")[i]),
                      std::fabs(place[3 * i + 2] - plane.series("bob.y")[i])});
  // Bouncing is unstable, by e^{4} in these ten seconds: a hundredfold of the 1e-12 of some hundred steps.
  expect_error_within(1e-9, worst, "pendulum on a spring, 10 s: place, m", "Newton's equations in x and y");
}

/// From swing to swing.
double growth_of_swings(const Recording& run, double from, double to) {
  const std::vector<double> theta = run.series("bob.theta");
  return std::log(theta[sample_at(run, to)] / theta[sample_at(run, from)]) / (to - from);
}

TEST(SpringPendulum, BouncingBecomesSwinging) {
  // Across the plumb line x'' + ω² x + (k/m)(l/r0²) A cos(2 ω t) x = 0 for a bounce A: Mathieu's equation at its first
  // resonance, which grows by (k/m)(l/r0²) A/(4 ω). A and −A are one bounce half a turn apart, so that corrections are
  // of the order of (A/r0)².
  const double r0 = 1 + g / 29.43, w = std::sqrt(g / r0), A = 0.01;
  const double turn = 2 * pi / w, from = 200 * turn, to = 300 * turn;  // what dies is e^{-14} of what grows
  const Recording small = run_scene("spring-pendulum",
                                    {"system.bob.initial.theta=1e-8", "system.bob.initial.r=" + shortest(r0 + A),
                                     "run.end=" + shortest(to + 1), "run.tolerance=1e-13"},
                                    {from, to});
  const double sigma = growth_of_swings(small, from, to);
  const double expected = 29.43 / (r0 * r0) * A / (4 * w);
  expect_error_within(std::pow(A / r0, 2), std::fabs(sigma / expected - 1),
                      "pendulum on a spring: growth of the swing out of small bounces, relative",
                      "Mathieu's equation to first order");
  // And in the scene most of the bounce does become a swing, and a bounce again.
  const Recording run = run_scene("spring-pendulum");
  std::vector<double> bounce;
  for (std::size_t i = 0; i < run.times.size(); ++i)
    bounce.push_back(0.5 * std::pow(run.series("bob.r'")[i], 2) +
                     0.5 * 29.43 * std::pow(run.series("bob.r")[i] - r0, 2));
  const auto least = std::min_element(bounce.begin(), bounce.end());
  EXPECT_LT(*least, 0.2 * bounce.front());
  EXPECT_GT(*std::max_element(least, bounce.end()), 0.8 * bounce.front());
}

}  // namespace
}  // namespace polhode
