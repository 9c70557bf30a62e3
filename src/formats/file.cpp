#include "formats/file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

namespace polhode {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Diagnostic failure(const std::string& path, const std::string& what, const std::string& reason,
                   const std::string& hint = {}) {
  return {.where = {path, 0, 0}, .message = what + ": " + reason, .hint = hint};
}

/// What a path leads to when it is no file whose bytes end: reading a device or an unopened pipe could wait for ever.
/// Pipes that the program was started with are read to their end like files.
std::optional<Diagnostic> not_a_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_type type = fs::status(path, ignored).type();
  const bool opened = path == "/dev/stdin" || path.starts_with("/dev/fd/");
  if (type == fs::file_type::directory)
    return failure(path, "cannot be read", "it is a folder", "give a file inside it");
  if (type == fs::file_type::fifo && !opened)
    return failure(path, "cannot be read", "it is a named pipe", "give a file, or pipe into /dev/stdin");
  if (type == fs::file_type::character || type == fs::file_type::block || type == fs::file_type::socket)
    return failure(path, "cannot be read", "it is a device or a socket", "give a file, or pipe into /dev/stdin");
  return std::nullopt;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t largest) {
  if (auto finding = not_a_file(path)) return *std::move(finding);
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return failure(path, "cannot be read", std::strerror(errno));
  std::string bytes;
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get())) {
    bytes.append(buffer, got);
    if (bytes.size() > largest)
      return failure(path, "cannot be read", "it has more than " + std::to_string(largest) + " bytes");
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
