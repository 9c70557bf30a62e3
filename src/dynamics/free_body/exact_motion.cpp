#include <polhode/dynamics/free_body/exact_motion.hpp>

#include <array>
#include <cmath>
#include <limits>

#include <polhode/math/elementary.hpp>
#include <polhode/math/elliptic.hpp>

#include "math/double_double.hpp"
#include "math/so3_kernels.hpp"

namespace polhode {
namespace {

using Quaternion = so3::Vector4<double>;
using fn::kernel::difference;
using fn::kernel::Double2;
using fn::kernel::times;

constexpr double longest_addition = 0.5;  // of ν t: the denominators of the addition theorems are then above 3/4
constexpr double lost_in_rounding = 1e-30;

/// I d w² to twice a double's digits.
Double2<double> weighted_square(double I, const Double2<double>& d, double w) {
  return times(times(times(d, I), w), w);
}

/// A body's moments and angular velocity with the axes renamed so that the polhode encircles the third one. Letters as
/// in docs/theory/free-body.md.
struct Labels {
  std::array<int, 3> axis{0, 1, 2};  ///< which principal axis is now the first, second, third
  double third_sign = 1;             ///< −1 keeps the axes right-handed
  Vec3 I, w;
  double S = 0;  ///< L² − 2 E I₂ ≥ 0

  Labels(const Vec3& moments, const Vec3& rates) {
    const auto swap = [&](std::size_t a, std::size_t b) {
      std::swap(axis[a], axis[b]);
      third_sign = -third_sign;
    };
    const auto moment = [&](std::size_t i) { return moments[axis[i]]; };
    if (moment(0) > moment(1)) swap(0, 1);
    if (moment(1) > moment(2)) swap(1, 2);
    if (moment(0) > moment(1)) swap(0, 1);
    const auto gap = [&](std::size_t a, std::size_t b) { return fn::kernel::two_sum(moment(a), -moment(b)); };
    const Double2<double> above = weighted_square(moment(2), gap(2, 1), rates[axis[2]]);
    const Double2<double> below = weighted_square(moment(0), gap(1, 0), rates[axis[0]]);
    S = difference(above, below).hi;
    if (std::fabs(S) <= lost_in_rounding * (above.hi + below.hi)) S = 0;
    if (S < 0) {
      S = -S;
      swap(0, 2);
    }
    for (int i = 0; i < 3; ++i) {
      I[i] = moments[axis[static_cast<std::size_t>(i)]];
      w[i] = rates[axis[static_cast<std::size_t>(i)]];
    }
    w[2] *= third_sign;
  }

  Vec3 undo(const Vec3& v) const {
    Vec3 out;
    for (int i = 0; i < 3; ++i) out[axis[static_cast<std::size_t>(i)]] = i == 2 ? third_sign * v[i] : v[i];
    return out;
  }
};

/// Everything of the motion that does not depend on time.
struct Constants {
  double d31, d32, d21, sense;  ///< sense = sgn(I₃ − I₁)
  double A, B, L;
  bool steady;
  double nu = 0, m = 0, m1 = 0;
  bool about_third = true;  ///< the axis whose precession is followed; else the first
  double N = 0, C0 = 0, C1 = 0;

