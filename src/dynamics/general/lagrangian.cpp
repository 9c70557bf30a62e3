#include <polhode/dynamics/general/lagrangian.hpp>

#include <algorithm>
#include <optional>

#include "dynamics/general/system_book.hpp"

namespace polhode {

using general::SystemBook;

/// Derives the equations of motion from the texts of a system.
class LagrangianCompiler {
 public:
  explicit LagrangianCompiler(Lagrangian& made) : made_(made), from_(made.text_, general::rate_of) {}

  Result<Lagrangian> run() {
    const std::size_t n = from_.n;
    made_.n_ = n;
    made_.holonomic_ = made_.text_.constraints.size();
    made_.m_ = made_.holonomic_ + made_.text_.rolling.size();
    L_ = from_.number("lagrangian", made_.text_.energy);
    forces_ = from_.forces();
    D_ =
        made_.text_.dissipation.empty() ? from_.book.constant(0) : from_.number("dissipation", made_.text_.dissipation);
    read_constraints();
    along_ = {from_.book.constant(1)};
    for (std::size_t i = 0; i < n; ++i) along_.push_back(rate(i));
    along_.resize(2 * n + 1, from_.book.constant(0));
    for (std::size_t i = 0; i < n; ++i) p_.push_back(from_.slope(L_, from_.second(i)));
    made_.conserved_ = from_.named("conserved", made_.text_.conserved);
    made_.readings_ = from_.named("readings", made_.text_.readings);
    made_.points_ = from_.points();
    if (!from_.text.brackets.empty())
      from_.findings.error({}, "brackets", "Poisson's brackets are those of coordinates and momenta",
                           "write the system by its hamiltonian");
    if (!from_.findings.has_errors()) programs(), readings();
    if (from_.findings.has_errors()) return from_.findings;
    return std::move(made_);
  }

 private:
  Term rate(std::size_t i) { return from_.book.input(from_.second(i)); }
  bool needs_rates(Term a) const {
    return from_.book.first_needed(a, from_.second(0), from_.second(from_.n)).has_value();
  }

  void read_constraints() {
    for (const SystemText::Formula& one : made_.text_.constraints) {
      const std::string path = "constraints." + one.name;
      const Term phi = from_.number(path, one.text);
      for (std::size_t i = 0; i < from_.n; ++i)
        if (from_.book.depends(phi, from_.second(i)))
          from_.findings.error(
              {.line = 1, .column = 0}, path,
              "this depends on " + general::rate_of(from_.text.coordinates[i]) + ", and a constraint of places may not",
              "write it under rolling, where what is linear in the rates belongs");
      phi_.push_back(phi);
      Term c = from_.slope(phi, SystemBook::time);
      b_.push_back(c);
      for (std::size_t i = 0; i < from_.n; ++i) {
        rows_.push_back(from_.slope(phi, from_.q(i)));
        c = from_.book.sum(c, from_.book.product(rows_.back(), rate(i)));
      }
      c_.push_back(c);
    }
    for (const SystemText::Formula& one : made_.text_.rolling) {
      const std::string path = "rolling." + one.name;
      c_.push_back(from_.number(path, one.text));
      Term b = c_.back();
      for (std::size_t i = 0; i < from_.n; ++i) {
        rows_.push_back(from_.slope(c_.back(), from_.second(i)));
        b = from_.book.difference(b, from_.book.product(rows_.back(), rate(i)));
        if (needs_rates(rows_.back()))
          from_.findings.error({.line = 1, .column = 0}, path,
                               "this is not linear in " + general::rate_of(from_.text.coordinates[i]),
                               "a constraint on rates must be a sum of rates, each with a factor of t and places");
      }
      b_.push_back(b);
    }
    judge_rows();
  }

  void judge_rows() {
    if (from_.findings.has_errors()) return;
    for (std::size_t k = 0; k < c_.size(); ++k) {
      bool holds = false;
      for (std::size_t i = 0; i < from_.n; ++i) holds = holds || !from_.is_zero(rows_[k * from_.n + i]);
      if (holds) continue;
      const bool places = k < made_.holonomic_;
      from_.findings.error({.line = 1, .column = 0}, (places ? "constraints." : "rolling.") + made_.constraint_name(k),
                           places ? "this depends on no coordinate" : "this depends on no rate", "name what it holds");
    }
  }

