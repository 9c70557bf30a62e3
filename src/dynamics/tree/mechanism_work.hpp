#pragma once
// The equations of a mechanism over any scalar, piece by piece.

#include <algorithm>

#include <polhode/base/error.hpp>

#include "body/load_kernels.hpp"
#include "dynamics/tree/dense.hpp"
#include "dynamics/tree/layout.hpp"
#include "dynamics/tree/loop_kernels.hpp"

namespace polhode::tree {

/// A joint that rests at an end of its range.
struct Held {
  int v, q;
  int side;  ///< 1 at the upper end, −1 at the lower
  double limit;
};

/// Numbers of one evaluation; kept from call to call, so that nothing is allocated but at first.
template <class S>
struct Work {
  std::vector<S> qv;           ///< q, then v
  std::vector<S> coordinates;  ///< the same, as they are told
  std::vector<S> a, tau, drive, wrenches, M, L, inverse, h, J, JL, values, seconds, A, b, angles, given_a;
  std::vector<double> step, correction;  ///< of a state that is brought onto its loops
  std::vector<int> order;
  std::vector<double> reach;    ///< of the rows of JL: what their numbers would be if nothing in them cancelled
  std::vector<double> inertia;  ///< the diagonal of Gᵀ M G
  std::vector<double> sizes;    ///< what the diagonal of J M⁻¹ Jᵀ would be likewise
  std::vector<Held> held;       ///< joints that rest now
  std::vector<S> pushes;        ///< of their ends
  int rank = 0;                 ///< of the conditions that were solved last
  std::vector<motion::BodyOf<S>> bodies;
  RneaWorkspace rnea;
  AbaWorkspace aba;
  CrbaWorkspace crba;

  S* q() { return qv.data(); }
  S* v(int nq) { return qv.data() + nq; }
};

/// One mechanism, its layout, and the numbers of an evaluation.
template <class S>
struct Evaluation {
  const MechanismDescription& given;
  const Layout& layout;
  Work<S>& work;
  const Data& data = given.tree.data();
  const int nq = given.tree.nq(), nv = given.tree.nv();

  In<S> q() const { return {work.qv.data(), static_cast<std::size_t>(nq)}; }
  In<S> v() const { return {work.qv.data() + nq, static_cast<std::size_t>(nv)}; }
  In<S> inputs() const { return {work.qv.data(), work.qv.size()}; }

  /// All coordinates, and those velocities that are the state's or given. Momenta come as they are.
  void spread(double t, const S* x) {
    work.qv.resize(static_cast<std::size_t>(nq + nv));
    S* const all_q = work.qv.data();
    S* const all_v = all_q + nq;
    for (const Piece& piece : layout.pieces) {
      const S* from = x + piece.x_q;
      S* to = all_q + piece.q0;
      if (piece.kind == Piece::Kind::free)
        for (int i = 0; i < 3; ++i) *to++ = *from++;
      if (piece.kind == Piece::Kind::numbers)
        std::copy_n(from, piece.nq, to);
      else
        for (int i = 0; i < 4; ++i) to[i] = from[(i + 1) % 4];  // w, x, y, z → x, y, z, w
      std::copy_n(x + piece.x_v, piece.nv, all_v + piece.v0);
    }
    for (int i = 0; layout.any_driven && i < nv; ++i)
      if (layout.driven[static_cast<std::size_t>(i)] != 0) {
        const auto& path = std::get<drive::Path>(given.drives[static_cast<std::size_t>(i)]);
        all_q[coordinate_of(i)] = S(path.place.template evaluate_at<double>(t, {}));
        all_v[i] = S(path.rate.template evaluate_at<double>(t, {}));
      }
    follow(all_q, all_v);
    work.held.clear();
    for (const RestPlace& rest : layout.rests)
      if (const int side = side_of(value_of(x[rest.x])); side != 0)
        work.held.push_back({rest.v, rest.q, side, side > 0 ? rest.upper : rest.lower});
  }
  /// Conditions of loops, and those of joints that rest.
  int rows() const { return layout.rows + static_cast<int>(work.held.size()); }
  /// How hard the end pushes back at which number i of `held` rests, once accelerations are known; it cannot pull.
  double push(std::size_t i) const {
    return -work.held[i].side * value_of(work.b[static_cast<std::size_t>(layout.rows) + i]);
  }
  /// What rounding may make of the push of an end that does not push at all: a part of the sizes of the terms of
  /// M a + h − τ, which it is the sum of.
  double push_rounding(std::size_t i) const {
    constexpr double part = 1e-13;
    double size = 0;
    for (std::size_t k = 0; k < layout.leader.size(); ++k) {
      if (layout.leader[k] != work.held[i].v) continue;
      double terms = std::fabs(value_of(work.tau[k])) + std::fabs(value_of(work.h[k]));
      for (std::size_t j = 0; j < work.a.size(); ++j)
        terms += std::fabs(value_of(work.M[k * work.a.size() + j]) * value_of(work.a[j]));
      size += std::fabs(layout.multiplier[k]) * terms;
    }
    return part * size;
  }
  /// Coordinates that follow others.
  void follow(S* all_q, S* all_v) const {
    const std::vector<Link>& links = given.tree.links();
    for (std::size_t i = 0; i < links.size(); ++i)
      if (const auto& mimic = links[i].mimic) {
        const int link = static_cast<int>(i);
        all_q[given.tree.q0(link)] = mimic->multiplier * all_q[given.tree.q0(mimic->link)] + mimic->offset;
        all_v[given.tree.v0(link)] = mimic->multiplier * all_v[given.tree.v0(mimic->link)];
      }
  }
  int coordinate_of(int velocity) const { return layout.coordinate[static_cast<std::size_t>(velocity)]; }

