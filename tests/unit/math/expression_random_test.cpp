// Formulas drawn at random, against a tree-walking evaluator that shares nothing with the compiler but the elementary
// functions, and against themselves over packs, dual numbers and constants.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <memory>
#include <random>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/math/expression.hpp>

#include "support/long_run.hpp"

namespace polhode {
namespace {

const std::vector<std::string> names{"x", "y", "arm.q2", "theta'"};
using Point = std::array<double, 4>;

struct Term {
  std::string symbol;  ///< a number, a name, an operator or a function
  std::vector<Term> parts;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  double number() { return (static_cast<double>(engine_() >> 11) * 0x1p-53 - 0.5) * 6; }
  template <class List>
  const auto& one_of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
  }

  Term term(int depth) {
    static const std::vector<std::string> unary{"sin",  "cos",   "tan",  "atan", "asin", "exp",  "log", "sqrt", "abs",
                                                "sign", "floor", "ceil", "tanh", "sinh", "cosh", "neg", "not"};
    static const std::vector<std::string> binary{"+",  "-",  "*",  "/",   "+",  "-",   "*",   "<",     "<=",   ">",
                                                 ">=", "==", "!=", "and", "or", "min", "max", "atan2", "hypot"};
    if (depth == 0 || below(8) == 0) {
      if (below(3) == 0) return {below(2) == 0 ? std::to_string(below(5)) : shortest(std::fabs(number())), {}};
      return {one_of(names), {}};
    }
    switch (below(8)) {
      case 0:
      case 1: return {one_of(unary), {term(depth - 1)}};
      case 2: return {"^", {term(depth - 1), power()}};
      case 3: return {"if", {term(depth - 1), term(depth - 1), term(depth - 1)}};
      default: return {one_of(binary), {term(depth - 1), term(depth - 1)}};
    }
  }

 private:
  Term power() {
    static const std::vector<std::string> exponents{"0", "1", "2", "3", "0.5", "1.7"};
    const Term size{one_of(exponents), {}};
    return below(4) == 0 ? Term{"neg", {size}} : size;
  }

  std::mt19937_64 engine_;
};

/// How tightly the outermost sign of a term binds.
int tightness(const Term& term) {
  const std::string& s = term.symbol;
  if (s == "or") return 1;
  if (s == "and") return 2;
  if (s == "not") return 3;
  if (s == "<" || s == "<=" || s == ">" || s == ">=" || s == "==" || s == "!=") return 4;
  if (s == "+" || s == "-") return 5;
  if (s == "*" || s == "/") return 6;
  if (s == "neg") return 7;
  return s == "^" ? 8 : 9;
}

std::string written(const Term& term);

std::string within(const Term& term, int least) {
  return tightness(term) < least ? "(" + written(term) + ")" : written(term);
}

/// The term with no more brackets than the grammar needs.
std::string written(const Term& term) {
  const std::string& s = term.symbol;
  const int level = tightness(term);
  if (term.parts.empty()) return s;
  if (s == "not") return "not " + within(term.parts[0], 3);
  if (s == "neg") return "-" + within(term.parts[0], 7);
  if (s == "^") return within(term.parts[0], 9) + "^" + within(term.parts[1], 7);
  if (level == 4) return within(term.parts[0], 5) + " " + s + " " + within(term.parts[1], 5);
  if (level < 9) return within(term.parts[0], level) + " " + s + " " + within(term.parts[1], level + 1);
  std::string list;
  for (const Term& part : term.parts) list += (list.empty() ? "" : ", ") + written(part);
  return s + "(" + list + ")";
}

double whole_power(double base, int n) {
  switch (n) {
    case 0: return 1;
    case 1: return base;
    case 2: return base * base;
    case 3: return base * base * base;
    default: return 1 / whole_power(base, -n);
  }
}

double walk(const Term& term, const Point& point);

double walk_power(double base, double exponent) {
  if (exponent == 0.5) return std::sqrt(base);
  if (exponent == std::floor(exponent)) return whole_power(base, static_cast<int>(exponent));
  return fn::pow(base, exponent);
}

double walk_unary(const std::string& s, double a) {
  if (s == "sin") return fn::sin(a);
  if (s == "cos") return fn::cos(a);
  if (s == "tan") return fn::tan(a);
  if (s == "atan") return fn::atan(a);
  if (s == "asin") return fn::asin(a);
  if (s == "exp") return fn::exp(a);
  if (s == "log") return fn::log(a);
  if (s == "sqrt") return std::sqrt(a);
  if (s == "abs") return std::fabs(a);
  if (s == "sign") return std::isnan(a) ? a : (a > 0) - (a < 0);
  if (s == "floor") return std::floor(a);
  if (s == "ceil") return std::ceil(a);
  if (s == "tanh") return fn::tanh(a);
  if (s == "sinh") return fn::sinh(a);
  if (s == "cosh") return fn::cosh(a);
  if (s == "neg") return -a;
  return a == 0 ? 1 : 0;
}

double walk_binary(const std::string& s, double a, double b) {
  if (s == "+") return a + b;
  if (s == "-") return a - b;
  if (s == "*") return a * b;
  if (s == "/") return a / b;
  if (s == "^") return walk_power(a, b);
  if (s == "<") return a < b;
  if (s == "<=") return a <= b;
  if (s == ">") return a > b;
  if (s == ">=") return a >= b;
  if (s == "==") return a == b;
  if (s == "!=") return a != b;
  if (s == "and") return a != 0 && b != 0;
  if (s == "or") return a != 0 || b != 0;
  if (s == "atan2") return fn::atan2(a, b);
  if (s == "hypot") return fn::hypot(a, b);
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  return s == "min" ? std::min(a, b) : std::max(a, b);
}

double walk(const Term& term, const Point& point) {
  const std::size_t count = term.parts.size();
  if (count == 0) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == term.symbol) return point[i];
    return *parse_number(term.symbol);
  }
  if (count == 1) return walk_unary(term.symbol, walk(term.parts[0], point));
  if (count == 2) return walk_binary(term.symbol, walk(term.parts[0], point), walk(term.parts[1], point));
  return walk(term.parts[walk(term.parts[0], point) != 0 ? 1 : 2], point);
}

