// The solver `exact`: against many digits, against itself, and where it must refuse.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include <polhode/formats/scene_file.hpp>
#include <polhode/polhode.hpp>
#include <polhode/scene/build.hpp>

#include "free_top_rows.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();
constexpr const char* digits = "solution in 140-bit arithmetic";

MassProperties with_moments(const Vec3& moments, double mass = 1) {
  return {mass, Vec3::Zero(), Mat3(moments.asDiagonal())};
}

SimulateOptions exactly(double t_end) {
  SimulateOptions options{.t_end = t_end, .method = method::exact};
  options.sample = t_end;
  return options;
}

struct Turning {
  Rotation R_WB;
  Vec3 w_B;
};

/// Attitude and body rates at a sample of the only body, which is free.
Turning turning(const Recording& run, std::size_t sample) {
  const VecIn x = run.state(sample);
  return {Rotation::from_quaternion(x[3], x[4], x[5], x[6]), {x[10], x[11], x[12]}};
}

std::size_t sample_at(const Recording& run, double t) {
  return static_cast<std::size_t>(std::find(run.times.begin(), run.times.end(), t) - run.times.begin());
}

double distance(const Turning& a, const Rotation& R_WB, const Vec3& w_B) {
  return std::max(a.R_WB.angle_to(R_WB), (a.w_B - w_B).norm());
}

/// The largest error of attitude and rates over all rows.
double error_of(const reference::TopCase& top) {
  const std::vector<reference::TopRow> rows = top.read();
  SimulateOptions options = exactly(rows.back().t);
  for (const reference::TopRow& row : rows) options.also_at.push_back(row.t);
  const Recording run =
      simulate({.mass = with_moments(top.moments)}, {.R_WB = rows[0].R_WB, .w_WB_B = rows[0].w_B}, options);
  EXPECT_EQ(run.statistics.steps, 1) << top.name;
  double worst = 0;
  for (const reference::TopRow& row : rows)
    worst = std::max(worst, distance(turning(run, sample_at(run, row.t)), row.R_WB, row.w_B));
  return worst;
}

TEST(ExactSolver, FollowsTheFlippingTop) {
  expect_error_within(3e-14, error_of(reference::free_top), "solver exact, asymmetric top, 20 s: attitude and rates",
                      digits);
}

TEST(ExactSolver, FollowsBodiesOfEveryDifficultKind) {
  for (const reference::TopCase& top : reference::extremes)
    // Ten times what the closed form reaches in doubles.
    expect_error_within(7e-14, error_of(top), "solver exact, " + std::string(top.name) + ", 40 s: attitude and rates",
                        digits);
}

/// What doubles allow, ε (1 + |φ| + νt): the angle φ of precession and the phase νt of the rates are products of t with
/// numbers that are rounded. Neither grows faster than the body can turn. In rates it is multiplied by their size.
double conditioning(const MassProperties& mass, const Vec3& w_B, double t) {
  return ulp * (1 + 2 * ExactMotion(mass.principal()).fastest(w_B) * t) * std::max(1.0, w_B.norm());
}

struct Published {
  const char* problem;
  const char* source;
  MassProperties mass;
  Rotation R_WB;
  Vec3 w_B;
  double t;
  std::optional<Vec4> quaternion;
  Vec3 w_B_end;
  double scale = 1;  ///< of the rates: that of the table
};