  S drive_force(int i, double t, const S* x) const {
    const Drive& drive = given.drives[static_cast<std::size_t>(i)];
    if (const auto* force = std::get_if<drive::Force>(&drive)) return force->force.template evaluate_at<S>(t, inputs());
    const auto* servo = std::get_if<drive::Servo>(&drive);
    if (servo == nullptr) return S(0.0);
    const double target = servo->target.template evaluate_at<double>(t, {});
    const double rate = servo->target_rate.template evaluate_at<double>(t, {});
    S sum = servo->kp * (target - q()[static_cast<std::size_t>(coordinate_of(i))]) +
            servo->kd * (rate - v()[static_cast<std::size_t>(i)]);
    for (std::size_t k = 0; k < layout.servos.size(); ++k)
      if (layout.servos[k] == i) sum += servo->ki * x[layout.x_z + static_cast<int>(k)];
    if (servo->limit == JointLimits::none) return sum;
    return min(max(sum, S(-servo->limit)), S(servo->limit));
  }

  S resistance(int i) const {
    const auto k = static_cast<std::size_t>(i);
    S sum = -(layout.damping[k] * v()[k]);
    if (layout.friction[k] != 0) sum -= layout.friction[k] * fn::tanh(S(v()[k] / S(layout.friction_speed[k])));
    return sum;
  }

  /// The motion of a link's mass, as loads read it.
  BodyMotion<S> link_motion(int link) const {
    const MassProperties* mass = mass_of(link);
    const Pose X_LC{Rotation(), mass == nullptr ? Vec3(Vec3::Zero()) : mass->com()};
    const motion::FrameMotion<S> at = motion::frame_motion(data, work.bodies, link, X_LC);
    const motion::Vec<S> w = motion::transposed(at.R, at.w);
    return {{at.p.x, at.p.y, at.p.z}, motion::quaternion_of(at.R), {at.v.x, at.v.y, at.v.z}, {w.x, w.y, w.z}};
  }
  const MassProperties* mass_of(int link) const {
    const auto& mass = given.tree.links()[static_cast<std::size_t>(link)].mass;
    return mass ? &*mass : nullptr;
  }

