#include "formats/drawn_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include <polhode/math/elementary.hpp>

namespace polhode {
namespace {

Vec3 unit(const Vec3& v) {
  const double length = v.norm();
  return length > 0 ? Vec3(v / length) : Vec3(0, 0, 1);
}

const Vec3& corner(const std::vector<Vec3>& list, int i) { return list[static_cast<std::size_t>(i)]; }

/// Cuts every triangle that a plane goes through, so that none lies on both sides.
class Cut {
 public:
  Cut(DrawnMesh& mesh, const Vec3& point, const Vec3& normal) : mesh_(mesh) {
    double size = 0;
    for (const Vec3& v : mesh.vertices) {
      heights_.push_back(normal.dot(v - point));
      size = std::max(size, std::fabs(heights_.back()));
    }
    // What rounding has put beside the plane is on it.
    for (double& height : heights_)
      if (std::fabs(height) < 1e-9 * size) height = 0;
    std::vector<std::array<int, 3>> triangles;
    triangles.swap(mesh.triangles);
    for (const std::array<int, 3>& triangle : triangles) split(triangle);
  }

 private:
  double height(int i) const { return heights_[static_cast<std::size_t>(i)]; }

  void split(const std::array<int, 3>& triangle) {
    const auto [least, most] = std::minmax({height(triangle[0]), height(triangle[1]), height(triangle[2])});
    if (!(least < 0 && most > 0)) {
      mesh_.triangles.push_back(triangle);
      return;
    }
    for (const double side : {1.0, -1.0}) {
      std::vector<int> polygon;
      for (std::size_t k = 0; k < 3; ++k) {
        const int a = triangle[k], b = triangle[(k + 1) % 3];
        if (side * height(a) >= 0) polygon.push_back(a);
        if (height(a) * height(b) < 0) polygon.push_back(between(a, b));
      }
      for (std::size_t k = 2; k < polygon.size(); ++k)
        mesh_.triangles.push_back({polygon[0], polygon[k - 1], polygon[k]});
    }
  }

  int between(int a, int b) {
    const auto [place, is_new] = known_.try_emplace(std::minmax(a, b), static_cast<int>(mesh_.vertices.size()));
    if (!is_new) return place->second;
    const double share = height(a) / (height(a) - height(b));
    const Vec3 v = (1 - share) * corner(mesh_.vertices, a) + share * corner(mesh_.vertices, b);
    const Vec3 n = unit((1 - share) * corner(mesh_.normals, a) + share * corner(mesh_.normals, b));
    mesh_.vertices.push_back(v);
    mesh_.normals.push_back(n);
    heights_.push_back(0);
    return place->second;
  }

  DrawnMesh& mesh_;
  std::vector<double> heights_;
  std::map<std::pair<int, int>, int> known_;
};

/// Each triangle into the mesh that its middle asks for.
template <class ToneAt>
TwoTones sorted(const DrawnMesh& mesh, ToneAt tone_at) {
  TwoTones sorted;
  std::array<std::vector<int>, 2> places;
  for (auto& list : places) list.assign(mesh.vertices.size(), -1);
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    Vec3 middle = Vec3::Zero();
    for (const int i : triangle) middle += corner(mesh.vertices, i) / 3;
    const std::size_t tone = tone_at(middle) > 0 ? 0 : 1;
    DrawnMesh& part = sorted.tones[tone];
    std::array<int, 3> moved{};
    for (std::size_t k = 0; k < 3; ++k) {
      int& place = places[tone][static_cast<std::size_t>(triangle[k])];
      if (place < 0) {
        place = static_cast<int>(part.vertices.size());
        part.vertices.push_back(corner(mesh.vertices, triangle[k]));
        part.normals.push_back(corner(mesh.normals, triangle[k]));
      }
      moved[k] = place;
    }
    part.triangles.push_back(moved);
  }
  return sorted;
}

}  // namespace

void DrawnMesh::add(const DrawnMesh& other) {
  const int first = static_cast<int>(vertices.size());
  vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
  normals.insert(normals.end(), other.normals.begin(), other.normals.end());
  for (const auto& [a, b, c] : other.triangles) triangles.push_back({first + a, first + b, first + c});
}

void TwoTones::add(const TwoTones& other, const Pose& X) {
  for (std::size_t tone = 0; tone < 2; ++tone) {
    DrawnMesh moved = other.tones[tone];
    for (Vec3& v : moved.vertices) v = X * v;
    for (Vec3& n : moved.normals) n = X.R * n;
    tones[tone].add(moved);
  }
}

