// plane = { … } and ground = { … }: what a body rolls on, and what friction there is.
#include <algorithm>
#include <array>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

constexpr Dimension per_speed = dimension::time / dimension::length;
constexpr Dimension force_per_speed = dimension::force / dimension::velocity;
constexpr const char* frictions =
    "a number, for example 0.3; or \"smooth\"; or a table, for example { sliding = 0.3, standing = 0.4 }";

/// Whether a formula in a number's place is one of the time.
bool reads_time(const Node& node) {
  if (node.kind == Node::Kind::array) return std::any_of(node.items.begin(), node.items.end(), reads_time);
  if (node.kind != Node::Kind::string) return false;
  const std::string t = "t";
  const auto formula = Expression::compile(node.text, {&t, 1});
  return formula.ok() && formula->uses(0);
}

/// A normal of formulas would be a plane that tilts, which the equations do not know.
bool refuse_tilting(TableReader& table) {
  bool refused = false;
  for (const std::string_view key : {"normal", "slope"}) {
    const Node* node = table.find(key);
    if (node == nullptr || !reads_time(*node)) continue;
    table.error(
        *node, key, "a plane cannot tilt with time",
        "it moves by place = [\"…\", \"…\", \"…\"] and turns about its normal by turning = \"…\", formulas of t");
    refused = true;
  }
  return refused;
}

/// The direction of a vector that is not zero, however long it is.
Vec3 direction_along(const Vec3& vector) { return (vector / vector.cwiseAbs().maxCoeff()).normalized(); }

/// A key that names a direction; `otherwise` without it, or, with a finding, if it has none.
Vec3 read_direction_of(TableReader& table, std::string_view key, const Vec3& otherwise) {
  const auto vector = table.vector(key, dimension::none);
  if (!vector) return otherwise;
  if (*vector != Vec3::Zero()) return direction_along(*vector);
  table.error(*table.node().find(key), key, "a vector of length zero has no direction", "for example [0, 0, 1]");
  return otherwise;
}

std::optional<Friction> read_friction_table(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  std::optional<Friction> friction;
  std::string_view given;
  for (const std::string_view key : {"sliding", "load_viscous", "viscous"}) {
    const Node* value = table.find(key);
    if (value == nullptr) continue;
    if (!given.empty())
      table.error(*value, key, "'" + std::string(given) + "' already says what friction this is", "keep one of them");
    given = key;
  }
  friction::Coulomb coulomb{.sliding = table.not_negative("sliding", dimension::none).value_or(0)};
  coulomb.standing = table.not_negative("standing", dimension::none).value_or(coulomb.sliding);
  coulomb.patch = table.not_negative("patch", dimension::length).value_or(0);
  const double by_load = table.not_negative("load_viscous", per_speed).value_or(0);
  const double plain = table.not_negative("viscous", force_per_speed).value_or(0);
  if (coulomb.standing < coulomb.sliding)
    table.error(*table.node().find("standing"), "standing", "what stands is held by no less than what slides",
                "standing is " + shortest(coulomb.sliding) + " or more, or left out");
  for (const std::string_view key : {"standing", "patch"})
    if (!given.empty() && given != "sliding" && table.has(key))
      table.error(*table.node().find(key), key, "only dry friction has it, which is given by 'sliding'",
                  "leave it out");
  if (given.empty())
    table.missing("sliding", "or load_viscous, or viscous: for example friction = { sliding = 0.3, standing = 0.4 }");
  table.finish();
  if (given == "sliding") friction = coulomb;
  if (given == "load_viscous") friction = friction::LoadViscous{by_load};
  if (given == "viscous") friction = friction::Viscous{plain};
  return friction;
}

/// What can be no number: letters only, and more of them than pi and e have.
bool is_word(std::string_view text) {
  return text.size() > 2 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; });
}

/// The keys `friction` and `restitution`, which every ground has.
void read_contact(TableReader& table, Ground& ground) {
  if (const Node* node = table.find("friction")) {
    if (node->kind == Node::Kind::table) {
      ground.friction = read_friction_table(*node, table.path("friction"), table.context());
    } else if (node->kind == Node::Kind::string && node->text == "smooth") {
      ground.friction = friction::Smooth{};
    } else if (node->kind == Node::Kind::string && is_word(node->text)) {
      table.error(*node, "friction", "there is no friction '" + node->text.substr(0, 60) + "'", frictions);
    } else if (node->kind != Node::Kind::string && node->kind != Node::Kind::number) {
      table.error(*node, "friction", "expected a number, not " + describe(*node), frictions);
    } else if (const auto mu = table.not_negative("friction", dimension::none)) {
      ground.friction = friction::Coulomb{.sliding = *mu, .standing = *mu};
    }
  }
  const Node* node = table.find("restitution");
  ground.restitution = table.not_negative("restitution", dimension::none).value_or(0);
  if (ground.restitution > 1)
    table.error(*node, "restitution",
                "must not be more than 1, not " + shortest(ground.restitution) + ", for no blow gives energy",
                "1 bounces back without loss, 0 does not bounce");
  if (node != nullptr && !ground.friction)
    table.error(*node, "restitution", "without friction given a body neither leaves its ground nor lands on it",
                "give friction, for example 0.3, or \"smooth\"");
}

