// What symplectic methods keep, they keep to rounding's random walk: a Kepler ellipse's angular momentum, which is
// quadratic, so that every such method conserves it exactly.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <polhode/ode/solve.hpp>

#include "support/long_run.hpp"

namespace polhode::ode {
namespace {

void kepler(double, VecIn x, VecOut v) {
  const double r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * std::sqrt(r2);
  v[0] = x[2], v[1] = x[3];
  v[2] = -x[0] / r3, v[3] = -x[1] / r3;
}

long double angular_momentum(VecIn x) {
  return static_cast<long double>(x[0]) * x[3] - static_cast<long double>(x[1]) * x[2];
}

/// Least-squares slope of the error over the number of steps, times that number.
class Drift {
 public:
  void add(double n, double error) { ++count_, sn_ += n, snn_ += n * n, se_ += error, sne_ += n * error, last_ = n; }
  double value() const { return (count_ * sne_ - sn_ * se_) / (count_ * snn_ - sn_ * sn_) * last_; }

 private:
  double count_ = 0, sn_ = 0, snn_ = 0, se_ = 0, sne_ = 0, last_ = 0;
};

TEST(SymplecticDrift, OfAngularMomentumIsRoundingsRandomWalk) {
  const double h = 0.05, eccentricity = 0.3;
  const int steps = long_run() ? 1'000'000 : 100'000;
  for (const Method* method : {&method::implicit_midpoint, &method::gauss4, &method::gauss6}) {
    Problem problem;
    problem.space.vector("p", 2, dimension::length).vector("v", 2, dimension::velocity);
    problem.rate.real = kepler;
    problem.x0 = {1 - eccentricity, 0, 0, std::sqrt((1 + eccentricity) / (1 - eccentricity))};
    problem.t1 = h * steps;
    const long double start = angular_momentum(problem.x0);
    Drift drift;
    int n = 0;
    auto observer = [&](const StepView& step) {
      if (++n % 100 == 0) drift.add(n, static_cast<double>(angular_momentum(step.x1()) - start));
      return true;
    };
    Options options;
    options.method = method;
    options.step.fixed = h;
    options.output.keep = Keep::samples;
    options.output.observer = observer;
    ASSERT_EQ(solve(problem, options).outcome.ending, Ending::finished);
    // A step adds h v to p and h F to v, each rounded some four times by 0.2 eps (root mean square) of its size: with
    // |v|² = |p| |F| = 1 on average the momentum walks by √2 · 2 · 0.2 h eps a step, at random.
    const double walk = 0.6 * h * std::numeric_limits<double>::epsilon() * std::sqrt(static_cast<double>(steps));
    RecordProperty(std::string(method->name), std::to_string(drift.value() / walk));
    EXPECT_LE(std::fabs(drift.value()), 3 * walk) << method->name;
  }
}

}  // namespace
}  // namespace polhode::ode
