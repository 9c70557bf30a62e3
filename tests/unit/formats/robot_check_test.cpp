#include <gtest/gtest.h>
#include <cmath>
#include <limits>

#include <polhode/formats/robot_queries.hpp>

namespace polhode {
namespace {

TEST(RobotCheck, WhatIsNoNumberFails) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE((RobotCheck{.name = "a", .error = 1, .allowed = 2}.passed()));
  EXPECT_FALSE((RobotCheck{.name = "a", .error = 2, .allowed = 1}.passed()));
  EXPECT_FALSE((RobotCheck{.name = "a", .error = nan, .allowed = 1}.passed()));
  EXPECT_FALSE((RobotCheck{.name = "a", .error = 1, .allowed = nan}.passed()));
  EXPECT_FALSE((RobotCheck{.name = "a", .error = infinity, .allowed = infinity}.passed()));
  const RobotCheck bad{.name = "a", .error = nan, .allowed = 1, .states = 3};
  EXPECT_NE(format(std::span<const RobotCheck>(&bad, 1)).find("nan      of 1 allowed, 3 states  FAILS"),
            std::string::npos);
}

TEST(RobotCheck, AMassBeyondNumbersFails) {
  // Its moments are beyond a double, so that nothing can be compared.
  const MassProperties heavy(1e300, {1e10, 0, 0}, Vec3(1, 1, 1).asDiagonal());
  const Tree tree("heavy", {Link{.name = "a", .joint_name = "j", .joint = joint::Revolute{}, .mass = heavy}});
  const auto checks = check_robot(tree);
  bool failed = !checks.ok();
  if (checks.ok())
    for (const RobotCheck& check : *checks) failed = failed || (check.left_out.empty() && !check.passed());
  EXPECT_TRUE(failed);
}

TEST(RobotNames, ThoseThatAreUsedTwiceAreToldOnce) {
  const auto told = [](std::vector<Link> links) {
    std::vector<std::string> paths;
    const auto tree = Tree::checked("r", std::move(links));
    for (const Diagnostic& finding : tree.diagnostics()) paths.push_back(finding.path);
    return paths;
  };
  using Paths = std::vector<std::string>;
  EXPECT_EQ(told({{.name = "a", .joint_name = "j"}, {.name = "b", .joint_name = "k"}}), Paths{});
  EXPECT_EQ(told({{.name = ""}, {.name = ""}}), Paths{});
  EXPECT_EQ(told({{.name = "a"}, {.name = "a"}, {.name = "a"}}), (Paths{"links[1].name", "links[2].name"}));
  EXPECT_EQ(told({{.name = "a", .joint_name = "j"}, {.name = "b", .joint_name = "j"}}), Paths{"links[1].joint_name"});
  // Where joints are called as their links are, one mistake is one finding.
  EXPECT_EQ(told({{.name = "a", .joint_name = "a"}, {.name = "a", .joint_name = "a"}}), Paths{"links[1].name"});
}

}  // namespace
}  // namespace polhode
