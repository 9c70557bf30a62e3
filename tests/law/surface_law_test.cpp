// Laws of the surfaces on which bodies roll: where a plane touches, and how that point moves.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <random>

#include "dynamics/rolling/surface_kernels.hpp"
#include "support/surfaces.hpp"
#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

using namespace surfaces;
using Generator = std::mt19937_64;

double uniform(Generator& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

Vec3 random_unit(Generator& random) {
  Vec3 v;
  do v = Vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
  while (v.norm() > 1 || v.norm() < 0.1);
  return v.normalized();
}

/// Where the slopes are moderate: off the axis if faces are flat, off the side if it is straight.
Vec3 random_normal(Generator& random, const Surface& surface) {
  for (;;) {
    const Vec3 N = random_unit(random);
    if (has_flat_faces(surface) && std::hypot(N[0], N[1]) < 0.3) continue;
    if (has_straight_side(surface) && std::fabs(N[2]) < 0.01) continue;
    return N;
  }
}

double profile_radius(const surface::Revolution& profile, double s) {
  return profile.rho().evaluate<double>(In<double>(&s, 1));
}
double profile_height(const surface::Revolution& profile, double s) {
  return profile.z().evaluate<double>(In<double>(&s, 1));
}

/// A random point of the surface, straight from what the surface is said to be. None for a support function.
Vec3 random_point(Generator& random, const Surface& surface) {
  const double azimuth = uniform(random, 0, 2 * pi);
  const auto around = [&](double rho, double z) { return Vec3(rho * std::cos(azimuth), rho * std::sin(azimuth), z); };
  const auto& shape = surface.shape;
  if (const auto* sphere = std::get_if<surface::Sphere>(&shape)) return sphere->radius * random_unit(random);
  if (const auto* ellipsoid = std::get_if<surface::Ellipsoid>(&shape))
    return ellipsoid->axes.cwiseProduct(random_unit(random));
  if (const auto* disk = std::get_if<surface::Disk>(&shape))
    return around(disk->radius, uniform(random, -1, 1) < 0 ? disk->half_thickness : -disk->half_thickness);
  const double tilt = uniform(random, -pi, pi);
  if (const auto* torus = std::get_if<surface::Torus>(&shape))
    return around(torus->radius + torus->tube * std::cos(tilt), torus->tube * std::sin(tilt));
  if (const auto* disk = std::get_if<surface::RoundedDisk>(&shape))
    return around(disk->radius - disk->edge + disk->edge * std::cos(tilt / 2),
                  std::copysign(disk->half_thickness - disk->edge, tilt) + disk->edge * std::sin(tilt / 2));
  if (const auto* profile = std::get_if<surface::Revolution>(&shape)) {
    const double s = uniform(random, profile->begin(), profile->end());
    return around(profile_radius(*profile, s), profile_height(*profile, s));
  }
  Vec3 sum = Vec3::Zero();
  for (const Surface& part : std::get<surface::Sum>(shape).parts) sum += random_point(random, part);
  return sum;
}

/// How far X is from satisfying the equation of the surface.
double miss(const Surface& surface, const Vec3& X) {
  const double rho = std::hypot(X[0], X[1]);
  const auto& shape = surface.shape;
  if (const auto* sphere = std::get_if<surface::Sphere>(&shape)) return X.norm() - sphere->radius;
  if (const auto* ellipsoid = std::get_if<surface::Ellipsoid>(&shape))
    return X.cwiseQuotient(ellipsoid->axes).squaredNorm() - 1;
  if (const auto* disk = std::get_if<surface::Disk>(&shape))
    return std::hypot(rho - disk->radius, std::fabs(X[2]) - disk->half_thickness);
  if (const auto* torus = std::get_if<surface::Torus>(&shape))
    return std::hypot(rho - torus->radius, X[2]) - torus->tube;
  if (const auto* disk = std::get_if<surface::RoundedDisk>(&shape))
    return std::hypot(rho - (disk->radius - disk->edge), std::fabs(X[2]) - (disk->half_thickness - disk->edge)) -
           disk->edge;
  // Both profiles here have z = c sin s.
  const auto& profile = std::get<surface::Revolution>(shape);
  return rho - profile_radius(profile, std::asin(X[2] / profile_height(profile, pi / 2)));
}

bool has_equation(const Surface& surface) { return surface.shape.index() <= 5; }
bool is_support(const Surface& surface) { return std::holds_alternative<surface::Support>(surface.shape); }

std::array<Vec3, 2> across(const Vec3& N) {
  const Vec3 first = N.cross(std::fabs(N[0]) < 0.6 ? Vec3::UnitX() : Vec3::UnitY()).normalized();
  return {first, N.cross(first)};
}

so3::Vector3<Dual4> varied(const Vec3& N, const std::array<Vec3, 2>& directions) {
  so3::Vector3<Dual4> dual;
  for (int i = 0; i < 3; ++i) {
    dual[i] = Dual4(N[i]);
    for (int k = 0; k < 2; ++k) dual[i].tangent.set(k, directions[static_cast<std::size_t>(k)][i]);
  }
  return dual;
}

/// c without its part along N, where N may be dual.
template <class S>
so3::Vector3<S> tangent(const Vec3& c, const so3::Vector3<S>& N) {
  const S along = (c[0] * N[0] + c[1] * N[1]) + c[2] * N[2];
  return {c[0] - along * N[0], c[1] - along * N[1], c[2] - along * N[2]};
}

/// The derivative at 0 of f along a great circle from N, by a difference of fourth order.
template <class F>
Vec3 difference(F f, const Vec3& N, const Vec3& direction, double h) {
  const auto at = [&](double angle) -> Vec3 { return f(Vec3(std::cos(angle) * N + std::sin(angle) * direction)); };
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}

TEST(SurfaceLaw, NoPointOfASurfaceLiesLowerThanTheOneThatTouches) {
  Generator random(701);
  for (const auto& [name, surface] : every_surface()) {
    if (is_support(surface)) continue;
    std::vector<Vec3> cloud(5000);
    for (Vec3& X : cloud) X = random_point(random, surface);
    double nearest = INFINITY;
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 N = random_normal(random, surface), touching = touching_point(surface, N);
      double lowest = INFINITY;
      for (const Vec3& X : cloud) lowest = std::fmin(lowest, N.dot(X));
      // Rounding of points of size 2.
      EXPECT_GT(lowest - N.dot(touching), -4e-15) << name;
      nearest = std::fmin(nearest, lowest - N.dot(touching));
      const double off = has_equation(surface) ? miss(surface, touching) : 0;
      EXPECT_NEAR(off, 0, 4e-15) << name;
    }
    // A point that lies too low for the surface would never be approached.
    EXPECT_LT(nearest, 0.01) << name;
  }
}

