#include <polhode/dynamics/general/hamiltonian.hpp>

#include <algorithm>

#include "dynamics/general/elimination.hpp"
#include "dynamics/general/system_book.hpp"

namespace polhode {

using general::SystemBook;

/// Derives the canonical equations from the texts of a system.
class HamiltonianCompiler {
 public:
  explicit HamiltonianCompiler(Hamiltonian& made) : made_(made), from_(made.text_, general::momentum_of) {}

  Result<Hamiltonian> run() {
    made_.n_ = from_.n;
    H_ = from_.number("hamiltonian", made_.text_.energy);
    forces_ = from_.forces();
    refuse("dissipation", !made_.text_.dissipation.empty(), "write forces = { q = \"…\" } of the momenta");
    refuse("constraints", !made_.text_.constraints.empty(), "write the system by its lagrangian");
    refuse("rolling", !made_.text_.rolling.empty(), "write the system by its lagrangian");
    along_ = {from_.book.constant(1)};
    for (std::size_t i = 0; i < from_.n; ++i) along_.push_back(from_.slope(H_, from_.second(i)));
    for (std::size_t i = 0; i < from_.n; ++i)
      along_.push_back(from_.book.sum(from_.book.negative(from_.slope(H_, from_.q(i))), forces_[i]));
    read_brackets();
    for (const SystemText::Formula& one : made_.text_.conserved) {
      const Term term = from_.number("conserved." + one.name, one.text);
      conserved_.push_back(term);
    }
    made_.readings_ = from_.named("readings", made_.text_.readings);
    made_.points_ = from_.points();
    if (!from_.findings.has_errors()) programs(), readings(), judge();
    if (from_.findings.has_errors()) return from_.findings;
    return std::move(made_);
  }

 private:
  void refuse(const char* key, bool given, const char* hint) {
    if (given) from_.findings.error({}, key, "a Hamiltonian has no such thing here", hint);
  }

  void read_brackets() {
    for (const SystemText::Formulas& one : made_.text_.brackets) {
      const Term f = from_.number("brackets." + one.name + "[0]", one.texts[0]);
      const Term g = from_.number("brackets." + one.name + "[1]", one.texts[1]);
      Term sum = from_.book.constant(0);
      for (std::size_t i = 0; i < from_.n; ++i) {
        const int q = from_.q(i), p = from_.second(i);
        sum = from_.book.sum(sum, from_.book.difference(from_.book.product(from_.slope(f, q), from_.slope(g, p)),
                                                        from_.book.product(from_.slope(f, p), from_.slope(g, q))));
      }
      brackets_.push_back(sum);
    }
  }

  void programs() {
    const std::size_t n = from_.n;
    std::vector<Term> transform, accelerations;
    for (std::size_t i = 0; i < n; ++i) transform.push_back(along_[1 + i]);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i; j < n; ++j) transform.push_back(from_.slope(along_[1 + i], from_.second(j)));
    for (std::size_t i = 0; i < n; ++i) accelerations.push_back(from_.book.derivative_along(along_[1 + i], along_));
    made_.rate_ = from_.program({along_.begin() + 1, along_.end()}).value_or(Program());
    made_.uses_time_ = !from_.book.indifferent(std::span(along_).subspan(1), SystemBook::time);
    const auto momenta = along_.begin() + 1 + static_cast<std::ptrdiff_t>(n);
    made_.rate_of_places_ = from_.program({along_.begin() + 1, momenta}).value_or(Program());
    made_.rate_of_momenta_ = from_.program({momenta, along_.end()}).value_or(Program());
    made_.transform_ = from_.program(transform).value_or(Program());
    made_.accelerations_ = from_.program(accelerations).value_or(Program());
  }

  void readings() {
    const std::size_t n = from_.n;
    const SystemText& text = made_.text_;
    made_.energy_ = from_.expression(H_, text.energy);
    for (std::size_t i = 0; i < n; ++i) {
      made_.rates_.push_back(from_.expression(along_[1 + i], "H by " + general::momentum_of(text.coordinates[i])));
      if (!from_.is_zero(forces_[i]))
        made_.powers_.push_back({"forces." + text.coordinates[i],
                                 from_.expression(from_.book.product(forces_[i], along_[1 + i]), "power")});
      made_.cyclic_.push_back(from_.book.vanishes(along_[1 + n + i]) ? 1 : 0);
    }
    if (const Term explicit_rate = from_.slope(H_, SystemBook::time); !from_.book.vanishes(explicit_rate))
      made_.powers_.push_back({"time", from_.expression(explicit_rate, "power")});
    for (std::size_t i = 0; i < conserved_.size(); ++i) {
      made_.conserved_.push_back({text.conserved[i].name, from_.expression(conserved_[i], text.conserved[i].text)});
      made_.conserved_rates_.push_back(
          from_.expression(from_.book.derivative_along(conserved_[i], along_), text.conserved[i].text));
    }
    for (std::size_t i = 0; i < brackets_.size(); ++i)
      made_.brackets_.push_back(
          {text.brackets[i].name, from_.expression(brackets_[i], "{" + text.brackets[i].texts[0] + ", …}")});
  }

