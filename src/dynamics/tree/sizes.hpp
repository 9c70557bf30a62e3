#pragma once
// Checks of the sizes that callers choose.

#include <polhode/base/error.hpp>
#include <polhode/dynamics/tree/tree.hpp>

namespace polhode::tree {

template <class S>
void require_coordinates(const Tree& tree, std::span<S> q) {
  require_size("q", tree.nq(), static_cast<long>(q.size()), "one number for each coordinate of the mechanism");
}
template <class S>
void require_velocities(const Tree& tree, const char* what, std::span<S> v) {
  require_size(what, tree.nv(), static_cast<long>(v.size()), "one number for each velocity of the mechanism");
}
/// A list that may also be empty.
template <class S>
void require_velocities_or_none(const Tree& tree, const char* what, std::span<S> v) {
  if (!v.empty()) require_velocities(tree, what, v);
}
template <class S>
void require_square(const Tree& tree, const char* what, std::span<S> matrix) {
  require_size(what, static_cast<long>(tree.nv()) * tree.nv(), static_cast<long>(matrix.size()),
               "nv rows of nv numbers");
}
template <class S>
void require_six_rows(const Tree& tree, const char* what, std::span<S> matrix) {
  require_size(what, 6L * tree.nv(), static_cast<long>(matrix.size()), "six rows of nv numbers");
}

}  // namespace polhode::tree
