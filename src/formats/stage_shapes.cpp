// Shapes of the page's data as surfaces, as src/apps/web/src/shapes.js draws them.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include <polhode/math/elementary.hpp>

#include "formats/page_reader.hpp"
#include "formats/stage.hpp"

namespace polhode {
namespace {

constexpr int around_round = 48, arc_parts = 12;
constexpr double thin_disk = 0.02, thin_ring = 0.02, thin_rod = 1.0 / 80;

Outline joined(std::initializer_list<Outline> parts) {
  Outline all;
  for (const Outline& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

DrawnMesh sphere_mesh(double radius) {
  return turned(arc(0, 0, radius, -0.5 * pi, 0.5 * pi, 2 * arc_parts), around_round);
}

DrawnMesh cylinder_mesh(double radius, double length) {
  const double h = 0.5 * length;
  // Not one surface but three, which meet in sharp edges.
  DrawnMesh mesh = turned(straight(0, -h, radius, -h), around_round);
  mesh.add(turned(straight(radius, -h, radius, h), around_round));
  mesh.add(turned(straight(radius, h, 0, h), around_round));
  return mesh;
}

DrawnMesh cone_mesh(double radius, double length) {
  const double h = 0.5 * length;
  DrawnMesh mesh = turned(straight(0, -h, radius, -h), around_round);
  mesh.add(turned(straight(radius, -h, 0, h), around_round));
  return mesh;
}

DrawnMesh capsule_mesh(double radius, double length) {
  const double h = 0.5 * length;
  return turned(joined({arc(0, -h, radius, -0.5 * pi, 0, arc_parts), arc(0, h, radius, 0, 0.5 * pi, arc_parts)}),
                around_round);
}

DrawnMesh torus_mesh(double radius, double tube) {
  return turned(arc(radius, 0, tube, -pi, pi, 2 * arc_parts), 2 * around_round);
}

DrawnMesh ellipsoid_mesh(const Vec3& axes) {
  DrawnMesh mesh = sphere_mesh(1);
  for (Vec3& v : mesh.vertices) v = v.cwiseProduct(axes);
  for (Vec3& n : mesh.normals) n = n.cwiseQuotient(axes).normalized();
  return mesh;
}

/// A mesh, if its numbers fit each other.
DrawnMesh given_mesh(const Node& shape) {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  const std::vector<Node>&numbers = list_at(shape, "vertices"), &corners = list_at(shape, "triangles");
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    vertices.emplace_back(numbers[i].number, numbers[i + 1].number, numbers[i + 2].number);
  const auto count = static_cast<double>(vertices.size());
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    std::array<int, 3> triangle{};
    bool good = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const double corner = corners[i + k].number;
      good = good && corner >= 0 && corner < count;
      triangle[k] = good ? static_cast<int>(corner) : 0;
    }
    if (good) triangles.push_back(triangle);
  }
  return faceted_mesh(vertices, triangles);
}

Vec3 middle_of(const DrawnMesh& mesh) {
  if (mesh.vertices.empty()) return Vec3::Zero();
  Vec3 low = mesh.vertices[0], high = low;
  for (const Vec3& v : mesh.vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
  return 0.5 * (low + high);
}

/// The lengths that shapes name, to size the particles beside them.
double extent_of(const std::vector<Node>& shapes) {
  double largest = 0;
  for (const Node& shape : shapes) {
    for (const char* key : {"radius", "length", "tube"}) largest = std::max(largest, number_at(shape, key));
    for (const char* key : {"size", "axes", "position"})
      largest = std::max(largest, vector_at(shape, key).cwiseAbs().maxCoeff());
  }
  return 0.12 * (largest > 0 ? largest : 1);
}

/// In the shape's own axes.
TwoTones surface_of(const Node& shape, double particle) {
  const std::string solid = text_at(shape, "solid");
  const double radius = number_at(shape, "radius"), length = number_at(shape, "length");
  const auto octants = [](DrawnMesh mesh) { return in_octants(std::move(mesh), Vec3::Zero()); };
  if (solid == "box") return octants(box_mesh(vector_at(shape, "size")));
  if (solid == "sphere") return octants(sphere_mesh(radius));
  if (solid == "ellipsoid") return octants(ellipsoid_mesh(vector_at(shape, "axes")));
  if (solid == "cylinder") return octants(cylinder_mesh(radius, length));
  if (solid == "disk") return octants(cylinder_mesh(radius, length > 0 ? length : thin_disk * radius));
  if (solid == "rod") return octants(cylinder_mesh(radius > 0 ? radius : thin_rod * length, length));
  if (solid == "capsule") return octants(capsule_mesh(radius, length));
  if (solid == "cone") return octants(cone_mesh(radius, length));
  if (solid == "torus") return in_sectors(torus_mesh(radius, number_at(shape, "tube")));
  if (solid == "ring") return in_sectors(torus_mesh(radius, thin_ring * radius));
  if (solid == "mesh") {
    DrawnMesh mesh = given_mesh(shape);
    const Vec3 middle = middle_of(mesh);
    return in_octants(std::move(mesh), middle);
  }
  return ball(radius > 0 ? radius : particle);
}

}  // namespace

TwoTones ball(double radius) { return in_octants(sphere_mesh(radius), Vec3::Zero()); }

TwoTones unit_rod(double radius) {
  TwoTones rod;
  rod.tones[0] = cylinder_mesh(radius, 1);
  for (Vec3& v : rod.tones[0].vertices) v[2] += 0.5;
  return rod;
}

TwoTones unit_coil() {
  constexpr int turns = 11, parts = 24 * turns, around = 6;
  constexpr double wire = 0.16;
  // As src/apps/web/src/coils.js has it: as long as it is slender, with straight ends, then pressed to a length of 1.
  const auto middle_at = [](double t) {
    const double inside = std::clamp((t - 0.08) / 0.84, 0.0, 1.0);
    const double wide = std::min({1.0, 12 * inside, 12 * (1 - inside)});
    const auto turn = fn::sincos(2 * pi * turns * inside);
    return Vec3(wide * turn.cos, wide * turn.sin, slender_spring * t);
  };
  DrawnMesh mesh;
  Vec3 across = Vec3::UnitX();
  for (int i = 0; i <= parts; ++i) {
    const double t = static_cast<double>(i) / parts, step = 0.25 / parts;
    const Vec3 middle = middle_at(t), along = (middle_at(t + step) - middle_at(t - step)).normalized();
    // Carried along the wire without a twist, also where it bends sharply.
    across = (across - along.dot(across) * along).normalized();
    const Vec3 up = along.cross(across);
    for (int k = 0; k < around; ++k) {
      const auto turn = fn::sincos(2 * pi * k / around);
      const Vec3 out = turn.cos * across + turn.sin * up, place = middle + wire * out;
      mesh.vertices.emplace_back(place[0], place[1], place[2] / slender_spring);
      mesh.normals.push_back(Vec3(out[0], out[1], out[2] * slender_spring).normalized());
    }
  }
  for (int i = 0; i < parts; ++i)
    for (int k = 0; k < around; ++k) {
      const int a = i * around + k, b = i * around + (k + 1) % around;
      mesh.triangles.push_back({a, b, b + around});
      mesh.triangles.push_back({a, b + around, a + around});
    }
  return {{std::move(mesh), {}}};
}

TwoTones cylinder_to(const Vec3& end, double radius) {
  TwoTones placed;
  placed.add(in_octants(cylinder_mesh(radius, end.norm()), Vec3::Zero()), {Rotation::from_z_to(end), 0.5 * end});
  return placed;
}

TwoTones shapes_of(const std::vector<Node>& shapes) {
  TwoTones all;
  const double particle = extent_of(shapes);
  for (const Node& shape : shapes) all.add(surface_of(shape, particle), pose_of(shape));
  return all;
}

TwoTones body_shapes(const Node& body) {
  const std::vector<Node>& shapes = list_at(body, "shapes");
  if (!shapes.empty()) return shapes_of(shapes);
  const Vec3 I = vector_at(body, "principal_moments");
  const double k = 6 / number_at(body, "mass", 1);
  Vec3 size;
  for (int i = 0; i < 3; ++i) size[i] = std::sqrt(std::max(0.0, k * (I[(i + 1) % 3] + I[(i + 2) % 3] - I[i])));
  size = size.cwiseMax(0.02 * std::max(size.maxCoeff(), 1e-9));
  Mat3 axes = Mat3::Identity();
  const std::vector<Node>& rows = list_at(body, "principal_axes");
  for (std::size_t i = 0; i < std::min<std::size_t>(3, rows.size()); ++i)
    for (std::size_t j = 0; j < std::min<std::size_t>(3, rows[i].items.size()); ++j)
      axes(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i].items[j].number;
  TwoTones box;
  box.add(in_octants(box_mesh(size), Vec3::Zero()), {Rotation::from_matrix(axes), vector_at(body, "com")});
  return box;
}

}  // namespace polhode
