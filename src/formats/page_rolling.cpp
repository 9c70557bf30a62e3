// Rolling bodies on the page: their shape, the ground they are on, and where they touch it.
#include <algorithm>
#include <numbers>

#include <polhode/math/elementary.hpp>

#include "formats/page_parts.hpp"

namespace polhode {
namespace {

/// More than anyone sees.
constexpr int seen_digits = 7;

void write_seen(JsonWriter& json, const char* key, const std::vector<double>& numbers) {
  write_numbers(json.line(), key, numbers, seen_digits);
}

/// The hull of a surface, from where planes of evenly spread normals touch it: rings about z, closed by their middles.
/// No normal is along z or across it, where a disk has no point of contact or two.
TriangleMesh hull_of(const Surface& surface, const Vec3& centre) {
  constexpr int rings = 48, around = 72;
  TriangleMesh mesh;
  const auto corner = [](int ring, int step) { return ring * around + step % around; };
  for (int i = 0; i < rings; ++i)
    for (int k = 0; k < around; ++k) {
      const double tilt = std::numbers::pi * (i + 0.5) / rings, turn = 2 * std::numbers::pi * k / around;
      const Vec3 out(fn::sin(tilt) * fn::cos(turn), fn::sin(tilt) * fn::sin(turn), fn::cos(tilt));
      mesh.vertices.push_back(centre + touching_point(surface, -out));
    }
  for (int i = 0; i + 1 < rings; ++i)
    for (int k = 0; k < around; ++k) {
      mesh.triangles.push_back({corner(i, k), corner(i + 1, k), corner(i + 1, k + 1)});
      mesh.triangles.push_back({corner(i, k), corner(i + 1, k + 1), corner(i, k + 1)});
    }
  for (const int ring : {0, rings - 1}) {
    Vec3 middle = Vec3::Zero();
    for (int k = 0; k < around; ++k) middle += mesh.vertices[static_cast<std::size_t>(corner(ring, k))] / around;
    const int pole = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(middle);
    for (int k = 0; k < around; ++k)
      mesh.triangles.push_back(ring == 0 ? std::array{corner(ring, k), corner(ring, k + 1), pole}
                                         : std::array{corner(ring, k + 1), corner(ring, k), pole});
  }
  return mesh;
}

/// A disk without thickness is drawn thin, and as a hoop where its mass is all at the rim: C = m r².
void write_disk(JsonWriter& json, const surface::Disk& disk, const RollingBody& body, const Pose& X_BS) {
  constexpr double thin = 0.02, wire = 0.04, nearly_all = 0.95;
  const double r = disk.radius;
  if (disk.half_thickness == 0 && body.inertia(2, 2) >= nearly_all * body.mass * r * r)
    write_solid(json, solid::Torus{.radius = r - wire * r, .tube = wire * r}, X_BS);
  else
    write_solid(json, solid::Disk{.radius = r, .length = std::max(2 * disk.half_thickness, thin * r)}, X_BS);
}

/// Surfaces that are solids have these, by the sizes they were given; the others are meshes.
void write_surface(JsonWriter& json, const RollingBody& body) {
  const Surface& surface = body.surface;
  const Pose X_BS{.R = {}, .p = body.centre};
  json.key("shapes").begin_array();
  if (const auto* sphere = std::get_if<surface::Sphere>(&surface.shape)) {
    write_solid(json, solid::Sphere{.radius = sphere->radius}, X_BS);
  } else if (const auto* ellipsoid = std::get_if<surface::Ellipsoid>(&surface.shape)) {
    write_solid(json, solid::Ellipsoid{.axes = ellipsoid->axes}, X_BS);
  } else if (const auto* torus = std::get_if<surface::Torus>(&surface.shape)) {
    write_solid(json, solid::Torus{.radius = torus->radius, .tube = torus->tube}, X_BS);
  } else if (const auto* disk = std::get_if<surface::Disk>(&surface.shape)) {
    write_disk(json, *disk, body, X_BS);
  } else {
    write_mesh(json, hull_of(surface, body.centre));
  }
  json.end_array();
}

void write_plane(JsonWriter& json, const ground::Plane& plane, const Recording& recording,
                 std::span<const std::size_t> picks) {
  json.member("kind", "plane").member("normal", plane.normal);
  std::vector<double> places, rates;
  for (const std::size_t pick : picks) {
    const Vec3 place = plane.place.at(recording.times[pick]);
    places.insert(places.end(), place.data(), place.data() + 3);
    rates.push_back(plane.turning.evaluate_at<double>(recording.times[pick], {}));
  }
  if (!plane.place.varies()) places.resize(3);
  write_seen(json, "place", places);
  if (plane.turning.is_constant()) rates.resize(1);
  write_seen(json, "turning", rates);
}

void write_ground(JsonWriter& json, const Ground& ground, const Recording& recording,
                  std::span<const std::size_t> picks) {
  json.line().key("ground").begin_object();
  if (const auto* plane = std::get_if<ground::Plane>(&ground.shape)) write_plane(json, *plane, recording, picks);
  if (const auto* sphere = std::get_if<ground::Sphere>(&ground.shape))
    json.member("kind", "sphere")
        .member("centre", sphere->centre)
        .member("radius", sphere->radius)
        .member("inside", sphere->inside);
  if (const auto* tube = std::get_if<ground::Cylinder>(&ground.shape))
    json.member("kind", "cylinder")
        .member("centre", tube->centre)
        .member("axis", tube->axis)
        .member("radius", tube->radius)
        .member("inside", tube->inside);
  const auto* coulomb = ground.friction ? std::get_if<friction::Coulomb>(&*ground.friction) : nullptr;
  json.key("friction");
  coulomb == nullptr ? json.null() : json.value(coulomb->standing);
  json.end_object();
}

/// The slip of a body that slides; what one that rolls has of it is the solver's error, nothing to be seen.
std::vector<double> slip_of(const std::string& name, const Recording& recording) {
  std::vector<double> slip = recording.series(name + ".slip_velocity");
  const std::vector<double> mode = recording.series(name + ".mode");
  for (std::size_t i = 0; i < mode.size(); ++i)
    if (mode[i] == static_cast<double>(RollingMode::rolling))
      std::fill_n(slip.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, 0.0);
  return slip;
}

/// What the page cannot tell from the rest: with the attitude it has ω, the angular momentum and the contact in the
/// world, with the contact force that along the normal and that of friction.
void write_motion(JsonWriter& json, const std::string& name, const Recording& recording,
                  std::span<const std::size_t> picks) {
  for (const auto& [key, size] :
       {std::pair{"position", 3}, std::pair{"quaternion", 4}, std::pair{"velocity", 3},
        std::pair{"angular_velocity_body", 3}, std::pair{"euler", 3}, std::pair{"contact_body", 3},
        std::pair{"contact_force", 3}, std::pair{"friction_demand", 1}, std::pair{"mode", 1}})
    write_seen(json, key, thinned(recording.series(name + "." + key), size, picks));
  write_seen(json, "slip_velocity", thinned(slip_of(name, recording), 3, picks));
}

}  // namespace

void write_rolling_bodies(JsonWriter& json, const BuiltScene& built, const Recording& recording,
                          std::span<const std::size_t> picks) {
  if (built.rolling.empty()) return;
  json.line().key("rolling").begin_array();
  for (const Rolling& rolling : built.rolling) {
    const RollingBody& body = rolling.body();
    const auto mass = MassProperties::checked(body.mass, Vec3::Zero(), body.inertia);
    const PrincipalAxes principal = mass->principal();
    json.line()
        .begin_object()
        .member("name", body.name)
        .member("mass", body.mass)
        .member("com", Vec3(Vec3::Zero()))
        .member("inertia", body.inertia)
        .member("principal_moments", principal.moments)
        .member("principal_axes", principal.axes);
    write_surface(json, body);
    write_ground(json, body.ground, recording, picks);
    write_motion(json, body.name, recording, picks);
    json.end_object();
  }
  json.end_array();
}

}  // namespace polhode
