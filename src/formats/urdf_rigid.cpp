// Links that are fixed to each other are one body, and only that body need be possible.
#include <polhode/base/text.hpp>

#include "formats/urdf_robot.hpp"

namespace polhode::urdf {
namespace {

/// Where the links of the tree are against the first link of the rigid body G that each belongs to.
struct RigidBodies {
  std::vector<std::size_t> body;  ///< of each place: the place of its first link
  std::vector<Pose> X_GB;
};

RigidBodies rigid_bodies(const Robot& robot, const std::vector<Place>& places) {
  RigidBodies bodies;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    const JointEntry* joint = place.joint < 0 ? nullptr : &robot.joints[static_cast<std::size_t>(place.joint)];
    const bool fixed = joint != nullptr && joint->joint && std::holds_alternative<joint::Fixed>(*joint->joint);
    const auto parent = static_cast<std::size_t>(place.parent);
    bodies.body.push_back(fixed ? bodies.body[parent] : i);
    bodies.X_GB.push_back(fixed ? bodies.X_GB[parent] * joint->X_PF : Pose{});
  }
  return bodies;
}

}  // namespace

std::vector<std::optional<MassProperties>> settle_masses(const Robot& robot, const std::vector<Place>& places,
                                                         const std::string& file, Context& context) {
  std::vector<std::optional<MassProperties>> masses;
  std::vector<Diagnostics> refused(robot.links.size());
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    auto mass = mass_of(robot.links[i], file);
    masses.push_back(mass.ok() ? *mass : std::nullopt);
    (mass.ok() ? context.findings : refused[i]).append(mass.diagnostics());
  }
  const RigidBodies bodies = rigid_bodies(robot, places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto number = static_cast<std::size_t>(places[i].link);
    Diagnostics& findings = refused[number];
    const auto& given = robot.links[number].inertial;
    if (findings.empty() || !(*given->mass > 0)) continue;
    // The heaviest of the others takes what the nearest possible inertia leaves, so that their sum is as given.
    std::size_t helper = i;
    double most = 0;
    for (std::size_t k = 0; k < places.size(); ++k)
      if (const auto& mass = masses[static_cast<std::size_t>(places[k].link)];
          bodies.body[k] == bodies.body[i] && mass && mass->mass() > most) {
        most = mass->mass();
        helper = k;
      }
    if (helper == i) continue;
    const Mat3 possible = nearest_physical_inertia(*given->inertia);
    const Mat3 R_KC = (bodies.X_GB[helper].R.inverse() * bodies.X_GB[i].R * given->X_BC.R).matrix();
    auto& mass = masses[static_cast<std::size_t>(places[helper].link)];
    const Mat3 rest = R_KC * (*given->inertia - possible) * R_KC.transpose();
    const auto together = MassProperties::checked(mass->mass(), mass->com(), mass->inertia() + rest);
    const auto alone = MassProperties::checked(*given->mass, Vec3::Zero(), possible);
    if (!together.ok() || !alone.ok()) continue;
    mass = *together;
    masses[number] = alone->placed(given->X_BC);
    Diagnostic finding = findings[0];
    finding.severity = Severity::warning;
    finding.hint += "; used as given, for together with " +
                    path_of("link", robot.links[static_cast<std::size_t>(places[helper].link)].name) +
                    ", to which the link is fixed, it is possible";
    findings = {};
    context.findings.add(std::move(finding));
  }
  for (const Diagnostics& findings : refused) context.findings.append(findings);
  return masses;
}

}  // namespace polhode::urdf