/// The unit normal: given, or that of a slope.
Vec3 read_normal(TableReader& table) {
  if (refuse_tilting(table)) return Vec3::UnitZ();
  const Vec3 normal = read_direction_of(table, "normal", Vec3::UnitZ());
  const auto slope = table.number("slope", dimension::angle);
  Vec3 downhill = read_direction_of(table, "downhill", Vec3::UnitX());
  if (table.has("slope") && table.has("normal"))
    table.error(*table.node().find("slope"), "slope", "'normal' already says how this plane lies", "keep one of them");
  if (table.has("downhill") && !table.has("slope"))
    table.error(*table.node().find("downhill"), "downhill", "a plane without slope goes down nowhere",
                "give slope, for example \"10 deg\"");
  if (!slope) return normal;
  if (!(*slope > -pi / 2 && *slope < pi / 2)) {
    const bool is_wall = std::fabs(std::fabs(*slope) - pi / 2) < 1e-9;
    table.error(*table.node().find("slope"), "slope",
                is_wall ? "a slope of 90 deg is a wall: nothing presses the body on it"
                        : "a slope lies between -90 deg and 90 deg",
                is_wall ? "make it less steep, or give its normal and let the body start in flight"
                        : "numbers without unit are in radians");
  }
  downhill[2] = 0;
  if (!(downhill.norm() > 0)) {
    table.error(*table.node().find("downhill"), "downhill", "this direction has no level part",
                "downhill is where the slope goes, seen from above: for example [1, 0, 0]");
    return normal;
  }
  const auto tilt = fn::sincos(*slope);
  return tilt.sin * downhill.normalized() + tilt.cos * Vec3::UnitZ();
}

void read_plane(TableReader& table, Ground& ground) {
  ground::Plane plane;
  plane.normal = read_normal(table);
  const auto point = table.vector("point", dimension::length);
  auto place = table.formulas("place", dimension::length, time_name());
  if (table.has("point") && table.has("place"))
    table.error(*table.node().find("place"), "place", "'point' already says where this plane is", "keep one of them");
  if (point) plane.place = *point;
  if (place) plane.place = VectorOfTime(*std::move(place));
  if (const Node* turning = table.find("turning"))
    plane.turning = read_formula(*turning, table.path("turning"), dimension::angular_velocity, {.names = time_name()},
                                 table.context())
                        .value_or(Expression::constant(0));
  ground.shape = std::move(plane);
  read_contact(table, ground);
}

/// sphere and cylinder, within a ground.
void read_curved(TableReader& outer, std::string_view kind, Ground& ground) {
  TableReader table(*outer.find(kind), outer.path(kind), outer.context());
  if (!table.has("radius")) table.missing("radius", "for example radius = \"1 m\"");
  const Vec3 centre = table.vector("centre", dimension::length).value_or(Vec3::Zero());
  const double radius = table.positive("radius", dimension::length).value_or(1);
  const bool inside = table.truth("inside").value_or(true);
  if (kind == "sphere") {
    ground.shape = ground::Sphere{centre, radius, inside};
  } else {
    const auto axis = table.find("axis") == nullptr ? std::nullopt : read_axis(table, {});
    ground.shape = ground::Cylinder{centre, axis ? direction_along(*axis) : Vec3(Vec3::UnitZ()), radius, inside};
  }
  table.finish();
}

}  // namespace

Ground read_ground(TableReader& body) {
  Ground ground;
  const Node *plane = body.find("plane"), *curved = body.find("ground");
  if (plane != nullptr && curved != nullptr)
    body.error(*curved, "ground", "'plane' already says what this body rolls on", "keep one of them");
  if (plane != nullptr) {
    TableReader table(*plane, body.path("plane"), body.context());
    read_plane(table, ground);
    table.finish();
  }
  if (curved == nullptr) return ground;
  TableReader table(*curved, body.path("ground"), body.context());
  const bool sphere = table.find("sphere") != nullptr, cylinder = table.find("cylinder") != nullptr;
  if (sphere && cylinder)
    table.error(*table.node().find("cylinder"), "cylinder", "'sphere' already says what ground this is",
                "keep one of them");
  else if (sphere || cylinder)
    read_curved(table, sphere ? "sphere" : "cylinder", ground);
  else
    table.missing("sphere",
                  "or cylinder: for example ground = { sphere = { radius = \"1 m\" } }; of a plane the key is plane, "
                  "not ground: plane = { friction = 0.3 }");
  read_contact(table, ground);
  table.finish();
  return ground;
}

}  // namespace polhode
