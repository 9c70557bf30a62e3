#pragma once
// What a person reads after a run: one screen.

#include <span>
#include <string>
#include <vector>

#include <polhode/scene/build.hpp>

namespace polhode::cli {

std::string summary(const Scene& scene, const BuiltScene& built, const Recording& recording,
                    const std::vector<std::string>& files);

/// The lines that the summaries of a run and of a certificate begin with: title, solver, outcome, steps, drift.
std::string run_lines(const Scene& scene, const BuiltScene& built, const Recording& recording);
std::string file_lines(const std::vector<std::string>& files);
/// One of them: a label and its text.
std::string line(const char* label, const std::string& text);
/// Steps, rejected steps, evaluations, seconds.
std::string cost(const ode::Statistics& statistics, double seconds);
/// 12 345
std::string with_thousands(std::int64_t number);

/// The state of every body at the times asked for, as a table.
std::string state_table(const BuiltScene& built, const Recording& recording, std::span<const double> times);

}  // namespace polhode::cli
