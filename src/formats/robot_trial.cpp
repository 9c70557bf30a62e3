#include "formats/robot_trial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/dynamics/tree/derivatives.hpp>
#include <polhode/dynamics/tree/matrices.hpp>
#include <polhode/dynamics/tree/quantities.hpp>
#include <polhode/dynamics/tree/textbook.hpp>

#include "dynamics/tree/textbook_posture.hpp"
#include "formats/robot_state.hpp"

namespace polhode {
namespace {

using Numbers = Trial::Numbers;
constexpr std::size_t lanes = 4;  // directions of a dual number

/// The larger one; what is no number wins.
double larger(double a, double b) { return std::isnan(a) || a >= b ? a : b; }
double largest(const Numbers& x) {
  double most = 0;
  for (double one : x) most = larger(most, std::fabs(one));
  return most;
}
/// |x − y| of the size of both, or of `size` if that is larger.
double apart(const Numbers& x, const Numbers& y, double size = 0) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = larger(most, std::fabs(x[i] - y[i]));
  return most / larger(larger(largest(x), largest(y)), larger(size, std::numeric_limits<double>::min()));
}
Numbers flat(const textbook::Matrix& A) {
  Numbers x;
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index k = 0; k < A.cols(); ++k) x.push_back(A(i, k));
  return x;
}
Numbers times(const Numbers& A, const Numbers& x) {
  Numbers y(A.size() / x.size(), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t k = 0; k < x.size(); ++k) y[i] += A[i * x.size() + k] * x[k];
  return y;
}
Numbers plus(Numbers x, const Numbers& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
  return x;
}
Numbers minus(Numbers x, const Numbers& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= y[i];
  return x;
}
/// The largest sum of sizes in a row of n.
double matrix_norm(const Numbers& A, std::size_t n) {
  double most = 0;
  for (std::size_t i = 0; i < A.size(); i += n) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += std::fabs(A[i + k]);
    most = larger(most, sum);
  }
  return most;
}
std::vector<Dual4> duals(const Numbers& x) { return {x.begin(), x.end()}; }

/// Fills an nv × nv matrix with the slopes of `function`, which is given the first of four columns and fills nv duals.
template <class F>
Numbers slopes(std::size_t nv, F&& function) {
  Numbers matrix(nv * nv);
  std::vector<Dual4> out(nv);
  for (std::size_t first = 0; first < nv; first += lanes) {
    function(first, out);
    for (std::size_t k = 0; k < lanes && first + k < nv; ++k)
      for (std::size_t i = 0; i < nv; ++i) matrix[i * nv + first + k] = out[i].tangent[static_cast<int>(k)];
  }
  return matrix;
}
std::vector<Dual4> varied(const Numbers& x, std::size_t first) {
  std::vector<Dual4> all = duals(x);
  for (std::size_t k = 0; k < lanes && first + k < x.size(); ++k) all[first + k].tangent.set(static_cast<int>(k), 1);
  return all;
}

}  // namespace

Trial::Trial(const Tree& tree, const RobotOptions& options, std::mt19937_64& random)
    : tree_(tree), nv_(static_cast<std::size_t>(tree.nv())) {
  around_.gravity = dual_around_.gravity = options.gravity;
  std::uniform_real_distribution<double> number(-2, 2);
  const auto draw = [&] {
    Numbers x(nv_);
    for (double& one : x) one = number(random);
    return x;
  };
  q_.resize(static_cast<std::size_t>(tree.nq()));
  moved(tree, tree.neutral(), draw(), q_);
  v_ = draw();
  a_ = draw();
  tau_ = h_ = G_ = Numbers(nv_);
  M_ = C_ = M_inverse_ = Numbers(nv_ * nv_);
  RneaWorkspace rnea_work;
  CrbaWorkspace crba_work;
  CoriolisWorkspace coriolis_work;
  BiasWorkspace bias_work;
  InverseWorkspace inverse_work;
  rnea<double>(tree, q_, v_, a_, rnea_work, tau_, around_);
  bias_forces<double>(tree, q_, v_, bias_work, h_, around_);
  gravity_forces<double>(tree, q_, bias_work, G_, around_.gravity);
  crba<double>(tree, q_, crba_work, M_);
  coriolis<double>(tree, q_, v_, coriolis_work, C_);
  if (options.friction) {
    rotors_.resize(nv_);
    reflected_inertias(tree, rotors_);
    for (std::size_t i = 0; i < nv_; ++i) {
      M_[i * nv_ + i] += rotors_[i];
      tau_[i] += rotors_[i] * a_[i];
    }
  }
  mass_matrix_inverse(tree, q_, inverse_work, M_inverse_, rotors_);
  loose_ = Factored(M_).loose();
  condition_ = matrix_norm(M_, nv_) * matrix_norm(M_inverse_, nv_);
}

