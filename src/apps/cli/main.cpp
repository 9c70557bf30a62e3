// polhode: words in, exit code out. The only translation unit that sees the command-line library.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include <polhode/base/text.hpp>

#include "apps/cli/commands.hpp"

namespace polhode::cli {
namespace {

constexpr const char* description =
    "Rigid-body mechanics: bodies that tumble, from a scene file to a moving picture.\n"
    "  polhode run t-handle      simulate a built-in scene; the report is runs/t-handle/report.html\n"
    "  polhode list scenes       what else there is";

constexpr const char* exit_codes =
    "Exit: 0 done · 1 the simulation ended early, results kept · 2 bad input · 3 a bug · "
    "4 certify: the tolerance was not honoured, or two derivations differ";

/// A verb that integrates a scene, with the flags that all of these have.
CLI::App* add_scene_verb(CLI::App& app, const char* name, const char* sentence, SceneArguments& arguments) {
  CLI::App* verb = app.add_subcommand(name, sentence);
  verb->add_option("SCENE", arguments.scene, "path of a scene file, or the name of a built-in scene")->required();
  verb->add_option("--set", arguments.set, "change a key of the scene: --set run.end=5 (repeatable)")
      ->type_name("PATH=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--solver", arguments.solver, "one of `polhode list solvers`")->type_name("NAME");
  verb->add_option("--step", arguments.step, "fixed steps of this size: 0.001 or \"1 ms\"")->type_name("H");
  verb->add_option("--tolerance", arguments.tolerance, "relative local error of a step")->type_name("R");
  verb->add_option("--out", arguments.out, "folder of the run's files (runs/SCENE)")->type_name("DIR");
  verb->add_flag("--json", arguments.json,
                 "one JSON object on standard output and nothing else; files only with --out");
  verb->add_flag("--quiet", arguments.quiet, "no progress, no summary");
  verb->footer(exit_codes);
  return verb;
}

void add_run(CLI::App& app, RunArguments& arguments) {
  add_scene_verb(app, "run", "simulate; progress bar, summary, run folder with report.html", arguments)
      ->add_option("--at", arguments.at, "print the state at these times: 0,0.5,1")
      ->type_name("T,...");
}

void add_converge(CLI::App& app, ConvergeArguments& arguments) {
  CLI::App* verb = app.add_subcommand(
      "converge", "measure solvers on a scene: observed order, work against precision, energy, stability");
  verb->add_option("SCENE", arguments.scene, "path of a scene file, or the name of a built-in scene")->required();
  verb->add_option("--solvers", arguments.solvers, "of `polhode list solvers`: rk4,dopri5; or all")
      ->type_name("NAME,...");
  verb->add_option("--steps", arguments.steps, "step sizes: 0.1,0.05 or \"10 ms,5 ms\"")->type_name("H,...");
  verb->add_option("--tolerances", arguments.tolerances, "of adaptive solvers: 1e-4,1e-6")->type_name("R,...");
  verb->add_option("--set", arguments.set, "change a key of the scene: --set run.end=5 (repeatable)")
      ->type_name("PATH=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--out", arguments.out, "folder of the files (runs/SCENE)")->type_name("DIR");
  verb->add_flag("--json", arguments.json,
                 "one JSON object on standard output and nothing else; files only with --out");
  verb->add_flag("--quiet", arguments.quiet, "no progress, no table");
  verb->footer(exit_codes);
}

void add_analyse(CLI::App& app, AnalyseArguments& arguments) {
  CLI::App* verb = app.add_subcommand(
      "analyse",
      "what a system does apart from one motion: equilibria, modes, phase portrait, Poincaré section, "
      "Lyapunov exponents, stationary action; of bodies that roll steady motions and how a disk comes to rest");
  verb->add_option("SCENE", arguments.scene, "path of a scene file, or the name of a built-in scene")->required();
  verb->add_flag("--equilibria", arguments.equilibria, "where it stays, and whether what is beside it stays there");
  verb->add_flag("--modes", arguments.modes, "frequencies, damping and shapes of small oscillations");
  verb->add_flag("--portrait", arguments.portrait, "the phase plane");
  verb->add_flag("--poincare", arguments.poincare, "points where motions pass through --section, on --plane");
  verb->add_flag("--lyapunov", arguments.lyapunov, "how fast neighbouring motions part");
  verb->add_flag("--action", arguments.action, "paths along which an integral is stationary, and those that are typed");
  verb->add_flag("--steady", arguments.steady, "steady rolling, its small motions and critical speeds");
  verb->add_flag("--collapse", arguments.collapse, "run it, and fit powers of the time that is left");
  const auto add = [verb](const char* flag, std::optional<std::string>& value, const char* type, const char* sentence) {
    verb->add_option(flag, value, sentence)->type_name(type);
  };
  add("--box", arguments.box, "NAME=A:B,...", "where to look, and the window of --portrait: \"theta=-4:4\"");
  add("--near", arguments.near, "NAME=A,...", "of --modes: the equilibrium nearest to this");
  add("--plane", arguments.plane, "A,B", "what goes across and up: y,py");
  add("--section", arguments.section, "EVENT", "of --poincare: \"x rises through 0\"");
  add("--seeds", arguments.seeds, "NAME=A:B:N,...", "of --poincare: starts on a grid, \"y=-0.4:0.8:40,py=0\"");
  add("--energy", arguments.energy, "E", "of --poincare: the value of what is kept, for all starts");
  add("--solve", arguments.solve, "NAME", "of --poincare: the coordinate that is found from --energy");
  add("--points", arguments.points, "N", "of --poincare: points of each start (500)");
  add("--threads", arguments.threads, "N", "of --poincare: results do not depend on it");
  add("--end", arguments.end, "T", "of --lyapunov: how long to follow (ten times run.end)");
  add("--settle", arguments.settle, "T", "of --lyapunov: how long not to count (a tenth)");
  add("--count", arguments.count, "N", "of --lyapunov: the largest so many (all)");
  add("--tilts", arguments.tilts, "A,...", "of --steady: \"10 deg,45 deg\"");
  add("--spin", arguments.spin, "W", "of --steady: motions that turn with this, \"5 rad/s\"; its sign is the way");
  add("--range", arguments.range, "T,T", "of --collapse: fit from one time to another: 0,1.5");
  verb->add_option("--set", arguments.set, "change a key of the scene: --set run.end=5 (repeatable)")
      ->type_name("PATH=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--out", arguments.out, "folder of the files (runs/SCENE)")->type_name("DIR");
  verb->add_flag("--json", arguments.json,
                 "one JSON object on standard output and nothing else; files only with --out");
  verb->add_flag("--quiet", arguments.quiet, "no progress, no table");
  verb->footer(exit_codes);
}

void add_mass(CLI::App& app, MassArguments& arguments) {
  CLI::App* verb = app.add_subcommand(
      "mass", "mass properties of a scene's bodies and links, a robot's links or a mesh, with a doctor's findings");
  verb->add_option("FILE", arguments.file, "a scene (path or name), a robot (.urdf) or a mesh (.obj, .stl)")
      ->required();
  verb->add_option("--density", arguments.density, "of a mesh: 2700 or \"2.7 g/cm^3\"")->type_name("RHO");
  verb->add_option("--mass", arguments.mass, "of a mesh: 0.5 or \"500 g\"")->type_name("M");
  verb->add_option("--set", arguments.set, "change a key of the scene (repeatable)")
      ->type_name("PATH=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_flag("--json", arguments.json, "one JSON object on standard output");
  verb->footer(exit_codes);
}

void add_robot(CLI::App& app, RobotArguments& arguments) {
  CLI::App* verb = app.add_subcommand(
      "robot", "dynamics of a robot: states in as lines of JSON, or by flags; one line of JSON out for each");
  verb->add_option("FILE", arguments.file, "a robot (.urdf), or a scene with a mechanism")->required();
  verb->add_option("QUERY", arguments.query,
                   "inverse-dynamics, forward-dynamics, mass-matrix, inverse-mass-matrix, coriolis, gravity, bias, "
                   "jacobian, placement, energy, com, derivatives, identify, check, info");
  verb->add_option("--q", arguments.q, "coordinates: 0,0.5,1")->type_name("Q,...");
  verb->add_option("--v", arguments.v, "velocities")->type_name("V,...");
  verb->add_option("--a", arguments.a, "accelerations")->type_name("A,...");
  verb->add_option("--tau", arguments.tau, "forces and torques")->type_name("T,...");
  verb->add_option("--tip-wrench", arguments.tip_wrench, "force, torque on the surroundings, axes of the last link")
      ->type_name("F,...");
  verb->add_option("--frame", arguments.frame, "the link that jacobian and placement are of (the last one that moves)")
      ->type_name("LINK");
  verb->add_option("--mechanism", arguments.mechanism, "of a scene with several")->type_name("NAME");
  verb->add_option("--set", arguments.set, "change a key of the scene (repeatable)")
      ->type_name("PATH=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_flag("--floating-base", arguments.floating_base, "the root link moves freely");
  verb->add_flag("--mimic", arguments.mimic, "joints that follow others do, and have no numbers of their own");
  verb->add_flag("--friction", arguments.friction, "damping, friction and the inertia of rotors count");
  verb->add_flag("--joints", arguments.joints, "print the order of q and v, and nothing else");
  verb->footer(exit_codes);
}

/// A verb that reads the folder of a run.
CLI::App* add_recorded_verb(CLI::App& app, const char* name, const char* sentence, RecordedArguments& arguments) {
  CLI::App* verb = app.add_subcommand(name, sentence);
  verb->add_option("RUN", arguments.run, "folder of a run, or the name of one in runs")->required();
  verb->add_option("--channels", arguments.channels, "columns of channels.csv, or vectors: handle.position,energy")
      ->type_name("NAME,...")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_option("--from", arguments.from, "leave out what was before: 1.5 or \"1500 ms\"")->type_name("T");
  verb->add_option("--to", arguments.to, "leave out what came after")->type_name("T");
  verb->add_flag("--quiet", arguments.quiet, "no summary");
  return verb;
}

void add_plot(CLI::App& app, PlotArguments& arguments) {
  CLI::App* verb = add_recorded_verb(app, "plot", "pictures of a run's channels, SVG and PNG", arguments);
  const auto add = [verb](const char* flag, std::optional<std::string>& value, const char* type, const char* sentence) {
    verb->add_option(flag, value, sentence)->type_name(type);
  };
  add("--x", arguments.x, "NAME", "what goes across, instead of the time t");
  verb->add_option("--phase", arguments.phase, "the path in the plane of two columns, instead of --x and --channels")
      ->type_name("ACROSS UP")
      ->expected(2);
  add("--log", arguments.log, "x|y|xy", "logarithmic axes");
  add("--style", arguments.style, "NAME", "paper: a column in print; slides: a screen far away (paper)");
  add("--theme", arguments.theme, "NAME", "light or dark (light)");
  add("--size", arguments.size, "WxH", "in pixels, 900x600, or 86mmx54mm, of which a PNG has 300 dots an inch");
  add("--title", arguments.title, "TEXT", "above the picture; on slides it is the scene's unless given");
  verb->add_option("--out", arguments.out, "file.svg or file.png (RUN/plot.svg); repeatable")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  verb->add_flag("--list", arguments.list, "the channels with their units and ranges, and no picture");
}

void add_convert(CLI::App& app, ConvertArguments& arguments) {
  CLI::App* verb = add_recorded_verb(app, "convert", "a run for other programs: CSV, NPZ, JSON, glTF", arguments);
  verb->add_option("--format", arguments.format, "csv, npz, json of the channels; glb of the motion in space")
      ->type_name("NAME,...");
  verb->add_option("--out", arguments.out, "the file, whose ending is the format; of several formats the folder (RUN)")
      ->type_name("PATH");
}

void add_list(CLI::App& app, ListArguments& arguments) {
  CLI::App* verb = app.add_subcommand("list", known_lists());
  verb->add_option("WHAT", arguments.what, "one of: " + known_lists())->required();
  verb->add_flag("--json", arguments.json, "one JSON object on standard output");
}

/// Says so if a word that looks like a flag is none of the verb's, with the one that was meant and all there are.
bool refuse_unknown_flag(const CLI::App& app) {
  const std::vector<CLI::App*> verbs = app.get_subcommands();
  if (verbs.size() != 1) return false;
  std::vector<std::string> flags;
  for (const CLI::Option* option : verbs[0]->get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  for (const std::string& word : app.remaining(true)) {
    if (!word.starts_with("--") || word == "--") continue;
    const std::string name = word.substr(0, word.find('='));
    const std::string near = nearest(name, flags);
    std::string known;
    for (const std::string& flag : flags) known += (known.empty() ? "known: " : ", ") + flag;
    std::fprintf(stderr, "polhode: '%s' has no flag %s\n    %s%s\n", verbs[0]->get_name().c_str(),
                 printable(name).c_str(), near.empty() ? "" : ("did you mean " + near + "? ").c_str(), known.c_str());
    return true;
  }
  return false;
}

/// Says so if the first word that is no flag is no verb, with the one that was meant and all there are.
bool refuse_unknown_verb(int argc, char** argv, const CLI::App& app) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  const char* const* const word = std::find_if(argv + 1, argv + argc, [](const char* w) { return w[0] != '-'; });
  if (word == argv + argc || std::find(verbs.begin(), verbs.end(), *word) != verbs.end()) return false;
  std::string known;
  for (const std::string& verb : verbs) known += (known.empty() ? "known: " : ", ") + verb;
  const std::string near = nearest(*word, verbs);
  std::fprintf(stderr, "polhode: unknown command '%s'\n    %s%s\n", printable(*word).c_str(),
               near.empty() ? "" : ("did you mean 'polhode " + near + "'? ").c_str(), known.c_str());
  return true;
}

int dispatch(int argc, char** argv) {
  CLI::App app(description, "polhode");
  app.set_version_flag("--version", "polhode " POLHODE_VERSION);
  app.require_subcommand(1);
  app.footer(exit_codes);
  RunArguments run_arguments;
  SceneArguments certify_arguments;
  ConvergeArguments converge_arguments;
  AnalyseArguments analyse_arguments;
  MassArguments mass_arguments;
  RobotArguments robot_arguments;
  PlotArguments plot_arguments;
  ConvertArguments convert_arguments;
  ListArguments list_arguments;
  add_run(app, run_arguments);
  add_scene_verb(
      app, "certify",
      "run again with unrelated methods and tighter tolerances; how many digits can be trusted, and until when",
      certify_arguments);
  add_converge(app, converge_arguments);
  add_analyse(app, analyse_arguments);
  add_mass(app, mass_arguments);
  add_robot(app, robot_arguments);
  add_plot(app, plot_arguments);
  add_convert(app, convert_arguments);
  add_list(app, list_arguments);
  app.add_subcommand("completion", "bash completion: source <(polhode completion)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    if (refuse_unknown_verb(argc, argv, app) || refuse_unknown_flag(app)) return bad_input;
    std::fprintf(stderr, "polhode: %s\n    `polhode --help` shows the verbs, `polhode VERB --help` their flags\n",
                 printable(error.what()).c_str());
    return bad_input;
  }
  if (app.got_subcommand("run")) return run(run_arguments);
  if (app.got_subcommand("certify")) return certify(certify_arguments);
  if (app.got_subcommand("converge")) return converge(converge_arguments);
  if (app.got_subcommand("analyse")) return analyse(analyse_arguments);
  if (app.got_subcommand("mass")) return mass(mass_arguments);
  if (app.got_subcommand("robot")) return robot(robot_arguments);
  if (app.got_subcommand("plot")) return plot(plot_arguments);
  if (app.got_subcommand("convert")) return convert(convert_arguments);
  if (app.got_subcommand("list")) return list(list_arguments);
  std::fputs(completion_script().c_str(), stdout);
  return done;
}

}  // namespace
}  // namespace polhode::cli

int main(int argc, char** argv) {
  try {
    const int code = polhode::cli::dispatch(argc, argv);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    std::perror("polhode: standard output could not be written");
    return polhode::cli::bad_input;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "polhode: this is a bug: %s\n    please report it with the command and the scene\n",
                 error.what());
    return polhode::cli::bug;
  }
}
