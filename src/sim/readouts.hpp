#pragma once
// What mechanics asks about bodies, as channels.

#include <memory>

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/sim/readout.hpp>
#include <polhode/sim/system.hpp>

namespace polhode {

/// Of the body NAME: NAME.areal_velocity about the world's origin and, if it has an attitude,
/// NAME.kinetic_energy_of_centre, .kinetic_energy_about_centre, .axis_point and .axis_pitch, not a number where it does
/// not turn.
void add_reading_channels(const std::shared_ptr<const FreeBodies>& bodies, int body, std::vector<Channel>& list);

/// Of all bodies together: centre_of_mass, kinetic_energy, kinetic_energy_of_centre, kinetic_energy_about_centre.
void add_common_channels(const std::shared_ptr<const FreeBodies>& bodies, std::vector<Channel>& list);

/// UsageError for a body that is not there, a point or axes of several bodies, an axis without direction or of a
/// number.
Channel readout_channel(const std::shared_ptr<const FreeBodies>& bodies, Readout readout);

}  // namespace polhode
