// Frames that move.
#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

constexpr std::array<std::string_view, 6> kinds{"earth",           "carousel", "lift",
                                                "vibrating-table", "orbit",    "centre-of-mass"};
constexpr double earth_rate = 7.292115e-5;  // rad/s, of the sidereal day

/// A formula of t; nothing without the key.
std::optional<Expression> read_of_time(TableReader& table, std::string_view key, Dimension dimension) {
  const Node* node = table.find(key);
  if (node == nullptr) return std::nullopt;
  return read_formula(*node, table.path(key), dimension, {.names = time_name()}, table.context());
}

std::optional<VectorOfTime> read_vector_of_time(TableReader& table, std::string_view key, Dimension dimension) {
  auto formulas = table.formulas(key, dimension, time_name());
  return formulas ? std::optional(VectorOfTime(*std::move(formulas))) : std::nullopt;
}

/// Keys of which one, and not both, must be there; whether that is so.
bool one_of(TableReader& table, std::string_view first, std::string_view second, const std::string& hint) {
  if (table.has(first) && table.has(second))
    table.error(*table.node().find(second), second, "'" + std::string(first) + "' already says how this frame moves",
                "keep one of them");
  else if (!table.has(first) && !table.has(second))
    table.missing(first, hint);
  return table.has(first) != table.has(second);
}

void need(TableReader& table, std::string_view key, const std::string& hint) {
  if (!table.has(key)) table.missing(key, hint);
}

std::optional<Vec3> read_direction(TableReader& table) {
  const auto axis = table.vector("axis", dimension::none);
  if (!axis || axis->norm() > 0) return axis;
  table.error(*table.node().find("axis"), "axis", "an axis of length zero has no direction");
  return std::nullopt;
}

/// A turn about its own axis z.
FramePath::Turn about_z(double rate) {
  const std::array<std::string, 2> names{"t", "rate"};
  return {Vec3::UnitZ(), *Expression::compile("rate*t", names, {&rate, 1})};
}

void read_earth(TableReader& table, FramePath::Description& path) {
  need(table, "latitude", "for example latitude = \"48.85 deg\"");
  const double latitude = table.number("latitude", dimension::angle).value_or(0);
  const double rate = table.number("rate", dimension::angular_velocity).value_or(earth_rate);
  if (latitude > pi / 2 || latitude < -pi / 2)
    table.error(*table.node().find("latitude"), "latitude", "a latitude lies between -90 deg and 90 deg",
                "numbers without unit are in radians");
  const auto north = fn::sincos(latitude);
  path.angular_velocity = VectorOfTime(Vec3(0, rate * north.cos, rate * north.sin));
  path.lever = {0, 0, table.not_negative("radius", dimension::length).value_or(0)};
}

void read_carousel(TableReader& table, FramePath::Description& path) {
  need(table, "rate", "for example rate = \"10 rpm\", or a formula of t");
  path.position = table.vector("position", dimension::length).value_or(Vec3::Zero());
  const auto rate = read_of_time(table, "rate", dimension::angular_velocity);
  if (rate) path.angular_velocity = VectorOfTime(std::array{Expression::constant(0), Expression::constant(0), *rate});
}

void read_lift(TableReader& table, FramePath::Description& path) {
  const std::string hint = "or height: formulas of t, for example acceleration = \"1.2*sin(t)\"";
  if (!one_of(table, "acceleration", "height", hint)) {
    table.find("acceleration");
    table.find("height");
    return;
  }
  const bool by_height = table.has("height");
  const auto formula = by_height ? read_of_time(table, "height", dimension::length)
                                 : read_of_time(table, "acceleration", dimension::acceleration);
  if (!formula) return;
  VectorOfTime along(std::array{Expression::constant(0), Expression::constant(0), *formula});
  if (by_height)
    path.position = std::move(along);
  else
    path.acceleration = std::move(along);
}

void read_vibrating_table(TableReader& table, FramePath::Description& path) {
  need(table, "amplitude", "for example amplitude = \"2 mm\"");
  need(table, "frequency", "for example frequency = \"50 Hz\"");
  const double amplitude = table.number("amplitude", dimension::length).value_or(0);
  const double frequency = table.number("frequency", dimension::frequency).value_or(0);
  const double phase = table.number("phase", dimension::angle).value_or(0);
  const Vec3 axis = read_direction(table).value_or(Vec3::UnitZ()).normalized();
  const std::array<std::string, 4> names{"t", "a", "f", "phase"};
  const auto along = [&](int i) {
    const std::array values{amplitude * axis[i], frequency, phase};
    return *Expression::compile("a*sin(2*pi*f*t + phase)", names, values);
  };
  path.position = VectorOfTime(std::array{along(0), along(1), along(2)});
}

void read_orbit(TableReader& table, FramePath::Description& path) {
  need(table, "radius", "for example radius = \"7000 km\"");
  const double radius = table.positive("radius", dimension::length).value_or(1);
  if (!one_of(table, "period", "rate", "or rate: for example period = \"90 min\"")) {
    table.find("period");
    table.find("rate");
    return;
  }
  const auto period = table.positive("period", dimension::time);
  const auto rate = table.number("rate", dimension::angular_velocity);
  path.turn = about_z(period ? 2 * pi / *period : rate.value_or(0));
  path.lever = {radius, 0, 0};
}

