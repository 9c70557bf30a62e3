// Laws of loads, each on seeded random bodies and states: potentials, reactions, books, lanes, derivatives.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>

#include <polhode/polhode.hpp>

#include "body/load_kernels.hpp"
#include "support/methods_for.hpp"
#include "support/random_frames.hpp"
#include "support/rate_checks.hpp"
#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

std::array<Expression, 3> formulas(const char* x, const char* y, const char* z) {
  const auto names = VectorFormula::names();
  return {*Expression::compile(x, names), *Expression::compile(y, names), *Expression::compile(z, names)};
}

const VectorField& wind() {
  static const VectorField field(formulas("2 + 0.3*z + sin(t)", "-0.5*x*y", "0.1*cos(x)"));
  return field;
}
const VectorField& magnetic_field() {
  static const VectorField field(formulas("x*z - 0.2*y", "exp(-0.1*x^2)*z", "1.5 + sin(y) - 0.5*z^2"));
  return field;
}

/// A frame that turns steadily, about an axis beside its origin.
FramePointer steady_frame(Generator& random) {
  return std::make_shared<const MovingFrame>(std::vector{std::make_shared<const FramePath>(FramePath::Description{
      .angular_velocity = VectorOfTime(random_vector(random, 2)), .lever = random_vector(random, 1)})});
}

/// A random one of every kind of load that has a potential, each away from what is singular in it.
std::vector<Load> conservative_loads(Generator& random) {
  const Vec3 centre = Vec3(6, -5, 4) + random_vector(random, 1);
  const auto axis = [&] { return Rotation::exp(random_vector(random, 2)) * Vec3(0, 0, 1); };
  return {load::Gravity{random_vector(random, 5)},
          load::CentralGravity{.mu = uniform(random, 5, 50), .p_WC = centre},
          load::CentralGravity{.mu = uniform(random, 5, 50),
                               .p_WC = centre,
                               .J2 = uniform(random, -0.3, 0.3),
                               .radius = 3,
                               .axis_W = axis(),
                               .gradient = false},
          load::Buoyancy{.density = 3, .volume = uniform(random, 0.2, 2), .g_W = random_vector(random, 5)},
          load::Buoyancy{.density = 3,
                         .volume = 4,
                         .g_W = random_vector(random, 5),
                         .p_BoQ_B = random_vector(random, 0.5),
                         .level = uniform(random, -2, 2)},
          load::Dipole{.moment_B = random_vector(random, 2), .field = Vec3(1, 2, -1)},
          load::Dipole{.moment_B = random_vector(random, 2), .field = magnetic_field()},
          load::Translation{steady_frame(random)},
          load::Centrifugal{steady_frame(random)},
          load::InertialGravity{Vec3(1, -2, 3), std::make_shared<const MovingFrame>()}};
}

std::vector<Load> driving_loads(Generator& random) {
  return {
      load::Push{random_vector(random, 0.5), VectorFormula(formulas("-x + 0.1*vy", "sin(t)*z", "-0.3*vz*abs(vz)")),
                 Axes::world},
      load::Push{random_vector(random, 0.5), VectorFormula(formulas("-vx*wz", "0.2*y", "cos(vx)")), Axes::body},
      load::Torque{VectorFormula(formulas("-0.1*wx", "0.2*sin(x)", "-0.2*wz + t")), Axes::body},
      load::Torque{VectorFormula(formulas("-0.1*wx", "0.2*vz", "-0.2*wy")), Axes::world},
      load::Drag{.linear = 0.4, .quadratic = 0.2, .angular = 0.1},
      load::Drag{.quadratic = 0.2, .angular = 0.1, .p_BoQ_B = random_vector(random, 0.5), .wind = wind()},
      load::Dipole{.moment_B = random_vector(random, 1), .field = VectorField(formulas("sin(t)*x", "1", "0.3*z*t"))}};
}

