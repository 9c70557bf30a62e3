// channels.csv, read back.
#include <algorithm>
#include <limits>
#include <optional>

#include <polhode/base/text.hpp>
#include <polhode/formats/run_folder.hpp>

namespace polhode {
namespace {

/// What the components of vectors are called; longer lists before those that they begin with.
const std::vector<std::vector<std::string>>& known_components() {
  static const std::vector<std::vector<std::string>> lists{
      {"xx", "yy", "zz", "xy", "xz", "yz"},
      {"w", "x", "y", "z"},
      {"x", "y", "z"},
      {"x", "y"},
      {"phi", "theta", "psi"},
      {"precession", "spin"},
  };
  return lists;
}

/// The next item of a line, up to `mark`; takes it away.
std::string_view take_item(std::string_view& rest, char mark) {
  const std::size_t end = std::min(rest.find(mark), rest.size());
  const std::string_view item = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return item;
}

std::string_view without_return(std::string_view line) {
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// "handle.position.x [m]".
RunColumn column_of(std::string_view head) {
  const std::size_t bracket = head.ends_with(']') ? head.rfind(" [") : std::string_view::npos;
  if (bracket == std::string_view::npos) return {std::string(head), "", {}};
  return {std::string(head.substr(0, bracket)), std::string(head.substr(bracket + 2, head.size() - bracket - 3)), {}};
}

/// Whether the columns from `first` on are these components of one vector.
bool are_components(const std::vector<RunColumn>& columns, std::size_t first, const std::vector<std::string>& names) {
  if (first + names.size() > columns.size()) return false;
  const std::string& head = columns[first].name;
  const std::string stem = head.substr(0, head.rfind('.') + 1);
  if (stem.size() < 2) return false;
  // Variables of typed systems are numbers without a unit, each for itself, whatever they are called.
  if (columns[first].unit.empty() && stem.find('.') + 1 == stem.size()) return false;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (columns[first + k].name != stem + names[k] || columns[first + k].unit != columns[first].unit) return false;
  return true;
}

std::vector<RunChannel> channels_of(const std::vector<RunColumn>& columns) {
  std::vector<RunChannel> channels;
  for (std::size_t i = 0; i < columns.size(); i += channels.back().size()) {
    RunChannel channel{columns[i].name, {}, i};
    for (const std::vector<std::string>& names : known_components())
      if (channel.components.empty() && are_components(columns, i, names)) {
        channel.name = columns[i].name.substr(0, columns[i].name.rfind('.'));
        channel.components = names;
      }
    channels.push_back(std::move(channel));
  }
  return channels;
}

/// What `shortest` writes.
std::optional<double> cell_number(std::string_view item) {
  constexpr double beyond = std::numeric_limits<double>::infinity();
  if (item == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (item == "inf") return beyond;
  if (item == "-inf") return -beyond;
  return parse_number(item);
}

bool read_row(std::string_view line, RunTable& table, const Position& where, Diagnostics& findings) {
  const std::size_t expected = table.columns.size() + 1;
  const auto found = static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1;
  if (found != expected) {
    findings.error(where, "",
                   "this row has " + std::to_string(found) + " numbers, and the first line " +
                       std::to_string(expected) + " names");
    return false;
  }
  const char* const begin = line.data();
  for (std::size_t k = 0; k < expected; ++k) {
    const std::string_view item = take_item(line, ',');
    const auto number = cell_number(item);
    if (!number) {
      const int column = static_cast<int>(item.data() - begin) + 1;
      findings.error({where.file, where.line, column}, "", "'" + std::string(item.substr(0, 40)) + "' is no number");
      return false;
    }
    (k == 0 ? table.times : table.columns[k - 1].values).push_back(*number);
  }
  return true;
}

Diagnostic unknown(const RunTable& table, std::string_view name, std::string_view flag) {
  std::vector<std::string> known{"t"};
  for (const RunChannel& channel : table.channels) known.push_back(channel.name);
  for (const RunColumn& column : table.columns) known.push_back(column.name);
  const std::string near = nearest(name, known);
  // A name that stands for several things is most often meant to be finished.
  constexpr std::size_t readable = 160, few = 8;
  std::string longer, all;
  for (const RunChannel& channel : table.channels) {
    if (!name.empty() && channel.name.starts_with(std::string(name) + ".") && longer.size() < readable)
      longer += (longer.empty() ? "there are " : ", ") + channel.name;
    if (table.channels.size() <= few) all += (all.empty() ? "known: " : ", ") + channel.name;
  }
  return {.where = {std::string(flag) + " " + std::string(name.substr(0, 80)), 0, 0},
          .message = "no channel of the run is called so",
          .hint = !longer.empty() ? longer
                  : !near.empty() ? "did you mean '" + near + "'?"
                  : !all.empty()  ? all
                                  : "`polhode plot RUN --list` lists the " + std::to_string(table.channels.size()) +
                                       " channels of a run"};
}

}  // namespace

const RunColumn* RunTable::find_column(std::string_view name) const {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const RunColumn& one) { return one.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

const RunChannel* RunTable::find_channel(std::string_view name) const {
  const auto found =
      std::find_if(channels.begin(), channels.end(), [&](const RunChannel& one) { return one.name == name; });
  return found == channels.end() ? nullptr : &*found;
}

Result<std::vector<std::size_t>> RunTable::find(std::string_view name, std::string_view flag) const {
  if (const RunChannel* channel = find_channel(name)) {
    std::vector<std::size_t> list(channel->size());
    for (std::size_t k = 0; k < list.size(); ++k) list[k] = channel->first + k;
    return list;
  }
  if (const RunColumn* column = find_column(name))
    return std::vector<std::size_t>{static_cast<std::size_t>(column - columns.data())};
  return unknown(*this, name, flag);
}

Result<RunTable> read_run_table(std::string_view text, const std::string& file) {
  RunTable table;
  Diagnostics findings;
  std::string_view head = without_return(take_item(text, '\n'));
  if (column_of(take_item(head, ',')).name != "t") {
    findings.error({file, 1, 1}, "", "the first line does not begin with 't [s]', so this is no table of a run");
    return findings;
  }
  while (!head.empty()) table.columns.push_back(column_of(take_item(head, ',')));
  table.channels = channels_of(table.columns);
  for (int line = 2; !text.empty(); ++line) {
    const std::string_view row = without_return(take_item(text, '\n'));
    if (row.empty()) continue;
    if (!read_row(row, table, {file, line, 0}, findings)) return findings;
  }
  if (table.times.empty()) {
    findings.error({file, 0, 0}, "", "the table has no row", "run the scene again");
    return findings;
  }
  return table;
}

Result<RunTable> rows_between(RunTable table, std::optional<double> from, std::optional<double> to) {
  const auto begin = from ? std::lower_bound(table.times.begin(), table.times.end(), *from) : table.times.begin();
  const auto end = to ? std::upper_bound(begin, table.times.end(), *to) : table.times.end();
  if (begin >= end) {
    const std::string given =
        (from ? "--from " + shortest(*from) : "") + (from && to ? " " : "") + (to ? "--to " + shortest(*to) : "");
    return Diagnostic{
        .where = {given, 0, 0},
        .message = "the run has no sample there",
        .hint = "it goes from " + shortest(table.times.front()) + " to " + shortest(table.times.back()) + " s"};
  }
  const auto first = begin - table.times.begin(), last = end - table.times.begin();
  const auto cut = [&](std::vector<double>& values) {
    values.erase(values.begin() + last, values.end());
    values.erase(values.begin(), values.begin() + first);
  };
  for (RunColumn& column : table.columns) cut(column.values);
  cut(table.times);
  return table;
}

Result<RunTable> with_channels(const RunTable& table, const std::vector<std::string>& names) {
  Diagnostics findings;
  std::vector<std::size_t> chosen;
  for (const std::string& name : names) {
    const auto columns = table.find(name, "--channels");
    findings.append(columns.diagnostics());
    if (!columns.ok()) continue;
    for (const std::size_t column : *columns)
      if (std::find(chosen.begin(), chosen.end(), column) == chosen.end()) chosen.push_back(column);
  }
  if (findings.has_errors()) return findings;
  RunTable few{.times = table.times, .columns = {}, .channels = {}};
  for (const std::size_t column : chosen) few.columns.push_back(table.columns[column]);
  few.channels = channels_of(few.columns);
  return few;
}

}  // namespace polhode
