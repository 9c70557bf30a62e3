// The rate of free bodies, one kernel for double, packs and dual numbers.
#include <polhode/dynamics/free_body/free_body.hpp>

#include "math/so3_kernels.hpp"

namespace polhode {
namespace {

template <class S>
using Vector3 = so3::Vector3<S>;

template <class S>
Vector3<S> widen(const Vec3& a) {
  return {S(a[0]), S(a[1]), S(a[2])};
}

/// A v for a matrix of numbers and a vector of any scalar, in one fixed order.
template <class S>
Vector3<S> times(const Mat3& A, const Vector3<S>& v) {
  return {(A(0, 0) * v[0] + A(0, 1) * v[1]) + A(0, 2) * v[2], (A(1, 0) * v[0] + A(1, 1) * v[1]) + A(1, 2) * v[2],
          (A(2, 0) * v[0] + A(2, 1) * v[1]) + A(2, 2) * v[2]};
}

/// Force in the world and torque about the centre of mass in the body, summed over loads.
template <class S>
struct Applied {
  Vector3<S> f_W = widen<S>(Vec3::Zero());
  Vector3<S> t_B = widen<S>(Vec3::Zero());
};

template <class S>
void apply(const load::Push& push, double t, const so3::Vector4<S>& R_WB, const Vec3& p_BoBcm_B, Applied<S>& sum) {
  const Vector3<S> force = widen<S>(push.force.at(t));
  const bool in_body = push.axes == Axes::body;
  const Vector3<S> f_B = in_body ? force : so3::rotate_back(R_WB, force);
  sum.f_W += in_body ? so3::rotate(R_WB, force) : force;
  sum.t_B += so3::cross(widen<S>(push.p_BoQ_B - p_BoBcm_B), f_B);
}

template <class S>
void apply(const load::Torque& couple, double t, const so3::Vector4<S>& R_WB, const Vec3&, Applied<S>& sum) {
  const Vector3<S> torque = widen<S>(couple.torque.at(t));
  sum.t_B += couple.axes == Axes::body ? torque : so3::rotate_back(R_WB, torque);
}

/// Uniform fields are summed beforehand: they need no attitude.
template <class S>
void apply(const load::Gravity&, double, const so3::Vector4<S>&, const Vec3&, Applied<S>&) {}

}  // namespace

/// What the loads other than uniform fields add; apart, so that the rate of a body without any stays small.
template <class S>
[[gnu::noinline]] void FreeBodies::add_loads(const Constants& body, double t, const S* x, S* v) {
  const so3::Vector4<S> R_WB(x[3], x[4], x[5], x[6]);
  Applied<S> sum;
  for (const Load& each : body.others)
    std::visit([&](const auto& one) { apply(one, t, R_WB, body.p_BoBcm_B, sum); }, each);
  const Vector3<S> alpha_B = times(body.inverse_I_B, sum.t_B);
  for (int i = 0; i < 3; ++i) {
    v[6 + i] = v[6 + i] + body.inverse_mass * sum.f_W[i];
    v[9 + i] = v[9 + i] + alpha_B[i];
  }
}

template <class S>
[[gnu::always_inline]] inline void FreeBodies::body_rate(const Constants& body, double t, const S* x, S* v) {
  const Vector3<S> w_B(x[10], x[11], x[12]);
  const Vector3<S> alpha_B = times(body.inverse_I_B, so3::cross(times(body.I_BBcm_B, w_B), w_B));
  for (int i = 0; i < 3; ++i) {
    v[i] = x[7 + i];
    v[3 + i] = w_B[i];
    v[6 + i] = S(body.g_W[i]);
    v[9 + i] = alpha_B[i];
  }
  if (!body.others.empty()) add_loads(body, t, x, v);
}

template <class S>
void FreeBodies::rate(double t, In<S> x, Out<S> v) const {
  const S* from = x.data();
  S* to = v.data();
  for (const Constants& body : constants_) {
    body_rate(body, t, from, to);
    from += nx;
    to += nv;
  }
}

void FreeBodies::load_rate(double t, VecIn x, VecOut v) const {
  const double* from = x.data();
  double* to = v.data();
  for (const Constants& body : constants_) {
    for (int i = 0; i < nv; ++i) to[i] = i >= 6 && i < 9 ? body.g_W[i - 6] : 0;
    if (!body.others.empty()) add_loads(body, t, from, to);
    from += nx;
    to += nv;
  }
}

template void FreeBodies::rate<double>(double, In<double>, Out<double>) const;
template void FreeBodies::rate<Pack4>(double, In<Pack4>, Out<Pack4>) const;
template void FreeBodies::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
