// The channels of a run as CSV and JSON.
#include <polhode/formats/run_export.hpp>

#include <polhode/base/text.hpp>

#include "formats/json.hpp"

namespace polhode {
namespace {

void write_about(JsonWriter& json, const RunAbout& about) {
  json.member("format", "polhode-channels").member("version", std::int64_t{1});
  json.member("scene", about.scene)
      .member("title", about.title)
      .member("solver", about.solver)
      .member("outcome", about.outcome)
      .member("hash", about.hash);
  json.line().key("events").begin_array();
  for (const RunEvent& event : about.events)
    json.begin_object().member("name", event.name).member("t", event.t).end_object();
  json.end_array();
}

}  // namespace

std::string table_csv(const RunTable& table) {
  std::string text = "t [s]";
  for (const RunColumn& column : table.columns)
    text += "," + column.name + (column.unit.empty() ? "" : " [" + column.unit + "]");
  text += "\n";
  for (std::size_t i = 0; i < table.times.size(); ++i) {
    text += shortest(table.times[i]);
    for (const RunColumn& column : table.columns) text += "," + shortest(column.values[i]);
    text += "\n";
  }
  return text;
}

std::string table_json(const RunAbout& about, const RunTable& table) {
  JsonWriter json;
  json.begin_object();
  write_about(json, about);
  json.line().member("t", std::span<const double>(table.times)).key("channels").begin_array();
  for (const RunChannel& channel : table.channels) {
    json.line().begin_object().member("name", channel.name).member("unit", table.columns[channel.first].unit);
    json.key("components").begin_array();
    for (const std::string& component : channel.components) json.value(component);
    json.end_array().key("values");
    if (channel.components.empty()) {
      json.value(std::span<const double>(table.columns[channel.first].values));
    } else {
      json.begin_array();
      for (std::size_t k = 0; k < channel.size(); ++k)
        json.value(std::span<const double>(table.columns[channel.first + k].values));
      json.end_array();
    }
    json.end_object();
  }
  json.end_array().end_object().line();
  return json.text();
}

}  // namespace polhode
