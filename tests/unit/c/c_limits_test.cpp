// Whatever the C interface is given, it answers.
#include <polhode/c/polhode.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace polhode {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

polhode_scene load(const std::string& text) { return polhode_scene_load(text.data(), text.size(), "typed"); }
polhode_scene load_builtin(const char* name) { return load(polhode_builtin_text(name)); }

bool complained() { return std::strlen(polhode_last_error()) > 0; }

void expect_no_scene(polhode_scene none) {
  EXPECT_EQ(polhode_scene_ok(none), 0);
  EXPECT_TRUE(complained());
  EXPECT_EQ(polhode_scene_findings(none), nullptr);
  EXPECT_EQ(polhode_scene_info(none), nullptr);
  EXPECT_EQ(polhode_scene_certify(none), nullptr);
  EXPECT_EQ(polhode_scene_set(none, "run.end=1"), 0);
  EXPECT_EQ(polhode_simulation_create(none, 0), 0U);
  polhode_scene_free(none);
  EXPECT_TRUE(complained());
}

void expect_no_simulation(polhode_simulation none) {
  size_t count = 5;
  EXPECT_EQ(polhode_simulation_step(none), 0);
  EXPECT_EQ(polhode_simulation_advance(none, 1, 1), 0);
  EXPECT_EQ(polhode_simulation_status(none), POLHODE_NO_SIMULATION);
  EXPECT_TRUE(std::isnan(polhode_simulation_time(none)));
  EXPECT_EQ(polhode_simulation_hash(none), nullptr);
  EXPECT_EQ(polhode_simulation_state(none, &count), nullptr);
  EXPECT_EQ(count, 0U);
  EXPECT_EQ(polhode_simulation_times(none, nullptr), nullptr);
  EXPECT_EQ(polhode_simulation_states(none, nullptr), nullptr);
  EXPECT_EQ(polhode_simulation_poses(none, nullptr), nullptr);
  EXPECT_EQ(polhode_simulation_channel(none, 0, nullptr), nullptr);
  EXPECT_EQ(polhode_simulation_events(none), nullptr);
  EXPECT_EQ(polhode_simulation_summary(none), nullptr);
  EXPECT_EQ(polhode_simulation_report(none, 100), nullptr);
  polhode_simulation_free(none);
  EXPECT_TRUE(complained());
}

TEST(CLimits, AHandleThatIsNoneIsRefusedByEveryCall) {
  const polhode_scene scene = load_builtin("t-handle");
  const polhode_simulation run = polhode_simulation_create(scene, 0);
  for (const std::uint32_t none : {0U, 1U, run + 1, run - 1, 12345U, 0x80000000U, 0xffffffffU}) {
    if (none != scene) expect_no_scene(none);
    if (none != run) expect_no_simulation(none);
  }
  polhode_simulation_free(run);
  expect_no_simulation(run);
  polhode_scene_free(scene);
  expect_no_scene(scene);
}

TEST(CLimits, AHandleThatWasFreedNeverStandsForAnother) {
  const polhode_scene first = load("");
  polhode_scene_free(first);
  for (int i = 0; i < 1000; ++i) {
    const polhode_scene next = load("");
    EXPECT_NE(next, first);
    EXPECT_EQ(polhode_scene_findings(first), nullptr);
    polhode_scene_free(next);
  }
}

TEST(CLimits, ThereAreSoManyHandlesAndNoMore) {
  const std::string text = polhode_builtin_text("t-handle");
  std::vector<polhode_scene> scenes;
  while (const polhode_scene scene = load(text)) scenes.push_back(scene);
  EXPECT_EQ(scenes.size(), std::size_t{POLHODE_MOST_HANDLES});
  EXPECT_TRUE(complained());
  std::vector<polhode_simulation> runs;
  while (const polhode_simulation run = polhode_simulation_create(scenes[0], 0)) runs.push_back(run);
  EXPECT_EQ(runs.size(), std::size_t{POLHODE_MOST_HANDLES});
  EXPECT_TRUE(complained());
  for (const polhode_simulation run : runs) polhode_simulation_free(run);
  for (const polhode_scene scene : scenes) polhode_scene_free(scene);
  const polhode_scene again = load(text);
  EXPECT_NE(again, 0U);
  polhode_scene_free(again);
}

