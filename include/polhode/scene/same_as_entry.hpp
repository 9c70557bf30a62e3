#pragma once
// What a system of a scene says to be, derived otherwise: a plain struct a person could type.

#include <string>
#include <vector>

#include <polhode/dynamics/general/system_text.hpp>
#include <polhode/math/euler.hpp>

namespace polhode {

struct SameAsEntry {
  std::string of;                                ///< a system, mechanism, body or rolling body
  std::vector<SystemText::Formula> coordinates;  ///< one's own as formulas of the other's; none: of the same name
  EulerSequence euler = EulerSequence::zxz;      ///< of a body's phi, theta, psi
};

}  // namespace polhode
