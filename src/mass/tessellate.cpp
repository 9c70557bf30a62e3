#include <algorithm>
#include <string>

#include <polhode/mass/solid.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode::solid {
namespace {

/// A point of a profile in the half plane x ≥ 0: x is the distance from the axis.
struct ProfilePoint {
  double x = 0, z = 0;
};

/// Turns a profile, given from bottom to top (the outside is to its right), around z. A point with x = 0 is a pole. A
/// cyclic profile closes on itself.
TriangleMesh revolve(const std::vector<ProfilePoint>& profile, int n, bool cyclic = false) {
  TriangleMesh mesh;
  std::vector<int> first(profile.size());
  for (std::size_t k = 0; k < profile.size(); ++k) {
    first[k] = static_cast<int>(mesh.vertices.size());
    const auto [x, z] = profile[k];
    if (x == 0) {
      mesh.vertices.emplace_back(0, 0, z);
      continue;
    }
    for (int i = 0; i < n; ++i) {
      const auto [sine, cosine] = fn::sincos(2 * pi * i / n);
      mesh.vertices.emplace_back(x * cosine, x * sine, z);
    }
  }
  const auto vertex = [&](std::size_t k, int i) { return first[k] + (profile[k].x == 0 ? 0 : i % n); };
  const std::size_t strips = cyclic ? profile.size() : profile.size() - 1;
  for (std::size_t k = 0; k < strips; ++k) {
    const std::size_t next = (k + 1) % profile.size();
    for (int i = 0; i < n; ++i) {
      const int a = vertex(k, i), b = vertex(k, i + 1), c = vertex(next, i + 1), d = vertex(next, i);
      if (a != b) mesh.triangles.push_back({a, b, c});
      if (c != d) mesh.triangles.push_back({a, c, d});
    }
  }
  return mesh;
}

/// Points of a half circle from the south to the north pole, `rings` steps in each quarter, the quarters `apart`.
std::vector<ProfilePoint> half_circle(double radius, int rings, double apart) {
  std::vector<ProfilePoint> profile;
  const auto quarter = [&](int from, int to, double z) {
    for (int k = from; k <= to; ++k) {
      const auto [sine, cosine] = fn::sincos(pi / 2 * k / rings);
      profile.push_back({k == -rings || k == rings ? 0 : radius * cosine, z + radius * sine});
    }
  };
  quarter(-rings, 0, -apart / 2);
  quarter(apart > 0 ? 0 : 1, rings, apart / 2);
  return profile;
}

TriangleMesh surface(const Box& s, int) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.emplace_back((i & 1 ? 0.5 : -0.5) * s.size[0], (i & 2 ? 0.5 : -0.5) * s.size[1],
                               (i & 4 ? 0.5 : -0.5) * s.size[2]);
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TriangleMesh surface(const Sphere& s, int n) { return revolve(half_circle(s.radius, std::max(1, n / 4), 0), n); }

TriangleMesh surface(const Ellipsoid& s, int n) {
  TriangleMesh mesh = surface(Sphere{.radius = 1}, n);
  for (Vec3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(s.axes);
  return mesh;
}

TriangleMesh round_ends(double radius, double length, bool ends, int n) {
  if (!ends) return revolve({{radius, -length / 2}, {radius, length / 2}}, n);
  if (length == 0) return revolve({{0, 0}, {radius, 0}, {0, 0}}, n);
  return revolve({{0, -length / 2}, {radius, -length / 2}, {radius, length / 2}, {0, length / 2}}, n);
}

TriangleMesh surface(const Cylinder& s, int n) { return round_ends(s.radius, s.length, s.shell != Shell::open, n); }
TriangleMesh surface(const Disk& s, int n) { return round_ends(s.radius, s.length, true, n); }

TriangleMesh surface(const Cone& s, int n) {
  if (s.shell == Shell::open) return revolve({{s.radius, -s.length / 2}, {0, s.length / 2}}, n);
  return revolve({{0, -s.length / 2}, {s.radius, -s.length / 2}, {0, s.length / 2}}, n);
}

TriangleMesh surface(const Capsule& s, int n) {
  return revolve(half_circle(s.radius, std::max(1, n / 4), s.length), n);
}

TriangleMesh surface(const Torus& s, int n) {
  const int around = std::max(3, n / 2);
  std::vector<ProfilePoint> profile;
  for (int k = 0; k < around; ++k) {
    const auto [sine, cosine] = fn::sincos(2 * pi * k / around);
    profile.push_back({s.radius + s.tube * cosine, s.tube * sine});
  }
  return revolve(profile, n, true);
}

TriangleMesh surface(const Rod&, int) { return {}; }
TriangleMesh surface(const Ring&, int) { return {}; }
TriangleMesh surface(const Particle&, int) { return {}; }

}  // namespace

TriangleMesh tessellate(const Solid& solid, int n) {
  if (n < 3 || n > 2048) usage_error("3 to 2048 segments", std::to_string(n));
  const Diagnostics findings = check_shape(solid);
  if (findings.has_errors()) usage_error("a possible solid", format(findings));
  return std::visit([&](const auto& s) { return surface(s, n); }, solid);
}

}  // namespace polhode::solid
