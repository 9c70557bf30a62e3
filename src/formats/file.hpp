#pragma once
// Whole files in and out.

#include <string>
#include <string_view>

#include <polhode/base/result.hpp>

namespace polhode {

/// The bytes of a file; a finding that says why not if it cannot be read or is larger than `largest`.
Result<std::string> read_file(const std::string& path, std::size_t largest = std::size_t{1} << 30);

/// Writes beside the file and renames, so that a full disk or a kill never leaves half a file under its name.
Result<bool> write_file(const std::string& path, std::string_view bytes);

}  // namespace polhode
