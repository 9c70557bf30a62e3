#include "formats/urdf_element.hpp"

#include <tinyxml2.h>

#include <algorithm>
#include <limits>

#include <polhode/base/text.hpp>

namespace polhode::urdf {
namespace {

constexpr const char* blanks = " \t\r\n";
constexpr const char* expand_first = "this is xacro: make the URDF first with `xacro robot.urdf.xacro > robot.urdf`";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!(text = trimmed(text)).empty()) {
    words.push_back(text.substr(0, text.find_first_of(blanks)));
    text.remove_prefix(words.back().size());
  }
  return words;
}

std::optional<double> infinity(std::string_view text) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::string small = lower_case(text);
  if (small == "inf" || small == "+inf" || small == "infinity" || small == "+infinity") return inf;
  if (small == "-inf" || small == "-infinity") return -inf;
  return std::nullopt;
}

/// What a person probably did to a number that is none.
std::string advice(std::string_view text) {
  if (text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos) return expand_first;
  std::string pointed(text.substr(0, 60));
  if (const std::size_t comma = pointed.find(','); comma != std::string::npos) {
    pointed[comma] = '.';
    if (parse_number(pointed)) return "decimals have a point: " + pointed;
  }
  if (infinity(text) || lower_case(text) == "nan") return "the number must be finite";
  double value = 0;
  if (!read_number(text, value).in_range) return "it is too large or too small for a double";
  return "write a finite decimal number in SI, such as 0.25 or -1.5e-3";
}

std::string listed(std::span<const std::string_view> words, const char* open, const char* close) {
  std::string list;
  for (const std::string_view word : words)
    list += (list.empty() ? "known here: " : ", ") + (open + std::string(word) + close);
  return list;
}

/// ": 8 of them, the first here", or nothing for one alone.
std::string tally(int count) { return count == 1 ? "" : ": " + std::to_string(count) + " of them, the first here"; }

}  // namespace

std::string in_quotes(std::string_view name) {
  constexpr std::size_t most = 60;
  return "'" + std::string(name.substr(0, most)) + (name.size() > most ? "…'" : "'");
}

std::string Context::suggestion(std::string_view word, std::span<const std::string_view> words, std::string otherwise) {
  constexpr int most = 100;
  if (++suggestions_ > most) return otherwise;
  const std::string near = nearest(word, words);
  return near.empty() ? otherwise : "did you mean '" + near + "'?";
}

bool Context::pass_over(Kind kind, const std::string& what, int line, const std::string& path) {
  Passed& passed = passed_[what];
  if (passed.count++ > 0) return false;
  passed = {kind, line, 1, path, {}};
  return true;
}

void Context::summary() {
  for (const auto& [what, passed] : passed_) {
    switch (passed.kind) {
      case Kind::ignored:
        warning(passed.line, passed.path, what + " is not read" + tally(passed.count), passed.hint);
        break;
      case Kind::unknown:
        warning(passed.line, passed.path, what + " is not known and was passed over" + tally(passed.count),
                passed.hint);
        break;
      case Kind::xacro: error(passed.line, passed.path, what + " is no URDF" + tally(passed.count), passed.hint); break;
    }
  }
  passed_.clear();
}

int Element::line() const { return xml_->GetLineNum(); }

int Element::line(const char* attribute) const {
  const tinyxml2::XMLAttribute* found = xml_->FindAttribute(attribute);
  return found == nullptr ? line() : found->GetLineNum();
}

const tinyxml2::XMLAttribute* Element::find(const char* attribute) {
  know({attribute});
  return xml_->FindAttribute(attribute);
}

bool Element::has(const char* attribute) const { return xml_->FindAttribute(attribute) != nullptr; }

bool Element::has_child(const char* name) const { return xml_->FirstChildElement(name) != nullptr; }

void Element::know(std::initializer_list<const char*> attributes) {
  for (const char* attribute : attributes)
    if (std::find(known_attributes_.begin(), known_attributes_.end(), attribute) == known_attributes_.end())
      known_attributes_.emplace_back(attribute);
}

std::optional<std::string> Element::text(const char* attribute) {
  const tinyxml2::XMLAttribute* found = find(attribute);
  return found == nullptr ? std::nullopt : std::optional<std::string>(found->Value());
}

std::optional<double> Element::number(const char* attribute, bool infinite) {
  const auto given = text(attribute);
  if (!given) return std::nullopt;
  const std::string_view word = trimmed(*given);
  auto value = parse_number(word);
  if (!value && infinite) value = infinity(word);
  if (!value) error_at(attribute, in_quotes(word) + " is not a number", advice(word));
  return value;
}

std::optional<double> Element::positive(const char* attribute) {
  const auto value = number(attribute);
  if (!value || *value > 0) return value;
  error_at(attribute, "must be greater than zero, not " + shortest(*value));
  return std::nullopt;
}

std::optional<double> Element::not_negative(const char* attribute, bool infinite) {
  const auto value = number(attribute, infinite);
  if (!value || *value >= 0) return value;
  error_at(attribute, "must be zero or more, not " + shortest(*value));
  return std::nullopt;
}

std::optional<Vec3> Element::vector(const char* attribute, const char* example) {
  const auto given = text(attribute);
  if (!given) return std::nullopt;
  const std::vector<std::string_view> words = words_of(*given);
  if (words.size() != 3) {
    const bool commas = given->find(',') != std::string::npos;
    const bool xacro = given->find("${") != std::string::npos;
    error_at(attribute, "expected three numbers, not " + in_quotes(*given),
             xacro ? std::string(expand_first)
                   : (commas ? "blanks stand between the numbers, no commas: " : "for example ") +
                         std::string(attribute) + "=\"" + example + "\"");
    return std::nullopt;
  }
  Vec3 value = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    const std::string_view word = words[static_cast<std::size_t>(i)];
    const auto entry = parse_number(word);
    if (!entry) {
      error_at(attribute, in_quotes(word) + " is not a number", advice(word));
      return std::nullopt;
    }
    value[i] = *entry;
  }
  return value;
}

