#include <algorithm>
#include <array>

#include <polhode/base/text.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

constexpr std::array<std::string_view, 5> ways_to_say_mass{"parts", "inertia", "mesh", "particles", "solid"};
constexpr std::array<std::string_view, 2> shell_words{"closed", "open"};
const std::array<std::string, 3> xyz{"x", "y", "z"};
const std::array<std::string, 1> copy_names{"i"};  // what formulas of the start of copies may speak of

solid::Shell read_shell(TableReader& table) {
  const auto word = table.word("shell", shell_words);
  if (!word) return solid::Shell::none;
  return *word == "open" ? solid::Shell::open : solid::Shell::closed;
}

/// The numbers of a solid's keys, in the order of the kind; nothing if one of them is missing or wrong.
std::optional<std::vector<double>> read_dimensions(TableReader& table, const solid::Kind& kind) {
  std::vector<double> numbers;
  bool good = true;
  for (const solid::Key& key : kind.keys) {
    if (!table.has(key.name)) {
      table.find(key.name);
      // A disk may be infinitely thin.
      if (kind.name == solid::Disk::name && key.name == "length") {
        numbers.push_back(0);
        continue;
      }
      table.missing(key.name, "a " + std::string(kind.name) + " needs it");
      good = false;
    } else if (key.count == 3) {
      const auto value = table.vector(key.name, key.dimension);
      good = good && value.has_value();
      for (int i = 0; i < 3; ++i) numbers.push_back(value ? (*value)[i] : 0);
    } else {
      const auto value = table.number(key.name, key.dimension);
      good = good && value.has_value();
      numbers.push_back(value.value_or(0));
    }
  }
  return good ? std::optional(std::move(numbers)) : std::nullopt;
}

const solid::Kind* read_kind(TableReader& table) {
  std::vector<std::string_view> names;
  for (const solid::Kind& kind : solid::kinds()) names.push_back(kind.name);
  if (!table.has("solid")) {
    table.missing("solid", "for example solid = \"box\"");
    return nullptr;
  }
  const auto name = table.word("solid", names);
  return name ? solid::find_kind(*name) : nullptr;
}

/// Findings of the mass layer know paths, not places.
void place_findings(const Diagnostics& findings, ReadContext& context) {
  for (Diagnostic finding : findings) {
    finding.where = context.source.find(finding.path);
    context.findings.add(std::move(finding));
  }
}

std::optional<Solid> read_solid(TableReader& table) {
  const solid::Kind* kind = read_kind(table);
  solid::Given given;
  given.shell = read_shell(table);
  given.mass = table.number("mass", dimension::mass);
  if (kind == nullptr) {
    // Its keys cannot be judged, and complaining about each would bury the one mistake.
    for (const Member& member : table.node().members) table.find(member.key);
    return std::nullopt;
  }
  given.density = table.number("density", kind->density_dimension(given.shell));
  auto numbers = read_dimensions(table, *kind);
  const bool amounts_good =
      given.mass.has_value() == table.has("mass") && given.density.has_value() == table.has("density");
  if (!numbers || !amounts_good) return std::nullopt;
  given.numbers = *std::move(numbers);
  auto solid = solid::make(kind->name, given, table.path());
  if (solid.ok()) return *std::move(solid);
  place_findings(solid.diagnostics(), table.context());
  return std::nullopt;
}

std::optional<Part> read_part(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  auto solid = read_solid(table);
  Pose X_BP;
  X_BP.p = table.vector("at", dimension::length).value_or(Vec3::Zero());
  if (const Node* rotate = table.find("rotate"))
    X_BP.R = read_orientation(*rotate, table.path("rotate"), context).value_or(Rotation());
  const bool remove = table.truth("remove").value_or(false);
  table.finish();
  if (!solid) return std::nullopt;
  return Part{*std::move(solid), X_BP, remove};
}

