// <joint>: what it joins, how it moves and what hinders it.
#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include <polhode/base/text.hpp>

#include "formats/urdf_robot.hpp"

namespace polhode::urdf {
namespace {

template <class Kind>
std::optional<Joint> along_axis(Element& element) {
  const auto axis = read_axis(element, "axis");
  return axis ? std::optional<Joint>(Kind{.axis = *axis}) : std::nullopt;
}

/// Joints that need no axis: exporters write one for all of them, often zero.
template <class Kind>
std::optional<Joint> without_axis(Element& element) {
  element.pass({"axis"});
  return Kind{};
}

std::optional<Joint> read_helical(Element& element) {
  const auto axis = read_axis(element, "axis");
  if (!element.require("pitch", "<joint type=\"helical\" pitch=\"0.001\" …>, in metres for each radian"))
    return std::nullopt;
  const auto pitch = element.number("pitch");
  return axis && pitch ? std::optional<Joint>(joint::Helical{.axis = *axis, .pitch = *pitch}) : std::nullopt;
}

std::optional<Joint> read_universal(Element& element) {
  const auto first = read_axis(element, "axis"), second = read_axis(element, "axis2");
  if (!element.has_child("axis2")) {
    element.error("<axis2> is missing", "a universal joint has two axes, for example <axis2 xyz=\"0 1 0\"/>");
    return std::nullopt;
  }
  if (!first || !second) return std::nullopt;
  if (first->cross(*second).norm() > 1e-6 * first->norm() * second->norm())
    return joint::Universal{.first = *first, .second = *second};
  element.error("the two axes are parallel", "a joint that turns about one axis is revolute");
  return std::nullopt;
}

struct Type {
  std::string_view name;
  std::optional<Joint> (*read)(Element&);
  bool limited = false;  ///< URDF asks for <limit>
};
constexpr std::array<Type, 10> types{{{"fixed", without_axis<joint::Fixed>},
                                      {"revolute", along_axis<joint::Revolute>, true},
                                      {"continuous", along_axis<joint::Continuous>},
                                      {"prismatic", along_axis<joint::Prismatic>, true},
                                      {"planar", along_axis<joint::Planar>},
                                      {"floating", without_axis<joint::Free>},
                                      {"spherical", without_axis<joint::Spherical>},
                                      {"universal", read_universal},
                                      {"helical", read_helical},
                                      {"screw", read_helical}}};

/// What other programs and books call them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> other_names{{{"ball", "spherical"},
                                                                                     {"cardan", "universal"},
                                                                                     {"free", "floating"},
                                                                                     {"freeflyer", "floating"},
                                                                                     {"hinge", "revolute"},
                                                                                     {"linear", "prismatic"},
                                                                                     {"rotary", "revolute"},
                                                                                     {"rotational", "revolute"},
                                                                                     {"slide", "prismatic"},
                                                                                     {"slider", "prismatic"},
                                                                                     {"static", "fixed"},
                                                                                     {"translational", "prismatic"},
                                                                                     {"weld", "fixed"},
                                                                                     {"welded", "fixed"}}};

const Type* read_type(Element& element) {
  if (!element.require("type", "<joint name=\"elbow\" type=\"revolute\">")) return nullptr;
  const std::string given = *element.text("type");
  const auto found = std::find_if(types.begin(), types.end(), [&](const Type& type) { return type.name == given; });
  if (found != types.end()) return &*found;
  std::vector<std::string_view> names;
  for (const Type& type : types) names.push_back(type.name);
  refuse_type(element, given, names, "joint");
  return nullptr;
}

std::optional<Reference> read_reference(Element& joint, const char* name) {
  auto element = joint.child(name);
  const std::string example = "<" + std::string(name) + " link=\"" + (*name == 'p' ? "base" : "arm") + "\"/>";
  if (!element) {
    joint.error("<" + std::string(name) + "> is missing", "for example " + example);
    return std::nullopt;
  }
  if (!element->require("link", example)) return std::nullopt;
  Reference reference{*element->text("link"), element->line("link")};
  element->finish();
  return reference;
}

/// lower and upper: of URDF's own limited joints 0 if they are not given.
void read_range(Element& limit, const Type& type, int dofs, JointLimits& limits) {
  const bool given = limit.has("lower") || limit.has("upper");
  const auto lower = limit.number("lower", true), upper = limit.number("upper", true);
  if (type.name == "continuous" || dofs > 1) {
    if (given)
      limit.warning(std::string("lower and upper are not used: a ") + std::string(type.name) + " joint has no " +
                        (dofs > 1 ? "single coordinate that they could bound" : "bounds"),
                    dofs > 1 ? "" : "a joint with bounds is revolute");
    return;
  }
  if (dofs == 0 || (limit.has("lower") && !lower) || (limit.has("upper") && !upper)) return;
  if (lower && upper && *lower > *upper) {
    limit.error("lower (" + shortest(*lower) + ") is greater than upper (" + shortest(*upper) + ")", "exchange them");
    return;
  }
  const double otherwise = type.limited ? 0 : JointLimits::none;
  limits.lower = lower.value_or(-otherwise);
  limits.upper = upper.value_or(otherwise);
  if (limits.lower > limits.upper)
    limit.error("lower is " + shortest(limits.lower) + " and upper " + shortest(limits.upper) +
                    ": the one that is not given is 0",
                "give both lower and upper");
  else if (limits.lower == limits.upper)
    limit.warning(given ? "the joint cannot move: lower and upper are both " + shortest(limits.lower)
                        : "the joint cannot move: lower and upper are not given, and URDF takes them as 0",
                  "a joint that does not move is fixed, one that turns without bounds is continuous");
}

