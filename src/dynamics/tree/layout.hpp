#pragma once
// Where the numbers of a mechanism stand in its state, and what solves its equations needs to know beforehand.

#include <polhode/dynamics/tree/mechanism.hpp>

#include "dynamics/tree/data.hpp"

namespace polhode::tree {

/// Whether a velocity is given by a path.
inline bool along_path(const MechanismDescription& given, int v) {
  return !given.drives.empty() && std::holds_alternative<drive::Path>(given.drives[static_cast<std::size_t>(v)]);
}

/// A joint of which the state holds coordinates.
struct Piece {
  enum class Kind { numbers, rotation, free };
  Kind kind;
  int link;
  int q0, nq, v0, nv;  ///< in the mechanism
  int x_q, x_v;        ///< in the state: where its coordinates and its velocities or momenta begin
  int rate_q;          ///< where the rates of its coordinates begin; those of its velocities are Layout::rate_v behind
};

/// A joint that can rest at the ends of its range, and where the state has 1 while it rests at the upper end, −1 at the
/// lower one, 0 while it moves.
struct RestPlace {
  int q, v;  ///< in the mechanism
  int x;     ///< in the state
  double lower, upper;

  bool is_point() const { return lower == upper; }  ///< it cannot leave one end but to the other
};
/// Solvers leave such a number alone; those who disturb states to see what becomes of them do not.
inline int side_of(double number) { return number > 0.5 ? 1 : number < -0.5 ? -1 : 0; }

struct Layout {
  StateSpace space;
  std::vector<Piece> pieces;
  int x_v = 0;              ///< where velocities begin in the state
  int rate_v = 0;           ///< and their rates
  int x_z = 0, rate_z = 0;  ///< likewise the integrals of servos
  std::vector<int> servos;  ///< the velocities whose drives have an integral
  std::vector<RestPlace> rests;
  int rate_rests = 0;  ///< where the rates of their numbers begin, which are zero
  bool clock = false;  ///< all is prescribed: the state holds nothing but the time
  std::vector<int> momentum_blocks;
  std::vector<int> place_of_q, place_of_v;
  std::vector<int> coordinate;  ///< of each velocity: its coordinate; meaningless for joints without one for each

  std::vector<double> rotors;  ///< of each velocity
  bool any_rotor = false;
  std::vector<double> damping, friction, friction_speed;
  std::vector<double> effort;         ///< the most that drives exert
  std::vector<unsigned char> driven;  ///< of each velocity: along a path
  bool any_driven = false;
  std::vector<int> leader;  ///< of each velocity: the one it follows, or itself
  std::vector<double> multiplier;
  std::vector<int> independent;  ///< velocities that the equations are solved for
  std::vector<int> column;       ///< of each velocity: the place of its leader among these, −1 for a driven one
  bool dense = false;            ///< a joint follows another, or there are loops
  int rows = 0;                  ///< conditions of all loops
  double mass = 0;               ///< of what moves
};

Layout layout_of(const MechanismDescription& given);

/// Puts all coordinates, and velocities or momenta, to where they stand in the state x.
void gather(const Layout& layout, VecIn q, VecIn v, VecOut x);

}  // namespace polhode::tree
