#include <polhode/ode/own_method.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

#include "ode/order_conditions.hpp"
#include "ode/runge_kutta.hpp"

namespace polhode::ode {

struct OwnMethod::Data {
  std::string name, title;
  std::vector<double> a, b, c, error;
  Method method;
};

const Method& OwnMethod::method() const { return data_->method; }

namespace {

constexpr double digits = 1e-10;  // to which figures are taken to be meant
constexpr int most_order = 10;    // that is looked for
constexpr int most_own_stages = most_stages - 1;

/// The figures of one tableau, and what is found about them.
class Reader {
 public:
  explicit Reader(const Tableau& tableau)
      : tableau_(tableau), stages_(tableau.b.size()), left_out_(tableau.a.size() + 1 == stages_ ? 1 : 0) {}

  void check_sizes() {
    if (tableau_.name.empty()) error("name", "a solver needs a name");
    if (stages_ == 0) return error("b", "a tableau needs at least one weight", "b = [1.0] is Euler's method");
    if (stages_ > most_own_stages)
      error("b", std::to_string(stages_) + " stages are more than " + std::to_string(most_own_stages));
    if (lacks_a_weight()) {
      const std::string rows = std::to_string(stages_), stages = std::to_string(stages_ + 1);
      return error(
          "b",
          rows + " weights for " + stages + " stages: the " + rows + " rows of a are those of stages 2 to " + stages,
          "add the weight that is missing");
    }
    size("a", tableau_.a.size() + left_out_, "a row for each weight of b; that of the first stage may be left out");
    if (!tableau_.c.empty()) size("c", tableau_.c.size(), "a node for each weight of b, or none at all: row sums");
    if (!tableau_.b_hat.empty()) size("b_hat", tableau_.b_hat.size(), "one for each weight of b, or none at all");
  }

  void check_rows() {
    for (std::size_t k = 0; k < tableau_.a.size(); ++k) {
      const std::vector<double>& row = tableau_.a[k];
      const std::string path = numbered("a", k);
      const std::size_t stage = k + left_out_;
      if (row.size() > stages_)
        error(path, std::to_string(row.size()) + " numbers for " + std::to_string(stages_) + " stages");
      finite(path, row);
      for (std::size_t j = stage; j < row.size(); ++j)
        if (row[j] != 0)
          return error(
              numbered(path, j),
              "this tableau is implicit: stage " + std::to_string(stage + 1) + " needs stage " + std::to_string(j + 1),
              "only tableaus of explicit methods can be given: zeros on the diagonal and above");
    }
    finite("b", tableau_.b);
    finite("c", tableau_.c);
    finite("b_hat", tableau_.b_hat);
  }

  void check_nodes() {
    for (std::size_t i = 0; i < tableau_.c.size(); ++i) {
      const double sum = row_sum(i);
      if (std::fabs(sum - tableau_.c[i]) <= digits * (1 + row_size(i))) continue;
      error(numbered("c", i), "the node is " + shortest(tableau_.c[i]) + ", but its row of a sums to " + shortest(sum),
            "every row must sum to its node; give at least ten digits, or leave c out");
    }
  }

  /// Row i of the lower triangle, zeros and all.
  double entry(std::size_t i, std::size_t j) const { return j < row(i).size() ? row(i)[j] : 0.0; }
  double row_sum(std::size_t i) const {
    double sum = 0;
    for (double value : row(i)) sum += value;
    return sum;
  }
  bool failed() const { return findings_.has_errors(); }
  Diagnostics& findings() { return findings_; }
  void error(std::string path, std::string message, std::string hint = {}) {
    findings_.error({}, std::move(path), std::move(message), std::move(hint));
  }

