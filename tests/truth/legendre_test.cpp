// Legendre's transformation where second slopes vanish or are steep, and what certificates say of it.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/dynamics/general/hamiltonian.hpp>
#include <polhode/sim/certify.hpp>

#include "support/scene_run.hpp"

namespace polhode {
namespace {

BuiltScene built_of(const std::string& system, double end = 3) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{}); };
  const auto scene = read_scene("[run]\nend = " + std::to_string(end) + "\n[[system]]\nname = \"s\"\n" + system + "\n",
                                "typed.toml", {}, no_mesh);
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  auto built = build(scene.value());
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  return *std::move(built);
}

Certificate certified(const std::string& system, double end = 3) {
  const BuiltScene built = built_of(system, end);
  return certify(built.system, built.x0, {.run = built.options});
}

TEST(LegendreTruth, MomentaAreFoundWhereSecondSlopesVanishAtZero) {
  const auto quartic = Hamiltonian::compile({.coordinates = {"x", "y"}, .energy = "p_x^4/4 + p_y^4/4 + p_y^2/2"});
  ASSERT_TRUE(quartic.ok());
  for (const double v : {-30.0, -0.5, 1e-6, 0.5, 2000.0}) {
    double p[2];
    ASSERT_TRUE(quartic->momenta_of<double>(0, std::vector<double>{0, 0, v, 0.25}, p)) << v;
    EXPECT_NEAR(p[0], std::cbrt(v), 1e-14 * std::fabs(std::cbrt(v))) << v;
    EXPECT_NEAR(p[1] * p[1] * p[1] + p[1], 0.25, 1e-15);
  }
  // At rest the second slope is zero: what has an infinite slope there has no equation of motion.
  double p[2];
  EXPECT_FALSE(quartic->momenta_of<double>(0, std::vector<double>{0, 0, 0, 0.25}, p));
}

TEST(LegendreTruth, SmallMomentaAreFoundToTheRoundingOfWhatTheirRatesAreMadeOf) {
  // q' = e^p − 1 has the rounding of 1, however small p is.
  const auto lotka = Hamiltonian::compile({.coordinates = {"x"}, .energy = "exp(x) - x + exp(p_x) - p_x"});
  ASSERT_TRUE(lotka.ok());
  for (int k = 0; k < 200; ++k) {
    const double v = std::ldexp(1.0 + 0.37 * k / 200, -k % 60);
    double p = 0;
    ASSERT_TRUE(lotka->momenta_of<double>(0, std::vector<double>{0.3, v}, {&p, 1})) << v;
    EXPECT_NEAR(p, std::log1p(v), 2 * std::numeric_limits<double>::epsilon()) << v;
  }
}

TEST(LegendreTruth, RightEnergiesOfEveryKindAreNotSaidToDisagree) {
  struct Case {
    std::string system;
    bool compared;
  };
  const std::string one = "coordinates = [\"x\"]\n", two = "coordinates = [\"x\", \"y\"]\n";
  const std::vector<Case> cases{
      {one + "hamiltonian = \"exp(x) - x + exp(p_x) - p_x\"\ninitial = { x = 0.5, p_x = 0 }", true},
      {one + "hamiltonian = \"p_x^4/4 + x\"\ninitial = { x = 0, p_x = -1 }", true},
      {one + "lagrangian = \"0.25*x'^4 - 0.1*x^2\"\ninitial = { x = 0, \"x'\" = 3 }", true},
      // At rest, where p^4 has no second slope; and where no second slope is anywhere.
      {one + "hamiltonian = \"p_x^4/4 + x^2/2\"\ninitial = { x = 0.5, p_x = 0 }", false},
      {one + "hamiltonian = \"p_x*x\"\ninitial = { x = 1, p_x = 1 }", false},
      {two + "hamiltonian = \"p_x*x + 0.5*p_y^2\"\ninitial = { x = 1, y = 0, p_x = 1, p_y = 1 }", false},
      // Light, whose rates tell the direction of momenta and not their size.
      {two + "hamiltonian = \"sqrt(p_x^2 + p_y^2)/(1 + 0.1*y)\"\ninitial = { x = 0, y = 0, p_x = 1, p_y = 0.2 }",
       false},
      // Two momenta have the same rate, and the motion has that which is not near zero.
      {one + "hamiltonian = \"-cos(p_x) + 0.1*x\"\ninitial = { x = 0, p_x = 2.5 }", false}};
  for (const Case& each : cases) {
    const Certificate certificate = certified(each.system);
    ASSERT_TRUE(certificate.judged()) << each.system;
    ASSERT_EQ(certificate.retold.size(), 1u) << each.system;
    const Retold& retold = certificate.retold[0];
    EXPECT_TRUE(retold.agrees) << each.system << retold.channel << " " << retold.apart << " " << retold.allowed;
    EXPECT_EQ(retold.compared, each.compared) << each.system << ": " << retold.why_not;
    EXPECT_EQ(retold.why_not.empty(), each.compared) << each.system << ": " << retold.why_not << " " << retold.until;
    EXPECT_TRUE(certificate.agrees_as_retold());
  }
}

TEST(LegendreTruth, WhatIsToldOnlySoFarIsComparedSoFar) {
  // p = 0 after a quarter of a period; from there on Lagrange's equations have many solutions.
  const Certificate certificate =
      certified("coordinates = [\"x\"]\nhamiltonian = \"p_x^4/4 + x^2/2\"\ninitial = { x = 0.5, p_x = 1 }");
  ASSERT_EQ(certificate.retold.size(), 1u);
  EXPECT_TRUE(certificate.retold[0].agrees)
      << certificate.retold[0].until << " " << certificate.retold[0].apart << " " << certificate.retold[0].allowed;
}

TEST(LegendreTruth, APathOfAnEnergyWithoutSecondSlopeAtRestIsFound) {
  const BuiltScene built = built_of(
      "coordinates = [\"x\"]\nhamiltonian = \"0.25*p_x^4 + 0.5*x^2\"\n"
      "between = { from = { x = 0 }, to = { x = 0.5 } }",
      1);
  ASSERT_EQ(built.actions.size(), 1u);
  const ActionAnswer told = answer(built.actions[0]);
  ASSERT_TRUE(told.path);
  ASSERT_EQ(told.path->ending, ode::PathEnding::found) << flaw_of(built.actions[0].subject, *told.path).message;
  EXPECT_LT(told.energy_drift, 1e-9);
  const Recording run = simulate(built);
  EXPECT_NEAR(run.series("s.x").back(), 0.5, 1e-8);
}

}  // namespace
}  // namespace polhode
