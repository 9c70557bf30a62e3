// What structure-preserving methods keep, over very many steps.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include <polhode/polhode.hpp>

#include "support/fixed_steps.hpp"
#include "support/long_run.hpp"
#include "support/methods_for.hpp"

namespace polhode {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();

/// The least-squares line through the errors of a quantity, and the largest of them.
class Line {
 public:
  void add(double t, double error) {
    ++n_, st_ += t, se_ += error, stt_ += t * t, ste_ += t * error;
    largest_ = std::max(largest_, std::fabs(error));
  }
  double slope() const { return (n_ * ste_ - st_ * se_) / (n_ * stt_ - st_ * st_); }
  double largest() const { return largest_; }

 private:
  double n_ = 0, st_ = 0, se_ = 0, stt_ = 0, ste_ = 0, largest_ = 0;
};

/// The slope of an error that also oscillates: from its means over the first and the second half, with weights that
/// vanish with all their derivatives at the ends, so that an oscillation of k periods counts exp(−√(4πk)).
class SmoothSlope {
 public:
  explicit SmoothSlope(double time) : half_(0.5 * time) {}
  void add(double t, double error) {
    const std::size_t which = t < half_ ? 0 : 1;
    const double s = t / half_ - static_cast<double>(which);
    if (!(s > 0 && s < 1)) return;
    const double weight = std::exp(-1 / (s * (1 - s)));
    sum_[which] += weight * error, weights_[which] += weight;
    largest_ = std::max(largest_, std::fabs(error));
  }
  double slope() const { return (sum_[1] / weights_[1] - sum_[0] / weights_[0]) / half_; }
  double largest() const { return largest_; }

 private:
  double half_, largest_ = 0;
  std::array<double, 2> sum_{}, weights_{};
};

/// A body tumbling freely, its axes askew so that no entry of its inertia is zero.
class Tumbling {
 public:
  Tumbling()
      : system_(FreeBodies({{.name = "brick",
                             .mass = solid::of(solid::Box{.mass = 1, .size = {0.3, 0.2, 0.1}})
                                         .placed({.R = Rotation::exp({0.3, 1, 0.2})})}})) {}
  ode::Problem problem() const {
    ode::Problem one;
    one.space = system_.state_space();
    one.rate.real = rate_;
    one.x0 = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0.6, 1.9, -0.8};
    one.split = system_.split();
    one.rigid = system_.rigid_bodies();
    return one;
  }
  double energy(VecIn x) const {
    double value = 0;
    monitor_.channel.evaluate(0, x, {&value, 1});
    return value;
  }
  Vec3 angular_momentum(VecIn x) const {
    Vec3 value;
    turning_.channel.evaluate(0, x, view(value));
    return value;
  }

 private:
  FreeBodySystem system_;
  Monitor monitor_ = system_.monitors()[0], turning_ = system_.monitors()[2];
  struct RateOfSystem {
    const FreeBodySystem* system;
    void operator()(double t, VecIn x, VecOut v) const { system->rate<double>(t, x, v); }
  };
  RateOfSystem rate_{&system_};
};

/// Rounding's random walk: half an ulp in each step, √n of them after n.
double walk(std::int64_t count) { return 0.5 * ulp * std::sqrt(static_cast<double>(count)); }

TEST(LongRun, EnergyAndAngularMomentumOfATumblingBodyOnlyWalkWithRounding) {
  const Tumbling body;
  const std::int64_t count = long_run() ? 1'000'000 : 20'000;
  const double h = 0.05, time = h * static_cast<double>(count);
  const std::vector<double> x0 = body.problem().x0;
  const double energy0 = body.energy(x0);
  const Vec3 L0 = body.angular_momentum(x0);
  int tried = 0;
  for (const ode::Method& method : ode::methods_for(body.problem())) {
    // Made for bodies or for parts, and not of those that texts print and that keep nothing.
    if (method.needs == ode::Needs::rate || method.needs == ode::Needs::bodies_with_any_loads) continue;
    ++tried;
    Line energy;
    std::array<Line, 3> momentum;
    std::int64_t steps = 0;
    run_steps(body.problem(), method, h, count, [&](double t, VecIn x) {
      if (++steps % 37 != 0) return;
      energy.add(t, body.energy(x) / energy0 - 1);
      const Vec3 error = (body.angular_momentum(x) - L0) / L0.norm();
      for (int i = 0; i < 3; ++i) momentum[static_cast<std::size_t>(i)].add(t, error[i]);
    });
    RecordProperty(std::string(method.name) + "_slope_by_walk", std::to_string(energy.slope() * time / walk(count)));
    EXPECT_LE(std::fabs(energy.slope() * time), 3 * walk(count)) << method.name;
    EXPECT_LE(energy.largest(), 3 * walk(count) + 4 * ulp) << method.name;
    for (const Line& component : momentum) EXPECT_LE(component.largest(), 3 * walk(count) + 4 * ulp) << method.name;
  }
  EXPECT_GE(tried, 10);
}

