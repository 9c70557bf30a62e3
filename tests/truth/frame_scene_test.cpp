// Frames as scenes give them, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <polhode/formats/scene_file.hpp>
#include <polhode/polhode.hpp>
#include <polhode/scene/build.hpp>
#include <polhode/sim/certify.hpp>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using std::numbers::pi;

const std::string ball = R"toml(
[[body]]
name = "ball"
solid = "sphere"
mass = 2
radius = 0.1
)toml";

BuiltScene built(const std::string& text) {
  const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> { return Diagnostic{.message = "none"}; };
  const auto scene = read_scene(text, "scene.toml", {}, no_mesh);
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  auto made = build(*scene);
  EXPECT_TRUE(made.ok()) << format(made.diagnostics());
  made->options.tolerance = 1e-12;
  return *std::move(made);
}

Vec3 last(const Recording& run, const std::string& path) {
  const std::vector<double> series = run.series(path);
  return {series[series.size() - 3], series[series.size() - 2], series[series.size() - 1]};
}

TEST(FrameScene, ABodyLetGoOnACarouselFliesOffStraight) {
  const BuiltScene scene = built(R"toml(
[run]
end = 1
[[frame]]
name = "ride"
kind = "carousel"
rate = 2
)toml" + ball + "frame = \"ride\"\nposition = [1, 0, 0]\nangular_velocity = [0, 0, 3]\n");
  const Recording run = simulate(scene);
  EXPECT_LT((last(run, "ball.position") - Vec3(1, 2, 0)).norm(), 1e-13);
  EXPECT_LT((last(run, "ball.angular_velocity") - Vec3(0, 0, 5)).norm(), 1e-13);
  const Vec3 seen(std::cos(2.0) + 2 * std::sin(2.0), -std::sin(2.0) + 2 * std::cos(2.0), 0);
  EXPECT_LT((last(run, "ride.ball.position") - seen).norm(), 1e-13);
  EXPECT_LT((last(run, "ride.ball.angular_velocity") - Vec3(0, 0, 3)).norm(), 1e-13);
}

TEST(FrameScene, InsideAFallingLiftNothingHasWeight) {
  const BuiltScene scene = built(R"toml(
[run]
end = 3
[world]
gravity = [0, 0, -9.81]
[world.frame]
frame = "cabin"
[[frame]]
name = "cabin"
kind = "lift"
acceleration = -9.81
)toml" + ball + "position = [0.3, 0, 1]\n");
  const Recording run = simulate(scene);
  EXPECT_EQ(last(run, "ball.position"), Vec3(0.3, 0, 1));
  EXPECT_NEAR(last(run, "inertial.ball.position")[2], 1 - 0.5 * 9.81 * 9, 1e-13);
  EXPECT_TRUE(run.drift("energy").conserved);
}

TEST(FrameScene, EachKindOfFrameIsWhereItShouldBe) {
  const BuiltScene scene = built(R"toml(
[run]
end = 0.7
[[frame]]
name = "station"
kind = "orbit"
radius = 7
period = 3
[[frame]]
name = "shaker"
kind = "vibrating-table"
amplitude = 0.2
frequency = 1.5
axis = [1, 1, 0]
[[frame]]
name = "tower"
kind = "earth"
latitude = "30 deg"
rate = 0.5
radius = 10
[[frame]]
name = "spun"
parent = "station"
position = [0, 0, "t^2"]
axis = [1, 0, 0]
angle = "3*t"
[[frame]]
name = "pushed"
acceleration = ["sin(2*t)", 0, 0]
position = [1, 0, 0]
velocity = [0, 2, 0]
angular_velocity = ["0", "0", "2*t"]
)toml" + ball);
  const Recording run = simulate(scene);
  const double t = 0.7, turn = 2 * pi / 3 * t;
  const Vec3 outwards(std::cos(turn), std::sin(turn), 0);
  // Rounding of places of some ten metres.
  const double close = 1e-14;
  EXPECT_LT((last(run, "station.position") - 7 * outwards).norm(), 10 * close);
  EXPECT_LT((last(run, "spun.position") - 7 * outwards - Vec3(0, 0, t * t)).norm(), 10 * close);
  const double shift = 0.2 * std::sin(3 * pi * t) / std::sqrt(2.0);
  EXPECT_LT((last(run, "shaker.position") - Vec3(shift, shift, 0)).norm(), close);
  const Vec3 axis(0, std::cos(pi / 6), std::sin(pi / 6));
  EXPECT_LT((last(run, "tower.position") - Rotation::about(axis, 0.5 * t) * Vec3(0, 0, 10)).norm(), 10 * close);
  EXPECT_LT((last(run, "pushed.position") - Vec3(1 + t / 2 - std::sin(2 * t) / 4, 2 * t, 0)).norm(), 10 * close);
  const std::vector<double> q = run.series("pushed.quaternion");
  EXPECT_NEAR(2 * std::atan2(q[q.size() - 1], q[q.size() - 4]), t * t, close);
}

