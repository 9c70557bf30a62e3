#include <polhode/mass/solid.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <polhode/base/text.hpp>

#include "mass/check.hpp"
#include "mass/solid_forms.hpp"

namespace polhode::solid {
namespace {

using mass_check::join;

constexpr Key size_key{"size", dimension::length, 3}, axes_key{"axes", dimension::length, 3};
constexpr Key radius_key{"radius", dimension::length, 1}, length_key{"length", dimension::length, 1};
constexpr Key tube_key{"tube", dimension::length, 1};

constexpr std::array box_keys{size_key};
constexpr std::array sphere_keys{radius_key};
constexpr std::array ellipsoid_keys{axes_key};
constexpr std::array cylinder_keys{radius_key, length_key};
constexpr std::array torus_keys{radius_key, tube_key};
constexpr std::array rod_keys{length_key};

constexpr std::array<Kind, std::variant_size_v<Solid>> table{{
    {Box::name, "edges along the axes", box_keys, true, false},
    {Sphere::name, "ball, or its surface", sphere_keys, true, false},
    {Ellipsoid::name, "semi-axes along the axes", ellipsoid_keys, true, false},
    {Cylinder::name, "along z; an open shell is a tube", cylinder_keys, true, true},
    {Disk::name, "a cylinder along z whose length may be 0", cylinder_keys, false, false},
    {Cone::name, "along z, apex at +length/2, base at -length/2; an open shell has no base", cylinder_keys, true, true},
    {Capsule::name, "cylinder along z of this length between two half balls", cylinder_keys, true, false},
    {Torus::name, "ring around z; radius to the middle of the tube, tube its radius", torus_keys, true, false},
    {Rod::name, "infinitely thin, along z", rod_keys, false, false, 1},
    {Ring::name, "infinitely thin, around z", sphere_keys, false, false, 1},
    {Particle::name, "a point with a mass", {}, false, false, 0},
}};

// The dimensions of a solid in the order of its keys, as references: one place for reading and writing them.
template <class S>
std::vector<double*> dimensions(S& s) {
  if constexpr (requires { s.size; }) return {&s.size[0], &s.size[1], &s.size[2]};
  if constexpr (requires { s.axes; }) return {&s.axes[0], &s.axes[1], &s.axes[2]};
  if constexpr (requires { s.tube; }) return {&s.radius, &s.tube};
  if constexpr (requires {
                  s.radius;
                  s.length;
                })
    return {&s.radius, &s.length};
  if constexpr (requires { s.radius; }) return {&s.radius};
  if constexpr (requires { s.length; }) return {&s.length};
  return {};
}

template <class S>
double density_of(const S& s) {
  if constexpr (requires { s.density; }) return s.density;
  return 0;
}

template <class S>
Shell shell_of(const S& s) {
  if constexpr (requires { s.shell; }) return s.shell;
  return Shell::none;
}

const Kind& kind_of(const Solid& solid) { return table[solid.index()]; }

void check_dimension(const Kind& kind, std::string_view key, double value, const std::string& path,
                     Diagnostics& findings) {
  const bool may_vanish = kind.name == Disk::name && key == "length";
  if (std::isfinite(value) && (value > 0 || (may_vanish && value == 0))) return;
  const std::string owner = std::string(kind.name) + "'s " + std::string(key);
  findings.error({}, join(path, key), "the " + owner + " is " + shortest(value) + " m",
                 may_vanish ? "it is finite and not less than 0" : "it is finite and more than 0");
}

void check_shell(const Kind& kind, Shell shell, const std::string& path, Diagnostics& findings) {
  const std::string name(kind.name);
  if (shell == Shell::closed && !kind.closed_shell)
    findings.error({}, join(path, "shell"), "there is no shell of a " + name, "leave the key out");
  if (shell == Shell::open && !kind.open_shell)
    findings.error(
        {}, join(path, "shell"), "there is no open shell of a " + name,
        kind.closed_shell ? "it has no flat ends to leave off; take its whole surface (closed)" : "leave the key out");
}

void check_amount(const Solid& solid, const std::string& path, Diagnostics& findings) {
  const auto [mass, density] = std::visit([](const auto& s) { return std::pair{s.mass, density_of(s)}; }, solid);
  if (std::holds_alternative<Particle>(solid))
    mass_check::mass(mass, path, findings);
  else
    mass_check::amount(mass, density, path, findings);
  const Disk* disk = std::get_if<Disk>(&solid);
  if (disk && disk->length == 0 && density > 0)
    findings.error({}, join(path, "density"), "a disk of length 0 has no volume for a density", "give its mass");
}

template <std::size_t... I>
Solid of_index(std::size_t index, std::index_sequence<I...>) {
  Solid solid;
  (void)((index == I ? (solid.emplace<I>(), true) : false) || ...);
  return solid;
}

Result<Solid> assemble(std::string_view name, const Given& given, const std::string& path, bool amount_needed) {
  const Kind* kind = find_kind(name);
  if (!kind) {
    std::vector<std::string_view> names;
    for (const Kind& known : table) names.push_back(known.name);
    const std::string meant = nearest(name, std::span<const std::string_view>(names));
    std::string all;
    for (std::string_view known : names) all += (all.empty() ? "" : ", ") + std::string(known);
    return Diagnostic{Severity::error,
                      {},
                      join(path, "solid"),
                      "there is no solid '" + std::string(name) + "'",
                      meant.empty() ? "one of " + all : "did you mean '" + meant + "'?"};
  }
  Diagnostics findings;
  check_shell(*kind, given.shell, path, findings);
  Solid solid = of_index(static_cast<std::size_t>(kind - table.data()), std::make_index_sequence<table.size()>());
  std::visit(
      [&](auto& s) {
        const std::vector<double*> numbers = dimensions(s);
        require_size("numbers", static_cast<long>(numbers.size()), static_cast<long>(given.numbers.size()),
                     "the values of the solid's keys, one after another");
        for (std::size_t i = 0; i < numbers.size(); ++i) *numbers[i] = given.numbers[i];
        s.mass = given.mass.value_or(0);
        if constexpr (requires { s.density; })
          s.density = given.density.value_or(0);
        else if (given.density)
          findings.error({}, join(path, "density"), "a particle has no volume for a density", "give its mass");
        if constexpr (requires { s.shell; }) s.shell = given.shell;
      },
      solid);
  findings.append(check_shape(solid, path));
  // A written 0 is a value, not an absence.
  if (given.mass && *given.mass == 0) mass_check::mass(0, path, findings);
  if (given.density && *given.density == 0)
    findings.error({}, join(path, "density"), "the density is 0", "a density is finite and more than 0");
  if (amount_needed && !findings.has_errors()) check_amount(solid, path, findings);
  if (findings.has_errors()) return findings;
  return solid;
}

}  // namespace

Dimension Kind::density_dimension(Shell shell) const {
  return {.length = shell == Shell::none ? -extent : -2, .mass = 1};
}

std::span<const Kind> kinds() { return table; }

const Kind* find_kind(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Kind& kind) { return kind.name == name; });
  return found == table.end() ? nullptr : &*found;
}

