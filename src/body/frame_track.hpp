#pragma once
// The way of a frame of which only the acceleration and the angular velocity are known.

#include <vector>

#include <polhode/body/vector_formula.hpp>
#include <polhode/math/rotation.hpp>

namespace polhode {

/// Q(t), p(t), ṗ(t) with Q' = Q ŵ(t), p'' = a(t), from the identity and from rest at the origin at t = 0, to rounding:
/// nodes are laid beforehand, so close that one step from the nearest one is exact to that; any time is one such step.
/// It does not depend on how fine the steps of a run are.
///
///   Magnus, of sixth order, for Q; Gauss's quadrature of three points for p and ṗ      docs/theory/frames.md (7)
///
/// Source   [Blanes 2009] section 5: letters as there, with A = −ŵ for the transpose of Q.
/// Proof    tests/truth/frame_test.cpp
class FrameTrack {
 public:
  /// Prepared until `end`; later or earlier times take more steps.
  FrameTrack(VectorOfTime w_F, VectorOfTime a, double end);

  struct Point {
    Rotation Q;
    Vec3 p = Vec3::Zero(), v = Vec3::Zero();
  };
  Point at(double t) const;
  /// False if the formulas change so fast that rounding was not reached with the nodes there may be.
  bool resolved() const { return resolved_; }

 private:
  struct Node {
    double t;
    Point point;
  };
  Point beyond(const Node& node, double t) const;
  Point stepped(double t, const Point& from, double h) const;
  double largest_step(double t, const Point& from, double h) const;

  VectorOfTime w_F_, a_;
  std::vector<Node> nodes_;
  double last_step_ = 0;
  bool resolved_ = true;
};

}  // namespace polhode