TEST(CLimits, ARunOutlivesItsScene) {
  const polhode_scene scene = load_builtin("t-handle");
  const polhode_simulation run = polhode_simulation_create(scene, 0);
  polhode_scene_free(scene);
  EXPECT_GT(polhode_simulation_advance(run, infinity, 1'000'000), 0);
  EXPECT_NE(polhode_simulation_report(run, 1), nullptr);
  polhode_simulation_free(run);
}

TEST(CLimits, TextsThatAreTooLongOrNoneAreRefused) {
  const std::string long_text(POLHODE_MOST_TEXT + 1, '#');
  EXPECT_EQ(load(long_text), 0U);
  EXPECT_TRUE(complained());
  EXPECT_EQ(polhode_scene_load(nullptr, 5, "x"), 0U);
  EXPECT_EQ(polhode_scene_load("", 0, std::string(1000, 'x').c_str()), 0U);
  EXPECT_EQ(polhode_builtin_text(nullptr), nullptr);
  EXPECT_EQ(polhode_builtin_text(std::string(100'000, 'x').c_str()), nullptr);
  EXPECT_EQ(polhode_builtin_text("no such scene"), nullptr);
  const polhode_scene nothing = polhode_scene_load(nullptr, 0, nullptr);
  EXPECT_NE(nothing, 0U);
  EXPECT_EQ(polhode_scene_set(nothing, nullptr), 0);
  EXPECT_EQ(polhode_scene_set(nothing, std::string(100'000, 'x').c_str()), 0);
  EXPECT_EQ(polhode_simulation_create(nothing, 0), 0U);
  polhode_scene_free(nothing);
}

TEST(CLimits, ATextMayHoldZerosAndBytesThatAreNoLetters) {
  const std::string text("title = \"a\0b\xff\"\n", 16);
  const polhode_scene scene = load(text);
  EXPECT_EQ(polhode_scene_ok(scene), 0);
  EXPECT_NE(polhode_scene_findings(scene), nullptr);
  polhode_scene_free(scene);
}

TEST(CLimits, NumbersOutOfRangeAreRefused) {
  const polhode_scene scene = load_builtin("t-handle");
  for (const double sample : {-1.0, not_a_number, infinity, 1e-9, 5e-324}) {
    EXPECT_EQ(polhode_simulation_create(scene, sample), 0U) << sample;
    EXPECT_TRUE(complained());
  }
  const polhode_simulation run = polhode_simulation_create(scene, 0);
  for (const std::int32_t channel : {-1, 100'000, std::numeric_limits<std::int32_t>::min()})
    EXPECT_EQ(polhode_simulation_channel(run, channel, nullptr), nullptr);
  for (const std::int32_t frames : {0, -1, std::numeric_limits<std::int32_t>::min()})
    EXPECT_EQ(polhode_simulation_report(run, frames), nullptr);
  EXPECT_EQ(polhode_simulation_advance(run, not_a_number, 100), 0);
  EXPECT_EQ(polhode_simulation_advance(run, -infinity, 100), 0);
  EXPECT_EQ(polhode_simulation_advance(run, infinity, -5), 0);
  polhode_simulation_free(run);
  polhode_scene_free(scene);
}

TEST(CLimits, ARunThatWouldKeepTooMuchIsRefusedBeforeItStarts) {
  const polhode_scene scene = load_builtin("t-handle");
  ASSERT_EQ(polhode_scene_set(scene, "run.end=1e4"), 1) << polhode_last_error();
  EXPECT_EQ(polhode_simulation_create(scene, 0), 0U);
  EXPECT_NE(std::string(polhode_last_error()).find("samples"), std::string::npos);
  EXPECT_EQ(polhode_scene_certify(scene), nullptr);
  polhode_scene_free(scene);
}

TEST(CLimits, MemoryIsGivenAndTakenBack) {
  void* const memory = polhode_allocate(1000);
  ASSERT_NE(memory, nullptr);
  std::memset(memory, 1, 1000);
  polhode_release(memory);
  void* const nothing = polhode_allocate(0);
  EXPECT_NE(nothing, nullptr);
  polhode_release(nothing);
  polhode_release(nullptr);
  EXPECT_EQ(polhode_allocate(std::numeric_limits<size_t>::max() / 2), nullptr);
}

TEST(CLimits, TheVersionIsThatOfTheHeader) { EXPECT_EQ(polhode_c_version(), POLHODE_C_VERSION); }

}  // namespace
}  // namespace polhode
