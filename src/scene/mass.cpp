#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/mass/density.hpp>
#include <polhode/scene/build.hpp>

#include "mass/check.hpp"
#include "mass/contains.hpp"

namespace polhode {
namespace {

/// Solving for the angular acceleration takes products of three moments, which must stay within the range of doubles.
constexpr double least_moment = 1e-100, largest_moment = 1e100;

/// Findings of the mass layer get the place of the datum they name.
Diagnostics placed(Diagnostics findings, const std::string& path, const SourceMap& source) {
  for (Diagnostic& finding : findings.all()) {
    if (finding.path.empty()) finding.path = path;
    if (finding.where.file.empty()) finding.where = source.find(finding.path);
  }
  return findings;
}

/// A warning if the hole reaches out of everything that is kept: there it takes away what is not there. A hole that
/// ends at the surface does not reach out, and a hole without volume (a shell, a rod) is not judged.
void judge_hole(const Part& hole, const std::vector<Part>& parts, const std::string& where, Diagnostics& findings) {
  for (const Vec3& p_PQ : solid::points(hole.solid)) {
    const Vec3 p_BQ = hole.X_BP * p_PQ;
    const bool within = std::any_of(parts.begin(), parts.end(), [&p_BQ](const Part& part) {
      // Rounding of the place and of the sizes must not put a point of the surface outside.
      const double margin = 1e-9 * (solid::bounds(part.solid).size().norm() + p_BQ.norm());
      return !part.remove && solid::contains(part.solid, part.X_BP.inverse() * p_BQ, margin);
    });
    if (within) continue;
    findings.warning({}, where,
                     "the hole reaches out of the body: nothing is there at " + mass_check::listed(p_BQ) + " m",
                     "it takes away mass that is not there; let it end at the surface");
    return;
  }
}

Result<MassProperties> sum_of_parts(const SolidParts& description, const std::string& path) {
  std::optional<MassProperties> sum;
  Diagnostics findings;
  for (const bool remove : {false, true})
    for (std::size_t i = 0; i < description.parts.size(); ++i) {
      const Part& part = description.parts[i];
      if (part.remove != remove) continue;
      const std::string where = path + ".parts[" + std::to_string(i) + "]";
      const auto mass = solid::checked(part.solid, where);
      if (!mass.ok()) {
        findings.append(mass.diagnostics());
        continue;
      }
      const MassProperties placed_part = mass->placed(part.X_BP);
      if (!remove) {
        sum = sum ? *sum + placed_part : placed_part;
      } else if (sum) {
        const auto rest = sum->checked_without(placed_part, where);
        if (rest.ok()) sum = *rest;
        findings.append(rest.diagnostics());
        if (rest.ok()) judge_hole(part, description.parts, where, findings);
      }
    }
  if (!sum && findings.empty())
    findings.error({}, path + ".parts", "nothing is left of this body: every part is removed");
  if (findings.has_errors()) return findings;
  return {*sum, std::move(findings)};
}

/// Why a body with these principal moments, ascending, cannot be computed with; nothing if it can.
std::optional<Diagnostic> finding_of_moments(const Vec3& moments) {
  const auto finding = [](std::string message, std::string hint) {
    return Diagnostic{.message = std::move(message), .hint = std::move(hint)};
  };
  if (moments[2] == 0)
    return finding("all its moments of inertia are 0, so it has nothing to turn",
                   "give it a radius, or more particles; or are its lengths too small for doubles?");
  if (!(moments[2] >= least_moment && moments[2] <= largest_moment))
    return finding("its largest moment of inertia is " + rounded(moments[2]) + " kg m^2, too " +
                       (moments[2] < least_moment ? "small" : "large") + " to compute with in doubles",
                   "are the units right? mass and lengths are in kg and m");
  if (!(moments[0] > 1e-14 * moments[2]))
    return finding("all mass of this body lies on one line, so its spin about that line has no meaning",
                   "give it a radius, or more particles");
  return {};
}

}  // namespace

Result<MassProperties> matter_of(const MassDescription& matter, const std::string& path, const SourceMap& source) {
  const auto describe = [&]() -> Result<MassProperties> {
    if (const auto* given = std::get_if<GivenInertia>(&matter))
      return MassProperties::checked(given->mass, given->centre, given->inertia, path);
    if (const auto* parts = std::get_if<SolidParts>(&matter)) return sum_of_parts(*parts, path);
    if (const auto* mesh = std::get_if<MeshMass>(&matter))
      return mesh_mass(mesh->mesh, {.mass = mesh->mass.value_or(0), .density = mesh->density.value_or(0)},
                       path + ".mesh");
    if (const auto* particles = std::get_if<Particles>(&matter))
      return point_masses(particles->points, path + ".particles");
    const auto& field = std::get<DensityField>(matter);
    auto integral = density_mass(field.solid, field.density, {.tolerance = field.tolerance}, path);
    if (!integral.ok()) return integral.diagnostics();
    return integral->mass;
  };
  auto mass = describe();
  Diagnostics findings = placed(mass.diagnostics(), path, source);
  if (!mass.ok()) return findings;
  return {*std::move(mass), std::move(findings)};
}

Result<MassProperties> mass_of(const BodyEntry& body, const std::string& path, const SourceMap& source) {
  auto mass = matter_of(body.mass, path, source);
  if (!mass.ok()) return mass;
  Diagnostics findings = mass.diagnostics();
  const Vec3 moments = mass->principal().moments;
  if (auto finding = finding_of_moments(moments)) {
    findings.error(source.find(path), path, finding->message, finding->hint);
    return findings;
  }
  return {*std::move(mass), std::move(findings)};
}

}  // namespace polhode
