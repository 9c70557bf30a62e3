// A ball in and on cylinders and spheres: closed forms, and the equations of its two angles, integrated here.
#include <gtest/gtest.h>

#include <polhode/math/elliptic.hpp>

#include "support/rolling_runs.hpp"
#include "support/validation.hpp"

namespace polhode {
namespace {

/// A uniform ball, which resists to turning as k of its mass does at its surface.
struct UniformBall {
  static constexpr double g = 9.81, k = 0.4, a = 0.03, m = 0.2;
};
RollingBody ball_on_curved(const Ground& ground) {
  constexpr UniformBall b;
  return {.name = "ball",
          .mass = b.m,
          .inertia = b.k * b.m * b.a * b.a * Mat3::Identity(),
          .surface = {surface::Sphere{b.a}},
          .ground = ground,
          .gravity = {0, 0, -b.g}};
}

/// What runs in a test by itself: classical Runge–Kutta with steps so many that its error is that of rounding.
template <int N, class Rate>
Eigen::Matrix<double, N, 1> stepped(Eigen::Matrix<double, N, 1> y, double t, const Rate& rate) {
  constexpr int steps = 10000;
  const double h = t / steps;
  for (int i = 0; i < steps; ++i) {
    const Eigen::Matrix<double, N, 1> k1 = rate(y), k2 = rate(y + 0.5 * h * k1), k3 = rate(y + 0.5 * h * k2);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(y + h * k3));
  }
  return y;
}

/// Of a ball in or on a cylinder: φ from the lowest line, x along the axis X, and w_n its spin about e, which is from
/// the axis to the ball. With l from the axis to the ball's centre and s = 1 inside, −1 outside, the ball touches at
/// s a e from its centre, and rolls if ω = w_n e + s (ẋ/a e_φ − l φ̇/a X). Under the force f of the contact
///   X·   m ẍ = m g_X + f_X                      e_φ·  m l φ̈ = −m g_⊥ sin φ + f_φ
///   ω̇·   k m a² ω̇ = s a e×f
/// and without f
///   (1 + k) ẍ = g_X − s k a φ̇ w_n,   (1 + k) l φ̈ = −g_⊥ sin φ,   ẇ_n = ω·ė = s ẋ φ̇/a.
/// Where g_X = 0 the first and the last have φ for a time: ẋ and w_n turn into one another by λ = √(k/(1 + k)) for
/// each radian of φ, however the ball swings.
struct InCylinder {
  double angle = 0, angle_rate = 0, along = 0, along_rate = 0, spin = 0;
};
using CylinderVector = Eigen::Matrix<double, 5, 1>;

class CylinderGround {
 public:
  CylinderGround(const Vec3& axis, double radius, bool inside)
      : shape_{.centre = {0.2, -0.1, 0.4}, .axis = axis.normalized(), .radius = radius, .inside = inside},
        l_(inside ? radius - b_.a : radius + b_.a),
        s_(inside ? 1 : -1) {
    const Vec3 gravity(0, 0, -b_.g);
    along_ = gravity.dot(shape_.axis);
    const Vec3 across = gravity - along_ * shape_.axis;
    across_ = across.norm();
    lowest_ = across / across_;
  }
  const ground::Cylinder& shape() const { return shape_; }
  double l() const { return l_; }
  double s() const { return s_; }

