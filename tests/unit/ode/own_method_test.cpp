#include <polhode/ode/own_method.hpp>

#include <gtest/gtest.h>

#include <limits>

#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

/// The figures of a method of the tables, as somebody would type them.
Tableau typed(const Method& method) {
  const ExplicitTableau& rule = std::get<ExplicitTableau>(method.rule);
  Tableau tableau{.name = "own " + std::string(method.name)};
  tableau.b.assign(rule.b.begin(), rule.b.end());
  tableau.c.assign(rule.c.begin(), rule.c.end());
  std::size_t next = 0;
  for (std::size_t i = 0; i < tableau.b.size(); ++i) {
    tableau.a.emplace_back();
    for (std::size_t j = 0; j < i; ++j) tableau.a[i].push_back(rule.a[next++]);
    if (!rule.error.empty()) tableau.b_hat.push_back(rule.b[i] - rule.error[i]);
  }
  return tableau;
}

TEST(OwnMethod, FindsTheOrdersOfEveryMethodOfTheTables) {
  for (const Method& method : methods()) {
    if (!std::holds_alternative<ExplicitTableau>(method.rule)) continue;
    const Result<OwnMethod> own = OwnMethod::from(typed(method));
    ASSERT_TRUE(own.ok()) << format(own.diagnostics());
    EXPECT_EQ(own->method().order, method.order) << method.name;
    EXPECT_EQ(own->method().embedded_order, method.embedded_order) << method.name;
    EXPECT_EQ(own->method().dense_order, method.dense_order) << method.name;
    EXPECT_EQ(own->method().stages, method.stages) << method.name;
    EXPECT_EQ(std::get<ExplicitTableau>(own->method().rule).first_same_as_last,
              std::get<ExplicitTableau>(method.rule).first_same_as_last)
        << method.name;
  }
}

TEST(OwnMethod, TakesTheStepsOfTheMethodItWasCopiedFrom) {
  for (const Method& method : methods()) {
    if (!std::holds_alternative<ExplicitTableau>(method.rule)) continue;
    const OwnMethod own = *OwnMethod::from(typed(method));
    EXPECT_EQ(solve(oscillator(3), with(own.method(), 0.05)).hash, solve(oscillator(3), with(method, 0.05)).hash)
        << method.name;
  }
}

TEST(OwnMethod, OutlivesTheFiguresItWasMadeFrom) {
  const Method* method = nullptr;
  OwnMethod copy = *OwnMethod::from(typed(method::rk4));
  {
    Tableau tableau = typed(method::cash_karp);
    const OwnMethod own = *OwnMethod::from(tableau);
    copy = own;
    method = &own.method();
  }
  EXPECT_EQ(&copy.method(), method);
  EXPECT_EQ(copy.method().name, "own cash-karp");
  EXPECT_EQ(copy.method().title, "own cash-karp 5(4)");
  Options options = to(1e-9);
  options.method = &copy.method();
  EXPECT_EQ(solve(oscillator(1), options).outcome.ending, Ending::finished);
}

TEST(OwnMethod, MayLeaveOutNodesAndZeros) {
  const Result<OwnMethod> kutta =
      OwnMethod::from({.name = "kutta3", .a = {{}, {0.5}, {-1, 2, 0}}, .b = {1.0 / 6, 4.0 / 6, 1.0 / 6}});
  ASSERT_TRUE(kutta.ok()) << format(kutta.diagnostics());
  EXPECT_EQ(kutta->method().order, 3);
  EXPECT_FALSE(kutta->method().adaptive());
  EXPECT_EQ(std::get<ExplicitTableau>(kutta->method().rule).c[2], 1.0);
}

TEST(OwnMethod, FiguresOfTooFewDigitsLoseTheOrder) {
  const Result<OwnMethod> poor =
      OwnMethod::from({.name = "poor", .a = {{}, {0.5}, {-1, 2}}, .b = {0.1667, 0.6666, 0.1667}});
  ASSERT_TRUE(poor.ok());
  EXPECT_EQ(poor->method().order, 2);
}

