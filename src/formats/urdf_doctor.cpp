// The doctor's round through the links of a robot.
#include <cmath>
#include <limits>

#include "formats/urdf_robot.hpp"
#include "formats/urdf_suspicions.hpp"

namespace polhode {
namespace {

using urdf::LinkBody;
using urdf::Patient;

/// The box around a box that was turned.
Bounds placed(const Bounds& box, const Pose& X_BS) {
  const Vec3 half = 0.5 * box.size(), centre = X_BS * box.centre();
  const Vec3 reach = X_BS.R.matrix().cwiseAbs() * half;
  return {centre - reach, centre + reach};
}

Solid with_unit_density(Solid solid) {
  std::visit(
      [](auto& one) {
        if constexpr (requires { one.density; }) one.density = 1;
      },
      solid);
  return solid;
}

/// All shapes of a link as one body; parts that overlap count twice.
std::optional<LinkBody> body_of(const UrdfLink& link) {
  if (!link.all_shapes || link.shapes.empty()) return std::nullopt;
  std::optional<LinkBody> body;
  for (const LinkShape& shape : link.shapes) {
    const Bounds box = placed(solid::bounds(shape.solid), shape.X_BS);
    const auto mass = solid::checked(with_unit_density(shape.solid));
    if (!mass.ok()) return std::nullopt;  // too small or too large for doubles
    const MassProperties uniform = mass->placed(shape.X_BS);
    if (!body) {
      body = LinkBody{box, solid::measure(shape.solid), uniform};
      continue;
    }
    body->bounds = {body->bounds.low.cwiseMin(box.low), body->bounds.high.cwiseMax(box.high)};
    body->volume += solid::measure(shape.solid);
    body->uniform = body->uniform + uniform;
  }
  return body;
}

/// In the axes of the link, whatever is wrong with them; nan for what could not be read.
MassFigures figures_of(const UrdfLink& link) {
  if (!link.inertial) return {};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Mat3 R_BC = link.inertial->X_BC.R.matrix();
  const Mat3 I_C = link.inertial->inertia.value_or(Mat3::Constant(nan));
  const Mat3 I_B = R_BC * I_C * R_BC.transpose();
  return {link.inertial->mass.value_or(nan), link.inertial->X_BC.p, 0.5 * (I_B + I_B.transpose())};
}

Patient patient_of(const UrdfLink& link, const std::string& file) {
  Patient patient{.link = &link, .path = urdf::path_of("link", link.name), .figures = figures_of(link)};
  patient.body = body_of(link);
  for (const Vec3& p_BF : link.p_BF) patient.reach = std::fmax(patient.reach, p_BF.norm());
  if (link.inertial) {
    patient.mass_where = {file, link.inertial->mass_line};
    patient.inertia_where = {file, link.inertial->inertia_line};
  }
  return patient;
}

bool readable(const MassFigures& figures) { return std::isfinite(figures.mass) && figures.inertia.allFinite(); }

MassReport report_of(const Patient& patient, const std::string& file) {
  const UrdfLink& link = *patient.link;
  Diagnostics findings = link.findings;
  const auto mass = urdf::mass_of(link, file);
  findings.append(mass.diagnostics());
  const MassContext context{.path = patient.path + ".inertial", .where = patient.inertia_where};
  MassReport report{.name = link.name, .figures = patient.figures, .findings = findings};
  if (mass.ok() && *mass)
    report = examine(link.name, **mass, context, findings);
  else if (readable(patient.figures))
    report.principal = principal_axes(patient.figures.inertia);
  if (!mass.ok() && patient.figures.mass > 0) report.nearest = nearest_physical_inertia(patient.figures.inertia);
  if (patient.body && patient.figures.mass > 0) report.density = patient.figures.mass / patient.body->volume;
  return report;
}

}  // namespace

std::vector<MassReport> examine(const UrdfLinks& robot) {
  std::vector<MassReport> reports;
  std::vector<Patient> patients;
  std::vector<std::size_t> report_of_patient;
  double reach = 0;
  for (const UrdfLink& link : robot.links)
    for (const Vec3& p_BF : link.p_BF) reach += p_BF.norm();
  for (const UrdfLink& link : robot.links) {
    Patient patient = patient_of(link, robot.file);
    patient.robot_reach = reach;
    reports.push_back(report_of(patient, robot.file));
    if (!readable(patient.figures) || !(patient.figures.mass > 0)) continue;
    reports.back().findings.append(urdf::suspicions(patient));
    report_of_patient.push_back(reports.size() - 1);
    patients.push_back(std::move(patient));
  }
  for (const urdf::MirrorFinding& one : urdf::mirror_suspicions(patients))
    reports[report_of_patient[one.patient]].findings.add(one.finding);
  return reports;
}

}  // namespace polhode
