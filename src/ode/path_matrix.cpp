#include "ode/path_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::ode {

Inertia inertia_of(std::vector<double> A, std::size_t n) {
  const auto at = [&](std::size_t i, std::size_t j) -> double& { return A[i * n + j]; };
  for (int sweep = 0; sweep < 60; ++sweep) {
    double off = 0, all = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        all = std::max(all, std::fabs(at(i, j)));
        if (i != j) off = std::max(off, std::fabs(at(i, j)));
      }
    if (!(off > std::numeric_limits<double>::min() + 1e-18 * all)) break;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        if (at(p, q) == 0) continue;
        const double theta = (at(q, q) - at(p, p)) / (2 * at(p, q));
        const double tangent = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(tangent * tangent + 1), s = tangent * c;
        for (std::size_t k = 0; k < n; ++k) {
          const double a = at(k, p), b = at(k, q);
          at(k, p) = c * a - s * b;
          at(k, q) = s * a + c * b;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const double a = at(p, k), b = at(q, k);
          at(p, k) = c * a - s * b;
          at(q, k) = s * a + c * b;
        }
      }
  }
  Inertia found{.negative = 0, .smallest = std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < n; ++i) {
    if (at(i, i) < 0) ++found.negative;
    found.smallest = std::min(found.smallest, std::fabs(at(i, i)));
  }
  return found;
}

bool CondensedPiece::condense(const std::vector<double>& hessian) {
  const std::size_t all = inside_ + 2 * n_;
  const auto end = [&](std::size_t b) { return b < n_ ? b : inside_ + b; };
  for (std::size_t i = 0; i < inside_; ++i)
    for (std::size_t j = 0; j < inside_; ++j) lu_(i, j) = hessian[(n_ + i) * all + n_ + j];
  if (inside_ > 0 && !lu_.factor()) return false;
  X_.assign(inside_ * 2 * n_, 0);
  S_.assign(4 * n_ * n_, 0);
  for (std::size_t b = 0; b < 2 * n_; ++b) {
    double* column = X_.data() + b * inside_;
    for (std::size_t i = 0; i < inside_; ++i) column[i] = hessian[(n_ + i) * all + end(b)];
    lu_.solve(column);
    for (std::size_t a = 0; a < 2 * n_; ++a) {
      double sum = hessian[end(a) * all + end(b)];
      for (std::size_t i = 0; i < inside_; ++i) sum -= hessian[end(a) * all + n_ + i] * column[i];
      S_[a * 2 * n_ + b] = sum;
    }
  }
  for (std::size_t a = 0; a < 2 * n_; ++a)
    for (std::size_t b = 0; b < a; ++b)
      S_[a * 2 * n_ + b] = S_[b * 2 * n_ + a] = 0.5 * (S_[a * 2 * n_ + b] + S_[b * 2 * n_ + a]);
  return true;
}

bool CondensedPiece::is_definite(const std::vector<double>& hessian, std::size_t inside, std::size_t n, int sign) {
  const std::size_t all = inside + 2 * n;
  std::vector<double> A(inside * inside);
  for (std::size_t i = 0; i < inside; ++i)
    for (std::size_t j = 0; j < inside; ++j) A[i * inside + j] = sign * hessian[(n + i) * all + n + j];
  for (std::size_t k = 0; k < inside; ++k) {
    const double pivot = A[k * inside + k];
    if (!(pivot > 0)) return false;
    for (std::size_t i = k + 1; i < inside; ++i) {
      const double ratio = A[i * inside + k] / pivot;
      for (std::size_t j = k + 1; j < inside; ++j) A[i * inside + j] -= ratio * A[k * inside + j];
    }
  }
  return true;
}

void CondensedPiece::reduce(double* inside, double* ends) const {
  for (std::size_t b = 0; b < 2 * n_; ++b)
    for (std::size_t i = 0; i < inside_; ++i) ends[b] -= X_[b * inside_ + i] * inside[i];
  lu_.solve(inside);
}

void CondensedPiece::follow(const double* ends, double* inside) const {
  for (std::size_t b = 0; b < 2 * n_; ++b)
    for (std::size_t i = 0; i < inside_; ++i) inside[i] -= X_[b * inside_ + i] * ends[b];
}

PathMatrix::PathMatrix(const PathProblem& problem, std::size_t pieces)
    : problem_(&problem), n_(problem.from.q.size()), pieces_(pieces) {}

