#pragma once
// Findings about masses and inertias, shared by everything that takes them from somebody.

#include <polhode/mass/mesh.hpp>

namespace polhode::mass_check {

/// `path` names the body; the finding is about `path.mass`.
void mass(double value, const std::string& path, Diagnostics& findings);

/// Exactly one of mass and density, positive and finite (0 = not given).
void amount(double mass, double density, const std::string& path, Diagnostics& findings);

/// The triangle inequality of a symmetric tensor, with `rounding` [kg m²] of grace; `path` names the inertia itself.
void moments(const Mat3& inertia, double rounding, const std::string& path, Diagnostics& findings);

/// All of MassProperties::checked.
void figures(double mass, const Vec3& com, const Mat3& inertia, const std::string& path, Diagnostics& findings);

/// Vertex numbers, coordinates and emptiness of a mesh: what every integral over it needs.
Diagnostics vertices(const TriangleMesh& mesh, const std::string& path);

/// `path.key`, or `key` alone when the caller gave no path.
std::string join(const std::string& path, std::string_view key);

/// "(0.1, 0.1, 0.5)", `digits` significant digits each.
std::string listed(const Vec3& values, int digits = 4);

}  // namespace polhode::mass_check
