// OBJ files as people have them: good ones in every spelling, broken ones with the finding they must give.

#include <gtest/gtest.h>

#include <polhode/formats/mesh.hpp>
#include <polhode/mass/mesh.hpp>

namespace polhode {
namespace {

const std::string tetrahedron =
    "v 0 0 0\n"
    "v 1 0 0\n"
    "v 0 1 0\n"
    "v 0 0 1\n"
    "f 1 3 2\n"
    "f 1 2 4\n"
    "f 2 3 4\n"
    "f 1 4 3\n";

double volume(const std::string& text) {
  const Result<TriangleMesh> mesh = read_obj(text, "a.obj");
  EXPECT_TRUE(mesh.ok()) << format(mesh.diagnostics());
  if (!mesh) return 0;
  EXPECT_EQ(format(check_closed(*mesh)), "");
  return volume_moments(*mesh).measure;
}

TEST(ObjInput, EverySpellingOfATetrahedronIsRead) {
  EXPECT_NEAR(volume(tetrahedron), 1.0 / 6, 1e-16);
  std::string crlf;
  for (char c : tetrahedron) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_NEAR(volume(crlf), 1.0 / 6, 1e-16);
  EXPECT_NEAR(volume("# made by hand\nmtllib a.mtl\no thing\n" + tetrahedron + "g side\ns off\nusemtl red\nl 1 2\np 1"),
              1.0 / 6, 1e-16);
  EXPECT_NEAR(volume("v 0 0 0 # origin\nv 1 0 0 1.0\nv 0 1 0 0.5 0.5 0.5\nv 0 0 1\nvt 0 0\nvn 0 0 1\n"
                     "f 1/1/1 3/1/1 2/1/1\nf -4//1 -3//1 -1//1\nf 2/1 3/1 4/1\nf 1 4 3"),
              1.0 / 6, 1e-16);
  EXPECT_NEAR(volume("v 0 0 0\nv 1 0 \\\n0\nv 0 1 0\nv 0 0 1\nf 1 3 \\\r\n  2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"), 1.0 / 6,
              1e-16);
  EXPECT_NEAR(volume("f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nv 0 0 0\nv +1 0 0\nv 0 1e0 0\nv 0 0 1\n"), 1.0 / 6, 1e-16);
}

TEST(ObjInput, PolygonsBecomeFans) {
  // An L of six corners, extruded: the notch lies outside the first fan triangles, which cancel.
  EXPECT_NEAR(volume("v 0 0 0\nv 4 0 0\nv 4 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\n"
                     "v 0 0 2\nv 4 0 2\nv 4 1 2\nv 1 1 2\nv 1 3 2\nv 0 3 2\n"
                     "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\n"
                     "f 6 1 7 12\n"),
              12, 1e-14);
}

TEST(ObjInput, FindingsAboutTheSurfaceGiveLineAndColumnOfTheFace) {
  const TriangleMesh mesh =
      *read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n\n  f 1 3 2\nf 1 2 4\nf 2 3 4\n", "tent.obj");
  const Diagnostics found = check_closed(mesh);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].where, (Position{"tent.obj", 6, 3}));
  EXPECT_EQ(
      found[0].message,
      "the mesh is open along the edge from vertex 1 (0, 0, 0) to vertex 3 (0, 1, 0), which only triangle 1 (1 3 2) "
      "on line 6 has");
}

struct Broken {
  std::string text;
  int line, column;
  std::string message;
  Severity severity = Severity::error;
};

