#include <gtest/gtest.h>

#include <limits>

#include <polhode/mass/mesh.hpp>
#include <polhode/mass/solid.hpp>

namespace polhode {
namespace {

TriangleMesh tetrahedron() {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  return mesh;
}

std::string findings(const TriangleMesh& mesh) { return format(check_closed(mesh)); }

TEST(MeshCheck, AClosedOutwardMeshPasses) { EXPECT_EQ(findings(tetrahedron()), ""); }

TEST(MeshCheck, AnOpenEdgeIsNamedWithItsTriangle) {
  TriangleMesh mesh = tetrahedron();
  mesh.triangles.pop_back();
  mesh.source = {.file = "tent.obj", .triangle_places = {{5, 1}, {6, 3}, {7, 1}}};
  const Diagnostics found = check_closed(mesh, "body[0].mesh");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(
      format(found[0]),
      "tent.obj:5:1: error: body[0].mesh: the mesh is open along the edge from vertex 1 (0, 0, 0) to vertex 3 (0, 1, "
      "0), which only triangle 1 (1 3 2) on line 5 has\n"
      "    add the missing triangle on its other side, or merge vertices that lie at the same place");
  EXPECT_EQ(found[1].where, (Position{"tent.obj", 6, 3}));
  EXPECT_EQ(found[2].where, (Position{"tent.obj", 7, 1}));
}

TEST(MeshCheck, NeighboursThatDisagreeAreNamed) {
  TriangleMesh mesh = tetrahedron();
  std::swap(mesh.triangles[3][1], mesh.triangles[3][2]);
  const Diagnostics found = check_closed(mesh);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(
      found[0].message,
      "triangle 1 (1 3 2) and triangle 4 (1 3 4) disagree about the outside: both run along the edge from vertex 1 "
      "(0, 0, 0) to vertex 3 (0, 1, 0)");
}

TEST(MeshCheck, ADoubledTriangleIsNamed) {
  TriangleMesh mesh = tetrahedron();
  mesh.triangles.push_back(mesh.triangles[0]);
  const Diagnostics found = check_closed(mesh);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].message.substr(0, 70), "3 triangles meet in the edge from vertex 1 (0, 0, 0) to vertex 3 (0, 1");
}

TEST(MeshCheck, AnInsideOutMeshIsRecognised) {
  TriangleMesh mesh = tetrahedron();
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  EXPECT_EQ(findings(mesh),
            "error: the mesh is inside out: it encloses -0.1667 m^3\n"
            "    swap two vertices of each triangle; from outside, they go round counter-clockwise\n");
}

TEST(MeshCheck, ASecondPieceInsideOutIsNoCavity) {
  TriangleMesh mesh = tetrahedron();
  for (int i = 0; i < 4; ++i) mesh.vertices.push_back(0.5 * mesh.vertices[static_cast<std::size_t>(i)] + Vec3(5, 0, 0));
  for (int i = 0; i < 4; ++i) {
    const auto t = mesh.triangles[static_cast<std::size_t>(i)];
    mesh.triangles.push_back({t[0] + 4, t[2] + 4, t[1] + 4});
  }
  EXPECT_EQ(findings(mesh),
            "error: the piece between (5, 0, 0) and (5.5, 0.5, 0.5) is inside out and no cavity of another piece\n"
            "    swap two vertices of each of its triangles\n");
}

TEST(MeshCheck, AFlatMeshEnclosesNothing) {
  EXPECT_EQ(
      findings(solid::tessellate(solid::Disk{.radius = 1}, 12)),
      "error: the mesh encloses no volume\n    it is flat; give a thin sheet as a shell with its mass per area\n");
}

TEST(MeshCheck, BadVerticesAreNamed) {
  TriangleMesh mesh = tetrahedron();
  mesh.triangles[1][2] = 9;
  EXPECT_EQ(findings(mesh),
            "error: triangle 2 (1 2 10) uses vertex 10 of 4\n    vertex numbers go from 1 to 4 (from 0 in memory)\n");
  mesh = tetrahedron();
  mesh.vertices[3].z() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(check_closed(mesh)[0].message, "triangle 2 (1 2 4) uses vertex 4 (0, 0, inf), which is no place");
  mesh = tetrahedron();
  mesh.triangles[2] = {1, 2, 2};
  EXPECT_EQ(findings(mesh),
            "error: triangle 3 (2 3 3) uses vertex 3 (0, 1, 0) twice\n    remove the triangle or correct the vertex\n");
  EXPECT_EQ(findings({}), "error: the mesh has no triangles\n    a closed surface needs four or more\n");
  mesh = tetrahedron();
  for (Vec3& vertex : mesh.vertices) vertex *= 1e300;
  EXPECT_EQ(check_closed(mesh)[0].message, "the mesh is too large to be measured");
}

TEST(MeshCheck, ManyFindingsAreCounted) {
  TriangleMesh mesh = solid::tessellate(solid::Sphere{.radius = 1}, 64);
  const std::size_t n = mesh.triangles.size();
  for (std::size_t i = 0; i < n / 2; ++i) mesh.triangles.pop_back();
  const Diagnostics found = check_closed(mesh);
  ASSERT_EQ(found.size(), 21u);
  EXPECT_EQ(found[20].message, "and 44 findings more like these");
}

TEST(MeshMass, NeedsExactlyOneOfMassAndDensity) {
  EXPECT_EQ(mesh_mass(tetrahedron(), {}).diagnostics()[0].message, "neither mass nor density is given");
  EXPECT_EQ(mesh_mass(tetrahedron(), {.mass = 1, .density = 1}).diagnostics()[0].message,
            "both mass and density are given");
  EXPECT_EQ(mesh_mass(tetrahedron(), {.mass = -1}).diagnostics()[0].message, "the mass is -1 kg");
  EXPECT_NEAR(mesh_mass(tetrahedron(), {.density = 6})->mass(), 1, 1e-15);
  EXPECT_EQ(mesh_mass(tetrahedron(), {.mass = 3})->mass(), 3);
}

}  // namespace
}  // namespace polhode
