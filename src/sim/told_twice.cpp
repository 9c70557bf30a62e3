#include "sim/told_twice.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

namespace polhode {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> matrix(const std::vector<double>& rows, std::size_t n, std::size_t m) {
  return {rows.data(), static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(m)};
}

/// All rates of the other derivation from the free ones.
std::vector<double> all_rates(const Derivation& theirs, double t, VecIn s, VecIn u) {
  std::vector<double> rates(theirs.size(), 0.0);
  std::size_t next = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i)
    if (theirs.coordinates[i].free) rates[i] = u[next++];
  if (theirs.complete) theirs.complete(t, s, rates);
  return rates;
}

/// ∂(all rates)/∂u; rates that follow are linear in the free ones, but for what moves by itself.
Eigen::MatrixXd from_free(const Derivation& theirs, double t, VecIn s) {
  const std::vector<std::size_t> free = theirs.free();
  Eigen::MatrixXd B =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(theirs.size()), static_cast<Eigen::Index>(free.size()));
  std::vector<double> u(free.size(), 0.0);
  const std::vector<double> rest = all_rates(theirs, t, s, u);
  for (std::size_t k = 0; k < free.size(); ++k) {
    u[k] = 1;
    const std::vector<double> one = all_rates(theirs, t, s, u);
    u[k] = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i)
      B(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = one[i] - rest[i];
  }
  return B;
}

}  // namespace

Eigen::MatrixXd sizes_of(const Eigen::MatrixXd& M) {
  const Eigen::VectorXd root = M.diagonal().cwiseAbs().cwiseSqrt();
  return root * root.transpose();
}

bool accelerations_of_mine(const SameAs& same, double t, VecIn x, VecOut a) {
  const std::size_t n = same.mine.size();
  return same.mine.accelerations(t, x.first(n), x.subspan(n), a);
}

bool carry(const SameAs& same, double t, VecIn s, VecIn u, ToldTwice& told) {
  const Derivation& theirs = same.theirs;
  told.s.assign(s.begin(), s.end());
  told.s_rates = all_rates(theirs, t, s, u);
  std::vector<double> a(theirs.size());
  if (!all_finite(told.s_rates) || !theirs.accelerations(t, s, told.s_rates, a)) return false;
  CoordinateMap::Values there;
  same.map.evaluate(t, s, told.s_rates, a, there);
  told.x = there.q;
  told.x.insert(told.x.end(), there.rates.begin(), there.rates.end());
  told.theirs = Eigen::Map<const Eigen::VectorXd>(there.accelerations.data(),
                                                  static_cast<Eigen::Index>(there.accelerations.size()));
  told.B = matrix(there.slopes, same.mine.size(), theirs.size()) * from_free(theirs, t, s);
  told.du_theirs.resize(told.B.cols());
  const std::vector<std::size_t> free = theirs.free();
  for (std::size_t k = 0; k < free.size(); ++k) told.du_theirs[static_cast<Eigen::Index>(k)] = a[free[k]];
  return all_finite(told.x) && told.theirs.allFinite() && told.B.allFinite();
}

bool tell(const SameAs& same, double t, VecIn s, VecIn u, ToldTwice& told) {
  if (!carry(same, t, s, u, told)) return false;
  const std::size_t n = same.mine.size(), k = u.size();
  const VecIn x = told.x;
  told.mine.resize(static_cast<Eigen::Index>(n));
  std::vector<double> M(n * n), M_theirs(k * k);
  if (!accelerations_of_mine(same, t, x, view(told.mine)) || !same.mine.inertia(t, x.first(n), x.subspan(n), M) ||
      !same.theirs.inertia(t, told.s, told.s_rates, M_theirs))
    return false;
  told.M_theirs = matrix(M_theirs, k, k);
  const Eigen::MatrixXd pull = told.B.transpose() * matrix(M, n, n);
  told.M_mine = pull * told.B;
  const Eigen::VectorXd apart = told.mine - told.theirs;
  told.du_mine = told.du_theirs + told.M_mine.partialPivLu().solve(pull * apart);
  return told.du_mine.allFinite() && told.M_theirs.allFinite();
}

}  // namespace polhode
