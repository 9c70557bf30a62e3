// Motion in frames that turn and accelerate: against solutions of many digits, and against the same motion in inertial
// space, where there are no inertial forces.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include <polhode/polhode.hpp>

#include "dynamics/free_body/inertial_bodies.hpp"
#include "support/random_bodies.hpp"
#include "support/validation.hpp"
#include "truth/frame_rows.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

// What a separate solver in doubles reached on these, times ten.
constexpr double allowed = 10 * 4e-12;
const char* const source = "140-bit solution";

VectorOfTime formulas(const std::string& x, const std::string& y, const std::string& z) {
  const auto names = VectorFormula::names().first(1);
  return VectorOfTime(
      std::array{*Expression::compile(x, names), *Expression::compile(y, names), *Expression::compile(z, names)});
}

FramePointer frame_of(FramePath::Description description) {
  return std::make_shared<const MovingFrame>(std::vector{std::make_shared<const FramePath>(std::move(description))});
}
FramePointer turning(const Vec3& w) { return frame_of({.angular_velocity = VectorOfTime(w)}); }

MassProperties ball(double mass, double radius) { return solid::of(solid::Sphere{.mass = mass, .radius = radius}); }

/// Runs a body and compares positions and velocities with rows t; p; v, of which the first `size` numbers are given.
template <std::size_t N>
double error_against(const FreeBody& body, const FreeBodyState& start, const std::array<std::array<double, N>, 5>& rows,
                     int size) {
  SimulateOptions options{.t_end = rows.back()[0], .tolerance = 1e-13};
  for (const auto& row : rows) options.also_at.push_back(row[0]);
  const Recording run = simulate(body, start, options);
  EXPECT_FALSE(run.outcome.ended_early());
  const FreeBodies bodies({body});
  double worst = 0;
  for (const auto& row : rows) {
    const auto at = std::find(run.times.begin(), run.times.end(), row[0]) - run.times.begin();
    const FreeBodyState now = bodies.state(0, run.state(static_cast<std::size_t>(at)));
    for (int i = 0; i < size; ++i) {
      worst = std::max(worst, std::fabs(now.p_WBcm[i] - row[static_cast<std::size_t>(1 + i)]));
      worst = std::max(worst, std::fabs(now.v_WBcm[i] - row[static_cast<std::size_t>(1 + size + i)]));
    }
  }
  return worst;
}

TEST(FrameTruth, ABallDroppedFromATowerFallsEast) {
  const FramePointer earth = turning({0.0, 5.1563046020882445e-05, 5.156304602088244e-05});
  const FreeBody body = in_frame({"b", ball(2, 0.1), {load::Gravity{{0, 0, -9.81}}}}, earth);
  expect_error_within(allowed, error_against(body, {.p_WBcm = {0, 0, 100}}, reference::drop, 3),
                      "ball dropped from 100 m on the turning Earth [m, m/s]", source);
}

TEST(FrameTruth, AFastFrameIsFollowed) {
  const FreeBody body = in_frame({"b", ball(2, 0.1), {load::Gravity{{0, 0, -9.81}}}}, turning({0.3, -0.5, 1.2}));
  expect_error_within(allowed,
                      error_against(body, {.p_WBcm = {1, 2, 3}, .v_WBcm = {-1, 0.5, 2}}, reference::fast_frame, 3),
                      "throw in a frame of 1.3 rad/s [m, m/s]", source);
}

TEST(FrameTruth, FoucaultsPendulumTurnsItsPlane) {
  const double l = 67;
  const Vec3 r(3, 0, -66.93280212272605);
  const FramePointer earth = turning({0.0, 0.013159045712371451, 0.015061192381073903});
  const std::array only{InertialTerm::coriolis};
  FreeBody bob{"b", MassProperties(1, Vec3::Zero(), Mat3::Zero()), {load::Gravity{{0, 0, -9.81}}}};
  bob.form = StateForm::particle;
  bob.pivot = Pivot{.p_BoP_B = {0, 0, l}};
  bob = in_frame(bob, earth, only);
  const Rotation start = Rotation::about_y(-std::atan2(r[0], -r[2]));
  expect_error_within(allowed, error_against(bob, {.R_WB = start}, reference::foucault, 3),
                      "Foucault's pendulum, 67 m, 100 s [m, m/s]", source);
}

TEST(FrameTruth, FramesAreRightAtTimesForWhichNothingWasPrepared) {
  // w = 300 cos 300t about z turns by sin 300t; a = 300² cos 300t goes by 1 − cos 300t.
  const FramePath::Description shaken{.acceleration = formulas("9e4*cos(300*t)", "0", "0"),
                                      .angular_velocity = formulas("0", "0", "300*cos(300*t)")};
  double worst = 0;
  for (const double end : {0.0, 0.5}) {
    FramePath::Description description = shaken;
    description.end = end;
    const FramePath path(std::move(description));
    for (const double t : {0.01, 0.4, 1.0, 2.5, -0.3, -1.1}) {
      const FrameMotion now = path.at(t);
      worst = std::max(worst, now.X_NF.R.angle_to(Rotation::about_z(std::sin(300 * t))));
      worst = std::max(worst, (now.X_NF.p - Vec3(1 - std::cos(300 * t), 0, 0)).norm());
    }
  }
  // Each of some 20 000 steps rounds a velocity of 300 m/s: √20000 · 300 m/s · 1e-16 · 2.5 s = 1e-11 m.
  expect_error_within(2e-11, worst, "a frame shaken at 300 rad/s, beyond what was prepared [rad, m]", "closed form");
}

