#pragma once
// Particles of a scene, as bodies without attitude.

#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/scene/scene.hpp>

namespace polhode {

/// A particle and how it starts.
struct BuiltParticle {
  FreeBody body;
  FreeBodyState start;
};

/// A finding if its rod has another length than it is away, or if it moves along its rod.
///
/// On a rod it is a body held at the rod's other end, whose body axis z points there from the particle:
///
///   ω = r × v / |r|²,   r from there to the particle                              docs/theory/state-forms.md (6)
///
/// Proof    tests/truth/particle_test.cpp
Result<BuiltParticle> particle_of(const ParticleEntry& entry, const std::string& path, const SourceMap& source);

/// Findings for loads that need a body with axes or points, and are given a particle.
void judge_particle_loads(const Scene& scene, Diagnostics& findings);

}  // namespace polhode
