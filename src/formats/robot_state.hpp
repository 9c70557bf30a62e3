#pragma once
// One state of a robot as a line of JSON has it, and the velocities that are independent of each other.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/dynamics/tree/dynamics.hpp>

#include "formats/document.hpp"

namespace polhode {

/// Velocities that follow no other: v = G v_r. Without mimic all of them are.
class Independent {
 public:
  Independent(const Tree& tree, bool mimic);

  std::size_t nq() const { return coordinates_.size(); }
  std::size_t nv() const { return velocities_.size(); }
  /// Of all velocities, the number of an independent one.
  int velocity(std::size_t i) const { return velocities_[i]; }
  /// The place of a coordinate or velocity among those that are given.
  int q_place(int i) const { return q_leader_[static_cast<std::size_t>(i)]; }
  int v_place(int i) const { return v_leader_[static_cast<std::size_t>(i)]; }
  /// All coordinates, or velocities or accelerations, from those that are given.
  std::vector<double> all_q(const std::vector<double>& given) const;
  std::vector<double> all_v(const std::vector<double>& given) const;
  /// Gᵀ x, Gᵀ A G, and A G for rows of nv numbers.
  std::vector<double> forces(std::vector<double> x) const;
  std::vector<double> square(const std::vector<double>& A) const;
  std::vector<double> columns(const std::vector<double>& A) const;

 private:
  bool reduced_ = false;
  std::vector<int> coordinates_;  ///< of q, those that are given
  std::vector<int> q_leader_;     ///< of each coordinate, the place among these
  std::vector<double> q_multiplier_, q_offset_;
  std::vector<int> velocities_;  ///< of v, likewise
  std::vector<int> v_leader_;
  std::vector<double> v_multiplier_;
};

struct RobotState {
  std::vector<double> q, v, a;  ///< of all joints
  std::vector<double> tau;      ///< of the independent ones
  std::vector<double> wrenches;
  Surroundings<double> around;

  double largest() const;  ///< of the sizes of all numbers
};

/// Reads {"q": […], "v": […], …}; `needs` says which of q, v, a, tau must be there. False, with findings, if it cannot.
bool read_robot_state(const Node& node, const Tree& tree, const Independent& independent, std::string_view needs,
                      RobotState& state, Diagnostics& findings);

/// A symmetric positive matrix A = L Lᵀ, rows one after another, to be solved with.
class Factored {
 public:
  explicit Factored(const std::vector<double>& A);

  /// The first row of which nothing but rounding is left when those before it are taken out, if A is not positive.
  std::optional<std::size_t> loose() const { return loose_; }
  /// A⁻¹ b and A⁻¹; not a number where A is not positive.
  std::vector<double> solve(std::vector<double> b) const;
  std::vector<double> inverse() const;

 private:
  int n_;
  std::vector<double> L_, inverse_;
  std::optional<std::size_t> loose_;
};

/// What those are told who ask for accelerations that no mass resists.
Diagnostic loose_joint(const Tree& tree, int velocity, bool friction, const Position& where = {});

}  // namespace polhode
