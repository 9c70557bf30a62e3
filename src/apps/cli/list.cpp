// polhode list WHAT, and the completion script, which knows the same words.
#include <cstdio>

#include <polhode/base/text.hpp>
#include <polhode/body/load.hpp>
#include <polhode/dynamics/rolling/rolling_body.hpp>
#include <polhode/dynamics/rolling/surface.hpp>
#include <polhode/dynamics/tree/joint.hpp>
#include <polhode/dynamics/tree/loop.hpp>
#include <polhode/formats/robot_queries.hpp>
#include <polhode/formats/scene_file.hpp>
#include <polhode/mass/solid.hpp>
#include <polhode/ode/method.hpp>
#include <polhode/sim/readout.hpp>

#include "apps/cli/commands.hpp"
#include "apps/cli/solver_list.hpp"
#include "apps/cli/table.hpp"
#include "formats/json.hpp"

namespace polhode::cli {
namespace {

/// A cell of a listing: text, a number or a truth, printed for people and for programs from the same datum.
struct Cell {
  std::string key;
  std::string text;
  enum class Kind { text, number, truth } kind = Kind::text;
};
using Row = std::vector<Cell>;

Cell number(const char* key, std::int64_t value) { return {key, std::to_string(value), Cell::Kind::number}; }
Cell truth(const char* key, bool value) { return {key, value ? "yes" : "no", Cell::Kind::truth}; }
Cell text(const char* key, std::string_view value) { return {key, std::string(value)}; }

std::vector<Row> scenes() {
  std::vector<Row> rows;
  for (const BuiltinScene& scene : builtin_scenes())
    rows.push_back({text("name", scene.name), text("title", scene_title(scene))});
  return rows;
}

std::vector<Row> solvers() {
  std::vector<Row> rows;
  for (const ode::Method& method : ode::methods())
    rows.push_back({text("name", method.name), text("family", method.family), text("title", method.title),
                    number("order", method.order), number("embedded_order", method.embedded_order),
                    number("stages", method.stages), truth("implicit", method.implicit),
                    truth("adaptive", method.adaptive()), truth("variable_order", method.variable_order),
                    text("stability", stability_of(method)), number("stiff_order", method.stiff_order),
                    truth("symplectic", method.symplectic), truth("symmetric", method.symmetric),
                    text("conserves", method.conserves), text("needs", needs_of(method)),
                    text("citation", method.citation)});
  return rows;
}

std::vector<Row> solids() {
  std::vector<Row> rows;
  for (const solid::Kind& kind : solid::kinds()) {
    std::string keys;
    for (const solid::Key& key : kind.keys) keys += (keys.empty() ? "" : ", ") + std::string(key.name);
    rows.push_back({text("name", kind.name), text("keys", keys), truth("shell", kind.closed_shell),
                    text("summary", kind.summary)});
  }
  return rows;
}

std::vector<Row> loads() {
  std::vector<Row> rows;
  for (const LoadKind& kind : load_kinds())
    rows.push_back({text("name", kind.name), truth("potential", kind.has_potential), text("summary", kind.sentence)});
  return rows;
}

std::vector<Row> joints() {
  std::vector<Row> rows;
  for (const JointKind& kind : joint_kinds())
    rows.push_back({text("name", kind.name), number("coordinates", kind.nq), number("velocities", kind.nv),
                    text("q", kind.coordinates), text("summary", kind.sentence)});
  return rows;
}

std::vector<Row> surfaces() {
  std::vector<Row> rows;
  for (const SurfaceKind& kind : surface_kinds())
    rows.push_back({text("name", kind.name), text("keys", kind.keys), text("summary", kind.about)});
  return rows;
}

std::vector<Row> laws(std::span<const ContactLaw> list) {
  std::vector<Row> rows;
  for (const ContactLaw& law : list)
    rows.push_back({text("name", law.name), text("keys", law.keys), text("summary", law.about)});
  return rows;
}
std::vector<Row> frictions() { return laws(friction_laws()); }
std::vector<Row> losses() { return laws(loss_laws()); }

std::vector<Row> loops() {
  std::vector<Row> rows;
  for (const LoopKind& kind : loop_kinds())
    rows.push_back({text("name", kind.name), number("conditions", kind.rows()), text("summary", kind.sentence)});
  return rows;
}

std::vector<Row> readouts() {
  std::vector<Row> rows;
  for (const ReadoutKind& kind : readout_kinds()) {
    const bool scalar = kind.shape == ReadoutShape::number;
    std::string keys = "body, bodies";
    if (kind.at) keys += ", at";
    if (kind.about) keys += ", about";
    if (!scalar) keys += ", axis, axes";
    rows.push_back({text("name", kind.name), text("unit", scalar ? "J" : si_symbol(kind.unit)), text("keys", keys),
                    text("summary", kind.sentence)});
  }
  return rows;
}

std::vector<Row> units() {
  std::vector<Row> rows;
  for (std::string_view symbol : unit_symbols()) {
    const Unit& unit = *find_unit(symbol);
    rows.push_back({text("name", symbol), text("si", shortest(unit.to_si(1)) + " " + si_symbol(unit.dimension))});
  }
  return rows;
}

struct Topic {
  const char* name;
  std::vector<Row> (*rows)();
  std::string (*page)() = nullptr;  ///< for people, where a plain table would be too wide
};
constexpr Topic topics[] = {{"scenes", scenes},     {"solvers", solvers, solver_list},
                            {"solids", solids},     {"loads", loads},
                            {"joints", joints},     {"loops", loops},
                            {"surfaces", surfaces}, {"frictions", frictions},
                            {"losses", losses},     {"readouts", readouts},
                            {"units", units}};

std::string table(const std::vector<Row>& rows) {
  if (rows.empty()) return {};
  std::vector<std::vector<std::string>> cells(1);
  for (const Cell& cell : rows[0]) cells[0].push_back(cell.key);
  for (const Row& row : rows) {
    cells.emplace_back();
    for (const Cell& cell : row) cells.back().push_back(cell.text);
  }
  return in_columns(cells);
}

std::string as_json(const char* name, const std::vector<Row>& rows) {
  JsonWriter json;
  json.begin_object().key(name).begin_array();
  for (const Row& row : rows) {
    json.line().begin_object();
    for (const Cell& cell : row) {
      json.key(cell.key);
      if (cell.kind == Cell::Kind::number)
        json.value(*parse_number(cell.text));
      else if (cell.kind == Cell::Kind::truth)
        json.value(cell.text == "yes");
      else
        json.value(cell.text);
    }
    json.end_object();
  }
  json.end_array().end_object().line();
  return json.text();
}

}  // namespace

std::vector<std::string> list_topics() {
  std::vector<std::string> names;
  for (const Topic& topic : topics) names.emplace_back(topic.name);
  return names;
}

std::string known_lists() {
  std::string names;
  for (const Topic& topic : topics) names += (names.empty() ? "" : ", ") + std::string(topic.name);
  return names;
}

int list(const ListArguments& arguments) {
  for (const Topic& topic : topics) {
    if (arguments.what != topic.name) continue;
    const std::vector<Row> rows = topic.rows();
    const std::string text = arguments.json          ? as_json(topic.name, rows)
                             : topic.page != nullptr ? topic.page()
                                                     : table(rows);
    std::fputs(text.c_str(), stdout);
    return done;
  }
  const std::string near = nearest(arguments.what, list_topics());
  std::fprintf(stderr, "polhode: there is no list of '%s'\n    %s\n", printable(arguments.what).c_str(),
               near.empty() ? ("known: " + known_lists()).c_str() : ("did you mean '" + near + "'?").c_str());
  return bad_input;
}

std::string completion_script() {
  std::string names, lists, queries = "info check identify ";
  for (const RobotQuery& query : robot_queries()) queries += std::string(query.name) + " ";
  for (const BuiltinScene& scene : builtin_scenes()) names += std::string(scene.name) + " ";
  for (const std::string& topic : list_topics()) lists += topic + " ";
  return "_polhode() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]}\n"
         "  case $COMP_CWORD:$verb in\n"
         "    1:*) COMPREPLY=($(compgen -W 'run certify converge analyse mass robot plot convert list completion' -- "
         "\"$word\")) ;;\n"
         "    *:run|*:certify) COMPREPLY=($(compgen -W '" +
         names +
         "--set --solver --step --tolerance --out --json --quiet' -- \"$word\") $(compgen -f -X '!*.toml' -- "
         "\"$word\"))\n"
         "      [ $verb = run ] && COMPREPLY+=($(compgen -W --at -- \"$word\")) ;;\n"
         "    *:analyse) COMPREPLY=($(compgen -W '" +
         names +
         "--equilibria --modes --portrait --poincare --lyapunov --action --box --near --plane --section --seeds "
         "--energy "
         "--solve "
         "--points --threads --end --settle --count --steady --collapse --tilts --spin --range --set --out --json "
         "--quiet' -- "
         "\"$word\") $(compgen -f -X '!*.toml' -- \"$word\")) ;;\n"
         "    *:converge) COMPREPLY=($(compgen -W '" +
         names +
         "--solvers --steps --tolerances --set --out --json --quiet' -- \"$word\") $(compgen -f -X '!*.toml' -- "
         "\"$word\")) ;;\n"
         "    *:mass) COMPREPLY=($(compgen -W '" +
         names +
         "--set --density --mass --json' -- \"$word\") $(compgen -f -- \"$word\")) ;;\n"
         "    *:robot) COMPREPLY=($(compgen -W '" +
         names + queries +
         "--q --v --a --tau --tip-wrench --frame --mechanism --set --floating-base --mimic --friction --joints' -- "
         "\"$word\") $(compgen -f -- \"$word\")) ;;\n"
         "    *:plot) COMPREPLY=($(compgen -W '--channels --x --phase --log --style --theme --size --title --from --to "
         "--out --list --quiet' -- \"$word\") $(compgen -d -- \"$word\") $(cd runs 2>/dev/null && compgen -d -- "
         "\"$word\")) ;;\n"
         "    *:convert) COMPREPLY=($(compgen -W '--format --channels --from --to --out --quiet' -- \"$word\") "
         "$(compgen "
         "-d -- \"$word\") $(cd runs 2>/dev/null && compgen -d -- \"$word\")) ;;\n"
         "    *:list) COMPREPLY=($(compgen -W '" +
         lists +
         "--json' -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -F _polhode polhode\n";
}

}  // namespace polhode::cli
