// Free bodies against closed forms and against solutions known to more digits than a double holds.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <polhode/polhode.hpp>

#include "support/elliptic.hpp"
#include "support/thrown_brick.hpp"
#include "support/validation.hpp"
#include "truth/thrown_brick_reference.hpp"

namespace polhode {
namespace {

/// Both signs of a quaternion are one attitude.
double quaternion_distance(const Vec4& a, const Vec4& b) { return std::min((a - b).norm(), (a + b).norm()); }

MassProperties with_moments(double mass, const Vec3& moments) {
  return {mass, Vec3::Zero(), Mat3(moments.asDiagonal())};
}

TEST(FreeBody, AsymmetricTopFollowsTheThirtyDigitSolution) {
  // I = (1, 2, 3); columns t, quaternion w x y z, body rates. Computed with 140-bit arithmetic. A double-precision
  // DOP853 at 1e-13 reaches 2e-12; ten times that is the tolerance.
  static constexpr std::array<std::array<double, 8>, 7> reference{{
      {1.0, 0.27468274174248236, 0.1950720243672469, 0.9397011922991861, 0.058804471680177814, -0.03936909846393739,
       1.9997124978571637, 0.0358232974187804},
      {5.0, 0.18850062288441077, -0.10116784537991243, -0.41459174213741845, -0.8845034028113377, -1.9383570538931232,
       -0.4931246613410975, 1.1194534482471388},
      {9.0, 0.02129205335706309, 0.7740137257785745, -0.20135777323815301, 0.5999203679879372, -0.011898628466598506,
       -2.0000646046167145, 0.028528216204231606},
      {10.0, -0.17324605074662816, 0.9194757958355738, -0.13639799798396943, -0.3254929383553505, 0.049853733422968144,
       -1.9994785833471165, 0.039939098371597266},
      {14.0, 0.7489926529454736, -0.033206503072671006, 0.4952430565835724, 0.43890961358022956, 1.8416026082276307,
       0.7803203402252105, 1.0636102303994028},
      {18.0, -0.034462149718092236, -0.18560359671997312, -0.9762569067515993, -0.10623613858389477,
       0.004102991636099368, 2.000095789071022, 0.027789893488856108},
      {20.0, 0.9052286593304809, 0.11023239337917497, 0.3876181925243241, -0.1347665782040001, -0.2184746814573673,
       1.9881319909810067, 0.12913970011567333},
  }};
  const FreeBody top{.name = "top", .mass = with_moments(1, {1, 2, 3})};
  const FreeBodyState start{.R_WB = Rotation::from_quaternion(0.9393727128473789, 0.13998744369749486,
                                                              0.2799748873949897, -0.13998744369749486),
                            .w_WB_B = {0.02, 2.0, 0.03}};
  const Recording run = simulate(top, start, {.t_end = 20, .tolerance = 1e-13, .sample = 1});
  const std::vector<double> rates = run.series("top.angular_velocity_body");
  const std::vector<double> attitude = run.series("top.quaternion");
  double worst = 0;
  for (const auto& row : reference) {
    const auto i = static_cast<std::size_t>(row[0]);
    const Vec4 q(attitude[4 * i], attitude[4 * i + 1], attitude[4 * i + 2], attitude[4 * i + 3]);
    const Vec3 w(rates[3 * i], rates[3 * i + 1], rates[3 * i + 2]);
    worst = std::max(
        {worst, quaternion_distance(q, {row[1], row[2], row[3], row[4]}), (w - Vec3(row[5], row[6], row[7])).norm()});
  }
  expect_error_within(2e-11, worst, "free asymmetric top, 20 s: attitude and rates", "solution in 140-bit arithmetic");
  // The rates drift with the square root of the number of steps times rounding; a decade below the tolerance is plenty.
  EXPECT_LT(run.drift("energy").largest, 1e-12);
  EXPECT_LT(run.drift("angular_momentum").largest, 1e-12);
}

TEST(FreeBody, ThrownBrickFollowsTheThirtyDigitSolution) {
  // Columns t, x, quaternion, P, L, ω (world), energy.
  const FreeBody brick = thrown_brick();
  const FreeBodyState start = thrown_brick_start();
  const Recording run = simulate(brick, start, {.t_end = 2, .tolerance = 1e-13, .sample = 0.1});
  const auto x = run.series("brick.position"), q = run.series("brick.quaternion"), P = run.series("brick.momentum");
  const auto L = run.series("brick.angular_momentum"), w = run.series("brick.angular_velocity"),
             E = run.series("energy");
  const auto vec = [](const std::vector<double>& all, std::size_t i) {
    return Vec3(all[3 * i], all[3 * i + 1], all[3 * i + 2]);
  };
  double worst = 0;
  for (std::size_t k = 0; k < thrown_brick_reference.size(); ++k) {
    const auto& row = thrown_brick_reference[k];
    const std::size_t i = k + 1;
    ASSERT_NEAR(run.times[i], row[0], 1e-15);
    worst = std::max(
        {worst, (vec(x, i) - Vec3(row[1], row[2], row[3])).norm(),
         quaternion_distance({q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]}, {row[4], row[5], row[6], row[7]}),
         (vec(P, i) - Vec3(row[8], row[9], row[10])).norm(), (vec(L, i) - Vec3(row[11], row[12], row[13])).norm(),
         (vec(w, i) - Vec3(row[14], row[15], row[16])).norm()});
    // Energy is 130 J: ten times 1e-12 of it.
    EXPECT_NEAR(E[i], row[17], 1.3e-9);
  }
  expect_error_within(1e-11, worst, "brick thrown under three loads, 2 s: whole state",
                      "solution in 140-bit arithmetic");
  // The books close although three loads do work.
  EXPECT_LT(run.drift("energy").largest, 1e-12);
  EXPECT_LT(run.drift("momentum").largest, 1e-12);
  EXPECT_LT(run.drift("angular_momentum").largest, 1e-12);
}

TEST(FreeBody, NescTumblingBrickHasTheExactRatesAfterThirtySeconds) {
  // NASA/TM-2015-218675 case 2; only ratios of the moments matter. Exact values from a quad-precision run.
  const double degree = pi / 180;
  const FreeBody brick{.name = "brick", .mass = with_moments(1, {0.001894220, 0.006211019, 0.007194665})};
  const Recording run = simulate(brick, {.w_WB_B = degree * Vec3(10, 20, 30)}, {.t_end = 30, .tolerance = 1e-13});
  const auto w = run.series("brick.angular_velocity_body");
  const Vec3 end = Vec3(w[w.size() - 3], w[w.size() - 2], w[w.size() - 1]) / degree;
  const double worst = (end - Vec3(12.618390775914220, -17.397474761611393, 31.119588886944344)).cwiseAbs().maxCoeff();
  expect_error_within(1e-10, worst, "tumbling brick, NESC check case 2, 30 s: body rates, deg/s",
                      "Murri, Jackson & Shelton 2015; exact values in quadruple precision");
  const auto q = run.series("brick.quaternion");
  const Vec4 attitude(q[q.size() - 4], q[q.size() - 3], q[q.size() - 2], q[q.size() - 1]);
  expect_error_within(
      1e-12, quaternion_distance(attitude, {-0.88114718531042, 0.47018252776669, 0.01172825232487, 0.04868753947208}),
      "tumbling brick, NESC check case 2, 30 s: attitude", "exact values in quadruple precision");
}

TEST(FreeBody, THandleFlipsAtTheTimesOfTheEllipticIntegral) {
  const MassProperties bar = solid::of(solid::Cylinder{.mass = 0.20, .radius = 0.008, .length = 0.12});
  const MassProperties stem = solid::of(solid::Cylinder{.mass = 0.08, .radius = 0.008, .length = 0.06});
  const FreeBody handle{.name = "handle",
                        .mass = bar.placed({.R = Rotation::about_y(pi / 2)}) +
                                stem.placed({.R = Rotation::about_x(pi / 2), .p = {0, 0.03, 0}})};
  const Watch flip{.name = "flip", .g = [](double, VecIn x) { return x[11]; }};
  const Recording run =
      simulate(handle, {.w_WB_B = {0.001, 8, 0}}, {.t_end = 14, .tolerance = 1e-13, .watches = {flip}});
  ASSERT_EQ(run.events.size(), 4u);
  // Published to four decimals.
  EXPECT_NEAR(run.events[0].t, 1.9181, 5e-5);
  EXPECT_NEAR(run.events[1].t, 5.7544, 5e-5);
  EXPECT_NEAR(run.events[2].t, 9.5906, 5e-5);
  EXPECT_NEAR(run.events[3].t, 13.4269, 5e-5);
  // The moments about x, y, z are ordered otherwise than 1, 2, 3: sort them for the closed form.
  const Mat3& I = handle.mass.inertia();
  std::array<std::pair<double, double>, 3> sorted{{{I(0, 0), 0.001}, {I(1, 1), 8}, {I(2, 2), 0}}};
  std::sort(sorted.begin(), sorted.end());
  const double interval = flip_interval({sorted[0].first, sorted[1].first, sorted[2].first},
                                        {sorted[0].second, sorted[1].second, sorted[2].second});
  // The interval goes as ln(1/m₁)/2λ with m₁ ≈ (ω_x/ω_y)² = 1.6e-8 and λ ≈ 5/s: a relative error of 1e-13 in E or L²
  // is 6e7 times larger in m₁, and moves a flip by 1e-13 · 6e7 / 10 s.
  double worst = 0;
  for (std::size_t i = 1; i < 4; ++i)
    worst = std::max(worst, std::fabs(run.events[i].t - run.events[i - 1].t - interval));
  expect_error_within(6e-7, worst, "T-handle: time between flips, s", "elliptic integral, Landau & Lifshitz 1976, §37");
}

TEST(FreeBody, SymmetricTopPrecessesAtLOverI1) {
  // The symmetry axis turns about L with rate |L|/I₁; spin about it as seen in the body turns with (I₃ − I₁)/I₁ Ω₃.
  const Vec3 moments(2, 2, 0.7), w(0.3, 0, 5);
  const FreeBody top{.name = "top", .mass = with_moments(1, moments)};
  const double t = 7;
  const Recording run = simulate(top, {.w_WB_B = w}, {.t_end = t, .tolerance = 1e-12});
  const Vec3 L = moments.cwiseProduct(w);
  const Rotation expected =
      Rotation::about(L, L.norm() / moments[0] * t) * Rotation::about_z((1 - moments[2] / moments[0]) * w[2] * t);
  const auto q = run.series("top.quaternion");
  const Vec4 attitude(q[q.size() - 4], q[q.size() - 3], q[q.size() - 2], q[q.size() - 1]);
  expect_error_within(1e-10, quaternion_distance(attitude, expected.quaternion()), "symmetric top, 7 s: attitude",
                      "closed form: precession |L|/I₁");
}

TEST(FreeBody, SphereKeepsItsAngularVelocity) {
  const FreeBody ball{.name = "ball", .mass = solid::of(solid::Sphere{.mass = 2, .radius = 0.3})};
  const Recording run = simulate(ball, {.w_WB_B = {1, -2, 3}}, {.t_end = 5});
  const auto w = run.series("ball.angular_velocity");
  // R ω with R rounded some hundred times by 1e-16, |ω| = 3.7.
  for (std::size_t i = 0; i < w.size(); i += 3)
    EXPECT_LT((Vec3(w[i], w[i + 1], w[i + 2]) - Vec3(1, -2, 3)).norm(), 1e-13);
}

TEST(FreeBody, TwoForcesThatOnlyPushAccelerateWithoutTurning) {
  const MassProperties block = solid::of(solid::Box{.mass = 12, .size = {6, 2, 4}});
  const FreeBody body{.name = "block",
                      .mass = block,
                      .loads = {load::Push{{-3, 0, -2}, Vec3(0, 0, 1.5), Axes::world},
                                load::Push{{3, 0, -2}, Vec3(0, 0, 1.5), Axes::world}}};
  const Recording run = simulate(body, {}, {.t_end = 4});
  const auto x = run.series("block.position"), w = run.series("block.angular_velocity");
  expect_error_within(1e-13, std::fabs(x.back() - 0.5 * (2 * 1.5 / 12) * 16), "two forces that only push: path, m",
                      "founding text, example 5.3: f t²/M");
  EXPECT_EQ(Vec3(w[w.size() - 3], w[w.size() - 2], w[w.size() - 1]), Vec3::Zero());
}

TEST(FreeBody, TwoForcesThatOnlyTurnSpinUpAboutYWithTorqueSixF) {
  const double f = 1.5;
  const MassProperties block = solid::of(solid::Box{.mass = 12, .size = {6, 2, 4}});
  const FreeBody body{
      .name = "block",
      .mass = block,
      .loads = {load::Push{{-3, 0, -2}, Vec3(0, 0, f), Axes::body}, load::Push{{3, 0, 2}, Vec3(0, 0, -f), Axes::body}}};
  const Recording run = simulate(body, {}, {.t_end = 6, .tolerance = 1e-12});
  const auto x = run.series("block.position"), w = run.series("block.angular_velocity_body");
  // y is a principal axis, so ω_y = 6f t / I_yy exactly.
  expect_error_within(1e-12, std::fabs(w[w.size() - 2] - 6 * f * 6 / block.inertia()(1, 1)),
                      "two forces that only turn: spin, rad/s", "founding text, example 5.4: 6 f t/I");
  EXPECT_LT(Vec3(x[x.size() - 3], x[x.size() - 2], x[x.size() - 1]).norm(), 1e-13);
}

TEST(FreeBody, ForceOffTheCentreDoesTheMoreWorkThatTheSpinHolds) {
  const MassProperties block = solid::of(solid::Box{.mass = 5, .size = {2, 0.3, 0.3}});
  const auto end_of = [&](double arm) {
    const FreeBody body{
        .name = "block", .mass = block, .loads = {load::Push{{arm, 0, 0}, Vec3(0, 0.1, 0), Axes::world}}};
    return simulate(body, {}, {.t_end = 10, .tolerance = 1e-12});
  };
  const Recording centred = end_of(0), offset = end_of(0.5);
  const auto v0 = centred.series("block.velocity.y"), v1 = offset.series("block.velocity.y");
  EXPECT_NEAR(v0.back(), 0.1 * 10 / 5, 1e-13);
  EXPECT_NEAR(v1.back(), v0.back(), 1e-12);
  // Kinetic energies differ by the energy of rotation, and each equals the work done.
  const auto w = offset.series("block.angular_velocity_body.z");
  const double rotation = 0.5 * block.inertia()(2, 2) * w.back() * w.back();
  EXPECT_GT(rotation, 0.03);
  EXPECT_NEAR(offset.series("energy").back() - centred.series("energy").back(), rotation, 1e-11);
  expect_error_within(1e-11, std::fabs(offset.drift("energy").supplied.back() - offset.series("energy").back()),
                      "force-and-torque puzzle: work against energy, J", "founding text, example 5.5");
  EXPECT_NEAR(centred.drift("energy").supplied.back(), centred.series("energy").back(), 1e-11);
}

TEST(FreeBody, UniformFieldMakesAParabolaAndNoTorque) {
  const MassProperties block = solid::of(solid::Box{.mass = 2.5, .size = {0.4, 0.2, 0.1}});
  const FreeBodyState start{.v_WBcm = {1, 0, 6}, .w_WB_B = {1, 3, 0.5}};
  const FreeBody falling{.name = "block", .mass = block, .loads = {load::Gravity{{0, 0, -9.81}}}};
  const FreeBody floating{.name = "block", .mass = block};
  const SimulateOptions options{.t_end = 1.5, .tolerance = 1e-12};
  const Recording fall = simulate(falling, start, options), flight = simulate(floating, start, options);
  const double t = 1.5;
  const auto x = fall.series("block.position");
  EXPECT_NEAR(x[x.size() - 3], t, 1e-13);
  expect_error_within(1e-12, std::fabs(x[x.size() - 1] - (6 * t - 0.5 * 9.81 * t * t)), "uniform field: height, m",
                      "founding text, example 5.2: a parabola");
  const auto a = fall.series("block.angular_momentum"), b = flight.series("block.angular_momentum");
  for (std::size_t k = 1; k <= 3; ++k) EXPECT_NEAR(a[a.size() - k], b[b.size() - k], 1e-12);
}

TEST(FreeBody, ForceOfTimeFollowsItsIntegral) {
  // m v̇ = 2 sin 3t from rest: v = (2/3m)(1 − cos 3t).
  const std::array<std::string, 1> t_only{"t"};
  const std::array formulas{Expression::constant(0), Expression::constant(0),
                            *Expression::compile("2*sin(3*t)", t_only)};
  const FreeBody ball{.name = "ball",
                      .mass = solid::of(solid::Sphere{.mass = 0.5, .radius = 0.1}),
                      .loads = {load::Push{Vec3::Zero(), VectorOfTime(formulas), Axes::world}}};
  const Recording run = simulate(ball, {}, {.t_end = 2, .tolerance = 1e-12});
  expect_error_within(1e-11, std::fabs(run.series("ball.velocity.z").back() - 2 / (3 * 0.5) * (1 - std::cos(6.0))),
                      "force 2 sin 3t: velocity, m/s", "its integral");
}

}  // namespace
}  // namespace polhode
