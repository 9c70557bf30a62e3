#include <polhode/base/text.hpp>
#include <polhode/body/load.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

constexpr Dimension per_velocity = dimension::force / dimension::velocity;
constexpr Dimension volume{.length = 3};
constexpr Dimension field_strength{.length = 3, .time = -2};  // of μ = G M

/// Three formulas over the first `names` inputs of a vector formula; none, with a finding, if they are missing.
std::array<Expression, 3> read_vector_of(TableReader& table, std::string_view key, Dimension dimension,
                                         std::size_t names, const std::string& example) {
  const std::array zero{Expression::constant(0), Expression::constant(0), Expression::constant(0)};
  if (!table.has(key)) {
    table.find(key);
    table.missing(key, "for example " + std::string(key) + " = " + example);
    return zero;
  }
  return table.formulas(key, dimension, VectorFormula::names().first(names)).value_or(zero);
}

/// A key that must be there.
double needed(TableReader& table, std::string_view key, Dimension dimension, const std::string& hint) {
  if (!table.has(key)) table.missing(key, hint);
  return table.not_negative(key, dimension).value_or(0);
}

load::Spring read_spring(TableReader& table) {
  load::Spring spring;
  if (const Node* points = table.find("points")) {
    if (points->kind != Node::Kind::array || points->items.size() != 2)
      table.error(*points, "points", "expected a list of two points, not " + describe(*points),
                  "one in each body: write [[x, y, z], [x, y, z]]");
    else
      for (std::size_t i = 0; i < 2; ++i)
        spring.ends[i].p_BoQ_B =
            read_vector(points->items[i], numbered(table.path("points"), i), dimension::length, table.context())
                .value_or(Vec3::Zero());
  }
  spring.stiffness = needed(table, "stiffness", dimension::force / dimension::length,
                            "for example stiffness = \"40 N/m\"; 0 for a damper alone");
  spring.damping = table.not_negative("damping", per_velocity).value_or(0);
  spring.length = needed(table, "length", dimension::length, "at which length does the spring not pull?");
  return spring;
}

load::TorsionSpring read_torsion_spring(TableReader& table) {
  load::TorsionSpring spring;
  spring.stiffness = needed(table, "stiffness", dimension::torque, "for example stiffness = \"0.2 N m\"");
  spring.damping = table.not_negative("damping", dimension::torque * dimension::time).value_or(0);
  if (const Node* rest = table.find("rest"))
    spring.R_AB_rest = read_orientation(*rest, table.path("rest"), table.context()).value_or(Rotation());
  return spring;
}

load::MutualGravity read_mutual_gravity(TableReader& table) {
  load::MutualGravity attraction;
  attraction.constant =
      table.positive("constant", field_strength / dimension::mass).value_or(load::MutualGravity::newton);
  attraction.gradient = table.truth("gradient").value_or(true);
  return attraction;
}

load::CentralGravity read_central_gravity(TableReader& table) {
  load::CentralGravity source;
  if (!table.has("mu")) table.missing("mu", "G M of the centre, for example mu = \"3.986004418e14 m^3/s^2\"");
  source.mu = table.positive("mu", field_strength).value_or(1);
  source.p_WC = table.vector("at", dimension::length).value_or(Vec3::Zero());
  source.gradient = table.truth("gradient").value_or(true);
  source.J2 = table.number("J2", dimension::none).value_or(0);
  source.radius = table.positive("radius", dimension::length).value_or(0);
  if (const auto axis = table.vector("axis", dimension::none)) {
    const double length = std::sqrt(axis->dot(*axis));
    if (length > 0)
      source.axis_W = *axis / length;
    else
      table.error(*table.node().find("axis"), "axis", "this axis has no direction", "for example axis = [0, 0, 1]");
  }
  if (table.has("J2") != table.has("radius"))
    table.missing(table.has("J2") ? "radius" : "J2", "a flattened ball has both: J2, and the radius of its equator");
  if (table.has("axis") && !table.has("J2"))
    table.error(*table.node().find("axis"), "axis", "a ball that is not flattened has no axis", "give J2 and radius");
  return source;
}

load::Drag read_drag(TableReader& table) {
  load::Drag drag;
  drag.linear = table.not_negative("linear", per_velocity).value_or(0);
  drag.quadratic = table.not_negative("quadratic", per_velocity / dimension::velocity).value_or(0);
  drag.angular = table.not_negative("angular", dimension::torque * dimension::time).value_or(0);
  drag.p_BoQ_B = table.vector("at", dimension::length);
  if (!table.has("linear") && !table.has("quadratic") && !table.has("angular"))
    table.missing("linear", "or quadratic, or angular: for example quadratic = \"0.02 N s^2/m^2\"");
  return drag;
}

