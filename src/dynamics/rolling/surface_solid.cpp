// Uniform solids of surfaces.
#include <cmath>

#include <polhode/mass/solid.hpp>

#include "dynamics/rolling/surface_checks.hpp"
#include "mass/check.hpp"
#include "mass/cubature.hpp"

namespace polhode {
namespace {

/// Integrals are adapted until two rules differ by less, of which the better one is then exact to rounding.
constexpr CubatureOptions to_rounding{.tolerance = 1e-13, .max_evaluations = 400'000};

/// ∫dV, ∫x dV and ∫x xᵀ dV.
struct Moments {
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};

Result<MassProperties> with_mass(double mass, const Moments& of, const std::string& path) {
  const Vec3 com = of.first / of.volume;
  const Mat3 spread = of.second / of.volume - com * com.transpose();
  const Mat3 inertia = mass * (spread.trace() * Mat3::Identity() - spread);
  return MassProperties::checked(mass, com, inertia, path);
}

Diagnostic not_settled(const std::string& path) {
  return {Severity::error,
          {},
          path,
          "the integrals of this surface's uniform solid do not settle",
          "its formulas change too fast; give centre and inertia"};
}

Result<MassProperties> solid_of(const surface::Sphere& sphere, double mass, const std::string& path) {
  return solid::checked(solid::Sphere{.mass = mass, .radius = sphere.radius}, path);
}
Result<MassProperties> solid_of(const surface::Ellipsoid& ellipsoid, double mass, const std::string& path) {
  return solid::checked(solid::Ellipsoid{.mass = mass, .axes = ellipsoid.axes}, path);
}
Result<MassProperties> solid_of(const surface::Disk& disk, double mass, const std::string& path) {
  return solid::checked(solid::Disk{.mass = mass, .radius = disk.radius, .length = 2 * disk.half_thickness}, path);
}
Result<MassProperties> solid_of(const surface::Torus& torus, double mass, const std::string& path) {
  return solid::checked(solid::Torus{.mass = mass, .radius = torus.radius, .tube = torus.tube}, path);
}

/// Slices across z: of radius R up to the height b, then c + w with w² = e² − t² at the height b + t.
///
///   ∫w = π e²/4, ∫w² = 2 e³/3, ∫w³ = 3 π e⁴/16, ∫w⁴ = 8 e⁵/15, ∫t w = e³/3, ∫t w² = e⁴/4, ∫t² w = π e⁴/16,
///   ∫t² w² = 2 e⁵/15 over 0 < t < e
///
/// Proof    tests/law/surface_solid_law_test.cpp
Result<MassProperties> solid_of(const surface::RoundedDisk& disk, double mass, const std::string& path) {
  const double R = disk.radius, e = disk.edge, b = disk.half_thickness - e, c = R - e;
  const double e2 = e * e, e3 = e2 * e, e4 = e3 * e, e5 = e4 * e, c2 = c * c;
  const double w1 = pi * e2 / 4, w2 = 2 * e3 / 3, w3 = 3 * pi * e4 / 16, w4 = 8 * e5 / 15;
  // ∫(c + w)² tᵏ dt for k = 0, 1, 2, and ∫(c + w)⁴ dt.
  const double a0 = c2 * e + 2 * c * w1 + w2;
  const double a1 = c2 * e2 / 2 + 2 * c * (e3 / 3) + e4 / 4;
  const double a2 = c2 * e3 / 3 + 2 * c * (pi * e4 / 16) + 2 * e5 / 15;
  const double fourth = c2 * c2 * e + 4 * c2 * c * w1 + 6 * c2 * w2 + 4 * c * w3 + w4;
  Moments of;
  of.volume = 2 * pi * (R * R * b + a0);
  of.second(0, 0) = of.second(1, 1) = pi / 2 * (R * R * (R * R) * b + fourth);
  of.second(2, 2) = 2 * pi * (R * R * (b * b * b) / 3 + (b * b * a0 + 2 * b * a1 + a2));
  return with_mass(mass, of, path);
}

/// Slices across z, by s: dV = π ρ² z' ds. Lengths are taken in units of the girth, heights from the middle.
Result<MassProperties> solid_of(const surface::Revolution& revolution, double mass, const std::string& path) {
  const auto at = [](const Expression& formula, double s) { return formula.evaluate<double>(In<double>(&s, 1)); };
  const double unit = girth({revolution});
  const double low = at(revolution.z(), revolution.begin()), high = at(revolution.z(), revolution.end());
  const double middle = low + 0.5 * (high - low), tall = std::fmax(0.5 * (high - low), unit);
  const auto slice = [&](int, const Vec3& x, std::span<double> values) {
    const double rho = at(revolution.rho(), x[0]) / unit;
    const double z = (at(revolution.z(), x[0]) - middle) / tall;
    const double volume = rho * rho * (at(revolution.z_slopes()[1], x[0]) / tall);
    values[0] = volume;
    values[1] = volume * z;
    values[2] = volume * (z * z);
    values[3] = volume * (rho * rho);
    return true;
  };
  const Region whole{.low = Vec3(revolution.begin(), 0, 0), .high = Vec3(revolution.end(), 0, 0)};
  const Cubature sums = integrate(1, 4, std::span(&whole, 1), slice, to_rounding);
  if (!sums.converged) return not_settled(path);
  // The mass scales the result, so that factors common to all sums do not count.
  Moments of;
  of.volume = sums.values[0];
  of.first[2] = tall * sums.values[1];
  of.second(2, 2) = tall * tall * sums.values[2];
  of.second(0, 0) = of.second(1, 1) = 0.25 * (unit * unit) * sums.values[3];
  const Result<MassProperties> about_middle = with_mass(mass, of, path);
  if (!about_middle.ok()) return about_middle;
  return MassProperties(mass, about_middle->com() + Vec3(0, 0, middle), about_middle->inertia());
}

/// Cones from the middle to the surface, over the sphere of normals.
///
///   ∫dV = ⅓∫h dS,  ∫x dV = ¼∫x h dS,  ∫x xᵀ dV = ⅕∫x xᵀ h dS,  dS = R₁ R₂ dΩ
///
/// Proof    tests/law/surface_solid_law_test.cpp
Result<MassProperties> by_normals(const Surface& surface, double mass, const std::string& path) {
  // The middle of the box around it, so that its figures do not drown in those of its place.
  Vec3 middle, half;
  for (int i = 0; i < 3; ++i) {
    const double above = touching_point(surface, -Vec3::Unit(i))[i], below = touching_point(surface, Vec3::Unit(i))[i];
    middle[i] = 0.5 * (above + below);
    half[i] = 0.5 * (above - below);
  }
  const double unit = half.maxCoeff();
  const auto cone = [&](int, const Vec3& at, std::span<double> values) {
    const auto polar = fn::sincos(at[0]), azimuth = fn::sincos(at[1]);
    const Vec3 u(polar.sin * azimuth.cos, polar.sin * azimuth.sin, polar.cos);
    const rolling::CurvatureRadii radii = rolling::radii_of(surface, u);
    const Vec3 x = (radii.point - middle) / unit;
    const double share = u.dot(x) * (radii.product / (unit * unit)) * polar.sin;
    values[0] = share / 3;
    for (std::size_t i = 0; i < 3; ++i) values[1 + i] = share * x[static_cast<int>(i)] / 4;
    for (std::size_t k = 0; k < 6; ++k) {
      const auto [i, j] = detail::jet_pairs[k];
      values[4 + k] = share * (x[static_cast<int>(i)] * x[static_cast<int>(j)]) / 5;
    }
    return true;
  };
  const Region whole{.low = Vec3::Zero(), .high = Vec3(pi, 2 * pi, 0)};
  const Cubature sums = integrate(2, 10, std::span(&whole, 1), cone, to_rounding);
  if (!sums.converged) return not_settled(path);
  Moments of;
  of.volume = sums.values[0];
  for (int i = 0; i < 3; ++i) of.first[i] = unit * sums.values[static_cast<std::size_t>(1 + i)];
  for (std::size_t k = 0; k < 6; ++k) {
    const auto i = static_cast<int>(detail::jet_pairs[k][0]), j = static_cast<int>(detail::jet_pairs[k][1]);
    of.second(i, j) = of.second(j, i) = unit * unit * sums.values[4 + k];
  }
  const Result<MassProperties> about_middle = with_mass(mass, of, path);
  if (!about_middle.ok()) return about_middle;
  return MassProperties(mass, about_middle->com() + middle, about_middle->inertia());
}

Result<MassProperties> solid_of(const surface::Support& support, double mass, const std::string& path) {
  return by_normals({support}, mass, path);
}

Result<MassProperties> solid_of(const surface::Sum& sum, double mass, const std::string& path) {
  if (has_flat_faces({sum}))
    return Diagnostic{Severity::error,
                      {},
                      path,
                      "the uniform solid of a sum with flat faces is not known",
                      "give centre and inertia, or take a rounded-disk"};
  return by_normals({sum}, mass, path);
}

}  // namespace

Result<MassProperties> uniform_solid(const Surface& surface, double mass, const std::string& path) {
  Diagnostics findings = findings_of(surface, path);
  mass_check::mass(mass, path, findings);
  if (findings.has_errors()) return findings;
  return std::visit([&](const auto& shape) { return solid_of(shape, mass, path); }, surface.shape);
}

}  // namespace polhode
