// Starts of rolling bodies: steady ones against closed forms, and that they stay; and what is refused.
#include <gtest/gtest.h>

#include <polhode/dynamics/rolling/start.hpp>
#include <polhode/dynamics/rolling/steady.hpp>

#include "support/steady_bodies.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using rolling_start::Attitude;
using rolling_start::Euler;
using rolling_start::Steady;
using rolling_start::Straight;
using rolling_start::Upright;

const char* const closed_form = "closed form";
// Figures are rounded to double and so are the bodies' numbers, of which a dozen products and a root are taken.
constexpr double rounding = 1e-14;

double relative(double is, double should) { return std::fabs(is - should) / std::fabs(should); }

TEST(SteadyStartTruth, TheCentreOfMassRestsAtOnePrecession) {
  double worst = 0, spin = 0;
  for (const auto& row : reference::steady_at_rest) {
    const auto motion = steady_at_rest(body_of(row.body), row.theta);
    ASSERT_TRUE(motion);
    worst = std::max(worst, relative(motion->precession, row.phi_dot));
    if (row.W3 == 0)
      EXPECT_EQ(motion->spin, 0);
    else
      spin = std::max(spin, relative(motion->spin, row.W3));
  }
  expect_error_within(rounding, worst, "precession of disks with their centre of mass at rest [relative]", closed_form);
  expect_error_within(rounding, spin, "spin of the same [relative]", closed_form);
}

TEST(SteadyStartTruth, ATiltAndASpinHaveTwoPrecessions) {
  double worst = 0, back = 0, speed = 0;
  for (const auto& row : reference::steady_precession) {
    const RollingBody body = body_of(row.body);
    const auto ways = steady_precessions(body, row.theta, row.W3);
    ASSERT_EQ(ways.size(), 2u);
    EXPECT_LE(std::fabs(ways[0]), std::fabs(ways[1]));
    const Meridian at = meridian_at(body, row.theta);
    EXPECT_LE(relative(at.height(), row.height), rounding);
    for (const auto& way : row.ways) {
      const double is = std::fabs(ways[0] - way.phi_dot) < std::fabs(ways[1] - way.phi_dot) ? ways[0] : ways[1];
      worst = std::max(worst, relative(is, way.phi_dot));
      const auto spin = steady_spin(body, row.theta, way.phi_dot);
      ASSERT_TRUE(spin);
      back = std::max(back, relative(*spin, row.W3));
      // By the rim: its parts cancel where the centre of mass is all but at rest.
      const double v = std::fabs(at.zeta * way.phi_dot * at.sin - at.rho * row.W3);
      speed = std::max(speed, std::fabs(v - way.speed) / (at.rho * std::fabs(row.W3)));
    }
  }
  expect_error_within(rounding, worst, "the two precessions of a tilt and a spin [relative]", closed_form);
  expect_error_within(rounding, back, "spin from precession [relative]", closed_form);
  expect_error_within(rounding, speed, "speed of the centre of mass on its circle, by that of the rim", closed_form);
}

TEST(SteadyStartTruth, AThinDisksPrecessionFollowsItsTilt) {
  const RollingBody disk = body_of(reference::steady_thin);
  for (const double tilt : {0.01, 0.1, 0.7, 1.5, 2.2}) {
    const auto motion = steady_at_rest(disk, tilt);
    ASSERT_TRUE(motion);
    EXPECT_NEAR(motion->precession * motion->precession * fn::sin(tilt) * 0.0375 / (4 * 9.81), 1, rounding);
    EXPECT_NEAR(steady_energy(disk, *motion) / (1.5 * 0.44 * 9.81 * 0.0375 * fn::sin(tilt)), 1, rounding);
  }
}

/// The largest change of tilt, and of precession and spin by the rates, over a run of ten turns.
double wandering(const RollingBody& body, const RollingStart& start, double t_end) {
  const Rolling rolling(body);
  const auto state = start_state(rolling, 0, start);
  EXPECT_TRUE(state.ok()) << format(state.diagnostics());
  const Recording run = roll(rolling, *state, {.t_end = t_end, .tolerance = 1e-13, .sample = t_end / 50});
  EXPECT_FALSE(run.outcome.ended_early());
  EXPECT_EQ(run.t_end, t_end);
  double worst = 0;
  const auto read = [&](std::size_t i) {
    const RollingState now = rolling.state(run.times[i], run.state(i));
    const Vec3 N = now.R_WB.inverse() * Vec3::UnitZ(), Omega = now.R_WB.inverse() * now.w_WB_W;
    return Vec3(N.z(), Omega.dot(N) / now.w_WB_W.norm(), Omega.z() / now.w_WB_W.norm());
  };
  for (std::size_t i = 0; i < run.times.size(); ++i) worst = std::max(worst, (read(i) - read(0)).norm());
  return worst;
}

