// Tops under gravity: many-digit solutions, steady and nutating precession, sleeping, rotors, and what the pivot bears.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include <polhode/formats/scene_file.hpp>
#include <polhode/math/elliptic.hpp>
#include <polhode/polhode.hpp>
#include <polhode/scene/build.hpp>

#include "heavy_top_rows.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

constexpr double g = 9.81;

/// A body held at its origin, with moments about it.
FreeBody held_top(double mass, const Vec3& centre, const Vec3& moments) {
  const Mat3 shift = mass * (centre.squaredNorm() * Mat3::Identity() - centre * centre.transpose());
  return {.name = "top",
          .mass = {mass, centre, Mat3(moments.asDiagonal()) - shift},
          .loads = {load::Gravity{{0, 0, -g}}},
          .pivot = Pivot{}};
}

struct Solver {
  ode::Method method;
  double tolerance, step;
};

Recording run_top(const FreeBody& top, const Rotation& R_WB, const Vec3& w_B, const SimulateOptions& options) {
  return simulate(top, {.R_WB = R_WB, .w_WB_B = w_B}, options);
}

SimulateOptions to_the_last_digits(double t_end) { return {.t_end = t_end, .tolerance = 1e-13, .sample = t_end}; }

/// The largest error of attitude and rates over all rows.
double error_of(const FreeBody& body, const reference::TopCase& top, const Solver& solver) {
  const std::vector<reference::TopRow> rows = top.read();
  SimulateOptions options{.t_end = rows.back().t, .method = solver.method, .tolerance = solver.tolerance};
  options.step = solver.step;
  options.sample = options.t_end;
  for (const reference::TopRow& row : rows) options.also_at.push_back(row.t);
  const Recording run = run_top(body, rows[0].R_WB, rows[0].w_B, options);
  double worst = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VecIn x = run.state(i);
    worst = std::max({worst, rows[i].R_WB.angle_to(Rotation::from_quaternion(x[0], x[1], x[2], x[3])),
                      (rows[i].w_B - Vec3(x[4], x[5], x[6])).norm()});
  }
  return worst;
}

TEST(Tops, HeavySymmetricAndKovalevskayaTopFollowManyDigits) {
  const FreeBody heavy = held_top(0.5, {0, 0, 0.1}, reference::heavy_top_rows.moments);
  const FreeBody kovalevskaya = held_top(1, {0.25, 0, 0}, reference::kovalevskaya.moments);
  // Steps small enough that the sixth order leaves rounding.
  const std::array<Solver, 2> solvers{{{method::dop853, 1e-13, 0}, {method::splitting6, 1e-9, 1.0 / 2048}}};
  constexpr const char* digits = "solution in 140-bit arithmetic";
  for (const Solver& solver : solvers) {
    const std::string by = " by " + std::string(solver.method.name);
    // Ten times what a solver in doubles was seen to reach; rates are up to 100 rad/s in the first.
    expect_error_within(5e-11, error_of(heavy, reference::heavy_top_rows, solver),
                        "heavy symmetric top" + by + ", 2 s: attitude and rates", digits);
    expect_error_within(1e-11, error_of(kovalevskaya, reference::kovalevskaya, solver),
                        "Kovalevskaya top" + by + ", 5 s: attitude and rates", digits);
  }
}

TEST(Tops, NutationFollowsTheEllipticSine) {
  // cos θ = u₁ + (u₂ − u₁) sn²(ν t + w₀ | m), with the roots u of the cubic.
  const std::vector<reference::TopRow> rows = reference::heavy_top_rows.read();
  const FreeBody heavy = held_top(0.5, {0, 0, 0.1}, reference::heavy_top_rows.moments);
  SimulateOptions options = to_the_last_digits(2);
  options.sample = 0.01;
  const Recording run = run_top(heavy, rows[0].R_WB, rows[0].w_B, options);
  const std::vector<double> z = run.series("top.position.z");
  double worst = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double sn =
        elliptic::jacobi(5.1076239889683865 * run.times[i] - 1.7347214972358207, 1 - 0.4343076925981578).sn;
    const double cosine = 0.5089446161191477 + (0.8785313115136251 - 0.5089446161191477) * sn * sn;
    worst = std::max(worst, std::fabs(z[i] / 0.1 - cosine));
  }
  expect_error_within(5e-12, worst, "heavy symmetric top, 2 s: cos θ of its nutation", "closed form, sn²");
}

