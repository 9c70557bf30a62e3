// Symmetries of a Lagrangian or a Hamiltonian that its text hides.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <polhode/dynamics/general/lagrangian.hpp>
#include <polhode/math/vector.hpp>
#include <polhode/sim/coordinates.hpp>
#include <polhode/sim/equilibria.hpp>
#include <polhode/sim/modes.hpp>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

BuiltScene built(const std::string& text) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes here"}); };
  const auto scene = read_scene("[run]\nend = 1\n[[system]]\nname = \"s\"\n" + text, "typed.toml", {}, no_mesh);
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  auto made = build(scene.value());
  EXPECT_TRUE(made.ok()) << format(made.diagnostics());
  return *std::move(made);
}

std::vector<std::string> kept(const BuiltScene& scene) {
  std::vector<std::string> names;
  for (const Monitor* one : kept_scalars(scene.system)) names.push_back(one->channel.name);
  return names;
}

TEST(HiddenSymmetry, ABeadOnAnEvenlyTurnedHoopKeepsItsEnergy) {
  const auto scene = load_scene("bead-on-hoop", {});
  const auto bead = build(scene.value());
  EXPECT_EQ(kept(*bead), std::vector<std::string>{"bead.energy"});
  EXPECT_TRUE(bead->system.works().empty());
  EXPECT_FALSE(depends_on_time(bead->system, 0, bead->x0));
}

TEST(HiddenSymmetry, ABeadRestsWhereTheHoopThrowsIt) {
  const auto scene = load_scene("bead-on-hoop", {});
  const auto bead = build(scene.value());
  const Equilibria all =
      equilibria(bead->system, {.start = bead->x0, .lowest = {-3.5, -3.5}, .highest = {3.5, 3.5}, .starts = 100});
  ASSERT_EQ(all.found.size(), 5U);
  constexpr double g = 9.81, r = 0.5, w = 7;
  const double off = std::acos(g / (w * w * r));
  const double places[] = {-pi, -off, 0, off, pi};
  double worst = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    worst = std::max(worst, std::fabs(all.found[k].x[0] - places[k]));
    EXPECT_EQ(all.found[k].fate, k == 1 || k == 3 ? Fate::stable : Fate::unstable);
  }
  expect_error_within(1e-13, worst, "equilibria of a bead on a turned hoop: angle, rad", "cos θ = g/(r w²)");
  const Modes about = modes(bead->system, 0, all.found[3].x);
  ASSERT_EQ(about.all.size(), 1U);
  EXPECT_NEAR(about.all[0].frequency, w * std::sin(off), 1e-12);
}

TEST(HiddenSymmetry, AVectorsDirectionIsCyclicAboutTheVertical) {
  const BuiltScene ball = built(
      "coordinates = ['theta', 'phi']\n"
      "definitions = { r = '[sin(theta)*cos(phi), sin(theta)*sin(phi), -cos(theta)]' }\n"
      "lagrangian = \"0.5*dot(r', r') - 9.81*r.z\"\n"
      "initial = { theta = 1, phi = 0, \"phi'\" = 2 }\n");
  EXPECT_EQ(kept(ball), (std::vector<std::string>{"s.energy", "s.p_phi"}));
}

TEST(HiddenSymmetry, IsSeenInAHamiltonian) {
  const BuiltScene turned = built(
      "coordinates = ['q', 'u']\n"
      "hamiltonian = '0.5*p_q^2*(cos(t)^2 + sin(t)^2) + 0.5*p_u^2 + (sin(u)^2 + cos(u)^2)*q^2'\n"
      "initial = { q = 1, u = 0, p_u = 1 }\n");
  EXPECT_EQ(kept(turned), (std::vector<std::string>{"s.energy", "s.p_u"}));
  EXPECT_FALSE(depends_on_time(turned.system, 0, turned.x0));
}

TEST(JacobisEnergy, IsCalledASumOnlyWhereItIsOne) {
  const auto told = [](std::vector<SystemText::Formula> definitions, const std::string& L) {
    return Lagrangian::compile({.coordinates = {"q"}, .energy = L, .definitions = std::move(definitions)})
        .value()
        .energy_is_sum();
  };
  EXPECT_TRUE(told({}, "0.5*q'^2 - q^2"));
  EXPECT_FALSE(told({}, "0.5*q'^2 - q^2*cos(t)"));
  EXPECT_TRUE(told({{"T", "0.5*q'^2"}, {"V", "q^2*cos(t)"}}, "T - V"));
  // Along a rod that turns: h = T − 4 q².
  EXPECT_FALSE(told({{"r", "q*[cos(2*t), sin(2*t)]"}, {"T", "0.5*dot(r', r')"}, {"V", "q^2"}}, "T - V"));
}

TEST(HiddenSymmetry, IsNotClaimedWhereThereIsNone) {
  for (const char* lagrangian : {"0.5*q'^2 - 1e-9*q*cos(t)", "0.5*q'^2 - if(t > 100, q*t, 0)"}) {
    const BuiltScene driven =
        built("coordinates = ['q']\nlagrangian = \"" + std::string(lagrangian) + "\"\ninitial = { q = 1 }\n");
    EXPECT_TRUE(kept(driven).empty()) << lagrangian;
    EXPECT_TRUE(depends_on_time(driven.system, 0, driven.x0)) << lagrangian;
  }
}

TEST(HiddenSymmetry, ConstraintsThatOnlySeemToMoveDoNoWork) {
  const auto scene = load_scene("chaplygin-sleigh", {});
  const auto sleigh = build(scene.value());
  EXPECT_TRUE(sleigh->system.works().empty());
}

}  // namespace
}  // namespace polhode
