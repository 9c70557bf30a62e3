#pragma once
// The conditions of loops over any scalar: their values, Jacobian, and what velocities alone do to them.
//
//   places  e · R_Aᵀ (p_B − p_A) = 0,   angles  a · b = 0 for an axis a of A and b of B      mechanisms.md (14)

#include <cmath>

#include <polhode/dynamics/tree/loop.hpp>

#include "dynamics/tree/dense.hpp"
#include "dynamics/tree/link_motion.hpp"
#include "math/so3_kernels.hpp"

namespace polhode::tree::motion {

/// A frame of a link, in the axes of the base: where it is and how it moves.
template <class S>
struct FrameMotion {
  int node;
  Mat<S> R;
  Vec<S> p, w, v, alpha, a;
};

template <class S>
FrameMotion<S> frame_motion(const Data& tree, const std::vector<BodyOf<S>>& bodies, int link, const Pose& X_LA) {
  const Frame frame = link < 0 ? Frame{-1, Pose{}, Mat3::Identity()} : tree.frames[static_cast<std::size_t>(link)];
  const Pose X_KA = frame.X_KB * X_LA;  // L == B
  const Mat3 R_KA = X_KA.R.matrix();
  const Mat<double> R{R_KA(0, 0), R_KA(0, 1), R_KA(0, 2), R_KA(1, 0), R_KA(1, 1),
                      R_KA(1, 2), R_KA(2, 0), R_KA(2, 1), R_KA(2, 2)};
  const Vec<double> p{X_KA.p[0], X_KA.p[1], X_KA.p[2]};
  if (frame.node < 0) {
    const S one(1.0), nil(0.0);
    const Mat<S> same{one, nil, nil, nil, one, nil, nil, nil, one};
    const Vec<S> none = zero<S>();
    return {-1, same * R, none + p, none, none, none, none};
  }
  const BodyOf<S>& body = bodies[static_cast<std::size_t>(frame.node)];
  return {frame.node,
          body.R * R,
          body.p + body.R * p,
          body.R * body.w,
          body.R * (body.v + cross(body.w, p)),
          body.R * body.alpha,
          body.R * (body.a + cross(body.alpha, p) + cross(body.w, cross(body.w, p)))};
}

template <class S>
Vec<S> column(const Mat<S>& R, int axis) {
  return axis == 0 ? Vec<S>{R.xx, R.yx, R.zx} : axis == 1 ? Vec<S>{R.xy, R.yy, R.zy} : Vec<S>{R.xz, R.yz, R.zz};
}

/// w, x, y, z of a rotation, by the largest of them.
template <class S>
so3::Vector4<S> quaternion_of(const Mat<S>& R) {
  const S trace = R.xx + R.yy + R.zz, one(1.0), half(0.5);
  const auto root = [&](const S& square) { return S(half * sqrt(square)); };
  if (value_of(trace) >= 0) {
    const S w = root(one + trace), k = S(0.25) / w;
    return {w, k * (R.zy - R.yz), k * (R.xz - R.zx), k * (R.yx - R.xy)};
  }
  if (value_of(R.xx) >= value_of(R.yy) && value_of(R.xx) >= value_of(R.zz)) {
    const S x = root(one + R.xx - R.yy - R.zz), k = S(0.25) / x;
    return {k * (R.zy - R.yz), x, k * (R.xy + R.yx), k * (R.xz + R.zx)};
  }
  if (value_of(R.yy) >= value_of(R.zz)) {
    const S y = root(one + R.yy - R.xx - R.zz), k = S(0.25) / y;
    return {k * (R.xz - R.zx), k * (R.xy + R.yx), y, k * (R.yz + R.zy)};
  }
  const S z = root(one + R.zz - R.xx - R.yy), k = S(0.25) / z;
  return {k * (R.yx - R.xy), k * (R.xz + R.zx), k * (R.yz + R.zy), z};
}

/// One condition: its value, its second derivative where accelerations are those of the frames, and its rate
/// g · (v_B − v_A) + g_A · ω_A + g_B · ω_B.
template <class S>
struct Condition {
  S value, second;
  Vec<S> g, g_A, g_B;
};

template <class S>
Condition<S> place_condition(const FrameMotion<S>& A, const FrameMotion<S>& B, int axis) {
  const Vec<S> g = column(A.R, axis), r = B.p - A.p, r_dot = B.v - A.v;
  const Vec<S> relative = r_dot - cross(A.w, r);
  const Vec<S> second =
      (B.a - A.a) - cross(A.alpha, r) - scaled(S(2.0), cross(A.w, relative)) - cross(A.w, cross(A.w, r));
  const Vec<S> g_A = cross(g, r);
  return {dot(g, r), dot(g, second), g, g_A, zero<S>()};
}

template <class S>
Condition<S> angle_condition(const FrameMotion<S>& A, const FrameMotion<S>& B, int axis_A, int axis_B) {
  const Vec<S> a = column(A.R, axis_A), b = column(B.R, axis_B), across = cross(a, b);
  const Vec<S> a_dot = cross(A.w, a), b_dot = cross(B.w, b);
  const Vec<S> a_second = cross(A.alpha, a) + cross(A.w, a_dot), b_second = cross(B.alpha, b) + cross(B.w, b_dot);
  return {dot(a, b), dot(a_second, b) + S(2.0) * dot(a_dot, b_dot) + dot(a, b_second), zero<S>(), across,
          scaled(S(-1.0), across)};
}

template <class S>
double length(const Vec<S>& a) {
  const double x = value_of(a.x), y = value_of(a.y), z = value_of(a.z);
  return std::sqrt(x * x + y * y + z * z);
}

/// Adds what turns and slides can do to a condition at most to the numbers of a joint.
inline void add_reach(const Node& node, double turning, double sliding, double* reach) {
  double* const at = reach + node.v0;
  switch (node.motion) {
    case Motion::turn: at[0] += turning; break;
    case Motion::slide: at[0] += sliding; break;
    case Motion::screw: at[0] += turning + std::fabs(node.pitch) * sliding; break;
    case Motion::ball:
      for (int k = 0; k < 3; ++k) at[k] += turning;
      break;
    case Motion::free:
      for (int k = 0; k < 3; ++k) at[k] += sliding, at[3 + k] += turning;
  }
}

/// The row of the Jacobian of a condition: what each velocity of the joints below a frame does to it, and what it could
/// do at most where lengths are these.
template <class S>
void add_row(const Data& tree, const std::vector<BodyOf<S>>& bodies, const FrameMotion<S>& frame, const Vec<S>& g,
             const Vec<S>& g_w, double size_w, S* row, double* reach) {
  const double size = length(g);
  for (int i = frame.node; i >= 0; i = tree.nodes[static_cast<std::size_t>(i)].parent) {
    const Node& node = tree.nodes[static_cast<std::size_t>(i)];
    const BodyOf<S>& body = bodies[static_cast<std::size_t>(i)];
    // A turn about an axis u through the body's origin moves the frame's origin by u × (p − p_WK).
    const Vec<S> arm = frame.p - body.p, moment = cross(arm, g) + g_w;
    add_reach(node, length(arm) * size + size_w, size, reach);
    const Vec<S> turning = transposed(body.R, moment), sliding = transposed(body.R, g);
    S* const at = row + node.v0;
    switch (node.motion) {
      case Motion::turn: at[0] += turning.z; break;
      case Motion::slide: at[0] += sliding.z; break;
      case Motion::screw: at[0] += turning.z + node.pitch * sliding.z; break;
      case Motion::ball: at[0] += turning.x, at[1] += turning.y, at[2] += turning.z; break;
      case Motion::free:
        at[0] += sliding.x, at[1] += sliding.y, at[2] += sliding.z;
        at[3] += turning.x, at[4] += turning.y, at[5] += turning.z;
    }
  }
}

/// Condition i of a loop: places first, then angles.
template <class S>
Condition<S> condition_of(const LoopKind& kind, int i, const FrameMotion<S>& A, const FrameMotion<S>& B) {
  const bool place = i < kind.places;
  const auto k = static_cast<std::size_t>(place ? i : i - kind.places);
  return place ? place_condition(A, B, kind.place[k]) : angle_condition(A, B, kind.axes[k][0], kind.axes[k][1]);
}

/// All conditions of a loop, one after another: values and second derivatives, rows of the Jacobian of nv numbers, and
/// what these numbers would be if nothing in them cancelled.
template <class S>
void loop_conditions(const Data& tree, const std::vector<BodyOf<S>>& bodies, const Loop& loop, S* values, S* seconds,
                     S* J, double* reach) {
  const FrameMotion<S> A = frame_motion(tree, bodies, loop.a, loop.X_LA),
                       B = frame_motion(tree, bodies, loop.b, loop.X_LB);
  const int rows = loop.kind->rows();
  for (int i = 0; i < rows; ++i) {
    const Condition<S> one = condition_of(*loop.kind, i, A, B);
    values[i] = one.value;
    seconds[i] = one.second;
    S* const row = J + i * tree.nv;
    double* const most = reach + i * tree.nv;
    for (int c = 0; c < tree.nv; ++c) row[c] = S(0.0), most[c] = 0;
    const double angle = i < loop.kind->places ? 0 : 1;
    add_row(tree, bodies, B, one.g, one.g_B, angle, row, most);
    add_row(tree, bodies, A, scaled(S(-1.0), one.g), one.g_A, angle + length(one.g_A), row, most);
  }
}

}  // namespace polhode::tree::motion