  void programs() {
    const std::size_t n = from_.n;
    std::vector<Term> mass, right, motion, transform, pull;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i; j < n; ++j) mass.push_back(from_.slope(p_[i], from_.second(j)));
    for (std::size_t i = 0; i < n; ++i) {
      Term force = from_.book.sum(forces_[i], from_.slope(L_, from_.q(i)));
      force = from_.book.difference(force, from_.slope(D_, from_.second(i)));
      pull.push_back(force);
      right.push_back(from_.book.difference(force, from_.book.derivative_along(p_[i], along_)));
    }
    motion = mass;
    motion.insert(motion.end(), right.begin(), right.end());
    motion.insert(motion.end(), rows_.begin(), rows_.end());
    for (const Term c : c_) motion.push_back(from_.book.negative(from_.book.derivative_along(c, along_)));
    transform = p_;
    transform.insert(transform.end(), mass.begin(), mass.end());
    transform.insert(transform.end(), pull.begin(), pull.end());
    std::vector<Term> residuals = phi_;
    residuals.insert(residuals.end(), c_.begin(), c_.end());
    residuals.insert(residuals.end(), b_.begin(), b_.end());
    made_.motion_ = from_.program(motion).value_or(Program());
    made_.transform_ = from_.program(transform).value_or(Program());
    made_.residuals_ = from_.program(residuals).value_or(Program());
    motion.insert(motion.end(), residuals.begin(), residuals.end());
    made_.reads_time_ = made_.motion_.reads(SystemBook::time);
    made_.uses_time_ = !from_.book.indifferent(motion, SystemBook::time);
    made_.separable_ = made_.m_ == 0;
    for (const Term entry : mass) made_.separable_ = made_.separable_ && from_.book.value(entry).has_value();
    for (const Term term : right) made_.separable_ = made_.separable_ && !needs_rates(term);
    for (std::size_t i = 0; i < n; ++i) made_.massless_.push_back(needs_rates(p_[i]) ? 0 : 1);
  }

  void readings() {
    const std::size_t n = from_.n;
    const SystemText& text = made_.text_;
    Term lift = from_.book.constant(0), loss = lift;
    for (std::size_t i = 0; i < n; ++i) {
      lift = from_.book.sum(lift, from_.book.product(rate(i), p_[i]));
      loss = from_.book.sum(loss, from_.book.product(rate(i), from_.slope(D_, from_.second(i))));
      made_.momenta_.push_back(from_.expression(p_[i], "L by " + general::rate_of(text.coordinates[i])));
      if (!from_.is_zero(forces_[i]))
        made_.powers_.push_back(
            {"forces." + text.coordinates[i], from_.expression(from_.book.product(forces_[i], rate(i)), "power")});
      bool cyclic = from_.book.vanishes(from_.slope(L_, from_.q(i))) && from_.book.vanishes(forces_[i]) &&
                    from_.book.vanishes(from_.slope(D_, from_.second(i)));
      for (std::size_t k = 0; k < made_.m_; ++k) cyclic = cyclic && from_.book.vanishes(rows_[k * n + i]);
      made_.cyclic_.push_back(cyclic ? 1 : 0);
    }
    if (!from_.is_zero(loss))
      made_.powers_.push_back({"dissipation", from_.expression(from_.book.negative(loss), "power")});
    if (const Term explicit_rate = from_.slope(L_, SystemBook::time); !from_.book.vanishes(explicit_rate))
      made_.powers_.push_back({"time", from_.expression(from_.book.negative(explicit_rate), "power")});
    for (const Term b : b_) made_.moving_constraints_ = made_.moving_constraints_ || !from_.book.vanishes(b);
    made_.lagrangian_ = from_.expression(L_, text.energy);
    made_.lift_ = from_.expression(lift, "q'·p");
    const Term h = from_.book.difference(lift, L_);
    made_.energy_ = from_.expression(h, "q'·p - L");
    made_.energy_is_sum_ = is_sum(h);
  }

  bool is_sum(Term h) {
    const auto defined = [this](const char* name) -> std::optional<Term> {
      const auto& list = from_.text.definitions;
      if (std::none_of(list.begin(), list.end(), [name](const auto& one) { return one.name == name; })) return {};
      auto term = from_.book.number(name);
      return term.ok() ? std::optional(*term) : std::nullopt;
    };
    const auto T = defined("T"), V = defined("V");
    if (T && V) return from_.book.vanishes(from_.book.difference(h, from_.book.sum(*T, *V)));
    return !from_.book.depends(L_, SystemBook::time);
  }

  Lagrangian& made_;
  SystemBook from_;
  Term L_, D_;
  std::vector<Term> forces_, phi_, c_, b_, rows_, along_, p_;
};

Result<Lagrangian> Lagrangian::compile(SystemText text) {
  Lagrangian made;
  made.text_ = std::move(text);
  return LagrangianCompiler(made).run();
}

const std::string& Lagrangian::constraint_name(std::size_t i) const {
  return i < text_.constraints.size() ? text_.constraints[i].name : text_.rolling[i - text_.constraints.size()].name;
}

StateSpace Lagrangian::state_space() const {
  StateSpace space;
  for (const std::string& q : text_.coordinates) space.vector(text_.name + "." + q, 1, dimension::none);
  for (const std::string& q : text_.coordinates)
    space.vector(text_.name + "." + general::rate_of(q), 1, dimension::none);
  return space;
}

}  // namespace polhode
