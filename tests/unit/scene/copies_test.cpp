// Bodies with copies: what becomes of them in a scene.
#include <algorithm>

#include <polhode/math/elementary.hpp>

#include "unit/scene/typed_scene.hpp"

namespace polhode {
namespace {

const std::string head = R"toml([run]
end = 0.5
solver = "rk4"
step = 0.01
[world]
gravity = [0, 0, -9.81]
)toml";
const std::string stones = R"toml([[body]]
name = "stone"
mass = 2
inertia = [1, 2, 2.5]
copies = 30
record = [17, 3]
position = ["2*i", 0, "1 km"]
velocity = [0, "sin(i)", 1]
orientation = { rotation_vector = [0, 0, "0.1*i"] }
angular_velocity = ["i/10", 1, 0]
)toml";
const std::string brick = R"toml([[body]]
name = "brick"
mass = 1
inertia = [1, 2, 2.5]
)toml";

std::vector<std::string> names(const BuiltScene& scene) {
  std::vector<std::string> all;
  for (const FreeBody& body : scene.bodies) all.push_back(body.name);
  return all;
}

TEST(Copies, StartByFormulasOfTheirNumber) {
  const BuiltScene scene = built(head + stones);
  ASSERT_EQ(scene.swarms.size(), 1U);
  EXPECT_EQ(scene.swarms[0].copies, 30);
  EXPECT_EQ(scene.swarms[0].body.name, "stone");
  const FreeBodyState start = scene.swarms[0].start(5);
  EXPECT_EQ(start.p_WBcm, Vec3(10, 0, 1000));
  EXPECT_EQ(start.v_WBcm, Vec3(0, fn::sin(5.0), 1));
  EXPECT_EQ(start.R_WB.quaternion(), Rotation::exp({0, 0, 0.1 * 5}).quaternion());
  EXPECT_EQ(start.w_WB_B, start.R_WB.inverse() * Vec3(0.5, 1, 0));
}

TEST(Copies, ThatAreRecordedAreBodiesAndEndWhereTheSwarmSays) {
  const BuiltScene scene = built(head + stones + brick);
  EXPECT_EQ(names(scene), (std::vector<std::string>{"stone[17]", "brick", "stone[3]"}));
  const Recording run = simulate(scene);
  ASSERT_EQ(run.swarms.size(), 1U);
  EXPECT_EQ(run.swarms[0].one_by_one, "");
  const auto ends_as = [&](std::size_t body, std::size_t copy) {
    const auto own = run.x_end.begin() + static_cast<std::ptrdiff_t>(13 * body);
    return std::equal(own, own + 13, run.swarms[0].x_end.begin() + static_cast<std::ptrdiff_t>(13 * copy));
  };
  EXPECT_TRUE(ends_as(0, 17));
  EXPECT_TRUE(ends_as(2, 3));
  EXPECT_FALSE(ends_as(0, 3));
  EXPECT_EQ(run.series("stone[17].position.x").front(), 34);
}

TEST(Copies, AllFeelTheLoadsOfTheirBody) {
  const std::string push = "[[load]]\ntype = \"push\"\nbody = \"stone\"\nforce = [3, 0, 0]\n";
  const BuiltScene scene = built(head + stones + brick + push);
  EXPECT_EQ(scene.swarms[0].body.loads.size(), 2U);
  for (std::size_t body : {0U, 2U}) EXPECT_EQ(scene.bodies[body].loads.size(), 2U);
  EXPECT_EQ(scene.bodies[1].loads.size(), 1U);
}

TEST(Copies, MayBeWatchedByTheirNumber) {
  const std::string event =
      "[[event]]\nname = \"far\"\nwhen = \"stone[3].velocity.z falls through 0\"\nthen = \"stop\"\n";
  const Recording run = run_text(head + stones + event);
  EXPECT_EQ(run.outcome.ending, ode::Ending::stopped);
  EXPECT_NEAR(run.t_end, 1 / 9.81, 1e-12);  // the continuation of a linear function
  EXPECT_EQ(run.swarms.at(0).times.back(), run.t_end);
}

TEST(Copies, EndEarlyWithTheRun) {
  const std::string fast =
      "[[body]]\nname = \"top\"\nmass = 1\ninertia = [1, 2, 2.5]\ncopies = 8\nrecord = [1]\n"
      "angular_velocity_body = [\"if(i == 5, 1e200, 1)\", \"if(i == 5, 1e200, 1)\", 1]\n";
  const Recording run = run_text(head + fast);
  EXPECT_EQ(run.outcome.ending, ode::Ending::not_finite);
  EXPECT_EQ(run.outcome.detail.substr(0, 8), "top[5]: ");
}

}  // namespace
}  // namespace polhode