  Vec3 out(double angle) const { return std::cos(angle) * lowest_ + std::sin(angle) * shape_.axis.cross(lowest_); }
  RollingState state(const InCylinder& now) const {
    const Vec3 e = out(now.angle), round = shape_.axis.cross(e);
    RollingState state;
    state.p_WBcm = shape_.centre + now.along * shape_.axis + l_ * e;
    state.v_WBcm = now.along_rate * shape_.axis + l_ * now.angle_rate * round;
    state.w_WB_W = now.spin * e + s_ / b_.a * (now.along_rate * round - l_ * now.angle_rate * shape_.axis);
    return state;
  }
  InCylinder read(const RollingState& state) const {
    const Vec3 d = state.p_WBcm - shape_.centre, aside = shape_.axis.cross(lowest_);
    InCylinder now{.angle = std::atan2(d.dot(aside), d.dot(lowest_)), .along = d.dot(shape_.axis)};
    const Vec3 e = out(now.angle);
    now.angle_rate = state.v_WBcm.dot(shape_.axis.cross(e)) / l_;
    now.along_rate = state.v_WBcm.dot(shape_.axis);
    now.spin = state.w_WB_W.dot(e);
    return now;
  }
  /// f·n, from r̈·e = −l φ̇².
  double load(const InCylinder& now) const {
    return b_.m * s_ * (across_ * std::cos(now.angle) + l_ * now.angle_rate * now.angle_rate);
  }
  CylinderVector rate(const CylinderVector& y) const {
    CylinderVector rate;
    rate << y[1], -across_ * std::sin(y[0]) / ((1 + b_.k) * l_), y[3],
        (along_ - s_ * b_.k * b_.a * y[1] * y[4]) / (1 + b_.k), s_ * y[3] * y[1] / b_.a;
    return rate;
  }
  /// ẋ and w_n of a level cylinder where the ball has gone through `turned` since it had those of `start`.
  InCylinder turned(const InCylinder& start, double turned) const {
    const double lambda = std::sqrt(b_.k / (1 + b_.k)), c = std::cos(lambda * turned), s = std::sin(lambda * turned);
    return {.along_rate = start.along_rate * c - s_ * lambda * b_.a * start.spin * s,
            .spin = start.spin * c + s_ * start.along_rate / (lambda * b_.a) * s};
  }

 private:
  static constexpr UniformBall b_{};
  ground::Cylinder shape_;
  double l_, s_, along_ = 0, across_ = 0;
  Vec3 lowest_;
};

TEST(CurvedGround, a_ball_swings_in_a_level_cylinder_as_a_pendulum_of_seven_fifths_the_length) {
  constexpr UniformBall b;
  const CylinderGround tube({std::cos(0.7), std::sin(0.7), 0}, 0.4, true);
  const Rolling rolling(ball_on_curved({.shape = tube.shape()}));
  constexpr double small = 1e-4;
  const double period = 2 * pi * std::sqrt(7 * tube.l() / (5 * b.g));
  const Recording run =
      roll(rolling, tube.state({.angle = small}), {.t_end = period, .tolerance = 1e-12, .sample = period});
  const InCylinder end = tube.read(rolling.state(period, run.x_end));
  // Back again, but for the lengthening of the period by small²/16.
  EXPECT_NEAR(end.angle / small, 1, 1e-8);
  EXPECT_NEAR(end.angle_rate, 0, 1e-9);
}

/// φ is Jacobi's: sin φ/2 = sin φ₀/2 cd(t √(g/(1 + k) l)); what goes along the axis has φ for a time.
TEST(CurvedGround, a_ball_in_a_level_cylinder_turns_its_spin_into_speed_along_it_and_back) {
  constexpr UniformBall b;
  const CylinderGround tube({std::cos(0.7), std::sin(0.7), 0}, 0.4, true);
  const Rolling rolling(ball_on_curved({.shape = tube.shape()}));
  const InCylinder start{.angle = 1.2, .along_rate = 0.4, .spin = 7};
  const double modulus = std::sin(start.angle / 2), m1 = 1 - modulus * modulus;
  const double pace = std::sqrt(b.g / ((1 + b.k) * tube.l()));
  const double period = 4 * elliptic::carlson_f(0, m1, 1) / pace;
  const Recording run = roll(rolling, tube.state(start), {.t_end = period, .tolerance = 1e-13, .sample = period / 16});
  double angle = 0, along = 0, spin = 0, load = 0, most = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    const RollingReading reading = rolling.read(run.times[i], run.state(i));
    const InCylinder now = tube.read(reading.state);
    const auto [sn, cn, dn] = elliptic::jacobi(pace * run.times[i], m1);
    const double swung = 2 * std::asin(modulus * cn / dn);
    const InCylinder should = tube.turned(start, swung - start.angle);
    angle = std::max(angle, std::fabs(now.angle - swung));
    along = std::max(along, std::fabs(now.along_rate - should.along_rate));
    spin = std::max(spin, std::fabs(now.spin - should.spin) * b.a);
    const double swing = -2 * modulus * m1 * sn / (dn * dn) * pace / std::cos(swung / 2);
    load = std::max(load, std::fabs(reading.normal_force - tube.load({.angle = swung, .angle_rate = swing})));
    most = std::max(most, std::fabs(should.spin - start.spin) * b.a);
  }
  EXPECT_GT(most, 0.1) << "spin and speed have to do with one another";
  // The tolerance over some twenty steps, of speeds up to 2 m/s and a load up to 5 N.
  const std::string what = "ball in a level cylinder: ";
  expect_error_within(1e-11, angle, what + "angle", "closed form");
  expect_error_within(1e-11, along, what + "speed along it [m/s]", "closed form");
  expect_error_within(1e-11, spin, what + "spin by its radius [m/s]", "closed form");
  expect_error_within(1e-10, load, what + "load [N]", "closed form");
}

