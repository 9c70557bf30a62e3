#include <polhode/dynamics/general/equations.hpp>

#include <algorithm>

namespace polhode {

FirstOrderSystem::FirstOrderSystem(Equations equations) : equations_(std::move(equations)) {
  require_size("formulas", static_cast<long>(equations_.variables.size()),
               static_cast<long>(equations_.formulas.size()), "one for each variable");
}

StateSpace FirstOrderSystem::state_space() const {
  StateSpace space;
  for (const std::string& variable : equations_.variables)
    space.vector(equations_.name + "." + variable, 1, dimension::none);
  return space;
}

template <class S>
void FirstOrderSystem::rate(double t, In<S> x, Out<S> v) const {
  for (std::size_t i = 0; i < equations_.formulas.size(); ++i) v[i] = equations_.formulas[i].evaluate_at<S>(t, x);
}

bool FirstOrderSystem::uses_time() const {
  return std::any_of(equations_.formulas.begin(), equations_.formulas.end(),
                     [](const Expression& formula) { return formula.uses(0); });
}

template void FirstOrderSystem::rate<double>(double, In<double>, Out<double>) const;
template void FirstOrderSystem::rate<Pack4>(double, In<Pack4>, Out<Pack4>) const;
template void FirstOrderSystem::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