  /// The first rate that depends on what it must not.
  std::string mixed_rate() const {
    const std::size_t n = from_.n;
    for (std::size_t i = 0; i < 2 * n; ++i) {
      const bool momentum = i >= n;
      const auto name = [&](std::size_t k, bool p) {
        return p ? general::momentum_of(from_.text.coordinates[k]) : from_.text.coordinates[k];
      };
      const std::string depends = name(i % n, momentum) + "' depends on ";
      if (!momentum && from_.book.depends(along_[1 + i], SystemBook::time)) return depends + "the time";
      const int from = momentum ? from_.second(0) : from_.q(0);
      if (const auto found = from_.book.first_needed(along_[1 + i], from, from + static_cast<int>(n)))
        return depends + "'" + name(static_cast<std::size_t>(*found - from), momentum) + "'";
    }
    return {};
  }

  void judge() {
    made_.mixed_ = mixed_rate();
    for (std::size_t i = 0; i < from_.n && made_.unequal_.empty(); ++i)
      if (along_[1 + i] != from_.book.input(from_.second(i)))
        made_.unequal_ =
            from_.text.coordinates[i] + "' is not '" + general::momentum_of(from_.text.coordinates[i]) + "'";
  }

  Hamiltonian& made_;
  SystemBook from_;
  Term H_;
  std::vector<Term> forces_, along_, brackets_, conserved_;  ///< along: the rates of all inputs
};

Result<Hamiltonian> Hamiltonian::compile(SystemText text) {
  Hamiltonian made;
  made.text_ = std::move(text);
  return HamiltonianCompiler(made).run();
}

void Hamiltonian::drift(double t, double h, VecIn x, VecOut u) const {
  rate_of_places_.evaluate_at<double>(t, x, u.first(n_));
  for (std::size_t i = 0; i < n_; ++i) u[i] = h * u[i];
  std::fill_n(u.begin() + static_cast<std::ptrdiff_t>(n_), n_, 0.0);
}

void Hamiltonian::kick(double t, double h, VecIn x, VecOut u) const {
  rate_of_momenta_.evaluate_at<double>(t, x, u.subspan(n_));
  for (std::size_t i = n_; i < 2 * n_; ++i) u[i] = h * u[i];
  std::fill_n(u.begin(), n_, 0.0);
}

std::string Hamiltonian::inseparable() const {
  if (mixed_.empty()) return {};
  return "the rate of '" + text_.name + "." + mixed_ +
         ", so that positions and momenta cannot be moved by turns: take generalised-verlet or gauss4";
}

std::string Hamiltonian::without_velocities() const {
  if (!mixed_.empty())
    return "the rate of '" + text_.name + "." + mixed_ +
           ", but accelerations must depend on time and places alone: take dop853 or gauss6";
  if (unequal_.empty()) return {};
  return "momenta must be velocities, but the rate of '" + text_.name + "." + unequal_ + ": take yoshida6 or dop853";
}

StateSpace Hamiltonian::state_space() const {
  StateSpace space;
  for (const std::string& q : text_.coordinates) space.vector(text_.name + "." + q, 1, dimension::none);
  for (const std::string& q : text_.coordinates)
    space.vector(text_.name + "." + general::momentum_of(q), 1, dimension::none);
  return space;
}

template <class S>
bool Hamiltonian::momenta_of(double t, In<S> x, Out<S> p) const {
  general::Scratch<S>& scratch = general::scratch_of_thread<S>();
  const std::span<S> y = general::room(scratch.outputs, transform_.outputs()),
                     qp = general::room(scratch.other, 2 * n_);
  std::copy_n(x.begin(), n_, qp.begin());
  std::fill(qp.begin() + static_cast<std::ptrdiff_t>(n_), qp.end(), S(0.0));
  const bool found = general::invert_slopes<S>(n_, transform_, t, x.subspan(n_), qp, y, scratch);
  std::copy_n(qp.begin() + static_cast<std::ptrdiff_t>(n_), n_, p.begin());
  return found;
}

template <class S>
void Hamiltonian::lagrange_rate(double t, In<S> x, Out<S> v) const {
  momenta_of<S>(t, x, v.subspan(n_));
  const std::span<S> qp = general::room(general::scratch_of_thread<S>().other, 2 * n_);
  std::copy_n(x.begin(), n_, qp.begin());
  std::copy_n(v.begin() + static_cast<std::ptrdiff_t>(n_), n_, qp.begin() + static_cast<std::ptrdiff_t>(n_));
  accelerations_.evaluate_at<S>(t, qp, v.subspan(n_));
  std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(n_), n_, v.begin());
}

bool Hamiltonian::mass_matrix(double t, VecIn x, VecOut rows) const {
  std::vector<double> qp(x.begin(), x.end()), slopes(transform_.outputs()), column(n_);
  if (!momenta_of<double>(t, x, VecOut(qp).subspan(n_))) return false;
  transform_.evaluate_at<double>(t, qp, slopes);
  for (std::size_t k = 0; k < n_; ++k) {
    std::fill(column.begin(), column.end(), 0.0);
    column[k] = 1;
    if (!general::solve_symmetric(n_, slopes.data() + n_, column.data(), general::scratch_of_thread<double>()))
      return false;
    std::copy(column.begin(), column.end(), rows.begin() + static_cast<std::ptrdiff_t>(k * n_));
  }
  return true;
}

template bool Hamiltonian::momenta_of<double>(double, In<double>, Out<double>) const;
template bool Hamiltonian::momenta_of<Dual4>(double, In<Dual4>, Out<Dual4>) const;
template void Hamiltonian::lagrange_rate<double>(double, In<double>, Out<double>) const;
template void Hamiltonian::lagrange_rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