void read_limits(Element& joint, const Type& type, int dofs, JointLimits& limits) {
  auto limit = joint.child("limit");
  if (!limit) {
    if (type.limited)
      joint.warning("<limit> is missing; the joint is taken as one without limits",
                    type.name == "revolute" ? "URDF asks for it; a joint that turns without bounds is continuous"
                                            : "URDF asks for <limit lower=… upper=… effort=… velocity=…/>");
    return;
  }
  read_range(*limit, type, dofs, limits);
  limits.effort = limit->not_negative("effort", true).value_or(JointLimits::none);
  limits.speed = limit->not_negative("velocity", true).value_or(JointLimits::none);
  if (limits.effort == 0) {
    limits.effort = JointLimits::none;
    limit->warning("'effort' is 0, as exporters write it where nobody knew it; it is taken as unlimited",
                   "give the most that the joint's motor exerts");
  }
  for (const char* name : {"effort", "velocity"})
    if (type.limited && !limit->has(name))
      limit->warning("'" + std::string(name) + "' is missing and taken as unlimited", "URDF asks for it");
  limit->finish();
}

void read_dynamics(Element& joint, JointResistance& resistance) {
  auto dynamics = joint.child("dynamics");
  if (!dynamics) return;
  resistance.damping = dynamics->not_negative("damping").value_or(0);
  resistance.friction = dynamics->not_negative("friction").value_or(0);
  resistance.rotor_inertia = dynamics->not_negative("rotor_inertia").value_or(0);
  resistance.gear = dynamics->number("gear").value_or(1);
  if (resistance.gear == 0)
    dynamics->error_at("gear", "the gear must not be 0", "it is turns of the motor for one of the joint");
  dynamics->finish();
}

std::optional<MimicEntry> read_mimic(Element& joint) {
  auto mimic = joint.child("mimic");
  if (!mimic || !mimic->require("joint", "<mimic joint=\"finger\" multiplier=\"1\" offset=\"0\"/>"))
    return std::nullopt;
  MimicEntry entry;
  entry.joint = {*mimic->text("joint"), mimic->line("joint")};
  entry.multiplier = mimic->number("multiplier").value_or(1);
  entry.offset = mimic->number("offset").value_or(0);
  mimic->finish();
  return entry;
}

}  // namespace

std::optional<Vec3> read_axis(Element& joint, const char* name) {
  auto element = joint.child(name);
  if (!element) return Vec3::UnitX();
  if (!element->require("xyz", "<" + std::string(name) + " xyz=\"0 0 1\"/>")) return std::nullopt;
  const auto axis = element->vector("xyz");
  element->finish();
  if (!axis) return std::nullopt;
  const double length = axis->norm();
  if (!(length > 0 && std::isfinite(length))) {
    element->error_at("xyz", "the axis has no direction: its length is " + shortest(length),
                      "for example xyz=\"0 0 1\"");
    return std::nullopt;
  }
  // Four written digits make an error of 1e-4; a length that differs by more was not meant to be one.
  if (std::fabs(length - 1) > 1e-3)
    element->warning_at("xyz", "the axis has the length " + rounded(length) + ", not 1", "its direction alone counts");
  return axis;
}

void refuse_type(Element& element, const std::string& given, std::span<const std::string_view> names, const char* tag) {
  std::string all = "known:", hint;
  for (const std::string_view name : names) all += (name == names.front() ? " " : ", ") + std::string(name);
  for (const auto& [other, ours] : other_names)
    if (lower_case(given) == other && std::find(names.begin(), names.end(), ours) != names.end())
      hint = "did you mean '" + std::string(ours) + "'? ";
  if (hint.empty()) hint = element.context().suggestion(given, names);
  if (!hint.empty() && hint.back() != ' ') hint += ' ';
  element.error_at("type", "there is no " + std::string(tag) + " of type " + in_quotes(given), hint + all);
}

JointEntry read_joint(Element& element) {
  JointEntry entry{.name = read_name(element, "joint"), .path = element.path(), .line = element.line()};
  if (!entry.name.empty()) element.rename(entry.path = path_of("joint", entry.name));
  entry.parent = read_reference(element, "parent");
  entry.child = read_reference(element, "child");
  entry.X_PF = read_origin(element);
  if (const Type* type = read_type(element)) {
    entry.joint = type->read(element);
    read_limits(element, *type, entry.joint ? nv(*entry.joint) : 1, entry.limits);
  } else {
    element.pass({"axis", "axis2", "limit"});
    element.know({"pitch"});
  }
  read_dynamics(element, entry.resistance);
  entry.mimic = read_mimic(element);
  element.ignore({"calibration", "safety_controller"}, "it belongs to the controller of the real robot");
  element.finish();
  return entry;
}

}  // namespace polhode::urdf
