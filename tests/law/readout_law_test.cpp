// Read-outs on seeded random bodies: against sums over particles, and against the slopes of each other.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include <polhode/base/error.hpp>
#include <polhode/polhode.hpp>

#include "support/random_bodies.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

std::vector<double> read(const System& system, const std::string& channel, double t, VecIn x) {
  const Channel* found = system.find_channel(channel);
  EXPECT_NE(found, nullptr) << channel;
  if (found == nullptr) return {0, 0, 0};
  std::vector<double> values(static_cast<std::size_t>(found->size()));
  found->evaluate(t, x, values);
  return values;
}

Vec3 read_vector(const System& system, const std::string& channel, double t, VecIn x) {
  const std::vector<double> values = read(system, channel, t, x);
  return {values.at(0), values.at(1), values.at(2)};
}

/// How fast a channel changes along the motion: differences of fourth order along x ⊞ s ẋ, which has the right tangent.
/// With rates up to 7/s the truncation is 7⁵ h⁴/30 ~ 5e-12 of the value, and rounding ~ 1e-15/h = 3e-12 of it.
Vec3 slope(const System& system, const std::string& channel, double t, const std::vector<double>& x) {
  constexpr double h = 3e-4;
  const StateSpace& space = system.state_space();
  std::vector<double> v(static_cast<std::size_t>(space.nv())), y(x.size());
  system.rates().real(t, x, v);
  const auto at = [&](double s) -> Vec3 {
    std::vector<double> u = v;
    for (double& component : u) component *= s;
    space.retract<double>(x, u, y);
    const std::vector<double> values = read(system, channel, t + s, y);
    return values.size() == 1 ? Vec3(values[0], 0, 0) : Vec3(values[0], values[1], values[2]);
  };
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}
constexpr double slope_tolerance = 3e-9;  // values here reach 100

/// A mass held together of eight points, and where they are.
struct Cloud {
  std::vector<PointMass> points;
  MassProperties mass;

  explicit Cloud(Generator& random) : points(scattered(random)), mass(*point_masses(points)) {}
  static std::vector<PointMass> scattered(Generator& random) {
    std::vector<PointMass> points(8);
    for (PointMass& point : points) point = {uniform(random, 0.1, 2), random_vector(random, 1)};
    return points;
  }
};

/// A body of every kind: four state forms, two of them with rotors, one held, a particle and one on a rod; under loads,
/// in a chain of springs from the world.
struct Zoo {
  FreeBodies bodies;
  std::vector<double> x;

  static FreeBodies make(Generator& random) {
    constexpr std::array forms{StateForm::rotation, StateForm::matrix_momentum, StateForm::quaternion_momentum,
                               StateForm::matrix_velocity};
    std::vector<FreeBody> all;
    for (const StateForm form : forms) {
      all.push_back({std::string(1, static_cast<char>('a' + all.size())), random_mass(random), random_loads(random)});
      all.back().form = form;
      if (all.size() < 3) all.back().rotor_B = random_vector(random, 2);
    }
    all.push_back({"held", random_mass(random), random_loads(random), Pivot{random_vector(random, 1), {1, 2, 3}}});
    const MassProperties grain(uniform(random, 0.5, 2), Vec3::Zero(), Mat3::Zero());
    all.push_back({.name = "grain", .mass = grain, .loads = {load::Gravity{{0, 1, -9}}, load::Drag{.linear = 0.3}}});
    all.push_back(
        {.name = "bob", .mass = grain, .loads = {load::Gravity{{0, 1, -9}}}, .pivot = Pivot{{0, 0, 0.7}, {1, 0, 0}}});
    all[5].form = all[6].form = StateForm::particle;
    std::vector<PairLoad> springs;
    for (int k = 0; k < static_cast<int>(all.size()); ++k) {
      const bool turns = all[static_cast<std::size_t>(k)].form != StateForm::particle;
      const Vec3 end = turns ? random_vector(random, 0.5) : Vec3::Zero();
      springs.push_back(load::Spring{.ends = {load::Spring::End{{k - 1}, Vec3::Zero()}, load::Spring::End{{k}, end}},
                                     .stiffness = 5,
                                     .damping = 0.4,
                                     .length = 0.5});
    }
    return FreeBodies(std::move(all), std::move(springs));
  }
  explicit Zoo(Generator& random) : bodies(make(random)) {
    std::vector<FreeBodyState> states;
    for (std::size_t i = 0; i < bodies.bodies().size(); ++i) states.push_back(random_state(random));
    states.back().w_WB_B[2] = 0;  // nothing turns about a rod
    x = bodies.coordinates(states);
  }
};