load::Buoyancy read_buoyancy(TableReader& table) {
  load::Buoyancy buoyancy;
  buoyancy.density = needed(table, "density", dimension::density, "of the fluid, for example density = \"1 g/cm^3\"");
  if (!table.has("volume")) table.missing("volume", "of the body, for example volume = \"2 m^3\"");
  buoyancy.volume = table.positive("volume", volume).value_or(1);
  buoyancy.p_BoQ_B = table.vector("at", dimension::length);
  buoyancy.level = table.number("level", dimension::length);
  return buoyancy;
}

load::Dipole read_dipole(TableReader& table) {
  load::Dipole dipole;
  if (!table.has("moment")) table.missing("moment", "in A m^2, body axes: for example moment = [0, 0, 0.1]");
  dipole.moment_B = table.vector("moment", dimension::none).value_or(Vec3::Zero());
  dipole.field = VectorField(
      read_vector_of(table, "field", dimension::none, VectorFormula::of_place, "[0, 0, \"3e-5 + 1e-6*z\"], in T"));
  return dipole;
}

/// A push, or a thrust: a push that turns with the body.
load::Push read_push(TableReader& table, bool thrust) {
  load::Push push;
  push.p_BoQ_B = table.vector("at", dimension::length).value_or(Vec3::Zero());
  push.axes = thrust ? Axes::body : read_axes(table);
  push.force = VectorFormula(
      read_vector_of(table, "force", dimension::force, VectorFormula::names().size(), "[0, 0, \"2*sin(3*t)\"]"));
  return push;
}

load::Torque read_torque(TableReader& table) {
  load::Torque couple;
  couple.axes = read_axes(table);
  couple.torque = VectorFormula(
      read_vector_of(table, "torque", dimension::torque, VectorFormula::names().size(), "[0, 0, \"2*sin(3*t)\"]"));
  return couple;
}

load::Gravity read_gravity(TableReader& table) {
  const std::array<Expression, 3> g =
      read_vector_of(table, "acceleration", dimension::acceleration, 1, "[0, 0, -9.81]");
  const VectorOfTime vector(g);
  if (vector.varies())
    table.error(*table.node().find("acceleration"), "acceleration", "a uniform field must not depend on time",
                "use a push at the centre of mass for a force that varies");
  return {vector.at(0)};
}

/// All but the names of the bodies.
void read_kind(TableReader& table, LoadEntry& load) {
  const std::string& type = load.type;
  if (type == load::Gravity::name) load.what = Load(read_gravity(table));
  if (type == load::CentralGravity::name) load.what = Load(read_central_gravity(table));
  if (type == load::Push::name || type == thrust_name) load.what = Load(read_push(table, type == thrust_name));
  if (type == load::Torque::name) load.what = Load(read_torque(table));
  if (type == load::Drag::name) load.what = Load(read_drag(table));
  if (type == load::Buoyancy::name) load.what = Load(read_buoyancy(table));
  if (type == load::Dipole::name) load.what = Load(read_dipole(table));
  if (type == load::Spring::name) load.what = PairLoad(read_spring(table));
  if (type == load::TorsionSpring::name) load.what = PairLoad(read_torsion_spring(table));
  if (type == load::MutualGravity::name) load.what = PairLoad(read_mutual_gravity(table));
  if (type == wind_name)
    load.what = Wind{VectorField(
        read_vector_of(table, "velocity", dimension::velocity, VectorFormula::of_place, "[\"3 + 0.2*z\", 0, 0]"))};
}

/// What pushes one body must say which; fields and resistance act on all unless they say so.
bool needs_body(const std::string& type) {
  return type == load::Push::name || type == thrust_name || type == load::Torque::name ||
         type == load::Buoyancy::name || type == load::Dipole::name;
}

}  // namespace

LoadEntry read_load(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  LoadEntry load;
  std::vector<std::string_view> kinds;
  for (const LoadKind& kind : load_kinds()) kinds.push_back(kind.name);
  if (!table.has("type")) table.missing("type", "for example type = \"push\"");
  load.type = table.word("type", kinds).value_or("");
  if (load.type.empty()) {
    for (const Member& member : node.members) table.find(member.key);
    return load;
  }
  load.name = read_name(table, "load");
  read_kind(table, load);
  const bool attraction = load.type == load::MutualGravity::name;
  if (std::holds_alternative<PairLoad>(load.what)) {
    load.bodies = read_bodies(table, attraction ? 0 : 2);
    if (load.bodies.empty() && (!attraction || table.has("bodies"))) load.what = std::monostate();
  } else if (const auto body = table.text("body")) {
    load.bodies = {*body};
  } else if (needs_body(load.type) && !table.has("body")) {
    table.missing("body", "which body does it act on?");
    load.what = std::monostate();
  }
  table.finish();
  return load;
}

}  // namespace polhode
