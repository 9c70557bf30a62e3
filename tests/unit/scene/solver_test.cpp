// Solvers and tolerances as they are typed into a scene.
#include <cmath>

#include "unit/scene/typed_scene.hpp"

namespace polhode {
namespace {

std::string oscillator(const std::string& run) {
  return "[run]\nend = 2\n" + run +
         "\n[[system]]\nname = \"s\"\nequations = { x = \"v\", v = \"-x\" }\ninitial = { x = 1, v = 0 }\n";
}

TEST(OwnSolver, TakesTheStepsOfTheMethodThatWasTyped) {
  const Recording known = run_text(oscillator("solver = \"rk4\"\nstep = 0.01"));
  for (const char* rows : {"[[], [0.5], [0, \"1/2\"], [0, 0, 1]]", "[[0.5], [0, 0.5], [0, 0, 1]]"}) {
    const Recording own = run_text(oscillator("step = 0.01\nsolver = { a = " + std::string(rows) +
                                              ", b = [\"1/6\", \"1/3\", \"1/3\", \"1/6\"] }"));
    EXPECT_EQ(own.hash, known.hash) << rows;
  }
}

TEST(OwnSolver, ItsOrderIsKnownByConditionsAndMeasured) {
  struct Case {
    const char* figures;
    int order;
  };
  for (const Case& one : {Case{"{ b = [1] }", 1}, Case{"{ a = [[0.5]], b = [0, 1] }", 2},
                          Case{"{ a = [[0.5], [-1, 2]], b = [\"1/6\", \"2/3\", \"1/6\"] }", 3},
                          Case{"{ alpha = [1, -1, 0], beta = [0, 1.5, -0.5] }", 2},
                          Case{"{ alpha = [1, \"-4/3\", \"1/3\"], beta = [\"2/3\", 0, 0] }", 2}}) {
    const BuiltScene scene = built(oscillator("step = 0.01\nsolver = " + std::string(one.figures)));
    EXPECT_EQ(scene.options.method.order, one.order) << one.figures;
    ASSERT_TRUE(scene.measured_order.has_value());
    EXPECT_NEAR(*scene.measured_order, one.order, 0.1 * one.order) << one.figures;
  }
}

TEST(OwnSolver, AnEstimateMayBeGivenByEitherOfItsTwoForms) {
  const std::string heun = "solver = { name = \"heun-euler\", a = [[1]], b = [0.5, 0.5], ";
  const Recording by_weights = run_text(oscillator(heun + "b_hat = [1, 0] }\ntolerance = 1e-5"));
  const Recording by_error = run_text(oscillator(heun + "error = [-0.5, 0.5] }\ntolerance = 1e-5"));
  EXPECT_EQ(by_weights.hash, by_error.hash);
  EXPECT_NEAR(by_weights.series("s.x").back(), std::cos(2.0), 1e-3);
}

TEST(OwnSolver, OutlivesTheSceneItWasTypedInto) {
  SimulateOptions options;
  System system = built(oscillator("")).system;
  {
    const BuiltScene scene = built(oscillator("step = 0.01\nsolver = { a = [[0.5]], b = [0, 1] }"));
    options = scene.options;
  }
  const Recording run = simulate(system, std::vector<double>{1, 0}, options);
  EXPECT_EQ(run.hash, run_text(oscillator("step = 0.01\nsolver = \"midpoint\"")).hash);
}

TEST(AbsoluteTolerance, IsGivenBlockByBlockInItsUnits) {
  const BuiltScene scene = built(R"([run]
tolerance = 1e-8
absolute_tolerance = { "b.position" = "1 um", b.orientation = "1 mrad", "s.x" = "1/4" }
[[body]]
name = "b"
mass = 1
inertia = [1, 2, 3]
[[system]]
name = "s"
equations = { x = "v", v = "-x" }
initial = { x = 1, v = 0 }
)");
  const std::vector<double> expected{1e-6, 1e-3, 1e-8, 1e-8, 0.25, 1e-8};
  EXPECT_EQ(scene.options.absolute_by_block, expected);
}

TEST(AbsoluteTolerance, OfOneBlockIsWhatLimitsItsError) {
  // Both decay to 1e-13 of their start; with a relative tolerance alone small steps follow them all the way down.
  const auto steps = [](const std::string& tolerance) {
    return run_text("[run]\nend = 30\ntolerance = 1e-9\nabsolute_tolerance = " + tolerance +
                    "\n[[system]]\nname = \"s\"\nequations = { x = \"-x\", y = \"-y\" }\ninitial = { x = 1, y = 1 }\n")
        .statistics.steps;
  };
  const auto loose = steps("1e-3"), tight = steps("1e-15");
  EXPECT_GT(tight, loose + 10);
  EXPECT_EQ(steps("{ \"s.x\" = 1e-3, \"s.y\" = 1e-3 }"), loose);
  EXPECT_EQ(steps("{ \"s.x\" = 1e-15, \"s.y\" = 1e-3 }"), tight);
}

TEST(Stiffness, IsSaidWithBetterSolvers) {
  const std::vector<std::string> changes{"run.solver=\"dopri5\"", "run.end=10"};
  const Recording run = simulate(*build(*load_scene("van-der-pol", changes)));
  ASSERT_TRUE(run.stiff_from.has_value());
  EXPECT_LT(*run.stiff_from, 1);
  const std::string sentence = stiffness_sentence(run, method::dopri5);
  EXPECT_NE(sentence.find("for dopri5"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("radau5"), std::string::npos) << sentence;
  EXPECT_EQ(stiffness_sentence(run_text(oscillator("")), method::dop853), "");
}

}  // namespace
}  // namespace polhode