SolidParts read_parts(TableReader& body) {
  SolidParts parts;
  const std::span<const Node> nodes = body.list("parts");
  if (nodes.empty() && body.find("parts")->kind == Node::Kind::array)
    body.error(*body.find("parts"), "parts", "a body needs at least one part");
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (auto part = read_part(nodes[i], numbered(body.path("parts"), i), body.context()))
      parts.parts.push_back(*std::move(part));
  return parts;
}

GivenInertia read_inertia(TableReader& body) {
  GivenInertia given;
  given.mass = body.positive("mass", dimension::mass).value_or(0);
  if (!body.has("mass")) body.missing("mass", "inertia alone does not say how heavy the body is");
  given.inertia = read_inertia_tensor(body);
  given.centre = body.vector("centre", dimension::length).value_or(Vec3::Zero());
  return given;
}

MeshMass read_mesh(TableReader& body, MeshLoader load_mesh) {
  MeshMass mesh;
  mesh.mass = body.positive("mass", dimension::mass);
  mesh.density = body.positive("density", dimension::density);
  if (body.has("mass") == body.has("density"))
    body.error(*body.find("mesh"), "mesh", "a mesh needs mass or density, and not both",
               "for example density = \"7.8 g/cm^3\"");
  if (const auto path = body.text("mesh")) {
    auto loaded = load_mesh(*path);
    if (loaded.ok())
      mesh.mesh = *std::move(loaded);
    else
      for (Diagnostic finding : loaded.diagnostics()) {
        // What concerns the file as a whole is said where the scene names it.
        if (finding.where.line == 0) {
          if (!finding.where.file.empty()) finding.message = "'" + finding.where.file + "' " + finding.message;
          finding.where = body.find("mesh")->where;
        }
        if (finding.path.empty()) finding.path = body.path("mesh");
        body.context().findings.add(std::move(finding));
      }
  }
  return mesh;
}

Particles read_particles(TableReader& body) {
  Particles particles;
  const std::span<const Node> nodes = body.list("particles");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    TableReader table(nodes[i], numbered(body.path("particles"), i), body.context());
    const auto mass = table.positive("mass", dimension::mass);
    if (!table.has("mass")) table.missing("mass", "for example { mass = \"20 g\", at = [0.1, 0, 0] }");
    const auto at = table.vector("at", dimension::length);
    if (!table.has("at")) table.missing("at", "for example { mass = \"20 g\", at = [0.1, 0, 0] }");
    table.finish();
    if (mass && at) particles.points.push_back({*mass, *at});
  }
  if (nodes.empty()) body.error(*body.find("particles"), "particles", "a body needs at least one particle");
  return particles;
}

/// Passes over everything that may say what a body is made of, so that none of it counts as unknown.
void read_nothing(TableReader& body) {
  for (std::string_view key : {"parts", "inertia", "mesh", "particles", "solid", "mass", "density", "centre", "shell"})
    body.find(key);
  for (const solid::Kind& kind : solid::kinds())
    for (const solid::Key& key : kind.keys) body.find(key.name);
}

/// solid = … on the body itself: one solid, or, when the density is a formula of x, y, z, a density field.
MassDescription read_single_solid(TableReader& body) {
  const Node* density = body.node().find("density");
  const bool field = density != nullptr && density->kind == Node::Kind::string &&
                     !parse_quantity(density->text, dimension::density).ok() &&
                     density->text.find_first_of("xyz") != std::string::npos;
  if (!field) {
    SolidParts parts;
    if (auto solid = read_solid(body)) parts.parts.push_back({*std::move(solid), Pose{}, false});
    return parts;
  }
  if (const Node* shell = body.find("shell")) {
    body.error(*shell, "shell", "a density formula fills a solid, and a shell is hollow",
               "leave out shell, or give the shell's mass or a density that is a number");
    read_nothing(body);
    return std::monostate();
  }
  const solid::Kind* kind = read_kind(body);
  DensityField result{solid::Sphere{}, Expression::constant(1)};
  result.tolerance = body.positive("quadrature_tolerance", dimension::none).value_or(result.tolerance);
  auto formula =
      read_formula(*body.find("density"), body.path("density"), dimension::density, {.names = xyz}, body.context());
  if (formula) result.density = *std::move(formula);
  if (kind == nullptr) return result;
  solid::Given given;
  auto numbers = read_dimensions(body, *kind);
  if (!numbers) return result;
  given.numbers = *std::move(numbers);
  auto shape = solid::make_shape(kind->name, given, body.path());
  if (shape.ok())
    result.solid = *std::move(shape);
  else
    place_findings(shape.diagnostics(), body.context());
  return result;
}

