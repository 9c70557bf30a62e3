#pragma once
// What `polhode converge` writes: a table, a JSON object, pictures and a page.

#include <string>
#include <utility>
#include <vector>

#include <polhode/sim/converge.hpp>

namespace polhode {

/// What the measurements are of, in words.
struct ConvergeSubject {
  std::string scene;  ///< its name
  std::string title;
};

/// One line for each solver, the first one their heads; cells are text.
std::vector<std::vector<std::string>> converge_table(const Convergence& convergence);

/// The object that `polhode converge --json` prints (docs/reference/command-line.md).
std::string converge_json(const ConvergeSubject& subject, const Convergence& convergence);

struct Picture {
  std::string file;     ///< "order.svg"
  std::string caption;  ///< what is seen in it
  std::string svg;
};
/// Those for which there is something to draw, in the order in which they are read.
std::vector<Picture> converge_pictures(const Convergence& convergence);

/// One self-contained page with the table and the pictures.
std::string converge_page(const ConvergeSubject& subject, const Convergence& convergence,
                          const std::vector<Picture>& pictures);

}  // namespace polhode
