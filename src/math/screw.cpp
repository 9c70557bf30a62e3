#include <polhode/math/screw.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <Eigen/QR>

#include <polhode/base/text.hpp>

namespace polhode {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Width over length below which points count as lying on one line: the motion about it would be all rounding.
constexpr double line = 1e-10;

bool is_finite(const Vec3& v) { return v.cwiseAbs().maxCoeff() <= std::numeric_limits<double>::max(); }

/// Length without overflow or underflow of the squares.
double length(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  if (largest == 0) return 0;
  int exponent = 0;
  std::frexp(largest, &exponent);
  Vec3 scaled;
  for (int i = 0; i < 3; ++i) scaled[i] = std::ldexp(v[i], -exponent);
  return std::ldexp(scaled.norm(), exponent);
}

Screw translation(const Vec3& v) {
  const double speed = length(v);
  if (speed == 0) return {};
  return {.kind = ScrewKind::translation, .direction = v / speed, .sliding_speed = speed};
}

Vec3 mean(std::span<const Vec3> vectors) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& v : vectors) sum += v;
  return sum / static_cast<double>(vectors.size());
}

double largest_norm(std::span<const Vec3> vectors) {
  double largest = 0;
  for (const Vec3& v : vectors) largest = std::max(largest, v.norm());
  return largest;
}

struct Points {
  std::span<const Vec3> p, v;
};

/// The two points whose distance changes fastest: no rigid body lets it change at all.
std::string stretching_pair(const Points& points) {
  std::size_t a = 0, b = 1;
  double fastest = -1;
  for (std::size_t i = 0; i < points.p.size(); ++i)
    for (std::size_t j = i + 1; j < points.p.size(); ++j) {
      const Vec3 r = points.p[j] - points.p[i];
      const double speed =
          r.norm() > 0 ? std::fabs((points.v[j] - points.v[i]).dot(r)) / r.norm() : (points.v[j] - points.v[i]).norm();
      if (speed > fastest) fastest = speed, a = i, b = j;
    }
  return "the distance of points " + std::to_string(a + 1) + " and " + std::to_string(b + 1) + " changes at " +
         rounded(fastest) + " m/s";
}

std::string refusal(const Points& points) {
  if (points.p.size() != points.v.size())
    return std::to_string(points.p.size()) + " positions but " + std::to_string(points.v.size()) + " velocities";
  if (points.p.size() < 3)
    return "three points determine the motion of a body, here " +
           (points.p.size() == 1 ? std::string("is 1") : "are " + std::to_string(points.p.size()));
  for (std::size_t i = 0; i < points.p.size(); ++i)
    if (!is_finite(points.p[i]) || !is_finite(points.v[i]))
      return "point " + std::to_string(i + 1) + " has a number that is not finite";
  return {};
}

}  // namespace

Screw instantaneous_screw(const Twist& V) {
  const double speed = length(V.angular);
  if (speed == 0) return translation(V.linear);
  const Vec3 direction = V.angular / speed;
  const double sliding = direction.dot(V.linear);
  const Vec3 point = cross_matrix(direction) * V.linear / speed;
  const double pitch = sliding / speed;
  if (!is_finite(point) || !is_finite(Vec3(pitch, 0, 0))) return translation(V.linear);
  return {ScrewKind::screw, direction, point, speed, sliding, pitch};
}

Result<FittedMotion> motion_from_points(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                                        double tolerance, const std::string& path) {
  const Points points{positions, velocities};
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    return Result<FittedMotion>(Diagnostic{Severity::error, {}, path, message, hint});
  };
  if (const std::string reason = refusal(points); !reason.empty())
    return refuse(reason, "give position and velocity of three or more points that are not on one line");

  // About the centroid the unknown velocities separate: v_i − v̄ = ω × (p_i − p̄), solved by QR so that the squares of
  // a flat triangle are never formed.
  const Vec3 p_mean = mean(positions), v_mean = mean(velocities);
  const auto n = static_cast<Eigen::Index>(positions.size());
  Eigen::Matrix<double, Eigen::Dynamic, 3> A(3 * n, 3);
  Eigen::VectorXd b(3 * n);
  double extent = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Vec3 r = positions[static_cast<std::size_t>(i)] - p_mean;
    extent = std::max(extent, r.norm());
    A.middleRows<3>(3 * i) = -cross_matrix(r);
    b.segment<3>(3 * i) = velocities[static_cast<std::size_t>(i)] - v_mean;
  }
  const Eigen::ColPivHouseholderQR<Eigen::Matrix<double, Eigen::Dynamic, 3>> qr(A);
  const auto diagonal = qr.matrixQR().diagonal().cwiseAbs();
  if (!(diagonal[2] > line * diagonal[0]))
    return refuse(extent == 0 ? "all points are the same" : "the points lie on one line",
                  "a turn about that line moves none of them; add a point beside it");
  Vec3 w = qr.solve(b);
  const double fastest = largest_norm(velocities);
  // A turn below the rounding of the data has no axis worth naming.
  if (w.norm() * extent <= 16 * epsilon * fastest) w = Vec3::Zero();

  FittedMotion result;
  result.V = Twist{w, v_mean}.about(-p_mean);
  result.screw = instantaneous_screw(result.V);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 rigid = Twist{w, v_mean}.velocity_at(positions[i] - p_mean);
    result.residual = std::max(result.residual, (velocities[i] - rigid).norm());
  }
  if (!(result.residual <= tolerance * fastest))
    return refuse("no rigid motion has these velocities: they differ from the nearest one by up to " +
                      rounded(result.residual) + " m/s; " + stretching_pair(points),
                  "the points of a rigid body keep their distances");
  return result;
}

}  // namespace polhode