bool Element::require(const char* attribute, const std::string& example) {
  if (find(attribute) != nullptr) return true;
  const char* inside = xml_->GetText();
  const std::string_view word = trimmed(inside == nullptr ? "" : inside);
  error("'" + std::string(attribute) + "' is missing",
        word.empty() ? "for example " + example
                     : "what stands between the tags is not read; write <" + std::string(xml_->Name()) + " " +
                           attribute + "=\"" + std::string(word.substr(0, 60)) + "\"/>");
  return false;
}

std::optional<Element> Element::child(const char* name) {
  known_children_.emplace_back(name);
  const tinyxml2::XMLElement* first = xml_->FirstChildElement(name);
  if (first == nullptr) return std::nullopt;
  for (const tinyxml2::XMLElement* next = first->NextSiblingElement(name); next != nullptr;
       next = next->NextSiblingElement(name))
    context_->error(
        next->GetLineNum(), path_,
        "<" + std::string(name) + "> stands here a second time, first on line " + std::to_string(first->GetLineNum()),
        "remove one of them");
  return Element(*first, path_ + "." + name, *context_);
}

std::vector<Element> Element::children(const char* name) {
  known_children_.emplace_back(name);
  std::vector<Element> all;
  for (const tinyxml2::XMLElement* one = xml_->FirstChildElement(name); one != nullptr;
       one = one->NextSiblingElement(name))
    all.emplace_back(*one, numbered((path_.empty() ? "" : path_ + ".") + name, all.size()), *context_);
  return all;
}

void Element::ignore(std::initializer_list<const char*> names, const std::string& hint) {
  for (const char* name : names) {
    const std::string what = "<" + std::string(name) + ">";
    for (const tinyxml2::XMLElement* one = xml_->FirstChildElement(name); one != nullptr;
         one = one->NextSiblingElement(name))
      if (context_->pass_over(Context::Kind::ignored, what, one->GetLineNum(), path_)) context_->advise(what, hint);
  }
  pass(names);
}

void Element::error(std::string message, std::string hint) const {
  context_->error(line(), path_, std::move(message), std::move(hint));
}
void Element::error_at(const char* attribute, std::string message, std::string hint) const {
  context_->error(line(attribute), path_ + "." + attribute, std::move(message), std::move(hint));
}
void Element::warning(std::string message, std::string hint) const {
  context_->warning(line(), path_, std::move(message), std::move(hint));
}
void Element::warning_at(const char* attribute, std::string message, std::string hint) const {
  context_->warning(line(attribute), path_ + "." + attribute, std::move(message), std::move(hint));
}

void Element::finish_attributes() {
  for (const tinyxml2::XMLAttribute* one = xml_->FirstAttribute(); one != nullptr; one = one->Next()) {
    const std::string_view name = one->Name();
    if (name.starts_with("xmlns") || name.find(':') != std::string_view::npos) continue;
    if (std::find(known_attributes_.begin(), known_attributes_.end(), name) != known_attributes_.end()) continue;
    const std::string what = "the attribute " + in_quotes(name) + " of <" + xml_->Name() + ">";
    if (context_->pass_over(Context::Kind::unknown, what, one->GetLineNum(), path_))
      context_->advise(what, context_->suggestion(name, known_attributes_, listed(known_attributes_, "", "")));
  }
}

void Element::finish_children() {
  for (const tinyxml2::XMLElement* one = xml_->FirstChildElement(); one != nullptr; one = one->NextSiblingElement()) {
    const std::string_view name = one->Name();
    if (std::find(known_children_.begin(), known_children_.end(), name) != known_children_.end()) continue;
    const std::string shown = "<" + std::string(name.substr(0, 60)) + ">",
                      inside = shown + " in <" + xml_->Name() + ">";
    const int line = one->GetLineNum();
    if (name.starts_with("xacro:")) {
      if (context_->pass_over(Context::Kind::xacro, shown, line, path_)) context_->advise(shown, expand_first);
    } else if (name.find(':') != std::string_view::npos) {
      context_->pass_over(Context::Kind::ignored, shown, line, path_);
    } else if (context_->pass_over(Context::Kind::unknown, inside, line, path_)) {
      context_->advise(inside, context_->suggestion(name, known_children_, listed(known_children_, "<", ">")));
    }
  }
}

void Element::finish() {
  finish_attributes();
  finish_children();
}

Pose read_pose(Element& element) {
  Pose pose;
  pose.p = element.vector("xyz").value_or(Vec3::Zero());
  const Vec3 rpy = element.vector("rpy").value_or(Vec3::Zero());
  if (const double largest = rpy.cwiseAbs().maxCoeff(); largest > 7)
    element.warning_at("rpy", "an angle of " + rounded(largest) + " is more than a turn", "angles are in radians");
  pose.R = Rotation::about_z(rpy[2]) * Rotation::about_y(rpy[1]) * Rotation::about_x(rpy[0]);
  return pose;
}

Pose read_origin(Element& parent) {
  auto origin = parent.child("origin");
  if (!origin) return {};
  const Pose pose = read_pose(*origin);
  origin->finish();
  return pose;
}

}  // namespace polhode::urdf
