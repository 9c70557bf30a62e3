// Surfaces as they are drawn: cutting them into tones changes neither their area nor what they enclose.

#include "formats/drawn_mesh.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "formats/stage.hpp"

namespace polhode {
namespace {

double area_of(const DrawnMesh& mesh) {
  double area = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[static_cast<std::size_t>(t[0])];
    area += 0.5 * Vec3(mesh.vertices[static_cast<std::size_t>(t[1])] - a)
                      .cross(mesh.vertices[static_cast<std::size_t>(t[2])] - a)
                      .norm();
  }
  return area;
}

double volume_of(const DrawnMesh& mesh) {
  double volume = 0;
  for (const auto& t : mesh.triangles)
    volume += mesh.vertices[static_cast<std::size_t>(t[0])].dot(
                  mesh.vertices[static_cast<std::size_t>(t[1])].cross(mesh.vertices[static_cast<std::size_t>(t[2])])) /
              6;
  return volume;
}

DrawnMesh both(const TwoTones& surface) {
  DrawnMesh mesh = surface.tones[0];
  mesh.add(surface.tones[1]);
  return mesh;
}

TEST(DrawnMesh, TonesShareASurfaceWithoutChangingIt) {
  const DrawnMesh torus = turned(arc(2, 0, 0.5, -pi, pi, 17), 31);  // no corner lies on a plane that cuts
  for (const TwoTones& surface : {in_octants(torus, Vec3(0.1, -0.2, 0.03)), in_sectors(torus)}) {
    const DrawnMesh mesh = both(surface);
    EXPECT_NEAR(area_of(mesh), area_of(torus), 1e-12 * area_of(torus));
    EXPECT_NEAR(volume_of(mesh), volume_of(torus), 1e-12 * volume_of(torus));
    for (const Vec3& n : mesh.normals) EXPECT_NEAR(n.norm(), 1, 1e-14);
  }
}

TEST(DrawnMesh, NoTriangleLiesInTwoOctants) {
  const Vec3 middle(0.1, -0.2, 0.3);
  const TwoTones surface = in_octants(turned(arc(0, 0, 1, -0.5 * pi, 0.5 * pi, 9), 13), middle);
  for (std::size_t tone = 0; tone < 2; ++tone)
    for (const auto& t : surface.tones[tone].triangles) {
      double product = 1;
      for (int axis = 0; axis < 3; ++axis) {
        double least = 1, most = -1;
        for (const int i : t) {
          const double height = surface.tones[tone].vertices[static_cast<std::size_t>(i)][axis] - middle[axis];
          least = std::min(least, height), most = std::max(most, height);
        }
        ASSERT_FALSE(least < -1e-9 && most > 1e-9);
        product *= least < -1e-9 ? -1 : 1;
      }
      EXPECT_EQ(product, tone == 0 ? 1 : -1);
    }
}

TEST(DrawnMesh, HalfOfABallIsOfEachTone) {
  const TwoTones surface = ball(2);
  EXPECT_NEAR(area_of(surface.tones[0]), area_of(surface.tones[1]), 1e-9);
  // Facets lie inside the ball by an angle of 7.5° at most: less than half a per cent each way.
  EXPECT_NEAR(area_of(both(surface)), 16 * pi, 0.01 * 16 * pi);
  EXPECT_NEAR(volume_of(both(surface)), 32 * pi / 3, 0.015 * 32 * pi / 3);
}

TEST(DrawnMesh, ACoilIsOneLongAndClosedButForItsEnds) {
  DrawnMesh coil = both(unit_coil());
  double low = 1, high = 0, widest = 0;
  for (const Vec3& v : coil.vertices) {
    low = std::min(low, v[2]), high = std::max(high, v[2]);
    widest = std::max(widest, std::sqrt(v[0] * v[0] + v[1] * v[1]));
  }
  EXPECT_NEAR(low, 0, 0.01);
  EXPECT_NEAR(high, 1, 0.01);
  EXPECT_GT(widest, 1.13) << "the helix, and the wire around it, which has six sides";
  EXPECT_LE(widest, 1.16);
  EXPECT_GT(volume_of(coil), 0) << "its triangles are seen from outside";
  // As slender as it is at rest, where its wire is round.
  for (Vec3& v : coil.vertices) v[2] *= slender_spring;
  for (Vec3& n : coil.normals) n[2] /= slender_spring;
  int inverted = 0;
  for (const auto& t : coil.triangles) {
    const Vec3& a = coil.vertices[static_cast<std::size_t>(t[0])];
    const Vec3 out = Vec3(coil.vertices[static_cast<std::size_t>(t[1])] - a)
                         .cross(coil.vertices[static_cast<std::size_t>(t[2])] - a);
    inverted += out.dot(coil.normals[static_cast<std::size_t>(t[0])]) > 0 ? 0 : 1;
  }
  EXPECT_EQ(inverted, 0);
}

TEST(DrawnMesh, ABoxHasItsSize) {
  const DrawnMesh mesh = box_mesh({1, 2, 3});
  EXPECT_NEAR(volume_of(mesh), 6, 1e-14);
  EXPECT_NEAR(area_of(mesh), 22, 1e-13);
  EXPECT_NEAR(volume_of(both(in_octants(mesh, Vec3::Zero()))), 6, 1e-14);
}

TEST(DrawnMesh, FewTrianglesAreFlatAndManyAreSmooth) {
  const DrawnMesh coarse = turned(arc(0, 0, 1, -0.5 * pi, 0.5 * pi, 6), 8);
  const DrawnMesh fine = turned(arc(0, 0, 1, -0.5 * pi, 0.5 * pi, 24), 48);
  const DrawnMesh flat = faceted_mesh(coarse.vertices, coarse.triangles);
  EXPECT_EQ(flat.vertices.size(), 3 * coarse.triangles.size());
  const DrawnMesh smooth = faceted_mesh(fine.vertices, fine.triangles);
  ASSERT_EQ(smooth.vertices.size(), fine.vertices.size());
  for (std::size_t i = 0; i < smooth.vertices.size(); ++i)
    if (std::fabs(smooth.vertices[i][2]) < 0.99) {
      EXPECT_GT(smooth.normals[i].dot(smooth.vertices[i]), 0.99);
    }
}

}  // namespace
}  // namespace polhode
