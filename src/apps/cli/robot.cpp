// polhode robot FILE QUERY
#include <cmath>
#include <cstdio>
#include <iostream>

#include <polhode/base/text.hpp>
#include <polhode/formats/robot_queries.hpp>
#include <polhode/formats/scene_file.hpp>
#include <polhode/formats/urdf.hpp>

#include "apps/cli/prepare.hpp"

namespace polhode::cli {
namespace {

/// The mechanism of a scene, or of a robot's own file.
Result<Tree> load_tree(const RobotArguments& arguments, Vec3& gravity) {
  if (is_urdf_file(arguments.file)) return read_urdf_file(arguments.file, {.floating_base = arguments.floating_base});
  const auto scene = load_scene(arguments.file, arguments.set);
  if (!scene.ok()) return scene.diagnostics();
  if (scene->world.gravity != Vec3::Zero()) gravity = scene->world.gravity;
  std::string names;
  for (const MechanismEntry& entry : scene->mechanisms) {
    if (entry.tree && (arguments.mechanism ? entry.name == *arguments.mechanism : scene->mechanisms.size() == 1)) {
      Diagnostics findings = scene.diagnostics();
      std::size_t loops = entry.loops.size();
      for (const LoopEntry& loop : scene->loops)
        loops += loop.links[0].starts_with(entry.name + ".") || loop.links[1].starts_with(entry.name + ".");
      if (loops > 0) findings.warning({arguments.file, 0, 0}, "", tree_alone(loops), "`polhode run` closes them");
      return {*entry.tree, std::move(findings)};
    }
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  const std::string asked = arguments.mechanism ? printable(*arguments.mechanism) : "";
  return Diagnostic{.where = {arguments.file, 0, 0},
                    .message = names.empty()         ? "the scene holds no mechanism"
                               : arguments.mechanism ? "no mechanism is called '" + asked + "'"
                                                     : "which of its mechanisms is meant?",
                    .hint = names.empty() ? "add [[mechanism]]" : "--mechanism with one of: " + names};
}

/// Findings about the robot have no place but its file.
void tell(Diagnostics findings, const std::string& file) {
  for (Diagnostic& finding : findings.all())
    if (finding.where.file.empty()) finding.where.file = file;
  std::fputs(format(findings).c_str(), stderr);
}

bool state_by_flags(const RobotArguments& arguments) {
  return arguments.q || arguments.v || arguments.a || arguments.tau || arguments.tip_wrench;
}

/// The state that is given by flags, "0,0.5,1" each, as a line would have it.
Result<std::string> state_of_flags(const RobotArguments& arguments) {
  Diagnostics findings;
  std::string state;
  const auto add = [&](const std::string& key, const std::string& flag, const std::optional<std::string>& value) {
    if (!value) return;
    state += (state.empty() ? "{\"" : ", \"") + key + "\": [";
    const char* comma = "";
    for (const std::string& item : split_at_commas(*value)) {
      const std::optional<double> number = parse_number(item);
      if (!number || !std::isfinite(*number))
        findings.error({}, flag, "'" + printable(item) + "' is not a number", "for example " + flag + " 0,-0.5,1e-3");
      else
        state += comma + shortest(*number);
      comma = ", ";
    }
    state += "]";
  };
  add("q", "--q", arguments.q);
  add("v", "--v", arguments.v);
  add("a", "--a", arguments.a);
  add("tau", "--tau", arguments.tau);
  add("tip_wrench", "--tip-wrench", arguments.tip_wrench);
  if (findings.has_errors()) return findings;
  return state + "}";
}

/// One line after another until the input ends. A line that is wrong has an error in the place of its answer, so that
/// answers stay beside their questions.
int stream(RobotAnswers& answers) {
  constexpr int most_told = 10;
  int wrong = 0;
  std::string line;
  for (int number = 1; std::getline(std::cin, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto answer = answers.answer(line, "standard input", number);
    if (!answer.ok() && ++wrong <= most_told) std::fputs(format(answer.diagnostics()).c_str(), stderr);
    std::fputs((answer.ok() ? *answer : robot_error(answer.diagnostics(), number)).c_str(), stdout);
    std::fputc('\n', stdout);
  }
  if (wrong > most_told)
    std::fprintf(stderr, "polhode: %d lines have no answer; those behind the first %d are told of among the answers\n",
                 wrong, most_told);
  return wrong == 0 ? done : bad_input;
}

int answer_flags(RobotAnswers& answers, const RobotArguments& arguments) {
  const auto state = state_of_flags(arguments);
  if (!state.ok()) return refuse(state.diagnostics());
  const auto answer = answers.answer(*state, "flags", 0);
  if (!answer.ok()) return refuse(answer.diagnostics());
  std::fputs((*answer + "\n").c_str(), stdout);
  return done;
}

int check(const Tree& tree, const RobotOptions& options, const std::string& file) {
  const auto checks = check_robot(tree, options);
  tell(checks.diagnostics(), file);
  if (!checks.ok()) return bad_input;
  std::fputs(format(*checks).c_str(), stdout);
  for (const RobotCheck& one : *checks)
    if (one.left_out.empty() && !one.passed()) return bug;
  return done;
}

/// All lines at once.
int identify_from_lines(const Tree& tree, const RobotOptions& options, const std::string& file) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);) lines.push_back(line);
  const auto found = identify_robot(tree, lines, options);
  tell(found.diagnostics(), file);
  if (!found.ok()) return bad_input;
  std::fputs(found->c_str(), stdout);
  return done;
}

int refuse_query(const std::string& name) {
  std::vector<std::string> names{"info", "check", "identify"};
  for (const RobotQuery& query : robot_queries()) names.emplace_back(query.name);
  std::string all;
  for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
  const std::string near = nearest(name, names);
  const std::string what = name.empty() ? "no query is given" : "no query is called '" + printable(name) + "'";
  std::fprintf(stderr, "polhode: %s\n    %sknown: %s\n", what.c_str(),
               near.empty() ? "" : ("did you mean '" + near + "'? ").c_str(), all.c_str());
  return bad_input;
}

/// Says so if a flag would do nothing, rather than to do nothing.
bool refuse_idle_flags(const RobotArguments& arguments) {
  const std::string& query = arguments.query;
  const bool robot_file = is_urdf_file(arguments.file), of_tree = query == "info" || query == "check";
  const auto idle = [](const char* flag, const std::string& why, const char* hint) {
    std::fprintf(stderr, "polhode: %s %s\n    %s\n", flag, why.c_str(), hint);
    return true;
  };
  if (arguments.floating_base && !robot_file)
    return idle("--floating-base", "is for robots' files (.urdf)", "in a scene the mechanism has floating_base = true");
  if (arguments.mechanism && robot_file)
    return idle("--mechanism", "is for scenes", "a robot's file (.urdf) holds one robot");
  if (!arguments.set.empty() && robot_file) return idle("--set", "is for scenes", "change the robot's file itself");
  if (arguments.joints) return false;
  if (arguments.frame && query != "jacobian" && query != "placement")
    return idle("--frame", "is for jacobian and placement", "leave it out");
  if (state_by_flags(arguments) && (of_tree || query == "identify"))
    return idle("a state by flags", "is not for " + query,
                of_tree ? "leave out --q, --v, --a, --tau and --tip-wrench"
                        : "identify needs many: lines {\"q\": […], \"v\": […], \"a\": […], \"tau\": […]}");
  if (query == "info" && (arguments.mimic || arguments.friction))
    return idle("--mimic and --friction", "change nothing of what info tells", "leave them out");
  return false;
}

}  // namespace

