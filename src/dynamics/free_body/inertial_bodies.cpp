#include "dynamics/free_body/inertial_bodies.hpp"

#include <algorithm>

#include <Eigen/LU>

#include "body/load_kernels.hpp"
#include "dynamics/free_body/motion.hpp"

namespace polhode {
namespace {

template <class S>
using Vector3 = so3::Vector3<S>;

/// The motion of a point that is fixed in the frame.
FrameMotion at_point(const FrameMotion& frame, const Vec3& p_FP) {
  FrameMotion fixed;
  fixed.X_NF.p = p_FP;
  return frame * fixed;
}

}  // namespace

InertialBodies::InertialBodies(const FreeBodies& bodies, FramePointer frame)
    : pairs_(bodies.pairs()), frame_(std::move(frame)) {
  std::size_t x0 = 0, v0 = 0;
  for (const FreeBody& from : bodies.bodies()) {
    const bool held = from.pivot.has_value();
    Body body{.mass = from.mass,
              .loads = {},
              .against = {},
              .pivot = from.pivot,
              .I_BO_B = from.turning_inertia(),
              .inverse_I_B = Mat3::Zero(),
              .rotor_B = from.rotor_B,
              .r_B = held ? Vec3(from.mass.com() - from.pivot->p_BoP_B) : Vec3(Vec3::Zero()),
              .turns = from.form != StateForm::particle,
              .x0 = x0,
              .v0 = v0};
    body.inverse_I_B = body.I_BO_B.inverse();
    for (const Load& load : from.loads)
      if (!inertial_term(load)) body.loads.push_back(load);
    for (const InertialTerm term : inertial_terms) {
      const auto is_term = [term](const Load& load) { return inertial_term(load) == term; };
      if (std::none_of(from.loads.begin(), from.loads.end(), is_term))
        body.against.push_back(inertial_load(term, frame_, from.rotor_B));
    }
    names_.push_back(from.name);
    x0 += held ? 7 : 13;
    v0 += held ? 6 : 12;
    bodies_.push_back(std::move(body));
  }
}

StateSpace InertialBodies::state_space() const {
  StateSpace space;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    FreeBodies::append_blocks(space, names_[i], StateForm::rotation, bodies_[i].pivot.has_value());
  return space;
}

template <class S>
BodyMotion<S> InertialBodies::motion_of(const Body& body, const FrameMotion& frame, const S* x) const {
  if (!body.pivot) return {{x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}, {x[7], x[8], x[9]}, {x[10], x[11], x[12]}};
  const FrameMotion pivot = at_point(frame, body.pivot->p_WP);
  const so3::Vector4<S> R_NB(x[0], x[1], x[2], x[3]);
  const Vector3<S> w_B(x[4], x[5], x[6]), r_B = load::widen<S>(body.r_B);
  return {load::widen<S>(pivot.X_NF.p) + so3::rotate(R_NB, r_B), R_NB,
          load::widen<S>(pivot.v_NF) + so3::rotate(R_NB, so3::cross(w_B, r_B)), w_B};
}

/// Adds what a force seen from the frame does to the rate of a body.
template <class S>
void InertialBodies::accelerate(const Body& body, const FrameMotion& frame, const BodyMotion<S>& motion,
                                const Applied<S>& seen, S* v) const {
  const Vector3<S> f_N = so3::rotate(load::widen<S>(frame.X_NF.R), seen.f_W);  // F == W
  Vector3<S> t_B = seen.t_B;
  if (body.pivot) t_B += so3::cross<S>(load::widen<S>(body.r_B), so3::rotate_back(motion.R_WB, f_N));
  const Vector3<S> alpha_B = load::times(body.inverse_I_B, t_B);
  S* alpha = v + (body.pivot ? 3 : 9);
  for (int i = 0; i < 3; ++i) {
    if (!body.pivot) v[6 + i] = v[6 + i] + f_N[i] / body.mass.mass();
    alpha[i] = alpha[i] + alpha_B[i];
  }
}

template <class S>
PairEnd<S> InertialBodies::end_of(BodyIndex body, const FrameMotion& frame, const S* x) const {
  if (!body.valid()) return PairEnd<S>::world();
  const Body& what = bodies_[static_cast<std::size_t>(body.value)];
  return {seen_from(frame, motion_of(what, frame, x + what.x0)), &what.mass};
}

template <class S>
void InertialBodies::rate(double t, In<S> x, Out<S> v) const {
  const FrameMotion frame = frame_->at(t);
  for (const Body& body : bodies_) {
    const BodyMotion<S> motion = motion_of(body, frame, x.data() + body.x0), seen = seen_from(frame, motion);
    S* to = v.data() + body.v0;
    const Vector3<S>& w_B = motion.w_WB_B;
    Vector3<S> t_B = so3::cross<S>(load::times(body.I_BO_B, w_B) + load::widen<S>(body.rotor_B), w_B);
    if (body.pivot) {
      const Vec3 a_N = at_point(frame, body.pivot->p_WP).a_NF;
      const Vector3<S> push_B = so3::rotate_back(motion.R_WB, load::widen<S>(body.mass.mass() * a_N));
      t_B -= so3::cross<S>(load::widen<S>(body.r_B), push_B);
    }
    const Vector3<S> alpha_B = load::times(body.inverse_I_B, t_B);
    for (int i = 0; i < 3; ++i) {
      if (!body.pivot) {
        to[i] = motion.v_WBcm[i];
        to[6 + i] = S(0.0);
      }
      to[(body.pivot ? 0 : 3) + i] = w_B[i];
      to[(body.pivot ? 3 : 9) + i] = alpha_B[i];
    }
    Applied<S> sum, counter;
    const auto apply_to = [&](const std::vector<Load>& loads, Applied<S>& target) {
      for (const Load& each : loads)
        std::visit([&](const auto& one) { load::apply(one, t, seen, body.mass, target); }, each);
    };
    apply_to(body.loads, sum);
    apply_to(body.against, counter);
    sum.f_W -= counter.f_W;
    sum.t_B -= counter.t_B;
    accelerate(body, frame, motion, sum, to);
  }
  for (const PairLoad& each : pairs_)
    std::visit(
        [&](const auto& one) {
          const std::array<BodyIndex, 2> which = one.bodies();
          const std::array ends{end_of(which[0], frame, x.data()), end_of(which[1], frame, x.data())};
          const std::array<Applied<S>, 2> applied = load::act(one, t, ends);
          for (std::size_t k = 0; k < 2; ++k) {
            if (!which[k].valid()) continue;
            const Body& body = bodies_[static_cast<std::size_t>(which[k].value)];
            accelerate(body, frame, motion_of(body, frame, x.data() + body.x0), applied[k], v.data() + body.v0);
          }
        },
        each);
}

BodyMotion<double> InertialBodies::meant(const Body& body, BodyMotion<double> motion) {
  if (body.turns) return motion;
  if (body.pivot) {
    motion.w_WB_B -= Vec3(motion.w_WB_B.dot(body.r_B) / body.r_B.squaredNorm() * body.r_B);
  } else {
    motion.R_WB = Rotation().quaternion();
    motion.w_WB_B = Vec3::Zero();
  }
  return motion;
}

std::vector<double> InertialBodies::coordinates(double t, std::span<const FreeBodyState> states) const {
  const FrameMotion frame = frame_->at(t);
  std::vector<double> x;
  const auto add = [&x](const auto& vector) { x.insert(x.end(), vector.data(), vector.data() + vector.size()); };
  for (std::size_t i = 0; i < states.size(); ++i) {
    const BodyMotion<double> motion = meant(bodies_[i], seen_outside(frame, as_motion(states[i])));
    const bool held = bodies_[i].pivot.has_value();
    if (!held) add(motion.p_WBcm);
    add(motion.R_WB);
    if (!held) add(motion.v_WBcm);
    add(motion.w_WB_B);
  }
  return x;
}

FreeBodyState InertialBodies::state(int body, double t, VecIn x) const {
  const FrameMotion frame = frame_->at(t);
  const Body& what = bodies_[static_cast<std::size_t>(body)];
  return as_state(meant(what, seen_from(frame, motion_of(what, frame, x.data() + what.x0))));
}

template void InertialBodies::rate<double>(double, In<double>, Out<double>) const;
template void InertialBodies::rate<Pack4>(double, In<Pack4>, Out<Pack4>) const;
template void InertialBodies::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
