// Left and right: products of inertia that should be mirrored and are not.
#include <array>
#include <cmath>
#include <map>

#include <polhode/base/text.hpp>

#include "formats/urdf_element.hpp"
#include "formats/urdf_suspicions.hpp"

namespace polhode::urdf {
namespace {

/// Left is one of these words between marks or capitals, with the letter that says so.
struct LeftWord {
  std::string_view word;
  std::size_t letter;
};
constexpr std::array<LeftWord, 7> left_words{
    {{"l", 0}, {"lf", 0}, {"lh", 0}, {"lb", 0}, {"fl", 1}, {"hl", 1}, {"rl", 1}}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char right_of(char left) { return left == 'L' ? 'R' : 'r'; }

/// What the link on the other side would be called: of `left_hip` `right_hip`, of `LF_HIP` `RF_HIP`; empty if the name
/// is not that of a left link.
std::string right_name(const std::string& name) {
  const std::string small = lower_case(name);
  if (const std::size_t at = small.find("left"); at != std::string::npos) {
    const bool capital = name[at] == 'L', capitals = capital && name[at + 1] == 'E';
    return name.substr(0, at) + (capitals ? "RIGHT" : capital ? "Right" : "right") + name.substr(at + 4);
  }
  for (std::size_t begin = 0; begin < name.size();) {
    std::size_t end = begin;
    while (end < name.size() && is_letter(name[end])) ++end;
    for (const LeftWord& left : left_words)
      if (small.substr(begin, end - begin) == left.word) {
        std::string other = name;
        char& letter = other[begin + left.letter];
        letter = right_of(letter);
        return other;
      }
    begin = end + 1;
  }
  return {};
}

/// Whether two numbers are the same but for their sign, to what two exports of one part differ by.
bool same_size(double a, double b, double scale) { return std::fabs(std::fabs(a) - std::fabs(b)) < 0.02 * scale; }

/// (row, column) of xy, xz and yz.
constexpr std::array<std::array<int, 2>, 3> products{{{0, 1}, {0, 2}, {1, 2}}};

/// Whether the figures are those of one part and of another like it, in axes that differ by signs.
bool alike(const MassFigures& a, const MassFigures& b) {
  if (!same_size(a.mass, b.mass, a.mass)) return false;
  const double size = a.inertia.diagonal().maxCoeff(), far = a.com.norm();
  for (int i = 0; i < 3; ++i)
    if (!same_size(a.com[i], b.com[i], far) || !same_size(a.inertia(i, i), b.inertia(i, i), size)) return false;
  for (const auto& [i, j] : products)
    if (!same_size(a.inertia(i, j), b.inertia(i, j), size)) return false;
  return true;
}

/// Signs of axes that take the centre of mass and every product of a to those of b; none if there are no such signs.
/// Where a centre of mass lies in a plane, both signs fit.
bool mirrored(const MassFigures& a, const MassFigures& b) {
  const double far = 0.02 * a.com.norm();
  const double size = 0.02 * a.inertia.diagonal().maxCoeff();
  for (int signs = 0; signs < 8; ++signs) {
    const Vec3 s((signs & 1) ? -1 : 1, (signs & 2) ? -1 : 1, (signs & 4) ? -1 : 1);
    bool fits = true;
    for (int i = 0; i < 3; ++i) fits = fits && std::fabs(b.com[i] - s[i] * a.com[i]) <= far;
    for (const auto& [i, j] : products)
      fits = fits && std::fabs(b.inertia(i, j) - s[i] * s[j] * a.inertia(i, j)) <= size;
    if (fits) return true;
  }
  return false;
}

/// Each product as the centres of mass ask for it, where they do: "ixy should be -0.01 and is 0.01".
std::string expected_products(const MassFigures& a, const MassFigures& b) {
  static constexpr std::array<const char*, 3> names{"ixy", "ixz", "iyz"};
  const double far = 0.02 * a.com.norm(), size = 0.02 * a.inertia.diagonal().maxCoeff();
  std::string text;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto& [i, j] = products[k];
    const double given = b.inertia(i, j);
    if (std::fabs(a.com[i]) <= far || std::fabs(a.com[j]) <= far || std::fabs(given) <= size) continue;
    const double sign = (a.com[i] * b.com[i] < 0) == (a.com[j] * b.com[j] < 0) ? 1 : -1;
    if (const double wanted = sign * a.inertia(i, j); wanted * given < 0)
      text +=
          std::string(text.empty() ? "" : ", ") + names[k] + " would be " + rounded(wanted) + ", not " + rounded(given);
  }
  return text.empty() ? "one of them has a wrong sign" : "mirrored as the centre of mass is, " + text;
}

}  // namespace

std::vector<MirrorFinding> mirror_suspicions(std::span<const Patient> patients) {
  std::map<std::string_view, std::size_t> numbers;
  for (std::size_t i = 0; i < patients.size(); ++i) numbers.emplace(patients[i].link->name, i);
  std::vector<MirrorFinding> findings;
  for (const Patient& left : patients) {
    const std::string other = right_name(left.link->name);
    const auto found = numbers.find(other);
    if (other.empty() || found == numbers.end()) continue;
    const Patient& right = patients[found->second];
    if (!alike(left.figures, right.figures) || mirrored(left.figures, right.figures)) continue;
    findings.push_back({found->second,
                        {Severity::warning, right.inertia_where, right.path + ".inertial.inertia",
                         "the products of inertia are not mirrored from those of " + in_quotes(left.link->name) +
                             " as the centre of mass is",
                         expected_products(left.figures, right.figures) + ", in the axes of the link"}});
  }
  return findings;
}

}  // namespace polhode::urdf
