// surface = { disk = { radius, half_thickness } } and its like.
#include <array>

#include <polhode/base/text.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

const std::array<std::string, 1> along_profile{"s"};
const std::array<std::string, 3> of_normal{"x", "y", "z"};

/// The keys of one kind of surface; `good` until one is missing or wrong.
struct SurfaceKeys {
  TableReader table;
  std::string_view kind;
  bool good = true;

  void need(std::string_view key) {
    if (!table.has(key)) table.missing(key, "a surface of this kind, " + std::string(kind) + ", needs it");
  }
  double length(std::string_view key) {
    need(key);
    return kept(table.number(key, dimension::length), 0.0);
  }
  double number(std::string_view key) {
    need(key);
    return kept(table.number(key, std::nullopt), 0.0);
  }
  double length_or(std::string_view key, double otherwise) { return table.find(key) ? length(key) : otherwise; }
  Vec3 lengths(std::string_view key) {
    need(key);
    return kept(table.vector(key, dimension::length), Vec3(Vec3::Zero()));
  }
  /// A length that may be nothing.
  double thickness(std::string_view key) {
    const double value = length(key);
    if (value >= 0) return value;
    table.error(*table.node().find(key), key, "the " + std::string(key) + " is " + shortest(value) + " m",
                "it is finite and not negative; 0 is a thin disk");
    good = false;
    return 0;
  }
  Expression formula(std::string_view key, std::span<const std::string> names) {
    need(key);
    const Node* node = table.find(key);
    if (node == nullptr) return kept(std::optional<Expression>(), Expression::constant(0));
    return kept(read_formula(*node, table.path(key), dimension::length, {.names = names}, table.context()),
                Expression::constant(0));
  }
  template <class T>
  T kept(std::optional<T> value, T otherwise) {
    good = good && value.has_value();
    return value ? *std::move(value) : std::move(otherwise);
  }
};

/// Findings of layers that know paths, not places.
bool place_surface_findings(const Diagnostics& findings, ReadContext& context) {
  for (Diagnostic finding : findings) {
    finding.where = context.source.find(finding.path);
    context.findings.add(std::move(finding));
  }
  return !findings.has_errors();
}

/// One that its maker has checked.
template <class Shape>
std::optional<Surface> checked_surface(Result<Shape> made, ReadContext& context) {
  place_surface_findings(made.diagnostics(), context);
  return made.ok() ? std::optional<Surface>(Surface{*std::move(made)}) : std::nullopt;
}

std::optional<Surface> read_sum(const Node& node, const std::string& path, ReadContext& context) {
  const Node* list = &node;
  std::string parts_path = path;
  if (node.kind == Node::Kind::table) {
    TableReader table(node, path, context);
    list = table.find("parts");
    parts_path = table.path("parts");
    if (list == nullptr) table.missing("parts", "for example sum = [ { disk = { … } }, { sphere = { … } } ]");
    table.finish();
    if (list == nullptr) return std::nullopt;
  }
  context.source.set(parts_path, list->where);
  if (list->kind != Node::Kind::array || list->items.empty()) {
    context.findings.error(list->where, parts_path,
                           list->kind == Node::Kind::array ? "the sum has no parts"
                                                           : "expected a list of surfaces, not " + describe(*list),
                           "for example sum = [ { disk = { … } }, { sphere = { … } } ]");
    return std::nullopt;
  }
  surface::Sum sum;
  for (std::size_t i = 0; i < list->items.size(); ++i)
    if (auto part = read_surface(list->items[i], numbered(parts_path, i), context)) sum.parts.push_back(*part);
  if (sum.parts.size() != list->items.size()) return std::nullopt;
  return Surface{std::move(sum)};
}

std::optional<Surface> read_support(const Node& node, const std::string& path, ReadContext& context) {
  // The formula may stand there alone.
  if (node.kind == Node::Kind::string || node.kind == Node::Kind::number) {
    const auto h = read_formula(node, path, dimension::length, {.names = of_normal}, context);
    return h ? checked_surface(surface::Support::checked(*h, path), context) : std::nullopt;
  }
  if (node.kind != Node::Kind::table) {
    context.findings.error(
        node.where, path, "expected a formula in quotes, not " + describe(node),
        "for example support = \"sqrt(0.04*x^2 + 0.01*y^2 + 0.01*z^2)\", of the unit normal's x, y, z");
    return std::nullopt;
  }
  SurfaceKeys keys{{node, path, context}, surface::Support::name};
  const Expression h = keys.formula("h", of_normal);
  keys.table.finish();
  return keys.good ? checked_surface(surface::Support::checked(h, keys.table.path("h")), context) : std::nullopt;
}

