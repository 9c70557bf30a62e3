// Grounds that move or are curved, in closed form.
#include <gtest/gtest.h>

#include "support/rolling_runs.hpp"

namespace polhode {
namespace {

constexpr double g = 9.81, k = 0.4, a = 0.03, m = 0.2;

RollingBody ball(const Ground& ground) {
  return {.name = "ball",
          .mass = m,
          .inertia = k * m * a * a * Mat3::Identity(),
          .surface = {surface::Sphere{a}},
          .ground = ground,
          .gravity = {0, 0, -g}};
}

VectorOfTime along_x(const std::string& formula) {
  const std::vector<std::string> names{"t"};
  return VectorOfTime({*Expression::compile(formula, names), Expression::constant(0), Expression::constant(0)});
}

TEST(Ground, a_ball_down_a_slope_goes_five_sevenths_of_the_way) {
  constexpr double slope = 0.3;
  Ground ground{.shape = ground::Plane{.normal = {std::sin(slope), 0, std::cos(slope)}}};
  for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler}) {
    RollingBody body = ball(ground);
    body.form = form;
    const Rolling rolling(body);
    const Recording run = roll(rolling, {}, {.t_end = 2, .tolerance = 1e-12, .sample = 2});
    const RollingReading end = rolling.read(2, run.x_end);
    EXPECT_NEAR(end.state.v_WBcm.norm(), 2 * g * std::sin(slope) / (1 + k), 1e-9);
    EXPECT_NEAR(end.friction_demand, std::tan(slope) * k / (1 + k), 1e-9);
  }
}

TEST(Ground, a_ball_on_a_plane_that_is_shaken_follows_two_sevenths_of_it) {
  Ground ground{.shape = ground::Plane{.place = along_x("0.1*sin(3*t)")}};
  for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler}) {
    RollingBody body = ball(ground);
    body.form = form;
    const Rolling rolling(body);
    const Recording run = roll(rolling, {}, {.t_end = 2, .tolerance = 1e-12, .sample = 2});
    // v − k/(1+k) V is constant; it starts with v = V.
    const double V0 = 0.3, V = 0.3 * std::cos(6.0);
    EXPECT_NEAR(rolling.state(2, run.x_end).v_WBcm.x(), V0 + k / (1 + k) * (V - V0), 1e-9);
    EXPECT_LT(run.drift("energy").largest, 1e-9);
  }
}

TEST(Ground, a_ball_swings_in_a_bowl_as_a_pendulum_of_seven_fifths_the_length) {
  constexpr double b = 0.5, small = 1e-4;
  const Rolling rolling(ball({.shape = ground::Sphere{.centre = {0, 0, b}, .radius = b}}));
  RollingState start;
  start.p_WBcm = {(b - a) * std::sin(small), 0, b - (b - a) * std::cos(small)};
  const double period = 2 * pi * std::sqrt((1 + k) * (b - a) / g);
  const Recording run = roll(rolling, start, {.t_end = period, .tolerance = 1e-12, .sample = period});
  const RollingState end = rolling.state(period, run.x_end);
  // Back again, but for the lengthening of the period by small²/16.
  EXPECT_NEAR(end.p_WBcm.x() / start.p_WBcm.x(), 1, 1e-8);
  EXPECT_NEAR(end.v_WBcm.norm(), 0, 1e-9);
}

TEST(Ground, a_ball_leaves_the_top_of_a_sphere_at_ten_seventeenths) {
  constexpr double b = 0.5;
  Ground ground{.shape = ground::Sphere{.centre = Vec3::Zero(), .radius = b, .inside = false}};
  ground.friction = friction::Coulomb{1e9, 1e9};  // holds until the load is all but gone
  const Rolling rolling(ball(ground));
  constexpr double first = 1e-3;
  RollingState start;
  start.p_WBcm = (a + b) * Vec3(std::sin(first), 0, std::cos(first));
  const Recording run = roll(rolling, start, {.t_end = 3, .tolerance = 1e-12, .sample = 0.1});
  ASSERT_FALSE(run.events.empty());
  const auto at = static_cast<std::size_t>(std::lower_bound(run.times.begin(), run.times.end(), run.events[0].t) -
                                           run.times.begin());
  // From rest at `first`: (1+k) v²/2 = g (a+b)(cos first − cos θ), and v² = g (a+b) cos θ there.
  SimulateOptions again{.t_end = run.events[0].t, .tolerance = 1e-12, .sample = 1};
  const Recording to_there = roll(rolling, start, again);
  EXPECT_NEAR(to_there.x_end[2] / (a + b), 2 * std::cos(first) / (3 + k), 1e-9);
  EXPECT_NE(rolling.state(run.times[at], run.state(at)).mode, RollingMode::rolling);
}

