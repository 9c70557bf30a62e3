// Formulas that are said to be conserved, and whether they are.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/sim/certify.hpp>
#include <polhode/sim/coordinates.hpp>

#include "support/scene_run.hpp"

namespace polhode {
namespace {

BuiltScene built_of(const std::string& text) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{}); };
  const auto scene = read_scene(text, "typed.toml", {}, no_mesh);
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  auto built = build(scene.value());
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  return *std::move(built);
}

std::string oscillator(const std::string& kind, const std::string& run) {
  const std::string head = "[run]\nend = 20\n" + run + "[[system]]\nname = \"s\"\n";
  if (kind == "lagrangian")
    return head +
           "coordinates = [\"x\"]\nlagrangian = \"0.5*x'^2 - 0.5*x^2\"\ninitial = { x = 1 }\n"
           "conserved = { right = \"x'^2 + x^2\", wrong = \"x'^2 + 0.9*x^2\" }\n";
  if (kind == "hamiltonian")
    return head +
           "coordinates = [\"x\"]\nhamiltonian = \"0.5*p_x^2 + 0.5*x^2\"\ninitial = { x = 1 }\n"
           "conserved = { right = \"p_x^2 + x^2\", wrong = \"p_x^2 + 0.9*x^2\" }\n";
  return head +
         "equations = { x = \"p\", p = \"-x\" }\ninitial = { x = 1, p = 0 }\n"
         "conserved = { right = \"p^2 + x^2\", wrong = \"p^2 + 0.9*x^2\" }\n";
}

TEST(ClaimTruth, WhatIsSaidToBeConservedIsToldFromWhatIs) {
  for (const char* kind : {"lagrangian", "hamiltonian", "equations"}) {
    const Recording run = simulate(built_of(oscillator(kind, "tolerance = 1e-12\n")));
    EXPECT_EQ(run.drift("s.right").kept, true) << kind;
    EXPECT_EQ(run.drift("s.wrong").kept, false) << kind;
    // From 0.9 to 1; d/dt = 0.2 x' (…) = 0.1 sin 2t.
    EXPECT_NEAR(run.drift("s.wrong").largest, 0.1, 1e-3) << kind;
    EXPECT_NEAR(run.drift("s.wrong").largest_rate, 0.1, 1e-3) << kind;
    EXPECT_LT(run.drift("s.right").largest_rate, 1e-15) << kind;
    EXPECT_FALSE(kind != std::string("equations") && run.drift("s.energy").kept) << "a law is no claim";
  }
}

TEST(ClaimTruth, ACoarseSolverDoesNotMakeATrueClaimFalse) {
  const Recording run = simulate(built_of(oscillator("hamiltonian", "solver = \"rk4\"\nstep = 0.5\n")));
  EXPECT_GT(run.drift("s.right").largest, 1e-3);
  EXPECT_EQ(run.drift("s.right").kept, true);
  EXPECT_EQ(run.drift("s.wrong").kept, false);
}

TEST(ClaimTruth, AFalseClaimDoesNotSpoilTheCertificate) {
  const BuiltScene built = built_of(oscillator("lagrangian", "tolerance = 1e-12\n"));
  const Certificate certificate = certify(built.system, built.x0, {.run = built.options});
  EXPECT_TRUE(certificate.trusted_to_the_end()) << certificate.lost_first << " " << certificate.horizon;
  for (const ChannelTrust& channel : certificate.channels) {
    // Twenty radians at a tolerance of 1e-12 in each of a hundred steps.
    EXPECT_LT(*std::max_element(channel.error.begin(), channel.error.end()), 1e-9) << channel.name;
  }
}

TEST(ClaimTruth, ParticularClaimsOfAStarAndAPlanetAreJudgedByTheirBrackets) {
  const Recording star = simulate(built_of(
      "[run]\nend = 20\n[[system]]\nname = \"h\"\ncoordinates = [\"x\", \"y\"]\n"
      "hamiltonian = \"0.5*(p_x^2 + p_y^2) + 0.5*(x^2 + y^2) + x^2*y + y^3/3\"\n"
      "initial = { x = 0.1, y = 0.1, p_x = 0.2, p_y = -0.1 }\n"
      "conserved = { second = \"p_x*p_y + x*y + x*y^2 + x^3/3\", bad = \"p_x*p_y + x*y + x*y^2 - x^3/3\" }\n"));
  EXPECT_EQ(star.drift("h.second").kept, true);
  EXPECT_EQ(star.drift("h.bad").kept, false);
  const Recording planet = simulate(
      built_of("[run]\nend = 10\n[[system]]\nname = \"s\"\ncoordinates = [\"x\", \"y\", \"z\"]\n"
               "definitions = { r = \"[x, y, z]\", p = \"[p_x, p_y, p_z]\", L = \"cross(r, p)\", "
               "A = \"cross(p, L) - r/norm(r)\" }\nhamiltonian = \"0.5*dot(p, p) - 1/norm(r)\"\n"
               "initial = { x = 1, y = 0, z = 0.2, p_x = 0, p_y = 0.8, p_z = 0.3 }\n"
               "conserved = { Ax = \"A.x\", Ay = \"A.y\", Az = \"A.z\", L2 = \"dot(L, L)\", wrong = \"x*p_x\" }\n"));
  for (const char* one : {"s.Ax", "s.Ay", "s.Az", "s.L2"}) EXPECT_EQ(planet.drift(one).kept, true) << one;
  EXPECT_EQ(planet.drift("s.wrong").kept, false);
}

TEST(ClaimTruth, AFalseClaimVouchesForNoEquilibrium) {
  const BuiltScene built = built_of(oscillator("equations", ""));
  const auto kept = kept_scalars(built.system);
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0]->channel.name, "s.right");
}

}  // namespace
}  // namespace polhode
