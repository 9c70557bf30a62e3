// polhode robot FILE QUERY
#include <cstdio>
#include <iostream>

#include <polhode/base/text.hpp>
#include <polhode/formats/robot_queries.hpp>
#include <polhode/formats/scene_file.hpp>
#include <polhode/formats/urdf.hpp>

#include "apps/cli/commands.hpp"

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
  return Diagnostic{.where = {arguments.file, 0, 0},
                    .message = names.empty() ? "the scene holds no mechanism" : "which of its mechanisms is meant?",
                    .hint = names.empty() ? "add [[mechanism]]" : "--mechanism with one of: " + names};
}

/// "0,0.5,1" as a list of JSON.
std::string as_list(const std::string& text) { return "[" + text + "]"; }

/// A state that is given by flags; empty if there is none.
std::string state_of_flags(const RobotArguments& arguments) {
  std::string state;
  const auto add = [&](const char* key, const std::optional<std::string>& value) {
    if (value) state += (state.empty() ? "{" : ", ") + ("\"" + std::string(key) + "\": ") + as_list(*value);
  };
  add("q", arguments.q);
  add("v", arguments.v);
  add("a", arguments.a);
  add("tau", arguments.tau);
  add("tip_wrench", arguments.tip_wrench);
  return state.empty() ? state : state + "}";
}

bool print_answer(RobotAnswers& answers, const std::string& state, const std::string& where, int line) {
  const auto answer = answers.answer(state, where, line);
  std::fputs(format(answer.diagnostics()).c_str(), stderr);
  if (!answer.ok()) return false;
  std::fputs((*answer + "\n").c_str(), stdout);
  return true;
}

/// One line after another, until the input ends or a line is wrong.
int stream(RobotAnswers& answers) {
  std::string line;
  for (int number = 1; std::getline(std::cin, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (!print_answer(answers, line, "standard input", number)) return bad_input;
  }
  return done;
}

/// All lines at once.
int identify_from_lines(const Tree& tree, const RobotOptions& options) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);) lines.push_back(line);
  const auto found = identify_robot(tree, lines, options);
  std::fputs(format(found.diagnostics()).c_str(), stderr);
  if (!found.ok()) return bad_input;
  std::fputs(found->c_str(), stdout);
  return done;
}

int refuse_query(const std::string& name) {
  std::vector<std::string> names{"info", "check", "identify"};
  std::string all = "info, check, identify";
  for (const RobotQuery& query : robot_queries()) {
    names.emplace_back(query.name);
    all += ", " + std::string(query.name);
  }
  const std::string near = nearest(name, names);
  std::fprintf(stderr, "polhode: no query is called '%s'\n    %sknown: %s\n", printable(name).c_str(),
               near.empty() ? "" : ("did you mean '" + near + "'? ").c_str(), all.c_str());
  return bad_input;
}

}  // namespace

int robot(const RobotArguments& arguments) {
  RobotOptions options{.frame = arguments.frame.value_or(""), .mimic = arguments.mimic, .friction = arguments.friction};
  const auto tree = load_tree(arguments, options.gravity);
  std::fputs(format(tree.diagnostics()).c_str(), stderr);
  if (!tree.ok()) return bad_input;
  if (arguments.joints) {
    std::fputs(robot_joints(*tree).c_str(), stdout);
    return done;
  }
  if (arguments.query == "info") {
    std::fputs(robot_info(*tree).c_str(), stdout);
    return done;
  }
  if (arguments.query == "check") {
    const std::vector<RobotCheck> checks = check_robot(*tree);
    std::fputs(format(checks).c_str(), stdout);
    for (const RobotCheck& check : checks)
      if (!check.passed()) return bug;
    return done;
  }
  if (arguments.query == "identify") return identify_from_lines(*tree, options);
  const RobotQuery* query = find_robot_query(arguments.query);
  if (query == nullptr) return refuse_query(arguments.query);
  auto answers = RobotAnswers::make(*tree, *query, options);
  std::fputs(format(answers.diagnostics()).c_str(), stderr);
  if (!answers.ok()) return bad_input;
  const std::string state = state_of_flags(arguments);
  if (state.empty()) return stream(*answers);
  return print_answer(*answers, state, "flags", 1) ? done : bad_input;
}

}  // namespace polhode::cli
