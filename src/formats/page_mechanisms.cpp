// Mechanisms on the page: what each link is, how it hangs on its parent, and where it was.
#include <algorithm>
#include <cmath>

#include "formats/page_parts.hpp"

namespace polhode {
namespace {

/// A picture needs fewer; forward kinematics from rounded coordinates then meets rounded poses to about 1e-7 of them.
constexpr int pose_digits = 8;
/// As of other forces and torques.
constexpr int force_digits = 6;

std::int64_t as_number(int i) { return i; }

/// A name inside its mechanism: "arm.upper" of the arm is "upper".
std::string_view inner_name(const MechanismPart& part, std::string_view name) {
  const bool prefixed = name.size() > part.name.size() && name.starts_with(part.name) && name[part.name.size()] == '.';
  return prefixed ? name.substr(part.name.size() + 1) : name;
}

void write_axes(JsonWriter& json, const Joint& joint) {
  std::visit(
      [&json](const auto& one) {
        if constexpr (requires { one.axis; }) json.member("axis", Vec3(one.axis.normalized()));
        if constexpr (requires { one.first; })
          json.member("axis", Vec3(one.first.normalized())).member("axis2", Vec3(one.second.normalized()));
        if constexpr (requires { one.pitch; }) json.member("pitch", one.pitch);
      },
      joint);
}

void write_joint(JsonWriter& json, const Mechanism& mechanism, const MechanismPart& part, int number) {
  const Tree& tree = mechanism.tree();
  const Link& link = tree.links()[static_cast<std::size_t>(number)];
  const auto range = [&](const char* key, int first, int count) {
    json.key(key).begin_array().value(as_number(first)).value(as_number(count)).end_array();
  };
  json.key("joint").begin_object().member("kind", name_of(link.joint));
  json.member("name", inner_name(part, link.joint_name.empty() ? link.name : link.joint_name));
  write_axes(json, link.joint);
  range("q", tree.q0(number) - mechanism.q0(part), nq(link.joint));
  range("v", tree.v0(number) - mechanism.v0(part), nv(link.joint));
  json.member("lower", link.limits.lower).member("upper", link.limits.upper);
  if (link.mimic)
    json.key("mimic")
        .begin_object()
        .member("link", as_number(link.mimic->link - part.first))
        .member("multiplier", link.mimic->multiplier)
        .member("offset", link.mimic->offset)
        .end_object();
  json.end_object();
}

void write_link(JsonWriter& json, const Mechanism& mechanism, const MechanismPart& part, int number,
                const Recording& recording, std::span<const std::size_t> picks) {
  const Link& link = mechanism.tree().links()[static_cast<std::size_t>(number)];
  const std::string inner(inner_name(part, link.name));
  json.line().begin_object().member("name", inner).key("parent");
  link.parent < 0 ? json.null() : json.value(as_number(link.parent - part.first));
  write_joint(json, mechanism, part, number);
  json.key("X_PF").begin_object();
  write_pose(json, link.X_PF);
  json.end_object();
  json.member("mass", link.mass ? link.mass->mass() : 0.0).member("com", link.mass ? link.mass->com() : Vec3(0, 0, 0));
  json.key("shapes").begin_array();
  for (const LinkShape& shape : link.shapes) write_solid(json, shape.solid, shape.X_BS);
  json.end_array();
  const std::string path = part.name + "." + inner;
  write_numbers(json, "position", thinned(recording.series(path + ".position"), 3, picks), pose_digits);
  write_numbers(json, "quaternion", thinned(recording.series(path + ".quaternion"), 4, picks), pose_digits);
  json.end_object();
}

/// Whether a coordinate is one of the four of a rotation, which have no unit.
bool of_rotation(const Joint& joint, int k) {
  return std::holds_alternative<joint::Spherical>(joint) || (std::holds_alternative<joint::Free>(joint) && k >= 3);
}

/// What one of the three series is called, and how it is measured.
struct SeriesKind {
  const char* key;
  int (*count)(const Joint&);
  const char *sliding, *turning;
  int digits;
};

void write_one_series(JsonWriter& json, const Mechanism& mechanism, const MechanismPart& part, const SeriesKind& kind,
                      const Recording& recording, std::span<const std::size_t> picks) {
  json.line().key(kind.key).begin_array();
  int number = 0;
  for (int i = part.first; i < part.first + part.links; ++i) {
    const Link& link = mechanism.tree().links()[static_cast<std::size_t>(i)];
    const int count = kind.count(link.joint);
    std::string label(inner_name(part, link.joint_name.empty() ? link.name : link.joint_name));
    for (int k = 0; k < count; ++k) {
      const std::string name = kind.key + std::to_string(++number);
      const bool none = kind.count == static_cast<int (*)(const Joint&)>(nq) && of_rotation(link.joint, k);
      json.line().begin_object().member("name", name);
      json.member("label", count == 1 ? label : label + "." + std::to_string(k + 1));
      json.member("unit", none ? "" : slides(link.joint, k) ? kind.sliding : kind.turning);
      write_numbers(json, "values", thinned(recording.series(part.name + "." + name), 1, picks), kind.digits);
      json.end_object();
    }
  }
  json.end_array();
}

/// The number of the body that a link is; −1: it is none.
int body_of(const Mechanism& mechanism, int link) {
  int number = 0;
  for (const MechanismPart& part : mechanism.parts()) {
    if (!part.is_body) continue;
    if (part.first == link) return number;
    ++number;
  }
  return -1;
}

void write_end(JsonWriter& json, const Mechanism& mechanism, int link, const Pose& X_LF) {
  const int body = body_of(mechanism, link);
  json.begin_object().key("body");
  body < 0 ? json.null() : json.value(as_number(body));
  if (const auto where = page_link(&mechanism, link))
    json.member("mechanism", as_number(where->mechanism)).member("link", as_number(where->link));
  json.member("at", X_LF.p).key("quaternion").value(view(X_LF.R.quaternion()));
  json.end_object();
}

void write_loops(JsonWriter& json, const Mechanism& mechanism) {
  json.line().key("loops").begin_array();
  for (const Loop& loop : mechanism.description().loops) {
    json.line().begin_object().member("name", loop.name).member("kind", loop.kind->name).key("ends").begin_array();
    write_end(json, mechanism, loop.a, loop.X_LA);
    write_end(json, mechanism, loop.b, loop.X_LB);
    json.end_array().end_object();
  }
  json.end_array();
}

/// Of all mechanisms, and the bodies that move with them, together.
void write_energy(JsonWriter& json, const Recording& recording, std::span<const std::size_t> picks) {
  const std::string prefix = recording.system.find_channel("mechanisms.energy") != nullptr ? "mechanisms." : "";
  json.line().key("energy").begin_object();
  for (const auto& [key, name] : {std::pair{"kinetic", "kinetic_energy"}, std::pair{"potential", "potential_energy"},
                                  std::pair{"total", "energy"}})
    write_series(json, key, recording.series(prefix + name), 1, picks);
  json.end_object();
}

}  // namespace

std::optional<PageLink> page_link(const Mechanism* mechanism, int link) {
  if (mechanism == nullptr || link < 0) return std::nullopt;
  int number = 0;
  for (const MechanismPart& part : mechanism->parts()) {
    if (part.is_body) continue;
    if (link >= part.first && link < part.first + part.links) return PageLink{number, link - part.first};
    ++number;
  }
  return std::nullopt;
}

void write_mechanisms(JsonWriter& json, const BuiltScene& built, const Recording& recording,
                      std::span<const std::size_t> picks) {
  if (built.mechanism == nullptr) return;
  const Mechanism& mechanism = *built.mechanism;
  const SeriesKind kinds[] = {{"q", &nq, "m", "rad", pose_digits},
                              {"v", &nv, "m/s", "rad/s", pose_digits},
                              {"tau", &nv, "N", "N m", force_digits}};
  json.line().key("mechanisms").begin_array();
  for (const MechanismPart& part : mechanism.parts()) {
    if (part.is_body) continue;
    json.line().begin_object().member("name", part.name).key("links").begin_array();
    for (int link = part.first; link < part.first + part.links; ++link)
      write_link(json, mechanism, part, link, recording, picks);
    json.end_array();
    for (const SeriesKind& kind : kinds) write_one_series(json, mechanism, part, kind, recording, picks);
    json.end_object();
  }
  json.end_array();
  write_loops(json, mechanism);
  write_energy(json, recording, picks);
}

std::size_t numbers_of_mechanisms(const BuiltScene& built) {
  if (built.mechanism == nullptr) return 0;
  std::size_t count = 0;
  const Tree& tree = built.mechanism->tree();
  for (const MechanismPart& part : built.mechanism->parts())
    if (!part.is_body)
      for (int i = part.first; i < part.first + part.links; ++i) {
        const Joint& joint = tree.links()[static_cast<std::size_t>(i)].joint;
        count += static_cast<std::size_t>(7 + nq(joint) + 2 * nv(joint));
      }
  return count;
}

}  // namespace polhode