std::vector<Load> every_load(Generator& random) {
  std::vector<Load> all = conservative_loads(random);
  for (Load& load : driving_loads(random)) all.push_back(std::move(load));
  const FramePointer frame = random_frame(random);
  for (const InertialTerm term : inertial_terms) all.push_back(inertial_load(term, frame, random_vector(random, 1)));
  all.emplace_back(load::InertialGravity{random_vector(random, 5), frame});
  return all;
}

std::vector<PairLoad> every_pair(Generator& random, int a, int b) {
  const double damping = uniform(random, 0, 1);
  return {load::Spring{.ends = {load::Spring::End{{a}, random_vector(random, 0.5)},
                                load::Spring::End{{b}, random_vector(random, 0.5)}},
                       .stiffness = uniform(random, 1, 20),
                       .damping = damping,
                       .length = uniform(random, 0.1, 1)},
          load::TorsionSpring{.ends = {BodyIndex{a}, BodyIndex{b}},
                              .stiffness = uniform(random, 0.1, 2),
                              .damping = damping,
                              .R_AB_rest = Rotation::exp(random_vector(random, 2))},
          load::MutualGravity{.ends = {BodyIndex{a}, BodyIndex{b}}, .constant = uniform(random, 0.1, 1)}};
}

/// A start in which bodies are some 8 m apart, so that attractions stay finite.
std::vector<double> start_of(Generator& random, const FreeBodies& bodies) {
  std::vector<FreeBodyState> states;
  for (std::size_t i = 0; i < bodies.bodies().size(); ++i) {
    states.push_back(random_state(random));
    states.back().p_WBcm *= 0.5;
    states.back().p_WBcm += Vec3(i == 0 ? -4 : 4, i == 2 ? 7 : 0, 0);
  }
  return bodies.coordinates(states);
}

BodyMotion<double> random_motion(Generator& random, const Vec3& around) {
  const FreeBodyState state = random_state(random);
  return {around + state.p_WBcm, state.R_WB.quaternion(), state.v_WBcm, state.w_WB_B};
}

template <class Target, class Source>
Target each(const Source& from) {
  Target to;
  for (int i = 0; i < static_cast<int>(from.size()); ++i) to[i] = Dual4(from[i]);
  return to;
}

/// The motion as dual numbers whose directions are three shifts of the place, or three turns about the body's axes.
BodyMotion<Dual4> varied(const BodyMotion<double>& motion, bool turned) {
  using Three = so3::Vector3<Dual4>;
  BodyMotion<Dual4> dual{each<Three>(motion.p_WBcm), each<so3::Vector4<Dual4>>(motion.R_WB), each<Three>(motion.v_WBcm),
                         each<Three>(motion.w_WB_B)};
  for (int i = 0; i < 3; ++i) {
    if (!turned) dual.p_WBcm[i].tangent.set(i, 1);
    // d/dε of q ⊗ (1, ½ ε eᵢ).
    so3::Vector4<double> half(0, 0, 0, 0);
    half[i + 1] = 0.5;
    const so3::Vector4<double> slope = so3::product<double>(motion.R_WB, half);
    for (int k = 0; turned && k < 4; ++k) dual.R_WB[k].tangent.set(i, slope[k]);
  }
  return dual;
}

void expect_minus_gradient(const Dual4& potential, const Vec3& generalised_force, const std::string& what) {
  // Sums of some twenty products: rounding of the largest of them.
  const double size = 1 + std::abs(potential.value) + generalised_force.norm();
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(-potential.tangent[i], generalised_force[i], 1e-13 * size) << what << ", component " << i;
}

TEST(LoadLaw, ForceAndTorqueAreMinusTheGradientOfThePotential) {
  Generator random(101);
  for (int trial = 0; trial < 100; ++trial) {
    const MassProperties mass = random_mass(random);
    const BodyMotion<double> motion = random_motion(random, Vec3::Zero());
    for (const Load& load : conservative_loads(random))
      std::visit(
          [&](const auto& one) {
            if constexpr (requires { load::potential(one, 0.3, motion, mass); }) {
              Applied<double> applied;
              load::apply(one, 0.3, motion, mass, applied);
              const std::string name(one.name);
              expect_minus_gradient(load::potential(one, 0.3, varied(motion, false), mass), applied.f_W,
                                    name + "'s force");
              expect_minus_gradient(load::potential(one, 0.3, varied(motion, true), mass), applied.t_B,
                                    name + "'s torque");
            } else {
              ADD_FAILURE() << one.name << " has no potential";
            }
          },
          load);
  }
}

