#pragma once
// Bodies whose density varies from place to place.

#include <array>
#include <string>

#include <polhode/base/function_ref.hpp>
#include <polhode/mass/solid.hpp>

namespace polhode {

class Expression;

struct DensityOptions {
  /// Of mass, first and second moments, relative to mass and size; 1e-13 at best.
  double tolerance = 1e-10;
  long max_evaluations = 20'000'000;
};

/// The mass properties and how far they can be trusted.
struct DensityIntegral {
  MassProperties mass;
  double error = 0;  ///< estimate, relative to the mass and the size of the body
  long evaluations = 0;
};

/// What the coordinates of a density formula are called, in this order: x, y, z of the solid's frame.
const std::array<std::string, 3>& density_inputs();

/// [kg/m³] at a place in the solid's frame.
using DensityFunction = FunctionRef<double(const Vec3&)>;

/// A solid filled with matter of varying density: ρ dV integrated in the solid's own coordinates (spherical,
/// cylindrical, toroidal …) by adaptive Gauss–Kronrod cubature. theory/mass.md (8)
///
/// If the solid has a mass, the field says how it is spread and the total is that mass; a density of its own is
/// refused. A density that is negative, or no number, somewhere is refused with the place; so is a field that the
/// budget of evaluations does not integrate to the tolerance, with the error reached. Shells, rods, rings and particles
/// have no volume to fill. Proof    tests/truth/mass_density_test.cpp
Result<DensityIntegral> density_mass(const Solid& solid, DensityFunction density, const DensityOptions& options = {},
                                     const std::string& path = {});
Result<DensityIntegral> density_mass(const Solid& solid, const Expression& density, const DensityOptions& options = {},
                                     const std::string& path = {});

/// The same within a closed mesh, as a sum over tetrahedra from the middle of the bounding box to each triangle. Where
/// the mesh is not star-shaped these reach outside, so the field must be defined throughout the bounding box; there it
/// may be negative.
Result<DensityIntegral> density_mass(const TriangleMesh& mesh, DensityFunction density,
                                     const DensityOptions& options = {}, const std::string& path = {});
Result<DensityIntegral> density_mass(const TriangleMesh& mesh, const Expression& density,
                                     const DensityOptions& options = {}, const std::string& path = {});

}  // namespace polhode
