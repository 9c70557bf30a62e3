// The figures of every method, proved by Butcher's order conditions: a mistyped digit breaks one of them.
//
// For each rooted tree τ with n vertices a method of order ≥ n has Σ bᵢ Φᵢ(τ) = 1/γ(τ), where Φᵢ(•) = 1,
// Φᵢ([τ₁ … τₘ]) = Π Σⱼ aᵢⱼ Φⱼ(τₖ) and γ([τ₁ … τₘ]) = n Π γ(τₖ). Its error weights give 0 up to the embedded order, and
// the continuation's bᵢ(θ) give θⁿ/γ(τ).  [Hairer, Nørsett & Wanner 1993] II.2, II.6.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <polhode/ode/method.hpp>

#include "ode/order_conditions.hpp"

namespace polhode::ode {
namespace {

/// Rounding of a sum of products: each of at most 17 stages and 9 levels contributes half an ulp of its size; figures
/// typed as quotients carry one more each.
constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();

void expect_weights(const std::vector<double>& b, const std::vector<RootedTree>& trees, const ElementaryWeights& w,
                    int order, double theta, bool estimate, const std::string& what) {
  for (std::size_t k = 0; k < trees.size(); ++k) {
    if (trees[k].vertices > order) continue;
    const TreeSum sum = tree_sum(b, w, k);
    const double expected = estimate ? 0.0 : std::pow(theta, trees[k].vertices) / trees[k].gamma;
    EXPECT_NEAR(sum.value, expected, rounding * sum.size)
        << what << ", tree " << k << " of order " << trees[k].vertices;
  }
}

/// bᵢ(θ) of the continuation u(θ) = θ (c₁ + (1−θ) (c₂ + θ (c₃ + (1−θ) (c₄ + …)))).
std::vector<double> dense_weights(const ExplicitTableau& rule, const SquareTable& table, double theta) {
  const auto n = static_cast<std::size_t>(table.stages);
  const auto end = static_cast<std::size_t>(rule.end_stage());
  std::vector<std::vector<double>> terms(3, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < rule.b.size(); ++i) terms[0][i] = rule.b[i];
  for (std::size_t i = 0; i < n; ++i) terms[1][i] = (i == 0 ? 1.0 : 0.0) - terms[0][i];
  for (std::size_t i = 0; i < n; ++i) terms[2][i] = terms[0][i] - (i == end ? 1.0 : 0.0) - terms[1][i];
  for (std::size_t row = 0; row * n < rule.dense_weights.size(); ++row)
    terms.emplace_back(rule.dense_weights.begin() + static_cast<std::ptrdiff_t>(row * n),
                       rule.dense_weights.begin() + static_cast<std::ptrdiff_t>((row + 1) * n));
  std::vector<double> b(n, 0.0);
  for (std::size_t k = terms.size(); k-- > 0;)
    for (std::size_t i = 0; i < n; ++i) b[i] = (k % 2 == 0 ? theta : 1 - theta) * (terms[k][i] + b[i]);
  return b;
}

struct ExplicitMethod {
  const Method& method;
  const ExplicitTableau& rule;
};

std::vector<ExplicitMethod> explicit_methods() {
  std::vector<ExplicitMethod> list;
  for (const Method& method : methods())
    if (const auto* rule = std::get_if<ExplicitTableau>(&method.rule)) list.push_back({method, *rule});
  return list;
}

TEST(OrderConditions, ThereAreAsManyRootedTreesAsCayleyCounted) {
  std::vector<int> count(11, 0);
  for (const RootedTree& tree : rooted_trees(10)) ++count[static_cast<std::size_t>(tree.vertices)];
  EXPECT_EQ(count, (std::vector<int>{0, 1, 1, 2, 4, 9, 20, 48, 115, 286, 719}));
}

TEST(OrderConditions, EveryRowOfEveryMethodSumsToItsNode) {
  for (const auto& [method, rule] : explicit_methods()) {
    const SquareTable table(rule);
    for (int i = 0; i < table.stages; ++i) {
      double sum = 0, size = 1;
      for (int j = 0; j < i; ++j) sum += table.entry(i, j), size += std::fabs(table.entry(i, j));
      EXPECT_NEAR(sum, table.c[static_cast<std::size_t>(i)], rounding * size) << method.name << ", row " << i;
    }
  }
}

TEST(OrderConditions, EveryMethodHasItsOrderOnEveryTree) {
  const std::vector<RootedTree> trees = rooted_trees(9);
  for (const auto& [method, rule] : explicit_methods()) {
    const ElementaryWeights w = elementary_weights(SquareTable(rule), trees);
    expect_weights({rule.b.begin(), rule.b.end()}, trees, w, method.order, 1.0, false, std::string(method.name));
    // And no more than that: 1e-10 of the size is far above rounding, and below what a tree of the next order leaves.
    EXPECT_EQ(order_of(rule.b, trees, w, 1e-10), method.order) << method.name;
  }
}

TEST(OrderConditions, EveryErrorEstimateVanishesUpToItsOrder) {
  const std::vector<RootedTree> trees = rooted_trees(9);
  for (const auto& [method, rule] : explicit_methods()) {
    const ElementaryWeights w = elementary_weights(SquareTable(rule), trees);
    EXPECT_EQ(method.adaptive(), !rule.error.empty());
    expect_weights({rule.error.begin(), rule.error.end()}, trees, w, std::min(method.order, method.embedded_order), 1.0,
                   true, std::string(method.name) + " error");
    expect_weights({rule.error_second.begin(), rule.error_second.end()}, trees, w, 3, 1.0, true,
                   std::string(method.name) + " second error");
  }
}

TEST(OrderConditions, EveryContinuationHasItsOrderInsideTheStep) {
  const std::vector<RootedTree> trees = rooted_trees(9);
  for (const auto& [method, rule] : explicit_methods()) {
    // One that is raised by rates is measured in the other tests of this folder.
    if (rule.dense_weights.empty() && method.dense_order > 3) continue;
    const SquareTable table(rule);
    const ElementaryWeights w = elementary_weights(table, trees);
    for (double theta : {0.125, 0.3, 0.5, 0.9, 1.0})
      expect_weights(dense_weights(rule, table, theta), trees, w, method.dense_order, theta, false,
                     std::string(method.name) + " continuation");
  }
}

/// The second solution b̂ = b − error has the order it is said to have, and so the estimate does not vanish beyond.
TEST(OrderConditions, EveryEmbeddedSolutionHasItsOrderAndNoMore) {
  const std::vector<RootedTree> trees = rooted_trees(9);
  for (const auto& [method, rule] : explicit_methods()) {
    if (!method.adaptive()) continue;
    std::vector<double> b_hat(rule.b.begin(), rule.b.end());
    for (std::size_t i = 0; i < b_hat.size(); ++i) b_hat[i] -= rule.error[i];
    const ElementaryWeights w = elementary_weights(SquareTable(rule), trees);
    EXPECT_EQ(order_of(b_hat, trees, w, 1e-10), method.embedded_order) << method.name;
  }
}

TEST(OrderConditions, NamesFindTheirMethods) {
  for (const Method& method : methods()) EXPECT_EQ(find_method(method.name), &method);
  EXPECT_EQ(find_method("dop853"), &method::dop853);
  EXPECT_EQ(find_method("bogacki-shampine"), &method::bogacki_shampine);
  EXPECT_EQ(find_method("rk5"), nullptr);
  // A method's name in C++ is the one that people type.
  for (const auto& [name, method] :
       {std::pair("euler", &method::euler), std::pair("midpoint", &method::midpoint), std::pair("heun", &method::heun),
        std::pair("ralston", &method::ralston), std::pair("rk4", &method::rk4),
        std::pair("three-eighths", &method::three_eighths), std::pair("fehlberg45", &method::fehlberg45),
        std::pair("cash-karp", &method::cash_karp), std::pair("dopri5", &method::dopri5),
        std::pair("tsitouras5", &method::tsitouras5), std::pair("verner6", &method::verner6),
        std::pair("verner7", &method::verner7), std::pair("verner8", &method::verner8),
        std::pair("verner9", &method::verner9), std::pair("gbs4", &method::gbs4), std::pair("gbs8", &method::gbs8),
        std::pair("gbs12", &method::gbs12), std::pair("gbs", &method::gbs)})
    EXPECT_EQ(find_method(name), method) << name;
}

}  // namespace
}  // namespace polhode::ode
