#pragma once
// Findings about one formula, each at a byte of its text.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <polhode/base/diagnostic.hpp>

namespace polhode::expression {

class Findings {
 public:
  void add(std::size_t offset, std::string message, std::string hint = {}) {
    list_.error({.line = 1, .column = static_cast<int>(offset) + 1}, {}, std::move(message), std::move(hint));
  }
  bool empty() const { return list_.empty(); }
  /// A text with this many mistakes is not a formula; looking for more would only cost time.
  bool full() const { return list_.size() >= 20; }
  /// By column; findings at the same place keep their order.
  void sort() {
    std::vector<Diagnostic>& list = list_.all();
    const auto before = [](const Diagnostic& a, const Diagnostic& b) { return a.where.column < b.where.column; };
    for (auto it = list.begin(); it != list.end(); ++it)
      std::rotate(std::upper_bound(list.begin(), it, *it, before), it, it + 1);
  }
  Diagnostics& all() { return list_; }

 private:
  Diagnostics list_;
};

}  // namespace polhode::expression
