#include <polhode/ode/method.hpp>

namespace polhode::ode::method {

namespace {

constexpr std::string_view extrapolation_family = "extrapolation";
constexpr std::string_view extrapolation_citation =
    "E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 1993, II.9";

/// Line j takes 2 j substeps and the rate at its end; the rate at the start is shared.
constexpr int evaluations(int lines) { return 1 + lines * (lines + 1); }

constexpr Method row(std::string_view name, std::string_view title, int lines, int least, int most) {
  return {.name = name,
          .family = extrapolation_family,
          .title = title,
          .order = 2 * lines,
          .embedded_order = 2 * lines - 2,
          .estimate_order = 2 * lines - 1,
          .stages = evaluations(lines),
          .dense_order = 2 * lines - 1,
          .rule = Extrapolation{.lines = lines, .least_lines = least, .most_lines = most},
          .citation = extrapolation_citation};
}

}  // namespace

constinit const Method gbs4 = row("gbs4", "Gragg–Bulirsch–Stoer of order 4", 2, 2, 2);
constinit const Method gbs8 = row("gbs8", "Gragg–Bulirsch–Stoer of order 8", 4, 4, 4);
constinit const Method gbs12 = row("gbs12", "Gragg–Bulirsch–Stoer of order 12", 6, 6, 6);
constinit const Method gbs = row("gbs", "Gragg–Bulirsch–Stoer of orders 4 to 16, 8 with a fixed step", 4, 2, 9);

}  // namespace polhode::ode::method
