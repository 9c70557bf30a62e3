#pragma once
// What verbs that read the folder of a run do first, and how they write.

#include <polhode/formats/run_folder.hpp>

#include "apps/cli/prepare.hpp"

namespace polhode::cli {

/// The run, between --from and --to.
Result<RunFolder> open_recorded(const RecordedArguments& arguments);

/// All names of --channels, each flag of which may have several.
std::vector<std::string> channel_names(const RecordedArguments& arguments);

/// The number of a word among a few, of none the first; or a finding with the one that was meant.
Result<std::size_t> one_of(const std::string& flag, const std::optional<std::string>& word,
                           std::span<const std::string> known);

/// The ending of a file without its point, in small letters: "svg".
std::string ending_of(const std::string& file);

/// Writes each file where its name says, and prints the names unless it is to be quiet; the exit code.
int deliver(const std::vector<NamedText>& files, bool quiet);

}  // namespace polhode::cli
