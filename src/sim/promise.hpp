#pragma once
// Whether every step kept what the tolerance promised.

#include <vector>

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// Consecutive steps of a run, from a state of it to another, with no jump between.
struct Stretch {
  double t0 = 0, t1 = 0;
  std::vector<double> x0, x1;
  std::vector<double> after;  ///< what a jump at its end made of x1; empty without
  std::int64_t steps = 0;
};

/// The steps of a run as they are made, one by one; of a long run some taken together, so that there are not many more
/// than a thousand stretches. Where jumps keep them from being joined, every other one is let go.
class Stretches {
 public:
  void add(const ode::StepView& step);
  const std::vector<Stretch>& all() const { return all_; }

 private:
  void join();

  std::vector<Stretch> all_;
  std::int64_t together_ = 1;  ///< steps of a full stretch
};

/// What the steps of a run err by.
struct Promise {
  double worst = 0;    ///< in tolerances, for a step of the worst stretch
  double at = 0;       ///< where that ends [s]
  double allowed = 0;  ///< what the step of a sound method may err by, estimates being estimates
  bool kept = true;
  std::int64_t unseen = 0;  ///< steps that could not be solved again within the budget
};

/// The local errors of a run: each stretch is solved again from the run's own state at its start, by a far more exact
/// method, and the ends are compared.
///
///   |y(t1) − φ(t1; t0, y(t0))| ≤ allowed · steps · growth · (absolute + relative |block|)
///
/// with φ the motion that begins in the run's own state, and the growth of a disturbance inside the stretch. Errors
/// made before have no part in it, so that a run of a chaotic motion is judged as sharply as any other. Where the end
/// jumps both ends do, and the error is that which goes on: a jump may forget what is hard to know just there, as the
/// direction of a slip where it ends.
///
/// Source   [Hairer, Nørsett & Wanner 1993] II.3, II.4
/// Proof    tests/truth/certify_test.cpp
Promise judge_steps(const System& system, const Stretches& steps, const SimulateOptions& asked,
                    const SimulateOptions& by, std::int64_t budget);

}  // namespace polhode
