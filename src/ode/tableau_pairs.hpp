#pragma once
// The figures of the pairs of order five with their companions of order four: Fehlberg, Cash–Karp, Tsitouras; that of
// Dormand and Prince is with the small methods. Proof: tests/order/order_conditions_test.cpp.

#include <array>

namespace polhode::ode {

// One line or group of lines for each row of the tableau.
// clang-format off

/// Six stages; the solution of order 4 is carried on, that of order 5 judges it.  Source [Fehlberg 1970] table III.
namespace fehlberg45_table {
inline constexpr std::array<double, 15> a{
    1.0 / 4,
    3.0 / 32, 9.0 / 32,
    1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197,
    439.0 / 216, -8.0, 3680.0 / 513, -845.0 / 4104,
    -8.0 / 27, 2.0, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40};
inline constexpr std::array<double, 6> b{25.0 / 216, 0, 1408.0 / 2565, 2197.0 / 4104, -1.0 / 5, 0};
inline constexpr std::array<double, 6> c{0, 1.0 / 4, 3.0 / 8, 12.0 / 13, 1.0, 1.0 / 2};
inline constexpr std::array<double, 6> error{-1.0 / 360, 0, 128.0 / 4275, 2197.0 / 75240, -1.0 / 50, -2.0 / 55};
}  // namespace fehlberg45_table

/// Six stages.  Source [Cash & Karp 1990] table I.
namespace cash_karp_table {
inline constexpr std::array<double, 15> a{
    1.0 / 5,
    3.0 / 40, 9.0 / 40,
    3.0 / 10, -9.0 / 10, 6.0 / 5,
    -11.0 / 54, 5.0 / 2, -70.0 / 27, 35.0 / 27,
    1631.0 / 55296, 175.0 / 512, 575.0 / 13824, 44275.0 / 110592, 253.0 / 4096};
inline constexpr std::array<double, 6> b{37.0 / 378, 0, 250.0 / 621, 125.0 / 594, 0, 512.0 / 1771};
inline constexpr std::array<double, 6> c{0, 1.0 / 5, 3.0 / 10, 3.0 / 5, 1.0, 7.0 / 8};
inline constexpr std::array<double, 6> error{
    37.0 / 378 - 2825.0 / 27648, 0, 250.0 / 621 - 18575.0 / 48384, 125.0 / 594 - 13525.0 / 55296, -277.0 / 14336,
      512.0 / 1771 - 1.0 / 4};
}  // namespace cash_karp_table

/// 5(4), seven stages of which the last is the first of the next step.  Source [Tsitouras 2011].
namespace tsitouras5_table {
inline constexpr std::array<double, 21> a{
    0.161,
    -8.480655492356988544427e-3, 0.3354806554923569885444,
    2.89715305710549343213, -6.359448489975074843148, 4.362295432869581411018,
    5.325864828439256604429, -11.74888356406282787775, 7.495539342889836208305, -0.0924950663617552492565,
    5.861455442946420028659, -12.92096931784710929171, 8.15936789857615864318, -0.07158497328140099722453,
      -0.028269050394068382909,
    0.09646076681806522951817, 0.01, 0.4798896504144995747752, 1.379008574103741893192, -3.290069515436080679901,
      2.324710524099773982415};
inline constexpr std::array<double, 7> b{
    0.09646076681806522951817, 0.01, 0.4798896504144995747752, 1.379008574103741893192, -3.290069515436080679901,
      2.324710524099773982415, 0};
inline constexpr std::array<double, 7> c{
    0, 0.161, 0.327, 0.9, 0.9800255409045096857298, 1.0, 1.0};
inline constexpr std::array<double, 7> error{
    1.780011052225771443379e-3, 8.164344596567469032236e-4, -7.880878010261996010315e-3, 0.1447110071732629075372,
      -0.5823571654525552250199, 0.4580821059291869466616, -0.01515151515151515151515};
/// c₄ of the author's continuation of order 4: the coefficients of θ⁴ of his bᵢ(θ).
inline constexpr std::array<double, 7> dense_weights{
    -1.0530884977290216, 0.1017, 2.490627285651252793, -16.54810288924490272, 47.37952196281928122,
      -34.87065786149660974, 2.5};
}  // namespace tsitouras5_table

// clang-format on

}  // namespace polhode::ode
