#include <array>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>

#include <polhode/mass/mass_properties.hpp>

namespace polhode {
namespace {

/// One Jacobi rotation in the plane (p, q): a ← JᵀaJ with a(p, q) = 0 afterwards, v ← vJ.
void annihilate(Mat3& a, Mat3& v, int p, int q) {
  const double off = a(p, q);
  if (off == 0) return;
  const double theta = (a(q, q) - a(p, p)) / (2 * off);
  // Beyond 1e150 the square would overflow; the tangent is 1/(2θ) to the last bit long before.
  const double t = std::fabs(theta) > 1e150
                       ? 0.5 / theta
                       : (theta < 0 ? -1.0 : 1.0) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  const double s = t * c;
  const double tau = s / (1 + c);
  a(p, p) -= t * off;
  a(q, q) += t * off;
  a(p, q) = a(q, p) = 0;
  const int r = 3 - p - q;
  const double arp = a(r, p), arq = a(r, q);
  a(r, p) = a(p, r) = arp - s * (arq + tau * arp);
  a(r, q) = a(q, r) = arq + s * (arp - tau * arq);
  for (int i = 0; i < 3; ++i) {
    const double vip = v(i, p), viq = v(i, q);
    v(i, p) = vip - s * (viq + tau * vip);
    v(i, q) = viq + s * (vip - tau * viq);
  }
}

double largest_off_diagonal(const Mat3& a) {
  return std::fmax(std::fabs(a(0, 1)), std::fmax(std::fabs(a(0, 2)), std::fabs(a(1, 2))));
}

void orient(Mat3& axes) {
  for (int column = 0; column < 2; ++column) {
    int largest = 0;
    for (int i = 1; i < 3; ++i)
      if (std::fabs(axes(i, column)) > std::fabs(axes(largest, column))) largest = i;
    if (axes(largest, column) < 0) axes.col(column) *= -1;
  }
  const Vec3 third = axes.col(0).cross(axes.col(1));
  if (third.dot(axes.col(2)) < 0) axes.col(2) *= -1;
  // −0 would print and hash differently from 0 for the same axis.
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (axes(i, j) == 0) axes(i, j) = 0;
}

}  // namespace

PrincipalAxes principal_axes(const Mat3& inertia) {
  Mat3 a = 0.5 * (inertia + inertia.transpose());
  Mat3 v = Mat3::Identity();
  // Convergence is quadratic: a 3×3 matrix needs five or six sweeps; the bound only guards against nan.
  for (int sweep = 0; sweep < 40 && largest_off_diagonal(a) > 0; ++sweep) {
    // An entry of which a hundredfold changes neither diagonal neighbour is zero to working precision.
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      const double tiny = 100 * std::fabs(a(p, q));
      if (sweep > 3 && a(p, p) + tiny == a(p, p) && a(q, q) + tiny == a(q, q)) a(p, q) = a(q, p) = 0;
      annihilate(a, v, p, q);
    }
  }
  std::array<int, 3> order{0, 1, 2};
  if (a(order[1], order[1]) < a(order[0], order[0])) std::swap(order[0], order[1]);
  if (a(order[2], order[2]) < a(order[1], order[1])) std::swap(order[1], order[2]);
  if (a(order[1], order[1]) < a(order[0], order[0])) std::swap(order[0], order[1]);
  PrincipalAxes result;
  for (int k = 0; k < 3; ++k) {
    result.moments[k] = a(order[static_cast<std::size_t>(k)], order[static_cast<std::size_t>(k)]);
    result.axes.col(k) = v.col(order[static_cast<std::size_t>(k)]);
  }
  orient(result.axes);
  return result;
}

Mat3 nearest_physical_inertia(const Mat3& inertia) {
  const PrincipalAxes given = principal_axes(inertia);
  const Vec3& m = given.moments;
  // moments = G d with G = 1 1ᵀ − 1 and d = principal second moments ≥ 0. For each set of vanishing d, least squares
  // over the others; the nearest candidate with d ≥ 0 is the projection onto the cone.
  Vec3 best = Vec3::Zero();
  double smallest = m.squaredNorm();
  for (int kept = 7; kept > 0; --kept) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < 3; ++i)
      if (kept >> i & 1) {
        sum += m[(i + 1) % 3] + m[(i + 2) % 3];
        ++count;
      }
    // Normal equations (1 + 1 1ᵀ) d = Gᵀm over the kept set (columns of G have length² 2 and inner products 1).
    Vec3 d = Vec3::Zero();
    for (int i = 0; i < 3; ++i)
      if (kept >> i & 1) d[i] = m[(i + 1) % 3] + m[(i + 2) % 3] - sum / (1 + count);
    if (d.minCoeff() < 0) continue;
    const Vec3 candidate(d[1] + d[2], d[2] + d[0], d[0] + d[1]);
    const double distance = (candidate - m).squaredNorm();
    if (kept == 7) return 0.5 * (inertia + inertia.transpose());
    if (distance < smallest) {
      smallest = distance;
      best = candidate;
    }
  }
  const Mat3 nearest = given.axes * best.asDiagonal() * given.axes.transpose();
  return 0.5 * (nearest + nearest.transpose());
}

}  // namespace polhode
