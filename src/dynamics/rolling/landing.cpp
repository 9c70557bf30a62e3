#include "dynamics/rolling/landing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/LU>

namespace polhode::rolling {
namespace {

using Impulse = Eigen::Vector4d;  // along n, e₁, e₂, and the couple about n

constexpr int extrapolations = 8;       // and the order of a step
constexpr double exactness = 1e-12;     // of a landing's impulse
constexpr double gain_allowed = 1e-13;  // of the energy of the slip: rounding of its sum
constexpr int most_steps = 100'000;

/// A landing as a motion whose time is its normal impulse: friction that goes by the load goes by its impulse.
///
///   dp/dp_n = n − k(u, spin) u_t,   dq/dp_n = M(u, spin),   u = u⁻ + 𝒜p + (I⁻¹ n q)×γ          theory/rolling.md (13a)
///
/// Steps are linearly implicit ones of Euler, extrapolated: friction that stops a slip at once is stiff.
///
/// Source   [Hairer, Wanner 1996] IV.9
class Landing {
 public:
  Landing(const Friction& law, const SpaceContact<double>& at)
      : law_(law), at_(at), axes_{at.ground.n, at.ground.e1, at.ground.e2} {
    for (std::size_t i = 0; i < 3; ++i) {
      slip_of_[i] = at.answer(axes_[i]);
      spin_of_[i] = at.ground.n.dot(at.inverse_inertia * so3::cross(at.gamma, axes_[i]));
    }
    slip_of_[3] = at.answer_to_couple(at.ground.n);
    spin_of_[3] = at.ground.n.dot(at.inverse_inertia * at.ground.n);
    const double stop = std::fabs(normal_velocity(Impulse::Zero())) / at.ground.n.dot(slip_of_[0]);
    sizes_ = stop * Impulse(1, 1, 1, at.gamma.norm());
  }

  /// The impulse that has made the normal velocity what it should be in the end, or that has used up what energy there
  /// is to bounce with. Not a number where friction is beyond all computing: the run ends there, with the reason.
  LandingImpulse until(double normal_velocity_after) const {
    Impulse y = Impulse::Zero();
    double h = 0.01 * sizes_[0];
    for (int i = 0; i < most_steps && std::isfinite(h); ++i) {
      double error = 0;
      const Impulse next = step(y, h, error);
      const double factor = error > 0 ? 0.9 * fn::exp(fn::log(exactness / error) / extrapolations) : 4;
      if (error <= exactness && left(next, normal_velocity_after) <= 0) return of(last(y, h, normal_velocity_after));
      if (error <= exactness) y = next;
      h *= std::clamp(factor, 0.1, 4.0);
    }
    return of(Impulse::Constant(std::numeric_limits<double>::quiet_NaN()));
  }

 private:
  LandingImpulse of(const Impulse& y) const { return {y[0] * axes_[0] + y[1] * axes_[1] + y[2] * axes_[2], y[3]}; }
  template <class S>
  Vector3<S> slip(const std::array<S, 4>& y) const {
    Vector3<S> u = widen<S>(at_.slip);
    for (std::size_t i = 0; i < 4; ++i) u += scaled(y[i], widen<S>(slip_of_[i]));
    return u;
  }
  double spin(const Impulse& y) const {
    double sum = at_.spin;
    for (int i = 0; i < 4; ++i) sum += y[i] * spin_of_[static_cast<std::size_t>(i)];
    return sum;
  }
  static std::array<double, 4> array(const Impulse& y) { return {y[0], y[1], y[2], y[3]}; }
  double normal_velocity(const Impulse& y) const { return at_.ground.n.dot(slip(array(y))); }

  /// What the landing adds to the energy: ½ p·(u⁺ + u⁻), and the same of the couple.
  double gain(const Impulse& y) const {
    const Vec3 both = at_.slip + slip(array(y));
    double sum = y[3] * (at_.spin + spin(y));
    for (std::size_t i = 0; i < 3; ++i) sum += y[static_cast<int>(i)] * axes_[i].dot(both);
    return 0.5 * sum;
  }
  /// Positive before the end of the landing.
  double left(const Impulse& y, double normal_velocity_after) const {
    const double u_n = normal_velocity(y), before = std::fabs(normal_velocity(Impulse::Zero()));
    const double by_velocity = (normal_velocity_after - u_n) / before;
    if (u_n <= 0) return by_velocity;
    return std::min(by_velocity, -gain(y) / (before * sizes_[0]) + gain_allowed);
  }

