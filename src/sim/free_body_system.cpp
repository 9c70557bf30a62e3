#include <polhode/sim/free_body_system.hpp>

#include <algorithm>
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
  list.push_back({.name = name + ".kinetic_energy",
                  .unit = dimension::energy,
                  .evaluate = [bodies, i](double t, VecIn x, VecOut values) {
                    values[0] = bodies->momenta(i, t, x).kinetic_energy;
                  }});
}

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

}  // namespace

ode::Split FreeBodySystem::split() const {
  void* bodies = const_cast<FreeBodies*>(bodies_.get());
  ode::Split split;
  split.drift = {bodies, &drift};
  split.kick = {bodies, &kick};
  return split;
}

ode::RigidBodies FreeBodySystem::rigid_bodies() const {
  ode::RigidBodies rigid;
  int block = 0;
  for (const FreeBody& body : bodies_->bodies()) {
    rigid.bodies.push_back({.position = block,
                            .orientation = block + 1,
                            .velocity = block + 2,
                            .angular_velocity = block + 3,
                            .inertia = body.mass.inertia()});
    block += 4;
  }
  if (bodies_->loaded()) rigid.load = {const_cast<FreeBodies*>(bodies_.get()), &load_rate};
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
  const bool any = any_load(bodies_, [](const Load&) { return true; });
  const bool working = any_load(bodies_, [](const Load& l) { return !std::holds_alternative<load::Gravity>(l); });
  const Vec3 zero = Vec3::Zero();

  Monitor energy{.channel = {.name = "energy", .unit = dimension::energy}, .supply = {}, .scale = {}};
  energy.channel.evaluate = sum_over_bodies(
      bodies_, 0.0, [](const State&, const Momenta& m) { return m.kinetic_energy + m.potential_energy; });
  energy.scale = sum_over_bodies(
      bodies_, 0.0, [](const State&, const Momenta& m) { return m.kinetic_energy + std::abs(m.potential_energy); });
  if (working) energy.supply = sum_over_bodies(bodies_, 0.0, [](const State&, const Momenta& m) { return m.power; });

  Monitor momentum{.channel = {.name = "momentum", .unit = dimension::momentum, .frame = "world", .components = xyz},
                   .supply = {},
                   .scale = {}};
  momentum.channel.evaluate = sum_over_bodies(bodies_, zero, [](const State&, const Momenta& m) { return m.momentum; });
  momentum.scale = sum_over_bodies(bodies_, 0.0, [](const State&, const Momenta& m) { return m.momentum.norm(); });
  if (any) momentum.supply = sum_over_bodies(bodies_, zero, [](const State&, const Momenta& m) { return m.force; });

  Monitor turning{
      .channel = {.name = "angular_momentum", .unit = dimension::angular_momentum, .frame = "world", .components = xyz},
      .supply = {},
      .scale = {}};
  turning.channel.evaluate = sum_over_bodies(
      bodies_, zero, [](const State& s, const Momenta& m) { return Vec3(s.p_WBcm.cross(m.momentum) + m.spin); });
  turning.scale = sum_over_bodies(
      bodies_, 0.0, [](const State& s, const Momenta& m) { return s.p_WBcm.cross(m.momentum).norm() + m.spin.norm(); });
  if (any)
    turning.supply = sum_over_bodies(
        bodies_, zero, [](const State& s, const Momenta& m) { return Vec3(s.p_WBcm.cross(m.force) + m.torque); });
  return {std::move(energy), std::move(momentum), std::move(turning)};
}

}  // namespace polhode
