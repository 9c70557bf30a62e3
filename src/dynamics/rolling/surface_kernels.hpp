#pragma once
// Γ(N) and its derivative along a direction, over double and dual numbers.

#include <cmath>

#include <polhode/dynamics/rolling/surface.hpp>

#include "math/so3_kernels.hpp"

namespace polhode::rolling {

using so3::Matrix3;
using so3::Vector3;

/// Γ(N) and DΓ(N) V, from the origin of the geometry, body axes. N is a unit vector, V across it.
template <class S>
struct Touch {
  Vector3<S> point, slope;
};

// ── closed forms, here so that a rate takes them in ──

/// One instruction for a double, where fn::sqrt would be a call.
template <class S>
inline S root(const S& x) {
  using std::sqrt;
  return sqrt(x);
}

template <class S>
[[gnu::always_inline]] inline Touch<S> touch(const surface::Sphere& sphere, const Vector3<S>& N, const Vector3<S>& V) {
  const double a = -sphere.radius;
  return {{a * N[0], a * N[1], a * N[2]}, {a * V[0], a * V[1], a * V[2]}};
}

/// Γ = −D N / w,  DΓ V = −D V / w + D N (N·D V) / w³,  D = diag(a², b², c²), w² = N·D N.
template <class S>
[[gnu::always_inline]] inline Touch<S> touch(const surface::Ellipsoid& ellipsoid, const Vector3<S>& N,
                                             const Vector3<S>& V) {
  const Vec3& axes = ellipsoid.axes;
  const double a = axes[0] * axes[0], b = axes[1] * axes[1], c = axes[2] * axes[2];
  const Vector3<S> DN(a * N[0], b * N[1], c * N[2]);
  const S scale = 1.0 / root(S((N[0] * DN[0] + N[1] * DN[1]) + N[2] * DN[2]));
  const Vector3<S> q(scale * DN[0], scale * DN[1], scale * DN[2]);
  const S along = (q[0] * V[0] + q[1] * V[1]) + q[2] * V[2];
  return {{-q[0], -q[1], -q[2]},
          {scale * (along * q[0] - a * V[0]), scale * (along * q[1] - b * V[1]), scale * (along * q[2] - c * V[2])}};
}

/// A ball of the radius `edge` carried around the rims of a disk: what disk, torus and rounded disk have in common.
///
///   Γ = −R e − d sgn(N₃) e₃ − r N,  DΓ V = −(R/ρ₁₂) t (t·V) − r V,  e = (N₁, N₂, 0)/ρ₁₂, t = e₃ × e
template <class S>
[[gnu::always_inline]] inline Touch<S> touch_rims(double radius, double half_thickness, double edge,
                                                  const Vector3<S>& N, const Vector3<S>& V, double side) {
  const S scale = 1.0 / root(S(N[0] * N[0] + N[1] * N[1]));
  const S ex = scale * N[0], ey = scale * N[1];
  const S around = radius * scale * (ex * V[1] - ey * V[0]);
  const bool upper = side == 0 ? N[2] < 0.0 : side < 0;
  const double rim = upper ? half_thickness : 0.0 - half_thickness;
  return {{-(radius * ex + edge * N[0]), -(radius * ey + edge * N[1]), rim - edge * N[2]},
          {around * ey - edge * V[0], -(around * ex + edge * V[1]), -(edge * V[2])}};
}
template <class S>
[[gnu::always_inline]] inline Touch<S> touch(const surface::Disk& disk, const Vector3<S>& N, const Vector3<S>& V,
                                             double side) {
  return touch_rims(disk.radius, disk.half_thickness, 0.0, N, V, side);
}
template <class S>
[[gnu::always_inline]] inline Touch<S> touch(const surface::Torus& torus, const Vector3<S>& N, const Vector3<S>& V) {
  return touch_rims(torus.radius, 0.0, torus.tube, N, V, 1.0);
}
template <class S>
[[gnu::always_inline]] inline Touch<S> touch(const surface::RoundedDisk& disk, const Vector3<S>& N, const Vector3<S>& V,
                                             double side) {
  return touch_rims(disk.radius - disk.edge, disk.half_thickness - disk.edge, disk.edge, N, V, side);
}

// ── the others ──

/// The parameter s of the profile where u·X(s) is largest, to rounding; u has the components u_rho ≥ 0 away from the
/// axis and u_z along it.
double touching_parameter(const surface::Revolution& revolution, double u_rho, double u_z);

/// By the profile's point for u = −N and the two radii of curvature, R₁ along the meridian and R₂ around the axis.
///
///   Γ = (R₂ u₁, R₂ u₂, z),  DΓ V = −R₂ V − (R₁ − R₂)/u_ρ² g (g·V),  g = e₃ − u₃ u
///
/// Neither has a singularity at the poles, where R₁ = R₂. The parameter is searched with numbers, and a last step of
/// Newton's in S gives it the derivative of the implicit function.
/// Proof    tests/law/surface_law_test.cpp
template <class S>
Touch<S> touch(const surface::Revolution& revolution, const Vector3<S>& N, const Vector3<S>& V);

/// Of any extension f of h off the unit sphere, with n = −N and P = 1 − n nᵀ:
///
///   Γ = f n + P ∇f,  DΓ V = −(P ∇²f V + (f − n·∇f) V)
///
/// which are gradient and second derivative of |x| f(x/|x|), the one extension that is a support function.
/// Proof    tests/law/surface_law_test.cpp
template <class S>
Touch<S> touch(const surface::Support& support, const Vector3<S>& N, const Vector3<S>& V);

template <class S>
Touch<S> touch(const surface::Sum& sum, const Vector3<S>& N, const Vector3<S>& V, double side);

/// S is double or Dual4. Allocates nothing. `side` says on which of two rims a body stands: 1 where N₃ > 0, −1 where
/// N₃ < 0, and 0 for the one that lies lower, which jumps where N₃ changes sign.
template <class S>
[[gnu::always_inline]] inline Touch<S> touch(const Surface& surface, const Vector3<S>& N, const Vector3<S>& V,
                                             double side = 0) {
  // A visit would be a call through a table; a switch lets the caller take the closed forms in.
  const auto& shape = surface.shape;
  switch (shape.index()) {
    case 0: return touch<S>(*std::get_if<0>(&shape), N, V);
    case 1: return touch<S>(*std::get_if<1>(&shape), N, V);
    case 2: return touch<S>(*std::get_if<2>(&shape), N, V, side);
    case 3: return touch<S>(*std::get_if<3>(&shape), N, V);
    case 4: return touch<S>(*std::get_if<4>(&shape), N, V, side);
    case 5: return touch<S>(*std::get_if<5>(&shape), N, V);
    case 6: return touch<S>(*std::get_if<6>(&shape), N, V);
    default: return touch<S>(*std::get_if<7>(&shape), N, V, side);
  }
}

}  // namespace polhode::rolling
