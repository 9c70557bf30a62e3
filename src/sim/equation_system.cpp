#include <polhode/sim/equation_system.hpp>

namespace polhode {

std::vector<Channel> EquationSystem::channels() const {
  const Equations& equations = system_.equations();
  std::vector<Channel> list;
  for (std::size_t i = 0; i < equations.variables.size(); ++i)
    list.push_back({.name = equations.name + "." + equations.variables[i],
                    .unit = dimension::none,
                    .evaluate = [i](double, VecIn x, VecOut values) { values[0] = x[i]; }});
  return list;
}

}  // namespace polhode
