#pragma once
// The engine of solve() one step at a time: for a picture that moves while the run goes on, and for loops of one's own.

#include <memory>

#include <polhode/ode/solve.hpp>

namespace polhode::ode {

/// Takes the steps that solve() takes, when asked: the same states, events and hash. Holds copies of the problem and
/// the options; the functions they refer to must outlive it.
///
///     Stepper stepper(problem, options);
///     while (stepper.step()) draw(stepper.t(), stepper.x());
///
/// Proof    tests/unit/ode/stepper_test.cpp
class Stepper {
 public:
  explicit Stepper(Problem problem, Options options = {});  ///< misuse is a UsageError, as in solve()
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  /// Takes one accepted step, whatever was tried for it. False if none was taken because the run has ended, and then
  /// solution().outcome says how.
  bool step();
  /// Steps until t lies in the last step or behind it. False if the run ended before.
  bool step_past(double t);

  double t() const;         ///< the end of the last step: the present
  double t_before() const;  ///< its start
  VecIn x() const;          ///< the state at t(), after any jump
  /// The state anywhere in the last step, t_before() … t(); another time is a UsageError. Does not allocate.
  void at(double t, VecOut x) const;

  /// What solve() would return if the run ended here: hits, statistics, outcome (`finished` as long as nothing else
  /// happened), samples, and the segments with Keep::dense.
  const Solution& solution() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace polhode::ode
