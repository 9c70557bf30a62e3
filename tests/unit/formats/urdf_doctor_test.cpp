// Links with one thing wrong each, made from a healthy one.
#include <gtest/gtest.h>

#include <polhode/base/text.hpp>
#include <polhode/formats/urdf.hpp>

namespace polhode {
namespace {

constexpr const char* beam_geometry = "<box size='0.4 0.1 0.08'/>";
/// A beam of aluminium, its centre 0.2 m from the joint.
const MassProperties beam = solid::of(solid::Box{.density = 2700, .size = {0.4, 0.1, 0.08}}).placed({.p = {0.2, 0, 0}});

std::string inertial(double mass, const Vec3& com, const Mat3& I) {
  const auto xyz = shortest(com[0]) + " " + shortest(com[1]) + " " + shortest(com[2]);
  return "<inertial><origin xyz='" + xyz + "'/>\n<mass value='" + shortest(mass) + "'/>\n<inertia ixx='" +
         shortest(I(0, 0)) + "' ixy='" + shortest(I(0, 1)) + "' ixz='" + shortest(I(0, 2)) + "' iyy='" +
         shortest(I(1, 1)) + "' iyz='" + shortest(I(1, 2)) + "' izz='" + shortest(I(2, 2)) + "'/></inertial>\n";
}
std::string visual(const std::string& geometry) {
  return "<visual><origin xyz='0.2 0 0'/><geometry>" + geometry + "</geometry></visual>";
}
/// A second link, without mass or shape, whose joint is 0.4 m away from that of the first.
constexpr const char* tip =
    "<link name='tip'/><joint name='j' type='fixed'><parent link='arm'/><child link='tip'/>"
    "<origin xyz='0.4 0 0'/></joint>";

std::vector<MassReport> reports(const std::string& parts) {
  const auto robot = urdf_links("<robot name='r'>" + parts + "</robot>", "r.urdf");
  EXPECT_TRUE(robot.ok()) << format(robot.diagnostics());
  return robot.ok() ? examine(*robot) : std::vector<MassReport>();
}
MassReport arm(const std::string& inside) { return reports("<link name='arm'>" + inside + "</link>" + tip).at(0); }

/// The only finding, message and hint.
std::string only(const MassReport& report) {
  EXPECT_EQ(report.findings.size(), 1u) << format(report.findings);
  if (report.findings.size() != 1) return {};
  EXPECT_EQ(report.findings[0].severity, Severity::warning);
  EXPECT_GT(report.findings[0].where.line, 0);
  return report.findings[0].message + " | " + report.findings[0].hint;
}
testing::AssertionResult holds(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << part << "' is not in '" << text << "'";
}

TEST(UrdfDoctor, HealthyLinkHasNothingRemarkable) {
  for (const std::string& shape : {visual(beam_geometry), std::string()}) {
    const MassReport report = arm(inertial(beam.mass(), beam.com(), beam.inertia()) + shape);
    EXPECT_EQ(format(report.findings), "");
    EXPECT_EQ(report.figures.mass, beam.mass());
    EXPECT_EQ(report.figures.com, beam.com());
    EXPECT_EQ(report.figures.inertia, beam.inertia());
    EXPECT_NEAR(report.density, shape.empty() ? 0 : 2700, 1e-9);
  }
}

TEST(UrdfDoctor, ShapesAndInertiasAreSeenInTheAxesOfTheLink) {
  // The beam along y: its shape turned by a quarter, its inertia given in the axes of the beam.
  const std::string quarter = " rpy='0 0 1.5707963267948966'";
  std::string inside = inertial(beam.mass(), {0, 0.38, 0}, beam.inertia()) + "<visual><origin xyz='0 0.2 0'" + quarter +
                       "/><geometry>" + beam_geometry + "</geometry></visual>";
  inside.replace(inside.find("'/>\n<mass"), 1, "'" + quarter);
  const MassReport report = arm(inside);
  EXPECT_EQ(format(report.findings), "");
  const Vec3 turned(beam.inertia()(1, 1), beam.inertia()(0, 0), beam.inertia()(2, 2));
  EXPECT_LT((report.figures.inertia - Mat3(turned.asDiagonal())).norm(), 1e-15);
}

TEST(UrdfDoctor, SmallOffsetOfAJointIsNoSizeOfALink) {
  // A wrist of 0.1 m whose next joint is 4 mm away, at the end of an arm of 1 m.
  const MassProperties wrist = solid::of(solid::Cylinder{.density = 1000, .radius = 0.05, .length = 0.1});
  const std::string parts =
      "<link name='arm'/><link name='wrist'>" + inertial(wrist.mass(), wrist.com(), wrist.inertia()) +
      "</link><link name='tip'/><joint name='a' type='fixed'><parent link='arm'/><child link='wrist'/>"
      "<origin xyz='1 0 0'/></joint><joint name='b' type='fixed'><parent link='wrist'/><child link='tip'/>"
      "<origin xyz='0.004 0 0'/></joint>";
  EXPECT_EQ(format(reports(parts).at(1).findings), "");
}

TEST(UrdfDoctor, ImpossibleLinkIsShownWithTheNearestPossibleOne) {
  const std::vector<MassReport> all =
      reports("<link name='arm'>" + inertial(1, Vec3::Zero(), Vec3(0.01, 0.01, 0.05).asDiagonal()) + "</link>" +
              "<link name='tip'>" + inertial(beam.mass(), beam.com(), beam.inertia()) + "</link>");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(all[0].findings.has_errors());
  ASSERT_TRUE(all[0].nearest);
  EXPECT_LT((*all[0].nearest - Mat3(Vec3(0.02, 0.02, 0.04).asDiagonal())).norm(), 1e-15);
  EXPECT_TRUE(holds(format(all[0]), "  impossible; nearest possible inertia, kg m^2\n"));
  EXPECT_TRUE(all[1].findings.empty());
}

TEST(UrdfDoctor, ImpossibleLinkIsShownInItsOwnAxes) {
  std::string inside = inertial(1, Vec3::Zero(), Vec3(0.01, 0.02, 0.05).asDiagonal());
  inside.replace(inside.find("'/>\n<mass"), 1, "' rpy='0 0 1.5707963267948966'");
  const MassReport report = arm(inside);
  EXPECT_LT((report.figures.inertia - Mat3(Vec3(0.02, 0.01, 0.05).asDiagonal())).norm(), 1e-15);
}

TEST(UrdfDoctor, WhatCannotBeReadDoesNotStopTheOthers) {
  const std::vector<MassReport> all =
      reports("<link name='arm'><inertial><mass value='x'/></inertial></link><link name='tip'>" +
              inertial(beam.mass(), beam.com(), beam.inertia()) + "</link>");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].findings.size(), 2u);
  EXPECT_TRUE(holds(format(all[0]), "  its figures cannot be read\n"));
  EXPECT_TRUE(all[1].findings.empty());
}

