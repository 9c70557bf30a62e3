// Good robots, and what becomes of them.
#include <polhode/formats/urdf.hpp>

#include <gtest/gtest.h>

namespace polhode {
namespace {

constexpr const char* brick =
    "<inertial><mass value='2'/><inertia ixx='1' ixy='0' ixz='0' iyy='2' iyz='0' izz='2.5'/></inertial>";

std::string link(const std::string& name, const std::string& inside = brick) {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}
std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& inside = {}, const std::string& attributes = {}) {
  return "<joint name='" + name + "' type='" + type + "' " + attributes + "><parent link='" + parent +
         "'/><child link='" + child + "'/>" + inside + "</joint>\n";
}

Tree read(const std::string& parts, const UrdfOptions& options = {}) {
  auto tree = read_urdf("<robot name='arm'>\n" + parts + "</robot>\n", "robot.urdf", options);
  EXPECT_EQ(format(tree.diagnostics()), "");
  return *std::move(tree);
}

const Link& named(const Tree& tree, const char* name) {
  return tree.links().at(static_cast<std::size_t>(tree.find_link(name)));
}

constexpr const char* bounds = "<limit lower='-1' upper='2' effort='30' velocity='4'/>";

TEST(Urdf, LinksComeDepthFirstInTheOrderOfTheirJoints) {
  const Tree tree = read(link("hand") + link("left") + link("base") + link("right") + link("arm") +
                         joint("r", "continuous", "base", "right") + joint("h", "fixed", "arm", "hand") +
                         joint("a", "revolute", "base", "arm", bounds) + joint("l", "continuous", "right", "left"));
  std::string order;
  for (const Link& one : tree.links())
    order += one.name + "/" + one.joint_name + "/" + std::to_string(one.parent) + " ";
  EXPECT_EQ(order, "base/root_joint/-1 right/r/0 left/l/1 arm/a/0 hand/h/3 ");
  EXPECT_EQ(tree.name(), "arm");
  EXPECT_EQ(tree.nq(), 3);
  EXPECT_EQ(tree.total_mass(), 10);
}

TEST(Urdf, RootIsFixedOrFree) {
  EXPECT_EQ(name_of(read(link("base")).links()[0].joint), "fixed");
  const Tree free =
      read(link("base") + link("arm") + joint("root_joint", "continuous", "base", "arm"), {.floating_base = true});
  EXPECT_EQ(name_of(free.links()[0].joint), "free");
  EXPECT_EQ(free.nq(), 8);
  EXPECT_EQ(free.nv(), 7);
  EXPECT_EQ(free.links()[0].joint_name, "root_joint_") << "the file has a joint of that name itself";
}

TEST(Urdf, EveryTypeOfJointIsRead) {
  const std::string y = "<axis xyz='0 1 0'/>", y2 = "<axis2 xyz='0 0 1'/>";
  const Tree tree =
      read(link("base") + link("1") + link("2") + link("3") + link("4") + link("5") + link("6") + link("7") +
           link("8") + link("9") + link("10") + joint("j1", "fixed", "base", "1", "<axis xyz='0 0 0'/>") +
           joint("j2", "revolute", "base", "2", y + bounds) + joint("j3", "continuous", "base", "3", y) +
           joint("j4", "prismatic", "base", "4", y + bounds) + joint("j5", "planar", "base", "5", y) +
           joint("j6", "floating", "base", "6") + joint("j7", "spherical", "base", "7") +
           joint("j8", "universal", "base", "8", y + y2) + joint("j9", "helical", "base", "9", y, "pitch='0.25'") +
           joint("j10", "screw", "base", "10", "", "pitch='-1'"));
  EXPECT_EQ(name_of(named(tree, "1").joint), "fixed");
  EXPECT_EQ(std::get<joint::Revolute>(named(tree, "2").joint).axis, Vec3::UnitY());
  EXPECT_EQ(std::get<joint::Continuous>(named(tree, "3").joint).axis, Vec3::UnitY());
  EXPECT_EQ(std::get<joint::Prismatic>(named(tree, "4").joint).axis, Vec3::UnitY());
  EXPECT_EQ(std::get<joint::Planar>(named(tree, "5").joint).axis, Vec3::UnitY());
  EXPECT_EQ(name_of(named(tree, "6").joint), "free");
  EXPECT_EQ(name_of(named(tree, "7").joint), "spherical");
  EXPECT_EQ(std::get<joint::Universal>(named(tree, "8").joint).first, Vec3::UnitY());
  EXPECT_EQ(std::get<joint::Universal>(named(tree, "8").joint).second, Vec3::UnitZ());
  EXPECT_EQ(std::get<joint::Helical>(named(tree, "9").joint).axis, Vec3::UnitY());
  EXPECT_EQ(std::get<joint::Helical>(named(tree, "9").joint).pitch, 0.25);
  // An axis that is not given is x.
  EXPECT_EQ(std::get<joint::Helical>(named(tree, "10").joint).axis, Vec3::UnitX());
  EXPECT_EQ(tree.nv(), 0 + 1 + 1 + 1 + 3 + 6 + 3 + 2 + 1 + 1);
}

TEST(Urdf, AnglesOfAnOriginTurnAboutFixedAxes) {
  const Tree tree = read(link("base") + link("arm") +
                         joint("a", "continuous", "base", "arm",
                               "<origin xyz=' 1 2\n3 ' rpy='1.5707963267948966 0 1.5707963267948966'/>"));
  const Pose& X_PF = tree.links()[1].X_PF;
  EXPECT_EQ(X_PF.p, Vec3(1, 2, 3));
  // Roll takes y to z, where yaw leaves it; yaw takes x, which roll left, to y. Rounding of a rotation: a few 1e-16.
  EXPECT_LT((X_PF.R * Vec3::UnitY() - Vec3::UnitZ()).norm(), 1e-15);
  EXPECT_LT((X_PF.R * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-15);
}

TEST(Urdf, InertiaIsTurnedIntoTheAxesOfTheLink) {
  const std::string turned =
      "<inertial><origin xyz='0.1 0.2 0.3' rpy='0 0 1.5707963267948966'/><mass value='2'/>"
      "<inertia ixx='1' ixy='0.1' ixz='0.2' iyy='2' iyz='0.3' izz='2.5'/></inertial>";
  const Tree tree = read(link("base", turned));
  const MassProperties& mass = *tree.links()[0].mass;
  EXPECT_EQ(mass.mass(), 2);
  EXPECT_EQ(mass.com(), Vec3(0.1, 0.2, 0.3));
  // x' = y, y' = −x: entries change places, and products with y' their sign.
  Mat3 expected;
  expected << 2, -0.1, -0.3, -0.1, 1, 0.2, -0.3, 0.2, 2.5;
  EXPECT_LT((mass.inertia() - expected).norm(), 1e-15);
}

TEST(Urdf, InertiaInTheAxesOfTheLinkKeepsItsBits) {
  const MassProperties mass = *read(link("base")).links()[0].mass;
  EXPECT_EQ(mass.inertia(), Mat3(Vec3(1, 2, 2.5).asDiagonal()));
}

TEST(Urdf, LimitsAndResistanceAreRead) {
  const Tree tree =
      read(link("base") + link("a") + link("b") + link("c") +
           joint("ja", "revolute", "base", "a", std::string(bounds) + "<dynamics damping='0.5' friction='0.25'/>") +
           joint("jb", "prismatic", "base", "b", "<limit lower='-inf' upper='3' effort='inf' velocity='1e3'/>") +
           joint("jc", "continuous", "base", "c",
                 "<limit effort='7' velocity='8'/><dynamics rotor_inertia='1e-4' gear='-100'/>"));
  const Link &a = named(tree, "a"), &b = named(tree, "b"), &c = named(tree, "c");
  EXPECT_EQ(a.limits.lower, -1);
  EXPECT_EQ(a.limits.upper, 2);
  EXPECT_EQ(a.limits.effort, 30);
  EXPECT_EQ(a.limits.speed, 4);
  EXPECT_EQ(a.resistance.damping, 0.5);
  EXPECT_EQ(a.resistance.friction, 0.25);
  EXPECT_EQ(b.limits.lower, -JointLimits::none);
  EXPECT_EQ(b.limits.upper, 3);
  EXPECT_EQ(b.limits.effort, JointLimits::none);
  EXPECT_EQ(c.limits.upper, JointLimits::none);
  EXPECT_EQ(c.limits.effort, 7);
  EXPECT_EQ(c.resistance.reflected_inertia(), 1e4 * 1e-4);
}

TEST(Urdf, ChainsOfMimicsEndAtTheLeader) {
  const Tree tree = read(link("base") + link("a") + link("b") + link("c") +
                         joint("ja", "continuous", "base", "a", "<mimic joint='jb' multiplier='2' offset='1'/>") +
                         joint("jb", "continuous", "base", "b", "<mimic joint='jc' multiplier='3' offset='0.5'/>") +
                         joint("jc", "continuous", "base", "c"));
  const Mimic &a = named(tree, "a").mimic.value(), &b = named(tree, "b").mimic.value();
  EXPECT_FALSE(named(tree, "c").mimic);
  EXPECT_EQ(a.link, 3);
  EXPECT_EQ(a.multiplier, 6);
  EXPECT_EQ(a.offset, 2);  // 2 (3 q + 0.5) + 1
  EXPECT_EQ(b.link, 3);
  EXPECT_EQ(b.multiplier, 3);
}

TEST(Urdf, ShapesAreThoseOfVisualElseOfCollision) {
  const auto looks = [](const char* kind, const std::string& geometry) {
    return "<" + std::string(kind) + "><origin xyz='0 0 1'/><geometry>" + geometry + "</geometry></" + kind + ">";
  };
  const Tree tree =
      read(link("base", looks("visual", "<box size='1 2 3'/>") + looks("visual", "<cylinder radius='1' length='2'/>") +
                            looks("collision", "<sphere radius='1'/>")) +
           link("arm", looks("collision", "<sphere radius='3'/>") +
                           looks("collision", "<capsule radius='1' length='5'/>") + brick) +
           joint("a", "fixed", "base", "arm"));
  ASSERT_EQ(tree.links()[0].shapes.size(), 2u);
  EXPECT_EQ(std::get<solid::Box>(tree.links()[0].shapes[0].solid).size, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<solid::Cylinder>(tree.links()[0].shapes[1].solid).length, 2);
  EXPECT_EQ(tree.links()[0].shapes[1].X_BS.p, Vec3(0, 0, 1));
  ASSERT_EQ(tree.links()[1].shapes.size(), 2u);
  EXPECT_EQ(std::get<solid::Sphere>(tree.links()[1].shapes[0].solid).radius, 3);
  EXPECT_EQ(std::get<solid::Capsule>(tree.links()[1].shapes[1].solid).length, 5);
}

TEST(Urdf, LinksFixedToEachOtherHaveTheSumOfWhatIsGiven) {
  const std::string impossible =
      "<inertial><origin xyz='0 0 0.1' rpy='0.3 0 0'/><mass value='1'/>"
      "<inertia ixx='0.01' ixy='0' ixz='0' iyy='0.01' iyz='0' izz='0.05'/></inertial>";
  const auto tree =
      read_urdf("<robot name='arm'>" + link("base") + link("tool", impossible) +
                    joint("a", "fixed", "base", "tool", "<origin xyz='1 0 0' rpy='0 0.4 0'/>") + "</robot>",
                "robot.urdf");
  ASSERT_TRUE(tree.ok()) << format(tree.diagnostics());
  ASSERT_EQ(tree.diagnostics().size(), 1u);
  EXPECT_EQ(tree.diagnostics()[0].severity, Severity::warning);
  const Link &base = tree->links()[0], &tool = tree->links()[1];
  const MassProperties sum = *base.mass + tool.mass->placed(tool.X_PF);
  // The same sum from the figures as given: parallel axes about the common centre of mass.
  const Mat3 R_PC = (Rotation::about_y(0.4) * Rotation::about_x(0.3)).matrix();
  const Vec3 com = Rotation::about_y(0.4) * Vec3(0, 0, 0.1) + Vec3(1, 0, 0);
  const Mat3 expected = Mat3(Vec3(1, 2, 2.5).asDiagonal()) +
                        R_PC * Vec3(0.01, 0.01, 0.05).asDiagonal() * R_PC.transpose() + 2.0 / 3.0 * point_inertia(com);
  EXPECT_LT((sum.inertia() - expected).norm(), 1e-14);
  EXPECT_EQ(sum.mass(), 3);
}

TEST(Urdf, MassBeyondALinkWithoutMassIsEnough) {
  const Tree tree = read(link("base", "") + link("frame", "") + link("arm") +
                         joint("a", "continuous", "base", "frame") + joint("b", "fixed", "frame", "arm"));
  EXPECT_FALSE(tree.links()[1].mass);
  EXPECT_EQ(tree.total_mass(), 2);
}

TEST(Urdf, FindingsStandOnTheLineOfTheAttribute) {
  const auto tree = read_urdf(
      "\xef\xbb\xbf<?xml version='1.0'?>\r\n<robot\r\n  name='arm'>\r\n<link\r\n name='base'>\r\n<inertial>"
      "<mass\r\n value='x'/>\r\n<inertia ixx='1' ixy='0' ixz='0' iyy='1'\r\n iyz='y' izz='1'/>"
      "</inertial></link></robot>",
      "robot.urdf");
  EXPECT_EQ(format(tree.diagnostics()),
            "robot.urdf:7: error: link 'base'.inertial.mass.value: 'x' is not a number\n"
            "    write a finite decimal number in SI, such as 0.25 or -1.5e-3\n"
            "robot.urdf:9: error: link 'base'.inertial.inertia.iyz: 'y' is not a number\n"
            "    write a finite decimal number in SI, such as 0.25 or -1.5e-3\n");
}

TEST(Urdf, ZeroBytesAreRefusedAndNotTheEndOfTheText) {
  const std::string text = "<robot name='arm'>\n<link name='base'/></robot>" + std::string(1, '\0') + "<more/>";
  EXPECT_EQ(
      format(read_urdf(text, "robot.urdf").diagnostics()),
      "robot.urdf:2: error: a byte of value zero: this is no text, or not in UTF-8\n    save the file as UTF-8\n");
}

TEST(Urdf, FileThatIsNotThereIsNamed) {
  EXPECT_EQ(format(read_urdf_file("no-such.urdf").diagnostics()),
            "no-such.urdf: error: cannot be read: No such file or directory\n");
  EXPECT_TRUE(is_urdf_file("folder/arm.URDF"));
  EXPECT_FALSE(is_urdf_file("arm.toml"));
}

TEST(Urdf, LongChainsDoNotExhaustTheStack) {
  std::string text = "<robot name='chain'>" + link("0");
  for (int i = 1; i < 3000; ++i)
    text += link(std::to_string(i)) +
            joint("j" + std::to_string(i), "continuous", std::to_string(i - 1), std::to_string(i));
  const auto tree = read_urdf(text + "</robot>", "robot.urdf");
  ASSERT_TRUE(tree.ok()) << format(tree.diagnostics());
  EXPECT_EQ(tree->nv(), 2999);
}

TEST(Urdf, JointsThatCloseLoopsAreReadBesideTheTree) {
  const std::string arms = link("base") + link("left") + link("right") + joint("a", "continuous", "base", "left") +
                           joint("b", "continuous", "base", "right");
  const auto loop = [](const char* type, const char* inside) {
    return "<loop_joint name='" + std::string(type) + "' type='" + type + "'><link1 link='right' xyz='1 2 3'/>" +
           "<link2 link='left' rpy='0 0 1.5'/>" + inside + "</loop_joint>\n";
  };
  const std::string y = "<axis xyz='0 1 0'/>";
  const auto robot = read_urdf_robot(
      "<robot name='arms'>" + arms + loop("continuous", y.c_str()) + loop("spherical", "") +
          loop("universal", "<axis xyz='0 1 0'/><axis2 xyz='0 0 1'/>") + loop("prismatic", "") + "</robot>",
      "robot.urdf");
  ASSERT_EQ(format(robot.diagnostics()), "");
  ASSERT_EQ(robot->loops.size(), 4u);
  EXPECT_EQ(robot->loops[0].kind->name, "revolute");
  EXPECT_EQ(robot->loops[0].a, robot->tree.find_link("right"));
  EXPECT_EQ(robot->loops[0].b, robot->tree.find_link("left"));
  EXPECT_EQ(robot->loops[0].X_LA.p, Vec3(1, 2, 3));
  const auto near = [](const Vec3& is, const Vec3& should) { EXPECT_LE((is - should).norm(), 1e-15); };
  const Rotation turned = Rotation::about_z(1.5);
  near(robot->loops[0].X_LA.R * Vec3::UnitZ(), Vec3::UnitY());
  near(robot->loops[0].X_LB.R * Vec3::UnitZ(), turned * Vec3::UnitY());
  near(robot->loops[1].X_LB.R * Vec3::UnitZ(), Vec3::UnitZ());
  near(robot->loops[2].X_LA.R * Vec3::UnitX(), Vec3::UnitY());
  near(robot->loops[2].X_LB.R * Vec3::UnitY(), Vec3::UnitZ());
  near(robot->loops[3].X_LA.R * Vec3::UnitZ(), Vec3::UnitX());
}

TEST(Urdf, WhoAsksForTheTreeIsToldOfItsLoops) {
  const auto tree =
      read_urdf("<robot name='arms'>" + link("base") + link("left") + joint("a", "continuous", "base", "left") +
                    "<loop_joint name='pin' type='spherical'><link1 link='base'/><link2 link='left'/>"
                    "</loop_joint></robot>",
                "robot.urdf");
  ASSERT_TRUE(tree.ok());
  EXPECT_EQ(format(tree.diagnostics()),
            "robot.urdf:1: warning: robot: this is the tree alone, without the joint that closes a loop\n"
            "    a scene with urdf = \"…\" closes them\n");
}

}  // namespace
}  // namespace polhode