TEST(FrameTruth, ADiscThatSpinsUpThrowsBackAndOut) {
  const FramePointer disc = frame_of({.angular_velocity = formulas("0", "0", "0.7 + 0.4*t"), .end = 4});
  const FreeBody body = in_frame({"b", ball(2, 0.1)}, disc);
  expect_error_within(allowed,
                      error_against(body, {.p_WBcm = {1, 0.5, 0}, .v_WBcm = {-0.3, 0.8, 0}}, reference::spinning_up, 2),
                      "particle on a disc that spins up [m, m/s]", source);
}

TEST(FrameTruth, ABodyTumblesInAFrameThatTurnsAndAccelerates) {
  const FramePointer frame = frame_of({.acceleration = VectorOfTime(Vec3(0.5, -0.2, 0.3)),
                                       .angular_velocity = formulas("0", "0", "0.7 + 0.4*t"),
                                       .end = 2});
  FreeBody body{"b", MassProperties(1.5, Vec3::Zero(), Mat3(Vec3(0.1, 0.2, 0.25).asDiagonal()))};
  body.loads.push_back(load::InertialGravity{{0, 0, -9.81}, frame});
  body = in_frame(std::move(body), frame);
  const Rotation R =
      Rotation::from_quaternion(0.9004471023526769, 0.3045367873272808, 0.3045367873272808, 0.06090735746545616);
  const FreeBodyState start{
      .p_WBcm = {1, 0, 2}, .R_WB = R, .v_WBcm = {0.1, 0.4, 3}, .w_WB_B = R.inverse() * Vec3(0.5, 2, -1)};
  SimulateOptions options{.t_end = 2, .tolerance = 1e-13};
  for (const auto& row : reference::accelerated_body) options.also_at.push_back(row[0]);
  const Recording run = simulate(body, start, options);
  double worst = 0;
  for (const auto& row : reference::accelerated_body) {
    const auto at = std::find(run.times.begin(), run.times.end(), row[0]) - run.times.begin();
    const FreeBodyState now = FreeBodies({body}).state(0, run.state(static_cast<std::size_t>(at)));
    const Vec3 w_W = now.R_WB * now.w_WB_B;
    for (std::size_t i = 0; i < 3; ++i) {
      const int k = static_cast<int>(i);
      worst = std::max({worst, std::fabs(now.p_WBcm[k] - row[1 + i]), std::fabs(now.v_WBcm[k] - row[8 + i]),
                        std::fabs(w_W[k] - row[11 + i])});
    }
    worst = std::max(worst, now.R_WB.angle_to(Rotation::from_quaternion(row[4], row[5], row[6], row[7])));
  }
  expect_error_within(allowed, worst, "body in a turning, accelerated frame [m, m/s, rad, rad/s]", source);
}

/// Any of the ways in which a frame may move, at random.
FramePath::Description random_path(Generator& random, double end) {
  const auto number = [&](double size) { return std::to_string(uniform(random, -size, size)); };
  const auto wave = [&](double size) { return number(size) + "*sin(" + number(2) + "*t) + " + number(size); };
  FramePath::Description path{
      .start = Rotation::exp(random_vector(random, 2)), .lever = random_vector(random, 1), .end = end};
  switch (std::uniform_int_distribution<int>(0, 4)(random)) {
    case 0:
      path.angular_velocity = VectorOfTime(random_vector(random, 1.5));
      path.acceleration = VectorOfTime(random_vector(random, 2));
      break;
    case 1:
      path.angular_velocity = formulas(wave(1), wave(1), wave(1));
      path.acceleration = formulas(wave(2), wave(2), wave(2));
      path.velocity = random_vector(random, 1);
      break;
    case 2:
      path.angular_velocity = formulas(wave(1), wave(1), wave(1));
      path.position = formulas(wave(1), wave(1), wave(1));
      break;
    case 3: {
      const auto t = VectorFormula::names().first(1);
      path.turn = FramePath::Turn{random_vector(random, 1), *Expression::compile("t*(" + wave(1) + ")", t)};
      path.position = formulas(wave(1), wave(1), wave(1));
      break;
    }
    default: path.position = formulas(wave(1), "0.3*t^2", number(1));
  }
  return path;
}

/// Loads of every kind that may act in a moving frame, on a body or between two.
std::vector<Load> frame_loads(Generator& random, const FramePointer& frame) {
  std::vector<Load> loads = random_loads(random);
  loads.push_back(load::InertialGravity{random_vector(random, 5), frame});
  loads.push_back(load::Drag{.linear = 0.3, .quadratic = 0.1, .angular = 0.05});
  loads.push_back(load::Dipole{.moment_B = random_vector(random, 1), .field = Vec3(0.3, -0.2, 0.5)});
  return loads;
}

