// One motion, derived in several ways: accelerations agree to rounding, and a term that differs is named.
#include <gtest/gtest.h>

#include <polhode/sim/certify.hpp>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

/// What the systems of a scene say of themselves, compared.
std::vector<SameMotion> compared(const Result<Scene>& scene) {
  EXPECT_TRUE(scene.ok()) << format(scene.diagnostics());
  const auto built = build(scene.value());
  EXPECT_TRUE(built.ok()) << format(built.diagnostics());
  std::vector<SameMotion> all;
  for (const SameAs& same : built->same) all.push_back(compare(same));
  return all;
}
std::vector<SameMotion> compared_text(const std::string& text) {
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes here"}); };
  return compared(read_scene(text, "typed.toml", {}, no_mesh));
}

/// "inertia q1 q2": what differs, one text for each term.
std::vector<std::string> differing(const SameMotion& same) {
  std::vector<std::string> all;
  for (const DifferingTerm& term : same.terms) {
    all.push_back(std::string(to_string(term.kind)) + " " + term.coordinate);
    for (const std::string& rate : term.rates) all.back() += " " + rate;
  }
  return all;
}
using Names = std::vector<std::string>;

/// The scene arm-three-ways with one thing changed: Lagrangian, then Hamiltonian, against the links.
std::vector<SameMotion> arm(const std::vector<std::string>& changes) {
  return compared(load_scene("arm-three-ways", changes));
}

TEST(SameMotion, AnArmIsTheSameByLinksByItsLagrangianAndByItsHamiltonian) {
  const std::vector<SameMotion> both = arm({});
  ASSERT_EQ(both.size(), 2U);
  for (const SameMotion& same : both) {
    EXPECT_TRUE(same.agrees) << same.name << ": " << same.coordinate << " " << same.apart << " " << same.allowed;
    EXPECT_EQ(same.states, 1000);
    EXPECT_TRUE(same.terms.empty());
    // Some thirty roundings in each; the condition number of the mass matrix is below a hundred.
    expect_error_within(1e-12, same.relative, "two-link arm, " + same.kind + ", 1000 states: accelerations, relative",
                        "the same arm as a mechanism, by its links");
  }
}

TEST(SameMotion, ATermThatWasChangedIsNamedAndNoOther) {
  struct Mutation {
    std::string change;
    Names terms;
    std::optional<double> factor;
  };
  const std::string T =
      "system.lagrange.definitions.T=0.5*(m1*dot(r1', r1') + I1*theta1'^2 + m2*dot(r2', r2') + "
      "I2*(theta1' + theta2')^2) + ";
  const std::vector<Mutation> mutations{
      // One entry, which is constant; one that is not, whose Coriolis forces follow from it.
      {T + "0.01*theta1'^2", {"inertia theta1 theta1"}, std::nullopt},
      {T + "0.02*cos(theta2)*theta1'*theta2'", {"inertia theta1 theta2"}, std::nullopt},
      {"system.lagrange.parameters.I1=0.04", {"inertia theta1 theta1"}, std::nullopt},
      // The links' own: theirs is what is different.
      {"mechanism.arm.links[1].damping=0.005", {"damping theta2 theta2"}, 2},
      {"system.lagrange.lagrangian=T + V", {"rest theta1", "rest theta2"}, -1},
      {"system.lagrange.parameters.g=9.80665", {"rest theta1", "rest theta2"}, 9.80665 / 9.81},
      {"system.lagrange.forces.theta2=0.2*sin(theta1)", {"rest theta2"}, std::nullopt},
      {"system.lagrange.forces.theta1=0.3*sin(2*t)", {"time theta1"}, std::nullopt},
      // Of h on theta1, 2 m2 l1 c2 sin(theta2) theta1' theta2' + m2 l1 c2 sin(theta2) theta2'^2, each part alone.
      {"system.lagrange.forces.theta1=-2*m2*l1*c2*sin(theta2)*theta1'*theta2'",
       {"quadratic theta1 theta1 theta2"},
       std::nullopt},
      {"system.lagrange.forces.theta1=-m2*l1*c2*sin(theta2)*theta2'^2",
       {"quadratic theta1 theta2 theta2"},
       std::nullopt},
      {"system.lagrange.forces.theta2=2*m2*l1*c2*sin(theta2)*theta1'^2", {"quadratic theta2 theta1 theta1"}, -1},
      {"system.lagrange.dissipation=0.5*(0.02*theta1'^2 + 0.03*theta2'^2)", {"damping theta2 theta2"}, 3},
      {"system.lagrange.dissipation=0", {"damping theta1 theta1", "damping theta2 theta2"}, std::nullopt},
      {"system.lagrange.lagrangian=T - V + 0.1*sin(theta1)*theta2'",
       {"gyroscopic theta1 theta2", "gyroscopic theta2 theta1"},
       std::nullopt},
      {"system.lagrange.forces.theta2=-0.1*tanh(5*theta2')", {"other theta2 theta2"}, std::nullopt},
  };
  for (const Mutation& mutation : mutations) {
    const SameMotion same = arm({mutation.change}).at(0);
    EXPECT_FALSE(same.agrees) << mutation.change;
    EXPECT_GT(same.apart, 1e3 * same.allowed) << mutation.change;
    EXPECT_EQ(differing(same), mutation.terms) << mutation.change;
    ASSERT_FALSE(same.terms.empty());
    if (!mutation.factor) continue;
    ASSERT_TRUE(same.terms[0].factor) << mutation.change;
    EXPECT_NEAR(*same.terms[0].factor, *mutation.factor, 1e-6) << mutation.change;
  }
}

