#pragma once
// Texts to nodes of a graph: names, definitions that use each other, and the rates of all of them.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <polhode/math/expression.hpp>

#include "math/expression/derivative.hpp"
#include "math/expression/dictionary.hpp"
#include "math/expression/findings.hpp"
#include "math/expression/graph.hpp"
#include "math/expression/syntax.hpp"
#include "math/expression/value.hpp"

namespace polhode::expression {

/// Reads formulas into one graph. A definition is read where it is first used, so definitions may stand in any order;
/// those that use themselves are found on the way.
class Reader {
 public:
  /// The last names stand for `values`, one each. All that is passed in must outlive the reader.
  Reader(Graph& graph, std::span<const std::string> names, std::span<const double> values,
         const ExpressionLimits& limits);

  /// The input that is called so has the rate 1, instead of t.
  void set_clock(std::string name) { clock_ = std::move(name); }
  void add_list(NumberList list);
  void add_definition(Definition definition);
  const std::vector<Definition>& definitions() const { return definitions_; }
  const std::vector<NumberList>& lists() const { return lists_; }
  Dictionary dictionary() const { return Dictionary(names_, &definitions_, &lists_); }

  /// Reads `text`; `truth` says whether its value is that of a comparison.
  Value read(std::string_view text, Findings& findings, bool* truth = nullptr);
  /// Reads all definitions that have no index, and parses the others.
  void read_definitions();
  /// The findings in definitions so far, each with the definition's name as its path; then they are forgotten.
  Diagnostics take_definition_findings();

  // ── for the elaborator ──

  Graph& graph() { return graph_; }
  const ExpressionLimits& limits() const { return limits_; }
  Value input(int which);
  /// What a name means; looked up once.
  const Meaning& meaning(const std::string& name);
  /// The value of a definition, for `index` if it has one; findings about cycles stand at `where` in `findings`.
  Value definition(int which, long index, std::size_t where, Findings& findings);
  /// The derivative by the time along the motion: that of input x is input x', that of t is 1.
  Value rate(const Value& value, std::size_t where, Findings& findings);
  /// Counts what is written out; false, with a finding, beyond the limit.
  bool spend(long steps, std::size_t where, Findings& findings);

 private:
  struct Instance {
    enum class State { unknown, active, done } state = State::unknown;
    Value value;
  };
  struct Parsed {
    std::optional<Syntax> syntax;
    Findings findings;
  };

  Value cycle(int which, long index, std::size_t where, Findings& findings);
  std::string name_of(int which, long index) const;
  const Syntax* parsed(int which);
  std::optional<Syntax> parse(std::string_view text, Findings& findings, std::string_view index = {}) const;
  void prepare_motion();
  /// The input below a node whose rate is not known, or -1.
  int without_rate(int node);

  Graph& graph_;
  std::span<const std::string> names_;
  std::span<const double> values_;
  ExpressionLimits limits_;
  std::vector<Definition> definitions_;
  std::vector<NumberList> lists_;
  std::vector<Parsed> parsed_;  ///< by definition
  std::map<std::pair<int, long>, Instance> instances_;
  std::vector<std::pair<int, long>> active_;
  std::string clock_ = "t";
  std::vector<int> rates_;  ///< by input: the node of its rate, or Slopes::no_slope
  std::optional<Slopes> motion_;
  std::vector<int> without_rate_;  ///< by node, as far as it was asked for
  std::unordered_map<std::string, Meaning> meanings_;
  long steps_ = 0;
};

}  // namespace polhode::expression