std::optional<Surface> read_revolution(SurfaceKeys& keys) {
  const Expression rho = keys.formula("rho", along_profile), z = keys.formula("z", along_profile);
  const double from = keys.number("from"), to = keys.number("to");
  if (!keys.good) return std::nullopt;
  return checked_surface(surface::Revolution::checked(rho, z, from, to, keys.table.path()), keys.table.context());
}

std::optional<Surface> read_egg(SurfaceKeys& keys) {
  const double radius = keys.length("radius"), half_length = keys.length("half_length");
  const double taper = keys.number("taper");
  if (!keys.good) return std::nullopt;
  return checked_surface(surface::egg(radius, half_length, taper, keys.table.path()), keys.table.context());
}

/// Kinds that are a few numbers.
Surface read_plain(SurfaceKeys& keys) {
  if (keys.kind == surface::Sphere::name) return {surface::Sphere{.radius = keys.length("radius")}};
  if (keys.kind == surface::Ellipsoid::name) return {surface::Ellipsoid{.axes = keys.lengths("axes")}};
  const double radius = keys.length("radius");
  if (keys.kind == surface::Torus::name) return {surface::Torus{.radius = radius, .tube = keys.length("tube")}};
  if (keys.kind == "cylinder")
    return {surface::Disk{.radius = radius, .half_thickness = 0.5 * keys.thickness("length")}};
  if (keys.kind == surface::Disk::name)
    return {surface::Disk{.radius = radius, .half_thickness = keys.length_or("half_thickness", 0)}};
  return {surface::RoundedDisk{
      .radius = radius, .half_thickness = keys.length("half_thickness"), .edge = keys.length("edge")}};
}

std::optional<Surface> read_kind(std::string_view kind, const Node& node, const std::string& path,
                                 ReadContext& context) {
  if (kind == surface::Sum::name) return read_sum(node, path, context);
  if (kind == surface::Support::name) return read_support(node, path, context);
  SurfaceKeys keys{{node, path, context}, kind};
  if (node.kind != Node::Kind::table) return std::nullopt;
  std::optional<Surface> surface;
  if (kind == surface::Revolution::name) {
    surface = read_revolution(keys);
  } else if (kind == "egg") {
    surface = read_egg(keys);
  } else {
    surface = read_plain(keys);
    if (!keys.good || !place_surface_findings(findings_of(*surface, path), context)) surface.reset();
  }
  keys.table.finish();
  return surface;
}

}  // namespace

std::optional<Surface> read_surface(const Node& node, const std::string& path, ReadContext& context) {
  const std::string example = "for example surface = { disk = { radius = \"4 cm\", half_thickness = \"5 mm\" } }";
  if (node.kind != Node::Kind::table) {
    context.source.set(path, node.where);
    context.findings.error(node.where, path, "expected a table that names a surface, not " + describe(node), example);
    return std::nullopt;
  }
  TableReader table(node, path, context);
  std::vector<std::string_view> names;
  for (const SurfaceKind& kind : surface_kinds()) names.push_back(kind.name);
  std::optional<Surface> surface;
  std::string_view given;
  for (const Member& member : table.node().members) {
    const auto known = std::find(names.begin(), names.end(), member.key);
    if (known == names.end()) {
      const std::string near = nearest(member.key, names);
      context.findings.error(
          member.where, table.path(member.key.substr(0, 60)), "there is no surface '" + member.key.substr(0, 60) + "'",
          (near.empty() ? "" : "did you mean '" + near + "'? ") + std::string("all of them: polhode list surfaces"));
      given = "?";
      continue;
    }
    if (!given.empty() && given != "?") {
      table.error(member.value, member.key, "'" + std::string(given) + "' already says what surface this is",
                  "keep one of them; sum = [ … ] makes one surface of several");
      return std::nullopt;
    }
    given = *known;
    table.find(*known);
    surface = read_kind(*known, member.value, table.path(*known), context);
  }
  if (given.empty()) context.findings.error(node.where, path, "no surface is named here", example);
  return surface;
}

}  // namespace polhode
