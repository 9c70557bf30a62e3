#pragma once
// Pieces of the page's data that stand in files of their own.

#include <span>

#include <polhode/scene/build.hpp>

#include "formats/json.hpp"

namespace polhode {

/// Members `loads`, `springs` and `water` of an object that is open: what acts on each body at the picked samples, and
/// what else of it can be seen. Bodies are counted as the page counts them, particles behind the others.
void write_loads(JsonWriter& json, const Scene& scene, const BuiltScene& built, const Recording& recording,
                 std::span<const std::size_t> picks);

}  // namespace polhode
