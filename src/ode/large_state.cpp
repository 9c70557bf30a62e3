// Stages of states with many numbers: summed up as a whole, in pairs or fours, and rotations two at a time. Each number
// is summed in the order of runge_kutta.cpp and has the bits it has there.
#include <utility>

#include "math/state_space_kernels.hpp"
#include "ode/runge_kutta.hpp"
#include "ode/two.hpp"

namespace polhode::ode {
namespace {

/// Where the terms of a sum begin, and their weights. Inlined, so that a function for any registers may use it.
[[gnu::always_inline]] inline void take_terms(const double* k, const int* offset, const double* scaled, int count,
                                              const double** term, double* weight) {
  for (int j = 0; j < count; ++j) term[j] = k + offset[j], weight[j] = scaled[j];
}

}  // namespace

template <int count>
void RungeKutta::combine_pairs(Sum sum, double* __restrict out) const {
  const double* term[count];
  double weight[count];
  take_terms(k_.data(), offset_.data() + sum.first, scaled_.data() + sum.first, count, term, weight);
  std::size_t i = 0;
  for (; i + 2 <= nv_; i += 2) {
    Two total = weight[0] * load_two(term[0] + i);
    for (int j = 1; j < count; ++j) total += weight[j] * load_two(term[j] + i);
    store_two(total, out + i);
  }
  if (i == nv_) return;
  double total = weight[0] * term[0][i];
  for (int j = 1; j < count; ++j) total += weight[j] * term[j][i];
  out[i] = total;
}

#if defined(__x86_64__)
/// For processors with registers of four numbers. Nothing that takes vectors is called here, since functions compiled
/// for other registers hand them over in other ways.
template <int count>
[[gnu::target("avx2")]] void RungeKutta::combine_wide(Sum sum, double* __restrict out) const {
  using Four = detail::VectorOf<double, 4>::type;
  const double* term[count];
  double weight[count];
  take_terms(k_.data(), offset_.data() + sum.first, scaled_.data() + sum.first, count, term, weight);
  std::size_t i = 0;
  for (; i + 4 <= nv_; i += 4) {
    Four numbers;
    __builtin_memcpy(&numbers, term[0] + i, sizeof numbers);
    Four total = weight[0] * numbers;
    for (int j = 1; j < count; ++j) {
      __builtin_memcpy(&numbers, term[j] + i, sizeof numbers);
      total += weight[j] * numbers;
    }
    __builtin_memcpy(out + i, &total, sizeof total);
  }
  for (; i < nv_; ++i) {
    double total = weight[0] * term[0][i];
    for (int j = 1; j < count; ++j) total += weight[j] * term[j][i];
    out[i] = total;
  }
}
#endif

namespace {

/// The attitude of a stage, or of two of them side by side.
template <class S>
so3::Vector4<S> turned(const so3::Vector4<S>& from, const so3::Vector3<S>& u, bool last) {
  const so3::Vector4<S> attitude = so3::product(from, so3::exp(u));
  return last ? so3::renormalised(attitude) : attitude;
}

template <int n>
Eigen::Matrix<Two, n, 1> load_both(const double* first, const double* second) {
  Eigen::Matrix<Two, n, 1> both;
  for (int i = 0; i < n; ++i) both[i] = pair_of(first[i], second[i]);
  return both;
}
template <int n>
void store_both(const Eigen::Matrix<Two, n, 1>& both, double* first, double* second) {
  for (int i = 0; i < n; ++i) first[i] = both[i][0], second[i] = both[i][1];
}

}  // namespace

[[gnu::flatten]] void RungeKutta::place(Sum sum, bool last, double* __restrict u, double* __restrict x) const {
  combine(sum, u);
  for (const StateSpace::Piece& piece : flat_pieces_) {
    const double *from = x_.data() + piece.x0, *step = u + piece.v0;
    double* to = x + piece.x0;
    std::size_t i = 0;
    for (; i + 2 <= piece.n; i += 2) store_two(load_two(from + i) + load_two(step + i), to + i);
    if (i < piece.n) to[i] = from[i] + step[i];
  }
  std::size_t i = 0;
  for (; i + 2 <= rotations_.size(); i += 2) {
    const StateSpace::Piece &a = rotations_[i], &b = rotations_[i + 1];
    store_both(turned(load_both<4>(x_.data() + a.x0, x_.data() + b.x0), load_both<3>(u + a.v0, u + b.v0), last),
               x + a.x0, x + b.x0);
  }
  if (i == rotations_.size()) return;
  const StateSpace::Piece& a = rotations_[i];
  space_detail::store(turned(space_detail::load4(x_.data() + a.x0), space_detail::load3(u + a.v0), last), x + a.x0);
}

[[gnu::flatten]] void RungeKutta::lift_pairs(const double* u, double* v) const {
  std::size_t i = 0;
  for (; i + 2 <= rotations_.size(); i += 2) {
    const std::size_t a = rotations_[i].v0, b = rotations_[i + 1].v0;
    store_both(so3::dexp_inverse(load_both<3>(u + a, u + b), load_both<3>(v + a, v + b)), v + a, v + b);
  }
  if (i < rotations_.size()) space_detail::lift_piece(rotations_[i], u, v);
}

const RungeKutta::Unrolled* RungeKutta::functions_for_many() {
  constexpr auto with = [](const decltype(Unrolled::combine)& combine) {
    Unrolled functions{combine, {}};
    functions.advance.fill(&RungeKutta::place);
    return functions;
  };
  constexpr std::make_integer_sequence<int, most_stages> all;
#if defined(__x86_64__)
  constexpr auto wide = [with]<int... i>(std::integer_sequence<int, i...>) {
    return with({&RungeKutta::combine_wide<i + 1>...});
  };
  static constexpr Unrolled in_fours = wide(all);
  if (__builtin_cpu_supports("avx2") != 0) return &in_fours;
#endif
  constexpr auto narrow = [with]<int... i>(std::integer_sequence<int, i...>) {
    return with({&RungeKutta::combine_pairs<i + 1>...});
  };
  static constexpr Unrolled in_pairs = narrow(all);
  return &in_pairs;
}

}  // namespace polhode::ode
