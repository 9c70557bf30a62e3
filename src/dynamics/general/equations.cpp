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

std::string FirstOrderSystem::inseparable() const {
  const std::vector<std::string>& names = equations_.variables;
  const std::string& system = equations_.name;
  if (equations_.momenta.empty())
    return "system '" + system + "' does not say which of its variables are momenta: add momenta = [\"…\"] to it";
  std::vector<char> is_momentum(names.size(), 0);
  for (int i : equations_.momenta) is_momentum[static_cast<std::size_t>(i)] = 1;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Expression& formula = equations_.formulas[i];
    const auto reads = [&](const std::string& what) {
      return "the rate of '" + system + "." + names[i] + "' depends on " + what +
             ", so that positions and momenta cannot be moved by turns: take generalised-verlet or gauss4";
    };
    if (is_momentum[i] == 0 && formula.uses(0)) return reads("the time");
    for (std::size_t k = 0; k < names.size(); ++k)
      if (is_momentum[k] == is_momentum[i] && formula.uses(static_cast<int>(k) + 1)) return reads("'" + names[k] + "'");
  }
  return {};
}

template void FirstOrderSystem::rate<double>(double, In<double>, Out<double>) const;
template void FirstOrderSystem::rate<Pack4>(double, In<Pack4>, Out<Pack4>) const;
template void FirstOrderSystem::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
