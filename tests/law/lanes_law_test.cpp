// Copies of a body side by side have the bits that each has alone, at every step.

#include <gtest/gtest.h>

#include <bit>

#include <polhode/polhode.hpp>

#include "dynamics/free_body/lanes.hpp"
#include "ode/fixed_step.hpp"
#include "support/random_bodies.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

constexpr double step = 0.01;
constexpr int steps = 40;

std::vector<Load> constant_loads(Generator& random) {
  return {load::Gravity{random_vector(random, 5)},
          load::Push{random_vector(random, 0.5), random_vector(random, 2), Axes::body},
          load::Push{random_vector(random, 0.5), random_vector(random, 2), Axes::world},
          load::Torque{random_vector(random, 1), Axes::world}, load::Torque{random_vector(random, 1), Axes::body}};
}

/// The states after every step, by the solver that everything else is solved with.
std::vector<double> alone(const FreeBodies& one, VecIn x0) {
  const auto rate = [&one](double t, VecIn x, VecOut v) { one.rate<double>(t, x, v); };
  ode::Problem problem{.space = one.state_space(), .rate = rate, .t0 = 0, .t1 = step * steps, .events = {}};
  problem.x0.assign(x0.begin(), x0.end());
  ode::Options options;
  options.method = &ode::method::rk4;
  options.step.fixed = step;
  options.output.keep = ode::Keep::samples;
  for (int i = 1; i <= steps; ++i) options.output.times.push_back(ode::fixed_step_end(0, i, step, problem.t1));
  return ode::solve(problem, options).samples;
}

/// How many numbers of all steps of all bodies differ in any bit.
int differences(const FreeBodies& one, const std::vector<double>& starts, BodyLanes::Registers registers) {
  const std::size_t nx = BodyLanes::numbers, count = starts.size() / nx;
  std::vector<std::vector<double>> expected;
  for (std::size_t i = 0; i < count; ++i) expected.push_back(alone(one, VecIn(starts).subspan(i * nx, nx)));
  BodyLanes lanes(one, registers);
  lanes.load(starts);
  std::vector<double> x(starts.size());
  int wrong = 0;
  double t = 0;
  for (std::size_t s = 0; s < steps; ++s) {
    const double next = ode::fixed_step_end(0, static_cast<int>(s) + 1, step, step * steps), h = next - t;
    lanes.step({{h * 0.5, h * 0.5, h * 1.0}, {h * (1.0 / 6), h * (1.0 / 3), h * (1.0 / 3), h * (1.0 / 6)}});
    lanes.store(x);
    t = next;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < nx; ++k)
        wrong += std::bit_cast<std::uint64_t>(x[i * nx + k]) != std::bit_cast<std::uint64_t>(expected[i][s * nx + k]);
  }
  return wrong;
}

std::vector<BodyLanes::Registers> all_registers() {
  std::vector<BodyLanes::Registers> all{BodyLanes::Registers::two};
  if (BodyLanes::widest() == BodyLanes::Registers::four) all.push_back(BodyLanes::Registers::four);
  return all;
}

void expect_same_bits(const FreeBody& body, const std::vector<FreeBodyState>& starts) {
  const FreeBodies one({body});
  ASSERT_EQ(BodyLanes::refusal(one), "");
  std::vector<double> x;
  for (const FreeBodyState& start : starts) {
    const std::vector<double> more = one.coordinates({&start, 1});
    x.insert(x.end(), more.begin(), more.end());
  }
  for (BodyLanes::Registers registers : all_registers())
    EXPECT_EQ(differences(one, x, registers), 0) << body.name << ", " << starts.size() << " copies";
}

std::vector<FreeBodyState> random_starts(Generator& random, std::size_t count) {
  std::vector<FreeBodyState> starts;
  for (std::size_t i = 0; i < count; ++i) starts.push_back(random_state(random));
  return starts;
}

