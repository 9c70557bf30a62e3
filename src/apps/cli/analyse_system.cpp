// polhode analyse SCENE --equilibria | --modes | --portrait | --poincare | --lyapunov | --action
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include <polhode/base/text.hpp>
#include <polhode/formats/analysis_files.hpp>
#include <polhode/math/vector.hpp>
#include <polhode/scene/questions.hpp>

#include "apps/cli/analyse_questions.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/table.hpp"

namespace polhode::cli {
namespace {

constexpr double most_points = 2e7;  // of a section: they are kept until its picture is drawn

/// One scene, what is asked of it, and the answers so far.
class Analysis {
 public:
  Analysis(const AnalyseArguments& arguments, Prepared& prepared, std::filesystem::path folder)
      : arguments_(arguments),
        scene_(prepared.scene),
        built_(prepared.built),
        folder_(std::move(folder)),
        coordinates_(why_not_flat(built_.system).empty()
                         ? coordinates_of(built_.system, built_.options.t_begin, built_.x0)
                         : std::vector<Coordinate>()),
        bar_(!arguments.quiet && !arguments.json, scene_.name) {}

  /// Each question that was asked; findings of the flags end it.
  Diagnostics go() {
    using Ask = Diagnostics (Analysis::*)();
    const std::pair<bool, Ask> asked[] = {
        {arguments_.equilibria, &Analysis::ask_equilibria}, {arguments_.modes, &Analysis::ask_modes},
        {arguments_.portrait, &Analysis::ask_portrait},     {arguments_.poincare, &Analysis::ask_poincare},
        {arguments_.lyapunov, &Analysis::ask_lyapunov},     {arguments_.action, &Analysis::ask_action}};
    for (const auto& [wanted, ask] : asked) {
      if (!wanted || is_interrupted()) continue;
      const Diagnostics findings = (this->*ask)();
      bar_.clear();
      if (findings.has_errors()) return findings;
    }
    return {};
  }

  const std::vector<AnalysisSection>& sections() const { return sections_; }
  /// Pages beside that of the analysis.
  const std::vector<NamedText>& pages() const { return pages_; }
  const std::vector<std::string>& files() const { return files_; }
  bool complete() const { return complete_; }

 private:
  Diagnostics ask_equilibria() {
    auto search = search_of_box();
    if (!search.ok()) return search.diagnostics();
    search->progress = watched();
    const Equilibria found = equilibria(built_.system, *search);
    complete_ = complete_ && found.complete;
    AnalysisSection& section = sections_.emplace_back(tell(coordinates_, found));
    if (!arguments_.box)
      section.notes.push_back(
          "looked for in ±π of each coordinate, or as far as the scene's motion goes; --box "
          "NAME=A:B looks elsewhere");
    return {};
  }

  Diagnostics ask_modes() {
    auto search = search_of_box();
    if (!search.ok()) return search.diagnostics();
    if (arguments_.near) {
      const auto near = ranges_of("--near", *arguments_.near, RangeForm::value, coordinates_);
      if (!near.ok()) return near.diagnostics();
      for (const NamedRange& one : *near) search->start[one.coordinate] = one.low;
    }
    Equilibria found = equilibria(built_.system, *search);
    if (found.found.empty())
      return finding("--modes", "no equilibrium was found, about which anything could swing",
                     "name one with --near, or look in a larger --box");
    const Equilibrium& at = chosen(found.found, search->start);
    const Modes found_modes = modes(built_.system, built_.options.t_begin, at.x);
    sections_.push_back(tell(coordinates_, at, found_modes));
    if (const std::string data = modes_page_json(scene_, built_, coordinates_, at, found_modes); !data.empty()) {
      sections_.back().moving = "modes.html";
      pages_.push_back({sections_.back().moving, report_page(data)});
    }
    if (found.found.size() > 1)
      sections_.back().notes.push_back("there are " + std::to_string(found.found.size()) +
                                       " equilibria: --equilibria lists them, --near chooses");
    return {};
  }