/// On the lowest line nothing couples: 5/7 of what gravity has along it, and the spin stays.
TEST(CurvedGround, a_ball_goes_straight_down_the_lowest_line_of_a_tilted_cylinder) {
  constexpr UniformBall b;
  constexpr double slope = 0.3;
  const CylinderGround tube({-std::cos(slope), 0, std::sin(slope)}, 0.4, true);
  const Rolling rolling(ball_on_curved({.shape = tube.shape()}));
  const Recording run = roll(rolling, tube.state({.along_rate = 1, .spin = 30}), {.t_end = 1, .tolerance = 1e-12});
  const InCylinder end = tube.read(rolling.state(1, run.x_end));
  EXPECT_NEAR(end.along, 1 - 0.5 * 5 * b.g * std::sin(slope) / 7, 1e-11);
  EXPECT_NEAR(end.along_rate, 1 - 5 * b.g * std::sin(slope) / 7, 1e-11);
  EXPECT_NEAR(end.spin, 30, 1e-9);
  // 1 m/s of ℓφ̇ is what 30 rad/s would make if they did.
  EXPECT_NEAR(end.angle, 0, 1e-10);
}

TEST(CurvedGround, a_ball_in_and_on_tilted_cylinders_follows_the_equations_of_its_two_angles) {
  constexpr UniformBall b;
  struct Case {
    Vec3 axis;
    bool inside;
    InCylinder start;
    double t_end;
  };
  for (const Case& one : {Case{{0.3, 1, 0.4}, true, {1.1, -2, 0.1, 0.6, 12}, 1.5},
                          Case{{-0.2, 0.5, -0.9}, true, {-0.8, 9, 0, -1, -20}, 1.5},
                          Case{{1, 0.5, 0}, false, {pi - 0.4, 0.1, 0.3, 0.5, -15}, 0.25},
                          Case{{0.3, 1, 0.4}, false, {0.3 - pi, -0.2, -0.1, 0.4, 25}, 0.25}}) {
    const CylinderGround tube(one.axis, 0.3, one.inside);
    const Rolling rolling(ball_on_curved({.shape = tube.shape()}));
    const Recording run =
        roll(rolling, tube.state(one.start), {.t_end = one.t_end, .tolerance = 1e-13, .sample = one.t_end});
    const RollingReading reading = rolling.read(one.t_end, run.x_end);
    CylinderVector y;
    y << one.start.angle, one.start.angle_rate, one.start.along, one.start.along_rate, one.start.spin;
    y = stepped(y, one.t_end, [&](const CylinderVector& at) { return tube.rate(at); });
    const InCylinder own{y[0], y[1], y[2], y[3], y[4]};
    const RollingState should = tube.state(own);
    const std::string what = std::string("ball ") + (one.inside ? "in" : "on") + " a cylinder, axis " +
                             std::to_string(one.axis.z()) + (one.start.spin < 0 ? ", left" : ", right");
    // The tolerance over some fifty steps; the angular velocity is a speed by the radius of the ball.
    const char* source = "independent equations";
    expect_error_within(2e-11, (reading.state.p_WBcm - should.p_WBcm).norm(), what + ": place [m]", source);
    expect_error_within(2e-11, (reading.state.v_WBcm - should.v_WBcm).norm(), what + ": velocity [m/s]", source);
    expect_error_within(2e-11 / b.a, (reading.state.w_WB_W - should.w_WB_W).norm(), what + ": angular velocity [rad/s]",
                        source);
    expect_error_within(1e-10, std::fabs(reading.normal_force - tube.load(own)), what + ": load [N]", source);
  }
}

