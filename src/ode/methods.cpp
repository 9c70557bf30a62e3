#include <polhode/ode/method.hpp>

#include <array>

namespace polhode::ode {

namespace {

constinit const std::array all{
    &method::euler,
    &method::midpoint,
    &method::heun,
    &method::rk4,
    &method::bogacki_shampine,
    &method::dopri5,
    &method::dop853,

    &method::semi_implicit_euler,
    &method::stoermer_verlet,
    &method::yoshida4,
    &method::yoshida6,
    &method::yoshida8,
    &method::blanes_moan4,
    &method::blanes_moan6,
    &method::splitting2,
    &method::splitting4,
    &method::splitting6,
    &method::generalised_verlet,

    &method::crouch_grossman3,
    &method::crouch_grossman4,
    &method::commutator_free4,

    &method::moser_veselov,
    &method::energy_momentum,
    &method::lie_midpoint,
};

}  // namespace

MethodList methods() { return MethodList(all); }

const Method* find_method(std::string_view name) {
  for (const Method* method : all)
    if (method->name == name) return method;
  return nullptr;
}

}  // namespace polhode::ode