TEST(LoadLaw, ARotorInATurningFrameHasAPotentialOfItsAttitude) {
  // What Coriolis's term does to a body at rest in the frame is what it does to the rotor.
  Generator random(110);
  for (int trial = 0; trial < 20; ++trial) {
    const MassProperties mass = random_mass(random);
    BodyMotion<double> motion = random_motion(random, Vec3::Zero());
    motion.v_WBcm.setZero();
    motion.w_WB_B.setZero();
    const load::Coriolis term{steady_frame(random), random_vector(random, 2)};
    Applied<double> applied;
    load::apply(term, 0.3, motion, mass, applied);
    EXPECT_EQ(applied.f_W, Vec3(Vec3::Zero()));
    expect_minus_gradient(load::potential(term, 0.3, varied(motion, true), mass), applied.t_B, "the rotor's torque");
  }
}

TEST(LoadLaw, LoadsBetweenBodiesAreMinusTheGradientOfTheirPotential) {
  Generator random(102);
  for (int trial = 0; trial < 100; ++trial) {
    const std::array masses{random_mass(random), random_mass(random)};
    const std::array motions{random_motion(random, Vec3(-4, 0, 0)), random_motion(random, Vec3(4, 0, 0))};
    const std::array<PairEnd<double>, 2> ends{PairEnd<double>{motions[0], &masses[0]},
                                              PairEnd<double>{motions[1], &masses[1]}};
    for (PairLoad& load : every_pair(random, 0, 1))
      std::visit(
          [&](auto& one) {
            if constexpr (requires { one.damping; }) one.damping = 0;
            const std::array<Applied<double>, 2> applied = load::act(one, 0.3, ends);
            for (std::size_t k = 0; k < 2; ++k)
              for (const bool turned : {false, true}) {
                std::array<PairEnd<Dual4>, 2> dual{PairEnd<Dual4>{varied(motions[0], turned), &masses[0]},
                                                   PairEnd<Dual4>{varied(motions[1], turned), &masses[1]}};
                // The other end stands still.
                auto& still = dual[1 - k].motion;
                for (int i = 0; i < 3; ++i) still.p_WBcm[i] = Dual4(still.p_WBcm[i].value);
                for (int i = 0; i < 4; ++i) still.R_WB[i] = Dual4(still.R_WB[i].value);
                expect_minus_gradient(load::potential(one, 0.3, dual), turned ? applied[k].t_B : applied[k].f_W,
                                      std::string(one.name) + (turned ? "'s torque" : "'s force"));
              }
          },
          load);
  }
}

TEST(LoadLaw, WhatBodiesDoToEachOtherAddsUpToNothing) {
  Generator random(103);
  for (int trial = 0; trial < 5; ++trial) {
    FreeBodies bodies({{"a", random_mass(random)}, {"b", random_mass(random)}}, every_pair(random, 0, 1));
    const std::vector<double> x = start_of(random, bodies);
    for (int i = 0; i < 3; ++i) {
      const PairEffect effect = bodies.pair(i, 0.2, x);
      Vec3 moment = Vec3::Zero();
      for (int k = 0; k < 2; ++k) {
        const LoadEffect& on = effect.on[static_cast<std::size_t>(k)];
        moment += bodies.state(k, x).p_WBcm.cross(on.force) + on.torque;
      }
      // Rounding of moments of up to some 100 N at 6 m.
      EXPECT_LT((effect.on[0].force + effect.on[1].force).norm(), 1e-13);
      EXPECT_LT(moment.norm(), 1e-12);
      EXPECT_GT(effect.on[0].force.norm() + effect.on[0].torque.norm(), 1e-4);
    }
    const Recording run = simulate(System(FreeBodySystem(bodies)), x, {.t_end = 2, .tolerance = 1e-11});
    for (const Drift& drift : run.drifts) {
      EXPECT_EQ(drift.conserved, drift.name != "energy");
      EXPECT_LT(drift.largest, 2e-9) << drift.name;
    }
  }
}

