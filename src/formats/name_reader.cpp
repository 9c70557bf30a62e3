// Names that formulas can use, names of bodies, and of axes.
#include <algorithm>
#include <array>

#include <polhode/base/text.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::span<const std::string> time_name() { return VectorFormula::names().first(1); }

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

std::vector<std::string> read_bodies(TableReader& table, std::size_t count) {
  const Node* list = table.find("bodies");
  const std::string hint = count == 2 ? "for example bodies = [\"a\", \"b\"] or [\"a\", \"world\"]"
                                      : "for example bodies = [\"a\", \"b\", \"c\"]; without it, all of them";
  if (list == nullptr) {
    if (count == 2) table.missing("bodies", hint);
    return {};
  }
  bool good = list->kind == Node::Kind::array && list->items.size() >= 2 && (count == 0 || list->items.size() == count);
  std::vector<std::string> names;
  if (good)
    for (const Node& item : list->items) {
      good = good && item.kind == Node::Kind::string;
      names.push_back(item.text);
    }
  if (!good) {
    table.error(*list, "bodies",
                std::string("expected a list of ") + (count == 2 ? "two names" : "names, at least two") + ", not " +
                    describe(*list),
                hint);
    return {};
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    table.context().source.set(numbered(table.path("bodies"), i), list->items[i].where);
  return names;
}

Axes read_axes(TableReader& table) {
  constexpr std::array<std::string_view, 2> words{"world", "body"};
  return table.word("axes", words).value_or("world") == "body" ? Axes::body : Axes::world;
}

std::string read_body_name(TableReader& table, const std::string& kind) {
  std::string name = read_name(table, kind);
  if (name == world_name)
    table.error(*table.node().find("name"), "name", "'world' is what the world is called, to which springs may hold",
                "choose another name");
  if (name == inertial_name)
    table.error(*table.node().find("name"), "name", "'inertial' is what inertial space is called among frames",
                "choose another name");
  return name;
}

}  // namespace polhode
