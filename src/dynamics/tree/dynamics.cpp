#include <polhode/dynamics/tree/dynamics.hpp>

#include <algorithm>
#include <type_traits>

#include "dynamics/tree/kernels/table.hpp"
#include "dynamics/tree/outside.hpp"
#include "dynamics/tree/sizes.hpp"

namespace polhode {
namespace {

template <class S>
const tree::Algorithms<S>& algorithms() {
  if constexpr (std::is_same_v<S, double>)
    return tree::algorithms_for_one();
  else
    return tree::dual_algorithms();
}

using tree::require_coordinates;
using tree::require_velocities;

}  // namespace

template <class S>
void rnea(const Tree& tree, In<S> q, In<S> v, In<S> a, RneaWorkspace& work, Out<S> tau, const Surroundings<S>& around) {
  require_coordinates(tree, q);
  require_velocities(tree, "v", v);
  require_velocities(tree, "a", a);
  require_velocities(tree, "tau", tau);
  const tree::Plan plan = tree.data().plan();
  const std::size_t room = algorithms<S>().rnea_room(plan);
  char* const memory = static_cast<char*>(work.ask(room + tree::outside_room<S>(tree.data(), around)));
  const S* const outside = tree::outside_forces(tree.data(), around, memory + room);
  algorithms<S>().rnea(plan, tree::base_of(around), q.data(), v.data(), a.data(), outside, memory, tau.data());
}

template <class S>
void crba(const Tree& tree, In<S> q, CrbaWorkspace& work, Out<S> M) {
  require_coordinates(tree, q);
  tree::require_square(tree, "M", M);
  const tree::Plan plan = tree.data().plan();
  if (plan.depth < plan.nv) std::fill(M.begin(), M.end(), S(0.0));  // else every joint meets every other
  algorithms<S>().crba(plan, q.data(), work.ask(algorithms<S>().crba_room(plan)), M.data());
}

template <class S>
void aba(const Tree& tree, In<S> q, In<S> v, In<S> tau, AbaWorkspace& work, Out<S> a, const Surroundings<S>& around,
         const JointForces& joints) {
  require_coordinates(tree, q);
  require_velocities(tree, "v", v);
  require_velocities(tree, "tau", tau);
  require_velocities(tree, "a", a);
  if (!joints.rotors.empty()) require_velocities(tree, "rotors", joints.rotors);
  if (!joints.driven.empty()) require_velocities(tree, "driven", joints.driven);
  const tree::Plan plan = tree.data().plan();
  const std::size_t room = algorithms<S>().aba_room(plan);
  char* const memory = static_cast<char*>(work.ask(room + tree::outside_room<S>(tree.data(), around)));
  const S* const outside = tree::outside_forces(tree.data(), around, memory + room);
  algorithms<S>().aba(plan, tree::base_of(around), q.data(), v.data(), tau.data(), outside,
                      joints.rotors.empty() ? nullptr : joints.rotors.data(),
                      joints.driven.empty() ? nullptr : joints.driven.data(), memory, a.data());
}

#define POLHODE_INSTANTIATE(S)                                                                             \
  template void rnea<S>(const Tree&, In<S>, In<S>, In<S>, RneaWorkspace&, Out<S>, const Surroundings<S>&); \
  template void crba<S>(const Tree&, In<S>, CrbaWorkspace&, Out<S>);                                       \
  template void aba<S>(const Tree&, In<S>, In<S>, In<S>, AbaWorkspace&, Out<S>, const Surroundings<S>&,    \
                       const JointForces&);
POLHODE_INSTANTIATE(double)
POLHODE_INSTANTIATE(Dual4)
#undef POLHODE_INSTANTIATE

}  // namespace polhode
