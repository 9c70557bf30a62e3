#pragma once
// A run judged by the same motion in other coordinates.

#include "sim/checks.hpp"

namespace polhode {

/// Solves the counterparts of a system, if it has some, by the methods of two checks, and compares their channels with
/// those of the certificate's run, which must be judged already. Where a state of the run, written in other coordinates
/// and back, is not itself any more, these cannot tell it, and nothing is compared from there on. Differences below
/// `floor` do not count: the run was not asked to resolve them.
std::vector<Retold> retell(const System& system, VecIn x0, std::span<const CheckRun> checks,
                           const Certificate& certificate, double floor, const std::function<bool(double)>& progress);

}  // namespace polhode