TEST(Tops, SteadyPrecessionIsARigidTurn) {
  // m g l = φ̇ (I₃ Ω₃ − I₁ φ̇ cos θ): a fast and a slow one.
  const double I1 = 0.2, I3 = 0.1, l = 0.3, theta = 0.7, spin = 40;
  const FreeBody top = held_top(1, {0, 0, l}, {I1, I1, I3});
  const double b = I3 * spin, root = std::sqrt(b * b - 4 * I1 * std::cos(theta) * g * l);
  for (const auto& [name, phi_dot] : {std::pair("fast", (b + root) / (2 * I1 * std::cos(theta))),
                                      std::pair("slow", (b - root) / (2 * I1 * std::cos(theta)))}) {
    const double psi_dot = spin - phi_dot * std::cos(theta);
    const Recording run =
        run_top(top, Rotation::about_x(theta), {0, phi_dot * std::sin(theta), spin}, to_the_last_digits(1));
    const VecIn x = run.x_end;
    const Rotation truth = Rotation::about_z(phi_dot) * Rotation::about_x(theta) * Rotation::about_z(psi_dot);
    expect_error_within(1e-11, truth.angle_to(Rotation::from_quaternion(x[0], x[1], x[2], x[3])),
                        "Lagrange's top, " + std::string(name) + " steady precession, 1 s: attitude",
                        "closed form: a turn about the vertical and a spin");
  }
}

TEST(Tops, BruelsAndCardonasTopReachesItsFigures) {
  FreeBody top{.name = "top",
               .mass = {15, {0, 1, 0}, Mat3(Vec3(0.234375, 0.46875, 0.234375).asDiagonal())},
               .loads = {load::Gravity{{0, 0, -g}}},
               .pivot = Pivot{}};
  SimulateOptions options = to_the_last_digits(2);
  options.tolerance = 1e-14;
  options.also_at = {0.2, 1};
  const Recording run = run_top(top, {}, {0, 150, -4.61538}, options);
  const auto sample = [&](double t) {
    return static_cast<std::size_t>(std::find(run.times.begin(), run.times.end(), t) - run.times.begin());
  };
  const VecIn x = run.state(sample(0.2));
  const Rotation truth =
      Rotation::from_quaternion(-0.708279152974313, 0.438781088126582, 0.545728396145418, 0.089399752824005);
  const std::vector<double> p = run.series("top.position");
  const auto position = [&](std::size_t i) { return Vec3(p[3 * i], p[3 * i + 1], p[3 * i + 2]); };
  const double path =
      std::max((position(sample(1)) - Vec3(0.173343964098386, 0.640088592070569, -0.748490791133581)).norm(),
               (position(sample(2)) - Vec3(-0.150416822745642, -0.724165591636896, -0.673022269560444)).norm());
  constexpr const char* source = "Brüls & Cardona 2010, in quadruple precision";
  // 30 and 300 rad of spin, each radian rounded a few times: 300 · 1e-16 · a few, for a lever of 1 m.
  expect_error_within(2e-13, truth.angle_to(Rotation::from_quaternion(x[0], x[1], x[2], x[3])),
                      "Brüls and Cardona's heavy top, 0.2 s: attitude", source);
  expect_error_within(5e-13, path, "Brüls and Cardona's heavy top, 2 s: centre of mass, m", source);
}

/// Tilt of the axis along a run, tip seen from above.
std::vector<double> tilts(const Recording& run, double l) {
  const std::vector<double> p = run.series("top.position");
  std::vector<double> list;
  for (std::size_t i = 0; i < run.times.size(); ++i) list.push_back(std::hypot(p[3 * i], p[3 * i + 1]) / l);
  return list;
}

