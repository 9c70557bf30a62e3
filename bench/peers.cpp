// Work and precision on the free top beside the peers: our DOP853 through the public solve(), CVODE's Adams method and
// odeint's dopri5, each over a range of tolerances, interleaved in one process. Prints one CSV row for each solver and
// tolerance: evaluations, worst error at t = 1 … 20 s, least and median processor time of a run.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <boost/numeric/odeint.hpp>

#include <polhode/polhode.hpp>

#include "free_top_reference.hpp"

namespace {

using namespace polhode;
using Top = std::array<double, 7>;

constexpr int rounds = 25;

long evaluations = 0;

/// q̇ = ½ q [0, Ω], Euler's equations with I = (1, 2, 3): what the peers integrate, in ℝ⁷.
void top_rate(const double* y, double* rate) {
  ++evaluations;
  const double w = y[0], x = y[1], z = y[3], p = y[4], q = y[5], r = y[6], yy = y[2];
  rate[0] = 0.5 * (-x * p - yy * q - z * r);
  rate[1] = 0.5 * (w * p + yy * r - z * q);
  rate[2] = 0.5 * (w * q + z * p - x * r);
  rate[3] = 0.5 * (w * r + x * q - yy * p);
  rate[4] = (2.0 - 3.0) / 1.0 * q * r;
  rate[5] = (3.0 - 1.0) / 2.0 * r * p;
  rate[6] = (1.0 - 2.0) / 3.0 * p * q;
}

/// The distance of a state from the reference; both signs of a quaternion are one attitude.
double error_of(const double* y, const Top& exact) {
  double plus = 0, minus = 0, rates = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    plus = std::max(plus, std::abs(y[i] - exact[i]));
    minus = std::max(minus, std::abs(y[i] + exact[i]));
  }
  for (std::size_t i = 4; i < 7; ++i) rates = std::max(rates, std::abs(y[i] - exact[i]));
  return std::max(std::min(plus, minus), rates);
}

struct Outcome {
  double error = 0;
  long evaluations = 0;
};

Outcome run_polhode(double tolerance) {
  static const FreeBodies bodies({{"top", MassProperties(1, Vec3::Zero(), Mat3(Vec3(1, 2, 3).asDiagonal()))}});
  const auto rate = [](double t, VecIn x, VecOut v) { bodies.rate<double>(t, x, v); };
  const Top& s = bench::free_top_start;
  ode::Problem problem{.space = bodies.state_space(),
                       .rate = rate,
                       .t0 = 0,
                       .t1 = 20,
                       .x0 = {0, 0, 0, s[0], s[1], s[2], s[3], 0, 0, 0, s[4], s[5], s[6]},
                       .events = {}};
  ode::Options options;
  options.tolerance = {.relative = tolerance, .absolute = tolerance, .absolute_by_block = {}};
  options.output.keep = ode::Keep::samples;
  for (int t = 1; t <= 20; ++t) options.output.times.push_back(t);
  const ode::Solution solution = ode::solve(problem, options);
  Outcome outcome{.error = 0, .evaluations = static_cast<long>(solution.statistics.rate_evaluations)};
  for (std::size_t i = 0; i < 20; ++i) {
    const double* x = solution.samples.data() + 13 * i;
    const Top y{x[3], x[4], x[5], x[6], x[10], x[11], x[12]};
    outcome.error = std::max(outcome.error, error_of(y.data(), bench::free_top_reference[i]));
  }
  return outcome;
}

Outcome run_odeint(double tolerance) {
  namespace odeint = boost::numeric::odeint;
  evaluations = 0;
  Top y = bench::free_top_start;
  std::vector<double> times;
  for (int t = 0; t <= 20; ++t) times.push_back(t);
  Outcome outcome;
  const auto rate = [](const Top& x, Top& dxdt, double) { top_rate(x.data(), dxdt.data()); };
  const auto watch = [&outcome](const Top& x, double t) {
    const auto i = static_cast<std::size_t>(t + 0.5);
    if (i > 0) outcome.error = std::max(outcome.error, error_of(x.data(), bench::free_top_reference[i - 1]));
  };
  odeint::integrate_times(odeint::make_dense_output(tolerance, tolerance, odeint::runge_kutta_dopri5<Top>()), rate, y,
                          times.begin(), times.end(), 0.01, watch);
  outcome.evaluations = evaluations;
  return outcome;
}