double Trial::size_of_weights() const {
  return around_.gravity.norm() * std::sqrt(std::max(0.0, largest(M_) * tree_.total_mass()));
}
double Trial::size_of_forces() const {
  return largest(M_) * (largest(a_) + largest(v_) * largest(v_)) + size_of_weights();
}

Numbers Trial::accelerations(const Numbers& tau) const {
  AbaWorkspace work;
  Numbers a(nv_);
  aba<double>(tree_, q_, v_, tau, work, a, around_, {.rotors = rotors_});
  return a;
}

double Trial::accelerations_back() const { return apart(accelerations(tau_), a_); }

double Trial::forces_back() const {
  RneaWorkspace work;
  const Numbers a = accelerations(a_);  // any numbers are forces
  Numbers back(nv_);
  rnea<double>(tree_, q_, v_, a, work, back, around_);
  for (std::size_t i = 0; i < rotors_.size(); ++i) back[i] += rotors_[i] * a[i];
  return apart(back, a_, size_of_forces() + largest(M_) * largest(a));
}

double Trial::solved_by_mass() const {
  const Numbers by_matrix = Factored(M_).solve(minus(tau_, h_));
  return apart(accelerations(tau_), by_matrix, largest(a_));
}

double Trial::symmetric_positive() const {
  if (loose_) return std::numeric_limits<double>::infinity();
  Numbers transposed(M_.size());
  for (std::size_t i = 0; i < nv_; ++i)
    for (std::size_t k = 0; k < nv_; ++k) transposed[i * nv_ + k] = M_[k * nv_ + i];
  return apart(M_, transposed);
}

double Trial::slope_of_forces() const {
  RneaWorkspace work;
  const std::vector<Dual4> q = duals(q_), v = duals(v_);
  Numbers slope = slopes(nv_, [&](std::size_t first, std::vector<Dual4>& tau) {
    rnea<Dual4>(tree_, q, v, varied(a_, first), work, tau, dual_around_);
  });
  for (std::size_t i = 0; i < rotors_.size(); ++i) slope[i * nv_ + i] += rotors_[i];
  return apart(slope, M_);
}

double Trial::inverse_times_mass() const {
  double most = 0;
  Numbers row(nv_);
  for (std::size_t i = 0; i < nv_; ++i) {
    std::fill(row.begin(), row.end(), 0.0);
    row[i] = -1;
    for (std::size_t l = 0; l < nv_; ++l)
      for (std::size_t k = 0; k < nv_; ++k) row[k] += M_inverse_[i * nv_ + l] * M_[l * nv_ + k];
    most = larger(most, largest(row));
  }
  return most;
}

double Trial::mass_by_jacobians() const {
  Numbers by_jacobians = flat(textbook::mass_matrix<double>(tree_, q_));
  for (std::size_t i = 0; i < rotors_.size(); ++i) by_jacobians[i * nv_ + i] += rotors_[i];
  return apart(by_jacobians, M_);
}

double Trial::newton_euler() const {
  KinematicsWorkspace work;
  std::vector<LinkMotion<double>> motions(tree_.links().size());
  link_motions<double>(tree_, q_, v_, a_, work, motions);
  // What each link and all that it carries need: a force, and its moment about the world's origin.
  std::vector<Vec3> force(motions.size(), Vec3::Zero()), moment = force;
  for (std::size_t i = motions.size(); i-- > 0;) {
    const Link& link = tree_.links()[i];
    const LinkMotion<double>& now = motions[i];
    if (link.mass) {
      const Vec3 arm = now.R_WB * link.mass->com();
      const Mat3 I = now.R_WB * link.mass->inertia() * now.R_WB.transpose();
      const Vec3 a_WC = now.a_WB + now.alpha_WB.cross(arm) + now.w_WB.cross(now.w_WB.cross(arm));
      const Vec3 F = link.mass->mass() * (a_WC - around_.gravity);
      force[i] += F;
      moment[i] += I * now.alpha_WB + now.w_WB.cross(I * now.w_WB) + Vec3(now.p_WB + arm).cross(F);
    }
    if (link.parent < 0) continue;
    force[static_cast<std::size_t>(link.parent)] += force[i];
    moment[static_cast<std::size_t>(link.parent)] += moment[i];
  }
  Numbers by_laws;
  for (const textbook::Axis<double>& axis : textbook::posture<double>(tree_, q_).axes) {
    const auto i = static_cast<std::size_t>(axis.link);
    by_laws.push_back(axis.turn.dot(moment[i] - axis.at.cross(force[i])) + axis.slide.dot(force[i]));
  }
  for (std::size_t i = 0; i < rotors_.size(); ++i) by_laws[i] += rotors_[i] * a_[i];
  return apart(by_laws, tau_, size_of_forces());
}

