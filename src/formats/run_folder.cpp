// The folder of a run, found and opened.
#include <polhode/formats/run_folder.hpp>

#include <filesystem>

#include "formats/document.hpp"
#include "formats/file.hpp"

namespace polhode {
namespace {

namespace fs = std::filesystem;

std::string text_of(const Node& object, std::string_view key) {
  const Node* node = object.find(key);
  return node != nullptr && node->kind == Node::Kind::string ? node->text : "";
}

RunAbout about(const Node& object) {
  RunAbout about{text_of(object, "scene"),   text_of(object, "title"), text_of(object, "solver"),
                 text_of(object, "outcome"), text_of(object, "hash"),  {}};
  const Node* events = object.find("events");
  if (events == nullptr) return about;
  for (const Node& event : events->items) {
    const Node* t = event.find("t");
    about.events.push_back({text_of(event, "name"), t == nullptr ? 0 : t->number});
  }
  return about;
}

Diagnostic no_run(const std::string& name, std::string message) {
  return {.where = {name, 0, 0},
          .message = std::move(message),
          .hint = "give the folder that `polhode run` wrote, for example runs/t-handle; `polhode run SCENE` makes it"};
}

/// The folder, or a finding about what is there in its place.
Result<fs::path> find_folder(const std::string& name) {
  std::error_code ignored;
  for (const fs::path& folder : {fs::path(name), fs::path("runs") / name}) {
    if (!fs::is_directory(folder, ignored)) continue;
    if (fs::is_regular_file(folder / "channels.csv", ignored)) return folder;
    if (folder == fs::path(name) && fs::is_directory(fs::path("runs") / name, ignored)) continue;
    return no_run(folder.string(), "this folder holds no run: there is no channels.csv in it");
  }
  if (fs::is_regular_file(name, ignored)) return no_run(name, "this is a file, not the folder of a run");
  return no_run(name, "there is no such folder, and none of this name in runs");
}

}  // namespace

Result<RunFolder> open_run(const std::string& name) {
  const auto folder = find_folder(name);
  if (!folder.ok()) return folder.diagnostics();
  RunFolder run{.path = folder->string(), .about = {}, .table = {}};
  const std::string csv = (*folder / "channels.csv").string(), json = (*folder / "run.json").string();
  const auto rows = read_file(csv);
  if (!rows.ok()) return rows.diagnostics();
  auto table = read_run_table(*rows, csv);
  if (!table.ok()) return table.diagnostics();
  run.table = *std::move(table);
  const auto text = read_file(json);
  if (!text.ok()) return text.diagnostics();
  const auto object = parse_json(*text, json);
  if (!object.ok()) return object.diagnostics();
  run.about = about(*object);
  return run;
}

}  // namespace polhode
