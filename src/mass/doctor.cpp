#include <polhode/mass/doctor.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

#include "mass/check.hpp"

namespace polhode {
namespace {

using mass_check::join;
using mass_check::listed;

/// A body is called flat when its moments come this near, in relation, to what they may not exceed.
constexpr double nearly = 1e-3;
/// A moment below this part of the largest belongs to a line.
constexpr double thin = 1e-6;
constexpr double lightest = 1, heaviest = 25'000;

void judge_moments(const std::string& path, const Vec3& m, Diagnostics& findings) {
  if (!(m[2] > 0)) {
    findings.warning({}, path, "the body has no extent", "it moves as a particle; nothing can turn it");
  } else if (m[0] <= thin * m[2]) {
    findings.warning({}, path,
                     "the body is a line: its smallest moment is " + rounded(m[0] / m[2], 2) + " of the largest",
                     "any torque along it spins it up without bound; give it a thickness");
  } else if (m[0] + m[1] - m[2] <= nearly * m[2]) {
    findings.warning({}, path,
                     "the body is nearly flat: the two smaller moments exceed the largest by " +
                         rounded(std::fmax(0.0, (m[0] + m[1] - m[2]) / m[2]), 2) + " of it only",
                     "right for a thin plate; otherwise check the moments");
  }
}

void judge_place(const std::string& path, const MassProperties& mass, const Bounds& box, Diagnostics& findings) {
  const Vec3& c = mass.com();
  // Rounding of the com alone must not put it outside a flat box.
  const Vec3 grace = Vec3::Constant(1e-9 * box.size().norm());
  if (((c - box.low + grace).array() < 0).any() || ((box.high + grace - c).array() < 0).any())
    findings.warning({}, join(path, "com"),
                     "the centre of mass " + listed(c) + " lies outside the shape's bounding box, " + listed(box.low) +
                         " to " + listed(box.high),
                     "check its frame and unit");
  // Within a box the spread along an axis is at most (c − low)(high − c).
  const Vec3 room = (c - box.low).cwiseProduct(box.high - c).cwiseMax(0);
  const double most[] = {room[1] + room[2], room[2] + room[0], room[0] + room[1]};
  for (int i = 0; i < 3; ++i)
    if (mass.inertia()(i, i) > mass.mass() * most[i] * (1 + 1e-9)) {
      static constexpr const char* axis[] = {"Ixx", "Iyy", "Izz"};
      findings.warning({}, join(path, "inertia"),
                       std::string(axis[i]) + " = " + rounded(mass.inertia()(i, i)) +
                           " kg m^2 is more than any body of " + rounded(mass.mass()) +
                           " kg in the bounding box can have, " + rounded(mass.mass() * most[i]) + " kg m^2",
                       "check the units of the mesh and of the inertia");
      return;
    }
}

void judge_density(const std::string& path, double density, Diagnostics& findings) {
  if (density > heaviest)
    findings.warning({}, join(path, "mass"), "a mean density of " + rounded(density) + " kg/m^3",
                     "heavier than any common material (osmium has 22 600); check units");
  else if (density < lightest)
    findings.warning({}, join(path, "mass"), "a mean density of " + rounded(density) + " kg/m^3",
                     "lighter than air; check units");
}

Vec3 products(const Mat3& m) { return {m(0, 1), m(0, 2), m(1, 2)}; }

void judge_products(const std::string& path, const MassProperties& mass, const MassProperties& expected,
                    Diagnostics& findings) {
  const Vec3 given = products(mass.inertia()) / mass.mass(), shape = products(expected.inertia()) / expected.mass();
  const double size = expected.inertia().cwiseAbs().maxCoeff() / expected.mass();
  if (shape.cwiseAbs().maxCoeff() > 1e-3 * size && (given + shape).norm() < 0.2 * (given - shape).norm())
    findings.warning({}, join(path, "inertia"),
                     "the off-diagonal entries have the opposite sign of what the shape gives",
                     "they are minus the products of inertia: Ixy = -integral of x y dm");
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

/// Rows of three numbers under a label; what is rounding against the largest shows as 0.
std::string rows(const char* label, const Mat3& m) {
  const double tiny = 1e-15 * m.cwiseAbs().maxCoeff();
  std::string text;
  for (int i = 0; i < 3; ++i) {
    text += i == 0 ? label : "                  ";
    for (int j = 0; j < 3; ++j) text += right(std::fabs(m(i, j)) <= tiny ? "0" : rounded(m(i, j), 6), 14);
    text += "\n";
  }
  return text;
}

std::string row(const Vec3& values) {
  return right(rounded(values[0], 6), 14) + right(rounded(values[1], 6), 14) + right(rounded(values[2], 6), 14);
}

std::string figures_text(const MassReport& report) {
  const MassFigures& given = report.figures;
  std::string text = "  mass            " + right(rounded(given.mass, 6), 14) + " kg\n";
  if (report.density > 0) text += "  mean density    " + right(rounded(report.density, 6), 14) + " kg/m^3\n";
  text += "  centre of mass  " + row(given.com) + " m\n";
  text += "  inertia about the centre of mass, body axes, kg m^2\n" + rows("                  ", given.inertia);
  text += "  principal moments, kg m^2\n                  " + row(report.principal.moments) + "\n";
  text += "  principal axes, one column for each\n" + rows("                  ", report.principal.axes);
  if (report.nearest)
    text += "  impossible; nearest possible inertia, kg m^2\n" + rows("                  ", *report.nearest);
  return text;
}

}  // namespace

MassReport examine(std::string name, const MassProperties& mass, const MassContext& context, Diagnostics findings) {
  const PrincipalAxes principal = mass.principal();
  const std::string& path = context.path.empty() ? name : context.path;
  const std::size_t earlier = findings.size();
  judge_moments(join(path, "inertia"), principal.moments, findings);
  if (context.bounds) judge_place(path, mass, *context.bounds, findings);
  const double density = context.volume > 0 ? mass.mass() / context.volume : 0;
  if (context.volume > 0) judge_density(path, density, findings);
  if (context.expected) judge_products(path, mass, *context.expected, findings);
  for (std::size_t i = earlier; i < findings.size(); ++i) findings.all()[i].where = context.where;
  return {.name = std::move(name),
          .figures = {mass.mass(), mass.com(), mass.inertia()},
          .principal = principal,
          .density = density,
          .findings = std::move(findings)};
}

std::string format(const MassReport& report) {
  const MassFigures& given = report.figures;
  std::string text = printable(report.name) + "\n";
  if (given.mass == 0 && given.inertia.isZero(0)) {
    text += "  without mass\n";
  } else if (!std::isfinite(given.mass) || !given.com.allFinite() || !given.inertia.allFinite()) {
    text += "  its figures cannot be read\n";
  } else {
    text += figures_text(report);
    if (report.findings.empty()) text += "  nothing remarkable\n";
  }
  return text + format(report.findings);
}

std::string format(std::span<const MassReport> reports) {
  std::string text;
  for (const MassReport& report : reports) text += (text.empty() ? "" : "\n") + format(report);
  return text;
}

}  // namespace polhode
