// The figures of the implicit and the Rosenbrock methods, proved by order conditions: a mistyped digit breaks one of
// them. Those of a Rosenbrock method with α = (α_ij), β = α + Γ are Σ bᵢ Φᵢ(τ) = 1/γ(τ) with
//
//   Φᵢ(•) = 1,   Φᵢ([τ₁]) = Σⱼ βᵢⱼ Φⱼ(τ₁),   Φᵢ([τ₁ … τₘ]) = Π Σⱼ αᵢⱼ Φⱼ(τₖ) for m ≥ 2
//
// [Hairer & Wanner 1996] IV.7, theorem 7.3.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <Eigen/LU>

#include "ode/order_conditions.hpp"

namespace polhode::ode {
namespace {

/// As in order_conditions_test.cpp: half an ulp for each stage and level.
constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();

const std::vector<RootedTree> trees = rooted_trees(10);  // one more than the highest order

/// Σ bᵢ Φᵢ(τ) = θⁿ/γ(τ) for all trees of n ≤ order vertices; `size` bounds b and what it was computed from.
void expect_order_conditions(std::span<const double> b, std::span<const double> size, const ElementaryWeights& w,
                             int order, double theta, const std::string& what) {
  for (std::size_t k = 0; k < trees.size(); ++k) {
    if (trees[k].vertices > order) continue;
    const double expected = std::pow(theta, trees[k].vertices) / trees[k].gamma;
    EXPECT_NEAR(tree_sum(b, w, k).value, expected, rounding * tree_sum(size, w, k).size)
        << what << ", tree " << k << " of " << trees[k].vertices;
  }
}

template <class Tableau>
void expect_nodes_and_order(const Method& method, const Tableau& rule) {
  const SquareTable table(rule);
  for (int i = 0; i < table.stages; ++i) {
    double sum = 0, size = 1;
    for (int j = 0; j < table.stages; ++j) sum += table.entry(i, j), size += std::fabs(table.entry(i, j));
    EXPECT_NEAR(sum, table.c[static_cast<std::size_t>(i)], rounding * size) << method.name << ", row " << i;
  }
  const ElementaryWeights w = elementary_weights(table, trees);
  expect_order_conditions(rule.b, rule.b, w, method.order, 1, std::string(method.name));
  EXPECT_EQ(order_of(rule.b, trees, w, 1e-10), method.order) << method.name;
}

TEST(ImplicitOrderConditions, DiagonalMethodsHaveTheirOrders) {
  for (const Method& method : methods()) {
    const auto* rule = std::get_if<DiagonalTableau>(&method.rule);
    if (rule == nullptr) continue;
    expect_nodes_and_order(method, *rule);
    const ElementaryWeights w = elementary_weights(SquareTable(*rule), trees);
    if (method.adaptive()) {
      std::vector<double> b_hat(rule->b.begin(), rule->b.end());
      for (std::size_t i = 0; i < b_hat.size(); ++i) b_hat[i] -= rule->error[i];
      EXPECT_EQ(order_of(b_hat, trees, w, 1e-10), method.embedded_order) << method.name;
    }
    const std::size_t stages = rule->b.size(), terms = rule->dense_powers.size() / stages;
    for (double theta : {0.125, 0.3, 0.5, 0.9, 1.0}) {
      std::vector<double> b(stages);
      for (std::size_t i = 0; i < stages; ++i)
        for (std::size_t k = terms; k-- > 0;) b[i] = (b[i] + rule->dense_powers[i * terms + k]) * theta;
      const int order = terms > 0 ? method.dense_order : 0;
      expect_order_conditions(b, b, w, order, theta, std::string(method.name) + " continuation");
    }
  }
}

TEST(ImplicitOrderConditions, CollocationMethodsHaveTheirOrders) {
  for (const Method& method : methods()) {
    const auto* rule = std::get_if<CollocationTableau>(&method.rule);
    if (rule == nullptr) continue;
    expect_nodes_and_order(method, *rule);
    // Collocation: Σ aᵢⱼ cⱼᵏ⁻¹ = cᵢᵏ/k for k up to the number of stages.
    const SquareTable table(*rule);
    for (int k = 1; k <= table.stages; ++k)
      for (int i = 0; i < table.stages; ++i) {
        double sum = 0;
        for (int j = 0; j < table.stages; ++j)
          sum += table.entry(i, j) * std::pow(table.c[static_cast<std::size_t>(j)], k - 1);
        EXPECT_NEAR(sum, std::pow(table.c[static_cast<std::size_t>(i)], k) / k, rounding) << method.name;
      }
  }
}

TEST(ImplicitOrderConditions, GaussMethodsAndTheMidpointRuleAreSymplectic) {
  const auto defect = [](const SquareTable& table, std::span<const double> b) {
    double largest = 0;
    for (int i = 0; i < table.stages; ++i)
      for (int j = 0; j < table.stages; ++j) {
        const double bi = b[static_cast<std::size_t>(i)], bj = b[static_cast<std::size_t>(j)];
        largest = std::max(largest, std::fabs(bi * table.entry(i, j) + bj * table.entry(j, i) - bi * bj));
      }
    return largest;
  };
  for (const Method* method : {&method::gauss4, &method::gauss6}) {
    const auto& rule = std::get<CollocationTableau>(method->rule);
    EXPECT_LE(defect(SquareTable(rule), rule.b), 2e-16) << method->name;
  }
  const auto& midpoint = std::get<DiagonalTableau>(method::implicit_midpoint.rule);
  EXPECT_EQ(defect(SquareTable(midpoint), midpoint.b), 0);
}

/// α, β and b of a Rosenbrock method in the form of the order conditions, and bounds of what rounding may move them by.
struct RosenbrockForm {
  Eigen::MatrixXd alpha, beta, transform, alpha_size, beta_size, transform_size;

