#include <polhode/ode/method.hpp>

#include "ode/tableau_nystroem.hpp"

namespace polhode::ode::method {

namespace {
constexpr std::string_view nystroem_family = "explicit Nyström";
constexpr std::string_view nystroem_citation =
    "J. R. Dormand, M. E. A. El-Mikkawy, P. J. Prince, IMA J. Numer. Anal. 7 (1987) 423-430";
}  // namespace

constinit const Method nystroem8{.name = "nystroem8",
                                 .family = nystroem_family,
                                 .title = "Dormand–El-Mikkawy–Prince 8(6)",
                                 .order = 8,
                                 .embedded_order = 6,
                                 .estimate_order = 7,
                                 .stages = 9,
                                 .dense_order = 7,
                                 .control = Control::predictive,
                                 .needs = Needs::accelerations,
                                 .rule = NystroemTableau{.first_same_as_last = true,
                                                         .a = nystroem8_table::a,
                                                         .b = nystroem8_table::b,
                                                         .velocity_b = nystroem8_table::velocity_b,
                                                         .c = nystroem8_table::c,
                                                         .error = nystroem8_table::error,
                                                         .velocity_error = nystroem8_table::velocity_error},
                                 .citation = nystroem_citation};

constinit const Method nystroem12{.name = "nystroem12",
                                  .family = nystroem_family,
                                  .title = "Dormand–El-Mikkawy–Prince 12(10)",
                                  .order = 12,
                                  .embedded_order = 10,
                                  .apparent_order = 13,
                                  .estimate_order = 11,
                                  .stages = 17,
                                  .dense_order = 11,
                                  .control = Control::predictive,
                                  .needs = Needs::accelerations,
                                  .rule = NystroemTableau{.a = nystroem12_table::a,
                                                          .b = nystroem12_table::b,
                                                          .velocity_b = nystroem12_table::velocity_b,
                                                          .c = nystroem12_table::c,
                                                          .error = nystroem12_table::error,
                                                          .velocity_error = nystroem12_table::velocity_error},
                                  .citation = nystroem_citation};

}  // namespace polhode::ode::method