  /// The nearest that is not unstable; the nearest of all if the place was named, or if all are unstable.
  const Equilibrium& chosen(const std::vector<Equilibrium>& found, const std::vector<double>& start) const {
    const auto rank = [&](const Equilibrium& one) {
      double distance = 0;
      for (std::size_t i = 0; i < start.size(); ++i) distance += (one.x[i] - start[i]) * (one.x[i] - start[i]);
      return std::pair(!arguments_.near && one.fate == Fate::unstable, distance);
    };
    return *std::min_element(found.begin(), found.end(),
                             [&](const Equilibrium& a, const Equilibrium& b) { return rank(a) < rank(b); });
  }

  Diagnostics ask_portrait() {
    const auto plane = plane_words();
    if (!plane.ok()) return plane.diagnostics();
    const bool whole = coordinates_.size() == 2 && !depends_on_time(built_.system, built_.options.t_begin, built_.x0);
    if (!whole) return shadow((*plane)[0], (*plane)[1]);
    const auto across = coordinate_of("--plane", (*plane)[0], coordinates_),
               up = coordinate_of("--plane", (*plane)[1], coordinates_);
    if (!across.ok() || !up.ok() || *across == *up) return shadow((*plane)[0], (*plane)[1]);
    auto search = search_of_box();
    if (!search.ok()) return search.diagnostics();
    PortraitOptions options{.t = built_.options.t_begin, .across = *across, .up = *up, .progress = watched()};
    options.window = {search->lowest[*across], search->highest[*across], search->lowest[*up], search->highest[*up]};
    const Portrait picture = portrait(built_.system, options);
    complete_ = complete_ && picture.complete;
    sections_.push_back(tell(coordinates_, *across, *up, picture));
    return {};
  }

  /// More than two variables, or a plane of something else: the motion as it is seen there.
  Diagnostics shadow(const std::string& across, const std::string& up) {
    auto u = reading_of(across, built_.system, "--plane"), v = reading_of(up, built_.system, "--plane");
    if (!u.ok()) return u.diagnostics();
    if (!v.ok()) return v.diagnostics();
    SimulateOptions options = built_.options;
    options.progress = watched();
    // Curves want more points than tables do.
    const double fine = (options.t_end - options.t_begin) / 20'000;
    options.sample = options.sample > 0 ? std::min(options.sample, std::max(fine, 1e-300)) : fine;
    const Recording run = simulate(built_.system, built_.x0, options);
    complete_ = complete_ && !run.outcome.ended_early();
    Shadow picture{across, up, {}, {}};
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      picture.u.push_back((*u)(run.times[k], run.state(k)));
      picture.v.push_back((*v)(run.times[k], run.state(k)));
    }
    sections_.push_back(tell(picture));
    if (coordinates_.size() == 2)
      sections_.back().notes.emplace_back(
          "curves of the flow are drawn of two coordinates whose rates do not depend on time; this shows one motion");
    if (run.outcome.ended_early()) sections_.back().notes.push_back("the motion ended early: " + run.outcome.detail);
    return {};
  }

  Diagnostics ask_poincare() {
    if (!arguments_.section)
      return finding("--poincare", "what to cross is not said",
                     "for example --section \"" + short_names(coordinates_).front() + " rises through 0\"");
    if (!arguments_.plane)
      return finding("--poincare", "the plane of the picture is not said",
                     "for example --plane \"" + short_names(coordinates_)[coordinates_.size() / 2] + "," +
                         short_names(coordinates_).back() + "\"");
    const auto plane = plane_words();
    if (!plane.ok()) return plane.diagnostics();
    PoincareOptions options;
    auto section = section_of(*arguments_.section, built_.system, "--section");
    if (!section.ok()) return section.diagnostics();
    auto u = reading_of((*plane)[0], built_.system, "--plane"), v = reading_of((*plane)[1], built_.system, "--plane");
    if (!u.ok()) return u.diagnostics();
    if (!v.ok()) return v.diagnostics();
    auto starts = section_starts(arguments_, built_, coordinates_, *section);
    if (!starts.ok()) return starts.diagnostics();
    options.section = *std::move(section);
    options.u = *std::move(u), options.v = *std::move(v);
    options.starts = starts->x;
    if (Diagnostics findings = read_counts(options); findings.has_errors()) return findings;
    prepare_run(options);
    return draw_section(std::move(options), *starts, *plane);
  }

