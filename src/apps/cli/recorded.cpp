#include "apps/cli/recorded.hpp"

#include <algorithm>
#include <cstdio>

#include <polhode/base/text.hpp>
#include <polhode/base/unit.hpp>

namespace polhode::cli {
namespace {

std::optional<double> time_of(const char* flag, const std::optional<std::string>& text, Diagnostics& findings) {
  if (!text) return std::nullopt;
  const auto time = parse_quantity(*text, dimension::time);
  if (time.ok()) return *time;
  findings.error({std::string(flag) + " " + *text, 0, 0}, "", time.diagnostics()[0].message,
                 time.diagnostics()[0].hint);
  return std::nullopt;
}

}  // namespace

Result<RunFolder> open_recorded(const RecordedArguments& arguments) {
  Diagnostics findings;
  const auto from = time_of("--from", arguments.from, findings), to = time_of("--to", arguments.to, findings);
  if (findings.has_errors()) return findings;
  auto run = open_run(arguments.run);
  if (!run.ok()) return run.diagnostics();
  auto table = rows_between(std::move(run->table), from, to);
  if (!table.ok()) return table.diagnostics();
  run->table = *std::move(table);
  return run;
}

std::vector<std::string> channel_names(const RecordedArguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& list : arguments.channels)
    for (std::string& name : split_at_commas(list)) names.push_back(std::move(name));
  return names;
}

Result<std::size_t> one_of(const std::string& flag, const std::optional<std::string>& word,
                           std::span<const std::string> known) {
  if (!word) return std::size_t{0};
  const auto found = std::find(known.begin(), known.end(), *word);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  const std::string near = nearest(*word, known);
  std::string all;
  for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
  return Diagnostic{.where = {flag + " " + *word, 0, 0},
                    .message = "this is none of " + all,
                    .hint = near.empty() ? "" : "did you mean '" + near + "'?"};
}

std::string ending_of(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  return ending.empty() ? "" : lower_case(ending.substr(1));
}

int deliver(const std::vector<NamedText>& files, bool quiet) {
  for (const NamedText& file : files) {
    const std::filesystem::path folder = std::filesystem::path(file.name).parent_path();
    std::error_code problem;
    if (!folder.empty()) std::filesystem::create_directories(folder, problem);
    if (problem) {
      Diagnostics findings;
      findings.error({file.name, 0, 0}, "", "its folder cannot be made: " + problem.message(), "choose another --out");
      return refuse(findings);
    }
  }
  const auto written = write_files({}, files);
  if (!written.ok()) return refuse(written.diagnostics());
  if (!quiet)
    for (const std::string& name : *written) std::printf("%s\n", printable(name).c_str());
  return done;
}

}  // namespace polhode::cli
