// Laws of rolling that go by the track of the contact over the body: smooth bodies, through upright axes.
#include <gtest/gtest.h>

#include <complex>
#include <limits>

#include "support/rolling_runs.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using Complex = std::complex<double>;

constexpr std::array forms{RollingForm::space, RollingForm::body, RollingForm::euler};

RollingBody body_on(Surface surface, double mass, const Vec3& moments, const Dissipation& law, RollingForm form) {
  RollingBody body{.name = "body", .mass = mass, .surface = std::move(surface), .form = form, .gravity = {0, 0, -9.81}};
  body.inertia = moments.asDiagonal();
  body.dissipation = law;
  return body;
}

RollingBody spheroid(double across, double along, const Dissipation& law, RollingForm form) {
  const double m = 0.1, a2 = across * across, c2 = along * along;
  return body_on({surface::Ellipsoid{{across, across, along}}}, m, 0.2 * m * Vec3(a2 + c2, a2 + c2, 2 * a2), law, form);
}

class TrackLoss : public testing::TestWithParam<RollingForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, TrackLoss, testing::ValuesIn(forms),
                         [](const auto& form) { return std::string(to_string(form.param)); });

/// A ball under −M tanh |ω_t| against its level ω: (I + m a²) ω̇ = −M tanh ω, so that sinh ω = sinh ω₀ e^(−kt). The
/// spin about the normal moves no contact and stays.
TEST_P(TrackLoss, a_ball_comes_to_rest_as_its_closed_form) {
  const double m = 0.3, a = 0.02, I = 0.4 * m * a * a, k = 1.7;
  const double M = k * (I + m * a * a);
  const Vec3 w0(3, -4, 2);
  const std::array<double, 3> times{0.5, 2.0, 5.0};
  for (const bool drag : {false, true}) {
    const Dissipation law =
        drag ? Dissipation{dissipation::RollingDrag{M}} : Dissipation{dissipation::RollingTorque{M}};
    const Rolling rolling(body_on({surface::Sphere{a}}, m, Vec3(I, I, I), law, GetParam()));
    RollingState start;
    start.R_WB = Rotation::exp(Vec3(0.4, 0.7, -0.2));
    start.w_WB_W = w0;
    const Recording run =
        roll(rolling, start, {.t_end = 5, .tolerance = 1e-13, .sample = 5, .also_at = {times[0], times[1]}});
    double worst = 0;
    for (std::size_t i = 1; i < run.times.size(); ++i) {
      const double decay = fn::exp(-k * run.times[i]);
      const double level = drag ? 5 * decay : std::asinh(std::sinh(5.0) * decay);
      const Vec3 w = Vec3(0.6 * level, -0.8 * level, 2);
      worst = std::max(worst, (rolling.state(run.times[i], run.state(i)).w_WB_W - w).norm());
    }
    expect_error_within(1e-11, worst,
                        std::string("a ball slowed by rolling-") + (drag ? "drag" : "torque") + " [form " +
                            std::string(to_string(GetParam())) + "]: angular velocity [rad/s]",
                        "closed form");
  }
}

/// What rolls straight on its edge runs over it with ψ̇, whatever its edge is made of: sharp, of a part of a sum, round.
TEST_P(TrackLoss, a_wheel_comes_to_rest_as_its_closed_form) {
  const double m = 0.3, R = 0.05, I3 = 6e-4, k = 1.3, M = k * (I3 + m * R * R);
  const std::array<Surface, 4> wheels{Surface{surface::Disk{R, 0}}, Surface{surface::Sum{{{surface::Disk{R, 0}}}}},
                                      Surface{surface::Torus{0.8 * R, 0.2 * R}},
                                      Surface{surface::Ellipsoid{{R, R, 0.02}}}};
  for (const Surface& wheel : wheels) {
    const Rolling rolling(body_on(wheel, m, Vec3(4e-4, 4e-4, I3), dissipation::RollingTorque{M}, GetParam()));
    RollingState start;
    start.R_WB = Rotation::about_x(pi / 2);
    start.w_WB_W = start.R_WB * Vec3(0, 0, 8);
    const Recording run = roll(rolling, start, {.t_end = 2, .tolerance = 1e-13, .sample = 0.5});
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      const RollingState now = rolling.state(run.times[i], run.state(i));
      const double spin = std::asinh(std::sinh(8.0) * fn::exp(-k * run.times[i]));
      EXPECT_NEAR((now.R_WB.inverse() * now.w_WB_W).z(), spin, 1e-10);
    }
  }
}

