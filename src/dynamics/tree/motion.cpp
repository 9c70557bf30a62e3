// Coordinates that move: rates of q, and steps along them.
#include <cmath>

#include <polhode/dynamics/tree/tree.hpp>
#include <polhode/math/dual.hpp>

#include "dynamics/tree/data.hpp"
#include "math/so3_kernels.hpp"

namespace polhode {
namespace {

/// q̇ = ½ q (ω, 0) for a quaternion x, y, z, w and the angular velocity in the body's axes.
template <class S>
void quaternion_rate(const S* q, const S* w, S* rate) {
  const S half(0.5);
  rate[0] = half * (q[3] * w[0] + q[1] * w[2] - q[2] * w[1]);
  rate[1] = half * (q[3] * w[1] + q[2] * w[0] - q[0] * w[2]);
  rate[2] = half * (q[3] * w[2] + q[0] * w[1] - q[1] * w[0]);
  rate[3] = -(half * (q[0] * w[0] + q[1] * w[1] + q[2] * w[2]));
}

/// The vector v turned by the quaternion x, y, z, w of any length but zero.
template <class S>
Eigen::Matrix<S, 3, 1> turned(const S* q, const S* v) {
  using Vector = Eigen::Matrix<S, 3, 1>;
  const auto cross = [](const Vector& a, const Vector& b) {
    return Vector(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  };
  const Vector u(q[0], q[1], q[2]), x(v[0], v[1], v[2]);
  const S k = S(2.0) / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const Vector once = cross(u, x), twice = cross(u, once);
  Vector result;
  for (int i = 0; i < 3; ++i) result[i] = x[i] + k * (q[3] * once[i] + twice[i]);
  return result;
}

void turn_by(const double* q, const double* u, double* result) {
  const Rotation R = Rotation::from_quaternion(q[3], q[0], q[1], q[2]) * Rotation::exp({u[0], u[1], u[2]});
  const Vec4 wxyz = R.quaternion();
  for (int i = 0; i < 4; ++i) result[i] = wxyz[(i + 1) % 4];
}

}  // namespace

template <class S>
void coordinate_rates(const Tree& tree, In<S> q, In<S> v, Out<S> q_rate) {
  for (const tree::Node& node : tree.data().nodes) {
    const S *const q_node = q.data() + node.q0, *const v_node = v.data() + node.v0;
    S* const rate = q_rate.data() + node.q0;
    switch (node.motion) {
      case tree::Motion::ball: quaternion_rate(q_node, v_node, rate); break;
      case tree::Motion::free: {
        const auto velocity = turned(q_node + 3, v_node);
        for (int i = 0; i < 3; ++i) rate[i] = velocity[i];
        quaternion_rate(q_node + 3, v_node + 3, rate + 3);
        break;
      }
      default: rate[0] = v_node[0];
    }
  }
}

template void coordinate_rates<double>(const Tree&, In<double>, In<double>, Out<double>);
template void coordinate_rates<Dual4>(const Tree&, In<Dual4>, In<Dual4>, Out<Dual4>);

void moved(const Tree& tree, VecIn q, VecIn u, VecOut result) {
  for (const tree::Node& node : tree.data().nodes) {
    const double *const q_node = q.data() + node.q0, *const u_node = u.data() + node.v0;
    double* const to = result.data() + node.q0;
    switch (node.motion) {
      case tree::Motion::ball: turn_by(q_node, u_node, to); break;
      case tree::Motion::free: {
        const Vec3 way = turned(q_node + 3, u_node);
        for (int i = 0; i < 3; ++i) to[i] = q_node[i] + way[i];
        turn_by(q_node + 3, u_node + 3, to + 3);
        break;
      }
      default: to[0] = q_node[0] + u_node[0];
    }
  }
}

}  // namespace polhode
