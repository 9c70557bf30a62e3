#pragma once
// The brick of truth/thrown_brick_reference.hpp: gravity, a follower force, a force fixed in space and a couple.

#include <polhode/polhode.hpp>

namespace polhode {

inline FreeBody thrown_brick(StateForm form = StateForm::rotation) {
  FreeBody brick{
      .name = "brick",
      .mass = {2, Vec3::Zero(),
               Mat3(Vec3(0.008333333333333335, 0.028333333333333335, 0.03333333333333334).asDiagonal())},
      .loads = {load::Gravity{{0, 0, -9.81}}, load::Push{{0.2, 0.1, -0.05}, Vec3(0.3, -0.2, 0.5), Axes::body},
                load::Push{{-0.2, 0.05, 0.05}, Vec3(-0.4, 0.6, 0.2), Axes::world},
                load::Torque{Vec3(0.01, 0.02, -0.015), Axes::world}}};
  brick.form = form;
  return brick;
}

inline FreeBodyState thrown_brick_start() {
  return {.p_WBcm = {1, -2, 3},
          .R_WB = Rotation::from_quaternion(0.8525245220595057, 0.156774816850697, -0.4180661782685254,
                                            0.27174301587454147),
          .v_WBcm = {2, 1, 8},
          .w_WB_B = {1, -4, 2}};
}

}  // namespace polhode
