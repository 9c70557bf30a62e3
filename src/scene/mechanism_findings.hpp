#pragma once
// What is odd about the mechanisms of a scene, though each of them can be built.

#include <polhode/scene/scene.hpp>

namespace polhode {

/// The path of a link that is given as an entry of its own; of others, from tables and robots' files, that of their
/// mechanism.
std::string link_path(const Scene& scene, std::size_t mechanism, int link);

/// Findings about starts that something overrules, starts and motions beyond the ranges of joints, and mechanisms whose
/// states differ in form.
void judge_mechanisms(const Scene& scene, Diagnostics& findings);

}  // namespace polhode
