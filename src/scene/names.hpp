#pragma once
// Bodies and particles by the names that loads and read-outs know them by.

#include <polhode/scene/scene.hpp>

namespace polhode {

/// Of bodies, then of particles: in the order of their numbers.
std::vector<std::string> body_names(const Scene& scene);

/// The number of the first of `names` that is `name`, as typed at `path`; −1 for the world, if it may be, and, with a
/// finding, if there is none.
int find_body(const Scene& scene, const std::vector<std::string>& names, const std::string& name,
              const std::string& path, bool or_world, Diagnostics& findings);

/// Says that nothing of this kind ("body", "frame") has this name, and which name may have been meant.
void report_unknown(const Scene& scene, const char* kind, const std::string& name, const std::string& path,
                    const std::vector<std::string>& known, Diagnostics& findings);

/// Relative: what numbers written with ten digits leave. Digits beyond these are not typed.
inline constexpr double written = 1e-9;

// What is wrong with points, or axes, of a particle.
std::string no_points(const std::string& particle);
std::string no_axes(const std::string& particle);

}  // namespace polhode
