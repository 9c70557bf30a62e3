#pragma once
// Articulated bodies over any scalar: what a body and all that hangs on it, free to move in its joints, resist.

#include "dynamics/tree/kernels/articulated.hpp"

namespace polhode::tree::POLHODE_TREE_KERNELS {

template <class S>
struct AbaBody {
  Placement<S> at;
  Vec<S> w;
  Vec<S> b;             ///< [ω_P]ₓ² p: acceleration of the origin from the parent's turning, parent axes
  Vec<S> c_n, c_f;      ///< acceleration, angular and of the origin, from the joint's own velocity; body axes
  Articulated<S> hung;  ///< all that hangs on it, about its origin, if anything does
  Vec<S> U_n, U_f;      ///< of a joint with one velocity: IA S
  S inverse_D, u;
  Vec<S> alpha, a;
};

/// U, D = L diag(d) Lᵀ and u of a joint with k velocities.
template <class S>
struct AbaWide {
  Vec<S> U_n[6], U_f[6];
  S L[36];
  S d[6], inverse_d[6];
  S u[6];
};

template <class S>
std::size_t aba_room(const Plan& tree) {
  return static_cast<std::size_t>(tree.count) * sizeof(AbaBody<S>) +
         static_cast<std::size_t>(tree.wide) * sizeof(AbaWide<S>) + 2 * angle_room(tree) * sizeof(S);
}

/// The accelerations that velocities alone make in a joint, beside those of the parent's turning; w0 is the angular
/// velocity of the parent in the axes of the body.
template <class S>
POLHODE_INLINE void velocity_terms(const Node& node, const Vec<S>& w0, const S* v, AbaBody<S>& body) {
  const S& v1 = v[node.v0];
  body.c_n = body.c_f = zero<S>();
  switch (node.motion) {
    case Motion::turn:
      body.w = {w0.x, w0.y, w0.z + v1};
      body.c_n = {w0.y * v1, -(w0.x * v1), S(0.0)};
      return;
    case Motion::slide:
      body.w = w0;
      body.c_f = {w0.y * (v1 + v1), -(w0.x * (v1 + v1)), S(0.0)};
      return;
    case Motion::screw: {
      const S slide = node.pitch * v1;
      body.w = {w0.x, w0.y, w0.z + v1};
      body.c_n = {w0.y * v1, -(w0.x * v1), S(0.0)};
      body.c_f = {w0.y * (slide + slide), -(w0.x * (slide + slide)), S(0.0)};
      return;
    }
    case Motion::ball: {
      const Vec<S> own{v[node.v0], v[node.v0 + 1], v[node.v0 + 2]};
      body.w = w0 + own;
      body.c_n = cross(w0, own);
      return;
    }
    default: {
      const Vec<S> linear{v[node.v0], v[node.v0 + 1], v[node.v0 + 2]};
      const Vec<S> own{v[node.v0 + 3], v[node.v0 + 4], v[node.v0 + 5]};
      body.w = w0 + own;
      body.c_n = cross(w0, own);
      body.c_f = cross(w0 + w0, linear) + cross(own, linear);
    }
  }
}

/// Where a body is, how it turns and what that does to accelerations.
template <class S>
POLHODE_INLINE void place(const Node& node, const Vec<S>& w_P, const S* q, const S* sin, const S* cos, const S* v,
                          AbaBody<S>& body) {
  if (node.tilt == Tilt::any) {
    body.at = placement(node, q, sin, cos);
    body.b = cross(w_P, cross(w_P, body.at.p));
    velocity_terms(node, transposed(body.at.R, w_P), v, body);
    return;
  }
  if (node.apart) body.b = cross(w_P, cross(w_P, vec(node.p)));
  Vec<S> w = w_P;
  into_body(node, sin[node.angle], cos[node.angle], w);
  const S& own = v[node.v0];
  body.w = {w.x, w.y, w.z + own};
  body.c_n = {w.y * own, -(w.x * own), S(0.0)};
  body.c_f = zero<S>();
}

/// A rigid body that moves with ω, and what hangs on it.
template <class S>
POLHODE_INLINE Articulated<S> articulated(const Node& node, const AbaBody<S>& body, const S* outside) {
  const Sym<double> m = sym(node.S);
  const Vec<double> h = vec(node.h);
  const S none(0.0), mass(node.mass);
  const Mat<S> K = spin_matrix(body.w, zero<S>());
  Vec<S> n = spin_moment(K, m), f = K * h;
  if (outside != nullptr) {
    n = n - Vec<S>{outside[0], outside[1], outside[2]};
    f = f - Vec<S>{outside[3], outside[4], outside[5]};
  }
  if (node.leaf)
    return {{S(m.yy + m.zz), S(-m.xy), S(-m.xz), S(m.xx + m.zz), S(-m.yz), S(m.xx + m.yy)},
            {none, S(-h.z), S(h.y), S(h.z), none, S(-h.x), S(-h.y), S(h.x), none},
            {mass, none, none, mass, none, mass},
            n,
            f};
  const auto& [A, B, C, n_hung, f_hung] = body.hung;
  return {{A.xx + (m.yy + m.zz), A.xy - m.xy, A.xz - m.xz, A.yy + (m.xx + m.zz), A.yz - m.yz, A.zz + (m.xx + m.yy)},
          {B.xx, B.xy - h.z, B.xz + h.y, B.yx + h.z, B.yy, B.yz - h.x, B.zx - h.y, B.zy + h.x, B.zz},
          {C.xx + mass, C.xy, C.xz, C.yy + mass, C.yz, C.zz + mass},
          n_hung + n,
          f_hung + f};
}

/// Hangs I on the parent, about whose origin and in whose axes it is then.
template <class S>
POLHODE_INLINE void hand_down(const Node& node, const AbaBody<S>& body, const S* sin, const S* cos, Articulated<S> I,
                              Articulated<S>& parent) {
  if (node.tilt != Tilt::any) {
    into_parent(node, sin[node.angle], cos[node.angle], I.A, I.B, I.C, I.n, I.f);
    if (node.apart) shift(I, body.b, vec(node.p));
    hang(node, I, parent);
    return;
  }
  const Mat<S>& R = body.at.R;
  const Mat<S> RB = R * I.B;
  I = {turned(R, I.A),
       {RB.xx * R.xx + RB.xy * R.xy + RB.xz * R.xz, RB.xx * R.yx + RB.xy * R.yy + RB.xz * R.yz,
        RB.xx * R.zx + RB.xy * R.zy + RB.xz * R.zz, RB.yx * R.xx + RB.yy * R.xy + RB.yz * R.xz,
        RB.yx * R.yx + RB.yy * R.yy + RB.yz * R.yz, RB.yx * R.zx + RB.yy * R.zy + RB.yz * R.zz,
        RB.zx * R.xx + RB.zy * R.xy + RB.zz * R.xz, RB.zx * R.yx + RB.zy * R.yy + RB.zz * R.yz,
        RB.zx * R.zx + RB.zy * R.zy + RB.zz * R.zz},
       turned(R, I.C),
       R * I.n,
       R * I.f};
  shift(I, body.b, body.at.p);
  hang(node, I, parent);
}

/// A turn without a rotor on a tilt with a shape: the row and column of I along its axis vanish, and everything is
/// shorter.
template <class S>
POLHODE_INLINE void inward_turn(const Node& node, AbaBody<S>& body, Articulated<S> I, const S* sin, const S* cos,
                                const S* tau, Articulated<S>* parent) {
  const Vec<S> U_n{I.A.xz, I.A.yz, I.A.zz}, U_f{I.B.zx, I.B.zy, I.B.zz};
  const S inverse_D = S(1.0) / I.A.zz, u = tau[node.v0] - I.n.z;
  body.U_n = U_n;
  body.U_f = U_f;
  body.inverse_D = inverse_D;
  body.u = u;
  if (parent == nullptr) return;
  const S gx = inverse_D * U_n.x, gy = inverse_D * U_n.y, gu = inverse_D * u, none(0.0);
  const Vec<S> g = scaled(inverse_D, U_f);
  const S &s = sin[node.angle], &c = cos[node.angle];
  const S xx = I.A.xx - gx * U_n.x, xy = I.A.xy - gx * U_n.y, yy = I.A.yy - gy * U_n.y;
  const Vec<S> Bx{I.B.xx - gx * U_f.x, I.B.xy - gx * U_f.y, I.B.xz - gx * U_f.z};
  const Vec<S> By{I.B.yx - gy * U_f.x, I.B.yy - gy * U_f.y, I.B.yz - gy * U_f.z};
  const S cx = body.c_n.x, cy = body.c_n.y;
  I.n = {I.n.x + (xx * cx + xy * cy) + U_n.x * gu, I.n.y + (xy * cx + yy * cy) + U_n.y * gu, tau[node.v0]};
  I.f = {I.f.x + (Bx.x * cx + By.x * cy) + U_f.x * gu, I.f.y + (Bx.y * cx + By.y * cy) + U_f.y * gu,
         I.f.z + (Bx.z * cx + By.z * cy) + U_f.z * gu};
  I.C = {I.C.xx - g.x * U_f.x, I.C.xy - g.x * U_f.y, I.C.xz - g.x * U_f.z,
         I.C.yy - g.y * U_f.y, I.C.yz - g.y * U_f.z, I.C.zz - g.z * U_f.z};
  const S Ax = c * xx - s * xy, Ay = c * xy - s * yy;
  I.A = {c * Ax - s * Ay, s * Ax + c * Ay, none, s * (s * xx + c * xy) + c * (s * xy + c * yy), none, none};
  const Vec<S> x{c * Bx.x - s * By.x, c * Bx.y - s * By.y, c * Bx.z - s * By.z};
  const Vec<S> y{s * Bx.x + c * By.x, s * Bx.y + c * By.y, s * Bx.z + c * By.z};
  I.B = {c * x.x - s * x.y, s * x.x + c * x.y, x.z, c * y.x - s * y.y, s * y.x + c * y.y, y.z, none, none, none};
  turn(s, c, I.C);
  turn(s, c, I.n);
  turn(s, c, I.f);
  tilt(node, I.A, I.B, I.C, I.n, I.f);
  if (node.apart) shift(I, body.b, vec(node.p));
  hang(node, I, *parent);
}

/// A joint with one velocity, of any kind.
template <class S>
POLHODE_INLINE void inward_one(const Node& node, AbaBody<S>& body, Articulated<S> I, const S* sin, const S* cos,
                               const S* tau, const S& rotor, Articulated<S>* parent) {
  Vec<S> U_n, U_f;
  unit_columns(node, I, node.motion == Motion::slide ? 2 : 5, U_n, U_f);
  if (node.motion == Motion::screw) {
    const S pitch(node.pitch);
    U_n = {U_n.x + pitch * I.B.xz, U_n.y + pitch * I.B.yz, U_n.z + pitch * I.B.zz};
    U_f = {U_f.x + pitch * I.C.xz, U_f.y + pitch * I.C.yz, U_f.z + pitch * I.C.zz};
  }
  S along(0.0), D(0.0);
  switch (node.motion) {
    case Motion::slide: along = I.f.z, D = U_f.z; break;
    case Motion::screw: along = I.n.z + node.pitch * I.f.z, D = U_n.z + node.pitch * U_f.z; break;
    default: along = I.n.z, D = U_n.z;
  }
  body.U_n = U_n;
  body.U_f = U_f;
  body.inverse_D = S(1.0) / (D + rotor);
  body.u = tau[node.v0] - along;
  if (parent == nullptr) return;
  take_out(I, U_n, U_f, body.inverse_D);
  add_velocity_terms(I, body.c_n, body.c_f);
  const S gu = body.inverse_D * body.u;
  I.n = I.n + scaled(gu, U_n);
  I.f = I.f + scaled(gu, U_f);
  hand_down(node, body, sin, cos, I, *parent);
}

/// A joint with one velocity whose acceleration is given: it moves what hangs on it, and gives way to nothing.
template <class S>
POLHODE_INLINE void inward_driven(const Node& node, AbaBody<S>& body, Articulated<S> I, const S* sin, const S* cos,
                                  const S& own, Articulated<S>* parent) {
  if (node.motion != Motion::slide) body.c_n.z += own;
  if (node.motion == Motion::slide) body.c_f.z += own;
  if (node.motion == Motion::screw) body.c_f.z += node.pitch * own;
  if (parent == nullptr) return;
  add_velocity_terms(I, body.c_n, body.c_f);
  hand_down(node, body, sin, cos, I, *parent);
}

/// The number of an acceleration, angular or of the origin, that a joint's velocity k makes.
template <class S>
POLHODE_INLINE const S& entry(const Node& node, int k, const Vec<S>& n, const Vec<S>& f) {
  const int axis = node.motion == Motion::ball ? k + 3 : k;
  const Vec<S>& part = axis < 3 ? f : n;
  return axis % 3 == 0 ? part.x : axis % 3 == 1 ? part.y : part.z;
}

/// L diag(d) Lᵀ x = b, in place.
template <class S>
void solve_wide(const AbaWide<S>& wide, int k, S* x) {
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < i; ++j) x[i] -= wide.L[6 * i + j] * x[j];
  for (int i = 0; i < k; ++i) x[i] *= wide.inverse_d[i];
  for (int i = k - 1; i >= 0; --i)
    for (int j = i + 1; j < k; ++j) x[i] -= wide.L[6 * j + i] * x[j];
}

