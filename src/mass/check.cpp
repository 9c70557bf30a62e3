#include "mass/check.hpp"

#include <cmath>

#include <polhode/base/text.hpp>

namespace polhode::mass_check {
namespace {

/// Accepted with a warning: what seven written digits do to a thin body.
constexpr double written_rounding = 1e-6;
/// Not worth a word: what arithmetic does.
constexpr double computed_rounding = 1e-12;
/// Off-diagonal pairs that differ by less are averaged.
constexpr double asymmetry = 1e-9;

bool is_diagonal(const Mat3& m) { return m(0, 1) == 0 && m(0, 2) == 0 && m(1, 2) == 0; }

std::string bracketed(const Vec3& row) {
  return "[" + rounded(row[0], 9) + ", " + rounded(row[1], 9) + ", " + rounded(row[2], 9) + "]";
}

/// The tensor as a scene file would write it.
std::string written(const Mat3& m) {
  if (is_diagonal(m)) return bracketed(m.diagonal());
  return "[" + bracketed(m.row(0)) + ", " + bracketed(m.row(1)) + ", " + bracketed(m.row(2)) + "]";
}

/// How far the moments (ascending) are from being possible [kg m²]; ≤ 0 if they are.
double violation(const Vec3& m) { return std::fmax(m[2] - m[0] - m[1], -m[0]); }

/// The tensor with products given where minus the products belong.
Mat3 products_turned(const Mat3& inertia) {
  Mat3 turned = -inertia;
  turned.diagonal() = inertia.diagonal();
  return turned;
}

std::string reason(const Vec3& m) {
  if (m[0] < 0) return "the moment " + rounded(m[0]) + " is negative";
  return "the largest (" + rounded(m[2]) + ") exceeds the sum of the other two (" + rounded(m[0] + m[1]) + ")";
}

}  // namespace

std::string join(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

std::string listed(const Vec3& values, int digits) {
  return "(" + rounded(values[0], digits) + ", " + rounded(values[1], digits) + ", " + rounded(values[2], digits) + ")";
}

void mass(double value, const std::string& path, Diagnostics& findings) {
  if (value > 0 && std::isfinite(value)) return;
  findings.error({}, join(path, "mass"), "the mass is " + shortest(value) + " kg", "a mass is finite and more than 0");
}

void amount(double mass, double density, const std::string& path, Diagnostics& findings) {
  if (mass == 0 && density == 0)
    findings.error({}, path, "neither mass nor density is given", "give one of them, more than 0");
  else if (mass != 0 && density != 0)
    findings.error({}, path, "both mass and density are given", "give one; the other follows from the shape");
  else if (mass != 0)
    mass_check::mass(mass, path, findings);
  else if (!(density > 0 && std::isfinite(density)))
    findings.error({}, join(path, "density"), "the density is " + shortest(density),
                   "a density is finite and more than 0");
}

void moments(const Mat3& inertia, double rounding, const std::string& path, Diagnostics& findings) {
  const PrincipalAxes principal = principal_axes(inertia);
  const Vec3& m = principal.moments;
  const double excess = violation(m);
  if (excess <= rounding) return;
  const bool diagonal = is_diagonal(inertia);
  const std::string shown = listed(diagonal ? Vec3(inertia.diagonal()) : m);
  if (excess <= written_rounding * m[2]) {
    findings.warning({}, path,
                     "the moments " + shown + " kg m^2 miss the triangle inequality by " + rounded(excess / m[2], 2) +
                         " of the largest",
                     "taken for the rounding of a thin body and used as given");
    return;
  }
  std::string hint = reason(m) + "; nearest possible: " + written(nearest_physical_inertia(inertia));
  if (!diagonal && violation(principal_axes(products_turned(inertia)).moments) <= 0)
    hint += "; with the signs of the off-diagonal entries turned it would be possible: they are minus the products";
  findings.error({}, path, "no rigid body has these moments " + shown.substr(0, shown.size() - 1) + " kg m^2)", hint);
}

void figures(double mass, const Vec3& com, const Mat3& inertia, const std::string& path, Diagnostics& findings) {
  mass_check::mass(mass, path, findings);
  if (!com.allFinite()) findings.error({}, join(path, "com"), "the centre of mass is not finite " + listed(com));
  const std::string place = join(path, "inertia");
  if (!inertia.allFinite()) {
    findings.error({}, place, "the inertia holds a number that is not finite");
    return;
  }
  const double scale = inertia.cwiseAbs().maxCoeff();
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j)
      if (std::fabs(inertia(i, j) - inertia(j, i)) > asymmetry * scale) {
        static constexpr const char* axis[] = {"x", "y", "z"};
        const std::string ij = std::string("I") + axis[i] + axis[j], ji = std::string("I") + axis[j] + axis[i];
        findings.error({}, place,
                       "the inertia is not symmetric: " + ij + " = " + shortest(inertia(i, j)) + " but " + ji + " = " +
                           shortest(inertia(j, i)),
                       "give both the same value, minus the product of inertia");
        return;
      }
  moments(inertia, computed_rounding * scale, place, findings);
}

}  // namespace polhode::mass_check
