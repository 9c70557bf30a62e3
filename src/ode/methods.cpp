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
    &method::gauss4,
    &method::gauss6,
};

}  // namespace

MethodList methods() { return MethodList(all); }

const Method* find_method(std::string_view name) {
  for (const Method* method : all)
    if (method->name == name) return method;
  return nullptr;
}

}  // namespace polhode::ode
