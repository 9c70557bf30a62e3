#pragma once
// What makes a doctor doubt the figures of a link, possible as they may be.

#include <optional>
#include <span>

#include <polhode/formats/urdf.hpp>

namespace polhode::urdf {

/// The shape of a link as one body, in its frame.
struct LinkBody {
  Bounds bounds;
  double volume = 0;
  MassProperties uniform;  ///< with a density of 1
};

/// A link on the doctor's table.
struct Patient {
  const UrdfLink* link = nullptr;
  std::string path;
  MassFigures figures;                 ///< in the link's axes; all of them finite, the mass more than 0
  std::optional<LinkBody> body;        ///< if all of its shape is known
  double reach = 0;                    ///< of the farthest joint of a child [m]
  double robot_reach = 0;              ///< of all joints, one behind the other
  Position mass_where, inertia_where;  ///< of findings
};

/// Warnings about one link: figures nobody measured, units, density, place, and the point the inertia is about.
Diagnostics suspicions(const Patient& patient);

/// Warnings about left and right links, known by their names, whose products of inertia are not mirrored as their
/// centres of mass are. Each is about the second of the two: its number and the finding.
struct MirrorFinding {
  std::size_t patient = 0;
  Diagnostic finding;
};
std::vector<MirrorFinding> mirror_suspicions(std::span<const Patient> patients);

}  // namespace polhode::urdf
