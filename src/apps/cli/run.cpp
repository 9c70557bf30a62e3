// polhode run SCENE
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include <polhode/base/hash.hpp>
#include <polhode/base/text.hpp>
#include <polhode/formats/run_files.hpp>
#include <polhode/formats/scene_file.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/summary.hpp"
#include "apps/web/report_template.hpp"
#include "formats/file.hpp"

namespace polhode::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

/// The first Ctrl-C ends the run and keeps what was computed; a second one ends the program.
void listen_for_interrupt() {
  std::signal(SIGINT, [](int) {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);
  });
}

int refuse(const Diagnostics& findings) {
  std::fputs(format(findings).c_str(), stderr);
  return bad_input;
}

/// "0,0.5,1" → times; each may carry a unit.
Result<std::vector<double>> parse_times(const std::string& text, double end) {
  std::vector<double> times;
  Diagnostics findings;
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string item = text.substr(at, comma - at);
    const auto time = parse_quantity(item, dimension::time);
    if (!time.ok())
      findings.error({"--at " + text, 0, 0}, "", "'" + item + "' is no time",
                     "write numbers, for example --at 0,0.5,1");
    else if (*time < 0 || *time > end)
      findings.error({"--at " + text, 0, 0}, "",
                     "the run goes from 0 to " + shortest(end) + " s, and " + item + " is outside",
                     "give a later end with --set run.end=…");
    else
      times.push_back(*time);
    at = comma + 1;
  }
  if (findings.has_errors()) return findings;
  return times;
}

/// A flag that is a shorthand for a key of [run], so that it is checked like one.
struct Shorthand {
  std::string flag;        ///< "--step 1 ms", as it was typed
  std::string assignment;  ///< "run.step=1 ms"
};

std::vector<Shorthand> shorthands_of(const RunArguments& arguments) {
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
Result<Scene> load(const RunArguments& arguments) {
  std::vector<std::string> assignments = arguments.set;
  for (const Shorthand& shorthand : shorthands_of(arguments)) assignments.push_back(shorthand.assignment);
  return load_scene(arguments.scene, assignments);
}

/// Findings that name the flags as they were typed.
Diagnostics as_typed(Diagnostics findings, const RunArguments& arguments) {
  for (Diagnostic& finding : findings.all())
    for (const Shorthand& shorthand : shorthands_of(arguments))
      if (finding.where.file == "--set " + shorthand.assignment) finding.where.file = shorthand.flag;
  return findings;
}

/// A step given as a flag replaces what steers the steps of the scene, and a tolerance its step.
void settle(Scene& scene, const RunArguments& arguments) {
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

std::string report_page(const std::string& data) {
  std::string page(report_template());
  const std::size_t at = page.find(report_placeholder);
  if (at != std::string::npos) page.replace(at, report_placeholder.size(), data);
  return page;
}

/// The folder of the run's files, or none if it writes none. Made before the run: hours of it must not end in a
/// refusal.
Result<std::filesystem::path> make_folder(const RunArguments& arguments, const Scene& scene) {
  if (arguments.json && !arguments.out) return std::filesystem::path();
  const std::filesystem::path folder =
      arguments.out ? std::filesystem::path(*arguments.out) : std::filesystem::path("runs") / scene.name;
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (!problem) return folder;
  return Diagnostic{.message = "the folder '" + folder.string() + "' cannot be made: " + problem.message(),
                    .hint = "choose another with --out DIR"};
}

/// Writes the run's files; their names, or findings.
Result<std::vector<std::string>> write_files(const std::filesystem::path& folder, const Scene& scene,
                                             const BuiltScene& built, const Recording& recording,
                                             const std::string& object) {
  const std::vector<std::pair<std::string, std::string>> files{
      {"report.html", report_page(page_json(scene, built, recording))},
      {"channels.csv", run_csv(recording)},
      {"run.json", object},
  };
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

}  // namespace

int run(const RunArguments& arguments) {
  auto scene = load(arguments);
  if (!scene.ok()) return refuse(as_typed(scene.diagnostics(), arguments));
  settle(*scene, arguments);
  auto built = build(*scene);
  Diagnostics findings = scene.diagnostics();
  findings.append(built.diagnostics());
  findings = as_typed(std::move(findings), arguments);
  if (!built.ok()) return refuse(findings);
  std::fputs(format(findings).c_str(), stderr);
  std::vector<double> times;
  if (arguments.at) {
    auto parsed = parse_times(*arguments.at, built->options.t_end);
    if (!parsed.ok()) return refuse(parsed.diagnostics());
    times = *std::move(parsed);
    built->options.also_at = times;
  }
  const auto folder = make_folder(arguments, *scene);
  if (!folder.ok()) return refuse(folder.diagnostics());

  listen_for_interrupt();
  ProgressBar bar(!arguments.quiet && !arguments.json, scene->name);
  built->options.progress = [&bar](double fraction) {
    bar.show(fraction);
    return interrupted == 0;
  };
  const Recording recording = simulate(*built);
  bar.clear();

  for (double t : times)
    if (t > recording.t_end)
      std::fprintf(stderr, "polhode: the run ended at %s s, so there is no state at %s s\n",
                   shortest(recording.t_end).c_str(), shortest(t).c_str());
  const std::string object = run_json(*scene, *built, recording, times);
  std::vector<std::string> files;
  int code = recording.outcome.ended_early() ? ended_early : done;
  if (!folder->empty()) {
    auto written = write_files(*folder, *scene, *built, recording, object);
    if (written.ok())
      files = *std::move(written);
    else
      code = refuse(written.diagnostics());
  }
  if (arguments.json)
    std::fputs(object.c_str(), stdout);
  else if (!arguments.quiet)
    std::fputs(summary(*scene, *built, recording, files).c_str(), stdout);
  if (!arguments.json && arguments.at) std::fputs(state_table(*built, recording, times).c_str(), stdout);
  if (recording.outcome.ended_early())
    std::fprintf(stderr, "polhode: %s\n", printable(recording.outcome.detail).c_str());
  return code;
}

}  // namespace polhode::cli
