// The rate of free bodies, one kernel for double, packs and dual numbers.
#include <polhode/dynamics/free_body/free_body.hpp>

#include <algorithm>

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
  const S* y = x + (body.held ? 0 : 3);
  const so3::Vector4<S> R_WB(y[0], y[1], y[2], y[3]);
  Applied<S> sum;
  for (const Load& each : body.others)
    std::visit([&](const auto& one) { apply(one, t, R_WB, body.p_BoO_B, sum); }, each);
  const Vector3<S> alpha_B = times(body.inverse_I_B, sum.t_B);
  S* alpha = v + (body.held ? 3 : 9);
  for (int i = 0; i < 3; ++i) {
    if (!body.held) v[6 + i] = v[6 + i] + body.inverse_mass * sum.f_W[i];
    alpha[i] = alpha[i] + alpha_B[i];
  }
}

template <class S>
[[gnu::always_inline]] inline void FreeBodies::body_rate(const Constants& body, double t, const S* x, S* v) {
  const Vector3<S> w_B(x[10], x[11], x[12]);
  const Vector3<S> alpha_B = times(body.inverse_I_B, so3::cross(times(body.I_BO_B, w_B), w_B));
  for (int i = 0; i < 3; ++i) {
    v[i] = x[7 + i];
    v[3 + i] = w_B[i];
    v[6 + i] = S(body.g_W[i]);
    v[9 + i] = alpha_B[i];
  }
  if (!body.others.empty()) add_loads(body, t, x, v);
}

/// Of the uniform fields about the pivot of a held body, body axes.
template <class S>
Vector3<S> FreeBodies::weight_moment(const Constants& body, const S* x) {
  const so3::Vector4<S> R_WB(x[0], x[1], x[2], x[3]);
  return so3::cross(widen<S>(body.mass_lever_B), so3::rotate_back(R_WB, widen<S>(body.g_W)));
}

/// A body that turns about its pivot.
template <class S>
[[gnu::noinline]] void FreeBodies::held_rate(const Constants& body, double t, const S* x, S* v) {
  const Vector3<S> w_B(x[4], x[5], x[6]);
  const Vector3<S> weight_B = weight_moment(body, x);
  const Vector3<S> alpha_B = times(body.inverse_I_B, Vector3<S>(weight_B + so3::cross(times(body.I_BO_B, w_B), w_B)));
  for (int i = 0; i < 3; ++i) {
    v[i] = w_B[i];
    v[3 + i] = alpha_B[i];
  }
  if (!body.others.empty()) add_loads(body, t, x, v);
}

/// An end of a spring: where it is, how it moves, and where it is in its body, seen from O.
template <class S>
struct FreeBodies::Point {
  Vector3<S> p_WQ, v_WQ;
  so3::Vector4<S> R_WB;
  Vector3<S> p_OQ_B;
};

template <class S>
[[gnu::always_inline]] inline FreeBodies::Point<S> FreeBodies::end_of(const load::Spring::End& end, const S* x) const {
  const Vector3<S> zero = widen<S>(Vec3::Zero());
  if (!end.body.valid()) return {widen<S>(end.p_BoQ_B), zero, {S(1.0), S(0.0), S(0.0), S(0.0)}, zero};
  const Constants& body = constants_[static_cast<std::size_t>(end.body.value)];
  const S* y = x + body.x0;
  const S* q = y + (body.held ? 0 : 3);
  const S* w = y + (body.held ? 4 : 10);
  const so3::Vector4<S> R_WB(q[0], q[1], q[2], q[3]);
  const Vector3<S> p_OQ_B = widen<S>(end.p_BoQ_B - body.p_BoO_B);
  const Vector3<S> p_OQ_W = so3::rotate(R_WB, p_OQ_B);
  const Vector3<S> turning_W = so3::rotate(R_WB, so3::cross(Vector3<S>(w[0], w[1], w[2]), p_OQ_B));
  if (body.held) return {widen<S>(body.p_WO) + p_OQ_W, turning_W, R_WB, p_OQ_B};
  return {Vector3<S>(y[0], y[1], y[2]) + p_OQ_W, Vector3<S>(y[7], y[8], y[9]) + turning_W, R_WB, p_OQ_B};
}

template <class S>
[[gnu::always_inline]] inline void FreeBodies::pull(const load::Spring::End& end, const Point<S>& point,
                                                    const Vector3<S>& f_W, S* v) const {
  if (!end.body.valid()) return;
  const Constants& body = constants_[static_cast<std::size_t>(end.body.value)];
  const Vector3<S> alpha_B = times(body.inverse_I_B, so3::cross(point.p_OQ_B, so3::rotate_back(point.R_WB, f_W)));
  S* to = v + body.v0;
  S* alpha = to + (body.held ? 3 : 9);
  for (int i = 0; i < 3; ++i) {
    if (!body.held) to[6 + i] = to[6 + i] + body.inverse_mass * f_W[i];
    alpha[i] = alpha[i] + alpha_B[i];
  }
}

