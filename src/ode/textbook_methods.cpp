#include <polhode/ode/method.hpp>

namespace polhode::ode::method {

namespace {
constexpr std::string_view textbook_family = "steps of the founding texts";
constexpr std::string_view six_steps =
    "founding text 000: velocity, position, inertia, angular velocity with the gyroscopic term, attitude";
constexpr std::string_view lecture = "GAMES103, lecture 3, as founding text 002 quotes and corrects it";
}  // namespace

constinit const Method six_step{.name = "six-step",
                                .family = textbook_family,
                                .title = "six steps, attitude by the exponential",
                                .order = 1,
                                .stages = 1,
                                .dense_order = 2,
                                .needs = Needs::bodies_with_any_loads,
                                .rule = TextbookStep::six_step,
                                .citation = six_steps};

constinit const Method games103_corrected{.name = "games103-corrected",
                                          .family = textbook_family,
                                          .title = "games103 with R I Rᵀ and the gyroscopic term",
                                          .order = 1,
                                          .stages = 1,
                                          .dense_order = 2,
                                          .needs = Needs::bodies_with_any_loads,
                                          .rule = TextbookStep::games103_corrected,
                                          .citation = lecture};

constinit const Method games103_naive{.name = "games103-naive",
                                      .family = textbook_family,
                                      .title = "games103 with R I Rᵀ, no gyroscopic term",
                                      .order = 0,
                                      .stages = 1,
                                      .dense_order = 2,
                                      .needs = Needs::bodies_with_any_loads,
                                      .rule = TextbookStep::games103_naive,
                                      .citation = lecture};

constinit const Method games103_printed{.name = "games103-printed",
                                        .family = textbook_family,
                                        .title = "games103 as printed: R I R, no gyroscopic term",
                                        .order = 0,
                                        .stages = 1,
                                        .dense_order = 2,
                                        .needs = Needs::bodies_with_any_loads,
                                        .rule = TextbookStep::games103_printed,
                                        .citation = lecture};

}  // namespace polhode::ode::method
