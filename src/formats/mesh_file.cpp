#include <cstdio>
#include <memory>

#include <polhode/formats/mesh.hpp>

namespace polhode {
namespace {

bool ends_in(std::string_view file, std::string_view ending) {
  if (file.size() < ending.size()) return false;
  for (std::size_t i = 0; i < ending.size(); ++i) {
    const char c = file[file.size() - ending.size() + i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != ending[i]) return false;
  }
  return true;
}

Diagnostic refusal(const std::string& file, std::string message, std::string hint) {
  return {Severity::error, {file}, {}, std::move(message), std::move(hint)};
}

}  // namespace

Result<TriangleMesh> read_mesh(std::string_view bytes, const std::string& file, const MeshReadOptions& options) {
  if (ends_in(file, ".obj")) return read_obj(bytes, file, options);
  if (ends_in(file, ".stl")) return read_stl(bytes, file, options);
  const std::string_view head = bytes.substr(0, 256);
  if (head.starts_with("solid") || head.find('\0') != std::string_view::npos) return read_stl(bytes, file, options);
  return read_obj(bytes, file, options);
}

Result<TriangleMesh> load_mesh(const std::string& file, const MeshReadOptions& options) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (!stream) return refusal(file, "the mesh file cannot be opened", "check the path and that it may be read");
  std::string bytes;
  char block[1 << 16];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, stream.get())) > 0;) {
    bytes.append(block, n);
    if (bytes.size() > options.max_bytes)
      return refusal(file, "the file has more than " + std::to_string(options.max_bytes) + " bytes",
                     "simplify the mesh, or raise the limit");
  }
  if (std::ferror(stream.get())) return refusal(file, "the mesh file cannot be read", "is it a folder?");
  return read_mesh(bytes, file, options);
}

}  // namespace polhode