  Diagnostics read_counts(PoincareOptions& options) const {
    Diagnostics findings;
    const auto count = [&](const char* flag, const std::optional<std::string>& text, int usual, double most) {
      if (!text) return usual;
      const auto number = number_of(*text);
      if (number && *number >= 1 && *number <= most && *number == std::floor(*number)) return static_cast<int>(*number);
      findings.error({std::string(flag) + " " + *text, 0, 0}, "", "this is no whole number from 1 to " + rounded(most),
                     std::string("for example ") + flag + " " + std::to_string(usual > 0 ? usual : 2));
      return usual;
    };
    options.points = count("--points", arguments_.points, 500, 1e7);
    options.threads = count("--threads", arguments_.threads, 0, 1024);
    const double all = static_cast<double>(options.points) * static_cast<double>(options.starts.size());
    if (all > most_points)
      findings.error({"--points " + std::to_string(options.points), 0, 0}, "",
                     "for " + std::to_string(options.starts.size()) + " starts these are " + rounded(all) + " points",
                     "take at most " + rounded(most_points) + " in all");
    return findings;
  }

  /// The scene's solver and what makes its state jump; time enough for every point.
  void prepare_run(PoincareOptions& options) {
    options.run = built_.options;
    options.run.progress = nullptr;
    options.run.on_step = nullptr;
    std::erase_if(options.run.watches, [](const Watch& watch) { return !watch.jump; });
    const double span = built_.options.t_end - built_.options.t_begin;
    options.run.t_end = built_.options.t_begin + span * (options.points + 1.0);
    if (options.section.uses_time) options.run.largest_step = std::min(options.run.largest_step, 0.01 * span);
    options.progress = watched();
    const auto kept = kept_scalars(built_.system);
    if (!kept.empty()) options.kept = [monitor = kept.front()](double t, VecIn x) { return value_of(*monitor, t, x); };
  }

  Diagnostics draw_section(PoincareOptions options, const SectionStarts& starts,
                           const std::vector<std::string>& plane) {
    SectionSubject subject{.when = *arguments_.section, .across = plane[0], .up = plane[1], .starts = starts.names};
    subject.points = options.points;
    if (options.kept) subject.kept = kept_scalars(built_.system).front()->channel.name;
    std::ofstream rows;
    const std::string name = (folder_ / "poincare.csv").string();
    if (!folder_.empty()) {
      rows.open(name);
      rows << section_csv_head(subject);
      options.on_orbit = [&rows](std::size_t start, const SectionOrbit& orbit) {
        rows << section_csv_rows(start, orbit) << std::flush;
      };
    }
    const PoincareSection result = poincare(built_.system, options);
    if (!folder_.empty()) {
      rows.close();
      if (!rows) return finding(name, "the file cannot be written", "choose another folder with --out DIR");
      files_.push_back(name);
    }
    complete_ = complete_ && result.complete;
    sections_.push_back(tell(subject, result));
    if (!starts.note.empty()) sections_.back().notes.push_back(starts.note);
    return {};
  }

