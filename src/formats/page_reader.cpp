#include "formats/page_reader.hpp"

#include <algorithm>
#include <array>

namespace polhode {
namespace {

constexpr std::string_view before_data = "<script type=\"application/json\" id=\"run\">", behind_data = "</script>";

/// Shorter lists are vectors and matrices.
constexpr std::size_t longest_kept = 200;

}  // namespace

std::string without_series(std::string_view json) {
  std::string text;
  std::string_view key;
  for (std::size_t at = 0; at < json.size();) {
    const std::size_t begin = at;
    if (json[at] == '"') {
      for (++at; at < json.size() && json[at] != '"'; ++at)
        if (json[at] == '\\') ++at;
      at = std::min(at + 1, json.size());
      key = json.substr(begin + 1, at - begin - 2);
    } else if (json[at] == '[') {
      const std::size_t end = std::min(json.find_first_of("[]{}\"", at + 1), json.size());
      const bool flat = end < json.size() && json[end] == ']', of_mesh = key == "vertices" || key == "triangles";
      at = flat ? end + 1 : at + 1;
      if (flat && !of_mesh && end - begin > longest_kept) {
        text += "[]";
        continue;
      }
    } else {
      at = std::min(json.find_first_of("[\"", at), json.size());
    }
    text += json.substr(begin, at - begin);
  }
  return text;
}

Result<Node> read_page(std::string_view html, const std::string& file) {
  const std::size_t begin = html.find(before_data);
  const std::size_t end = begin == std::string_view::npos ? begin : html.find(behind_data, begin);
  if (end == std::string_view::npos)
    return Diagnostic{.where = {file, 0, 0},
                      .message = "there is no run in this page",
                      .hint = "`polhode run SCENE` writes it with one"};
  const std::size_t first = begin + before_data.size();
  return parse_json(without_series(html.substr(first, end - first)), file);
}

const std::vector<Node>& list_at(const Node& object, std::string_view key) {
  static const std::vector<Node> nothing;
  const Node* node = object.find(key);
  return node == nullptr ? nothing : node->items;
}

std::string text_at(const Node& object, std::string_view key) {
  const Node* node = object.find(key);
  return node != nullptr && node->kind == Node::Kind::string ? node->text : "";
}

double number_at(const Node& object, std::string_view key, double otherwise) {
  const Node* node = object.find(key);
  return node != nullptr && node->kind == Node::Kind::number ? node->number : otherwise;
}

Vec3 vector_at(const Node& object, std::string_view key) {
  Vec3 vector = Vec3::Zero();
  const std::vector<Node>& items = list_at(object, key);
  for (std::size_t i = 0; i < std::min<std::size_t>(3, items.size()); ++i)
    vector[static_cast<Eigen::Index>(i)] = items[i].number;
  return vector;
}

Pose pose_of(const Node& object) {
  Pose X{{}, vector_at(object, "position")};
  const std::vector<Node>& q = list_at(object, "quaternion");
  const bool turned = q.size() == 4 && std::any_of(q.begin(), q.end(), [](const Node& one) { return one.number != 0; });
  if (turned) X.R = Rotation::from_quaternion(q[0].number, q[1].number, q[2].number, q[3].number);
  return X;
}

}  // namespace polhode
