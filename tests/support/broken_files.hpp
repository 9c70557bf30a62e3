#pragma once
// Broken input: each file of a folder ends in the findings it must give, word for word, behind "#! ".

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace polhode {

struct BrokenFile {
  std::string name, text, expected;
};

inline BrokenFile read_broken_file(const std::filesystem::path& path) {
  BrokenFile broken{.name = path.stem().string()};
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("#! "))
      broken.expected += line.substr(3) + "\n";
    else
      broken.text += line + "\n";
  }
  return broken;
}

inline std::vector<BrokenFile> broken_files(const std::string& folder) {
  std::vector<BrokenFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(read_broken_file(entry.path()));
  std::sort(files.begin(), files.end(), [](const BrokenFile& a, const BrokenFile& b) { return a.name < b.name; });
  return files;
}

/// The name of a file as that of a test.
inline std::string test_name(const testing::TestParamInfo<BrokenFile>& test) {
  std::string name = test.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace polhode
