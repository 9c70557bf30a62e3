// Certificates of motions that jump: what they say of errors, growth and steps, against closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/polhode.hpp>
#include <polhode/sim/certify.hpp>

#include "support/typed_system.hpp"

namespace polhode {
namespace {

const ChannelTrust& channel_of(const Certificate& certificate, const std::string& name) {
  for (const ChannelTrust& channel : certificate.channels)
    if (channel.name == name) return channel;
  throw std::out_of_range(name);
}

/// A ball of 1 kg let go 1 m above the ground, in 9.81 m/s²; at each bounce it keeps 0.9 of its speed.
struct Ball {
  static constexpr double g = 9.81, kept = 0.9;
  FreeBodies bodies{{FreeBody{.name = "ball",
                              .mass = {1, Vec3::Zero(), Mat3(Vec3(0.1, 0.1, 0.1).asDiagonal())},
                              .loads = {load::Gravity{{0, 0, -g}}}}}};
  std::vector<double> x0;
  System system;
  SimulateOptions asked{.t_end = 3};
  Ball() : x0(start()), system(FreeBodySystem(bodies)) {
    const auto falls = [](double, VecIn x, VecOut after) {
      std::copy(x.begin(), x.end(), after.begin());
      after[velocity()] *= -kept;
    };
    asked.watches.push_back({.name = "bounce",
                             .g = [](double, VecIn x) { return x[2]; },
                             .crossing = ode::Crossing::falling,
                             .jump = falls});
  }
  std::vector<double> start() const {
    const FreeBodyState state{.p_WBcm = {0, 0, 1}};
    return bodies.coordinates({&state, 1});
  }
  static std::size_t velocity() { return 9; }  // p (3), attitude (4), v (3)
  /// Kinetic and potential energy after n bounces.
  static double energy(int n) { return g * std::pow(kept, 2 * n); }
  static int bounces_before(double t) {
    const double first = std::sqrt(2 / g);
    int n = 0;
    for (double at = first, next = 2 * kept * first; at < t; at += next, next *= kept) ++n;
    return n;
  }
};

TEST(CertifyJumps, WhatABounceTakesAwayIsNoErrorOfTheEnergy) {
  const Ball ball;
  const Certificate certificate = certify(ball.system, ball.x0, {.run = ball.asked});
  const ChannelTrust& energy = channel_of(certificate, "energy");
  const std::vector<double> run = certificate.run.series("energy");
  for (std::size_t i = 0; i < certificate.times.size(); ++i)
    ASSERT_LE(std::fabs(run[i] - Ball::energy(Ball::bounces_before(certificate.times[i]))), energy.band[i])
        << certificate.times[i];
  EXPECT_LT(energy.band.back(), 1e-12 * Ball::g) << "parabolas are solved but for rounding";
  EXPECT_TRUE(certificate.trusted_to_the_end()) << certificate.lost_first;
}

TEST(CertifyJumps, ANeighbourOfABouncingBallBouncesToo) {
  const Ball ball;
  const Certificate certificate = certify(ball.system, ball.x0, {.run = ball.asked});
  // A ball δ higher comes later by Δt ∝ δ: at the n-th bounce of n it has lost v Δt, and Δt adds up over the bounces.
  // No factor is larger than the number of bounces (four) times 2 v/√(2 g h) and what sizes of 1 m, 5 m/s put into it.
  EXPECT_LT(certificate.growth, 50);
  EXPECT_GT(certificate.growth, 1);
  EXPECT_LT(std::fabs(certificate.lyapunov), 1.5);
}

TEST(CertifyJumps, GrowthIsThatOfTheFlowAndOfTheSaltation) {
  // x' = x from 1 to 2 doubles distances, and the reset to 1 halves them again: δ⁺ = δ⁻ ẋ⁺/ẋ⁻, whatever the reset map.
  SimulateOptions asked{.t_end = 10};
  asked.watches.push_back({.name = "fire",
                           .g = [](double, VecIn x) { return x[0] - 2; },
                           .crossing = ode::Crossing::rising,
                           .jump = [](double, VecIn, VecOut after) { after[0] = 1; }});
  const std::vector<double> x0{1};
  const Certificate certificate = certify(typed({"x"}, {"x"}), x0, {.run = asked});
  ASSERT_EQ(certificate.events[0].in_run, 14);  // every ln 2
  EXPECT_NEAR(certificate.growth, 2, 0.03);     // 1000 samples: the last before a reset is up to 0.01 s early
  EXPECT_NEAR(certificate.lyapunov, 0, 0.05);
  EXPECT_TRUE(certificate.honoured);
}

/// ẍ = u − c ẋ, with u switched to −1 where x rises through 0.1 and to 1 where it falls through −0.1.
struct Relay {
  System system = typed({"x", "v", "u"}, {"v", "u - 0.2*v", "0"});
  std::vector<double> x0{0, 0, 1};
  SimulateOptions asked{.t_end = 20};
  Relay() {
    for (const double side : {1.0, -1.0})
      asked.watches.push_back({.name = side > 0 ? "up" : "down",
                               .g = [side](double, VecIn x) { return x[0] - 0.1 * side; },
                               .crossing = side > 0 ? ode::Crossing::rising : ode::Crossing::falling,
                               .jump =
                                   [side](double, VecIn x, VecOut after) {
                                     std::copy(x.begin(), x.end(), after.begin());
                                     after[2] = -side;
                                   }});
  }
};

TEST(CertifyJumps, StepsOfARelayAreJudgedOneByOneAndKeepTheirTolerance) {
  const Relay relay;
  for (const ode::Method& method : {method::dop853, method::dopri5, method::adams}) {
    SimulateOptions asked = relay.asked;
    asked.method = method;
    asked.tolerance = 1e-6;
    const Certificate certificate = certify(relay.system, relay.x0, {.run = asked});
    EXPECT_TRUE(certificate.honoured) << method.name << ": " << certificate.worst;
    EXPECT_GT(certificate.events[0].in_run, 2);
    EXPECT_EQ(certificate.events[0].in_run, certificate.events[0].in_check);
    EXPECT_LT(certificate.growth, 1000) << method.name;
  }
}

TEST(CertifyJumps, AJumpThatTheRunMissedIsAnError) {
  SimulateOptions asked{.t_end = 1, .method = method::euler, .step = 0.5};
  asked.watches.push_back({.name = "touch",
                           .g = [](double, VecIn x) { return x[0] - 0.9; },
                           .crossing = ode::Crossing::rising,
                           .jump = [](double, VecIn x, VecOut after) { after[0] = x[0], after[1] = x[1] + 1; }});
  // x = eᵗ/e passes 0.9 at 1 − 0.105 s; Euler comes to 1.5²/e = 0.83 only.
  const std::vector<double> x0{std::exp(-1.0), 0};
  const Certificate certificate = certify(typed({"x", "n"}, {"x", "0"}), x0, {.run = asked});
  EXPECT_EQ(certificate.events[0].in_run, 0);
  EXPECT_EQ(certificate.events[0].in_check, 1);
  EXPECT_EQ(channel_of(certificate, "s.n").error.back(), 1);
}

}  // namespace
}  // namespace polhode
