#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/math/euler.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {

std::optional<Vec3> read_axis(TableReader& table, const std::string& example) {
  const Node* node = table.find("axis");
  if (node == nullptr) {
    table.missing("axis", example);
    return std::nullopt;
  }
  if (node->kind == Node::Kind::string) {
    if (node->text == "x") return Vec3::UnitX();
    if (node->text == "y") return Vec3::UnitY();
    if (node->text == "z") return Vec3::UnitZ();
    table.error(*node, "axis", "there is no axis '" + node->text.substr(0, 40) + "'", "x, y, z, or three numbers");
    return std::nullopt;
  }
  const auto axis = table.vector("axis", dimension::none);
  if (axis && axis->norm() > 0) return axis;
  if (axis) table.error(*node, "axis", "an axis of length zero has no direction");
  return std::nullopt;
}

namespace {

std::optional<Rotation> read_axis_angle(TableReader& table) {
  const auto axis = read_axis(table, "write { axis = \"z\", angle = \"30 deg\" } or { axis = [0, 0, 1], angle = … }");
  const auto angle = table.number("angle", dimension::angle);
  if (!table.has("angle")) table.missing("angle", "for example angle = \"30 deg\"");
  if (!axis || !angle) return std::nullopt;
  return Rotation::about(*axis, *angle);
}

std::optional<Rotation> read_quaternion(TableReader& table) {
  const Node* node = table.find("quaternion");
  if (node->kind != Node::Kind::array || node->items.size() != 4) {
    table.error(*node, "quaternion", "expected four numbers, not " + describe(*node),
                "write [w, x, y, z], body to world");
    return std::nullopt;
  }
  double q[4] = {};
  bool good = true;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto value =
        read_number(node->items[i], numbered(table.path("quaternion"), i), dimension::none, table.context());
    good = good && value.has_value();
    q[i] = value.value_or(0);
  }
  if (!good) return std::nullopt;
  const double length = Vec4(q[0], q[1], q[2], q[3]).norm();
  if (length > 0.5 && length < 2) {
    // Six digits, as people type them, are a quaternion of length 1.
    if (std::fabs(length - 1) > 1e-6)
      table.warning(
          *node, "quaternion",
          "a rotation has a quaternion of length 1; this one has " + rounded(length, 8) + " and is divided by it",
          "give more digits, or check that all four numbers belong together");
    return Rotation::from_quaternion(q[0], q[1], q[2], q[3]);
  }
  table.error(*node, "quaternion", "a rotation has a quaternion of length 1, this one has " + rounded(length),
              "w comes first: [1, 0, 0, 0] is no rotation");
  return std::nullopt;
}

std::optional<Rotation> read_euler(TableReader& outer) {
  const Node* node = outer.find("euler");
  TableReader table(*node, outer.path("euler"), outer.context());
  const auto word = table.text("sequence");
  const auto angles = table.vector("angles", dimension::angle);
  if (!table.has("sequence")) table.missing("sequence", "one of the twelve, for example sequence = \"zxz\"");
  if (!table.has("angles")) table.missing("angles", "three angles, for example [\"10 deg\", \"20 deg\", 0]");
  table.finish();
  if (!word || !angles) return std::nullopt;
  const auto sequence = parse_euler_sequence(*word);
  if (!sequence.ok()) {
    for (const Diagnostic& finding : sequence.diagnostics())
      table.error(*table.node().find("sequence"), "sequence", finding.message, finding.hint);
    return std::nullopt;
  }
  return from_euler(*sequence, *angles);
}

std::optional<Rotation> read_matrix(TableReader& table) {
  const auto matrix = table.matrix("matrix", dimension::none);
  if (!matrix) return std::nullopt;
  const auto rotation = Rotation::checked_matrix(*matrix);
  if (rotation.ok()) return *rotation;
  for (const Diagnostic& finding : rotation.diagnostics())
    table.error(*table.node().find("matrix"), "matrix", finding.message, finding.hint);
  return std::nullopt;
}

/// Whether one table says the orientation in two ways; a finding that names both.
bool given_twice(TableReader& table) {
  std::string_view first;
  for (std::string_view key : {"axis", "quaternion", "euler", "matrix", "rotation_vector"}) {
    if (!table.has(key)) continue;
    if (!first.empty()) {
      refuse_second_orientation(table, first, key);
      return true;
    }
    first = key;
  }
  return false;
}

}  // namespace

void refuse_second_orientation(TableReader& table, std::string_view first, std::string_view second) {
  table.error(*table.node().find(second), second,
              "the orientation is given twice, by '" + std::string(first) + "' and by '" + std::string(second) + "'",
              "keep one of them");
}

std::optional<Rotation> read_orientation(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  if (given_twice(table)) return std::nullopt;
  std::optional<Rotation> rotation;
  if (table.has("quaternion")) {
    rotation = read_quaternion(table);
  } else if (table.has("euler")) {
    rotation = read_euler(table);
  } else if (table.has("matrix")) {
    rotation = read_matrix(table);
  } else if (table.has("rotation_vector")) {
    const auto u = table.vector("rotation_vector", dimension::angle);
    if (u) rotation = Rotation::exp(*u);
  } else if (node.kind == Node::Kind::table) {
    rotation = read_axis_angle(table);
  }
  table.finish();
  return rotation;
}

}  // namespace polhode