TEST(SameMotion, ATermThatDiffersByLittleIsNamedAsOneThatDiffersByMuch) {
  const std::string system =
      "coordinates = [\"a\", \"b\"]\nparameters = { g = 9.81 }\n"
      "dissipation = \"0.05*a'^2 + 0.02*(a' - b')^2\"\nforces = { b = \"0.1*sin(t)\" }\n"
      "initial = { a = 1, b = 0.3 }\n"
      "lagrangian = \"a'^2 + 0.5*b'^2 + a'*b'*cos(a - b) + g*(2*cos(a) + cos(b))";
  for (const char* little : {"1e-6", "1e-9", "1e-10", "1e-11", "1e-12"}) {
    const SameMotion same =
        compared_text("[run]\nend = 0.2\n[[system]]\nname = \"ref\"\n" + system + "\"\n[[system]]\nname = \"mine\"\n" +
                      system + " + " + little + "*a^2\"\nsame_as = \"ref\"\n")
            .at(0);
    EXPECT_FALSE(same.agrees) << little;
    EXPECT_EQ(differing(same), (Names{"rest a"})) << little;
  }
}

TEST(SameMotion, AMissingTermIsZeroAndNotARounding) {
  const SameMotion same = arm({"system.lagrange.forces.theta1=-2*m2*l1*c2*sin(theta2)*theta1'*theta2'"}).at(0);
  EXPECT_EQ(same.terms.at(0).mine, 0);
  EXPECT_NE(same.terms.at(0).theirs, 0);
}

TEST(SameMotion, TermsOfAHamiltonianInOtherCoordinatesAreNamedByTheJoints) {
  EXPECT_EQ(differing(arm({"system.hamilton.definitions.A=I1 + m1*c1^2 + 1.1*m2*l1^2"}).at(1)),
            (Names{"inertia shoulder shoulder"}));
  EXPECT_EQ(differing(arm({"system.hamilton.parameters.g=9.8"}).at(1)), (Names{"rest shoulder", "rest elbow"}));
  EXPECT_EQ(differing(arm({"system.hamilton.forces.alpha=-0.02*w1 + 0.01*w2"}).at(1)),
            (Names{"damping shoulder shoulder"}));
}

TEST(SameMotion, ACommonFactorOfALagrangianIsNoDifference) {
  EXPECT_TRUE(
      arm({"system.lagrange.lagrangian=3*(T - V)", "system.lagrange.dissipation=1.5*(0.02*theta1'^2 + 0.01*theta2'^2)"})
          .at(0)
          .agrees);
  const SameMotion same = arm({"system.lagrange.lagrangian=3*(T - V)"}).at(0);
  EXPECT_NEAR(same.scale, 3, 1e-9);
  EXPECT_EQ(differing(same), (Names{"damping theta1 theta1", "damping theta2 theta2"}));
}

