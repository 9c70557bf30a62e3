#pragma once
// Bodies of StateSpace's templates, instantiated in state_space.cpp and state_space_wide.cpp.

#include <polhode/base/error.hpp>
#include <polhode/math/state_space.hpp>
#include "math/so3_kernels.hpp"

namespace polhode {

namespace space_detail {

/// The sizes are the solver's own, met millions of times a second: checked only in builds that check everything.
inline void check_size([[maybe_unused]] const char* what, [[maybe_unused]] int expected,
                       [[maybe_unused]] std::size_t got) {
#ifdef POLHODE_ASSERTS
  require_size(what, expected, static_cast<long>(got), "the state space gives the size");
#endif
}

template <class S>
inline so3::Vector4<S> load4(const S* a) {
  return {a[0], a[1], a[2], a[3]};
}
template <class S>
inline so3::Vector3<S> load3(const S* a) {
  return {a[0], a[1], a[2]};
}
template <class S, int N>
inline void store(const Eigen::Matrix<S, N, 1>& a, S* target) {
  for (int i = 0; i < N; ++i) target[i] = a[i];
}

/// v ← dexp⁻¹_u v on one piece; flat ones stay as they are.
template <class S>
inline void lift_piece(const StateSpace::Piece& piece, const S* u, S* v) {
  switch (piece.kind) {
    case BlockKind::vector: return;
    case BlockKind::rotation:
      return store(so3::dexp_inverse(load3(u + piece.v0), load3<S>(v + piece.v0)), v + piece.v0);
  }
}

}  // namespace space_detail

// A kind of block is known here and in RungeKutta::advance_terms, which adds up the stages in the same pass. All switch
// over the kinds without a default, so that the compiler names each place that a new kind has to be added to.

template <class S>
void StateSpace::retract(In<S> x, In<S> u, Out<S> y) const {
  using namespace space_detail;
  check_size("x", nx_, x.size()), check_size("u", nv_, u.size()), check_size("y", nx_, y.size());
  for (const Piece& piece : pieces_) {
    const S* from = x.data() + piece.x0;
    const S* step = u.data() + piece.v0;
    S* to = y.data() + piece.x0;
    switch (piece.kind) {
      case BlockKind::vector:
        for (std::size_t i = 0; i < piece.n; ++i) to[i] = from[i] + step[i];
        break;
      case BlockKind::rotation:
        // The old quaternion is brought to length 1, not the product: that need not wait for the exponential.
        store(so3::product(so3::renormalised(load4(from)), so3::exp(load3(step))), to);
        break;
    }
  }
}

template <class S>
void StateSpace::difference(In<S> x, In<S> y, Out<S> u) const {
  using namespace space_detail;
  check_size("x", nx_, x.size()), check_size("y", nx_, y.size()), check_size("u", nv_, u.size());
  for (const Piece& piece : pieces_) {
    const S* from = x.data() + piece.x0;
    const S* to = y.data() + piece.x0;
    S* step = u.data() + piece.v0;
    switch (piece.kind) {
      case BlockKind::vector:
        for (std::size_t i = 0; i < piece.n; ++i) step[i] = to[i] - from[i];
        break;
      case BlockKind::rotation: store(so3::log(so3::product(so3::conjugate(load4(from)), load4(to))), step); break;
    }
  }
}

template <class S>
void StateSpace::lift(In<S> u, Out<S> v) const {
  using namespace space_detail;
  check_size("u", nv_, u.size()), check_size("v", nv_, v.size());
  for (const Piece& piece : pieces_) lift_piece(piece, u.data(), v.data());
}

#define POLHODE_INSTANTIATE(S)                                         \
  template void StateSpace::retract<S>(In<S>, In<S>, Out<S>) const;    \
  template void StateSpace::difference<S>(In<S>, In<S>, Out<S>) const; \
  template void StateSpace::lift<S>(In<S>, Out<S>) const;

}  // namespace polhode
