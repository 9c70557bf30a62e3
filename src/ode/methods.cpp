#include <polhode/ode/method.hpp>

#include <array>

namespace polhode::ode {

namespace {

constinit const std::array all{
    &method::euler,  &method::midpoint, &method::heun, &method::rk4, &method::bogacki_shampine,
    &method::dopri5, &method::dop853,
};

}  // namespace

MethodList methods() { return MethodList(all); }

const Method* find_method(std::string_view name) {
  for (const Method* method : all)
    if (method->name == name) return method;
  return nullptr;
}

}  // namespace polhode::ode
