// Exact derivatives: value, gradient and Hessian of drawn formulas from one program, against jets of 33 digits that are
// evaluated on the drawn tree and share nothing with the library, neither its reader nor its rules.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>

#include <polhode/math/formulas.hpp>

#include "support/drawn_formula.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

using Jet = DrawnFormula::Jet;
constexpr int n = DrawnFormula::variables;

struct Drawn {
  DrawnFormula formula;
  double point[n];
  Jet truth;
};

/// A formula of some size at a point of its domain.
Drawn draw(FormulaSource& source) {
  for (;;) {
    Drawn drawn{.formula = source.draw(2 + source.below(4)), .point = {}, .truth = {}};
    if (drawn.formula.parts.empty()) continue;
    for (int attempt = 0; attempt < 20; ++attempt) {
      for (double& x : drawn.point) x = source.between(-3, 3);
      const auto jet = drawn.formula.jet(drawn.point);
      if (!jet) continue;
      bool fits = true;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) fits = fits && jet->eh[i][j] < 1e12 && jet->eg[i] < 1e12;
      if (!fits) continue;
      drawn.truth = *jet;
      return drawn;
    }
  }
}

/// How far `got` is from the truth, in 1e-13 times the bound of its errors, which is the condition number times the
/// size of the truth.
double excess(double got, Quad truth, Quad bound) {
  const Quad error = fabsq(got - truth);
  if (error == 0) return 0;
  const double ratio = static_cast<double>(error / (Quad(1e-13) * bound + Quad(1e-300)));
  return ratio == ratio ? ratio : std::numeric_limits<double>::infinity();  // a nan must not hide
}

TEST(FormulaDerivatives, AreThoseOfA33DigitOracle) {
  FormulaSource source(20261118);
  const int count = 2000;
  double worst = 0, worst_dual = 0;
  int moving = 0;
  for (int k = 0; k < count; ++k) {
    const Drawn drawn = draw(source);
    const Jet& truth = drawn.truth;
    const std::string text = drawn.formula.text();
    Formulas book({"x", "y", "q", "q'"});
    const auto value = book.number(text);
    ASSERT_TRUE(value.ok()) << text << "\n" << format(value.diagnostics());
    std::vector<Term> outputs{*value};
    for (int i = 0; i < n; ++i) outputs.push_back(book.derivative(*value, i));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) outputs.push_back(book.derivative(outputs[static_cast<std::size_t>(1 + i)], j));
    const auto program = book.compile(outputs);
    ASSERT_TRUE(program.ok()) << text << "\n" << format(program.diagnostics());
    std::vector<double> got(outputs.size());
    program->evaluate<double>(drawn.point, got);

    double here = excess(got[0], truth.v, truth.e);
    std::size_t at = 1;
    for (int i = 0; i < n; ++i) here = std::max(here, excess(got[at++], truth.g[i], truth.eg[i]));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) here = std::max(here, excess(got[at++], truth.h[i][j], truth.eh[i][j]));
    EXPECT_LE(here, 1) << text << "\nat " << drawn.point[0] << " " << drawn.point[1] << " " << drawn.point[2] << " "
                       << drawn.point[3];
    worst = std::max(worst, here);
    moving += truth.h[0][0] != 0 || truth.h[1][1] != 0 || truth.h[2][2] != 0 || truth.h[3][3] != 0;

    std::array<Dual4, n> duals;
    for (int i = 0; i < n; ++i) duals[static_cast<std::size_t>(i)] = Dual4::variable(drawn.point[i], i);
    std::vector<Dual4> with_slopes(outputs.size());
    program->evaluate<Dual4>(duals, with_slopes);
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(std::bit_cast<std::uint64_t>(with_slopes[i].value + 0.0), std::bit_cast<std::uint64_t>(got[i] + 0.0))
          << text;
    for (int i = 0; i < n; ++i) {
      worst_dual = std::max(worst_dual, excess(with_slopes[0].tangent[i], truth.g[i], truth.eg[i]));
      for (int j = 0; j < n; ++j)
        worst_dual = std::max(
            worst_dual, excess(with_slopes[static_cast<std::size_t>(1 + i)].tangent[j], truth.h[i][j], truth.eh[i][j]));
    }
  }
  EXPECT_GT(moving, count / 3);  // most formulas have curvature
  const std::string source_of_truth = "second-order jets of 33 digits";
  expect_error_within(1e-13, 1e-13 * worst, "2000 drawn formulas: value, gradient, Hessian [condition number]",
                      source_of_truth);
  expect_error_within(1e-13, 1e-13 * worst_dual,
                      "2000 drawn formulas: dual numbers through value and gradient [condition number]",
                      source_of_truth);
}

}  // namespace
}  // namespace polhode