TEST(OwnMethod, MayLeaveOutTheEmptyRowOfItsFirstStage) {
  const std::vector<double> b{1.0 / 6, 4.0 / 6, 1.0 / 6};
  const OwnMethod with_it = *OwnMethod::from({.name = "kutta3", .a = {{}, {0.5}, {-1, 2}}, .b = b});
  const OwnMethod without = *OwnMethod::from({.name = "kutta3", .a = {{0.5}, {-1, 2}}, .b = b});
  EXPECT_EQ(solve(oscillator(3), with(with_it.method(), 0.05)).hash,
            solve(oscillator(3), with(without.method(), 0.05)).hash);
  EXPECT_EQ(OwnMethod::from({.name = "implicit", .a = {{0.5}, {0, 1, 1}}, .b = b}).diagnostics()[0].path, "a[1][2]");
}

TEST(OwnMethod, ItsMeasuredOrderIsTheOrderOfItsConditions) {
  for (const Method& method : methods()) {
    const bool can_be_typed =
        std::holds_alternative<ExplicitTableau>(method.rule) || std::holds_alternative<MultistepRule>(method.rule);
    if (!can_be_typed) continue;
    const int most = std::max(method.order, method.apparent_order);
    EXPECT_GE(measured_order(method), 0.9 * method.order) << method.name;
    EXPECT_LE(measured_order(method), 1.1 * most) << method.name;
  }
  // Figures with a slip: of order 3 but for the last digits of a weight.
  const OwnMethod poor = *OwnMethod::from({.name = "poor", .a = {{0.5}, {-1, 2}}, .b = {0.16, 0.68, 0.16}});
  EXPECT_EQ(poor.method().order, 2);
  EXPECT_NEAR(measured_order(poor.method()), 2, 0.2);
}

void expect_refused(const Tableau& tableau, const std::string& path, const std::string& message) {
  const Result<OwnMethod> own = OwnMethod::from(tableau);
  ASSERT_FALSE(own.ok()) << message;
  bool found = false;
  for (const Diagnostic& finding : own.diagnostics())
    found = found || (finding.path == path && finding.message.find(message) != std::string::npos);
  EXPECT_TRUE(found) << format(own.diagnostics());
}

TEST(OwnMethod, RefusesWhatIsNoMethodAndSaysWhy) {
  const Tableau good = typed(method::dopri5);
  Tableau t = good;
  t.b.pop_back();
  expect_refused(t, "a", "7 for 6 stages");
  expect_refused(t, "c", "7 for 6 stages");
  expect_refused(t, "b_hat", "7 for 6 stages");
  t = good;
  t.a[3].push_back(0.25);
  expect_refused(t, "a[3][3]", "implicit: stage 4 needs stage 4");
  t = good;
  t.a[2][1] = 0.226;
  expect_refused(t, "c[2]", "the node is 0.3, but its row of a sums to 0.301");
  t = good;
  t.b[0] += 0.5;
  expect_refused(t, "b", "not a method of any order");
  t = good;
  t.b_hat[0] += 0.5;
  expect_refused(t, "b_hat", "not a method of any order");
  t = good;
  t.b_hat = t.b;
  expect_refused(t, "b_hat", "estimated as zero");
  t = good;
  t.c[1] = std::numeric_limits<double>::infinity();
  expect_refused(t, "c[1]", "not a finite number");
  t = good;
  t.name.clear();
  expect_refused(t, "name", "needs a name");
  expect_refused({.name = "nothing"}, "b", "at least one weight");
  expect_refused({.name = "long", .a = std::vector<std::vector<double>>(17), .b = std::vector<double>(17, 1.0 / 17)},
                 "b", "17 stages are more than 16");
}

}  // namespace
}  // namespace polhode::ode