// Those that are stable: errors of 1e-13 a step, of some hundred steps a turn.
TEST(SteadyStartTruth, SteadyStartsStaySteady) {
  double worst = 0;
  for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler}) {
    for (const auto& row : reference::steady_at_rest) {
      const RollingStart start{.motion = Steady{.tilt = row.theta}, .turned = 0.4};
      const double t_end = 20 * pi / row.phi_dot;
      worst = std::max(worst, wandering(body_of(row.body, form), start, t_end));
    }
    for (const auto& row : reference::steady_precession) {
      const RollingStart start{.motion = Steady{.tilt = row.theta, .spin = row.W3}};
      worst = std::max(worst, wandering(body_of(row.body, form), start, 20 * pi / std::fabs(row.ways[0].phi_dot)));
    }
  }
  expect_error_within(1e-11, worst, "change of tilt and rates of steady rolling in ten turns", closed_form);
}

TEST(SteadyStartTruth, TheCentreOfMassStaysWhereItIs) {
  const auto& row = reference::steady_at_rest[4];
  const Rolling rolling(body_of(row.body));
  const auto state = start_state(rolling, 0, {.motion = Steady{.tilt = row.theta}, .position = {1, 2, 77}});
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(state->p_WBcm.x(), 1);
  EXPECT_NEAR(state->p_WBcm.z(), 0.0375 * fn::sin(0.3) + 0.00635 * fn::cos(0.3), 1e-17);
  EXPECT_LT(state->v_WBcm.norm(), 1e-14);
}

TEST(SteadyStartTruth, AStraightStartHasItsSpeedAndHeading) {
  for (const auto& of : {reference::steady_thin, reference::steady_ring}) {
    const auto state =
        start_state(Rolling(body_of(of)), 0, {.motion = Straight{.speed = 1.5, .heading = 0.6}, .turned = 0.3});
    ASSERT_TRUE(state.ok());
    EXPECT_LT((state->v_WBcm - 1.5 * Vec3(fn::cos(0.6), fn::sin(0.6), 0)).norm(), 1e-14);
    const RollingStart start{.motion = Straight{.speed = 3, .heading = 0.6}};
    EXPECT_LT(wandering(body_of(of), start, 1), 1e-12);
  }
}

TEST(SteadyStartTruth, AnUprightStartTurnsAboutTheVertical) {
  for (const bool on_end : {false, true}) {
    RollingBody body = body_of(reference::steady_ring);
    body.surface = {surface::Ellipsoid{{0.3, 0.3, 0.2}}};
    const auto state = start_state(Rolling(body), 0, {.motion = Upright{.spin = 5, .on_end = on_end}});
    ASSERT_TRUE(state.ok());
    EXPECT_LT((state->w_WB_W - Vec3(0, 0, 5)).norm(), 1e-14);
    EXPECT_LT(state->v_WBcm.norm(), 1e-14);
    EXPECT_NEAR(state->p_WBcm.z(), on_end ? 0.2 : 0.3, 1e-15);
  }
}

