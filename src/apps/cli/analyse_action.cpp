// polhode analyse SCENE --action
#include <polhode/formats/analysis_files.hpp>

#include "apps/cli/analyse_questions.hpp"

namespace polhode::cli {

Result<ActionReport> report_action(const BuiltScene& built, const std::filesystem::path& folder,
                                   const std::function<void(double)>& show) {
  ActionReport report;
  std::vector<ActionAnswer> answers;
  for (const ActionQuestion& question : built.actions) {
    show(static_cast<double>(answers.size()) / static_cast<double>(built.actions.size()));
    answers.push_back(answer(question, [] { return !is_interrupted(); }));
    const ActionAnswer& found = answers.back();
    report.complete = report.complete && (!found.path || found.path->ending == ode::PathEnding::found);
    for (const TypedPathAction& typed : found.paths)
      report.complete = report.complete && typed.integral.ending == ode::IntegralEnding::finite;
    if (folder.empty() || !found.path) continue;
    const std::string file = built.actions.size() == 1 ? "action.csv" : "action-" + question.subject.name + ".csv";
    auto written = write_files(folder, {{file, action_csv(question, found)}});
    if (!written.ok()) return written.diagnostics();
    report.files.insert(report.files.end(), written->begin(), written->end());
  }
  report.section = tell(built.actions, answers);
  return report;
}

}  // namespace polhode::cli
