// Order conditions of compositions, all of them: as formal series in two letters that do not commute,
//   exp(a₀A) exp(b₀B) exp(a₁A) …  must agree with exp(A + B) in every word of up to p letters.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <polhode/ode/method.hpp>

namespace polhode::ode {
namespace {

/// Coefficients of all words of up to n letters; a word is its letters as binary digits behind a leading 1.
class Series {
 public:
  explicit Series(int letters) : letters_(letters), of_word_(std::size_t(2) << letters, 0.0) { of_word_[1] = 1; }

  /// ← this · exp(c X) for the letter X = 0 or 1.
  void times_exponential(double c, unsigned letter) {
    std::vector<double> result = of_word_, shifted = of_word_;
    double power = 1;
    for (int k = 1; k <= letters_; ++k) {
      power *= c / k;
      // Appends the letter once more to every word that still has room.
      for (std::size_t word = shifted.size(); word-- > 1;)
        shifted[word] = word > 1 && word % 2 == letter ? shifted[word / 2] : 0;
      for (std::size_t word = 1; word < result.size(); ++word) result[word] += power * shifted[word];
    }
    of_word_ = result;
  }

  /// The largest difference from exp(A + B) in words of exactly n letters: each has 1/n! there.
  double defect(int n) const {
    double expected = 1, largest = 0;
    for (int k = 1; k <= n; ++k) expected /= k;
    for (std::size_t word = std::size_t(1) << n; word < std::size_t(2) << n; ++word)
      largest = std::max(largest, std::fabs(of_word_[word] - expected));
    return largest;
  }

 private:
  int letters_;
  std::vector<double> of_word_;
};

/// A composition, unless the method is none.
const Composition* composition(const Method& method) { return std::get_if<Composition>(&method.rule); }

Series series_of(const Composition& rule, int letters) {
  Series series(letters);
  for (std::size_t i = 0; i < rule.drift.size(); ++i) {
    series.times_exponential(rule.drift[i], 0);
    if (i < rule.kick.size()) series.times_exponential(rule.kick[i], 1);
  }
  return series;
}

TEST(Composition, MeetsEveryConditionOfItsOrderAndNotOfTheNext) {
  int count = 0;
  for (const Method& method : methods()) {
    const Composition* rule = composition(method);
    if (rule == nullptr) continue;
    ++count;
    const Series series = series_of(*rule, method.order + 1);
    double size = 0;
    for (double a : rule->drift) size += std::fabs(a);
    for (double b : rule->kick) size += std::fabs(b);
    // Every word is a sum of products of n coefficients and binomials: at most size^n/n! in all, each rounded n times;
    // figures with fifteen digits after the point add 5e-16 for each.
    double bound = 1;
    for (int n = 1; n <= method.order; ++n) {
      bound *= size / n;
      EXPECT_LE(series.defect(n), n * 5e-16 * std::max(bound, 2.0)) << method.name << ", words of " << n;
    }
    EXPECT_GT(series.defect(method.order + 1), 1e-6) << method.name << " is better than it says";
  }
  EXPECT_GE(count, 10);
}

TEST(Composition, SymmetricOnesReadTheSameBackwards) {
  for (const Method& method : methods()) {
    const Composition* rule = composition(method);
    if (rule == nullptr) continue;
    std::vector<std::pair<char, double>> forwards;
    for (std::size_t i = 0; i < rule->drift.size(); ++i) {
      if (rule->drift[i] != 0) forwards.emplace_back('a', rule->drift[i]);
      if (i < rule->kick.size()) forwards.emplace_back('b', rule->kick[i]);
    }
    const std::vector<std::pair<char, double>> backwards(forwards.rbegin(), forwards.rend());
    EXPECT_EQ(forwards == backwards, method.symmetric) << method.name;
  }
}

}  // namespace
}  // namespace polhode::ode
