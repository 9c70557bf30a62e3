#pragma once
// The verbs of the command line. Each returns the program's exit code.

#include <optional>
#include <string>
#include <vector>

namespace polhode::cli {

// What a verb's exit code means (docs/reference/command-line.md).
inline constexpr int done = 0, ended_early = 1, bad_input = 2, bug = 3, not_honoured = 4;

/// What every verb that integrates a scene is told.
struct SceneArguments {
  std::string scene;
  std::vector<std::string> set;
  std::optional<std::string> solver, step, tolerance, out;
  bool json = false;
  bool quiet = false;
};

struct RunArguments : SceneArguments {
  std::optional<std::string> at;
};
int run(const RunArguments& arguments);
int certify(const SceneArguments& arguments);

struct ConvergeArguments : SceneArguments {
  std::optional<std::string> solvers, steps, tolerances;
};
int converge(const ConvergeArguments& arguments);

struct AnalyseArguments : SceneArguments {
  bool steady = false, collapse = false;
  bool equilibria = false, modes = false, portrait = false, poincare = false, lyapunov = false, action = false;
  std::optional<std::string> tilts, spin, range;
  std::optional<std::string> box, near, plane, section, seeds, energy, solve, points, threads, end, settle, count;
};
int analyse(const AnalyseArguments& arguments);

struct MassArguments {
  std::string file;
  std::vector<std::string> set;
  std::optional<std::string> density, mass;
  bool json = false;
};
int mass(const MassArguments& arguments);

struct RobotArguments {
  std::string file, query;
  std::vector<std::string> set;
  std::optional<std::string> q, v, a, tau, tip_wrench, frame, mechanism;
  bool floating_base = false, mimic = false, friction = false, joints = false;
};
int robot(const RobotArguments& arguments);

/// What verbs that read a run's folder are told.
struct RecordedArguments {
  std::string run;
  std::vector<std::string> channels;  ///< each "a,b"
  std::optional<std::string> from, to;
  bool quiet = false;
};

struct PlotArguments : RecordedArguments {
  std::optional<std::string> x, log, style, theme, size, title;
  std::vector<std::string> phase, out;
  bool list = false;
};
int plot(const PlotArguments& arguments);

struct ConvertArguments : RecordedArguments {
  std::optional<std::string> format, out;
};
int convert(const ConvertArguments& arguments);

struct ListArguments {
  std::string what;
  bool json = false;
};
int list(const ListArguments& arguments);
/// What `polhode list` can list.
std::vector<std::string> list_topics();
std::string known_lists();  ///< the same with commas between them

/// Bash completion of verbs, scenes and flags, for `source <(polhode completion)`.
std::string completion_script();

}  // namespace polhode::cli