TEST(LongRun, EnergyMomentumKeepsTheEnergyInAFieldOfConstantForce) {
  // Two opposite forces at the ends of a rod in the body: a compass needle, or a heavy top without its pivot.
  const Vec3 f_W(0, 0, 0.03), r_B(0.1, -0.05, 0.02);
  const FreeBodySystem system(
      FreeBodies({{.name = "needle",
                   .mass = solid::of(solid::Box{.mass = 1, .size = {0.3, 0.2, 0.1}}),
                   .loads = {load::Push{r_B, f_W, Axes::world}, load::Push{-r_B, Vec3(-f_W), Axes::world}}}}));
  const auto rate = [&system](double t, VecIn x, VecOut v) { system.rate<double>(t, x, v); };
  ode::Problem problem;
  problem.space = system.state_space();
  problem.rate.real = rate;
  problem.x0 = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0.3, 0.7, -0.2};
  problem.rigid = system.rigid_bodies();
  const Quantity stored = system.monitors()[0].channel.evaluate;
  const double scale = 2 * f_W.norm() * r_B.norm();
  const auto energy = [&](VecIn x) {
    double kinetic = 0;
    stored(0, x, {&kinetic, 1});
    return kinetic - 2 * f_W.dot(Rotation::from_quaternion(x[3], x[4], x[5], x[6]) * r_B);
  };
  const std::int64_t count = 20'000;
  const double energy0 = energy(problem.x0);
  double largest = 0;
  run_steps(problem, ode::method::energy_momentum, 0.05, count,
            [&](double, VecIn x) { largest = std::max(largest, std::fabs(energy(x) - energy0)); });
  EXPECT_LE(largest, scale * (3 * walk(count) + 8 * ulp));
}

/// Two pendulums of unit length and mass, one hanging from the other, in canonical coordinates.
struct DoublePendulum {
  static constexpr double g = 9.81;
  static double energy(VecIn x) {
    const double c = std::cos(x[0] - x[1]), s = std::sin(x[0] - x[1]);
    return (x[2] * x[2] + 2 * x[3] * x[3] - 2 * x[2] * x[3] * c) / (2 * (1 + s * s)) - 2 * g * std::cos(x[0]) -
           g * std::cos(x[1]) + 4 * g;
  }
  static void rate(double, VecIn x, VecOut v) {
    const double c = std::cos(x[0] - x[1]), s = std::sin(x[0] - x[1]), d = 1 + s * s;
    const double kinetic = (x[2] * x[2] + 2 * x[3] * x[3] - 2 * x[2] * x[3] * c) / (2 * d);
    const double slope = (x[2] * x[3] * s - 2 * kinetic * s * c) / d;
    v[0] = (x[2] - x[3] * c) / d;
    v[1] = (2 * x[3] - x[2] * c) / d;
    v[2] = -slope - 2 * g * std::sin(x[0]);
    v[3] = slope - g * std::sin(x[1]);
  }
};

TEST(LongRun, EnergyOfADoublePendulumDoesNotDriftWithSymplecticMethods) {
  ode::Problem problem;
  problem.space.vector("angles", 2, dimension::angle).vector("momenta", 2, dimension::angular_momentum);
  problem.rate.real = DoublePendulum::rate;
  problem.x0 = {0.3, 0.4, 0, 0};
  problem.split.emplace();
  problem.split->momenta = {1};
  // The error of a symplectic method oscillates with h^p. In the halves of 1000 s even the slowest combination of the
  // two frequencies, about 1 rad/s, swings 80 times and counts 1e-14 of its size.
  const std::int64_t count = long_run() ? 1'000'000 : 100'000;
  const double time = 1000, h = time / static_cast<double>(count);
  const double energy0 = DoublePendulum::energy(problem.x0);
  int tried = 0;
  for (const ode::Method& method : ode::methods_for(problem)) {
    if (!method.symplectic) continue;
    ++tried;
    SmoothSlope energy(time);
    run_steps(problem, method, h, count,
              [&](double t, VecIn x) { energy.add(t, DoublePendulum::energy(x) / energy0 - 1); });
    RecordProperty(std::string(method.name) + "_slope_by_walk", std::to_string(energy.slope() * time / walk(count)));
    EXPECT_GT(energy.largest(), ulp) << method.name << ": nothing oscillates, the test tests nothing";
    EXPECT_LT(energy.largest(), 1e-2) << method.name;
    EXPECT_LE(std::fabs(energy.slope() * time), 3 * walk(count)) << method.name;
  }
  EXPECT_EQ(tried, 4);  // generalised Verlet, the implicit midpoint rule and two of Gauss
}

}  // namespace
}  // namespace polhode
