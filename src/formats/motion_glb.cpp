// glTF 2.0 in its binary form: one piece of JSON, one of numbers.
#include <polhode/formats/motion_export.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include <polhode/math/elementary.hpp>

#include "formats/file.hpp"
#include "formats/json.hpp"
#include "formats/little_endian.hpp"
#include "formats/page_reader.hpp"
#include "formats/stage.hpp"

namespace polhode {
namespace {

/// Words of the format: what an accessor counts in, what a view is for, what a primitive draws.
constexpr std::int64_t single = 5126, whole = 5125, for_vertices = 34962, for_corners = 34963, line_strip = 3;

/// The colours of src/apps/web/src/style.css: a body's, a link's, a rod's, each with its second tone, and of contacts.
struct Painted {
  const char* name;
  int rgb;
};
constexpr Painted paints[] = {{"body", 0x3d8c9c},        {"body, light", 0xd3e1e4}, {"link", 0x5b7a9d},
                              {"link, light", 0xdbe3ec}, {"rod", 0xa9b3be},         {"rod, light", 0xa9b3be},
                              {"contact", 0x111111}};
constexpr std::size_t paint_of_contact = 6;

/// The light that a part of a colour on a screen stands for (IEC 61966-2-1).
double light_of(int part) {
  const double c = part / 255.0;
  return c <= 0.04045 ? c / 12.92 : fn::pow((c + 0.055) / 1.055, 2.4);
}

std::int64_t as_index(std::size_t i) { return static_cast<std::int64_t>(i); }

/// What a node has of its own if it does not move: its place in single precision, as the keys of those that move.
std::array<float, 4> rotation_of(const Pose& X) {
  const Vec4 q = X.R.quaternion();
  return {static_cast<float>(q[1]), static_cast<float>(q[2]), static_cast<float>(q[3]), static_cast<float>(q[0])};
}
std::array<float, 3> in_single(const Vec3& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

/// The numbers, with what is known of each piece of them.
class Numbers {
 public:
  template <std::size_t size>
  std::int64_t add(const std::vector<std::array<float, size>>& rows, std::int64_t target, bool with_range) {
    const char* const kinds[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    open(target);
    for (const auto& row : rows)
      for (const float value : row) append_bytes(bytes_, value);
    accessor(single, rows.size(), kinds[size - 1]);
    if (with_range) {
      std::array<float, size> low = rows[0], high = rows[0];
      for (const auto& row : rows)
        for (std::size_t k = 0; k < size; ++k) low[k] = std::min(low[k], row[k]), high[k] = std::max(high[k], row[k]);
      for (const auto& [key, corner] : {std::pair{"min", low}, std::pair{"max", high}}) {
        accessors_.key(key).begin_array();
        for (const float value : corner) accessors_.value(static_cast<double>(value));
        accessors_.end_array();
      }
    }
    accessors_.end_object();
    return count_++;
  }

  std::int64_t add(const std::vector<std::array<int, 3>>& triangles) {
    open(for_corners);
    for (const auto& triangle : triangles)
      for (const int corner : triangle) append_bytes(bytes_, static_cast<std::uint32_t>(corner));
    accessor(whole, 3 * triangles.size(), "SCALAR");
    accessors_.end_object();
    return count_++;
  }

  const std::string& bytes() const { return bytes_; }

  void write(JsonWriter& json) && {
    finish_view();
    accessors_.end_array(), views_.end_array();
    json.line().key("buffers").begin_array().begin_object();
    json.member("byteLength", as_index(bytes_.size())).end_object().end_array();
    json.line().key("bufferViews").raw(views_.text());
    json.line().key("accessors").raw(accessors_.text());
  }

 private:
  /// Each piece has a view of its own.
  void open(std::int64_t target) {
    finish_view();
    begin_ = bytes_.size();
    target_ = target;
  }
  void finish_view() {
    if (bytes_.size() == begin_) return;
    views_.begin_object().member("buffer", std::int64_t{0}).member("byteOffset", as_index(begin_));
    views_.member("byteLength", as_index(bytes_.size() - begin_));
    if (target_ != 0) views_.member("target", target_);
    views_.end_object();
    begin_ = bytes_.size();
  }
  void accessor(std::int64_t component, std::size_t count, const char* kind) {
    accessors_.line().begin_object().member("bufferView", count_).member("componentType", component);
    accessors_.member("count", as_index(count)).member("type", kind);
  }

  std::string bytes_;
  JsonWriter views_ = begun(), accessors_ = begun();
  std::size_t begin_ = 0;
  std::int64_t target_ = 0, count_ = 0;

  static JsonWriter begun() {
    JsonWriter json;
    json.begin_array();
    return json;
  }
};

class Writer {
 public:
  Writer(const RunFolder& run, const Stage& stage) : run_(run), stage_(stage) {}

  std::string write() {
    json_.begin_object();
    write_asset();
    pick_keys();
    write_meshes();
    write_nodes();
    write_materials();
    write_animation();
    std::move(numbers_).write(json_);
    json_.end_object();
    return put_together();
  }

 private:
  void write_asset() {
    json_.key("asset").begin_object().member("version", "2.0").member("generator", "polhode");
    json_.key("extras").begin_object();
    json_.member("scene", run_.about.scene).member("title", run_.about.title).member("solver", run_.about.solver);
    json_.member("hash", run_.about.hash).member("begins_at", stage_.times.front()).end_object().end_object();
    json_.line().member("scene", std::int64_t{0}).key("scenes").begin_array().begin_object();
    json_.member("name", run_.about.scene).key("nodes").begin_array().value(std::int64_t{0}).end_array();
    json_.end_object().end_array();
  }

  /// Times of keys grow even in single precision; samples between which they do not are left out.
  void pick_keys() {
    for (std::size_t i = 0; i < stage_.times.size(); ++i) {
      const auto time = static_cast<float>(stage_.times[i] - stage_.times.front());
      if (!key_times_.empty() && !(time > key_times_.back()[0])) continue;
      keys_.push_back(i);
      key_times_.push_back({time});
    }
  }

  /// The number of a material, which are in the order in which they are used.
  std::int64_t material(std::size_t paint) {
    if (std::find(used_.begin(), used_.end(), paint) == used_.end()) used_.push_back(paint);
    return std::find(used_.begin(), used_.end(), paint) - used_.begin();
  }

  void write_primitive(const DrawnMesh& mesh, std::size_t paint) {
    std::vector<std::array<float, 3>> places, normals;
    for (const Vec3& v : mesh.vertices) places.push_back(in_single(v));
    for (const Vec3& n : mesh.normals) normals.push_back(in_single(n));
    json_.begin_object().key("attributes").begin_object();
    json_.member("POSITION", numbers_.add(places, for_vertices, true));
    json_.member("NORMAL", numbers_.add(normals, for_vertices, false)).end_object();
    json_.member("indices", numbers_.add(mesh.triangles)).member("material", material(paint)).end_object();
  }

  /// Bodies of one shape share a mesh: the vertices tell them apart.
  void write_meshes() {
    std::map<std::vector<double>, std::int64_t> known;
    json_.line().key("meshes").begin_array();
    std::int64_t count = 0;
    for (const Actor& actor : stage_.actors) {
      std::vector<double> shape{static_cast<double>(actor.paint)};
      for (const DrawnMesh& mesh : actor.shape.tones)
        for (const Vec3& v : mesh.vertices) shape.insert(shape.end(), v.begin(), v.end());
      const auto [place, is_new] = known.try_emplace(std::move(shape), count);
      const bool is_empty = actor.shape.tones[0].triangles.empty() && actor.shape.tones[1].triangles.empty();
      meshes_.push_back(is_empty ? -1 : place->second);
      if (!is_new || is_empty) continue;
      ++count;
      json_.line().begin_object().member("name", actor.name).key("primitives").begin_array();
      for (std::size_t tone = 0; tone < 2; ++tone)
        if (!actor.shape.tones[tone].triangles.empty())
          write_primitive(actor.shape.tones[tone], 2 * static_cast<std::size_t>(actor.paint) + tone);
      json_.end_array().end_object();
    }
    for (const StagePath& path : stage_.paths) write_path(path, count);
    json_.end_array();
  }

  void write_path(const StagePath& path, std::int64_t& count) {
    std::vector<std::vector<std::array<float, 3>>> lines;
    for (const auto& line : path.lines) {
      lines.emplace_back();
      for (const Vec3& p : line)
        if (lines.back().empty() || lines.back().back() != in_single(p)) lines.back().push_back(in_single(p));
      if (lines.back().size() < 2) lines.pop_back();
    }
    if (lines.empty()) return;
    paths_.push_back(path.name);
    path_meshes_.push_back(count++);
    json_.line().begin_object().member("name", path.name).key("primitives").begin_array();
    for (const auto& line : lines) {
      json_.begin_object().key("attributes").begin_object();
      json_.member("POSITION", numbers_.add(line, for_vertices, true)).end_object();
      json_.member("mode", line_strip).member("material", material(paint_of_contact)).end_object();
    }
    json_.end_array().end_object();
  }

  /// The first node turns the world; all others are its children.
  void write_nodes() {
    json_.line().key("nodes").begin_array().line().begin_object().member("name", "world");
    const Vec4 q = (Rotation::about_x(-0.5 * pi) * Rotation::from_z_to(stage_.up).inverse()).quaternion();
    const std::array<double, 4> turn{q[1], q[2], q[3], q[0]};
    json_.member("rotation", std::span<const double>(turn)).key("children").begin_array();
    const std::size_t others = stage_.actors.size() + paths_.size();
    for (std::size_t i = 1; i <= others; ++i) json_.value(as_index(i));
    json_.end_array().end_object();
    for (std::size_t i = 0; i < stage_.actors.size(); ++i) {
      const Actor& actor = stage_.actors[i];
      json_.line().begin_object().member("name", actor.name);
      if (meshes_[i] >= 0) json_.member("mesh", meshes_[i]);
      write_place("translation", in_single(actor.X_WF[keys_[0]].p));
      write_place("rotation", rotation_of(actor.X_WF[keys_[0]]));
      if (!actor.stretch.empty()) write_place("scale", in_single(actor.stretch[keys_[0]]));
      json_.end_object();
    }
    for (std::size_t i = 0; i < paths_.size(); ++i)
      json_.line().begin_object().member("name", paths_[i]).member("mesh", path_meshes_[i]).end_object();
    json_.end_array();
  }

  template <std::size_t size>
  void write_place(const char* key, const std::array<float, size>& place) {
    json_.key(key).begin_array();
    for (const float value : place) json_.value(static_cast<double>(value));
    json_.end_array();
  }

  void write_materials() {
    json_.line().key("materials").begin_array();
    for (const std::size_t number : used_) {
      const Painted& paint = paints[number];
      json_.line().begin_object().member("name", paint.name).key("pbrMetallicRoughness").begin_object();
      json_.key("baseColorFactor").begin_array();
      for (const int shift : {16, 8, 0}) json_.value(light_of((paint.rgb >> shift) & 0xff));
      json_.value(1.0).end_array().member("metallicFactor", 0.0).member("roughnessFactor", 0.8).end_object();
      json_.member("doubleSided", true).end_object();
    }
    json_.end_array();
  }

  template <std::size_t size>
  void add_track(std::int64_t node, const char* path, const std::vector<std::array<float, size>>& keys) {
    if (std::all_of(keys.begin(), keys.end(), [&](const auto& key) { return key == keys[0]; })) return;
    if (times_ < 0) times_ = numbers_.add(key_times_, 0, true);
    tracks_.push_back({node, path, numbers_.add(keys, 0, false)});
  }

  void write_animation() {
    for (std::size_t k = 0; k < stage_.actors.size(); ++k) {
      const Actor& actor = stage_.actors[k];
      std::vector<std::array<float, 3>> places, stretches;
      std::vector<std::array<float, 4>> turns;
      for (const std::size_t i : keys_) {
        places.push_back(in_single(actor.X_WF[i].p));
        turns.push_back(rotation_of(actor.X_WF[i]));
        if (!actor.stretch.empty()) stretches.push_back(in_single(actor.stretch[i]));
        // Of the two quaternions of an attitude the nearer one: not every program turns the short way by itself.
        if (turns.size() < 2) continue;
        const std::array<float, 4>& before = turns[turns.size() - 2];
        float product = 0;
        for (std::size_t j = 0; j < 4; ++j) product += before[j] * turns.back()[j];
        if (product < 0)
          for (float& value : turns.back()) value = -value;
      }
      add_track(as_index(k + 1), "translation", places);
      add_track(as_index(k + 1), "rotation", turns);
      if (!stretches.empty()) add_track(as_index(k + 1), "scale", stretches);
    }
    if (tracks_.empty()) return;
    json_.line().key("animations").begin_array().begin_object().member("name", "run").key("channels").begin_array();
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
      json_.line().begin_object().member("sampler", as_index(i)).key("target").begin_object();
      json_.member("node", tracks_[i].node).member("path", tracks_[i].path).end_object().end_object();
    }
    json_.end_array().key("samplers").begin_array();
    for (const Track& track : tracks_)
      json_.begin_object().member("input", times_).member("output", track.keys).end_object();
    json_.end_array().end_object().end_array();
  }

  /// A head of twelve bytes, and two pieces whose lengths are multiples of four.
  std::string put_together() const {
    std::string text = json_.text(), bytes = numbers_.bytes();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
    std::string file = "glTF";
    append_bytes(file, std::uint32_t{2});
    append_bytes(file, static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + bytes.size()));
    append_bytes(file, static_cast<std::uint32_t>(text.size()));
    file += "JSON" + text;
    append_bytes(file, static_cast<std::uint32_t>(bytes.size()));
    return file + std::string("BIN\0", 4) + bytes;
  }

  struct Track {
    std::int64_t node;
    const char* path;
    std::int64_t keys;
  };

  const RunFolder& run_;
  const Stage& stage_;
  JsonWriter json_;
  Numbers numbers_;
  std::vector<std::size_t> keys_;
  std::vector<std::array<float, 1>> key_times_;
  std::vector<std::size_t> used_;     ///< paints
  std::vector<std::int64_t> meshes_;  ///< of each actor
  std::vector<std::string> paths_;
  std::vector<std::int64_t> path_meshes_;
  std::int64_t times_ = -1;
  std::vector<Track> tracks_;
};

}  // namespace

Result<std::string> motion_glb(const RunFolder& run) {
  const std::string file = (std::filesystem::path(run.path) / "report.html").string();
  const auto html = read_file(file);
  if (!html.ok()) return html.diagnostics();
  const auto page = read_page(*html, file);
  if (!page.ok()) return page.diagnostics();
  const auto stage = read_stage(*page, run.table);
  if (!stage.ok()) return stage.diagnostics();
  return Writer(run, *stage).write();
}

}  // namespace polhode
