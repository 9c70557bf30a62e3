#pragma once
// Channels, monitors and works of systems that are typed as energies.

#include <polhode/dynamics/general/lagrangian.hpp>
#include <polhode/sim/system.hpp>

namespace polhode::typed {

inline Quantity quantity_of(const Expression& formula) {
  return [formula](double t, VecIn x, VecOut values) { values[0] = formula.evaluate_at<double>(t, x); };
}
/// The i-th number of the state.
inline Quantity coordinate(std::size_t i) {
  return [i](double, VecIn x, VecOut values) { values[0] = x[i]; };
}
inline Channel scalar(std::string name, Quantity evaluate, bool item = false) {
  return {.name = std::move(name), .unit = dimension::none, .evaluate = std::move(evaluate), .item = item};
}

void add_points(const std::string& name, const std::vector<NamedExpressions>& points, std::vector<Channel>& list);
void add_readings(const std::string& name, const std::vector<NamedExpression>& readings, std::vector<Channel>& list);
/// Channels of monitors that are not there yet.
void add_channels(std::vector<Monitor> monitors, std::vector<Channel>& list);
/// The size of what a formula of t and of as many numbers as the state has is made of: what it changes by if one of the
/// numbers goes to 0, all added up. What is 0 itself, such as a component of a vector, is measured by that.
Quantity parts_of(const Expression& formula, std::size_t size);
/// What is claimed of a formula of t and of as many numbers as the state has that moves at `rate`: Monitor::claim.
Quantity claim_of(const Expression& formula, std::size_t size, const Quantity& rate);
/// Formulas of t and of as many numbers as the state has.
void add_conserved(const std::string& name, std::size_t size, const std::vector<NamedExpression>& conserved,
                   const Quantity& rate, std::vector<Monitor>& list);
/// One supply of several; empty if there are none.
Quantity sum_of(std::vector<Quantity> parts);

/// The same map, which answers the same question again without another look: all channels of a state ask for it.
Counterpart::Map remembered(Counterpart::Map map);
/// The same motion in a state of as many numbers.
Channel seen_from(const Channel& channel, const Counterpart::Map& back, std::size_t size);

}  // namespace polhode::typed