TEST(FrameScene, ABallDroppedFromATowerLandsInTheEast) {
  const Recording run = run_scene("coriolis-drop");
  const Vec3 p = last(run, "ball.position");
  const double t = run.t_end, expected = 5.1563046020882445e-05 * 9.81 * t * t * t / 3;
  EXPECT_NEAR(100 - p[2], 0.5 * 9.81 * t * t, 1e-4);
  // The next terms are (w t)² = 1e-7 of it.
  expect_error_within(1e-6, std::fabs(p[0] / expected - 1), "way to the east of a ball dropped for 4.5 s [relative]",
                      "w g t³ cos λ / 3");
}

TEST(FrameScene, WaterInALiftWeighsWhatTheLiftMakesOfIt) {
  // Half as heavy as water, so that it goes up as fast as a stone would fall: at g + a.
  const BuiltScene scene = built(R"toml(
[run]
end = 1
[world]
gravity = [0, 0, -9.81]
[world.frame]
acceleration = [0, 0, 1.19]
[[load]]
type = "buoyancy"
body = "ball"
density = 1000
volume = 0.004
)toml" + ball);
  const Recording run = simulate(scene);
  EXPECT_LT((last(run, "ball.position") - Vec3(0, 0, 5.5)).norm(), 1e-12);
  EXPECT_TRUE(run.drift("energy").conserved);
}

TEST(FrameScene, FoucaultsPlaneTurnsWithTheSineOfTheLatitude) {
  const Recording run = run_scene("foucault");
  const std::vector<double> p = run.series("bob.position");
  std::size_t out = 0;  // the farthest point to the east in the last minute
  for (std::size_t i = run.times.size() - 120; i < run.times.size(); ++i)
    if (out == 0 || p[3 * i] > p[3 * out]) out = i;
  const double angle = std::atan2(p[3 * out + 1], p[3 * out]);
  const double expected = -7.292115e-5 * std::sin(48.846 * pi / 180) * run.times[out];
  // The bob is let go with the Earth, so that it swings in an ellipse, which turns by itself: 3/8 (a/l)² = 8e-4 of
  // this.
  expect_error_within(1e-3, std::fabs(angle / expected - 1), "Foucault's plane after an hour [relative]",
                      "w sin λ, up to the pendulum's own ellipse");
}

TEST(FrameScene, ACertificateComparesWithInertialSpace) {
  const std::string text = R"toml(
[run]
end = 2
[world]
gravity = [0, 0, -9.81]
[world.frame]
angular_velocity = [0.3, "sin(t)", 0.5]
acceleration = [0, "0.2*t", 0]
gravity_fixed_in = "inertial"
)toml" + ball + R"toml(
position = [1, 0, 0]
velocity = [0, 1, 4]
angular_velocity = [1, 2, 0]
[[event]]
name = "bounce"
when = "ball.position.z falls through -1"
then = { "ball.velocity.z" = "-0.9*ball.velocity.z" }
)toml";
  const BuiltScene scene = built(text);
  const Certificate good = certify(scene.system, scene.x0, {.run = scene.options});
  ASSERT_TRUE(good.judged() && good.retold.size() == 1);
  const Retold& retold = good.retold[0];
  EXPECT_TRUE(retold.agrees) << retold.channel << " " << retold.apart << " " << retold.allowed;
  EXPECT_TRUE(good.honoured);
  ASSERT_FALSE(good.events.empty());
  EXPECT_GT(good.events[0].in_run, 0);
}

TEST(FrameScene, ACertificateSeesAWrongInertialForce) {
  const auto frame_of = [](double rate) {
    return std::make_shared<const MovingFrame>(std::vector{
        std::make_shared<const FramePath>(FramePath::Description{.angular_velocity = VectorOfTime(Vec3(0, 0, rate))})});
  };
  const FramePointer frame = frame_of(1);
  FreeBody body = in_frame({"b", solid::of(solid::Sphere{.mass = 1, .radius = 0.1})}, frame);
  const FreeBodyState start{.p_WBcm = {1, 0, 0}, .v_WBcm = {0, 0.5, 0}};
  const auto certificate = [&] {
    const FreeBodies bodies({body});
    const System system(FreeBodySystem(bodies, {.world = frame, .named = {}}));
    return certify(system, bodies.coordinates({&start, 1}), {.run = {.t_end = 2, .tolerance = 1e-10}});
  };
  EXPECT_TRUE(certificate().agrees_as_retold());
  // A ten-millionth off: far more than the tolerance.
  body.loads[3] = load::Coriolis{frame_of(1 + 1e-7)};
  const Certificate bad = certificate();
  EXPECT_FALSE(bad.agrees_as_retold());
  EXPECT_FALSE(bad.honoured);
}

}  // namespace
}  // namespace polhode
