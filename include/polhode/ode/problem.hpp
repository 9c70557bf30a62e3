#pragma once
// What is to be solved: a rate on a state space, a time span, a start, and events to watch for.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <polhode/base/function_ref.hpp>
#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/state_space.hpp>

namespace polhode::ode {

/// v = rate(t, x): the tangent vector at x. Non-owning.
template <class S>
using RateOf = FunctionRef<void(double t, In<S> x, Out<S> v)>;
using Rate = RateOf<double>;

/// The same rate over each scalar it exists for. A method that needs one that is missing refuses with a sentence.
struct Rates {
  RateOf<double> real;
  RateOf<Pack4> pack;
  RateOf<Dual4> dual;

  Rates() = default;
  template <class F>
  requires std::is_convertible_v<F&, Rate> Rates(F& rate) : real(rate) {}  // NOLINT: a plain rate is a problem's rate
};

/// Which zeros count, in the sense of the run: backwards in time, what falls as time grows is rising. `any` counts
/// those that are only touched, too; `touching` counts nothing else.
enum class Crossing { any, rising, falling, touching };

struct Note {};  ///< record the time, go on
struct Stop {
  int at = 1;
};  ///< end the run at the `at`-th hit
struct Jump {
  FunctionRef<void(double t, VecIn before, VecOut after)> map;
};  ///< x⁺ = map(t, x⁻), then go on

/// A change of sign of g along the solution, located on the dense output to the last ulps of t. A g that starts at zero
/// has none there (Solution::started_on tells), but a jump in one direction, rising or falling, happens at the start if
/// g leaves in it: a ball that starts on the ground, downwards, bounces. Nor has one that changes sign through
/// infinity. A g that turns round at zero without passing it, within rounding or `closeness`, is a hit of direction 0,
/// unless a rising or falling crossing is asked for. Events at the same time act in the order of their index; where one
/// of them ends the run, all of them are hits, but a jump of a later index is not applied: the run ends before it.
struct Event {
  std::string name;
  FunctionRef<double(double t, VecIn x)> g;
  Crossing crossing = Crossing::any;
  std::variant<Note, Stop, Jump> action = Note{};
  int most = 0;          ///< hits after which it is no longer watched for; 0: without end
  double closeness = 0;  ///< in the units of g: turning round this near zero counts as touching it
  /// g changes no faster than the motion whose steps these are, so that a step whose ends show g far from zero, beside
  /// what it changes and bends from step to step, need not be looked into.
  bool slow = false;
};

/// What a part of the motion alone does in a time h, while the clock stands at t: x becomes x ⊞ u. Non-owning.
using Flow = FunctionRef<void(double t, double h, VecIn x, VecOut u)>;

/// x ← the nearest, in some sense, of the states that x should be one of at time t; false if none was found.
/// Non-owning.
using Projection = FunctionRef<bool(double t, VecOut x)>;

/// How far ahead of (t, x) a step may look, in time: what the motion there tells of itself. No error estimate holds for
/// a step that nears or passes a singularity, and one that vanishes by chance lets it pass. Non-owning.
using Horizon = FunctionRef<double(double t, VecIn x)>;

/// How the motion falls into parts that can be solved one at a time, for methods that need it.
///
/// With flows: x' = drift + kick, each solved exactly; the clock runs with the drift. Without: positions and momenta.
struct Split {
  Flow drift, kick;
  std::vector<int> momenta;  ///< indices of the blocks that hold momenta or velocities; all others hold positions
  /// The rate of positions depends on momenta alone, that of momenta on positions and time: each part, while the other
  /// stands still, moves uniformly.
  bool separable = false;
  /// Separable, and momenta are velocities: the rate of the i-th number of positions is the i-th number of momenta.
  bool velocities = false;
  std::string refusal;           ///< why there are no parts, as a sentence; empty if there are
  std::string velocity_refusal;  ///< why momenta are not velocities, likewise
};

/// The rigid bodies that a problem's state is made of, for methods made for them.
struct RigidBodies {
  /// Indices of blocks: angular velocity in body axes; position and velocity are −1 for a body that only turns,
  /// orientation and angular velocity for a particle.
  struct Body {
    int position = -1, orientation = -1, velocity = -1, angular_velocity = -1;
    Mat3 inertia = Mat3::Identity();  ///< about the centre of mass or the fixed point, body axes
  };
  std::vector<Body> bodies;
  /// The part of the rate that the loads make: velocities' F/m and angular velocities' I⁻¹ τ, zero elsewhere. Empty if
  /// there are none.
  RateOf<double> load;
  std::string refusal;           ///< why the bodies cannot be given, as a sentence; empty if they are
  std::string velocity_refusal;  ///< why the loads depend on velocities, likewise; empty if they do not
};

/// The whole motion in closed form, for the method that needs no steps.
struct ClosedForm {
  /// What a time h does, of any length and of either sign.
  Flow flow;
  /// No rotation of the motion through x is ever faster than this [rad/s]: how finely it must be looked at.
  FunctionRef<double(VecIn x)> pace;
  std::string refusal;  ///< why there is none, as a sentence; empty if there is one
};

struct Problem {
  StateSpace space;
  Rates rate;
  double t0 = 0, t1 = 0;
  std::vector<double> x0;
  std::vector<Event> events;
  /// Times at which the rate may jump, in any order: steps end there, and begin anew with the rate after it.
  std::vector<double> breaks;
  std::optional<Split> split;
  std::optional<RigidBodies> rigid;
  /// Brings a state that drifts off where it belongs, such as a matrix off the rotations, back to it: applied to the
  /// end of every accepted step, and to what events make of a state. A step whose end cannot be brought back is
  /// rejected. Empty: nothing is done. Methods that remember earlier steps refuse it.
  Projection projection;
  /// No step whose error is controlled goes farther. Empty: no limit.
  Horizon horizon;
  std::optional<ClosedForm> closed_form;
};

}  // namespace polhode::ode
