#include <polhode/sim/free_body_system.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

namespace polhode {
namespace {

using Bodies = std::shared_ptr<const FreeBodies>;

const std::vector<std::string> xyz{"x", "y", "z"};
const std::vector<std::string> wxyz{"w", "x", "y", "z"};

/// A three-vector read off the state of one body.
template <class Read>
Channel vector_channel(const Bodies& bodies, int body, const char* name, Dimension unit, const char* frame, Read read) {
  return {.name = bodies->bodies()[static_cast<std::size_t>(body)].name + "." + name,
          .unit = unit,
          .frame = frame,
          .components = xyz,
          .evaluate = [bodies, body, read](double, VecIn x, VecOut values) {
            Eigen::Map<Vec3>(values.data()) = read(bodies->state(body, x));
          }};
}

/// The sum over all bodies of something of its momenta, as a channel's function.
template <class Value, class Read>
Quantity sum_over_bodies(const Bodies& bodies, const Value& zero, Read read) {
  return [bodies, zero = Value(zero), read](double t, VecIn x, VecOut values) {
    Value sum = zero;
    for (int i = 0; i < static_cast<int>(bodies->bodies().size()); ++i)
      sum += read(bodies->state(i, x), bodies->momenta(i, t, x));
    if constexpr (std::is_same_v<Value, double>)
      values[0] = sum;
    else
      Eigen::Map<Vec3>(values.data()) = sum;
  };
}

/// Adds to a scalar of the bodies the same of the springs, which belong to no body.
Quantity with_springs(const Bodies& bodies, Quantity of_bodies, double SpringState::*member) {
  if (bodies->springs().empty()) return of_bodies;
  return [bodies, of_bodies = std::move(of_bodies), member](double t, VecIn x, VecOut values) {
    of_bodies(t, x, values);
    for (int i = 0; i < static_cast<int>(bodies->springs().size()); ++i) values[0] += bodies->spring(i, x).*member;
  };
}

template <class Predicate>
bool any_load(const Bodies& bodies, Predicate predicate) {
  return std::any_of(bodies->bodies().begin(), bodies->bodies().end(), [&](const FreeBody& body) {
    return std::any_of(body.loads.begin(), body.loads.end(), predicate);
  });
}

void add_body_channels(const Bodies& bodies, int i, std::vector<Channel>& list) {
  const std::string& name = bodies->bodies()[static_cast<std::size_t>(i)].name;
  using State = FreeBodyState;
  list.push_back(
      vector_channel(bodies, i, "position", dimension::length, "world", [](const State& s) { return s.p_WBcm; }));
  list.push_back({.name = name + ".quaternion",
                  .unit = dimension::none,
                  .frame = "body to world",
                  .components = wxyz,
                  .evaluate = [bodies, i](double, VecIn x, VecOut values) {
                    Eigen::Map<Vec4>(values.data()) = bodies->state(i, x).R_WB.quaternion();
                  }});
  list.push_back(
      vector_channel(bodies, i, "velocity", dimension::velocity, "world", [](const State& s) { return s.v_WBcm; }));
  list.push_back(vector_channel(bodies, i, "angular_velocity", dimension::angular_velocity, "world",
                                [](const State& s) { return Vec3(s.R_WB * s.w_WB_B); }));
  list.push_back(vector_channel(bodies, i, "angular_velocity_body", dimension::angular_velocity, "body",
                                [](const State& s) { return s.w_WB_B; }));
  const auto of_momenta = [&](const char* label, Dimension unit, Vec3 FreeBodyMomenta::*member) {
    list.push_back({.name = name + "." + label,
                    .unit = unit,
                    .frame = "world",
                    .components = xyz,
                    .evaluate = [bodies, i, member](double t, VecIn x, VecOut values) {
                      Eigen::Map<Vec3>(values.data()) = bodies->momenta(i, t, x).*member;
                    }});
  };
  of_momenta("momentum", dimension::momentum, &FreeBodyMomenta::momentum);
  of_momenta("angular_momentum", dimension::angular_momentum, &FreeBodyMomenta::spin);
  of_momenta("force", dimension::force, &FreeBodyMomenta::force);
  of_momenta("torque", dimension::torque, &FreeBodyMomenta::torque);
  if (bodies->bodies()[static_cast<std::size_t>(i)].pivot)
    of_momenta("pivot_force", dimension::force, &FreeBodyMomenta::pivot_force);
  list.push_back({.name = name + ".kinetic_energy",
                  .unit = dimension::energy,
                  .evaluate = [bodies, i](double t, VecIn x, VecOut values) {
                    values[0] = bodies->momenta(i, t, x).kinetic_energy;
                  }});
}

constexpr const char* damper_refusal = "the force of a damper depends on velocities";

void drift(void* bodies, double, double h, VecIn x, VecOut u) {
  static_cast<const FreeBodies*>(bodies)->free_motion(h, x, u);
}

void kick(void* bodies, double t, double h, VecIn x, VecOut u) {
  static_cast<const FreeBodies*>(bodies)->load_rate(t, x, u);
  for (double& component : u) component *= h;
}

void load_rate(void* bodies, double t, VecIn x, VecOut v) {
  static_cast<const FreeBodies*>(bodies)->load_rate(t, x, v);
}

/// Energy of all bodies and springs; supplied by loads without a potential and by dampers.
Monitor energy_monitor(const Bodies& bodies) {
  using State = FreeBodyState;
  using Momenta = FreeBodyMomenta;
  const auto working = [](const Load& load) { return !std::holds_alternative<load::Gravity>(load); };
  const bool damped = std::any_of(bodies->springs().begin(), bodies->springs().end(),
                                  [](const load::Spring& spring) { return spring.damping != 0; });
  Monitor energy{.channel = {.name = "energy", .unit = dimension::energy}, .supply = {}, .scale = {}};
  const auto add_springs = [&bodies](Quantity of_bodies, double SpringState::*member) {
    return with_springs(bodies, std::move(of_bodies), member);
  };
  energy.channel.evaluate =
      add_springs(sum_over_bodies(bodies, 0.0,
                                  [](const State&, const Momenta& m) { return m.kinetic_energy + m.potential_energy; }),
                  &SpringState::potential_energy);
  energy.scale = add_springs(
      sum_over_bodies(bodies, 0.0,
                      [](const State&, const Momenta& m) { return m.kinetic_energy + std::abs(m.potential_energy); }),
      &SpringState::potential_energy);
  if (damped || any_load(bodies, working))
    energy.supply = add_springs(sum_over_bodies(bodies, 0.0, [](const State&, const Momenta& m) { return m.power; }),
                                &SpringState::power);
  return energy;
}

/// A momentum of world axes: what it is, how it is supplied, and the size of its parts.
template <class Value, class Supply, class Size>
Monitor momentum_monitor(const Bodies& bodies, const char* name, Dimension unit, Value value, Supply supply, Size size,
                         bool supplied) {
  const Vec3 zero = Vec3::Zero();
  return {.channel = {.name = name,
                      .unit = unit,
                      .frame = "world",
                      .components = xyz,
                      .evaluate = sum_over_bodies(bodies, zero, value)},
          .supply = supplied ? sum_over_bodies(bodies, zero, supply) : Quantity(),
          .scale = sum_over_bodies(bodies, 0.0, size)};
}

/// The angular momentum of one body about its pivot, on which the pivot itself has no moment.
Monitor pivot_monitor(const Bodies& bodies, int body) {
  const FreeBody& what = bodies->bodies()[static_cast<std::size_t>(body)];
  const Vec3 p_WP = what.pivot->p_WP;
  const auto about_pivot = [bodies, body, p_WP](Vec3 FreeBodyMomenta::*linear, Vec3 FreeBodyMomenta::*own) {
    return [bodies, body, p_WP, linear, own](double t, VecIn x, VecOut values) {
      const FreeBodyMomenta now = bodies->momenta(body, t, x);
      Eigen::Map<Vec3>(values.data()) = Vec3(bodies->state(body, x).p_WBcm - p_WP).cross(now.*linear) + now.*own;
    };
  };
  const auto about = about_pivot(&FreeBodyMomenta::momentum, &FreeBodyMomenta::spin);
  return {.channel = {.name = what.name + ".pivot_angular_momentum",
                      .unit = dimension::angular_momentum,
                      .frame = "world",
                      .components = xyz,
                      .evaluate = about},
          .supply = about_pivot(&FreeBodyMomenta::force, &FreeBodyMomenta::torque),
          .scale = [about](double t, VecIn x, VecOut values) {
            std::array<double, 3> vector{};
            about(t, x, vector);
            values[0] = Vec3(vector[0], vector[1], vector[2]).norm();
          }};
}

}  // namespace

ode::Split FreeBodySystem::split() const {
  void* bodies = const_cast<FreeBodies*>(bodies_.get());
  ode::Split split;
  split.drift = {bodies, &drift};
  split.kick = {bodies, &kick};
  if (bodies_->damped()) split.refusal = damper_refusal;
  return split;
}

ode::RigidBodies FreeBodySystem::rigid_bodies() const {
  ode::RigidBodies rigid;
  int block = 0;
  for (const FreeBody& body : bodies_->bodies()) {
    if (body.pivot)
      rigid.bodies.push_back({.orientation = block,
                              .angular_velocity = block + 1,
                              .inertia = body.mass.inertia_about(body.pivot->p_BoP_B)});
    else
      rigid.bodies.push_back({.position = block,
                              .orientation = block + 1,
                              .velocity = block + 2,
                              .angular_velocity = block + 3,
                              .inertia = body.mass.inertia()});
    block += body.pivot ? 2 : 4;
  }
  if (bodies_->loaded()) rigid.load = {const_cast<FreeBodies*>(bodies_.get()), &load_rate};
  if (bodies_->damped()) rigid.refusal = damper_refusal;
  return rigid;
}

std::vector<Channel> FreeBodySystem::channels() const {
  std::vector<Channel> list;
  for (int i = 0; i < static_cast<int>(bodies_->bodies().size()); ++i) add_body_channels(bodies_, i, list);
  for (Monitor& monitor : monitors()) list.push_back(std::move(monitor.channel));
  return list;
}

std::vector<Monitor> FreeBodySystem::monitors() const {
  using State = FreeBodyState;
  using Momenta = FreeBodyMomenta;
  const auto from_outside = [](const load::Spring& spring) {
    return !spring.ends[0].body.valid() || !spring.ends[1].body.valid();
  };
  const std::vector<FreeBody>& all = bodies_->bodies();
  const bool supplied =
      any_load(bodies_, [](const Load&) { return true; }) ||
      std::any_of(bodies_->springs().begin(), bodies_->springs().end(), from_outside) ||
      std::any_of(all.begin(), all.end(), [](const FreeBody& body) { return body.pivot.has_value(); });
  std::vector<Monitor> list{
      energy_monitor(bodies_),
      momentum_monitor(
          bodies_, "momentum", dimension::momentum, [](const State&, const Momenta& m) { return m.momentum; },
          [](const State&, const Momenta& m) { return m.force; },
          [](const State&, const Momenta& m) { return m.momentum.norm(); }, supplied),
      momentum_monitor(
          bodies_, "angular_momentum", dimension::angular_momentum,
          [](const State& s, const Momenta& m) { return Vec3(s.p_WBcm.cross(m.momentum) + m.spin); },
          [](const State& s, const Momenta& m) { return Vec3(s.p_WBcm.cross(m.force) + m.torque); },
          [](const State& s, const Momenta& m) { return s.p_WBcm.norm() * m.momentum.norm() + m.spin.norm(); },
          supplied)};
  for (int i = 0; i < static_cast<int>(all.size()); ++i)
    if (all[static_cast<std::size_t>(i)].pivot) list.push_back(pivot_monitor(bodies_, i));
  return list;
}

}  // namespace polhode