double Trial::by_parts() const { return apart(plus(plus(times(M_, a_), times(C_, v_)), G_), tau_, size_of_forces()); }

// The entries of C are differences of terms of the size |M| |v|, which may leave next to nothing.
double Trial::christoffel() const {
  return apart(flat(textbook::coriolis(tree_, q_, v_)), C_, largest(M_) * largest(v_));
}

double Trial::rate_of_mass() const {
  std::vector<Dual4> q = duals(q_), M(nv_ * nv_);
  Numbers rate(q_.size());
  coordinate_rates<double>(tree_, q_, v_, rate);
  for (std::size_t i = 0; i < q.size(); ++i) q[i].tangent.set(0, rate[i]);
  CrbaWorkspace work;
  crba<Dual4>(tree_, q, work, M);
  Numbers M_rate, sum;
  for (std::size_t i = 0; i < nv_; ++i)
    for (std::size_t k = 0; k < nv_; ++k) {
      M_rate.push_back(M[i * nv_ + k].tangent[0]);
      sum.push_back(C_[i * nv_ + k] + C_[k * nv_ + i]);
    }
  return apart(M_rate, sum, largest(M_) * largest(v_));
}

std::vector<Dual4> Trial::along_velocities(std::size_t first) const {
  std::vector<Dual4> q = duals(q_);
  Numbers unit(nv_, 0.0), rate(q_.size());
  for (std::size_t k = 0; k < lanes && first + k < nv_; ++k) {
    unit[first + k] = 1;
    coordinate_rates<double>(tree_, q_, unit, rate);
    unit[first + k] = 0;
    for (std::size_t i = 0; i < q.size(); ++i) q[i].tangent.set(static_cast<int>(k), rate[i]);
  }
  return q;
}

double Trial::gradient_of_potential() const {
  TotalsWorkspace work;
  Numbers gradient(nv_);
  for (std::size_t first = 0; first < nv_; first += lanes) {
    const Dual4 U = totals<Dual4>(tree_, along_velocities(first), {}, {}, work, around_.gravity).potential;
    for (std::size_t k = 0; k < lanes && first + k < nv_; ++k) gradient[first + k] = U.tangent[static_cast<int>(k)];
  }
  return apart(gradient, G_, size_of_weights());
}

double Trial::power() const {
  TotalsWorkspace work;
  const Totals<double> now = totals<double>(tree_, q_, v_, a_, work, around_.gravity);
  double rate = now.kinetic_rate + now.potential_rate, supplied = 0;
  double size = std::fabs(now.kinetic_rate) + std::fabs(now.potential_rate);
  for (std::size_t i = 0; i < rotors_.size(); ++i) rate += rotors_[i] * v_[i] * a_[i];
  for (std::size_t i = 0; i < nv_; ++i) {
    supplied += tau_[i] * v_[i];
    size += std::fabs(tau_[i] * v_[i]);
  }
  return std::fabs(rate - supplied) / larger(size, std::numeric_limits<double>::min());
}

double Trial::derivatives_of_forces() const {
  RneaDerivativesWorkspace work;
  Numbers by_q(nv_ * nv_), by_v(nv_ * nv_), M(nv_ * nv_);
  rnea_derivatives(tree_, q_, v_, a_, work, by_q, by_v, M, around_);
  RneaWorkspace rnea_work;
  const std::vector<Dual4> q = duals(q_), v = duals(v_), a = duals(a_);
  const Numbers true_by_q = slopes(nv_, [&](std::size_t first, std::vector<Dual4>& tau) {
    rnea<Dual4>(tree_, along_velocities(first), v, a, rnea_work, tau, dual_around_);
  });
  const Numbers true_by_v = slopes(nv_, [&](std::size_t first, std::vector<Dual4>& tau) {
    rnea<Dual4>(tree_, q, varied(v_, first), a, rnea_work, tau, dual_around_);
  });
  const double size = size_of_forces();
  return larger(apart(by_q, true_by_q, size), apart(by_v, true_by_v, size));
}

