#include <polhode/sim/steady_rolling.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include <polhode/base/error.hpp>

#include "math/so3_kernels.hpp"
#include "sim/small_motions.hpp"
#include "sim/spin_grid.hpp"

namespace polhode {
namespace {

/// Margins nearer to zero are rounding.
constexpr double undecided = 1e-12;
/// How far a contact may be beside a centre of mass, or an axis beside an axis of inertia, and be below it.
constexpr double beside = 1e-9;
/// What Newton's iteration leaves of a balance, by its parts.
constexpr double balanced = 1e-11;

/// The same body, of which nothing is lost and nothing slips, in its own axes.
Rolling ideal(const RollingBody& body) {
  RollingBody same = body;
  same.form = RollingForm::body;
  same.dissipation.reset();
  same.ground.friction.reset();
  return Rolling(std::move(same));
}

double natural_rate(const RollingBody& body) {
  const double rate = natural_rate_of(body);
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

double height_at(const RollingBody& body, const Vec3& N) {
  return -N.dot(body.centre + touching_point(body.surface, N));
}

/// Contact below the centre of mass: what of Γ is across N.
Vec3 lever_at(const RollingBody& body, const Vec3& N) {
  const Vec3 Gamma = body.centre + touching_point(body.surface, N);
  return Gamma - N.dot(Gamma) * N;
}

Mat3 axes_of_inertia(const RollingBody& body) {
  const Mat3& I = body.inertia;
  const double products = std::max({std::fabs(I(0, 1)), std::fabs(I(0, 2)), std::fabs(I(1, 2))});
  if (products <= 1e-15 * I.trace()) return Mat3::Identity();
  return Eigen::SelfAdjointEigenSolver<Mat3>(I).eigenvectors();
}

}  // namespace

std::string_view to_string(SteadyKind kind) {
  switch (kind) {
    case SteadyKind::precession: return "precession";
    case SteadyKind::straight: return "straight";
    case SteadyKind::on_edge: return "on edge";
    case SteadyKind::on_end: return "on end";
    case SteadyKind::leaning: return "leaning";
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
  const Vec3 lever = lever_at(body, N), IN = body.inertia * N;
  const double turning = w * w, load = body.mass * (body.gravity.norm() + height_at(body, N) * turning);
  const double size = girth(body.surface), inertia = body.inertia.trace();
  const bool above = lever.norm() <= beside * size && (w == 0 || so3::cross(N, IN).norm() <= beside * inertia);
  const Vec3 moment = turning * so3::cross(N, IN) + load * so3::cross(N, lever);
  if (!above && moment.norm() > balanced * (turning * inertia + std::fabs(load) * size))
    usage_error("an attitude in which the body turns about the vertical and stays", "one in which it does not");
  const Rolling rolling = ideal(body);
  const Vec3 Omega = w * N;
  SteadyRolling steady{.kind = above ? SteadyKind::on_end : SteadyKind::leaning,
                       .normal = N,
                       .tilt = fn::atan2(std::sqrt(N.x() * N.x() + N.y() * N.y()), N.z()),
                       .axis = N,
                       .precession = w,
                       .spin = Omega.z()};
  const bool turns = not_of_revolution(body).empty() && std::fabs(N.z()) > 1 - beside;
  // To a ball gravity does nothing.
  const double rate = is_ball(body) && w != 0 ? std::fabs(w) : std::max(natural_rate(body), std::fabs(w));
  const Mat6 matrix = small_motion_matrix(rolling, Omega, N);
  complete(rolling, Omega, above ? rocking(matrix, N, turns, rate) : whirling(matrix, rate), steady);
  return steady;
}

std::optional<Vec3> attitude_near(const RollingBody& body, double w, const Vec3& from) {
  constexpr double farthest = 0.3;
  const double size = girth(body.surface);
  Vec3 N = from;
  double last = 1;
  // Newton's iteration for Γ⊥ + σ (IN)⊥ = 0, σ = w²/m(g + h w²).
  for (int i = 0; i < 30 && last > 1e-15; ++i) {
    const Mat3 axes = Rotation::from_z_to(N).matrix();
    const auto across = axes.leftCols<2>();
    const double height = height_at(body, N), load = body.gravity.norm() + height * w * w;
    const double sigma = w * w / (body.mass * load);
    const Vec3 IN = body.inertia * N, lever = lever_at(body, N);
    const Eigen::Vector2d r = across.transpose() * (lever + sigma * IN), beside_by = across.transpose() * lever;
    const Eigen::Vector2d by_height = body.mass * sigma * sigma * (across.transpose() * IN);
    const Eigen::Matrix2d slope =
        across.transpose() * (touching_slope(body.surface, N) + sigma * body.inertia) * across +
        (height - sigma * N.dot(IN)) * Eigen::Matrix2d::Identity() + by_height * beside_by.transpose();
    const double determinant = slope(0, 0) * slope(1, 1) - slope(0, 1) * slope(1, 0);
    if (!(std::fabs(determinant) > 1e-12 * size * size)) return std::nullopt;
    Vec3 step = (slope(0, 1) * r[1] - slope(1, 1) * r[0]) / determinant * axes.col(0) +
                (slope(1, 0) * r[0] - slope(0, 0) * r[1]) / determinant * axes.col(1);
    last = step.norm();
    if (last > farthest) step *= farthest / last;
    N = (N + step).normalized();
  }
  if (!(last <= 1e-12)) return std::nullopt;
  const double load = body.gravity.norm() + height_at(body, N) * w * w;
  const Vec3 rest =
      lever_at(body, N) - w * w / (body.mass * load) * so3::cross(N, so3::cross(N, Vec3(body.inertia * N)));
  if (rest.norm() > beside * size) return std::nullopt;
  return N;
}

std::vector<Vec3> attitudes_of(const RollingBody& body, double w) {
  if (has_flat_faces(body.surface)) return {};
  if (not_of_revolution(body).empty()) return {Vec3::UnitZ(), -Vec3::UnitZ()};
  std::vector<Vec3> found;
  if (is_ball(body)) {
    if (w == 0) return {};
    const Mat3 axes = axes_of_inertia(body);
    for (int i = 0; i < 3; ++i)
      for (const double way : {1.0, -1.0}) found.push_back(way * axes.col(i));
    return found;
  }
  // From points spread evenly over the sphere.
  constexpr int points = 200;
  const double golden = pi * (3 - std::sqrt(5.0));
  for (int k = 0; k < points; ++k) {
    const double z = 1 - (2 * k + 1.0) / points, r = std::sqrt(1 - z * z);
    const auto N = attitude_near(body, w, Vec3(r * fn::cos(golden * k), r * fn::sin(golden * k), z));
    if (!N) continue;
    const auto same = [&N](const Vec3& other) { return (other - *N).norm() < 1e-6; };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(*N);
  }
  return found;
}

std::vector<Vec3> ends_of(const RollingBody& body) { return attitudes_of(body, 0); }

bool is_ball(const RollingBody& body) {
  const auto* sphere = std::get_if<surface::Sphere>(&body.surface.shape);
  return sphere != nullptr && body.centre.norm() <= 1e-12 * sphere->radius;
}

SteadyRolling rolling_straight(const RollingBody& ball, const Vec3& axis, double w) {
  require(not_on_level_plane(ball), "a body on a level plane");
  if (!is_ball(ball)) usage_error("a ball with its centre of mass in its centre", "another body");
  if (w == 0 || so3::cross(axis, Vec3(ball.inertia * axis)).norm() > beside * ball.inertia.trace())
    usage_error("turning about an axis of inertia", "another motion");
  const Rolling rolling = ideal(ball);
  const Mat3 axes = Rotation::from_z_to(axis).matrix();
  const Vec3 Omega = w * axis;
  // Ω̇ by Ω across the axis, where N has gone round by an angle.
  const auto slope = [&](double angle) -> Eigen::Matrix2d {
    const auto both = fn::sincos(angle);
    const Vec3 N = both.cos * axes.col(0) - both.sin * axes.col(1);
    const Mat6 matrix = small_motion_matrix(rolling, Omega, N);
    return axes.leftCols<2>().transpose() * matrix.topLeftCorner<3, 3>() * axes.leftCols<2>() / w;
  };
  const auto half_turn = [&](int steps) {
    const double d = pi / steps;
    Eigen::Matrix2d X = Eigen::Matrix2d::Identity(), at = slope(0);
    for (int k = 0; k < steps; ++k) {
      const Eigen::Matrix2d middle = slope((k + 0.5) * d), next = slope((k + 1) * d);
      const Eigen::Matrix2d k1 = at * X, k2 = middle * (X + d / 2 * k1), k3 = middle * (X + d / 2 * k2);
      const Eigen::Matrix2d k4 = next * (X + d * k3);
      X += d / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      at = next;
    }
    return X;
  };
  // Errors of the fourth order drop out.
  const Eigen::Matrix2d coarse = half_turn(200), fine = half_turn(400), X = fine + (fine - coarse) / 15;
  const Vec3 N = axes.col(0);
  SteadyRolling steady{.kind = SteadyKind::straight,
                       .normal = N,
                       .tilt = fn::atan2(std::sqrt(N.x() * N.x() + N.y() * N.y()), N.z()),
                       .axis = axis,
                       .spin = w};
  complete(rolling, Omega, returning(X, pi / std::fabs(w)), steady);
  return steady;
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
