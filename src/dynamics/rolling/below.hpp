#pragma once
// The contact below a body, whatever the form of its equations.

#include <polhode/dynamics/rolling/rolling.hpp>

#include "dynamics/rolling/space_contact.hpp"

namespace polhode::rolling {

/// World axes but for body axes of N, of Gamma, the contact from the centre of mass, and of its rate there, Gamma_rate.
struct Below {
  Mat3 R_WB;
  Vec3 n, N, Gamma, Gamma_rate, gamma, gamma_rate;
  Vec3 ground_velocity;  ///< where the contact is
  double ground_turning = 0;

  Below(const Model& model, double t, const RollingState& state) : R_WB(so3::matrix(state.R_WB.quaternion())) {
    const GroundFrame<double> frame = model.ground.frame<double>(state.p_WBcm, state.v_WBcm);
    n = frame.n;
    const Vec3 w_WB_B = so3::turned_back(R_WB, state.w_WB_W);
    N = so3::turned_back(R_WB, n);
    Vec3 N_rate = so3::cross(N, w_WB_B);
    if (!model.ground.is_plane()) N_rate += so3::turned_back(R_WB, frame.n_rate);
    const Touch<double> at = touch<double>(model.body.surface, N, N_rate, state.side);
    Gamma = model.body.centre + at.point;
    Gamma_rate = at.slope;
    gamma = times(R_WB, Gamma);
    gamma_rate = cross(state.w_WB_W, gamma) + times(R_WB, at.slope);
    const GroundMotion<double> moving = model.ground.motion<double>(t, state.p_WBcm + gamma, state.v_WBcm + gamma_rate);
    ground_velocity = moving.velocity;
    ground_turning = moving.turning;
  }
  Vec3 slip(const RollingState& state) const { return state.v_WBcm + cross(state.w_WB_W, gamma) - ground_velocity; }

  /// The velocity of rolling without slip on a plane; nothing of what is below depends on it.
  void roll(RollingState& state) const { state.v_WBcm = ground_velocity - cross(state.w_WB_W, gamma); }
};

/// The coordinates of a state in the form "space" as the scalars that its equations take.
inline SpaceContact<double> contact_at(const Model& model, double t, const RollingState& state) {
  return {model, t, state.p_WBcm, state.R_WB.quaternion(), state.v_WBcm, state.w_WB_W, state.side};
}

/// The same of a body that slides, and of one in flight where it touches.
inline SpaceContact<double> sliding_contact_at(const Model& model, double t, const RollingState& state) {
  SpaceContact<double> at = contact_at(model, t, state);
  if (model.loses_by_contact) at.ease_loss();
  return at;
}
inline SpaceContact<double> flying_contact_at(const Model& model, double t, const RollingState& state) {
  SpaceContact<double> at = contact_at(model, t, state);
  if (model.loses_by_contact) at.keep_of_loss(0);
  return at;
}

}  // namespace polhode::rolling
