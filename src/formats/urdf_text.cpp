// From text to elements: what keeps a text from being XML, and XML from being a robot.
#include <tinyxml2.h>

#include <algorithm>
#include <array>
#include <utility>

#include <polhode/base/text.hpp>

#include "formats/urdf_robot.hpp"

namespace polhode::urdf {
namespace {

/// The name that tinyxml2 gives with its error, "XMLElement name=link", or empty.
std::string element_in(std::string_view description) {
  constexpr std::string_view mark = "XMLElement name=";
  const std::size_t at = description.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view name = description.substr(at + mark.size());
  return std::string(name.substr(0, std::min<std::size_t>(60, name.find_first_of(" \n"))));
}

/// tinyxml2's errors name its own types; ours say what a person can see.
std::pair<std::string, std::string> sentence(const tinyxml2::XMLDocument& document) {
  const std::string element = element_in(document.ErrorStr());
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return {"there is no XML in this file", "a robot is <robot name=\"…\">…</robot>"};
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return {"this is not XML: <" + element + "> is opened here, but not closed where it should be",
              "close it with </" + element + ">, or write <" + element + " …/>; or the file is cut off"};
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return {"this is not XML: an attribute" + (element.empty() ? "" : " of <" + element + ">") + " is broken",
              "attributes are written name=\"value\", with both quotes, and each stands once"};
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      return {"this is not XML: a tag is broken", "tags are written <name …>, </name> or <name …/>"};
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return {"this is not XML: a comment is not closed", "comments end in -->"};
    case tinyxml2::XML_ERROR_PARSING_DECLARATION:
      return {"this is not XML: a declaration is broken or stands in the wrong place",
              "<?xml version=\"1.0\"?> stands at the very start, or nowhere"};
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return {"elements are nested more than " + std::to_string(TINYXML2_MAX_ELEMENT_DEPTH) + " deep",
              "nothing in URDF is nested more than a few deep"};
    case tinyxml2::XML_ERROR_PARSING_TEXT:
      return {"this is not XML: a text stands where no element is open", "a robot is <robot name=\"…\">…</robot>"};
    default:
      return {"this is not XML: what is opened here is never closed",
              "the file is cut off, or a tag, a comment or a CDATA section is broken"};
  }
}

/// What else a file may be, by its outermost element.
std::string other_format(std::string_view root) {
  constexpr std::array<std::pair<std::string_view, const char*>, 6> formats{{
      {"sdf", "this is SDF; export the model as URDF"},
      {"model", "this is SDF; export the model as URDF"},
      {"mujoco", "this is MJCF; export the model as URDF"},
      {"COLLADA", "this is a mesh; URDF refers to it, but is another file"},
      {"html", "this is a web page: the download went wrong"},
      {"xml", "write <?xml version=\"1.0\"?> and then <robot name=\"…\">"},
  }};
  for (const auto& [name, hint] : formats)
    if (name == root) return hint;
  return "a robot is <robot name=\"…\">…</robot>";
}

const tinyxml2::XMLElement* find_robot(const tinyxml2::XMLDocument& document, Context& context) {
  const tinyxml2::XMLElement* root = document.RootElement();
  if (root == nullptr) {
    context.error(1, "", "there is no element in this file", "a robot is <robot name=\"…\">…</robot>");
    return nullptr;
  }
  if (std::string_view(root->Name()) != "robot") {
    constexpr std::array<std::string_view, 1> known{"robot"};
    context.error(root->GetLineNum(), "",
                  "the outermost element is <" + std::string(root->Name()).substr(0, 60) + ">, not <robot>",
                  context.suggestion(root->Name(), known, other_format(root->Name())));
    return nullptr;
  }
  for (const tinyxml2::XMLNode* node = document.FirstChild(); node != nullptr; node = node->NextSibling())
    if (node != root && (node->ToElement() != nullptr || node->ToText() != nullptr)) {
      context.error(node->GetLineNum(), "", "something stands beside <robot>", "a file holds one robot and no more");
      break;
    }
  return root;
}

void read_parts(Element& root, Robot& robot, Context& context) {
  root.know({"version"});
  for (Element& element : root.children("link")) {
    // What is found now is the link's.
    Diagnostics others = std::exchange(context.findings, {});
    UrdfLink link = read_link(element);
    link.findings = std::exchange(context.findings, std::move(others));
    robot.links.push_back(std::move(link));
  }
  for (Element& element : root.children("joint")) robot.joints.push_back(read_joint(element));
  for (Element& element : root.children("loop_joint")) robot.loops.push_back(read_loop_joint(element));
  root.ignore({"material"}, "looks do not move anything");
  root.ignore({"gazebo", "transmission", "sensor", "ros2_control"}, "it belongs to other programs");
  root.finish();
  if (robot.links.empty()) root.error("the robot has no link", "each body is a <link name=\"…\">");
}

}  // namespace

std::string path_of(const char* kind, const std::string& name) { return std::string(kind) + " " + in_quotes(name); }

std::string read_name(Element& element, const char* kind) {
  const std::string_view tag = kind;
  const std::string usual = tag == "link" ? "arm" : tag == "joint" ? "elbow" : "pin";
  const std::string example = "<" + std::string(tag) + " name=\"" + usual + "\" …>";
  if (!element.require("name", example)) return {};
  std::string name = *element.text("name");
  if (name.empty()) element.error_at("name", "the name is empty", "for example " + example);
  return name;
}

std::optional<Robot> read_robot(std::string_view text, Context& context) {
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
    context.error(static_cast<int>(line), "", "a byte of value zero: this is no text, or not in UTF-8",
                  "save the file as UTF-8");
    return std::nullopt;
  }
  tinyxml2::XMLDocument document;
  document.Parse(text.data(), text.size());
  if (document.Error()) {
    const auto [message, hint] = sentence(document);
    context.error(std::max(1, document.ErrorLineNum()), "", message, hint);
    return std::nullopt;
  }
  const tinyxml2::XMLElement* xml = find_robot(document, context);
  if (xml == nullptr) return std::nullopt;
  Element root(*xml, "", context);
  Robot robot;
  if (const auto name = root.text("name"))
    robot.name = *name;
  else
    root.warning("the robot has no name", "for example <robot name=\"arm\">");
  read_parts(root, robot, context);
  context.summary();
  return robot;
}

}  // namespace polhode::urdf