  template <class S>
  std::array<S, 4> rate(const std::array<S, 4>& y) const {
    const Vector3<S> n = widen<S>(axes_[0]), u = slip(y), u_t = u - scaled(dot(n, u), n);
    S over = S(at_.spin);
    for (std::size_t i = 0; i < 4; ++i) over += y[i] * spin_of_[i];
    const FrictionOfLoad<S> friction = friction_of_load(law_, u_t, over);
    return {S(1.0), -friction.by_slip * dot(widen<S>(axes_[1]), u_t), -friction.by_slip * dot(widen<S>(axes_[2]), u_t),
            friction.drill};
  }
  Eigen::Matrix4d jacobian(const Impulse& y) const {
    std::array<Dual4, 4> dual;
    for (int i = 0; i < 4; ++i) dual[static_cast<std::size_t>(i)] = Dual4::variable(y[i], i);
    const std::array<Dual4, 4> rates = rate(dual);
    Eigen::Matrix4d J;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) J(i, j) = rates[static_cast<std::size_t>(i)].tangent[j];
    return J;
  }

  Impulse step(const Impulse& y, double h, double& error) const {
    const Eigen::Matrix4d J = jacobian(y);
    std::array<Impulse, extrapolations> before, row;  // T_{j−1,k} and T_{j,k}
    for (std::size_t j = 0; j < extrapolations; ++j) {
      const double part = h / static_cast<double>(j + 1);
      const Eigen::Matrix4d inverse = Eigen::Matrix4d(Eigen::Matrix4d::Identity() - part * J).inverse();
      row[0] = y;
      for (std::size_t i = 0; i <= j; ++i) {
        const std::array<double, 4> f = rate(array(row[0]));
        row[0] += part * (inverse * Impulse(f[0], f[1], f[2], f[3]));
      }
      for (std::size_t k = 1; k <= j; ++k) {
        const double ratio = static_cast<double>(j + 1) / static_cast<double>(j + 1 - k) - 1;
        row[k] = row[k - 1] + (row[k - 1] - before[k - 1]) / ratio;
      }
      before = row;
    }
    const Impulse &end = row[extrapolations - 1], sizes = sizes_ + end.cwiseAbs();
    error = ((end - row[extrapolations - 2]).array() / sizes.array()).abs().maxCoeff();
    return end;
  }

  /// The step that ends the landing, by bisection of its length.
  Impulse last(const Impulse& y, double h, double normal_velocity_after) const {
    double low = 0, high = h, error = 0;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (left(step(y, middle, error), normal_velocity_after) > 0 ? low : high) = middle;
    }
    return step(y, low, error);
  }

  const Friction& law_;
  const SpaceContact<double>& at_;
  std::array<Vec3, 3> axes_;
  std::array<Vec3, 4> slip_of_;  ///< of a unit of each impulse
  std::array<double, 4> spin_of_{};
  Impulse sizes_;
};

}  // namespace

LandingImpulse landing_impulse(const RollingBody& body, const SpaceContact<double>& at, double restitution) {
  const Vec3 n = at.ground.n, u = at.slip;
  const double u_n = n.dot(u);
  if (!can_hold(body)) {
    const Friction& law = *body.ground.friction;
    const bool by_load =
        std::holds_alternative<friction::Coulomb>(law) || std::holds_alternative<friction::LoadViscous>(law);
    if (by_load) return Landing(law, at).until(-restitution * u_n);
    return {-(1 + restitution) * u_n / n.dot(at.answer(n)) * n, 0};
  }
  const auto impulse = [&](double e) {
    const Vec3 stick = -solve_by_cofactors<double>(at.mobility(), u + e * u_n * n);
    const auto* coulomb = coulomb_of(body);
    const Parts parts(stick, n);
    if (coulomb == nullptr || (parts.load > 0 && parts.friction <= coulomb->standing * parts.load)) return stick;
    const Vec3 d = n + coulomb->sliding * parts.along;
    return Vec3(-(1 + e) * u_n / n.dot(at.answer(d)) * d);
  };
  const auto gain = [&](const Vec3& p) { return p.dot(2 * u + at.answer(p)); };
  const Vec3 full = impulse(restitution), none = impulse(0);
  if (gain(full) <= 0) return {full, 0};
  // ΔE is a parabola along the way to the landing without a bounce, which takes energy; the zero between.
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (gain(none + middle * (full - none)) <= 0 ? low : high) = middle;
  }
  return {none + low * (full - none), 0};
}

}  // namespace polhode::rolling