TEST(ObjInput, BrokenFilesAreRefusedAtTheirPlace) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const std::vector<Broken> cases{
      {"", 0, 0, "the file holds no faces"},
      {v, 0, 0, "the file holds no faces"},
      {"v 0 0\n", 1, 6, "the line ends where a z coordinate should be"},
      {"v\n", 1, 2, "the line ends where an x coordinate should be"},
      {"v 0 zero 0\n", 1, 5, "'zero' is not a number that can be a y coordinate"},
      {"v 0 0 1,5\n", 1, 7, "'1,5' is not a number that can be a z coordinate"},
      {"v nan 0 0\n", 1, 3, "'nan' is not a number that can be an x coordinate"},
      {"v 0 inf 0\n", 1, 5, "'inf' is not a number that can be a y coordinate"},
      {"v 1e999 0 0\n", 1, 3, "'1e999' is not a number that can be an x coordinate"},
      {"v 0 0 0 red\n", 1, 9, "'red' is too much for a vertex"},
      {"v 0 0 0 1 1 1 1 1\n", 1, 17, "'1' is too much for a vertex"},
      {"v 0 0 0 0.5\n", 1, 9, "the vertex has the weight 0.5"},
      {v + "f 1 2\n", 4, 1, "a face with 2 corners"},
      {v + "f\n", 4, 1, "a face with 0 corners"},
      {v + "f 1 2 0\n", 4, 7, "'0' is not a corner of a face"},
      {v + "f 1 2 x\n", 4, 7, "'x' is not a corner of a face"},
      {v + "f 1 2 3.5\n", 4, 7, "'3.5' is not a corner of a face"},
      {v + "f 1 2 3/\n", 4, 7, "'3/' is not a corner of a face"},
      {v + "f 1 2 3//\n", 4, 7, "'3//' is not a corner of a face"},
      {v + "f 1 2 3/1/1/1\n", 4, 7, "'3/1/1/1' is not a corner of a face"},
      {v + "f 1 2 /3\n", 4, 7, "'/3' is not a corner of a face"},
      {v + "f 1 2 4\n", 4, 7, "there is no vertex 4"},
      {v + "f 1 2 99999999999\n", 4, 7, "there is no vertex 99999999999"},
      {v + "f 1 2 99999999999999999999999\n", 4, 7, "'99999999999999999999999' is not a corner of a face"},
      {v + "f 1 2 -4\n", 4, 7, "'-4' reaches back before the first vertex"},
      {v + "f 1 2 2\n", 4, 7, "the face uses vertex 2 twice"},
      {v + "f 1 \\\n 2 \\\n 2\n", 6, 2, "the face uses vertex 2 twice"},
      {"vertex 0 0 0\n", 1, 1, "'vertex' is no OBJ statement; the line was passed over", Severity::warning},
      {v + "cstype bezier\nf 1 2 3\n", 4, 1, "free-form curves and surfaces are not read ('cstype')",
       Severity::warning},
      {std::string("\0\1\2 rubbish", 11), 1, 1, "'\\u0000\\u0001\\u0002' is no OBJ statement; the line was passed over",
       Severity::warning},
  };
  for (const Broken& broken : cases) {
    const Result<TriangleMesh> mesh = read_obj(broken.text, "a.obj");
    ASSERT_FALSE(mesh.diagnostics().empty()) << broken.text;
    const Diagnostic& finding = mesh.diagnostics()[0];
    EXPECT_EQ(finding.message, broken.message) << broken.text;
    EXPECT_EQ(finding.where, (Position{"a.obj", broken.line, broken.column})) << broken.text;
    EXPECT_EQ(finding.severity, broken.severity);
    if (broken.severity == Severity::error) {
      EXPECT_FALSE(mesh.ok()) << broken.text;
    }
  }
}

TEST(ObjInput, AllFindingsComeAtOnceAndRubbishEndsEarly) {
  const Result<TriangleMesh> two = read_obj("v 0 0 x\nv 1 0 0\nv 0 1 0\nf 1 2 9\nf 1 2 3\n", "a.obj");
  ASSERT_EQ(two.diagnostics().size(), 2u);
  EXPECT_EQ(two.diagnostics()[1].where.line, 4);
  std::string rubbish;
  for (int i = 0; i < 1000; ++i) rubbish += "v x\n";
  const Result<TriangleMesh> many = read_obj(rubbish, "a.obj");
  ASSERT_EQ(many.diagnostics().size(), 21u);
  EXPECT_EQ(many.diagnostics()[20].message, "too many errors; the rest of the file was not read");
}

TEST(ObjInput, LimitsHold) {
  EXPECT_EQ(read_obj(tetrahedron, "a.obj", {.max_bytes = 10}).diagnostics()[0].message,
            "the file has 64 bytes, more than 10");
  EXPECT_EQ(read_obj(tetrahedron, "a.obj", {.max_triangles = 2}).diagnostics()[0].message, "more than 2 triangles");
}

TEST(MeshInput, FilesAreRecognised) {
  EXPECT_TRUE(read_mesh(tetrahedron, "a.OBJ").ok());
  EXPECT_TRUE(read_mesh(tetrahedron, "a").ok());
  EXPECT_FALSE(read_mesh(tetrahedron, "a.stl").ok());
  EXPECT_EQ(format(load_mesh("no/such/file.obj").diagnostics()),
            "no/such/file.obj: error: cannot be read: No such file or directory\n");
  EXPECT_EQ(load_mesh("/tmp").diagnostics()[0].message, "cannot be read: it is a folder");
}

TEST(MeshFile, AnUnknownEndingIsRefusedWithTheKnownOnes) {
  const std::string refusal =
      "part.ply: error: meshes that end in '.ply' are not read\n    export the shape as one of: .obj, .stl\n";
  EXPECT_EQ(format(load_mesh("part.ply").diagnostics()), refusal);
  EXPECT_EQ(format(read_mesh(tetrahedron, "part.ply").diagnostics()), refusal);
  EXPECT_TRUE(read_mesh(tetrahedron, "some.folder/a").ok());
}

}  // namespace
}  // namespace polhode
