// A step allocates nothing: runs of 10⁴ and 10⁵ steps call the allocator equally often.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <polhode/ode/stepper.hpp>

#include "support/long_run.hpp"
#include "unit/ode/counting_new.hpp"
#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

long allocations_of(const Problem& problem, const Options& options, std::int64_t* steps) {
  const long before = allocations();
  const Solution solution = solve(problem, options);
  *steps = solution.statistics.steps;
  return allocations() - before;
}

/// The most memory that this program ever had in use.
long most_memory_kb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(Allocation, IsTheSameForTenTimesAsManySteps) {
  for (const Method& method : methods_for(oscillator(100))) {
    if (method.variable_order) continue;
    Options options = with(method, 0.01);
    options.output.keep = Keep::samples;
    std::int64_t few = 0, many = 0;
    const long shorter = allocations_of(oscillator(100), options, &few);
    const long longer = allocations_of(oscillator(1000), options, &many);
    EXPECT_EQ(few, 10'000);
    EXPECT_EQ(many, 100'000);
    EXPECT_EQ(shorter, longer) << method.name;
  }
}

TEST(Allocation, OfTenMillionStepsIsTheSameAndNeitherIsMoreMemoryUsed) {
  const std::int64_t count = long_run() ? 10'000'000 : 1'000'000;
  Options options = with(method::rk4, 1e-3);
  options.output.keep = Keep::samples;
  options.output.times = {0.5, 1, 1.5};
  std::int64_t few = 0, many = 0;
  const long shorter = allocations_of(oscillator(10), options, &few);
  const long before = most_memory_kb();
  const long longer = allocations_of(oscillator(1e-3 * static_cast<double>(count)), options, &many);
  EXPECT_EQ(many, count);
  EXPECT_EQ(shorter, longer);
  EXPECT_LE(most_memory_kb() - before, 256);  // one byte kept of each step would be four times that
}

TEST(Allocation, IsTheSameWithStepControlEventsAndAnObserver) {
  auto g = [](double, VecIn x) { return x[0] - 2; };  // never zero
  auto observer = [](const StepView&) { return true; };
  for (const Method& method : methods_for(oscillator(50))) {
    if (!method.adaptive()) continue;
    Problem problem = oscillator(50);
    problem.events.push_back({.name = "never", .g = g});
    Options options = to(method.order < 5 ? 1e-6 : 1e-9);
    options.method = &method;
    options.output.keep = Keep::samples;
    options.output.observer = observer;
    std::int64_t few = 0, many = 0;
    const long shorter = allocations_of(problem, options, &few);
    problem.t1 = 1000;
    const long longer = allocations_of(problem, options, &many);
    EXPECT_GT(many, 10 * few) << method.name;
    EXPECT_EQ(shorter, longer) << method.name;
  }
}

TEST(Allocation, IsNoneInAStepperThatKeepsItsLastStep) {
  Options options = to(1e-10);
  options.output.keep = Keep::samples;
  Stepper stepper(oscillator(5000), options);
  std::vector<double> x(2);
  stepper.step();
  const long before = allocations();
  while (stepper.step()) stepper.at(0.5 * (stepper.t_before() + stepper.t()), x);
  // One sentence of the outcome at most.
  EXPECT_LE(allocations() - before, 1);
  EXPECT_GT(stepper.solution().statistics.steps, 1000);
}

}  // namespace
}  // namespace polhode::ode