/// The couple by the two radii of curvature R₁, R₂ = ρ/sin θ of a spheroid and the level parts of ω, against what the
/// reading says; under `rolling-torque` and at any tilt, upright included.
TEST_P(TrackLoss, its_couple_is_that_of_the_radii_of_curvature) {
  const double a = 0.03, M = 1e-3;
  for (const double c : {0.02, 0.045})
    for (const double tilt : {0.0, 1e-12, 1e-3, 0.4, 1.2, pi / 2, 2.9, pi})
      for (const double size : {1e-3, 3.0, 40.0}) {
        const Rolling rolling(spheroid(a, c, dissipation::RollingTorque{M}, GetParam()));
        RollingState start;
        start.R_WB = Rotation::about_z(0.3) * Rotation::about_x(tilt) * Rotation::about_z(-0.8);
        start.w_WB_W = size * Vec3(0.3, -0.7, 0.5);
        const RollingReading now = rolling.read(0, rolling.coordinates(rolling.complete(0, start)));
        const Vec3 e1(fn::cos(0.3), fn::sin(0.3), 0), h = Vec3::UnitZ().cross(e1);
        const double s2 = fn::sin(tilt) * fn::sin(tilt), w = std::sqrt(a * a * s2 + c * c * (1 - s2));
        const double R1 = a * a * c * c / (w * w * w) / a, R2 = a * a / w / a;
        const double along = start.w_WB_W.dot(e1), around = start.w_WB_W.dot(h);
        const double speed = std::hypot(R1 * along, R2 * around);
        const Vec3 couple = -M * std::tanh(speed) / speed * (R1 * R1 * along * e1 + R2 * R2 * around * h);
        EXPECT_LT((now.contact_torque - couple).norm(), 1e-13 * M * std::max(1.0, speed)) << tilt;
        EXPECT_NEAR(now.dissipated_power, -M * speed * std::tanh(speed), 1e-13 * M * speed);
        // What the couple does in this form: accelerations less those without it.
        RollingBody free = rolling.body();
        free.dissipation.reset();
        const RollingReading without = Rolling(free).read(0, Rolling(free).coordinates(now.state));
        const Vec3 gamma = now.p_WC - now.state.p_WBcm;
        const Mat3 R = now.state.R_WB.matrix(), I = R * free.inertia * R.transpose();
        const Mat3 about = I + free.mass * (gamma.squaredNorm() * Mat3::Identity() - gamma * gamma.transpose());
        const Vec3 change = about * (now.angular_acceleration - without.angular_acceleration);
        const double scale = M + about.norm() * (100 + without.angular_acceleration.norm() + size * size);
        EXPECT_LT((change - couple).norm(), 1e-13 * scale) << tilt << ", " << size;
      }
}

/// Near upright, (24) with the couple −k (i ż + s z) of `rolling-drag`, k = c (r/R)²: two exponentials.
///
///   (I₁+mh²) λ² + (k − i s (I₃+mhr)) λ − mg(h−r) − i k s = 0
TEST_P(TrackLoss, small_nutations_decay_as_their_exponentials) {
  const double a = 0.03, h = 0.02, r = a * a / h, m = 0.1, c = 4e-5, s = 6, g = 9.81, k = c * (r / a) * (r / a);
  const Rolling rolling(spheroid(a, h, dissipation::RollingDrag{c}, GetParam()));
  const double A = rolling.body().inertia(0, 0) + m * h * h, B = rolling.body().inertia(2, 2) + m * h * r;
  const Complex i(0, 1), b(k, -s * B), root = std::sqrt(b * b + 4 * A * Complex(m * g * (h - r), k * s));
  const Complex first = (-b + root) / (2 * A), second = (-b - root) / (2 * A);
  const double z0 = 1e-5;
  // z(0) = −i z0, the axis' level part at this tilt; ż(0) = 0 with the spin s about the axis.
  RollingState start;
  start.R_WB = Rotation::about_x(z0);
  start.w_WB_W = start.R_WB * Vec3(0, 0, s);
  const Complex begin(0, -std::sin(z0)), second_part = begin * first / (first - second),
                                         first_part = begin - second_part;
  const Recording run = roll(rolling, start, {.t_end = 4, .tolerance = 1e-13, .sample = 0.5});
  ASSERT_FALSE(run.outcome.ended_early());
  double worst = 0;
  for (std::size_t n = 0; n < run.times.size(); ++n) {
    const Vec3 axis = rolling.state(run.times[n], run.state(n)).R_WB * Vec3::UnitZ();
    const Complex should = first_part * std::exp(first * run.times[n]) + second_part * std::exp(second * run.times[n]);
    worst = std::max(worst, std::abs(Complex(axis.x(), axis.y()) - should) / z0);
  }
  // The loss is seen: it takes more than half of them.
  EXPECT_LT(std::abs(std::exp(first * 4.0)) + std::abs(std::exp(second * 4.0)), 1);
  // Attitudes are good to some 1e-13 a step, by 1e-5; what is left out is of the order z0².
  expect_error_within(
      1e-6, worst,
      "a spheroid on its end under rolling-drag [form " + std::string(to_string(GetParam())) + "]: nutation [relative]",
      "closed form, linear in the tilt");
}

