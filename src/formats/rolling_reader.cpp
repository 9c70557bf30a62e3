// [[rolling]].
#include <array>

#include <polhode/base/text.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

constexpr Dimension viscosity = dimension::force / (dimension::length * dimension::length) * dimension::time;
constexpr Dimension kinematic_viscosity = dimension::length * dimension::velocity;
constexpr Dimension angular_drag = dimension::torque * dimension::time;

/// A key that a law cannot do without.
double read_needed(TableReader& table, std::string_view key, Dimension dimension, const std::string& example) {
  if (!table.has(key)) table.missing(key, "for example " + std::string(key) + " = " + example);
  return table.not_negative(key, dimension).value_or(0);
}

std::optional<Dissipation> read_dissipation(const Node& node, const std::string& path, ReadContext& context) {
  constexpr std::array<std::string_view, 5> laws{dissipation::RollingTorque::name, dissipation::RollingDrag::name,
                                                 dissipation::Viscous::name, dissipation::AirFilm::name,
                                                 dissipation::BoundaryLayer::name};
  TableReader table(node, path, context);
  const std::string law = table.word("law", laws).value_or("");
  if (!table.has("law")) table.missing("law", "for example law = \"rolling-torque\"");
  if (law.empty()) {
    // Its keys cannot be judged without it.
    for (const Member& member : table.node().members) table.find(member.key);
    return std::nullopt;
  }
  Dissipation made;
  if (law == dissipation::RollingTorque::name)
    made = dissipation::RollingTorque{read_needed(table, "coefficient", dimension::torque, "\"1e-5 N m\"")};
  if (law == dissipation::RollingDrag::name)
    made = dissipation::RollingDrag{read_needed(table, "coefficient", angular_drag, "\"1e-6 N m s\"")};
  if (law == dissipation::Viscous::name)
    made = dissipation::Viscous{read_needed(table, "coefficient", angular_drag, "\"1e-6 N m s\"")};
  if (law == dissipation::AirFilm::name) {
    const double eta = read_needed(table, "viscosity", viscosity, "\"1.8e-5 Pa s\"");
    made = dissipation::AirFilm{eta, table.positive("radius", dimension::length).value_or(0)};
  }
  if (law == dissipation::BoundaryLayer::name) {
    dissipation::BoundaryLayer layer{.viscosity = read_needed(table, "viscosity", viscosity, "\"1.8e-5 Pa s\"")};
    if (!table.has("kinematic")) table.missing("kinematic", "for example kinematic = \"1.5e-5 m^2/s\"");
    layer.kinematic = table.positive("kinematic", kinematic_viscosity).value_or(1);
    layer.factor = table.not_negative("factor", dimension::none).value_or(layer.factor);
    layer.radius = table.positive("radius", dimension::length).value_or(0);
    made = layer;
  }
  table.finish();
  return made;
}

rolling_start::Steady read_steady(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  if (!table.has("tilt")) table.missing("tilt", "for example steady = { tilt = \"20 deg\" }");
  const auto tilt = table.number("tilt", dimension::angle);
  rolling_start::Steady steady{.tilt = tilt.value_or(0)};
  if (tilt && !(*tilt > 0 && *tilt < pi))
    table.error(*table.node().find("tilt"), "tilt",
                "the tilt is between 0 and 180 deg, and this is " + rounded(steady.tilt) + " rad",
                "numbers without unit are in radians; a body whose axis is upright starts as upright, with on_end");
  steady.precession = table.number("precession", dimension::angular_velocity);
  steady.spin = table.number("spin", dimension::angular_velocity);
  if (table.has("precession") && table.has("spin"))
    table.error(*table.node().find("spin"), "spin", "'precession' already says how fast it goes, and the spin follows",
                "keep one of them");
  table.finish();
  return steady;
}

rolling_start::Straight read_straight(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  if (!table.has("speed")) table.missing("speed", "for example straight = { speed = \"1 m/s\" }");
  rolling_start::Straight straight{.speed = table.number("speed", dimension::velocity).value_or(0)};
  straight.heading = table.number("heading", dimension::angle).value_or(0);
  table.finish();
  return straight;
}