  Diagnostics ask_lyapunov() {
    const double begin = built_.options.t_begin, span = built_.options.t_end - begin;
    LyapunovOptions options{.t_begin = begin, .t_end = begin + 10 * span};
    Diagnostics findings;
    const auto time = [&](const char* flag, const std::optional<std::string>& text, double usual) {
      if (!text) return usual;
      const auto value = parse_quantity(*text, dimension::time);
      if (value.ok() && *value > 0) return *value;
      findings.error({std::string(flag) + " " + *text, 0, 0}, "", "this is no time above 0",
                     std::string("for example ") + flag + " 1000");
      return usual;
    };
    options.t_end = begin + time("--end", arguments_.end, 10 * span);
    options.settle = time("--settle", arguments_.settle, -1);
    if (options.settle >= options.t_end - begin)
      findings.error({"--settle " + *arguments_.settle, 0, 0}, "", "nothing is left to average over",
                     "follow for longer: --end " + rounded(10 * options.settle));
    if (arguments_.count) {
      const auto count = number_of(*arguments_.count);
      if (count && *count >= 1 && *count <= static_cast<double>(coordinates_.size()) && *count == std::floor(*count))
        options.count = static_cast<int>(*count);
      else
        findings.error({"--count " + *arguments_.count, 0, 0}, "",
                       "there are " + std::to_string(coordinates_.size()) + " exponents, one for each coordinate",
                       "leave it out for all of them");
    }
    if (findings.has_errors()) return findings;
    options.tolerance = std::clamp(built_.options.tolerance, 1e-12, 1e-6);
    options.largest_step = built_.options.largest_step;
    options.breaks = built_.options.breaks;
    options.progress = watched();
    const Lyapunov exponents = lyapunov(built_.system, built_.x0, options);
    complete_ = complete_ && exponents.complete();
    sections_.push_back(tell(coordinates_, exponents));
    if (built_.system.problem().projection)
      sections_.back().notes.emplace_back(
          "the state is held on a surface by projection: exponents of directions off it mean nothing");
    return {};
  }

  Diagnostics ask_action() {
    auto report = report_action(built_, folder_, [this](double fraction) { bar_.show(fraction); });
    if (!report.ok()) return report.diagnostics();
    sections_.push_back(std::move(report->section));
    files_.insert(files_.end(), report->files.begin(), report->files.end());
    complete_ = complete_ && report->complete;
    return {};
  }

  // What the questions share.

  static Diagnostics finding(const std::string& where, std::string message, std::string hint) {
    Diagnostics findings;
    findings.error({where, 0, 0}, "", std::move(message), std::move(hint));
    return findings;
  }
  std::function<bool(double)> watched() {
    return [this](double fraction) {
      bar_.show(fraction);
      return !is_interrupted();
    };
  }
  /// ±π of each coordinate, or farther where the scene's motion goes; what --box says instead.
  Result<EquilibriaOptions> search_of_box() {
    EquilibriaOptions search{.t = built_.options.t_begin, .start = built_.x0};
    for (const double reach : motion_reach()) {
      search.lowest.push_back(-std::max(pi, 1.2 * reach));
      search.highest.push_back(std::max(pi, 1.2 * reach));
    }
    if (!arguments_.box) return search;
    const auto box = ranges_of("--box", *arguments_.box, RangeForm::range, coordinates_);
    if (!box.ok()) return box.diagnostics();
    for (const NamedRange& one : *box)
      search.lowest[one.coordinate] = one.low, search.highest[one.coordinate] = one.high;
    return search;
  }
  /// How far from zero each coordinate goes in the scene's run.
  const std::vector<double>& motion_reach() {
    if (!reach_.empty()) return reach_;
    reach_.assign(coordinates_.size(), 0);
    SimulateOptions options = built_.options;
    options.progress = watched();
    const Recording run = simulate(built_.system, built_.x0, options);
    for (std::size_t k = 0; k < run.times.size(); ++k)
      for (std::size_t i = 0; i < reach_.size(); ++i) reach_[i] = std::max(reach_[i], std::fabs(run.state(k)[i]));
    return reach_;
  }
  /// The two words of --plane; the first coordinate and its rate or momentum, or the second, without.
  Result<std::vector<std::string>> plane_words() const {
    if (arguments_.plane) {
      std::vector<std::string> words = split_at_commas(*arguments_.plane);
      if (words.size() == 2) return words;
      return finding("--plane " + *arguments_.plane, "a plane has two directions", "for example --plane y,py");
    }
    const std::vector<std::string> names = short_names(coordinates_);
    if (names.size() < 2)
      return finding("--portrait", "one variable has no plane", "read two channels with --plane A,B, or plot its run");
    const auto places = places_among(built_.system, coordinates_, built_.options.t_begin, built_.x0);
    const std::size_t first = places.empty() ? 0 : places.front();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (i != first && (names[i] == names[first] + "'" ||
                         (!places.empty() && std::find(places.begin(), places.end(), i) == places.end())))
        return std::vector{names[first], names[i]};
    return std::vector{names[0], names[1]};
  }

