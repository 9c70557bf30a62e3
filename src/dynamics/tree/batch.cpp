#include <polhode/dynamics/tree/batch.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include "base/workers.hpp"
#include "dynamics/tree/kernels/table.hpp"
#include "dynamics/tree/outside.hpp"

namespace polhode {
namespace {

constexpr std::size_t width = 4;  ///< states in a register

/// Rows of numbers, one for each state.
struct Rows {
  VecIn numbers;
  std::size_t each;  ///< numbers of a row

  /// Those of four states side by side; past the last one it stands for the missing.
  void load(const tree::Kernels& kernels, std::size_t first, std::size_t count, double* to) const {
    const double* rows[width];
    for (std::size_t k = 0; k < width; ++k) rows[k] = numbers.data() + std::min(first + k, count - 1) * each;
    kernels.side_by_side(rows, static_cast<int>(each), to);
  }
};

/// Back to a row for each state; those past the last one go to `spare`.
void store(const tree::Kernels& kernels, const double* from, std::size_t first, std::size_t count, std::size_t each,
           double* spare, VecOut numbers) {
  double* rows[width];
  for (std::size_t k = 0; k < width; ++k) rows[k] = first + k < count ? numbers.data() + (first + k) * each : spare;
  kernels.apart(from, static_cast<int>(each), rows);
}

/// Calls work(first, last, thread) for parts of the states, each a multiple of the width but for the last.
template <class Work>
void in_parts(std::size_t count, std::size_t threads, const Work& work) {
  const std::size_t groups = (count + width - 1) / width, each = (groups + threads - 1) / threads * width;
  const std::size_t parts = std::min(threads, (count + each - 1) / each);
  const auto part = [&work, each, count](std::size_t i) { work(i * each, std::min(count, (i + 1) * each), i); };
  at_once(parts, part);
}

void require_rows(const char* what, std::size_t count, int each, std::size_t got) {
  require_size(what, static_cast<long>(count) * each, static_cast<long>(got), "one row for each state");
}

/// The wrenches of all states, each number in four lanes; null if there are none.
const double* outside_of_four(const tree::Data& data, const Surroundings<double>& around, double* memory) {
  double* const spread = memory;
  const double* const once = tree::outside_forces(data, around, memory + 6 * width * data.nodes.size());
  if (once == nullptr) return nullptr;
  for (std::size_t i = 0; i < 6 * data.nodes.size(); ++i) std::fill_n(spread + width * i, width, once[i]);
  return spread;
}

/// Inputs in, kernel, output out, four states at a time. `call` gets the lists of four and the kernel's memory.
template <std::size_t N, class Call>
void run(const Tree& tree, std::size_t count, const std::array<Rows, N>& inputs, std::size_t output_each,
         std::size_t room, BatchWorkspace& work, VecOut output, const BatchOptions& options, const Call& call) {
  if (count == 0) return;
  const tree::Data& data = tree.data();
  const tree::Kernels& kernels = tree::kernels();
  const auto whole = [](std::size_t numbers) { return (numbers + width - 1) / width * width; };
  const std::size_t outside_each = options.around.wrenches.empty() ? 0 : whole(6 * (width + 1) * data.nodes.size());
  std::size_t numbers = width * output_each + whole(output_each) + outside_each;
  for (const Rows& input : inputs) numbers += width * input.each;
  const std::size_t threads = workers(options.threads);
  std::vector<TreeWorkspace>& blocks = work.blocks(threads);
  in_parts(count, threads, [&](std::size_t first, std::size_t last, std::size_t thread) {
    auto* memory = static_cast<double*>(blocks[thread].ask(numbers * sizeof(double) + room));
    const auto take = [&memory](std::size_t each) { return std::exchange(memory, memory + each); };
    std::array<double*, N> lists;
    for (std::size_t i = 0; i < N; ++i) lists[i] = take(width * inputs[i].each);
    double *const result = take(width * output_each), *const spare = take(whole(output_each));
    const double* const outside = outside_of_four(data, options.around, take(outside_each));
    std::fill_n(result, width * output_each, 0.0);  // for crba, which leaves out what is always zero
    for (std::size_t state = first; state < last; state += width) {
      for (std::size_t i = 0; i < N; ++i) inputs[i].load(kernels, state, count, lists[i]);
      call(lists, outside, memory, result);
      store(kernels, result, state, count, output_each, spare, output);
    }
  });
}

}  // namespace

void rnea_batch(const Tree& tree, std::size_t count, VecIn q, VecIn v, VecIn a, BatchWorkspace& work, VecOut tau,
                const BatchOptions& options) {
  require_rows("q", count, tree.nq(), q.size());
  require_rows("v", count, tree.nv(), v.size());
  require_rows("a", count, tree.nv(), a.size());
  require_rows("tau", count, tree.nv(), tau.size());
  const auto nq = static_cast<std::size_t>(tree.nq()), nv = static_cast<std::size_t>(tree.nv());
  const tree::Plan plan = tree.data().plan();
  const tree::Base base = tree::base_of(options.around);
  const tree::Algorithms<double>& four = tree::kernels().four;
  run<3>(tree, count, {Rows{q, nq}, Rows{v, nv}, Rows{a, nv}}, nv, four.rnea_room(plan), work, tau, options,
         [&](const auto& in, const double* outside, void* room, double* out) {
           four.rnea(plan, base, in[0], in[1], in[2], outside, room, out);
         });
}

void crba_batch(const Tree& tree, std::size_t count, VecIn q, BatchWorkspace& work, VecOut M,
                const BatchOptions& options) {
  require_rows("q", count, tree.nq(), q.size());
  require_rows("M", count, tree.nv() * tree.nv(), M.size());
  const auto nq = static_cast<std::size_t>(tree.nq()), nv = static_cast<std::size_t>(tree.nv());
  const tree::Plan plan = tree.data().plan();
  const tree::Algorithms<double>& four = tree::kernels().four;
  run<1>(tree, count, {Rows{q, nq}}, nv * nv, four.crba_room(plan), work, M, options,
         [&](const auto& in, const double*, void* room, double* out) { four.crba(plan, in[0], room, out); });
}

void aba_batch(const Tree& tree, std::size_t count, VecIn q, VecIn v, VecIn tau, BatchWorkspace& work, VecOut a,
               const BatchOptions& options) {
  require_rows("q", count, tree.nq(), q.size());
  require_rows("v", count, tree.nv(), v.size());
  require_rows("tau", count, tree.nv(), tau.size());
  require_rows("a", count, tree.nv(), a.size());
  const auto nq = static_cast<std::size_t>(tree.nq()), nv = static_cast<std::size_t>(tree.nv());
  const tree::Plan plan = tree.data().plan();
  const tree::Base base = tree::base_of(options.around);
  const tree::Algorithms<double>& four = tree::kernels().four;
  const double* const rotors = options.joints.rotors.empty() ? nullptr : options.joints.rotors.data();
  run<3>(tree, count, {Rows{q, nq}, Rows{v, nv}, Rows{tau, nv}}, nv, four.aba_room(plan), work, a, options,
         [&](const auto& in, const double* outside, void* room, double* out) {
           four.aba(plan, base, in[0], in[1], in[2], outside, rotors, nullptr, room, out);
         });
}

}  // namespace polhode
