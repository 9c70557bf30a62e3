// A torque-free top keeps its energy and its angular momentum in space, whatever its moments and its start; and a run
// there and back ends where it began. The solver knows of neither law.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <polhode/math/rotation.hpp>
#include <polhode/ode/solve.hpp>

namespace polhode::ode {
namespace {

struct Top {
  double I[3];
  void operator()(double, VecIn x, VecOut v) const {
    const double* w = x.data() + 4;
    v[0] = w[0], v[1] = w[1], v[2] = w[2];
    v[3] = (I[1] - I[2]) / I[0] * w[1] * w[2];
    v[4] = (I[2] - I[0]) / I[1] * w[2] * w[0];
    v[5] = (I[0] - I[1]) / I[2] * w[0] * w[1];
  }
  Vec3 momentum(VecIn x) const {
    return Rotation::from_quaternion(x[0], x[1], x[2], x[3]) * Vec3(I[0] * x[4], I[1] * x[5], I[2] * x[6]);
  }
  double energy(VecIn x) const { return 0.5 * (I[0] * x[4] * x[4] + I[1] * x[5] * x[5] + I[2] * x[6] * x[6]); }
};

TEST(FreeTop, EveryMethodKeepsEnergyAndMomentumToItsTolerance) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.1, 1.0), sign(-1, 1);
  for (int body = 0; body < 20; ++body) {
    const double a = uniform(random), b = uniform(random), c = uniform(random);
    const Top top{{b + c, c + a, a + b}};  // moments of a real body: each at most the sum of the others
    Problem problem;
    problem.space.rotation("R").vector("w", 3, dimension::angular_velocity);
    problem.rate.real = top;
    problem.t1 = 10;
    const Vec4 q = Rotation::exp({sign(random), sign(random), sign(random)}).quaternion();
    problem.x0 = {q[0], q[1], q[2], q[3], 3 * sign(random), 3 * sign(random), 3 * sign(random)};
    const Vec3 momentum = top.momentum(problem.x0);
    const double energy = top.energy(problem.x0);
    for (const Method* method : {&method::bogacki_shampine, &method::dopri5, &method::dop853}) {
      const double tolerance = method->order < 5 ? 1e-5 : 1e-10;
      Options options;
      options.method = method;
      options.tolerance = {.relative = tolerance, .absolute = tolerance};
      const Solution solution = solve(problem, options);
      ASSERT_EQ(solution.outcome.ending, Ending::finished);
      // Each step errs by at most 4 tolerances in w (|w| ≤ 3) and 2 in R; all of them add up at the worst.
      const double worst = 10 * tolerance * static_cast<double>(solution.statistics.steps) * (1 + momentum.norm());
      EXPECT_LE((top.momentum(solution.x_end) - momentum).norm(), worst) << method->name;
      EXPECT_LE(std::fabs(top.energy(solution.x_end) - energy), 3 * worst) << method->name;
    }
    // There and back: errors in w grow into the angle linearly in time, as the motion is integrable.
    Options options;
    options.tolerance = {.relative = 1e-12, .absolute = 1e-12};
    Problem back = problem;
    back.x0 = solve(problem, options).x_end;
    back.t0 = problem.t1, back.t1 = problem.t0;
    const Solution returned = solve(back, options);
    const double steps = 2 * static_cast<double>(returned.statistics.steps);
    for (std::size_t i = 0; i < 7; ++i)
      EXPECT_NEAR(returned.x_end[i], problem.x0[i], 4e-12 * steps * (1 + problem.t1)) << "body " << body;
  }
}

}  // namespace
}  // namespace polhode::ode
