#pragma once
// The figures of the implicit Runge–Kutta and Rosenbrock methods. Proof: tests/order/order_conditions_test.cpp.

#include <array>

namespace polhode::ode {

namespace implicit_euler_table {
inline constexpr std::array<double, 1> one{1.0};
}  // namespace implicit_euler_table

namespace trapezoid_table {
inline constexpr std::array<double, 3> a{0.0, 0.5, 0.5};
inline constexpr std::array<double, 2> b{0.5, 0.5};
inline constexpr std::array<double, 2> c{0.0, 1.0};
}  // namespace trapezoid_table

namespace implicit_midpoint_table {
inline constexpr std::array<double, 1> half{0.5};
inline constexpr std::array<double, 1> b{1.0};
}  // namespace implicit_midpoint_table

namespace tr_bdf2_table {
inline constexpr double d = 0.2928932188134524756;  // 1 − 1/√2
inline constexpr double w = 0.3535533905932737622;  // √2/4
inline constexpr std::array<double, 6> a{0.0, d, d, w, w, d};
inline constexpr std::array<double, 3> b{w, w, d};
inline constexpr std::array<double, 3> c{0.0, 0.5857864376269049512, 1.0};
inline constexpr std::array<double, 3> error{0.1380711874576983496, -1.0 / 3, 0.19526214587563498373};
// The Hermite cubic between the ends.
inline constexpr std::array<double, 9> dense_powers{1, 3 * w - 2, 1 - 2 * w, 0, 3 * w, -2 * w, 0, 3 * d - 1, 1 - 2 * d};
}  // namespace tr_bdf2_table

// One line for each row of a tableau.
// clang-format off
namespace sdirk4_table {
inline constexpr std::array<double, 15> a{
    1.0 / 4,
    1.0 / 2, 1.0 / 4,
    17.0 / 50, -1.0 / 25, 1.0 / 4,
    371.0 / 1360, -137.0 / 2720, 15.0 / 544, 1.0 / 4,
    25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4};
inline constexpr std::array<double, 5> b{25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4};
inline constexpr std::array<double, 5> c{1.0 / 4, 3.0 / 4, 11.0 / 20, 1.0 / 2, 1.0};
inline constexpr std::array<double, 5> error{-3.0 / 16, -27.0 / 32, 25.0 / 32, 0.0, 1.0 / 4};
inline constexpr std::array<double, 20> dense_powers{
    11.0 / 3, -463.0 / 72, 217.0 / 36, -20.0 / 9,
    11.0 / 2, -385.0 / 16, 661.0 / 24, -10.0,
    -125.0 / 18, 20125.0 / 432, -8875.0 / 216, 250.0 / 27,
    0.0, -85.0 / 4, 85.0 / 6, 0.0,
    -11.0 / 9, 557.0 / 108, -359.0 / 54, 80.0 / 27};
}  // namespace sdirk4_table

namespace radau5_table {  // with √6
inline constexpr std::array<double, 9> a{
    0.19681547722366042587, -0.065535425850198388109, 0.02377097434822015242,
    0.394424314739087277, 0.29207341166522846302, -0.041548752125997930198,
    0.37640306270046727505, 0.51248582618842161384, 1.0 / 9};
inline constexpr std::array<double, 3> b{0.37640306270046727505, 0.51248582618842161384, 1.0 / 9};
inline constexpr std::array<double, 3> c{0.15505102572168219018, 0.64494897427831780982, 1.0};
}  // namespace radau5_table

namespace gauss4_table {  // with √3
inline constexpr std::array<double, 4> a{
    0.25, -0.038675134594812882255,
    0.53867513459481288225, 0.25};
inline constexpr std::array<double, 2> b{0.5, 0.5};
inline constexpr std::array<double, 2> c{0.21132486540518711775, 0.78867513459481288225};
}  // namespace gauss4_table

namespace gauss6_table {  // with √15
inline constexpr std::array<double, 9> a{
    5.0 / 36, -0.035976667524938903456, 0.0097894440153083260496,
    0.30026319498086459244, 2.0 / 9, -0.02248541720308681466,
    0.26798833376246945173, 0.4804211119693833479, 5.0 / 36};
inline constexpr std::array<double, 3> b{5.0 / 18, 4.0 / 9, 5.0 / 18};
inline constexpr std::array<double, 3> c{0.11270166537925831148, 0.5, 0.88729833462074168852};
}  // namespace gauss6_table

namespace linearly_implicit_euler_table {
inline constexpr std::array<double, 1> zero{0.0}, one{1.0};
}  // namespace linearly_implicit_euler_table

namespace rodas4_table {
inline constexpr std::array<double, 15> a{
    1.544,
    0.9466785280815826, 0.2557011698983284,
    3.314825187068521, 2.896124015972201, 0.9986419139977817,
    1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895,
    1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1.0};
inline constexpr std::array<double, 15> c{
    -5.6688,
    -2.430093356833875, -0.2063599157091915,
    -0.1073529058151375, -9.594562251023355, -20.47028614809616,
    7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616,
    8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054};
inline constexpr std::array<double, 6> alpha{0.0, 0.386, 0.21, 0.63, 1.0, 1.0};
inline constexpr std::array<double, 6> gammas{0.25, -0.1043, 0.1035, -0.0362, 0.0, 0.0};
inline constexpr std::array<double, 6> m{
    1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1.0, 1.0};
inline constexpr std::array<double, 6> error{0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
inline constexpr std::array<double, 12> dense{
    10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662, 0.0,
    -0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872, 0.0};
}  // namespace rodas4_table

namespace rodas5p_table {
inline constexpr double gamma = 0.21193756319429014;
inline constexpr std::array<double, 28> a{
    3.0,
    2.849394379747939, 0.45842242204463923,
    -6.954028509809101, 2.489845061869568, -10.358996098473584,
    2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641,
    -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946,
    -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1.0,
    -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1.0, 1.0};
inline constexpr std::array<double, 28> c{
    -14.155112264123755,
    -17.97296035885952, -2.859693295451294,
    147.12150275711716, -1.41221402718213, 71.68940251302358,
    165.43517024871676, -0.4592823456491126, 42.90938336958603, -5.961986721573306,
    24.854864614690072, -3.0009227002832186, 47.4931110020768, 5.5814197821558125, -0.6610691825249471,
    30.91273214028599, -3.1208243349937974, 77.79954646070892, 34.28646028294783, -19.097331116725623,
    -28.087943162872662,
    37.80277123390563, -3.2571969029072276, 112.26918849496327, 66.9347231244047, -40.06618937091002,
    -54.66780262877968, -9.48861652309627};
inline constexpr std::array<double, 8> alpha{
    0.0, 0.6358126895828704, 0.4095798393397535, 0.9769306725060716, 0.4288403609558664, 1.0, 1.0, 1.0};
inline constexpr std::array<double, 8> gammas{
    0.21193756319429014, -0.42387512638858027, -0.3384627126235924, 1.8046452872882734, 2.325825639765069,
    0.0, 0.0, 0.0};
inline constexpr std::array<double, 8> m{
    -7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946,
    1.0, 1.0, 1.0};
inline constexpr std::array<double, 8> error{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0};
inline constexpr std::array<double, 24> dense{
    25.948786856663858, -2.5579724845846235, 10.433815404888879, -2.3679251022685204, 0.524948541321073,
    1.1241088310450404, 0.4272876194431874, -0.17202221070155493,
    -9.91568850695171, -0.9689944594115154, 3.0438037242978453, -24.495224566215796, 20.176138334709044,
    15.98066361424651, -6.789040303419874, -6.710236069923372,
    11.419903575922262, 2.8879645146136994, 72.92137995996029, 80.12511834622643, -52.072871366152654,
    -59.78993625266729, -0.15582684282751913, 4.883087185713722};
}  // namespace rodas5p_table
// clang-format on

}  // namespace polhode::ode