/// A joint with several velocities.
template <class S>
void inward_wide(const Node& node, AbaBody<S>& body, Articulated<S> I, const S* sin, const S* cos, const S* tau,
                 const double* rotors, AbaWide<S>& wide, Articulated<S>* parent) {
  const int k = dof(node.motion);
  for (int i = 0; i < k; ++i) {
    unit_columns(node, I, i, wide.U_n[i], wide.U_f[i]);
    wide.u[i] = tau[node.v0 + i] - entry(node, i, I.n, I.f);
  }
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j <= i; ++j) {
      S sum = entry(node, i, wide.U_n[j], wide.U_f[j]);
      if (i == j && rotors != nullptr) sum += S(rotors[node.v0 + i]);
      for (int l = 0; l < j; ++l) sum -= wide.L[6 * i + l] * wide.L[6 * j + l] * wide.d[l];
      if (i != j) {
        wide.L[6 * i + j] = sum * wide.inverse_d[j];
      } else {
        wide.d[i] = sum;
        wide.inverse_d[i] = S(1.0) / sum;
      }
    }
  }
  if (parent == nullptr) return;
  // U D⁻¹ Uᵀ = Σ gₗ wₗ wₗᵀ with the columns w of U L⁻ᵀ.
  Vec<S> w_n[6], w_f[6];
  S y[6];
  for (int i = 0; i < k; ++i) {
    w_n[i] = wide.U_n[i];
    w_f[i] = wide.U_f[i];
    y[i] = wide.u[i];
    for (int j = 0; j < i; ++j) {
      const S& l = wide.L[6 * i + j];
      w_n[i] = w_n[i] - scaled(l, w_n[j]);
      w_f[i] = w_f[i] - scaled(l, w_f[j]);
      y[i] -= l * y[j];
    }
    take_out(I, w_n[i], w_f[i], wide.inverse_d[i]);
  }
  add_velocity_terms(I, body.c_n, body.c_f);
  for (int i = 0; i < k; ++i) {
    const S g = y[i] * wide.inverse_d[i];
    I.n = I.n + scaled(g, w_n[i]);
    I.f = I.f + scaled(g, w_f[i]);
  }
  hand_down(node, body, sin, cos, I, *parent);
}

