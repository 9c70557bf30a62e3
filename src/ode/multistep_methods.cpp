#include <polhode/ode/method.hpp>

#include <algorithm>

#include "ode/multistep_tables.hpp"

namespace polhode::ode::method {

namespace {

template <std::size_t size>
constexpr MultistepRule adams(const std::array<double, size>& beta, std::span<const double> predictor = {}) {
  return {.alpha = adams_alpha<static_cast<int>(size) - 1>, .beta = beta, .predictor = predictor};
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

namespace ab = adams_bashforth;
namespace am = adams_moulton;

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

}  // namespace polhode::ode::method
