#pragma once
// Any mechanical system, erased once: a state space, a rate for each scalar, and the quantities people ask about.

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polhode/base/unit.hpp>
#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/state_space.hpp>
#include <polhode/ode/problem.hpp>

namespace polhode {

/// A function of time and state with `size` values.
using Quantity = std::function<void(double t, VecIn x, VecOut values)>;

/// A named read-out in the project's one grammar of paths: `handle.angular_velocity_body` with components x, y, z.
struct Channel {
  std::string name;
  Dimension unit;
  std::string frame;                    ///< "world", "body", "joint" or empty
  std::vector<std::string> components;  ///< empty for a scalar, else one name for each value
  Quantity evaluate;
  bool item = false;  ///< a part of another channel, or follows from others: certificates judge those instead

  int size() const { return components.empty() ? 1 : static_cast<int>(components.size()); }
  /// How its unit is printed. Energy and torque share a dimension; what belongs to no axes is an energy.
  std::string symbol() const { return unit == dimension::energy && frame.empty() ? "J" : si_symbol(unit); }
};

/// A channel that obeys a balance: X(t) = X(0) + ∫ supply dt. Where nothing supplies it, it is conserved. Tests, the
/// summary and the page all judge a run by this.
struct Monitor {
  Channel channel;
  Quantity supply;  ///< rate at which the outside adds to X; empty if nothing does
  Quantity scale;   ///< one value: the size of the parts whose sum X is (X itself may be zero, as for a dropped ball)
  bool is_error = false;  ///< X is a deviation, which should be zero: its drift is measured by the scale alone
  /// Of what is said to be conserved, and need not be: two values, its rate by the equations of motion and the size of
  /// the parts whose sum that is. Empty of what follows from the equations.
  Quantity claim = {};

  bool conserved() const { return !supply; }
};

/// Something that does work on the system or takes energy from it: W(t) = ∫ power dt from the start of a run.
struct Work {
  std::string name;
  Quantity power;  ///< one value [W]
};

/// A quantity that a motion adds up, such as its action: X(t) = ∫ rate dt from the start of a run.
struct MotionIntegral {
  std::string name;  ///< in the grammar of channels: "pendulum.action"
  Quantity rate;     ///< one value
};

/// Conditions g(t, x) = 0 that the states of a system obey and its rate keeps.
struct Held {
  std::size_t count = 0;
  Quantity values;        ///< g
  Quantity slopes;        ///< ∂g/∂x, row by row
  bool timeless = false;  ///< known not to depend on t, though its bits may
};

class System;

/// The same motion in other coordinates, by equations of their own.
struct Counterpart {
  using Map = std::function<void(double t, VecIn from, VecOut to)>;
  std::shared_ptr<const System> system;  ///< its channels have the same names and, for the same motion, values
  Map there, back;                       ///< a state of the first system in the coordinates of this one, and back
  std::string where;                     ///< "the inertial frame"
  /// Where g falls through 0, coordinates change for others of the same state: x⁺ = map(t, x⁻).
  struct Change {
    std::function<double(double t, VecIn x)> g;
    Map map;
  };
  std::vector<Change> changes = {};
  /// Why a state may have none of its own in these coordinates: "rates do not tell momenta"; empty: each has.
  std::string blind = {};
};

/// What a system must offer to be simulated.
template <class S>
concept DynamicSystem = requires(const S& s, double t, VecIn x, VecOut v) {
  { s.state_space() } -> std::same_as<StateSpace>;
  { s.template rate<double>(t, x, v) } -> std::same_as<void>;
  { s.channels() } -> std::same_as<std::vector<Channel>>;
  { s.monitors() } -> std::same_as<std::vector<Monitor>>;
};

/// Whether systems have a rate for packs. No solver asks for it, and a page would have to load it.
#if defined(__wasm__)
inline constexpr bool rates_in_lanes = false;
#else
inline constexpr bool rates_in_lanes = true;
#endif

/// Any DynamicSystem behind one type. A value: copies share the immutable system inside.
class System {
 public:
  template <DynamicSystem S>
  explicit System(S system) {
    auto owned = std::make_shared<const S>(std::move(system));
    space_ = owned->state_space();
    channels_ = owned->channels();
    monitors_ = owned->monitors();
    rates_.real = ode::RateOf<double>(const_cast<S*>(owned.get()), &call<S, double>);
    if constexpr (rates_in_lanes && requires(In<Pack4> x, Out<Pack4> v) { owned->template rate<Pack4>(0.0, x, v); })
      rates_.pack = ode::RateOf<Pack4>(const_cast<S*>(owned.get()), &call<S, Pack4>);
    if constexpr (requires(In<Dual4> x, Out<Dual4> v) { owned->template rate<Dual4>(0.0, x, v); })
      rates_.dual = ode::RateOf<Dual4>(const_cast<S*>(owned.get()), &call<S, Dual4>);
    if constexpr (requires { owned->works(); }) works_ = owned->works();
    if constexpr (requires { owned->integrals(); }) integrals_ = owned->integrals();
    if constexpr (requires { owned->split(); }) split_ = owned->split();
    if constexpr (requires { owned->rigid_bodies(); }) rigid_bodies_ = owned->rigid_bodies();
    if constexpr (requires { owned->projection(); }) projection_ = owned->projection();
    if constexpr (requires { owned->held(); }) held_ = owned->held();
    if constexpr (requires { owned->horizon(); }) horizon_ = owned->horizon();
    if constexpr (requires { owned->closed_form(); }) closed_form_ = owned->closed_form();
    if constexpr (requires { owned->counterparts(); }) counterparts_ = owned->counterparts();
    if constexpr (requires { owned->timeless(); })
      timeless_.assign(static_cast<std::size_t>(space_.nv()), owned->timeless());
    if constexpr (requires { owned->told_once(); }) told_once_ = owned->told_once();
    if constexpr (requires(VecIn x) { owned->trouble(x, 0.0, x); })
      trouble_ = [owned](VecIn x0, double t, VecIn x) { return owned->trouble(x0, t, x); };
    owner_ = std::move(owned);
  }