TEST(UrdfDoctor, LinkWithoutMassSaysSo) { EXPECT_EQ(format(arm("")), "arm\n  without mass\n"); }

TEST(UrdfDoctor, UnitsOfInertiaAreNamedByTheirFactor) {
  const std::pair<double, const char*> slips[] = {
      {1e3, "g m^2 instead"},          {1e4, "kg cm^2 instead"},
      {1e6, "kg mm^2 instead"},        {1e7, "g cm^2 instead"},
      {1e9, "g mm^2 instead"},         {1e-3, "is the mass in grams?"},
      {1e-6, "taken for millimetres"}, {1e-9, "a thousand million times too small"}};
  for (const auto& [factor, hint] : slips)
    for (const std::string& shape : {visual(beam_geometry), std::string()}) {
      const MassReport report = arm(inertial(beam.mass(), beam.com(), factor * beam.inertia()) + shape);
      EXPECT_TRUE(holds(only(report), hint)) << factor << (shape.empty() ? " by joints" : " by shape");
    }
}

TEST(UrdfDoctor, UnitsShowWithoutShapeAndJoints) {
  const auto alone = [](double factor) {
    return reports("<link name='arm'>" + inertial(beam.mass(), Vec3::Zero(), factor * beam.inertia()) + "</link>")[0];
  };
  EXPECT_TRUE(alone(1).findings.empty());
  EXPECT_TRUE(holds(only(alone(1e6)), "a uniform box of this mass and inertia would measure"));
  EXPECT_TRUE(holds(only(alone(1e6)), "kg mm^2 instead"));
  EXPECT_TRUE(holds(only(alone(1e-3)), "is the mass in grams?"));
}

TEST(UrdfDoctor, MassInGramsShowsInDensity) {
  const MassReport report =
      arm(inertial(1000 * beam.mass(), beam.com(), 1000 * beam.inertia()) + visual(beam_geometry));
  EXPECT_EQ(only(report), "a mean density of 2.7e+06 kg/m^3 | heavier than any metal; is the mass in grams?");
  const MassReport light = arm(inertial(0.01 * beam.mass(), beam.com(), 0.01 * beam.inertia()) + visual(beam_geometry));
  EXPECT_TRUE(holds(only(light), "a mean density of 27 kg/m^3"));
}

