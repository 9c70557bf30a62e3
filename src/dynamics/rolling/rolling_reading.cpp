// What is read of a body on its ground.
#include <array>

#include "dynamics/rolling/below.hpp"
#include "dynamics/rolling/euler_form.hpp"

namespace polhode {

RollingReading Rolling::read(double t, VecIn x) const {
  RollingReading now;
  now.state = state(t, x);
  const RollingState& s = now.state;
  const rolling::Below below(*model_, t, s);
  std::array<double, 15> rates{};
  rate<double>(t, x, Out<double>(rates.data(), rates.size()));
  switch (body().form) {
    case RollingForm::space:
      now.acceleration = Vec3(rates[6], rates[7], rates[8]);
      now.angular_acceleration = Vec3(rates[9], rates[10], rates[11]);
      break;
    case RollingForm::body: now.angular_acceleration = s.R_WB * Vec3(rates[6], rates[7], rates[8]); break;
    case RollingForm::euler: {
      const rolling::EulerFrame<double> frame(Vec3(x[3], x[4], x[5]), Vec3(x[6], x[7], x[8]));
      Vec3 alpha_P = frame.omega_without_second;
      for (std::size_t k = 0; k < 3; ++k) alpha_P += rates[6 + k] * frame.axis[k];
      now.angular_acceleration = model_->ground.R_WP() * alpha_P;
      break;
    }
  }
  if (body().form != RollingForm::space)
    now.acceleration = below.ground_acceleration - so3::cross(now.angular_acceleration, below.gamma) -
                       so3::cross(s.w_WB_W, below.gamma_rate);
  now.normal = below.n;
  const Vec3 p_BcmC_W = below.gamma;
  now.p_WC = s.p_WBcm + p_BcmC_W;
  now.p_BcmC_B = below.Gamma;
  now.path_velocity = s.v_WBcm + below.gamma_rate;
  now.slip = below.slip(s);
  now.gap = model_->ground.height(t, now.p_WC);
  now.spin = s.R_WB * Vec3(body().inertia * (s.R_WB.inverse() * s.w_WB_W));
  now.kinetic_energy = 0.5 * body().mass * s.v_WBcm.squaredNorm() + 0.5 * s.w_WB_W.dot(now.spin);
  now.potential_energy = -body().mass * body().gravity.dot(s.p_WBcm);
  read_forces(t, below.ground_velocity, below.ground_turning, now);
  return now;
}

/// Nothing acts but gravity, the contact and what dissipates, so that the force is m (a − g).
void Rolling::read_forces(double t, const Vec3& ground_velocity, double ground_turning, RollingReading& now) const {
  const RollingState& s = now.state;
  const Vec3 n = now.normal;
  const Vec3 loss =
      s.mode == RollingMode::flying && model_->viscous == nullptr
          ? Vec3(Vec3::Zero())
          : rolling::couple<double>(body().dissipation, n, s.R_WB * Vec3::UnitZ(), s.w_WB_W, model_->weight);
  now.contact_torque = loss;
  now.dissipated_power = loss.dot(s.w_WB_W);
  if (s.mode == RollingMode::flying) return;
  now.contact_force = body().mass * (now.acceleration - body().gravity);
  now.normal_force = n.dot(now.contact_force);
  now.friction_force = (now.contact_force - now.normal_force * n).norm();
  now.friction_demand = now.friction_force / now.normal_force;
  now.ground_power = now.contact_force.dot(ground_velocity);
  if (s.mode != RollingMode::sliding) return;
  const rolling::SpaceContact<double> at = rolling::contact_at(*model_, t, s);
  const Vec3 drill = rolling::sliding_wrench<double>(*model_, at, s.slip_angle).couple;
  now.contact_torque += drill;
  now.friction_power = now.contact_force.dot(now.slip) + drill.dot(n) * at.spin;
  now.ground_power += drill.dot(n) * ground_turning;
}

}  // namespace polhode
