#include <polhode/math/euler.hpp>

#include <cmath>
#include <limits>
#include <string>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode {

namespace {

constexpr std::array<std::string_view, 12> names{"zxz", "zyz", "xyx", "xzx", "yxy", "yzy",
                                                 "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"};

/// Below this sine (or cosine) of half the middle angle the split between first and third angle is noise.
constexpr double noise = 4 * std::numeric_limits<double>::epsilon();

/// Axes of a sequence: first i, second j, and k, the one that is neither. Sign is +1 if i, j, k are right-handed.
struct Axes {
  int i, j, k;
  double sign;
  bool returns;  ///< the third turn is about i again (Euler), not about k (Tait–Bryan)

  explicit Axes(EulerSequence sequence) {
    const std::string_view text = name(sequence);
    i = text[0] - 'x', j = text[1] - 'x', k = 3 - i - j;
    sign = (j - i + 3) % 3 == 1 ? 1 : -1;
    returns = text[2] == text[0];
  }
  int third() const { return returns ? i : k; }
};

Rotation about(int axis, double angle) {
  if (axis == 0) return Rotation::about_x(angle);
  return axis == 1 ? Rotation::about_y(angle) : Rotation::about_z(angle);
}

/// Turns v about a coordinate axis.
void turn(Vec3& v, int axis, double sin, double cos) {
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  const double va = v[a], vb = v[b];
  v[a] = cos * va - sin * vb;
  v[b] = sin * va + cos * vb;
}

double hypotenuse(double a, double b) { return std::sqrt(a * a + b * b); }

/// Into (−π, π].
double wrapped(double angle) {
  if (angle > pi) return angle - 2 * pi;
  return angle <= -pi ? angle + 2 * pi : angle;
}

/// Which combination is left where the axes coincide: e_first · (third axis seen after two turns) = ±1.
EulerDefined left_over(const Axes& axes, double sin, double cos) {
  return (axes.returns ? cos : axes.sign * sin) > 0 ? EulerDefined::sum : EulerDefined::difference;
}

}  // namespace

std::string_view name(EulerSequence sequence) { return names[static_cast<std::size_t>(sequence)]; }

Result<EulerSequence> parse_euler_sequence(std::string_view text) {
  const std::string lower = lower_case(text);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == lower) return euler_sequences[i];
  std::string hint = "one of zxz, zyz, xyx, xzx, yxy, yzy, xyz, xzy, yxz, yzx, zxy, zyx";
  const bool axes = lower.size() == 3 && lower.find_first_not_of("xyz") == std::string::npos;
  if (axes) hint = "two turns about the same axis one after the other are only one turn; " + hint;
  const std::string close = nearest(lower, std::span<const std::string_view>(names));
  if (!close.empty()) hint = "did you mean \"" + close + "\"? " + hint;
  return Diagnostic{Severity::error, {}, {}, "\"" + std::string(text) + "\" is not a sequence of Euler angles", hint};
}

Rotation from_euler(EulerSequence sequence, const Vec3& angles) {
  const Axes axes(sequence);
  return about(axes.i, angles[0]) * about(axes.j, angles[1]) * about(axes.third(), angles[2]);
}

EulerAngles to_euler(EulerSequence sequence, const Rotation& R) {
  const Axes axes(sequence);
  const Vec4 q = R.quaternion();
  const double w = q[0], x = q[1 + axes.i], y = q[1 + axes.j], z = axes.sign * q[1 + axes.k];
  // After a further quarter turn about the second axis, a Tait–Bryan sequence is an Euler sequence: rotations.md (7).
  double cos_sum = w, sin_sum = x, cos_difference = y, sin_difference = z;
  if (!axes.returns) {
    cos_sum = w + axes.sign * y, sin_sum = x + axes.sign * z;
    cos_difference = w - axes.sign * y, sin_difference = z * -axes.sign + x;
  }
  const double c = hypotenuse(cos_sum, sin_sum), s = hypotenuse(cos_difference, sin_difference);
  const double half_sum = fn::atan2(sin_sum, cos_sum), half_difference = fn::atan2(sin_difference, cos_difference);
  EulerAngles result;
  if (axes.returns)
    result.angles[1] = 2 * fn::atan2(s, c);
  else
    result.angles[1] = fn::atan2(2 * (w * y + x * z), s * c);
  if (s > noise && c > noise) {
    result.angles[0] = wrapped(half_sum + half_difference);
    result.angles[2] = wrapped(half_sum - half_difference);
    return result;
  }
  result.defined = s > c ? EulerDefined::difference : EulerDefined::sum;
  result.angles[0] = wrapped(2 * (s > c ? half_difference : half_sum));
  result.angles[2] = 0;
  return result;
}

Vec3 world_velocity_from_euler(EulerSequence sequence, const Vec3& angles, const Vec3& rates) {
  const Axes axes(sequence);
  const auto first = fn::sincos(angles[0]), second = fn::sincos(angles[1]);
  Vec3 w = Vec3::Zero();
  w[axes.third()] = rates[2];
  turn(w, axes.j, second.sin, second.cos);
  w[axes.j] += rates[1];
  turn(w, axes.i, first.sin, first.cos);
  w[axes.i] += rates[0];
  return w;
}

Vec3 body_velocity_from_euler(EulerSequence sequence, const Vec3& angles, const Vec3& rates) {
  const Axes axes(sequence);
  const auto second = fn::sincos(angles[1]), third = fn::sincos(angles[2]);
  Vec3 w = Vec3::Zero();
  w[axes.i] = rates[0];
  turn(w, axes.j, -second.sin, second.cos);
  w[axes.j] += rates[1];
  turn(w, axes.third(), -third.sin, third.cos);
  w[axes.third()] += rates[2];
  return w;
}

EulerRates euler_rates_from_world(EulerSequence sequence, const Vec3& angles, const Vec3& w_WB_W) {
  const Axes axes(sequence);
  const auto first = fn::sincos(angles[0]), second = fn::sincos(angles[1]);
  // Seen after the first turn, only the third turn reaches the axis k.
  Vec3 w = w_WB_W;
  turn(w, axes.i, -first.sin, first.cos);
  const double reach = axes.returns ? -axes.sign * second.sin : second.cos;
  const double shared = axes.returns ? second.cos : axes.sign * second.sin;
  if (std::fabs(reach) <= noise) return {Vec3(w[axes.i], w[axes.j], 0), left_over(axes, second.sin, second.cos)};
  const double third = w[axes.k] / reach;
  return {Vec3(w[axes.i] - shared * third, w[axes.j], third), EulerDefined::all};
}

EulerRates euler_rates_from_body(EulerSequence sequence, const Vec3& angles, const Vec3& w_WB_B) {
  const Axes axes(sequence);
  const auto second = fn::sincos(angles[1]), third = fn::sincos(angles[2]);
  // Seen after the second turn, only the first turn reaches the axis across j from the third.
  Vec3 w = w_WB_B;
  turn(w, axes.third(), third.sin, third.cos);
  const int across = axes.returns ? axes.k : axes.i;
  const double reach = axes.returns ? axes.sign * second.sin : second.cos;
  const double shared = axes.returns ? second.cos : axes.sign * second.sin;
  if (std::fabs(reach) <= noise) {
    // The third turn's rate, or its opposite, is the first turn's.
    return {Vec3((shared > 0 ? 1 : -1) * w[axes.third()], w[axes.j], 0), left_over(axes, second.sin, second.cos)};
  }
  const double first = w[across] / reach;
  return {Vec3(first, w[axes.j], w[axes.third()] - shared * first), EulerDefined::all};
}

}  // namespace polhode
