// What events can be asked for in a scene, and what they do to the motion.
#include <cmath>
#include <numbers>

#include "unit/scene/typed_scene.hpp"

namespace polhode {
namespace {

constexpr double pi = std::numbers::pi;

/// x = cos t, v = −sin t for 20 s.
std::string oscillator(const std::string& event) {
  return "[run]\nend = 20\ntolerance = 1e-12\n[[system]]\nname = \"s\"\nequations = { x = \"v\", v = \"-x\" }\n"
         "initial = { x = 1, v = 0 }\n[[event]]\nname = \"hit\"\n" +
         event;
}

TEST(Event, CountEndsTheWatchAfterSoManyHits) {
  const Recording run = run_text(oscillator("when = \"s.x crosses 0\"\ncount = 3\n"));
  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_EQ(run.outcome.ending, ode::Ending::finished);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(run.events[k].t, (static_cast<double>(k) + 0.5) * pi, 1e-10);  // a hundred times the tolerance
}

TEST(Event, CountOfAStopIsTheHitThatStops) {
  const Recording run = run_text(oscillator("when = \"s.x crosses 0\"\ncount = 3\nthen = \"stop\"\n"));
  EXPECT_EQ(run.events.size(), 3u);
  EXPECT_EQ(run.outcome.ending, ode::Ending::stopped);
  EXPECT_NEAR(run.t_end, 2.5 * pi, 1e-10);
}

TEST(Event, AHitKnowsTheStateAtItsInstant) {
  const Recording run = run_text(oscillator("when = \"s.x crosses 0\"\n"));
  ASSERT_EQ(run.events.size(), 6u);
  double rate = -1;  // v = −sin t at π/2, 3π/2, …
  for (const EventHit& hit : run.events) {
    ASSERT_EQ(hit.x.size(), 2u);
    EXPECT_NEAR(hit.x[0], 0, 1e-14);  // where x crosses, to the last ulps of t
    EXPECT_NEAR(hit.x[1], rate, 1e-10);
    rate = -rate;
  }
}

TEST(Event, TouchesAreWhatTurnsRoundWithinCloseness) {
  const auto hits = [](const std::string& event) { return run_text(oscillator(event)).events; };
  // x + 1.0001 comes within 1e-4 of zero at π, 3π and 5π, and never reaches it.
  EXPECT_TRUE(hits("when = \"s.x + 1.0001 touches 0\"\n").empty());
  const auto near = hits("when = \"s.x + 1.0001 touches 0\"\ncloseness = \"1/1000\"\n");
  ASSERT_EQ(near.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(near[k].direction, 0);
    // The least value of a parabola is found to the square root of rounding.
    EXPECT_NEAR(near[k].t, (2 * static_cast<double>(k) + 1) * pi, 1e-6);
  }
  EXPECT_EQ(hits("when = \"s.x + 1.0001 crosses 0\"\ncloseness = 1e-3\n").size(), 3u);
  // What passes does not touch.
  EXPECT_TRUE(hits("when = \"s.x touches 0\"\ncloseness = 1e-3\n").empty());
}

TEST(Event, JumpOfAVelocityMakesABallBounce) {
  const Recording run = run_text(R"([run]
end = 6
tolerance = 1e-12
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "ball"
solid = "sphere"
mass = 0.4
radius = 0.1
position = [0, 0, 1]
velocity = [0.5, 0, 0]
[[event]]
name = "bounce"
when = "ball.position.z falls through 0"
then = { "ball.velocity.z" = "-0.9*ball.velocity.z" }
)");
  // t_n = t₁ (1 + 2 (e + e² + … + eⁿ⁻¹)) with t₁ = √(2h/g): a ball without drag.
  const double first = std::sqrt(2 / 9.81);
  double expected = first, flight = 2 * first;
  ASSERT_EQ(run.events.size(), 11u);
  for (const EventHit& bounce : run.events) {
    EXPECT_NEAR(bounce.t, expected, 1e-10);
    flight *= 0.9;
    expected += flight;
  }
  EXPECT_NEAR(run.series("ball.position.x").back(), 3, 1e-12);
  // What each bounce takes is booked, so that the books still close: m g h (1 − e²ⁿ) has gone.
  const Drift& energy = run.drift("energy");
  EXPECT_LT(energy.largest, 1e-11);
  EXPECT_FALSE(energy.conserved);
  EXPECT_NEAR(energy.supplied.back(), -0.4 * 9.81 * (1 - std::pow(0.81, 11)), 1e-11);
}

TEST(Event, JumpSuppliesOnlyWhatItChanges) {
  const Recording run = run_text(oscillator("when = \"t crosses 1\"\nthen = { \"s.v\" = \"-s.v\" }\n") +
                                 "[[system]]\nname = \"other\"\nequations = { y = \"0*t\" }\ninitial = { y = 1 }\n"
                                 "conserved = { twice = \"2*y\" }\n");
  EXPECT_EQ(run.events.size(), 1u);
  EXPECT_TRUE(run.drift("other.twice").conserved);
}

TEST(Event, JumpReadsEverythingAsItWasBefore) {
  // x and v change places at t = 1, whichever is listed first; keys without quotes say the same.
  for (const char* then : {"{ \"s.x\" = \"s.v\", \"s.v\" = \"s.x\" }", "{ s.v = \"s.x\", s.x = \"s.v\" }"}) {
    const Recording run = run_text(oscillator("when = \"t crosses 1\"\nthen = " + std::string(then) + "\n"));
    // From (−sin 1, cos 1): x = cos 1 sin s − sin 1 cos s = sin(s − 1) for s = t − 1.
    EXPECT_NEAR(run.series("s.x").back(), std::sin(18.0), 1e-10);
    EXPECT_EQ(run.events.size(), 1u);
  }
}

TEST(Event, EventsOfOneTimeActInTheOrderOfTheScene) {
  const std::string add = "when = \"t crosses 1\"\nthen = { \"s.x\" = \"s.x + 1\" }\n";
  const std::string twice = "when = \"t crosses 1\"\nthen = { \"s.x\" = \"2*s.x\" }\n";
  const std::string scene =
      "[run]\nend = 2\n[[system]]\nname = \"s\"\nequations = { x = \"0*t\" }\ninitial = { x = 3 }\n[[event]]\n";
  EXPECT_EQ(run_text(scene + add + "[[event]]\n" + twice).series("s.x").back(), 8);
  EXPECT_EQ(run_text(scene + twice + "[[event]]\n" + add).series("s.x").back(), 7);
}

TEST(Breaks, LetASawtoothBeIntegratedExactly) {
  const auto y_at_10 = [](std::vector<std::string> changes) {
    return simulate(*build(*load_scene("sawtooth", changes))).series("saw.y").back();
  };
  EXPECT_NEAR(y_at_10({}), 5, 1e-12);
  EXPECT_NEAR(y_at_10({"run.solver=\"radau5\""}), 5, 1e-12);
  EXPECT_NEAR(y_at_10({"run.breaks=[10, \"9 s\", \"8000 ms\", 7, 6, 5, 4, 3, 2, 1, 100]"}), 5, 1e-12);
  // Steps that do not know of the corners pass them within the tolerance, and no better.
  EXPECT_GT(std::fabs(y_at_10({"run.breaks=[]", "run.largest_step=0.3"}) - 5), 1e-12);
}

}  // namespace
}  // namespace polhode