  PairEnd<S> pair_end(BodyIndex link) const {
    if (!link.valid()) return PairEnd<S>::world();
    return {link_motion(link.value), mass_of(link.value)};
  }
  /// Adds a force of the world and a torque about the centre of mass in the body to the wrench on a link.
  void add_wrench(int link, const so3::Vector4<S>& R_WB, const Applied<S>& applied) {
    const so3::Vector3<S> f = so3::rotate_back(R_WB, applied.f_W);
    const MassProperties* mass = mass_of(link);
    const so3::Vector3<S> arm = load::widen<S>(mass == nullptr ? Vec3(Vec3::Zero()) : mass->com());
    const so3::Vector3<S> n = applied.t_B + so3::cross(arm, f);
    S* const to = work.wrenches.data() + 6 * link;
    for (int i = 0; i < 3; ++i) {
      to[i] += n[i];
      to[3 + i] += f[i];
    }
  }
  /// The wrenches of all loads on links; none if there are no loads.
  void wrenches(double t) {
    work.wrenches.clear();
    if (given.loads.empty() && given.pairs.empty()) return;
    work.wrenches.assign(6 * given.tree.links().size(), S(0.0));
    motion::all_motions<S>(data, q().data(), v().data(), nullptr, work.angles, work.bodies);
    for (const LinkLoad& each : given.loads) {
      const BodyMotion<S> motion = link_motion(each.link);
      Applied<S> sum;
      std::visit([&](const auto& one) { load::apply(one, t, motion, *mass_of(each.link), sum); }, each.load);
      add_wrench(each.link, motion.R_WB, sum);
    }
    for (const PairLoad& each : given.pairs) {
      const std::array<BodyIndex, 2> which = bodies_of(each);
      const std::array<PairEnd<S>, 2> ends{pair_end(which[0]), pair_end(which[1])};
      const std::array<Applied<S>, 2> on = std::visit([&](const auto& one) { return load::act(one, t, ends); }, each);
      for (std::size_t k = 0; k < 2; ++k)
        if (which[k].valid()) add_wrench(which[k].value, ends[k].motion.R_WB, on[k]);
    }
  }

  Surroundings<S> around() const { return {.gravity = given.gravity, .wrenches = work.wrenches}; }

  /// What the drives exert, into work.drive; all that acts on joints, into work.tau; accelerations that are given.
  void forces(double t, const S* x) {
    work.drive.assign(static_cast<std::size_t>(nv), S(0.0));
    work.tau.assign(static_cast<std::size_t>(nv), S(0.0));
    work.a.assign(static_cast<std::size_t>(nv), S(0.0));
    for (int i = 0; i < nv && !given.drives.empty(); ++i)
      work.drive[static_cast<std::size_t>(i)] = drive_force(i, t, x);
    if (given.computed) computed_torque(t);
    for (std::size_t k = 0; k < work.drive.size(); ++k)
      if (const double most = layout.effort[k]; most != JointLimits::none)
        work.drive[k] = min(max(work.drive[k], S(-most)), S(most));
    for (int i = 0; i < nv; ++i)
      work.tau[static_cast<std::size_t>(i)] = work.drive[static_cast<std::size_t>(i)] + resistance(i);
    for (int i = 0; layout.any_driven && i < nv; ++i) {
      const auto k = static_cast<std::size_t>(i), leader = static_cast<std::size_t>(layout.leader[k]);
      if (layout.driven[leader] == 0) continue;
      const auto& path = std::get<drive::Path>(given.drives[leader]);
      work.a[k] = S(layout.multiplier[k] * path.acceleration.template evaluate_at<double>(t, {}));
    }
  }
  /// tau = RNEA(q, v, wanted) + rotors + what resists, so that the wanted accelerations come about.
  void computed_torque(double t) {
    const ComputedTorque& computed = *given.computed;
    work.given_a.resize(static_cast<std::size_t>(nv));
    work.h.resize(static_cast<std::size_t>(nv));
    for (int i = 0; i < nv; ++i) {
      const auto k = static_cast<std::size_t>(i);
      work.given_a[k] = S(0.0);
      if (!computed.governs(i)) continue;
      work.given_a[k] = computed.acceleration[k].template evaluate_at<double>(t, {}) +
                        computed.kd[k] * (computed.rate[k].template evaluate_at<double>(t, {}) - v()[k]) +
                        computed.kp[k] * (computed.target[k].template evaluate_at<double>(t, {}) -
                                          q()[static_cast<std::size_t>(coordinate_of(i))]);
    }
    rnea<S>(given.tree, q(), v(), work.given_a, work.rnea, work.h, around());
    for (int i = 0; i < nv; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (computed.governs(i)) work.drive[k] += work.h[k] + layout.rotors[k] * work.given_a[k] - resistance(i);
    }
  }