  const AnalyseArguments& arguments_;
  const Scene& scene_;
  const BuiltScene& built_;
  std::filesystem::path folder_;
  std::vector<Coordinate> coordinates_;
  std::vector<double> reach_;
  ProgressBar bar_;
  std::vector<AnalysisSection> sections_;
  std::vector<NamedText> pages_;
  std::vector<std::string> files_;
  bool complete_ = true;
};

std::string summary_of(const AnalysisSubject& subject, const std::vector<AnalysisSection>& sections,
                       const std::vector<std::string>& files) {
  std::string text = printable(subject.scene + (subject.title.empty() ? "" : ": " + subject.title)) + "\n";
  for (const AnalysisSection& section : sections) {
    text += wrapped("  " + section.key + std::string(12 - std::min<std::size_t>(11, section.key.size()), ' '),
                    printable(section.sentence), page_width);
    std::vector<std::vector<std::string>> rows = section.table;
    for (std::vector<std::string>& row : rows) row[0] = "    " + row[0];
    if (rows.size() > 1) text += in_columns(rows, Align::right);
    for (const std::string& note : section.notes) text += wrapped("    - ", printable(note), page_width);
  }
  for (const std::string& file : files)
    text += (&file == files.data() ? "  files       " : "              ") + printable(file) + "\n";
  return text;
}

}  // namespace

int analyse_system(const AnalyseArguments& arguments, Prepared& prepared) {
  const std::pair<bool, const char*> asked[] = {
      {arguments.equilibria, "--equilibria"}, {arguments.modes, "--modes"},       {arguments.portrait, "--portrait"},
      {arguments.poincare, "--poincare"},     {arguments.lyapunov, "--lyapunov"}, {arguments.action, "--action"}};
  for (const auto& [wanted, flag] : asked) {
    if (!wanted) continue;
    const Refusal refusal = why_not(prepared.built, flag);
    if (!refusal.why.empty()) return refuse_flag(flag, refusal.why, refusal.hint);
  }
  const auto folder = make_folder(arguments, prepared.scene);
  if (!folder.ok()) return refuse(folder.diagnostics());
  listen_for_interrupt();
  Analysis analysis(arguments, prepared, *folder);
  if (const Diagnostics findings = analysis.go(); findings.has_errors()) return refuse(findings);
  const AnalysisSubject subject{prepared.scene.name, prepared.scene.title};
  const std::string object = analysis_json(subject, analysis.sections());
  std::vector<std::string> files;
  if (!folder->empty()) {
    std::vector<NamedText> texts{{"analysis.html", analysis_page(subject, analysis.sections())},
                                 {"analysis.json", object}};
    texts.insert(texts.end(), analysis.pages().begin(), analysis.pages().end());
    for (const AnalysisSection& section : analysis.sections())
      for (const Picture& picture : section.pictures) texts.push_back({picture.file, picture.svg});
    auto written = write_files(*folder, texts);
    if (!written.ok()) return refuse(written.diagnostics());
    files = *std::move(written);
    files.insert(files.end(), analysis.files().begin(), analysis.files().end());
  }
  if (arguments.json)
    std::fputs(object.c_str(), stdout);
  else if (!arguments.quiet)
    std::fputs(summary_of(subject, analysis.sections(), files).c_str(), stdout);
  return analysis.complete() && !is_interrupted() ? done : ended_early;
}

}  // namespace polhode::cli
