#include <polhode/mass/mesh.hpp>

#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "mass/check.hpp"

namespace polhode {
namespace {

/// A running sum with its rounding errors kept aside (two-sum): about twice the digits of a plain sum.
class Sum {
 public:
  void add(double term) {
    const double sum = high_ + term, shadow = sum - high_;
    low_ += (high_ - (sum - shadow)) + (term - shadow);
    high_ = sum;
  }
  double value() const { return high_ + low_; }

 private:
  double high_ = 0, low_ = 0;
};

/// Measure, first and second moments about one point, with terms weight·(1, s, aaᵀ+bbᵀ+ccᵀ+ssᵀ).
class MomentSum {
 public:
  void add(double weight, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 s = a + b + c;
    measure_.add(weight);
    std::size_t k = 0;
    for (int i = 0; i < 3; ++i) {
      first_[static_cast<std::size_t>(i)].add(weight * s[i]);
      for (int j = i; j < 3; ++j) second_[k++].add(weight * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]));
    }
  }
  /// `per_measure`, `per_first` and `per_second` divide the three sums; `origin` is where the moments were taken.
  Moments finish(double per_measure, double per_first, double per_second, const Vec3& origin) const {
    Moments m;
    m.measure = measure_.value() / per_measure;
    const Vec3 first = Vec3(first_[0].value(), first_[1].value(), first_[2].value()) / per_first;
    const Vec3 offset = m.measure == 0 ? Vec3(Vec3::Zero()) : Vec3(first / m.measure);
    m.centroid = origin + offset;
    std::size_t k = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j)
        m.spread(i, j) = m.spread(j, i) = second_[k++].value() / per_second - first[i] * offset[j];
    return m;
  }

 private:
  Sum measure_;
  std::array<Sum, 3> first_;
  std::array<Sum, 6> second_;
};

Result<MassProperties> mass_of(const Moments& moments, const Amount& amount, const std::string& path) {
  const double mass = amount.mass > 0 ? amount.mass : amount.density * moments.measure;
  const double density = mass / moments.measure;
  const Mat3 spread = density * moments.spread;
  const Mat3 inertia = spread.trace() * Mat3::Identity() - spread;
  return MassProperties::checked(mass, moments.centroid, inertia, path);
}

}  // namespace

Bounds bounds(const TriangleMesh& mesh) {
  Bounds box;
  bool empty = true;
  for (const auto& triangle : mesh.triangles)
    for (int index : triangle) {
      const Vec3& vertex = mesh.vertices[static_cast<std::size_t>(index)];
      box.low = empty ? vertex : Vec3(box.low.cwiseMin(vertex));
      box.high = empty ? vertex : Vec3(box.high.cwiseMax(vertex));
      empty = false;
    }
  return box;
}

Moments volume_moments(const TriangleMesh& mesh) {
  const Vec3 origin = bounds(mesh).centre();
  MomentSum sum;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t, origin);
    sum.add(a.dot(b.cross(c)), a, b, c);
  }
  return sum.finish(6, 24, 120, origin);
}

Moments surface_moments(const TriangleMesh& mesh) {
  const Vec3 origin = bounds(mesh).centre();
  MomentSum sum;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh, t, origin);
    sum.add((b - a).cross(c - a).norm(), a, b, c);
  }
  return sum.finish(2, 6, 24, origin);
}

Result<MassProperties> mesh_mass(const TriangleMesh& mesh, const Amount& amount, const std::string& path) {
  Diagnostics findings = check_closed(mesh, path);
  mass_check::amount(amount.mass, amount.density, path, findings);
  if (findings.has_errors()) return findings;
  Result<MassProperties> result = mass_of(volume_moments(mesh), amount, path);
  findings.append(result.diagnostics());
  if (!result) return findings;
  return {*result, std::move(findings)};
}

Result<MassProperties> mesh_shell_mass(const TriangleMesh& mesh, const Amount& amount, const std::string& path) {
  Diagnostics findings = mass_check::vertices(mesh, path);
  mass_check::amount(amount.mass, amount.density, path, findings);
  if (findings.has_errors()) return findings;
  const Moments moments = surface_moments(mesh);
  if (!(moments.measure > 0))
    return Diagnostic{Severity::error, {mesh.source.file}, path, "the mesh has no area", "all its triangles are flat"};
  return mass_of(moments, amount, path);
}

}  // namespace polhode