/// A wind at rest in the frame's axes.
VectorField breeze() {
  const auto of_place = [](const char* text) { return *Expression::compile(text, VectorFormula::names().first(4)); };
  return VectorField(std::array{of_place("0.3*y"), of_place("sin(t) + x/5"), of_place("-0.1*z")});
}

std::vector<InertialTerm> random_terms(Generator& random) {
  std::vector<InertialTerm> terms;
  const bool all = uniform(random, 0, 1) < 0.7;
  for (const InertialTerm term : inertial_terms)
    if (all || uniform(random, 0, 1) < 0.5) terms.push_back(term);
  return terms;
}

/// The channels of a motion that a state consists of, at its samples.
std::vector<double> seen_in(const Recording& run) {
  std::vector<double> all;
  for (const char* path : {"free.position", "free.velocity", "free.angular_velocity", "held.position", "held.velocity",
                           "held.angular_velocity", "speck.position", "speck.velocity"})
    for (const double value : run.series(path)) all.push_back(value);
  return all;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::fabs(a[i] - b[i]));
  return largest;
}

/// A free body, one on a pivot and a particle, joined by springs and by attraction, in a frame that hangs on another
/// one for every second seed; rotors turn in the bodies for every third.
struct RandomScene {
  FramePointer frame;
  std::vector<FreeBody> list;
  std::vector<FreeBodyState> start;
  std::vector<PairLoad> pairs;

  RandomScene(unsigned seed, double end) {
    Generator random(seed);
    std::vector<MovingFrame::Path> chain{std::make_shared<const FramePath>(random_path(random, end))};
    if (seed % 2 == 1) chain.push_back(std::make_shared<const FramePath>(random_path(random, end)));
    frame = std::make_shared<const MovingFrame>(chain);
    const std::vector<InertialTerm> terms = random_terms(random);
    for (const char* name : {"free", "held"}) {
      FreeBody body{name, random_mass(random), frame_loads(random, frame)};
      if (seed % 3 == 0) body.rotor_B = random_vector(random, 1);
      list.push_back(in_frame(std::move(body), frame, terms));
      start.push_back(random_state(random));
    }
    FreeBody speck{.name = "speck",
                   .mass = MassProperties(uniform(random, 0.1, 2), Vec3::Zero(), Mat3::Zero()),
                   .loads = {load::Gravity{random_vector(random, 5)}, load::Drag{.linear = 0.2, .wind = breeze()}},
                   .form = StateForm::particle};
    list.push_back(in_frame(std::move(speck), frame, terms));
    start.push_back({.p_WBcm = Vec3(8, -7, 6), .v_WBcm = random_vector(random, 1)});
    list[1].pivot = Pivot{.p_BoP_B = random_vector(random, 0.5), .p_WP = random_vector(random, 1)};
    pairs.push_back(load::Spring{.ends = {load::Spring::End{{0}, random_vector(random, 0.3)},
                                          load::Spring::End{{1}, random_vector(random, 0.3)}},
                                 .stiffness = 3,
                                 .damping = 0.2,
                                 .length = 0.5});
    pairs.push_back(load::TorsionSpring{.ends = {BodyIndex{0}, BodyIndex{1}}, .stiffness = 0.5, .damping = 0.1});
    pairs.push_back(load::MutualGravity{.ends = {BodyIndex{0}, BodyIndex{2}}, .constant = 20});
  }
};

TEST(FrameTruth, MovingFramesAndInertialSpaceTellTheSameMotion) {
  // To the tolerance of the solver: each motion is solved with a tolerance, and with one a hundred times as loose; what
  // that changes is far more than the error of the tighter one.
  const double end = 1;
  double worst = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const RandomScene scene(seed, end);
    const FreeBodies bodies(scene.list, scene.pairs);
    const System system(FreeBodySystem(bodies, {.world = scene.frame, .named = {}}));
    ASSERT_EQ(system.counterparts().size(), 1u);
    const Counterpart& other = system.counterparts()[0];
    const std::vector<double> x0 = bodies.coordinates(scene.start);
    std::vector<double> y0(static_cast<std::size_t>(other.system->state_space().nx()));
    other.there(0, x0, y0);
    const auto motion = [&](const System& which, VecIn from, double tolerance) {
      const Recording run = simulate(which, from, {.t_end = end, .tolerance = tolerance, .sample = 0.25});
      EXPECT_FALSE(run.outcome.ended_early()) << seed;
      return seen_in(run);
    };
    const std::vector<double> inside = motion(system, x0, 1e-11), outside = motion(*other.system, y0, 1e-11);
    const double solved = largest_difference(inside, motion(system, x0, 1e-9)) +
                          largest_difference(outside, motion(*other.system, y0, 1e-9));
    worst = std::max(worst, largest_difference(inside, outside) / solved);
    ASSERT_LE(worst, 1) << "seed " << seed;
    ASSERT_LE(solved, 1e-4) << "seed " << seed;
  }
  expect_error_within(1, worst, "200 random frames and bodies, from inside and from outside [tolerances]",
                      "the same motion in inertial space");
}

}  // namespace
}  // namespace polhode
