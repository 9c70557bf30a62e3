// Systems that say which of their variables are momenta, and what they conserve.
#include <cmath>

#include "unit/scene/typed_scene.hpp"

namespace polhode {
namespace {

const std::string pendulum = R"toml([[system]]
name = "pendulum"
equations = { q = "p", p = "-sin(q)" }
initial = { q = 1, p = 0 }
momenta = ["p"]
conserved = { energy = "p^2/2 - cos(q)" }
)toml";
const std::string driven = R"toml([[system]]
name = "driven"
equations = { x = "v", v = "cos(2*t) - x" }
initial = { x = 0, v = 0 }
momenta = ["v"]
)toml";
const std::string brick = R"toml([[body]]
name = "brick"
mass = 1
inertia = [1, 2, 2.5]
angular_velocity_body = [0.3, 2, 0.1]
[[load]]
type = "push"
body = "brick"
at = [0, 0, 0.1]
force = [1, 0, 0]
)toml";

std::string with(const std::string& solver) { return "[run]\nend = 10\nstep = 0.01\nsolver = \"" + solver + "\"\n"; }

TEST(Momenta, LetEverySplittingMethodRun) {
  // Symplectic: the energy trembles by C hᵖ, with C < 1 for these, and does not drift.
  for (const auto& [solver, order] : std::vector<std::pair<std::string, int>>{{"semi-implicit-euler", 1},
                                                                              {"stoermer-verlet", 2},
                                                                              {"generalised-verlet", 2},
                                                                              {"yoshida4", 4},
                                                                              {"blanes-moan4", 4}}) {
    const Recording run = run_text(with(solver) + pendulum);
    EXPECT_EQ(run.outcome.ending, ode::Ending::finished) << solver;
    EXPECT_LT(run.drift("pendulum.energy").largest, std::pow(0.01, order)) << solver;
  }
}

TEST(Momenta, SplitTheWholeIfEachPartIsSplit) {
  // Nothing joins the parts, so each moves as it does alone, to the last bit.
  const auto end = [](const std::string& text, const std::string& path) { return run_text(text).series(path).back(); };
  for (const char* solver : {"stoermer-verlet", "yoshida6"}) {
    const std::string all = with(solver) + brick + pendulum + driven;
    for (const char* path : {"pendulum.q", "pendulum.p"}) EXPECT_EQ(end(all, path), end(with(solver) + pendulum, path));
    for (const char* path : {"driven.x", "driven.v"}) EXPECT_EQ(end(all, path), end(with(solver) + driven, path));
    for (const char* path : {"brick.position.x", "brick.quaternion.w", "brick.angular_velocity_body.y"})
      EXPECT_EQ(end(all, path), end(with(solver) + brick, path));
    EXPECT_EQ(end(with(solver) + pendulum + driven, "driven.x"), end(with(solver) + driven, "driven.x"));
  }
  // x'' + x = cos 2t from rest: x = (cos t − cos 2t)/3; yoshida6 at h = 0.01 errs by less than 1e-9.
  EXPECT_NEAR(end(with("yoshida6") + brick + driven, "driven.x"), (std::cos(10.0) - std::cos(20.0)) / 3, 1e-9);
}

TEST(Momenta, OfSystemsSideBySideSuitGeneralisedVerlet) {
  const Recording run = run_text(with("generalised-verlet") + driven + pendulum);
  EXPECT_LT(run.drift("pendulum.energy").largest, 1e-4);
}

