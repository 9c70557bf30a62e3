// Equilibria and small oscillations about them, told.
#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/formats/analysis_files.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/math/vector.hpp>

#include "formats/analysis_words.hpp"
#include "formats/svg_plane.hpp"

namespace polhode {
namespace {

constexpr std::size_t most_rows = 12, most_stems = 24;  // of a picture of modes

std::string equilibria_json(const std::vector<Coordinate>& coordinates, const Equilibria& found) {
  JsonWriter json;
  json.begin_object();
  write_names(json, coordinates);
  json.member("starts", static_cast<std::int64_t>(found.starts))
      .member("arrived", static_cast<std::int64_t>(found.arrived))
      .member("complete", found.complete);
  json.key("found").begin_array();
  for (const Equilibrium& one : found.found) {
    json.line().begin_object().member("x", std::span<const double>(one.x));
    json.member("stability", to_string(one.fate)).member("type", one.type);
    json.member("ways_out", static_cast<std::int64_t>(one.ways_out))
        .member("family", static_cast<std::int64_t>(one.family))
        .member("kept", one.kept);
    json.key("eigenvalues");
    write_complex(json, one.eigenvalues);
    json.end_object();
  }
  json.end_array().end_object();
  return json.text();
}

std::string amplitude_text(std::complex<double> part) {
  if (part.imag() == 0) return shown_beside(part.real(), 1, 5);
  const double size = std::sqrt(part.real() * part.real() + part.imag() * part.imag());
  return rounded(size, 4) + " ∠ " + rounded(fn::atan2(part.imag(), part.real()) * 180 / pi, 4) + "°";
}

std::string modes_json(const std::vector<Coordinate>& coordinates, const Equilibrium& at, const Modes& modes) {
  JsonWriter json;
  json.begin_object();
  write_names(json, coordinates);
  json.key("at").value(std::span<const double>(at.x));
  json.member("stability", to_string(at.fate));
  json.key("shown").begin_array();
  for (const std::size_t i : modes.shown) json.value(coordinates[i].name);
  json.end_array()
      .member("zero_modes", static_cast<std::int64_t>(modes.zero_modes))
      .member("defective", modes.defective);
  json.key("modes").begin_array();
  for (const Mode& mode : modes.all) {
    json.line().begin_object().member("frequency", mode.frequency).member("damping_ratio", mode.damping_ratio);
    json.key("eigenvalue").begin_array().value(mode.eigenvalue.real()).value(mode.eigenvalue.imag()).end_array();
    json.key("shape");
    write_complex(json, mode.shape);
    json.member("alike", static_cast<std::int64_t>(mode.alike)).end_object();
  }
  json.end_array().end_object();
  return json.text();
}

Picture modes_picture(const std::vector<std::string>& names, const Modes& modes) {
  StemPlot plot{.id = "modes", .title = "Shapes of the modes"};
  const std::size_t stems = std::min(modes.shown.size(), most_stems);
  for (std::size_t i = 0; i < stems; ++i) plot.names.push_back(names[modes.shown[i]]);
  for (std::size_t k = 0; k < std::min(modes.all.size(), most_rows); ++k) {
    const Mode& mode = modes.all[k];
    StemRow row{.label = mode.frequency > 0 ? rounded(mode.frequency, 5) + " rad/s"
                                            : "e^(" + rounded(mode.eigenvalue.real(), 4) + " t)"};
    for (std::size_t i = 0; i < stems; ++i) {
      row.real.push_back(mode.shape[i].real());
      if (!mode.real_shape) row.imaginary.push_back(mode.shape[i].imag());
    }
    plot.rows.push_back(std::move(row));
  }
  return {"modes.svg",
          "How far and which way each coordinate goes, the largest being 1. Hollow: a quarter of a period later, where "
          "coordinates do not swing in step.",
          svg_of(plot)};
}

void add_mode_notes(const Modes& modes, std::vector<std::string>& notes) {
  if (modes.zero_modes > 0)
    notes.push_back(std::to_string(modes.zero_modes) + (modes.zero_modes == 1 ? " eigenvalue is" : " eigenvalues are") +
                    " zero: along these directions nothing pulls back, and what drifts there is no oscillation");
  if (modes.defective)
    notes.emplace_back("eigenvalues coincide and share a shape: beside these motions there are some that grow with t");
  const bool alike = std::any_of(modes.all.begin(), modes.all.end(), [](const Mode& one) { return one.alike > 1; });
  if (alike)
    notes.emplace_back("some modes have the same frequency: any combination of their shapes is a mode as well");
}

}  // namespace

AnalysisSection tell(const std::vector<Coordinate>& coordinates, const Equilibria& found) {
  AnalysisSection section{.key = "equilibria", .heading = "Equilibria"};
  section.sentence =
      std::to_string(found.starts) + " starts, of which " + std::to_string(found.arrived) + " led to one";
  const std::vector<std::string> names = short_names(coordinates);
  const bool wide = names.size() > most_columns;
  std::vector<std::string> head;
  if (wide)
    head.emplace_back("at");
  else
    for (std::size_t i = 0; i < names.size(); ++i) head.push_back(with_unit(names[i], coordinates[i].symbol));
  head.insert(head.end(), {"stability", "eigenvalues [1/s]"});
  section.table.push_back(head);
  for (const Equilibrium& one : found.found) {
    std::vector<std::string> row;
    if (wide)
      row.push_back(shown_state(names, one.x));
    else
      for (const double value : one.x) row.push_back(shown_beside(value, 1));
    row.insert(row.end(), {shown_fate(one), shown(one.eigenvalues)});
    section.table.push_back(row);
    if (one.family > 0)
      section.notes.push_back("that at " + shown_state(names, one.x) + " is one of a family of " +
                              std::to_string(one.family) + (one.family == 1 ? " dimension" : " dimensions") +
                              ": along it, as along a cyclic coordinate, the system is in equilibrium everywhere");
  }
  if (found.found.empty())
    section.notes.emplace_back("none was found; a larger --box may hold some, and a system that is driven has none");
  for (const Equilibrium& one : found.found)
    if (!one.kept.empty()) {
      section.notes.push_back("stable without damping, since " + one.kept +
                              " is kept and has a strict minimum or maximum there");
      break;
    }
  if (std::any_of(found.found.begin(), found.found.end(),
                  [](const Equilibrium& one) { return one.fate == Fate::undecided; }))
    section.notes.emplace_back(
        "undecided: no real part is positive and some are zero, so that the linear equations do not tell; a quantity "
        "that is conserved (system.conserved) with a minimum there would");
  if (!found.complete) section.notes.emplace_back("ended from outside: there may be others");
  section.json = equilibria_json(coordinates, found);
  return section;
}

AnalysisSection tell(const std::vector<Coordinate>& coordinates, const Equilibrium& at, const Modes& modes) {
  AnalysisSection section{.key = "modes", .heading = "Small oscillations"};
  const std::vector<std::string> names = short_names(coordinates);
  section.sentence = "about " + shown_state(names, at.x) + ", " + shown_fate(at);
  std::vector<std::string> head{"omega [rad/s]", "frequency [Hz]", "damping ratio", "e^(... t) [1/s]"};
  const bool wide = modes.shown.size() > most_columns;
  if (!wide)
    for (const std::size_t i : modes.shown) head.push_back(names[i]);
  section.table.push_back(head);
  for (const Mode& mode : modes.all) {
    std::vector<std::string> row{rounded(mode.frequency, 8), rounded(mode.frequency / (2 * pi), 6),
                                 rounded(mode.damping_ratio, 4), rounded(mode.eigenvalue.real(), 6)};
    for (std::size_t i = 0; !wide && i < mode.shape.size(); ++i) row.push_back(amplitude_text(mode.shape[i]));
    section.table.push_back(row);
  }
  if (modes.all.empty()) section.notes.emplace_back("nothing swings here");
  add_mode_notes(modes, section.notes);
  if (!modes.all.empty()) section.pictures.push_back(modes_picture(names, modes));
  section.json = modes_json(coordinates, at, modes);
  return section;
}

}  // namespace polhode
