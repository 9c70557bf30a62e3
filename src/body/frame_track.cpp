#include "body/frame_track.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace polhode {
namespace {

constexpr std::size_t most_nodes = 100'000;
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
constexpr double smallest_part = 1e-14;  // of the whole time: a jump of a formula is closed in to this
constexpr int first_nodes = 64;

/// Gauss's points on [0, 1]; their weights are 5/18, 8/18, 5/18.
const double sqrt15 = std::sqrt(15.0);
const std::array<double, 3> points{0.5 - sqrt15 / 10, 0.5, 0.5 + sqrt15 / 10};

}  // namespace

FrameTrack::FrameTrack(VectorOfTime w_F, VectorOfTime a, double end) : w_F_(std::move(w_F)), a_(std::move(a)) {
  nodes_.push_back({0, {}});
  const double whole = end > 0 ? end : 1;
  last_step_ = whole / first_nodes;
  while (nodes_.back().t < end && nodes_.size() < most_nodes) {
    const Node from = nodes_.back();
    const double left = end - from.t;
    const double h = largest_step(from.t, from.point, std::min(2 * last_step_, left));
    const double to = h < left ? from.t + h : end;
    const Node middle{from.t + 0.5 * h, stepped(from.t, from.point, 0.5 * h)};
    nodes_.push_back(middle);
    nodes_.push_back({to, stepped(middle.t, middle.point, to - middle.t)});
    if (h < left) last_step_ = h;
  }
  resolved_ = !(nodes_.back().t < end);
}

/// The longest step, halved from h, of either sign, that two halves of it agree with; they are then 64 times as good.
double FrameTrack::largest_step(double t, const Point& from, double h) const {
  const double smallest = smallest_part * (std::fabs(t) + std::fabs(h));
  for (; std::fabs(h) > smallest; h *= 0.5) {
    const Point whole = stepped(t, from, h), half = stepped(t, from, 0.5 * h);
    const Point halves = stepped(t + 0.5 * h, half, 0.5 * h);
    const double turned = whole.Q.angle_to(halves.Q);
    const double length = std::fabs(h), speed = length * a_.at(t).norm();
    const bool good = turned <= rounding * (1 + length * w_F_.at(t).norm()) &&
                      (whole.v - halves.v).norm() <= rounding * (halves.v.norm() + speed) &&
                      (whole.p - halves.p).norm() <= rounding * (halves.p.norm() + length * (halves.v.norm() + speed));
    if (good) break;
  }
  return h;
}

FrameTrack::Point FrameTrack::stepped(double t, const Point& from, double h) const {
  std::array<Vec3, 3> w, a;
  for (std::size_t i = 0; i < 3; ++i) {
    w[i] = -w_F_.at(t + points[i] * h);
    a[i] = a_.at(t + points[i] * h);
  }
  const Vec3 a1 = h * w[1], a2 = sqrt15 / 3 * h * (w[2] - w[0]), a3 = 10 * h / 3 * (w[2] - 2 * w[1] + w[0]);
  const Vec3 c1 = a1.cross(a2), c2 = -a1.cross(Vec3(2 * a3 + c1)) / 60;
  const Vec3 turn = a1 + a3 / 12 + Vec3(-20 * a1 - a3 + c1).cross(Vec3(a2 + c2)) / 240;
  Point to;
  if (!turn.allFinite()) {
    to.p = to.v = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
    return to;
  }
  to.Q = from.Q * Rotation::exp(-turn);
  to.v = from.v + h / 18 * (5 * (a[0] + a[2]) + 8 * a[1]);
  const Vec3 moment = 5 * ((1 - points[0]) * a[0] + (1 - points[2]) * a[2]) + 4 * a[1];
  to.p = from.p + (h * from.v + h * h / 18 * moment);
  return to;
}

FrameTrack::Point FrameTrack::at(double t) const {
  const auto after =
      std::upper_bound(nodes_.begin(), nodes_.end(), t, [](double time, const Node& node) { return time < node.t; });
  const Node& node = after == nodes_.begin() ? nodes_.front() : *(after - 1);
  if (t == node.t) return node.point;
  const bool prepared = after != nodes_.end() && after != nodes_.begin();
  return prepared ? stepped(node.t, node.point, t - node.t) : beyond(node, t);
}

/// As nodes are laid, by halves of steps that agree with the whole, but nothing is kept.
FrameTrack::Point FrameTrack::beyond(const Node& node, double t) const {
  Point point = node.point;
  const double shortest = std::fabs(t - node.t) / most_nodes;
  double from = node.t, last = t < from ? -last_step_ : last_step_;
  while (from != t) {
    const double left = t - from;
    const double next = std::fabs(2 * last) < std::fabs(left) ? 2 * last : left;
    double h = largest_step(from, point, next);
    if (std::fabs(h) < shortest) h = std::copysign(std::min(shortest, std::fabs(left)), left);
    const double to = h == left ? t : from + h, middle = from + 0.5 * h;
    point = stepped(middle, stepped(from, point, middle - from), to - middle);
    from = to;
    if (h != left) last = h;
  }
  return point;
}

}  // namespace polhode
