#pragma once
// Air and water.

#include <polhode/body/load.hpp>
#include <polhode/math/elementary.hpp>

#include "body/body_motion.hpp"

namespace polhode::load {

/// F = −(b + c |u|) u at the point, τ = −d (ω − ½ curl w) with u = v_Q − w(t, Q).        docs/theory/loads.md (7)
template <class S>
void apply(const Drag& drag, double t, const BodyMotion<S>& motion, const MassProperties& mass, Applied<S>& sum) {
  const PointMotion<S> point = drag.p_BoQ_B ? point_of(motion, from_centre(mass, *drag.p_BoQ_B))
                                            : PointMotion<S>{widen<S>(Vec3::Zero()), motion.p_WBcm, motion.v_WBcm};
  const std::array<S, 3> place{point.p_WQ[0], point.p_WQ[1], point.p_WQ[2]};
  const so3::Vector3<S> u_W = point.v_WQ - drag.wind.at<S>(t, place);
  const S resistance = drag.linear + drag.quadratic * sqrt(so3::squared_norm(u_W));
  push_at<S>(point, motion.R_WB, scaled<S>(-resistance, u_W), sum);
  if (drag.angular == 0) return;
  so3::Vector3<S> w_B = motion.w_WB_B;
  if (drag.wind.uses_place()) {
    const so3::Matrix3<S> slope = drag.wind.gradient<S>(t, place);
    const so3::Vector3<S> half_curl(0.5 * (slope(2, 1) - slope(1, 2)), 0.5 * (slope(0, 2) - slope(2, 0)),
                                    0.5 * (slope(1, 0) - slope(0, 1)));
    w_B -= so3::rotate_back(motion.R_WB, half_curl);
  }
  sum.t_B -= scaled<S>(S(drag.angular), w_B);
}

/// Depth of the centre of buoyancy in radii of the ball that stands for the volume, and what goes with it.
template <class S>
struct Immersion {
  PointMotion<S> point;
  Vec3 up;            ///< a unit vector
  double weight;      ///< of the fluid that the whole volume displaces [N]
  S part, potential;  ///< of the volume that is below the surface; of the force

  Immersion(const Buoyancy& buoyancy, const BodyMotion<S>& motion, const MassProperties& mass) {
    const double g = std::sqrt(buoyancy.g_W.dot(buoyancy.g_W));
    up = -buoyancy.g_W / g;
    weight = buoyancy.density * buoyancy.volume * g;
    point = point_of(motion, from_centre(mass, buoyancy.p_BoQ_B.value_or(mass.com())));
    const S height = dot(widen<S>(up), point.p_WQ);
    if (!buoyancy.level) {
      part = S(1.0);
      potential = -weight * height;
      return;
    }
    constexpr double ball = 4.1887902047863905;  // 4π/3
    const double radius = fn::pow(buoyancy.volume / ball, 1. / 3);
    const S depth = (*buoyancy.level - height) / radius;
    const S s = max(S(-1.0), min(S(1.0), depth));
    part = 0.25 * (2.0 + s * (3.0 - s * s));
    // The integral of the part from −1 on; below the surface it grows with the depth.
    const S wet = 0.1875 + 0.25 * (s * (2.0 + s * (1.5 - 0.25 * (s * s))));
    potential = weight * radius * (wet + (max(S(1.0), depth) - 1.0));
  }
};

template <class S>
void apply(const Buoyancy& buoyancy, double, const BodyMotion<S>& motion, const MassProperties& mass, Applied<S>& sum) {
  const Immersion<S> immersion(buoyancy, motion, mass);
  push_at<S>(immersion.point, motion.R_WB, scaled<S>(immersion.weight * immersion.part, widen<S>(immersion.up)), sum);
}

template <class S>
S potential(const Buoyancy& buoyancy, double, const BodyMotion<S>& motion, const MassProperties& mass) {
  return Immersion<S>(buoyancy, motion, mass).potential;
}

}  // namespace polhode::load
