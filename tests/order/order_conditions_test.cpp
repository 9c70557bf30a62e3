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

namespace polhode::ode {
namespace {

struct RootedTree {
  int vertices;
  double gamma;
  std::vector<int> branches;  // indices of earlier trees, in descending order, so that each multiset appears once
};

void add_trees(std::vector<RootedTree>& trees, int vertices, int left, int largest, std::vector<int>& branches) {
  if (left == 0) {
    double gamma = vertices;
    for (int branch : branches) gamma *= trees[static_cast<std::size_t>(branch)].gamma;
    trees.push_back({vertices, gamma, branches});
    return;
  }
  for (int i = 0; i <= largest; ++i) {
    const int size = trees[static_cast<std::size_t>(i)].vertices;
    if (size > left) continue;
    branches.push_back(i);
    add_trees(trees, vertices, left - size, i, branches);
    branches.pop_back();
  }
}

std::vector<RootedTree> rooted_trees(int most_vertices) {
  std::vector<RootedTree> trees{{1, 1.0, {}}};
  for (int vertices = 2; vertices <= most_vertices; ++vertices) {
    std::vector<int> branches;
    add_trees(trees, vertices, vertices - 1, static_cast<int>(trees.size()) - 1, branches);
  }
  return trees;
}

/// All stages of a method, those of the continuation included, as one square table.
struct FullTable {
  int stages = 0;
  std::vector<double> a, c;
  explicit FullTable(const ExplicitTableau& rule) {
    const int end = rule.end_stage();
    stages = rule.all_stages();
    a.assign(static_cast<std::size_t>(stages * stages), 0.0);
    c.assign(static_cast<std::size_t>(stages), 1.0);
    std::size_t next = 0;
    for (int i = 1; i < rule.stages(); ++i)
      for (int j = 0; j < i; ++j) entry(i, j) = rule.a[next++];
    EXPECT_EQ(next, rule.a.size());
    for (int i = 0; i < rule.stages(); ++i) c[static_cast<std::size_t>(i)] = rule.c[static_cast<std::size_t>(i)];
    for (int j = 0; j < rule.stages(); ++j) entry(end, j) = rule.b[static_cast<std::size_t>(j)];
    next = 0;
    for (int i = end + 1; i < stages; ++i) {
      c[static_cast<std::size_t>(i)] = rule.dense_c[static_cast<std::size_t>(i - end - 1)];
      for (int j = 0; j < i; ++j) entry(i, j) = rule.dense_a[next++];
    }
    EXPECT_EQ(next, rule.dense_a.size());
  }
  double& entry(int i, int j) { return a[static_cast<std::size_t>(i * stages + j)]; }
  double entry(int i, int j) const { return a[static_cast<std::size_t>(i * stages + j)]; }
};

/// Φᵢ of every tree, and the same with |aᵢⱼ|, which bounds how rounding grows.
struct Weights {
  std::vector<std::vector<double>> phi, size;
};

Weights elementary_weights(const FullTable& table, const std::vector<RootedTree>& trees) {
  Weights w;
  const auto n = static_cast<std::size_t>(table.stages);
  for (const RootedTree& tree : trees) {
    std::vector<double> phi(n, 1.0), size(n, 1.0);
    for (int branch : tree.branches) {
      const auto k = static_cast<std::size_t>(branch);
      for (int i = 0; i < table.stages; ++i) {
        double sum = 0, bound = 0;
        for (int j = 0; j < i; ++j) {
          sum += table.entry(i, j) * w.phi[k][static_cast<std::size_t>(j)];
          bound += std::fabs(table.entry(i, j)) * w.size[k][static_cast<std::size_t>(j)];
        }
        phi[static_cast<std::size_t>(i)] *= sum;
        size[static_cast<std::size_t>(i)] *= bound;
      }
    }
    w.phi.push_back(phi);
    w.size.push_back(size);
  }
  return w;
}

/// Rounding of a sum of products: each of at most 16 stages and 8 levels contributes half an ulp of its size; figures
/// typed as quotients carry one more each.
constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();

void expect_weights(const std::vector<double>& b, const std::vector<RootedTree>& trees, const Weights& w, int order,
                    double theta, bool estimate, const std::string& what) {
  for (std::size_t k = 0; k < trees.size(); ++k) {
    if (trees[k].vertices > order) continue;
    double sum = 0, size = 1;
    for (std::size_t i = 0; i < b.size(); ++i) {
      sum += b[i] * w.phi[k][i];
      size += std::fabs(b[i]) * w.size[k][i];
    }
    const double expected = estimate ? 0.0 : std::pow(theta, trees[k].vertices) / trees[k].gamma;
    EXPECT_NEAR(sum, expected, rounding * size) << what << ", tree " << k << " of order " << trees[k].vertices;
  }
}

/// bᵢ(θ) of the continuation u(θ) = θ (c₁ + (1−θ) (c₂ + θ (c₃ + (1−θ) (c₄ + …)))).
std::vector<double> dense_weights(const ExplicitTableau& rule, const FullTable& table, double theta) {
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
  std::vector<int> count(9, 0);
  for (const RootedTree& tree : rooted_trees(8)) ++count[static_cast<std::size_t>(tree.vertices)];
  EXPECT_EQ(count, (std::vector<int>{0, 1, 1, 2, 4, 9, 20, 48, 115}));
}

TEST(OrderConditions, EveryRowOfEveryMethodSumsToItsNode) {
  for (const auto& [method, rule] : explicit_methods()) {
    const FullTable table(rule);
    for (int i = 0; i < table.stages; ++i) {
      double sum = 0, size = 1;
      for (int j = 0; j < i; ++j) sum += table.entry(i, j), size += std::fabs(table.entry(i, j));
      EXPECT_NEAR(sum, table.c[static_cast<std::size_t>(i)], rounding * size) << method.name << ", row " << i;
    }
  }
}

TEST(OrderConditions, EveryMethodHasItsOrderOnEveryTree) {
  const std::vector<RootedTree> trees = rooted_trees(8);
  for (const auto& [method, rule] : explicit_methods()) {
    const Weights w = elementary_weights(FullTable(rule), trees);
    expect_weights({rule.b.begin(), rule.b.end()}, trees, w, method.order, 1.0, false, std::string(method.name));
  }
}

TEST(OrderConditions, EveryErrorEstimateVanishesUpToItsOrder) {
  const std::vector<RootedTree> trees = rooted_trees(8);
  for (const auto& [method, rule] : explicit_methods()) {
    const Weights w = elementary_weights(FullTable(rule), trees);
    EXPECT_EQ(method.adaptive(), !rule.error.empty());
    expect_weights({rule.error.begin(), rule.error.end()}, trees, w, method.embedded_order, 1.0, true,
                   std::string(method.name) + " error");
    expect_weights({rule.error_second.begin(), rule.error_second.end()}, trees, w, 3, 1.0, true,
                   std::string(method.name) + " second error");
  }
}

TEST(OrderConditions, EveryContinuationHasItsOrderInsideTheStep) {
  const std::vector<RootedTree> trees = rooted_trees(8);
  for (const auto& [method, rule] : explicit_methods()) {
    // One that is raised by rates is measured in the other tests of this folder.
    if (rule.dense_weights.empty() && method.dense_order > 3) continue;
    const FullTable table(rule);
    const Weights w = elementary_weights(table, trees);
    for (double theta : {0.125, 0.3, 0.5, 0.9, 1.0})
      expect_weights(dense_weights(rule, table, theta), trees, w, method.dense_order, theta, false,
                     std::string(method.name) + " continuation");
  }
}

TEST(OrderConditions, NamesFindTheirMethods) {
  for (const Method& method : methods()) EXPECT_EQ(find_method(method.name), &method);
  EXPECT_EQ(find_method("dop853"), &method::dop853);
  EXPECT_EQ(method::euler.name, "euler");
  EXPECT_EQ(method::midpoint.name, "midpoint");
  EXPECT_EQ(method::heun.name, "heun");
  EXPECT_EQ(method::rk4.name, "rk4");
  EXPECT_EQ(method::bogacki_shampine.name, "bogacki-shampine");
  EXPECT_EQ(method::dopri5.name, "dopri5");
  EXPECT_EQ(find_method("rk5"), nullptr);
}

}  // namespace
}  // namespace polhode::ode