  explicit RosenbrockForm(const RosenbrockTableau& rule) {
    const int n = rule.stages();
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n), c = a;
    std::size_t next = 0;
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < i; ++j, ++next) a(i, j) = rule.a[next], c(i, j) = rule.c[next];
    const Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(n, n) / rule.gamma - c;
    transform = inverse.inverse();  // Γ
    alpha = a * transform;
    beta = alpha + transform;
    const Eigen::MatrixXd size = transform.cwiseAbs();
    transform_size = size * inverse.cwiseAbs() * size;
    alpha_size = a.cwiseAbs() * transform_size;
    beta_size = alpha_size + transform_size;
  }

  ElementaryWeights weights() const {
    ElementaryWeights w;
    const auto n = static_cast<std::size_t>(alpha.rows());
    for (const RootedTree& tree : trees) {
      std::vector<double> phi(n, 1.0), size(n, 1.0);
      const bool single = tree.branches.size() == 1;
      const Eigen::MatrixXd& matrix = single ? beta : alpha;
      const Eigen::MatrixXd& bound = single ? beta_size : alpha_size;
      for (int branch : tree.branches) {
        const auto k = static_cast<std::size_t>(branch);
        for (std::size_t i = 0; i < n; ++i) {
          double sum = 0, largest = 0;
          for (std::size_t j = 0; j < n; ++j) {
            sum += matrix(static_cast<int>(i), static_cast<int>(j)) * w.phi[k][j];
            largest += bound(static_cast<int>(i), static_cast<int>(j)) * w.size[k][j];
          }
          phi[i] *= sum, size[i] *= largest;
        }
      }
      w.phi.push_back(phi), w.size.push_back(size);
    }
    return w;
  }

  static std::vector<double> times(const std::vector<double>& m, const Eigen::MatrixXd& matrix) {
    const auto n = static_cast<Eigen::Index>(m.size());
    const Eigen::VectorXd b = matrix.transpose() * Eigen::Map<const Eigen::VectorXd>(m.data(), n);
    return {b.data(), b.data() + n};
  }
  std::vector<double> weights_of(const std::vector<double>& m) const { return times(m, transform); }
  std::vector<double> size_of(std::vector<double> m) const {
    for (double& weight : m) weight = std::fabs(weight);
    return times(m, transform_size);
  }
};

TEST(ImplicitOrderConditions, RosenbrockMethodsHaveTheirOrders) {
  for (const Method& method : methods()) {
    const auto* rule = std::get_if<RosenbrockTableau>(&method.rule);
    if (rule == nullptr) continue;
    const std::string name(method.name);
    const RosenbrockForm form(*rule);
    const ElementaryWeights w = form.weights();
    const std::size_t stages = rule->m.size();
    for (std::size_t i = 0; i < stages; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      EXPECT_NEAR(form.alpha.row(row).sum(), rule->alpha[i], rounding * form.alpha_size.row(row).sum()) << name;
      EXPECT_NEAR(form.transform.row(row).sum(), rule->gammas[i], rounding * form.transform_size.row(row).sum())
          << name;
    }
    std::vector<double> m(rule->m.begin(), rule->m.end()), m_hat = m;
    expect_order_conditions(form.weights_of(m), form.size_of(m), w, method.order, 1, name);
    EXPECT_EQ(order_of(form.weights_of(m), trees, w, 1e-10), method.order) << name;
    for (std::size_t i = 0; i < rule->error.size(); ++i) m_hat[i] -= rule->error[i];
    if (method.adaptive()) {
      EXPECT_EQ(order_of(form.weights_of(m_hat), trees, w, 1e-10), method.embedded_order) << name;
    }
    const std::size_t rows = rule->dense.size() / stages;
    for (double theta : {0.125, 0.3, 0.5, 0.9}) {
      std::vector<double> inside(stages);
      for (std::size_t i = 0; i < stages; ++i) {
        double h = 0;
        for (std::size_t k = rows; k-- > 0;) h = h * theta + rule->dense[k * stages + i];
        inside[i] = theta * (m[i] + (1 - theta) * h);
      }
      expect_order_conditions(form.weights_of(inside), form.size_of(inside), w, method.dense_order, theta,
                              name + " continuation");
    }
  }
}

}  // namespace
}  // namespace polhode::ode
