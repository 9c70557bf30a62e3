#include "math/expression/dictionary.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/base/unit.hpp>

namespace polhode::expression {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

/// The candidate in other capitals, or the nearest one. A single letter is one stroke away from every other, so it
/// suggests nothing.
template <class Word>
std::string suggestion(std::string_view word, std::span<const Word> candidates) {
  for (const Word& candidate : candidates)
    if (same_letters(word, candidate)) return std::string(candidate);
  return word.size() < 2 ? std::string() : nearest(word, candidates);
}

/// The word without the first letter that stands twice in a row: the slip that leaves even a short unit recognisable.
std::string without_double(std::string_view word) {
  std::string single(word);
  const auto twice = std::adjacent_find(single.begin(), single.end());
  if (twice != single.end()) single.erase(twice);
  return single;
}

std::string did_you_mean(const std::string& name) { return "did you mean '" + name + "'?"; }

}  // namespace

int Dictionary::input(std::string_view name) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i] == name) return static_cast<int>(i);
  return -1;
}

int Dictionary::indexed(std::string_view name) const {
  if (definitions_ != nullptr)
    for (std::size_t i = 0; i < definitions_->size(); ++i)
      if ((*definitions_)[i].name == name && !(*definitions_)[i].index.empty()) return static_cast<int>(i);
  return -1;
}

/// What is called r3 where r[i] is defined.
Meaning Dictionary::numbered_definition(std::string_view name) const {
  constexpr std::size_t most_digits = 9;
  std::size_t digits = 0;
  while (digits < name.size() && is_digit(name[name.size() - 1 - digits])) ++digits;
  if (digits == 0 || digits == name.size() || digits > most_digits) return {};
  const std::string_view number = name.substr(name.size() - digits);
  const int which = number[0] == '0' && digits > 1 ? -1 : indexed(name.substr(0, name.size() - digits));
  if (which < 0) return {};
  return {.kind = Meaning::Kind::definition, .which = which, .index = std::stol(std::string(number))};
}

/// The meaning of a name without ' and parts. What people define hides the constants.
Meaning Dictionary::find_base(std::string_view name) const {
  using Kind = Meaning::Kind;
  if (const int found = input(name); found >= 0) return {.kind = Kind::input, .which = found};
  if (definitions_ != nullptr)
    for (std::size_t i = 0; i < definitions_->size(); ++i)
      if ((*definitions_)[i].name == name && (*definitions_)[i].index.empty())
        return {.kind = Kind::definition, .which = static_cast<int>(i)};
  if (lists_ != nullptr)
    for (std::size_t i = 0; i < lists_->size(); ++i)
      if ((*lists_)[i].name == name) return {.kind = Kind::list, .which = static_cast<int>(i)};
  if (const Meaning numbered = numbered_definition(name); numbered.known()) return numbered;
  if (const auto constant = find_constant(name)) return {.kind = Kind::constant, .value = *constant};
  Meaning vector{.kind = Kind::inputs};
  for (const char* part : {".x", ".y", ".z"})
    if (const int found = input(std::string(name) + part); found >= 0) vector.inputs.push_back(found);
  return vector.inputs.size() > 1 ? vector : Meaning{};
}

Meaning Dictionary::find(std::string_view name) const {
  Meaning found = find_base(name);
  if (found.known()) return found;
  const auto has_parts = [&] {
    return found.known() && found.kind != Meaning::Kind::input && found.kind != Meaning::Kind::constant;
  };
  std::string_view base = name;
  while (base.ends_with('\'')) base.remove_suffix(1);
  const int primes = static_cast<int>(name.size() - base.size());
  found = find_base(base);
  int part = 0;
  if (!found.known() && base.size() > 2 && base[base.size() - 2] == '.' && base.back() >= 'x' && base.back() <= 'z') {
    part = base.back() - 'x' + 1;
    found = find_base(base.substr(0, base.size() - 2));
  }
  if (!has_parts()) return {};
  found.primes = primes;
  found.part = part;
  return found;
}

bool Dictionary::has_numbers(std::string_view name) const {
  if (indexed(name) >= 0) return true;
  if (const Meaning found = find(name);
      found.known() && found.kind != Meaning::Kind::input && found.kind != Meaning::Kind::constant)
    return true;
  const auto numbered = [&](std::string_view other) {
    return other.size() > name.size() && other.starts_with(name) && is_digit(other[name.size()]);
  };
  if (definitions_ != nullptr &&
      std::any_of(definitions_->begin(), definitions_->end(), [&](const Definition& d) { return numbered(d.name); }))
    return true;
  return std::any_of(inputs_.begin(), inputs_.end(), numbered);
}

std::vector<std::string> Dictionary::known_names() const {
  std::vector<std::string> names(inputs_.begin(), inputs_.end());
  if (definitions_ != nullptr)
    for (const Definition& definition : *definitions_)
      names.push_back(definition.index.empty() ? definition.name : definition.name + "[" + definition.index + "]");
  if (lists_ != nullptr)
    for (const NumberList& list : *lists_) names.push_back(list.name);
  return names;
}

bool Dictionary::is_unit(std::string_view name) const { return find_unit(name) != nullptr; }

std::string Dictionary::near_value(std::string_view word) const {
  const std::vector<std::string> names = known_names();
  std::string near = suggestion(word, std::span<const std::string>(names));
  return near.empty() ? suggestion(word, constant_names()) : near;
}

std::string Dictionary::near_unit(std::string_view word) const {
  const std::string single = without_double(word);
  return is_unit(single) ? single : suggestion(word, unit_symbols());
}

std::string Dictionary::near_function(std::string_view word) const {
  const std::string_view ours = our_name(word);
  return ours.empty() ? suggestion(word, function_names()) : std::string(ours);
}

std::string Dictionary::value_hint(std::string_view word) const {
  if (const std::string near = near_value(word); !near.empty()) return did_you_mean(near);
  if (word == "t") return "the time is not known here";  // who writes it alone does not mean the tonne
  if (is_unit(word)) return "a unit stands only directly after a number: 1 " + std::string(word);
  if (const std::string near = near_function(word); !near.empty()) return "did you mean the function " + near + "(…)?";
  const std::vector<std::string> names = known_names();
  if (names.empty()) return "no inputs are known here; constants: pi, e";
  std::string list;
  constexpr std::size_t shown = 8;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) list += (i > 0 ? ", " : "") + names[i];
  return "known here: " + list + (names.size() > shown ? " …" : "") + "; constants: pi, e";
}

std::string Dictionary::unit_hint(std::string_view word) const {
  if (const std::string near = near_unit(word); !near.empty()) return did_you_mean(near);
  if (const std::string near = near_value(word); !near.empty()) return "did you mean a product with '" + near + "'?";
  return "known units: m, mm, kg, g, s, rad, deg, rpm, N, J …; a product needs *";
}

std::string Dictionary::function_hint(std::string_view word) const {
  if (const std::string near = near_function(word); !near.empty()) return did_you_mean(near);
  std::string list;
  for (std::string_view name : function_names()) list += (list.empty() ? "" : ", ") + std::string(name);
  return "known functions: " + list;
}

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 60;
  return "'" + std::string(word.substr(0, longest)) + (word.size() > longest ? "…'" : "'");
}

}  // namespace polhode::expression