TEST(SurfaceLaw, ABodyByItsSupportFunctionLiesBehindAllItsPlanesAndTouchesTheOneAsked) {
  Generator random(702);
  for (const auto& [name, surface] : every_surface()) {
    if (!is_support(surface)) continue;
    const auto& support = std::get<surface::Support>(surface.shape);
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 N = random_unit(random), touching = touching_point(surface, N);
      // Rounding of heights of size 1.
      EXPECT_NEAR(-N.dot(touching), support.at<double>(-N).value, 2e-15) << name;
      for (int i = 0; i < 200; ++i) {
        const Vec3 u = random_unit(random);
        EXPECT_LT(u.dot(touching), support.at<double>(u).value + 2e-15) << name;
      }
    }
  }
}

TEST(SurfaceLaw, TheSlopeIsTheDerivativeOfTheTouchingPoint) {
  Generator random(703);
  for (const auto& [name, surface] : every_surface())
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 N = random_normal(random, surface);
      const auto directions = across(N);
      const auto dual =
          rolling::touch<Dual4>(surface, varied(N, directions), tangent(Vec3(1, 2, 3), varied(N, directions)));
      for (int k = 0; k < 2; ++k) {
        const Vec3& V = directions[static_cast<std::size_t>(k)];
        const rolling::Touch<double> touch = rolling::touch<double>(surface, N, V);
        const Vec3 slope = difference([&](const Vec3& at) { return touching_point(surface, at); }, N, V, 1e-3);
        for (int i = 0; i < 3; ++i) {
          EXPECT_NEAR(dual.point[i].value, touch.point[i], 1e-15 * 4) << name;
          // Some hundred roundings, of radii of curvature up to 4.
          EXPECT_NEAR(dual.point[i].tangent[k], touch.slope[i], 1e-13) << name << ", direction " << k;
        }
        // The difference errs by h⁴/30 of the fifth derivative, which goes with the fifth power of 1/ρ₁₂ < 3.4 for
        // rims, and with that of the ratio of axes, 2.8, for ellipsoids: 1e-12 · 5! · 3.4⁵ / 30 = 2e-9.
        EXPECT_LT((slope - touch.slope).norm(), 2e-9) << name << ", direction " << k;
      }
    }
}

