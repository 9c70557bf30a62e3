// Uniform solids of surfaces, and what is found wrong with surfaces.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <polhode/mass/solid.hpp>

#include "support/surfaces.hpp"

namespace polhode {
namespace {

using namespace surfaces;

// ── uniform solids ──

void expect_solid(const Surface& surface, const MassProperties& expected, double tolerance) {
  const MassProperties got = *uniform_solid(surface, expected.mass());
  EXPECT_EQ(got.mass(), expected.mass());
  EXPECT_LT((got.com() - expected.com()).norm(), tolerance);
  EXPECT_LT((got.inertia() - expected.inertia()).norm(), tolerance * expected.inertia().norm());
}

TEST(SurfaceSolid, SurfacesWithClosedFormsHaveTheMassOfTheSolidsOfThatName) {
  expect_solid({surface::Sphere{0.8}}, solid::of(solid::Sphere{.mass = 2, .radius = 0.8}), 1e-15);
  expect_solid({surface::Ellipsoid{{0.5, 0.9, 1.4}}}, solid::of(solid::Ellipsoid{.mass = 2, .axes = {0.5, 0.9, 1.4}}),
               1e-15);
  expect_solid({surface::Torus{1, 0.25}}, solid::of(solid::Torus{.mass = 2, .radius = 1, .tube = 0.25}), 1e-15);
  for (const double d : {0., 0.3}) {
    const double across = 2 * (1.21 / 4 + d * d / 3);
    expect_solid({surface::Disk{1.1, d}}, MassProperties(2, Vec3::Zero(), Vec3(across, across, 1.21).asDiagonal()),
                 1e-15);
  }
}

TEST(SurfaceSolid, AnEllipsoidIsTheSameByItsSupportFunctionAndByItsProfile) {
  const MassProperties brick = solid::of(solid::Ellipsoid{.mass = 2, .axes = {0.5, 0.9, 1.4}});
  const MassProperties spheroid = solid::of(solid::Ellipsoid{.mass = 2, .axes = {0.7, 0.7, 1.3}});
  // Both integrals err by less than their last estimate, 1e-13, and by rounding of some thousand terms.
  expect_solid({*surface::Support::checked(of_xyz("sqrt((0.5*x)^2 + (0.9*y)^2 + (1.4*z)^2)"))}, brick, 1e-12);
  expect_solid(spheroid_by_profile(), spheroid, 1e-14);
  // Moved away from the origin, by a plane's distance and by its profile.
  const Pose moved{.R = Rotation(), .p = Vec3(10, -20, 5)};
  expect_solid({*surface::Support::checked(of_xyz("sqrt((0.5*x)^2 + (0.9*y)^2 + (1.4*z)^2) + 10*x - 20*y + 5*z"))},
               brick.placed(moved), 1e-12);
  const Pose raised{.R = Rotation(), .p = Vec3(0, 0, 5)};
  expect_solid({*surface::Revolution::checked(of_s("0.7*cos(s)"), of_s("5 + 1.3*sin(s)"), -pi / 2, pi / 2)},
               spheroid.placed(raised), 1e-14);
  // A sum of two balls is a ball.
  expect_solid({surface::Sum{{{surface::Sphere{0.5}}, {surface::Sphere{0.3}}}}},
               solid::of(solid::Sphere{.mass = 2, .radius = 0.8}), 1e-13);
}

TEST(SurfaceSolid, AnEggHasTheMomentsOfItsPolynomial) {
  // With x = sin s: ρ² = a² (1 − x²)(1 + k x)², dz = c dx. By hand, over −1 < x < 1:
  //   ∫(1 − x²)(1 + k x)² = 4/3 + 4 k²/15,  ∫x … = 2k · 4/15,  ∫x² … = 4/15 + 4 k²/35,
  //   ∫(1 − x²)² (1 + k x)⁴ = 16/15 + 6 k² · 16/105 + k⁴ · 16/315
  const double a = 0.8, c = 1.1, k = 0.2, m = 3;
  const double volume = 4. / 3 + 4 * k * k / 15;
  const double z = c * (2 * k * 4 / 15) / volume, zz = c * c * (4. / 15 + 4 * k * k / 35) / volume - z * z;
  const double xx = a * a / 4 * (16. / 15 + 6 * k * k * 16 / 105 + k * k * k * k * 16 / 315) / volume;
  const MassProperties expected(m, Vec3(0, 0, z), m * Vec3(xx + zz, xx + zz, 2 * xx).asDiagonal());
  expect_solid({*surface::egg(a, c, k)}, expected, 1e-14);
  EXPECT_GT(z, 0);
  // And as a sum of one part, which goes by the sphere of normals.
  expect_solid({surface::Sum{{{*surface::egg(a, c, k)}}}}, expected, 1e-12);
}

TEST(SurfaceSolid, ARoundedDiskLiesBetweenADiskAndABall) {
  const MassProperties disk = *uniform_solid({surface::Disk{1, 0.4}}, 2);
  // What an edge e takes away is a share of order e².
  expect_solid({surface::RoundedDisk{1, 0.4, 1e-8}}, disk, 1e-15);
  expect_solid({surface::RoundedDisk{1, 0.4, 1e-5}}, disk, 1e-9);
  EXPECT_GT((uniform_solid({surface::RoundedDisk{1, 0.4, 1e-3}}, 2)->inertia() - disk.inertia()).norm(), 1e-7);
  // The shell that is left is a share of order 1e-14.
  const double almost = 0.8 * (1 - 1e-14);
  expect_solid({surface::RoundedDisk{0.8, 0.8, almost}}, solid::of(solid::Sphere{.mass = 2, .radius = 0.8}), 1e-13);
  // In between: discs of the thickness dz, z = b + e sin φ on the rounded part, by Simpson's rule.
  const double R = 1, b = 0.25, e = 0.15;
  double volume = R * R * b, across = R * R * R * R * b / 4, along = R * R * b * b * b / 3;
  constexpr int n = 2000;
  for (int i = 0; i <= n; ++i) {
    const double angle = i * (pi / 2 / n), weight = (i == 0 || i == n ? 1 : i % 2 == 0 ? 2 : 4) * (pi / 2 / n) / 3;
    const double r = R - e + e * std::cos(angle), z = b + e * std::sin(angle), dz = weight * e * std::cos(angle);
    volume += r * r * dz;
    across += r * r * r * r / 4 * dz;
    along += r * r * z * z * dz;
  }
  const Vec3 moments((across + along) / volume, (across + along) / volume, 2 * across / volume);
  // Simpson's error is h⁴/180 = 2e-15 of the fourth derivative, some 10.
  expect_solid({surface::RoundedDisk{R, b + e, e}}, MassProperties(2, Vec3::Zero(), 2 * moments.asDiagonal()), 1e-13);
}

// ── refusals ──

template <class T>
std::string said(const Result<T>& result) {
  EXPECT_FALSE(result.ok());
  return format(result.diagnostics());
}
std::string said(const Surface& surface) { return format(findings_of(surface, "body[0].surface")); }

void expect_said(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << "\nnot in\n" << text;
}

TEST(SurfaceFindings, SizesThatAreNotPositiveOrDoNotFitAreFound) {
  expect_said(said({surface::Sphere{-1}}), {"body[0].surface.radius", "the radius is -1 m", "more than 0"});
  expect_said(said({surface::Sphere{INFINITY}}), {"the radius is inf m"});
  expect_said(said({surface::Ellipsoid{{1, 0, 2}}}), {"surface.axes", "a semi-axis is 0 m"});
  expect_said(said({surface::Disk{1, -0.1}}), {"surface.half_thickness", "-0.1 m", "0 is a thin disk"});
  expect_said(said({surface::Disk{NAN, -0.1}}), {"surface.radius", "surface.half_thickness"});
  expect_said(said({surface::Torus{1, 1.5}}), {"surface.tube", "does not fit around a hole"});
  expect_said(said({surface::Torus{1, 0}}), {"surface.tube", "the radius of the tube is 0 m"});
  expect_said(said({surface::RoundedDisk{1, 0.4, 0.5}}), {"surface.edge", "0.5 m does not fit into 0.4 m"});
  expect_said(said({surface::RoundedDisk{1, 2, 1}}), {"surface.edge", "less than the radius"});
  expect_said(said({surface::Sum{}}), {"surface.parts", "no parts"});
  expect_said(said({surface::Sum{{{surface::Sphere{1}}, {surface::Sphere{0}}}}}), {"surface.parts[1].radius"});
  for (const auto& [name, surface] : every_surface()) EXPECT_TRUE(findings_of(surface, "x").empty()) << name;
}

TEST(SurfaceFindings, BrokenProfilesAreFound) {
  const auto profile = [](const char* rho, const char* z, double from, double to) {
    return surface::Revolution::checked(of_s(rho), of_s(z), from, to, "body[0].surface");
  };
  expect_said(said(profile("cos(s)", "sin(s)", 1, -1)), {"surface.to", "from s = 1 to s = -1"});
  expect_said(said(profile("0.3 + cos(s)", "sin(s)", -pi / 2, pi / 2)),
              {"surface.rho", "begins at rho = 0.3 m, off the axis", "ends at rho = 0.3 m"});
  expect_said(said(profile("1 - s^2", "s", -1, 1)), {"surface.z", "with a tip", "at 63.43 deg", "right angles"});
  expect_said(said(profile("sqrt(1 - s^2)", "s", -1, 1)), {"at s = -1", "not finite", "let s be an angle"});
  expect_said(said(profile("cos(s)", "-sin(s)", -pi / 2, pi / 2)), {"surface.z", "from the upper pole to the lower"});
  expect_said(said(profile("-cos(s)", "sin(s)", -pi / 2, pi / 2)), {"not strictly convex"});
  expect_said(said(profile("sin(2*s)*cos(s)", "sin(s)", -pi / 2, pi / 2)), {"body[0].surface"});
  expect_said(said(profile("cos(s)*(1 - 0.9*cos(s)^4)", "sin(s)", -pi / 2, pi / 2)),
              {"not strictly convex", "at s = "});
  expect_said(said(profile("cos(s)^3", "sin(s)^3", -pi / 2, pi / 2)), {"stands still"});
  EXPECT_TRUE(profile("cos(s)*(1 - 0.1*cos(s)^4)", "sin(s)", -pi / 2, pi / 2).ok());
}

TEST(SurfaceFindings, EggsThatAreNoEggsAreFound) {
  expect_said(said(surface::egg(1, 1.2, 0.9, "a")), {"a.taper", "not strictly convex", "a smaller taper"});
  expect_said(said(surface::egg(1, 1.2, 1.5, "a")), {"a.taper", "the taper is 1.5", "between -1 and 1"});
  expect_said(said(surface::egg(0, -1, NAN, "a")),
              {"a.radius", "a.half_length", "the half length is -1 m", "the taper is nan"});
}

TEST(SurfaceFindings, SupportFunctionsOfBodiesThatAreNotConvexAreFound) {
  const auto support = [](const char* text) { return surface::Support::checked(of_xyz(text), "a.h"); };
  // In the x-y plane h = 1 + 0.2 cos 4φ has the radius of curvature 1 − 3 cos 4φ, −2 at worst.
  expect_said(said(support("1 + 0.2*(x^4 - 6*x^2*y^2 + y^4)")), {"a.h", "not convex", "add a ball"});
  EXPECT_TRUE(support("3.5 + 0.2*(x^4 - 6*x^2*y^2 + y^4)").ok());
  expect_said(said(support("sqrt(x^2 + y^2) + 0.1")), {"at u = (0, 0, 1)", "not finite", "flat faces"});
  expect_said(said(support("log(z)")), {"not finite"});
  expect_said(said(support("2*x + y")), {"that of a point"});
  const auto hollow = [](const auto& x, const auto&, const auto&) { return 1 - 2 * x * x; };
  expect_said(said({surface::Support::of(hollow)}), {"body[0].surface", "not convex"});
}

TEST(SurfaceFindings, SolidsThatAreNotKnownAreRefusedWithTheReason) {
  const Surface flat{surface::Sum{{{surface::Disk{1, 0}}, {surface::Sphere{0.25}}}}};
  expect_said(said(uniform_solid(flat, 1, "a")), {"a: ", "a sum with flat faces is not known", "inertia"});
  expect_said(said(uniform_solid({surface::Sphere{1}}, -1, "a")), {"a.mass", "the mass is -1 kg"});
  expect_said(said(uniform_solid({surface::Sphere{0}}, 1, "a")), {"a.radius"});
  expect_said(said(uniform_solid({surface::Torus{1, 1}}, 1, "a")), {"a.tube"});
}

}  // namespace
}  // namespace polhode