  JointForces joints() const {
    JointForces joints;
    if (layout.any_rotor) joints.rotors = layout.rotors;
    if (layout.any_driven) joints.driven = layout.driven;
    return joints;
  }
  void accelerations() {
    if (layout.dense || !work.held.empty())
      solve_dense();
    else
      aba<S>(given.tree, q(), v(), work.tau, work.aba, work.a, around(), joints());
  }

  /// Gᵀ M G of the independent velocities, factored into work.L, as if those in `kept` were of no concern to others;
  /// false if it is not positive.
  bool factor_mass(const std::vector<char>& kept = {}) {
    const auto n = static_cast<int>(layout.independent.size());
    work.M.resize(static_cast<std::size_t>(nv * nv));
    crba<S>(given.tree, q(), work.crba, work.M);
    work.L.assign(static_cast<std::size_t>(n * n), S(0.0));
    work.inverse.resize(static_cast<std::size_t>(n));
    for (int i = 0; i < nv; ++i) {
      const auto k = static_cast<std::size_t>(i);
      work.M[static_cast<std::size_t>(i * nv + i)] += layout.rotors[k];
      const int r = layout.column[k];
      for (int j = 0; j < nv && r >= 0; ++j) {
        const int c = layout.column[static_cast<std::size_t>(j)];
        if (c < 0) continue;
        work.L[static_cast<std::size_t>(r * n + c)] += layout.multiplier[k] *
                                                       layout.multiplier[static_cast<std::size_t>(j)] *
                                                       work.M[static_cast<std::size_t>(i * nv + j)];
      }
    }
    work.inertia.resize(layout.independent.size());
    for (std::size_t i = 0; i < work.inertia.size(); ++i)
      work.inertia[i] = value_of(work.L[i * work.inertia.size() + i]);
    for (int r = 0; r < n && !kept.empty(); ++r)
      for (int c = 0; c < n; ++c) {
        const bool either = is_kept(kept, r) || is_kept(kept, c);
        if (either) work.L[static_cast<std::size_t>(r * n + c)] = S(r == c ? 1.0 : 0.0);
      }
    return factor(n, work.L.data(), work.inverse.data());
  }
  bool is_kept(const std::vector<char>& kept, int column) const {
    return kept[static_cast<std::size_t>(layout.independent[static_cast<std::size_t>(column)])] != 0;
  }
  /// Conditions of all loops and of joints that rest: values, second derivatives at the accelerations in work.a, and Jᵀ
  /// G row by row in work.J.
  void conditions() {
    const auto n = layout.independent.size();
    const auto rows = static_cast<std::size_t>(this->rows()), all = static_cast<std::size_t>(nv);
    work.values.resize(rows);
    work.seconds.resize(rows);
    work.JL.resize(rows * all);
    work.reach.resize(rows * all);
    work.J.assign(rows * n, S(0.0));
    motion::all_motions<S>(data, q().data(), v().data(), work.a.data(), work.angles, work.bodies);
    int row = 0;
    for (const Loop& loop : given.loops) {
      motion::loop_conditions(data, work.bodies, loop, work.values.data() + row, work.seconds.data() + row,
                              work.JL.data() + row * nv, work.reach.data() + row * nv);
      row += loop.kind->rows();
    }
    for (const Held& one : work.held) {
      const auto i = static_cast<std::size_t>(row++), k = static_cast<std::size_t>(one.v);
      work.values[i] = work.qv[static_cast<std::size_t>(one.q)] - one.limit;
      work.seconds[i] = work.a[k];
      std::fill_n(work.JL.begin() + static_cast<std::ptrdiff_t>(i * all), all, S(0.0));
      work.JL[i * all + k] = S(1.0);
      std::fill_n(work.reach.begin() + static_cast<std::ptrdiff_t>(i * all), all, 0.0);
      work.reach[i * all + k] = 1;
    }
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t k = 0; k < all; ++k)
        if (layout.column[k] >= 0)
          work.J[i * n + static_cast<std::size_t>(layout.column[k])] += layout.multiplier[k] * work.JL[i * all + k];
    work.sizes.assign(rows, 0.0);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t k = 0; k < all; ++k)
        if (layout.column[k] >= 0) {
          const double reach = layout.multiplier[k] * work.reach[i * all + k];
          work.sizes[i] += reach * reach / work.inertia[static_cast<std::size_t>(layout.column[k])];
        }
  }
  /// Turns the rows of work.J, of J G, into those of B = J G L⁻ᵀ.
  void whiten_conditions() {
    const auto n = static_cast<int>(layout.independent.size());
    for (int i = 0; i < rows(); ++i) solve_lower(n, work.L.data(), work.inverse.data(), work.J.data() + i * n);
  }
  /// Solves B Bᵀ λ = b, the right side in work.b and the answer there; then y += Bᵀ λ.
  void solve_conditions(std::vector<S>& y) {
    const auto n = static_cast<int>(layout.independent.size());
    const int rows = this->rows();
    const S* const B = work.J.data();
    work.A.resize(static_cast<std::size_t>(rows * rows));
    work.order.resize(static_cast<std::size_t>(rows));
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j <= i; ++j) {
        S sum(0.0);
        for (int k = 0; k < n; ++k) sum += B[i * n + k] * B[j * n + k];
        work.A[static_cast<std::size_t>(i * rows + j)] = sum;
      }
    for (std::size_t i = 0; i < work.sizes.size(); ++i)
      work.sizes[i] = std::max(work.sizes[i], value_of(work.A[i * work.sizes.size() + i]));
    work.rank = solve_dependent(rows, work.A.data(), work.b.data(), work.order.data(), work.sizes.data());
    for (int i = 0; i < rows; ++i)
      for (int k = 0; k < n; ++k) y[static_cast<std::size_t>(k)] += B[i * n + k] * work.b[static_cast<std::size_t>(i)];
  }
  /// work.b −= B y.
  void subtract_rows(const std::vector<S>& y) {
    const auto n = static_cast<int>(layout.independent.size());
    for (int i = 0; i < rows(); ++i)
      for (int k = 0; k < n; ++k)
        work.b[static_cast<std::size_t>(i)] -=
            work.J[static_cast<std::size_t>(i * n + k)] * y[static_cast<std::size_t>(k)];
  }

  /// a = G a_r + given, Gᵀ M G a_r = Gᵀ (τ − h) + Jᵀ λ, J a_r = −seconds; λ stays in work.b.
  void solve_dense() {
    const auto n = static_cast<int>(layout.independent.size());
    work.h.resize(static_cast<std::size_t>(nv));
    rnea<S>(given.tree, q(), v(), work.a, work.rnea, work.h, around());
    factor_mass();
    work.given_a.assign(static_cast<std::size_t>(n), S(0.0));
    for (int i = 0; i < nv; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (layout.column[k] < 0) continue;
      work.given_a[static_cast<std::size_t>(layout.column[k])] +=
          layout.multiplier[k] * (work.tau[k] - work.h[k] - layout.rotors[k] * work.a[k]);
    }
    solve_lower(n, work.L.data(), work.inverse.data(), work.given_a.data());
    if (rows() > 0) {
      conditions();
      whiten_conditions();
      work.b.resize(work.seconds.size());
      for (std::size_t i = 0; i < work.b.size(); ++i) work.b[i] = -work.seconds[i];
      subtract_rows(work.given_a);
      solve_conditions(work.given_a);
    }
    solve_upper(n, work.L.data(), work.inverse.data(), work.given_a.data());
    for (int i = 0; i < nv; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (layout.column[k] >= 0)
        work.a[k] = layout.multiplier[k] * work.given_a[static_cast<std::size_t>(layout.column[k])];
    }
    still(work.a);
  }
  /// Rates of velocities, or velocities, of joints that rest: zero without rounding, so that they stay where they are.
  void still(std::vector<S>& numbers) const {
    for (const Held& one : work.held)
      for (std::size_t k = 0; k < numbers.size(); ++k)
        if (layout.leader[k] == one.v) numbers[k] = S(0.0);
  }
};

/// The numbers of this thread.
template <class S>
Work<S>& work_of_thread() {
  static thread_local Work<S> work;
  return work;
}

}  // namespace polhode::tree
