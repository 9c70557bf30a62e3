#pragma once
// simulate() a piece at a time: for a picture that moves while the run goes on.

#include <cstdint>
#include <memory>
#include <span>

#include <polhode/sim/simulate.hpp>

namespace polhode {

/// Takes the steps that simulate() takes, when asked, and records what it records: simulate() is one that is asked for
/// all at once. Where a piece ends has no influence on any step, so the hash is the same.
///
///     Simulation run(system, x0, options);
///     for (double t = 0; !run.ended(); t += 1.0 / 60) run.advance(t), draw(run.times(), run.states());
///
/// Proof    tests/unit/sim/simulation_test.cpp
class Simulation {
 public:
  /// What simulate() refuses is a UsageError here, too.
  Simulation(const System& system, VecIn x0, SimulateOptions options);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// Takes one accepted step, whatever was tried for it. False if none was taken because the run has ended.
  bool step();
  /// Steps until every sample up to t is there, the run has ended, or so many steps were taken; says how many.
  std::int64_t advance(double t, std::int64_t most = std::numeric_limits<std::int64_t>::max());
  bool ended() const;
  const ode::Outcome& outcome() const;  ///< how, if it has

  double t() const;                           ///< the end of the last step: the present
  VecIn x() const;                            ///< the state there, after any jump
  std::uint64_t hash() const;                 ///< of all steps so far
  const std::vector<double>& times() const;   ///< of the samples so far
  const std::vector<double>& states() const;  ///< nx numbers for each of them

  /// What simulate() would return if the run ended here (`finished` as long as nothing else happened). Made anew by
  /// every call; samples are added to it by every step.
  const Recording& recording();
  /// The same, for good: nothing but destruction may follow.
  Recording finish();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace polhode
