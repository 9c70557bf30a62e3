// The channels of a run as an archive of NumPy's arrays.
#include <algorithm>
#include <limits>

#include <polhode/base/text.hpp>
#include <polhode/formats/run_export.hpp>

#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"
#include "formats/utf8.hpp"

namespace polhode {
namespace {

/// What stands before the numbers: a magic word, the version, and a line that Python can read, filled up with spaces so
/// that the numbers begin at a multiple of 64 bytes.
std::string array_head(const std::string& type, const std::string& shape) {
  std::string line = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr std::size_t before = 10, unit = 64;
  while ((before + line.size() + 1) % unit != 0) line += ' ';
  std::string head = std::string("\x93NUMPY\x01\0", 8);
  append_bytes(head, static_cast<std::uint16_t>(line.size() + 1));
  return head + line + "\n";
}

std::string array_of(std::span<const RunColumn> columns) {
  const std::size_t rows = columns[0].values.size();
  std::string array =
      array_head("<f8", std::to_string(rows) + "," + (columns.size() > 1 ? " " + std::to_string(columns.size()) : ""));
  array.reserve(array.size() + 8 * rows * columns.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (const RunColumn& column : columns) append_bytes(array, column.values[i]);
  return array;
}

/// NumPy keeps words as letters of four bytes each, all as long as the longest.
std::string array_of(const std::vector<std::string>& words) {
  std::vector<std::u32string> letters;
  std::size_t longest = 1;
  for (const std::string& word : words) {
    std::u32string decoded;
    for (std::string_view rest = word; !rest.empty();) decoded += take_letter(rest);
    longest = std::max(longest, decoded.size());
    letters.push_back(std::move(decoded));
  }
  std::string array = array_head("<U" + std::to_string(longest), std::to_string(words.size()) + ",");
  for (std::u32string& word : letters) {
    word.resize(longest, U'\0');
    for (const char32_t letter : word) append_bytes(array, static_cast<std::uint32_t>(letter));
  }
  return array;
}

/// A zip archive that packs nothing.
class Archive {
 public:
  void add(const std::string& name, const std::string& content) {
    std::string about;
    append_bytes(about, std::uint16_t{20});                     // version 2.0 of the format reads it
    append_bytes(about, std::uint16_t{1 << 11});                // names are UTF-8
    append_bytes(about, std::uint16_t{0});                      // nothing is packed
    append_bytes(about, std::uint32_t{(1 << 21) | (1 << 16)});  // midnight, 1 January 1980: equal runs, equal bytes
    append_bytes(about, crc32(content));
    for (int i = 0; i < 2; ++i) append_bytes(about, static_cast<std::uint32_t>(content.size()));
    append_bytes(about, static_cast<std::uint16_t>(name.size()));
    append_bytes(about, std::uint16_t{0});  // nothing more about it
    directory_ += std::string("PK\1\2\x14\0", 6) + about;
    append_bytes(directory_, std::uint16_t{0});                           // no comment
    append_bytes(directory_, std::uint16_t{0});                           // on the first disk
    append_bytes(directory_, std::uint16_t{0});                           // numbers, not text
    append_bytes(directory_, std::uint32_t{0});                           // as any file
    append_bytes(directory_, static_cast<std::uint32_t>(files_.size()));  // where it begins
    directory_ += name;
    files_ += "PK\3\4" + about + name + content;
    ++count_;
  }

  /// Nothing if it is more than the numbers of the format hold.
  std::optional<std::string> finish() && {
    if (files_.size() + directory_.size() > std::numeric_limits<std::uint32_t>::max() ||
        count_ > std::numeric_limits<std::uint16_t>::max())
      return std::nullopt;
    std::string end = std::string("PK\5\6\0\0\0\0", 8);
    for (int i = 0; i < 2; ++i) append_bytes(end, static_cast<std::uint16_t>(count_));
    append_bytes(end, static_cast<std::uint32_t>(directory_.size()));
    append_bytes(end, static_cast<std::uint32_t>(files_.size()));
    append_bytes(end, std::uint16_t{0});
    return std::move(files_) + directory_ + end;
  }

 private:
  std::string files_, directory_;
  std::size_t count_ = 0;
};

}  // namespace

Result<std::string> table_npz(const RunAbout& about, const RunTable& table) {
  Archive archive;
  std::vector<std::string> names, units;
  const RunColumn time{"t", "s", table.times};
  archive.add("t.npy", array_of({&time, 1}));
  for (const RunChannel& channel : table.channels) {
    archive.add(channel.name + ".npy", array_of({table.columns.data() + channel.first, channel.size()}));
    names.push_back(channel.name);
    units.push_back(table.columns[channel.first].unit);
  }
  archive.add("channel_names.npy", array_of(names));
  archive.add("channel_units.npy", array_of(units));
  archive.add("about.npy", array_of(std::vector{about.scene, about.title, about.solver, about.outcome, about.hash}));
  auto bytes = std::move(archive).finish();
  if (!bytes)
    return Diagnostic{.message = "the run is larger than 4 GB, which this format does not hold",
                      .hint = "take fewer channels with --channels, or a part with --from and --to"};
  return *std::move(bytes);
}

}  // namespace polhode
