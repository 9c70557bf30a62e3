// STL files as people have them, text and binary; broken ones with the finding they must give.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include <polhode/formats/mesh.hpp>
#include <polhode/mass/mesh.hpp>

namespace polhode {
namespace {

using Corners = std::array<Vec3, 3>;

std::vector<Corners> tetrahedron() {
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  return {{o, y, x}, {o, x, z}, {x, y, z}, {o, z, y}};
}

std::string facet(const std::string& normal, const Corners& corners) {
  std::string text = "facet normal " + normal + "\n outer loop\n";
  for (const Vec3& v : corners)
    text += "  vertex " + std::to_string(v[0]) + " " + std::to_string(v[1]) + " " + std::to_string(v[2]) + "\n";
  return text + " endloop\nendfacet\n";
}

std::string text_file(const std::vector<Corners>& triangles, const std::string& normal = "0 0 0") {
  std::string text = "solid thing\n";
  for (const Corners& corners : triangles) text += facet(normal, corners);
  return text + "endsolid thing\n";
}

void put(std::string& bytes, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

std::string binary_file(const std::vector<Corners>& triangles, std::string header = "made by a test") {
  header.resize(80, '\0');
  put(header, static_cast<std::uint32_t>(triangles.size()));
  for (const Corners& corners : triangles) {
    for (int i = 0; i < 3; ++i) put(header, 0);
    for (const Vec3& v : corners)
      for (int i = 0; i < 3; ++i) put(header, std::bit_cast<std::uint32_t>(static_cast<float>(v[i])));
    header += std::string(2, '\0');
  }
  return header;
}

double volume(const std::string& bytes) {
  const Result<TriangleMesh> mesh = read_stl(bytes, "a.stl");
  EXPECT_TRUE(mesh.ok()) << format(mesh.diagnostics());
  if (!mesh) return 0;
  EXPECT_EQ(mesh->vertices.size(), 4u);
  EXPECT_EQ(format(check_closed(*mesh)), "");
  return volume_moments(*mesh).measure;
}

TEST(StlInput, TextAndBinaryAreRead) {
  EXPECT_NEAR(volume(text_file(tetrahedron())), 1.0 / 6, 1e-16);
  EXPECT_NEAR(volume(binary_file(tetrahedron())), 1.0 / 6, 1e-16);
  std::string shouted, crlf;
  for (char c : text_file(tetrahedron())) {
    shouted += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  }
  EXPECT_NEAR(volume(shouted), 1.0 / 6, 1e-16);
  EXPECT_NEAR(volume(crlf), 1.0 / 6, 1e-16);
  EXPECT_NEAR(volume(text_file(tetrahedron(), "nan nan nan")), 1.0 / 6, 1e-16);
}

TEST(StlInput, ABinaryFileWhoseHeaderSaysSolidIsBinary) {
  EXPECT_NEAR(volume(binary_file(tetrahedron(), "solid thing, facet normal 0 0 0 outer loop vertex")), 1.0 / 6, 1e-16);
}

TEST(StlInput, TwoSolidsInOneFileAreOneMesh) {
  std::vector<Corners> moved = tetrahedron();
  for (Corners& corners : moved)
    for (Vec3& v : corners) v += Vec3(5, 0, 0);
  const TriangleMesh mesh = *read_stl(text_file(tetrahedron()) + text_file(moved), "a.stl");
  EXPECT_NEAR(volume_moments(mesh).measure, 2.0 / 6, 1e-15);
}

TEST(StlInput, MinusZeroIsZeroAndNearVerticesMergeOnlyWhenAsked) {
  std::vector<Corners> triangles = tetrahedron();
  triangles[0][0] = Vec3(-0.0, 0, -0.0);
  EXPECT_NEAR(volume(binary_file(triangles)), 1.0 / 6, 1e-16);
  triangles[1][0] = Vec3(1e-6, 0, -1e-6);
  const TriangleMesh apart = *read_stl(binary_file(triangles), "a.stl");
  EXPECT_EQ(apart.vertices.size(), 5u);
  EXPECT_FALSE(check_closed(apart).empty());
  const TriangleMesh merged = *read_stl(binary_file(triangles), "a.stl", {.merge_distance = 1e-5});
  EXPECT_EQ(merged.vertices.size(), 4u);
  EXPECT_TRUE(check_closed(merged).empty());
}

TEST(StlInput, FindingsAboutTheSurfaceGiveLineAndColumnOrByte) {
  std::vector<Corners> open = tetrahedron();
  open.pop_back();
  const Diagnostics text = check_closed(*read_stl(text_file(open), "a.stl"));
  ASSERT_EQ(text.size(), 3u);
  EXPECT_EQ(text[0].where, (Position{"a.stl", 2, 1}));
  EXPECT_EQ(text[2].where, (Position{"a.stl", 16, 1}));
  const Diagnostics binary = check_closed(*read_stl(binary_file(open), "a.stl"));
  EXPECT_EQ(
      binary[2].message,
      "the mesh is open along the edge from vertex 2 (0, 1, 0) to vertex 4 (0, 0, 1), which only triangle 3 (3 2 4) "
      "at byte 184 has");
}

TEST(StlInput, WarningsDoNotStopTheReading) {
  std::vector<Corners> triangles = tetrahedron();
  triangles.push_back({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 0, 0)});
  const Result<TriangleMesh> collapsed = read_stl(binary_file(triangles), "a.stl");
  ASSERT_TRUE(collapsed.ok());
  ASSERT_EQ(collapsed.diagnostics().size(), 1u);
  EXPECT_EQ(collapsed.diagnostics()[0].message,
            "1 triangles use a vertex twice and were left out, the first number 5 (byte 284)");
  const Result<TriangleMesh> against = read_stl(text_file(tetrahedron(), "0 0 1"), "a.stl");
  ASSERT_TRUE(against.ok());
  EXPECT_EQ(against.diagnostics()[0].message,
            "the stored normals of 1 triangles contradict the order of their vertices, the first on line 2");
  const Result<TriangleMesh> longer = read_stl(binary_file(tetrahedron()) + "tail", "a.stl");
  ASSERT_TRUE(longer.ok());
  EXPECT_EQ(longer.diagnostics()[0].message, "4 bytes after the last triangle were passed over");
}

struct Broken {
  std::string bytes;
  int line, column;
  std::string message;
};

TEST(StlInput, BrokenTextsAreRefusedAtTheirPlace) {
  const std::string good =
      "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
  const std::vector<Broken> cases{
      {"", 0, 0, "the file is empty"},
      {"v 0 0 0\n", 0, 0,
       "neither a text STL, which begins with 'solid', nor a binary one, which has 84 bytes or more"},
      {"solid a\nendsolid a\n", 0, 0, "the file holds no triangles"},
      {"solid a\n" + good, 9, 1, "the file ends without 'endsolid'"},
      {"solid a\nfacet norm 0 0 1\n", 2, 7, "found 'norm' where 'normal' should be"},
      {"solid a\nfacet normal 0 0\nouter loop\n", 2, 17, "the line ends where a component of the normal should be"},
      {"solid a\nfacet normal 0 0 up\n", 2, 18, "'up' is not a number that can be a component of the normal"},
      {"solid a\nfacet normal 0 0 1\nouter ring\n", 3, 7, "found 'ring' where 'loop' should be"},
      {"solid a\nfacet normal 0 0 1\nvertex 0 0 0\n", 3, 1, "found 'vertex' where 'outer' should be"},
      {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", 4, 11,
       "the line ends where a coordinate of the vertex should be"},
      {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 o 0\n", 4, 10,
       "'o' is not a number that can be a coordinate of the vertex"},
      {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n", 4, 10,
       "'nan' is not a number that can be a coordinate of the vertex"},
      {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", 6, 1,
       "found 'endloop' where 'vertex' should be"},
      {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 0\n", 7, 1,
       "found 'vertex' where 'endloop' should be"},
      {"solid a\n" + good.substr(0, good.size() - 9) + "endsolid a\n", 8, 1,
       "found 'endsolid' where 'endfacet' should be"},
      {"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0", 4, 13, "the file ends where 'vertex' should be"},
      {"solid a\n" + good + "endsolid a\nfacet normal 0 0 0\n", 10, 1, "found 'facet' where 'solid' should be"},
      {"solid a\nnonsense\n", 2, 1, "found 'nonsense' where 'facet' or 'endsolid' should be"},
  };
  for (const Broken& broken : cases) {
    const Result<TriangleMesh> mesh = read_stl(broken.bytes, "a.stl");
    ASSERT_FALSE(mesh.ok()) << broken.bytes;
    EXPECT_EQ(mesh.diagnostics()[0].message, broken.message) << broken.bytes;
    EXPECT_EQ(mesh.diagnostics()[0].where, (Position{"a.stl", broken.line, broken.column})) << broken.bytes;
  }
}

TEST(StlInput, BrokenBinariesAreRefusedWithTriangleAndByte) {
  const std::string whole = binary_file(tetrahedron());
  const auto first = [](const std::string& bytes) { return read_stl(bytes, "a.stl").diagnostics()[0].message; };
  EXPECT_EQ(first(whole.substr(0, whole.size() - 30)),
            "the file announces 4 triangles but ends inside number 4 (byte 254)");
  EXPECT_EQ(first(binary_file({})), "the file holds no triangles");
  std::vector<Corners> triangles = tetrahedron();
  triangles[2][1].y() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(first(binary_file(triangles)), "triangle number 3 (byte 184) has a coordinate that is not a finite number");
  std::string liar = whole;
  liar[83] = '\x7f';
  EXPECT_EQ(first(liar), "the file announces 2130706436 triangles but ends inside number 5 (byte 284)");
  EXPECT_EQ(read_stl(whole, "a.stl", {.max_triangles = 3}).diagnostics()[0].message, "more than 3 triangles");
  EXPECT_EQ(read_stl(text_file(tetrahedron()), "a.stl", {.max_triangles = 3}).diagnostics()[0].message,
            "more than 3 triangles");
  EXPECT_EQ(read_stl(whole, "a.stl", {.max_bytes = 100}).diagnostics()[0].message,
            "the file has 284 bytes, more than 100");
  EXPECT_THROW(read_stl(whole, "a.stl", {.merge_distance = -1}).ok(), UsageError);
}

}  // namespace
}  // namespace polhode
