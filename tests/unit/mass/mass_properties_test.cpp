#include <gtest/gtest.h>

#include <random>

#include <polhode/mass/mass_properties.hpp>
#include <polhode/mass/solid.hpp>

namespace polhode {
namespace {

/// A body of `n` random particles: every law can be checked against the plain sums of its definition.
std::vector<PointMass> cloud(std::mt19937_64& random, int n) {
  std::uniform_real_distribution<double> mass(0.1, 2), place(-1, 1);
  std::vector<PointMass> particles;
  for (int i = 0; i < n; ++i) particles.push_back({mass(random), {place(random), place(random), place(random)}});
  return particles;
}

Pose random_pose(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return {Rotation::from_quaternion(normal(random), normal(random), normal(random), normal(random)),
          {normal(random), normal(random), normal(random)}};
}

void expect_equal(const MassProperties& a, const MassProperties& b) {
  // Sums of some twenty terms of size one: 1e-14 leaves room for their roundings.
  EXPECT_NEAR(a.mass(), b.mass(), 1e-14 * b.mass());
  EXPECT_LT((a.com() - b.com()).norm(), 1e-14);
  EXPECT_LT((a.inertia() - b.inertia()).norm(), 1e-14 * (1 + b.inertia().norm()));
}

TEST(MassProperties, MovingParticlesMovesTheBody) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<PointMass> particles = cloud(random, 8);
    const MassProperties body = *point_masses(particles);
    const Pose X_PB = random_pose(random);
    for (PointMass& particle : particles) particle.position = X_PB * particle.position;
    expect_equal(body.placed(X_PB), *point_masses(particles));
  }
}

TEST(MassProperties, TheWholeIsTheSumOfItsParts) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<PointMass> a = cloud(random, 5), b = cloud(random, 7);
    const MassProperties first = *point_masses(a), second = *point_masses(b);
    a.insert(a.end(), b.begin(), b.end());
    const MassProperties whole = *point_masses(a);
    expect_equal(first + second, whole);
    expect_equal(whole.without(second), first);
  }
}

TEST(MassProperties, ParallelAxesShiftTheInertia) {
  std::mt19937_64 random(3);
  const std::vector<PointMass> particles = cloud(random, 9);
  const MassProperties body = *point_masses(particles);
  const Vec3 point(0.3, -2, 1);
  Mat3 direct = Mat3::Zero();
  for (const PointMass& p : particles) direct += p.mass * point_inertia(p.position - point);
  EXPECT_LT((body.inertia_about(point) - direct).norm(), 1e-14 * direct.norm());
}

TEST(MassProperties, ASingleParticleKeepsItsPlaceAndHasNoInertia) {
  const PointMass particle{2, {0.1, 0.2, 0.3}};
  const MassProperties body = *point_masses({&particle, 1});
  EXPECT_EQ(body.com(), particle.position);
  EXPECT_EQ(body.inertia(), Mat3(Mat3::Zero()));
}

TEST(MassProperties, ScalingTheMassScalesTheInertia) {
  const MassProperties ball = solid::of(solid::Sphere{.mass = 2, .radius = 1});
  EXPECT_EQ(ball.with_mass(4).inertia(), Mat3(2 * ball.inertia()));
  EXPECT_THROW(ball.with_mass(0), UsageError);
}

std::string first_finding(double mass, const Vec3& com, const Mat3& inertia) {
  const Result<MassProperties> result = MassProperties::checked(mass, com, inertia, "body[0]");
  if (result.diagnostics().empty()) return "nothing";
  return format(result.diagnostics()[0]);
}

TEST(MassProperties, ImpossibleMomentsAreRefusedWithTheNearestPossibleOnes) {
  EXPECT_EQ(first_finding(1, Vec3::Zero(), Vec3(0.1, 0.1, 0.5).asDiagonal()),
            "error: body[0].inertia: no rigid body has these moments (0.1, 0.1, 0.5 kg m^2)\n"
            "    the largest (0.5) exceeds the sum of the other two (0.2); nearest possible: [0.2, 0.2, 0.4]");
  EXPECT_EQ(first_finding(1, Vec3::Zero(), Vec3(1, -0.25, 1).asDiagonal()),
            "error: body[0].inertia: no rigid body has these moments (1, -0.25, 1 kg m^2)\n"
            "    the moment -0.25 is negative; nearest possible: [1, 0, 1]");
}

