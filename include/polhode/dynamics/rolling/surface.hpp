#pragma once
// Smooth convex surfaces on which a body rolls: where a tangent plane touches, and how that point moves with the plane.

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/dynamics/rolling/support_jet.hpp>
#include <polhode/mass/mass_properties.hpp>
#include <polhode/math/expression.hpp>
#include <polhode/math/vector.hpp>

namespace polhode {

struct Surface;

namespace surface {

struct Sphere {
  static constexpr std::string_view name = "sphere";
  double radius = 0;
};
struct Ellipsoid {
  static constexpr std::string_view name = "ellipsoid";
  Vec3 axes = Vec3::Zero();  ///< semi-axes along x, y, z
};
/// The two sharp rims X² + Y² = radius², Z = ±half_thickness, of which the lower one touches; one rim if it is thin.
struct Disk {
  static constexpr std::string_view name = "disk";
  double radius = 0, half_thickness = 0;
};
/// The outer side of a torus about z (its hull: the hole never touches a plane).
struct Torus {
  static constexpr std::string_view name = "torus";
  double radius = 0, tube = 0;
};
/// A disk whose rims are rounded with the radius `edge`; radius and half_thickness are its outer sizes.
struct RoundedDisk {
  static constexpr std::string_view name = "rounded-disk";
  double radius = 0, half_thickness = 0, edge = 0;
};

/// A surface of revolution about z from its profile (ρ(s), z(s)), from the lower pole at s = begin to the upper one at
/// s = end. The profile is smooth, convex, and meets the axis at right angles.
class Revolution {
 public:
  static constexpr std::string_view name = "revolution";
  /// Formulas of one input, s. Findings if the profile is not as said above; `path` goes into them.
  static Result<Revolution> checked(Expression rho, Expression z, double begin, double end,
                                    const std::string& path = {});

  const Expression& rho() const { return rho_[0]; }
  const Expression& z() const { return z_[0]; }
  double begin() const { return begin_; }
  double end() const { return end_; }
  /// With their first and second derivatives by s.
  const std::array<Expression, 3>& rho_slopes() const { return rho_; }
  const std::array<Expression, 3>& z_slopes() const { return z_; }

 private:
  Revolution() = default;
  std::array<Expression, 3> rho_, z_;
  double begin_ = 0, end_ = 0;
};

/// ρ = radius cos s (1 + taper sin s), z = half_length sin s: an egg with its blunt end up if taper > 0.
/// Findings where it is not convex.
Result<Revolution> egg(double radius, double half_length, double taper, const std::string& path = {});

/// Any smooth convex body by its support function h(u): how far its tangent plane of outward unit normal u is from the
/// origin. What it says of u of other lengths does not count.
class Support {
 public:
  static constexpr std::string_view name = "support";
  /// A formula of x, y, z, the components of u. Findings where the body is not convex.
  static Result<Support> checked(const Expression& h, const std::string& path = {});
  /// Something callable as h(x, y, z) with numbers of any kind, by the operators and functions of SupportJet.
  template <class F>
  static Support of(F h) {
    Support support;
    support.real_ = [h](const Jet3<double>& u) { return h(u[0], u[1], u[2]); };
    support.dual_ = [h](const Jet3<Dual4>& u) { return h(u[0], u[1], u[2]); };
    return support;
  }

  template <class S>
  using Jet3 = std::array<SupportJet<S>, 3>;
  /// h with its first and second derivatives at u. S is double or Dual4.
  template <class S>
  SupportJet<S> at(const Eigen::Matrix<S, 3, 1>& u) const;
  /// The formula, if it was given as one.
  const std::string& text() const { return text_; }

 private:
  Support() = default;
  std::function<SupportJet<double>(const Jet3<double>&)> real_;
  std::function<SupportJet<Dual4>(const Jet3<Dual4>&)> dual_;
  std::vector<Expression> formulas_;  ///< h, its slopes by x, y, z, its second slopes xx, yy, zz, xy, xz, yz
  std::string text_;
};

/// All sums of a point of each part (Minkowski's sum): a disk and a ball give the torus.
struct Sum {
  static constexpr std::string_view name = "sum";
  std::vector<Surface> parts;
};

}  // namespace surface

/// A surface in body axes, about the origin of the geometry.
struct Surface {
  std::variant<surface::Sphere, surface::Ellipsoid, surface::Disk, surface::Torus, surface::RoundedDisk,
               surface::Revolution, surface::Support, surface::Sum>
      shape;
};

/// Where the plane of inward unit normal N touches: the point of the surface that lies lowest along N.
///
///   Γ(N) = ∇h(−N),    h(u) = max u·X the support function                                  theory/rolling.md (1)
///
/// A disk's Γ jumps where N₃ changes sign (the other rim) and has no value where N is along z (it lies flat).
/// Proof    tests/law/surface_law_test.cpp
Vec3 touching_point(const Surface& surface, const Vec3& N);

/// DΓ(N), symmetric, with null vector N; its other eigenvalues are minus the radii of curvature.
Mat3 touching_slope(const Surface& surface, const Vec3& N);

/// What a surface is to the equations of motion.
bool turns_about_z(const Surface& surface);      ///< a surface of revolution about z
bool has_flat_faces(const Surface& surface);     ///< lies flat where N is along z
bool has_straight_side(const Surface& surface);  ///< touches along a line where N is across z
/// How far from the z axis the surface reaches; what lengths of it are large or small against.
double girth(const Surface& surface);

/// The uniform solid of that surface, in its axes; nothing, with the reason, where it is not known.
/// Proof    tests/law/surface_solid_law_test.cpp
Result<MassProperties> uniform_solid(const Surface& surface, double mass, const std::string& path = {});

/// Findings about sizes that are not positive, or do not fit together.
Diagnostics findings_of(const Surface& surface, const std::string& path);

/// The names in scene files, and their keys: what `polhode list surfaces` prints.
struct SurfaceKind {
  std::string_view name, keys, about;
};
std::span<const SurfaceKind> surface_kinds();

}  // namespace polhode