namespace {

/// What a spring does to its first end, world axes.
template <class S>
Vector3<S> spring_force(const load::Spring& spring, const Vector3<S>& along, const Vector3<S>& speed) {
  // A spring that only pulls its ends together has no direction to lose where they meet.
  S per_length = S(spring.stiffness);
  if (spring.length != 0 || spring.damping != 0) {
    const S square = so3::squared_norm(along);
    const S length = sqrt(square);
    const S rate = ((along[0] * speed[0] + along[1] * speed[1]) + along[2] * speed[2]) / length;
    per_length = (spring.stiffness * (length - spring.length) + spring.damping * rate) / length;
  }
  return {per_length * along[0], per_length * along[1], per_length * along[2]};
}

/// Two numbers side by side, of the first and of the second end of a spring.
using Both = Pack2;

Both both(double first, double second) {
  Both pair;
  pair.set(0, first);
  pair.set(1, second);
  return pair;
}

Vector3<Both> both(const double* first, const double* second) {
  return {both(first[0], second[0]), both(first[1], second[1]), both(first[2], second[2])};
}

}  // namespace

template <class S>
void FreeBodies::spring_rate(const load::Spring& spring, const S* x, S* v) const {
  const Point<S> a = end_of(spring.ends[0], x), b = end_of(spring.ends[1], x);
  const Vector3<S> f_W = spring_force<S>(spring, b.p_WQ - a.p_WQ, b.v_WQ - a.v_WQ);
  pull(spring.ends[0], a, f_W, v);
  pull(spring.ends[1], b, Vector3<S>(-f_W[0], -f_W[1], -f_W[2]), v);
}

/// The same for two free bodies and numbers alone, both ends at once: half of the work, with the same bits.
void FreeBodies::pair_rate(const load::Spring& spring, const Constants& a, const Constants& b, const double* x,
                           double* v) {
  const double *first = x + a.x0, *second = x + b.x0;
  const auto vector = [&](int at) { return both(first + at, second + at); };
  const Vec3 lever_a = spring.ends[0].p_BoQ_B - a.p_BoO_B, lever_b = spring.ends[1].p_BoQ_B - b.p_BoO_B;
  const Vector3<Both> p_OQ_B = both(lever_a.data(), lever_b.data());
  const so3::Vector4<Both> R_WB(both(first[3], second[3]), both(first[4], second[4]), both(first[5], second[5]),
                                both(first[6], second[6]));
  const Vector3<Both> p_WQ = vector(0) + so3::rotate(R_WB, p_OQ_B);
  const Vector3<Both> v_WQ = vector(7) + so3::rotate(R_WB, so3::cross(vector(10), p_OQ_B));
  const auto apart = [](const Vector3<Both>& ends) {
    return Vec3(ends[0][1] - ends[0][0], ends[1][1] - ends[1][0], ends[2][1] - ends[2][0]);
  };
  const Vec3 f_W = spring_force<double>(spring, apart(p_WQ), apart(v_WQ)), back_W = -f_W;
  const Vector3<Both> t_B = so3::cross(p_OQ_B, so3::rotate_back(R_WB, both(f_W.data(), back_W.data())));
  double *of_first = v + a.v0, *of_second = v + b.v0;
  for (int i = 0; i < 3; ++i) {
    const auto inverse = [&](int k) { return both(a.inverse_I_B(i, k), b.inverse_I_B(i, k)); };
    const Both alpha = (inverse(0) * t_B[0] + inverse(1) * t_B[1]) + inverse(2) * t_B[2];
    of_first[6 + i] += a.inverse_mass * f_W[i];
    of_second[6 + i] += b.inverse_mass * back_W[i];
    of_first[9 + i] += alpha[0];
    of_second[9 + i] += alpha[1];
  }
}

template <class S>
[[gnu::noinline]] void FreeBodies::add_springs(const S* x, S* v) const {
  for (const load::Spring& spring : springs_) {
    if constexpr (std::is_same_v<S, double>) {
      const int first = spring.ends[0].body.value, second = spring.ends[1].body.value;
      const Constants* a = first < 0 ? nullptr : &constants_[static_cast<std::size_t>(first)];
      const Constants* b = second < 0 ? nullptr : &constants_[static_cast<std::size_t>(second)];
      if (a != nullptr && b != nullptr && a != b && !a->held && !b->held) {
        pair_rate(spring, *a, *b, x, v);
        continue;
      }
    }
    spring_rate(spring, x, v);
  }
}

template <class S>
void FreeBodies::rate(double t, In<S> x, Out<S> v) const {
  for (const Constants& body : constants_) {
    if (body.held)
      held_rate(body, t, x.data() + body.x0, v.data() + body.v0);
    else
      body_rate(body, t, x.data() + body.x0, v.data() + body.v0);
  }
  if (!springs_.empty()) add_springs(x.data(), v.data());
}

void FreeBodies::load_rate(double t, VecIn x, VecOut v) const {
  std::fill(v.begin(), v.end(), 0.0);
  for (const Constants& body : constants_) {
    const double* from = x.data() + body.x0;
    double* to = v.data() + body.v0;
    const Vec3 pull = body.held ? times(body.inverse_I_B, weight_moment(body, from)) : body.g_W;
    for (int i = 0; i < 3; ++i) to[(body.held ? 3 : 6) + i] = pull[i];
    if (!body.others.empty()) add_loads(body, t, from, to);
  }
  if (!springs_.empty()) add_springs(x.data(), v.data());
}

template void FreeBodies::rate<double>(double, In<double>, Out<double>) const;
template void FreeBodies::rate<Pack4>(double, In<Pack4>, Out<Pack4>) const;
template void FreeBodies::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
