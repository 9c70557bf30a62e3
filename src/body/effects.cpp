#include "body/effects.hpp"

#include "body/load_kernels.hpp"

namespace polhode {
namespace {

LoadEffect read(const Applied<double>& applied, const BodyMotion<double>& motion) {
  return {.force = applied.f_W,
          .torque = so3::rotate(motion.R_WB, applied.t_B),
          .power = applied.f_W.dot(motion.v_WBcm) + applied.t_B.dot(motion.w_WB_B)};
}

}  // namespace

LoadEffect effect_of(const Load& load, double t, const BodyMotion<double>& motion, const MassProperties& mass) {
  return std::visit(
      [&](const auto& one) {
        Applied<double> applied;
        load::apply(one, t, motion, mass, applied);
        LoadEffect effect = read(applied, motion);
        if constexpr (requires { load::potential(one, t, motion, mass); })
          if (one.conservative()) {
            effect.potential_energy = load::potential(one, t, motion, mass);
            return effect;
          }
        effect.supply = effect.power;
        return effect;
      },
      load);
}

PairEffect effect_of(const PairLoad& load, double t, const std::array<PairEnd<double>, 2>& ends) {
  return std::visit(
      [&](const auto& one) {
        const std::array<Applied<double>, 2> applied = load::act(one, t, ends);
        return PairEffect{.on = {read(applied[0], ends[0].motion), read(applied[1], ends[1].motion)},
                          .potential_energy = load::potential(one, t, ends),
                          .supply = load::supply(one, t, ends)};
      },
      load);
}

}  // namespace polhode