 private:
  std::span<const double> row(std::size_t stage) const {
    if (stage < left_out_) return {};
    return tableau_.a[stage - left_out_];
  }
  /// As many rows as weights, whose rows would be explicit for one stage more, and weights that do not sum to 1: those
  /// of an implicit method do.
  bool lacks_a_weight() const {
    if (tableau_.a.size() != stages_ || tableau_.a[0].empty() || tableau_.a[0][0] == 0) return false;
    for (std::size_t k = 0; k < stages_; ++k)
      if (tableau_.a[k].size() > k + 1) return false;
    double sum = 0;
    for (double weight : tableau_.b) sum += weight;
    return std::fabs(sum - 1) > digits;
  }
  double row_size(std::size_t i) const {
    double sum = 0;
    for (double value : row(i)) sum += std::fabs(value);
    return sum;
  }
  void size(const char* list, std::size_t has, const char* hint) {
    if (has != stages_)
      error(list, std::to_string(has) + " for " + std::to_string(stages_) + (stages_ == 1 ? " stage" : " stages"),
            hint);
  }
  void finite(std::string_view list, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isfinite(values[i])) error(numbered(list, i), shortest(values[i]) + " is not a finite number");
  }

  const Tableau& tableau_;
  const std::size_t stages_, left_out_;
  Diagnostics findings_;
};

/// The last stage is evaluated where the step ends, so the next step can start with it.
bool ends_where_next_starts(const Reader& reader, const std::vector<double>& b) {
  const std::size_t last = b.size() - 1;
  if (last == 0 || b[last] != 0) return false;
  for (std::size_t j = 0; j < last; ++j)
    if (reader.entry(last, j) != b[j]) return false;
  return true;
}

/// The orders of both solutions; findings if they make no method.
void find_orders(Reader& reader, const Tableau& tableau, Method& method) {
  const std::vector<RootedTree> trees = rooted_trees(most_order);
  const ElementaryWeights weights = elementary_weights(SquareTable(std::get<ExplicitTableau>(method.rule)), trees);
  const auto inconsistent = [&reader](const char* list, const std::vector<double>& b) {
    double sum = 0;
    for (double value : b) sum += value;
    reader.error(list, "the weights sum to " + shortest(sum) + ": not a method of any order", "they must sum to 1");
  };
  method.order = order_of(tableau.b, trees, weights, digits);
  if (method.order == 0) inconsistent("b", tableau.b);
  method.dense_order = method.order <= 3 ? method.order : method.order - 1;
  if (tableau.b_hat.empty()) return;
  method.embedded_order = order_of(tableau.b_hat, trees, weights, digits);
  if (method.embedded_order == 0) inconsistent("b_hat", tableau.b_hat);
  method.estimate_order = std::min(method.order, method.embedded_order) + 1;
  if (tableau.b_hat == tableau.b)
    reader.error("b_hat", "these are the weights b, so every error would be estimated as zero",
                 "give the weights of a solution of another order, or leave b_hat out");
}

}  // namespace

Result<OwnMethod> OwnMethod::from(const Tableau& tableau) {
  Reader reader(tableau);
  reader.check_sizes();
  if (reader.failed()) return reader.findings();
  reader.check_rows();
  if (reader.failed()) return reader.findings();
  reader.check_nodes();
  if (reader.failed()) return reader.findings();

  auto data = std::make_shared<Data>();
  data->name = tableau.name;
  data->b = tableau.b;
  for (std::size_t i = 0; i < tableau.b.size(); ++i) {
    data->c.push_back(tableau.c.empty() ? reader.row_sum(i) : tableau.c[i]);
    for (std::size_t j = 0; j < i; ++j) data->a.push_back(reader.entry(i, j));
    if (!tableau.b_hat.empty()) data->error.push_back(tableau.b[i] - tableau.b_hat[i]);
  }
  Method& method = data->method;
  method.name = data->name;
  method.family = "explicit Runge–Kutta";
  method.stages = static_cast<int>(tableau.b.size());
  method.rule = ExplicitTableau{.first_same_as_last = ends_where_next_starts(reader, tableau.b),
                                .a = data->a,
                                .b = data->b,
                                .c = data->c,
                                .error = data->error};
  method.citation = "given with the problem";
  find_orders(reader, tableau, method);
  if (reader.failed()) return reader.findings();
  data->title = tableau.name + " " + std::to_string(method.order) +
                (method.adaptive() ? "(" + std::to_string(method.embedded_order) + ")" : "");
  method.title = data->title;
  return OwnMethod(std::move(data));
}

}  // namespace polhode::ode