/// Motions that a law takes through the upright: it never gives, takes no more than there is, and the balance closes.
TEST_P(TrackLoss, takes_what_is_lost_through_upright_axes_and_no_more) {
  struct Case {
    double across, along;
    Dissipation law;
    Vec3 angles, rates;
    double t_end;
  };
  const std::array<Case, 6> cases{{
      {0.03, 0.02, dissipation::RollingTorque{1e-4}, {0, pi / 6, 0}, {3, 1, -2}, 10},
      {0.03, 0.02, dissipation::RollingDrag{1e-6}, {0, pi / 6, 0}, {3, 1, -2}, 10},
      {0.03, 0.02, dissipation::RollingTorque{1e-4}, {0, 2e-4, 0}, {0, 0.1, 20}, 3},
      {0.03, 0.02, dissipation::RollingDrag{1e-5}, {0, 2e-4, 0}, {0, 0.1, 20}, 3},
      {0.03, 0.02, dissipation::RollingTorque{1e-4}, {0.2, 0.5, 0}, {0, -1, 0}, 5},  // to and fro through the upright
      {0.02, 0.03, dissipation::RollingTorque{1e-5}, {0, pi, 0}, {1, 0.5, 70}, 3},   // an egg on its end
  }};
  for (const Case& one : cases) {
    const Rolling rolling(spheroid(one.across, one.along, one.law, GetParam()));
    const Recording run = simulate(rolling.body(), {.motion = rolling_start::Euler{one.angles, one.rates}},
                                   {.t_end = one.t_end, .tolerance = 1e-10, .sample = 0.01});
    ASSERT_EQ(run.outcome.ending, ode::Ending::finished);
    EXPECT_LT(run.drift("energy").largest, 1e-8);
    const auto energy = [&](std::size_t n) {
      const RollingReading now = rolling.read(run.times[n], run.state(n));
      EXPECT_LE(now.dissipated_power, 0);
      return now.kinetic_energy + now.potential_energy;
    };
    const double first = energy(0), least = 0.1 * 9.81 * std::min(one.across, one.along);
    double before = first;
    for (std::size_t n = 1; n < run.times.size(); ++n) {
      const double now = energy(n);
      EXPECT_LE(now, before + 1e-10 * first);
      EXPECT_GE(now, least * (1 - 1e-9));
      before = now;
    }
    EXPECT_LT(run.works.at(0).at_samples.back(), 0);
    EXPECT_LT(run.statistics.steps, 20'000);
  }
}

/// Air takes Moffatt's power from a disk that goes round as in a steady motion, and what vanishes with the precession
/// from one that does not: a couple that is bounded, where power by a rate of none would be none.
TEST_P(TrackLoss, a_film_of_air_takes_nothing_from_what_does_not_go_round) {
  const double R = 0.04, m = 0.1, eta = 1e-3;
  const Rolling rolling(
      body_on({surface::Disk{R, 0}}, m, m * R * R * Vec3(0.25, 0.25, 0.5), dissipation::AirFilm{eta, R}, GetParam()));
  for (const double tilt : {0.1, 0.5, 1.2}) {
    const double steady = 2 * std::sqrt(9.81 / (R * std::sin(tilt)));
    const double full = pi * eta * 9.81 * R * R / (tilt * tilt);
    for (const double part : {0.0, 1e-12, 1e-6, 1e-2, 0.05, 0.44, 1.0, 2.0}) {
      RollingState start;
      start.R_WB = Rotation::about_x(tilt);
      start.w_WB_W = part * steady * Vec3(0, 0, 1) + start.R_WB * Vec3(0.3, 0, -part * steady * std::cos(tilt));
      const RollingReading now = rolling.read(0, rolling.coordinates(rolling.complete(0, start)));
      const double power = -now.dissipated_power, share = 100 * part * part;
      EXPECT_NEAR(power, full * std::tanh(share), 1e-14 * full) << tilt << ", " << part;
      EXPECT_LE(now.contact_torque.norm(), 10 * full / (steady * std::sin(tilt))) << tilt << ", " << part;
      EXPECT_LT(now.angular_acceleration.norm(), 5e3);
    }
  }
}

}  // namespace
}  // namespace polhode
