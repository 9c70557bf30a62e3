// What every one-step method claims of x' = λ x, measured by one step of solve(): A-stable ones let nothing grow along
// the imaginary axis (and having no poles on the left, nowhere there), L-stable ones moreover forget what decays fast.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/ode/stability.hpp>

namespace polhode::ode {
namespace {

using Complex = std::complex<double>;

/// Solving to rounding and the cancelling sums of the stages leave some ulps of the largest stage, which is of size 1
/// however large z is.
constexpr double rounding = 1e-12;

TEST(ImplicitStability, AStableMethodsLetNothingGrowAlongTheImaginaryAxis) {
  for (const Method& method : methods()) {
    if (method.stability == Stability::conditional || !method.one_step()) continue;
    for (int i = -40; i <= 80; ++i) {
      const double y = std::pow(10.0, 0.1 * i);
      EXPECT_LE(std::abs(stability_function(method, {0, y})), 1 + rounding) << method.name << " at " << y << " i";
      EXPECT_LE(std::abs(stability_function(method, {-0.3 * y, y})), 1 + rounding)
          << method.name << " left of " << y << " i";
    }
  }
}

TEST(ImplicitStability, LStableMethodsForgetWhatDecaysFast) {
  for (const Method& method : methods()) {
    if (method.stability == Stability::conditional || !method.one_step()) continue;
    const double far = std::abs(stability_function(method, -1e8));
    // R(z) is about const/z with a constant of a few units.
    if (method.stability == Stability::l_stable)
      EXPECT_LE(far, 1e-6) << method.name;
    else
      EXPECT_GE(far, 0.5) << method.name << " is L-stable, and may say so";
  }
}

TEST(ImplicitStability, ConditionalMethodsAreNotAStable) {
  for (const Method& method : methods()) {
    if (method.stability != Stability::conditional || !method.one_step() || method.needs != Needs::rate) continue;
    EXPECT_GE(std::abs(stability_function(method, -100)), 1) << method.name;
  }
}

TEST(ImplicitStability, RIsTheRationalFunctionOfTheBooks) {
  for (const Complex z : {Complex(-1, 0), {-3, 2}, {0, 5}, {0.5, 0.25}, {-40, 7}}) {
    const auto expect = [&](const Method& method, Complex expected) {
      EXPECT_NEAR(std::abs(stability_function(method, z) - expected), 0, rounding * (1 + std::abs(expected)))
          << method.name << " at " << z;
    };
    expect(method::implicit_euler, 1.0 / (1.0 - z));
    expect(method::linearly_implicit_euler, 1.0 / (1.0 - z));
    expect(method::trapezoid, (1.0 + z / 2.0) / (1.0 - z / 2.0));
    expect(method::implicit_midpoint, (1.0 + z / 2.0) / (1.0 - z / 2.0));
    const Complex z2 = z * z, z3 = z2 * z;
    expect(method::gauss4, (1.0 + z / 2.0 + z2 / 12.0) / (1.0 - z / 2.0 + z2 / 12.0));
    expect(method::gauss6, (1.0 + z / 2.0 + z2 / 10.0 + z3 / 120.0) / (1.0 - z / 2.0 + z2 / 10.0 - z3 / 120.0));
    expect(method::radau5, (1.0 + 0.4 * z + z2 / 20.0) / (1.0 - 0.6 * z + 3.0 * z2 / 20.0 - z3 / 60.0));
  }
}

}  // namespace
}  // namespace polhode::ode
