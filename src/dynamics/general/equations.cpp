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

std::string FirstOrderSystem::mixed_rate() const {
  const std::vector<std::string>& names = equations_.variables;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Expression& formula = equations_.formulas[i];
    const std::string depends = "the rate of '" + equations_.name + "." + names[i] + "' depends on ";
    if (!is_momentum(i) && formula.uses(0)) return depends + "the time";
    for (std::size_t k = 0; k < names.size(); ++k)
      if (is_momentum(k) == is_momentum(i) && formula.uses(static_cast<int>(k) + 1))
        return depends + "'" + names[k] + "'";
  }
  return {};
}

bool FirstOrderSystem::is_momentum(std::size_t variable) const {
  const std::vector<int>& momenta = equations_.momenta;
  return std::find(momenta.begin(), momenta.end(), static_cast<int>(variable)) != momenta.end();
}

std::string FirstOrderSystem::inseparable() const {
  if (equations_.momenta.empty())
    return "system '" + equations_.name +
           "' does not say which of its variables are momenta: add momenta = [\"…\"] to it";
  const std::string mixed = mixed_rate();
  return mixed.empty() ? mixed
                       : mixed +
                             ", so that positions and momenta cannot be moved by turns: take generalised-verlet or "
                             "gauss4";
}

std::string FirstOrderSystem::without_velocities() const {
  if (equations_.momenta.empty()) return inseparable();
  if (const std::string mixed = mixed_rate(); !mixed.empty())
    return mixed + ", but accelerations must depend on time and places alone: take dop853 or gauss6";
  std::vector<std::size_t> places, velocities;
  for (std::size_t i = 0; i < equations_.variables.size(); ++i) (is_momentum(i) ? velocities : places).push_back(i);
  if (places.size() != velocities.size())
    return "system '" + equations_.name + "' has " + std::to_string(places.size()) + " places, and " +
           std::to_string(velocities.size()) + " momenta to be their velocities";
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string &rate = equations_.formulas[places[i]].text(), &velocity = equations_.variables[velocities[i]];
    if (rate != velocity)
      return "momenta must be velocities, but the rate of '" + equations_.name + "." + equations_.variables[places[i]] +
             "' is '" + rate.substr(0, 60) + "' and not '" + velocity + "': take yoshida6 or dop853";
  }
  return {};
}

template void FirstOrderSystem::rate<double>(double, In<double>, Out<double>) const;
template void FirstOrderSystem::rate<Pack4>(double, In<Pack4>, Out<Pack4>) const;
template void FirstOrderSystem::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

}  // namespace polhode
