#define POLHODE_TREE_KERNELS baseline
#include <polhode/dynamics/tree/kinematics.hpp>

#include "dynamics/tree/eigen_vectors.hpp"
#include "dynamics/tree/sizes.hpp"

namespace polhode {
namespace {

using namespace tree::baseline;

void require_link(const Tree& tree, int link) {
  if (link < 0 || link >= static_cast<int>(tree.links().size()))
    usage_error("a link from 0 to " + std::to_string(tree.links().size() - 1), std::to_string(link),
                "find_link gives the number of a name, −1 if there is none");
}

/// The motion of a frame fixed to a body, or to the base.
template <class S>
LinkMotion<S> frame_motion(const tree::Frame& frame, const MovedWorld<S>& moved, const MovingBase& base) {
  const bool on_base = frame.node < 0;
  const Vec<S> none = zero<S>();
  const BodyMotion<S> ground{none, lifted<S>(base.v), lifted<S>(base.a), lifted<S>(base.alpha)};
  const BodyMotion<S>& body = on_base ? ground : moved.motions[frame.node];
  const Vec<S> w = on_base ? lifted<S>(base.w) : moved.world.bodies[frame.node].w;
  const Vec<double> p = vec(frame.X_KB.p);
  const Vec<S> d = on_base ? lifted<S>(p) : moved.world.bodies[frame.node].R * p;
  const Vec<S> turning = cross(w, d);
  LinkMotion<S> link;
  link.R_WB = on_base ? Eigen::Matrix<S, 3, 3>(frame.R_KB.template cast<S>())
                      : eigen(moved.world.bodies[frame.node].R * mat(frame.R_KB));
  link.p_WB = eigen(body.p + d);
  link.v_WB = eigen(body.v + turning);
  link.w_WB = eigen(w);
  link.a_WB = eigen(body.a + cross(body.alpha, d) + cross(w, turning));
  link.alpha_WB = eigen(body.alpha);
  return link;
}

template <class S>
void write_column(Out<S> J, int nv, int column, const Vec<S>& linear, const Vec<S>& angular) {
  S* const at = J.data() + column;
  at[0] = linear.x, at[nv] = linear.y, at[2 * nv] = linear.z;
  at[3 * nv] = angular.x, at[4 * nv] = angular.y, at[5 * nv] = angular.z;
}

/// Where Q is, from the origin of the body that carries the link, in its axes.
Vec<double> point_of(const tree::Frame& frame, const Vec3& p_BQ) {
  const Vec3 p_KQ = frame.X_KB * p_BQ;
  return vec(p_KQ);
}

template <class S>
World<S> placed_world(const Tree& tree, In<S> q, JacobianWorkspace& work) {
  const tree::Plan plan = tree.data().plan();
  const World<S> world = world_in<S>(plan, work.ask(world_room<S>(plan)));
  place_world(plan, q.data(), world);
  return world;
}

}  // namespace

template <class S>
void link_motions(const Tree& tree, In<S> q, In<S> v, In<S> a, KinematicsWorkspace& work,
                  std::span<LinkMotion<S>> motions, const BaseMotion& base) {
  const tree::Data& data = tree.data();
  tree::require_coordinates(tree, q);
  tree::require_velocities_or_none(tree, "v", v);
  tree::require_velocities_or_none(tree, "a", a);
  require_size("motions", static_cast<long>(data.links.size()), static_cast<long>(motions.size()), "one for each link");
  const tree::Plan plan = data.plan();
  const MovingBase moving_base = moving(base);
  const MovedWorld<S> moved =
      moved_world(plan, q.data(), numbers_or_none(v), numbers_or_none(a), moving_base, work.ask(motion_room<S>(plan)));
  for (std::size_t i = 0; i < motions.size(); ++i) motions[i] = frame_motion(data.frames[i], moved, moving_base);
}

void link_poses(const Tree& tree, VecIn q, KinematicsWorkspace& work, std::span<Pose> poses) {
  const tree::Data& data = tree.data();
  tree::require_coordinates(tree, q);
  require_size("poses", static_cast<long>(data.links.size()), static_cast<long>(poses.size()), "one for each link");
  const tree::Plan plan = data.plan();
  const MovedWorld<double> moved =
      moved_world<double>(plan, q.data(), nullptr, nullptr, moving({}), work.ask(motion_room<double>(plan)));
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = frame_motion(data.frames[i], moved, moving({})).X_WB();
}

template <class S>
void jacobian(const Tree& tree, In<S> q, int link, JacobianWorkspace& work, Out<S> J, const Vec3& p_BQ) {
  tree::require_coordinates(tree, q);
  tree::require_six_rows(tree, "J", J);
  require_link(tree, link);
  const World<S> world = placed_world(tree, q, work);
  const tree::Frame& frame = tree.data().frames[static_cast<std::size_t>(link)];
  const int nv = tree.nv();
  for (S& one : J) one = S(0.0);
  if (frame.node < 0) return;
  Vec<S> d = world.bodies[frame.node].R * point_of(frame, p_BQ);  // from the origin of the body reached to Q
  for (int i = frame.node; i >= 0; i = tree.data().nodes[static_cast<std::size_t>(i)].parent) {
    const tree::Node& node = tree.data().nodes[static_cast<std::size_t>(i)];
    for (int c = node.v0; c < node.v0 + tree::dof(node.motion); ++c) {
      const Axis<S>& axis = world.axes[c];
      if (axis.kind == AxisKind::slide) {
        write_column(J, nv, c, axis.z, zero<S>());
      } else {
        const Vec<S> linear = cross(axis.z, d);
        write_column(J, nv, c, axis.kind == AxisKind::turn ? linear : linear + scaled(axis.pitch, axis.z), axis.z);
      }
    }
    d = d + world.bodies[i].r;
  }
}

template <class S>
void jacobian_rate(const Tree& tree, In<S> q, In<S> v, int link, JacobianWorkspace& work, Out<S> J_rate,
                   const Vec3& p_BQ) {
  tree::require_coordinates(tree, q);
  tree::require_velocities(tree, "v", v);
  tree::require_six_rows(tree, "J_rate", J_rate);
  require_link(tree, link);
  const World<S> world = placed_world(tree, q, work);
  move_world(tree.data().plan(), v.data(), zero<S>(), world);
  const tree::Frame& frame = tree.data().frames[static_cast<std::size_t>(link)];
  const int nv = tree.nv();
  for (S& one : J_rate) one = S(0.0);
  if (frame.node < 0) return;
  Vec<S> d = world.bodies[frame.node].R * point_of(frame, p_BQ);
  Vec<S> d_rate = cross(world.bodies[frame.node].w, d);
  for (int i = frame.node; i >= 0; i = tree.data().nodes[static_cast<std::size_t>(i)].parent) {
    const tree::Node& node = tree.data().nodes[static_cast<std::size_t>(i)];
    for (int c = node.v0; c < node.v0 + tree::dof(node.motion); ++c) {
      const Axis<S>& axis = world.axes[c];
      if (axis.kind == AxisKind::slide) {
        write_column(J_rate, nv, c, axis.rate, zero<S>());
      } else {
        const Vec<S> linear = cross(axis.rate, d) + cross(axis.z, d_rate);
        write_column(J_rate, nv, c, axis.kind == AxisKind::turn ? linear : linear + scaled(axis.pitch, axis.rate),
                     axis.rate);
      }
    }
    d = d + world.bodies[i].r;
    d_rate = d_rate + world.bodies[i].r_rate;
  }
}

// NOLINTBEGIN(bugprone-macro-parentheses): S is a type
#define POLHODE_INSTANTIATE(S)                                                                                    \
  template void link_motions<S>(const Tree&, In<S>, In<S>, In<S>, KinematicsWorkspace&, std::span<LinkMotion<S>>, \
                                const BaseMotion&);                                                               \
  template void jacobian<S>(const Tree&, In<S>, int, JacobianWorkspace&, Out<S>, const Vec3&);                    \
  template void jacobian_rate<S>(const Tree&, In<S>, In<S>, int, JacobianWorkspace&, Out<S>, const Vec3&);
// NOLINTEND(bugprone-macro-parentheses)
POLHODE_INSTANTIATE(double)
POLHODE_INSTANTIATE(Dual4)
#undef POLHODE_INSTANTIATE

}  // namespace polhode
