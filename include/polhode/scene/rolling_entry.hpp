#pragma once
// Rolling bodies of a scene: plain structs a person could type.

#include <optional>
#include <string>

#include <polhode/dynamics/rolling/start.hpp>

namespace polhode {

/// A body, the ground it rolls on, and how it starts.
struct RollingEntry {
  std::string name;
  std::optional<Surface> surface;  ///< none: something of it could not be read
  std::optional<Vec3> centre;      ///< of the surface, from the centre of mass; none: where the solid has it
  double mass = 0;                 ///< [kg]
  std::optional<Mat3> inertia;     ///< about the centre of mass; none: that of the uniform solid
  RollingForm form = RollingForm::space;
  Ground ground;
  std::optional<Dissipation> dissipation;  ///< of air, a radius of 0 is that of the surface
  RollingStart start;
  double flat_tilt = 1e-3;  ///< [rad]
};

/// What all rolling bodies together are called among channels, where a scene has other bodies.
inline constexpr std::string_view rolling_name = "rolling";

}  // namespace polhode
