#pragma once
// A run's folder, read back: its channels, and what the run says of itself.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polhode/base/result.hpp>

namespace polhode {

/// A column of channels.csv: a scalar channel, or one component of a vector.
struct RunColumn {
  std::string name;  ///< "handle.position.x"
  std::string unit;  ///< "m"; empty for a plain number
  std::vector<double> values;
};

/// Columns that belong together: the components of a vector, or a scalar alone.
struct RunChannel {
  std::string name;                     ///< "handle.position"
  std::vector<std::string> components;  ///< "x", "y", "z"; none of a scalar
  std::size_t first = 0;                ///< its columns stand beside each other, from this one on
  std::size_t size() const { return components.empty() ? 1 : components.size(); }
};

struct RunTable {
  std::vector<double> times;  ///< ascending [s]
  std::vector<RunColumn> columns;
  std::vector<RunChannel> channels;  ///< every column is in one of them

  const RunColumn* find_column(std::string_view name) const;
  const RunChannel* find_channel(std::string_view name) const;
  /// The columns that a name stands for, by their numbers: those of a channel, or one; a finding with the nearest name
  /// if there is none. `flag` is how it was given, "--channels".
  Result<std::vector<std::size_t>> find(std::string_view name, std::string_view flag) const;
};

/// The text of channels.csv, or of a table like it: `t [s],name [unit],…`, a row for each sample.
Result<RunTable> read_run_table(std::string_view text, const std::string& file);

/// The rows from one time to another, ends included; a finding if there are none.
Result<RunTable> rows_between(RunTable table, std::optional<double> from, std::optional<double> to);

/// The columns of these names (as RunTable::find), in this order; each once.
Result<RunTable> with_channels(const RunTable& table, const std::vector<std::string>& names);

struct RunEvent {
  std::string name;
  double t = 0;
};

/// What run.json says.
struct RunAbout {
  std::string scene, title, solver, outcome, hash;
  std::vector<RunEvent> events;
};

struct RunFolder {
  std::string path;
  RunAbout about;
  RunTable table;
};

/// Reads the folder of a run: `name` is its path, or that of the scene in runs/.
///
/// Proof    tests/unit/formats/run_folder_test.cpp
Result<RunFolder> open_run(const std::string& name);

}  // namespace polhode
