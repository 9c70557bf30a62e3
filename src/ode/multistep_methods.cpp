#include <polhode/ode/method.hpp>

#include <algorithm>

#include "ode/multistep_tables.hpp"

namespace polhode::ode::method {

namespace {

template <std::size_t size>
constexpr MultistepRule adams(const std::array<double, size>& beta, std::span<const double> predictor = {},
                              double angle_deg = 0) {
  return {
      .alpha = adams_alpha<static_cast<int>(size) - 1>, .beta = beta, .predictor = predictor, .angle_deg = angle_deg};
}

template <std::size_t size>
constexpr Method bashforth(std::string_view name, std::string_view title, int order,
                           const std::array<double, size>& beta) {
  return {.name = name,
          .family = "Adams",
          .title = title,
          .order = order,
          .stages = 1,
          .dense_order = std::max(order, 3),
          .rule = adams(beta),
          .citation = "F. Bashforth, J. C. Adams, Theories of Capillary Action, Cambridge 1883"};
}

template <std::size_t size>
constexpr Method predict_correct(std::string_view name, std::string_view title, int order,
                                 std::span<const double> bashforth_beta, const std::array<double, size>& beta) {
  return {.name = name,
          .family = "Adams",
          .title = title,
          .order = order,
          .stages = 2,
          .dense_order = std::max(order, 3),
          .rule = adams(beta, bashforth_beta.subspan(1)),
          .citation = "F. R. Moulton, New Methods in Exterior Ballistics, Chicago 1926"};
}

template <std::size_t size>
constexpr Method moulton(std::string_view name, std::string_view title, int order, const std::array<double, size>& beta,
                         Stability stability = Stability::conditional) {
  const bool stable = stability != Stability::conditional;
  return {.name = name,
          .family = "Adams",
          .title = title,
          .order = order,
          .stages = 1,
          .dense_order = order == 1 ? 1 : std::max(order, 3),
          .implicit = true,
          .stability = stability,
          .stiff_order = stable ? order : 0,
          .smooth = order > 1,
          .rule = adams(beta, {}, stable ? 90 : 0),
          .citation = "F. R. Moulton, New Methods in Exterior Ballistics, Chicago 1926"};
}

template <std::size_t size>
constexpr Method backward(std::string_view name, std::string_view title, const std::array<double, size>& alpha,
                          double angle_deg) {
  constexpr int order = static_cast<int>(size) - 1;
  const std::span<const double> beta = backward_differences::beta;
  return {.name = name,
          .family = "backward differentiation",
          .title = title,
          .order = order,
          .stages = 1,
          .dense_order = order,
          .implicit = true,
          .stability = order <= 2 ? Stability::l_stable : Stability::conditional,
          .stiff_order = order,
          .smooth = false,
          .rule = MultistepRule{.alpha = alpha, .beta = beta.first(size), .angle_deg = angle_deg},
          .citation = "C. F. Curtiss, J. O. Hirschfelder, Proc. Natl. Acad. Sci. 38 (1952) 235-243"};
}

namespace ab = adams_bashforth;
namespace am = adams_moulton;
namespace bd = backward_differences;

}  // namespace

constinit const Method ab1 = bashforth("ab1", "Adams–Bashforth 1", 1, ab::b1);
constinit const Method ab2 = bashforth("ab2", "Adams–Bashforth 2", 2, ab::b2);
constinit const Method ab3 = bashforth("ab3", "Adams–Bashforth 3", 3, ab::b3);
constinit const Method ab4 = bashforth("ab4", "Adams–Bashforth 4", 4, ab::b4);
constinit const Method ab5 = bashforth("ab5", "Adams–Bashforth 5", 5, ab::b5);

constinit const Method abm1 = predict_correct("abm1", "Adams–Bashforth–Moulton 1, PECE", 1, ab::b1, am::b1);
constinit const Method abm2 = predict_correct("abm2", "Adams–Bashforth–Moulton 2, PECE", 2, ab::b2, am::b2);
constinit const Method abm3 = predict_correct("abm3", "Adams–Bashforth–Moulton 3, PECE", 3, ab::b3, am::b3);
constinit const Method abm4 = predict_correct("abm4", "Adams–Bashforth–Moulton 4, PECE", 4, ab::b4, am::b4);
constinit const Method abm5 = predict_correct("abm5", "Adams–Bashforth–Moulton 5, PECE", 5, ab::b5, am::b5);

constinit const Method am1 = moulton("am1", "Adams–Moulton 1", 1, am::b1, Stability::l_stable);
constinit const Method am2 = moulton("am2", "Adams–Moulton 2", 2, am::b2, Stability::a_stable);
constinit const Method am3 = moulton("am3", "Adams–Moulton 3", 3, am::b3);
constinit const Method am4 = moulton("am4", "Adams–Moulton 4", 4, am::b4);
constinit const Method am5 = moulton("am5", "Adams–Moulton 5", 5, am::b5);

constinit const Method bdf1 = backward("bdf1", "backward differentiation 1", bd::a1, 90);
constinit const Method bdf2 = backward("bdf2", "backward differentiation 2", bd::a2, 90);
constinit const Method bdf3 = backward("bdf3", "backward differentiation 3", bd::a3, 86.03);
constinit const Method bdf4 = backward("bdf4", "backward differentiation 4", bd::a4, 73.35);
constinit const Method bdf5 = backward("bdf5", "backward differentiation 5", bd::a5, 51.84);
constinit const Method bdf6 = backward("bdf6", "backward differentiation 6", bd::a6, 17.84);

constinit const Method adams{
    .name = "adams",
    .family = "Adams",
    .title = "Adams of orders 1 to 12, PECE",
    .order = 12,
    .embedded_order = 11,
    .estimate_order = 2,
    .stages = 2,
    .dense_order = 12,
    .variable_order = true,
    .rule = VariableAdams{},
    .citation = "L. F. Shampine, M. K. Gordon, Computer Solution of Ordinary Differential Equations, Freeman 1975"};

constinit const Method bdf{.name = "bdf",
                           .family = "backward differentiation",
                           .title = "backward differentiation of orders 1 to 5",
                           .order = 5,
                           .embedded_order = 4,
                           .estimate_order = 2,
                           .stages = 1,
                           .dense_order = 5,
                           .implicit = true,
                           .variable_order = true,
                           .stiff_order = 5,
                           .smooth = false,
                           .rule = VariableBdf{},
                           .citation =
                               "K. E. Brenan, S. L. Campbell, L. R. Petzold, Numerical Solution of "
                               "Initial-Value Problems in Differential-Algebraic Equations, SIAM 1996"};

}  // namespace polhode::ode::method
