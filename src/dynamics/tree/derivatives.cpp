#include <polhode/dynamics/tree/derivatives.hpp>

#include "dynamics/tree/kernels/derivative_table.hpp"
#include "dynamics/tree/outside.hpp"
#include "dynamics/tree/sizes.hpp"

namespace polhode {
namespace {

void require_state(const Tree& tree, VecIn q, VecIn v, const char* third, VecIn x) {
  tree::require_coordinates(tree, q);
  tree::require_velocities(tree, "v", v);
  tree::require_velocities(tree, third, x);
}

/// Memory for a kernel, and behind it the forces from outside as it reads them.
struct Room {
  char* memory;
  const double* outside;
};
Room room_for(const Tree& tree, std::size_t room, TreeWorkspace& work, const Surroundings<double>& around) {
  char* const memory = static_cast<char*>(work.ask(room + tree::outside_room(tree.data(), around)));
  return {memory, tree::outside_forces(tree.data(), around, memory + room)};
}

}  // namespace

void rnea_derivatives(const Tree& tree, VecIn q, VecIn v, VecIn a, RneaDerivativesWorkspace& work, VecOut dtau_dq,
                      VecOut dtau_dv, VecOut M, const Surroundings<double>& around) {
  require_state(tree, q, v, "a", a);
  tree::require_square(tree, "dtau_dq", dtau_dq);
  tree::require_square(tree, "dtau_dv", dtau_dv);
  tree::require_square(tree, "M", M);
  const tree::Plan plan = tree.data().plan();
  const tree::DerivativeKernels& kernels = tree::derivatives();
  const auto [memory, outside] = room_for(tree, kernels.rnea_derivatives_room(plan), work, around);
  kernels.rnea_derivatives(plan, tree::base_of(around), q.data(), v.data(), a.data(), outside, memory, dtau_dq.data(),
                           dtau_dv.data(), M.data());
}

void aba_derivatives(const Tree& tree, VecIn q, VecIn v, VecIn tau, AbaDerivativesWorkspace& work, VecOut da_dq,
                     VecOut da_dv, VecOut M_inverse, const Surroundings<double>& around,
                     std::span<const double> rotors) {
  require_state(tree, q, v, "tau", tau);
  tree::require_square(tree, "da_dq", da_dq);
  tree::require_square(tree, "da_dv", da_dv);
  tree::require_square(tree, "M_inverse", M_inverse);
  tree::require_velocities_or_none(tree, "rotors", rotors);
  const tree::Plan plan = tree.data().plan();
  const tree::DerivativeKernels& kernels = tree::derivatives();
  const auto [memory, outside] = room_for(tree, kernels.aba_derivatives_room(plan), work, around);
  kernels.aba_derivatives(plan, tree::base_of(around), q.data(), v.data(), tau.data(), outside,
                          rotors.empty() ? nullptr : rotors.data(), memory, da_dq.data(), da_dv.data(),
                          M_inverse.data());
}

}  // namespace polhode