constexpr const char* top = R"toml(
[run]
end = 2
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "top"
mass = 0.5
inertia = [0.003, 0.003, 0.0012]
centre = [0, 0, 0.1]
pivot = [0, 0, 0]
position = ["0.1*sin(0.5)", 0, "0.1*cos(0.5)"]
euler = { sequence = "zxz", angles = ["90 deg", "0.5 rad", 0] }
angular_velocity_body = [0.3, "0.7*sin(0.5)", "100 + 0.7*cos(0.5)"]
[[body]]
name = "brick"
mass = 0.5
inertia = [0.003, 0.002, 0.0012]
angular_velocity_body = [1, 2, 3]
[[system]]
name = "angles"
coordinates = ["phi", "theta", "psi"]
parameters = { I1 = "0.003 + 0.5*0.1^2", I3 = 0.0012, mgl = "0.5*9.81*0.1" }
lagrangian = "0.5*I1*(theta'^2 + phi'^2*sin(theta)^2) + 0.5*I3*(psi' + phi'*cos(theta))^2 - mgl*cos(theta)"
initial = { phi = "pi/2", theta = 0.5, psi = 0 }
same_as = "top"
[[system]]
name = "canonical"
coordinates = ["phi", "theta", "psi"]
parameters = { I1 = "0.003 + 0.5*0.1^2", I3 = 0.0012, mgl = "0.5*9.81*0.1" }
hamiltonian = "p_theta^2/(2*I1) + (p_phi - p_psi*cos(theta))^2/(2*I1*sin(theta)^2) + p_psi^2/(2*I3) + mgl*cos(theta)"
initial = { phi = "pi/2", theta = 0.5, psi = 0 }
same_as = "top"
# The angular velocity in body axes by yaw a, pitch b and roll c.
[[system]]
name = "thrown"
coordinates = ["x", "y", "z", "a", "b", "c"]
lagrangian = "0.25*dot([x', y', z'], [x', y', z']) - 0.5*9.81*z + 0.5*(0.003*w.x^2 + 0.002*w.y^2 + 0.0012*w.z^2)"
initial = { x = 0, y = 0, z = 0, a = 0, b = 0, c = 0 }
definitions = { w = "[c' - a'*sin(b), b'*cos(c) + a'*cos(b)*sin(c), -b'*sin(c) + a'*cos(b)*cos(c)]" }
same_as = { of = "brick", euler = "zyx", coordinates = { a = "phi", b = "theta", c = "psi" } }
)toml";

TEST(SameMotion, AHeavyTopIsTheBodyOnItsPivotAndABrickTheFreeBody) {
  const std::vector<SameMotion> all = compared_text(top);
  ASSERT_EQ(all.size(), 3U);
  for (const SameMotion& same : all) {
    EXPECT_TRUE(same.agrees) << same.name << ": " << same.coordinate << " " << same.apart << " " << same.allowed;
    // Angles keep 0.2 rad from where they mean nothing, so that the condition is at most 1/sin² of that.
    expect_error_within(1e-12, same.relative,
                        same.of + " by three angles, " + same.kind + ", 1000 states: accelerations, relative",
                        "the body of the scene");
  }
}

TEST(SameMotion, ATopWithAnotherInertiaOrLeverIsFound) {
  std::string text = top;
  text.replace(text.find("I3 = 0.0012, mgl"), 11, "I3 = 0.0013");
  // ψ' + φ' cos θ: all that I3 is in.
  EXPECT_EQ(differing(compared_text(text).at(0)), (Names{"inertia phi phi", "inertia phi psi", "inertia psi psi"}));
  text = top;
  text.replace(text.find("0.5*9.81*0.1"), 12, "0.5*9.81*0.2");
  const SameMotion same = compared_text(text).at(0);
  EXPECT_EQ(differing(same), (Names{"rest theta"}));
  EXPECT_NEAR(same.terms.at(0).factor.value_or(0), 2, 1e-9);
}

TEST(SameMotion, ACoinWithItsConstraintsIsTheRollingBody) {
  const SameMotion same = compared(load_scene("rolling-coin-lagrangian")).at(0);
  EXPECT_TRUE(same.agrees) << same.coordinate << " " << same.apart << " " << same.allowed;
  EXPECT_EQ(same.states, 1000);
  // As the top's; five equations with two multipliers.
  expect_error_within(1e-12, same.relative, "coin by its Lagrangian, 1000 states: accelerations, relative",
                      "the equations of rolling bodies");
  const auto changed = [](const char* change) {
    return differing(compared(load_scene("rolling-coin-lagrangian", std::vector<std::string>{change})).at(0));
  };
  EXPECT_EQ(changed("system.coin.rolling.across=y' - cross(w, arm).y"), (Names{"constraint across"}));
  EXPECT_EQ(changed("system.coin.parameters.g=9.8"), (Names{"rest theta"}));
  EXPECT_EQ(changed("system.coin.forces.theta=1e-5*t"), (Names{"time theta"}));
}