int robot(const RobotArguments& arguments) {
  const RobotQuery* const query = find_robot_query(arguments.query);
  const bool of_tree = arguments.query == "info" || arguments.query == "check" || arguments.query == "identify";
  if (query == nullptr && !of_tree && !(arguments.joints && arguments.query.empty()))
    return refuse_query(arguments.query);
  if (refuse_idle_flags(arguments)) return bad_input;
  RobotOptions options{.frame = arguments.frame.value_or(""), .mimic = arguments.mimic, .friction = arguments.friction};
  const auto tree = load_tree(arguments, options.gravity);
  std::fputs(format(tree.diagnostics()).c_str(), stderr);
  if (!tree.ok()) return bad_input;
  if (arguments.joints || arguments.query == "info") {
    std::fputs((arguments.joints ? robot_joints(*tree, options.mimic) : robot_info(*tree)).c_str(), stdout);
    return done;
  }
  if (arguments.query == "check") return check(*tree, options, arguments.file);
  if (arguments.query == "identify") return identify_from_lines(*tree, options, arguments.file);
  auto answers = RobotAnswers::make(*tree, *query, options);
  tell(answers.diagnostics(), arguments.file);
  if (!answers.ok()) return bad_input;
  return state_by_flags(arguments) ? answer_flags(*answers, arguments) : stream(*answers);
}

}  // namespace polhode::cli
