#pragma once
// What a person reads after `polhode certify`.

#include <string>
#include <vector>

#include <polhode/scene/build.hpp>
#include <polhode/sim/certify.hpp>

namespace polhode::cli {

/// The run, its checks, the error of every channel, and what may be relied on.
std::string trust_summary(const Scene& scene, const BuiltScene& built, const Certificate& certificate,
                          const std::vector<std::string>& files);

}  // namespace polhode::cli
