// A double pendulum from the text of its Lagrangian: one evaluation of its rate, with the solution of the two equations
// for the accelerations, beside the same written by hand.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <string>

#include <polhode/dynamics/general/lagrangian.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/math/formulas.hpp>

namespace {

using namespace polhode;

constexpr double m1 = 1.1, m2 = 0.7, l1 = 0.9, l2 = 1.3, g = 9.81;

/// M11, M12, M22 and the right-hand sides L_q − d/dt L_q̇ without accelerations.
Program double_pendulum() {
  Formulas book({"t", "theta1", "theta2", "theta1'", "theta2'"});
  for (const auto& [name, value] :
       std::initializer_list<std::pair<const char*, double>>{{"m1", m1}, {"m2", m2}, {"l1", l1}, {"l2", l2}, {"g", g}})
    book.parameter(name, value);
  const Term lagrangian = *book.number(
      "0.5*(m1+m2)*l1^2*theta1'^2 + 0.5*m2*l2^2*theta2'^2 + m2*l1*l2*theta1'*theta2'*cos(theta1-theta2)"
      " + (m1+m2)*g*l1*cos(theta1) + m2*g*l2*cos(theta2)");
  const std::array rates{book.constant(1), book.input(3), book.input(4), book.constant(0), book.constant(0)};
  std::vector<Term> outputs;
  for (int i = 3; i < 5; ++i)
    for (int j = i; j < 5; ++j) outputs.push_back(book.derivative(book.derivative(lagrangian, i), j));
  for (int i = 3; i < 5; ++i)
    outputs.push_back(book.difference(book.derivative(lagrangian, i - 2),
                                      book.derivative_along(book.derivative(lagrangian, i), rates)));
  return *book.compile(outputs);
}

template <class S>
void solve(const S& m11, const S& m12, const S& m22, const S& f1, const S& f2, Out<S> a) {
  const S ratio = m12 / m11;
  a[1] = (f2 - ratio * f1) / (m22 - ratio * m12);
  a[0] = (f1 - m12 * a[1]) / m11;
}

template <class S>
void rate_of_text(const Program& program, In<S> x, Out<S> v) {
  std::array<S, 5> y;
  program.evaluate_at<S>(0, x, y);
  v[0] = x[2];
  v[1] = x[3];
  solve<S>(y[0], y[1], y[2], y[3], y[4], v.subspan(2));
}

template <class S>
void rate_by_hand(In<S> x, Out<S> v) {
  const S w1 = x[2], w2 = x[3];
  const fn::SinCos<S> between = fn::sincos(S(x[0] - x[1]));
  const S coupling = S(m2 * l1 * l2) * between.cos, turning = S(m2 * l1 * l2) * between.sin;
  const S f1 = -turning * w2 * w2 - S((m1 + m2) * g * l1) * fn::sin(x[0]);
  const S f2 = turning * w1 * w1 - S(m2 * g * l2) * fn::sin(x[1]);
  v[0] = w1;
  v[1] = w2;
  solve<S>(S((m1 + m2) * l1 * l1), coupling, S(m2 * l2 * l2), f1, f2, v.subspan(2));
}

/// Called as in the other benchmarks; a step here is one evaluation.
void count(benchmark::State& state) {
  state.counters["per_step"] = benchmark::Counter(static_cast<double>(state.iterations()),
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// As a label: tables have the same counters in every row.
void tell_size(benchmark::State& state, const Program& program) {
  state.SetLabel(std::to_string(program.instructions()) + " instructions in " + std::to_string(program.registers()) +
                 " registers");
}

template <class S, class Rate>
void measure(benchmark::State& state, Rate rate) {
  std::array<S, 4> x{S(0.4), S(-0.9), S(1.5), S(-0.3)}, v;
  for (auto _ : state) {
    benchmark::DoNotOptimize(x.data());
    rate(In<S>(x), Out<S>(v));
    benchmark::DoNotOptimize(v.data());
    benchmark::ClobberMemory();
  }
  count(state);
}

template <class S>
void text(benchmark::State& state) {
  const Program program = double_pendulum();
  tell_size(state, program);
  measure<S>(state, [&](In<S> x, Out<S> v) { rate_of_text<S>(program, x, v); });
}
BENCHMARK(text<double>);
BENCHMARK(text<Pack4>);
BENCHMARK(text<Dual4>);

/// The rate as a scene's motion takes it.
template <class S>
void lagrangian(benchmark::State& state) {
  const Lagrangian made = *Lagrangian::compile(
      {.coordinates = {"theta1", "theta2"},
       .energy = "0.5*(m1+m2)*l1^2*theta1'^2 + 0.5*m2*l2^2*theta2'^2 + m2*l1*l2*theta1'*theta2'*cos(theta1-theta2)"
                 " + (m1+m2)*g*l1*cos(theta1) + m2*g*l2*cos(theta2)",
       .parameters = {{"m1", {m1}}, {"m2", {m2}}, {"l1", {l1}}, {"l2", {l2}}, {"g", {g}}}});
  measure<S>(state, [&](In<S> x, Out<S> v) { made.rate<S>(0, x, v); });
}
BENCHMARK(lagrangian<double>);
BENCHMARK(lagrangian<Dual4>);

template <class S>
void by_hand(benchmark::State& state) {
  measure<S>(state, [](In<S> x, Out<S> v) { rate_by_hand<S>(x, v); });
}
BENCHMARK(by_hand<double>);
BENCHMARK(by_hand<Pack4>);
BENCHMARK(by_hand<Dual4>);

/// What one would write in C++ without knowing this library.
void rate_by_standard(const double* x, double* v) {
  const double w1 = x[2], w2 = x[3], between = x[0] - x[1];
  const double coupling = m2 * l1 * l2 * std::cos(between), turning = m2 * l1 * l2 * std::sin(between);
  const double f1 = -turning * w2 * w2 - (m1 + m2) * g * l1 * std::sin(x[0]);
  const double f2 = turning * w1 * w1 - m2 * g * l2 * std::sin(x[1]);
  const double m11 = (m1 + m2) * l1 * l1, m22 = m2 * l2 * l2, inverse = 1 / (m11 * m22 - coupling * coupling);
  v[0] = w1;
  v[1] = w2;
  v[2] = (m22 * f1 - coupling * f2) * inverse;
  v[3] = (m11 * f2 - coupling * f1) * inverse;
}

void by_standard(benchmark::State& state) {
  measure<double>(state, [](In<double> x, Out<double> v) { rate_by_standard(x.data(), v.data()); });
}
BENCHMARK(by_standard);

/// The same arm as the scene double-pendulum tells it, by places of points and their rates.
void lagrangian_of_points(benchmark::State& state) {
  const Lagrangian made = *Lagrangian::compile(
      {.coordinates = {"theta1", "theta2"},
       .energy = "0.5*(m1*dot(r1', r1') + m2*dot(r2', r2')) - g*(m1*r1.y + m2*r2.y)",
       .parameters = {{"m1", {m1}}, {"m2", {m2}}, {"l1", {l1}}, {"l2", {l2}}, {"g", {g}}},
       .definitions = {{"r1", "l1*[sin(theta1), -cos(theta1)]"}, {"r2", "r1 + l2*[sin(theta2), -cos(theta2)]"}}});
  measure<double>(state, [&](In<double> x, Out<double> v) { made.rate<double>(0, x, v); });
}
BENCHMARK(lagrangian_of_points);

/// The accelerations of seven stars by gravity from their potential.
Program pleiades() {
  std::vector<std::string> inputs;
  for (const char* name : {"x", "y"})
    for (int i = 1; i <= 7; ++i) inputs.push_back(name + std::to_string(i));
  Formulas book(inputs);
  book.parameter("m", std::vector<double>{1, 2, 3, 4, 5, 6, 7});
  book.define("r[i]", "[x[i], y[i]]");
  const Term potential = *book.number("-sum(i, 1, 6, sum(j, i + 1, 7, m[i]*m[j]/norm(r[i] - r[j])))");
  std::vector<Term> outputs;
  for (int i = 0; i < 14; ++i) outputs.push_back(book.derivative(potential, i));
  return *book.compile(outputs);
}

void forces_of_stars_by_hand(const double* x, double* f) {
  for (int i = 0; i < 14; ++i) f[i] = 0;
  for (int i = 0; i < 7; ++i)
    for (int j = i + 1; j < 7; ++j) {
      const double dx = x[i] - x[j], dy = x[7 + i] - x[7 + j], square = dx * dx + dy * dy;
      const double factor = (i + 1) * (j + 1) / (square * std::sqrt(square));
      f[i] += factor * dx;
      f[7 + i] += factor * dy;
      f[j] -= factor * dx;
      f[7 + j] -= factor * dy;
    }
}

void stars(benchmark::State& state, bool by_hand) {
  const Program program = pleiades();
  std::array<double, 14> x{3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4}, f;
  for (auto _ : state) {
    benchmark::DoNotOptimize(x.data());
    if (by_hand)
      forces_of_stars_by_hand(x.data(), f.data());
    else
      program.evaluate<double>(x, f);
    benchmark::DoNotOptimize(f.data());
    benchmark::ClobberMemory();
  }
  count(state);
  tell_size(state, program);
}
BENCHMARK_CAPTURE(stars, text, false);
BENCHMARK_CAPTURE(stars, by_hand, true);

/// Reading, differentiating and compiling.
void derivation(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(double_pendulum().registers());
  count(state);
}
BENCHMARK(derivation);

}  // namespace