/// A vector of the start: three numbers, or for copies three formulas of i.
Vec3 read_start(TableReader& table, std::string_view key, Dimension dimension, Copies::Formulas* formulas) {
  if (formulas == nullptr) return table.vector(key, dimension).value_or(Vec3::Zero());
  if (table.has(key)) *formulas = table.formulas(key, dimension, copy_names);
  return Vec3::Zero();
}

/// In which numbers the motion is kept, and what brings them back to a rotation.
void read_state_form(TableReader& table, BodyEntry& body) {
  std::vector<std::string_view> forms, ways;
  for (const StateFormKind& kind : state_forms()) forms.push_back(kind.name);
  for (const RenormaliseKind& kind : renormalisations()) ways.push_back(kind.name);
  if (const auto word = table.word("state", forms))
    for (const StateFormKind& kind : state_forms())
      if (kind.name == *word) body.state = kind.form;
  if (const auto word = table.word("renormalise", ways))
    for (const RenormaliseKind& kind : renormalisations())
      if (kind.name == *word) body.renormalise = kind.what;
}

/// copies and record.
void read_copies(TableReader& table, BodyEntry& body) {
  const Node* record = table.find("record");
  const auto count = table.count("copies");
  if (!table.has("copies")) {
    if (record != nullptr)
      table.error(*record, "record", "only a body with copies says which of them are recorded",
                  "leave it out, or give copies");
    return;
  }
  body.copies.emplace();
  body.copies->count = count.value_or(1);
  if (count && *count > most_copies)
    table.error(*table.node().find("copies"), "copies",
                "expected at most " + std::to_string(most_copies) + " copies, not " + std::to_string(*count));
  const auto numbers = table.numbers("record", dimension::none);
  if (!numbers || !count) return;
  body.copies->record.clear();
  for (double number : *numbers) {
    const bool whole = number >= 0 && number < *count && number == static_cast<double>(static_cast<int>(number));
    const int copy = whole ? static_cast<int>(number) : -1;
    std::vector<int>& known = body.copies->record;
    if (copy < 0)
      table.error(
          *record, "record",
          "there is no copy " + shortest(number) + ": they are numbered from 0 to " + std::to_string(*count - 1));
    else if (std::find(known.begin(), known.end(), copy) != known.end())
      table.error(*record, "record", "copy " + std::to_string(copy) + " is recorded twice", "name it once");
    else
      known.push_back(copy);
  }
  if (numbers->empty())
    table.error(*record, "record", "at least one copy must be recorded", "leave it out to record the first");
  if (body.copies->record.empty()) body.copies->record = {0};
}

}  // namespace

Mat3 read_inertia_tensor(TableReader& table) {
  const Node* inertia = table.find("inertia");
  if (inertia == nullptr) return Mat3::Zero();
  const bool rows =
      inertia->kind == Node::Kind::array && !inertia->items.empty() && inertia->items[0].kind == Node::Kind::array;
  if (rows) return table.matrix("inertia", dimension::inertia).value_or(Mat3::Zero());
  const auto moments = table.vector("inertia", dimension::inertia);
  return moments ? Mat3(moments->asDiagonal()) : Mat3(Mat3::Zero());
}

bool says_mass(const TableReader& table) {
  return std::any_of(ways_to_say_mass.begin(), ways_to_say_mass.end(),
                     [&](std::string_view way) { return table.has(way); });
}

