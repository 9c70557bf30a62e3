// polhode analyse SCENE: which question was asked, and of what
#include <algorithm>
#include <array>
#include <cstdio>

#include <polhode/base/text.hpp>

#include "apps/cli/analyse_questions.hpp"
#include "apps/cli/table.hpp"
#include "formats/json.hpp"

namespace polhode::cli {
namespace {

struct Question {
  const char* flag;
  const char* sentence;
  bool AnalyseArguments::*asked;
};
constexpr std::array<Question, 6> questions{
    Question{"--equilibria", "where it stays, and what becomes of what is beside it", &AnalyseArguments::equilibria},
    Question{"--modes", "frequencies, damping and shapes of small oscillations", &AnalyseArguments::modes},
    Question{"--portrait", "the phase plane: flow, equilibria, separatrices", &AnalyseArguments::portrait},
    Question{"--poincare", "points where motions pass through a section", &AnalyseArguments::poincare},
    Question{"--lyapunov", "how fast neighbouring motions part", &AnalyseArguments::lyapunov},
    Question{"--action", "paths along which an integral is stationary, and those that are typed",
             &AnalyseArguments::action}};

/// A flag that belongs to some questions alone.
struct Detail {
  const char* flag;
  std::optional<std::string> AnalyseArguments::*value;
  const char* of;
};
constexpr std::array<Detail, 15> details{Detail{"--tilts", &AnalyseArguments::tilts, "--steady"},
                                         {"--spin", &AnalyseArguments::spin, "--steady"},
                                         {"--range", &AnalyseArguments::range, "--collapse"},
                                         {"--box", &AnalyseArguments::box, "--equilibria --modes --portrait"},
                                         {"--near", &AnalyseArguments::near, "--modes"},
                                         {"--plane", &AnalyseArguments::plane, "--portrait --poincare"},
                                         {"--section", &AnalyseArguments::section, "--poincare"},
                                         {"--seeds", &AnalyseArguments::seeds, "--poincare"},
                                         {"--energy", &AnalyseArguments::energy, "--poincare"},
                                         {"--solve", &AnalyseArguments::solve, "--poincare"},
                                         {"--points", &AnalyseArguments::points, "--poincare"},
                                         {"--threads", &AnalyseArguments::threads, "--poincare"},
                                         {"--end", &AnalyseArguments::end, "--lyapunov"},
                                         {"--settle", &AnalyseArguments::settle, "--lyapunov"},
                                         {"--count", &AnalyseArguments::count, "--lyapunov"}};

bool is_asked(const AnalyseArguments& arguments, std::string_view of) {
  if (arguments.steady && of.find("--steady") != std::string_view::npos) return true;
  if (arguments.collapse && of.find("--collapse") != std::string_view::npos) return true;
  return std::any_of(questions.begin(), questions.end(), [&](const Question& question) {
    return arguments.*question.asked && of.find(question.flag) != std::string_view::npos;
  });
}

/// "--equilibria, --modes or --portrait".
std::string listed(std::string_view of) {
  std::string text(of);
  const std::size_t last = text.rfind(' ');
  if (last == std::string::npos) return text;
  text.replace(last, 1, " or ");
  for (std::size_t at = text.find(" --"); at < last; at = text.find(" --", at + 3)) text.insert(at++, ",");
  return text;
}

/// Flags that say nothing of what was asked.
int refuse_details(const AnalyseArguments& arguments) {
  for (const Detail& detail : details) {
    if (!(arguments.*detail.value) || is_asked(arguments, detail.of)) continue;
    return refuse_flag(std::string(detail.flag) + " " + *(arguments.*detail.value),
                       "this flag is of " + listed(detail.of), "leave it out, or ask for " + listed(detail.of));
  }
  return done;
}

}  // namespace

int refuse_flag(const std::string& flag, const std::string& message, const std::string& hint) {
  Diagnostics findings;
  findings.error({flag, 0, 0}, "", message, hint);
  return refuse(findings);
}

Refusal why_not(const BuiltScene& built, const std::string& question) {
  if (question == "--action")
    return built.actions.empty()
               ? Refusal{"the scene says no ends of a motion and no path, and holds no functional",
                         "give a [[system]] with a lagrangian between = { from = { … }, to = { … } } in place of "
                         "initial, or paths = { … }; or add a [[functional]]"}
               : Refusal{};
  const System& system = built.system;
  if (system.state_space().nx() == 0)
    return {"nothing in the scene moves by equations of its own",
            "ask of a scene with a system, a body or a mechanism"};
  if (const std::string why = why_not_flat(system); !why.empty())
    return {why,
            "give it by coordinates of its own ([[system]], or a [[mechanism]] of joints with one coordinate each); "
            "`polhode certify` tells how fast motions part; --steady is for bodies that roll"};
  const bool rests = question == "--equilibria" || question == "--modes";
  if (rests && depends_on_time(system, built.options.t_begin, built.x0))
    return {"its rates depend on time, and what is driven rests nowhere",
            "take --poincare with a section in t, such as \"sin(pi*t) rises through 0\""};
  if (rests && system.problem().projection && system.held().count == 0)
    return {
        "its coordinates depend on each other (closed loops, or attitudes as matrices), so that none can move alone",
        "give it by as many coordinates as it has ways to move"};
  if (question != "--lyapunov") return {};
  if (!system.rates().dual)
    return {"the derivatives of its rates are not known exactly", "`polhode certify` tells how fast motions part"};
  for (const Watch& watch : built.options.watches)
    if (watch.jump)
      return {"'" + watch.name + "' makes the state jump, which the equations of variation do not know",
              "`polhode certify` tells how fast motions part, jumps and all"};
  return {};
}

int list_questions(const AnalyseArguments& arguments, const Prepared& prepared) {
  const auto& [scene, built] = prepared;
  std::vector<std::vector<std::string>> rows;
  JsonWriter json;
  json.begin_object().member("scene", scene.name).member("title", scene.title);
  json.key("coordinates").begin_array();
  std::string names;
  if (why_not_flat(built.system).empty())
    for (const Coordinate& one : coordinates_of(built.system, built.options.t_begin, built.x0)) {
      json.value(one.name);
      if (names.size() < 200) names += (names.empty() ? "" : ", ") + one.name;
    }
  json.end_array().key("kept").begin_array();
  std::string kept;
  for (const Monitor* monitor : kept_scalars(built.system)) {
    json.value(monitor->channel.name);
    kept += (kept.empty() ? "" : ", ") + monitor->channel.name;
  }
  json.end_array().key("questions").begin_array();
  const auto add = [&](const std::string& flag, const std::string& sentence, const std::string& why) {
    json.line().begin_object().member("flag", flag).member("possible", why.empty()).member("reason", why).end_object();
    rows.push_back({"  " + flag, why.empty() ? sentence : "no: " + why});
  };
  for (const Question& question : questions) add(question.flag, question.sentence, why_not(built, question.flag).why);
  const std::string none = built.rolling.empty() ? "the scene holds no body that rolls" : "";
  add("--steady", "steady rolling, its small motions and critical speeds", none);
  add("--collapse", "powers with which a disk comes to rest", none);
  json.end_array().end_object().line();
  std::string text = scene.name + (scene.title.empty() ? "" : ": " + scene.title);
  text = printable(text) + "\n";
  if (!names.empty()) text += wrapped("  coordinates  ", printable(names), page_width);
  if (!kept.empty()) text += wrapped("  kept         ", printable(kept), page_width);
  text += in_columns(rows);
  std::fputs(arguments.json ? json.text().c_str() : text.c_str(), stdout);
  return done;
}

int analyse(const AnalyseArguments& arguments) {
  const bool of_system = is_asked(arguments, "--equilibria --modes --portrait --poincare --lyapunov --action");
  if (static_cast<int>(arguments.steady) + static_cast<int>(arguments.collapse) + static_cast<int>(of_system) > 1)
    return refuse_flag("analyse", "--steady, --collapse and questions about the whole system are asked apart",
                       "give one of --steady and --collapse, or none");
  if (const int code = refuse_details(arguments); code != done) return code;
  auto prepared = prepare(arguments);
  if (!prepared) return bad_input;
  if (of_system) return analyse_system(arguments, *prepared);
  if (!arguments.steady && !arguments.collapse) return list_questions(arguments, *prepared);
  if (prepared->built.rolling.empty())
    return refuse_flag(arguments.scene, "the scene holds no body that rolls", "add [[rolling]] with a surface");
  return arguments.steady ? steady(arguments, prepared->built) : collapse(arguments, prepared->built);
}

}  // namespace polhode::cli
