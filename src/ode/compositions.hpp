#pragma once
// The figures of compositions of two flows. Proof: tests/order/composition_test.cpp, every order condition.

#include <array>

namespace polhode::ode {

/// Drifts and kicks in turn, as in Composition.
template <std::size_t drifts, std::size_t kicks>
struct CompositionTable {
  std::array<double, drifts> drift{};
  std::array<double, kicks> kick{};
};

/// Symmetric steps of sizes w₀ … w_(s−1), and back: half a kick, a drift, half a kick each, neighbours joined.
template <std::size_t s>
constexpr CompositionTable<2 * s, 2 * s> kick_drift_kick(const std::array<double, s>& w) {
  CompositionTable<2 * s, 2 * s> table;
  const auto size = [&w](std::size_t i) { return i < s ? w[i] : w[2 * s - 2 - i]; };
  for (std::size_t i = 0; i < 2 * s; ++i) {
    table.drift[i] = i > 0 ? size(i - 1) : 0;
    table.kick[i] = 0.5 * ((i > 0 ? size(i - 1) : 0) + (i < 2 * s - 1 ? size(i) : 0));
  }
  return table;
}

/// The same with the parts exchanged.
template <std::size_t s>
constexpr CompositionTable<2 * s, 2 * s - 1> drift_kick_drift(const std::array<double, s>& w) {
  CompositionTable<2 * s, 2 * s - 1> table;
  const auto other = kick_drift_kick(w);
  table.drift = other.kick;
  for (std::size_t i = 0; i + 1 < 2 * s; ++i) table.kick[i] = other.drift[i + 1];
  return table;
}

/// A palindrome from its first half: drifts with one in the middle, kicks with two.
template <std::size_t n>
constexpr CompositionTable<2 * n + 1, 2 * n> palindrome(const std::array<double, n>& a,
                                                        const std::array<double, n - 1>& b) {
  CompositionTable<2 * n + 1, 2 * n> table;
  double drift_left = 1, kick_left = 0.5;
  for (std::size_t i = 0; i < n; ++i) {
    table.drift[i] = table.drift[2 * n - i] = a[i];
    drift_left -= 2 * a[i];
    const double kick = i + 1 < n ? b[i] : kick_left;
    table.kick[i] = table.kick[2 * n - 1 - i] = kick;
    kick_left -= kick;
  }
  table.drift[n] = drift_left;
  return table;
}

inline constexpr CompositionTable<2, 1> semi_implicit_euler_table{{0, 1}, {1}};

inline constexpr auto verlet_table = kick_drift_kick<1>({1.0});

/// w = 1/(2 − ∛2).
inline constexpr auto yoshida4_table = kick_drift_kick<2>({1.3512071919596576340, -1.7024143839193152681});

/// Yoshida's solution A, its fifteen published digits made twenty by Newton's iteration.
inline constexpr auto yoshida6_table =
    kick_drift_kick<4>({0.78451361047755726382, 0.23557321335935813368, -1.1776799841788710069, 1.3151863206839112189});

/// Yoshida's solution D, likewise.
inline constexpr auto yoshida8_table =
    kick_drift_kick<8>({0.91484424622979156675, 0.25369333656621135415, -1.4448522368606051577, -0.1582406353680501752,
                        1.9381391376225259866, -1.9606102329753108076, 0.1027998493917964407, 1.7084530707872815847});

inline constexpr auto blanes_moan4_table = palindrome<3>({0.0792036964311957, 0.353172906049774, -0.0420650803577195},
                                                         {0.209515106613362, -0.143851773179818});

inline constexpr auto blanes_moan6_table =
    palindrome<5>({0.0502627644003922, 0.413514300428344, 0.0450798897943977, -0.188054853819569, 0.541960678450780},
                  {0.148816447901042, -0.132385865767784, 0.067307604692185, 0.432666402578175});

inline constexpr auto splitting2_table = drift_kick_drift<1>({1.0});

/// w = 1/(4 − ∛4).
inline constexpr auto splitting4_table =
    drift_kick_drift<3>({0.41449077179437573714, 0.41449077179437573714, -0.65796308717750294857});

inline constexpr auto splitting6_table =
    drift_kick_drift<5>({0.39216144400731413928, 0.33259913678935943860, -0.70624617255763935981,
                         0.08221359629355080023, 0.79854399093482996340});

}  // namespace polhode::ode
