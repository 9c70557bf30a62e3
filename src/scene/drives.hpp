#pragma once
// Joints that are driven along paths.

#include <polhode/scene/scene.hpp>

namespace polhode {

/// Says which paths have no value at some time of the run, or jump, or jump to another velocity: no force makes a joint
/// follow them.
void judge_drives(const Scene& scene, Diagnostics& findings);

}  // namespace polhode
