#include <polhode/ode/method.hpp>

#include <array>

namespace polhode::ode {

namespace {

constinit const std::array all{
    &method::euler,
    &method::midpoint,
    &method::heun,
    &method::ralston,
    &method::rk4,
    &method::three_eighths,
    &method::bogacki_shampine,
    &method::fehlberg45,
    &method::cash_karp,
    &method::dopri5,
    &method::tsitouras5,
    &method::dop853,
    &method::verner6,
    &method::verner7,
    &method::verner8,
    &method::verner9,
    &method::nystroem8,
    &method::nystroem12,
    &method::gbs4,
    &method::gbs8,
    &method::gbs12,
    &method::gbs,
    &method::implicit_euler,
    &method::linearly_implicit_euler,
    &method::trapezoid,
    &method::implicit_midpoint,
    &method::tr_bdf2,
    &method::sdirk4,
    &method::rodas4,
    &method::rodas5p,
    &method::radau5,
    &method::radau9,
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

    &method::exact,

    &method::six_step,
    &method::games103_corrected,
    &method::games103_naive,
    &method::games103_printed,
};

}  // namespace

MethodList methods() { return MethodList(all); }

const Method* find_method(std::string_view name) {
  for (const Method* method : all)
    if (method->name == name) return method;
  return nullptr;
}

}  // namespace polhode::ode
