#pragma once
// The figures of the small explicit methods; pairs of order 5, Verner's and DOP853 have files of their own. Proof:
// tests/order/order_conditions_test.cpp.

#include <array>

namespace polhode::ode {

namespace euler_table {
inline constexpr std::array<double, 1> b{1.0};
inline constexpr std::array<double, 1> c{0.0};
}  // namespace euler_table

namespace midpoint_table {
inline constexpr std::array<double, 1> a{0.5};
inline constexpr std::array<double, 2> b{0.0, 1.0};
inline constexpr std::array<double, 2> c{0.0, 0.5};
}  // namespace midpoint_table

namespace heun_table {
inline constexpr std::array<double, 1> a{1.0};
inline constexpr std::array<double, 2> b{0.5, 0.5};
inline constexpr std::array<double, 2> c{0.0, 1.0};
}  // namespace heun_table

namespace ralston_table {
inline constexpr std::array<double, 1> a{2.0 / 3};
inline constexpr std::array<double, 2> b{1.0 / 4, 3.0 / 4};
inline constexpr std::array<double, 2> c{0.0, 2.0 / 3};
}  // namespace ralston_table

namespace rk4_table {
inline constexpr std::array<double, 6> a{0.5, 0.0, 0.5, 0.0, 0.0, 1.0};
inline constexpr std::array<double, 4> b{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
inline constexpr std::array<double, 4> c{0.0, 0.5, 0.5, 1.0};
}  // namespace rk4_table

namespace three_eighths_table {
inline constexpr std::array<double, 6> a{1.0 / 3, -1.0 / 3, 1.0, 1.0, -1.0, 1.0};
inline constexpr std::array<double, 4> b{1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8};
inline constexpr std::array<double, 4> c{0.0, 1.0 / 3, 2.0 / 3, 1.0};
}  // namespace three_eighths_table

namespace bogacki_shampine_table {
inline constexpr std::array<double, 6> a{1.0 / 2, 0.0, 3.0 / 4, 2.0 / 9, 1.0 / 3, 4.0 / 9};
inline constexpr std::array<double, 4> b{2.0 / 9, 1.0 / 3, 4.0 / 9, 0.0};
inline constexpr std::array<double, 4> c{0.0, 1.0 / 2, 3.0 / 4, 1.0};
inline constexpr std::array<double, 4> error{-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8};
}  // namespace bogacki_shampine_table

namespace dopri5_table {
// One line for each row of the tableau.
// clang-format off
inline constexpr std::array<double, 21> a{
    1.0 / 5,
    3.0 / 40, 9.0 / 40,
    44.0 / 45, -56.0 / 15, 32.0 / 9,
    19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729,
    9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656,
    35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
// clang-format on
inline constexpr std::array<double, 7> b{35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0.0};
inline constexpr std::array<double, 7> c{0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0};
inline constexpr std::array<double, 7> error{71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                             -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
inline constexpr std::array<double, 7> dense_weights{-12715105075.0 / 11282082432,  0.0,
                                                     87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                                     701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                                     69997945.0 / 29380423};
}  // namespace dopri5_table

}  // namespace polhode::ode
