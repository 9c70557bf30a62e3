// Roots that come in pairs and threes between two samples of a step, whatever the shape of the function there.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "unit/ode/fall.hpp"

namespace polhode::ode {
namespace {

void unit_rate(double, VecIn, VecOut v) { v[0] = 1; }

/// y' = 1 from y = 0 to y = 10: as long steps as a method likes, and a continuation that is exact.
Problem uniform(const std::function<double(double)>& shape, std::function<double(double, VecIn)>& g) {
  g = [&shape](double, VecIn x) { return shape(x[0]); };
  Problem problem;
  problem.space.vector("y", 1, dimension::length);
  problem.rate.real = unit_rate;
  problem.t1 = 10;
  problem.x0 = {0};
  problem.events.push_back({.name = "shape", .g = g});
  return problem;
}

struct Shape {
  const char* name;
  std::function<double(double y, double a, double b)> g;  ///< zero at a and b
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> list{
      {"parabola", [](double y, double a, double b) { return (y - a) * (y - b); }},
      {"skew to the left",
       [](double y, double a, double b) { return (std::exp(y) - std::exp(a)) * (std::exp(y) - std::exp(b)); }},
      {"skew to the right",
       [](double y, double a, double b) { return (std::exp(-y) - std::exp(-a)) * (std::exp(-y) - std::exp(-b)); }},
      {"steeper still",
       [](double y, double a, double b) { return (std::exp(3 * y) - std::exp(3 * a)) * (std::exp(y) - std::exp(b)); }},
      {"upside down", [](double y, double a, double b) { return -std::exp(y) * (y - a) * (y - b); }},
      {"flat",
       [](double y, double a, double b) {
         const double u = (y - 0.5 * (a + b)) * (y - 0.5 * (a + b)), v = 0.25 * (b - a) * (b - a);
         return u * u - v * v;
       }},
      {"bell",
       [](double y, double a, double b) {
         const double u = y - 0.5 * (a + b), v = 0.5 * (b - a);
         return std::exp(-4 * v * v) - std::exp(-4 * u * u);
       }},
      {"corner", [](double y, double a, double b) { return std::fabs(y - 0.5 * (a + b)) - 0.5 * (b - a); }},
      {"ripple", [](double y, double a, double b) { return (2 + std::sin(3 * y)) * (y - a) * (y - b); }},
  };
  return list;
}

TEST(EventPairs, OfTheReviewAreFound) {
  for (double a : {5.137, 5.9, 2.0, 9.8}) {
    std::function<double(double, VecIn)> g;
    const std::function<double(double)> shape = [a](double y) {
      return (std::exp(y) - std::exp(a)) * (std::exp(y) - std::exp(a + 0.1));
    };
    const Solution solution = solve(uniform(shape, g), to(1e-9));
    ASSERT_EQ(solution.hits.size(), 2u) << a;
    EXPECT_NEAR(solution.hits[0].t, a, 1e-13);
    EXPECT_NEAR(solution.hits[1].t, a + 0.1, 1e-13);
  }
}

TEST(EventPairs, OfEveryShapePlaceAndWidthAreFound) {
  for (const Shape& form : shapes()) {
    for (double width : {0.3, 0.1, 0.03, 1e-3, 1e-5}) {
      if (std::string_view(form.name) == "flat" && width < 0.01) continue;  // it falls below rounding, and touches
      for (int place = 0; place < 60; ++place) {
        const double a = 0.05 + 9.5 * place / 60, b = a + width;
        std::function<double(double, VecIn)> g;
        const std::function<double(double)> shape = [&](double y) { return form.g(y, a, b); };
        for (const Options& options : {to(1e-9), with(method::rk4, 10), with(method::rk4, 1)}) {
          const Solution solution = solve(uniform(shape, g), options);
          ASSERT_EQ(solution.hits.size(), 2u) << form.name << " at " << a << ", " << width << " wide";
          EXPECT_EQ(solution.hits[0].direction, -solution.hits[1].direction);
        }
      }
    }
  }
}

TEST(EventPairs, ATouchOnASampleIsOneTouchAndARootOnASampleIsNone) {
  // Samples are at multiples of 0.625, steps end at 5.
  for (double where : {0.625, 3.125, 5.0, 8.125}) {
    for (double lift : {0.0, 1e-6}) {
      for (double off : {0.0, 1e-15, -1e-15}) {
        std::function<double(double, VecIn)> g;
        const std::function<double(double)> touch = [&](double y) {
          return (y - where - off) * (y - where - off) + lift;
        };
        Problem problem = uniform(touch, g);
        problem.events[0].closeness = 2 * lift;
        for (double step : {10.0, 5.0}) {
          const Solution solution = solve(problem, with(method::rk4, step));
          ASSERT_EQ(solution.hits.size(), 1u) << where << " " << lift << " " << off << " " << step;
          EXPECT_EQ(solution.hits[0].direction, 0);
        }
        const std::function<double(double)> root = [&](double y) { return y - where - off; };
        for (double step : {10.0, 5.0}) {
          const Solution solution = solve(uniform(root, g), with(method::rk4, step));
          ASSERT_EQ(solution.hits.size(), 1u) << where << " " << off << " " << step;
          EXPECT_EQ(solution.hits[0].direction, 1);
        }
      }
    }
  }
}

TEST(EventPairs, ThreeRootsBetweenTwoSamplesAreThree) {
  // Samples are 0.625 apart.
  for (double middle : {0.3, 2.8, 5.31, 7.2, 9.6}) {
    for (double apart : {0.05, 0.02, 0.005}) {
      std::function<double(double, VecIn)> g;
      const std::function<double(double)> shape = [&](double y) {
        const double u = y - middle;
        return u * (u - apart) * (u + apart);
      };
      const Solution solution = solve(uniform(shape, g), with(method::rk4, 10));
      ASSERT_EQ(solution.hits.size(), 3u) << middle << " " << apart;
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(solution.hits[static_cast<std::size_t>(i)].t, middle + (i - 1) * apart, 1e-10);
    }
  }
}

TEST(EventPairs, FunctionsThatComeNearZeroAndTurnBackHaveNone) {
  for (const Shape& form : shapes()) {
    for (double above : {1e-3, 1e-6, 1e-9}) {
      for (int place = 0; place < 40; ++place) {
        const double middle = 0.1 + 9.5 * place / 40;
        // The pair grown together, and lifted by a part of its size at a distance of 1.
        const double sign = std::string_view(form.name) == "upside down" ? -1 : 1;
        const double lift = sign * above * std::fabs(form.g(middle + 1, middle, middle));
        // Below 8 ulps of the largest value in a step it would touch zero.
        const double ends = std::max(std::fabs(form.g(0, middle, middle)), std::fabs(form.g(10, middle, middle)));
        if (std::fabs(lift) < 2e-15 * ends) continue;
        std::function<double(double, VecIn)> g;
        const std::function<double(double)> shape = [&](double y) { return form.g(y, middle, middle) + lift; };
        EXPECT_TRUE(solve(uniform(shape, g), to(1e-9)).hits.empty()) << form.name << " at " << middle << " " << above;
      }
    }
  }
}

TEST(EventPairs, AQuietFunctionIsAskedSixteenTimesAStep) {
  int calls = 0;
  auto g = [&calls](double, VecIn x) { return ++calls, 3 + x[0]; };
  Problem problem = oscillator(100);
  problem.events.push_back({.name = "quiet", .g = g});
  const Solution solution = solve(problem, to(1e-9));
  EXPECT_LE(calls, 16 * solution.statistics.steps + 2);
}

TEST(EventPairs, CrossingsCostFewCalls) {
  int calls = 0;
  auto g = [&calls](double, VecIn x) { return ++calls, x[0]; };
  Problem problem = oscillator(300);
  problem.events.push_back({.name = "zero", .g = g});
  const Solution solution = solve(problem, to(1e-9));
  EXPECT_EQ(solution.hits.size(), 95u);
  // Some eight to narrow a root, and as many to be certain of the cells beside it.
  EXPECT_LE(calls, 16 * solution.statistics.steps + 24 * 95);
}

TEST(EventPairs, AFunctionThatJumpsOrIsRoughEndsTheSearch) {
  int calls = 0;
  std::function<double(double, VecIn)> g;
  const std::function<double(double)> rough = [&](double y) {
    ++calls;
    return 1 + (y < 5 ? 0 : 2) + 0.9 * std::sin(1e6 * y * y);
  };
  const Solution solution = solve(uniform(rough, g), with(method::rk4, 10));
  EXPECT_TRUE(solution.hits.empty());
  EXPECT_LT(calls, 20'000);
}

}  // namespace
}  // namespace polhode::ode