TEST(Ground, a_ball_in_a_vertical_tube_rises_and_sinks_and_never_falls_out) {
  constexpr double b = 0.3, round = 12, w_n = 5;
  const Rolling rolling(ball({.shape = ground::Cylinder{.radius = b}}));
  RollingState start;
  start.p_WBcm = {b - a, 0, 0};
  start.w_WB_W = {w_n, 0, -(b - a) * round / a};
  const double frequency = round * std::sqrt(k / (1 + k)), t = 2.5 / frequency;
  const Recording run = roll(rolling, start, {.t_end = t, .tolerance = 1e-12, .sample = t});
  const double middle = -(g + k * a * round * w_n) / (k * round * round);
  EXPECT_NEAR(run.x_end[2], middle * (1 - std::cos(2.5)), 1e-10);
  const RollingReading end = rolling.read(t, run.x_end);
  EXPECT_NEAR(end.normal_force, m * (b - a) * round * round, 1e-8);
}

/// Its load stays while the friction it asks for grows: (1+k) z̈ = −g cos λt, and what is asked for is |z̈ + g|/ℓφ̇².
TEST(Ground, a_ball_in_a_vertical_tube_slips_where_friction_is_used_up_and_slips_on) {
  constexpr double b = 0.3, round = 5, mu = 0.9;
  Ground ground{.shape = ground::Cylinder{.radius = b}};
  ground.friction = friction::Coulomb{mu, mu};
  const Rolling rolling(ball(ground));
  RollingState start;
  start.p_WBcm = {b - a, 0, 0};
  start.w_WB_W = {0, 0, -(b - a) * round / a};
  const double cosine = (1 + k) * (1 - mu * (b - a) * round * round / g);
  const double t = fn::acos(cosine) / (round * std::sqrt(k / (1 + k)));
  const Recording run = roll(rolling, start, {.t_end = t + 0.2, .tolerance = 1e-11, .sample = 0.05});
  ASSERT_EQ(run.events.size(), 1u) << "slip begins with the square of time, and what is rounding does not end it";
  EXPECT_EQ(run.events[0].name, "ball.slip");
  EXPECT_NEAR(run.events[0].t, t, 1e-9);
  EXPECT_GT(rolling.read(run.t_end, run.x_end).slip.norm(), 1e-2);
  EXPECT_LT(run.drift("energy").largest, 1e-9);
}

/// A plate that shakes up and down, z = A sin wt, throws a ball off where its acceleration is −g, and meets its
/// parabola again: one flight and one landing in every period, however softly the ball leaves.
TEST(Ground, a_ball_leaves_a_shaken_plate_where_it_falls_faster_and_comes_back_once) {
  constexpr double A = 0.02, w = 30;
  const std::vector<std::string> names{"t"};
  Ground ground{.shape = ground::Plane{.place = VectorOfTime({Expression::constant(0), Expression::constant(0),
                                                              *Expression::compile("0.02*sin(30*t)", names)})}};
  ground.friction = friction::Coulomb{0.4, 0.4};
  const double leaves = std::asin(g / (A * w * w)) / w;
  const auto gap = [&](double t) {
    const double since = t - leaves;
    return A * std::sin(w * leaves) + A * w * std::cos(w * leaves) * since - 0.5 * g * since * since -
           A * std::sin(w * t);
  };
  double low = leaves + 0.05, high = leaves + 2 * pi / w;
  for (int i = 0; i < 60; ++i) (gap(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  const Rolling rolling(ball(ground));
  const Recording run = roll(rolling, {}, {.t_end = 0.3, .tolerance = 1e-11, .sample = 0.1});
  std::vector<double> lifts, lands;
  for (const EventHit& hit : run.events) {
    if (hit.name == "ball.lift") lifts.push_back(hit.t);
    if (hit.name == "ball.land") lands.push_back(hit.t);
  }
  ASSERT_EQ(lifts.size(), 2u);
  ASSERT_EQ(lands.size(), 1u);
  EXPECT_NEAR(lifts[0], leaves, 1e-10);
  EXPECT_NEAR(lands[0], low, 1e-9);
  EXPECT_NEAR(lifts[1], leaves + 2 * pi / w, 1e-9);
}

/// A bowl is the same whichever way a ball comes down it: also where the normal is along an axis of the world.
TEST(Ground, a_ball_slides_down_a_bowl_alike_from_every_side) {
  constexpr double b = 0.2;
  Ground ground{.shape = ground::Sphere{.radius = b}};
  ground.friction = friction::Coulomb{0.1, 0.1};
  const Rolling rolling(ball(ground));
  std::vector<Vec3> ends;
  for (const double turn : {0.0, pi / 2, 0.7, pi}) {
    const Rotation R = Rotation::about_z(turn);
    RollingState start;
    start.p_WBcm = R * Vec3(b - a, 0, 0);
    start.mode = RollingMode::sliding;
    start.v_WBcm = {0, 0, -0.5};
    const Recording run = roll(rolling, start, {.t_end = 0.2, .tolerance = 1e-11, .sample = 0.1});
    EXPECT_EQ(run.t_end, 0.2);
    ends.push_back(R.inverse() * rolling.state(0.2, run.x_end).p_WBcm);
  }
  for (const Vec3& end : ends) EXPECT_LT((end - ends[0]).norm(), 1e-9);
}

}  // namespace
}  // namespace polhode