/// The joint's own acceleration, and with it the body's.
template <class S>
POLHODE_INLINE void accelerate(const Node& node, AbaBody<S>& body, const AbaWide<S>* wide, const S* sin, const S* cos,
                               bool driven, const Vec<S>& alpha_P, const Vec<S>& a_P, S* dv) {
  Vec<S> alpha = alpha_P, a = a_P;
  if (node.tilt != Tilt::any) {
    if (node.apart) a = a + cross(alpha_P, vec(node.p)) + body.b;
    into_body(node, sin[node.angle], cos[node.angle], alpha, a);
    alpha = {alpha.x + body.c_n.x, alpha.y + body.c_n.y, alpha.z + body.c_n.z};
  } else {
    alpha = transposed(body.at.R, alpha_P) + body.c_n;
    a = transposed(body.at.R, a_P + cross(alpha_P, body.at.p) + body.b) + body.c_f;
  }
  if (dof(node.motion) == 1 && !driven) {
    const S own = (body.u - (dot(body.U_n, alpha) + dot(body.U_f, a))) * body.inverse_D;
    dv[node.v0] = own;
    if (node.motion != Motion::slide) alpha.z += own;
    if (node.motion == Motion::slide) a.z += own;
    if (node.motion == Motion::screw) a.z += node.pitch * own;
  } else if (!driven) {
    const int k = dof(node.motion);
    S own[6];
    for (int i = 0; i < k; ++i) own[i] = wide->u[i] - (dot(wide->U_n[i], alpha) + dot(wide->U_f[i], a));
    solve_wide(*wide, k, own);
    for (int i = 0; i < k; ++i) dv[node.v0 + i] = own[i];
    if (k == 6) a = a + Vec<S>{own[0], own[1], own[2]};
    alpha = alpha + Vec<S>{own[k - 3], own[k - 2], own[k - 1]};
  }
  body.alpha = alpha;
  body.a = a;
}

