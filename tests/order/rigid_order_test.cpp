// Measured order of the methods that only rigid bodies, or a split, make possible: a brick thrown under loads, against
// an adaptive run far below.

#include <gtest/gtest.h>

#include <polhode/polhode.hpp>

#include "order/measured_order.hpp"
#include "support/methods_for.hpp"

namespace polhode {
namespace {

const FreeBodySystem& thrown_bricks() {
  static const FreeBodySystem system(FreeBodies(
      {{.name = "brick",
        .mass = MassProperties(2, {0.01, 0, 0}, Mat3(Vec3(0.01, 0.02, 0.026).asDiagonal())),
        .loads = {load::Gravity{{0, 0, -9.81}}, load::Push{{0.02, 0.03, -0.01}, Vec3(0.5, -0.3, 0.4), Axes::world}}},
       {.name = "skew",
        .mass = solid::of(solid::Box{.mass = 1, .size = {0.3, 0.2, 0.1}}).placed({.R = Rotation::exp({0.3, 1, 0.2})}),
        .loads = {load::Torque{Vec3(0.001, 0.003, -0.002), Axes::world},
                  load::Push{{0.1, 0, 0}, Vec3(0, 0.02, 0), Axes::body}}}}));
  return system;
}

std::vector<double> start() {
  const FreeBodies bodies({{.name = "a", .mass = MassProperties(1, Vec3::Zero(), Mat3::Identity())},
                           {.name = "b", .mass = MassProperties(1, Vec3::Zero(), Mat3::Identity())}});
  const std::array<FreeBodyState, 2> states{
      FreeBodyState{.R_WB = Rotation::exp({0.2, 0.5, -0.1}), .v_WBcm = {1, 0, 3}, .w_WB_B = {0.5, 2, 0.7}},
      FreeBodyState{.p_WBcm = {1, 0, 0}, .v_WBcm = {0, 1, 0}, .w_WB_B = {1, -1.5, 0.5}}};
  return bodies.coordinates(states);
}

ode::Problem problem(double t1) {
  const FreeBodySystem& system = thrown_bricks();
  ode::Problem thrown;
  thrown.space = system.state_space();
  static const auto rate = [&system](double t, VecIn x, VecOut v) { system.rate<double>(t, x, v); };
  thrown.rate.real = rate;
  thrown.t1 = t1;
  thrown.x0 = start();
  thrown.split = system.split();
  thrown.rigid = system.rigid_bodies();
  return thrown;
}

class RigidOrder : public ::testing::TestWithParam<ode::Method> {};

std::vector<ode::Method> methods_beyond_a_rate() {
  std::vector<ode::Method> some;
  for (const ode::Method& method : ode::methods_for(problem(1)))
    if (method.needs != ode::Needs::rate && method.order > 0) some.push_back(method);
  return some;
}

TEST_P(RigidOrder, IsNominalUnderLoads) {
  ode::Options fine;
  fine.tolerance = {.relative = 1e-14, .absolute = 1e-14};
  static const ode::Solution truth = ode::solve(problem(1), fine);
  ode::KnownProblem known{.problem = problem(1), .truth = [](double t) {
                            std::vector<double> x(static_cast<std::size_t>(truth.space.nx()));
                            truth.at(t, x);
                            return x;
                          }};
  ode::expect_order(known, GetParam(), 2);
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, RigidOrder, ::testing::ValuesIn(methods_beyond_a_rate()), [](const auto& row) {
  std::string name(row.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace polhode