rolling_start::Upright read_upright(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  if (!table.has("spin")) table.missing("spin", "for example upright = { spin = \"20 rad/s\" }");
  rolling_start::Upright upright{.spin = table.number("spin", dimension::angular_velocity).value_or(0)};
  upright.on_end = table.truth("on_end").value_or(false);
  table.finish();
  return upright;
}

/// The one way in which a start is given; none, with findings that name two of them, if there are several.
std::string_view way_of(TableReader& table) {
  // Words for an attitude may stand together, and so may angles and their rates.
  constexpr std::array<std::array<std::string_view, 2>, 11> words{{{"steady", "steady"},
                                                                   {"straight", "straight"},
                                                                   {"upright", "upright"},
                                                                   {"euler_zxz", "euler_zxz"},
                                                                   {"euler_zxz_rates", "euler_zxz"},
                                                                   {"orientation", "attitude"},
                                                                   {"quaternion", "attitude"},
                                                                   {"euler", "attitude"},
                                                                   {"matrix", "attitude"},
                                                                   {"angular_velocity_body", "attitude"},
                                                                   {"angular_velocity", "attitude"}}};
  std::string_view first, way = "attitude";
  bool once = true;
  for (const auto& [key, of] : words) {
    const Node* node = table.find(key);
    if (node == nullptr) continue;
    if (first.empty()) first = key, way = of;
    if (of == way) continue;
    table.error(*node, key,
                "the start is given twice, by '" + std::string(first) + "' and by '" + std::string(key) + "'",
                "keep one of them");
    once = false;
  }
  return once ? way : std::string_view();
}

void read_motion(TableReader& table, RollingStart& start) {
  ReadContext& context = table.context();
  const std::string_view way = way_of(table);
  if (way == "steady") start.motion = read_steady(*table.find("steady"), table.path("steady"), context);
  if (way == "straight") start.motion = read_straight(*table.find("straight"), table.path("straight"), context);
  if (way == "upright") start.motion = read_upright(*table.find("upright"), table.path("upright"), context);
  if (way == "euler_zxz") {
    if (!table.has("euler_zxz")) table.missing("euler_zxz", "the angles, for example [0, \"30 deg\", 0]");
    rolling_start::Euler euler;
    euler.angles = table.vector("euler_zxz", dimension::angle).value_or(Vec3::Zero());
    euler.rates = table.vector("euler_zxz_rates", dimension::angular_velocity).value_or(Vec3::Zero());
    start.motion = euler;
  }
  if (way == "attitude") {
    BodyEntry body;
    read_rotation_state(table, body);
    start.motion = rolling_start::Attitude{body.orientation, body.angular_velocity, body.angular_velocity_in_body};
  }
}

RollingStart read_rolling_start(TableReader& body) {
  RollingStart start;
  start.position = body.vector("position", dimension::length).value_or(Vec3::Zero());
  const Node* node = body.find("start");
  if (node == nullptr) return start;
  TableReader table(*node, body.path("start"), body.context());
  read_motion(table, start);
  if (const auto place = table.vector("position", dimension::length)) start.position = *place;
  if (table.has("position") && body.has("position"))
    table.error(*table.node().find("position"), "position", "the position is given twice, here and outside of start",
                "keep one of them");
  start.velocity = table.vector("velocity", dimension::velocity);
  start.flying = table.truth("flying").value_or(false);
  const bool stands = std::holds_alternative<rolling_start::Attitude>(start.motion) ||
                      std::holds_alternative<rolling_start::Euler>(start.motion);
  start.turned = table.number("turned", dimension::angle).value_or(0);
  if (table.has("turned") && stands)
    table.error(*table.node().find("turned"), "turned", "only steady, straight and upright starts are turned",
                "say how it is turned by its attitude");
  table.finish();
  return start;
}

