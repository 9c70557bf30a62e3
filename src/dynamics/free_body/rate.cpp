// The rate of free bodies, one kernel for double, packs and dual numbers.
#include <polhode/dynamics/free_body/free_body.hpp>

#include <algorithm>

#include "dynamics/free_body/rate_kernels.hpp"
#include "dynamics/free_body/state_forms.hpp"

namespace polhode {
namespace {

using load::times;
using load::widen;
template <class S>
using Vector3 = so3::Vector3<S>;

/// As std::visit, which calls through a table from twelve kinds on (libstdc++): with loads as small as a push, the call
/// and what it puts into memory cost more than the load.
template <class Visitor, class... Kinds>
[[gnu::always_inline]] inline void visit_inline(const std::variant<Kinds...>& any, const Visitor& visitor) {
  const auto try_kind = [&](const auto* one) { return one != nullptr && (visitor(*one), true); };
  static_cast<void>((try_kind(std::get_if<Kinds>(&any)) || ...));
}

}  // namespace

template <class S>
[[gnu::always_inline]] inline BodyMotion<S> FreeBodies::motion_of(const Constants& body, const S* x) {
  if (body.is_plain()) return forms::motion(body.form, {body.inverse_mass, body.I_BO_B, body.inverse_I_B}, x);
  if (!body.held) return {{x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}, {x[7], x[8], x[9]}, {x[10], x[11], x[12]}};
  const so3::Vector4<S> R_WB(x[0], x[1], x[2], x[3]);
  const Vector3<S> w_B(x[4], x[5], x[6]), r_B = widen<S>(body.p_OBcm_B);
  return {widen<S>(body.p_WO) + so3::rotate(R_WB, r_B), R_WB, so3::rotate(R_WB, so3::cross(w_B, r_B)), w_B};
}

template <class S>
[[gnu::always_inline]] inline void FreeBodies::accelerate(const Constants& body, const BodyMotion<S>& motion,
                                                          const Applied<S>& applied, S* v) {
  if (body.is_plain())
    return forms::accelerate(body.form, {body.inverse_mass, body.I_BO_B, body.inverse_I_B}, motion, applied, v);
  Vector3<S> t_B = applied.t_B;
  if (body.held) t_B += so3::cross(widen<S>(body.p_OBcm_B), so3::rotate_back(motion.R_WB, applied.f_W));
  const Vector3<S> alpha_B = times(body.diagonal, body.inverse_I_B, t_B);
  S* alpha = v + (body.held ? 3 : 9);
  for (int i = 0; i < 3; ++i) {
    if (!body.held) v[6 + i] = v[6 + i] + body.inverse_mass * applied.f_W[i];
    alpha[i] = alpha[i] + alpha_B[i];
  }
}

/// What the loads other than uniform fields add; apart, so that the rate of a body without any stays small.
template <class S>
[[gnu::noinline]] void FreeBodies::add_loads(const Constants& body, double t, const S* x, S* v) {
  const BodyMotion<S> motion = motion_of(body, x);
  Applied<S> sum;
  for (const Load& each : body.others)
    visit_inline(each, [&](const auto& one) { load::apply(one, t, motion, body.mass, sum); });
  if (body.rotor_B != Vec3::Zero()) sum.t_B += so3::cross(widen<S>(body.rotor_B), motion.w_WB_B);
  accelerate(body, motion, sum, v);
}

template <class S>
[[gnu::always_inline]] inline void FreeBodies::body_rate(const Constants& body, double t, const S* x, S* v) {
  const Vector3<S> w_B(x[10], x[11], x[12]);
  const Vector3<S> alpha_B = free_turn_rate(body.diagonal, body.I_BO_B, body.inverse_I_B, w_B);
  for (int i = 0; i < 3; ++i) {
    v[i] = x[7 + i];
    v[3 + i] = w_B[i];
    v[6 + i] = S(body.g_W[i]);
    v[9 + i] = alpha_B[i];
  }
  if (!body.simple) add_loads(body, t, x, v);
}

/// A body in a form of plain numbers.
template <class S>
[[gnu::noinline]] void FreeBodies::plain_rate(const Constants& body, double t, const S* x, S* v) {
  const forms::Inertia inertia{body.inverse_mass, body.I_BO_B, body.inverse_I_B};
  forms::free_rate(body.form, inertia, x, v);
  const Vec3 g_W = (forms::has_momenta(body.form) ? body.mass.mass() : 1.0) * body.g_W;
  forms::add(widen<S>(g_W), v, forms::layout(body.form).linear);
  if (!body.simple) add_loads(body, t, x, v);
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
  if (!body.simple) add_loads(body, t, x, v);
}

template <class S>
[[gnu::always_inline]] inline PairEnd<S> FreeBodies::end_of(BodyIndex body, const S* x) const {
  const Constants* constants = constants_of(body);
  if (constants == nullptr) return PairEnd<S>::world();
  return {motion_of(*constants, x + constants->x0), &constants->mass};
}

namespace {

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

/// A spring between two free bodies for numbers alone, both ends at once: half of the work, with the same bits.
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
  const Vec3 f_W = load::spring_force<double>(spring, apart(p_WQ), apart(v_WQ)), back_W = -f_W;
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
[[gnu::noinline]] void FreeBodies::add_pairs(double t, const S* x, S* v) const {
  const auto fast = [](const Constants& body) { return !body.held && body.form == StateForm::rotation; };
  const auto add = [&](const auto& one) {
    const std::array<BodyIndex, 2> which = one.bodies();
    const std::array<const Constants*, 2> of{constants_of(which[0]), constants_of(which[1])};
    if constexpr (std::is_same_v<S, double> && std::is_same_v<decltype(one), const load::Spring&>)
      if (of[0] != nullptr && of[1] != nullptr && of[0] != of[1] && fast(*of[0]) && fast(*of[1]))
        return pair_rate(one, *of[0], *of[1], x, v);
    const std::array ends{end_of(which[0], x), end_of(which[1], x)};
    const std::array<Applied<S>, 2> applied = load::act(one, t, ends);
    for (std::size_t k = 0; k < 2; ++k)
      if (of[k] != nullptr) accelerate(*of[k], ends[k].motion, applied[k], v + of[k]->v0);
  };
  for (const PairLoad& each : pairs_) std::visit(add, each);
}

template <class S>
void FreeBodies::rate(double t, In<S> x, Out<S> v) const {
  for (const Constants& body : constants_) {
    if (body.held)
      held_rate(body, t, x.data() + body.x0, v.data() + body.v0);
    else if (body.is_plain())
      plain_rate(body, t, x.data() + body.x0, v.data() + body.v0);
    else
      body_rate(body, t, x.data() + body.x0, v.data() + body.v0);
  }
  if (!pairs_.empty()) add_pairs(t, x.data(), v.data());
}

void FreeBodies::load_rate(double t, VecIn x, VecOut v) const {
  std::fill(v.begin(), v.end(), 0.0);
  for (const Constants& body : constants_) {
    const double* from = x.data() + body.x0;
    double* to = v.data() + body.v0;
    const Vec3 pull = body.held ? times(body.inverse_I_B, weight_moment(body, from)) : body.g_W;
    const int linear = body.held || body.form == StateForm::particle ? 3 : 6;
    for (int i = 0; i < 3; ++i) to[linear + i] = pull[i];
    if (!body.simple) add_loads(body, t, from, to);
  }
  if (!pairs_.empty()) add_pairs(t, x.data(), v.data());
}

template void FreeBodies::rate<double>(double, In<double>, Out<double>) const;
template void FreeBodies::rate<Pack4>(double, In<Pack4>, Out<Pack4>) const;
template void FreeBodies::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
