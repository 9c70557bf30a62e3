#pragma once
// One state of a mechanism, and how far it is there from the identities that all obey.

#include <optional>
#include <random>
#include <string>
#include <vector>

#include <polhode/dynamics/tree/dynamics.hpp>
#include <polhode/formats/robot_queries.hpp>

namespace polhode {

/// A random state and everything that is computed of it. Errors are of the size of what is compared; not a number, or
/// infinite, where there is nothing to compare.
class Trial {
 public:
  using Numbers = std::vector<double>;
  Trial(const Tree& tree, const RobotOptions& options, std::mt19937_64& random);

  /// By which factor M⁻¹ enlarges rounding, in the norm of largest sums of rows.
  double condition() const { return condition_; }
  /// The velocity that no mass resists, if there is one.
  std::optional<std::size_t> loose() const { return loose_; }

  double forces_back() const;            ///< RNEA after ABA
  double accelerations_back() const;     ///< ABA after RNEA
  double solved_by_mass() const;         ///< ABA is M⁻¹ (τ − h)
  double symmetric_positive() const;     ///< of M; infinite if it is not positive
  double slope_of_forces() const;        ///< M is ∂τ/∂a
  double inverse_times_mass() const;     ///< M⁻¹ M = 1
  double mass_by_jacobians() const;      ///< the two M
  double newton_euler() const;           ///< the two RNEA
  double by_parts() const;               ///< RNEA is M a + C v + G
  double christoffel() const;            ///< the two C
  double rate_of_mass() const;           ///< dM/dt = C + Cᵀ
  double gradient_of_potential() const;  ///< G is ∂U/∂q
  double power() const;                  ///< d(T + U)/dt = τ · v
  double derivatives_of_forces() const;
  double derivatives_of_accelerations() const;
  double one_free_body() const;  ///< with its joints held and its base let go

  /// All mass of the mechanism as it stands, in the axes of the base; nothing if there is none.
  std::optional<MassProperties> whole() const;

 private:
  Numbers accelerations(const Numbers& tau) const;
  /// The largest of what forces are sums of, which may leave next to nothing.
  double size_of_forces() const;
  double size_of_weights() const;
  /// The coordinates, and how they change when the velocities from `first` on are one, four at a time.
  std::vector<Dual4> along_velocities(std::size_t first) const;

  const Tree& tree_;
  std::size_t nv_;
  Surroundings<double> around_;
  Surroundings<Dual4> dual_around_;
  Numbers q_, v_, a_, tau_, h_, G_, M_, C_, M_inverse_;
  Numbers rotors_;  ///< empty unless they count
  std::optional<std::size_t> loose_;
  double condition_ = 1;
};

}  // namespace polhode