Diagnostics check_shape(const Solid& solid, const std::string& path) {
  const Kind& kind = kind_of(solid);
  Diagnostics findings;
  Solid copy = solid;
  const std::vector<double*> numbers = std::visit([](auto& s) { return dimensions(s); }, copy);
  std::size_t next = 0;
  for (const Key& key : kind.keys)
    for (int i = 0; i < key.count; ++i)
      check_dimension(kind, key.count == 1 ? std::string(key.name) : numbered(key.name, static_cast<std::size_t>(i)),
                      *numbers[next++], path, findings);
  check_shell(kind, std::visit([](const auto& s) { return shell_of(s); }, solid), path, findings);
  if (const Torus* torus = std::get_if<Torus>(&solid); torus && !findings.has_errors() && torus->tube >= torus->radius)
    findings.error({}, join(path, "tube"),
                   "a tube of radius " + rounded(torus->tube) + " m does not fit around a hole at radius " +
                       rounded(torus->radius) + " m",
                   "a torus has tube < radius");
  return findings;
}

double measure(const Solid& solid) { return spread(solid).measure; }

Bounds bounds(const Solid& solid) {
  Solid copy = solid;
  const std::vector<double*> d = std::visit([](auto& s) { return dimensions(s); }, copy);
  Vec3 half = Vec3::Zero();
  if (std::holds_alternative<Box>(solid)) half = Vec3(*d[0], *d[1], *d[2]) / 2;
  if (std::holds_alternative<Ellipsoid>(solid)) half = Vec3(*d[0], *d[1], *d[2]);
  if (std::holds_alternative<Sphere>(solid)) half = Vec3::Constant(*d[0]);
  if (std::holds_alternative<Cylinder>(solid) || std::holds_alternative<Disk>(solid) ||
      std::holds_alternative<Cone>(solid))
    half = Vec3(*d[0], *d[0], *d[1] / 2);
  if (std::holds_alternative<Capsule>(solid)) half = Vec3(*d[0], *d[0], *d[1] / 2 + *d[0]);
  if (std::holds_alternative<Torus>(solid)) half = Vec3(*d[0] + *d[1], *d[0] + *d[1], *d[1]);
  if (std::holds_alternative<Rod>(solid)) half = Vec3(0, 0, *d[0] / 2);
  if (std::holds_alternative<Ring>(solid)) half = Vec3(*d[0], *d[0], 0);
  return {-half, half};
}

Result<MassProperties> checked(const Solid& solid, const std::string& path) {
  Diagnostics findings = check_shape(solid, path);
  check_amount(solid, path, findings);
  if (findings.has_errors()) return findings;
  const Spread form = spread(solid);
  const double mass =
      std::visit([&](const auto& s) { return s.mass > 0 ? s.mass : density_of(s) * form.measure; }, solid);
  if (mass == 0)
    return Diagnostic{.path = join(path, "density"),
                      .message = "density times volume is less than the smallest number a double holds",
                      .hint = "are the units right? lengths are in m, densities in kg/m^3"};
  const Vec3 q = mass * form.squares;
  const Vec3 moments(q[1] + q[2], q[2] + q[0], q[0] + q[1]);
  return MassProperties::checked(mass, Vec3(0, 0, form.centroid_z), moments.asDiagonal(), path);
}

MassProperties of(const Solid& solid) {
  Result<MassProperties> result = checked(solid, std::string(kind_of(solid).name));
  if (!result) usage_error("a possible solid", format(result.diagnostics()));
  return *result;
}

Result<Solid> make(std::string_view name, const Given& given, const std::string& path) {
  return assemble(name, given, path, true);
}

Result<Solid> make_shape(std::string_view name, const Given& given, const std::string& path) {
  return assemble(name, given, path, false);
}

}  // namespace polhode::solid
