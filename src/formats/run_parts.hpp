#pragma once
// Pieces that the JSON of a run and the data of the page share.

#include <polhode/sim/recording.hpp>

#include "formats/json.hpp"

namespace polhode {

void write_statistics(JsonWriter& json, const Recording& recording);
void write_events(JsonWriter& json, const Recording& recording);

}  // namespace polhode
