#include <polhode/mass/density.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <polhode/base/text.hpp>
#include <polhode/math/expression.hpp>

#include "mass/charts.hpp"
#include "mass/check.hpp"
#include "mass/cubature.hpp"

namespace polhode {
namespace {

/// 1, x, y, z, xx, yy, zz, xy, xz, yz
constexpr int components = 10;

struct Body {
  std::vector<Region> regions;
  /// Place and volume element for coordinates of a chart.
  FunctionRef<ChartPoint(int chart, const Vec3& at)> map;
  /// Whether a place that the map reaches is within the body.
  FunctionRef<bool(const Vec3& place)> inside;
  Vec3 centre = Vec3::Zero();
  double size = 1;  ///< unit of length for the moments, so that none exceeds the mass
  double mass = 0;  ///< if it is given
};

/// The first place where the density makes no sense.
struct Offence {
  Vec3 place = Vec3::Zero();
  double density = 0;
};

Diagnostic refusal(const std::string& path, std::string message, std::string hint) {
  return {Severity::error, {}, mass_check::join(path, "density"), std::move(message), std::move(hint)};
}

Cubature moments(const Body& body, DensityFunction density, const DensityOptions& options, Offence& offence) {
  const auto integrand = [&](int chart, const Vec3& at, std::span<double> values) {
    const ChartPoint point = body.map(chart, at);
    const double rho = density(point.place);
    if (!(rho >= 0 && std::isfinite(rho)) && (!std::isfinite(rho) || body.inside(point.place))) {
      offence = {point.place, rho};
      return false;
    }
    const double dm = rho * point.volume;
    const Vec3 x = (point.place - body.centre) / body.size;
    values[0] = dm;
    for (int i = 0; i < 3; ++i) {
      values[static_cast<std::size_t>(1 + i)] = dm * x[i];
      values[static_cast<std::size_t>(4 + i)] = dm * x[i] * x[i];
    }
    values[7] = dm * x[0] * x[1];
    values[8] = dm * x[0] * x[2];
    values[9] = dm * x[1] * x[2];
    return true;
  };
  const double tolerance = std::fmax(options.tolerance, 1e-13);
  return integrate(3, components, body.regions, integrand, {tolerance, options.max_evaluations});
}

Result<DensityIntegral> assemble(const Body& body, const Cubature& sum, const std::string& path) {
  const std::vector<double>& v = sum.values;
  const Vec3 mean = Vec3(v[1], v[2], v[3]) / v[0];
  Mat3 second;
  second << v[4], v[7], v[8], v[7], v[5], v[9], v[8], v[9], v[6];
  const Mat3 spread = second / v[0] - mean * mean.transpose();
  const double mass = body.mass > 0 ? body.mass : v[0];
  const Mat3 inertia = mass * body.size * body.size * (spread.trace() * Mat3::Identity() - spread);
  const Result<MassProperties> result =
      MassProperties::checked(mass, body.centre + body.size * mean, 0.5 * (inertia + inertia.transpose()), path);
  if (!result) return result.diagnostics();
  return DensityIntegral{*result, sum.error, sum.evaluations};
}

Result<DensityIntegral> fill(const Body& body, DensityFunction density, const DensityOptions& options,
                             const std::string& path) {
  Offence offence;
  const Cubature sum = moments(body, density, options, offence);
  if (sum.refused)
    return refusal(
        path, "the density is " + rounded(offence.density, 6) + " kg/m^3 at " + mass_check::listed(offence.place, 6),
        std::isfinite(offence.density) ? "a density is nowhere less than 0" : "the formula has no finite value there");
  if (!(sum.values[0] > 0))
    return refusal(path, "the density field holds no mass", "it is 0 everywhere it was looked at");
  if (!sum.converged)
    return refusal(path,
                   "the density field was integrated to " + rounded(sum.error, 2) + " only, not to " +
                       rounded(options.tolerance, 2),
                   "after " + std::to_string(sum.evaluations) +
                       " evaluations; smooth its jumps, split the solid along them, or ask for less");
  return assemble(body, sum, path);
}

/// A formula as a function of the place.
auto evaluator(const Expression& density) {
  return [&density](const Vec3& place) { return density.evaluate<double>(view(place)); };
}

bool winds_around(const TriangleMesh& mesh, const Vec3& place) {
  // Sum of the solid angles of all triangles: 4π inside, 0 outside; 2π separates them with room to spare.
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t, place);
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += 2 * fn::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum > 2 * pi;
}

}  // namespace

const std::array<std::string, 3>& density_inputs() {
  static const std::array<std::string, 3> names{"x", "y", "z"};
  return names;
}

Result<DensityIntegral> density_mass(const Solid& solid, DensityFunction density, const DensityOptions& options,
                                     const std::string& path) {
  Diagnostics findings = solid::check_shape(solid, path);
  const auto [mass, own_density] = std::visit(
      [](const auto& s) {
        if constexpr (requires { s.density; }) return std::pair{s.mass, s.density};
        return std::pair{s.mass, 0.0};
      },
      solid);
  if (own_density != 0)
    findings.error({}, mass_check::join(path, "density"), "the solid has a density besides the field", "give one");
  if (mass != 0) mass_check::mass(mass, path, findings);
  const std::vector<Region> regions = findings.has_errors() ? std::vector<Region>{} : charts(solid);
  if (!findings.has_errors() && regions.empty())
    findings.add(refusal(path, "there is no volume to fill with a density", "shells, rods and points have none"));
  if (findings.has_errors()) return findings;
  const auto map = [&](int chart, const Vec3& at) { return chart_point(solid, chart, at); };
  const auto inside = [](const Vec3&) { return true; };
  const Body body{regions, map, inside, Vec3::Zero(), solid::bounds(solid).high.maxCoeff(), mass};
  return fill(body, density, options, path);
}

Result<DensityIntegral> density_mass(const Solid& solid, const Expression& density, const DensityOptions& options,
                                     const std::string& path) {
  return density_mass(solid, evaluator(density), options, path);
}

Result<DensityIntegral> density_mass(const TriangleMesh& mesh, DensityFunction density, const DensityOptions& options,
                                     const std::string& path) {
  const Diagnostics findings = check_closed(mesh, path);
  if (findings.has_errors()) return findings;
  const Bounds box = bounds(mesh);
  const Vec3 centre = box.centre();
  std::vector<Region> regions;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    regions.push_back({Vec3::Zero(), Vec3::Ones(), static_cast<int>(t)});
  const auto map = [&](int chart, const Vec3& at) {
    const auto [a, b, c] = corners(mesh, static_cast<std::size_t>(chart));
    return tetrahedron_point(centre, a, b, c, at);
  };
  const auto inside = [&](const Vec3& place) { return winds_around(mesh, place); };
  const Body body{regions, map, inside, centre, 0.5 * box.size().maxCoeff(), 0};
  return fill(body, density, options, path);
}

Result<DensityIntegral> density_mass(const TriangleMesh& mesh, const Expression& density, const DensityOptions& options,
                                     const std::string& path) {
  return density_mass(mesh, evaluator(density), options, path);
}

}  // namespace polhode
