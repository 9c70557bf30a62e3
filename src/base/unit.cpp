#include <polhode/base/unit.hpp>

#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

struct Symbol {
  std::string_view text;
  Unit unit;
};

constexpr double pi = 3.141592653589793;
constexpr Dimension pressure = dimension::force / (dimension::length * dimension::length);

constexpr auto symbols = std::to_array<Symbol>({
    {"m", {1, 1, dimension::length}},
    {"km", {1000, 1, dimension::length}},
    {"cm", {1, 100, dimension::length}},
    {"mm", {1, 1000, dimension::length}},
    {"um", {1, 1e6, dimension::length}},
    {"nm", {1, 1e9, dimension::length}},
    {"in", {254, 10000, dimension::length}},
    {"ft", {3048, 10000, dimension::length}},
    {"kg", {1, 1, dimension::mass}},
    {"g", {1, 1000, dimension::mass}},
    {"mg", {1, 1e6, dimension::mass}},
    {"t", {1000, 1, dimension::mass}},
    {"lb", {45359237, 1e8, dimension::mass}},
    // lbf s^2/ft with lbf = lb * 9.80665 m/s^2
    {"slug", {45359237 * 9.80665, 30480000, dimension::mass}},
    {"s", {1, 1, dimension::time}},
    {"ms", {1, 1000, dimension::time}},
    {"us", {1, 1e6, dimension::time}},
    {"min", {60, 1, dimension::time}},
    {"h", {3600, 1, dimension::time}},
    {"day", {86400, 1, dimension::time}},
    {"rad", {1, 1, dimension::angle}},
    {"mrad", {1, 1000, dimension::angle}},
    {"deg", {pi, 180, dimension::angle}},
    {"arcmin", {pi, 10800, dimension::angle}},
    {"arcsec", {pi, 648000, dimension::angle}},
    {"rev", {2 * pi, 1, dimension::angle}},
    {"rpm", {pi, 30, dimension::angular_velocity}},
    {"Hz", {1, 1, dimension::frequency}},
    {"N", {1, 1, dimension::force}},
    {"mN", {1, 1000, dimension::force}},
    {"kN", {1000, 1, dimension::force}},
    {"lbf", {45359237 * 9.80665, 1e8, dimension::force}},
    {"J", {1, 1, dimension::energy}},
    {"mJ", {1, 1000, dimension::energy}},
    {"kJ", {1000, 1, dimension::energy}},
    {"W", {1, 1, dimension::power}},
    {"kW", {1000, 1, dimension::power}},
    {"Pa", {1, 1, pressure}},
});

constexpr auto names = [] {
  std::array<std::string_view, symbols.size()> list{};
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = symbols[i].text;
  return list;
}();

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

Position column(std::size_t offset) { return {.line = 1, .column = static_cast<int>(offset) + 1}; }

Diagnostic finding(std::size_t offset, std::string message, std::string hint = {}) {
  return {.where = column(offset), .message = std::move(message), .hint = std::move(hint)};
}

void multiply(Unit& product, const Unit& factor, int power) {
  const bool up = power > 0;
  for (int i = 0; i < (up ? power : -power); ++i) {
    product.numerator *= up ? factor.numerator : factor.denominator;
    product.denominator *= up ? factor.denominator : factor.numerator;
    product.dimension = up ? product.dimension * factor.dimension : product.dimension / factor.dimension;
  }
}

/// What a word that is no unit may have been meant as; a suggestion of another dimension than the one expected would
/// only be refused again.
std::string near_unit(std::string_view word, std::optional<Dimension> expected) {
  const auto fits = [&](const Unit* unit) { return unit != nullptr && (!expected || unit->dimension == *expected); };
  for (std::size_t i = 1; i < word.size(); ++i) {
    const Unit *left = find_unit(word.substr(0, i)), *right = find_unit(word.substr(i));
    if (left != nullptr && right != nullptr && (!expected || left->dimension * right->dimension == *expected))
      return std::string(word.substr(0, i)) + " " + std::string(word.substr(i));
  }
  if (word.ends_with('s') && fits(find_unit(word.substr(0, word.size() - 1))))
    return std::string(word.substr(0, word.size() - 1));
  std::vector<std::string_view> candidates;
  for (std::string_view symbol : unit_symbols())
    if (fits(find_unit(symbol))) candidates.push_back(symbol);
  return nearest(word, std::span<const std::string_view>(candidates));
}

/// Walks over a unit expression; every finding carries the column at which it was met.
class UnitReader {
 public:
  UnitReader(std::string_view text, std::optional<Dimension> expected) : text_(text), expected_(expected) {}

