// polhode convert RUN
#include <algorithm>
#include <array>
#include <cstdio>

#include <polhode/base/text.hpp>
#include <polhode/formats/motion_export.hpp>
#include <polhode/formats/run_export.hpp>

#include "apps/cli/recorded.hpp"

namespace polhode::cli {
namespace {

const std::array<std::string, 4> formats{"csv", "npz", "json", "glb"};
constexpr const char* choose =
    "for example --format glb, or --out run.npz: csv, npz and json of the channels, glb of the motion";

/// What is to be written where.
struct Target {
  std::string format, file;
};

/// Files that the run itself wrote, which nothing may take the place of.
bool is_of_run(const std::string& file, const std::string& folder) {
  std::error_code ignored;
  const auto whole = [&](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(path, ignored);
  };
  for (const char* name : {"channels.csv", "run.json", "report.html"})
    if (whole(file) == whole(std::filesystem::path(folder) / name)) return true;
  return false;
}

/// One file by its ending, or files beside each other that are called like the run's folder.
Result<std::vector<Target>> targets_of(const ConvertArguments& arguments, const std::string& folder) {
  const std::string ending = arguments.out ? ending_of(*arguments.out) : "";
  const bool is_file = std::find(formats.begin(), formats.end(), ending) != formats.end();
  if (!arguments.format) {
    if (is_file) return std::vector<Target>{{ending, *arguments.out}};
    return Diagnostic{.where = {arguments.out ? "--out " + *arguments.out : "", 0, 0},
                      .message = "which format is meant is not said",
                      .hint = choose};
  }
  std::vector<Target> targets;
  Diagnostics findings;
  for (const std::string& name : split_at_commas(*arguments.format)) {
    const auto known = one_of("--format", name, formats);
    findings.append(known.diagnostics());
    if (known.ok()) targets.push_back({name, ""});
  }
  if (findings.has_errors()) return findings;
  if (is_file && (targets.size() > 1 || targets[0].format != ending))
    return Diagnostic{.where = {"--out " + *arguments.out, 0, 0},
                      .message = "this is one file in " + ending + ", and --format asks for " + *arguments.format,
                      .hint = "leave --format out, or give a folder"};
  for (Target& target : targets) {
    const std::string name = std::filesystem::weakly_canonical(folder).filename().string();
    const std::filesystem::path file =
        std::filesystem::path(arguments.out.value_or(folder)) / (name + "." + target.format);
    target.file = is_file ? *arguments.out : file.string();
  }
  return targets;
}

Result<std::string> converted(const std::string& format, const RunFolder& run, const RunTable& channels) {
  if (format == "csv") return table_csv(channels);
  if (format == "json") return table_json(run.about, channels);
  if (format == "npz") return table_npz(run.about, channels);
  return motion_glb(run);
}

}  // namespace

int convert(const ConvertArguments& arguments) {
  const auto run = open_recorded(arguments);
  if (!run.ok()) return refuse(run.diagnostics());
  const auto targets = targets_of(arguments, run->path);
  if (!targets.ok()) return refuse(targets.diagnostics());
  for (const Target& target : *targets)
    if (is_of_run(target.file, run->path)) {
      Diagnostics findings;
      findings.error({target.file, 0, 0}, "", "the run itself wrote this file, and it is read again",
                     "choose another with --out");
      return refuse(findings);
    }
  const auto channels =
      arguments.channels.empty() ? Result<RunTable>(run->table) : with_channels(run->table, channel_names(arguments));
  if (!channels.ok()) return refuse(channels.diagnostics());
  std::vector<NamedText> files;
  for (const Target& target : *targets) {
    auto text = converted(target.format, *run, *channels);
    if (!text.ok()) return refuse(text.diagnostics());
    files.push_back({target.file, *std::move(text)});
  }
  return deliver(files, arguments.quiet);
}

}  // namespace polhode::cli