TEST(MassProperties, ProductsGivenWithTheWrongSignAreRecognised) {
  Mat3 inertia;
  inertia << 1, -0.6, -0.6, -0.6, 1, -0.6, -0.6, -0.6, 1;
  const std::string finding = first_finding(1, Vec3::Zero(), inertia);
  EXPECT_NE(finding.find("the moment -0.2 is negative; nearest possible: [["), std::string::npos) << finding;
  EXPECT_EQ(finding.find("signs of the off-diagonal"), std::string::npos) << finding;
  // The turned tensor (1, +0.4 …) has moments 0.6, 0.6, 1.8 and is impossible; its opposite has 0.2, 1.4, 1.4.
  inertia << 1, 0.4, 0.4, 0.4, 1, 0.4, 0.4, 0.4, 1;
  EXPECT_NE(first_finding(1, Vec3::Zero(), inertia).find("with the signs of the off-diagonal entries turned"),
            std::string::npos);
}

TEST(MassProperties, EverythingImpossibleIsNamed) {
  const Mat3 one = Mat3::Identity();
  EXPECT_EQ(first_finding(0, Vec3::Zero(), one),
            "error: body[0].mass: the mass is 0 kg\n    a mass is finite and more than 0");
  EXPECT_EQ(first_finding(-1, Vec3::Zero(), one).substr(0, 41), "error: body[0].mass: the mass is -1 kg\n  ");
  Mat3 lopsided = one;
  lopsided(0, 1) = 0.1;
  EXPECT_EQ(first_finding(1, Vec3::Zero(), lopsided),
            "error: body[0].inertia: the inertia is not symmetric: Ixy = 0.1 but Iyx = 0\n"
            "    give both the same value, minus the product of inertia");
  Mat3 nan = one;
  nan(2, 2) = std::nan("");
  EXPECT_EQ(first_finding(1, Vec3::Zero(), nan),
            "error: body[0].inertia: the inertia holds a number that is not finite");
  EXPECT_EQ(first_finding(1, Vec3(0, std::nan(""), 0), one),
            "error: body[0].com: the centre of mass is not finite (0, nan, 0)");
  const Result<MassProperties> all = MassProperties::checked(-1, Vec3(0, std::nan(""), 0), lopsided);
  EXPECT_EQ(all.diagnostics().size(), 3u);
  EXPECT_THROW(MassProperties(1, Vec3::Zero(), Vec3(1, 1, 3).asDiagonal()), UsageError);
}

TEST(MassProperties, AThinBodyWrittenWithSevenDigitsIsAcceptedWithAWarning) {
  const Result<MassProperties> disk =
      MassProperties::checked(1, Vec3::Zero(), Vec3(0.0833333, 0.0833333, 0.1666667).asDiagonal());
  EXPECT_TRUE(disk.ok());
  ASSERT_EQ(disk.diagnostics().size(), 1u);
  EXPECT_EQ(disk.diagnostics()[0].severity, Severity::warning);
  EXPECT_EQ(disk->inertia()(2, 2), 0.1666667);
  EXPECT_TRUE(MassProperties::checked(1, Vec3::Zero(), Vec3(0.25, 0.25, 0.5).asDiagonal()).diagnostics().empty());
}

TEST(MassProperties, AHoleMustLeaveABody) {
  const MassProperties ball = solid::of(solid::Sphere{.mass = 1, .radius = 1});
  EXPECT_THROW(ball.without(ball), UsageError);
  const MassProperties far = solid::of(solid::Sphere{.mass = 0.5, .radius = 0.1}).placed({.p = {3, 0, 0}});
  const Result<MassProperties> rest = ball.checked_without(far, "body[0].parts[1]");
  ASSERT_FALSE(rest.ok());
  EXPECT_EQ(rest.diagnostics()[0].path, "body[0].parts[1].inertia");
  EXPECT_EQ(rest.diagnostics()[0].message.substr(0, 40), "what remains after the hole is no body: ");
}

TEST(MassProperties, ParticlesWithoutMassAreNamed) {
  const std::vector<PointMass> particles{{1, Vec3::Zero()}, {-2, Vec3::Zero()}};
  const Result<MassProperties> body = point_masses(particles, "body[0].particles");
  ASSERT_FALSE(body.ok());
  EXPECT_EQ(body.diagnostics()[0].path, "body[0].particles[1].mass");
  EXPECT_FALSE(point_masses({}).ok());
}

}  // namespace
}  // namespace polhode
