// <link>: what it weighs and what it looks like.
#include <array>

#include <polhode/base/text.hpp>

#include "formats/urdf_robot.hpp"

namespace polhode::urdf {
namespace {

struct InertiaEntry {
  const char* name;
  int row, column;
};
constexpr std::array<InertiaEntry, 6> inertia_entries{
    {{"ixx", 0, 0}, {"ixy", 0, 1}, {"ixz", 0, 2}, {"iyy", 1, 1}, {"iyz", 1, 2}, {"izz", 2, 2}}};

std::optional<Mat3> read_inertia(Element& element) {
  Mat3 inertia = Mat3::Zero();
  std::string missing;
  bool good = true;
  for (const auto& [name, i, j] : inertia_entries) {
    if (!element.has(name)) missing += (missing.empty() ? "" : ", ") + std::string(name);
    const auto value = element.number(name);
    good = good && value.has_value();
    inertia(i, j) = inertia(j, i) = value.value_or(0);
  }
  if (!missing.empty())
    element.error(missing + (missing.size() > 3 ? " are missing" : " is missing"),
                  "<inertia ixx ixy ixz iyy iyz izz> has six numbers; products that vanish are 0");
  element.finish();
  return good ? std::optional(inertia) : std::nullopt;
}

UrdfInertial read_inertial(Element& element) {
  UrdfInertial inertial{.line = element.line(), .mass_line = element.line(), .inertia_line = element.line()};
  inertial.X_BC = read_origin(element);
  if (auto mass = element.child("mass")) {
    inertial.mass_line = mass->line("value");
    if (mass->require("value", "<mass value=\"1.5\"/>")) inertial.mass = mass->number("value");
    mass->finish();
  } else {
    element.error("<mass> is missing", "for example <mass value=\"1.5\"/>");
  }
  if (auto inertia = element.child("inertia")) {
    inertial.inertia_line = inertia->line();
    inertial.inertia = read_inertia(*inertia);
  } else {
    element.error("<inertia> is missing",
                  "for example <inertia ixx=\"0.01\" ixy=\"0\" ixz=\"0\" iyy=\"0.01\" iyz=\"0\" izz=\"0.01\"/>");
  }
  element.finish();
  return inertial;
}

std::optional<double> dimension(Element& element, const char* name) {
  const std::string example = std::string(name) + "=\"0.1\"";
  return element.require(name, example) ? element.positive(name) : std::nullopt;
}

std::optional<Solid> read_box(Element& element) {
  if (!element.require("size", "<box size=\"0.3 0.2 0.1\"/>")) return std::nullopt;
  const auto size = element.vector("size", "0.3 0.2 0.1");
  if (!size) return std::nullopt;
  if (size->minCoeff() > 0) return solid::Box{.size = *size};
  element.error_at("size", "all three edges must be greater than zero, not " + in_quotes(*element.text("size")));
  return std::nullopt;
}

std::optional<Solid> read_sphere(Element& element) {
  const auto radius = dimension(element, "radius");
  return radius ? std::optional<Solid>(solid::Sphere{.radius = *radius}) : std::nullopt;
}

/// A cylinder or a capsule: along z, the length of a capsule without its caps.
template <class Round>
std::optional<Solid> read_round(Element& element) {
  const auto radius = dimension(element, "radius");
  const auto length = dimension(element, "length");
  if (!radius || !length) return std::nullopt;
  return Round{.radius = *radius, .length = *length};
}

struct Shape {
  const char* name;
  std::optional<Solid> (*read)(Element&);
};
constexpr std::array<Shape, 4> known_shapes{{{"box", read_box},
                                             {"cylinder", read_round<solid::Cylinder>},
                                             {"sphere", read_sphere},
                                             {"capsule", read_round<solid::Capsule>}}};

/// The shapes of all <visual> or all <collision>.
struct Looks {
  std::vector<LinkShape> shapes;
  bool all = true;  ///< nothing but these: each of them was read
};

void read_geometry(Element& geometry, const Pose& X_BS, Looks& looks) {
  std::size_t read = 0;
  for (const Shape& shape : known_shapes) {
    auto element = geometry.child(shape.name);
    if (!element) continue;
    if (const auto solid = shape.read(*element)) {
      looks.shapes.push_back({*solid, X_BS});
      ++read;
    }
    element->finish();
  }
  geometry.ignore({"mesh"}, "what a link weighs is read from <inertial>; a mesh does not change it");
  geometry.finish();
  looks.all = looks.all && read == 1;
}

Looks read_looks(Element& link, const char* kind) {
  Looks looks;
  for (Element& element : link.children(kind)) {
    element.know({"name", "group", "concave"});
    const Pose X_BS = read_origin(element);
    if (auto geometry = element.child("geometry")) {
      read_geometry(*geometry, X_BS, looks);
    } else {
      element.error("<geometry> is missing", "for example <geometry><sphere radius=\"0.1\"/></geometry>");
    }
    element.ignore({"material"}, "looks do not move anything");
    element.ignore({"contact_coefficients", "verbose"}, "contacts are described elsewhere");
    element.finish();
  }
  return looks;
}

}  // namespace

UrdfLink read_link(Element& element) {
  UrdfLink link{.name = read_name(element, "link"), .line = element.line()};
  if (!link.name.empty()) element.rename(path_of("link", link.name));
  element.know({"type"});
  if (auto inertial = element.child("inertial")) link.inertial = read_inertial(*inertial);
  Looks visual = read_looks(element, "visual"), collision = read_looks(element, "collision");
  Looks& chosen = visual.shapes.empty() ? collision : visual;
  link.all_shapes = chosen.all && !chosen.shapes.empty();
  link.shapes = std::move(chosen.shapes);
  element.ignore({"contact", "sensor", "gazebo", "self_collision_checking", "self_collide"},
                 "it belongs to other programs");
  element.finish();
  return link;
}

Result<std::optional<MassProperties>> mass_of(const UrdfLink& link, const std::string& file) {
  if (!link.inertial || !link.inertial->mass || !link.inertial->inertia) return std::optional<MassProperties>();
  const UrdfInertial& given = *link.inertial;
  const std::string path = path_of("link", link.name) + ".inertial";
  Diagnostics findings;
  if (*given.mass == 0) {
    if (given.inertia->isZero(0)) {
      findings.warning({file, given.mass_line}, path, "mass and inertia are 0: the link is taken as one without mass",
                       "leave <inertial> out, or give both");
      return {std::optional<MassProperties>(), std::move(findings)};
    }
    findings.error({file, given.mass_line}, path + ".mass", "the mass is 0, but the inertia is not",
                   "give the mass, or leave <inertial> out for a link without mass");
    return findings;
  }
  // Checked in the axes in which it is written, so that what is proposed can be written there.
  auto mass = MassProperties::checked(*given.mass, Vec3::Zero(), *given.inertia, path);
  for (Diagnostic finding : mass.diagnostics()) {
    finding.where = {file, finding.path.ends_with(".mass") ? given.mass_line : given.inertia_line};
    findings.add(std::move(finding));
  }
  if (!mass.ok()) return findings;
  return {std::optional(mass->placed(given.X_BC)), std::move(findings)};
}

}  // namespace polhode::urdf
