// Order on a stiff problem: x' = λ (x − φ(t)) + φ'(t) of Prothero and Robinson, x = φ, with λ far beyond 1/h.

#include <gtest/gtest.h>

#include "order/measured_order.hpp"

namespace polhode::ode {
namespace {

constexpr double lambda = -1e6;

double phi(double t) { return std::sin(t + 0.7) + 0.3 * std::cos(2.3 * t); }
double phi_rate(double t) { return std::cos(t + 0.7) - 0.69 * std::sin(2.3 * t); }

template <class S>
void rate(double t, std::span<const S> x, std::span<S> v) {
  v[0] = lambda * (x[0] - phi(t)) + phi_rate(t);
}

TEST(StiffOrder, IsWhatEveryMethodMadeForStiffMotionStates) {
  auto real = [](double t, VecIn x, VecOut v) { rate<double>(t, x, v); };
  auto dual = [](double t, In<Dual4> x, Out<Dual4> v) { rate<Dual4>(t, x, v); };
  KnownProblem known{.truth = [](double t) { return std::vector<double>{phi(t)}; }};
  known.problem.space.vector("x", 1, {});
  known.problem.rate.real = real;
  known.problem.rate.dual = dual;
  known.problem.t1 = 4;
  known.problem.x0 = {phi(0)};
  for (const Method& method : methods()) {
    if (method.stiff_order == 0 || !method.one_step()) continue;
    // What a high order leaves of fine steps is rounding.
    const std::vector<int> steps =
        method.stiff_order < 5 ? std::vector{120, 160, 200, 260, 320} : std::vector{12, 16, 20, 26, 32};
    std::vector<double> errors;
    for (int n : steps) errors.push_back(errors_with(known, method, n).at_ends);
    const double measured = slope(steps, errors);
    RecordProperty(std::string(method.name), std::to_string(measured));
    EXPECT_NEAR(measured, method.stiff_order, 0.1 * method.stiff_order)
        << method.name << ", errors " << errors.front() << " … " << errors.back();
  }
}

}  // namespace
}  // namespace polhode::ode
