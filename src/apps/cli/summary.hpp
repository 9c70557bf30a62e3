#pragma once
// What a person reads after a run: one screen.

#include <span>
#include <string>
#include <vector>

#include <polhode/scene/build.hpp>

namespace polhode::cli {

std::string summary(const Scene& scene, const BuiltScene& built, const Recording& recording,
                    const std::vector<std::string>& files);

/// The state of every body at the times asked for, as a table.
std::string state_table(const BuiltScene& built, const Recording& recording, std::span<const double> times);

}  // namespace polhode::cli
