#pragma once
// Figures and states as the tables of an analysis show them.

#include <complex>
#include <string>
#include <vector>

#include <polhode/sim/coordinates.hpp>
#include <polhode/sim/equilibria.hpp>

#include "formats/json.hpp"

namespace polhode {

/// A figure beside others of a size; what rounding leaves of nothing is nothing.
std::string shown_beside(double value, double size, int digits = 6);
/// "-0.5 ± 2i, -3": each pair once.
std::string shown(const std::vector<std::complex<double>>& eigenvalues);
/// "theta = 3.14159, theta' = 0".
std::string shown_state(const std::vector<std::string>& names, const std::vector<double>& x);
/// "asymptotically stable focus", "unstable, 2 ways out".
std::string shown_fate(const Equilibrium& one);
/// "theta [rad]".
std::string with_unit(const std::string& name, const std::string& symbol);

void write_complex(JsonWriter& json, const std::vector<std::complex<double>>& values);
void write_names(JsonWriter& json, const std::vector<Coordinate>& coordinates);

/// More coordinates than this are told in one cell.
inline constexpr std::size_t most_columns = 8;

}  // namespace polhode
