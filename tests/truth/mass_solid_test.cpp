// Solids against the formulas of mechanics handbooks, and against their own meshes in the limit of fine triangles.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/mass/solid.hpp>

#include "support/validation.hpp"

namespace polhode {
namespace {

using solid::Shell;

void expect_moments(const MassProperties& body, double mass, const Vec3& moments) {
  // A handful of roundings separate the two ways to write a product.
  EXPECT_NEAR(body.mass(), mass, 8e-16 * mass);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(body.inertia()(i, i), moments[i], 1e-15 * moments.maxCoeff()) << i;
  EXPECT_EQ(body.inertia()(0, 1), 0);
  EXPECT_EQ(body.inertia()(0, 2), 0);
  EXPECT_EQ(body.inertia()(1, 2), 0);
}

TEST(MassTruth, BlockHasTheFoundingTextsInertia) {
  const double M = 7, x0 = 0.5, y0 = 1.25, z0 = 3;
  expect_moments(solid::of(solid::Box{.mass = M, .size = {x0, y0, z0}}), M,
                 Vec3(y0 * y0 + z0 * z0, x0 * x0 + z0 * z0, x0 * x0 + y0 * y0) * (M / 12));
  expect_moments(solid::of(solid::Box{.density = 2, .size = {x0, y0, z0}}), 2 * x0 * y0 * z0,
                 Vec3(y0 * y0 + z0 * z0, x0 * x0 + z0 * z0, x0 * x0 + y0 * y0) * (2 * x0 * y0 * z0 / 12));
}

TEST(MassTruth, SolidsHaveTheMomentsOfTheHandbook) {
  const double m = 1.7, r = 0.3, h = 0.8, rho = 900;
  const double volume = pi * r * r * h;
  const double I1 = m / 12 * (3 * r * r + h * h), I3 = m * r * r / 2;
  expect_moments(solid::of(solid::Sphere{.mass = m, .radius = r}), m, Vec3::Constant(0.4 * m * r * r));
  expect_moments(solid::of(solid::Cylinder{.mass = m, .radius = r, .length = h}), m, {I1, I1, I3});
  expect_moments(solid::of(solid::Disk{.mass = m, .radius = r, .length = h}), m, {I1, I1, I3});
  expect_moments(solid::of(solid::Disk{.mass = m, .radius = r}), m, Vec3(0.25, 0.25, 0.5) * m * r * r);
  expect_moments(solid::of(solid::Cylinder{.density = rho, .radius = r, .length = h}), rho * volume,
                 Vec3(I1, I1, I3) * (rho * volume / m));
  const double a = 0.2, b = 0.5, c = 0.9;
  expect_moments(solid::of(solid::Ellipsoid{.mass = m, .axes = {a, b, c}}), m,
                 Vec3(b * b + c * c, a * a + c * c, a * a + b * b) * (m / 5));
  const double R = 0.7, t = 0.2;
  expect_moments(solid::of(solid::Torus{.mass = m, .radius = R, .tube = t}), m,
                 Vec3(R * R / 2 + 5 * t * t / 8, R * R / 2 + 5 * t * t / 8, R * R + 3 * t * t / 4) * m);
  const MassProperties cone = solid::of(solid::Cone{.mass = m, .radius = r, .length = h});
  const double C1 = 3 * m / 80 * (4 * r * r + h * h);
  expect_moments(cone, m, {C1, C1, 0.3 * m * r * r});
  EXPECT_EQ(cone.com(), Vec3(0, 0, -h / 2 + h / 4));
  expect_moments(solid::of(solid::Rod{.mass = m, .length = h}), m, Vec3(h * h, h * h, 0) * (m / 12));
  expect_moments(solid::of(solid::Ring{.mass = m, .radius = r}), m, Vec3(0.5, 0.5, 1) * (m * r * r));
  expect_moments(solid::of(solid::Particle{.mass = m}), m, Vec3::Zero());
}

TEST(MassTruth, ThinShellsHaveTheMomentsOfTheHandbook) {
  const double m = 1.7, r = 0.3, h = 0.8, R = 0.7, t = 0.2;
  expect_moments(solid::of(solid::Sphere{.mass = m, .radius = r, .shell = Shell::closed}), m,
                 Vec3::Constant(2.0 / 3 * m * r * r));
  expect_moments(solid::of(solid::Cylinder{.mass = m, .radius = r, .length = h, .shell = Shell::open}), m,
                 Vec3(r * r / 2 + h * h / 12, r * r / 2 + h * h / 12, r * r) * m);
  const MassProperties funnel = solid::of(solid::Cone{.mass = m, .radius = r, .length = h, .shell = Shell::open});
  // About the apex a funnel has m (R²/4 + h²/2); the centre of mass is two thirds down.
  const double apex = funnel.inertia_about({0, 0, h / 2})(0, 0);
  EXPECT_NEAR(apex, m * (r * r / 4 + h * h / 2), 1e-15);
  EXPECT_NEAR(funnel.inertia()(2, 2), m * r * r / 2, 1e-16);
  expect_moments(solid::of(solid::Torus{.mass = m, .radius = R, .tube = t, .shell = Shell::closed}), m,
                 Vec3(R * R / 2 + 5 * t * t / 4, R * R / 2 + 5 * t * t / 4, R * R + 3 * t * t / 2) * m);
  // A cube of edge a: I = 5/18 m a².
  expect_moments(solid::of(solid::Box{.mass = m, .size = {h, h, h}, .shell = Shell::closed}), m,
                 Vec3::Constant(5.0 / 18 * m * h * h));
}

TEST(MassTruth, AnEllipsoidShellOfRevolutionHasItsKnownArea) {
  // Oblate (a, a, c): A = 2πa² (1 + (1−e²)/e artanh e), e² = 1 − c²/a². The quadrature was asked for 1e-13.
  for (double c : {0.999, 0.5, 0.05, 0.001}) {
    const double e = std::sqrt((1 - c) * (1 + c));
    const double area = 2 * pi * (1 + (1 - e * e) / e * std::atanh(e));
    // 1 − e² cancels for small c: its error is 1e-16/c², scaled by its small share of the area.
    EXPECT_NEAR(solid::measure(solid::Ellipsoid{.axes = {1, 1, c}, .shell = Shell::closed}), area, 2e-13 * area + 4e-15)
        << c;
  }
  // The sphere is the limit, seen by the quadrature through a hair's breadth: area and moments change by O(1e-9).
  const MassProperties nearly =
      solid::of(solid::Ellipsoid{.density = 1, .axes = {1, 1 + 1e-9, 1}, .shell = Shell::closed});
  EXPECT_NEAR(nearly.mass(), 4 * pi, 2e-8);
  EXPECT_NEAR(nearly.inertia()(0, 0), 8 * pi / 3, 2e-8);
}

TEST(MassTruth, ACapsuleIsACylinderBetweenTwoHalfBalls) {
  const double r = 0.3, h = 0.8, rho = 3;
  const double m = rho * 2.0 / 3 * pi * r * r * r;
  const double across = 83.0 / 320 * m * r * r, along = 0.4 * m * r * r;
  const MassProperties half(m, {0, 0, 3.0 / 8 * r}, Vec3(across, across, along).asDiagonal());
  const MassProperties upper = half.placed({.p = {0, 0, h / 2}});
  const MassProperties lower = half.placed({.R = Rotation::about_x(pi), .p = {0, 0, -h / 2}});
  const MassProperties whole = upper + solid::of(solid::Cylinder{.density = rho, .radius = r, .length = h}) + lower;
  const MassProperties capsule = solid::of(solid::Capsule{.density = rho, .radius = r, .length = h});
  EXPECT_NEAR(capsule.mass(), whole.mass(), 4e-16);
  EXPECT_LT((capsule.com() - whole.com()).norm(), 1e-16);
  EXPECT_LT((capsule.inertia() - whole.inertia()).norm(), 4e-16);
}

TEST(MassTruth, AShellIsTheLimitOfAThinWall) {
  // A hollow ball with wall d outside radius 1 and a shell of 1 + d/2 with the same mass agree to O(d²).
  double before = 0;
  for (double d : {1e-2, 5e-3}) {
    const MassProperties wall = solid::of(solid::Sphere{.density = 1, .radius = 1 + d})
                                    .without(solid::of(solid::Sphere{.density = 1, .radius = 1}));
    const MassProperties shell =
        solid::of(solid::Sphere{.mass = wall.mass(), .radius = 1 + d / 2, .shell = Shell::closed});
    const double difference = std::fabs(wall.inertia()(0, 0) / shell.inertia()(0, 0) - 1);
    EXPECT_LT(difference, d * d);
    if (before > 0) {
      EXPECT_NEAR(before / difference, 4, 0.1);
    }
    before = difference;
  }
}

/// Measure, height of the centroid and central spread of a mesh of `n` segments, per measure of the closed form.
Eigen::Matrix<double, 5, 1> mesh_figures(const Solid& body, int n, bool shell, double measure) {
  const TriangleMesh mesh = solid::tessellate(body, n);
  const Moments m = shell ? surface_moments(mesh) : volume_moments(mesh);
  Eigen::Matrix<double, 5, 1> figures;
  figures << m.measure / measure, m.centroid.z(), m.spread.diagonal() / measure;
  return figures;
}

std::string label(const Solid& body) {
  const auto shell = [](const auto& one) -> Shell {
    if constexpr (requires { one.shell; }) return one.shell;
    return Shell::none;
  };
  static constexpr const char* suffix[] = {"", ", closed shell", ", open shell"};
  return std::string(solid::kinds()[body.index()].name) + suffix[static_cast<int>(std::visit(shell, body))];
}

/// Richardson's table for an error in even powers of 1/n, and the order seen in the plain sequence.
void expect_limit(const Solid& body, bool shell, double tolerance) {
  const MassProperties exact = solid::of(body);
  const double measure = solid::measure(body);
  const Vec3 I = exact.inertia().diagonal() / exact.mass();
  Eigen::Matrix<double, 5, 1> target;
  target << 1, exact.com().z(), (I[1] + I[2] - I[0]) / 2, (I[2] + I[0] - I[1]) / 2, (I[0] + I[1] - I[2]) / 2;
  std::vector<Eigen::Matrix<double, 5, 1>> row;
  std::vector<double> error;
  for (int n = 16; n <= 256; n *= 2) {
    Eigen::Matrix<double, 5, 1> value = mesh_figures(body, n, shell, measure);
    error.push_back((value - target).norm());
    double power = 1;
    for (auto& coarser : row) {
      power *= 4;
      const Eigen::Matrix<double, 5, 1> better = value + (value - coarser) / (power - 1);
      coarser = value;
      value = better;
    }
    row.push_back(value);
  }
  const std::string name = label(body);
  expect_error_within(tolerance, (row.back() - target).norm(), name + ": mass properties", "limit of its own meshes");
  if (error.back() > 1e-12) {
    EXPECT_NEAR(std::log2(error[error.size() - 2] / error.back()), 2, 0.02) << name;
  }
}

TEST(MassTruth, EverySolidIsTheLimitOfItsMeshes) {
  // Five levels remove the errors of order 2 to 8; the tenth, (2π/16)^10 / 10!-like, and rounding stay below 1e-10.
  for (const Solid& body : std::initializer_list<Solid>{
           solid::Box{.mass = 1, .size = {1, 0.4, 0.7}}, solid::Sphere{.mass = 1, .radius = 0.8},
           solid::Ellipsoid{.mass = 1, .axes = {1, 0.6, 0.3}}, solid::Cylinder{.mass = 1, .radius = 0.5, .length = 1.2},
           solid::Disk{.mass = 1, .radius = 1, .length = 0.1}, solid::Cone{.mass = 1, .radius = 0.7, .length = 1.1},
           solid::Capsule{.mass = 1, .radius = 0.4, .length = 0.9},
           solid::Torus{.mass = 1, .radius = 0.9, .tube = 0.3}})
    expect_limit(body, false, 1e-10);
}

TEST(MassTruth, EveryShellIsTheLimitOfItsMeshes) {
  const Shell closed = Shell::closed, open = Shell::open;
  for (const Solid& body :
       std::initializer_list<Solid>{solid::Box{.mass = 1, .size = {1, 0.4, 0.7}, .shell = closed},
                                    solid::Cylinder{.mass = 1, .radius = 0.5, .length = 1.2, .shell = closed},
                                    solid::Cylinder{.mass = 1, .radius = 0.5, .length = 1.2, .shell = open},
                                    solid::Cone{.mass = 1, .radius = 0.7, .length = 1.1, .shell = closed},
                                    solid::Cone{.mass = 1, .radius = 0.7, .length = 1.1, .shell = open},
                                    solid::Sphere{.mass = 1, .radius = 0.8, .shell = closed},
                                    solid::Ellipsoid{.mass = 1, .axes = {1, 0.6, 0.3}, .shell = closed},
                                    solid::Capsule{.mass = 1, .radius = 0.4, .length = 0.9, .shell = closed},
                                    solid::Torus{.mass = 1, .radius = 0.9, .tube = 0.3, .shell = closed}})
    expect_limit(body, true, 1e-10);
}

}  // namespace
}  // namespace polhode
