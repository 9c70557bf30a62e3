#pragma once
// Ends at which an integrand is infinite: coordinates and a clock in which it is not.

#include <polhode/ode/stationary.hpp>

namespace polhode::ode {

/// β where |L| goes as distance^−β, from its values at two distances, the farther of them `ratio` times the nearer;
/// simple fractions are meant where one is near.
double growth(double near, double far, double ratio);

/// Where L grows as |q − q_end|^−β, q = q_end ± z^(1/(1−β)) and t = s^((1+β)/(1−β)) make a smooth integrand of a smooth
/// path; where it grows as |t − t_end|^−β, t = s^(1/(1−β)) does.                              theory/action.md (7), (8)
///
/// Proof    tests/truth/action_test.cpp: brachistochrone, by y(x) and by x(y)
struct PathCoordinates {
  PathClock clock;
  std::vector<PathMap> maps;
  bool unreachable = false;  ///< β ≥ 1 at an end: the integral is infinite

  explicit PathCoordinates(const PathProblem& problem);
  bool are_given() const;
  /// From q to z: nan where there is none.
  void to_z(VecOut q) const;
  /// The integrand by z and z'.
  PathDensity density(PathDensity of_q, std::size_t n) const;

 private:
  void look_at(const PathProblem& problem, bool at_start);
};

}  // namespace polhode::ode
