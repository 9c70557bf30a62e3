#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <polhode/base/text.hpp>

#include "mass/check.hpp"

namespace polhode {
namespace {

/// More findings than this help nobody; the rest is counted.
constexpr std::size_t most_findings = 20;

class Reporter {
 public:
  Reporter(const TriangleMesh& mesh, const std::string& path) : mesh_(mesh), path_(path) {}

  /// A finding at triangle t; counted only, once there are enough.
  void error(std::size_t t, const std::string& message, const std::string& hint) {
    if (findings_.size() < most_findings)
      findings_.error(place(t), path_, message, hint);
    else
      ++unsaid_;
  }
  void error(const std::string& message, const std::string& hint) {
    findings_.error({mesh_.source.file}, path_, message, hint);
  }
  /// "triangle 3 (1 2 4)", and for a binary file the byte where it starts.
  std::string triangle(std::size_t t) const {
    const auto& v = mesh_.triangles[t];
    std::string text = "triangle " + std::to_string(t + 1) + " (" + std::to_string(v[0] + 1L) + " " +
                       std::to_string(v[1] + 1L) + " " + std::to_string(v[2] + 1L) + ")";
    if (t < mesh_.source.triangle_bytes.size())
      text += " at byte " + std::to_string(mesh_.source.triangle_bytes[t]);
    else if (t < mesh_.source.triangle_places.size())
      text += " on line " + std::to_string(mesh_.source.triangle_places[t].line);
    return text;
  }
  /// "vertex 3 (0, 1, 0.5)"
  std::string vertex(int v) const {
    return "vertex " + std::to_string(v + 1L) + " " +
           mass_check::listed(mesh_.vertices[static_cast<std::size_t>(v)], 6);
  }
  Diagnostics finish() {
    if (unsaid_ > 0)
      findings_.error({mesh_.source.file}, path_, "and " + std::to_string(unsaid_) + " findings more like these");
    return std::move(findings_);
  }
  bool has_errors() const { return findings_.has_errors(); }

 private:
  Position place(std::size_t t) const {
    const auto& places = mesh_.source.triangle_places;
    const MeshSource::Place place = t < places.size() ? places[t] : MeshSource::Place{};
    return {mesh_.source.file, place.line, place.column};
  }
  const TriangleMesh& mesh_;
  const std::string& path_;
  Diagnostics findings_;
  std::size_t unsaid_ = 0;
};

void check_vertices(const TriangleMesh& mesh, Reporter& report) {
  if (mesh.triangles.empty()) report.error("the mesh has no triangles", "a closed surface needs four or more");
  const auto count = static_cast<int>(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int v : mesh.triangles[t]) {
      if (v < 0 || v >= count)
        report.error(t, report.triangle(t) + " uses vertex " + std::to_string(v + 1L) + " of " + std::to_string(count),
                     "vertex numbers go from 1 to " + std::to_string(count) + " (from 0 in memory)");
      else if (!mesh.vertices[static_cast<std::size_t>(v)].allFinite())
        report.error(t, report.triangle(t) + " uses " + report.vertex(v) + ", which is no place",
                     "coordinates must be finite numbers");
    }
}

void check_distinct(const TriangleMesh& mesh, Reporter& report) {
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    if (a == b || b == c || c == a)
      report.error(t, report.triangle(t) + " uses " + report.vertex(a == b || a == c ? a : b) + " twice",
                   "remove the triangle or correct the vertex");
  }
}

/// One side of a triangle, from one vertex to another.
struct Side {
  int from, to;
  std::size_t triangle;

  std::tuple<int, int, bool> key() const { return {std::min(from, to), std::max(from, to), from > to}; }
};

std::string both_ends(const Reporter& report, const Side& side) {
  return "the edge from " + report.vertex(side.from) + " to " + report.vertex(side.to);
}

void judge_edge(std::span<const Side> sides, Reporter& report) {
  const auto forward = std::count_if(sides.begin(), sides.end(), [](const Side& s) { return s.from < s.to; });
  if (sides.size() == 2 && forward == 1) return;
  const Side& first = sides[0];
  const std::string edge = both_ends(report, first);
  if (sides.size() == 1) {
    report.error(first.triangle,
                 "the mesh is open along " + edge + ", which only " + report.triangle(first.triangle) + " has",
                 "add the missing triangle on its other side, or merge vertices that lie at the same place");
  } else if (sides.size() == 2) {
    report.error(first.triangle,
                 report.triangle(first.triangle) + " and " + report.triangle(sides[1].triangle) +
                     " disagree about the outside: both run along " + edge,
                 "swap two vertices of one of them; from outside, vertices go round counter-clockwise");
  } else {
    report.error(first.triangle,
                 std::to_string(sides.size()) + " triangles meet in " + edge + ", among them " +
                     report.triangle(first.triangle) + " and " + report.triangle(sides[1].triangle),
                 "two triangles share an edge; remove doubled ones, or give bodies that touch there vertices of their "
                 "own");
  }
}

void check_edges(const TriangleMesh& mesh, Reporter& report) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) sides.push_back({mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3], t});
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return a.key() != b.key() ? a.key() < b.key() : a.triangle < b.triangle;
  });
  // Edges in the order of their first triangle, so that findings follow the file.
  std::vector<std::span<const Side>> bad;
  for (std::size_t begin = 0; begin < sides.size();) {
    std::size_t end = begin + 1;
    while (end < sides.size() &&
           std::min(sides[end].from, sides[end].to) == std::min(sides[begin].from, sides[begin].to) &&
           std::max(sides[end].from, sides[end].to) == std::max(sides[begin].from, sides[begin].to))
      ++end;
    const bool good = end - begin == 2 && sides[begin].from == sides[begin + 1].to;
    if (!good) bad.emplace_back(&sides[begin], end - begin);
    begin = end;
  }
  std::sort(bad.begin(), bad.end(), [](const auto& a, const auto& b) {
    return std::tuple(a[0].triangle, a[0].key()) < std::tuple(b[0].triangle, b[0].key());
  });
  for (const auto& edge : bad) judge_edge(edge, report);
}

