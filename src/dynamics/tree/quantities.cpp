#define POLHODE_TREE_KERNELS baseline
#include <polhode/dynamics/tree/quantities.hpp>

#include "dynamics/tree/eigen_vectors.hpp"
#include "dynamics/tree/sizes.hpp"

namespace polhode {
namespace {

using namespace tree::baseline;

/// ∫ (x, 1) × field dm of one body for a field u + a × x + rest, about its origin.
template <class S>
struct BodySums {
  const BodyMotion<S>& at;
  const Vec<S>& w;
  MassMoments<S> own;
  double mass;

  /// Momentum of the body, with velocities against one that moves with `frame`.
  Pair<S> momentum(const Vec<S>& frame) const {
    const Vec<S> v = at.v - frame;
    return {inertia_times(own.m, w) + cross(own.h, v), scaled(mass, v) + cross(w, own.h)};
  }
  /// Its rate, about the origin where it is now, with accelerations against `frame`.
  Pair<S> rate(const Vec<S>& frame) const {
    const Vec<S> a = at.a - frame;
    return {inertia_times(own.m, at.alpha) + cross(w, inertia_times(own.m, w)) + cross(own.h, a),
            scaled(mass, a) + cross(at.alpha, own.h) + cross(w, cross(w, own.h))};
  }
};

/// Sums over all bodies, before anything is referred to the centre of mass.
template <class S>
struct Sums {
  double mass = 0;
  Vec<S> h = zero<S>(), p = zero<S>(), f = zero<S>();
  S twice_kinetic = S(0.0), kinetic_rate = S(0.0);

  void add(const BodySums<S>& body) {
    const Pair<S> momentum = body.momentum(zero<S>()), rate = body.rate(zero<S>());
    mass += body.mass;
    h = h + (scaled(body.mass, body.at.p) + body.own.h);
    p = p + momentum.f;
    f = f + rate.f;
    twice_kinetic += dot(body.w, momentum.n) + dot(body.at.v, momentum.f);
    kinetic_rate += dot(body.w, rate.n) + dot(body.at.v, rate.f);
  }
};

template <class S>
BodySums<S> sums_of(const tree::Plan& plan, int i, const MovedWorld<S>& moved) {
  const WorldBody<S>& body = moved.world.bodies[i];
  return {moved.motions[i], body.w, own_moments(plan.nodes[i], body.R), plan.nodes[i].mass};
}

}  // namespace

template <class S>
Totals<S> totals(const Tree& tree, In<S> q, In<S> v, In<S> a, TotalsWorkspace& work, const Vec3& gravity,
                 const BaseMotion& base) {
  tree::require_coordinates(tree, q);
  tree::require_velocities_or_none(tree, "v", v);
  tree::require_velocities_or_none(tree, "a", a);
  const tree::Plan plan = tree.data().plan();
  const MovedWorld<S> moved =
      moved_world(plan, q.data(), numbers_or_none(v), numbers_or_none(a), moving(base), work.ask(motion_room<S>(plan)));
  Sums<S> sums;
  for (int i = 0; i < plan.count; ++i) sums.add(sums_of(plan, i, moved));
  const double per_mass = sums.mass > 0 ? 1 / sums.mass : 0;
  const Vec<S> c = scaled(per_mass, sums.h), c_rate = scaled(per_mass, sums.p), c_rate2 = scaled(per_mass, sums.f);
  Vec<S> angular = zero<S>(), moment = zero<S>();
  for (int i = 0; i < plan.count; ++i) {
    const BodySums<S> body = sums_of(plan, i, moved);
    const Vec<S> lever = body.at.p - c;
    const Pair<S> momentum = body.momentum(c_rate), rate = body.rate(c_rate2);
    angular = angular + (momentum.n + cross(lever, momentum.f));
    moment = moment + (rate.n + cross(lever, rate.f));
  }
  Totals<S> all;
  all.mass = sums.mass;
  all.p_WC = eigen(c), all.v_WC = eigen(c_rate), all.a_WC = eigen(c_rate2);
  all.momentum = eigen(sums.p), all.force = eigen(sums.f);
  all.angular_momentum = eigen(angular), all.moment = eigen(moment);
  all.kinetic = 0.5 * sums.twice_kinetic;
  all.kinetic_rate = sums.kinetic_rate;
  all.potential = -dot(vec(gravity), sums.h);
  all.potential_rate = -dot(vec(gravity), sums.p);
  return all;
}

double moving_mass(const Tree& tree) {
  double sum = 0;
  for (const tree::Node& node : tree.data().nodes) sum += node.mass;
  return sum;
}

double kinetic_energy(const Tree& tree, VecIn q, VecIn v, TotalsWorkspace& work) {
  return totals<double>(tree, q, v, {}, work).kinetic;
}
double potential_energy(const Tree& tree, VecIn q, TotalsWorkspace& work, const Vec3& gravity) {
  return totals<double>(tree, q, {}, {}, work, gravity).potential;
}
Vec3 centre_of_mass(const Tree& tree, VecIn q, TotalsWorkspace& work) {
  return totals<double>(tree, q, {}, {}, work).p_WC;
}

template <class S>
void centroidal_matrix(const Tree& tree, In<S> q, CentroidalWorkspace& work, Out<S> A) {
  tree::require_coordinates(tree, q);
  tree::require_six_rows(tree, "A", A);
  const tree::Plan plan = tree.data().plan();
  const std::size_t room = motion_room<S>(plan);
  void* const memory = work.ask(room + static_cast<std::size_t>(plan.count) * sizeof(MassMoments<S>));
  const MovedWorld<S> moved = moved_world<S>(plan, q.data(), nullptr, nullptr, moving({}), memory);
  auto* const all = reinterpret_cast<MassMoments<S>*>(static_cast<char*>(memory) + room);
  Vec<S> h = zero<S>();
  for (int i = 0; i < plan.count; ++i) {
    all[i] = own_moments(plan.nodes[i], moved.world.bodies[i].R);
    h = h + (scaled(plan.nodes[i].mass, moved.motions[i].p) + all[i].h);
  }
  const double mass = moving_mass(tree);
  const Vec<S> c = scaled(mass > 0 ? 1 / mass : 0.0, h);
  const int nv = plan.nv;
  for (int i = plan.count - 1; i >= 0; --i) {
    const tree::Node& node = plan.nodes[i];
    if (node.parent >= 0) add_moments(node.carried, moved.world.bodies[i].r, all[i], all[node.parent]);
    const Vec<S> lever = moved.motions[i].p - c;
    for (int k = node.v0; k < node.v0 + tree::dof(node.motion); ++k) {
      const Pair<S> momentum = unit_momentum(moved.world.axes[k], node.carried, all[i]);
      const Vec<S> n = momentum.n + cross(lever, momentum.f), &f = momentum.f;
      S* const at = A.data() + k;
      at[0] = f.x, at[nv] = f.y, at[2 * nv] = f.z, at[3 * nv] = n.x, at[4 * nv] = n.y, at[5 * nv] = n.z;
    }
  }
}

#define POLHODE_INSTANTIATE(S)                                                                                      \
  template Totals<S> totals<S>(const Tree&, In<S>, In<S>, In<S>, TotalsWorkspace&, const Vec3&, const BaseMotion&); \
  template void centroidal_matrix<S>(const Tree&, In<S>, CentroidalWorkspace&, Out<S>);
POLHODE_INSTANTIATE(double)
POLHODE_INSTANTIATE(Dual4)
#undef POLHODE_INSTANTIATE

}  // namespace polhode
