// Density fields with known integrals, and fields that must be refused.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/mass/density.hpp>
#include <polhode/math/expression.hpp>

namespace polhode {
namespace {

Expression field(std::string_view text) { return *Expression::compile(text, density_inputs()); }

TEST(DensityTruth, AUniformFieldGivesTheClosedForm) {
  for (const Solid& shape : std::initializer_list<Solid>{
           solid::Box{.size = {1, 0.4, 0.7}}, solid::Sphere{.radius = 0.8}, solid::Ellipsoid{.axes = {1, 0.6, 0.3}},
           solid::Cylinder{.radius = 0.5, .length = 1.2}, solid::Disk{.radius = 1, .length = 0.1},
           solid::Cone{.radius = 0.7, .length = 1.1}, solid::Capsule{.radius = 0.4, .length = 0.9},
           solid::Torus{.radius = 0.9, .tube = 0.3}}) {
    const Result<DensityIntegral> result = density_mass(shape, field("3"));
    ASSERT_TRUE(result.ok()) << format(result.diagnostics());
    Solid filled = shape;
    std::visit(
        [](auto& s) {
          if constexpr (requires { s.density; }) s.density = 3;
        },
        filled);
    const MassProperties exact = solid::of(filled);
    // 1e-10 was asked for, relative to the mass and the size of the body.
    EXPECT_NEAR(result->mass.mass(), exact.mass(), 1e-10 * exact.mass()) << shape.index();
    EXPECT_LT((result->mass.com() - exact.com()).norm(), 2e-10) << shape.index();
    EXPECT_LT((result->mass.inertia() - exact.inertia()).norm(), 1e-9 * exact.mass()) << shape.index();
    EXPECT_LE(result->error, 1e-10);
  }
}

TEST(DensityTruth, ABoxHeavierUpwardsHasItsCentreRaised) {
  // ρ = 1 + z/2 in a box of height h: com z = (1/V)∫ z²/2 = h²/24; Ixx loses m·com².
  const double h = 2;
  const MassProperties body = density_mass(solid::Box{.size = {1, 1, h}}, field("1 + z/2"))->mass;
  EXPECT_NEAR(body.mass(), h, 1e-14);
  EXPECT_NEAR(body.com().z(), h * h / 24, 1e-15);
  EXPECT_NEAR(body.inertia()(2, 2), h / 6, 1e-14);
  EXPECT_NEAR(body.inertia()(0, 0), h * (1.0 / 12 + h * h / 12 - std::pow(h * h / 24, 2)), 1e-14);
}

TEST(DensityTruth, APlanetDenserInsideHasItsKnownMoment) {
  // ρ = 5 − 4 r² in a unit ball: M = 4π (5/3 − 4/5), I = (8π/3) (5/5 − 4/7).
  const MassProperties body = density_mass(solid::Sphere{.radius = 1}, field("5 - 4*(x^2 + y^2 + z^2)"))->mass;
  EXPECT_NEAR(body.mass(), 4 * pi * (5.0 / 3 - 4.0 / 5), 1e-10 * body.mass());
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(body.inertia()(i, i), 8 * pi / 3 * (1 - 4.0 / 7), 1e-10 * body.mass());
  EXPECT_LT(body.com().norm(), 1e-12);
}

TEST(DensityTruth, ASpikeIsFoundByHalving) {
  // ρ = exp(−s|x|²…) in a wide box: the Gaussian integral, (π/s)^(3/2), and spread 1/(2s) along each axis.
  const double s = 400;
  const Result<DensityIntegral> result =
      density_mass(solid::Box{.size = {2, 2, 2}}, field("exp(-400*(x^2 + (y - 0.1)^2 + z^2))"), {.tolerance = 1e-9});
  ASSERT_TRUE(result.ok()) << format(result.diagnostics());
  const double mass = std::pow(pi / s, 1.5);
  EXPECT_NEAR(result->mass.mass(), mass, 1e-9 * mass);
  EXPECT_NEAR(result->mass.com().y(), 0.1, 1e-9);
  EXPECT_NEAR(result->mass.inertia()(0, 0), mass / s, 2e-9 * mass);
}

TEST(DensityTruth, LayersAreFoundByHalving) {
  // Two materials, joined at z = 1/8: halving meets the joint exactly.
  const auto layers = [](const Vec3& p) { return p.z() < 0.125 ? 1.0 : 3.0; };
  const MassProperties body = density_mass(solid::Cylinder{.radius = 1, .length = 1}, layers)->mass;
  const double below = 0.625 * pi, above = 3 * 0.375 * pi;
  EXPECT_NEAR(body.mass(), below + above, 1e-9);
  EXPECT_NEAR(body.com().z(), (below * (-0.1875) + above * 0.3125) / (below + above), 1e-9);
}

TEST(DensityTruth, AGivenMassIsSpreadLikeTheField) {
  const MassProperties body = density_mass(solid::Box{.mass = 6, .size = {1, 1, 2}}, field("1 + z/2"))->mass;
  EXPECT_EQ(body.mass(), 6);
  EXPECT_NEAR(body.com().z(), 1.0 / 6, 1e-15);
}

TEST(DensityTruth, AMeshIsFilledLikeTheSolidItIs) {
  const solid::Box box{.size = {1, 1, 2}};
  TriangleMesh mesh = solid::tessellate(box, 3);
  const MassProperties solid = density_mass(box, field("1 + z/2"))->mass;
  const MassProperties body = density_mass(mesh, field("1 + z/2"))->mass;
  EXPECT_NEAR(body.mass(), solid.mass(), 1e-12);
  EXPECT_LT((body.com() - solid.com()).norm(), 1e-12);
  EXPECT_LT((body.inertia() - solid.inertia()).norm(), 1e-12);
  // A negative density outside the mesh is nobody's business; inside it is refused.
  for (Vec3& vertex : mesh.vertices) vertex.z() += 1;
  EXPECT_TRUE(density_mass(mesh, field("0.1 + z")).ok());
  EXPECT_FALSE(density_mass(mesh, field("0.1 - z")).ok());
}

TEST(DensityTruth, ANegativeDensityIsRefusedWithItsPlace) {
  const Result<DensityIntegral> result = density_mass(solid::Box{.size = {2, 2, 2}}, field("x + 0.5"), {}, "body[0]");
  ASSERT_FALSE(result.ok());
  const Diagnostic& finding = result.diagnostics()[0];
  EXPECT_EQ(finding.path, "body[0].density");
  EXPECT_EQ(finding.message, "the density is -0.491455 kg/m^3 at (-0.991455, -0.991455, -0.991455)");
  EXPECT_EQ(finding.hint, "a density is nowhere less than 0");
}

TEST(DensityTruth, ADensityOfZeroIsNotLookedThroughForever) {
  long looks = 0;
  const auto nothing = [&looks](const Vec3&) { return ++looks, 0.0; };
  EXPECT_FALSE(density_mass(solid::Box{.size = {1, 1, 1}}, DensityFunction(nothing)).ok());
  EXPECT_LT(looks, 200'000);  // of the 20 million that are allowed
}

TEST(DensityTruth, WhatCannotBeIntegratedIsRefused) {
  const auto message = [](const Result<DensityIntegral>& result) {
    return result.ok() ? std::string("accepted") : result.diagnostics()[0].message;
  };
  const solid::Box box{.size = {1, 1, 1}};
  EXPECT_EQ(message(density_mass(box, field("1/(x - x)"))).substr(0, 15), "the density is ");
  EXPECT_EQ(message(density_mass(box, field("0"))), "the density field holds no mass");
  EXPECT_EQ(message(density_mass(solid::Rod{.length = 1}, field("1"))), "there is no volume to fill with a density");
  EXPECT_EQ(message(density_mass(solid::Disk{.radius = 1}, field("1"))), "there is no volume to fill with a density");
  EXPECT_EQ(message(density_mass(solid::Sphere{.radius = 1, .shell = solid::Shell::closed}, field("1"))),
            "there is no volume to fill with a density");
  EXPECT_EQ(message(density_mass(solid::Box{.density = 1, .size = {1, 1, 1}}, field("1"))),
            "the solid has a density besides the field");
  // An oblique jump needs more halvings than this budget has.
  const Result<DensityIntegral> rough = density_mass(
      box, [](const Vec3& p) { return p.x() + 2 * p.y() + 3 * p.z() > 0.3 ? 2.0 : 1.0; }, {.max_evaluations = 100'000});
  EXPECT_EQ(message(rough).substr(0, 37), "the density field was integrated to 0");
}

}  // namespace
}  // namespace polhode