/// Triangles connected through shared vertices, as separate meshes over the same vertices.
std::vector<TriangleMesh> connected_parts(const TriangleMesh& mesh) {
  std::vector<std::size_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& t : mesh.triangles)
    for (int v : t) {
      const std::size_t a = root(static_cast<std::size_t>(t[0])), b = root(static_cast<std::size_t>(v));
      parent[std::max(a, b)] = std::min(a, b);
    }
  std::vector<std::size_t> piece_of(mesh.vertices.size(), mesh.vertices.size());
  std::vector<TriangleMesh> pieces;
  for (const auto& t : mesh.triangles) {
    std::size_t& piece = piece_of[root(static_cast<std::size_t>(t[0]))];
    if (piece == mesh.vertices.size()) {
      piece = pieces.size();
      pieces.emplace_back();
    }
    pieces[piece].triangles.push_back(t);
  }
  for (TriangleMesh& piece : pieces) {
    // Only the vertices it uses, renumbered: many pieces must not cost many copies of all vertices.
    std::vector<int> used;
    for (const auto& t : piece.triangles) used.insert(used.end(), t.begin(), t.end());
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (int v : used) piece.vertices.push_back(mesh.vertices[static_cast<std::size_t>(v)]);
    for (auto& t : piece.triangles)
      for (int& v : t) v = static_cast<int>(std::lower_bound(used.begin(), used.end(), v) - used.begin());
  }
  return pieces;
}

bool holds(const Bounds& outer, const Bounds& inner) {
  return (outer.low.array() < inner.low.array()).all() && (inner.high.array() < outer.high.array()).all();
}

/// A piece that is inside out is a cavity only if it lies within another one.
void check_cavities(const TriangleMesh& mesh, Reporter& report) {
  const std::vector<TriangleMesh> pieces = connected_parts(mesh);
  if (pieces.size() < 2) return;
  std::vector<std::pair<Bounds, double>> shape;
  for (const TriangleMesh& piece : pieces) shape.emplace_back(bounds(piece), volume_moments(piece).measure);
  for (const auto& [box, volume] : shape) {
    if (volume >= 0) continue;
    const bool cavity = std::any_of(shape.begin(), shape.end(), [&, &inner = box](const auto& other) {
      return other.second > 0 && holds(other.first, inner);
    });
    if (!cavity)
      report.error("the piece between " + mass_check::listed(box.low, 6) + " and " + mass_check::listed(box.high, 6) +
                       " is inside out and no cavity of another piece",
                   "swap two vertices of each of its triangles");
  }
}

void check_volume(const TriangleMesh& mesh, Reporter& report) {
  const Bounds box = bounds(mesh);
  const double volume = volume_moments(mesh).measure, area = surface_moments(mesh).measure;
  const double diagonal = box.size().norm();
  // Rounding alone leaves about 1e-16 of area × extent; what has less than 1e-13 of it is a sheet.
  if (!(std::fabs(volume) > 1e-13 * area * diagonal)) {
    if (std::isfinite(volume) && std::isfinite(area))
      report.error("the mesh encloses no volume", "it is flat; give a thin sheet as a shell with its mass per area");
    else
      report.error("the mesh is too large to be measured", "check the unit of its coordinates");
  } else if (volume < 0) {
    report.error("the mesh is inside out: it encloses " + rounded(volume) + " m^3",
                 "swap two vertices of each triangle; from outside, they go round counter-clockwise");
  } else {
    check_cavities(mesh, report);
  }
}

}  // namespace

Diagnostics mass_check::vertices(const TriangleMesh& mesh, const std::string& path) {
  Reporter report(mesh, path);
  check_vertices(mesh, report);
  return report.finish();
}

Diagnostics check_closed(const TriangleMesh& mesh, const std::string& path) {
  Reporter report(mesh, path);
  check_vertices(mesh, report);
  if (!report.has_errors()) check_distinct(mesh, report);
  if (!report.has_errors()) check_edges(mesh, report);
  if (!report.has_errors()) check_volume(mesh, report);
  return report.finish();
}

}  // namespace polhode
