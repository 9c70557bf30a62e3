// Names that formulas can use.
#include <algorithm>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string usable_name(std::string_view name, const std::string& kind) {
  std::string good;
  bool changed = name.empty() || is_digit(name[0]);
  for (char c : name) {
    const bool usable = is_name_letter(c) || is_digit(c);
    changed = changed || !usable;
    if (usable || good.empty() || good.back() != '_') good += usable ? c : '_';
  }
  if (!changed) return std::string(name);
  while (!good.empty() && good.back() == '_') good.pop_back();
  good.erase(0, good.find_first_not_of('_'));
  if (good.empty() || good.size() > 60) return kind;
  return is_digit(good[0]) ? kind + "_" + good : good;
}

std::string read_name(TableReader& table, const std::string& kind) {
  const auto name = table.text("name");
  if (!name) return {};
  const std::string good = usable_name(*name, kind);
  if (good != *name)
    table.error(*table.node().find("name"), "name",
                "a name is made of letters, digits and _, so that formulas can use it", "for example " + good);
  return *name;
}

}  // namespace polhode