/// By formulas of t.
void read_formulas_of(TableReader& table, FramePath::Description& path) {
  path.acceleration = read_vector_of_time(table, "acceleration", dimension::acceleration);
  path.angular_velocity = read_vector_of_time(table, "angular_velocity", dimension::angular_velocity);
  if (path.acceleration) {
    path.position = table.vector("position", dimension::length).value_or(Vec3::Zero());
    path.velocity = table.vector("velocity", dimension::velocity).value_or(Vec3::Zero());
  } else if (auto position = read_vector_of_time(table, "position", dimension::length)) {
    path.position = *std::move(position);
  }
  const auto axis = read_direction(table);
  auto angle = read_of_time(table, "angle", dimension::angle);
  if (table.has("angle") && table.has("angular_velocity")) {
    table.error(*table.node().find("angle"), "angle", "'angular_velocity' already says how this frame moves",
                "keep one of them");
  } else if (angle) {
    path.turn = FramePath::Turn{axis.value_or(Vec3::UnitZ()), *std::move(angle)};
  }
}

std::vector<InertialTerm> read_terms(TableReader& table) {
  std::vector<InertialTerm> terms(inertial_terms.begin(), inertial_terms.end());
  const Node* list = table.find("terms");
  if (list == nullptr) return terms;
  terms.clear();
  std::string all;
  std::vector<std::string> names;
  for (const InertialTerm term : inertial_terms) {
    names.emplace_back(to_string(term));
    all += (all.empty() ? "" : ", ") + names.back();
  }
  if (list->kind != Node::Kind::array) {
    table.error(*list, "terms", "expected a list of terms, not " + describe(*list), "any of " + all);
    return terms;
  }
  for (const Node& item : list->items) {
    const auto found = std::find(names.begin(), names.end(), item.text);
    if (item.kind != Node::Kind::string || found == names.end()) {
      const bool text = item.kind == Node::Kind::string;
      const std::string near = text ? nearest(item.text, names) : "";
      table.error(item, "terms", "there is no term " + (text ? "'" + item.text.substr(0, 60) + "'" : describe(item)),
                  (near.empty() ? "" : "did you mean '" + near + "'? ") + ("known: " + all));
      continue;
    }
    const InertialTerm term = inertial_terms[static_cast<std::size_t>(found - names.begin())];
    if (std::find(terms.begin(), terms.end(), term) != terms.end())
      table.error(item, "terms", "'" + item.text + "' is in the list already", "name each term once");
    else
      terms.push_back(term);
  }
  return terms;
}

}  // namespace

FrameEntry read_frame(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  FrameEntry frame;
  frame.name = read_name(table, "frame");
  if (frame.name == world_name || frame.name == inertial_name)
    table.error(*table.node().find("name"), "name", "'" + frame.name + "' is a frame that is there already",
                "choose another name");
  frame.parent = table.text("parent").value_or("");
  if (const Node* start = table.find("orientation"))
    frame.path.start = read_orientation(*start, table.path("orientation"), context).value_or(Rotation());
  const std::string kind = table.word("kind", kinds).value_or("");
  frame.at_centre_of_mass = kind == "centre-of-mass";
  if (kind == "earth") read_earth(table, frame.path);
  if (kind == "carousel") read_carousel(table, frame.path);
  if (kind == "lift") read_lift(table, frame.path);
  if (kind == "vibrating-table") read_vibrating_table(table, frame.path);
  if (kind == "orbit") read_orbit(table, frame.path);
  if (frame.at_centre_of_mass)
    for (const std::string_view key : {"parent", "orientation"})
      if (table.has(key))
        table.error(*table.node().find(key), key, "the frame of the centre of mass has none: it goes along with it",
                    "leave it out");
  if (!table.has("kind")) read_formulas_of(table, frame.path);
  if (kind.empty() && table.has("kind"))
    for (const Member& member : node.members) table.find(member.key);
  table.finish();
  return frame;
}

WorldFrame read_world_frame(const Node& node, const std::string& path, ReadContext& context) {
  constexpr std::array<std::string_view, 2> where{"frame", "inertial"};
  TableReader table(node, path, context);
  WorldFrame frame;
  frame.named = table.text("frame").value_or("");
  frame.path.angular_velocity = read_vector_of_time(table, "angular_velocity", dimension::angular_velocity);
  frame.path.acceleration = read_vector_of_time(table, "acceleration", dimension::acceleration);
  for (const std::string_view key : {"angular_velocity", "acceleration"})
    if (table.has("frame") && table.has(key))
      table.error(*table.node().find(key), key, "'frame' already says how the world moves", "keep one of them");
  if (!table.has("frame") && !table.has("angular_velocity") && !table.has("acceleration"))
    table.missing("angular_velocity", "or acceleration, or frame = the name of a [[frame]]");
  frame.gravity_turns_along = table.word("gravity_fixed_in", where).value_or("frame") == "frame";
  frame.terms = read_terms(table);
  table.finish();
  return frame;
}

}  // namespace polhode
