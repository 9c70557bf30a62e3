// polhode converge SCENE
#include <algorithm>
#include <cstdio>

#include <polhode/base/text.hpp>
#include <polhode/formats/converge_files.hpp>

#include "apps/cli/prepare.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/table.hpp"

namespace polhode::cli {
namespace {

/// Each solver once, in the order in which they were asked for.
class SolverSet {
 public:
  /// False if it is there already.
  bool add(const ode::Method& method) {
    const bool is_new =
        std::none_of(all_.begin(), all_.end(), [&](const ode::Method& known) { return known.name == method.name; });
    if (is_new) all_.push_back(method);
    return is_new;
  }
  const std::vector<ode::Method>& all() const { return all_; }

 private:
  std::vector<ode::Method> all_;
};

/// "rk4,dopri5", or "all"; what the problem lacks for one that is named is an error, for one of all a reason to leave
/// it out. The scene's own solver has its name like any other.
std::vector<ode::Method> named_solvers(const std::string& text, const BuiltScene& built,
                                       std::vector<std::string>& notes, Diagnostics& findings) {
  const ode::Method& own = built.options.method;
  const ode::Problem problem = built.system.problem();
  const Position where{"--solvers " + text, 0, 0};
  SolverSet set;
  std::vector<std::string_view> known{"all", own.name};
  for (const ode::Method& method : ode::methods()) known.push_back(method.name);
  for (const std::string& name : split_at_commas(text)) {
    if (name == "all") {
      for (const ode::Method& method : ode::methods()) set.add(method);
      set.add(own);
      continue;
    }
    const ode::Method* method = name == own.name ? &own : ode::find_method(name);
    if (method == nullptr) {
      const std::string near = nearest(name, known);
      findings.error(where, "", "there is no solver '" + name + "'",
                     near.empty() ? "`polhode list solvers` lists them" : "did you mean '" + near + "'?");
      continue;
    }
    const std::string lacks = ode::what_lacks(problem, *method);
    if (!lacks.empty()) findings.error(where, "", "the scene cannot be solved with " + name + ": " + lacks);
    if (!set.add(*method)) notes.push_back(name + " is asked for twice, and measured once");
  }
  return set.all();
}

/// What people compare on such a scene, and the scene's own solver.
std::vector<ode::Method> usual_solvers(const BuiltScene& built, bool stiff) {
  SolverSet set;
  for (const ode::Method& method : suggested_solvers(built.system, stiff)) set.add(method);
  set.add(built.options.method);
  return set.all();
}

/// "0.1,50 ms" → seconds, or tolerances without a unit.
std::vector<double> sizes(const char* flag, const std::optional<std::string>& text, Dimension dimension, double most,
                          Diagnostics& findings) {
  std::vector<double> list;
  if (!text) return list;
  for (const std::string& item : split_at_commas(*text)) {
    const auto value = parse_quantity(item, dimension);
    const Position where{std::string(flag) + " " + *text, 0, 0};
    if (!value.ok())
      findings.error(where, "", value.diagnostics()[0].message, value.diagnostics()[0].hint);
    else if (!(*value > 0) || !(*value <= most))
      findings.error(where, "", "'" + item + "' is not between 0 and " + shortest(most));
    else
      list.push_back(*value);
  }
  return list;
}

/// Steps for those that take them, tolerances for those that have an estimate; what was not asked for only where
/// nothing else can be done.
std::vector<ConvergeRequest> requests_for(const std::vector<ode::Method>& methods, const std::vector<double>& steps,
                                          const std::vector<double>& tolerances, bool stiff) {
  const bool nothing_asked = steps.empty() && tolerances.empty();
  std::vector<ConvergeRequest> list;
  for (const ode::Method& method : methods) {
    const bool by_tolerance = method.adaptive() && !method.exact() &&
                              (!tolerances.empty() || method.variable_order || (nothing_asked && stiff));
    const bool by_step = !method.variable_order && (!steps.empty() || !by_tolerance);
    if (by_step) list.push_back({method, Steered::by_step, steps});
    if (by_tolerance) list.push_back({method, Steered::by_tolerance, tolerances});
  }
  return list;
}

std::string summary(const ConvergeSubject& subject, const Convergence& convergence,
                    const std::vector<std::string>& files) {
  const ConvergeReference& reference = convergence.reference;
  std::string text = printable(subject.scene + (subject.title.empty() ? "" : ": " + subject.title)) + "\n";
  text += "  " + shortest(convergence.t_begin) + " to " + shortest(convergence.t_end) + " s, against " +
          reference.runs[0].method + " at " + shortest(reference.runs[0].tolerance) + "; it and others differ by " +
          rounded(reference.doubt, 2) + "\n";
  std::vector<std::vector<std::string>> table = converge_table(convergence);
  for (std::vector<std::string>& row : table) row[0] = "  " + row[0];
  text += in_columns(table, Align::right);
  for (const std::string& finding : convergence.findings)
    text += wrapped("  note      ", printable(finding), page_width);
  for (const LeftOut& one : convergence.left_out)
    text += wrapped("  left out  ", one.name + ": " + one.reason, page_width);
  for (const std::string& file : files)
    text += (&file == files.data() ? "  files     " : "            ") + printable(file) + "\n";
  return text;
}

std::vector<NamedText> files_of(const ConvergeSubject& subject, const Convergence& convergence) {
  const std::vector<Picture> pictures = converge_pictures(convergence);
  std::vector<NamedText> files{{"converge.html", converge_page(subject, convergence, pictures)},
                               {"converge.json", converge_json(subject, convergence)}};
  for (const Picture& picture : pictures) files.push_back({picture.file, picture.svg});
  return files;
}

/// Sizes that were asked for and that no solver takes.
void note_unused(const std::vector<ConvergeRequest>& requests, const std::vector<double>& steps,
                 const std::vector<double>& tolerances, std::vector<std::string>& notes) {
  const auto taken = [&](Steered by) {
    return std::any_of(requests.begin(), requests.end(), [by](const ConvergeRequest& one) { return one.by == by; });
  };
  if (!tolerances.empty() && !taken(Steered::by_tolerance))
    notes.emplace_back("--tolerances is not used: none of these solvers estimates its error, so they take steps");
  if (!steps.empty() && !taken(Steered::by_step))
    notes.emplace_back("--steps is not used: all of these solvers choose their steps, so they take tolerances");
}

/// What stands behind the flags: which solvers, with which sizes, over which span.
Result<ConvergeOptions> plan(const ConvergeArguments& arguments, const BuiltScene& built, const Recording& own_run) {
  Diagnostics findings;
  const ode::Method& own = built.options.method;
  ConvergeOptions options = converge_options(built.options, own_run);
  options.stiff = own_run.stiff_from.has_value() || (own.implicit && !own.symplectic);
  const std::vector<double> steps =
      sizes("--steps", arguments.steps, dimension::time, options.t_end - options.t_begin, findings);
  const std::vector<double> tolerances = sizes("--tolerances", arguments.tolerances, dimension::none, 0.1, findings);
  const std::vector<ode::Method> methods = arguments.solvers
                                               ? named_solvers(*arguments.solvers, built, options.findings, findings)
                                               : usual_solvers(built, options.stiff);
  if (findings.has_errors()) return findings;
  options.requests = requests_for(methods, steps, tolerances, options.stiff);
  note_unused(options.requests, steps, tolerances, options.findings);
  return options;
}

/// What a measurement that came to nothing leaves: the reason, and as an object what there is.
int give_up(const ConvergeArguments& arguments, const ConvergeSubject& subject, const Convergence& convergence,
            const std::filesystem::path& folder) {
  const std::string object = converge_json(subject, convergence);
  std::fprintf(stderr, "polhode: %s\n", printable(convergence.reason).c_str());
  if (arguments.json) std::fputs(object.c_str(), stdout);
  if (folder.empty()) return ended_early;
  const auto written = write_files(folder, {{"converge.json", object}});
  return written.ok() ? ended_early : refuse(written.diagnostics());
}

}  // namespace

int converge(const ConvergeArguments& arguments) {
  auto prepared = prepare_motion(arguments);
  if (!prepared) return bad_input;
  auto& [scene, built] = *prepared;

  listen_for_interrupt();
  // Once as the scene says: an event may end it early, and the run sees whether it is stiff.
  built.options.progress = [](double) { return !is_interrupted(); };
  const Recording own_run = simulate(built);
  const ConvergeSubject subject{scene.name, scene.title};
  const bool failed = own_run.outcome.ended_early();
  auto options = failed ? Result<ConvergeOptions>(ConvergeOptions()) : plan(arguments, built, own_run);
  if (!options.ok()) return refuse(options.diagnostics());
  const auto folder = make_folder(arguments, scene);
  if (!folder.ok()) return refuse(folder.diagnostics());
  if (failed) {
    const Convergence nothing{.t_begin = own_run.t_begin,
                              .t_end = own_run.t_end,
                              .complete = false,
                              .reason = "the scene itself ends early: " + own_run.outcome.detail};
    return give_up(arguments, subject, nothing, *folder);
  }

  ProgressBar bar(!arguments.quiet && !arguments.json, scene.name);
  options->progress = [&bar](double fraction) {
    bar.show(fraction);
    return !is_interrupted();
  };
  const Convergence convergence = polhode::converge(built.system, built.x0, *options);
  bar.clear();
  if (convergence.reference.outcome.ended_early()) return give_up(arguments, subject, convergence, *folder);
  std::vector<std::string> files;
  if (!folder->empty()) {
    auto written = write_files(*folder, files_of(subject, convergence));
    if (!written.ok()) return refuse(written.diagnostics());
    files = *std::move(written);
  }
  if (arguments.json)
    std::fputs(converge_json(subject, convergence).c_str(), stdout);
  else if (!arguments.quiet)
    std::fputs(summary(subject, convergence, files).c_str(), stdout);
  if (convergence.complete) return done;
  std::fprintf(stderr, "polhode: %s\n", convergence.reason.c_str());
  return ended_early;
}

}  // namespace polhode::cli
