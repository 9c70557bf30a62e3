#include <polhode/sim/equation_system.hpp>

#include "sim/typed_channels.hpp"

namespace polhode {

std::vector<Channel> EquationSystem::channels() const {
  const Equations& equations = system_.equations();
  std::vector<Channel> list;
  for (std::size_t i = 0; i < equations.variables.size(); ++i)
    list.push_back({.name = equations.name + "." + equations.variables[i],
                    .unit = dimension::none,
                    .evaluate = [i](double, VecIn x, VecOut values) { values[0] = x[i]; }});
  for (Monitor& monitor : monitors()) list.push_back(std::move(monitor.channel));
  return list;
}

std::vector<Monitor> EquationSystem::monitors() const {
  const Equations& equations = system_.equations();
  std::vector<Monitor> list;
  for (const ConservedFormula& conserved : equations.conserved)
    list.push_back(
        {.channel = {.name = equations.name + "." + conserved.name,
                     .unit = dimension::none,
                     .evaluate = [formula = conserved.formula](
                                     double t, VecIn x,
                                     VecOut values) { values[0] = formula.evaluate_at<double>(t, x); }},
         .supply = {},
         .scale = {},
         .claim = typed::claim_of(conserved.formula, equations.variables.size(),
                                  [own = system_](double t, VecIn x, VecOut v) { own.rate<double>(t, x, v); })});
  return list;
}

ode::Split EquationSystem::split() const {
  ode::Split split;
  split.momenta = system_.equations().momenta;
  split.refusal = system_.inseparable();
  split.separable = split.refusal.empty();
  split.velocity_refusal = system_.without_velocities();
  split.velocities = split.velocity_refusal.empty();
  return split;
}

}  // namespace polhode