TEST(UrdfDoctor, CentreOfMassOutsideTheShapeIsNamed) {
  const auto at = [](const Vec3& com) {
    return arm(inertial(beam.mass(), com, beam.inertia()) + visual(beam_geometry));
  };
  EXPECT_TRUE(at({0.2, 0.08, 0}).findings.empty()) << "a tenth of the longest edge outside is allowed";
  EXPECT_TRUE(holds(only(at({0.2, 0.2, 0})), "lies outside the shape, which reaches from (0, -0.05, -0.04) to"));
  EXPECT_TRUE(holds(only(at({200, 0, 0})), "millimetres instead of metres?"));
}

TEST(UrdfDoctor, InertiaAboutTheOriginIsRecognised) {
  const Mat3 about_origin = beam.inertia_about(Vec3::Zero());
  const MassReport shaped = arm(inertial(beam.mass(), beam.com(), about_origin) + visual(beam_geometry));
  EXPECT_TRUE(holds(only(shaped), "about the link's origin"));
  EXPECT_TRUE(holds(only(shaped), "ixx=\"" + rounded(beam.inertia()(0, 0), 6) + "\""));
  // Without a shape: a motor that is nearly as long as wide, away from all axes.
  const MassProperties motor =
      solid::of(solid::Cylinder{.mass = 2, .radius = 0.04, .length = 0.07}).placed({.p = {0.1, 0.05, 0.03}});
  EXPECT_TRUE(holds(only(arm(inertial(2, motor.com(), motor.inertia_about(Vec3::Zero())))), "about the link's origin"));
  EXPECT_TRUE(arm(inertial(2, motor.com(), motor.inertia())).findings.empty());
}

TEST(UrdfDoctor, PlaceholdersAreNamed) {
  EXPECT_EQ(only(arm(inertial(1, Vec3::Zero(), 1e-3 * Mat3::Identity()))),
            "all three moments are 0.001 kg m^2 | this looks like a placeholder; measure or compute them");
  EXPECT_TRUE(holds(only(arm(inertial(1, Vec3::Zero(), Mat3::Identity()))), "all three moments are 1 kg m^2"));
  const MassReport beamed = arm(inertial(beam.mass(), beam.com(), 0.0123 * Mat3::Identity()) + visual(beam_geometry));
  EXPECT_TRUE(holds(only(beamed), "but the shape is longer one way than another"));
  // A ball of nearly that inertia is no placeholder: 2/5 m r² = 0.001.
  const MassReport ball = arm(inertial(1, {0.2, 0, 0}, 1e-3 * Mat3::Identity()) + visual("<sphere radius='0.05'/>"));
  EXPECT_TRUE(ball.findings.empty()) << format(ball.findings);
}

TEST(UrdfDoctor, LeftAndRightAreMirrored) {
  const MassProperties left = beam.placed({.R = Rotation::exp({0.3, 0.4, 0.5}), .p = {0.02, 0.1, 0.05}});
  const Mat3 S = Vec3(1, -1, 1).asDiagonal();
  const Mat3 mirrored = S * left.inertia() * S;
  const auto pair = [&](const char* one, const char* other, const Mat3& inertia) {
    const auto link = [](const std::string& name, const std::string& inside) {
      return "<link name='" + name + "'>" + inside + "</link>";
    };
    return reports(link(one, inertial(left.mass(), left.com(), left.inertia())) +
                   link(other, inertial(left.mass(), S * left.com(), inertia)));
  };
  for (const auto& [one, other] : {std::pair{"left_hip", "right_hip"},
                                   {"LeftFoot", "RightFoot"},
                                   {"hip_l", "hip_r"},
                                   {"LF_HIP", "RF_HIP"},
                                   {"FL_calf", "FR_calf"},
                                   {"arm_left_2", "arm_right_2"}}) {
    EXPECT_TRUE(pair(one, other, mirrored)[1].findings.empty()) << one;
    const std::vector<MassReport> copied = pair(one, other, left.inertia());
    EXPECT_TRUE(copied[0].findings.empty());
    const std::string finding = only(copied[1]);
    EXPECT_TRUE(holds(finding, std::string("are not mirrored from those of '") + one + "'"));
    EXPECT_TRUE(holds(finding, "ixy would be " + rounded(mirrored(0, 1)) + ", not " + rounded(left.inertia()(0, 1))));
    EXPECT_TRUE(holds(finding, "iyz would be " + rounded(mirrored(1, 2))));
    EXPECT_FALSE(holds(finding, "ixz would be"));
  }
  // The same names of nothing left: no pair.
  EXPECT_TRUE(pair("leg_a", "leg_b", left.inertia())[1].findings.empty());
}

}  // namespace
}  // namespace polhode
