#pragma once
// From words to a scene that is ready to run: what every verb that integrates does first, and how each of them ends.

#include <filesystem>

#include <polhode/scene/build.hpp>

#include "apps/cli/commands.hpp"

namespace polhode::cli {

/// A scene as the flags want it.
struct Prepared {
  Scene scene;
  BuiltScene built;
};

/// Reads and builds the scene and prints the warnings; nothing, with the findings printed, if anything is wrong.
std::optional<Prepared> prepare(const SceneArguments& arguments);

/// The same for verbs that follow a motion: a scene in which nothing moves is refused.
std::optional<Prepared> prepare_motion(const SceneArguments& arguments);

/// The folder of the run's files, or none if it writes none. Made before the run: hours of it must not end in a
/// refusal.
Result<std::filesystem::path> make_folder(const SceneArguments& arguments, const Scene& scene);

/// Prints the findings; the exit code of bad input.
int refuse(const Diagnostics& findings);

/// "a,b" → a, b; nothing between commas is an empty text.
std::vector<std::string> split_at_commas(const std::string& text);

/// The first Ctrl-C ends the run and keeps what was computed; a second one ends the program.
void listen_for_interrupt();
bool is_interrupted();

/// The page with its data in place.
std::string report_page(const std::string& data);

struct NamedText {
  std::string name, text;
};
/// Writes the files; their paths, or findings.
Result<std::vector<std::string>> write_files(const std::filesystem::path& folder, const std::vector<NamedText>& files);

}  // namespace polhode::cli
