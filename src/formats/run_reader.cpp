// [run]: how to integrate.
#include <algorithm>

#include <polhode/base/text.hpp>
#include <polhode/ode/method.hpp>

#include "formats/scene_reader.hpp"

namespace polhode {
namespace {

/// The rows of a tableau's matrix, each of any length.
std::vector<std::vector<double>> read_rows(TableReader& table) {
  std::vector<std::vector<double>> rows;
  const Node* node = table.find("a");
  if (node == nullptr) return rows;
  if (node->kind != Node::Kind::array) {
    table.error(*node, "a", "expected a list of rows, not " + describe(*node), "write [[a21], [a31, a32]]");
    return rows;
  }
  for (std::size_t i = 0; i < node->items.size(); ++i)
    rows.push_back(read_numbers(node->items[i], numbered(table.path("a"), i), dimension::none, table.context())
                       .value_or(std::vector<double>()));
  return rows;
}

/// b − error, for those who give what two solutions differ by.
std::vector<double> read_second_weights(TableReader& table, const std::vector<double>& b) {
  const auto b_hat = table.numbers("b_hat", dimension::none);
  auto error = table.numbers("error", dimension::none);
  if (b_hat && error)
    table.error(*table.node().find("error"), "error", "the second solution is given twice",
                "keep b_hat, its weights, or error, which is b - b_hat");
  if (!error || b_hat) return b_hat.value_or(std::vector<double>());
  if (error->size() != b.size()) {
    table.error(*table.node().find("error"), "error",
                std::to_string(error->size()) + " for " + std::to_string(b.size()) + " weights of b",
                "one for each, b - b_hat");
    return {};
  }
  std::transform(b.begin(), b.end(), error->begin(), error->begin(), [](double x, double e) { return x - e; });
  return *std::move(error);
}

/// A solver by its figures: a Runge–Kutta tableau, or the coefficients of a multistep rule.
void read_own_solver(const Node& node, RunSettings& run, ReadContext& context) {
  const std::size_t before = context.findings.size();
  TableReader table(node, "run.solver", context);
  run.solver = table.text("name").value_or("own");
  if (const ode::Method* known = ode::find_method(run.solver))
    table.error(*table.node().find("name"), "name",
                "there is a solver called '" + std::string(known->name) + "' already",
                "choose another name for your own");
  const auto list = [&table](const char* key) {
    return table.numbers(key, dimension::none).value_or(std::vector<double>());
  };
  if (table.has("alpha") || table.has("beta")) {
    run.own_solver = ode::MultistepCoefficients{.name = run.solver, .alpha = list("alpha"), .beta = list("beta")};
  } else {
    if (!table.has("b"))
      table.missing("b",
                    "a tableau is { a = [[0.5]], b = [0, 1] }, a multistep rule { alpha = [1, -1], beta = [0, 1] }");
    ode::Tableau tableau{.name = run.solver, .a = read_rows(table), .b = list("b"), .c = list("c"), .b_hat = {}};
    tableau.b_hat = read_second_weights(table, tableau.b);
    run.own_solver = std::move(tableau);
  }
  table.finish();
  // Figures that could not be read make no method to judge.
  if (context.findings.size() > before) run.own_solver.reset(), run.solver = RunSettings().solver;
}

void read_solver(TableReader& table, RunSettings& run) {
  const Node* node = table.find("solver");
  if (node != nullptr && node->kind == Node::Kind::table) return read_own_solver(*node, run, table.context());
  if (node != nullptr && node->kind != Node::Kind::string)
    return table.error(
        *node, "solver",
        "expected the name of a solver in quotes, or a table with the figures of one, not " + describe(*node),
        "write solver = \"dop853\", or for example { a = [[0.5]], b = [0, 1] }");
  std::vector<std::string_view> solvers;
  for (const ode::Method& method : ode::methods()) solvers.push_back(method.name);
  run.solver = table.word("solver", solvers, "polhode list solvers").value_or(run.solver);
}

/// One number for everything, or a table of blocks, each in its own unit.
void read_absolute_tolerance(TableReader& table, const StateSpace& space, RunSettings& run) {
  ReadContext& context = table.context();
  const Node* node = table.find("absolute_tolerance");
  if (node == nullptr || node->kind != Node::Kind::table) {
    run.absolute_tolerance = table.positive("absolute_tolerance", dimension::none);
    return;
  }
  std::vector<std::string> names;
  for (const Block& block : space.blocks()) names.push_back(block.name);
  for (const Leaf& leaf : leaves(*node)) {
    const std::string path = table.path("absolute_tolerance") + "." + leaf.path.substr(0, 60);
    const auto found = std::find(names.begin(), names.end(), leaf.path);
    if (found == names.end()) {
      const std::string near = nearest(leaf.path, names);
      std::string known;
      for (const std::string& name : names)
        if (known.size() < 200) known += (known.empty() ? "known: " : ", ") + name;
      context.findings.error(leaf.member->where, path, "no block of the state is called so",
                             near.empty() ? known : "did you mean '" + near + "'?");
      continue;
    }
    const Dimension unit = space.blocks()[static_cast<std::size_t>(found - names.begin())].unit;
    const auto value = read_number(leaf.member->value, path, unit, context);
    if (value && !(*value > 0))
      context.findings.error(leaf.member->value.where, path, "must be greater than zero, not " + shortest(*value));
    else if (value)
      run.block_tolerances.push_back({leaf.path, *value});
  }
}

void read_breaks(TableReader& table, RunSettings& run) {
  run.breaks = table.numbers("breaks", dimension::time).value_or(run.breaks);
  for (std::size_t i = 0; i < run.breaks.size(); ++i)
    if (run.breaks[i] < 0)
      table.error(table.node().find("breaks")->items[i], "breaks[" + std::to_string(i) + "]",
                  "must be zero or more, not " + shortest(run.breaks[i]));
}

}  // namespace

void read_run(const Node& node, const StateSpace& space, RunSettings& run, ReadContext& context) {
  TableReader table(node, "run", context);
  run.end = table.positive("end", dimension::time).value_or(run.end);
  run.sample = table.positive("sample", dimension::time).value_or(run.sample);
  read_solver(table, run);
  run.tolerance = table.positive("tolerance", dimension::none);
  read_absolute_tolerance(table, space, run);
  run.step = table.positive("step", dimension::time);
  run.largest_step = table.positive("largest_step", dimension::time);
  if (table.has("step") && !run.step) {
    // A step that is wrong, which was said, is not one that lacks; what may stand beside it is judged once it is right.
    run.step = run.end;
    run.tolerance = run.absolute_tolerance = run.largest_step = std::nullopt;
    run.block_tolerances.clear();
  }
  read_breaks(table, run);
  table.finish();
}

}  // namespace polhode
