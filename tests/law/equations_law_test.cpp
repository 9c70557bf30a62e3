// Typed equations and energies: every scalar, no allocation, and several systems side by side.
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

Lagrangian chain_of(int n, bool held) {
  SystemText text;
  for (int i = 1; i <= n; ++i) text.coordinates.push_back("q" + std::to_string(i));
  const std::string last = std::to_string(n);
  text.energy = "sum(i, 1, " + last + ", 0.5*(2 + sin(q[i]))*q[i]'^2 - cosh(q[i])) + 0.2*q1'*q" + last + "'*cos(t)";
  if (held) text.constraints = {{"arc", "q1^2 + q2^2 - 1"}};
  if (held) text.rolling = {{"edge", "q1'*cos(q2) - q3'"}};
  return Lagrangian::compile(text).value();
}

TEST(EnergyLaw, RatesAllocateNothingAfterTheFirst) {
  for (const auto& [n, held] : {std::pair{1, false}, {2, false}, {3, false}, {6, false}, {4, true}}) {
    const Lagrangian lagrangian = chain_of(n, held);
    const auto size = static_cast<std::size_t>(2 * n);
    std::vector<double> x(size, 0.3), v(size);
    std::vector<Dual4> dual_x, dual_v(size);
    x[0] = 0.8, x[1] = 0.6;
    for (std::size_t i = 0; i < size; ++i) dual_x.push_back(Dual4::variable(x[i], static_cast<int>(i % 4)));
    long before = 0;
    for (int i = 0; i < 100; ++i) {
      if (i == 1) before = allocations();
      lagrangian.rate<double>(0.1 * i, x, v);
      lagrangian.rate<Dual4>(0.1 * i, dual_x, dual_v);
      lagrangian.canonical_rate<double>(0.1 * i, x, v);
      EXPECT_TRUE(lagrangian.project(0.1 * i, x));
    }
    EXPECT_EQ(allocations(), before) << n << " coordinates";
  }
}

TEST(EnergyLaw, HalvesOfAHamiltoniansRateHaveItsBitsAndAllocateNothing) {
  const auto made = Hamiltonian::compile({.coordinates = {"x", "y"},
                                          .energy = "cosh(p_x)*(1 + p_y^2) + x^2*y*cos(t)/(2 + y^2)",
                                          .forces = {{"x", "-t*y"}}});
  ASSERT_TRUE(made.ok()) << format(made.diagnostics());
  ASSERT_EQ(made->inseparable(), "");
  const std::array x{0.3, -1.1, 0.7, 0.2};
  std::array<double, 4> v{}, drift{}, kick{};
  const double h = 0.0371;
  const long before = allocations();
  made->rate<double>(0.9, x, v);
  made->drift(0.9, h, x, drift);
  made->kick(0.9, h, x, kick);
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(drift, (std::array{h * v[0], h * v[1], 0.0, 0.0}));
  EXPECT_EQ(kick, (std::array{0.0, 0.0, h * v[2], h * v[3]}));
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
