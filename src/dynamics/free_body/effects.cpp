// What loads do and what motion amounts to: the books of a run, and what people read.
#include <polhode/dynamics/free_body/free_body.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "body/effects.hpp"
#include "dynamics/free_body/motion.hpp"

namespace polhode {
namespace {

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
  return effect_of(what.loads[static_cast<std::size_t>(load)], t, as_motion(state(body, x)), what.mass);
}

PairEffect FreeBodies::pair(int pair, double t, VecIn x) const {
  const PairLoad& what = pairs_[static_cast<std::size_t>(pair)];
  const std::array<BodyIndex, 2> which = bodies_of(what);
  std::array ends{PairEnd<double>::world(), PairEnd<double>::world()};
  for (std::size_t k = 0; k < 2; ++k)
    if (which[k].valid())
      ends[k] = {as_motion(state(which[k].value, x)), &bodies_[static_cast<std::size_t>(which[k].value)].mass};
  return effect_of(what, t, ends);
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
