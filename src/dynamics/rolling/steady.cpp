#include <polhode/dynamics/rolling/steady.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/dynamics/rolling/surface.hpp>

namespace polhode {
namespace {

/// Differences of inertias and lengths that are rounding of what they were computed from.
constexpr double alike = 1e-12;
/// The same of sums of a few products.
constexpr double rounding = 1e-15;

/// A sum that is nothing but the rounding of its two parts.
bool cancels(double a, double b) { return std::fabs(a + b) <= 4 * rounding * (std::fabs(a) + std::fabs(b)); }

/// a φ̇² − b s φ̇ = c.
struct SteadyEquation {
  double a, b, c;

  SteadyEquation(const RollingBody& body, double tilt) {
    const Meridian at = meridian_at(body, tilt);
    const double I1 = body.inertia(0, 0), I3 = body.inertia(2, 2), h = at.height();
    a = (I1 * at.cos + body.mass * at.zeta * h) * at.sin;
    b = I3 * at.sin + body.mass * at.rho * h;
    c = cancels(at.rho * at.cos, -at.zeta * at.sin) ? 0 : body.mass * body.gravity.norm() * at.height_slope();
  }
};

}  // namespace

std::string not_of_revolution(const RollingBody& body) {
  if (!turns_about_z(body.surface)) return "its surface is none of revolution about z";
  const double off_axis = std::max(std::fabs(body.centre.x()), std::fabs(body.centre.y()));
  if (off_axis > alike * girth(body.surface)) return "its centre of mass is not on the axis of its surface";
  const Mat3& I = body.inertia;
  const double uneven = std::max({std::fabs(I(0, 0) - I(1, 1)), std::fabs(I(0, 1)), std::fabs(I(1, 0)),
                                  std::fabs(I(0, 2)), std::fabs(I(1, 2)), std::fabs(I(2, 0)), std::fabs(I(2, 1))});
  if (uneven > alike * I.trace()) return "its inertia is none of revolution about z";
  return {};
}

std::string not_on_level_plane(const RollingBody& body) {
  const auto* plane = std::get_if<ground::Plane>(&body.ground.shape);
  if (plane == nullptr) return "its ground is no plane";
  if (moves(body.ground)) return "its ground moves";
  const Vec3 n = plane->normal.normalized();
  const double down = -n.dot(body.gravity);
  if ((body.gravity + down * n).norm() > alike * body.gravity.norm()) return "its ground is not level";
  if (down < 0) return "gravity pulls it off the ground";
  return {};
}

Meridian meridian_at(const RollingBody& body, double tilt) {
  const auto both = fn::sincos(tilt);
  return meridian_at(body, both.sin, both.cos);
}

Meridian meridian_at(const RollingBody& body, double sin, double cos) {
  Meridian at{.sin = sin, .cos = cos};
  const Vec3 N(0, at.sin, at.cos);
  const Vec3 Gamma = body.centre + touching_point(body.surface, N);
  const Vec3 slope = touching_slope(body.surface, N) * Vec3(0, at.cos, -at.sin);
  at.rho = -Gamma.y();
  at.zeta = -Gamma.z();
  at.rho_slope = -slope.y();
  at.zeta_slope = -slope.z();
  return at;
}

std::vector<double> steady_precessions(const RollingBody& body, double tilt, double spin) {
  const SteadyEquation equation(body, tilt);
  const double a = equation.a, b = -equation.b * spin, c = -equation.c;
  if (a == 0) {
    if (b == 0) return c == 0 ? std::vector<double>{0} : std::vector<double>{};
    return {-c / b};
  }
  if (c == 0 && b == 0) return {0};
  const double square = b * b - 4 * a * c;
  if (square < 0) return {};
  // The larger root by the sum that does not cancel, the smaller one from the product of both.
  const double q = -0.5 * (b + std::copysign(std::sqrt(square), b));
  std::vector<double> roots{c / q, q / a};
  if (std::fabs(roots[1]) < std::fabs(roots[0])) std::swap(roots[0], roots[1]);
  return roots;
}

std::optional<double> steady_spin(const RollingBody& body, double tilt, double precession) {
  const SteadyEquation equation(body, tilt);
  if (precession == 0) return equation.c == 0 ? std::optional<double>(0) : std::nullopt;
  const double b = equation.b * precession;
  if (b == 0) return std::nullopt;
  return (equation.a * precession * precession - equation.c) / b;
}

std::optional<SteadyMotion> steady_at_rest(const RollingBody& body, double tilt) {
  const Meridian at = meridian_at(body, tilt);
  if (!(at.rho > 0)) return std::nullopt;
  const double lever = at.zeta / at.rho, upright = body.inertia(0, 0) * at.cos,
               across = -body.inertia(2, 2) * lever * at.sin;
  if (cancels(upright, across) || cancels(at.rho * at.cos, -at.zeta * at.sin)) return std::nullopt;
  const double square = body.mass * body.gravity.norm() * at.height_slope() / (at.sin * (upright + across));
  if (!(square > 0)) return std::nullopt;
  const double precession = std::sqrt(square);
  return SteadyMotion{tilt, precession, lever * precession * at.sin};
}

double steady_energy(const RollingBody& body, const SteadyMotion& motion) {
  const Meridian at = meridian_at(body, motion.tilt);
  const double p = motion.precession * at.sin, s = motion.spin, v = at.zeta * p - at.rho * s;
  return 0.5 * (body.inertia(0, 0) * p * p + body.inertia(2, 2) * s * s + body.mass * v * v) +
         body.mass * body.gravity.norm() * at.height();
}

}  // namespace polhode