MassProperties brick() { return solid::of(solid::Box{.mass = 2, .size = {0.3, 0.2, 0.1}}); }

TEST(Lanes, HaveTheBitsOfEachBodyAloneWithAndWithoutProductsOfInertia) {
  Generator random(1);
  for (std::size_t count : {1U, 2U, 3U, 4U, 5U, 7U, 19U}) {
    expect_same_bits({"brick", brick()}, random_starts(random, count));
    expect_same_bits({"lump", random_mass(random)}, random_starts(random, count));
  }
}

TEST(Lanes, HaveThemInUniformFieldsAndUnderConstantPushesAndTorques) {
  Generator random(2);
  for (int i = 0; i < 5; ++i) {
    expect_same_bits({"falling lump", random_mass(random), {load::Gravity{random_vector(random, 5)}}},
                     random_starts(random, 6));
    expect_same_bits({"pushed brick", brick(), constant_loads(random)}, random_starts(random, 6));
    expect_same_bits({"pushed lump", random_mass(random), constant_loads(random)}, random_starts(random, 6));
  }
}

/// By 3.6° and by a radian in a step the formulas for rotations change; here lanes are on all sides of both.
TEST(Lanes, HaveThemHoweverFarBodiesTurnInAStep) {
  Generator random(3);
  for (const std::vector<Load>& loads : {std::vector<Load>{}, constant_loads(random)}) {
    std::vector<FreeBodyState> starts = random_starts(random, 9);
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i].w_WB_B *= std::array{0.0, 1.0, 3.0, 10.0, 30.0}[i % 5];
    expect_same_bits({"brick", brick(), loads}, starts);
    expect_same_bits({"lump", random_mass(random), loads}, starts);
  }
}

/// Zeros of both signs, bodies at rest, round bodies: where a sum of nothing could have another sign.
TEST(Lanes, HaveThemWhereNumbersAreZero) {
  const MassProperties ball = solid::of(solid::Sphere{.mass = 1, .radius = 0.1});
  std::vector<FreeBodyState> starts(6);
  starts[1].w_WB_B = {0, 2, 0};
  starts[2].w_WB_B = {-0.0, 2, -0.0};
  starts[3].w_WB_B = {-0.0, -0.0, -3};
  starts[4].w_WB_B = {1, -0.0, 0};
  starts[5] = {.p_WBcm = {-0.0, 0, -0.0}, .R_WB = {}, .v_WBcm = {-0.0, -0.0, 0}, .w_WB_B = {-0.0, 0, -0.0}};
  const load::Push at_centre{Vec3::Zero(), Vec3(0, 0, 1), Axes::world};
  for (const MassProperties& mass : {ball, brick()})
    for (const std::vector<Load>& loads : {std::vector<Load>{}, {load::Gravity{{0, 0, -9.81}}}, {at_centre}})
      expect_same_bits({"still", mass, loads}, starts);
}

TEST(Lanes, RefuseWhatTheyDoNotKnowAndSayIt) {
  Generator random(4);
  FreeBody body{"brick", brick(), random_loads(random)};
  EXPECT_EQ(BodyLanes::refusal(FreeBodies({body})), "its load push is not the same at all times and places");
  body.loads = {load::Drag{.linear = 1}};
  EXPECT_EQ(BodyLanes::refusal(FreeBodies({body})), "its load drag is not the same at all times and places");
  body.loads.clear();
  body.rotor_B = {0, 0, 1};
  EXPECT_EQ(BodyLanes::refusal(FreeBodies({body})), "a rotor turns inside");
  body.rotor_B.setZero();
  body.pivot = Pivot{};
  EXPECT_EQ(BodyLanes::refusal(FreeBodies({body})), "it is held at a pivot");
  body.pivot.reset();
  body.form = StateForm::quaternion_momentum;
  EXPECT_EQ(BodyLanes::refusal(FreeBodies({body})), "its state is no rotation");
}

}  // namespace
}  // namespace polhode
