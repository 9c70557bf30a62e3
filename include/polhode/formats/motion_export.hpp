#pragma once
// The motion of a run for other programs that show it.

#include <string>

#include <polhode/formats/run_folder.hpp>

namespace polhode {

/// The bytes of a binary glTF 2.0 file (.glb): every body, link, particle and point as a node with its name, shape and
/// motion at every sample of `run`, and the tracks of contacts as lines. A node at a key carries a vertex to where the
/// body's pose does, to the rounding of single precision; a node above all turns the world's up into glTF's y. Time
/// begins at 0 with the first sample. The shapes are those of the report page in the run's folder.
///
/// Proof    tests/apps/cli/convert_test.py, tests/apps/gltf/gltf.test.mjs
Result<std::string> motion_glb(const RunFolder& run);

}  // namespace polhode