/// From rest at the top: (1 + k) v²/2 = g l (1 − cos θ), and there v² = g l cos θ. What goes along has no part in it.
TEST(CurvedGround, a_ball_leaves_the_outside_of_a_level_cylinder_at_ten_seventeenths) {
  constexpr UniformBall b;
  const CylinderGround tube({0.6, -0.8, 0}, 0.5, false);
  Ground ground{.shape = tube.shape()};
  ground.friction = friction::Coulomb{1e9, 1e9};  // holds until the load is all but gone
  const Rolling rolling(ball_on_curved(ground));
  constexpr double first = 1e-3;
  for (const InCylinder& start :
       {InCylinder{.angle = pi - first}, InCylinder{.angle = pi - first, .along_rate = 0.3, .spin = 20}}) {
    const Recording run = roll(rolling, tube.state(start), {.t_end = 3, .tolerance = 1e-12, .sample = 0.1});
    ASSERT_FALSE(run.events.empty());
    const double t = run.events[0].t;
    const Recording to_there = roll(rolling, tube.state(start), {.t_end = t, .tolerance = 1e-12, .sample = 1});
    const InCylinder end = tube.read(rolling.state(t, to_there.x_end));
    EXPECT_NEAR(-std::cos(end.angle), std::cos(first) * 10 / 17, 1e-9);
    const InCylinder should = tube.turned(start, end.angle - start.angle);
    EXPECT_NEAR(end.along_rate, should.along_rate, 1e-9);
    EXPECT_NEAR(end.spin, should.spin, 1e-8);
    const Recording on = roll(rolling, tube.state(start), {.t_end = t + 0.05, .tolerance = 1e-12, .sample = 0.1});
    const RollingReading flying = rolling.read(t + 0.05, on.x_end);
    EXPECT_EQ(flying.state.mode, RollingMode::flying);
    EXPECT_GT(flying.gap, 1e-5);
    // Gravity alone, from where it left.
    const RollingState left = tube.state(end);
    const Vec3 fall = left.p_WBcm + 0.05 * left.v_WBcm + 0.5 * 0.05 * 0.05 * Vec3(0, 0, -b.g);
    EXPECT_NEAR((flying.state.p_WBcm - fall).norm(), 0, 1e-9);
  }
}

/// e from the centre of the sphere to the ball, s = 1 inside and −1 outside: ω = w_n e − s l/a e×ė, and from
/// k m a² ω̇ = s a e×f, f = m (l ë − g): w_n stays, and
///   (1 + k) l e×ë = e×g + s k a w_n ė.
/// Round in a circle at the angle α to the vertical line through the centre, with Ω, c = cos α below it and −cos α
/// above:
///   (1 + k) l c Ω² = g + s k a w_n Ω.
struct SphereGround {
  ground::Sphere shape;
  double l, s;
  static SphereGround of(double radius, bool inside) {
    return {{.centre = {0.1, 0.3, -0.2}, .radius = radius, .inside = inside},
            inside ? radius - UniformBall::a : radius + UniformBall::a,
            inside ? 1.0 : -1.0};
  }
  RollingState state(const Vec3& e, const Vec3& e_rate, double spin) const {
    RollingState state;
    state.p_WBcm = shape.centre + l * e;
    state.v_WBcm = l * e_rate;
    state.w_WB_W = spin * e - s * l / UniformBall::a * e.cross(e_rate);
    return state;
  }
  Vec3 acceleration(const Vec3& e, const Vec3& e_rate, double spin) const {
    constexpr UniformBall b;
    const Vec3 h = (e.cross(Vec3(0, 0, -b.g)) + s * b.k * b.a * spin * e_rate) / ((1 + b.k) * l);
    return -e_rate.squaredNorm() * e - e.cross(h);
  }
};

