#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "formats/mesh_text.hpp"

namespace polhode {
namespace {

using mesh_text::Findings;
using mesh_text::quoted;
using mesh_text::Scanner;
using mesh_text::Word;

/// Statements that do not change the shape.
constexpr std::array<std::string_view, 21> passed_over{
    "vt", "vn",  "g",     "o",        "s",        "l",    "p",          "mtllib",    "usemtl", "usemap", "maplib",
    "mg", "lod", "bevel", "c_interp", "d_interp", "call", "shadow_obj", "trace_obj", "ctech",  "stech"};
/// Free-form geometry, which is not read.
constexpr std::array<std::string_view, 15> free_form{"vp",   "cstype", "deg",  "bmat", "step", "curv", "curv2", "surf",
                                                     "parm", "trim",   "hole", "scrv", "sp",   "end",  "con"};
constexpr std::array<std::string_view, 6> known{"v", "vt", "vn", "f", "usemtl", "mtllib"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& file, const MeshReadOptions& options)
      : scanner_(text, true, '#'), findings_(file), options_(options) {
    mesh_.source.file = file;
  }

  Result<TriangleMesh> read() {
    while (!scanner_.at_end() && !findings_.too_many() && !full_) {
      if (const std::optional<Word> keyword = scanner_.word()) statement(*keyword);
      scanner_.next_line();
    }
    check_forward();
    if (findings_.errors() == 0 && mesh_.triangles.empty())
      findings_.error("the file holds no faces", "an OBJ file describes a surface by lines that begin with v and f");
    if (findings_.errors() > 0) return findings_.take();
    return {std::move(mesh_), findings_.take()};
  }

 private:
  struct Forward {
    Word word;
    long long number;
  };

  void statement(const Word& keyword) {
    if (keyword.text == "v") {
      vertex();
    } else if (keyword.text == "f" || keyword.text == "fo") {
      face(keyword);
    } else if (holds(free_form, keyword.text)) {
      if (!free_form_seen_)
        findings_.warning(keyword, "free-form curves and surfaces are not read (" + quoted(keyword.text) + ")",
                          "export the shape as polygons");
      free_form_seen_ = true;
    } else if (!holds(passed_over, keyword.text)) {
      if (unknown_++ >= 5) return;
      const std::string meant = nearest(keyword.text, known);
      findings_.warning(keyword, quoted(keyword.text) + " is no OBJ statement; the line was passed over",
                        meant.empty() ? "" : "did you mean '" + meant + "'?");
    }
  }

  void vertex() {
    Vec3 v = Vec3::Zero();
    static constexpr const char* what[] = {"an x coordinate", "a y coordinate", "a z coordinate"};
    bool good = true;
    for (int i = 0; i < 3 && good; ++i) {
      const std::optional<double> value = mesh_text::number(scanner_, what[i], findings_);
      good = value.has_value();
      v[i] = value.value_or(0);
    }
    // A bad vertex keeps its number, or every later face would be reported too.
    mesh_.vertices.push_back(v);
    if (!good) return;
    int more = 0;
    for (std::optional<Word> word = scanner_.word(); word; word = scanner_.word(), ++more) {
      const std::optional<double> value = parse_number(word->text);
      if (!value || more > 3) {
        findings_.error(*word, quoted(word->text) + " is too much for a vertex",
                        "x, y, z, then optionally a weight or a colour");
        return;
      }
      if (more == 0) weight_ = {*word, *value};
    }
    if (more == 1 && weight_.second != 1)
      findings_.error(weight_.first, "the vertex has the weight " + shortest(weight_.second),
                      "only free-form surfaces have weights; leave it out");
  }

  /// Vertex number from 0 of a word such as 3, 3/1, 3//2, 3/1/2 or -1; nothing after an error.
  std::optional<int> corner(const Word& word) {
    std::array<long long, 3> numbers{0, 0, 0};
    std::string_view rest = word.text;
    for (std::size_t part = 0; part < 3; ++part) {
      const std::size_t slash = rest.find('/');
      const std::string_view digits = rest.substr(0, slash);
      const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), numbers[part]);
      const bool absent = digits.empty() && part == 1 && slash != std::string_view::npos;
      const bool whole = status == std::errc{} && end == digits.data() + digits.size() && numbers[part] != 0;
      if ((!absent && !whole) || (part == 2 && slash != std::string_view::npos)) {
        findings_.error(word, quoted(word.text) + " is not a corner of a face",
                        "write vertex, vertex/texture, vertex//normal or vertex/texture/normal, numbers from 1 or "
                        "negative ones from the last");
        return std::nullopt;
      }
      if (slash == std::string_view::npos) break;
      rest = rest.substr(slash + 1);
    }
    const auto count = static_cast<long long>(mesh_.vertices.size());
    const long long number = numbers[0] > 0 ? numbers[0] : count + 1 + numbers[0];
    if (numbers[0] < 0 && (numbers[0] < -count)) {
      findings_.error(word, quoted(word.text) + " reaches back before the first vertex",
                      std::to_string(count) + " vertices come before this line");
      return std::nullopt;
    }
    // Vertices may follow the faces that use them; judged at the end of the file.
    if (number > count) forward_.push_back({word, number});
    return static_cast<int>(std::min(number, 2'000'000'000LL) - 1);
  }

  void face(const Word& keyword) {
    corners_.clear();
    for (std::optional<Word> word = scanner_.word(); word; word = scanner_.word()) {
      const std::optional<int> vertex = corner(*word);
      if (!vertex) return;
      // Up to 64 corners, so that a hostile face costs no more than its length; check_closed sees the rest.
      if (corners_.size() < 64 && std::find(corners_.begin(), corners_.end(), *vertex) != corners_.end()) {
        findings_.error(*word, "the face uses vertex " + std::to_string(*vertex + 1) + " twice",
                        "remove the face or correct the vertex");
        return;
      }
      corners_.push_back(*vertex);
    }
    if (corners_.size() < 3) {
      findings_.error(keyword, "a face with " + std::to_string(corners_.size()) + " corners",
                      "a face has three or more");
      return;
    }
    if (mesh_.triangles.size() + corners_.size() > options_.max_triangles) {
      findings_.error(keyword, "more than " + std::to_string(options_.max_triangles) + " triangles",
                      "simplify the mesh, or raise the limit");
      full_ = true;
      return;
    }
    for (std::size_t k = 1; k + 1 < corners_.size(); ++k) {
      mesh_.triangles.push_back({corners_[0], corners_[k], corners_[k + 1]});
      mesh_.source.triangle_places.push_back({keyword.line, keyword.column});
    }
  }

  void check_forward() {
    const auto count = static_cast<long long>(mesh_.vertices.size());
    if (full_) return;
    std::size_t said = 0;
    for (const Forward& forward : forward_) {
      if (forward.number <= count || ++said > mesh_text::most_errors) continue;
      findings_.error(forward.word, "there is no vertex " + std::to_string(forward.number),
                      "the file defines " + std::to_string(count) + " vertices");
    }
  }

  Scanner scanner_;
  Findings findings_;
  const MeshReadOptions& options_;
  TriangleMesh mesh_;
  std::vector<int> corners_;
  std::vector<Forward> forward_;
  std::pair<Word, double> weight_;
  int unknown_ = 0;
  bool free_form_seen_ = false;
  bool full_ = false;
};

}  // namespace

Result<TriangleMesh> read_obj(std::string_view text, const std::string& file, const MeshReadOptions& options) {
  if (auto finding = mesh_text::too_large(text, file, options)) return *std::move(finding);
  return ObjReader(text, file, options).read();
}

}  // namespace polhode
