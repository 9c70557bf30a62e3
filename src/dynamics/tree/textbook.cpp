// Lagrange's equations from the Jacobians of the links, as the founding text has them.
#include <polhode/dynamics/tree/textbook.hpp>

#include "dynamics/tree/textbook_posture.hpp"

namespace polhode::textbook {
namespace {

/// The part of a mechanism that one link is: its mass, and the axes that move it.
template <class S>
struct Moved {
  double mass;
  Vector3<S> p_WC;  ///< of the centre of mass
  Matrix3<S> I_W;   ///< about the centre of mass, world axes
  std::vector<int> axes;
};

template <class S>
std::vector<Moved<S>> moved_masses(const Tree& tree, const Posture<S>& all) {
  std::vector<Moved<S>> result;
  for (std::size_t i = 0; i < tree.links().size(); ++i) {
    const std::optional<MassProperties>& mass = tree.links()[i].mass;
    if (!mass) continue;
    const Matrix3<S>& R_WB = all.links[i].R_WB;
    Moved<S> one{
        mass->mass(), all.links[i].p_WB + R_WB * mass->com(), (R_WB * mass->inertia()).eval() * R_WB.transpose(), {}};
    for (std::size_t k = 0; k < all.axes.size(); ++k)
      if (holds(tree, all.axes[k].link, static_cast<int>(i))) one.axes.push_back(static_cast<int>(k));
    result.push_back(one);
  }
  return result;
}

template <class S>
const Axis<S>& axis_of(const Posture<S>& all, int k) {
  return all.axes[static_cast<std::size_t>(k)];
}

/// Whether the axis `other` moves when the velocity of `axis` does.
bool carries(const Tree& tree, const Axis<double>& axis, const Axis<double>& other) {
  if (axis.link != other.link) return holds(tree, axis.link, other.link);
  return other.in_link || axis.number < other.number;
}

/// The rate of an axis while another one moves with unit velocity.
struct AxisRate {
  Vec3 turn = Vec3::Zero(), at = Vec3::Zero(), slide = Vec3::Zero();
};
AxisRate rate_of(const Tree& tree, const Axis<double>& axis, const Axis<double>& along) {
  if (!carries(tree, along, axis)) return {};
  return {along.turn.cross(axis.turn), velocity_at(along, axis.at), along.turn.cross(axis.slide)};
}

/// Adds to X_k M what one link has of it: the product rule on m J_Pᵀ J_P + J_Oᵀ I J_O.
void add_mass_rate(const Tree& tree, const Posture<double>& all, const Moved<double>& link, int k, Matrix& rate) {
  const Axis<double>& along = axis_of(all, k);
  const Vec3 p_rate = velocity_at(along, link.p_WC);
  const Mat3 W = cross_matrix(along.turn), I_rate = W * link.I_W - link.I_W * W;
  for (const int i : link.axes) {
    const Axis<double>& axis_i = axis_of(all, i);
    const AxisRate rate_i = rate_of(tree, axis_i, along);
    const Vec3 J_i_rate =
        rate_i.turn.cross(link.p_WC - axis_i.at) + axis_i.turn.cross(p_rate - rate_i.at) + rate_i.slide;
    for (const int j : link.axes) {
      const Axis<double>& axis_j = axis_of(all, j);
      // The other half of the product rule is the same with i and j exchanged.
      const double half = link.mass * J_i_rate.dot(velocity_at(axis_j, link.p_WC)) +
                          rate_i.turn.dot(link.I_W * axis_j.turn) + 0.5 * axis_i.turn.dot(I_rate * axis_j.turn);
      rate(i, j) += half;
      rate(j, i) += half;
    }
  }
}

/// X_k M: how M changes while the k-th velocity alone is one.
std::vector<Matrix> mass_matrix_slopes(const Tree& tree, const Posture<double>& all) {
  const long nv = tree.nv();
  std::vector<Matrix> slopes(static_cast<std::size_t>(nv), Matrix::Zero(nv, nv));
  for (const Moved<double>& link : moved_masses(tree, all))
    for (const int k : link.axes) add_mass_rate(tree, all, link, k, slopes[static_cast<std::size_t>(k)]);
  return slopes;
}

/// [X_a, X_b] of two velocities is a third one, or its opposite, or nothing.
struct Bracket {
  int axis = 0;
  double sign = 0;
};
/// Only axes in a link do not commute: turns e₁, e₂, e₃ with [e₁, e₂] = e₃, and slides d with [e₁, d₂] = [d₁, e₂] = d₃.
Bracket bracket(const Posture<double>& all, int a, int b) {
  const Axis<double>&axis_a = axis_of(all, a), &axis_b = axis_of(all, b);
  if (axis_a.link != axis_b.link || !axis_a.in_link) return {};
  const auto slides = [](const Axis<double>& axis) { return axis.turn.isZero(0); };
  const int i = axis_a.number % 3, j = axis_b.number % 3;
  if (i == j || (slides(axis_a) && slides(axis_b))) return {};
  const Axis<double>& among = slides(axis_b) ? axis_b : axis_a;  // its kind is that of the result
  const int first = (&among == &axis_a ? a : b) - among.number % 3;
  return {first + (3 - i - j), (j - i + 3) % 3 == 1 ? 1.0 : -1.0};
}

}  // namespace

template <class S>
MatrixOf<S> mass_matrix(const Tree& tree, In<S> q) {
  const Posture<S> all = posture(tree, q);
  MatrixOf<S> M = MatrixOf<S>::Zero(tree.nv(), tree.nv());
  for (const Moved<S>& link : moved_masses(tree, all))
    for (const int i : link.axes)
      for (const int j : link.axes) {
        const Axis<S>&axis_i = axis_of(all, i), &axis_j = axis_of(all, j);
        const Vector3<S> spin = link.I_W * axis_j.turn;
        M(i, j) += link.mass * velocity_at(axis_i, link.p_WC).dot(velocity_at(axis_j, link.p_WC));
        M(i, j) += axis_i.turn.dot(spin);
      }
  return M;
}

Matrix mass_matrix_rate(const Tree& tree, VecIn q, VecIn v) {
  require_size("v", tree.nv(), static_cast<long>(v.size()), "one number for each velocity of the mechanism");
  Matrix rate = Matrix::Zero(tree.nv(), tree.nv());
  const std::vector<Matrix> slopes = mass_matrix_slopes(tree, posture(tree, q));
  for (std::size_t k = 0; k < v.size(); ++k) rate += v[k] * slopes[k];
  return rate;
}

Matrix coriolis(const Tree& tree, VecIn q, VecIn v) {
  require_size("v", tree.nv(), static_cast<long>(v.size()), "one number for each velocity of the mechanism");
  const Posture<double> all = posture(tree, q);
  const Matrix M = mass_matrix<double>(tree, q);
  const std::vector<Matrix> slopes = mass_matrix_slopes(tree, all);
  const auto slope = [&slopes](int k, int i, int j) { return slopes[static_cast<std::size_t>(k)](i, j); };
  const auto bracket_with = [&](int a, int b, int c) {
    const Bracket ab = bracket(all, a, b);
    return ab.sign == 0 ? 0.0 : ab.sign * M(ab.axis, c);
  };
  Matrix C = Matrix::Zero(tree.nv(), tree.nv());
  for (int i = 0; i < tree.nv(); ++i)
    for (int j = 0; j < tree.nv(); ++j)
      for (int k = 0; k < tree.nv(); ++k) {
        const double symbol = slope(k, i, j) + slope(j, i, k) - slope(i, j, k) + bracket_with(k, j, i) -
                              bracket_with(k, i, j) - bracket_with(j, i, k);
        C(i, j) += 0.5 * symbol * v[static_cast<std::size_t>(k)];
      }
  return C;
}

Vector gravity_forces(const Tree& tree, VecIn q, const Vec3& gravity) {
  const Posture<double> all = posture(tree, q);
  Vector G = Vector::Zero(tree.nv());
  for (const Moved<double>& link : moved_masses(tree, all))
    for (const int i : link.axes) G[i] -= link.mass * gravity.dot(velocity_at(axis_of(all, i), link.p_WC));
  return G;
}

Vector wrench_forces(const Tree& tree, VecIn q, VecIn wrenches) {
  require_size("wrenches", 6 * static_cast<long>(tree.links().size()), static_cast<long>(wrenches.size()),
               "a moment and a force for each link");
  const Posture<double> all = posture(tree, q);
  Vector forces = Vector::Zero(tree.nv());
  for (std::size_t i = 0; i < all.links.size(); ++i) {
    const Place<double>& place = all.links[i];
    const double* const one = wrenches.data() + 6 * i;
    const Vec3 n_W = place.R_WB * Vec3(one[0], one[1], one[2]), f_W = place.R_WB * Vec3(one[3], one[4], one[5]);
    for (int k = 0; k < tree.nv(); ++k) {
      const Axis<double>& axis = axis_of(all, k);
      if (holds(tree, axis.link, static_cast<int>(i)))
        forces[k] += axis.turn.dot(n_W) + velocity_at(axis, place.p_WB).dot(f_W);
    }
  }
  return forces;
}

template <class S>
S kinetic_energy(const Tree& tree, In<S> q, In<S> v) {
  require_size("v", tree.nv(), static_cast<long>(v.size()), "one number for each velocity of the mechanism");
  const Posture<S> all = posture(tree, q);
  S energy(0.0);
  for (const Moved<S>& link : moved_masses(tree, all)) {
    Vector3<S> w_W = Vector3<S>::Zero(), v_WC = Vector3<S>::Zero();
    for (const int i : link.axes) {
      w_W += axis_of(all, i).turn * v[static_cast<std::size_t>(i)];
      v_WC += velocity_at(axis_of(all, i), link.p_WC) * v[static_cast<std::size_t>(i)];
    }
    energy += 0.5 * (link.mass * v_WC.dot(v_WC) + w_W.dot(Vector3<S>(link.I_W * w_W)));
  }
  return energy;
}

template <class S>
S potential_energy(const Tree& tree, In<S> q, const Vec3& gravity) {
  S energy(0.0);
  for (const Moved<S>& link : moved_masses(tree, posture(tree, q)))
    for (int i = 0; i < 3; ++i) energy -= (link.mass * gravity[i]) * link.p_WC[i];
  return energy;
}

#define POLHODE_INSTANTIATE(S)                             \
  template MatrixOf<S> mass_matrix<S>(const Tree&, In<S>); \
  template S kinetic_energy<S>(const Tree&, In<S>, In<S>); \
  template S potential_energy<S>(const Tree&, In<S>, const Vec3&);
POLHODE_INSTANTIATE(double)
POLHODE_INSTANTIATE(Dual4)
#undef POLHODE_INSTANTIATE

}  // namespace polhode::textbook
