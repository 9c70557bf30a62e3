// Any bytes as a mesh file: read, check and weigh whatever comes out. Nothing may crash, hang or leave the limits.

#include <cstdint>
#include <string_view>

#include <polhode/formats/mesh.hpp>
#include <polhode/mass/mesh.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polhode;
  if (size == 0) return 0;
  // The first byte chooses the reader, so that each format is met on purpose.
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const MeshReadOptions options{.merge_distance = (data[0] & 8) ? 0.01 : 0.0, .max_triangles = 5000};
  const Result<TriangleMesh> mesh = data[0] % 3 == 0   ? read_obj(bytes, "fuzz.obj", options)
                                    : data[0] % 3 == 1 ? read_stl(bytes, "fuzz.stl", options)
                                                       : read_mesh(bytes, "fuzz", options);
  if (!mesh) {
    (void)format(mesh.diagnostics());
    return 0;
  }
  const Result<MassProperties> body = mesh_mass(*mesh, {.density = 1000});
  (void)format(body.diagnostics());
  (void)mesh_shell_mass(*mesh, {.mass = 1}).ok();
  return 0;
}
