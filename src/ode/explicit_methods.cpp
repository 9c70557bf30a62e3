#include <polhode/ode/method.hpp>

#include "ode/tableau_dop853.hpp"
#include "ode/tableau_pairs.hpp"
#include "ode/tableau_verner.hpp"
#include "ode/tableaus.hpp"

namespace polhode::ode::method {

namespace {
constexpr std::string_view explicit_family = "explicit Runge–Kutta";
}

constinit const Method euler{.name = "euler",
                             .family = explicit_family,
                             .title = "Euler",
                             .order = 1,
                             .stages = 1,
                             .dense_order = 1,
                             .rule = ExplicitTableau{.b = euler_table::b, .c = euler_table::c},
                             .citation = "L. Euler, Institutiones calculi integralis I, 1768, sect. 650"};

constinit const Method midpoint{
    .name = "midpoint",
    .family = explicit_family,
    .title = "explicit midpoint",
    .order = 2,
    .stages = 2,
    .dense_order = 2,
    .rule = ExplicitTableau{.a = midpoint_table::a, .b = midpoint_table::b, .c = midpoint_table::c},
    .citation = "C. Runge, Math. Ann. 46 (1895) 167-178"};

constinit const Method heun{.name = "heun",
                            .family = explicit_family,
                            .title = "Heun's trapezoidal rule",
                            .order = 2,
                            .stages = 2,
                            .dense_order = 2,
                            .rule = ExplicitTableau{.a = heun_table::a, .b = heun_table::b, .c = heun_table::c},
                            .citation = "K. Heun, Z. Math. Phys. 45 (1900) 23-38"};

constinit const Method ralston{
    .name = "ralston",
    .family = explicit_family,
    .title = "Ralston of order 2",
    .order = 2,
    .stages = 2,
    .dense_order = 2,
    .rule = ExplicitTableau{.a = ralston_table::a, .b = ralston_table::b, .c = ralston_table::c},
    .citation = "A. Ralston, Math. Comp. 16 (1962) 431-437"};

constinit const Method rk4{.name = "rk4",
                           .family = explicit_family,
                           .title = "classical Runge–Kutta",
                           .order = 4,
                           .stages = 4,
                           .dense_order = 3,
                           .rule = ExplicitTableau{.a = rk4_table::a, .b = rk4_table::b, .c = rk4_table::c},
                           .citation = "W. Kutta, Z. Math. Phys. 46 (1901) 435-453"};

constinit const Method three_eighths{
    .name = "three-eighths",
    .family = explicit_family,
    .title = "3/8 rule",
    .order = 4,
    .stages = 4,
    .dense_order = 3,
    .rule = ExplicitTableau{.a = three_eighths_table::a, .b = three_eighths_table::b, .c = three_eighths_table::c},
    .citation = "W. Kutta, Z. Math. Phys. 46 (1901) 435-453"};

constinit const Method bogacki_shampine{.name = "bogacki-shampine",
                                        .family = explicit_family,
                                        .title = "Bogacki–Shampine 3(2)",
                                        .order = 3,
                                        .embedded_order = 2,
                                        .estimate_order = 3,
                                        .stages = 4,
                                        .dense_order = 3,
                                        .rule = ExplicitTableau{.first_same_as_last = true,
                                                                .a = bogacki_shampine_table::a,
                                                                .b = bogacki_shampine_table::b,
                                                                .c = bogacki_shampine_table::c,
                                                                .error = bogacki_shampine_table::error},
                                        .citation = "P. Bogacki, L. F. Shampine, Appl. Math. Lett. 2 (1989) 321-325"};

constinit const Method fehlberg45{.name = "fehlberg45",
                                  .family = explicit_family,
                                  .title = "Fehlberg 4(5)",
                                  .order = 4,
                                  .embedded_order = 5,
                                  .estimate_order = 5,
                                  .stages = 6,
                                  .dense_order = 3,
                                  .rule = ExplicitTableau{.a = fehlberg45_table::a,
                                                          .b = fehlberg45_table::b,
                                                          .c = fehlberg45_table::c,
                                                          .error = fehlberg45_table::error},
                                  .citation = "E. Fehlberg, Computing 6 (1970) 61-71"};

constinit const Method cash_karp{
    .name = "cash-karp",
    .family = explicit_family,
    .title = "Cash–Karp 5(4)",
    .order = 5,
    .embedded_order = 4,
    .estimate_order = 5,
    .stages = 6,
    .dense_order = 4,
    .rule =
        ExplicitTableau{
            .a = cash_karp_table::a, .b = cash_karp_table::b, .c = cash_karp_table::c, .error = cash_karp_table::error},
    .citation = "J. R. Cash, A. H. Karp, ACM Trans. Math. Softw. 16 (1990) 201-222"};

constinit const Method dopri5{.name = "dopri5",
                              .family = explicit_family,
                              .title = "Dormand–Prince 5(4)",
                              .order = 5,
                              .embedded_order = 4,
                              .estimate_order = 5,
                              .stages = 7,
                              .dense_order = 4,
                              .rule = ExplicitTableau{.first_same_as_last = true,
                                                      .a = dopri5_table::a,
                                                      .b = dopri5_table::b,
                                                      .c = dopri5_table::c,
                                                      .error = dopri5_table::error,
                                                      .dense_weights = dopri5_table::dense_weights},
                              .citation = "J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26"};

constinit const Method tsitouras5{.name = "tsitouras5",
                                  .family = explicit_family,
                                  .title = "Tsitouras 5(4)",
                                  .order = 5,
                                  .embedded_order = 4,
                                  .estimate_order = 5,
                                  .stages = 7,
                                  .dense_order = 4,
                                  .rule = ExplicitTableau{.first_same_as_last = true,
                                                          .a = tsitouras5_table::a,
                                                          .b = tsitouras5_table::b,
                                                          .c = tsitouras5_table::c,
                                                          .error = tsitouras5_table::error,
                                                          .dense_weights = tsitouras5_table::dense_weights},
                                  .citation = "Ch. Tsitouras, Comput. Math. Appl. 62 (2011) 770-775"};

constinit const Method dop853{
    .name = "dop853",
    .family = explicit_family,
    .title = "Dormand–Prince 8(5,3)",
    .order = 8,
    .embedded_order = 5,
    .estimate_order = 8,
    .stages = 12,
    .dense_order = 7,
    .rule = ExplicitTableau{.a = dop853_table::a,
                            .b = dop853_table::b,
                            .c = dop853_table::c,
                            .error = dop853_table::error_fifth,
                            .error_second = dop853_table::error_third,
                            .dense_a = dop853_table::dense_a,
                            .dense_c = dop853_table::dense_c,
                            .dense_weights = dop853_table::dense_weights},
    .citation = "E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 1993, II.5"};

constinit const Method verner6{.name = "verner6",
                               .family = explicit_family,
                               .title = "Verner 6(5)",
                               .order = 6,
                               .embedded_order = 5,
                               .apparent_order = 7,
                               .estimate_order = 6,
                               .stages = 9,
                               .dense_order = 5,
                               .rule = ExplicitTableau{.first_same_as_last = true,
                                                       .a = verner6_table::a,
                                                       .b = verner6_table::b,
                                                       .c = verner6_table::c,
                                                       .error = verner6_table::error},
                               .citation = "J. H. Verner, Numer. Algorithms 53 (2010) 383-396"};

constinit const Method verner7{
    .name = "verner7",
    .family = explicit_family,
    .title = "Verner 7(6)",
    .order = 7,
    .embedded_order = 6,
    .apparent_order = 8,
    .estimate_order = 7,
    .stages = 10,
    .dense_order = 6,
    .rule =
        ExplicitTableau{
            .a = verner7_table::a, .b = verner7_table::b, .c = verner7_table::c, .error = verner7_table::error},
    .citation = "J. H. Verner, Numer. Algorithms 53 (2010) 383-396"};

constinit const Method verner8{
    .name = "verner8",
    .family = explicit_family,
    .title = "Verner 8(7)",
    .order = 8,
    .embedded_order = 7,
    .apparent_order = 10,
    .estimate_order = 8,
    .stages = 13,
    .dense_order = 7,
    .rule =
        ExplicitTableau{
            .a = verner8_table::a, .b = verner8_table::b, .c = verner8_table::c, .error = verner8_table::error},
    .citation = "J. H. Verner, Numer. Algorithms 53 (2010) 383-396"};

constinit const Method verner9{
    .name = "verner9",
    .family = explicit_family,
    .title = "Verner 9(8)",
    .order = 9,
    .embedded_order = 8,
    .estimate_order = 9,
    .stages = 16,
    .dense_order = 8,
    .rule =
        ExplicitTableau{
            .a = verner9_table::a, .b = verner9_table::b, .c = verner9_table::c, .error = verner9_table::error},
    .citation = "J. H. Verner, Numer. Algorithms 53 (2010) 383-396"};

}  // namespace polhode::ode::method