/// Three clouds in motion, every point of them pushed by a force of its own.
struct Clouds {
  std::array<Cloud, 3> clouds;
  std::array<std::vector<Vec3>, 3> pushes;
  std::vector<FreeBody> list;
  std::vector<FreeBodyState> states;

  explicit Clouds(Generator& random) : clouds{Cloud(random), Cloud(random), Cloud(random)} {
    for (std::size_t b = 0; b < 3; ++b) {
      list.push_back({std::string(1, static_cast<char>('a' + b)), clouds[b].mass});
      for (const PointMass& point : clouds[b].points) {
        pushes[b].push_back(random_vector(random, 2));
        list.back().loads.push_back(load::Push{point.position, pushes[b].back(), Axes::world});
      }
      states.push_back(random_state(random));
    }
  }
};

/// What there is to read of two clouds, as sums over their sixteen points; about A, and about the axis n through it.
struct Sums {
  double M = 0, T = 0, In = 0;
  Vec3 L = Vec3::Zero(), N = Vec3::Zero(), P = Vec3::Zero(), S = Vec3::Zero(), F = Vec3::Zero();
  Mat3 I = Mat3::Zero();

  Sums(const Clouds& all, std::array<std::size_t, 2> which, const Vec3& A, const Vec3& n) {
    for (std::size_t b : which)
      for (std::size_t i = 0; i < all.clouds[b].points.size(); ++i) {
        const PointMass& point = all.clouds[b].points[i];
        const FreeBodyState& now = all.states[b];
        const Vec3 r = now.R_WB * Vec3(point.position - all.clouds[b].mass.com());
        const Vec3 v = now.v_WBcm + Vec3(now.R_WB * now.w_WB_B).cross(r), d = now.p_WBcm + r - A;
        M += point.mass;
        T += 0.5 * point.mass * v.squaredNorm();
        P += point.mass * v;
        S += point.mass * d;
        F += all.pushes[b][i];
        L += d.cross(Vec3(point.mass * v));
        N += d.cross(all.pushes[b][i]);
        I += point.mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
        In += point.mass * (d - d.dot(n) * n).squaredNorm();  // the distance from the axis
      }
  }
};

std::vector<Readout> everything_of(const std::vector<int>& two, const Vec3& A, const Vec3& n) {
  return {{.name = "L", .of = ReadoutOf::angular_momentum, .bodies = two, .about = A},
          {.name = "Ln", .of = ReadoutOf::angular_momentum, .bodies = two, .about = A, .axis = 3 * n},
          {.name = "N", .of = ReadoutOf::torque, .bodies = two, .about = A},
          {.name = "I", .of = ReadoutOf::moment_of_inertia, .bodies = two, .about = A},
          {.name = "In", .of = ReadoutOf::moment_of_inertia, .bodies = two, .about = A, .axis = 0.1 * n},
          {.name = "p", .of = ReadoutOf::position, .bodies = two},
          {.name = "v", .of = ReadoutOf::velocity, .bodies = two},
          {.name = "a", .of = ReadoutOf::acceleration, .bodies = two},
          {.name = "S", .of = ReadoutOf::areal_velocity, .bodies = two, .about = A},
          {.name = "T", .of = ReadoutOf::kinetic_energy, .bodies = two},
          {.name = "Tc", .of = ReadoutOf::kinetic_energy_of_centre, .bodies = two},
          {.name = "Tr", .of = ReadoutOf::kinetic_energy_about_centre, .bodies = two}};
}

