#include "ode/order_conditions.hpp"

#include <cmath>

namespace polhode::ode {

namespace {

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

}  // namespace

std::vector<RootedTree> rooted_trees(int most_vertices) {
  std::vector<RootedTree> trees{{1, 1.0, {}}};
  for (int vertices = 2; vertices <= most_vertices; ++vertices) {
    std::vector<int> branches;
    add_trees(trees, vertices, vertices - 1, static_cast<int>(trees.size()) - 1, branches);
  }
  return trees;
}

SquareTable::SquareTable(const DiagonalTableau& rule) : stages(rule.stages()), c(rule.c.begin(), rule.c.end()) {
  a.assign(static_cast<std::size_t>(stages * stages), 0.0);
  std::size_t next = 0;
  for (int i = 0; i < stages; ++i)
    for (int j = 0; j <= i; ++j) entry(i, j) = rule.a[next++];
}

SquareTable::SquareTable(const CollocationTableau& rule)
    : stages(rule.stages()), a(rule.a.begin(), rule.a.end()), c(rule.c.begin(), rule.c.end()) {}

SquareTable::SquareTable(const ExplicitTableau& rule) : stages(rule.all_stages()) {
  const int end = rule.end_stage();
  a.assign(static_cast<std::size_t>(stages * stages), 0.0);
  c.assign(static_cast<std::size_t>(stages), 1.0);
  std::size_t next = 0;
  for (int i = 1; i < rule.stages(); ++i)
    for (int j = 0; j < i; ++j) entry(i, j) = rule.a[next++];
  for (int i = 0; i < rule.stages(); ++i) c[static_cast<std::size_t>(i)] = rule.c[static_cast<std::size_t>(i)];
  for (int j = 0; j < rule.stages(); ++j) entry(end, j) = rule.b[static_cast<std::size_t>(j)];
  next = 0;
  for (int i = end + 1; i < stages; ++i) {
    c[static_cast<std::size_t>(i)] = rule.dense_c[static_cast<std::size_t>(i - end - 1)];
    for (int j = 0; j < i; ++j) entry(i, j) = rule.dense_a[next++];
  }
}

ElementaryWeights elementary_weights(const SquareTable& table, const std::vector<RootedTree>& trees) {
  ElementaryWeights w;
  const auto n = static_cast<std::size_t>(table.stages);
  for (const RootedTree& tree : trees) {
    std::vector<double> phi(n, 1.0), size(n, 1.0);
    for (int branch : tree.branches) {
      const auto k = static_cast<std::size_t>(branch);
      for (std::size_t i = 0; i < n; ++i) {
        double sum = 0, bound = 0;
        for (std::size_t j = 0; j < n; ++j) {
          sum += table.a[i * n + j] * w.phi[k][j];
          bound += std::fabs(table.a[i * n + j]) * w.size[k][j];
        }
        phi[i] *= sum;
        size[i] *= bound;
      }
    }
    w.phi.push_back(std::move(phi));
    w.size.push_back(std::move(size));
  }
  return w;
}

TreeSum tree_sum(std::span<const double> b, const ElementaryWeights& weights, std::size_t tree) {
  TreeSum sum{0, 1};
  for (std::size_t i = 0; i < b.size(); ++i) {
    sum.value += b[i] * weights.phi[tree][i];
    sum.size += std::fabs(b[i]) * weights.size[tree][i];
  }
  return sum;
}

int order_of(std::span<const double> b, const std::vector<RootedTree>& trees, const ElementaryWeights& weights,
             double tolerance) {
  for (std::size_t k = 0; k < trees.size(); ++k) {
    const TreeSum sum = tree_sum(b, weights, k);
    if (!(std::fabs(sum.value - 1 / trees[k].gamma) <= tolerance * sum.size)) return trees[k].vertices - 1;
  }
  return trees.back().vertices;
}

}  // namespace polhode::ode