TEST(Conserved, FormulasAreChannelsAndMonitors) {
  const Recording run = run_text("[run]\nend = 10\ntolerance = 1e-12\n" + pendulum);
  ASSERT_EQ(run.drifts.size(), 1u);
  EXPECT_TRUE(run.drifts[0].conserved);
  EXPECT_EQ(run.drifts[0].name, "pendulum.energy");
  EXPECT_GT(run.drifts[0].largest, 0);
  EXPECT_LT(run.drifts[0].largest, 1e-10);
  EXPECT_EQ(run.series("pendulum.energy").front(), -std::cos(1.0));
  // What is said to be conserved and is not shows: E' = −c p² for a damped one.
  const std::string damped =
      "[run]\nend = 10\n[[system]]\nname = \"s\"\nequations = { q = \"p\", p = \"-q - 0.1*p\" }\n"
      "initial = { q = 1, p = 0 }\nconserved = { energy = \"(p^2 + q^2)/2\" }\n";
  EXPECT_GT(run_text(damped).drift("s.energy").largest, 0.5);
}

TEST(Scenes, PleiadesRunsWithSplittingMethodsAndKeepsItsEnergy) {
  const std::vector<std::string> changes{"run.solver=\"blanes-moan6\"", "run.step=1e-3"};
  auto scene = load_scene("pleiades-equations", changes);
  scene->run.tolerance.reset();
  const Recording run = simulate(*build(*scene));
  const Recording exact = simulate(*build(*load_scene("pleiades-equations")));
  EXPECT_LT(exact.drift("stars.energy").largest, 1e-10);
  EXPECT_LT(exact.drift("stars.angular_momentum").largest, 1e-10);
  EXPECT_LT(run.drift("stars.energy").largest, 1e-5);
  EXPECT_LT(run.drift("stars.angular_momentum").largest, 1e-12);  // splitting keeps it to rounding
  EXPECT_NEAR(run.series("stars.x1").back(), exact.series("stars.x1").back(), 1e-3);
}

TEST(Scenes, TheCanonicalDoublePendulumIsTheOtherOne) {
  const std::vector<std::string> here{"run.end=4", "run.step=1e-3"};
  const Recording canonical = simulate(*build(*load_scene("double-pendulum-canonical", here)));
  const Recording rates = simulate(*build(*load_scene("double-pendulum-equations")));
  for (const char* angle : {"arm.q1", "arm.q2"})
    EXPECT_NEAR(canonical.series(angle).back(), rates.series(angle).back(), 1e-7) << angle;
  EXPECT_NEAR(canonical.series("arm.energy").front(), rates.series("arm.energy").front(), 1e-15);
  EXPECT_LT(canonical.drift("arm.energy").largest, 1e-11);
  const std::vector<std::string> verlet{"run.solver=\"generalised-verlet\"", "run.step=1e-3"};
  EXPECT_LT(simulate(*build(*load_scene("double-pendulum-canonical", verlet))).drift("arm.energy").largest, 1e-3);
}

TEST(Links, JoinPointsByTheirNumbersAndTheOrigin) {
  const auto links = [](const std::string& points) {
    const std::string text =
        "[[system]]\nname = \"p\"\ncoordinates = [\"q\"]\nlagrangian = \"0.5*q'^2\"\ninitial = { q = 1 }\n" + points;
    const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> { return Diagnostic{}; };
    return read_scene(text, "scene.toml", {}, no_mesh).value().systems[0].links;
  };
  const auto two = links(
      "points = { a = [\"q\", \"0\"], b = [\"0\", \"q\"] }\n"
      "links = [[\"origin\", \"b\"], [\"b\", \"a\", \"spring\"]]\n");
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].from, -1);
  EXPECT_EQ(two[0].to, 1);
  EXPECT_FALSE(two[0].spring);
  EXPECT_EQ(two[1].from, 1);
  EXPECT_EQ(two[1].to, 0);
  EXPECT_TRUE(two[1].spring);
  // A point may take the name.
  const auto own =
      links("points = { a = [\"q\", \"0\"], origin = [\"1\", \"0\"] }\nlinks = [[\"origin\", \"a\", \"rod\"]]\n");
  ASSERT_EQ(own.size(), 1u);
  EXPECT_EQ(own[0].from, 1);
}

}  // namespace
}  // namespace polhode
