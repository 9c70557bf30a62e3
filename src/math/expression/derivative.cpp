#include "math/expression/derivative.hpp"

#include <cmath>

namespace polhode::expression {
namespace {

bool is_power_of_two(double value) {
  int exponent = 0;
  return std::fabs(std::frexp(value, &exponent)) == 0.5;
}

}  // namespace

int Slopes::of(int root) {
  if (static_cast<std::size_t>(root) >= slopes_.size()) slopes_.resize(static_cast<std::size_t>(root) + 1, unknown);
  if (known(root) != unknown) return known(root);
  std::vector<int> open{root};
  while (!open.empty()) {
    const int now = open.back();
    const std::size_t before = open.size();
    for (int operand : graph_[now].operand)
      if (operand >= 0 && known(operand) == unknown) open.push_back(operand);
    if (open.size() > before) continue;
    open.pop_back();
    if (known(now) != unknown) continue;
    const int made = slope(now);
    const bool still = made != no_slope && graph_.is_number(made) && graph_[made].number == 0;
    slopes_[static_cast<std::size_t>(now)] = still ? no_slope : made;
  }
  return known(root);
}

int Slopes::node_of(int node) {
  const int slope = of(node);
  return slope == no_slope ? graph_.number(0) : slope;
}

// ── building; a slope of zero or one is left out ──

int Slopes::sum(int a, int b) {
  if (a == no_slope || b == no_slope) return a == no_slope ? b : a;
  return a == b ? scaled(2, a) : combined(Operation::add, a, b);
}

/// p x ± p y is p (x ± y), exactly, if p is a power of 2, as are the halves of what is quadratic.
int Slopes::combined(Operation operation, int a, int b) {
  const Node x = graph_[a], y = graph_[b];
  const bool alike = x.operation == Operation::multiply_number && y.operation == x.operation && x.number == y.number;
  if (!alike || !is_power_of_two(x.number)) return graph_.make(operation, a, b);
  return scaled(x.number, graph_.make(operation, x.operand[0], y.operand[0]));
}

int Slopes::minus(int a) { return a == no_slope ? no_slope : graph_.make(Operation::negate, a); }

int Slopes::difference(int a, int b) {
  return b == no_slope ? a : a == no_slope ? minus(b) : combined(Operation::subtract, a, b);
}

int Slopes::product(int a, int b) {
  if (a == no_slope || b == no_slope) return no_slope;
  if (graph_.is_number(a)) return scaled(graph_[a].number, b);
  if (graph_.is_number(b)) return scaled(graph_[b].number, a);
  return graph_.make(Operation::multiply, a, b);
}

/// Factors that are powers of 2 join other factors, those of both parts of a sum, too: that is exact.
int Slopes::scaled(double factor, int a) {
  if (a == no_slope || factor == 0) return no_slope;
  const Node inner = graph_[a];
  if (inner.operation == Operation::multiply_number) {
    const double both = factor * inner.number;
    const bool exact = is_power_of_two(factor) || is_power_of_two(inner.number);
    if (exact && std::isnormal(both)) return graph_.make_with(Operation::multiply_number, inner.operand[0], both);
  }
  if (is_power_of_two(factor) && (inner.operation == Operation::add || inner.operation == Operation::subtract)) {
    const Node x = graph_[inner.operand[0]], y = graph_[inner.operand[1]];
    const auto takes = [factor](const Node& part) {
      return part.operation == Operation::multiply_number && std::isnormal(factor * part.number);
    };
    if (takes(x) && takes(y))
      return graph_.make(inner.operation, scaled(factor, inner.operand[0]), scaled(factor, inner.operand[1]));
  }
  return graph_.make_with(Operation::multiply_number, a, factor);
}

/// 2x / 2y is x / y, exactly: what is left of √s along s = x², or of a distance.
int Slopes::quotient(int a, int b) {
  if (a == no_slope) return no_slope;
  const Node above = graph_[a], below = graph_[b];
  if (above.operation == Operation::multiply_number && below.operation == Operation::multiply_number &&
      is_power_of_two(above.number) && is_power_of_two(below.number) && std::isnormal(above.number / below.number))
    return scaled(above.number / below.number, graph_.make(Operation::divide, above.operand[0], below.operand[0]));
  return graph_.make(Operation::divide, a, b);
}

int Slopes::square(int a) { return graph_.make(Operation::multiply, a, a); }

int Slopes::chosen(int condition, int a, int b) {
  if (a == no_slope && b == no_slope) return no_slope;
  const int yes = a == no_slope ? graph_.number(0) : a, no = b == no_slope ? graph_.number(0) : b;
  return graph_.make(Operation::choose, condition, yes, no);
}

int Slopes::one_plus(int a) { return graph_.make_with(Operation::add_number, a, 1); }

int Slopes::one_minus(int a) { return graph_.make_with(Operation::subtract_from_number, a, 1); }

/// As a product, which keeps its digits near ±1.
int Slopes::root_of_one_minus_square(int a) {
  return graph_.make(Operation::sqrt, graph_.make(Operation::multiply, one_minus(a), one_plus(a)));
}

// ── rules ──

int Slopes::slope(int self) {
  const Node node = graph_[self];
  switch (operands(node.operation)) {
    case 0: {
      const auto input = static_cast<std::size_t>(node.input);
      return node.operation == Operation::input && input < seeds_.size() ? seeds_[input] : no_slope;
    }
    case 1: {
      const int da = known(node.operand[0]);
      return da == no_slope ? no_slope : unary(node, self, node.operand[0], da);
    }
    case 2: return binary(node, self, node.operand[0], node.operand[1]);
    default: return chosen(node.operand[0], known(node.operand[1]), known(node.operand[2]));
  }
}

int Slopes::unary(const Node& node, int self, int a, int da) {
  const auto of_a = [&](Operation operation) { return graph_.make(operation, a); };
  switch (node.operation) {
    case Operation::negate: return minus(da);
    case Operation::sin: return product(of_a(Operation::cos), da);
    case Operation::cos: return minus(product(of_a(Operation::sin), da));
    case Operation::tan: return product(one_plus(square(self)), da);
    case Operation::asin: return quotient(da, root_of_one_minus_square(a));
    case Operation::acos: return minus(quotient(da, root_of_one_minus_square(a)));
    case Operation::atan: return quotient(da, one_plus(square(a)));
    case Operation::sinh: return product(of_a(Operation::cosh), da);
    case Operation::cosh: return product(of_a(Operation::sinh), da);
    // 1 − tanh² would lose all digits where tanh is near ±1.
    case Operation::tanh: return quotient(da, square(of_a(Operation::cosh)));
    case Operation::exp: return product(self, da);
    case Operation::log: return quotient(da, a);
    case Operation::log10: return quotient(da, scaled(2.302585092994046, a));
    case Operation::sqrt: return quotient(da, scaled(2, self));
    case Operation::cbrt: return quotient(da, scaled(3, square(self)));
    case Operation::abs: return product(of_a(Operation::sign), da);
    default: return with_number(node, self, a, da);
  }
}

int Slopes::with_number(const Node& node, int self, int a, int da) {
  switch (node.operation) {
    case Operation::add_number: return da;
    case Operation::multiply_number: return scaled(node.number, da);
    case Operation::divide_by_number: return graph_.make_with(Operation::divide_by_number, da, node.number);
    case Operation::subtract_from_number: return minus(da);
    case Operation::divide_number: return minus(product(quotient(self, a), da));
    case Operation::integer_power:
    case Operation::number_power:
      return product(scaled(node.number, graph_.make_with(node.operation, a, node.number - 1)), da);
    default: return no_slope;
  }
}

int Slopes::binary(const Node& node, int self, int a, int b) {
  const int da = known(a), db = known(b);
  if (da == no_slope && db == no_slope) return no_slope;
  switch (node.operation) {
    case Operation::add: return sum(da, db);
    case Operation::subtract: return difference(da, db);
    case Operation::multiply: return sum(product(da, b), product(a, db));
    case Operation::divide: return quotient(difference(da, product(self, db)), b);
    case Operation::power: return power(self, a, b, da, db);
    case Operation::atan2:
      return quotient(difference(product(b, da), product(a, db)), graph_.make(Operation::add, square(a), square(b)));
    case Operation::hypot: return quotient(sum(product(a, da), product(b, db)), self);
    case Operation::mod: return difference(da, product(turns(self, a, b), db));
    case Operation::min: return chosen(graph_.make(Operation::less, b, a), db, da);
    case Operation::max: return chosen(graph_.make(Operation::greater, b, a), db, da);
    default: return no_slope;
  }
}

/// How often the period b went into a: (a − rest)/b, which rounding leaves near a whole number.
int Slopes::turns(int rest, int a, int b) {
  const int quotient = graph_.make(Operation::divide, graph_.make(Operation::subtract, a, rest), b);
  return graph_.make(Operation::floor, graph_.make_with(Operation::add_number, quotient, 0.5));
}

/// (aᵇ)' = b aᵇ⁻¹ a' + aᵇ ln a b'
int Slopes::power(int self, int a, int b, int da, int db) {
  int of_base = no_slope;
  if (da != no_slope) {
    const int lower = graph_.make(Operation::power, a, graph_.make_with(Operation::add_number, b, -1));
    of_base = product(product(b, lower), da);
  }
  return sum(of_base, db == no_slope ? no_slope : product(product(self, graph_.make(Operation::log, a)), db));
}

}  // namespace polhode::expression
