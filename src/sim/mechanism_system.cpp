#include <polhode/sim/mechanism_system.hpp>

#include <algorithm>
#include <cmath>

#include "sim/component_names.hpp"
#include "sim/link_loads.hpp"
#include "sim/mechanism_reader.hpp"

namespace polhode {
namespace {

/// One number of the reading.
Channel number(const SharedMechanism& mechanism, std::string name, Dimension unit,
               std::vector<double> MechanismReading::*list, int i, bool item) {
  return {.name = std::move(name),
          .unit = unit,
          .evaluate =
              [mechanism, list, i](double t, VecIn x, VecOut values) {
                values[0] = (reading_of(*mechanism, t, x).*list)[static_cast<std::size_t>(i)];
              },
          .item = item};
}

void add_joint_channels(const SharedMechanism& mechanism, const MechanismPart& part, std::vector<Channel>& list) {
  const Tree& tree = mechanism->tree();
  const std::vector<int> resting = mechanism->resting_joints();
  int q_number = 0, v_number = 0;
  for (int link = part.first; link < part.first + part.links; ++link) {
    const Joint& joint = tree.links()[static_cast<std::size_t>(link)].joint;
    for (int k = 0; k < nq(joint); ++k)
      list.push_back(number(mechanism, part.name + ".q" + std::to_string(++q_number),
                            slides(joint, k) ? dimension::length : dimension::none, &MechanismReading::q,
                            tree.q0(link) + k, false));
    for (int k = 0; k < nv(joint); ++k) {
      const bool linear = slides(joint, k);
      const std::string n = std::to_string(++v_number);
      const int v = tree.v0(link) + k;
      list.push_back(number(mechanism, part.name + ".v" + n, linear ? dimension::velocity : dimension::angular_velocity,
                            &MechanismReading::v, v, false));
      list.push_back(number(mechanism, part.name + ".a" + n,
                            linear ? dimension::acceleration : dimension::angular_velocity / dimension::time,
                            &MechanismReading::a, v, true));
      list.push_back(number(mechanism, part.name + ".tau" + n, linear ? dimension::force : dimension::torque,
                            &MechanismReading::drive, v, true));
      list.back().frame = "joint";  // so that a torque is not read as an energy
      if (std::find(resting.begin(), resting.end(), v) != resting.end()) {
        list.push_back(number(mechanism, part.name + ".end" + n, linear ? dimension::force : dimension::torque,
                              &MechanismReading::ends, v, true));
        list.back().frame = "joint";
      }
    }
  }
}

void add_link_channels(const SharedMechanism& mechanism, const MechanismPart& part, std::vector<Channel>& list) {
  for (int link = part.first; link < part.first + part.links; ++link) {
    const std::string name = full_name(part, mechanism->tree().links()[static_cast<std::size_t>(link)].name);
    list.push_back({.name = name + ".position",
                    .unit = dimension::length,
                    .frame = "world",
                    .components = xyz,
                    .evaluate =
                        [mechanism, link](double t, VecIn x, VecOut values) {
                          const Pose X_WB = pose_of(*mechanism, link, t, x);
                          std::copy_n(X_WB.p.data(), 3, values.begin());
                        },
                    .item = true});
    list.push_back({.name = name + ".quaternion",
                    .unit = dimension::none,
                    .frame = "body to world",
                    .components = wxyz,
                    .evaluate =
                        [mechanism, link](double t, VecIn x, VecOut values) {
                          const Vec4 q = pose_of(*mechanism, link, t, x).R.quaternion();
                          std::copy_n(q.data(), 4, values.begin());
                        },
                    .item = true});
  }
}

Quantity vector_of(const SharedMechanism& mechanism, Vec3 MechanismReading::*member) {
  return [mechanism, member](double t, VecIn x, VecOut values) {
    const Vec3& vector = reading_of(*mechanism, t, x).*member;
    std::copy_n(vector.data(), 3, values.begin());
  };
}
Quantity scalar_of(const SharedMechanism& mechanism, double MechanismReading::*member) {
  return [mechanism, member](double t, VecIn x, VecOut values) { values[0] = reading_of(*mechanism, t, x).*member; };
}

/// What loop number i exerts on its second link.
Channel loop_channel(const SharedMechanism& mechanism, std::size_t i, const char* name, Dimension unit,
                     Vec3 LoopPush::*member) {
  return {.name = mechanism->description().loops[i].name + "." + name,
          .unit = unit,
          .frame = "world",
          .components = xyz,
          .evaluate =
              [mechanism, i, member](double t, VecIn x, VecOut values) {
                const Vec3& vector = reading_of(*mechanism, t, x).loop_pushes[i].*member;
                std::copy_n(vector.data(), 3, values.begin());
              },
          .item = true};
}

/// Whether no link is held by the base: then momenta are balanced by gravity alone.
bool floats(const Mechanism& mechanism) {
  const MechanismDescription& given = mechanism.description();
  if (!given.loads.empty() || !given.pairs.empty() || !given.loops.empty()) return false;
  return std::all_of(mechanism.tree().links().begin(), mechanism.tree().links().end(), [](const Link& link) {
    return link.parent >= 0 || std::holds_alternative<joint::Free>(link.joint);
  });
}

bool close(void* mechanism, double t, VecOut x) { return static_cast<const Mechanism*>(mechanism)->close_loops(t, x); }

}  // namespace

ode::Split MechanismSystem::split() const {
  ode::Split split;
  if (mechanism_->description().form == MechanismForm::momenta) {
    split.momenta = mechanism_->momentum_blocks();
    split.refusal =
        "the rates of a mechanism's coordinates depend on places, so that positions and momenta cannot be "
        "moved by turns: take generalised-verlet or gauss4";
  } else {
    split.refusal = "a mechanism's velocities are no momenta: write state = \"momenta\"";
  }
  split.velocity_refusal = split.refusal;
  return split;
}

ode::Projection MechanismSystem::projection() const {
  if (mechanism_->description().loops.empty()) return {};
  return {const_cast<Mechanism*>(mechanism_.get()), &close};
}

std::vector<Channel> MechanismSystem::channels() const {
  std::vector<Channel> list;
  const std::shared_ptr<const Loaded> loaded = loaded_links(mechanism_);
  for (const MechanismPart& part : mechanism_->parts()) {
    if (part.is_body) {
      add_body_part_channels(mechanism_, part, list);
    } else {
      add_joint_channels(mechanism_, part, list);
      add_link_channels(mechanism_, part, list);
    }
    for (int link = part.first; link < part.first + part.links; ++link) add_load_channels(loaded, link, list);
  }
  const auto energy = [&](const char* name, double MechanismReading::*member) {
    list.push_back(
        {.name = whole(name), .unit = dimension::energy, .evaluate = scalar_of(mechanism_, member), .item = true});
  };
  energy("kinetic_energy", &MechanismReading::kinetic_energy);
  energy("potential_energy", &MechanismReading::potential_energy);
  for (std::size_t i = 0; i < mechanism_->description().loops.size(); ++i) {
    list.push_back(loop_channel(mechanism_, i, "force", dimension::force, &LoopPush::f_W));
    list.push_back(loop_channel(mechanism_, i, "torque", dimension::torque, &LoopPush::t_W));
  }
  add_link_energy_channels(mechanism_, whole(""), list);
  if (!mechanism_->description().loops.empty())
    list.push_back({.name = whole("loop_error"),
                    .unit = dimension::none,
                    .evaluate = scalar_of(mechanism_, &MechanismReading::loop_error),
                    .item = true});
  for (Monitor& monitor : monitors()) list.push_back(std::move(monitor.channel));
  return list;
}

std::vector<Monitor> MechanismSystem::monitors() const {
  std::vector<Monitor> list{{.channel = {.name = whole("energy"),
                                         .unit = dimension::energy,
                                         .evaluate =
                                             [mechanism = mechanism_](double t, VecIn x, VecOut values) {
                                               const MechanismReading& now = reading_of(*mechanism, t, x);
                                               values[0] = now.kinetic_energy + now.potential_energy;
                                             }},
                             .supply = works().empty() ? Quantity() : scalar_of(mechanism_, &MechanismReading::power),
                             .scale = [mechanism = mechanism_](double t, VecIn x, VecOut values) {
                               const MechanismReading& now = reading_of(*mechanism, t, x);
                               values[0] = now.kinetic_energy + std::fabs(now.potential_energy);
                             }}};
  if (!floats(*mechanism_)) return list;
  const bool pulled = mechanism_->description().gravity != Vec3::Zero();
  const auto momentum = [&](const char* name, Dimension unit, Vec3 MechanismReading::*member,
                            Vec3 MechanismReading::*supply) {
    list.push_back({.channel = {.name = whole(name),
                                .unit = unit,
                                .frame = "world",
                                .components = xyz,
                                .evaluate = vector_of(mechanism_, member)},
                    .supply = pulled ? vector_of(mechanism_, supply) : Quantity(),
                    .scale = [mechanism = mechanism_, member](double t, VecIn x, VecOut values) {
                      values[0] = (reading_of(*mechanism, t, x).*member).norm();
                    }});
  };
  momentum("momentum", dimension::momentum, &MechanismReading::momentum, &MechanismReading::weight);
  momentum("angular_momentum", dimension::angular_momentum, &MechanismReading::angular_momentum,
           &MechanismReading::weight_moment);
  return list;
}

std::vector<Work> MechanismSystem::works() const { return link_works(mechanism_, whole("")); }

}  // namespace polhode
