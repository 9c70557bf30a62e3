#pragma once
// One motion by one way of deriving it: accelerations in coordinates, whatever they come from.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/dynamics/general/hamiltonian.hpp>
#include <polhode/dynamics/general/lagrangian.hpp>
#include <polhode/dynamics/rolling/rolling.hpp>
#include <polhode/dynamics/tree/mechanism.hpp>
#include <polhode/math/euler.hpp>

namespace polhode {

/// A coordinate of a derivation, and from where states are drawn.
struct DerivedCoordinate {
  std::string name;
  std::vector<std::string> also = {};  ///< further names
  double low = 0, high = 0;
  double fastest = 1;  ///< rates are drawn up to this, both ways
  bool free = true;    ///< its rate may be chosen; else it follows from the others'
};

/// Accelerations q'' at (t, q, q'), and what they are made of. Functions are false, or leave nan, where there is no
/// value.
struct Derivation {
  using Function = std::function<bool(double t, VecIn q, VecIn rates, VecOut values)>;

  std::string name;  ///< of the system
  std::string kind;  ///< "mechanism", "Lagrangian", …
  std::vector<DerivedCoordinate> coordinates;
  /// Puts in the rates that follow from the free ones; empty if all are free.
  std::function<void(double t, VecIn q, VecOut rates)> complete = {};
  Function accelerations = {};
  Function inertia = {};  ///< the mass matrix of the free rates, row by row: ∂²(kinetic energy)/∂q'∂q'
  // Of a Lagrangian with constraints, whose inertia is that of all rates.
  std::vector<std::string> constraints = {};                              ///< of places, then of rates
  std::size_t places = 0;                                                 ///< how many are of places
  std::function<void(double t, VecIn x, VecOut values)> violations = {};  ///< φ, then A q' + b
  std::function<void(double t, VecIn x, VecOut values)> rows = {};        ///< A

  std::size_t size() const { return coordinates.size(); }
  std::vector<std::size_t> free() const;
  /// The number of the coordinate of this name, or −1.
  int find(std::string_view name) const;
};

/// States near the start, of which x holds q, then q' or p.
Derivation derivation_of(std::shared_ptr<const Lagrangian> lagrangian, VecIn x0);
Derivation derivation_of(std::shared_ptr<const Hamiltonian> hamiltonian, VecIn x0);

/// Why a part of a mechanism has no coordinates whose rates are its velocities, as a sentence; empty if it has.
std::string why_not_derived(const Mechanism& mechanism, const MechanismPart& part);
/// Coordinates q1, q2, …, also by the names of joints and links; those that are led or follow others are left out. The
/// other mechanisms stay as they start.
Derivation derivation_of(std::shared_ptr<const Mechanism> mechanism, const MechanismPart& part, VecIn x0);

/// The same for a body: x, y, z of its centre of mass, if it is free, and phi, theta, psi, the angles of the sequence;
/// of a particle x, y, z alone.
std::string why_not_derived(const FreeBodies& bodies, int body);
Derivation derivation_of(std::shared_ptr<const FreeBodies> bodies, int body, VecIn x0, EulerSequence sequence);

/// The same for a body that rolls on level ground: x, y of its centre of mass, whose rates follow, and its angles.
std::string why_not_derived(const Rolling& rolling);
Derivation derivation_of(const Rolling& rolling, VecIn x0, EulerSequence sequence);

}  // namespace polhode
