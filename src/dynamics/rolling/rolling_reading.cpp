// What is read of a body on its ground.
#include <algorithm>
#include <array>
#include <cstring>

#include "dynamics/rolling/below.hpp"
#include "dynamics/rolling/body_form.hpp"
#include "dynamics/rolling/euler_form.hpp"
#include "dynamics/rolling/space_form.hpp"

namespace polhode {

RollingAcceleration Rolling::acceleration(double t, VecIn x, const RollingState& now,
                                          const rolling::Below& below) const {
  std::array<double, rolling::most_coordinates> rates{};
  if (body().form == RollingForm::space) {
    rolling::space_rate(*model_, t, x.data(), rates.data());
    const Vec3 a(rates[6], rates[7], rates[8]);
    const bool loses = body().dissipation && (now.mode != RollingMode::flying || model_->viscous != nullptr);
    Vec3 loss = Vec3::Zero();
    if (loses && now.mode == RollingMode::sliding)
      loss = rolling::sliding_contact_at(*model_, t, now).loss;
    else if (loses && model_->track > 0)
      loss = below.R_WB * rolling::track_couple<double>(*body().dissipation, body().surface, model_->track, below.N,
                                                        below.Gamma_rate, now.side);
    else if (loses)
      loss = rolling::couple<double>(body().dissipation, below.n, below.R_WB.col(2), now.w_WB_W, model_->weight);
    return {a, Vec3(rates[9], rates[10], rates[11]), body().mass * (a - body().gravity), loss};
  }
  rolling::OwnWrench<double> own;
  Vec3 alpha;
  if (body().form == RollingForm::body) {
    rolling::body_rate(*model_, t, x.data(), rates.data(), &own);
    alpha = rolling::times(below.R_WB, Vec3(rates[6], rates[7], rates[8]));
  } else {
    rolling::euler_rate(*model_, t, x.data(), rates.data(), &own);
    const rolling::EulerFrame<double> frame(Vec3(x[3], x[4], x[5]), Vec3(x[6], x[7], x[8]));
    Vec3 alpha_P = frame.omega_without_second;
    for (std::size_t k = 0; k < 3; ++k) alpha_P += rates[6 + k] * frame.axis[k];
    alpha = model_->ground.R_WP() * alpha_P;
  }
  return {body().gravity + own.force / body().mass, alpha, own.force, own.couple};
}

RollingReading Rolling::read(double t, VecIn x) const {
  RollingReading now;
  read_into(now, t, x);
  return now;
}

void Rolling::read_into(RollingReading& now, double t, VecIn x) const {
  now = {};
  now.state = state_as_written(x);
  const RollingState& s = now.state;
  rolling::Below below(*model_, t, s);
  if (body().form != RollingForm::space) below.roll(now.state);
  const RollingAcceleration moved = acceleration(t, x, s, below);
  now.acceleration = moved.of_centre;
  now.angular_acceleration = moved.angular;
  now.normal = below.n;
  const Vec3 p_BcmC_W = below.gamma;
  now.p_WC = s.p_WBcm + p_BcmC_W;
  now.p_BcmC_B = below.Gamma;
  now.path_velocity = s.v_WBcm + below.gamma_rate;
  now.slip = below.slip(s);
  now.gap = model_->ground.height(t, now.p_WC);
  now.spin = rolling::times(below.R_WB, rolling::times(body().inertia, so3::turned_back(below.R_WB, s.w_WB_W)));
  now.kinetic_energy = 0.5 * body().mass * s.v_WBcm.squaredNorm() + 0.5 * s.w_WB_W.dot(now.spin);
  now.potential_energy = -body().mass * body().gravity.dot(s.p_WBcm);
  now.contact_force = moved.contact_force;
  now.contact_torque = moved.loss;
  read_forces(t, below, now);
}

const RollingReading& Rolling::reading(double t, VecIn x) const {
  struct Last {
    std::uint64_t of = 0;  // a number, since an address may be given to another model after this one is gone
    double t = 0;
    std::array<double, rolling::most_coordinates> x{};
    RollingReading value;
  };
  // Two, since whoever watches the end of a step may look half way, too.
  static thread_local std::array<Last, 2> kept;
  static thread_local std::size_t newest = 0;
  for (const Last& last : kept)  // bits are compared: nothing that is no number is read again and again
    if (last.of == model_->number && last.t == t && std::memcmp(x.data(), last.x.data(), x.size_bytes()) == 0)
      return last.value;
  newest = 1 - newest;
  Last& last = kept[newest];
  last.of = 0;
  read_into(last.value, t, x);
  last.of = model_->number;
  last.t = t;
  std::copy(x.begin(), x.end(), last.x.begin());
  return last.value;
}

/// What follows from the force and couple that the equations found.
void Rolling::read_forces(double t, const rolling::Below& below, RollingReading& now) const {
  const RollingState& s = now.state;
  const Vec3 n = now.normal;
  now.dissipated_power = now.contact_torque.dot(s.w_WB_W);
  if (s.mode == RollingMode::flying) {
    now.contact_force.setZero();
    return;
  }
  now.normal_force = n.dot(now.contact_force);
  now.friction_force = (now.contact_force - now.normal_force * n).norm();
  now.friction_demand = now.friction_force / now.normal_force;
  now.ground_power = now.contact_force.dot(below.ground_velocity);
  if (s.mode != RollingMode::sliding) return;
  const rolling::SpaceContact<double> at = rolling::sliding_contact_at(*model_, t, s);
  const Vec3 drill = rolling::sliding_wrench<double>(*model_, at, s.slip_angle).couple;
  now.contact_torque += drill;
  now.friction_power = now.contact_force.dot(now.slip) + drill.dot(n) * at.spin;
  now.ground_power += drill.dot(n) * below.ground_turning;
}

}  // namespace polhode
