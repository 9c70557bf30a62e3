#pragma once
// Vectors by formula: of time, of place, of motion.

#include <array>
#include <span>
#include <string>
#include <vector>

#include <polhode/math/expression.hpp>
#include <polhode/math/vector.hpp>

namespace polhode {

/// Three numbers, or three formulas whose inputs are the first of t, x, y, z, vx, vy, vz, wx, wy, wz: time, a place in
/// the world, a velocity and an angular velocity.
class VectorFormula {
 public:
  VectorFormula() = default;
  VectorFormula(const Vec3& constant) : constant_(constant) {}  // NOLINT: a fixed vector is one that never changes
  explicit VectorFormula(std::array<Expression, 3> formulas);

  /// What the inputs are called, the time first. A formula of time and place has the first four.
  static std::span<const std::string> names();
  static constexpr std::size_t of_place = 4;

  /// S is double, Pack4 or Dual4; `inputs` are those after t, as many as the formulas read.
  template <class S>
  Eigen::Matrix<S, 3, 1> at(double t, In<S> inputs) const {
    if (formulas_.empty()) return {S(constant_[0]), S(constant_[1]), S(constant_[2])};
    return evaluate<S>(t, inputs);
  }

  bool varies() const { return !formulas_.empty(); }
  bool uses_time() const { return time_; }
  bool uses_place() const { return place_; }
  bool uses_velocity() const { return velocity_; }  ///< of either kind
  bool uses_motion() const { return place_ || velocity_; }
  bool uses_turning() const { return uses(7, 10); }

 protected:
  bool uses(int first, int end) const;
  template <class S>
  Eigen::Matrix<S, 3, 1> evaluate(double t, In<S> inputs) const;

  bool time_ = false, place_ = false, velocity_ = false;
  Vec3 constant_ = Vec3::Zero();
  std::vector<Expression> formulas_;
};

/// A vector that may depend on time: three numbers, or three formulas of t [s].
class VectorOfTime : public VectorFormula {
 public:
  using VectorFormula::VectorFormula;
  Vec3 at(double t) const { return VectorFormula::at<double>(t, {}); }
  /// Its rate, exact.
  VectorOfTime derivative() const;
};

/// A vector at every place, which may depend on time: a wind, a magnetic field. Knows its derivatives by place.
class VectorField : public VectorFormula {
 public:
  VectorField() = default;
  VectorField(const Vec3& constant) : VectorFormula(constant) {}  // NOLINT: the same everywhere
  /// Each formula has the inputs t, x, y, z.
  explicit VectorField(std::array<Expression, 3> formulas);

  /// ∂fᵢ/∂xⱼ at row i, column j, exact; S as above.
  template <class S>
  Eigen::Matrix<S, 3, 3> gradient(double t, In<S> place) const;

 private:
  std::vector<Expression> slopes_;  ///< row by row; empty for a field that is the same everywhere
};

}  // namespace polhode
