// Meshes against exact rational figures: an L-shaped bracket, the same turned and moved, a scalene tetrahedron; and
// tori computed to forty digits.

#include <gtest/gtest.h>

#include <polhode/mass/mesh.hpp>
#include <polhode/mass/solid.hpp>
#include <polhode/math/elementary.hpp>

#include "support/validation.hpp"

namespace polhode {
namespace {

Mat3 rows(std::initializer_list<double> numbers) {
  Mat3 m;
  int k = 0;
  for (double number : numbers) {
    m(k / 3, k % 3) = number;
    ++k;
  }
  return m;
}

TriangleMesh bracket() {
  TriangleMesh mesh;
  const double outline[6][2] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}};
  for (double z : {0.0, 2.0})
    for (const auto& corner : outline) mesh.vertices.emplace_back(corner[0], corner[1], z);
  mesh.triangles = {{0, 1, 7},  {0, 7, 6},   {1, 2, 8},   {1, 8, 7}, {2, 3, 9},  {2, 9, 8}, {3, 4, 10},
                    {3, 10, 9}, {4, 5, 11},  {4, 11, 10}, {5, 0, 6}, {5, 6, 11}, {6, 7, 8}, {6, 8, 9},
                    {6, 9, 11}, {9, 10, 11}, {0, 2, 1},   {0, 3, 2}, {0, 5, 3},  {3, 5, 4}};
  return mesh;
}

/// "Exact to 1e-13": relative to the mass, and to the largest entry of the inertia.
constexpr double exact = 1e-13;

void expect_body(const TriangleMesh& mesh, double density, double mass, const Vec3& com, const Mat3& inertia,
                 const std::string& what, const std::string& source) {
  const Result<MassProperties> body = mesh_mass(mesh, {.density = density});
  ASSERT_TRUE(body.ok()) << format(body.diagnostics());
  EXPECT_NEAR(body->mass(), mass, exact * mass);
  EXPECT_LT((body->com() - com).norm(), exact * (1 + com.norm()));
  expect_error_within(exact, (body->inertia() - inertia).cwiseAbs().maxCoeff() / inertia.cwiseAbs().maxCoeff(),
                      "mesh of " + what + ": inertia, relative", source);
}

TEST(MeshTruth, AnLBracketHasItsExactInertia) {
  const Mat3 inertia = rows({30, 15, 0, 15, 52.5, 0, 0, 0, 62.5});
  expect_body(bracket(), 2.5, 30, {1.5, 1, 1}, inertia, "an L-shaped bracket", "exact fractions");
  const MassProperties body = *mesh_mass(bracket(), {.density = 2.5});
  EXPECT_LT((body.inertia_about(Vec3::Zero()) - rows({90, -30, -45, -30, 150, -30, -45, -30, 160})).norm(), 2e-11);
  EXPECT_LT((body.principal().moments - Vec3(22.5, 60, 62.5)).norm(), exact * 62.5);
  // The same as two boxes.
  const MassProperties foot = solid::of(solid::Box{.density = 2.5, .size = {4, 1, 2}}).placed({.p = {2, 0.5, 1}});
  const MassProperties leg = solid::of(solid::Box{.density = 2.5, .size = {1, 2, 2}}).placed({.p = {0.5, 2, 1}});
  EXPECT_LT(((foot + leg).inertia() - inertia).norm(), exact * 62.5);
}

TEST(MeshTruth, TheBracketTurnedAndMovedHasItsExactInertia) {
  const Mat3 R = rows({2, -1, 2, 2, 2, -1, -1, 2, 2}) / 3;
  TriangleMesh mesh = bracket();
  for (Vec3& vertex : mesh.vertices) vertex = R * vertex + Vec3(0.5, -0.75, 0.875);
  expect_body(
      mesh, 2.5, 30, {11.0 / 6, 7.0 / 12, 41.0 / 24},
      rows({725.0 / 18, -80.0 / 9, 160.0 / 9, -80.0 / 9, 1025.0 / 18, 55.0 / 9, 160.0 / 9, 55.0 / 9, 430.0 / 9}),
      "the bracket, turned and moved", "exact fractions");
}