Outline straight(double r0, double z0, double r1, double z1) {
  const double length = fn::hypot(r1 - r0, z1 - z0);
  const double normal_r = length > 0 ? (z1 - z0) / length : 1, normal_z = length > 0 ? (r0 - r1) / length : 0;
  return {{r0, z0, normal_r, normal_z}, {r1, z1, normal_r, normal_z}};
}

Outline arc(double r, double z, double radius, double from, double to, int parts) {
  Outline outline;
  for (int i = 0; i <= parts; ++i) {
    const auto turn = fn::sincos(from + (to - from) * i / parts);
    outline.push_back({r + radius * turn.cos, z + radius * turn.sin, turn.cos, turn.sin});
  }
  return outline;
}

DrawnMesh turned(const Outline& outline, int around) {
  DrawnMesh mesh;
  double widest = 0;
  for (const OutlinePoint& point : outline) widest = std::max(widest, point.r);
  const auto on_axis = [&](const OutlinePoint& point) { return point.r < 1e-12 * widest; };
  for (const OutlinePoint& point : outline)
    for (int k = 0; k < around; ++k) {
      const auto turn = fn::sincos(2 * pi * k / around);
      const double r = on_axis(point) ? 0 : point.r;
      mesh.vertices.emplace_back(r * turn.cos, r * turn.sin, point.z);
      mesh.normals.push_back(unit(Vec3(point.normal_r * turn.cos, point.normal_r * turn.sin, point.normal_z)));
    }
  for (int i = 0; i + 1 < static_cast<int>(outline.size()); ++i)
    for (int k = 0; k < around; ++k) {
      const int a = i * around + k, b = i * around + (k + 1) % around, c = b + around, d = a + around;
      if (!on_axis(outline[static_cast<std::size_t>(i)])) mesh.triangles.push_back({a, b, c});
      if (!on_axis(outline[static_cast<std::size_t>(i + 1)])) mesh.triangles.push_back({a, c, d});
    }
  return mesh;
}

DrawnMesh box_mesh(const Vec3& size) {
  DrawnMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {1.0, -1.0}) {
      Vec3 out = Vec3::Zero(), across = Vec3::Zero();
      out[axis] = side;
      across[(axis + 1) % 3] = 1;
      const Vec3 up = out.cross(across);
      const int first = static_cast<int>(mesh.vertices.size());
      for (const auto& [u, v] : {std::pair{-1, -1}, std::pair{1, -1}, std::pair{1, 1}, std::pair{-1, 1}}) {
        mesh.vertices.emplace_back(0.5 * size.cwiseProduct(out + u * across + v * up));
        mesh.normals.push_back(out);
      }
      mesh.triangles.push_back({first, first + 1, first + 2});
      mesh.triangles.push_back({first, first + 2, first + 3});
    }
  return mesh;
}

DrawnMesh faceted_mesh(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles) {
  constexpr std::size_t most_facets = 600;
  DrawnMesh mesh;
  const auto area = [&](const std::array<int, 3>& t) {
    const Vec3& a = corner(vertices, t[0]);
    return Vec3((corner(vertices, t[1]) - a).cross(corner(vertices, t[2]) - a));
  };
  if (triangles.size() > most_facets) {
    mesh.vertices = vertices;
    mesh.triangles = triangles;
    mesh.normals.assign(vertices.size(), Vec3::Zero());
    for (const auto& t : triangles)
      for (const int i : t) mesh.normals[static_cast<std::size_t>(i)] += area(t);
    for (Vec3& n : mesh.normals) n = unit(n);
    return mesh;
  }
  for (const auto& t : triangles) {
    const int first = static_cast<int>(mesh.vertices.size());
    for (const int i : t) mesh.vertices.push_back(corner(vertices, i)), mesh.normals.push_back(unit(area(t)));
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

TwoTones in_octants(DrawnMesh mesh, const Vec3& middle) {
  for (int axis = 0; axis < 3; ++axis) Cut{mesh, middle, Vec3::Unit(axis)};
  return sorted(mesh, [&](const Vec3& p) {
    const Vec3 d = p - middle;
    return (d[0] < 0 ? -1 : 1) * (d[1] < 0 ? -1 : 1) * (d[2] < 0 ? -1 : 1);
  });
}

TwoTones in_sectors(DrawnMesh mesh) {
  constexpr int planes = 6;
  Cut{mesh, Vec3::Zero(), Vec3::Unit(2)};
  for (int k = 0; k < planes; ++k) {
    const auto turn = fn::sincos(pi * k / planes);
    Cut{mesh, Vec3::Zero(), Vec3(-turn.sin, turn.cos, 0)};
  }
  return sorted(
      mesh, [](const Vec3& p) { return (fn::sin(planes * fn::atan2(p[1], p[0])) < 0 ? -1 : 1) * (p[2] < 0 ? -1 : 1); });
}

}  // namespace polhode