TEST(LoadLaw, PowerThatNoPotentialAccountsForIsForceTimesVelocityPlusTheRateOfThePotential) {
  // dV/dt along the motion, by dual numbers in one direction: the velocity itself.
  Generator random(104);
  for (int trial = 0; trial < 50; ++trial) {
    const FreeBodies bodies({{"a", random_mass(random)}, {"b", random_mass(random)}}, every_pair(random, 0, 1));
    const std::vector<double> x = start_of(random, bodies);
    const double h = 1e-5;
    std::vector<double> v(24), step(24), ahead(26), behind(26);
    bodies.rate<double>(0, x, v);
    const StateSpace space = bodies.state_space();
    for (std::size_t i = 0; i < v.size(); ++i) step[i] = h * v[i];
    space.retract<double>(x, step, ahead);
    for (double& component : step) component = -component;
    space.retract<double>(x, step, behind);
    for (int i = 0; i < 3; ++i) {
      const PairEffect effect = bodies.pair(i, 0, x);
      const double rate =
          (bodies.pair(i, 0, ahead).potential_energy - bodies.pair(i, 0, behind).potential_energy) / (2 * h);
      // The error of the difference is h² times third derivatives of some 1e4.
      EXPECT_NEAR(effect.on[0].power + effect.on[1].power + rate, effect.supply, 1e-5);
    }
  }
}

TEST(LoadLaw, BooksBalanceWithEveryLoad) {
  Generator random(105);
  for (int trial = 0; trial < 5; ++trial) {
    std::vector<PairLoad> pairs = every_pair(random, 0, 1);
    for (PairLoad& pair : every_pair(random, 1, 2)) pairs.push_back(std::move(pair));
    pairs.push_back(std::get<load::TorsionSpring>(every_pair(random, -1, 2)[1]));
    const FreeBodies bodies({{"a", random_mass(random), every_load(random)},
                             {"b", random_mass(random), driving_loads(random), Pivot{{0.1, 0.2, 0}, {4, 0, 0}}},
                             {"c", random_mass(random), conservative_loads(random)}},
                            pairs);
    const Recording run =
        simulate(System(FreeBodySystem(bodies)), start_of(random, bodies), {.t_end = 1, .tolerance = 1e-12});
    ASSERT_EQ(run.outcome.ending, ode::Ending::finished);
    ASSERT_EQ(run.drifts.size(), 4u);
    // With the works as coordinates the balances are constants of the motion, so what a step adds to them does not
    // grow. A step errs by less than 1e-12 of each of 12 blocks, in which the energy is quadratic: by 2e-12 √12 of the
    // energy if blocks err independently. Some 400 steps add up to 3e-9.
    for (const Drift& drift : run.drifts) EXPECT_LT(drift.largest, 4e-9) << drift.name;
    double works = 0;
    for (const WorkDone& work : run.works) works += work.at_samples.back();
    // The same integrals, added up in another order.
    EXPECT_NEAR(works, run.drift("energy").supplied.back(), 1e-11 * (1 + std::abs(works)));
  }
}

/// One body free, one held, every load on both and between them.
FreeBodies pair_with_every_load(Generator& random) {
  return FreeBodies({{"a", random_mass(random), every_load(random)},
                     {"b", random_mass(random), every_load(random), Pivot{{0.1, 0.2, 0}, {4, 0, 0}}}},
                    every_pair(random, 0, 1));
}

TEST(LoadLaw, WithEveryLoadLanesOfAPackHaveTheBitsOfTheScalarRate) {
  Generator random(106);
  for (int trial = 0; trial < 20; ++trial) {
    const FreeBodies bodies = pair_with_every_load(random);
    expect_lanes_have_the_bits_of_the_scalar(bodies, [&] { return start_of(random, bodies); });
  }
}