bool PathMatrix::is_held(std::size_t k, std::size_t a) const {
  if (k != 0 && k != pieces_) return false;
  const std::vector<char>& free = k == 0 ? problem_->from.free : problem_->to.free;
  return a >= free.size() || free[a] == 0;
}

double PathMatrix::link(std::size_t k, std::size_t a, std::size_t b) const {
  return is_held(k, a) || is_held(k + 1, b) ? 0 : condensed_[k](a, n_ + b);
}

void PathMatrix::hold(std::size_t k, std::vector<double>& block, double unit) const {
  for (std::size_t a = 0; a < n_; ++a) {
    if (!is_held(k, a)) continue;
    for (std::size_t b = 0; b < n_; ++b) block[a * n_ + b] = block[b * n_ + a] = a == b ? unit : 0;
  }
}

bool PathMatrix::factor(const std::vector<std::vector<double>>& hessians) {
  condensed_.clear();
  blocks_.assign(pieces_ + 1, std::vector<double>(n_ * n_));
  before_ = blocks_;
  sizes_.assign(pieces_ + 1, 0);
  lus_.clear();
  for (const std::vector<double>& hessian : hessians) {
    const auto all = static_cast<std::size_t>(std::sqrt(static_cast<double>(hessian.size())) + 0.5);
    condensed_.emplace_back(all - 2 * n_, n_);
    if (!condensed_.back().condense(hessian)) return false;
  }
  std::vector<double> column(n_);
  for (std::size_t k = 0; k <= pieces_; ++k) {
    std::vector<double>& before = before_[k];
    if (k > 0)
      for (std::size_t b = 0; b < n_; ++b) {
        for (std::size_t a = 0; a < n_; ++a) column[a] = link(k - 1, a, b);
        lus_[k - 1].solve(column.data());
        for (std::size_t a = 0; a < n_; ++a) {
          double sum = condensed_[k - 1](n_ + a, n_ + b);
          sizes_[k] = std::max(sizes_[k], std::fabs(sum));
          for (std::size_t c = 0; c < n_; ++c) sum -= link(k - 1, c, a) * column[c];
          before[a * n_ + b] = sum;
        }
      }
    blocks_[k] = before;
    if (k < pieces_)
      for (std::size_t a = 0; a < n_; ++a)
        for (std::size_t b = 0; b < n_; ++b) {
          blocks_[k][a * n_ + b] += condensed_[k](a, b);
          sizes_[k] = std::max(sizes_[k], std::fabs(condensed_[k](a, b)));
        }
    hold(k, blocks_[k]);
    lus_.emplace_back(n_);
    for (std::size_t a = 0; a < n_; ++a)
      for (std::size_t b = 0; b < n_; ++b) lus_[k](a, b) = blocks_[k][a * n_ + b];
    if (!lus_[k].factor()) return false;
  }
  return true;
}

void PathMatrix::solve(std::vector<double>& x, int degree) const {
  const std::size_t stride = static_cast<std::size_t>(degree) * n_;
  std::vector<double> chain((pieces_ + 1) * n_), part(n_);
  for (std::size_t k = 0; k <= pieces_; ++k) std::copy_n(x.data() + k * stride, n_, chain.data() + k * n_);
  for (std::size_t k = 0; k < pieces_; ++k) condensed_[k].reduce(x.data() + k * stride + n_, chain.data() + k * n_);
  for (std::size_t k = 0; k <= pieces_; ++k) {
    double* own = chain.data() + k * n_;
    if (k > 0) {
      std::copy_n(own - n_, n_, part.data());
      lus_[k - 1].solve(part.data());
      for (std::size_t a = 0; a < n_; ++a)
        for (std::size_t c = 0; c < n_; ++c) own[a] -= link(k - 1, c, a) * part[c];
    }
    for (std::size_t a = 0; a < n_; ++a)
      if (is_held(k, a)) own[a] = 0;
  }
  for (std::size_t k = pieces_ + 1; k-- > 0;) {
    double* own = chain.data() + k * n_;
    if (k < pieces_)
      for (std::size_t a = 0; a < n_; ++a)
        for (std::size_t c = 0; c < n_; ++c) own[a] -= link(k, a, c) * own[n_ + c];
    lus_[k].solve(own);
  }
  for (std::size_t k = 0; k < pieces_; ++k) condensed_[k].follow(chain.data() + k * n_, x.data() + k * stride + n_);
  for (std::size_t k = 0; k <= pieces_; ++k) std::copy_n(chain.data() + k * n_, n_, x.data() + k * stride);
}

}  // namespace polhode::ode
