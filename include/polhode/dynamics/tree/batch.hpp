#pragma once
// The algorithms of trees over many states at once: four in the lanes of a register, more in threads.

#include <polhode/dynamics/tree/dynamics.hpp>

namespace polhode {

/// What all states of a batch share.
struct BatchOptions {
  Surroundings<double> around = {};
  JointForces joints = {};  ///< rotors, for aba_batch
  int threads = 1;          ///< 0: as many as the machine runs at once
};

/// Memory of batches, for one call at a time.
class BatchWorkspace {
 public:
  /// One block for each thread.
  std::vector<TreeWorkspace>& blocks(std::size_t threads) {
    if (blocks_.size() < threads) blocks_.resize(threads);
    return blocks_;
  }

 private:
  std::vector<TreeWorkspace> blocks_;
};

/// rnea(), crba() and aba() of `count` states, whose numbers come state after state: q is count rows of nq numbers, v,
/// a and tau are rows of nv, M rows of nv · nv. Each state has the bits that it has alone, with any number of threads
/// and any registers.
///
/// Cost     bench/robots.cpp measures it.   Allocates nothing after the first call, but for threads.
/// Proof    tests/law/tree_batch_law_test.cpp
void rnea_batch(const Tree& tree, std::size_t count, VecIn q, VecIn v, VecIn a, BatchWorkspace& work, VecOut tau,
                const BatchOptions& options = {});
void crba_batch(const Tree& tree, std::size_t count, VecIn q, BatchWorkspace& work, VecOut M,
                const BatchOptions& options = {});
void aba_batch(const Tree& tree, std::size_t count, VecIn q, VecIn v, VecIn tau, BatchWorkspace& work, VecOut a,
               const BatchOptions& options = {});

}  // namespace polhode
