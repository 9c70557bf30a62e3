// A state among many has the bits it has alone: lanes, registers, threads.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include <polhode/dynamics/tree/batch.hpp>

#include "dynamics/tree/kernels/table.hpp"
#include "dynamics/tree/outside.hpp"
#include "support/random_trees.hpp"

namespace polhode {
namespace {

using namespace random_trees;

std::vector<std::uint64_t> bits_of(VecIn numbers) {
  std::vector<std::uint64_t> bits;
  for (double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
  return bits;
}

/// Eleven states, so that the last register is not full.
struct Batch {
  static constexpr std::size_t count = 11;
  std::vector<double> q, v, f;

  Batch(Generator& random, const Tree& tree) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<double> one = random_coordinates(random, tree);
      q.insert(q.end(), one.begin(), one.end());
    }
    v = random_numbers(random, static_cast<int>(count) * tree.nv(), 3);
    f = random_numbers(random, static_cast<int>(count) * tree.nv(), 5);
  }
};

template <class T>
std::span<T> row(std::vector<T>& all, std::size_t i, int each) {
  return std::span<T>(all).subspan(i * static_cast<std::size_t>(each), static_cast<std::size_t>(each));
}

TEST(TreeBatchLaw, AStateAmongManyHasTheBitsItHasAlone) {
  RneaWorkspace rnea_work;
  CrbaWorkspace crba_work;
  AbaWorkspace aba_work;
  BatchWorkspace work;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Generator random(seed);
    const Tree tree = random_tree(random);
    const int nq = tree.nq(), nv = tree.nv();
    Batch batch(random, tree);
    BatchOptions options{.around = random_surroundings(random), .threads = 1 + static_cast<int>(seed % 3)};
    const std::vector<double> wrenches = random_numbers(random, 6 * static_cast<int>(tree.links().size()), 2);
    if (seed % 2 == 0) options.around.wrenches = wrenches;
    const std::vector<double> rotors(static_cast<std::size_t>(nv), 0.25);
    if (seed % 4 == 0) options.joints.rotors = rotors;

    std::vector<double> tau(Batch::count * static_cast<std::size_t>(nv)), a(tau), M(tau.size() * tau.size());
    M.resize(Batch::count * static_cast<std::size_t>(nv * nv));
    std::vector<double> tau_alone(tau), a_alone(a), M_alone(M);
    rnea_batch(tree, Batch::count, batch.q, batch.v, batch.f, work, tau, options);
    crba_batch(tree, Batch::count, batch.q, work, M, options);
    aba_batch(tree, Batch::count, batch.q, batch.v, batch.f, work, a, options);
    for (std::size_t i = 0; i < Batch::count; ++i) {
      const VecIn q = row(batch.q, i, nq), v = row(batch.v, i, nv), f = row(batch.f, i, nv);
      rnea<double>(tree, q, v, f, rnea_work, row(tau_alone, i, nv), options.around);
      crba<double>(tree, q, crba_work, row(M_alone, i, nv * nv));
      aba<double>(tree, q, v, f, aba_work, row(a_alone, i, nv), options.around, options.joints);
    }
    EXPECT_EQ(bits_of(tau), bits_of(tau_alone)) << "seed " << seed;
    EXPECT_EQ(bits_of(M), bits_of(M_alone)) << "seed " << seed;
    EXPECT_EQ(bits_of(a), bits_of(a_alone)) << "seed " << seed;
  }
}

TEST(TreeBatchLaw, KernelsForOtherRegistersGiveTheSameBits) {
  const tree::Algorithms<double>& ours = tree::baseline_kernels().one;
  const tree::Algorithms<double>& best = tree::kernels().one;
  TreeWorkspace work;
  for (unsigned seed = 100; seed < 160; ++seed) {
    Generator random(seed);
    const Tree tree = random_tree(random);
    const auto nv = static_cast<std::size_t>(tree.nv());
    const tree::Plan plan = tree.data().plan();
    const tree::Base base = tree::base_of(random_surroundings(random));
    const std::vector<double> q = random_coordinates(random, tree), v = random_numbers(random, tree.nv(), 3),
                              f = random_numbers(random, tree.nv(), 5);
    std::vector<double> x(nv * nv), y(nv * nv);
    void* const room = work.ask(std::max({ours.rnea_room(plan), ours.crba_room(plan), ours.aba_room(plan)}));
    ours.rnea(plan, base, q.data(), v.data(), f.data(), nullptr, room, x.data());
    best.rnea(plan, base, q.data(), v.data(), f.data(), nullptr, room, y.data());
    EXPECT_EQ(bits_of(x), bits_of(y)) << "rnea, seed " << seed;
    ours.aba(plan, base, q.data(), v.data(), f.data(), nullptr, nullptr, nullptr, room, x.data());
    best.aba(plan, base, q.data(), v.data(), f.data(), nullptr, nullptr, nullptr, room, y.data());
    EXPECT_EQ(bits_of(x), bits_of(y)) << "aba, seed " << seed;
    ours.crba(plan, q.data(), room, x.data());
    best.crba(plan, q.data(), room, y.data());
    EXPECT_EQ(bits_of(x), bits_of(y)) << "crba, seed " << seed;
  }
}

}  // namespace
}  // namespace polhode