TEST(Tops, SleepOnlyIfL3SquaredExceeds4MglI1) {
  // Near the vertical the tip ξ obeys I₁ ξ̈ − i L₃ ξ̇ − mgl ξ = 0. Started with ξ̇ = i L₃/(2I₁) ξ, |ξ| = δ cosh λt or
  // δ |cos Λt|, λ² = −Λ² = mgl/I₁ − (L₃/2I₁)².
  const double I1 = 0.008, I3 = 0.0012, m = 0.5, l = 0.1, tilt = 1e-5;
  const FreeBody top = held_top(m, {0, 0, l}, {I1, I1, I3});
  for (const double part : {0.98, 1.02}) {
    const double L3 = part * 2 * std::sqrt(m * g * l * I1), turn = L3 / (2 * I1);
    const double square = m * g * l / I1 - turn * turn;
    SimulateOptions options = to_the_last_digits(3);
    options.sample = 0.01;
    // ξ̇ is a turn of the tilted axis about the vertical; the spin is what is missing from L₃.
    const Vec3 w_B(-turn * std::sin(tilt), 0, L3 / I3);
    const Recording run = run_top(top, Rotation::about_y(tilt), w_B, options);
    const std::vector<double> measured = tilts(run, l);
    double worst = 0, largest = 0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const double t = run.times[i];
      const double truth =
          tilt * (square > 0 ? std::cosh(std::sqrt(square) * t) : std::fabs(std::cos(std::sqrt(-square) * t)));
      worst = std::max(worst, std::fabs(measured[i] - truth));
      largest = std::max(largest, measured[i]);
    }
    // The next terms are cubic in the tilt; 5e-12 is what solvers in doubles reach on such a top in 2 s.
    const bool sleeps = part > 1;
    expect_error_within(1e2 * std::pow(largest, 3) + 5e-11, worst,
                        std::string("top spun to ") + (sleeps ? "sleep" : "wake") + ", 3 s: tilt, rad",
                        "linear theory, L₃² against 4mglI₁");
    if (sleeps)
      EXPECT_LT(largest, 1.01 * tilt);
    else
      EXPECT_GT(largest, 5 * tilt);
  }
}

TEST(Tops, ARotorTakesTheTopsSpinUponItself) {
  // The axis of a symmetric body knows only of L₃: whether a rotor or the body itself turns makes no difference.
  const std::vector<reference::TopRow> rows = reference::heavy_top_rows.read();
  const Vec3 moments = reference::heavy_top_rows.moments, w = rows[0].w_B;
  FreeBody frame = held_top(0.5, {0, 0, 0.1}, {moments[0], moments[1], 0.0007});
  frame.rotor_B = {0, 0, moments[2] * w[2] - 0.0007 * 3};
  SimulateOptions options = to_the_last_digits(2);
  for (const reference::TopRow& row : rows) options.also_at.push_back(row.t);
  const Recording run = run_top(frame, rows[0].R_WB, {w[0], w[1], 3}, options);
  const std::vector<double> p = run.series("top.position");
  double worst = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    worst = std::max(worst, (Vec3(p[3 * i], p[3 * i + 1], p[3 * i + 2]) - rows[i].R_WB * Vec3(0, 0, 0.1)).norm());
  expect_error_within(5e-12, worst, "heavy top whose spin is a rotor's, 2 s: path of the axis, m",
                      "the same top without a rotor, in 140-bit arithmetic");
  for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 1e-10) << drift.name;
}

TEST(Tops, AFreeBodyWithARotorKeepsItsAngularMomentum) {
  const FreeBody satellite{
      .name = "top", .mass = {3, {0.1, 0, 0}, Mat3(Vec3(1, 2, 2.5).asDiagonal())}, .rotor_B = {0.5, -1, 2}};
  const Recording run = run_top(satellite, Rotation::about_x(0.4), {0.3, 1, -0.2}, to_the_last_digits(20));
  for (const Drift& drift : run.drifts) {
    EXPECT_TRUE(drift.conserved) << drift.name;
    EXPECT_LT(drift.largest, 1e-12) << drift.name;
  }
  // It is not the motion without the rotor.
  FreeBody without = satellite;
  without.rotor_B.setZero();
  const Recording other = run_top(without, Rotation::about_x(0.4), {0.3, 1, -0.2}, to_the_last_digits(20));
  EXPECT_GT(std::fabs(other.x_end[10] - run.x_end[10]), 0.1);
}

