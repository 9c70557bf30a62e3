#pragma once
// Between the vectors of the kernels and those of the interface. Include after the kernels.

#include <polhode/dynamics/tree/kinematics.hpp>

#include "dynamics/tree/kernels/motions.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

template <class S>
Eigen::Matrix<S, 3, 1> eigen(const Vec<S>& a) {
  return {a.x, a.y, a.z};
}
template <class S>
Eigen::Matrix<S, 3, 3> eigen(const Mat<S>& m) {
  Eigen::Matrix<S, 3, 3> result;
  result << m.xx, m.xy, m.xz, m.yx, m.yy, m.yz, m.zx, m.zy, m.zz;
  return result;
}
inline Vec<double> vec(const Vec3& a) { return {a.x(), a.y(), a.z()}; }
inline Mat<double> mat(const Mat3& m) {
  return {m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)};
}
inline MovingBase moving(const BaseMotion& base) {
  return {vec(base.velocity), vec(base.angular_velocity), vec(base.acceleration), vec(base.angular_acceleration)};
}
/// Null for an empty list.
template <class S>
const S* numbers_or_none(In<S> list) {
  return list.empty() ? nullptr : list.data();
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