/// Equal bits; every nan is one nan, because IEEE 754 leaves its sign and payload to the machine.
bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

int draws() { return long_run() ? 200'000 : 4'000; }

Point point_of(Random& random) {
  Point point;
  for (double& x : point) x = random.below(6) == 0 ? random.below(5) - 2 : random.number();
  return point;
}

TEST(ExpressionRandom, ProgramsAgreeWithWalkingTheTree) {
  Random random(20261115);
  int numbers = 0;
  for (int i = 0; i < draws(); ++i) {
    const Term term = random.term(1 + random.below(7));
    const std::string text = written(term);
    const auto made = Expression::compile(text, names);
    ASSERT_TRUE(made.ok()) << text << "\n" << format(made.diagnostics());
    const Point point = point_of(random);
    const double expected = walk(term, point), got = made->evaluate<double>(point);
    ASSERT_TRUE(same(expected, got)) << text << "\n" << expected << " but " << got;
    numbers += !std::isnan(got);
  }
  EXPECT_GT(numbers, draws() / 2);  // most draws say something
}

TEST(ExpressionRandom, LanesAndDualValuesHaveTheBitsOfTheScalar) {
  Random random(7);
  for (int i = 0; i < draws(); ++i) {
    const std::string text = written(random.term(1 + random.below(7)));
    const auto made = Expression::compile(text, names);
    ASSERT_TRUE(made.ok()) << text << "\n" << format(made.diagnostics());
    std::array<Pack4, 4> packs;
    std::array<Point, 4> points;
    for (int lane = 0; lane < 4; ++lane) {
      points[lane] = point_of(random);
      for (std::size_t k = 0; k < 4; ++k) packs[k].set(lane, points[lane][k]);
    }
    const Pack4 together = made->evaluate<Pack4>(packs);
    for (int lane = 0; lane < 4; ++lane) {
      const double alone = made->evaluate<double>(points[lane]);
      ASSERT_TRUE(same(together[lane], alone)) << text << "\n" << together[lane] << " but " << alone;
      std::array<Dual4, 4> duals;
      for (int k = 0; k < 4; ++k) duals[k] = Dual4::variable(points[lane][k], k);
      const double value = made->evaluate<Dual4>(duals).value;
      ASSERT_TRUE(same(value, alone)) << text << "\n" << value << " but " << alone;
    }
  }
}

Term with_numbers(const Term& term, const Point& point) {
  Term result{term.symbol, {}};
  for (const Term& part : term.parts) result.parts.push_back(with_numbers(part, point));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (term.parts.empty() && names[i] == term.symbol) {
      const Term size{shortest(std::fabs(point[i])), {}};
      return std::signbit(point[i]) ? Term{"neg", {size}} : size;
    }
  }
  return result;
}

TEST(ExpressionRandom, FoldedConstantsHaveTheBitsOfTheEvaluation) {
  Random random(99);
  for (int i = 0; i < draws(); ++i) {
    const Term term = random.term(1 + random.below(6));
    const Point point = point_of(random);
    const auto open = Expression::compile(written(term), names);
    const auto folded = Expression::compile(written(with_numbers(term, point)), names);
    ASSERT_TRUE(open.ok() && folded.ok()) << written(term);
    ASSERT_TRUE(folded->is_constant()) << written(term);
    const double expected = open->evaluate<double>(point), got = folded->evaluate<double>({});
    ASSERT_TRUE(same(expected, got)) << written(term) << "\n" << expected << " but " << got;
  }
}

TEST(ExpressionRandom, NoTextCrashesTheReader) {
  Random random(3);
  static const std::vector<std::string> pieces{
      "x", "2",  "1e9", " ",   "(",  ")", ",",   "+",   "-",  "*", "/", "^", "<",    "==",     "=",      "m",
      "N", "mm", "min", "sin", "if", "(", "not", "and", "pi", "q", "'", ".", "\xc2", "\u2212", "theta'", "#"};
  for (int i = 0; i < draws(); ++i) {
    std::string text;
    for (int k = random.below(16); k >= 0; --k) text += random.one_of(pieces);
    const auto made = Expression::compile(text, names);
    if (made.ok()) {
      made->evaluate<double>(Point{1, 2, 3, 4});
    } else {
      ASSERT_FALSE(made.diagnostics().empty());
      for (const Diagnostic& finding : made.diagnostics()) {
        ASSERT_GE(finding.where.column, 1);
        ASSERT_LE(finding.where.column, static_cast<int>(text.size()) + 1);
        ASSERT_FALSE(finding.message.empty());
      }
    }
  }
}

}  // namespace
}  // namespace polhode