TEST(SteadyStartTruth, SlidingAndFlyingKeepTheirVelocity) {
  RollingBody body = body_of(reference::steady_ring);
  body.ground.friction = friction::Coulomb{2, 2};
  const Rolling rolling(body);
  const Euler motion{.angles = {0.1, 1.1, 0.2}, .rates = {1, 0, 2}};
  const auto slides = start_state(rolling, 0, {.motion = motion, .velocity = Vec3(0.5, -0.5, 0)});
  ASSERT_TRUE(slides.ok());
  EXPECT_EQ(slides->mode, RollingMode::sliding);
  EXPECT_NEAR(slides->v_WBcm.x(), 0.5, 1e-16);
  const RollingReading now = rolling.read(0, rolling.coordinates(*slides));
  EXPECT_NEAR(fn::atan2(now.slip.y(), now.slip.x()), slides->slip_angle, 1e-14);
  EXPECT_NEAR(now.slip.z(), 0, 1e-15);
  // The velocity of rolling is no slip.
  const auto rolls = start_state(rolling, 0, {.motion = motion});
  ASSERT_TRUE(rolls.ok());
  EXPECT_EQ(rolls->mode, RollingMode::rolling);
  const auto same = start_state(rolling, 0, {.motion = motion, .velocity = rolls->v_WBcm});
  ASSERT_TRUE(same.ok());
  EXPECT_EQ(same->mode, RollingMode::rolling);
  EXPECT_TRUE(same.diagnostics().empty());
  // The ring's fall decides what of a velocity is along the normal; no other has contact.
  const double falls = slides->v_WBcm.z();
  const auto falling = start_state(rolling, 0, {.motion = motion, .velocity = Vec3(0.5, -0.5, falls)});
  ASSERT_TRUE(falling.ok());
  EXPECT_NEAR((falling->v_WBcm - slides->v_WBcm).norm(), 0, 1e-15);
  for (const auto& [off, where] : {std::pair{3.0, "away from the ground"}, std::pair{-3.0, "into the ground"}}) {
    const auto none = start_state(rolling, 0, {.motion = motion, .velocity = Vec3(0.5, -0.5, falls + off)}, "start");
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.diagnostics()[0].path, "start.velocity");
    EXPECT_NE(none.diagnostics()[0].message.find(where), std::string::npos) << none.diagnostics()[0].message;
    EXPECT_NE(none.diagnostics()[0].hint.find("flying = true"), std::string::npos);
  }
  const auto flies =
      start_state(rolling, 0, {.motion = motion, .position = {0, 0, 1}, .velocity = Vec3(0, 0, 2), .flying = true});
  ASSERT_TRUE(flies.ok());
  EXPECT_EQ(flies->mode, RollingMode::flying);
  EXPECT_EQ(flies->p_WBcm.z(), 1);
}

/// What is said of a start that is impossible.
std::string refusal_of(const RollingBody& body, const RollingStart& start) {
  const auto state = start_state(Rolling(body), 0, start, "body[0].start");
  if (state.ok()) return "it was taken";
  EXPECT_EQ(state.diagnostics()[0].path, "body[0].start");
  EXPECT_FALSE(state.diagnostics()[0].hint.empty());
  return state.diagnostics()[0].message;
}

TEST(SteadyStartTruth, ImpossibleStartsAreRefusedWithTheReason) {
  const RollingBody thin = body_of(reference::steady_thin), thick = body_of(reference::steady_thick);
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << ", not: " << part;
  };
  has(refusal_of(thin, {.motion = Steady{.tilt = 0}}), "not between 0 and pi");
  has(refusal_of(thin, {.motion = Steady{.tilt = 3.5}}), "not between 0 and pi");
  has(refusal_of(thin, {.motion = Steady{.tilt = 0.5, .precession = 1, .spin = 1}}), "both");
  has(refusal_of(thin, {.motion = Steady{.tilt = 0.5, .precession = 0}}), "would fall over");
  has(refusal_of(thick, {.motion = Steady{.tilt = 1.33}}), "leaves the centre of mass at rest");
  has(refusal_of(thick, {.motion = Steady{.tilt = 1.45, .spin = 0}}), "no precession is steady");
  has(refusal_of(thick, {.motion = Straight{.speed = 1}}), "along a line");
  has(refusal_of(thick, {.motion = Upright{.spin = 1, .on_end = true}}), "flat face");
  has(refusal_of(thin, {.motion = Attitude{}}), "flat face");
  has(refusal_of(thin, {.motion = Euler{.angles = {0, 1, 0}}, .velocity = Vec3(1, 0, 0)}), "no friction");
  RollingBody tilted = thin;
  tilted.gravity = {1, 0, -9.7};
  has(refusal_of(tilted, {.motion = Steady{.tilt = 0.5}}), "not level");
  RollingBody uneven = thin;
  uneven.inertia(0, 0) *= 1.01;
  has(refusal_of(uneven, {.motion = Steady{.tilt = 0.5}}), "inertia is none of revolution");
  RollingBody egg = thin;
  egg.surface = {surface::Ellipsoid{{0.2, 0.21, 0.3}}};
  has(refusal_of(egg, {.motion = Straight{.speed = 1}}), "surface is none of revolution");
  RollingBody loaded = thin;
  loaded.surface = {surface::Sphere{0.2}};
  loaded.centre = {0, 0, 0.02};
  has(refusal_of(loaded, {.motion = Upright{.spin = 1}}), "not above its contact");
  RollingBody flying = thin;
  flying.ground.friction = friction::Smooth{};
  has(refusal_of(flying, {.motion = Euler{.angles = {0, 1, 0}}, .position = {0, 0, 0.01}, .flying = true}),
      "below the ground");
}

}  // namespace
}  // namespace polhode
