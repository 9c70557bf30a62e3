// polhode run SCENE
#include <algorithm>
#include <cstdio>

#include <polhode/base/text.hpp>
#include <polhode/formats/run_files.hpp>

#include "apps/cli/prepare.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/summary.hpp"

namespace polhode::cli {
namespace {

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

/// Says while a run goes on that its solver is the wrong one, if it has long to go at this pace.
class StiffnessNote {
 public:
  StiffnessNote(const BuiltScene& built, ProgressBar& bar) : built_(built), bar_(bar) {}

  void look_at(const ode::StepView& step) {
    if (told_ || !step.stiff_from() || ++steps_ < patience) return;
    const double ahead = (built_.options.t_end - step.t1()) / (step.t1() - step.t0());
    if (!(ahead > worth_telling)) return;
    told_ = true;
    bar_.clear();
    std::fprintf(stderr,
                 "polhode: %s; some %s more steps like the last one lie ahead, and Ctrl-C keeps what there is\n",
                 printable(stiffness_sentence(*step.stiff_from(), built_.system, built_.options.method)).c_str(),
                 rounded(ahead, 2).c_str());
  }

 private:
  static constexpr int patience = 10'000;  // steps: a motion may be stiff in its last instant alone, before an event
  static constexpr double worth_telling = 1e5;  // steps: what takes less than a second needs no warning

  const BuiltScene& built_;
  ProgressBar& bar_;
  int steps_ = 0;  ///< since it is stiff
  bool told_ = false;
};

}  // namespace

int run(const RunArguments& arguments) {
  auto prepared = prepare_motion(arguments);
  if (!prepared) return bad_input;
  auto& [scene, built] = *prepared;
  std::vector<double> times;
  if (arguments.at) {
    auto parsed = parse_times(*arguments.at, built.options.t_end);
    if (!parsed.ok()) return refuse(parsed.diagnostics());
    times = *std::move(parsed);
    built.options.also_at = times;
  }
  const auto folder = make_folder(arguments, scene);
  if (!folder.ok()) return refuse(folder.diagnostics());

  listen_for_interrupt();
  ProgressBar bar(!arguments.quiet && !arguments.json, scene.name);
  built.options.progress = [&bar](double fraction) {
    bar.show(fraction);
    return !is_interrupted();
  };
  StiffnessNote note(built, bar);
  built.options.on_step = [&note](const ode::StepView& step) { note.look_at(step); };
  const Recording recording = simulate(built);
  bar.clear();

  for (double t : times)
    if (t > recording.t_end)
      std::fprintf(stderr, "polhode: the run ended at %s s, so there is no state at %s s\n",
                   shortest(recording.t_end).c_str(), shortest(t).c_str());
  for (const std::string& name : recording.started_on)
    std::fprintf(
        stderr,
        "polhode: the run starts where event '%s' happens and goes on through it: that is no crossing, so none "
        "is counted; start a little before it if that was meant\n",
        printable(name).c_str());
  const std::string object = run_json(scene, built, recording, times);
  std::vector<std::string> files;
  int code = recording.outcome.ended_early() ? ended_early : done;
  if (!folder->empty()) {
    std::vector<NamedText> texts{{"report.html", report_page(page_json(scene, built, recording))},
                                 {"channels.csv", run_csv(recording)},
                                 {"run.json", object}};
    for (const SwarmRecord& swarm : recording.swarms) texts.push_back({swarm.name + ".swarm.csv", swarm_csv(swarm)});
    auto written = write_files(*folder, texts);
    if (written.ok())
      files = *std::move(written);
    else
      code = refuse(written.diagnostics());
  }
  if (arguments.json)
    std::fputs(object.c_str(), stdout);
  else if (!arguments.quiet)
    std::fputs(summary(scene, built, recording, files).c_str(), stdout);
  if (!arguments.json && arguments.at) std::fputs(state_table(built, recording, times).c_str(), stdout);
  if (recording.outcome.ended_early())
    std::fprintf(stderr, "polhode: %s\n", printable(recording.outcome.detail).c_str());
  return code;
}

}  // namespace polhode::cli
