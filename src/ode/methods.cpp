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
    &method::implicit_euler,
    &method::linearly_implicit_euler,
    &method::trapezoid,
    &method::implicit_midpoint,
    &method::tr_bdf2,
    &method::sdirk4,
    &method::rodas4,
    &method::rodas5p,
    &method::radau5,
    &method::gauss4,
    &method::gauss6,
    &method::ab1,
    &method::ab2,
    &method::ab3,
    &method::ab4,
    &method::ab5,
    &method::abm1,
    &method::abm2,
    &method::abm3,
    &method::abm4,
    &method::abm5,
    &method::am1,
    &method::am2,
    &method::am3,
    &method::am4,
    &method::am5,
    &method::bdf1,
    &method::bdf2,
    &method::bdf3,
    &method::bdf4,
    &method::bdf5,
    &method::bdf6,
    &method::adams,
    &method::bdf,
};

}  // namespace

MethodList methods() { return MethodList(all); }

const Method* find_method(std::string_view name) {
  for (const Method* method : all)
    if (method->name == name) return method;
  return nullptr;
}

}  // namespace polhode::ode
