#include "ode/path_element.hpp"

#include <array>
#include <cmath>

#include <polhode/math/elementary.hpp>
#include <polhode/math/vector.hpp>

namespace polhode::ode {
namespace {

/// Legendre's polynomial, its slope, and the slope of that, inside (−1, 1).
struct Legendre {
  double value, slope, bend;
};
Legendre legendre(int degree, double x) {
  double before = 1, now = x;
  for (int k = 2; k <= degree; ++k) {
    const double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
    before = now;
    now = next;
  }
  const double slope = degree * (before - x * now) / (1 - x * x);
  return {now, slope, (2 * x * slope - degree * (degree + 1.0) * now) / (1 - x * x)};
}

}  // namespace

GaussRule::GaussRule(int points) : nodes(static_cast<std::size_t>(points)), weights(nodes.size()) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    double x = -fn::cos(pi * (static_cast<double>(i) + 0.75) / (points + 0.5));
    for (int round = 0; round < 8; ++round) {
      const Legendre P = legendre(points, x);
      x -= P.value / P.slope;
    }
    const double slope = legendre(points, x).slope;
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
}

PathElement::PathElement(int of_degree)
    : degree(of_degree), nodes(static_cast<std::size_t>(of_degree) + 1), gauss(of_degree + 4) {
  nodes.front() = -1;
  nodes.back() = 1;
  for (int i = 1; i < degree; ++i) {
    double x = -fn::cos(pi * i / degree);
    for (int round = 0; round < 8; ++round) {
      const Legendre P = legendre(degree, x);
      x -= P.slope / P.bend;
    }
    nodes[static_cast<std::size_t>(i)] = x;
  }
  values.resize(gauss.nodes.size() * count());
  slopes.resize(values.size());
  for (std::size_t g = 0; g < gauss.nodes.size(); ++g)
    at(gauss.nodes[g], values.data() + g * count(), slopes.data() + g * count());
}

void PathElement::at(double xi, double* value, double* slope) const {
  for (std::size_t i = 0; i < count(); ++i) {
    double product = 1, sum = 0;
    for (std::size_t k = 0; k < count(); ++k) {
      if (k == i) continue;
      // The product rule, factor by factor.
      sum = (sum * (xi - nodes[k]) + product) / (nodes[i] - nodes[k]);
      product *= (xi - nodes[k]) / (nodes[i] - nodes[k]);
    }
    value[i] = product;
    slope[i] = sum;
  }
}

const PathElement& PathElement::of(int degree) {
  static const std::array<PathElement, 2> all{PathElement(12), PathElement(16)};
  return degree == all[0].degree ? all[0] : all[1];
}

}  // namespace polhode::ode