  Result<Unit> read() {
    Unit product;
    bool divide = false;
    bool expect_factor = true;
    while (skip_spaces(), at_ < text_.size()) {
      if (take_operator(divide)) {
        if (expect_factor) return finding(at_ - 1, "a unit is missing before this sign");
        expect_factor = true;
        continue;
      }
      if (auto problem = read_factor(product, divide)) return *problem;
      expect_factor = false;
      divide = false;
    }
    if (expect_factor) return finding(at_, "a unit is missing");
    return product;
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool take_operator(bool& divide) {
    if (text_[at_] == '/' || text_[at_] == '*') {
      divide = text_[at_] == '/';
      ++at_;
      return true;
    }
    return false;
  }

  bool is_alone(std::string_view word) const {
    const std::size_t first = text_.find_first_not_of(' '), last = text_.find_last_not_of(' ');
    return text_.substr(first, last + 1 - first) == word;
  }

  std::optional<Diagnostic> read_factor(Unit& product, bool divide) {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    if (word.empty()) return finding(start, std::string("a unit cannot hold '") + text_[start] + "'");
    const Unit* unit = find_unit(word);
    if (unit == nullptr) {
      const std::string near = near_unit(word, is_alone(word) ? expected_ : std::nullopt);
      return finding(
          start, "no unit is called '" + std::string(word.substr(0, 40)) + "'",
          near.empty() ? "known units: m, mm, kg, g, s, rad, deg, rpm, N, J …" : "did you mean '" + near + "'?");
    }
    int power = 1;
    if (at_ < text_.size() && text_[at_] == '^') {
      const char* first = text_.data() + at_ + 1;
      const auto [end, status] = std::from_chars(first, text_.data() + text_.size(), power);
      if (status != std::errc{} || power == 0 || power > 6 || power < -6)
        return finding(at_, "the power of a unit must be a whole number from -6 to 6, and not 0");
      at_ = static_cast<std::size_t>(end - text_.data());
    }
    multiply(product, *unit, divide ? -power : power);
    return std::nullopt;
  }

  std::string_view text_;
  std::optional<Dimension> expected_;
  std::size_t at_ = 0;
};

}  // namespace

std::string si_symbol(Dimension d) {
  if (d == dimension::force) return "N";
  if (d == dimension::torque) return "N m";
  if (d == dimension::power) return "W";
  std::string above, below;
  const auto factor = [&](const char* symbol, int power) {
    std::string& side = power > 0 ? above : below;
    if (power == 0) return;
    if (!side.empty()) side += " ";
    side += symbol;
    const int size = power > 0 ? power : -power;
    if (size > 1) side += "^" + std::to_string(size);
  };
  factor("kg", d.mass);
  factor("m", d.length);
  factor("rad", d.angle);
  factor("s", d.time);
  if (above.empty() && !below.empty()) above = "1";
  if (below.empty()) return above;
  return above + "/" + (below.find(' ') == std::string::npos ? below : "(" + below + ")");
}

Result<Unit> parse_unit(std::string_view text) { return UnitReader(text, std::nullopt).read(); }

const Unit* find_unit(std::string_view symbol) {
  for (const Symbol& candidate : symbols)
    if (candidate.text == symbol) return &candidate.unit;
  return nullptr;
}

std::span<const std::string_view> unit_symbols() { return names; }

Result<double> parse_quantity(std::string_view text, Dimension expected) {
  double value = 0;
  std::size_t start = 0;
  while (start < text.size() && (text[start] == ' ' || text[start] == '+')) ++start;
  const NumberRead read = read_number(text.substr(start), value);
  if (!read.in_range) return finding(start, "this number is beyond the range of a double");
  const std::string symbol = si_symbol(expected);
  if (!read.ok() || !(value - value == 0))
    return finding(start,
                   "a number was expected" + (symbol.empty() ? std::string() : " (in " + symbol + ", or with a unit)"));
  const std::size_t used = start + read.length;
  const std::string_view rest = text.substr(used);
  if (rest.find_first_not_of(' ') == std::string_view::npos) return value;
  auto unit = UnitReader(rest, expected).read();
  if (!unit.ok()) {
    Diagnostic problem = unit.diagnostics()[0];
    problem.where.column += static_cast<int>(used);
    return problem;
  }
  if (unit->dimension != expected) {
    const std::string got = si_symbol(unit->dimension);
    return finding(rest.find_first_not_of(' ') + used,
                   "this unit measures " + (got.empty() ? "a plain number" : got) + ", not " +
                       (symbol.empty() ? "a plain number" : symbol),
                   symbol.empty() ? "leave the unit out" : "give it in " + symbol + " or a multiple");
  }
  return unit->to_si(value);
}

}  // namespace polhode
