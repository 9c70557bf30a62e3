// What people read of a mechanism, and the books of its energy.
#include "body/effects.hpp"
#include "dynamics/tree/mechanism_work.hpp"

namespace polhode {
namespace {

using tree::Evaluation;
namespace motion = tree::motion;

Vec3 plain(const motion::Vec<double>& a) { return {a.x, a.y, a.z}; }

/// Energy and momenta of all bodies, with gravity's potential.
void add_bodies(const Evaluation<double>& now, MechanismReading& sum) {
  for (std::size_t i = 0; i < now.data.nodes.size(); ++i) {
    const tree::Node& node = now.data.nodes[i];
    const motion::BodyOf<double>& body = now.work.bodies[i];
    const motion::Push<double> own = momentum_of(node, body);
    sum.kinetic_energy += 0.5 * (dot(own.n, body.w) + dot(own.f, body.v));
    const Vec3 f = plain(body.R * own.f), n = plain(body.R * own.n), p = plain(body.p);
    sum.momentum += f;
    sum.angular_momentum += n + cross_matrix(p) * f;
    const Vec3 first_moment = node.mass * p + plain(body.R * motion::vec(node.h));
    sum.gravity_energy -= now.given.gravity.dot(first_moment);
    sum.weight += node.mass * now.given.gravity;
    sum.weight_moment += cross_matrix(first_moment) * now.given.gravity;
  }
  for (std::size_t i = 0; i < now.layout.rotors.size(); ++i)
    sum.kinetic_energy += 0.5 * now.layout.rotors[i] * now.v()[i] * now.v()[i];
  sum.potential_energy += sum.gravity_energy;
}

/// What each load does: potentials, and the power of those that have none.
void add_loads(const Evaluation<double>& now, double t, MechanismReading& sum) {
  for (const LinkLoad& each : now.given.loads) {
    const LoadEffect effect = effect_of(each.load, t, now.link_motion(each.link), *now.mass_of(each.link));
    sum.potential_energy += effect.potential_energy;
    sum.power += effect.supply;
    sum.loads.push_back(effect);
  }
  for (const PairLoad& each : now.given.pairs) {
    const std::array<BodyIndex, 2> which = bodies_of(each);
    const PairEffect effect = effect_of(each, t, {now.pair_end(which[0]), now.pair_end(which[1])});
    sum.potential_energy += effect.potential_energy;
    sum.power += effect.supply;
    sum.pairs.push_back(effect);
  }
}

/// How far each loop is open, and what it exerts: its conditions have the power
/// λ (g · (v_B − v_A) + g_A · ω_A + g_B · ω_B).
void add_loops(const Evaluation<double>& now, MechanismReading& reading) {
  std::size_t row = 0;
  for (const Loop& loop : now.given.loops) {
    const auto A = motion::frame_motion(now.data, now.work.bodies, loop.a, loop.X_LA);
    const auto B = motion::frame_motion(now.data, now.work.bodies, loop.b, loop.X_LB);
    LoopPush push;
    LoopGap gap;
    for (int i = 0; i < loop.kind->rows(); ++i, ++row) {
      double& largest = i < loop.kind->places ? gap.place : gap.angle;
      largest = std::fmax(largest, std::fabs(now.work.values[row]));
      const motion::Condition<double> one = motion::condition_of(*loop.kind, i, A, B);
      push.f_W += reading.loop_forces[row] * plain(one.g);
      push.t_W += reading.loop_forces[row] * plain(one.g_B);
    }
    reading.loop_pushes.push_back(push);
    reading.loop_gaps.push_back(gap);
    reading.loop_error = std::max({reading.loop_error, gap.place, gap.angle});
  }
}

/// What a driven coordinate needs is what inverse dynamics says, less what resists and what loops exert.
void add_driven(Evaluation<double>& now, MechanismReading& reading) {
  if (!now.layout.any_driven) return;
  std::vector<double> needed(reading.a.size());
  rnea<double>(now.given.tree, now.q(), now.v(), reading.a, now.work.rnea, needed, now.around());
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (now.layout.driven[i] == 0) continue;
    double sum = needed[i] + now.layout.rotors[i] * reading.a[i] - reading.resistance[i];
    for (std::size_t k = 0; k < reading.loop_forces.size(); ++k)
      sum -= now.work.JL[k * needed.size() + i] * reading.loop_forces[k];
    reading.drive[i] = sum;
  }
}

}  // namespace

void Mechanism::accelerate(double t, VecIn x) const {
  Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  now.work.coordinates.resize(static_cast<std::size_t>(now.nq + now.nv));
  const VecOut all = now.work.coordinates;
  coordinates(t, x, all.first(static_cast<std::size_t>(now.nq)), all.subspan(static_cast<std::size_t>(now.nq)));
  now.wrenches(t);
  now.forces(t, x.data());
  now.accelerations();
}

MechanismReading Mechanism::read(double t, VecIn x) const {
  Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  MechanismReading reading;
  accelerate(t, x);
  reading.q.assign(now.q().begin(), now.q().end());
  reading.v.assign(now.v().begin(), now.v().end());
  reading.drive = now.work.drive;
  for (int i = 0; i < now.nv; ++i) reading.resistance.push_back(now.resistance(i));
  reading.a = now.work.a;
  reading.ends.assign(reading.a.size(), 0.0);
  for (std::size_t i = 0; i < now.work.held.size(); ++i)
    reading.ends[static_cast<std::size_t>(now.work.held[i].v)] = -now.work.held[i].side * now.push(i);
  if (layout_->rows > 0) {
    reading.loop_forces.assign(now.work.b.begin(), now.work.b.begin() + layout_->rows);
    reading.loop_rank = now.work.rank;
    add_loops(now, reading);
  }
  add_driven(now, reading);
  motion::all_motions<double>(now.data, now.q().data(), now.v().data(), nullptr, now.work.angles, now.work.bodies);
  add_bodies(now, reading);
  add_loads(now, t, reading);
  for (std::size_t i = 0; i < reading.v.size(); ++i)
    reading.joint_power += (reading.drive[i] + reading.resistance[i]) * reading.v[i];
  reading.power += reading.joint_power;
  return reading;
}

void Mechanism::poses(double t, VecIn x, std::vector<Pose>& X_WB) const {
  Evaluation<double> now{given_, *layout_, tree::work_of_thread<double>()};
  now.spread(t, x.data());
  motion::all_motions<double>(now.data, now.q().data(), now.v().data(), nullptr, now.work.angles, now.work.bodies);
  X_WB.resize(tree().links().size());
  for (std::size_t i = 0; i < X_WB.size(); ++i) {
    const motion::FrameMotion<double> at = motion::frame_motion(now.data, now.work.bodies, static_cast<int>(i), Pose{});
    const so3::Vector4<double> q = motion::quaternion_of(at.R);
    X_WB[i] = {Rotation::from_quaternion(q[0], q[1], q[2], q[3]), plain(at.p)};
  }
}

}  // namespace polhode
