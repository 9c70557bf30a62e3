#include <polhode/sim/free_body_system.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "sim/component_names.hpp"
#include "sim/frame_channels.hpp"
#include "sim/inertial_system.hpp"
#include "sim/load_channels.hpp"
#include "sim/readouts.hpp"

namespace polhode {
namespace {

using Bodies = std::shared_ptr<const FreeBodies>;

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

/// Adds to a scalar of the bodies the same of the loads between them, which belong to none.
template <class Read>
Quantity with_pairs(const Bodies& bodies, Quantity of_bodies, Read read) {
  if (bodies->pairs().empty()) return of_bodies;
  return [bodies, of_bodies = std::move(of_bodies), read](double t, VecIn x, VecOut values) {
    of_bodies(t, x, values);
    for (int i = 0; i < static_cast<int>(bodies->pairs().size()); ++i) values[0] += read(bodies->pair(i, t, x));
  };
}

template <class Predicate>
bool any_load(const Bodies& bodies, Predicate predicate) {
  return std::any_of(bodies->bodies().begin(), bodies->bodies().end(), [&](const FreeBody& body) {
    return std::any_of(body.loads.begin(), body.loads.end(), predicate);
  });
}

void add_body_channels(const Bodies& bodies, int i, std::vector<Channel>& list) {
  const FreeBody& body = bodies->bodies()[static_cast<std::size_t>(i)];
  const std::string& name = body.name;
  const bool turns = body.form != StateForm::particle;
  using State = FreeBodyState;
  list.push_back(
      vector_channel(bodies, i, "position", dimension::length, "world", [](const State& s) { return s.p_WBcm; }));
  if (turns)
    list.push_back({.name = name + ".quaternion",
                    .unit = dimension::none,
                    .frame = "body to world",
                    .components = wxyz,
                    .evaluate = [bodies, i](double, VecIn x, VecOut values) {
                      Eigen::Map<Vec4>(values.data()) = bodies->state(i, x).R_WB.quaternion();
                    }});
  list.push_back(
      vector_channel(bodies, i, "velocity", dimension::velocity, "world", [](const State& s) { return s.v_WBcm; }));
  if (turns) {
    list.push_back(vector_channel(bodies, i, "angular_velocity", dimension::angular_velocity, "world",
                                  [](const State& s) { return Vec3(s.R_WB * s.w_WB_B); }));
    list.push_back(vector_channel(bodies, i, "angular_velocity_body", dimension::angular_velocity, "body",
                                  [](const State& s) { return s.w_WB_B; }));
  }
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
  if (turns) of_momenta("angular_momentum", dimension::angular_momentum, &FreeBodyMomenta::spin);
  of_momenta("force", dimension::force, &FreeBodyMomenta::force);
  if (turns) of_momenta("torque", dimension::torque, &FreeBodyMomenta::torque);
  if (body.pivot) of_momenta("pivot_force", dimension::force, &FreeBodyMomenta::pivot_force);
  list.push_back({.name = name + ".kinetic_energy",
                  .unit = dimension::energy,
                  .evaluate = [bodies, i](double t, VecIn x, VecOut values) {
                    values[0] = bodies->momenta(i, t, x).kinetic_energy;
                  }});
}

/// The bodies as what loads act on.
std::shared_ptr<const Loaded> loaded_bodies(const Bodies& bodies) {
  auto loaded = std::make_shared<Loaded>();
  for (const FreeBody& body : bodies->bodies()) {
    Loaded::Thing& thing = loaded->things.emplace_back(Loaded::Thing{body.name, {}});
    for (const Load& load : body.loads) thing.loads.push_back(&load);
  }
  for (const PairLoad& pair : bodies->pairs()) {
    loaded->pairs.push_back(&pair);
    loaded->ends.push_back({bodies_of(pair)[0].value, bodies_of(pair)[1].value});
  }
  loaded->load = [bodies](int body, int load, double t, VecIn x) { return bodies->load(body, load, t, x); };
  loaded->pair = [bodies](int pair, double t, VecIn x) { return bodies->pair(pair, t, x); };
  return loaded;
}

/// What depends on velocities, where methods need loads that do not; empty if nothing does.
std::string velocity_refusal(const FreeBodies& bodies) {
  if (bodies.damped()) return "a load depends on velocities";
  if (bodies.has_rotor()) return "the moment of a rotor depends on angular velocities";
  return {};
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

void whole_motion(void* bodies, double, double h, VecIn x, VecOut u) {
  static_cast<const FreeBodies*>(bodies)->whole_motion(h, x, u);
}

double pace(void* bodies, VecIn x) { return static_cast<const FreeBodies*>(bodies)->pace(x); }

/// Energy of all bodies and of the loads between them; supplied by loads without a potential and by dampers.
Monitor energy_monitor(const Bodies& bodies) {
  using State = FreeBodyState;
  using Momenta = FreeBodyMomenta;
  const auto working = [](const auto& load) { return !conservative(load); };
  Monitor energy{.channel = {.name = "energy", .unit = dimension::energy}, .supply = {}, .scale = {}};
  energy.channel.evaluate =
      with_pairs(bodies,
                 sum_over_bodies(bodies, 0.0,
                                 [](const State&, const Momenta& m) { return m.kinetic_energy + m.potential_energy; }),
                 [](const PairEffect& pair) { return pair.potential_energy; });
  energy.scale = with_pairs(
      bodies,
      sum_over_bodies(bodies, 0.0,
                      [](const State&, const Momenta& m) { return m.kinetic_energy + std::abs(m.potential_energy); }),
      [](const PairEffect& pair) { return std::abs(pair.potential_energy); });
  if (any_load(bodies, working) || std::any_of(bodies->pairs().begin(), bodies->pairs().end(), working))
    energy.supply =
        with_pairs(bodies, sum_over_bodies(bodies, 0.0, [](const State&, const Momenta& m) { return m.power; }),
                   [](const PairEffect& pair) { return pair.supply; });
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

/// What the numbers of a body miss being a rotation by: nothing keeps them one but the solver.
Monitor rotation_monitor(const Bodies& bodies, int body) {
  const FreeBody& what = bodies->bodies()[static_cast<std::size_t>(body)];
  const bool quaternion = what.form == StateForm::quaternion_momentum;
  return {.channel = {.name = what.name + (quaternion ? ".quaternion_length_error" : ".orthogonality_error"),
                      .unit = dimension::none,
                      .evaluate = [bodies, body](double, VecIn x,
                                                 VecOut values) { values[0] = bodies->rotation_defect(body, x); }},
          .supply = {},
          .scale = [](double, VecIn, VecOut values) { values[0] = 1; },
          .is_error = true};
}

bool is_plain(const FreeBody& body) { return body.form != StateForm::rotation && body.form != StateForm::particle; }

/// Why methods that take rotations as such cannot be used; empty if they can.
std::string plain_refusal(const FreeBodies& bodies) {
  const auto found = std::find_if(bodies.bodies().begin(), bodies.bodies().end(), is_plain);
  if (found == bodies.bodies().end()) return {};
  return "the state of '" + found->name + "' is \"" + std::string(to_string(found->form)) +
         "\", plain numbers, and not \"rotation\"";
}

bool renormalise(void* bodies, double, VecOut x) {
  static_cast<const FreeBodies*>(bodies)->renormalise(x);
  return true;
}

}  // namespace

ode::Projection FreeBodySystem::projection() const {
  if (!bodies_->renormalises()) return {};
  return {const_cast<FreeBodies*>(bodies_.get()), &renormalise};
}

ode::Split FreeBodySystem::split() const {
  void* bodies = const_cast<FreeBodies*>(bodies_.get());
  ode::Split split;
  split.drift = {bodies, &drift};
  split.kick = {bodies, &kick};
  split.refusal = plain_refusal(*bodies_);
  if (split.refusal.empty()) split.refusal = velocity_refusal(*bodies_);
  return split;
}

ode::RigidBodies FreeBodySystem::rigid_bodies() const {
  ode::RigidBodies rigid;
  rigid.refusal = plain_refusal(*bodies_);
  int block = 0;
  for (const FreeBody& body : bodies_->bodies()) {
    ode::RigidBodies::Body one{.inertia = body.turning_inertia()};
    const bool turns = body.form != StateForm::particle || body.pivot;
    if (!body.pivot) one.position = block++;
    if (turns) one.orientation = block++;
    if (!body.pivot) one.velocity = block++;
    if (turns) one.angular_velocity = block++;
    rigid.bodies.push_back(one);
  }
  if (bodies_->loaded() || bodies_->has_rotor()) rigid.load = {const_cast<FreeBodies*>(bodies_.get()), &load_rate};
  rigid.velocity_refusal = velocity_refusal(*bodies_);
  return rigid;
}

ode::ClosedForm FreeBodySystem::closed_form() const {
  void* bodies = const_cast<FreeBodies*>(bodies_.get());
  std::string refusal = plain_refusal(*bodies_);
  if (refusal.empty()) refusal = bodies_->why_not_exact();
  return {.flow = {bodies, &whole_motion}, .pace = {bodies, &pace}, .refusal = std::move(refusal)};
}

std::vector<Channel> FreeBodySystem::channels() const {
  std::vector<Channel> list;
  const std::shared_ptr<const Loaded> loaded = loaded_bodies(bodies_);
  for (int i = 0; i < static_cast<int>(bodies_->bodies().size()); ++i) {
    add_body_channels(bodies_, i, list);
    add_reading_channels(bodies_, i, list);
    add_load_channels(loaded, i, list);
  }
  add_energy_channels(loaded, "", list);
  add_common_channels(bodies_, list);
  for (Monitor& monitor : monitors()) list.push_back(std::move(monitor.channel));
  add_frame_channels(bodies_, frames_, list);
  for (const Readout& readout : readouts_) list.push_back(readout_channel(bodies_, readout));
  return list;
}

std::vector<Counterpart> FreeBodySystem::counterparts() const {
  if (!frames_.world) return {};
  return {inertial_counterpart(bodies_, frames_.world, channels())};
}

std::vector<Work> FreeBodySystem::works() const { return load_works(loaded_bodies(bodies_), ""); }

std::vector<Monitor> FreeBodySystem::monitors() const {
  using State = FreeBodyState;
  using Momenta = FreeBodyMomenta;
  const auto from_outside = [](const PairLoad& pair) {
    const std::array<BodyIndex, 2> which = bodies_of(pair);
    return !which[0].valid() || !which[1].valid();
  };
  const std::vector<FreeBody>& all = bodies_->bodies();
  const bool supplied =
      any_load(bodies_, [](const Load&) { return true; }) ||
      std::any_of(bodies_->pairs().begin(), bodies_->pairs().end(), from_outside) ||
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
  for (int i = 0; i < static_cast<int>(all.size()); ++i)
    if (is_plain(all[static_cast<std::size_t>(i)])) list.push_back(rotation_monitor(bodies_, i));
  return list;
}

}  // namespace polhode
