// Certificates of rolling bodies whose other forms owe something to rounding alone.
#include <polhode/sim/certify.hpp>

#include "support/scene_run.hpp"

namespace polhode {
namespace {

Certificate certificate_of(const std::string& text) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes here"}); };
  const auto scene = read_scene(text, "typed.toml", {}, no_mesh);
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  const auto built = build(*scene);
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  return certify(built->system, built->x0, {.run = built->options});
}

void expect_agreement(const Certificate& certificate) {
  ASSERT_TRUE(certificate.judged());
  EXPECT_EQ(certificate.retold.size(), 2u);
  for (const Retold& one : certificate.retold)
    EXPECT_TRUE(one.agrees) << one.where << ": " << one.channel << " " << one.apart << " of " << one.allowed;
  EXPECT_TRUE(certificate.honoured);
}

/// In the form "space" it stands to the last bit; in Euler's angles, rounded otherwise, it begins to fall.
TEST(CertifyRolling, ASpindleOnItsTipFallsByRoundingAlone) {
  expect_agreement(certificate_of(R"toml(
[run]
end = 2
tolerance = 1e-11
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "spindle"
surface = { revolution = { rho = "0.03*cos(s)", z = "0.05*sin(s)", from = "-pi/2", to = "pi/2" } }
mass = 0.3
)toml"));
}

/// A steady motion is a rest of Euler's angles, so that its checks are of low order, and both err to one side.
TEST(CertifyRolling, ASteadyMotionIsToldTheSameByMethodsThatErrAlike) {
  expect_agreement(certificate_of(R"toml(
[run]
end = 12
tolerance = 1e-12
[world]
gravity = [0, 0, -9.81]
[[rolling]]
name = "can"
form = "euler"
surface = { cylinder = { radius = "4 cm", length = "2 cm" } }
mass = 1
start = { steady = { tilt = "40 deg" } }
)toml"));
}

}  // namespace
}  // namespace polhode
