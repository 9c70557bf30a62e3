// Particles against closed forms: free, on springs, on rods.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/polhode.hpp>

#include "support/elliptic.hpp"
#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

Vec3 last(const Recording& run, const std::string& channel) {
  const auto all = run.series(channel);
  return {all[all.size() - 3], all[all.size() - 2], all[all.size() - 1]};
}

TEST(Particle, FliesAParabola) {
  const Recording run = run_text(R"(
[run]
end = 2
tolerance = 1e-12
[world]
gravity = [0, 0, -9.81]
[[particle]]
name = "stone"
mass = 0.2
position = [1, 2, 3]
velocity = [4, 5, 6]
)");
  EXPECT_LT((last(run, "stone.position") - Vec3(9, 12, 3 + 12 - 0.5 * 9.81 * 4)).norm(), 1e-13);
  EXPECT_LT((last(run, "stone.velocity") - Vec3(4, 5, 6 - 9.81 * 2)).norm(), 1e-13);
  EXPECT_LT(run.drift("energy").largest, 1e-14);
  EXPECT_EQ(run.system.find_channel("stone.quaternion"), nullptr);
}

TEST(Particle, TwoOnASpringSwingWithTheReducedMass) {
  // Along the line between them: r = l0 + a cos(√(k/μ) t), μ = m1 m2/(m1 + m2); and the centre of mass moves uniformly.
  const Recording run = run_text(R"(
[run]
end = 3
tolerance = 1e-13
[[particle]]
name = "a"
mass = 1
velocity = [0, 0.5, 0]
[[particle]]
name = "b"
mass = 3
position = [1.2, 0, 0]
velocity = [0, 0.5, 0]
[[load]]
type = "spring"
bodies = ["a", "b"]
stiffness = 12
length = 1
)");
  const double distance = (last(run, "b.position") - last(run, "a.position")).norm();
  expect_error_within(1e-12, std::fabs(distance - (1 + 0.2 * std::cos(4 * 3.0))),
                      "two particles on a spring, 3 s: distance, m", "closed form");
  const Vec3 centre = (last(run, "a.position") + 3 * last(run, "b.position")) / 4;
  EXPECT_LT((centre - Vec3(0.9, 1.5, 0)).norm(), 1e-13);
}

TEST(Particle, OnARodIsThePendulum) {
  // From rest at θ0 it reaches the bottom after K(sin²(θ0/2)) √(l/g), and is there with v² = 2 g l (1 − cos θ0).
  const double angle = 1.2, length = 0.7, g = 9.81;
  const double cosine = std::cos(angle / 2);
  char text[512];
  std::snprintf(
      text, sizeof text,
      "[run]\nend = %.17g\ntolerance = 1e-13\n[world]\ngravity = [0, 0, -9.81]\n[[particle]]\nname = \"bob\"\n"
      "mass = 0.3\nposition = [%.17g, 0.2, %.17g]\nrod = { to = [0.5, 0.2, 1], length = 0.7 }\n",
      5 * complete_elliptic_k(cosine * cosine) * std::sqrt(length / g), 0.5 + length * std::sin(angle),
      1 - length * std::cos(angle));
  const Recording run = run_text(text);
  const Vec3 r = last(run, "bob.position") - Vec3(0.5, 0.2, 1), v = last(run, "bob.velocity");
  expect_error_within(1e-11, std::fabs(r[0]), "particle on a rod from 1.2 rad, five quarters of a swing: place, m",
                      "complete elliptic integral");
  EXPECT_NEAR(v.squaredNorm(), 2 * g * length * (1 - std::cos(angle)), 1e-11);
  EXPECT_NEAR(r.norm(), length, 1e-15);
  EXPECT_LT(run.drift("energy").largest, 1e-11);
  // The rod pulls with what gravity and the turn ask for: T = m (g + v²/l) at the bottom.
  const Vec3 pull = last(run, "bob.pivot_force");
  EXPECT_NEAR(pull[2], 0.3 * (g + v.squaredNorm() / length), 1e-11);
}

TEST(Particle, OnARodInACircleIsTheConicalPendulum) {
  // At the angle θ it goes round with ω² = g/(l cos θ) and stays at its height.
  const double angle = 0.8, length = 2;
  const double speed = std::sqrt(9.81 / (length * std::cos(angle))) * length * std::sin(angle);
  char text[512];
  std::snprintf(text, sizeof text,
                "[run]\nend = 10\ntolerance = 1e-13\n[world]\ngravity = [0, 0, -9.81]\n[[particle]]\nname = \"bob\"\n"
                "mass = 2\nposition = [%.17g, 0, %.17g]\nvelocity = [0, %.17g, 0]\nrod = { to = [0, 0, 0] }\n",
                length * std::sin(angle), -length * std::cos(angle), speed);
  const Recording run = run_text(text);
  const double turn = speed / (length * std::sin(angle)) * 10;
  const Vec3 right(length * std::sin(angle) * std::cos(turn), length * std::sin(angle) * std::sin(turn),
                   -length * std::cos(angle));
  expect_error_within(1e-11, (last(run, "bob.position") - right).norm(), "conical pendulum, 10 s: position, m",
                      "closed form");
}

TEST(Particle, MovesAloneWithEverySolverForBodies) {
  FreeBody stone{.name = "stone", .mass = {0.5, Vec3::Zero(), Mat3::Zero()}, .loads = {load::Gravity{{0, 0, -10}}}};
  stone.form = StateForm::particle;
  const FreeBodyState start{.p_WBcm = {0, 0, 1}, .v_WBcm = {1, 0, 2}};
  for (const ode::Method* method : {&ode::method::splitting2, &ode::method::moser_veselov,
                                    &ode::method::energy_momentum, &ode::method::lie_midpoint, &ode::method::rk4}) {
    const Recording run = simulate(stone, start, {.t_end = 1, .method = *method, .step = 0.01});
    // All of them are exact for a parabola.
    EXPECT_LT((last(run, "stone.position") - Vec3(1, 0, 1 + 2 - 5)).norm(), 1e-13) << method->name;
  }
  const Recording six = simulate(stone, start, {.t_end = 1, .method = ode::method::six_step, .step = 0.01});
  // Velocity first, then position: n (n + 1)/2 steps of g h² instead of n²/2.
  EXPECT_LT((last(six, "stone.position") - Vec3(1, 0, 1 + 2 - 5 * 1.01)).norm(), 1e-13);
}

}  // namespace
}  // namespace polhode
