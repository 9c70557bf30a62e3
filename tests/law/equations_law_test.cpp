// Typed equations: every scalar, no allocation, and several systems side by side.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <polhode/polhode.hpp>

#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

/// x' = y, y' = μ (1 − x²) y − x + sin t with μ = 3.
Equations forced_oscillator(const std::string& name) {
  const std::array<std::string, 4> names{"t", "x", "y", "mu"};
  const std::array values{3.0};
  return {.name = name,
          .variables = {"x", "y"},
          .formulas = {*Expression::compile("y", names, values),
                       *Expression::compile("mu*(1 - x^2)*y - x + sin(t)", names, values)}};
}

TEST(EquationsLaw, RateIsTheFormula) {
  const FirstOrderSystem system(forced_oscillator("o"));
  std::array<double, 2> v{};
  system.rate<double>(0.5, std::array{2.0, 0.25}, v);
  EXPECT_EQ(v[0], 0.25);
  EXPECT_NEAR(v[1], 3 * (1 - 4) * 0.25 - 2 + std::sin(0.5), 1e-15);
  EXPECT_TRUE(system.uses_time());
  EXPECT_EQ(system.state_space().blocks().size(), 2u);
}

TEST(EquationsLaw, LanesOfAPackHaveTheBitsOfTheScalarRate) {
  const FirstOrderSystem system(forced_oscillator("o"));
  std::array<Pack4, 2> x, v;
  for (int lane = 0; lane < 4; ++lane) {
    x[0].set(lane, 0.3 * lane - 1);
    x[1].set(lane, 1 / (lane + 0.7));
  }
  system.rate<Pack4>(1.3, x, v);
  for (int lane = 0; lane < 4; ++lane) {
    std::array<double, 2> scalar{};
    system.rate<double>(1.3, std::array{x[0][lane], x[1][lane]}, scalar);
    EXPECT_EQ(v[0][lane], scalar[0]);
    EXPECT_EQ(v[1][lane], scalar[1]);
  }
}

TEST(EquationsLaw, DualNumbersGiveTheJacobian) {
  const FirstOrderSystem system(forced_oscillator("o"));
  const double x = 1.7, y = -0.4;
  std::array<Dual4, 2> v;
  system.rate<Dual4>(0.2, std::array{Dual4::variable(x, 0), Dual4::variable(y, 1)}, v);
  EXPECT_EQ(v[0].tangent[0], 0);
  EXPECT_EQ(v[0].tangent[1], 1);
  EXPECT_NEAR(v[1].tangent[0], -6 * x * y - 1, 1e-14);
  EXPECT_NEAR(v[1].tangent[1], 3 * (1 - x * x), 1e-14);
}

TEST(EquationsLaw, EvaluatingAllocatesNothing) {
  const FirstOrderSystem system(forced_oscillator("o"));
  const std::array x{1.0, 2.0};
  std::array<double, 2> v{};
  const auto before = allocations();
  for (int i = 0; i < 100; ++i) system.rate<double>(0.1 * i, x, v);
  EXPECT_EQ(allocations(), before);
}

TEST(EquationsLaw, SystemsSideBySideMoveAsEachAlone) {
  const FreeBodies bodies({{"b", solid::of(solid::Box{.mass = 1, .size = {1, 2, 3}})}});
  const FreeBodyState start{.w_WB_B = {1, 2, 3}};
  std::vector<double> x0 = bodies.coordinates({&start, 1});
  const System body{FreeBodySystem(bodies)}, oscillator{EquationSystem(forced_oscillator("o"))};
  const System all = System::joined({body, oscillator});
  x0.insert(x0.end(), {2, 0.25});
  ASSERT_EQ(all.state_space().nx(), 15);
  ASSERT_EQ(all.state_space().nv(), 14);
  EXPECT_EQ(all.channels().size(), body.channels().size() + 2);
  EXPECT_EQ(all.monitors().size(), 3u);

  std::array<double, 14> v{}, alone{};
  all.rates().real(0.5, x0, v);
  body.rates().real(0.5, std::span(x0).first(13), std::span(alone).first(12));
  oscillator.rates().real(0.5, std::span(x0).last(2), std::span(alone).last(2));
  EXPECT_EQ(v, alone);
  std::vector<Dual4> dual(x0.begin(), x0.end()), rate(14);
  all.rates().dual(0.5, dual, rate);
  for (std::size_t i = 0; i < 14; ++i) EXPECT_EQ(rate[i].value, v[i]);

  std::array<double, 1> y{};
  all.find_channel("o.y")->evaluate(0, x0, y);
  EXPECT_EQ(y[0], 0.25);
  const Recording run = simulate(all, x0, {.t_end = 2, .tolerance = 1e-11});
  for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 2e-9) << drift.name;
  const Recording one = simulate(oscillator, std::span<const double>(x0).last(2), {.t_end = 2, .tolerance = 1e-11});
  // Common steps are not the steps of one alone.
  EXPECT_NEAR(run.series("o.x").back(), one.series("o.x").back(), 1e-8);
}

TEST(EquationsLaw, WrongNumberOfFormulasIsRefused) {
  Equations equations = forced_oscillator("o");
  equations.formulas.pop_back();
  EXPECT_THROW(FirstOrderSystem{equations}, UsageError);
}

}  // namespace
}  // namespace polhode