TEST(ReadoutLaw, BodiesAreTheSumsOfTheirParticles) {
  // Everything that is read of two of three bodies. Rounding of a few hundred operations on numbers below 1000.
  const double tolerance = 1e-11;
  Generator random(201);
  for (int trial = 0; trial < 50; ++trial) {
    const Clouds clouds(random);
    const FreeBodies bodies(clouds.list);
    const std::vector<double> x = bodies.coordinates(clouds.states);
    const Vec3 A = random_vector(random, 3), n = random_vector(random, 1).normalized();
    const System system{FreeBodySystem(bodies).with(everything_of({0, 2}, A, n))};
    const Sums sums(clouds, {0, 2}, A, n);
    const auto number = [&](const char* name) { return read(system, name, 0, x)[0]; };
    const auto vector = [&](const char* name) { return read_vector(system, name, 0, x); };
    EXPECT_LT((vector("L") - sums.L).norm(), tolerance);
    EXPECT_NEAR(number("Ln"), sums.L.dot(n), tolerance);
    EXPECT_LT((vector("N") - sums.N).norm(), tolerance);
    const Mat3& I = sums.I;
    const std::array expected{I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
    const std::vector<double> six = read(system, "I", 0, x);
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(six[k], expected[k], tolerance) << k;
    EXPECT_NEAR(number("In"), sums.In, tolerance);
    EXPECT_LT((vector("p") - A - sums.S / sums.M).norm(), tolerance);
    EXPECT_LT((vector("v") - sums.P / sums.M).norm(), tolerance);
    EXPECT_LT((vector("a") - sums.F / sums.M).norm(), tolerance);
    EXPECT_LT((vector("S") - 0.5 * Vec3(sums.S / sums.M).cross(Vec3(sums.P / sums.M))).norm(), tolerance);
    const double of_centre = sums.P.squaredNorm() / (2 * sums.M);
    EXPECT_NEAR(number("T"), sums.T, tolerance);
    EXPECT_NEAR(number("Tc"), of_centre, tolerance);
    EXPECT_NEAR(number("Tr"), sums.T - of_centre, tolerance);
  }
}

TEST(ReadoutLaw, KineticEnergyIsThatOfTheCentreAndThatAboutIt) {
  Generator random(202);
  const Zoo zoo(random);
  const System system{FreeBodySystem(zoo.bodies)};
  double sum = 0;
  for (const FreeBody& body : zoo.bodies.bodies()) {
    const double T = read(system, body.name + ".kinetic_energy", 0, zoo.x)[0];
    sum += T;
    if (body.form == StateForm::particle) {
      EXPECT_EQ(system.find_channel(body.name + ".axis_point"), nullptr);
      continue;
    }
    const double v = read_vector(system, body.name + ".velocity", 0, zoo.x).norm();
    EXPECT_NEAR(read(system, body.name + ".kinetic_energy_of_centre", 0, zoo.x)[0], 0.5 * body.mass.mass() * v * v,
                1e-13 * T);
    EXPECT_NEAR(read(system, body.name + ".kinetic_energy_of_centre", 0, zoo.x)[0] +
                    read(system, body.name + ".kinetic_energy_about_centre", 0, zoo.x)[0],
                T, 1e-13 * T);
  }
  const double of = read(system, "kinetic_energy_of_centre", 0, zoo.x)[0];
  const double about = read(system, "kinetic_energy_about_centre", 0, zoo.x)[0];
  EXPECT_NEAR(of + about, sum, 1e-13 * sum);
  EXPECT_NEAR(read(system, "kinetic_energy", 0, zoo.x)[0], sum, 1e-13 * sum);
  const Vec3 P = read_vector(system, "momentum", 0, zoo.x);
  double M = 0;
  for (const FreeBody& body : zoo.bodies.bodies()) M += body.mass.mass();
  EXPECT_NEAR(of, P.squaredNorm() / (2 * M), 1e-13 * sum);
  EXPECT_LT((slope(system, "centre_of_mass", 0, zoo.x) - P / M).norm(), slope_tolerance);
}

TEST(ReadoutLaw, OfEveryPointVelocityIsTheSlopeOfPositionAndAccelerationOfVelocity) {
  Generator random(203);
  const Zoo zoo(random);
  for (int body = 0; body < static_cast<int>(zoo.bodies.bodies().size()); ++body) {
    const bool turns = zoo.bodies.bodies()[static_cast<std::size_t>(body)].form != StateForm::particle;
    std::optional<Vec3> at;
    if (turns) at = random_vector(random, 1);
    const std::vector<int> one{body};
    const System system{FreeBodySystem(zoo.bodies)
                            .with({{.name = "p", .of = ReadoutOf::position, .bodies = one, .at = at},
                                   {.name = "v", .of = ReadoutOf::velocity, .bodies = one, .at = at},
                                   {.name = "a", .of = ReadoutOf::acceleration, .bodies = one, .at = at}})};
    EXPECT_LT((slope(system, "p", 0.3, zoo.x) - read_vector(system, "v", 0.3, zoo.x)).norm(), slope_tolerance) << body;
    EXPECT_LT((slope(system, "v", 0.3, zoo.x) - read_vector(system, "a", 0.3, zoo.x)).norm(), slope_tolerance) << body;
  }
}

TEST(ReadoutLaw, AngularMomentumChangesByTheTorqueAboutFixedAndMovingPoints) {
  // dL/dt = τ − v_A × P about any point A; v_A vanishes for a point of the world, v_A × P for the centre of mass.
  Generator random(204);
  const Zoo zoo(random);
  const std::vector<std::vector<int>> groups{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {0, 3, 5}, {}};
  for (const std::vector<int>& which : groups) {
    const Vec3 q = random_vector(random, 1), A = random_vector(random, 2);
    const auto pair = [&](const std::string& suffix, const auto& about) {
      return std::array{
          Readout{.name = "L" + suffix, .of = ReadoutOf::angular_momentum, .bodies = which, .about = about},
          Readout{.name = "N" + suffix, .of = ReadoutOf::torque, .bodies = which, .about = about}};
    };
    std::vector<Readout> readouts{{.name = "v", .of = ReadoutOf::velocity, .bodies = {2}, .at = q},
                                  {.name = "V", .of = ReadoutOf::velocity, .bodies = which}};
    for (const auto& two : {pair("world", A), pair("centre", CommonCentre{}), pair("body", BodyPoint{{2}, q})})
      readouts.insert(readouts.end(), two.begin(), two.end());
    const System system{FreeBodySystem(zoo.bodies).with(readouts)};
    double M = 0;
    for (std::size_t b = 0; b < zoo.bodies.bodies().size(); ++b)
      if (which.empty() || std::find(which.begin(), which.end(), static_cast<int>(b)) != which.end())
        M += zoo.bodies.bodies()[b].mass.mass();
    const Vec3 v = read_vector(system, "v", 0.2, zoo.x), P = M * read_vector(system, "V", 0.2, zoo.x);
    for (const char* about : {"world", "centre", "body"}) {
      const Vec3 due = read_vector(system, "N" + std::string(about), 0.2, zoo.x) -
                       (about == std::string("body") ? Vec3(v.cross(P)) : Vec3::Zero());
      EXPECT_LT((slope(system, "L" + std::string(about), 0.2, zoo.x) - due).norm(), slope_tolerance * (1 + due.norm()))
          << about << " " << which.size();
    }
  }
}

TEST(ReadoutLaw, KineticEnergyChangesByThePowerOfEveryLoad) {
  Generator random(205);
  const Zoo zoo(random);
  const System system{FreeBodySystem(zoo.bodies)};
  for (const FreeBody& body : zoo.bodies.bodies()) {
    double power = 0;
    int loads = 0;
    for (const Channel& channel : system.channels())
      if (channel.name.starts_with(body.name + ".") && channel.name.ends_with(".power")) {
        power += read(system, channel.name, 0.4, zoo.x)[0];
        ++loads;
      }
    EXPECT_GE(loads, 2) << body.name;
    EXPECT_NEAR(slope(system, body.name + ".kinetic_energy", 0.4, zoo.x)[0], power,
                slope_tolerance * (1 + std::fabs(power)))
        << body.name;
  }
}

TEST(ReadoutLaw, PointsOfTheInstantaneousAxisSlideAlongItAndNothingElseIsSlower) {
  Generator random(206);
  const Zoo zoo(random);
  const System system{FreeBodySystem(zoo.bodies)};
  for (const char* name : {"a", "b", "c", "d", "held"}) {
    const std::string body = name;
    const auto vector = [&](const char* what) { return read_vector(system, body + what, 0, zoo.x); };
    const Vec3 w = vector(".angular_velocity"), p = vector(".position"), v = vector(".velocity");
    const Vec3 axis = vector(".axis_point");
    const double pitch = read(system, body + ".axis_pitch", 0, zoo.x)[0];
    for (const double along : {-2.0, 0.0, 3.0})
      EXPECT_LT((v + w.cross(Vec3(axis + along * w - p)) - pitch * w).norm(), 1e-13) << name;
    EXPECT_NEAR((axis - p).dot(w), 0, 1e-13) << "nearest to the centre of mass";
    EXPECT_LT(std::fabs(pitch) * w.norm(), v.norm());
  }
  // A body that is held turns about its pivot.
  const Vec3 w = read_vector(system, "held.angular_velocity", 0, zoo.x);
  EXPECT_LT((Vec3(1, 2, 3) - read_vector(system, "held.axis_point", 0, zoo.x)).cross(w).norm(), 1e-13);
  EXPECT_NEAR(read(system, "held.axis_pitch", 0, zoo.x)[0], 0, 1e-14);
}

TEST(ReadoutLaw, WhatDoesNotTurnHasNoAxis) {
  Generator random(207);
  const FreeBodies bodies({{"a", random_mass(random)}});
  const System system{FreeBodySystem(bodies)};
  const std::array<FreeBodyState, 1> start{FreeBodyState{.v_WBcm = {1, 2, 3}}};
  const std::vector<double> x = bodies.coordinates(start);
  EXPECT_TRUE(std::isnan(read_vector(system, "a.axis_point", 0, x)[0]));
  EXPECT_TRUE(std::isnan(read(system, "a.axis_pitch", 0, x)[0]));
}

TEST(ReadoutLaw, InBodyAxesTheInertiaAboutABodyPointIsConstant) {
  Generator random(208);
  for (int trial = 0; trial < 20; ++trial) {
    const MassProperties mass = random_mass(random);
    const Vec3 q = random_vector(random, 1), n = random_vector(random, 1);
    const FreeBodies bodies({{"a", mass}});
    const System system{FreeBodySystem(bodies).with(
        {{.name = "I",
          .of = ReadoutOf::moment_of_inertia,
          .bodies = {0},
          .about = BodyPoint{{0}, q},
          .axes = Axes::body},
         {.name = "In",
          .of = ReadoutOf::moment_of_inertia,
          .bodies = {0},
          .about = BodyPoint{{0}, q},
          .axis = n,
          .axes = Axes::body},
         {.name = "L", .of = ReadoutOf::angular_momentum, .bodies = {0}, .axes = Axes::body}})};
    const std::array<FreeBodyState, 1> start{random_state(random)};
    const std::vector<double> x = bodies.coordinates(start);
    const Mat3 I = mass.inertia_about(q);
    const std::array expected{I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
    const std::vector<double> six = read(system, "I", 0, x);
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(six[k], expected[k], 1e-13) << k;
    EXPECT_NEAR(read(system, "In", 0, x)[0], n.dot(I * n) / n.squaredNorm(), 1e-13);
    EXPECT_LT((read_vector(system, "L", 0, x) - mass.inertia() * start[0].w_WB_B).norm(), 1e-13);
  }
}

TEST(ReadoutLaw, UnitsAreThoseOfWhatIsRead) {
  Generator random(209);
  const System system{FreeBodySystem(FreeBodies({{"a", random_mass(random)}}))
                          .with({{.name = "N", .of = ReadoutOf::torque, .axis = Vec3(0, 0, 1)},
                                 {.name = "T", .of = ReadoutOf::kinetic_energy},
                                 {.name = "S", .of = ReadoutOf::areal_velocity}})};
  EXPECT_EQ(system.find_channel("N")->symbol(), "N m");
  EXPECT_EQ(system.find_channel("T")->symbol(), "J");
  EXPECT_EQ(system.find_channel("S")->symbol(), "m^2/s");
  EXPECT_EQ(system.find_channel("a.axis_pitch")->symbol(), "m/rad");
}

TEST(ReadoutLaw, WhatCannotBeReadIsAUsageError) {
  Generator random(210);
  const FreeBodies bodies({{"a", random_mass(random)}, {"b", random_mass(random)}});
  const auto channels = [&](Readout readout) { return FreeBodySystem(bodies).with({readout}).channels(); };
  EXPECT_THROW(channels({.name = "r", .bodies = {2}}), UsageError);
  EXPECT_THROW(channels({.name = "r", .of = ReadoutOf::torque, .about = BodyPoint{{-1}}}), UsageError);
  EXPECT_THROW(channels({.name = "r", .at = Vec3(1, 0, 0)}), UsageError);
  EXPECT_THROW(channels({.name = "r", .axes = Axes::body}), UsageError);
  EXPECT_THROW(channels({.name = "r", .of = ReadoutOf::torque, .bodies = {0}, .at = Vec3(1, 0, 0)}), UsageError);
  EXPECT_THROW(channels({.name = "r", .axis = Vec3(0, 0, 0)}), UsageError);
  EXPECT_THROW(channels({.name = "r", .of = ReadoutOf::kinetic_energy, .axis = Vec3(1, 0, 0)}), UsageError);
  EXPECT_NO_THROW(channels({.name = "r", .bodies = {1}, .at = Vec3(1, 0, 0), .axes = Axes::body}));
}

}  // namespace
}  // namespace polhode
