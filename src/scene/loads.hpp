#pragma once
// The loads of a scene: on their bodies, or between them.

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/scene/scene.hpp>

namespace polhode {

/// Hangs every load of the scene that acts on one body on it, the world's gravity first, the inertial loads of the
/// world's frame, if it moves, last.
void attach_loads(const Scene& scene, const FramePointer& world, std::vector<FreeBody>& bodies, Diagnostics& findings);

/// The loads between bodies of the scene; bodies are numbered as the scene lists them, then particles.
std::vector<PairLoad> pairs_of(const Scene& scene, Diagnostics& findings);

/// Findings about bodies that loads do not let start where they are.
void judge_start(const Scene& scene, const FreeBodies& bodies, VecIn x, Diagnostics& findings);

}  // namespace polhode
