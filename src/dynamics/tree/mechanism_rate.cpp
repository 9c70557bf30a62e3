// The rate of a mechanism's state over doubles and dual numbers.
#include "dynamics/tree/mechanism_work.hpp"

namespace polhode {
namespace {

using tree::Evaluation;
using tree::Piece;

/// Rates of the coordinates of all joints from their velocities.
template <class S>
void add_coordinate_rates(const Evaluation<S>& now, Out<S> rate) {
  for (const Piece& piece : now.layout.pieces) {
    const S* const v = now.v().data() + piece.v0;
    S* const to = rate.data() + piece.rate_q;
    if (piece.kind != Piece::Kind::free) {
      std::copy_n(v, piece.nv, to);
      continue;
    }
    const S* const q = now.q().data() + piece.q0 + 3;
    const so3::Vector3<S> velocity =
        so3::rotate(so3::Vector4<S>(q[3], q[0], q[1], q[2]), so3::Vector3<S>(v[0], v[1], v[2]));
    for (int i = 0; i < 3; ++i) to[i] = velocity[i];
    std::copy_n(v + 3, 3, to + 3);
  }
}

template <class S>
void add_integrals(const Evaluation<S>& now, double t, Out<S> rate) {
  for (std::size_t k = 0; k < now.layout.servos.size(); ++k) {
    const int i = now.layout.servos[k];
    const auto& servo = std::get<drive::Servo>(now.given.drives[static_cast<std::size_t>(i)]);
    rate[static_cast<std::size_t>(now.layout.rate_z) + k] =
        servo.target.template evaluate_at<double>(t, {}) - now.q()[static_cast<std::size_t>(now.coordinate_of(i))];
  }
}

/// v = M⁻¹ p for momenta that stand where velocities belong.
template <class S>
void velocities_from_momenta(Evaluation<S>& now) {
  now.work.h.assign(now.v().begin(), now.v().end());
  now.work.a.resize(static_cast<std::size_t>(now.nv));
  now.work.given_a.assign(static_cast<std::size_t>(now.nv), S(0.0));
  aba<S>(now.given.tree, now.q(), now.work.given_a, now.work.h, now.work.aba, now.work.a, {.gravity = Vec3::Zero()},
         now.joints());
  now.still(now.work.a);
  std::copy(now.work.a.begin(), now.work.a.end(), now.work.qv.begin() + now.nq);
}

/// ∂T/∂q at constant velocities: the momentum of all that hangs on a joint, by what a turn of the joint does to its
/// velocities.
///
///   ∂T/∂q_j = H_j · (V_j × S_j)                                                        mechanisms.md (13)
template <class S>
void add_kinetic_gradient(Evaluation<S>& now, std::vector<S>& gradient) {
  using tree::Motion;
  using namespace tree::motion;
  all_motions<S>(now.data, now.q().data(), now.v().data(), nullptr, now.work.angles, now.work.bodies);
  static thread_local std::vector<Push<S>> momenta;
  momenta.resize(now.data.nodes.size());
  for (std::size_t i = 0; i < momenta.size(); ++i) momenta[i] = momentum_of(now.data.nodes[i], now.work.bodies[i]);
  for (std::size_t i = momenta.size(); i-- > 0;) {
    const tree::Node& node = now.data.nodes[i];
    const BodyOf<S>& body = now.work.bodies[i];
    const Push<S>& H = momenta[i];
    const S sliding = H.f.x * body.w.y - H.f.y * body.w.x;
    const S turning = (H.n.x * body.w.y - H.n.y * body.w.x) + (H.f.x * body.v.y - H.f.y * body.v.x);
    S& sum = gradient[static_cast<std::size_t>(node.v0)];
    if (node.motion == Motion::slide) sum += sliding;
    if (node.motion == Motion::turn) sum += turning;
    if (node.motion == Motion::screw) sum += turning + node.pitch * sliding;
    if (node.parent < 0) continue;
    Push<S>& below = momenta[static_cast<std::size_t>(node.parent)];
    const Vec<S> f = body.at.R * H.f;
    below.f = below.f + f;
    below.n = below.n + (body.at.R * H.n + cross(body.at.p, f));
  }
}

/// ṗ = τ − ∂V/∂q + ∂T/∂q, into work.a.
template <class S>
void momentum_rates(Evaluation<S>& now) {
  if (!now.work.held.empty()) {
    now.accelerations();
    now.work.pushes = now.work.b;  // there are no loops where there are momenta
  }
  now.work.h.resize(static_cast<std::size_t>(now.nv));
  now.work.given_a.assign(static_cast<std::size_t>(now.nv), S(0.0));
  rnea<S>(now.given.tree, now.q(), now.work.given_a, now.work.given_a, now.work.rnea, now.work.h, now.around());
  for (std::size_t i = 0; i < now.work.h.size(); ++i) now.work.a[i] = now.work.tau[i] - now.work.h[i];
  add_kinetic_gradient(now, now.work.a);
  for (std::size_t i = 0; i < now.work.held.size(); ++i)
    now.work.a[static_cast<std::size_t>(now.work.held[i].v)] += now.work.pushes[i];
}

}  // namespace

template <class S>
void Mechanism::rate(double t, In<S> x, Out<S> rate) const {
  Evaluation<S> now{given_, *layout_, tree::work_of_thread<S>()};
  now.spread(t, x.data());
  const bool momenta = given_.form == MechanismForm::momenta;
  if (momenta) velocities_from_momenta(now);
  now.wrenches(t);
  now.forces(t, x.data());
  if (momenta)
    momentum_rates(now);
  else
    now.accelerations();
  add_coordinate_rates(now, rate);
  for (const Piece& piece : layout_->pieces)
    std::copy_n(now.work.a.data() + piece.v0, piece.nv, rate.data() + layout_->rate_v + (piece.x_v - layout_->x_v));
  add_integrals(now, t, rate);
  for (std::size_t k = 0; k < layout_->rests.size(); ++k)
    rate[static_cast<std::size_t>(layout_->rate_rests) + k] = S(0.0);
  if (layout_->clock) rate[0] = S(1.0);
}

template void Mechanism::rate<double>(double, In<double>, Out<double>) const;
template void Mechanism::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
