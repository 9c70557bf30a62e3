#include "formats/file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace polhode {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Diagnostic failure(const std::string& path, const std::string& what, const char* reason) {
  return {.where = {path, 0, 0}, .message = what + ": " + reason};
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t largest) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return failure(path, "cannot be read", "it is a folder");
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return failure(path, "cannot be read", std::strerror(errno));
  std::string bytes;
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get())) {
    bytes.append(buffer, got);
    if (bytes.size() > largest) return failure(path, "cannot be read", "it is too large");
  }
  if (std::ferror(file.get()) != 0) return failure(path, "cannot be read", std::strerror(errno));
  return bytes;
}

Result<bool> write_file(const std::string& path, std::string_view bytes) {
  const std::string draft = path + ".part";
  File file(std::fopen(draft.c_str(), "wb"));
  if (!file) return failure(path, "cannot be written", std::strerror(errno));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const bool closed = std::fclose(file.release()) == 0;
  if (!written || !closed || std::rename(draft.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    std::remove(draft.c_str());
    return failure(path, "cannot be written", std::strerror(reason));
  }
  return true;
}

}  // namespace polhode
