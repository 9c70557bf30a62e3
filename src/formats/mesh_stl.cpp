#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>

#include <Eigen/Geometry>

#include "formats/mesh_text.hpp"
#include "formats/vertex_merger.hpp"

namespace polhode {
namespace {

using mesh_text::Findings;
using mesh_text::quoted;
using mesh_text::Scanner;
using mesh_text::Word;

constexpr std::size_t header_bytes = 84, record_bytes = 50;

/// What both forms of STL do with a triangle once they have it.
class Collector {
 public:
  Collector(const std::string& file, const MeshReadOptions& options)
      : options_(options), merger_(options.merge_distance, mesh.vertices) {
    mesh.source.file = file;
  }
  /// `place` names the triangle in a warning. Returns whether it was kept.
  bool add(const std::array<Vec3, 3>& v, const Vec3& normal, const std::string& place) {
    const std::array<int, 3> triangle{merger_.number(v[0]), merger_.number(v[1]), merger_.number(v[2])};
    if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) {
      if (collapsed_++ == 0) first_collapsed_ = place;
      return false;
    }
    if ((v[1] - v[0]).cross(v[2] - v[0]).dot(normal) < 0 && against_++ == 0) first_against_ = place;
    mesh.triangles.push_back(triangle);
    return true;
  }
  bool full() const { return mesh.triangles.size() >= options_.max_triangles; }
  Result<TriangleMesh> finish(Findings& findings) {
    if (findings.errors() == 0 && mesh.triangles.empty())
      findings.error("the file holds no triangles", "export the shape again, as a closed surface");
    if (collapsed_ > 0)
      findings.warning(
          std::to_string(collapsed_) + " triangles use a vertex twice and were left out, the first " + first_collapsed_,
          "they have no area, so nothing is missing");
    if (against_ > 0)
      findings.warning("the stored normals of " + std::to_string(against_) +
                           " triangles contradict the order of their vertices, the first " + first_against_,
                       "the order of vertices was followed");
    if (findings.errors() > 0) return findings.take();
    return {std::move(mesh), findings.take()};
  }

  TriangleMesh mesh;

 private:
  const MeshReadOptions& options_;
  VertexMerger merger_;
  std::size_t collapsed_ = 0, against_ = 0;
  std::string first_collapsed_, first_against_;
};

class TextReader {
 public:
  TextReader(std::string_view text, const std::string& file, const MeshReadOptions& options)
      : scanner_(text, false, '\0'), findings_(file), collector_(file, options), options_(options) {}

  Result<TriangleMesh> read() {
    for (std::optional<Word> word = next(); word; word = next()) {
      if (findings_.too_many()) break;
      if (!statement(*word)) break;
    }
    if (findings_.errors() == 0 && inside_)
      findings_.error(scanner_.here(), "the file ends without 'endsolid'", "it may have been cut off");
    return collector_.finish(findings_);
  }

 private:
  std::optional<Word> next() {
    std::optional<Word> word = scanner_.word();
    while (!word && !scanner_.at_end()) {
      scanner_.next_line();
      word = scanner_.word();
    }
    return word;
  }

  /// False ends the reading.
  bool statement(const Word& word) {
    const std::string keyword = lower_case(word.text);
    if (keyword == "solid" && !inside_) {
      inside_ = true;
      scanner_.next_line();
    } else if (keyword == "endsolid" && inside_) {
      inside_ = false;
      scanner_.next_line();
    } else if (keyword == "facet" && inside_) {
      return facet(word);
    } else {
      findings_.error(word, "found " + quoted(word.text) + " where " + (inside_ ? "'facet' or 'endsolid'" : "'solid'") +
                                " should be");
      return false;
    }
    return true;
  }

  bool expect(const char* keyword) {
    const std::optional<Word> word = next();
    if (word && lower_case(word->text) == keyword) return true;
    if (word)
      findings_.error(*word, "found " + quoted(word->text) + " where '" + keyword + "' should be");
    else
      findings_.error(scanner_.here(), std::string("the file ends where '") + keyword + "' should be",
                      "it may have been cut off");
    return false;
  }

  bool vector(Vec3& v, const char* what) {
    for (int i = 0; i < 3; ++i) {
      const std::optional<double> value = mesh_text::number(scanner_, what, findings_);
      if (!value) return false;
      v[i] = *value;
    }
    return true;
  }

  /// Exporters write nan where a sliver has no direction; the normal is only compared, so it becomes 0.
  bool normal(Vec3& n) {
    for (int i = 0; i < 3; ++i) {
      const std::optional<Word> word = scanner_.word();
      if (!word) {
        findings_.error(scanner_.here(), "the line ends where a component of the normal should be");
        return false;
      }
      const std::optional<double> value = parse_number(word->text);
      const std::string text = lower_case(word->text);
      if (!value && text.find("nan") == std::string::npos && text.find("inf") == std::string::npos) {
        findings_.error(*word, quoted(word->text) + " is not a number that can be a component of the normal",
                        "write a finite decimal number, such as 0.25 or -1.5e-3");
        return false;
      }
      n[i] = value.value_or(0);
    }
    return true;
  }

