#pragma once
// Formulas drawn from the grammar, as text and as a tree that evaluates itself.

#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <polhode/base/text.hpp>

#include "support/quad_jet.hpp"

namespace polhode {

/// A formula of the names x, y, q, q', which are the variables of its jets.
struct DrawnFormula {
  static constexpr int variables = 4;
  using Jet = QuadJet<variables>;

  std::string symbol;  ///< a number, a name, an operator or a function
  std::vector<DrawnFormula> parts;

  /// `level` counts the sums around it.
  std::string text(int level = 0) const;
  /// Nothing outside the domain, near a corner or a jump, or where numbers grow beyond bounds.
  std::optional<Jet> jet(const double (&point)[variables]) const;
};

class FormulaSource {
 public:
  explicit FormulaSource(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }

  DrawnFormula draw(int depth) {
    static const std::vector<std::string> names{"x", "y", "q", "q'"};
    static const std::vector<std::string> one{"sin",  "cos",  "tan",   "asin", "acos",  "atan", "sinh",
                                              "cosh", "tanh", "exp",   "log",  "log10", "sqrt", "cbrt",
                                              "abs",  "sign", "floor", "ceil", "neg"};
    static const std::vector<std::string> two{"+", "-",     "*",     "/",   "+",   "-",   "*",   "/",
                                              "^", "atan2", "hypot", "mod", "min", "max", "norm"};
    if (depth == 0 || below(10) == 0) {
      if (below(4) == 0) return {shortest(std::round(between(0, 400)) / 100 + 0.01), {}};
      return {names[static_cast<std::size_t>(below(4))], {}};
    }
    const auto next = [&] { return draw(depth - 1); };
    switch (below(12)) {
      case 0:
      case 1:
      case 2: return {one[static_cast<std::size_t>(below(static_cast<int>(one.size())))], {next()}};
      case 3: {
        static const std::vector<std::string> exponents{"2",   "3",   "4",   "7",    "-1", "-2", "-3",
                                                        "0.5", "1.5", "2.5", "-0.7", "1",  "0"};
        return {"power",
                {next(), {exponents[static_cast<std::size_t>(below(static_cast<int>(exponents.size())))], {}}}};
      }
      case 4: {
        static const std::vector<std::string> comparisons{
            "if<", "if<=", "if>", "if>=", "if==", "if!=", "ifand", "ifor", "ifnot"};
        return {comparisons[static_cast<std::size_t>(below(static_cast<int>(comparisons.size())))],
                {next(), next(), next(), next()}};
      }
      case 5: {
        static const std::vector<std::string> sums{"sum", "dot", "cross", "piecewise"};
        return {sums[static_cast<std::size_t>(below(4))], {next(), next(), next(), next()}};
      }
      default: return {two[static_cast<std::size_t>(below(static_cast<int>(two.size())))], {next(), next()}};
    }
  }

