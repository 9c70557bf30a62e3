#pragma once
// What `polhode analyse` tells of a system: tables, JSON, pictures and a page.

#include <string>
#include <vector>

#include <polhode/formats/converge_files.hpp>
#include <polhode/scene/build.hpp>
#include <polhode/sim/action.hpp>
#include <polhode/sim/coordinates.hpp>
#include <polhode/sim/equilibria.hpp>
#include <polhode/sim/lyapunov.hpp>
#include <polhode/sim/modes.hpp>
#include <polhode/sim/poincare.hpp>
#include <polhode/sim/portrait.hpp>

namespace polhode {

struct AnalysisSubject {
  std::string scene, title;
};

/// The answer to one question.
struct AnalysisSection {
  std::string key;                              ///< "equilibria"
  std::string heading, sentence;                ///< what it is, and where it comes from
  std::vector<std::vector<std::string>> table;  ///< the first row are heads
  std::vector<std::string> notes;               ///< sentences
  std::vector<Picture> pictures;
  std::string moving;  ///< the name of a page beside this one on which it moves; may be empty
  std::string json;    ///< its object (docs/reference/command-line.md)
};

AnalysisSection tell(const std::vector<Coordinate>& coordinates, const Equilibria& found);
/// Of the equilibrium at x; what says how it was chosen is a note.
AnalysisSection tell(const std::vector<Coordinate>& coordinates, const Equilibrium& at, const Modes& modes);
/// The data of the page on which these modes swing (src/apps/web/README.md describes it); empty if none does.
std::string modes_page_json(const Scene& scene, const BuiltScene& built, const std::vector<Coordinate>& coordinates,
                            const Equilibrium& at, const Modes& modes);
AnalysisSection tell(const std::vector<Coordinate>& coordinates, const Lyapunov& exponents);
/// Coordinates across and up.
AnalysisSection tell(const std::vector<Coordinate>& coordinates, std::size_t across, std::size_t up,
                     const Portrait& portrait);

/// A motion seen on a plane.
struct Shadow {
  std::string across, up;  ///< what they are
  std::vector<double> u, v;
};
AnalysisSection tell(const Shadow& shadow);

/// What a section was made of, in words.
struct SectionSubject {
  std::string when;                 ///< "x rises through 0"
  std::string across, up;           ///< the plane
  std::string kept;                 ///< what is kept along the motions, or empty
  std::vector<std::string> starts;  ///< "y = 0.1"
  int points = 0;                   ///< that each start was asked for
};
AnalysisSection tell(const SectionSubject& subject, const PoincareSection& section);
/// The rows of poincare.csv for one start, and what stands above them.
std::string section_csv_head(const SectionSubject& subject);
std::string section_csv_rows(std::size_t start, const SectionOrbit& orbit);

AnalysisSection tell(const std::vector<ActionQuestion>& questions, const std::vector<ActionAnswer>& answers);
/// The stationary path, row by row.
std::string action_csv(const ActionQuestion& question, const ActionAnswer& answer);

/// The object that `polhode analyse --json` prints.
std::string analysis_json(const AnalysisSubject& subject, const std::vector<AnalysisSection>& sections);
/// One self-contained page with all tables and pictures.
std::string analysis_page(const AnalysisSubject& subject, const std::vector<AnalysisSection>& sections);

}  // namespace polhode
