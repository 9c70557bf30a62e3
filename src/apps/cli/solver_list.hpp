#pragma once
// What there is to know of every solver, in words.

#include <string>
#include <string_view>

#include <polhode/ode/method.hpp>

namespace polhode::cli {

/// "L-stable", "A-stable", "A(86°)-stable" or nothing: for which stiff motions its steps may be long.
std::string stability_of(const ode::Method& method);
/// "rate", "parts", "momenta", "rigid bodies".
std::string_view needs_of(const ode::Method& method);

/// All solvers by family, one line each within a hundred columns; what is too long for a column stands below.
std::string solver_list();

}  // namespace polhode::cli
