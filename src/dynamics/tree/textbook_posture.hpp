#pragma once
// Where the links of a mechanism are in the world, and along which axes they can move: joint by joint, as they stand in
// the description.

#include <Eigen/Geometry>
#include <vector>

#include <polhode/dynamics/tree/tree.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode::textbook {

template <class S>
using Vector3 = Eigen::Matrix<S, 3, 1>;
template <class S>
using Matrix3 = Eigen::Matrix<S, 3, 3>;

/// The frame of a link.
template <class S>
struct Place {
  Matrix3<S> R_WB = Matrix3<S>::Identity();
  Vector3<S> p_WB = Vector3<S>::Zero();
};

/// What one velocity of a joint does to all that it carries, world axes: it turns them with the angular velocity `turn`
/// about the point `at`, and moves them with the velocity `slide`.
template <class S>
struct Axis {
  Vector3<S> turn, at, slide;
  int link;      ///< whose joint it belongs to
  int number;    ///< among the velocities of that joint
  bool in_link;  ///< it is fixed in the link, and not in what the velocities before it carry
};

/// The velocity that an axis gives to a point of a link that it carries.
template <class S>
Vector3<S> velocity_at(const Axis<S>& axis, const Vector3<S>& p) {
  return axis.turn.cross(p - axis.at) + axis.slide;
}

template <class S>
struct Posture {
  std::vector<Place<S>> links;
  std::vector<Axis<S>> axes;  ///< one for each velocity
};

/// Rodrigues' formula: the turn by an angle about a direction.
template <class S>
Matrix3<S> turn_about(const Vec3& direction, const S& angle) {
  const Mat3 N = cross_matrix(direction), NN = N * N;
  const fn::SinCos<S> both = fn::sincos(angle);
  Matrix3<S> R = Matrix3<S>::Identity();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) += both.sin * N(i, j) + (1.0 - both.cos) * NN(i, j);
  return R;
}

/// The rotation of a quaternion x, y, z, w of any length: (w² − u·u) 1 + 2 u uᵀ + 2 w [u]ₓ over its square.
template <class S>
Matrix3<S> quaternion_turn(const S* q) {
  const Vector3<S> u(q[0], q[1], q[2]);
  const S w = q[3], square = u.dot(u) + w * w;
  Matrix3<S> R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = 2.0 * u[i] * u[j];
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    R(i, i) += w * w - u.dot(u);
    R(j, i) += 2.0 * w * u[k];
    R(i, j) -= 2.0 * w * u[k];
  }
  return R / square;
}

/// What e becomes when z is turned to n on the shortest way: e + w × e + w × (w × e) / (1 + z · n) with w = z × n.
inline Vec3 in_plane(const Vec3& n, const Vec3& e) {
  const Vec3 w = Vec3::UnitZ().cross(n);
  const double c = n.z();
  if (1 + c < 1e-14) return {e.x(), -e.y(), 0};  // half a turn about x
  return e + w.cross(e) + w.cross(w.cross(e)) / (1 + c);
}

/// Moves the frame of a link, which starts at that of its joint, through the joint, and lists the axes on the way.
template <class S>
struct JointWalk {
  Place<S>& place;
  std::vector<Axis<S>>& axes;
  int link;
  const S* q;
  int number = 0;

  void add(const Vector3<S>& turn, const Vector3<S>& slide, bool in_link = false) {
    axes.push_back({turn, place.p_WB, slide, link, number++, in_link});
  }
  void turn(const Vec3& axis, const S& angle) {
    const Vec3 n = axis / axis.norm();
    add(place.R_WB * n, Vector3<S>::Zero());
    place.R_WB = (place.R_WB * turn_about(n, angle)).eval();
  }
  void slide(const Vec3& axis, const S& distance) {
    const Vector3<S> n_W = place.R_WB * Vec3(axis / axis.norm());
    add(Vector3<S>::Zero(), n_W);
    place.p_WB += n_W * distance;
  }
  void add_link_axes(bool turns) {
    for (int i = 0; i < 3; ++i) {
      const Vector3<S> e_W = place.R_WB.col(i), none = Vector3<S>::Zero();
      add(turns ? e_W : none, turns ? none : e_W, true);
    }
  }

  void operator()(const joint::Fixed&) {}
  void operator()(const joint::Revolute& joint) { turn(joint.axis, q[0]); }
  void operator()(const joint::Continuous& joint) { turn(joint.axis, q[0]); }
  void operator()(const joint::Prismatic& joint) { slide(joint.axis, q[0]); }
  void operator()(const joint::Helical& joint) {
    const Vec3 n = joint.axis / joint.axis.norm();
    const Vector3<S> n_W = place.R_WB * n, slide = n_W * joint.pitch;
    add(n_W, slide);
    place.R_WB = (place.R_WB * turn_about(n, q[0])).eval();
    place.p_WB += slide * q[0];
  }
  void operator()(const joint::Universal& joint) {
    turn(joint.first, q[0]);
    turn(joint.second, q[1]);
  }
  void operator()(const joint::Planar& joint) {
    const Vec3 n = joint.axis / joint.axis.norm();
    slide(in_plane(n, Vec3::UnitX()), q[0]);
    slide(in_plane(n, Vec3::UnitY()), q[1]);
    turn(n, q[2]);
  }
  void operator()(const joint::Spherical&) {
    place.R_WB = (place.R_WB * quaternion_turn(q)).eval();
    add_link_axes(true);
  }
  void operator()(const joint::Free&) {
    place.p_WB += place.R_WB * Vector3<S>(q[0], q[1], q[2]);
    place.R_WB = (place.R_WB * quaternion_turn(q + 3)).eval();
    add_link_axes(false);
    add_link_axes(true);
  }
};

template <class S>
Posture<S> posture(const Tree& tree, In<S> q) {
  require_size("q", tree.nq(), static_cast<long>(q.size()), "one number for each coordinate of the mechanism");
  Posture<S> all;
  const S* q_joint = q.data();
  for (const Link& link : tree.links()) {
    Place<S> place = link.parent < 0 ? Place<S>{} : all.links[static_cast<std::size_t>(link.parent)];
    place.p_WB += place.R_WB * link.X_PF.p;
    place.R_WB = (place.R_WB * link.X_PF.R.matrix()).eval();
    JointWalk<S> walk{place, all.axes, static_cast<int>(all.links.size()), q_joint};
    std::visit(walk, link.joint);
    q_joint += nq(link.joint);
    all.links.push_back(place);
  }
  return all;
}

/// Whether a link is the other one or carries it.
inline bool holds(const Tree& tree, int link, int other) {
  while (other > link) other = tree.links()[static_cast<std::size_t>(other)].parent;
  return other == link;
}

}  // namespace polhode::textbook