TEST(SurfaceLaw, DualNumbersCarryTheDerivativeOfTheSlopeToo) {
  Generator random(704);
  const Vec3 c(0.3, -0.8, 0.5);
  for (const auto& [name, surface] : every_surface())
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 N = random_normal(random, surface);
      const auto directions = across(N);
      const so3::Vector3<Dual4> moving = varied(N, directions);
      const auto dual = rolling::touch<Dual4>(surface, moving, tangent(c, moving));
      for (int k = 0; k < 2; ++k) {
        const Vec3 expected = difference(
            [&](const Vec3& at) -> Vec3 { return rolling::touch<double>(surface, at, tangent(c, at)).slope; }, N,
            directions[static_cast<std::size_t>(k)], 1e-3);
        // As above, with one more derivative: 6 · 3.4 times as much.
        for (int i = 0; i < 3; ++i)
          EXPECT_NEAR(dual.slope[i].tangent[k], expected[i], 4e-8) << name << ", direction " << k;
      }
    }
}

TEST(SurfaceLaw, TheSlopeIsSymmetricBlindToTheNormalAndNowherePositive) {
  Generator random(705);
  for (const auto& [name, surface] : every_surface())
    for (int trial = 0; trial < 200; ++trial) {
      const Vec3 N = random_normal(random, surface);
      const Mat3 slope = touching_slope(surface, N);
      // Some twenty roundings of radii of curvature up to 4.
      EXPECT_LT((slope - slope.transpose()).norm(), 2e-14) << name;
      EXPECT_LT((slope * N).norm(), 2e-14) << name;
      EXPECT_LT((slope.transpose() * N).norm(), 2e-14) << name;
      EXPECT_LT(principal_axes(slope).moments[2], 2e-14) << name;
    }
}

TEST(SurfaceLaw, ATorusIsADiskPlusABall) {
  Generator random(706);
  const Surface torus{surface::Torus{1, 0.25}};
  const Surface sum{surface::Sum{{{surface::Disk{1, 0}}, {surface::Sphere{0.25}}}}};
  const Surface rounded{surface::RoundedDisk{1, 0.4, 0.15}};
  const Surface parts{surface::Sum{{{surface::Disk{0.85, 0.25}}, {surface::Sphere{0.15}}}}};
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 N = random_normal(random, torus);
    EXPECT_LT((touching_point(torus, N) - touching_point(sum, N)).norm(), 1e-15);
    EXPECT_LT((touching_slope(torus, N) - touching_slope(sum, N)).norm(), 8e-15);
    EXPECT_LT((touching_point(rounded, N) - touching_point(parts, N)).norm(), 1e-15);
    EXPECT_LT((touching_slope(rounded, N) - touching_slope(parts, N)).norm(), 8e-15);
  }
}

void expect_same(const Surface& a, const Surface& b, const Vec3& N, double point, double slope) {
  EXPECT_LT((touching_point(a, N) - touching_point(b, N)).norm(), point) << N.transpose();
  EXPECT_LT((touching_slope(a, N) - touching_slope(b, N)).norm(), slope) << N.transpose();
}