 private:
  std::mt19937_64 engine_;
};

inline std::string DrawnFormula::text(int level) const {
  const std::string i = "i" + std::to_string(level);
  const auto part = [&](std::size_t k) { return "(" + parts[k].text(level + (symbol == "sum")) + ")"; };
  const std::string& s = symbol;
  if (parts.empty()) return s;
  if (s == "neg") return "-" + part(0);
  if (s == "power") return part(0) + "^" + (parts[1].symbol[0] == '-' ? "(" + parts[1].symbol + ")" : parts[1].symbol);
  if (s == "norm") return "norm([" + part(0) + ", " + part(1) + "])";
  if (s == "dot") return "dot([" + part(0) + ", " + part(1) + "], [" + part(2) + ", " + part(3) + "])";
  if (s == "cross") return "cross([" + part(0) + ", " + part(1) + "], [" + part(2) + ", " + part(3) + "])";
  if (s == "sum")
    return "sum(" + i + ", 1, 3, " + i + "*" + part(0) + " + " + part(1) + "/(" + i + " + 1)) + " + part(2) + "*" +
           part(3);
  if (s == "piecewise")
    return "piecewise(" + part(0) + " < 0, " + part(1) + ", " + part(0) + " < 1, " + part(2) + ", " + part(3) + ")";
  if (s == "ifand") return "if(" + part(0) + " > 0 and " + part(1) + " > 0, " + part(2) + ", " + part(3) + ")";
  if (s == "ifor") return "if(" + part(0) + " > 0 or " + part(1) + " > 0, " + part(2) + ", " + part(3) + ")";
  if (s == "ifnot") return "if(not " + part(0) + " > " + part(1) + ", " + part(2) + ", " + part(3) + ")";
  if (s.starts_with("if")) return "if(" + part(0) + s.substr(2) + part(1) + ", " + part(2) + ", " + part(3) + ")";
  if (parts.size() == 1) return s + part(0);
  if (s.size() == 1) return part(0) + s + part(1);
  return s + "(" + part(0) + ", " + part(1) + ")";
}

namespace detail {

using Jet = DrawnFormula::Jet;

inline constexpr double clearance = 1e-4;

inline bool clear_of_whole(Quad x) { return fabsq(x - roundq(x)) > clearance && fabsq(x) < 1e6; }

inline std::optional<Jet> jet_of_one(const std::string& s, const Jet& x) {
  const Quad a = x.v, sn = sinq(a), cs = cosq(a);
  if (s == "neg") return chain(x, -a, -1, 0, 0);
  if (s == "sin") return chain(x, sn, cs, -sn, -cs);
  if (s == "cos") return chain(x, cs, -sn, -cs, sn);
  if (s == "atan") return arc_tangent(x);
  if (s == "sqrt" && a > clearance) return square_root(x);
  if (s == "log" && a > clearance) return logarithm(x);
  if (s == "abs" && fabsq(a) > clearance) return chain(x, fabsq(a), a < 0 ? -1 : 1, 0, 0);
  if (s == "sign" && fabsq(a) > clearance) return chain(x, a < 0 ? -1 : 1, 0, 0, 0);
  if (s == "floor" && clear_of_whole(a)) return chain(x, floorq(a), 0, 0, 0);
  if (s == "ceil" && clear_of_whole(a)) return chain(x, ceilq(a), 0, 0, 0);
  if (s == "log10" && a > clearance) return multiply(logarithm(x), chain(Jet{}, 1 / logq(10), 0, 0, 0));
  if (s == "tan" && fabsq(cs) > clearance) {
    const Quad t = sn / cs, u = 1 + t * t;
    return chain(x, t, u, 2 * t * u, (2 + 6 * t * t) * u);
  }
  if ((s == "asin" || s == "acos") && fabsq(a) < 1 - clearance) {
    const Quad r = 1 / sqrtq((1 - a) * (1 + a)), sign = s == "asin" ? 1 : -1;
    return chain(x, s == "asin" ? asinq(a) : acosq(a), sign * r, sign * a * r * r * r,
                 sign * (1 + 2 * a * a) * r * r * r * r * r);
  }
  if (fabsq(a) > 20) return std::nullopt;
  if (s == "exp") return exponential(x);
  if (s == "sinh") return chain(x, sinhq(a), coshq(a), sinhq(a), coshq(a));
  if (s == "cosh") return chain(x, coshq(a), sinhq(a), coshq(a), sinhq(a));
  if (s == "tanh") {
    const Quad t = tanhq(a), u = 1 / (coshq(a) * coshq(a));
    return chain(x, t, u, -2 * t * u, u * (4 * t * t - 2 * u));
  }
  if (s == "cbrt" && fabsq(a) > clearance) {
    const Quad c = cbrtq(a);
    return chain(x, c, c / (3 * a), -2 * c / (9 * a * a), 10 * c / (27 * a * a * a));
  }
  return std::nullopt;
}

inline std::optional<Jet> jet_of_two(const std::string& s, const Jet& a, const Jet& b) {
  if (s == "+") return add(a, b);
  if (s == "-") return add(a, b, -1);
  if (s == "*") return multiply(a, b);
  if (s == "hypot" || s == "norm") {
    if (a.v * a.v + b.v * b.v < clearance) return std::nullopt;
    return square_root(add(multiply(a, a), multiply(b, b)));
  }
  if ((s == "min" || s == "max") && fabsq(a.v - b.v) > clearance) return (s == "min") == (a.v < b.v) ? a : b;
  if (s == "^" && a.v > clearance && fabsq(b.v) < 20) return exponential(multiply(b, logarithm(a)));
  if (s == "atan2" && a.v * a.v + b.v * b.v > clearance && fabsq(a.v) > clearance) {
    const Jet angle = fabsq(b.v) > fabsq(a.v) ? arc_tangent(multiply(a, reciprocal(b)))
                                              : chain(arc_tangent(multiply(b, reciprocal(a))), 0, -1, 0, 0);
    Jet whole = angle;
    whole.v = atan2q(a.v, b.v);
    whole.e += fabsq(whole.v);
    return whole;
  }
  if (fabsq(b.v) < clearance) return std::nullopt;
  if (s == "/") return multiply(a, reciprocal(b));
  if (s == "mod" && clear_of_whole(a.v / b.v)) {
    const Jet turns = chain(Jet{}, floorq(a.v / b.v), 0, 0, 0);
    return add(a, multiply(turns, b), -1);
  }
  return std::nullopt;
}

}  // namespace detail

inline std::optional<DrawnFormula::Jet> DrawnFormula::jet(const double (&point)[variables]) const {
  using detail::jet_of_one;
  using detail::jet_of_two;
  static const std::vector<std::string> names{"x", "y", "q", "q'"};
  for (int i = 0; i < variables; ++i)
    if (symbol == names[static_cast<std::size_t>(i)]) return Jet::variable(point[i], i);
  if (parts.empty()) return Jet::constant(*parse_number(symbol));
  std::vector<Jet> a;
  for (const DrawnFormula& part : parts) {
    const auto made = part.jet(point);
    if (!made) return std::nullopt;
    a.push_back(*made);
  }
  const auto clear = [&](std::size_t i, Quad at) { return fabsq(a[i].v - at) > detail::clearance; };
  std::optional<Jet> made;
  if (symbol == "power") {
    const double p = static_cast<double>(a[1].v);
    const bool allowed = p == std::floor(p) ? p >= 0 || clear(0, 0) : a[0].v > detail::clearance;
    if (allowed && (p == 0 || clear(0, 0))) made = power(a[0], p);
  } else if (symbol == "sum") {
    Jet sum = multiply(a[2], a[3]);
    for (int i = 1; i <= 3; ++i)
      sum = add(sum, add(multiply(Jet::constant(i), a[0]), multiply(a[1], reciprocal(Jet::constant(i + 1)))));
    made = sum;
  } else if (symbol == "dot") {
    made = add(multiply(a[0], a[2]), multiply(a[1], a[3]));
  } else if (symbol == "cross") {
    made = add(multiply(a[0], a[3]), multiply(a[1], a[2]), -1);
  } else if (symbol == "piecewise") {
    if (clear(0, 0) && clear(0, 1)) made = a[0].v < 0 ? a[1] : a[0].v < 1 ? a[2] : a[3];
  } else if (symbol == "ifand" || symbol == "ifor") {
    const bool one = a[0].v > 0, other = a[1].v > 0;
    if (clear(0, 0) && clear(1, 0)) made = (symbol == "ifand" ? one && other : one || other) ? a[2] : a[3];
  } else if (symbol.starts_with("if")) {
    if (clear(0, a[1].v)) {
      const bool greater = a[0].v > a[1].v;
      const bool true_if_greater = symbol == "if>" || symbol == "if>=" || symbol == "if!=";
      const bool true_if_less = symbol == "if<" || symbol == "if<=" || symbol == "if!=" || symbol == "ifnot";
      made = (greater ? true_if_greater : true_if_less) ? a[2] : a[3];
    }
  } else {
    made = parts.size() == 1 ? jet_of_one(symbol, a[0]) : jet_of_two(symbol, a[0], a[1]);
  }
  if (!made || !(fabsq(made->v) < 1e8)) return std::nullopt;
  return made;
}

}  // namespace polhode