Outcome run_cvode(double tolerance) {
  static SUNContext context = [] {
    SUNContext made = nullptr;
    SUNContext_Create(nullptr, &made);
    return made;
  }();
  evaluations = 0;
  N_Vector y = N_VNew_Serial(7, context);
  std::copy(bench::free_top_start.begin(), bench::free_top_start.end(), N_VGetArrayPointer(y));
  void* memory = CVodeCreate(CV_ADAMS, context);
  const auto rate = [](realtype, N_Vector in, N_Vector out, void*) {
    top_rate(N_VGetArrayPointer(in), N_VGetArrayPointer(out));
    return 0;
  };
  CVodeInit(memory, rate, 0, y);
  CVodeSStolerances(memory, tolerance, tolerance);
  CVodeSetMaxNumSteps(memory, 1000000);
  SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(y, 0, context);
  CVodeSetNonlinearSolver(memory, solver);
  Outcome outcome;
  for (int i = 1; i <= 20; ++i) {
    realtype t = 0;
    if (CVode(memory, i, y, &t, CV_NORMAL) < 0) outcome.error = INFINITY;
    outcome.error = std::max(
        outcome.error, error_of(N_VGetArrayPointer(y), bench::free_top_reference[static_cast<std::size_t>(i - 1)]));
  }
  outcome.evaluations = evaluations;
  SUNNonlinSolFree(solver);
  CVodeFree(&memory);
  N_VDestroy(y);
  return outcome;
}

struct Row {
  std::string solver;
  double tolerance;
  std::function<Outcome(double)> run;
  Outcome outcome{};
  std::vector<double> seconds{};
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The least time of a solver at an error of at most `error`; 0 if it never gets there.
double best(const std::vector<Row>& rows, const std::string& solver, double error) {
  double least = 0;
  for (const Row& row : rows)
    if (row.solver == solver && row.outcome.error <= error && (least == 0 || row.seconds.front() < least))
      least = row.seconds.front();
  return least;
}

}  // namespace

int main() {
  std::vector<Row> rows;
  for (double tolerance = 1e-8; tolerance > 5e-16; tolerance /= std::sqrt(10.0)) {
    rows.push_back({"polhode dop853", tolerance, run_polhode});
    rows.push_back({"CVODE Adams", tolerance, run_cvode});
    rows.push_back({"odeint dopri5", tolerance, run_odeint});
  }
  for (int round = 0; round < rounds; ++round)
    for (Row& row : rows) {
      const double begin = processor_seconds();
      row.outcome = row.run(row.tolerance);
      row.seconds.push_back(processor_seconds() - begin);
    }
  std::printf("solver,tolerance,rate evaluations,worst error,least us,median us\n");
  for (Row& row : rows) {
    std::sort(row.seconds.begin(), row.seconds.end());
    std::printf("%s,%.2e,%ld,%.2e,%.1f,%.1f\n", row.solver.c_str(), row.tolerance, row.outcome.evaluations,
                row.outcome.error, 1e6 * row.seconds.front(), 1e6 * row.seconds[row.seconds.size() / 2]);
  }
  std::printf("\nerror at most,polhode dop853 us,CVODE Adams us,odeint dopri5 us,CVODE / polhode,odeint / polhode\n");
  for (double error : {1e-9, 1e-10, 1e-11, 3e-12, 1e-12}) {
    const double ours = best(rows, "polhode dop853", error), cvode = best(rows, "CVODE Adams", error),
                 odeint = best(rows, "odeint dopri5", error);
    const auto cell = [](double value) { return value > 0 ? std::to_string(value) : std::string("not reached"); };
    std::printf("%.0e,%s,%s,%s,%s,%s\n", error, cell(1e6 * ours).c_str(), cell(1e6 * cvode).c_str(),
                cell(1e6 * odeint).c_str(), ours > 0 && cvode > 0 ? cell(cvode / ours).c_str() : "",
                ours > 0 && odeint > 0 ? cell(odeint / ours).c_str() : "");
  }
}
