#include <polhode/dynamics/general/functional.hpp>

#include <algorithm>
#include <limits>

#include <polhode/base/text.hpp>

#include "dynamics/general/elimination.hpp"
#include "dynamics/general/system_book.hpp"

namespace polhode {
namespace {

/// A term, its slopes by the state, and the slopes of those.
std::vector<Term> with_slopes(general::SystemBook& book, Term of) {
  const int count = static_cast<int>(2 * book.n);
  std::vector<Term> outputs{of};
  for (int i = 1; i <= count; ++i) outputs.push_back(book.slope(of, i));
  for (int i = 1; i <= count; ++i)
    for (int j = i; j <= count; ++j) outputs.push_back(book.slope(outputs[static_cast<std::size_t>(i)], j));
  return outputs;
}

/// What matters for the integrand alone.
SystemText bare(const SystemText& text) {
  return {.name = text.name,
          .coordinates = text.coordinates,
          .variable = text.variable,
          .energy = text.energy,
          .parameters = text.parameters,
          .definitions = text.definitions};
}

}  // namespace

Result<Functional> Functional::compile(SystemText text, const std::string& key) {
  Functional made;
  made.text_ = std::move(text);
  general::SystemBook book(made.text_, general::rate_of);
  const Term F = book.number(key, made.text_.energy);
  made.density_ = book.program(with_slopes(book, F)).value_or(Program());
  if (book.findings.has_errors()) return book.findings;
  return made;
}

Result<Functional> Functional::of(const Lagrangian& lagrangian) {
  return compile(bare(lagrangian.text()), "lagrangian");
}

Result<LegendreAction> LegendreAction::compile(const Hamiltonian& hamiltonian) {
  LegendreAction made(hamiltonian);
  const SystemText text = bare(hamiltonian.text());
  general::SystemBook book(text, general::momentum_of);
  made.program_ = book.program(with_slopes(book, book.number("hamiltonian", text.energy))).value_or(Program());
  if (book.findings.has_errors()) return book.findings;
  return made;
}

void LegendreAction::evaluate(double t, VecIn qv, VecOut values) const {
  const std::size_t all = 2 * n_;
  std::vector<double> x(qv.begin(), qv.end()), H(values.size());
  if (!hamiltonian_.momenta_of<double>(t, qv, VecOut(x).subspan(n_))) {
    std::fill(values.begin(), values.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  program_.evaluate_at<double>(t, x, H);
  const auto second = [&](std::size_t i, std::size_t j) {
    if (i > j) std::swap(i, j);
    return H[1 + all + i * all - i * (i + 1) / 2 + j];
  };
  // Columns of K = H_pp⁻¹, and of K H_pq:  L_vv = K,  L_vq = −K H_pq,  L_qq = −H_qq + H_qp K H_pq.
  std::vector<double> K(n_ * n_), KH(n_ * n_), matrix(n_ * n_), sizes(n_), column(n_);
  const auto solve = [&](auto entry, double* to) {
    for (std::size_t i = 0; i < n_; ++i) {
      column[i] = entry(i);
      for (std::size_t j = 0; j < n_; ++j) matrix[i * n_ + j] = second(n_ + i, n_ + j);
    }
    if (!general::eliminate(n_, matrix.data(), column.data(), sizes.data()))
      std::fill(column.begin(), column.end(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < n_; ++i) to[i * n_] = column[i];
  };
  for (std::size_t b = 0; b < n_; ++b) {
    solve([&](std::size_t i) { return i == b ? 1.0 : 0.0; }, K.data() + b);
    solve([&](std::size_t i) { return second(n_ + i, b); }, KH.data() + b);
  }
  values[0] = -H[0];
  for (std::size_t a = 0; a < n_; ++a) {
    values[0] += x[n_ + a] * qv[n_ + a];
    values[1 + a] = -H[1 + a];
    values[1 + n_ + a] = x[n_ + a];
  }
  std::size_t next = 1 + all;
  for (std::size_t i = 0; i < all; ++i)
    for (std::size_t j = i; j < all; ++j) {
      double entry = 0;
      if (i >= n_) {
        entry = K[(i - n_) * n_ + j - n_];
      } else if (j >= n_) {
        entry = -KH[(j - n_) * n_ + i];
      } else {
        entry = -second(i, j);
        for (std::size_t c = 0; c < n_; ++c) entry += second(n_ + c, i) * KH[c * n_ + j];
      }
      values[next++] = entry;
    }
}

Result<TypedPath> TypedPath::compile(const SystemText& text, std::string name,
                                     const std::vector<SystemText::Formula>& formulas, bool all) {
  TypedPath made;
  made.name_ = std::move(name);
  const std::size_t n = text.coordinates.size();
  made.has_.assign(n, 0);
  Formulas book({text.variable});
  for (const SystemText::Parameter& parameter : text.parameters) {
    if (parameter.list)
      book.parameter(parameter.name, parameter.values);
    else
      book.parameter(parameter.name, parameter.values.at(0));
  }
  Diagnostics findings;
  std::vector<Term> outputs(2 * n, book.constant(0));
  for (const SystemText::Formula& formula : formulas) {
    const auto found = std::find(text.coordinates.begin(), text.coordinates.end(), formula.name);
    if (found == text.coordinates.end()) {
      const std::string near = nearest(formula.name, text.coordinates);
      findings.error({.line = 1, .column = 0}, formula.name, "nothing is called '" + formula.name.substr(0, 60) + "'",
                     near.empty() ? "a path has a formula for each coordinate" : "did you mean '" + near + "'?");
      continue;
    }
    const auto which = static_cast<std::size_t>(found - text.coordinates.begin());
    auto term = book.number(formula.text);
    if (!term.ok()) {
      for (Diagnostic finding : term.diagnostics()) {
        finding.path = formula.name;
        findings.add(std::move(finding));
      }
      continue;
    }
    made.has_[which] = 1;
    outputs[which] = *term;
    outputs[n + which] = book.derivative(*term, 0);
  }
  for (std::size_t a = 0; all && a < n && !findings.has_errors(); ++a)
    if (made.has_[a] == 0)
      findings.error({.line = 1, .column = 0}, "", "the formula of '" + text.coordinates[a] + "' is missing",
                     "add " + text.coordinates[a] + " = \"…\", a formula of " + text.variable);
  if (findings.has_errors()) return findings;
  auto program = book.compile(outputs);
  if (!program.ok()) return program.diagnostics();
  made.program_ = *std::move(program);
  return made;
}

void TypedPath::evaluate(double x, VecOut both) const { program_.evaluate_at<double>(x, VecIn{}, both); }

}  // namespace polhode
