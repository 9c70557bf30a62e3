// polhode plot RUN
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include <polhode/base/text.hpp>
#include <polhode/formats/run_plot.hpp>

#include "apps/cli/recorded.hpp"
#include "apps/cli/table.hpp"

namespace polhode::cli {
namespace {

const std::array<std::string, 2> styles{"paper", "slides"}, themes{"light", "dark"};
const std::array<std::string, 3> logarithmic_axes{"x", "y", "xy"};

/// Names, units and ranges of all columns.
std::string channel_list(const RunTable& table) {
  std::vector<std::vector<std::string>> rows{{"channel", "unit", "least", "most"}};
  rows.push_back({"t", "s", rounded(table.times.front()), rounded(table.times.back())});
  for (const RunColumn& column : table.columns) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const double value : column.values)
      if (std::isfinite(value)) least = std::min(least, value), most = std::max(most, value);
    const bool none = !(least <= most);
    // Zero is added so that −0 is 0.
    rows.push_back(
        {printable(column.name), column.unit, none ? "" : rounded(least + 0.0), none ? "" : rounded(most + 0.0)});
  }
  return in_columns(rows, Align::left);
}

/// What the flags say, but for which files are wanted.
Result<PlotRequest> request_of(const PlotArguments& arguments) {
  Diagnostics findings;
  PlotRequest request{.channels = channel_names(arguments), .x = arguments.x.value_or("t")};
  request.title = arguments.title;
  if (!arguments.phase.empty()) {
    request.phase = {arguments.phase[0], arguments.phase[1]};
    if (arguments.x || !arguments.channels.empty())
      findings.error({"--phase " + arguments.phase[0] + " " + arguments.phase[1], 0, 0}, "",
                     "this says what goes across and up, and so do --x and --channels", "leave one of them out");
  }
  const auto log = one_of("--log", arguments.log, logarithmic_axes);
  const auto style = one_of("--style", arguments.style, styles), theme = one_of("--theme", arguments.theme, themes);
  for (const auto* read : {&log, &style, &theme}) findings.append(read->diagnostics());
  if (arguments.size) {
    const auto size = read_picture_size(*arguments.size);
    findings.append(size.diagnostics());
    if (size.ok()) request.size = *size;
  }
  if (findings.has_errors()) return findings;
  request.log_x = arguments.log && logarithmic_axes[*log].starts_with('x');
  request.log_y = arguments.log && logarithmic_axes[*log].ends_with('y');
  request.style = *style == 0 ? PlotStyle::paper : PlotStyle::slides;
  request.dark = *theme == 1;
  return request;
}

}  // namespace

int plot(const PlotArguments& arguments) {
  auto request = request_of(arguments);
  Diagnostics findings = request.diagnostics();
  for (const std::string& file : arguments.out)
    if (ending_of(file) != "svg" && ending_of(file) != "png")
      findings.error({"--out " + file, 0, 0}, "", "a picture is .svg or .png, and the ending says which",
                     "for example --out plot.svg");
  if (findings.has_errors()) return refuse(findings);
  const auto run = open_recorded(arguments);
  if (!run.ok()) return refuse(run.diagnostics());
  if (arguments.list) {
    std::fputs(channel_list(run->table).c_str(), stdout);
    return done;
  }
  std::vector<std::string> files = arguments.out;
  if (files.empty()) files.push_back((std::filesystem::path(run->path) / "plot.svg").string());
  const auto wanted = [&files](const char* ending) {
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) { return ending_of(file) == ending; });
  };
  request->svg = wanted("svg");
  request->png = wanted("png");
  const auto picture = plot_run(run->about, run->table, *request);
  if (!picture.ok()) return refuse(picture.diagnostics());
  for (const std::string& note : picture->notes) std::fprintf(stderr, "polhode: %s\n", printable(note).c_str());
  std::vector<NamedText> texts;
  for (const std::string& file : files) texts.push_back({file, ending_of(file) == "svg" ? picture->svg : picture->png});
  return deliver(texts, arguments.quiet);
}

}  // namespace polhode::cli
