#pragma once
// A second look at mass properties that are possible but may not be what was meant.

#include <optional>
#include <span>
#include <string>

#include <polhode/mass/mesh.hpp>

namespace polhode {

/// What is said of a body, possible or not: without mass all of it is 0, and what could not be read is nan.
struct MassFigures {
  double mass = 0;
  Vec3 com = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, body axes
};

/// What else is known about a body; each item allows further findings.
struct MassContext {
  std::optional<Bounds> bounds;            ///< of its shape, in the body frame
  double volume = 0;                       ///< [m³] of its shape, 0 if not known
  std::optional<MassProperties> expected;  ///< of its shape with uniform density
  std::string path = {};                   ///< in findings; empty: the name of the body
  Position where = {};                     ///< of findings
};

/// One body as `polhode mass` prints it.
struct MassReport {
  std::string name;
  MassFigures figures = {};
  PrincipalAxes principal = {Vec3::Zero(), Mat3::Identity()};
  double density = 0;                ///< mean [kg/m³], 0 if the volume is not known
  std::optional<Mat3> nearest = {};  ///< the nearest possible inertia, where the one given is impossible
  Diagnostics findings = {};
};

/// Warnings about a body that is nearly flat, a line or a point, whose centre of mass or inertia does not fit its
/// bounding box, whose mean density no common material has (below 1 or above 25 000 kg/m³), or whose products of
/// inertia have the sign that its shape contradicts. `findings` of earlier steps (reading, checking) are put first.
MassReport examine(std::string name, const MassProperties& mass, const MassContext& context = {},
                   Diagnostics findings = {});

/// A table for people.
std::string format(const MassReport& report);
std::string format(std::span<const MassReport> reports);

}  // namespace polhode
