#pragma once
// The questions of `polhode analyse`, each of which returns the program's exit code, and the words of its flags.

#include <polhode/formats/analysis_files.hpp>
#include <polhode/sim/coordinates.hpp>

#include "apps/cli/prepare.hpp"

namespace polhode::cli {

/// Prints what is wrong with a flag; the exit code of bad input.
int refuse_flag(const std::string& flag, const std::string& message, const std::string& hint);

// Of bodies that roll.
int steady(const AnalyseArguments& arguments, const BuiltScene& built);
int collapse(const AnalyseArguments& arguments, BuiltScene& built);

/// All that is asked of the system as a whole: one page.
int analyse_system(const AnalyseArguments& arguments, Prepared& prepared);
/// What there is to ask of the scene.
int list_questions(const AnalyseArguments& arguments, const Prepared& prepared);

/// What the scene's paths come to.
struct ActionReport {
  AnalysisSection section;
  std::vector<std::string> files;  ///< that were written
  bool complete = true;            ///< every path was found
};
Result<ActionReport> report_action(const BuiltScene& built, const std::filesystem::path& folder,
                                   const std::function<void(double)>& show);

/// Why a question has no answer for a scene, as a sentence, and what to do instead; empty if it has one.
struct Refusal {
  std::string why, hint;
};
Refusal why_not(const BuiltScene& built, const std::string& question);

/// "theta=-3.2:3.2", "y=-0.4:0.8:40", "py=0": a coordinate, and its values.
struct NamedRange {
  std::size_t coordinate = 0;
  double low = 0, high = 0;
  int count = 0;  ///< of values from low to high; 0: not said
};
/// What of a range may, or must, be given.
enum class RangeForm { value, range, value_or_grid };
Result<std::vector<NamedRange>> ranges_of(const std::string& flag, const std::string& text, RangeForm form,
                                          const std::vector<Coordinate>& coordinates);
Result<std::size_t> coordinate_of(const std::string& flag, const std::string& name,
                                  const std::vector<Coordinate>& coordinates);
/// A number, or a formula without names: "-pi/2", "30 deg".
std::optional<double> number_of(const std::string& text);

/// Starts of a Poincaré section as the flags describe them, and each in words.
struct SectionStarts {
  std::vector<std::vector<double>> x;
  std::vector<std::string> names;
  std::string note;  ///< of those that were left out
};
Result<SectionStarts> section_starts(const AnalyseArguments& arguments, const BuiltScene& built,
                                     const std::vector<Coordinate>& coordinates, const Watch& section);

}  // namespace polhode::cli
