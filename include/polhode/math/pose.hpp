#pragma once
// Where a frame is: X_AB = (R_AB, p_AB).

#include <polhode/math/rotation.hpp>

namespace polhode {

/// Pose of frame B in frame A: p_A = R_AB p_B + p_AB, and X_AC = X_AB * X_BC.
struct Pose {
  Rotation R;
  Vec3 p = Vec3::Zero();

  Pose inverse() const {
    const Rotation R_BA = R.inverse();
    return {R_BA, -(R_BA * p)};
  }
  Vec3 operator*(const Vec3& point) const { return R * point + p; }
  Pose operator*(const Pose& other) const { return {R * other.R, R * other.p + p}; }
};

}  // namespace polhode
