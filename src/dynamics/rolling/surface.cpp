#include <polhode/dynamics/rolling/surface.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

#include "dynamics/rolling/surface_checks.hpp"
#include "mass/check.hpp"

namespace polhode {
namespace {

using mass_check::join;

/// h of a body of revolution depends on the height of u alone; directions in one height are compared.
bool same_all_around(const surface::Support& support) {
  constexpr int count = 200;
  for (int i = 0; i < count; ++i) {
    const Vec3 u = rolling::spread_direction(i, count);
    const double h = support.at<double>(u).value;
    const double other = support.at<double>(Vec3(std::sqrt((1 - u[2]) * (1 + u[2])), 0, u[2])).value;
    // Rounding of a formula of some twenty operations.
    if (!(std::fabs(h - other) <= 1e-13 * std::fmax(std::fabs(h), std::fabs(other)))) return false;
  }
  return true;
}

bool any_part(const surface::Sum& sum, bool (*holds)(const Surface&)) {
  return std::any_of(sum.parts.begin(), sum.parts.end(), holds);
}

/// Distance of the tangent plane of outward normal u.
double height(const Surface& surface, const Vec3& u) { return u.dot(touching_point(surface, -u)); }

// ── findings about sizes ──

void check_size(double value, std::string_view what, const std::string& path, std::string_view key,
                Diagnostics& findings) {
  if (value > 0 && std::isfinite(value)) return;
  findings.error({}, join(path, key), "the " + std::string(what) + " is " + shortest(value) + " m",
                 "it is finite and more than 0");
}

void check(const surface::Sphere& sphere, const std::string& path, Diagnostics& findings) {
  check_size(sphere.radius, "radius", path, "radius", findings);
}

void check(const surface::Ellipsoid& ellipsoid, const std::string& path, Diagnostics& findings) {
  for (const double axis : ellipsoid.axes)
    if (!(axis > 0 && std::isfinite(axis))) {
      findings.error({}, join(path, "axes"), "a semi-axis is " + shortest(axis) + " m", "it is finite and more than 0");
      return;
    }
}

void check(const surface::Disk& disk, const std::string& path, Diagnostics& findings) {
  check_size(disk.radius, "radius", path, "radius", findings);
  if (!(disk.half_thickness >= 0 && std::isfinite(disk.half_thickness)))
    findings.error({}, join(path, "half_thickness"), "half the thickness is " + shortest(disk.half_thickness) + " m",
                   "it is finite and not negative; 0 is a thin disk");
}

void check(const surface::Torus& torus, const std::string& path, Diagnostics& findings) {
  check_size(torus.radius, "radius", path, "radius", findings);
  check_size(torus.tube, "radius of the tube", path, "tube", findings);
  if (!findings.has_errors() && torus.tube > torus.radius)
    findings.error({}, join(path, "tube"),
                   "a tube of radius " + rounded(torus.tube) + " m does not fit around a hole at radius " +
                       rounded(torus.radius) + " m",
                   "a torus has tube <= radius; a ball and a disk as parts of a sum have any sizes");
}

void check(const surface::RoundedDisk& disk, const std::string& path, Diagnostics& findings) {
  check_size(disk.radius, "radius", path, "radius", findings);
  check_size(disk.half_thickness, "half thickness", path, "half_thickness", findings);
  check_size(disk.edge, "radius of the edge", path, "edge", findings);
  const double room = std::fmin(disk.radius, disk.half_thickness);
  if (!findings.has_errors() && !(disk.edge < disk.radius && disk.edge <= disk.half_thickness))
    findings.error({}, join(path, "edge"),
                   "an edge rounded by " + rounded(disk.edge) + " m does not fit into " + rounded(room) + " m",
                   "it is less than the radius and not more than half the thickness, which are the outer sizes");
}

// These were checked when they were made.
void check(const surface::Revolution&, const std::string&, Diagnostics&) {}

void check(const surface::Support& support, const std::string& path, Diagnostics& findings) {
  rolling::check_convex(support, path, findings);
}

void check(const surface::Sum& sum, const std::string& path, Diagnostics& findings) {
  if (sum.parts.empty()) findings.error({}, join(path, "parts"), "the sum has no parts", "give at least one surface");
  for (std::size_t i = 0; i < sum.parts.size(); ++i)
    findings.append(findings_of(sum.parts[i], join(path, numbered("parts", i))));
}

}  // namespace

Vec3 touching_point(const Surface& surface, const Vec3& N) {
  return rolling::touch<double>(surface, N, Vec3::Zero()).point;
}

Mat3 touching_slope(const Surface& surface, const Vec3& N) {
  // The kernels take directions across N; the slope along N is none.
  Mat3 slope;
  for (int i = 0; i < 3; ++i) {
    const Vec3 V = Vec3::Unit(i) - N[i] * N;
    slope.col(i) = rolling::touch<double>(surface, N, V).slope;
  }
  return slope;
}

bool turns_about_z(const Surface& surface) {
  if (const auto* ellipsoid = std::get_if<surface::Ellipsoid>(&surface.shape))
    return ellipsoid->axes[0] == ellipsoid->axes[1];
  if (const auto* support = std::get_if<surface::Support>(&surface.shape)) return same_all_around(*support);
  if (const auto* sum = std::get_if<surface::Sum>(&surface.shape))
    return std::all_of(sum->parts.begin(), sum->parts.end(), turns_about_z);
  return true;
}

bool has_flat_faces(const Surface& surface) {
  if (const auto* sum = std::get_if<surface::Sum>(&surface.shape)) return any_part(*sum, has_flat_faces);
  return std::holds_alternative<surface::Disk>(surface.shape) ||
         std::holds_alternative<surface::Torus>(surface.shape) ||
         std::holds_alternative<surface::RoundedDisk>(surface.shape);
}

bool has_straight_side(const Surface& surface) {
  if (const auto* disk = std::get_if<surface::Disk>(&surface.shape)) return disk->half_thickness > 0;
  if (const auto* disk = std::get_if<surface::RoundedDisk>(&surface.shape)) return disk->half_thickness > disk->edge;
  if (const auto* sum = std::get_if<surface::Sum>(&surface.shape)) return any_part(*sum, has_straight_side);
  return false;
}

double girth(const Surface& surface) {
  if (const auto* ellipsoid = std::get_if<surface::Ellipsoid>(&surface.shape))
    return std::fmax(ellipsoid->axes[0], ellipsoid->axes[1]);
  if (turns_about_z(surface)) return height(surface, Vec3::UnitX());
  // To 1/2000 of it: the farthest of so many directions is less than 2° off.
  constexpr int count = 128;
  double farthest = 0;
  for (int i = 0; i < count; ++i) {
    const auto turn = fn::sincos(i * (2 * pi / count));
    farthest = std::fmax(farthest, height(surface, Vec3(turn.cos, turn.sin, 0)));
  }
  return farthest;
}

Diagnostics findings_of(const Surface& surface, const std::string& path) {
  Diagnostics findings;
  std::visit([&](const auto& shape) { check(shape, path, findings); }, surface.shape);
  return findings;
}

std::span<const SurfaceKind> surface_kinds() {
  static constexpr std::array<SurfaceKind, 10> kinds{{
      {surface::Sphere::name, "radius", "a ball about the origin"},
      {surface::Ellipsoid::name, "axes", "semi-axes along x, y, z"},
      {surface::Disk::name, "radius, half_thickness", "two sharp rims around z; half_thickness 0 is a thin disk"},
      {"cylinder", "radius, length", "the same as a disk, by its full length"},
      {surface::Torus::name, "radius, tube", "a ring around z; radius to the middle of the tube, tube its radius"},
      {surface::RoundedDisk::name, "radius, half_thickness, edge",
       "a disk of these outer sizes whose rims are rounded by the radius edge"},
      {"egg", "radius, half_length, taper", "a spheroid about z whose upper end is blunt if taper is more than 0"},
      {surface::Revolution::name, "rho, z, from, to", "any profile about z: formulas of s, from lower to upper pole"},
      {surface::Support::name, "h", "any smooth convex body: its support function, of the unit normal's x, y, z"},
      {surface::Sum::name, "parts", "all sums of a point of each part, as a disk and a sphere give a torus"},
  }};
  return kinds;
}

}  // namespace polhode