  bool facet(const Word& start) {
    if (collector_.full()) {
      findings_.error(start, "more than " + std::to_string(options_.max_triangles) + " triangles",
                      "simplify the mesh, or raise the limit");
      return false;
    }
    Vec3 n = Vec3::Zero();
    std::array<Vec3, 3> v;
    if (!expect("normal") || !normal(n) || !expect("outer") || !expect("loop")) return false;
    for (Vec3& vertex : v)
      if (!expect("vertex") || !vector(vertex, "a coordinate of the vertex")) return false;
    if (!expect("endloop") || !expect("endfacet")) return false;
    if (collector_.add(v, n, "on line " + std::to_string(start.line)))
      collector_.mesh.source.triangle_places.push_back({start.line, start.column});
    return true;
  }

  Scanner scanner_;
  Findings findings_;
  Collector collector_;
  const MeshReadOptions& options_;
  bool inside_ = false;
};

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

Vec3 three_floats(std::string_view bytes, std::size_t at) {
  Vec3 v;
  for (std::size_t i = 0; i < 3; ++i) v[static_cast<int>(i)] = std::bit_cast<float>(little_endian(bytes, at + 4 * i));
  return v;
}

Result<TriangleMesh> read_binary(std::string_view bytes, const std::string& file, const MeshReadOptions& options) {
  Findings findings(file);
  const std::size_t announced = little_endian(bytes, 80);
  const std::size_t complete = (bytes.size() - header_bytes) / record_bytes;
  Collector collector(file, options);
  if (announced > complete)
    findings.error("the file announces " + std::to_string(announced) + " triangles but ends inside number " +
                       std::to_string(complete + 1) + " (byte " + std::to_string(bytes.size()) + ")",
                   "it may have been cut off, or is no STL file");
  else if (announced > options.max_triangles)
    findings.error("more than " + std::to_string(options.max_triangles) + " triangles",
                   "simplify the mesh, or raise the limit");
  else if (bytes.size() > header_bytes + record_bytes * announced)
    findings.warning(std::to_string(bytes.size() - header_bytes - record_bytes * announced) +
                     " bytes after the last triangle were passed over");
  for (std::size_t t = 0; findings.errors() < mesh_text::most_errors && t < announced && announced <= complete &&
                          announced <= options.max_triangles;
       ++t) {
    const std::size_t at = header_bytes + record_bytes * t;
    const std::array<Vec3, 3> v{three_floats(bytes, at + 12), three_floats(bytes, at + 24),
                                three_floats(bytes, at + 36)};
    const std::string place = "number " + std::to_string(t + 1) + " (byte " + std::to_string(at) + ")";
    if (!v[0].allFinite() || !v[1].allFinite() || !v[2].allFinite()) {
      findings.error("triangle " + place + " has a coordinate that is not a finite number", "export the shape again");
      continue;
    }
    const Vec3 normal = three_floats(bytes, at);
    if (collector.add(v, normal.allFinite() ? normal : Vec3(Vec3::Zero()), place))
      collector.mesh.source.triangle_bytes.push_back(static_cast<long>(at));
  }
  return collector.finish(findings);
}

bool begins_like_text(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 1024);
  const std::size_t begin = head.find_first_not_of(" \t\r\n\v\f");
  return begin != std::string_view::npos && lower_case(head.substr(begin, 5)) == "solid" &&
         std::none_of(head.begin(), head.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 9 || (c > 13 && c < 32); });
}

}  // namespace

Result<TriangleMesh> read_stl(std::string_view bytes, const std::string& file, const MeshReadOptions& options) {
  const auto refuse = [&](std::string message, std::string hint) {
    return Diagnostic{Severity::error, {file}, {}, std::move(message), std::move(hint)};
  };
  if (!(options.merge_distance >= 0 && std::isfinite(options.merge_distance)))
    usage_error("a merge distance of 0 or more", shortest(options.merge_distance) + " m");
  if (auto finding = mesh_text::too_large(bytes, file, options)) return *std::move(finding);
  if (bytes.empty()) return refuse("the file is empty", "export the shape again");
  const bool fits = bytes.size() >= header_bytes &&
                    bytes.size() == header_bytes + record_bytes * std::size_t{little_endian(bytes, 80)};
  if (!fits && begins_like_text(bytes)) return TextReader(bytes, file, options).read();
  if (bytes.size() < header_bytes)
    return refuse("neither a text STL, which begins with 'solid', nor a binary one, which has 84 bytes or more",
                  "the file has " + std::to_string(bytes.size()) + " bytes");
  return read_binary(bytes, file, options);
}

}  // namespace polhode
