// Laws of moving frames, on seeded random bodies and frames: inertial forces are sums over the points of a body,
// Coriolis forces do no work, what is there and back is where it was, and the frame of the centre of mass needs no
// books.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include <polhode/polhode.hpp>

#include "support/random_frames.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

/// Point masses that make up a body.
std::vector<PointMass> random_points(Generator& random) {
  std::vector<PointMass> points;
  for (int i = 0; i < 6; ++i) points.push_back({uniform(random, 0.1, 1), random_vector(random, 1)});
  return points;
}

TEST(FrameLaw, InertialForcesAndTorquesAreSumsOverThePointsOfABody) {
  Generator random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const std::vector<PointMass> points = random_points(random);
    const MassProperties mass = *point_masses(points);
    const FramePointer frame = random_frame(random);
    const FreeBodies bodies({in_frame({"b", mass}, frame)});
    const FreeBodyState now = random_state(random);
    const double t = uniform(random, 0, 2);
    const FrameMotion motion = frame->at(t);
    const Vec3 w = motion.w_NF_F, dw = motion.alpha_NF_F, A = motion.X_NF.R.inverse() * motion.a_NF;
    const Vec3 turning_W = now.R_WB * now.w_WB_B;
    for (int k = 0; k < 4; ++k) {
      Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
      for (const PointMass& point : points) {
        const Vec3 r = now.R_WB * Vec3(point.position - mass.com()), p = now.p_WBcm + r;
        const Vec3 v = now.v_WBcm + turning_W.cross(r);
        const std::array<Vec3, 4> a{A, dw.cross(p), w.cross(w.cross(p)), 2 * w.cross(v)};
        const Vec3 f = -point.mass * a[static_cast<std::size_t>(k)];
        force += f;
        torque += r.cross(f);
      }
      const LoadEffect effect = bodies.load(0, k, t, bodies.coordinates({&now, 1}));
      const double size = 1 + force.norm() + torque.norm();
      // Sums of some thirty products of numbers below ten.
      EXPECT_LT((effect.force - force).norm(), 1e-13 * size) << k;
      EXPECT_LT((effect.torque - torque).norm(), 1e-13 * size) << k;
      const double speed = now.v_WBcm.norm() + turning_W.norm();
      EXPECT_LT(k == 3 ? std::fabs(effect.power) : 0, 1e-13 * size * speed);
    }
  }
}

TEST(FrameLaw, VelocitiesAndAccelerationsOfAFrameAreDerivativesOfItsPose) {
  // Central differences, h² times third derivatives of some tens, and rounding over h.
  Generator random(2);
  const double h = 1e-4;
  for (int trial = 0; trial < 50; ++trial) {
    const FramePointer frame = random_frame(random);
    const double t = uniform(random, 0.1, 1.9);
    const FrameMotion now = frame->at(t), ahead = frame->at(t + h), behind = frame->at(t - h);
    EXPECT_LT(((ahead.X_NF.p - behind.X_NF.p) / (2 * h) - now.v_NF).norm(), 1e-6);
    EXPECT_LT(((ahead.v_NF - behind.v_NF) / (2 * h) - now.a_NF).norm(), 1e-6);
    const Vec3 turned = (behind.X_NF.R.inverse() * ahead.X_NF.R).log() / (2 * h);
    EXPECT_LT((turned - now.w_NF_F).norm(), 1e-6);
    EXPECT_LT(((ahead.w_NF_F - behind.w_NF_F) / (2 * h) - now.alpha_NF_F).norm(), 1e-6);
  }
}

TEST(FrameLaw, ThereAndBackIsWhereItWas) {
  Generator random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const FrameMotion frame = random_frame(random)->at(uniform(random, 0, 2));
    const FreeBodyState now = random_state(random), again = seen_from(frame, seen_outside(frame, now));
    EXPECT_LT((again.p_WBcm - now.p_WBcm).norm(), 1e-14);
    EXPECT_LT((again.v_WBcm - now.v_WBcm).norm(), 1e-13);
    EXPECT_LT((again.w_WB_B - now.w_WB_B).norm(), 1e-14);
    EXPECT_LT(again.R_WB.angle_to(now.R_WB), 1e-15);
  }
}

TEST(FrameLaw, AFrameThatTurnsSteadilyKeepsItsEnergy) {
  Generator random(4);
  for (int trial = 0; trial < 5; ++trial) {
    FramePath::Description path{.angular_velocity = VectorOfTime(random_vector(random, 1)),
                                .lever = random_vector(random, 1)};
    const auto frame =
        std::make_shared<const MovingFrame>(std::vector{std::make_shared<const FramePath>(std::move(path))});
    FreeBody body{"b", random_mass(random), {load::Gravity{random_vector(random, 3)}}};
    body.rotor_B = random_vector(random, 1);
    const Recording run = simulate(in_frame(body, frame), random_state(random), {.t_end = 2, .tolerance = 1e-12});
    EXPECT_TRUE(run.drift("energy").conserved);
    // Some 100 steps, each within 1e-12 of its state.
    EXPECT_LT(run.drift("energy").largest, 1e-9);
  }
}

TEST(FrameLaw, InTheFrameOfTheCentreOfMassInertialForcesDoNoWorkAndNoTorque) {
  Generator random(5);
  const FreeBodies bodies({{"a", random_mass(random), random_loads(random)},
                           {"b", random_mass(random), random_loads(random)},
                           {"c", random_mass(random), random_loads(random)}});
  std::vector<FreeBodyState> start;
  for (int i = 0; i < 3; ++i) start.push_back(random_state(random));
  const System system(FreeBodySystem(bodies, {.world = nullptr, .named = {{"cm", {}, true}}}));
  const Recording run = simulate(system, bodies.coordinates(start), {.t_end = 1, .tolerance = 1e-9, .sample = 0.1});
  const std::vector<double> force = run.series("cm.a.inertial_force");
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const double pushed = std::hypot(force[3 * i], force[3 * i + 1], force[3 * i + 2]);
    EXPECT_GT(pushed, 0.1);
    // Three terms that cancel, each a force of that size at some metres and metres a second.
    EXPECT_LT(std::fabs(run.series("cm.inertial_power")[i]), 1e-13 * pushed);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_LT(std::fabs(run.series("cm.inertial_torque")[3 * i + k]), 1e-13 * pushed);
  }
}

}  // namespace
}  // namespace polhode
