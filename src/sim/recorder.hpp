#pragma once
// Turns the stream of accepted steps into samples and books.

#include <vector>

#include <polhode/sim/simulate.hpp>

#include "sim/balance.hpp"

namespace polhode {

class Recorder {
 public:
  /// Refers to both, which must outlive it.
  Recorder(Recording& recording, const SimulateOptions& options, int nx);

  bool operator()(const ode::StepView& step);
  /// The state at the very end is always a sample, also when the run ended early.
  void close(double t, VecIn x);
  /// Writes the books as they stand into the recording.
  void finish();

 private:
  void note_jump(const ode::StepView& step);
  void take(const ode::StepView& step, double t);

  Recording& recording_;
  const SimulateOptions& options_;
  std::vector<double> wanted_;
  std::size_t next_ = 0;
  std::vector<double> x_;
  bool jumps_ = false;
  std::vector<double> end_;  ///< of the last step, before any jump
  std::vector<Balance> balances_;
  std::vector<WorkAccount> works_, integrals_;
};

}  // namespace polhode