  explicit Constants(const Labels& body) {
    const Vec3 &I = body.I, &w = body.w;
    d31 = std::fabs(I[2] - I[0]), d32 = std::fabs(I[2] - I[1]), d21 = std::fabs(I[1] - I[0]);
    sense = I[2] < I[0] ? -1 : 1;
    A = I[0] * d31 * w[0] * w[0] + I[1] * d32 * w[1] * w[1];
    B = I[1] * d21 * w[1] * w[1] + I[2] * d31 * w[2] * w[2];
    const Vec3 l = I.cwiseProduct(w);
    L = std::sqrt((l[0] * l[0] + l[1] * l[1]) + l[2] * l[2]);
    // Both are squares of what deviates from a steady turn about a stable axis: 1e-145 of it never grows.
    const double nothing = 1e-290 * (L * L);
    steady = A <= nothing || B <= nothing || d32 == 0 || (body.S == 0 && w[0] == 0 && w[2] == 0);
    if (steady) return;
    nu = std::sqrt(d32 * B / (I[0] * I[1] * I[2]));
    // Both are at most 1 but for rounding.
    m = std::min(1.0, d21 * A / (d32 * B));
    m1 = std::min(1.0, d31 * body.S / (d32 * B));
    about_third = I[2] * d21 <= I[0] * d32;
    if (about_third) {
      N = I[2] * d21 / (I[0] * d32);
      C0 = L / I[0];
      C1 = -sense * d21 * d31 / (d32 * I[0]);
    } else {
      N = m * I[0] * d32 / (I[2] * d21);
      C0 = L / I[2];
      C1 = sense * m * d32 * d31 / (d21 * I[2]);
    }
  }
};

/// ∫₀^v sn²/(1 + N sn²) for |v| ≤ K, from sn, cn², dn² there.
double third_kind(double sn, double cn_squared, double dn_squared, double N) {
  return sn * sn * sn / 3 * elliptic::carlson_j(cn_squared, dn_squared, 1, 1 + N * sn * sn);
}

/// The change of Ω and of ∫ sn²/(1 + N sn²) over a time.
struct Change {
  Vec3 w = Vec3::Zero();
  double J = 0;
  /// How far Ω went round the third axis, to less than half a turn; 0 if that is less than half a turn, too.
  double around = 0;
};

/// By the addition theorems of sn, cn, dn and of the integral of the third kind: nothing is subtracted that is not
/// small, and no phase has to be found.
Change short_change(const Labels& body, const Constants& k, double t) {
  const Vec3 &I = body.I, &w = body.w;
  const double sn = elliptic::jacobi(k.nu * t, k.m1).sn, s2 = sn * sn;
  // From sn alone, so that the identities between the three hold to a rounding of 1 − cn and 1 − dn.
  const double cn = std::sqrt(1 - s2), dn = std::sqrt(1 - k.m * s2);
  const double less_cn = s2 / (1 + cn), less_dn = k.m * s2 / (1 + dn);
  const double mu = I[1] * k.d21 * w[1] * w[1] / k.B * s2;  // m sn² of the start, times sn² of the step
  const double first = k.sense * k.d32 / (I[0] * k.nu) * sn, second = k.sense * k.d31 / (I[1] * k.nu) * sn,
               third = k.sense * k.d21 / (I[2] * k.nu) * sn;
  Change change;
  change.w = Vec3(w[0] * (mu - less_cn) - first * dn * (w[1] * w[2]),
                  w[1] * (mu - (less_cn + cn * less_dn)) + second * (w[0] * w[2]),
                  w[2] * (mu - less_dn) - third * cn * (w[0] * w[1])) /
             (1 - mu);
  const double per_a2 = I[1] * k.d32 / k.A;  // 1/a₂²
  const double end = w[1] + change.w[1];
  const double start2 = per_a2 * w[1] * w[1], end2 = per_a2 * end * end, product = sn * (per_a2 * w[1] * end);
  const double g = (1 + k.N * start2) * (1 + k.N * s2) * (1 + k.N * end2);
  const double d = k.N * (1 + k.N) * (k.N + k.m);
  change.J = third_kind(sn, cn * cn, dn * dn, k.N) + product * elliptic::carlson_c(g - d * product * product, g);
  return change;
}

/// The phase u₀ = 2 K j₀ + v₀ of the start, and where it is after a time.
class Phase {
 public:
  Phase(const Labels& body, const Constants& constants) : body_(body), k_(constants) {
    const Vec3 &I = body.I, &w = body.w;
    a_ = {std::sqrt(k_.A / (I[0] * k_.d31)), std::sqrt(k_.A / (I[1] * k_.d32)), std::sqrt(k_.B / (I[2] * k_.d31))};
    sign_ = w[2] < 0 ? -1 : 1;
    const double s = k_.sense * sign_ * w[1] / a_[1], c = w[0] / a_[0], d = std::fabs(w[2]) / a_[2];
    flipped_ = c < 0;
    start_amplitude_ = fn::atan2(flipped_ ? -s : s, std::fabs(c));
    if (k_.m1 == 0) {
      v0_ = inverse_sinh((flipped_ ? -s : s) / std::fabs(c));
      start_J_ = separatrix_J(v0_);
      return;
    }
    quarter_ = elliptic::carlson_f(0, k_.m1, 1);
    v0_ = (flipped_ ? -s : s) * elliptic::carlson_f(c * c, d * d, 1);
    start_J_ = third_kind(flipped_ ? -s : s, c * c, d * d, k_.N);
  }

  Change after(double t) const {
    double v = k_.nu * t + v0_, J = 0, turns = 0;
    bool flipped = flipped_;
    elliptic::Jacobi now;
    if (k_.m1 == 0) {
      now = elliptic::jacobi(v, 0);
      J = separatrix_J(v) - start_J_;
    } else {
      turns = std::floor(v / (2 * quarter_) + 0.5);
      now = elliptic::jacobi(v - 2 * quarter_ * turns, k_.m1);
      const double whole = elliptic::carlson_j(0, k_.m1, 1, 1 + k_.N) / 3;
      J = (third_kind(now.sn, now.cn * now.cn, now.dn * now.dn, k_.N) - start_J_) + 2 * turns * whole;
      if (turns - 2 * std::floor(0.5 * turns) != 0) flipped = !flipped;
    }
    const double amplitude = fn::atan2(now.sn, now.cn) + pi * turns;
    const double sign = flipped ? -1 : 1;
    const Vec3 w(sign * a_[0] * now.cn, sign * k_.sense * sign_ * a_[1] * now.sn, sign_ * a_[2] * now.dn);
    return {w - body_.w, J, -k_.sense * sign_ * (amplitude - start_amplitude_)};
  }

