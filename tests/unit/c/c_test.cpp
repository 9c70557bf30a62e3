// Through the C interface comes what the C++ one gives.
#include <polhode/c/polhode.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include <polhode/base/hash.hpp>
#include <polhode/formats/run_files.hpp>

#include "support/scene_run.hpp"
#include "unit/c/plain_c.h"

namespace polhode {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A scene that is freed at the end of the test.
struct Loaded {
  polhode_scene scene;
  explicit Loaded(const std::string& text) : scene(polhode_scene_load(text.data(), text.size(), "typed")) {}
  ~Loaded() { polhode_scene_free(scene); }
  Loaded(const Loaded&) = delete;
};

Loaded builtin(const char* name) { return Loaded(polhode_builtin_text(name)); }

struct Started {
  polhode_simulation run;
  explicit Started(const Loaded& loaded, double sample = 0) : run(polhode_simulation_create(loaded.scene, sample)) {}
  ~Started() { polhode_simulation_free(run); }
  Started(const Started&) = delete;

  std::vector<double> list(const double* (*ask)(polhode_simulation, size_t*)) const {
    size_t count = 0;
    const double* numbers = ask(run, &count);
    return {numbers, numbers + count};
  }
  std::vector<double> channel(int number) const {
    size_t count = 0;
    const double* numbers = polhode_simulation_channel(run, number, &count);
    return {numbers, numbers + count};
  }
};

int channel_number(const System& system, std::string_view name) {
  for (std::size_t i = 0; i < system.channels().size(); ++i)
    if (system.channels()[i].name == name) return static_cast<int>(i);
  return -1;
}

TEST(C, ARunInPiecesHasTheHashAndTheNumbersOfTheRunAtOnce) {
  for (const char* name : {"t-handle", "hoop-slips-then-rolls", "four-bar", "double-pendulum", "robertson", "free-top",
                           "atwood", "compass", "state-forms"}) {
    SCOPED_TRACE(name);
    const Recording whole = run_scene(name);
    const Loaded scene = builtin(name);
    const Started one(scene);
    for (double t = 0; polhode_simulation_status(one.run) == POLHODE_RUNNING; t += 0.37)
      polhode_simulation_advance(one.run, t, 1000);
    EXPECT_EQ(polhode_simulation_hash(one.run), hash_text(whole.hash));
    EXPECT_EQ(polhode_simulation_time(one.run), whole.t_end);
    EXPECT_EQ(one.list(polhode_simulation_times), whole.times);
    EXPECT_EQ(one.list(polhode_simulation_states), whole.states);
    EXPECT_EQ(one.list(polhode_simulation_state), whole.x_end);
  }
}

TEST(C, PosesAndChannelsAreThoseOfTheRecordingAndGrowWithIt) {
  const Recording whole = run_scene("t-handle");
  const Loaded scene = builtin("t-handle");
  const Started one(scene);
  const int number = channel_number(whole.system, "handle.angular_velocity_body");
  polhode_simulation_advance(one.run, 1, 10);
  const std::size_t before = one.channel(number).size();
  EXPECT_GT(before, 3U);
  EXPECT_LT(before, whole.times.size());
  polhode_simulation_advance(one.run, infinity, std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(polhode_simulation_status(one.run), POLHODE_FINISHED);
  EXPECT_EQ(one.channel(number), whole.series("handle.angular_velocity_body"));
  const std::vector<double> poses = one.list(polhode_simulation_poses), p = whole.series("handle.position"),
                            q = whole.series("handle.quaternion");
  ASSERT_EQ(poses.size(), 7 * whole.times.size());
  for (std::size_t i = 0; i < whole.times.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(poses[7 * i + k], p[3 * i + k]);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(poses[7 * i + 3 + k], q[4 * i + k]);
  }
}

TEST(C, WhatDoesNotTurnStandsUpright) {
  const Loaded scene = builtin("kepler-areas");
  const Started one(scene);
  const std::vector<double> poses = one.list(polhode_simulation_poses);
  ASSERT_GE(poses.size(), 7U);
  EXPECT_EQ(std::vector<double>(poses.begin() + 3, poses.begin() + 7), (std::vector<double>{1, 0, 0, 0}));
}

TEST(C, PointsOfASystemArePlacesAndWhatIsSeenFromAFrameIsNone) {
  const Loaded text(
      "[[system]]\nname = \"bob\"\ncoordinates = [\"a\"]\nlagrangian = \"0.5*a'^2 + cos(a)\"\n"
      "points = { weight = [\"sin(a)\", \"0\", \"-cos(a)\"] }\ninitial = { a = 0.5 }\n");
  ASSERT_EQ(polhode_scene_ok(text.scene), 1) << polhode_scene_findings(text.scene);
  EXPECT_NE(std::string(polhode_scene_info(text.scene)).find("\"places\":[\"bob.weight\"]"), std::string::npos);
  const Started one(text);
  const std::vector<double> poses = one.list(polhode_simulation_poses);
  ASSERT_EQ(poses.size(), 7U);
  EXPECT_NEAR(poses[0], std::sin(0.5), 1e-15);
  EXPECT_NEAR(poses[2], -std::cos(0.5), 1e-15);
  const Loaded carousel = builtin("carousel");
  EXPECT_EQ(std::string(polhode_scene_info(carousel.scene)).find("\"together.puck\""), std::string::npos);
}

TEST(C, TextsTellWhatTheRunTells) {
  const Loaded scene = builtin("t-handle");
  const std::string info = polhode_scene_info(scene.scene);
  for (const char* part : {"\"end\":30", "\"places\":[\"handle\"]", "\"name\":\"handle.angular_velocity_body\"",
                           "\"unit\":\"rad/s\"", "\"components\":[\"x\",\"y\",\"z\"]", "\"state\":13"})
    EXPECT_NE(info.find(part), std::string::npos) << part << " in " << info;
  const Started one(scene);
  polhode_simulation_advance(one.run, infinity, 1'000'000);
  EXPECT_NE(std::string(polhode_simulation_events(one.run)).find("{\"name\":\"flip\",\"t\":"), std::string::npos);
  const std::string hash = std::string("\"hash\":\"") + polhode_simulation_hash(one.run) + "\"";
  EXPECT_NE(std::string(polhode_simulation_summary(one.run)).find(hash), std::string::npos);
  EXPECT_NE(std::string(polhode_simulation_report(one.run, 10)).find(hash), std::string::npos);
}

TEST(C, EveryMistakeOfATextIsFoundWithItsLineAndColumn) {
  const Loaded scene("[run]\nend = -1\n[[body]]\nname = \"a\"\nmas = 2\n");
  EXPECT_NE(scene.scene, 0U);
  EXPECT_EQ(polhode_scene_ok(scene.scene), 0);
  const std::string findings = polhode_scene_findings(scene.scene);
  EXPECT_NE(findings.find("\"line\":2,\"column\":7"), std::string::npos) << findings;
  EXPECT_NE(findings.find("\"line\":5,\"column\":1"), std::string::npos) << findings;
  EXPECT_EQ(polhode_scene_info(scene.scene), nullptr);
  EXPECT_EQ(polhode_simulation_create(scene.scene, 0), 0U);
  EXPECT_NE(std::string(polhode_last_error()).find("mistakes"), std::string::npos);
}

TEST(C, AParameterThatIsSetChangesTheNextRunAndNoOther) {
  const Loaded scene = builtin("t-handle");
  const Started before(scene);
  ASSERT_EQ(polhode_scene_set(scene.scene, "run.end=2"), 1) << polhode_last_error();
  ASSERT_EQ(polhode_scene_set(scene.scene, "body.handle.angular_velocity_body=[0.1, 9, 0]"), 1);
  ASSERT_EQ(polhode_scene_set(scene.scene, "run.end=3"), 1);
  const Started after(scene);
  for (const polhode_simulation run : {before.run, after.run})
    while (polhode_simulation_step(run) == 1) continue;
  EXPECT_EQ(polhode_simulation_time(before.run), 30);
  EXPECT_EQ(polhode_simulation_hash(before.run), hash_text(run_scene("t-handle").hash));
  EXPECT_EQ(polhode_simulation_time(after.run), 3);
  EXPECT_EQ(polhode_simulation_hash(after.run),
            hash_text(run_scene("t-handle", {"run.end=3", "body.handle.angular_velocity_body=[0.1, 9, 0]"}).hash));
}

TEST(C, AParameterThatIsRefusedLeavesTheSceneAsItWas) {
  const Loaded scene = builtin("t-handle");
  ASSERT_EQ(polhode_scene_set(scene.scene, "run.end=2"), 1);
  for (const char* bad : {"run.end=-2", "run.ende=2", "no sign", "", "=", "body.nobody.mass=1"}) {
    EXPECT_EQ(polhode_scene_set(scene.scene, bad), 0) << bad;
    EXPECT_NE(std::string(polhode_last_error()), "") << bad;
  }
  EXPECT_EQ(polhode_scene_ok(scene.scene), 1);
  EXPECT_NE(std::string(polhode_scene_info(scene.scene)).find("\"end\":2,"), std::string::npos);
}

TEST(C, TheSampleIntervalHasNoInfluenceOnTheMotion) {
  const Loaded scene = builtin("t-handle");
  const Started coarse(scene, 1), fine(scene, 1.0 / 240);
  for (const polhode_simulation run : {coarse.run, fine.run}) polhode_simulation_advance(run, infinity, 1'000'000);
  EXPECT_STREQ(polhode_simulation_hash(coarse.run), polhode_simulation_hash(fine.run));
  EXPECT_EQ(coarse.list(polhode_simulation_times).size(), 31U);
  EXPECT_EQ(fine.list(polhode_simulation_times).size(), 7201U);
}

TEST(C, ACertificateSaysHowManyDigitsHold) {
  const Loaded scene = builtin("t-handle");
  ASSERT_EQ(polhode_scene_set(scene.scene, "run.end=2"), 1);
  const char* const certificate = polhode_scene_certify(scene.scene);
  ASSERT_NE(certificate, nullptr) << polhode_last_error();
  EXPECT_NE(std::string(certificate).find("\"digits\":"), std::string::npos);
}

TEST(C, AProgramInCRunsAScene) {
  char hash[17] = "";
  EXPECT_EQ(plain_c_run("t-handle", hash), POLHODE_FINISHED);
  EXPECT_EQ(hash, hash_text(run_scene("t-handle").hash));
  EXPECT_EQ(plain_c_run("no such scene", hash), -2);
}

}  // namespace
}  // namespace polhode
