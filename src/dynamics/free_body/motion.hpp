#pragma once
// The state of a body as kernels read it.

#include <polhode/dynamics/free_body/free_body.hpp>

#include "body/body_motion.hpp"

namespace polhode {

inline BodyMotion<double> as_motion(const FreeBodyState& now) {
  return {now.p_WBcm, now.R_WB.quaternion(), now.v_WBcm, now.w_WB_B};
}

inline FreeBodyState as_state(const BodyMotion<double>& motion) {
  const Vec4& q = motion.R_WB;
  return {.p_WBcm = motion.p_WBcm,
          .R_WB = Rotation::from_quaternion(q[0], q[1], q[2], q[3]),
          .v_WBcm = motion.v_WBcm,
          .w_WB_B = motion.w_WB_B};
}

}  // namespace polhode
