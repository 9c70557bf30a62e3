#pragma once
// Many copies of one body that act neither on one another nor on anything else.

#include <functional>

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/sim/simulate.hpp>

namespace polhode {

/// Copies of a body, each with a start of its own.
struct Swarm {
  FreeBody body;  ///< of a pivot only the body point counts: each copy is held where that point starts
  int copies = 0;
  std::function<FreeBodyState(int copy)> start;
};

/// Solves every copy by itself, as if it were alone, and keeps each one's state at the end, and sums over all of them
/// at the start and about every twentieth of the run: memory grows with the number of copies by their states, and with
/// the number of steps not at all.
///
/// Runge–Kutta steps of fixed size of a method whose stages form a chain (rk4, and those like it) are taken side by
/// side, one copy in each lane of a register and as many copies at a time as stay in the nearest cache, if the loads
/// are uniform fields, or pushes and torques that never change. Everything else goes one by one. A copy's motion has
/// the same bits either way.
///
/// Watches and samples of `options` are not looked at.
///
/// Proof    tests/law/swarm_law_test.cpp
SwarmRecord simulate(const Swarm& swarm, const SimulateOptions& options);

/// What keeps the copies from being solved side by side, as a sentence; empty if nothing does.
std::string why_one_by_one(const Swarm& swarm, const SimulateOptions& options);

}  // namespace polhode