TEST(ExactSolver, ReachesPublishedFiguresToTheLastDigits) {
  constexpr const char* quad = "quadruple precision, two steps agreeing in all digits";
  const Rotation start =
      Rotation::from_quaternion(0.9393727128473789, 0.13998744369749486, 0.2799748873949897, -0.13998744369749486);
  constexpr double deg = pi / 180;
  const std::array cases{
      Published{"solver exact, flipping top after a million seconds",
                "closed form in 60 digits",
                with_moments({1, 2, 3}),
                start,
                {0.02, 2, 0.03},
                1e6,
                Vec4(-0.08623049267729151, 0.07091475322742379, 0.9304973039765137, 0.3488698427777395),
                {-0.9598060416464625, 1.7547570664963709, 0.5548356025529997}},
      Published{"solver exact, van Zon & Schofield's top, 10 s",
                quad,
                with_moments({10, 20, 26}),
                {},
                {1, 15, 1},
                10.0,
                Vec4(-0.80115547653113, 0.17783618504594, 0.45844158615951, 0.34110922853543),
                {-8.9329781478705381, 10.951523571915611, 7.1771583276718637}},
      Published{"solver exact, MuJoCo's tumbling box, 5 s",
                quad,
                solid::of(solid::Box{.mass = 1, .size = {0.2, 0.4, 0.6}}),
                {},
                {1, 2, 3},
                5.0,
                std::nullopt,
                {0.28086194081460047, -2.4322669397127981, 2.7501014800339832}},
      Published{"solver exact, NESC case 02, tumbling brick, 30 s, deg/s",
                quad,
                with_moments({0.001894220, 0.006211019, 0.007194665}),
                {},
                Vec3(10, 20, 30) * deg,
                30.0,
                Vec4(-0.88114718531042, 0.47018252776669, 0.01172825232487, 0.04868753947208),
                {12.618390775914220, -17.397474761611393, 31.119588886944344},
                1 / deg}};
  for (const Published& one : cases) {
    const Recording run = simulate({.mass = one.mass}, {.R_WB = one.R_WB, .w_WB_B = one.w_B}, exactly(one.t));
    const Turning end = turning(run, run.times.size() - 1);
    double error = (one.scale * end.w_B - one.w_B_end).norm();
    if (one.quaternion) {
      const Vec4& q = *one.quaternion;
      error = std::max(error, end.R_WB.angle_to(Rotation::from_quaternion(q[0], q[1], q[2], q[3])));
    }
    const double printed = one.quaternion ? 2e-14 : 0;  // quaternions are given to fourteen digits
    expect_error_within(printed + one.scale * conditioning(one.mass, one.w_B, one.t), error, one.problem, one.source);
  }
}

TEST(ExactSolver, SolvesTheFifthProblemOfClassBOfDetest) {
  // y₁' = y₂y₃, y₂' = −y₁y₃, y₃' = −0.51 y₁y₂ are the rates of any body with I₃ < I₁ < I₂, y_i = s_i Ω_i, where
  // s₁² = a₂a₃/0.51, s₂² = −a₁a₃/0.51, s₃² = −a₁a₂ and a₁ = (I₂ − I₃)/I₁ and so on.
  const Vec3 I(2, 2.5, 1);
  const Vec3 a((I[1] - I[2]) / I[0], (I[2] - I[0]) / I[1], (I[0] - I[1]) / I[2]);
  const Vec3 s(std::sqrt(a[1] * a[2] / 0.51), std::sqrt(-a[0] * a[2] / 0.51), std::sqrt(-a[0] * a[1]));
  const Vec3 w = Vec3(0, 1, 1).cwiseQuotient(s);
  const Recording run = simulate({.mass = with_moments(I)}, {.w_WB_B = w}, exactly(20));
  const Vec3 y = turning(run, run.times.size() - 1).w_B.cwiseProduct(s);
  const Vec3 truth(-0.93965707987292040, -0.34211777540007491, 0.74141265961999530);
  expect_error_within(conditioning(with_moments(I), w, 20), (y - truth).norm(), "solver exact, DETEST B5, t = 20",
                      "(sn, cn, dn)(20 | 0.51)");
}

TEST(ExactSolver, GravityAddsAParabolaAndTurnsNothing) {
  const FreeBody brick{.mass = solid::of(solid::Box{.mass = 2, .size = {0.3, 0.2, 0.1}}),
                       .loads = {load::Gravity{{0, 0.5, -9.81}}}};
  const FreeBodyState start{.p_WBcm = {1, 2, 3}, .v_WBcm = {4, 0, 6}, .w_WB_B = {1, 5, 0.2}};
  const Recording fall = simulate(brick, start, exactly(2));
  const Recording flight = simulate(FreeBody{.mass = brick.mass}, start, exactly(2));
  const VecIn x = fall.x_end, y = flight.x_end;
  const Vec3 p = start.p_WBcm + 2 * start.v_WBcm + 0.5 * 4 * Vec3(0, 0.5, -9.81);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(x[i], p[static_cast<int>(i)], 8 * ulp * 20);
    EXPECT_NEAR(x[7 + i], start.v_WBcm[static_cast<int>(i)] + 2 * Vec3(0, 0.5, -9.81)[static_cast<int>(i)],
                4 * ulp * 20);
    EXPECT_EQ(x[10 + i], y[10 + i]);
  }
  // The books of energy and momentum close by quadratures of the supply.
  for (const Drift& drift : fall.drifts) EXPECT_LT(drift.largest, 1e-13) << drift.name;
}

