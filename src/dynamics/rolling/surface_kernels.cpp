#include "dynamics/rolling/surface_kernels.hpp"

#include <array>
#include <cmath>

namespace polhode::rolling {
namespace {

using surface::Revolution;

template <class S>
S at(const Expression& formula, const S& s) {
  return formula.evaluate<S>(In<S>(&s, 1));
}

double number(double x) { return x; }
double number(const Dual4& x) { return x.value; }

/// s is searched to this share of the profile's range; a step of Newton's from there is exact to rounding.
constexpr double settled = 1e-13;
/// Closer to a pole than this share of the range, ρ and z' are taken as means of their slopes from the pole on: their
/// own values have lost their digits there, and the radius of curvature is a quotient of the two.
constexpr double near_pole = 1. / 32;

// Gauss's points and weights on [0, 1], four of them: at the distance `near_pole` the error is 1e-17 of the eighth
// derivative.
constexpr std::array<double, 4> gauss_points{0.069431844202973712388, 0.330009478207571867599, 0.669990521792428132401,
                                             0.930568155797026287612};
constexpr std::array<double, 4> gauss_weights{0.173927422568726928687, 0.326072577431273071313, 0.326072577431273071313,
                                              0.173927422568726928687};

/// ρ/z' = ∫ρ' ds / ∫z'' ds over the way from the pole, each as a mean over Gauss's points.
template <class S>
S ratio_near_pole(const Revolution& revolution, double pole, const S& s) {
  S rho_mean(0.0), z_mean(0.0);
  for (std::size_t k = 0; k < 4; ++k) {
    const S there = pole + gauss_points[k] * (s - pole);
    rho_mean += gauss_weights[k] * at(revolution.rho_slopes()[1], there);
    z_mean += gauss_weights[k] * at(revolution.z_slopes()[2], there);
  }
  return rho_mean / z_mean;
}

}  // namespace

double touching_parameter(const Revolution& revolution, double u_rho, double u_z) {
  const auto slopes = [&](double s) {
    return std::array{at(revolution.rho_slopes()[1], s), at(revolution.z_slopes()[1], s)};
  };
  double low = revolution.begin(), high = revolution.end();
  const double range = high - low;
  // u·X' is positive below the point sought and negative above it. Along the axis it vanishes at both poles.
  const double last = u_z > 0 ? high : low;
  const auto [end_rho, end_z] = slopes(last);
  const double at_end = u_rho * end_rho + u_z * end_z;
  if (u_z > 0 ? at_end >= 0 : at_end <= 0) return last;
  double s = low + range * (fn::atan2(u_rho, -u_z) / pi);
  for (int i = 0; i < 100; ++i) {
    const auto [rho_1, z_1] = slopes(s);
    const double rho_2 = at(revolution.rho_slopes()[2], s), z_2 = at(revolution.z_slopes()[2], s);
    const double across = u_rho * rho_1 + u_z * z_1;
    if (across > 0)
      low = s;
    else
      high = s;
    // The angle between the tangent and the one sought grows all along a convex profile, as u·X' itself does not.
    const double angle = fn::atan2(-across, u_rho * z_1 - u_z * rho_1);
    const double step = angle * (rho_1 * rho_1 + z_1 * z_1) / (rho_1 * z_2 - z_1 * rho_2);
    double next = s - step;
    if (!(next >= low && next <= high)) next = low + 0.5 * (high - low);
    const double change = std::fabs(next - s);
    s = next;
    if (change <= settled * range) break;
  }
  return s;
}

template <class S>
Touch<S> touch(const Revolution& revolution, const Vector3<S>& N, const Vector3<S>& V) {
  const Vector3<S> u(-N[0], -N[1], -N[2]);
  const S square = u[0] * u[0] + u[1] * u[1];
  // Below this the square has lost its digits, and its root has no slope.
  const S u_rho = number(square) < 1e-290 ? S(0.0) : fn::sqrt(square);
  // Inside a step N is a unit vector but for the step's error. Γ goes by its direction alone, near a pole as elsewhere:
  // a jump between the two formulas would be one in the rate.
  const S length = fn::sqrt(S(square + u[2] * u[2]));
  const auto& rho = revolution.rho_slopes();
  const auto& z = revolution.z_slopes();
  const double found = touching_parameter(revolution, number(u_rho), number(u[2]));
  const double bend = number(u_rho) * at(rho[2], found) + number(u[2]) * at(z[2], found);
  const S s = found - (at(rho[1], found) * u_rho + at(z[1], found) * u[2]) / bend;

  const S rho_1 = at(rho[1], s), z_1 = at(z[1], s), rho_2 = at(rho[2], s), z_2 = at(z[2], s);
  const S speed = fn::sqrt(S(rho_1 * rho_1 + z_1 * z_1));
  const S along = (speed * speed) * speed / ((rho_1 * z_2 - z_1 * rho_2) * length);

  const double range = revolution.end() - revolution.begin();
  const double pole = number(u[2]) > 0 ? revolution.end() : revolution.begin();
  const bool near = std::fabs(number(s) - pole) < near_pole * range;
  const S around = near ? S(speed * ratio_near_pole(revolution, pole, s) / length) : S(at(rho[0], s) / u_rho);

  Touch<S> result{{around * u[0], around * u[1], at(z[0], s)}, {-(around * V[0]), -(around * V[1]), -(around * V[2])}};
  // Nearer to a pole the radii differ by less than rounding.
  if (number(square) < 1e-16) return result;
  const Vector3<S> g(-(u[2] * u[0]), -(u[2] * u[1]), square);
  const S factor = (along - around) / (square * length * length) * ((g[0] * V[0] + g[1] * V[1]) + g[2] * V[2]);
  for (int i = 0; i < 3; ++i) result.slope[i] -= factor * g[i];
  return result;
}

template <class S>
Touch<S> touch(const surface::Support& support, const Vector3<S>& N, const Vector3<S>& V) {
  const Vector3<S> n(-N[0], -N[1], -N[2]);
  const SupportJet<S> h = support.at<S>(n);
  const auto& g = h.gradient;
  const auto& H = h.hessian;
  const S excess = h.value - ((n[0] * g[0] + n[1] * g[1]) + n[2] * g[2]);
  const Vector3<S> HV((H[0] * V[0] + H[3] * V[1]) + H[4] * V[2], (H[3] * V[0] + H[1] * V[1]) + H[5] * V[2],
                      (H[4] * V[0] + H[5] * V[1]) + H[2] * V[2]);
  const S along = (n[0] * HV[0] + n[1] * HV[1]) + n[2] * HV[2];
  Touch<S> result;
  for (int i = 0; i < 3; ++i) {
    result.point[i] = g[static_cast<std::size_t>(i)] + excess * n[i];
    result.slope[i] = along * n[i] - (HV[i] + excess * V[i]);
  }
  return result;
}

template <class S>
Touch<S> touch(const surface::Sum& sum, const Vector3<S>& N, const Vector3<S>& V, double side) {
  const S zero(0.0);
  Touch<S> all{{zero, zero, zero}, {zero, zero, zero}};
  for (const Surface& part : sum.parts) {
    const Touch<S> one = touch<S>(part, N, V, side);
    all.point += one.point;
    all.slope += one.slope;
  }
  return all;
}

#define POLHODE_FOR(S)                                                                          \
  template Touch<S> touch<S>(const surface::Revolution&, const Vector3<S>&, const Vector3<S>&); \
  template Touch<S> touch<S>(const surface::Support&, const Vector3<S>&, const Vector3<S>&);    \
  template Touch<S> touch<S>(const surface::Sum&, const Vector3<S>&, const Vector3<S>&, double);
POLHODE_FOR(double)
POLHODE_FOR(Dual4)
#undef POLHODE_FOR

}  // namespace polhode::rolling
