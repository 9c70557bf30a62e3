#include <polhode/body/vector_formula.hpp>

#include <algorithm>
#include <iterator>

namespace polhode {

VectorFormula::VectorFormula(std::array<Expression, 3> formulas) {
  if (std::all_of(formulas.begin(), formulas.end(), [](const Expression& one) { return one.is_constant(); })) {
    for (int i = 0; i < 3; ++i) constant_[i] = formulas[static_cast<std::size_t>(i)].evaluate<double>({});
    return;
  }
  formulas_.assign(std::make_move_iterator(formulas.begin()), std::make_move_iterator(formulas.end()));
  time_ = uses(0, 1);
  place_ = uses(1, 4);
  velocity_ = uses(4, 10);
}

std::span<const std::string> VectorFormula::names() {
  static const std::array<std::string, 10> all{"t", "x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"};
  return all;
}

bool VectorFormula::uses(int first, int end) const {
  return std::any_of(formulas_.begin(), formulas_.end(), [&](const Expression& formula) {
    for (int input = first; input < end; ++input)
      if (formula.uses(input)) return true;
    return false;
  });
}

template <class S>
Eigen::Matrix<S, 3, 1> VectorFormula::evaluate(double t, In<S> inputs) const {
  return {formulas_[0].evaluate_at<S>(t, inputs), formulas_[1].evaluate_at<S>(t, inputs),
          formulas_[2].evaluate_at<S>(t, inputs)};
}

VectorOfTime VectorOfTime::derivative() const {
  if (formulas_.empty()) return Vec3(Vec3::Zero());
  return VectorOfTime(std::array{formulas_[0].derivative(0), formulas_[1].derivative(0), formulas_[2].derivative(0)});
}

VectorField::VectorField(std::array<Expression, 3> formulas) : VectorFormula(std::move(formulas)) {
  if (!uses_place()) return;
  for (const Expression& formula : formulas_)
    for (int j = 1; j <= 3; ++j) slopes_.push_back(formula.derivative(j));
}

template <class S>
Eigen::Matrix<S, 3, 3> VectorField::gradient(double t, In<S> place) const {
  Eigen::Matrix<S, 3, 3> slopes;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      slopes(static_cast<int>(i), static_cast<int>(j)) =
          slopes_.empty() ? S(0.0) : slopes_[3 * i + j].evaluate_at<S>(t, place);
  return slopes;
}

#define POLHODE_FOR(S)                                                             \
  template Eigen::Matrix<S, 3, 1> VectorFormula::evaluate<S>(double, In<S>) const; \
  template Eigen::Matrix<S, 3, 3> VectorField::gradient<S>(double, In<S>) const;
POLHODE_FOR(double)
POLHODE_FOR(Pack4)
POLHODE_FOR(Dual4)
#undef POLHODE_FOR

}  // namespace polhode
