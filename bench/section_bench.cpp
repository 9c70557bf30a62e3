// Poincaré sections of a hundred thousand points, twenty starts shared out among all processors: Hénon's and Heiles'
// galaxy by its Hamiltonian and a double pendulum by its Lagrangian.
#include <benchmark/benchmark.h>

#include <cmath>

#include <polhode/sim/hamiltonian_system.hpp>
#include <polhode/sim/lagrangian_system.hpp>
#include <polhode/sim/poincare.hpp>

namespace {

using namespace polhode;

constexpr int starts = 20, points_of_each = 5000;

/// The first coordinate rises through 0; the plane is the second and its momentum or rate. per_step is that of a
/// section.
void section(benchmark::State& state, const System& system, const ode::Method& solver, double tolerance, double step,
             std::vector<std::vector<double>> from) {
  PoincareOptions options;
  options.run.t_end = 20.0 * points_of_each;
  options.run.method = solver;
  options.run.tolerance = tolerance;
  options.run.step = step;
  options.section = {
      .name = "section", .g = [](double, VecIn x) { return x[0]; }, .crossing = ode::Crossing::rising, .slow = true};
  options.u = [](double, VecIn x) { return x[1]; };
  options.v = [](double, VecIn x) { return x[3]; };
  options.starts = std::move(from);
  options.points = points_of_each;
  double sections = 0;
  for (auto _ : state) {
    const PoincareSection made = poincare(system, options);
    if (made.points != std::int64_t{starts} * points_of_each) state.SkipWithError("points are missing");
    sections += 1;
  }
  state.counters["per_step"] = benchmark::Counter(sections, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void galaxy(benchmark::State& state, const ode::Method& solver, double step) {
  const System system(HamiltonianSystem(*Hamiltonian::compile(
      {.coordinates = {"x", "y"}, .energy = "0.5*(p_x^2 + p_y^2) + 0.5*(x^2 + y^2) + x^2*y - y^3/3"})));
  std::vector<std::vector<double>> from;
  for (int k = 0; k < starts; ++k) {
    const double y = -0.35 + k / 19.0;
    from.push_back({0, y, std::sqrt(0.25 - y * y + 2 * y * y * y / 3), 0});
  }
  section(state, system, solver, 1e-10, step, std::move(from));
}
BENCHMARK_CAPTURE(galaxy, dop853, method::dop853, 0)->Iterations(1)->Repetitions(2)->UseRealTime();
BENCHMARK_CAPTURE(galaxy, yoshida6, method::yoshida6, 0.05)->Iterations(1)->Repetitions(2)->UseRealTime();

void double_pendulum(benchmark::State& state) {
  const System system(
      LagrangianSystem(*Lagrangian::compile({.coordinates = {"a", "b"},
                                             .energy = "a'^2 + 0.5*b'^2 + a'*b'*cos(a - b) + g*(2*cos(a) + cos(b))",
                                             .parameters = {{"g", {9.81}}}})));
  std::vector<std::vector<double>> from;
  for (int k = 0; k < starts; ++k) from.push_back({0, -0.4 + 0.8 * k / 19.0, 1, 0});
  section(state, system, method::dop853, 1e-9, 0, std::move(from));
}
BENCHMARK(double_pendulum)->Iterations(1)->Repetitions(2)->UseRealTime();

}  // namespace