MassDescription read_mass(TableReader& body, MeshLoader load_mesh) {
  std::vector<std::string_view> given;
  for (std::string_view way : ways_to_say_mass)
    if (body.has(way)) given.push_back(way);
  const std::string hint =
      "give parts = [ { solid = … } ], or mass + inertia, or mesh + density, or particles, or solid";
  if (given.empty())
    body.missing("parts", hint);
  else if (given.size() > 1)
    body.error(*body.node().find(given[1]), given[1],
               "'" + std::string(given[0]) + "' already says what this body is made of", hint);
  if (given.empty() || given.size() > 1) {
    read_nothing(body);
    return std::monostate();
  }
  if (given[0] == "parts") return read_parts(body);
  if (given[0] == "inertia") return read_inertia(body);
  if (given[0] == "mesh") return read_mesh(body, load_mesh);
  if (given[0] == "particles") return read_particles(body);
  return read_single_solid(body);
}

void read_rotation_state(TableReader& table, BodyEntry& body) {
  // The ways to say an orientation may stand in `orientation = { … }` or, the short ones, on the body itself.
  const Node* orientation = table.find("orientation");
  std::string_view given = orientation == nullptr ? "" : "orientation";
  if (orientation != nullptr && body.copies && orientation->find("rotation_vector") != nullptr) {
    TableReader inner(*orientation, table.path("orientation"), table.context());
    body.copies->rotation_vector = inner.formulas("rotation_vector", dimension::angle, copy_names);
    inner.finish();
  } else if (orientation != nullptr) {
    body.orientation = read_orientation(*orientation, table.path("orientation"), table.context()).value_or(Rotation());
  }
  for (std::string_view key : {"quaternion", "euler", "matrix"}) {
    const Node* node = table.find(key);
    if (node == nullptr) continue;
    if (!given.empty()) {
      refuse_second_orientation(table, given, key);
      continue;
    }
    given = key;
    Node wrapper{.where = table.node().where};
    wrapper.members.push_back({std::string(key), node->where, *node});
    body.orientation = read_orientation(wrapper, table.path(), table.context()).value_or(Rotation());
  }
  if (table.has("angular_velocity_body") && table.has("angular_velocity"))
    table.error(*table.node().find("angular_velocity"), "angular_velocity", "the angular velocity is given twice",
                "keep angular_velocity (world axes) or angular_velocity_body (body axes)");
  Copies::Formulas* formulas = body.copies ? &body.copies->angular_velocity : nullptr;
  body.angular_velocity_in_body = table.has("angular_velocity_body") || !table.has("angular_velocity");
  table.find("angular_velocity");
  const char* key = body.angular_velocity_in_body ? "angular_velocity_body" : "angular_velocity";
  body.angular_velocity = read_start(table, key, dimension::angular_velocity, formulas);
}

BodyEntry read_body(const Node& node, const std::string& path, ReadContext& context, MeshLoader load_mesh) {
  TableReader table(node, path, context);
  BodyEntry body;
  body.name = read_body_name(table, "body");
  const std::size_t before = context.findings.size();
  body.mass = read_mass(table, load_mesh);
  if (context.findings.size() > before && context.findings.has_errors()) body.mass = std::monostate();
  read_state_form(table, body);
  body.frame = table.text("frame").value_or("");
  read_copies(table, body);
  body.position = read_start(table, "position", dimension::length, body.copies ? &body.copies->position : nullptr);
  body.velocity = read_start(table, "velocity", dimension::velocity, body.copies ? &body.copies->velocity : nullptr);
  read_rotation_state(table, body);
  body.pivot = table.vector("pivot", dimension::length);
  if (table.has("pivot") && table.has("velocity"))
    table.error(*table.node().find("velocity"), "velocity", "a body with a pivot moves as it turns about it",
                "keep pivot or velocity, and say how it turns with angular_velocity");
  if (const Node* rotor = table.find("rotor")) body.rotor = read_rotor(*rotor, table.path("rotor"), context);
  body.trace = table.vector("trace", dimension::length);
  table.finish();
  return body;
}

}  // namespace polhode