TEST(SurfaceLaw, AnEllipsoidIsTheSameByAxesByFormulaAndByFunction) {
  Generator random(707);
  const Surface axes{surface::Ellipsoid{{0.5, 0.9, 1.4}}};
  const Surface formula{*surface::Support::checked(of_xyz("sqrt((0.5*x)^2 + (0.9*y)^2 + (1.4*z)^2)"))};
  const Surface function{surface::Support::of([](const auto& x, const auto& y, const auto& z) {
    return sqrt(0.25 * (x * x) + 0.81 * (y * y) + 1.96 * (z * z));
  })};
  // The same body by a function that is another one off the unit sphere.
  const Surface squared{surface::Support::of([](const auto& x, const auto& y, const auto& z) {
    return (0.25 * (x * x) + 0.81 * (y * y) + 1.96 * (z * z)) / sqrt(0.25 * (x * x) + 0.81 * (y * y) + 1.96 * (z * z));
  })};
  EXPECT_EQ(std::get<surface::Support>(formula.shape).text(), "sqrt((0.5*x)^2 + (0.9*y)^2 + (1.4*z)^2)");
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 N = random_unit(random);
    for (const Surface& other : {formula, function, squared}) expect_same(axes, other, N, 2e-15, 4e-14);
  }
}

TEST(SurfaceLaw, ASpheroidByItsProfileIsOneUpToItsPoles) {
  Generator random(708);
  const Surface profile = spheroid_by_profile(), ellipsoid{surface::Ellipsoid{{0.7, 0.7, 1.3}}};
  std::vector<Vec3> normals{{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0}, {1e-200, 0, 1}};
  for (int trial = 0; trial < 200; ++trial) normals.push_back(random_unit(random));
  for (int k = 1; k <= 34; ++k)
    for (const double side : {-1., 1.}) {
      const double sine = std::pow(10., -0.5 * k), azimuth = uniform(random, 0, 2 * pi);
      normals.emplace_back(sine * std::cos(azimuth), sine * std::sin(azimuth), side * std::sqrt(1 - sine * sine));
    }
  for (const Vec3& N : normals) {
    // The point is a sine or cosine of a parameter that is known to rounding, the slope a quotient of third powers.
    expect_same(profile, ellipsoid, N, 3e-15, 3e-14);
    const so3::Vector3<Dual4> moving = varied(N, across(N)), V = tangent(Vec3(0.3, -0.8, 0.5), moving);
    const auto a = rolling::touch<Dual4>(profile, moving, V), b = rolling::touch<Dual4>(ellipsoid, moving, V);
    // Near the poles the difference of two nearly equal radii is divided by the sine; below 1e-8 it is left out.
    const double sine = std::hypot(N[0], N[1]), loss = sine < 1e-8 ? 4e-8 : 2e-14 / sine;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 2; ++k) {
        EXPECT_NEAR(a.point[i].tangent[k], b.point[i].tangent[k], 3e-14) << N.transpose();
        EXPECT_NEAR(a.slope[i].tangent[k], b.slope[i].tangent[k], 1e-13 + loss) << N.transpose();
      }
  }
}

// Inside a step of the form "body" N is a unit vector but for the step's error. What touches goes by the direction of N
// alone, near a pole as elsewhere: with |N| in one formula and not in the other the rate would jump where one gives way
// to the other, by more than a tight tolerance.
TEST(SurfaceLaw, AProfileIsTouchedByTheDirectionOfTheNormalAlone) {
  Generator random(709);
  for (const Surface& surface : {spheroid_by_profile(), Surface{*surface::egg(0.8, 1.1, 0.2)}})
    for (int k = 0; k <= 400; ++k) {
      const double tilt = k * (pi / 400), azimuth = uniform(random, 0, 2 * pi);
      const Vec3 N(std::sin(tilt) * std::cos(azimuth), std::sin(tilt) * std::sin(azimuth), std::cos(tilt));
      for (const double length : {0.9, 1.001}) {
        const Vec3 longer = length * N, V = N.cross(Vec3(0.3, -0.8, 0.5));
        const auto is = rolling::touch<double>(surface, longer, V), should = rolling::touch<double>(surface, N, V);
        // As of a spheroid by its profile and by its axes.
        EXPECT_LT((is.point - should.point).norm(), 3e-15) << tilt;
        EXPECT_LT((length * is.slope - should.slope).norm(), 3e-14) << tilt;
      }
    }
}

