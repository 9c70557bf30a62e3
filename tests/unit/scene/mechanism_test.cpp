// Mechanisms of scenes: what one of several is led by, and findings about those that come from tables and files.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/formats/urdf.hpp>

#include "typed_scene.hpp"

namespace polhode {
namespace {

const std::string arm = R"toml([[mechanism]]
name = "arm"
links = [
  { name = "upper", joint = "revolute", axis = "y", solid = "sphere", mass = 2, radius = 0.2 },
  { name = "lower", joint = "revolute", axis = "y", at = [1, 0, 0], parts = [ { solid = "sphere", mass = 1, radius = 0.1, at = [1, 0, 0] } ] },
]
q = [0.3, -0.2]
computed_torque = { target = ["sin(t)", "0.5*t"], kp = 25, kd = 10 }
)toml";
const std::string swing = R"toml([[mechanism]]
name = "swing"
links = [ { joint = "spherical", parts = [ { solid = "sphere", mass = 1, radius = 0.1, at = [0.5, 0, 0] } ] } ]
)toml";
const std::string world = "[run]\nend = 2\ntolerance = 1e-11\n[world]\ngravity = [0, 0, -9.81]\n";

TEST(SceneMechanisms, AComputedTorqueLeadsItsOwnMechanismAlone) {
  const Recording alone = run_text(world + arm), free = run_text(world + swing);
  // Behind another, before it, and with another one that is led.
  for (const std::string& text : {world + swing + arm, world + arm + swing}) {
    const Recording both = run_text(text);
    for (const char* name : {"arm.q1", "arm.q2", "arm.v1"})
      EXPECT_NEAR(both.series(name).back(), alone.series(name).back(), 1e-8) << name;
    for (const char* name : {"swing.q1", "swing.q2", "swing.v2"})
      EXPECT_NEAR(both.series(name).back(), free.series(name).back(), 1e-8) << name;
  }
  std::string second = arm;
  second.replace(second.find("\"arm\""), 5, "\"leg\"");
  const Recording led = run_text(world + arm + second);
  for (const char* name : {"arm.q1", "leg.q1"})
    EXPECT_NEAR(led.series(name).back(), alone.series("arm.q1").back(), 1e-8) << name;
}

TEST(SceneMechanisms, RowsOfTablesHaveRangesAndEfforts) {
  for (const char* table : {"dh", "mdh"}) {
    const BuiltScene scene = built(std::string("[[mechanism]]\nname = \"arm\"\n") + table +
                                   " = [ { mass = 1, inertia = [1, 1, 1], lower = \"-90 deg\", upper = 2, effort = 7 },"
                                   " { joint = \"prismatic\", mass = 1, inertia = [1, 1, 1], upper = \"30 cm\" } ]\n");
    const Tree& tree = scene.mechanism->tree();
    const JointLimits turn = tree.links()[static_cast<std::size_t>(tree.find_joint("arm.joint1"))].limits;
    const JointLimits slide = tree.links()[static_cast<std::size_t>(tree.find_joint("arm.joint2"))].limits;
    EXPECT_EQ(turn.lower, -pi / 2) << table;
    EXPECT_EQ(turn.upper, 2) << table;
    EXPECT_EQ(turn.effort, 7) << table;
    EXPECT_EQ(slide.lower, -JointLimits::none) << table;
    EXPECT_EQ(slide.upper, 0.3) << table;
  }
}

TEST(SceneMechanisms, AMisfitSaysWhichLinkItIsAbout) {
  const MassProperties mass(1, Vec3::Zero(), Mat3::Identity());
  const Tree tree("arm", {{.name = "one", .joint_name = "a", .joint = joint::Revolute{}, .mass = mass},
                          {.name = "two", .joint_name = "b", .parent = 0, .joint = joint::Revolute{}, .mass = mass}});
  EXPECT_FALSE(Mechanism::misfit({.tree = tree, .restitution = {0, 1}}));
  for (const double beyond : {-0.1, 1.1}) {
    const auto misfit = Mechanism::misfit({.tree = tree, .restitution = {0, beyond}});
    ASSERT_TRUE(misfit);
    EXPECT_EQ(misfit->why, "the restitution of joint 'b' is not between 0 and 1");
    EXPECT_EQ(misfit->link, 1);
  }
  const auto sizes = Mechanism::misfit({.tree = tree, .restitution = {0}});
  ASSERT_TRUE(sizes);
  EXPECT_EQ(sizes->link, -1);
}

/// A bar whose end is held where it is not.
constexpr const char* open_robot = R"(<robot name="bar">
  <link name="base"/>
  <link name="bar"><inertial><origin xyz="0.5 0 0"/><mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="bar"/><axis xyz="0 0 1"/></joint>
  <loop_joint name="pin" type="spherical"><link1 link="base" xyz="0 0 2"/><link2 link="bar" xyz="1 0 0"/></loop_joint>
</robot>)";

TEST(SceneMechanisms, ALoopOfARobotsFileIsFoundOpenInItsMechanism) {
  const auto no_mesh = [](const std::string&) -> Result<TriangleMesh> { return Diagnostic{}; };
  const auto robot = [](const std::string&, bool floating) {
    return read_urdf_robot(open_robot, "bar.urdf", {.floating_base = floating});
  };
  const auto scene = read_scene(world + swing + "[[mechanism]]\nname = \"robot\"\nurdf = \"bar.urdf\"\n", "scene.toml",
                                {}, no_mesh, robot);
  ASSERT_TRUE(scene.ok()) << format(scene.diagnostics());
  const Diagnostics findings = build(*scene).diagnostics();
  ASSERT_EQ(findings.size(), 1u) << format(findings);
  EXPECT_EQ(findings[0].path, "mechanism[1]");
  EXPECT_EQ(findings[0].where.line, 9);
  EXPECT_EQ(findings[0].message, "loop 'robot.pin' stays open by 2 m when joints are moved from the start to close it");
}

}  // namespace
}  // namespace polhode
