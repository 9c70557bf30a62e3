#pragma once
// The figures of the multistep methods, newest point first. Proof: tests/order/multistep_test.cpp.

#include <array>

namespace polhode::ode {

/// α of every Adams rule: u₁ − u₀ = …; rules of more steps fill up with zeros.
template <int steps>
inline constexpr std::array<double, steps + 1> adams_alpha = [] {
  std::array<double, steps + 1> alpha{};
  alpha[0] = 1;
  alpha[1] = -1;
  return alpha;
}();

/// β of the explicit Adams rules, Bashforth's; the first is that of the new point.
namespace adams_bashforth {
inline constexpr std::array<double, 2> b1{0, 1.0};
inline constexpr std::array<double, 3> b2{0, 3.0 / 2, -1.0 / 2};
inline constexpr std::array<double, 4> b3{0, 23.0 / 12, -16.0 / 12, 5.0 / 12};
inline constexpr std::array<double, 5> b4{0, 55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24};
inline constexpr std::array<double, 6> b5{0, 1901.0 / 720, -2774.0 / 720, 2616.0 / 720, -1274.0 / 720, 251.0 / 720};
}  // namespace adams_bashforth

/// β of the implicit Adams rules, Moulton's, by order.
namespace adams_moulton {
inline constexpr std::array<double, 2> b1{1.0, 0.0};
inline constexpr std::array<double, 2> b2{1.0 / 2, 1.0 / 2};
inline constexpr std::array<double, 3> b3{5.0 / 12, 8.0 / 12, -1.0 / 12};
inline constexpr std::array<double, 4> b4{9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24};
inline constexpr std::array<double, 5> b5{251.0 / 720, 646.0 / 720, -264.0 / 720, 106.0 / 720, -19.0 / 720};
}  // namespace adams_moulton

/// α of the backward differentiation formulas Σ_m ∇^m u / m = h F; β₀ = 1 is the only β.
namespace backward_differences {
inline constexpr std::array<double, 2> a1{1.0, -1.0};
inline constexpr std::array<double, 3> a2{3.0 / 2, -2.0, 1.0 / 2};
inline constexpr std::array<double, 4> a3{11.0 / 6, -3.0, 3.0 / 2, -1.0 / 3};
inline constexpr std::array<double, 5> a4{25.0 / 12, -4.0, 3.0, -4.0 / 3, 1.0 / 4};
inline constexpr std::array<double, 6> a5{137.0 / 60, -5.0, 5.0, -10.0 / 3, 5.0 / 4, -1.0 / 5};
inline constexpr std::array<double, 7> a6{147.0 / 60, -6.0, 15.0 / 2, -20.0 / 3, 15.0 / 4, -6.0 / 5, 1.0 / 6};
inline constexpr std::array<double, 7> beta{1.0};
}  // namespace backward_differences

}  // namespace polhode::ode
