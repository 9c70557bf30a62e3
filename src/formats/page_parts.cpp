// What several pieces of the page's data are made of: poses, shapes, series.
#include "formats/page_parts.hpp"

namespace polhode {
namespace {

template <class T>
void write_dimensions(JsonWriter& json, const T& solid) {
  json.member("solid", T::name);
  if constexpr (requires { solid.size; }) json.member("size", solid.size);
  if constexpr (requires { solid.axes; }) json.member("axes", solid.axes);
  if constexpr (requires { solid.radius; }) json.member("radius", solid.radius);
  if constexpr (requires { solid.length; }) json.member("length", solid.length);
  if constexpr (requires { solid.tube; }) json.member("tube", solid.tube);
  if constexpr (std::is_same_v<T, solid::Cone>) json.member("origin", "centre");
}

}  // namespace

void write_pose(JsonWriter& json, const Pose& X_BP) {
  json.member("position", X_BP.p).key("quaternion").value(view(X_BP.R.quaternion()));
}

void write_mesh(JsonWriter& json, const TriangleMesh& mesh) {
  json.begin_object().member("solid", "mesh").key("vertices").begin_array();
  for (const Vec3& vertex : mesh.vertices)
    for (double coordinate : vertex) json.value(coordinate);
  json.end_array().key("triangles").begin_array();
  for (const auto& triangle : mesh.triangles)
    for (int corner : triangle) json.value(static_cast<std::int64_t>(corner));
  json.end_array();
  write_pose(json, Pose{});
  json.end_object();
}

void write_solid(JsonWriter& json, const Solid& solid, const Pose& X_BP) {
  json.begin_object();
  std::visit([&json](const auto& one) { write_dimensions(json, one); }, solid);
  write_pose(json, X_BP);
  json.end_object();
}

void write_shapes(JsonWriter& json, const MassDescription& mass) {
  json.key("shapes").begin_array();
  if (const auto* parts = std::get_if<SolidParts>(&mass)) {
    for (const Part& part : parts->parts)
      if (!part.remove) write_solid(json, part.solid, part.X_BP);
  } else if (const auto* mesh = std::get_if<MeshMass>(&mass)) {
    write_mesh(json, mesh->mesh);
  } else if (const auto* particles = std::get_if<Particles>(&mass)) {
    for (const PointMass& point : particles->points)
      write_solid(json, solid::Particle{.mass = point.mass}, {.R = {}, .p = point.position});
  } else if (const auto* field = std::get_if<DensityField>(&mass)) {
    write_solid(json, field->solid, Pose{});
  }
  json.end_array();
}

void write_series(JsonWriter& json, const char* key, const std::vector<double>& all, int size,
                  std::span<const std::size_t> picks) {
  json.line().key(key).begin_array();
  for (std::size_t pick : picks)
    for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k)
      json.value(all[pick * static_cast<std::size_t>(size) + k]);
  json.end_array();
}

void write_numbers(JsonWriter& json, const char* key, const std::vector<double>& numbers, int digits) {
  json.key(key).begin_array();
  for (const double number : numbers) json.rounded(number, digits);
  json.end_array();
}

std::vector<double> thinned(const std::vector<double>& all, int size, std::span<const std::size_t> picks) {
  const auto count = static_cast<std::size_t>(size);
  std::vector<double> few;
  bool varies = false, something = false;
  for (const std::size_t pick : picks)
    for (std::size_t k = 0; k < count; ++k) {
      few.push_back(all[count * pick + k]);
      varies = varies || few.back() != few[k];
      something = something || few.back() != 0;
    }
  if (!varies) few.resize(something ? count : 0);
  return few;
}

}  // namespace polhode
