// Work and precision beside the peers on five problems: every solver over a range of tolerances or steps, interleaved
// in one process. Prints a CSV row for each run: evaluations, error at the end, least and median processor time.
// Rows go under the heading that bench/run writes.
//   bench_work_precision PROBLEM [REPETITIONS]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <polhode/polhode.hpp>

#include "work_precision_ours.hpp"
#include "work_precision_peers.hpp"

namespace {

using namespace polhode;
using namespace polhode::bench;

struct Run {
  std::string problem, solver;
  double tolerance;
  std::function<Outcome()> solve;
  Outcome outcome = {};
  int repetitions = 1;
  std::vector<double> seconds = {};
};

constexpr double longest = 0.1;          // s: a run that takes longer is left out
constexpr double largest_error = 1e-4;   // and so is one that errs by more
constexpr double shortest_batch = 5e-4;  // s: shorter runs are repeated, so that the clock's own time does not count

double now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double time_of(const Run& run) {
  const double start = now();
  for (int i = 0; i < run.repetitions; ++i) run.solve();
  return (now() - start) / run.repetitions;
}

template <class P>
void add_ours(std::vector<Run>& runs) {
  const auto ours = std::make_shared<const Ours<P>>();
  for (const Trial& trial : trials(P{}))
    for (double value : trial.values)
      runs.push_back({P::name, "polhode " + std::string(trial.method->name), value,
                      [ours, trial, value] { return ours->run(*trial.method, trial.fixed, value); }});
}

template <class P>
void add_explicit_peers(std::vector<Run>& runs) {
  for (double tolerance : tolerances(4, 15)) {
    const auto cvode = std::make_shared<Cvode<P, CV_ADAMS>>(tolerance);
    runs.push_back({P::name, "CVODE Adams", tolerance, [cvode] { return cvode->run(); }});
    runs.push_back({P::name, "odeint dopri5", tolerance, [tolerance] { return run_dopri5<P>(tolerance); }});
  }
}

template <class P>
void add_stiff_peers(std::vector<Run>& runs) {
  for (double tolerance : tolerances(3, 14)) {
    const auto cvode = std::make_shared<Cvode<P, CV_BDF>>(tolerance);
    runs.push_back({P::name, "CVODE BDF", tolerance, [cvode] { return cvode->run(); }});
    for (double absolute : {1.0, 1e-3})
      runs.push_back({P::name, "odeint rosenbrock4", tolerance,
                      [tolerance, absolute] { return run_rosenbrock4<P>(tolerance, absolute); }});
  }
}

void measure(std::vector<Run>& runs, int rounds) {
  for (Run& run : runs) {
    const double start = now();
    run.outcome = run.solve();
    const double once = now() - start;
    if (once > longest) run.outcome.error = INFINITY;
    run.repetitions = once < shortest_batch ? static_cast<int>(shortest_batch / once) + 1 : 1;
  }
  std::erase_if(runs, [](const Run& run) { return !(run.outcome.error < largest_error); });
  for (int round = 0; round < rounds; ++round)
    for (Run& run : runs) run.seconds.push_back(time_of(run));
}

void print(std::vector<Run>& runs) {
  for (Run& run : runs) {
    std::sort(run.seconds.begin(), run.seconds.end());
    std::printf("%s,%s,%.3e,%ld,%.3e,%.3f,%.3f\n", run.problem.c_str(), run.solver.c_str(), run.tolerance,
                run.outcome.evaluations, run.outcome.error, 1e6 * run.seconds.front(),
                1e6 * run.seconds[run.seconds.size() / 2]);
  }
  std::fflush(stdout);
}

template <class P>
void table(const std::string& wanted, int rounds) {
  if (wanted != P::name) return;
  std::vector<Run> runs;
  add_ours<P>(runs);
  if constexpr (!std::is_same_v<P, VanDerPol>) add_explicit_peers<P>(runs);
  if constexpr (requires(const double* y, double* J) { P::jacobian(y, J); }) add_stiff_peers<P>(runs);
  measure(runs, rounds);
  print(runs);
}

}  // namespace

int main(int count, char** words) {
  const std::string wanted = count > 1 ? words[1] : "";
  const int rounds = count > 2 ? std::atoi(words[2]) : 15;
  table<FreeTop>(wanted, rounds);
  table<HeavyTop>(wanted, rounds);
  table<Pleiades>(wanted, rounds);
  table<SpringPair>(wanted, rounds);
  table<VanDerPol>(wanted, rounds);
}
