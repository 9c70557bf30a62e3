#include <polhode/sim/steady_rolling.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/error.hpp>

#include "math/so3_kernels.hpp"
#include "sim/small_motions.hpp"

namespace polhode {
namespace {

/// Margins nearer to zero are rounding.
constexpr double undecided = 1e-12;
/// How far a contact may be beside a centre of mass, or an axis beside an axis of inertia, and be below it.
constexpr double beside = 1e-9;

/// The same body, of which nothing is lost and nothing slips, in its own axes.
Rolling ideal(const RollingBody& body) {
  RollingBody same = body;
  same.form = RollingForm::body;
  same.dissipation.reset();
  same.ground.friction.reset();
  return Rolling(std::move(same));
}

double natural_rate(const RollingBody& body) {
  const double rate = std::sqrt(body.gravity.norm() / girth(body.surface));
  return rate > 0 ? rate : 1;
}

Stability judged(double margin) {
  return margin > undecided ? Stability::stable : margin < -undecided ? Stability::unstable : Stability::marginal;
}

/// What is read of the motion, and its small motions.
void complete(const Rolling& rolling, const Vec3& Omega, const SmallMotions& small, SteadyRolling& motion) {
  const auto& plane = std::get<ground::Plane>(rolling.body().ground.shape);
  RollingState state;
  // Any attitude with N up is as good as another.
  state.R_WB = Rotation::from_z_to(plane.normal) * Rotation::from_z_to(motion.normal).inverse();
  state.w_WB_W = state.R_WB * Omega;
  state.p_WBcm = plane.place.at(0);
  state = rolling.complete(0, state);
  const RollingReading now = rolling.read(0, rolling.coordinates(state));
  motion.height = -motion.normal.dot(now.p_BcmC_B);
  motion.speed = state.v_WBcm.norm();
  motion.friction_demand = now.friction_demand;
  motion.energy = now.kinetic_energy + rolling.body().mass * rolling.body().gravity.norm() * motion.height;
  motion.eigenvalues = small.eigenvalues;
  motion.margin = small.margin;
  motion.stability = judged(small.margin);
}

void require(const std::string& why, const char* expected) {
  if (!why.empty()) usage_error(expected, why);
}

/// Contact below the centre of mass: what of Γ is across N.
Vec3 lever_at(const RollingBody& body, const Vec3& N) {
  const Vec3 Gamma = body.centre + touching_point(body.surface, N);
  return Gamma - N.dot(Gamma) * N;
}

}  // namespace

std::string_view to_string(SteadyKind kind) {
  switch (kind) {
    case SteadyKind::precession: return "precession";
    case SteadyKind::straight: return "straight";
    case SteadyKind::on_edge: return "on edge";
    case SteadyKind::on_end: return "on end";
  }
  return {};
}
std::string_view to_string(Stability stability) {
  return stability == Stability::stable ? "stable" : stability == Stability::marginal ? "marginal" : "unstable";
}

SteadyRolling steady_rolling(const RollingBody& body, const SteadyMotion& motion, SteadyKind kind) {
  require(not_of_revolution(body), "a body of revolution");
  require(not_on_level_plane(body), "a body on a level plane");
  const Rolling rolling = ideal(body);
  const auto both = fn::sincos(motion.tilt);
  const double p = motion.precession * both.sin, psi_rate = motion.spin - motion.precession * both.cos;
  SteadyRolling steady{.kind = kind,
                       .normal = {0, both.sin, both.cos},
                       .tilt = motion.tilt,
                       .precession = motion.precession,
                       .spin = motion.spin};
  const Vec3 Omega(0, p, motion.spin);
  const double rate = std::max({natural_rate(body), std::fabs(p), std::fabs(motion.spin), std::fabs(psi_rate)});
  complete(rolling, Omega, tilting(small_motion_matrix(rolling, Omega, steady.normal), psi_rate, rate), steady);
  return steady;
}

SteadyRolling on_end(const RollingBody& body, const Vec3& N, double w) {
  require(not_on_level_plane(body), "a body on a level plane");
  if (has_flat_faces(body.surface)) usage_error("a surface that is smooth where it stands", "one with flat faces");
  if (lever_at(body, N).norm() > beside * girth(body.surface))
    usage_error("a contact below the centre of mass", "one beside it");
  if (w != 0 && so3::cross(N, Vec3(body.inertia * N)).norm() > beside * body.inertia.trace())
    usage_error("a vertical that is an axis of inertia", "one that is not, about which no turning is steady");
  const Rolling rolling = ideal(body);
  const Vec3 Omega = w * N;
  SteadyRolling steady{.kind = SteadyKind::on_end,
                       .normal = N,
                       .tilt = fn::atan2(std::sqrt(N.x() * N.x() + N.y() * N.y()), N.z()),
                       .precession = w,
                       .spin = Omega.z()};
  const bool turns = not_of_revolution(body).empty() && std::fabs(N.z()) > 1 - beside;
  const double rate = std::max(natural_rate(body), std::fabs(w));
  complete(rolling, Omega, rocking(small_motion_matrix(rolling, Omega, N), N, turns, rate), steady);
  return steady;
}

std::vector<Vec3> ends_of(const RollingBody& body) {
  if (has_flat_faces(body.surface)) return {};
  if (not_of_revolution(body).empty()) return {Vec3::UnitZ(), -Vec3::UnitZ()};
  // Newton's iteration for Γ ∥ N from points spread evenly over the sphere.
  constexpr int points = 200;
  const double golden = pi * (3 - std::sqrt(5.0)), size = girth(body.surface);
  std::vector<Vec3> found;
  for (int k = 0; k < points; ++k) {
    const double z = 1 - (2 * k + 1.0) / points, r = std::sqrt(1 - z * z);
    Vec3 N(r * fn::cos(golden * k), r * fn::sin(golden * k), z);
    double last = 1;
    for (int i = 0; i < 30 && last > 1e-15; ++i) {
      const Mat3 axes = Rotation::from_z_to(N).matrix();
      const Vec3 lever = lever_at(body, N);
      const double height = -N.dot(body.centre + touching_point(body.surface, N));
      const Eigen::Matrix2d slope =
          axes.leftCols<2>().transpose() * touching_slope(body.surface, N) * axes.leftCols<2>() +
          height * Eigen::Matrix2d::Identity();
      const double determinant = slope(0, 0) * slope(1, 1) - slope(0, 1) * slope(1, 0);
      if (!(std::fabs(determinant) > 1e-12 * size * size)) break;
      const double a = lever.dot(axes.col(0)), b = lever.dot(axes.col(1));
      Vec3 step = (slope(0, 1) * b - slope(1, 1) * a) / determinant * axes.col(0) +
                  (slope(1, 0) * a - slope(0, 0) * b) / determinant * axes.col(1);
      last = step.norm();
      if (last > 0.3) step *= 0.3 / last;
      N = (N + step).normalized();
    }
    if (!(last <= 1e-12) || lever_at(body, N).norm() > beside * size) continue;
    const auto same = [&N](const Vec3& other) { return (other - N).norm() < 1e-6; };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(N);
  }
  return found;
}

std::vector<double> balanced_tilts(const RollingBody& body) {
  require(not_of_revolution(body), "a body of revolution");
  const bool jumps = has_straight_side(body.surface);
  const auto slope = [&body](double tilt) { return meridian_at(body, tilt).height_slope(); };
  constexpr int cells = 360;
  std::vector<double> tilts;
  // Cells about π/2 are none of a thick disk's, which changes its rim there.
  for (int k = 1; k < cells - 1; ++k) {
    double low = pi * k / cells, high = pi * (k + 1) / cells;
    if (k == cells / 2 - 1) high = pi / 2 * (1 - 1e-15);
    if (k == cells / 2) low = pi / 2 * (1 + 1e-15);
    if (!jumps && k == cells / 2 && std::fabs(slope(pi / 2)) <= 1e-15 * girth(body.surface)) tilts.push_back(pi / 2);
    const double at_low = slope(low);
    if ((at_low > 0) == (slope(high) > 0) || std::fabs(at_low) < 1e-14 * girth(body.surface)) continue;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      ((slope(middle) > 0) == (at_low > 0) ? low : high) = middle;
    }
    tilts.push_back(0.5 * (low + high));
  }
  return tilts;
}

}  // namespace polhode
