// Linkages that close to loops, against formulations with one coordinate, written down here.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "support/scene_run.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

constexpr double g = 9.81;

std::vector<double> even_times(double end, int count) {
  std::vector<double> times;
  for (int i = 1; i <= count; ++i) times.push_back(end * i / count);
  return times;
}

/// One classical Runge–Kutta step of x' = f(x).
template <std::size_t n, class Rate>
std::array<double, n> stepped(const std::array<double, n>& x, double h, const Rate& f) {
  const auto add = [](std::array<double, n> to, double by, const std::array<double, n>& rate) {
    for (std::size_t i = 0; i < n; ++i) to[i] += by * rate[i];
    return to;
  };
  const auto k1 = f(x), k2 = f(add(x, h / 2, k1)), k3 = f(add(x, h / 2, k2)), k4 = f(add(x, h, k3));
  return add(add(add(add(x, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
}

/// The slider-crank of the scene with the crank's angle θ as its only coordinate: ψ is the angle of the rod,
/// l sin ψ = −r sin θ, and with primes for derivatives by θ
///
///   ψ' = −(r/l) cos θ / cos ψ,   ψ'' = (ψ'² − 1) tan ψ,   m(θ) θ̈ + ½ m'(θ) θ̇² + V'(θ) = 0.
struct SliderCrank {
  static constexpr double r = 0.1, l = 0.25, m1 = 0.6, m2 = 0.4, m3 = 0.5;
  static constexpr double I1 = m1 * ((r * r + 0.03 * 0.03) / 12 + r * r / 4), I2 = m2 * (l * l + 0.02 * 0.02) / 12;

  double sin_t, cos_t, s, c, turn, bend;                        ///< sin and cos of θ and ψ, ψ', ψ''
  double x_rod, z_rod, x_rod2, z_rod2, x, x_piston, x_piston2;  ///< piston's place; first and second derivatives

  explicit SliderCrank(double theta) : sin_t(std::sin(theta)), cos_t(std::cos(theta)), s(-r / l * sin_t) {
    c = std::sqrt(1 - s * s);
    turn = -r / l * cos_t / c;
    bend = s / c * (turn * turn - 1);
    const double across = s * turn, along = c * turn, across2 = c * turn * turn + s * bend,
                 along2 = c * bend - s * turn * turn;
    x_rod = -r * sin_t - l / 2 * across;
    z_rod = r * cos_t + l / 2 * along;
    x_rod2 = -r * cos_t - l / 2 * across2;
    z_rod2 = -r * sin_t + l / 2 * along2;
    x = r * cos_t + std::sqrt(l * l - r * r * sin_t * sin_t);
    x_piston = -r * sin_t - l * across;
    x_piston2 = -r * cos_t - l * across2;
  }
  double acceleration(double rate) const {
    const double m = I1 + m2 * (x_rod * x_rod + z_rod * z_rod) + I2 * turn * turn + m3 * x_piston * x_piston;
    const double half_slope = m2 * (x_rod * x_rod2 + z_rod * z_rod2) + I2 * turn * bend + m3 * x_piston * x_piston2;
    return -(half_slope * rate * rate + g * (m1 * r / 2 * cos_t + m2 * z_rod)) / m;
  }
  /// What the rod does to the piston, along and across the slide: Newton's law of the piston, and that of moments for
  /// the rod about the crank's end.
  std::array<double, 2> pin_force(double rate) const {
    const double a = acceleration(rate), square = rate * rate;
    const double along = m3 * (x_piston * a + x_piston2 * square);
    const double a_x = x_rod * a + x_rod2 * square, a_z = z_rod * a + z_rod2 * square + g;
    const double moment = I2 * (turn * a + bend * square) + m2 * l / 2 * (c * a_z - s * a_x);
    return {along, -(moment / l - s * along) / c};
  }
};

// The run is asked for 1e-13 a step. An error of the speed of that part of 20 rad/s, made once in each of some
// thousand steps, turns the crank by 3 s · 1000 · 2e-12 = 6e-9 at most if all of them add up; they do not, 1e-9.
TEST(LoopTruth, ASliderCrankMovesAsLagrangesEquationOfItsOneCoordinate) {
  const std::vector<double> times = even_times(3, 300);
  const Recording run = run_scene("slider-crank", {"run.tolerance=1e-13"}, times);
  const std::vector<double> theta = run.series("engine.q1"), rate = run.series("engine.v1"),
                            place = run.series("engine.q3"), force = run.series("pin.force");
  double angle_error = 0, place_error = 0, force_error = 0, force_scale = 0;
  std::array<double, 2> x{0, 20};
  for (const double t : times) {
    // Steps of 20 rad/s · 1e-5 s err by (2e-4)⁴ of what they do: below rounding.
    for (int i = 0; i < 1000; ++i)
      x = stepped(x, 1e-5, [](const std::array<double, 2>& now) {
        return std::array{now[1], SliderCrank(now[0]).acceleration(now[1])};
      });
    const std::size_t i = sample_at(run, t);
    ASSERT_LT(i, run.times.size());
    angle_error = std::max({angle_error, std::fabs(theta[i] - x[0]), std::fabs(rate[i] - x[1]) / 20});
    place_error = std::max(place_error, std::fabs(place[i] - SliderCrank(theta[i]).x));
    const std::array<double, 2> truth = SliderCrank(x[0]).pin_force(x[1]);
    force_error = std::max({force_error, std::fabs(force[3 * i] - truth[0]), std::fabs(force[3 * i + 2] - truth[1])});
    force_scale = std::max(force_scale, std::fabs(truth[0]));
  }
  EXPECT_GT(x[0], 5 * 2 * pi);  // it goes round
  expect_error_within(1e-9, angle_error, "slider-crank: its angle [rad], and speed of 20 rad/s", "Lagrange, one angle");
  // Samples lie between steps, where the continuation errs more than steps do.
  expect_error_within(1e-11, place_error, "slider-crank: its piston off r cos θ + √(l² − r² sin² θ) [m]",
                      "closed form");
  // Forces go with the square of the speed and the slope of the angle: some ten times the error of these.
  expect_error_within(1e-8, force_error / force_scale, "slider-crank: force in the pin, of the largest",
                      "Newton, piston and rod apart");
}

/// Bricard's ring with one coordinate s: 1 + cos θ = 2^cos s, 1 + cos φ = 2^−cos s, so that
/// (1 + cos θ)(1 + cos φ) = 1; while s grows by 4π, θ and φ go forth and back between −120° and 120°.
struct BricardRing {
  std::array<double, 5> q, turn;  ///< θ, φ, θ, φ, θ and their derivatives by s

  explicit BricardRing(double s) {
    const double sine = std::sin(s / 2), cosine = std::cos(s / 2), log2 = std::log(2.0);
    // From 1 − cos θ = 2 − 2^cos s and cos s = 1 − 2 sin² s/2, without losing digits where the angle is small.
    const auto angle = [&](double half) {
      return 2 * std::asin(std::copysign(std::sqrt(-std::expm1(-2 * half * half * log2)), half));
    };
    const double theta = angle(sine), phi = angle(cosine), by = log2 * 2 * sine * cosine;
    const double theta_s = by * (1 + std::cos(theta)) / std::sin(theta);
    const double phi_s = -by * (1 + std::cos(phi)) / std::sin(phi);
    q = {theta, phi, theta, phi, theta};
    turn = {theta_s, phi_s, theta_s, phi_s, theta_s};
  }

  /// ½ m(s) and V(s): bars one after another, each turned about the end of the last.
  struct Energies {
    double half_mass = 0, potential = 0;
  };
  Energies energies() const {
    constexpr double a = 0.2, mass = 0.3, thick = 0.03;
    const Vec3 inertia = mass / 12 * Vec3(2 * thick * thick, a * a + thick * thick, a * a + thick * thick);
    Energies sum;
    Mat3 R = Mat3::Identity();
    Vec3 end = Vec3::Zero(), end_s = Vec3::Zero(), w = Vec3::Zero();
    for (std::size_t i = 0; i < 5; ++i) {
      w += turn[i] * R.col(2);
      const double c = std::cos(q[i]), s = std::sin(q[i]);
      const Vec3 x = c * R.col(0) + s * R.col(1), y = c * R.col(1) - s * R.col(0), z = R.col(2);
      const Vec3 centre = end + a / 2 * x, centre_s = end_s + w.cross(a / 2 * x);
      const Vec3 w_bar(w.dot(x), w.dot(y), w.dot(z));
      sum.half_mass += 0.5 * (mass * centre_s.squaredNorm() + w_bar.dot(inertia.cwiseProduct(w_bar)));
      sum.potential += mass * g * centre[2];
      end += a * x;
      end_s += w.cross(a * x);
      // The next hinge is turned by ±90° about the bar.
      const double twist = i % 2 == 0 ? 1 : -1;
      R.col(0) = x;
      R.col(1) = twist * z;
      R.col(2) = -twist * y;
    }
    return sum;
  }
};

// As for the slider-crank; ring and crank have like speeds.
TEST(LoopTruth, BricardsRingTurnsAsItsEnergySays) {
  const std::vector<double> times = even_times(2, 100);
  const Recording run = run_scene("bricard", {"run.tolerance=1e-13", "run.end=2"}, times);
  const double rate = 12 / std::log(2.0);  // θ' = ln 2 where both angles are right
  std::array<double, 1> s{pi / 2};
  const BricardRing::Energies start = BricardRing(s[0]).energies();
  const double energy = start.half_mass * rate * rate + start.potential;
  double worst = 0, apart = 0;
  std::array<std::vector<double>, 5> q;
  for (std::size_t k = 0; k < 5; ++k) q[k] = run.series("ring.q" + std::to_string(k + 1));
  for (const double t : times) {
    // ½ m(s) ṡ² + V(s) = E. Steps of 20 rad/s · 2e-5 s err by (4e-4)⁴ of what they do: near rounding.
    for (int i = 0; i < 1000; ++i)
      s = stepped(s, 2e-5, [&](const std::array<double, 1>& now) {
        const BricardRing::Energies at = BricardRing(now[0]).energies();
        return std::array{std::sqrt((energy - at.potential) / at.half_mass)};
      });
    const std::size_t i = sample_at(run, t);
    ASSERT_LT(i, run.times.size());
    const BricardRing truth(s[0]);
    for (std::size_t k = 0; k < 5; ++k) worst = std::max(worst, std::fabs(q[k][i] - truth.q[k]));
    apart = std::max(apart, std::fabs((1 + std::cos(q[0][i])) * (1 + std::cos(q[1][i])) - 1));
  }
  EXPECT_GT(s[0], 2 * 4 * pi);  // it turned through itself more than twice
  expect_error_within(1e-9, worst, "Bricard's ring: angles of its hinges [rad]", "energy of one coordinate");
  expect_error_within(1e-11, apart, "Bricard's ring: (1 + cos θ)(1 + cos φ) − 1", "closed form");
}

// Five hinges of a tree, five conditions of the sixth: nothing should move. One condition follows from the others.
TEST(LoopTruth, OneOfTheFiveConditionsOfBricardsRingFollowsFromTheOthers) {
  const auto scene = load_scene("bricard", {});
  const auto built = build(scene.value());
  ASSERT_TRUE(built.ok());
  EXPECT_EQ(built->mechanism->tree().nv(), 5);
  EXPECT_EQ(built->mechanism->description().loops.at(0).kind->rows(), 5);
  for (double s = 0.05; s < 4 * pi; s += 0.1) {
    const BricardRing ring(s);
    std::vector<double> v(ring.turn.begin(), ring.turn.end());
    for (double& each : v) each *= 7;
    const MechanismReading now = built->mechanism->read(0, built->mechanism->state_of(ring.q, v));
    EXPECT_EQ(now.loop_rank, 4) << s;
    // Five angles of some 2 rad are rounded by 2e-16 each, sums of three products of each turn by 3e-16.
    EXPECT_LE(now.loop_error, 5 * (2e-16 + 3e-16)) << s;
  }
}

// Steps end on the loops to rounding; samples lie between them, where a step's continuation errs by its tolerance times
// the speed of 12 rad/s or the piston's 2 m/s. Energy takes one tolerance a step.
TEST(LoopTruth, OverconstrainedLoopsStayClosedAndKeepTheirEnergy) {
  for (const char* scene : {"slider-crank", "bricard"}) {
    const Recording run = run_scene(scene);
    EXPECT_FALSE(run.outcome.ended_early()) << scene << ": " << run.outcome.detail;
    expect_error_within(1e-9, largest(run.series("loop_error")), std::string("loop of ") + scene + " apart [m, or 1]",
                        "it is closed");
    EXPECT_LE(run.drift("energy").largest, 1e-8) << scene;
  }
}

/// A link of the four-bar linkage: a bar along x from its joint.
std::string urdf_bar(const std::string& name, double mass, double length) {
  const auto number = [](double x) { return std::to_string(x); };
  const auto moment = [&](double a, double b) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", mass / 12 * (a * a + b * b));
    return std::string(text);
  };
  return "<link name='" + name + "'><inertial><origin xyz='" + number(length / 2) + " 0 0'/><mass value='" +
         number(mass) + "'/><inertia ixx='" + moment(0.02, 0.03) + "' iyy='" + moment(length, 0.03) + "' izz='" +
         moment(length, 0.02) + "' ixy='0' ixz='0' iyz='0'/></inertial></link>";
}
std::string urdf_pin(const std::string& name, const std::string& parent, const std::string& child, const char* x) {
  return "<joint name='" + name + "' type='continuous'><parent link='" + parent + "'/><child link='" + child +
         "'/><origin xyz='" + x + " 0 0'/><axis xyz='0 1 0'/></joint>";
}

// The same linkage by other words; rounding is all that differs, and the motion is not chaotic.
TEST(LoopTruth, ALinkageThatItsRobotsFileClosesMovesAsOneThatTheSceneCloses) {
  const std::string robot = "<robot name='four-bar'><link name='ground'/>" + urdf_bar("crank", 0.4, 0.2) +
                            urdf_bar("coupler", 1, 0.5) + urdf_bar("rocker", 0.8, 0.35) +
                            urdf_pin("a", "ground", "crank", "0") + urdf_pin("b", "crank", "coupler", "0.2") +
                            urdf_pin("c", "ground", "rocker", "0.4") +
                            "<loop_joint name='pin' type='revolute'><link1 link='coupler' xyz='0.5 0 0'/><link2 "
                            "link='rocker' xyz='0.35 0 0'/>"
                            "<axis xyz='0 1 0'/></loop_joint></robot>";
  const auto no_mesh = [](const std::string&) { return Result<TriangleMesh>(Diagnostic{.message = "no meshes here"}); };
  const auto load = [&robot](const std::string& file, bool floating_base) {
    return read_urdf_robot(robot, file, {.floating_base = floating_base});
  };
  const std::string scene = R"toml(
[run]
end = 2
solver = "dop853"
tolerance = 1e-12
[world]
gravity = [0, 0, -9.81]
[[mechanism]]
name = "bars"
urdf = "four-bar.urdf"
q = [0, "-acos(0.8375)", "-acos(0.625)"]
)toml";
  const Recording ours = run_of(read_scene(scene, "typed.toml", {}, no_mesh, load));
  const Recording theirs = run_scene("four-bar", {"run.end=2", "run.tolerance=1e-12"});
  ASSERT_EQ(ours.times.size(), theirs.times.size());
  double worst = 0, force = 0;
  for (const char* name : {"bars.q1", "bars.q2", "bars.q3"}) {
    const std::vector<double> a = ours.series(name), b = theirs.series(name);
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::fabs(a[i] - b[i]));
  }
  const std::vector<double> a = ours.series("bars.pin.force"), b = theirs.series("pin.force");
  for (std::size_t i = 0; i < a.size(); ++i) force = std::max(force, std::fabs(a[i] - b[i]));
  EXPECT_LE(worst, 1e-9);
  EXPECT_LE(force, 1e-7 * largest(b));
}

}  // namespace
}  // namespace polhode
