#pragma once
// Fixed-size vectors and the two views in which states travel.

#include <algorithm>
#include <cmath>
#include <span>

#include <Eigen/Core>

namespace polhode {

using Vec3 = Eigen::Matrix<double, 3, 1>;
using Vec4 = Eigen::Matrix<double, 4, 1>;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat3 = Eigen::Matrix<double, 3, 3>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Coordinates going in and coming out. A span binds to std::vector, std::array and, by view(), to Eigen vectors.
template <class S>
using In = std::span<const S>;
template <class S>
using Out = std::span<S>;
using VecIn = In<double>;
using VecOut = Out<double>;

template <class Derived>
auto view(const Eigen::PlainObjectBase<Derived>& vector) {
  return std::span<const typename Derived::Scalar>(vector.derived().data(), static_cast<std::size_t>(vector.size()));
}
template <class Derived>
auto view(Eigen::PlainObjectBase<Derived>& vector) {
  return std::span<typename Derived::Scalar>(vector.derived().data(), static_cast<std::size_t>(vector.size()));
}

/// A sum is finite only if all its terms are; and if a sum of huge ones is not, they are looked at singly.
inline bool all_finite(VecIn values) {
  double sum = 0;
  for (double value : values) sum += value;
  if (std::isfinite(sum)) return true;
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

inline constexpr double pi = 3.141592653589793238462643383279503;

/// [a]ₓ, the matrix with [a]ₓ b = a × b.
inline Mat3 cross_matrix(const Vec3& a) {
  Mat3 m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

}  // namespace polhode