TEST(Tops, AGyroscopePrecessesAtMglOverHAndThePivotBearsIt) {
  // Steady, without spin of its frame: m g l = Ω (h + (I₃ − I₁) Ω cos θ); the centre of mass runs round a circle.
  const double m = 0.2, l = 0.06, I1 = 8e-4, I3 = 0.6e-4, theta = 1.1, rate = 0.9;
  FreeBody frame = held_top(m, {0, 0, l}, {I1, I1, I3});
  frame.rotor_B = {0, 0, m * g * l / rate - (I3 - I1) * rate * std::cos(theta)};
  SimulateOptions options = to_the_last_digits(7);
  options.sample = 0.1;
  const Recording run =
      run_top(frame, Rotation::about_x(theta), {0, rate * std::sin(theta), rate * std::cos(theta)}, options);
  const std::vector<double> q = run.series("top.quaternion"), f = run.series("top.pivot_force");
  double turned = 0, borne = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const Rotation truth = Rotation::about_z(rate * run.times[i]) * Rotation::about_x(theta);
    turned =
        std::max(turned, truth.angle_to(Rotation::from_quaternion(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3])));
    const Vec3 r = truth * Vec3(0, 0, l);
    const Vec3 force = m * (-rate * rate * Vec3(r[0], r[1], 0) + Vec3(0, 0, g));
    borne = std::max(borne, (Vec3(f[3 * i], f[3 * i + 1], f[3 * i + 2]) - force).norm());
  }
  // The rotor's momentum is known to a rounding of mgl/Ω, and nutation is as large as that: 1e-13 and more.
  expect_error_within(1e-11, turned, "gyroscope with a rotor, 7 s: attitude", "closed form of steady precession");
  expect_error_within(1e-11, borne, "gyroscope with a rotor, 7 s: force of the pivot, N", "m (a − g) on a circle");
  for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 1e-10) << drift.name;
}

TEST(Tops, TheNailOfARodBearsWhatTheSwingAsks) {
  const auto scene = load_scene("rod-about-its-end", std::vector<std::string>{"run.tolerance=1e-13"});
  ASSERT_TRUE(scene.ok()) << format(scene.diagnostics());
  auto built = build(*scene);
  ASSERT_TRUE(built.ok()) << format(built.diagnostics());
  built->options.watches[0].stop = true;
  const Recording run = simulate(*built);
  // Energy: ½ I ω² = m g l at the bottom; force m (g + ω² l) upwards.
  const double m = 0.3, l = 0.5, I = m * (l * l + 1.0 / 12 + 0.002 * 0.002 / 4), w2 = 2 * m * g * l / I;
  const std::vector<double> f = run.series("rod.pivot_force");
  const Vec3 force(f[f.size() - 3], f[f.size() - 2], f[f.size() - 1]);
  expect_error_within(1e-11, (force - Vec3(0, 0, m * (g + w2 * l))).norm(),
                      "rod let go level about its end: force of the nail at the bottom, N", "energy and m (a − g)");
  EXPECT_NEAR(force[2] / (m * g), 2.5, 1e-5);
  // A quarter of its period from 90°: √(I/mgl) K(½).
  const double quarter = std::sqrt(I / (m * g * l)) * elliptic::carlson_f(0, 0.5, 1);
  expect_error_within(1e-12, std::fabs(run.t_end - quarter), "rod let go level about its end: time to the bottom, s",
                      "complete elliptic integral");
}

TEST(Tops, TheScenesDoWhatTheySay) {
  struct Expected {
    const char* scene;
    const char* event;
    std::size_t least, most;
  };
  for (const Expected& one : {Expected{"dzhanibekov", "flip", 3, 30}, Expected{"euler-top", "round", 5, 60},
                              Expected{"lagrange-top", "round", 3, 3}, Expected{"sleeping-top", "nods", 2, 10},
                              Expected{"sleeping-top", "stands", 2, 10}, Expected{"gyroscope", "round", 5, 6},
                              Expected{"rod-about-its-end", "bottom", 6, 9}}) {
    const auto scene = load_scene(one.scene, {});
    ASSERT_TRUE(scene.ok()) << format(scene.diagnostics());
    EXPECT_FALSE(scene->title.empty() || scene->watch.empty()) << one.scene;
    const auto built = build(*scene);
    ASSERT_TRUE(built.ok()) << format(built.diagnostics());
    const Recording run = simulate(*built);
    EXPECT_FALSE(run.outcome.ended_early()) << one.scene;
    EXPECT_TRUE(run.started_on.empty()) << one.scene;
    const auto hits = static_cast<std::size_t>(std::count_if(
        run.events.begin(), run.events.end(), [&](const EventHit& hit) { return hit.name == one.event; }));
    EXPECT_GE(hits, one.least) << one.scene;
    EXPECT_LE(hits, one.most) << one.scene;
    for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 1e-9) << one.scene << " " << drift.name;
  }
}

}  // namespace
}  // namespace polhode