constexpr const char* pendulums = R"toml(
[run]
end = 3
[[system]]
name = "plane"
coordinates = ["x", "y"]
parameters = { m = 0.7, l = 0.9, g = 9.81 }
lagrangian = "0.5*m*(x'^2 + y'^2) - m*g*y"
constraints = { rod = "x^2 + y^2 - l^2" }
initial = { x = "l*sin(2)", y = "-l*cos(2)" }
same_as = { of = "angle", coordinates = { x = "l*sin(theta)", y = "-l*cos(theta)" } }
[[system]]
name = "angle"
coordinates = ["theta"]
parameters = { m = 0.7, l = 0.9, g = 9.81 }
lagrangian = "0.5*m*l^2*theta'^2 + m*g*l*cos(theta)"
initial = { theta = 2 }
)toml";

TEST(SameMotion, APendulumInThePlaneWithARodIsTheOneByItsAngle) {
  const SameMotion same = compared_text(pendulums).at(0);
  EXPECT_TRUE(same.agrees) << same.coordinate << " " << same.apart << " " << same.allowed;
  EXPECT_LE(same.relative, 1e-12);
  std::string text = pendulums;
  text.replace(text.find("x^2 + y^2 - l^2"), 15, "x^2 + y^2 - 1.0");
  text.replace(text.find("l*sin(2)"), 8, "sin(2)  ");
  text.replace(text.find("-l*cos(2)"), 9, "-cos(2)  ");
  EXPECT_EQ(differing(compared_text(text).at(0)), (Names{"constraint rod"}));
}

TEST(SameMotion, CoordinatesThatMoveWithTheTimeBringInertialForces) {
  const auto text = [](const char* potential) {
    return std::string(R"toml(
[run]
end = 3
[[system]]
name = "lift"
coordinates = ["s"]
parameters = { a = 2 }
lagrangian = "0.5*s'^2 - )toml") +
           potential + R"toml("
initial = { s = 0 }
same_as = { of = "ground", coordinates = { s = "z - 0.5*a*t^2 - 0.1*sin(3*t)" } }
[[system]]
name = "ground"
coordinates = ["z"]
lagrangian = "0.5*z'^2 - 9.81*z"
initial = { z = 0 }
)toml";
  };
  EXPECT_TRUE(compared_text(text("(9.81 + a - 0.9*sin(3*t))*s")).at(0).agrees);
  EXPECT_EQ(differing(compared_text(text("(9.81 + a)*s")).at(0)), (Names{"time z"}));
  EXPECT_EQ(differing(compared_text(text("(9.81 - 0.9*sin(3*t))*s")).at(0)), (Names{"rest z"}));
}

TEST(SameMotion, AMassThatGrowsWithTheSpeedIsTheSameByLAndByH) {
  const std::string text = R"toml(
[run]
end = 3
[[system]]
name = "l"
coordinates = ["x"]
lagrangian = "-sqrt(1 - x'^2) - 0.5*x^2"
initial = { x = 0 }
[[system]]
name = "h"
coordinates = ["x"]
hamiltonian = "sqrt(1 + p_x^2) + 0.5*x^2"
initial = { x = 0 }
same_as = "l"
)toml";
  const SameMotion same = compared_text(text).at(0);
  EXPECT_TRUE(same.agrees) << same.apart << " " << same.allowed;
  EXPECT_EQ(same.states, 1000);
}

TEST(SameMotion, StatesWithoutAValueAreLeftOutAndCounted) {
  const std::string text = R"toml(
[run]
end = 1
[[system]]
name = "a"
coordinates = ["r"]
lagrangian = "0.5*r'^2 - sqrt(r)"
initial = { r = 0.5 }
[[system]]
name = "b"
coordinates = ["r"]
hamiltonian = "0.5*p_r^2 + sqrt(r)"
initial = { r = 0.5 }
same_as = "a"
)toml";
  const SameMotion same = compared_text(text).at(0);
  EXPECT_TRUE(same.agrees);
  EXPECT_EQ(same.states, 1000);
  // r is drawn from −0.5 to 1.5, a quarter of it without a root.
  EXPECT_NEAR(same.without_value / (1000.0 + same.without_value), 0.25, 0.05);
}

TEST(SameMotion, ACertificateHasItBesideTheRun) {
  const auto built = build(*load_scene("arm-three-ways", std::vector<std::string>{"system.lagrange.parameters.g=9.8"}));
  ASSERT_TRUE(built.ok());
  const Certificate certificate = certify(built->system, built->x0, {.run = built->options, .same = built->same});
  EXPECT_TRUE(certificate.honoured);
  ASSERT_EQ(certificate.same.size(), 2U);
  EXPECT_FALSE(certificate.same[0].agrees);
  EXPECT_TRUE(certificate.same[1].agrees);
  EXPECT_FALSE(certificate.is_what_it_says());
}

}  // namespace
}  // namespace polhode