  const StateSpace& state_space() const { return space_; }
  const ode::Rates& rates() const { return rates_; }
  /// All that solvers know of the system; times, start and events are the caller's.
  ode::Problem problem() const;
  const std::vector<Channel>& channels() const { return channels_; }
  const std::vector<Monitor>& monitors() const { return monitors_; }
  const std::vector<Work>& works() const { return works_; }
  const std::vector<MotionIntegral>& integrals() const { return integrals_; }
  /// Of a system that can be told in several ways: the others.
  const std::vector<Counterpart>& counterparts() const { return counterparts_; }
  /// What of it those tell no otherwise than this one does, though it could have been hoped for: a sentence each.
  const std::vector<std::string>& told_once() const { return told_once_; }
  /// Why a motion from x0 could not go on from x, as a sentence; empty if nothing is known.
  std::string trouble(VecIn x0, double t, VecIn x) const { return trouble_ ? trouble_(x0, t, x) : std::string(); }
  /// What holds its states, as far as it is known by formulas.
  const Held& held() const { return held_; }
  /// Of each number of the rate whether it is known not to depend on time, though its bits may; empty: of none.
  const std::vector<char>& timeless() const { return timeless_; }
  /// The channel of that name, or null.
  const Channel* find_channel(std::string_view name) const;

  /// Systems side by side as one, solved with common steps: states one after another, every channel, monitor and work.
  /// Each scalar that all of them have a rate for; the parts of the motion, if each of them has some. Their channels
  /// must differ in name.
  static System joined(std::vector<System> parts);

 private:
  System() = default;
  template <class S, class Scalar>
  static void call(void* system, double t, In<Scalar> x, Out<Scalar> v) {
    static_cast<const S*>(system)->template rate<Scalar>(t, x, v);
  }

  std::shared_ptr<const void> owner_;
  StateSpace space_;
  ode::Rates rates_;
  std::optional<ode::Split> split_;
  std::optional<ode::RigidBodies> rigid_bodies_;
  ode::Projection projection_;
  ode::Horizon horizon_;
  std::optional<ode::ClosedForm> closed_form_;
  std::vector<Counterpart> counterparts_;
  Held held_;
  std::vector<char> timeless_;
  std::vector<std::string> told_once_;
  std::function<std::string(VecIn x0, double t, VecIn x)> trouble_;
  std::vector<Channel> channels_;
  std::vector<Monitor> monitors_;
  std::vector<Work> works_;
  std::vector<MotionIntegral> integrals_;
};

}  // namespace polhode
