#pragma once
// What `polhode convert` writes: the channels of a run as CSV, JSON or NumPy's NPZ, its motion as glTF.

#include <string>

#include <polhode/formats/run_folder.hpp>

namespace polhode {

/// A header `t [s],name [unit],…` and a row for each sample. Numbers read back as the same doubles.
std::string table_csv(const RunTable& table);

/// One object: what the run says of itself, its times, and each channel with unit, components and values
/// (docs/reference/command-line.md). What is no finite number is null.
std::string table_json(const RunAbout& about, const RunTable& table);

/// An archive of arrays of doubles for NumPy: `t`, and each channel by its name, with a row for each sample and a
/// column for each component; and the lists of words `channel_names`, `channel_units` and `about`. Findings if it would
/// be larger than the format holds.
///
/// The arrays are of version 1.0 of NumPy's format (its enhancement proposal 1), the archive is a zip that packs
/// nothing. Proof    tests/apps/cli/convert_test.py
Result<std::string> table_npz(const RunAbout& about, const RunTable& table);

}  // namespace polhode