TEST(SurfaceLaw, AnEggIsBluntAtTheEndToWhichItTapersUp) {
  const double a = 0.8, c = 1.1, taper = 0.2;
  const Surface egg{*surface::egg(a, c, taper)};
  // By s = ±(π/2 − ε): ρ = a ε (1 ± taper), z = ±c (1 − ε²/2), so that the radius of curvature is a² (1 ± taper)² / c.
  for (const double side : {-1., 1.}) {
    const Vec3 N(0, 0, -side);
    EXPECT_LT((touching_point(egg, N) - Vec3(0, 0, side * c)).norm(), 1e-15);
    const double radius = a * a * (1 + side * taper) * (1 + side * taper) / c;
    EXPECT_LT((touching_slope(egg, N) + radius * Vec3(1, 1, 0).asDiagonal().toDenseMatrix()).norm(), 4e-15);
  }
  // The widest circle, where cos 2s = sin s / taper.
  double widest = 0;
  for (int i = 0; i <= 100000; ++i) {
    const double s = i * (pi / 200000);
    widest = std::fmax(widest, a * std::cos(s) * (1 + taper * std::sin(s)));
  }
  // Missed by up to half a step of 1.6e-5.
  EXPECT_NEAR(girth(egg), widest, 1e-10);
  EXPECT_GE(girth(egg), widest);
}

TEST(SurfaceLaw, TouchingAllocatesNothing) {
  Generator random(709);
  for (const auto& [name, surface] : every_surface()) {
    const Vec3 N = random_normal(random, surface);
    const so3::Vector3<Dual4> moving = varied(N, across(N));
    const long before = allocations();
    rolling::touch<double>(surface, N, across(N)[0]);
    rolling::touch<Dual4>(surface, moving, moving);
    EXPECT_EQ(allocations(), before) << name;
  }
}

TEST(SurfaceLaw, SurfacesKnowWhatTheyAreToTheEquations) {
  const auto formula = [](const char* text) { return Surface{*surface::Support::checked(of_xyz(text))}; };
  const auto sum = [](Surface a, Surface b) { return Surface{surface::Sum{{std::move(a), std::move(b)}}}; };
  const Surface ball{surface::Sphere{0.8}}, disk{surface::Disk{1.1, 0.3}}, brick{surface::Ellipsoid{{0.5, 0.9, 1.4}}};
  struct Row {
    Surface surface;
    bool turns, flat, straight;
    double girth;
  };
  const std::vector<Row> rows{
      {ball, true, false, false, 0.8},
      {brick, false, false, false, 0.9},
      {{surface::Ellipsoid{{0.5, 0.5, 1.4}}}, true, false, false, 0.5},
      {disk, true, true, true, 1.1},
      {{surface::Disk{1.1, 0}}, true, true, false, 1.1},
      {{surface::Torus{1.0, 0.25}}, true, true, false, 1.25},
      {{surface::RoundedDisk{1.0, 0.4, 0.15}}, true, true, true, 1.0},
      {{surface::RoundedDisk{1.0, 0.4, 0.4}}, true, true, false, 1.0},
      {spheroid_by_profile(), true, false, false, 0.7},
      {formula("sqrt(x^2 + y^2 + 4*z^2) + 0.3*z"), true, false, false, 1.0},
      {formula("sqrt(x^2 + 1.0001*y^2 + 4*z^2)"), false, false, false, std::sqrt(1.0001)},
      {formula("sqrt(0.25*x^2 + 0.81*y^2 + z^2)"), false, false, false, 0.9},
      {sum(disk, ball), true, true, true, 1.9},
      {sum(ball, spheroid_by_profile()), true, false, false, 1.5},
      {sum(ball, brick), false, false, false, 1.7},
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(turns_about_z(rows[i].surface), rows[i].turns) << i;
    EXPECT_EQ(has_flat_faces(rows[i].surface), rows[i].flat) << i;
    EXPECT_EQ(has_straight_side(rows[i].surface), rows[i].straight) << i;
    EXPECT_NEAR(girth(rows[i].surface), rows[i].girth, 4e-16 * 2) << i;
  }
}

TEST(SurfaceLaw, EveryShapeHasARowAmongTheKinds) {
  const auto named = [](std::string_view name) {
    for (const SurfaceKind& kind : surface_kinds())
      if (kind.name == name) return !kind.keys.empty() && !kind.about.empty();
    return false;
  };
  for (const auto& [name, surface] : every_surface())
    EXPECT_TRUE(std::visit([&](const auto& shape) { return named(shape.name); }, surface.shape)) << name;
  EXPECT_TRUE(named("cylinder"));
  EXPECT_TRUE(named("egg"));
}

}  // namespace
}  // namespace polhode
