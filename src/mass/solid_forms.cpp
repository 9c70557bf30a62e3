#include "mass/solid_forms.hpp"

#include <algorithm>
#include <cmath>

#include "mass/cubature.hpp"

// Derivations of every line: docs/theory/mass.md, section "Closed forms".

namespace polhode::solid {
namespace {

constexpr double third = 1.0 / 3;

Spread form(const Box& s) {
  const double a = s.size[0], b = s.size[1], c = s.size[2];
  if (s.shell == Shell::none) return {a * b * c, 0, s.size.cwiseProduct(s.size) / 12};
  // Two faces across an axis sit at half the edge, the other four reach along it.
  const auto square = [](double edge, double across, double along) { return edge * edge * (across / 4 + along / 12); };
  const double bc = 2 * b * c, ca = 2 * c * a, ab = 2 * a * b, area = bc + ca + ab;
  return {area, 0, Vec3(square(a, bc, ca + ab), square(b, ca, ab + bc), square(c, ab, bc + ca)) / area};
}

Spread form(const Sphere& s) {
  const double rr = s.radius * s.radius;
  if (s.shell == Shell::none) return {4 * third * pi * rr * s.radius, 0, Vec3::Constant(rr / 5)};
  return {4 * pi * rr, 0, Vec3::Constant(rr / 3)};
}

/// ∫ over an octant of the unit sphere u(θ, φ), with dA = |(bc u₁, ca u₂, ab u₃)| dΩ. There is no elementary form.
Spread ellipsoid_shell(const Vec3& axes) {
  // In units of the largest axis, so that nothing overflows.
  const double unit = axes.maxCoeff();
  const Vec3 e = axes / unit;
  const Vec3 stretch(e[1] * e[2], e[2] * e[0], e[0] * e[1]);
  const auto octant = [&](int, const Vec3& at, std::span<double> values) {
    const auto [st, ct] = fn::sincos(at[0]);
    const auto [sp, cp] = fn::sincos(at[1]);
    const Vec3 u(st * cp, st * sp, ct);
    const double weight = st * u.cwiseProduct(stretch).norm();
    values[0] = weight;
    for (int i = 0; i < 3; ++i) values[static_cast<std::size_t>(i) + 1] = weight * e[i] * e[i] * u[i] * u[i];
    return true;
  };
  const Region quarter{Vec3::Zero(), Vec3(pi / 2, pi / 2, 0)};
  const Cubature sum = integrate(2, 4, {&quarter, 1}, octant, {.tolerance = 1e-13});
  const std::vector<double>& v = sum.values;
  return {8 * v[0] * unit * unit, 0, Vec3(v[1], v[2], v[3]) / v[0] * (unit * unit)};
}

Spread form(const Ellipsoid& s) {
  if (s.shell == Shell::none)
    return {4 * third * pi * s.axes[0] * s.axes[1] * s.axes[2], 0, s.axes.cwiseProduct(s.axes) / 5};
  if (s.axes[0] == s.axes[1] && s.axes[1] == s.axes[2])
    return form(Sphere{.radius = s.axes[0], .shell = Shell::closed});
  return ellipsoid_shell(s.axes);
}

Spread round_plate(double radius, double z) {
  const double rr = radius * radius;
  return {pi * rr, z, Vec3(rr / 4, rr / 4, 0)};
}

Spread solid_cylinder(double radius, double length) {
  const double rr = radius * radius;
  return {pi * rr * length, 0, Vec3(rr / 4, rr / 4, length * length / 12)};
}

Spread tube(double radius, double length) {
  const double rr = radius * radius;
  return {2 * pi * radius * length, 0, Vec3(rr / 2, rr / 2, length * length / 12)};
}

Spread form(const Cylinder& s) {
  if (s.shell == Shell::none) return solid_cylinder(s.radius, s.length);
  const Spread side = tube(s.radius, s.length);
  if (s.shell == Shell::open) return side;
  return side + (round_plate(s.radius, -s.length / 2) + round_plate(s.radius, s.length / 2));
}

Spread form(const Disk& s) { return solid_cylinder(s.radius, s.length); }

Spread form(const Cone& s) {
  const double rr = s.radius * s.radius, hh = s.length * s.length;
  if (s.shell == Shell::none)
    return {third * pi * rr * s.length, -s.length / 4, Vec3(0.15 * rr, 0.15 * rr, 0.0375 * hh)};
  const Spread side{pi * s.radius * std::sqrt(rr + hh), -s.length / 6, Vec3(rr / 4, rr / 4, hh / 18)};
  if (s.shell == Shell::open) return side;
  return side + round_plate(s.radius, -s.length / 2);
}

/// The caps of a capsule: two half balls, or half spheres, h apart. Mean of z in one of them and mean of z² about its
/// centre, in units of the radius.
Spread caps(const Spread& ball, double radius, double h, double mean_z) {
  Spread both = ball;
  both.squares[2] += h * h / 4 + h * mean_z * radius;
  return both;
}

Spread form(const Capsule& s) {
  const Spread ball = form(Sphere{.radius = s.radius, .shell = s.shell});
  if (s.shell == Shell::none) return solid_cylinder(s.radius, s.length) + caps(ball, s.radius, s.length, 0.375);
  return tube(s.radius, s.length) + caps(ball, s.radius, s.length, 0.5);
}

Spread form(const Torus& s) {
  const double rr = s.radius * s.radius, tt = s.tube * s.tube;
  if (s.shell == Shell::none) {
    const double across = rr / 2 + 0.375 * tt;
    return {2 * pi * pi * s.radius * tt, 0, Vec3(across, across, tt / 4)};
  }
  const double across = rr / 2 + 0.75 * tt;
  return {4 * pi * pi * s.radius * s.tube, 0, Vec3(across, across, tt / 2)};
}

Spread form(const Rod& s) { return {s.length, 0, Vec3(0, 0, s.length * s.length / 12)}; }

Spread form(const Ring& s) {
  const double rr = s.radius * s.radius;
  return {2 * pi * s.radius, 0, Vec3(rr / 2, rr / 2, 0)};
}

Spread form(const Particle&) { return {}; }

}  // namespace

Spread operator+(const Spread& a, const Spread& b) {
  const double measure = a.measure + b.measure;
  if (measure == 0) return a;
  const double wa = a.measure / measure, wb = b.measure / measure, apart = b.centroid_z - a.centroid_z;
  Spread sum{measure, a.centroid_z + wb * apart, wa * a.squares + wb * b.squares};
  sum.squares[2] += wa * wb * apart * apart;
  return sum;
}

Spread spread(const Solid& solid) {
  return std::visit([](const auto& s) { return form(s); }, solid);
}

}  // namespace polhode::solid