template <class S>
void aba(const Plan& tree, const Base& base, const S* q, const S* v, const S* tau, const S* outside,
         const double* rotors, const unsigned char* driven, void* room, S* dv) {
  auto* const bodies = static_cast<AbaBody<S>*>(room);
  auto* const wide = reinterpret_cast<AbaWide<S>*>(bodies + tree.count);
  S* const sin = reinterpret_cast<S*>(wide + tree.wide);
  S* const cos = sin + angle_room(tree);
  all_sincos(tree, q, sin, cos);
  const Vec<S> w0{S(base.w[0]), S(base.w[1]), S(base.w[2])};
  const Vec<S> alpha0{S(base.alpha[0]), S(base.alpha[1]), S(base.alpha[2])};
  const Vec<S> a0{S(base.a[0]), S(base.a[1]), S(base.a[2])};
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    AbaBody<S>& body = bodies[i];
    place(node, node.parent < 0 ? w0 : bodies[node.parent].w, q, sin, cos, v, body);
  }
  for (int i = tree.count - 1; i >= 0; --i) {
    const Node& node = tree.nodes[i];
    Articulated<S>* const parent = node.parent < 0 ? nullptr : &bodies[node.parent].hung;
    const Articulated<S> I = articulated(node, bodies[i], outside == nullptr ? nullptr : outside + 6 * i);
    const double rotor = rotors == nullptr ? 0 : rotors[node.v0];
    if (driven != nullptr && driven[node.v0] != 0)
      inward_driven(node, bodies[i], I, sin, cos, dv[node.v0], parent);
    else if (node.wide >= 0)
      inward_wide(node, bodies[i], I, sin, cos, tau, rotors, wide[node.wide], parent);
    else if (node.tilt != Tilt::any && rotor == 0)
      inward_turn(node, bodies[i], I, sin, cos, tau, parent);
    else
      inward_one(node, bodies[i], I, sin, cos, tau, S(rotor), parent);
  }
  for (int i = 0; i < tree.count; ++i) {
    const Node& node = tree.nodes[i];
    const Vec<S>& alpha_P = node.parent < 0 ? alpha0 : bodies[node.parent].alpha;
    const Vec<S>& a_P = node.parent < 0 ? a0 : bodies[node.parent].a;
    accelerate(node, bodies[i], node.wide < 0 ? nullptr : wide + node.wide, sin, cos,
               driven != nullptr && driven[node.v0] != 0, alpha_P, a_P, dv);
  }
}

}  // namespace polhode::tree::POLHODE_TREE_KERNELS