TEST(CurvedGround, a_ball_that_spins_goes_round_in_spheres_in_the_two_circles_of_its_spin) {
  constexpr UniformBall b;
  struct Case {
    bool inside;
    double tilt, spin;
  };
  for (const Case& one : {Case{true, 0.7, 20}, Case{true, 1.1, -150}, Case{false, 0.3, 600}, Case{false, 0.2, -700}})
    for (const double root : {1.0, -1.0}) {
      const SphereGround bowl = SphereGround::of(0.5, one.inside);
      const Rolling rolling(ball_on_curved({.shape = bowl.shape}));
      const double c = bowl.s * std::cos(one.tilt), sine = std::sin(one.tilt), torque = bowl.s * b.k * b.a * one.spin;
      const double W = (torque + root * std::sqrt(torque * torque + 4 * (1 + b.k) * bowl.l * c * b.g)) /
                       (2 * (1 + b.k) * bowl.l * c);
      const auto e = [&](double t) { return Vec3(sine * std::cos(W * t), sine * std::sin(W * t), -c); };
      const auto round = [&](double t) { return Vec3(W * Vec3::UnitZ().cross(e(t))); };
      constexpr double t_end = 1;
      const Recording run = roll(rolling, bowl.state(e(0), round(0), one.spin),
                                 {.t_end = t_end, .tolerance = 1e-13, .sample = t_end / 8});
      double place = 0, rates = 0, load = 0;
      for (std::size_t i = 0; i < run.times.size(); ++i) {
        const double t = run.times[i];
        const RollingReading now = rolling.read(t, run.state(i));
        const RollingState should = bowl.state(e(t), round(t), one.spin);
        place = std::max(place, (now.state.p_WBcm - should.p_WBcm).norm());
        rates = std::max(rates, (now.state.w_WB_W - should.w_WB_W).norm() / should.w_WB_W.norm());
        // f·n = −s m (l ë − g)·e, ë·e = −Ω² sin² α.
        const double held = b.m * bowl.s * (b.g * c + bowl.l * W * W * sine * sine);
        load = std::max(load, std::fabs(now.normal_force - held));
      }
      const std::string what = std::string("ball that spins ") + (one.inside ? "in" : "on") + " a sphere, " +
                               std::to_string(static_cast<int>(one.spin)) + " rad/s, " +
                               (root > 0 ? "first" : "second") + " circle: ";
      // The tolerance over some hundred steps, of spins in parts of the spin.
      expect_error_within(1e-10, place, what + "place [m]", "closed form");
      expect_error_within(1e-10, rates, what + "angular velocity, relative", "closed form");
      expect_error_within(1e-9, load, what + "load [N]", "closed form");
    }
}

TEST(CurvedGround, a_ball_that_spins_and_swings_in_and_on_spheres_follows_the_equations_of_its_direction) {
  constexpr UniformBall b;
  struct Case {
    bool inside;
    Vec3 e, e_rate;
    double spin, t_end;
  };
  for (const Case& one :
       {Case{true, {0.8, 0, -0.6}, {0.3, 1.5, 0.4}, 40, 1.5}, Case{true, {0.3, -0.4, -0.9}, {-2, 1, 0}, -200, 1.5},
        Case{false, {0.2, 0.1, 1}, {-0.3, 0.5, 0}, 90, 0.3}}) {
    const SphereGround bowl = SphereGround::of(0.5, one.inside);
    const Rolling rolling(ball_on_curved({.shape = bowl.shape}));
    const Vec3 e0 = one.e.normalized(), rate0 = one.e_rate - e0.dot(one.e_rate) * e0;
    const Recording run =
        roll(rolling, bowl.state(e0, rate0, one.spin), {.t_end = one.t_end, .tolerance = 1e-13, .sample = one.t_end});
    const RollingState end = rolling.state(one.t_end, run.x_end);
    Eigen::Matrix<double, 6, 1> y;
    y << e0, rate0;
    y = stepped(y, one.t_end, [&](const Eigen::Matrix<double, 6, 1>& at) {
      Eigen::Matrix<double, 6, 1> rate;
      rate << at.tail<3>(), bowl.acceleration(at.head<3>(), at.tail<3>(), one.spin);
      return rate;
    });
    const RollingState should = bowl.state(y.head<3>(), y.tail<3>(), one.spin);
    const std::string what = std::string("ball that spins and swings ") + (one.inside ? "in" : "on") + " a sphere, " +
                             std::to_string(static_cast<int>(one.spin)) + " rad/s: ";
    // The tolerance over some hundred steps; the angular velocity is a speed by the radius of the ball.
    const char* source = "independent equations";
    expect_error_within(5e-11, (end.p_WBcm - should.p_WBcm).norm(), what + "place [m]", source);
    expect_error_within(5e-11, (end.v_WBcm - should.v_WBcm).norm(), what + "velocity [m/s]", source);
    expect_error_within(5e-11 / b.a, (end.w_WB_W - should.w_WB_W).norm(), what + "angular velocity [rad/s]", source);
  }
}

}  // namespace
}  // namespace polhode
