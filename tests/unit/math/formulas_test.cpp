// Vectors, sums, definitions and rates.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <polhode/math/formulas.hpp>

namespace polhode {
namespace {

/// The value of a formula of x, y, z, x', y', t at (2, 3, 5, 0.7, 1.1, 0.25).
double value(std::string_view text) {
  static const std::vector<std::string> names{"x", "y", "z", "x'", "y'", "t", "m1", "m2", "m3", "p.x", "p.y"};
  static const std::array<double, 11> at{2, 3, 5, 0.7, 1.1, 0.25, 10, 20, 30, 7, 11};
  const auto made = Expression::compile(text, names);
  EXPECT_TRUE(made.ok()) << text << "\n" << format(made.diagnostics());
  return made.ok() ? made->evaluate<double>(at) : 0;
}

TEST(FormulaVectors, HaveTheProductsOfVectors) {
  EXPECT_EQ(value("dot([x, y, z], [1, 2, 3])"), 23);
  EXPECT_EQ(value("cross([x, y, z], [1, 2, 3]).x"), 3 * 3 - 5 * 2);
  EXPECT_EQ(value("cross([x, y, z], [1, 2, 3])[2]"), 5 * 1 - 2 * 3);
  EXPECT_EQ(value("cross([x, y, z], [1, 2, 3]).z"), 2 * 2 - 3 * 1);
  EXPECT_EQ(value("cross([x, y], [1, 2])"), 2 * 2 - 3 * 1);
  EXPECT_EQ(value("norm([x, y, z])"), std::sqrt(38.0));
  EXPECT_EQ(value("norm([3, 4])"), 5);
  EXPECT_EQ(value("dot([1, x, y, z], [1, 1, 1, 1])"), 11);
}

TEST(FormulaVectors, AreAddedScaledAndChosenPartByPart) {
  EXPECT_EQ(value("(2*[x, y] + [z, 1]/2 - [1, 1]*x).y"), 2 * 3 + 0.5 - 2);
  EXPECT_EQ(value("(-[x, y]).x"), -2);
  EXPECT_EQ(value("(+[x, y])[1 + 1]"), 3);
  EXPECT_EQ(value("if(x < y, [x, y], [y, x]).x"), 2);
  EXPECT_EQ(value("piecewise(x > y, [1, 2], x > z, [3, 4], [x, 6]).x"), 2);
  EXPECT_EQ(value("[x, [y, z].x].y"), 3);
}

TEST(FormulaVectors, OfInputsAreNamedByWhatTheyShare) {
  EXPECT_EQ(value("dot(p, [1, 2])"), 29);
  EXPECT_EQ(value("p.y + p[1]"), 18);
}

TEST(FormulaDefinitions, WithAnIndexAreAlsoCalledByTheirNumber) {
  Formulas book({"t", "q1", "q2", "q1'", "q2'"});
  book.define("r[i]", "[i*q[i], 1]");
  book.define("r2x", "7");
  const std::array<double, 5> at{0, 3, 5, 0.5, 0.25};
  const auto value_of = [&](const char* text) {
    const auto term = book.number(text);
    EXPECT_TRUE(term.ok()) << text;
    return term.ok() ? book.expression(*term, text)->evaluate<double>(at) : 0;
  };
  EXPECT_EQ(value_of("r2.x"), 10);
  EXPECT_EQ(value_of("r[2].x"), 10);
  EXPECT_EQ(value_of("r1.y"), 1);
  EXPECT_EQ(value_of("dot(r2', r1)"), 0.5 * 3);
  EXPECT_EQ(value_of("r2.x'"), 0.5);
  EXPECT_EQ(value_of("r2x"), 7);  // what has a name of its own keeps it
  EXPECT_FALSE(book.number("r02.x").ok());
}

TEST(FormulaSums, RunOverWholeNumbers) {
  EXPECT_EQ(value("sum(i, 1, 4, i^2)"), 30);
  EXPECT_EQ(value("sum(i, -1, 1, i)"), 0);
  EXPECT_EQ(value("sum(i, 1, 3, x*i) + 1"), 13);
  EXPECT_EQ(value("sum(i, 1, 3, sum(j, i + 1, 3, i*j))"), 2 + 3 + 6);
  EXPECT_EQ(value("sum(i, 1, 3, i)*sum(i, 1, 2, i)"), 18);  // an index ends with its sum
  EXPECT_EQ(value("sum(i, 1, 2, [i, x]).x"), 3);
  EXPECT_EQ(value("sum(k, 1, 2*2 - 1, m[k])"), 60);
  EXPECT_EQ(value("m[1 + 1]"), 20);
  EXPECT_EQ(value("2 kg*m[1]"), 20);
}

TEST(FormulaSums, OfNoTermsAreNothing) {
  EXPECT_EQ(value("sum(i, 1, 0, x)"), 0);
  EXPECT_EQ(value("x + sum(i, 3, 2, sum(j, 1, 2, i*j))"), 2);
  EXPECT_EQ(value("(sum(i, 2, 1, [x, y]) + [x, y]).y"), 3);
  EXPECT_EQ(value("([x, y] - sum(i, 2, 1, [x, y])).y"), 3);
  EXPECT_EQ(value("(sum(i, 2, 1, [x, y]) - [x, y]).y"), -3);
}

TEST(FormulaRates, FollowTheRatesOfTheInputs) {
  EXPECT_EQ(value("(x^2)'"), 2 * 2 * 0.7);
  EXPECT_EQ(value("(t*x)'"), 2 + 0.25 * 0.7);
  EXPECT_EQ(value("[x, 2*y]'.y"), 2.2);
  EXPECT_EQ(value("norm([x, y]')"), std::sqrt(0.7 * 0.7 + 1.1 * 1.1));
  EXPECT_EQ(value("sin(2)'"), 0);
  EXPECT_DOUBLE_EQ(value("sin(x*y)'"), std::cos(6.0) * (0.7 * 3 + 2 * 1.1));
}

/// A book of a pendulum with a moving pivot: inputs t, theta, theta', theta''.
Formulas pendulum() {
  Formulas book({"t", "theta", "theta'", "theta''"});
  book.parameter("l", 2);
  book.parameter("m", std::vector<double>{4, 5});
  return book;
}

double at(Formulas& book, std::string_view text, std::vector<double> inputs) {
  const auto term = book.number(text);
  EXPECT_TRUE(term.ok()) << text << "\n" << format(term.diagnostics());
  if (!term.ok()) return 0;
  const Program program = *book.compile({*term});
  double result = 0;
  program.evaluate<double>(inputs, {&result, 1});
  return result;
}

TEST(FormulaDefinitions, UseEachOtherInAnyOrder) {
  Formulas book = pendulum();
  book.define("E", "T + V");
  book.define("T", "0.5*m[1]*dot(r', r')");
  book.define("V", "9.81*m[1]*r.y");
  book.define("r", "l*[sin(theta), -cos(theta)]");
  EXPECT_TRUE(book.check().empty());
  const double expected = 0.5 * 4 * 2 * 2 * 0.3 * 0.3 - 9.81 * 4 * 2 * std::cos(0.4);
  EXPECT_NEAR(at(book, "E", {0, 0.4, 0.3, 0}), expected, 1e-13);
  EXPECT_NEAR(at(book, "r.x''", {0, 0.4, 0.3, 1.5}), 2 * (1.5 * std::cos(0.4) - 0.09 * std::sin(0.4)), 1e-14);
  EXPECT_NEAR(at(book, "dot(r'', [1, 0])", {0, 0.4, 0.3, 1.5}), 2 * (1.5 * std::cos(0.4) - 0.09 * std::sin(0.4)),
              1e-14);
}

TEST(FormulaDefinitions, WithAnIndexAreOneForEachNumber) {
  // A chain: each end is the one before and a link further.
  Formulas book({"theta1", "theta2", "theta3", "theta1'", "theta2'", "theta3'"});
  book.define("r0", "[0, 0]");
  book.define("r[i]", "r[i - 1] + i*[sin(theta[i]), -cos(theta[i])]");
  book.define("T", "sum(i, 1, 3, 0.5*dot(r[i]', r[i]'))");
  EXPECT_TRUE(book.check().empty());
  const std::vector<double> x{0.1, 0.2, 0.3, 1, 2, 3};
  EXPECT_DOUBLE_EQ(at(book, "r[3].x", x), std::sin(0.1) + 2 * std::sin(0.2) + 3 * std::sin(0.3));
  EXPECT_DOUBLE_EQ(at(book, "r[2]'.x", x), std::cos(0.1) + 4 * std::cos(0.2));
  EXPECT_DOUBLE_EQ(at(book, "theta[2]'", x), 2);
  EXPECT_DOUBLE_EQ(at(book, "theta'[3]", x), 3);
  double energy = 0, vx = 0, vy = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    vx += static_cast<double>(i + 1) * std::cos(x[i]) * x[i + 3];
    vy += static_cast<double>(i + 1) * std::sin(x[i]) * x[i + 3];
    energy += 0.5 * (vx * vx + vy * vy);
  }
  EXPECT_NEAR(at(book, "T", x), energy, 1e-13);
}

TEST(FormulaTerms, GiveLagrangesEquations) {
  Formulas book({"t", "x", "q", "x'", "q'"});
  const Term lagrangian = *book.number("0.5*(2 + cos(q))*x'^2 + x'*q'*sin(x)*t + q'^2 - x*q");
  const std::array rates{book.constant(1), book.input(3), book.input(4), book.constant(0), book.constant(0)};
  const Term momentum = book.derivative(lagrangian, 3);
  const Term force = book.difference(book.derivative(lagrangian, 1), book.derivative_along(momentum, rates));
  const Program program = *book.compile({book.derivative(momentum, 3), book.derivative(momentum, 4), force,
                                         book.derivative(book.derivative(lagrangian, 4), 4)});
  const double t = 0.5, x = 0.3, q = 0.7, v = 1.1, w = -0.6;
  std::array<double, 4> y;
  program.evaluate<double>(std::array{t, x, q, v, w}, y);
  EXPECT_DOUBLE_EQ(y[0], 2 + std::cos(q));
  EXPECT_DOUBLE_EQ(y[1], std::sin(x) * t);
  // L_x − (L_x'q q' + L_x'x x' + L_x't)
  const double expected = v * w * std::cos(x) * t - q + std::sin(q) * w * v - w * std::cos(x) * t * v - w * std::sin(x);
  EXPECT_NEAR(y[2], expected, 1e-15);
  EXPECT_EQ(y[3], 2);
  EXPECT_EQ(book.value(book.derivative(book.derivative(lagrangian, 4), 4)), 2);
  EXPECT_TRUE(book.depends(momentum, 2));
  EXPECT_FALSE(book.depends(book.derivative(momentum, 3), 1));
  EXPECT_EQ(book.first_needed(momentum, 0, 5), 0);
  EXPECT_EQ(book.first_needed(momentum, 1, 5), 1);
  EXPECT_EQ(book.first_needed(book.derivative(momentum, 3), 0, 5), 2);
  EXPECT_EQ(book.first_needed(book.derivative(momentum, 3), 3, 5), std::nullopt);
  EXPECT_EQ(book.find_input("q'"), 4);
}

TEST(FormulaTerms, BecomeExpressions) {
  Formulas book({"x", "y"});
  book.define("a", "x^3*y");
  const Expression made = *book.expression(*book.number("a + y"), "a + y");
  EXPECT_EQ(made.text(), "a + y");
  EXPECT_EQ(made.evaluate<double>(std::array{2.0, 3.0}), 27);
  EXPECT_EQ(made.derivative(0).derivative(0).evaluate<double>(std::array{2.0, 3.0}), 36);
  EXPECT_EQ(made.derivative(0).derivative(0).derivative(0).evaluate<double>(std::array{2.0, 3.0}), 18);
}

TEST(Formulas, HalvesAndSquaresMeetInSlopes) {
  Formulas book({"x"});
  const Term energy = *book.number("0.5*(1.1*(sin(x)^2 + exp(x)^2) - 0.7*(sin(x)^2 - sinh(x)^2))");
  const Program slope = *book.compile({book.derivative(energy, 0)});
  const Program by_hand =
      *book.compile({*book.number("1.1*(sin(x)*cos(x) + exp(x)*exp(x)) - 0.7*(sin(x)*cos(x) - sinh(x)*cosh(x))")});
  EXPECT_EQ(slope.instructions(), by_hand.instructions());
  for (const double x : {-1.3, 0.2, 2.7}) {
    std::array<double, 1> one{}, other{};
    slope.evaluate<double>(std::array{x}, one);
    by_hand.evaluate<double>(std::array{x}, other);
    EXPECT_EQ(one, other);
  }
}

}  // namespace
}  // namespace polhode
