#include "apps/cli/prepare.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>

#include <polhode/formats/scene_file.hpp>

#include "apps/web/report_template.hpp"
#include "formats/file.hpp"

namespace polhode::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

/// A flag that is a shorthand for a key of [run], so that it is checked like one.
struct Shorthand {
  std::string flag;        ///< "--step 1 ms", as it was typed
  std::string assignment;  ///< "run.step=1 ms"
};

std::vector<Shorthand> shorthands_of(const SceneArguments& arguments) {
  std::vector<Shorthand> list;
  const auto add = [&list](const std::string& key, const std::optional<std::string>& value) {
    if (value) list.push_back({"--" + key + " " + *value, "run." + key + "=" + *value});
  };
  add("solver", arguments.solver);
  add("step", arguments.step);
  add("tolerance", arguments.tolerance);
  return list;
}

/// The scene with everything that the flags change.
Result<Scene> load(const SceneArguments& arguments) {
  std::vector<std::string> assignments = arguments.set;
  for (const Shorthand& shorthand : shorthands_of(arguments)) assignments.push_back(shorthand.assignment);
  return load_scene(arguments.scene, assignments);
}

/// Findings that name the flags as they were typed.
Diagnostics as_typed(Diagnostics findings, const SceneArguments& arguments) {
  for (Diagnostic& finding : findings.all())
    for (const Shorthand& shorthand : shorthands_of(arguments))
      if (finding.where.file == "--set " + shorthand.assignment) finding.where.file = shorthand.flag;
  return findings;
}

/// A step given as a flag replaces what steers the steps of the scene, and a tolerance its step.
void settle(Scene& scene, const SceneArguments& arguments) {
  if (arguments.step && !arguments.tolerance) {
    scene.run.tolerance.reset();
    scene.run.absolute_tolerance.reset();
    scene.run.block_tolerances.clear();
    scene.run.largest_step.reset();
  }
  if (arguments.tolerance && !arguments.step) scene.run.step.reset();
  const ode::Method* method = ode::find_method(scene.run.solver);
  if (arguments.solver && arguments.tolerance && method != nullptr && method->adaptive()) scene.run.step.reset();
}

}  // namespace

std::optional<Prepared> prepare(const SceneArguments& arguments) {
  auto scene = load(arguments);
  if (!scene.ok()) return refuse(as_typed(scene.diagnostics(), arguments)), std::nullopt;
  settle(*scene, arguments);
  auto built = build(*scene);
  Diagnostics findings = scene.diagnostics();
  findings.append(built.diagnostics());
  findings = as_typed(std::move(findings), arguments);
  if (!built.ok()) return refuse(findings), std::nullopt;
  std::fputs(format(findings).c_str(), stderr);
  return Prepared{*std::move(scene), *std::move(built)};
}

std::optional<Prepared> prepare_motion(const SceneArguments& arguments) {
  auto prepared = prepare(arguments);
  if (!prepared || prepared->built.moves()) return prepared;
  Diagnostics findings;
  findings.error({arguments.scene, 0, 0}, "", "nothing in the scene moves",
                 "what its functionals come to: polhode analyse " + arguments.scene + " --action");
  return refuse(findings), std::nullopt;
}

Result<std::filesystem::path> make_folder(const SceneArguments& arguments, const Scene& scene) {
  if (arguments.json && !arguments.out) return std::filesystem::path();
  const std::filesystem::path folder =
      arguments.out ? std::filesystem::path(*arguments.out) : std::filesystem::path("runs") / scene.name;
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (!problem) return folder;
  return Diagnostic{.message = "the folder '" + folder.string() + "' cannot be made: " + problem.message(),
                    .hint = "choose another with --out DIR"};
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> items;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    items.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return items;
}

int refuse(const Diagnostics& findings) {
  std::fputs(format(findings).c_str(), stderr);
  return bad_input;
}

void listen_for_interrupt() {
  std::signal(SIGINT, [](int) {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);
  });
}

bool is_interrupted() { return interrupted != 0; }

std::string report_page(const std::string& data) {
  std::string page(report_template());
  const std::size_t at = page.find(report_placeholder);
  if (at != std::string::npos) page.replace(at, report_placeholder.size(), data);
  return page;
}

Result<std::vector<std::string>> write_files(const std::filesystem::path& folder, const std::vector<NamedText>& files) {
  Diagnostics findings;
  std::vector<std::string> names;
  for (const auto& [name, text] : files) {
    const auto written = write_file((folder / name).string(), text);
    findings.append(written.diagnostics());
    names.push_back((folder / name).string());
  }
  if (findings.has_errors()) return findings;
  return names;
}

}  // namespace polhode::cli
