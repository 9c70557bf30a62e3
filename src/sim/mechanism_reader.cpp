#include "sim/mechanism_reader.hpp"

#include <algorithm>

#include "sim/component_names.hpp"

namespace polhode {
namespace {

/// The last state that a thread read something of.
template <class Value>
struct Last {
  const Mechanism* of = nullptr;
  double t = 0;
  std::vector<double> x;
  Value value;

  bool is(const Mechanism& mechanism, double time, VecIn state) const {
    return of == &mechanism && t == time && std::equal(state.begin(), state.end(), x.begin(), x.end());
  }
  void keep(const Mechanism& mechanism, double time, VecIn state) {
    of = &mechanism;
    t = time;
    x.assign(state.begin(), state.end());
  }
};

/// Where a part that is a body is, and how it moves.
struct BodyPart {
  Rotation R_WB;
  Vec3 p_WBcm, v_WBcm, w_WB_B;
};
BodyPart body_part(const Mechanism& mechanism, const MechanismPart& part, double t, VecIn x) {
  const MechanismReading& now = reading_of(mechanism, t, x);
  const double* const q = now.q.data() + mechanism.q0(part);
  const double* const v = now.v.data() + mechanism.v0(part);
  const Link& link = mechanism.tree().links()[static_cast<std::size_t>(part.first)];
  const Rotation R_WB = Rotation::from_quaternion(q[6], q[3], q[4], q[5]);
  const Vec3 com = link.mass->com(), w_B(v[3], v[4], v[5]);
  return {R_WB, Vec3(q[0], q[1], q[2]) + R_WB * com, R_WB * Vec3(Vec3(v[0], v[1], v[2]) + cross_matrix(w_B) * com),
          w_B};
}

}  // namespace

std::string full_name(const MechanismPart& part, const std::string& name) {
  return name.starts_with(part.name + ".") || (part.is_body && name == part.name) ? name : part.name + "." + name;
}

const MechanismReading& reading_of(const Mechanism& mechanism, double t, VecIn x) {
  static thread_local Last<MechanismReading> last;
  if (!last.is(mechanism, t, x)) {
    last.value = mechanism.read(t, x);
    last.keep(mechanism, t, x);
  }
  return last.value;
}

Pose pose_of(const Mechanism& mechanism, int link, double t, VecIn x) {
  static thread_local Last<std::vector<Pose>> last;
  if (!last.is(mechanism, t, x)) {
    mechanism.poses(t, x, last.value);
    last.keep(mechanism, t, x);
  }
  return last.value[static_cast<std::size_t>(link)];
}

LoadEffect weight_of(const Mechanism& mechanism, int link, double t, VecIn x) {
  const std::vector<MechanismPart>& parts = mechanism.parts();
  const auto part =
      std::find_if(parts.begin(), parts.end(), [&](const MechanismPart& one) { return one.first == link; });
  const Vec3 force =
      mechanism.tree().links()[static_cast<std::size_t>(link)].mass->mass() * mechanism.description().gravity;
  return {.force = force, .power = force.dot(body_part(mechanism, *part, t, x).v_WBcm)};
}

void add_body_part_channels(const std::shared_ptr<const Mechanism>& mechanism, const MechanismPart& part,
                            std::vector<Channel>& list) {
  const auto add = [&](const char* name, Dimension unit, const char* frame, const std::vector<std::string>& components,
                       auto read) {
    list.push_back({.name = part.name + "." + name,
                    .unit = unit,
                    .frame = frame,
                    .components = components,
                    .evaluate = [mechanism, part, read](double t, VecIn x, VecOut values) {
                      const auto vector = read(body_part(*mechanism, part, t, x));
                      std::copy_n(vector.data(), values.size(), values.begin());
                    }});
  };
  add("position", dimension::length, "world", xyz, [](const BodyPart& now) { return now.p_WBcm; });
  add("quaternion", dimension::none, "body to world", {"w", "x", "y", "z"},
      [](const BodyPart& now) { return now.R_WB.quaternion(); });
  add("velocity", dimension::velocity, "world", xyz, [](const BodyPart& now) { return now.v_WBcm; });
  add("angular_velocity", dimension::angular_velocity, "world", xyz,
      [](const BodyPart& now) { return Vec3(now.R_WB * now.w_WB_B); });
  add("angular_velocity_body", dimension::angular_velocity, "body", xyz,
      [](const BodyPart& now) { return now.w_WB_B; });
}

}  // namespace polhode