double Trial::derivatives_of_accelerations() const {
  AbaDerivativesWorkspace work;
  Numbers by_q(nv_ * nv_), by_v(nv_ * nv_), by_tau(nv_ * nv_);
  aba_derivatives(tree_, q_, v_, tau_, work, by_q, by_v, by_tau, around_, rotors_);
  AbaWorkspace aba_work;
  const JointForces joints{.rotors = rotors_};
  const std::vector<Dual4> q = duals(q_), v = duals(v_), tau = duals(tau_);
  const Numbers true_by_q = slopes(nv_, [&](std::size_t first, std::vector<Dual4>& a) {
    aba<Dual4>(tree_, along_velocities(first), v, tau, aba_work, a, dual_around_, joints);
  });
  const Numbers true_by_v = slopes(nv_, [&](std::size_t first, std::vector<Dual4>& a) {
    aba<Dual4>(tree_, q, varied(v_, first), tau, aba_work, a, dual_around_, joints);
  });
  const Numbers true_by_tau = slopes(nv_, [&](std::size_t first, std::vector<Dual4>& a) {
    aba<Dual4>(tree_, q, v, varied(tau_, first), aba_work, a, dual_around_, joints);
  });
  return larger(apart(by_q, true_by_q), larger(apart(by_v, true_by_v), apart(by_tau, true_by_tau)));
}

std::optional<MassProperties> Trial::whole() const {
  KinematicsWorkspace work;
  std::vector<Pose> poses(tree_.links().size());
  link_poses(tree_, q_, work, poses);
  std::optional<MassProperties> sum;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::optional<MassProperties>& mass = tree_.links()[i].mass;
    if (mass) sum = sum ? *sum + mass->placed(poses[i]) : mass->placed(poses[i]);
  }
  return sum;
}

double Trial::one_free_body() const {
  KinematicsWorkspace work;
  std::vector<Pose> X_WB(tree_.links().size());
  link_poses(tree_, q_, work, X_WB);
  // The base becomes a link on a free joint.
  std::vector<Link> links{Link{.name = "base", .joint_name = "base", .joint = joint::Free{}}};
  for (std::size_t i = 0; i < X_WB.size(); ++i) {
    const Link& link = tree_.links()[i];
    const Pose X_PB = link.parent < 0 ? X_WB[i] : X_WB[static_cast<std::size_t>(link.parent)].inverse() * X_WB[i];
    const std::string name = std::to_string(i);
    // F == B: the joint stays as it is.
    links.push_back(Link{.name = name, .joint_name = name, .parent = link.parent + 1, .X_PF = X_PB, .mass = link.mass});
  }
  const Tree held("held", links);
  const MassProperties mass = *whole();
  const FreeBodies bodies({FreeBody{.name = "body", .mass = mass, .loads = {load::Gravity{around_.gravity}}}});
  const Vec3 v(v_[0], a_[0], v_[nv_ / 2]), w(a_[nv_ / 2], v_[nv_ - 1], a_[nv_ - 1]);  // any numbers
  const Vec3& c = mass.com();
  const FreeBodyState state{.p_WBcm = c, .R_WB = {}, .v_WBcm = v + w.cross(c), .w_WB_B = w};
  Numbers rate(12);
  bodies.rate<double>(0, bodies.coordinates({&state, 1}), rate);
  // Of the origin, in axes that turn.
  const Vec3 alpha(rate[9], rate[10], rate[11]);
  const Vec3 a = Vec3(rate[6], rate[7], rate[8]) - alpha.cross(c) - w.cross(w.cross(c)) - w.cross(v);
  RneaWorkspace rnea_work;
  CrbaWorkspace crba_work;
  Numbers forces(6), M(36);
  const Numbers q{0, 0, 0, 0, 0, 0, 1}, all_v{v[0], v[1], v[2], w[0], w[1], w[2]},
      all_a{a[0], a[1], a[2], alpha[0], alpha[1], alpha[2]};
  rnea<double>(held, q, all_v, all_a, rnea_work, forces, around_);
  crba<double>(held, q, crba_work, M);
  const double size = largest(M) * (largest(all_a) + w.squaredNorm() + around_.gravity.norm());
  return apart(forces, Numbers(6, 0.0), size);
}

}  // namespace polhode
