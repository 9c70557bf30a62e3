#pragma once
// The numbers of a flat state by name, and what a system says of itself when it is looked at from outside.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/sim/system.hpp>

namespace polhode {

/// One number of a state.
struct Coordinate {
  std::string name;    ///< in the grammar of paths: that of the channel that shows it, else of its block
  std::string symbol;  ///< of its unit, empty for a plain number
};

/// Why small differences of states are no lists of numbers that can be named one by one, as a sentence; empty if they
/// are: every block is a vector.
std::string why_not_flat(const System& system);

/// One for each number of a flat state. Channels are told to show a number by trying: at states near this one.
std::vector<Coordinate> coordinates_of(const System& system, double t, VecIn near);

/// Index of the coordinate of that name; what stands behind the system's name is enough where it names one alone.
std::optional<std::size_t> find_coordinate(const std::vector<Coordinate>& coordinates, std::string_view name);

/// Their names without what all of them begin with ("pendulum.").
std::vector<std::string> short_names(const std::vector<Coordinate>& coordinates);

/// Which of them are places, the others being their rates or momenta: a coordinate that is the rate of another one, or
/// its name with a ', or of what the system calls its momenta. Empty if those are not half of them.
std::vector<std::size_t> places_among(const System& system, const std::vector<Coordinate>& coordinates, double t,
                                      VecIn near);

/// Whether the rate at a state is another at another time: tried at states near this one, but for what the system knows
/// not to.
bool depends_on_time(const System& system, double t, VecIn near);

/// Scalars that the motion keeps; of those that are only said to be conserved, the ones that are.
std::vector<const Monitor*> kept_scalars(const System& system);

/// The value of a scalar that is kept.
double value_of(const Monitor& monitor, double t, VecIn x);

}  // namespace polhode