 private:
  static double inverse_sinh(double x) {
    const double size = std::fabs(x), root = std::sqrt(1 + x * x);
    // ln(1 + y) = 2 artanh(y/(2 + y)), and R_C keeps the digits of a small y.
    const double y = size + size * size / (1 + root), z = y / (2 + y);
    return (x < 0 ? -2 : 2) * z * elliptic::carlson_c(1, 1 - z * z);
  }

  /// On the separatrix sn = tanh, and the integral is elementary; near v = 0 that form cancels.
  double separatrix_J(double v) const {
    const elliptic::Jacobi j = elliptic::jacobi(v, 0);
    if (std::fabs(v) < 0.1) return third_kind(j.sn, j.cn * j.cn, j.dn * j.dn, k_.N);
    const double root = std::sqrt(k_.N);
    const double angle = root > 0 ? fn::atan(root * j.sn) / root : j.sn;
    return (v - angle) / (1 + k_.N);
  }

  const Labels& body_;
  const Constants& k_;
  Vec3 a_;
  double sign_ = 1, quarter_ = 0, v0_ = 0, start_J_ = 0, start_amplitude_ = 0;
  bool flipped_ = false;  ///< j₀ is odd
};

/// sin x and 1 − cos x.
struct Arc {
  double sine, less_cosine;
  explicit Arc(double x) {
    const auto half = fn::sincos(0.5 * x);
    sine = 2 * half.sin * half.cos;
    less_cosine = 2 * half.sin * half.sin;
  }
};

/// The rotation vector u, |u| ≤ 2π, of the product of two quaternions of which a and b are what they have more than 1.
/// Of the two that turn alike it is the one whose exp has the product's sign, so that a quaternion that is turned by it
/// moves as steadily as the body, and does not change its sign wherever the turn passes π.
Vec3 log_of_product(const Quaternion& a, const Quaternion& b) {
  const Quaternion ab = so3::product(a, b);
  const Quaternion q(1 + (a[0] + b[0] + ab[0]), a[1] + b[1] + ab[1], a[2] + b[2] + ab[2], a[3] + b[3] + ab[3]);
  const Vec3 u = so3::log(q);
  if (q[0] >= 0) return u;
  const double angle = u.norm();
  return angle > 0 ? Vec3((1 - 2 * pi / angle) * u) : Vec3(2 * pi, 0, 0);
}

/// The rotation vector of conj(Z₀) Z for the zxz angles (0, θ₀, ψ₀) and (φ, θ, ψ) of a body about its angular momentum,
/// whose body components change from l by dl:
///
///   δ = exp(φ l/L) · [Rz(−ψ₀) Rx(Δθ) Rz(ψ)],
///
/// with Δθ and Δψ from l and dl, so that a small turn keeps all its digits. `around` says which of the values of Δψ, a
/// turn apart from each other, it is.
Vec3 turn(const Vec3& l, const Vec3& dl, double L, double phi, double around) {
  const Vec3 end = l + dl;
  const double flat = std::sqrt(l[0] * l[0] + l[1] * l[1]), end_flat = std::sqrt(end[0] * end[0] + end[1] * end[1]);
  const double sum = flat + end_flat;
  const double flat_change = sum > 0 ? (dl[0] * (l[0] + end[0]) + dl[1] * (l[1] + end[1])) / sum : 0;
  const double tilt = fn::atan2(flat_change * l[2] - dl[2] * flat, end_flat * flat + end[2] * l[2]);
  double spin = flat > 0 && end_flat > 0 ? fn::atan2(dl[0] * l[1] - l[0] * dl[1], l[0] * end[0] + l[1] * end[1]) : 0;
  const double turns = std::floor((around - spin) / (2 * pi) + 0.5);
  if (turns - 2 * std::floor(0.5 * turns) != 0) spin += 2 * pi;  // pairs of turns leave even quaternions as they are
  const double psi = flat > 0 ? fn::atan2(l[0], l[1]) : fn::atan2(end[0], end[1]);
  const Arc half_phi(0.5 * phi), half_tilt(0.5 * tilt), half_spin(0.5 * spin);
  const auto mean = fn::sincos(psi + 0.5 * spin);
  const double cos_tilt = 1 - half_tilt.less_cosine;
  // w − 1, x, y, z of both factors.
  const Quaternion a(-half_phi.less_cosine, half_phi.sine * l[0] / L, half_phi.sine * l[1] / L,
                     half_phi.sine * l[2] / L);
  const Quaternion b(-(half_tilt.less_cosine + cos_tilt * half_spin.less_cosine), half_tilt.sine * mean.cos,
                     -half_tilt.sine * mean.sin, cos_tilt * half_spin.sine);
  return log_of_product(a, b);
}

/// The symmetric case without elliptic functions. The body turns about its angular momentum at L/I₁ and, seen from
/// there, about its axis e at −Ω, Ω = (I₃/I₁ − 1) w₃; its angular velocity turns about e at Ω:
///
///   exp(turn) = exp(t l/I₁) exp(−Ω t e)                                             docs/theory/free-body.md
ExactMotion::Increment symmetric_increment(const Vec3& moments, int axis, const Vec3& w, double t) {
  const int first = (axis + 1) % 3, second = (axis + 2) % 3;
  if ((w[first] == 0 && w[second] == 0) || moments[axis] == moments[first]) return {.turn_B = t * w};
  const Vec3 l = moments.cwiseProduct(w);
  const double L = std::sqrt((l[0] * l[0] + l[1] * l[1]) + l[2] * l[2]);
  const Arc about_momentum(0.5 * (t * L / moments[first]));
  const Arc about_axis(0.5 * (t * w[axis] * (moments[axis] - moments[first]) / moments[first]));
  const double scale = about_momentum.sine / L;
  const Quaternion a(-about_momentum.less_cosine, scale * l[0], scale * l[1], scale * l[2]);
  Quaternion b(-about_axis.less_cosine, 0, 0, 0);
  b[axis + 1] = -about_axis.sine;
  const double sine = 2 * about_axis.sine * (1 - about_axis.less_cosine);
  const double less_cosine = 2 * about_axis.sine * about_axis.sine;
  ExactMotion::Increment increment{.turn_B = log_of_product(a, b)};
  increment.change_B[first] = -less_cosine * w[first] - sine * w[second];
  increment.change_B[second] = sine * w[first] - less_cosine * w[second];
  return increment;
}

ExactMotion::Increment principal_increment(const Vec3& moments, const Vec3& w, double t) {
  for (int axis = 0; axis < 3; ++axis)
    if (moments[(axis + 1) % 3] == moments[(axis + 2) % 3]) return symmetric_increment(moments, axis, w, t);
  const Labels body(moments, w);
  const Constants k(body);
  if (k.steady) return {.turn_B = t * w};
  const bool is_short = std::fabs(k.nu * t) <= longest_addition;
  const Change change = is_short ? short_change(body, k, t) : Phase(body, k).after(t);
  const double phi = k.C0 * (t + k.C1 / k.nu * change.J);
  const Vec3 l = body.I.cwiseProduct(body.w), dl = body.I.cwiseProduct(change.w);
  Vec3 turned;
  if (k.about_third) {
    turned = turn(l, dl, k.L, phi, change.around);
  } else {  // with the axes shifted cyclically, so that the first is the third
    const Vec3 shifted = turn({l[1], l[2], l[0]}, {dl[1], dl[2], dl[0]}, k.L, phi, 0);
    turned = {shifted[2], shifted[0], shifted[1]};
  }
  return {body.undo(turned), body.undo(change.w)};
}

}  // namespace

ExactMotion::ExactMotion(const PrincipalAxes& principal)
    : principal_(principal), turned_(principal.axes != Mat3::Identity()) {}

double ExactMotion::flip_interval(const Vec3& w_B) const {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Vec3& moments = principal_.moments;
  if (moments[0] == moments[1] || moments[1] == moments[2] || moments[0] == moments[2]) return never;
  const Labels body(moments, principal_.axes.transpose() * w_B);
  const Constants k(body);
  if (k.steady || k.m1 == 0) return never;
  return 2 * elliptic::carlson_f(0, k.m1, 1) / k.nu;
}

double ExactMotion::fastest(const Vec3& w_B) const {
  const Vec3 w = principal_.axes.transpose() * w_B;
  return std::sqrt(principal_.moments.cwiseProduct(w).dot(w) / principal_.moments.minCoeff());
}

ExactMotion::Increment ExactMotion::increment(const Vec3& w_B, double t) const {
  if (!turned_) return principal_increment(principal_.moments, w_B, t);
  const Mat3& axes = principal_.axes;
  Increment step = principal_increment(principal_.moments, axes.transpose() * w_B, t);
  // The axes are orthogonal to rounding only. The same defect in every step would add up, so it is taken out.
  const auto back = [&axes](const Vec3& v) {
    const Vec3 first = axes * v;
    return Vec3(first + axes * (v - axes.transpose() * first));
  };
  return {back(step.turn_B), back(step.change_B)};
}

}  // namespace polhode
