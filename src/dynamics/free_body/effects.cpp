// What loads do and what motion amounts to: the books of a run, and what people read.
#include <polhode/dynamics/free_body/free_body.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "body/load_kernels.hpp"
#include "dynamics/free_body/motion.hpp"

namespace polhode {
namespace {

LoadEffect effect_of(const Applied<double>& applied, const FreeBodyState& now) {
  return {.force = applied.f_W,
          .torque = now.R_WB * applied.t_B,
          .power = applied.f_W.dot(now.v_WBcm) + applied.t_B.dot(now.w_WB_B)};
}

/// What the pivot must do so that the body turns about it: f = m a − F with the acceleration that the moments about the
/// pivot give the centre of mass (docs/theory/held-bodies.md (2)).
void add_pivot_force(const FreeBody& body, const FreeBodyState& now, FreeBodyMomenta& sum) {
  const Vec3 r_B = body.mass.com() - body.pivot->p_BoP_B;
  const Vec3 r_W = now.R_WB * r_B;
  const Mat3 I_BP_B = body.turning_inertia();
  const Vec3& w_B = now.w_WB_B;
  const Vec3 torque_B = now.R_WB.inverse() * Vec3(sum.torque + r_W.cross(sum.force));
  const Vec3 alpha_B = I_BP_B.inverse() * Vec3(torque_B - w_B.cross(Vec3(I_BP_B * w_B + body.rotor_B)));
  const Vec3 a_W = now.R_WB * Vec3(alpha_B.cross(r_B) + w_B.cross(w_B.cross(r_B)));
  sum.pivot_force = body.mass.mass() * a_W - sum.force;
  sum.torque -= r_W.cross(sum.pivot_force);
  sum.force += sum.pivot_force;
}

}  // namespace

LoadEffect FreeBodies::load(int body, int load, double t, VecIn x) const {
  const FreeBody& what = bodies_[static_cast<std::size_t>(body)];
  const FreeBodyState now = state(body, x);
  const BodyMotion<double> motion = as_motion(now);
  return std::visit(
      [&](const auto& one) {
        Applied<double> applied;
        load::apply(one, t, motion, what.mass, applied);
        LoadEffect effect = effect_of(applied, now);
        if constexpr (requires { load::potential(one, t, motion, what.mass); })
          if (one.conservative()) {
            effect.potential_energy = load::potential(one, t, motion, what.mass);
            return effect;
          }
        effect.supply = effect.power;
        return effect;
      },
      what.loads[static_cast<std::size_t>(load)]);
}

PairEffect FreeBodies::pair(int pair, double t, VecIn x) const {
  const PairLoad& what = pairs_[static_cast<std::size_t>(pair)];
  const std::array<BodyIndex, 2> which = bodies_of(what);
  std::array<FreeBodyState, 2> now;
  std::array ends{PairEnd<double>::world(), PairEnd<double>::world()};
  for (std::size_t k = 0; k < 2; ++k) {
    if (!which[k].valid()) continue;
    now[k] = state(which[k].value, x);
    ends[k] = {as_motion(now[k]), &bodies_[static_cast<std::size_t>(which[k].value)].mass};
  }
  return std::visit(
      [&](const auto& one) {
        const std::array<Applied<double>, 2> applied = load::act(one, t, ends);
        return PairEffect{.on = {effect_of(applied[0], now[0]), effect_of(applied[1], now[1])},
                          .potential_energy = load::potential(one, t, ends),
                          .supply = load::supply(one, t, ends)};
      },
      what);
}

SpringState FreeBodies::spring(int pair, VecIn x) const {
  const load::Spring& what = std::get<load::Spring>(pairs_[static_cast<std::size_t>(pair)]);
  std::array<Vec3, 2> p_WQ, v_WQ;
  for (std::size_t i = 0; i < 2; ++i) {
    const load::Spring::End& end = what.ends[i];
    p_WQ[i] = end.p_BoQ_B;
    v_WQ[i] = Vec3::Zero();
    if (!end.body.valid()) continue;
    const FreeBodyState now = state(end.body.value, x);
    const Vec3 r_W = now.R_WB * Vec3(end.p_BoQ_B - bodies_[static_cast<std::size_t>(end.body.value)].mass.com());
    p_WQ[i] = now.p_WBcm + r_W;
    v_WQ[i] = now.v_WBcm + Vec3(now.R_WB * now.w_WB_B).cross(r_W);
  }
  const Vec3 along = p_WQ[1] - p_WQ[0];
  const double length = along.norm();
  // A spring of no length has no direction; one that only pulls together needs none there.
  const double rate = length > 0 ? (v_WQ[1] - v_WQ[0]).dot(along) / length : 0;
  return {.length = length, .tension = what.stiffness * (length - what.length) + what.damping * rate};
}

FreeBodyMomenta FreeBodies::momenta(int body, double t, VecIn x) const {
  const FreeBody& what = bodies_[static_cast<std::size_t>(body)];
  const FreeBodyState now = state(body, x);
  const double m = what.mass.mass();
  const Vec3 spin_B = what.mass.inertia() * now.w_WB_B;
  FreeBodyMomenta sum;
  sum.kinetic_energy = 0.5 * (m * now.v_WBcm.squaredNorm() + now.w_WB_B.dot(spin_B));
  sum.momentum = m * now.v_WBcm;
  sum.spin = now.R_WB * Vec3(spin_B + what.rotor_B);
  for (int i = 0; i < static_cast<int>(what.loads.size()); ++i) {
    const LoadEffect one = load(body, i, t, x);
    sum.force += one.force;
    sum.torque += one.torque;
    sum.potential_energy += one.potential_energy;
    sum.power += one.supply;
  }
  for (const Reach& reach : reached_by_[static_cast<std::size_t>(body)]) {
    const LoadEffect one = pair(reach.pair, t, x).on[reach.end];
    sum.force += one.force;
    sum.torque += one.torque;
  }
  if (what.pivot) add_pivot_force(what, now, sum);
  return sum;
}

}  // namespace polhode