TEST(MeshTruth, AScaleneTetrahedronHasItsExactInertia) {
  TriangleMesh mesh;
  mesh.vertices = {{1, 2, 0}, {3, 1, -1}, {2, 5, 1}, {0, 1, 4}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  const Mat3 inertia =
      rows({957.0 / 64, -29.0 / 32, 203.0 / 48, -29.0 / 32, 551.0 / 48, 29.0 / 48, 203.0 / 48, 29.0 / 48, 609.0 / 64});
  expect_body(mesh, 2.5, 145.0 / 12, {1.5, 2.25, 1}, inertia, "a scalene tetrahedron", "exact fractions");
  EXPECT_NEAR(volume_moments(mesh).measure, 29.0 / 6, 1e-15);
}

TEST(MeshTruth, TheInertiaIsExactAThousandExtentsAway) {
  // All coordinates stay exact in binary, so that only the sums can err.
  const Mat3 inertia = rows({30, 15, 0, 15, 52.5, 0, 0, 0, 62.5});
  for (const Vec3& shift : {Vec3(4096, -8192, 16384), Vec3(0, 0, 1048576)}) {
    TriangleMesh mesh = bracket();
    for (Vec3& vertex : mesh.vertices) vertex += shift;
    const MassProperties body = *mesh_mass(mesh, {.density = 2.5});
    EXPECT_LT((body.inertia() - inertia).cwiseAbs().maxCoeff(), exact * 62.5);
    EXPECT_LT((body.com() - shift - Vec3(1.5, 1, 1)).norm(), 1e-9);
  }
}

TriangleMesh torus(int nu, int nv) {
  TriangleMesh mesh;
  for (int i = 0; i < nu; ++i)
    for (int j = 0; j < nv; ++j) {
      const auto [su, cu] = fn::sincos(2 * pi * i / nu);
      const auto [sw, cw] = fn::sincos(2 * pi * j / nv);
      mesh.vertices.emplace_back((1 + 0.3 * cw) * cu, (1 + 0.3 * cw) * su, 0.3 * sw);
    }
  const auto at = [&](int i, int j) { return i % nu * nv + j % nv; };
  for (int i = 0; i < nu; ++i)
    for (int j = 0; j < nv; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

TEST(MeshTruth, ToriOfEveryFinenessHaveTheInertiaComputedToFortyDigits) {
  struct Level {
    int nu, nv;
    double volume, I1, I3;
  };
  for (const Level& level : {Level{12, 8, 1.5273506473629426, 0.8050193150692873, 1.5480181107176862},
                             Level{24, 16, 1.71151074215345, 0.9392259285867564, 1.8033880887436775},
                             Level{48, 32, 1.7600991117752853, 0.9757430445367514, 1.8727889262070443},
                             Level{96, 64, 1.772410345319113, 0.9850681285875225, 1.8905058112396107}})
    expect_body(
        torus(level.nu, level.nv), 1, level.volume, Vec3::Zero(), Vec3(level.I1, level.I1, level.I3).asDiagonal(),
        "a torus of " + std::to_string(level.nu) + " × " + std::to_string(level.nv) + " facets", "forty digits");
}

TEST(MeshTruth, ABoxIsItsTwelveTriangles) {
  const solid::Box box{.density = 3, .size = {0.3, 1.1, 2.7}};
  const MassProperties body = solid::of(box);
  expect_body(solid::tessellate(box, 3), 3, body.mass(), Vec3::Zero(), body.inertia(), "a box", "closed form");
}

TEST(MeshTruth, ACavityIsTakenOut) {
  TriangleMesh mesh = solid::tessellate(solid::Box{.size = {2, 2, 2}}, 3);
  const TriangleMesh hole = solid::tessellate(solid::Box{.size = {1, 1, 1}}, 3);
  for (const Vec3& vertex : hole.vertices) mesh.vertices.push_back(vertex + Vec3(0.25, 0, 0));
  for (const auto& t : hole.triangles) mesh.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
  const MassProperties body =
      solid::of(solid::Box{.density = 1, .size = {2, 2, 2}})
          .without(solid::of(solid::Box{.density = 1, .size = {1, 1, 1}}).placed({.p = {0.25, 0, 0}}));
  expect_body(mesh, 1, 7, body.com(), body.inertia(), "a box with a cavity", "closed form");
}

TEST(MeshTruth, ASheetHasTheInertiaOfAPlate) {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  const MassProperties plate = *mesh_shell_mass(mesh, {.mass = 12});
  EXPECT_LT((plate.com() - Vec3(1, 0.5, 0)).norm(), 1e-15);
  EXPECT_LT((plate.inertia() - Mat3(Vec3(1, 4, 5).asDiagonal())).norm(), 1e-14);
}

}  // namespace
}  // namespace polhode
