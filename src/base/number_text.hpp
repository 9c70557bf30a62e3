#pragma once
// Numbers and text by the C library, where the C++ library has no std::from_chars for them, and a std::to_chars whose
// tables are a tenth of a module for pages (libc++). Tested against the C++ library that has both.

#include <string>

#include <polhode/base/text.hpp>

namespace polhode {

/// As read_number(), by strtod, which rounds correctly, too, but reads more than we do: spaces, hexadecimal digits and,
/// where the program asked for it, other decimal points.
NumberRead read_number_by_strtod(std::string_view text, double& value);

/// As shortest() and rounded(), by snprintf, of a number that is not nan.
std::string shortest_by_printf(double value);
std::string rounded_by_printf(double value, int digits);

}  // namespace polhode
