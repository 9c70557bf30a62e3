#pragma once
// What a formula, or a piece of one, comes to: a node of the graph, or a vector of them.

#include <string>
#include <vector>

namespace polhode::expression {

struct Value {
  int node = 0;
  std::vector<int> parts;  ///< of a vector; empty for a number
  bool broken = false;     ///< a finding says why
  bool nothing = false;    ///< a sum of no terms: 0, of whatever it is added to

  bool is_vector() const { return !parts.empty(); }
  static Value of(int node) { return {.node = node}; }
  static Value mistake() { return {.broken = true}; }
};

/// "a number", "a vector of 3 parts".
inline std::string described(const Value& value) {
  return value.is_vector() ? "a vector of " + std::to_string(value.parts.size()) + " parts" : "a number";
}

}  // namespace polhode::expression
