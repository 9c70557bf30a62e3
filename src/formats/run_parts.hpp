#pragma once
// Pieces that the JSON of a run and the data of the page share.

#include <polhode/scene/build.hpp>
#include <polhode/sim/certify.hpp>

#include "formats/json.hpp"

namespace polhode {

/// Scene, solver, outcome, hash, statistics, drift and events: members of an object that is open.
void write_run(JsonWriter& json, const Scene& scene, const BuiltScene& built, const Recording& recording);
void write_statistics(JsonWriter& json, const Recording& recording);
void write_events(JsonWriter& json, const Recording& recording);
void write_certificate(JsonWriter& json, const Certificate& certificate);

}  // namespace polhode