TEST(LoadLaw, WithEveryLoadDualNumbersGiveTheDerivativeOfTheRate) {
  Generator random(107);
  const FreeBodies bodies = pair_with_every_load(random);
  expect_duals_differentiate_the_rate(bodies, start_of(random, bodies), 1e-6, 1e-6);
}

TEST(LoadLaw, ItemsOfABodyAddUpToItsForceAndTorque) {
  Generator random(108);
  std::vector<Load> loads = every_load(random);
  for (std::size_t i = 0; i < loads.size(); ++i)
    std::visit([&](auto& one) { one.label = "load" + std::to_string(i); }, loads[i]);
  const FreeBodies bodies({{"a", random_mass(random), loads}, {"b", random_mass(random)}}, every_pair(random, 0, 1));
  const System system{FreeBodySystem(bodies)};
  const std::vector<double> x = start_of(random, bodies);
  std::vector<std::string> items{"spring", "torsion_spring", "mutual_gravity"};
  for (std::size_t i = 0; i < loads.size(); ++i) items.push_back("load" + std::to_string(i));
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double power = 0;
  for (const std::string& item : items) {
    Vec3 value;
    system.find_channel("a." + item + ".force")->evaluate(0.1, x, {value.data(), 3});
    force += value;
    system.find_channel("a." + item + ".torque")->evaluate(0.1, x, {value.data(), 3});
    torque += value;
    double one = 0;
    system.find_channel("a." + item + ".power")->evaluate(0.1, x, {&one, 1});
    power += one;
  }
  const FreeBodyMomenta momenta = bodies.momenta(0, 0.1, x);
  const FreeBodyState now = bodies.state(0, x);
  EXPECT_LT((force - momenta.force).norm(), 1e-12 * force.norm());
  EXPECT_LT((torque - momenta.torque).norm(), 1e-12 * torque.norm());
  EXPECT_NEAR(power, momenta.force.dot(now.v_WBcm) + momenta.torque.dot(now.R_WB * now.w_WB_B), 1e-11);
}

TEST(LoadLaw, MethodsThatMoveAndPushByTurnsTakeOnlyLoadsWithoutVelocities) {
  Generator random(109);
  const auto damped = [&](const Load& load) { return FreeBodies({{"a", random_mass(random), {load}}}).damped(); };
  for (const Load& load : conservative_loads(random)) EXPECT_FALSE(damped(load)) << load_label(load);
  const std::vector<Load> driving = driving_loads(random);
  for (std::size_t i = 0; i + 1 < driving.size(); ++i) EXPECT_TRUE(damped(driving[i])) << load_label(driving[i]);
  EXPECT_FALSE(damped(driving.back()));
}

/// How often a run of that many steps of a millisecond asks for memory.
long allocations_of(ode::Problem problem, const ode::Method& method, int steps) {
  problem.t1 = 1e-3 * steps;
  ode::Options options;
  options.method = &method;
  options.step.fixed = 1e-3;
  options.output.keep = ode::Keep::samples;
  const long before = allocations();
  solve(problem, options);
  return allocations() - before;
}

TEST(LoadLaw, StepsUnderEveryLoadAllocateNothing) {
  Generator random(110);
  std::vector<FreeBody> bodies;
  for (const char* name : {"a", "b", "c"}) {
    bodies.push_back({name, random_mass(random), every_load(random)});
    bodies.back().rotor_B = random_vector(random, 0.5);
  }
  std::vector<PairLoad> pairs = every_pair(random, 0, 1);
  for (PairLoad& pair : every_pair(random, 1, 2)) pairs.push_back(std::move(pair));
  const FreeBodies model(bodies, pairs);
  const System system{FreeBodySystem(model)};
  ode::Problem problem = system.problem();
  problem.x0 = start_of(random, model);
  int tried = 0;
  for (const ode::Method& method : ode::methods_for(problem)) {
    if (method.variable_order) continue;
    EXPECT_EQ(allocations_of(problem, method, 20), allocations_of(problem, method, 60)) << method.name;
    ++tried;
  }
  EXPECT_GT(tried, 30);  // among them the four steps of the founding texts
}

}  // namespace
}  // namespace polhode
