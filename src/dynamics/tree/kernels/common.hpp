#pragma once
// All bodies about one point and in one set of axes: what pairs of joints make of each other is then a product of six
// numbers with six, and what hangs on a body is added to it without being turned.
//
// The frame is O, that of the root: the body on the base that carries a body, as it stands now. A mechanism far from
// the base's origin loses nothing, and the directions of a free root's joint are unit vectors.

#include "dynamics/tree/kernels/crba.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

/// A motion: angular velocity, and velocity of the body's point that is at O. Or its rates.
struct Twist {
  Vec<double> w, v;
};

POLHODE_INLINE Twist operator+(const Twist& a, const Twist& b) { return {a.w + b.w, a.v + b.v}; }
POLHODE_INLINE Twist scaled(double s, const Twist& a) { return {scaled(s, a.w), scaled(s, a.v)}; }
/// The rate of a motion b that is carried along by the motion a.
POLHODE_INLINE Twist cross(const Twist& a, const Twist& b) {
  return {cross(a.w, b.w), cross(a.w, b.v) + cross(a.v, b.w)};
}
/// The same of a force.
POLHODE_INLINE Push<double> cross(const Twist& a, const Push<double>& b) {
  return {cross(a.w, b.n) + cross(a.v, b.f), cross(a.w, b.f)};
}
/// The power of a force in a motion.
POLHODE_INLINE double dot(const Twist& a, const Push<double>& b) { return dot(a.w, b.n) + dot(a.v, b.f); }

/// In four lanes: six packs of moments and forces.
POLHODE_INLINE Four dot(const Twist& a, const Four* b) {
  return (a.w.x * b[0] + a.w.y * b[1] + a.w.z * b[2]) + (a.v.x * b[3] + a.v.y * b[4] + a.v.z * b[5]);
}

/// Mass, m p_OBcm and Σ about O.
struct Bulk {
  double mass;
  Vec<double> h;
  Sym<double> m;
};

/// R_OK and p_OK of a body, and its mass.
struct Standing {
  Placement<double> at;
  Bulk bulk;
};

/// Parts of the memory that a kernel was given, one after another; without memory, how much it needs.
class Parts {
 public:
  explicit Parts(void* memory) : memory_(static_cast<char*>(memory)) {}
  template <class T>
  T* take(int count) {
    char* const part = memory_ == nullptr ? nullptr : memory_ + bytes_;
    bytes_ += (static_cast<std::size_t>(count) * sizeof(T) + sizeof(Four) - 1) / sizeof(Four) * sizeof(Four);
    return reinterpret_cast<T*>(part);
  }
  std::size_t bytes() const { return bytes_; }

 private:
  char* memory_;
  std::size_t bytes_ = 0;
};

/// The mass of a body alone, seen from O.
POLHODE_INLINE Bulk bulk_of(const Node& node, const Placement<double>& at) {
  Vec<double> h = at.R * vec(node.h);
  Sym<double> m = turned(at.R, sym(node.S));
  shift(node.mass, at.p, h, m);
  return {node.mass, h, m};
}

/// Direction number k of a joint's motion: what its unit velocity makes of its body.
POLHODE_INLINE Twist direction(const Node& node, const Placement<double>& at, int k) {
  const int axis = dof(node.motion) == 1 ? 2 : k % 3;
  const Mat<double>& R = at.R;
  const Vec<double> e = axis == 0   ? Vec<double>{R.xx, R.yx, R.zx}
                        : axis == 1 ? Vec<double>{R.xy, R.yy, R.zy}
                                    : Vec<double>{R.xz, R.yz, R.zz};
  const bool slides = node.motion == Motion::slide || (node.motion == Motion::free && k < 3);
  if (slides) return {zero<double>(), e};
  if (node.motion == Motion::screw) return {e, cross(at.p, e) + scaled(node.pitch, e)};
  return {e, cross(at.p, e)};
}

/// Where all bodies stand, and the directions of their joints in the order of Plan::dofs.
inline void stand(const Plan& tree, const double* q, const double* sin, const double* cos, Standing* bodies, Twist* S) {
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    Standing& body = bodies[i];
    if (node.parent < 0) {
      body.at = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, zero<double>()};
      body.bulk = {node.mass, vec(node.h), sym(node.S)};
    } else {
      const Placement<double> step = placement(node, q, sin, cos);
      const Placement<double>& below = bodies[node.parent].at;
      body.at = {below.R * step.R, below.p + below.R * step.p};
      body.bulk = bulk_of(node, body.at);
    }
    for (int k = 0; k < dof(node.motion); ++k) S[node.dof + k] = direction(node, body.at, k);
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