TEST(ExactSolver, HeldBodiesTurnAsFreeOnesOfTheirInertia) {
  const MassProperties mass = solid::of(solid::Box{.mass = 2, .size = {0.3, 0.2, 0.1}});
  const FreeBody weightless{.mass = mass, .pivot = Pivot{.p_BoP_B = {0.1, 0.05, 0}}};
  const FreeBody balanced{.mass = mass, .loads = {load::Gravity{{0, 0, -9.81}}}, .pivot = Pivot{.p_BoP_B = mass.com()}};
  for (const FreeBody& body : {weightless, balanced}) {
    SimulateOptions options = exactly(3);
    const Recording run = simulate(body, {.w_WB_B = {1, 5, 0.2}}, options);
    options.method = method::dop853;
    options.tolerance = 1e-13;
    const Recording solved = simulate(body, {.w_WB_B = {1, 5, 0.2}}, options);
    // What DOP853 reaches at this tolerance on free bodies.
    const double sign = run.x_end[0] * solved.x_end[0] < 0 ? -1 : 1;
    for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(run.x_end[i], (i < 4 ? sign : 1) * solved.x_end[i], 2e-11);
    // The pivot's force is integrated into the momentum: the books close to what the quadrature leaves.
    for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 1e-11) << drift.name;
  }
}

TEST(ExactSolver, FindsTheFlipsOfTheHandleAtTheirInterval) {
  const auto scene = load_scene("t-handle", std::vector<std::string>{"run.solver=exact"});
  ASSERT_TRUE(scene.ok()) << format(scene.diagnostics());
  const auto built = build(*scene);
  ASSERT_TRUE(built.ok()) << format(built.diagnostics());
  const Recording run = simulate(*built);
  ASSERT_EQ(run.events.size(), 8u);
  EXPECT_NEAR(run.events[0].t, 1.9181252, 5e-8);
  EXPECT_NEAR(run.events[1].t, 5.7543755, 5e-8);
  const FreeBody& handle = built->bodies[0];
  const double interval = ExactMotion(handle.mass.principal()).flip_interval({0.001, 8, 0});
  // Phases of some roundings, 8 rad/s and 30 s.
  double worst = 0;
  for (std::size_t i = 1; i < run.events.size(); ++i)
    worst = std::max(worst, std::fabs(run.events[i].t - run.events[i - 1].t - interval));
  expect_error_within(conditioning(handle.mass, {0.001, 8, 0}, 30), worst,
                      "solver exact, T-handle: time between flips, s", "complete elliptic integral, 2 K/ν");
  // One step a radian.
  EXPECT_LT(run.statistics.steps, 8.0 * 30 * std::sqrt(3.0));  // Ω ≤ ω √(I₂/I₁), I₂/I₁ = 2.96
}

TEST(ExactSolver, FlipsNeverWhereTheSignOfTheMiddleRateStays) {
  const auto interval = [](const Vec3& moments, const Vec3& w) {
    return ExactMotion({moments, Mat3::Identity()}).flip_interval(w);
  };
  for (const double never : {interval({4, 8, 9}, {3, 0, 4}), interval({1, 2, 3}, {0, 2, 0}),
                             interval({1, 2, 3}, {0, 0, 2}), interval({1, 1, 3}, {1, 0, 2})})
    EXPECT_TRUE(std::isinf(never));
  EXPECT_NEAR(interval({1, 2, 3}, {0.02, 2, 0.03}), 8.8612884231777280, 4 * ulp * 9);
}

