#pragma once
// How we solve a problem of work_precision_problems.hpp: bodies by the library's own models, the others by the rates
// written there, all through the public solve(), of which only the end is kept.

#include <vector>

#include <polhode/polhode.hpp>

#include "work_precision_peers.hpp"
#include "work_precision_spring_pair.hpp"

namespace polhode::bench {

/// A method and its tolerances, or its steps.
struct Trial {
  const ode::Method* method;
  bool fixed = false;
  std::vector<double> values;
};

/// From 10^−first to 10^−last, four to a decade.
inline std::vector<double> tolerances(int first, int last) {
  std::vector<double> list;
  for (int k = 4 * first; k <= 4 * last; ++k) list.push_back(std::pow(10.0, -0.25 * k));
  return list;
}

/// Equal steps, their number growing by a tenth.
inline std::vector<double> steps(double t1, int first, int last) {
  std::vector<double> list;
  for (int n = first; n <= last; n = std::max(n + 1, n * 11 / 10)) list.push_back(t1 / n);
  return list;
}

inline std::vector<Trial> explicit_trials(int first, int last) {
  std::vector<Trial> list;
  for (const char* name : {"dopri5", "tsitouras5", "verner7", "verner8", "verner9", "dop853", "gbs", "adams"})
    list.push_back({ode::find_method(name), false, tolerances(first, last)});
  return list;
}

inline std::vector<Trial> stiff_trials() {
  std::vector<Trial> list;
  for (const char* name : {"radau5", "radau9", "rodas4", "rodas5p", "bdf"})
    list.push_back({ode::find_method(name), false, tolerances(2, 13)});
  return list;
}

inline std::vector<Trial> trials(FreeTop) {
  std::vector<Trial> list = explicit_trials(4, 15);
  list.push_back({&ode::method::splitting2, true, {20}});
  return list;
}
inline std::vector<Trial> trials(HeavyTop) {
  std::vector<Trial> list = explicit_trials(4, 15);
  list.push_back({&ode::method::splitting4, true, steps(2, 10, 1000)});
  list.push_back({&ode::method::splitting6, true, steps(2, 10, 1000)});
  list.push_back({&ode::method::blanes_moan6, true, steps(2, 10, 500)});
  return list;
}
inline std::vector<Trial> trials(Pleiades) {
  std::vector<Trial> list = explicit_trials(4, 15);
  for (const ode::Method* method : {&ode::method::nystroem8, &ode::method::nystroem12})
    list.push_back({method, false, tolerances(3, 15)});
  return list;
}
inline std::vector<Trial> trials(SpringPair) {
  std::vector<Trial> list = explicit_trials(4, 15);
  for (const Trial& trial : stiff_trials()) list.push_back(trial);
  return list;
}
inline std::vector<Trial> trials(VanDerPol) { return stiff_trials(); }

template <class P>
ode::Problem flat_problem() {
  ode::Problem problem;
  static const auto real = [](double, VecIn x, VecOut v) { P::rate(x.data(), v.data()); };
  static const auto dual = [](double, In<Dual4> x, Out<Dual4> v) { P::rate(x.data(), v.data()); };
  problem.rate.real = real;
  problem.rate.dual = dual;
  problem.x0.assign(P::start.begin(), P::start.end());
  return problem;
}

/// A body of the pair, without its springs.
inline FreeBody pair_body(std::size_t i) {
  const auto& I = SpringPair::bodies[i].moments;
  return {.name = i == 0 ? "a" : "b",
          .mass = MassProperties(SpringPair::bodies[i].mass, Vec3::Zero(), Mat3(Vec3(I[0], I[1], I[2]).asDiagonal())),
          .loads = {load::Gravity{{0, 0, -SpringPair::gravity}}}};
}

inline System model(FreeTop) {
  return System(FreeBodySystem(FreeBodies(
      {{.name = "top", .mass = MassProperties(1, Vec3::Zero(), Mat3(Vec3(1, 2, 3).asDiagonal())), .pivot = Pivot{}}})));
}
inline System model(HeavyTop) {
  return System(FreeBodySystem(
      FreeBodies({{.name = "top",
                   .mass = MassProperties(0.5, Vec3(0, 0, 0.1), Mat3(Vec3(0.003, 0.003, 0.0012).asDiagonal())),
                   .loads = {load::Gravity{{0, 0, -9.81}}},
                   .pivot = Pivot{}}})));
}
inline System model(SpringPair) {
  load::Spring spring;
  for (int i = 0; i < 2; ++i) {
    const auto& point = SpringPair::bodies[static_cast<std::size_t>(i)].point;
    spring.ends[static_cast<std::size_t>(i)] = {BodyIndex{i}, Vec3(point[0], point[1], point[2])};
  }
  spring.stiffness = SpringPair::stiffness;
  spring.damping = SpringPair::damping;
  spring.length = SpringPair::length;
  return System(FreeBodySystem(FreeBodies({pair_body(0), pair_body(1)}, {spring})));
}

/// A problem as we solve it; the states of both forms are the same numbers in the same order.
template <class P>
class Ours {
 public:
  Ours() {
    if constexpr (requires { model(P{}); }) {
      system_ = model(P{});
      problem_ = system_->problem();
      problem_.x0.assign(P::start.begin(), P::start.end());
    } else {
      problem_ = flat_problem<P>();
      if constexpr (std::is_same_v<P, Pleiades>) {
        problem_.space.vector("p", 14, dimension::length).vector("v", 14, dimension::velocity);
        problem_.split.emplace();
        problem_.split->momenta = {1};
        problem_.split->separable = problem_.split->velocities = true;
      } else
        problem_.space.vector("x", 1, {}).vector("y", 1, {});
    }
    problem_.t1 = P::t1;
  }

  Outcome run(const ode::Method& method, bool fixed, double value) const {
    ode::Options options;
    options.method = &method;
    options.output.keep = ode::Keep::samples;
    if (fixed)
      options.step.fixed = value;
    else
      options.tolerance = {.relative = value, .absolute = value, .absolute_by_block = {}};
    if constexpr (std::is_same_v<P, VanDerPol>) options.tolerance.absolute_by_block = {value, 1e-3 * value};
    const ode::Solution solution = ode::solve(problem_, options);
    if (solution.outcome.ended_early()) return {};
    return {P::error(solution.x_end.data()), static_cast<long>(solution.statistics.rate_evaluations)};
  }

 private:
  std::optional<System> system_;
  ode::Problem problem_;
};

}  // namespace polhode::bench