/// Keys that people look for here, and that belong into a table of this one.
void refuse_misplaced(TableReader& table) {
  const auto refuse = [&table](std::span<const std::string_view> keys, const std::string& home) {
    for (const std::string_view key : keys)
      if (table.has(key))
        table.error(*table.find(key), key, "this belongs into '" + home + "'",
                    home + " = { " + std::string(key) + " = … }");
  };
  constexpr std::array<std::string_view, 2> of_contact{"friction", "restitution"};
  constexpr std::array<std::string_view, 6> of_plane{"slope", "normal", "turning", "downhill", "point", "place"};
  constexpr std::array<std::string_view, 14> of_start{
      "velocity",  "orientation",     "quaternion", "euler",    "matrix",  "angular_velocity", "angular_velocity_body",
      "euler_zxz", "euler_zxz_rates", "steady",     "straight", "upright", "flying",           "turned"};
  refuse(of_contact, table.has("ground") ? "ground" : "plane");
  refuse(of_plane, "plane");
  refuse(of_start, "start");
}

/// Whether a body whose axes are those of the world lies on a flat face.
bool lies_flat(const Surface& surface, const Ground& ground) {
  const auto* plane = std::get_if<ground::Plane>(&ground.shape);
  return has_flat_faces(surface) && plane != nullptr && plane->normal[0] == 0 && plane->normal[1] == 0;
}

/// How flat a body with flat faces may lie; the default if it is not given, or, with a finding, wrong.
double read_flat_tilt(TableReader& table, double otherwise) {
  const auto tilt = table.positive("flat_tilt", dimension::angle);
  if (!tilt || *tilt < pi / 2) return tilt.value_or(otherwise);
  table.error(*table.node().find("flat_tilt"), "flat_tilt",
              "what has lain down is tilted by less than 90 deg, and this is " + rounded(*tilt) + " rad",
              "numbers without unit are in radians; for example \"0.1 deg\"");
  return otherwise;
}

}  // namespace

RollingEntry read_rolling(const Node& node, const std::string& path, ReadContext& context) {
  constexpr std::array<RollingForm, 3> forms{RollingForm::space, RollingForm::body, RollingForm::euler};
  TableReader table(node, path, context);
  RollingEntry entry;
  Diagnostics others;
  std::swap(others, context.findings);  // so that what is wrong with this entry can be told
  entry.name = read_body_name(table, "roller");
  if (entry.name == rolling_name)
    table.error(*table.node().find("name"), "name", "'rolling' is what all rolling bodies together are called",
                "choose another name");
  const Node* surface = table.find("surface");
  if (surface == nullptr)
    table.missing("surface", "for example surface = { disk = { radius = \"4 cm\", half_thickness = \"5 mm\" } }");
  else
    entry.surface = read_surface(*surface, table.path("surface"), context);
  entry.centre = table.vector("centre", dimension::length);
  if (!table.has("mass")) table.missing("mass", "for example mass = \"440 g\"");
  entry.mass = table.positive("mass", dimension::mass).value_or(0);
  if (table.find("inertia") != nullptr) entry.inertia = read_inertia_tensor(table);
  std::array<std::string_view, forms.size()> words;
  for (std::size_t i = 0; i < forms.size(); ++i) words[i] = to_string(forms[i]);
  if (const auto word = table.word("form", words))
    for (const RollingForm form : forms)
      if (to_string(form) == *word) entry.form = form;
  entry.ground = read_ground(table);
  if (const Node* law = table.find("dissipation"))
    entry.dissipation = read_dissipation(*law, table.path("dissipation"), context);
  entry.start = read_rolling_start(table);
  if (!table.has("start") && entry.surface && lies_flat(*entry.surface, entry.ground))
    table.missing("start", "it would lie on its flat face; for example start = { steady = { tilt = \"20 deg\" } }");
  entry.flat_tilt = read_flat_tilt(table, entry.flat_tilt);
  if (table.has("flat_tilt") && entry.surface && !has_flat_faces(*entry.surface))
    table.error(*table.node().find("flat_tilt"), "flat_tilt", "only a body with flat faces comes to lie flat",
                "leave it out");
  refuse_misplaced(table);
  table.finish();
  // Half a body would only bring further findings about what is missing.
  if (context.findings.has_errors()) entry.surface.reset();
  others.append(context.findings);
  std::swap(others, context.findings);
  return entry;
}

}  // namespace polhode
