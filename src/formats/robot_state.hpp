#pragma once
// One state of a robot as a line of JSON has it, and the velocities that are independent of each other.

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
  std::size_t nv() const { return velocities_; }
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
  std::size_t velocities_ = 0;
  std::vector<int> v_leader_;
  std::vector<double> v_multiplier_;
};

struct RobotState {
  std::vector<double> q, v, a;  ///< of all joints
  std::vector<double> tau;      ///< of the independent ones
  std::vector<double> wrenches;
  Surroundings<double> around;
};

/// Reads {"q": […], "v": […], …}; `needs` says which of q, v, a, tau must be there. False, with findings, if it cannot.
bool read_robot_state(const Node& node, const Tree& tree, const Independent& independent, std::string_view needs,
                      RobotState& state, Diagnostics& findings);

/// A⁻¹ b and A⁻¹ of a symmetric positive matrix, rows one after another; not a number where it is not positive.
std::vector<double> solve_positive(const std::vector<double>& A, const std::vector<double>& b);
std::vector<double> inverse_positive(const std::vector<double>& A);

}  // namespace polhode
