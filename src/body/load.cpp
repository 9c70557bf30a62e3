#include <polhode/body/load.hpp>

#include <iterator>

namespace polhode {

VectorOfTime::VectorOfTime(std::array<Expression, 3> formulas) {
  for (int i = 0; i < 3; ++i) constant_[i] = formulas[static_cast<std::size_t>(i)].evaluate<double>(std::array{0.0});
  for (const Expression& formula : formulas) {
    if (formula.is_constant()) continue;
    formulas_.assign(std::make_move_iterator(formulas.begin()), std::make_move_iterator(formulas.end()));
    return;
  }
}

Vec3 VectorOfTime::at(double t) const {
  if (formulas_.empty()) return constant_;
  const std::array input{t};
  return {formulas_[0].evaluate<double>(input), formulas_[1].evaluate<double>(input),
          formulas_[2].evaluate<double>(input)};
}

std::span<const LoadKind> load_kinds() {
  static constexpr std::array kinds{
      LoadKind{load::Gravity::name, "a uniform field: acceleration = [x, y, z], for one body or for all", true},
      LoadKind{load::Push::name, "a force at a body point: at = [x, y, z], force = [x, y, z], axes = world | body",
               false},
      LoadKind{load::Torque::name, "a couple: torque = [x, y, z], axes = world | body", false},
      LoadKind{
          load::Spring::name,
          "a spring and damper between two points: bodies = [a, b] or [a, world], points, stiffness, damping, length",
          true},
  };
  return kinds;
}

}  // namespace polhode