TEST(ExactSolver, GoesOnFromAJump) {
  // Every time the rate about y vanishes it is given a push about z; energies grow, and no closed form spans two jumps.
  const FreeBody body{.mass = with_moments({1, 2, 3})};
  SimulateOptions options = exactly(20);
  options.watches = {{.name = "push",
                      .g = [](double, VecIn x) { return x[11]; },
                      .jump =
                          [](double, VecIn before, VecOut after) {
                            std::copy(before.begin(), before.end(), after.begin());
                            after[12] += 0.5;
                          }}};
  const FreeBodyState start{.w_WB_B = {0.3, 2, 0.1}};
  const Recording run = simulate(body, start, options);
  options.method = method::verner9;
  options.tolerance = 1e-13;
  const Recording solved = simulate(body, start, options);
  ASSERT_GE(run.events.size(), 3u);
  ASSERT_EQ(run.events.size(), solved.events.size());
  // The solver's tolerance, over some hundred steps and through as many growths by the time of a jump.
  for (std::size_t i = 0; i < run.events.size(); ++i) EXPECT_NEAR(run.events[i].t, solved.events[i].t, 1e-10);
  for (std::size_t i = 0; i < run.x_end.size(); ++i) EXPECT_NEAR(run.x_end[i], solved.x_end[i], 1e-9);
}

TEST(ExactSolver, QuaternionsMoveSteadilyHoweverLongTheStep) {
  // In one step, over a minute: the attitude turns far beyond π, and both signs of a quaternion are taken in turn.
  for (const reference::TopCase& top : reference::extremes) {
    const reference::TopRow start = top.read()[0];
    SimulateOptions options = exactly(60);
    options.sample = 1.0 / 64;
    const Recording run =
        simulate({.mass = with_moments(top.moments)}, {.R_WB = start.R_WB, .w_WB_B = start.w_B}, options);
    const std::vector<double> q = run.series("body.quaternion");
    const double fastest = ExactMotion({top.moments, Mat3::Identity()}).fastest(start.w_B);
    for (std::size_t i = 4; i < q.size(); ++i)
      ASSERT_LT(std::fabs(q[i] - q[i - 4]), 0.51 * fastest * options.sample) << top.name << " " << i;
  }
}

TEST(ExactSolver, KeepsPolynomialsAsGoodAsTheMotion) {
  const System system{FreeBodySystem(FreeBodies({{.mass = with_moments({1, 2, 3})}}))};
  ode::Problem problem = system.problem();
  problem.t1 = 20;
  problem.x0 = FreeBodies({{.mass = with_moments({1, 2, 3})}}).coordinates({{{.w_WB_B = {0.02, 2, 0.03}}}});
  ode::Options options{.method = &method::exact};
  const ode::Solution solution = ode::solve(problem, options);
  std::vector<double> x(13), u(12), truth(13);
  double worst = 0;
  for (double t = 0; t < 20; t += 0.037) {
    solution.at(t, x);
    problem.closed_form->flow(0, t, problem.x0, u);
    problem.space.retract<double>(problem.x0, u, truth);
    for (std::size_t i = 0; i < 13; ++i) worst = std::max(worst, std::fabs(x[i] - truth[i]));
  }
  // Polynomials of degree 12 over a quarter of a radian err by 0.25¹³/13!, and start from rounded states.
  EXPECT_LT(worst, 40 * ulp);
}

TEST(ExactSolver, SaysWhichLoadIsInTheWay) {
  const auto lacks = [](const FreeBody& body) {
    return ode::what_lacks(System(FreeBodySystem(FreeBodies({body}))).problem(), method::exact);
  };
  const FreeBody alone{.name = "b", .mass = solid::of(solid::Box{.mass = 2, .size = {0.3, 0.2, 0.1}})};
  EXPECT_EQ(lacks(alone), "");
  FreeBody twisted = alone, top = alone, gyroscope = alone;
  twisted.loads = {load::Torque{.torque = Vec3(0, 0, 1)}};
  EXPECT_EQ(lacks(twisted), "a torque acts on 'b', and its motion has no closed form");
  top.loads = {load::Gravity{{0, 0, -9.81}}};
  EXPECT_EQ(lacks(top), "");
  top.pivot = Pivot{.p_BoP_B = {0.1, 0, 0}};
  EXPECT_EQ(lacks(top),
            "gravity turns 'b', which is held beside its centre of mass, and its motion has no closed form here");
  gyroscope.rotor_B = {0, 0, 1};
  EXPECT_EQ(lacks(gyroscope), "a rotor acts on 'b', and its motion has no closed form");
}

}  // namespace
}  // namespace polhode
