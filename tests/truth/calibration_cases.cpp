#include "calibration_cases.hpp"

#include <algorithm>
#include <array>

#include <Eigen/Geometry>

#include <polhode/base/text.hpp>
#include <polhode/sim/free_body_system.hpp>

#include "support/typed_system.hpp"

namespace polhode {
namespace {

using LongVec = Eigen::Matrix<Long, 3, 1>;

/// Draws from a seed, the same everywhere.
class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double operator()(double from, double to) {
    return from + (to - from) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  int below(std::size_t n) { return static_cast<int>(engine_() % n); }
  Vec3 vector(double size) { return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)}; }

 private:
  std::mt19937_64 engine_;
};

// ---- Typed equations: formulas as text, and once more as code.

CalibrationCase oscillator(Draw& draw) {
  const double k = draw(0.5, 9), c = draw(0, 0.3), f = draw(0, 1), w = draw(0.3, 3);
  const std::string text =
      "-" + shortest(k) + "*x - " + shortest(c) + "*y + " + shortest(f) + "*sin(" + shortest(w) + "*t)";
  return {"oscillator",
          typed({"x", "y"}, {"y", text}),
          {draw(-2, 2), draw(-2, 2)},
          [=](Long t, const LongState& x, LongState& v) {
            v[0] = x[1];
            v[1] = -Long(k) * x[0] - Long(c) * x[1] + Long(f) * std::sin(Long(w) * t);
          },
          {.t_end = draw(5, 40)}};
}

CalibrationCase van_der_pol(Draw& draw, bool stiff) {
  const double mu = stiff ? draw(30, 200) : draw(0.2, 6);
  return {stiff ? "stiff van der Pol" : "van der Pol",
          typed({"x", "y"}, {"y", shortest(mu) + "*(1 - x^2)*y - x"}),
          {draw(0.5, 2.5), draw(-1, 1)},
          [=](Long, const LongState& x, LongState& v) {
            v[0] = x[1];
            v[1] = Long(mu) * (1 - x[0] * x[0]) * x[1] - x[0];
          },
          {.t_end = stiff ? draw(0.5, 2.5) * mu : draw(5, 40)}};
}

CalibrationCase pendulum(Draw& draw) {
  const double g = draw(1, 15);
  return {"pendulum",
          typed({"q", "w"}, {"w", "-" + shortest(g) + "*sin(q)"}),
          {draw(0.1, 3), draw(-1, 1)},
          [=](Long, const LongState& x, LongState& v) { v[0] = x[1], v[1] = -Long(g) * std::sin(x[0]); },
          {.t_end = draw(5, 30)}};
}

CalibrationCase kepler(Draw& draw) {
  const double e = draw(0, 0.7);
  return {"Kepler",
          typed({"x", "y", "u", "v"}, {"u", "v", "-x/(x^2 + y^2)^1.5", "-y/(x^2 + y^2)^1.5"}),
          {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))},
          [](Long, const LongState& x, LongState& v) {
            const Long r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * std::sqrt(r2);
            v[0] = x[2], v[1] = x[3], v[2] = -x[0] / r3, v[3] = -x[1] / r3;
          },
          {.t_end = draw(6, 30)}};
}

/// Bodies of masses 1 … n that attract each other in a plane.
CalibrationCase cluster(Draw& draw) {
  constexpr int n = 5;
  std::vector<std::string> names, formulas;
  std::vector<double> x0;
  for (const char* letter : {"x", "y", "u", "v"})
    for (int i = 0; i < n; ++i) names.push_back(letter + std::to_string(i));
  for (int i = 0; i < 2 * n; ++i) formulas.push_back(names[static_cast<std::size_t>(2 * n + i)]);
  for (const char* letter : {"x", "y"})
    for (int i = 0; i < n; ++i) {
      std::string sum = "0";
      for (int j = 0; j < n; ++j) {
        const std::string a = std::to_string(i), b = std::to_string(j);
        if (i != j)
          sum += " + " + std::to_string(j + 1) + "*(" + letter + b + " - " + letter + a + ")/((x" + b + " - x" + a +
                 ")^2 + (y" + b + " - y" + a + ")^2)^1.5";
      }
      formulas.push_back(sum);
    }
  // On a ring of radius 3, so that they meet only later.
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < n; ++i)
      x0.push_back(3 * (k == 0 ? std::cos(1.2566 * i) : std::sin(1.2566 * i)) + draw(-0.5, 0.5));
  for (int i = 0; i < 2 * n; ++i) x0.push_back(draw(-0.8, 0.8));
  return {"cluster",
          typed(names, formulas),
          x0,
          [](Long, const LongState& x, LongState& v) {
            for (std::size_t i = 0; i < n; ++i) {
              v[i] = x[2 * n + i], v[n + i] = x[3 * n + i], v[2 * n + i] = 0, v[3 * n + i] = 0;
              for (std::size_t j = 0; j < n; ++j) {
                if (i == j) continue;
                const Long dx = x[j] - x[i], dy = x[n + j] - x[n + i], r2 = dx * dx + dy * dy;
                const Long pull = Long(j + 1) / (r2 * std::sqrt(r2));
                v[2 * n + i] += pull * dx, v[3 * n + i] += pull * dy;
              }
            }
          },
          {.t_end = draw(1, 3)}};
}

/// Two equal links, bobs at their ends: angles from the vertical, l = m = 1.
CalibrationCase double_pendulum(double a, double b, double t_end) {
  const std::string d = "(3 - cos(2*a - 2*b))";
  return {"double pendulum",
          typed({"a", "b", "u", "v"},
                {"u", "v", "(-29.43*sin(a) - 9.81*sin(a - 2*b) - 2*sin(a - b)*(v^2 + u^2*cos(a - b)))/" + d,
                 "2*sin(a - b)*(2*u^2 + 19.62*cos(a) + v^2*cos(a - b))/" + d}),
          {a, b, 0, 0},
          [](Long, const LongState& x, LongState& v) {
            const Long c = x[0] - x[1], d2 = 3 - std::cos(2 * c);
            v[0] = x[2], v[1] = x[3];
            v[2] = (-Long(29.43) * std::sin(x[0]) - Long(9.81) * std::sin(x[0] - 2 * x[1]) -
                    2 * std::sin(c) * (x[3] * x[3] + x[2] * x[2] * std::cos(c))) /
                   d2;
            v[3] = 2 * std::sin(c) * (2 * x[2] * x[2] + Long(19.62) * std::cos(x[0]) + x[3] * x[3] * std::cos(c)) / d2;
          },
          {.t_end = t_end}};
}

// ---- Motions that jump, or that an event ends.

/// The watch and its double: where x[i] − level passes through zero, x[j] becomes factor · x[j] + more.
void add_jump(CalibrationCase& one, std::size_t i, double level, int direction, std::size_t j, double factor,
              double more) {
  one.options.watches.push_back({.name = "jump " + std::to_string(one.jumps.size()),
                                 .g = [=](double, VecIn x) { return x[i] - level; },
                                 .crossing = direction > 0 ? ode::Crossing::rising : ode::Crossing::falling,
                                 .jump =
                                     [=](double, VecIn x, VecOut after) {
                                       std::copy(x.begin(), x.end(), after.begin());
                                       after[j] = factor * x[j] + more;
                                     }});
  one.jumps.push_back({[=](Long, const LongState& x) { return x[i] - Long(level); }, direction,
                       [=](LongState& x) { x[j] = Long(factor) * x[j] + Long(more); }});
}

/// A ball in air, some bounces long.
CalibrationCase bouncing_ball(Draw& draw) {
  const double g = draw(1, 15), c = draw(0, 0.5), height = draw(0.5, 3), first = std::sqrt(2 * height / g);
  CalibrationCase one{"bouncing ball",
                      typed({"z", "v"}, {"v", "-" + shortest(g) + " - " + shortest(c) + "*v"}),
                      {height, 0},
                      [=](Long, const LongState& x, LongState& v) { v[0] = x[1], v[1] = -Long(g) - Long(c) * x[1]; },
                      {.t_end = draw(2, 4) * first}};
  add_jump(one, 0, 0, -1, 1, -draw(0.75, 0.95), 0);
  return one;
}

/// A pendulum that strikes a wall where it hangs.
CalibrationCase striking_pendulum(Draw& draw) {
  CalibrationCase one = pendulum(draw);
  one.kind = "striking pendulum";
  one.x0 = {draw(0.3, 1.5), 0};
  one.options.t_end = draw(4, 10);
  add_jump(one, 0, 0, -1, 1, -draw(0.8, 1), 0);
  return one;
}

/// A force switched over at two places.
CalibrationCase relay(Draw& draw) {
  const double c = draw(0.05, 0.5), k = draw(0, 1), place = draw(0.05, 0.3);
  CalibrationCase one{"relay",
                      typed({"x", "v", "u"}, {"v", "u - " + shortest(c) + "*v - " + shortest(k) + "*x^3", "0"}),
                      {0, draw(0.1, 0.5), 1},
                      [=](Long, const LongState& x, LongState& v) {
                        v[0] = x[1], v[1] = x[2] - Long(c) * x[1] - Long(k) * x[0] * x[0] * x[0], v[2] = 0;
                      },
                      {.t_end = draw(5, 15)}};
  add_jump(one, 0, place, 1, 2, 0, -1);
  add_jump(one, 0, -place, -1, 2, 0, 1);
  return one;
}

/// Ended where a coordinate has fallen through zero so many times.
CalibrationCase stopped(CalibrationCase one, int count) {
  one.kind = "stopped " + one.kind;
  one.options.watches.push_back({.name = "stop",
                                 .g = [](double, VecIn x) { return x[0]; },
                                 .crossing = ode::Crossing::falling,
                                 .stop = true,
                                 .count = count});
  return one;
}

// ---- Bodies: Newton–Euler with quaternions as four numbers.

LongVec turned(const Long* q, const LongVec& a_B) {
  const LongVec u(q[1], q[2], q[3]);
  return a_B + 2 * u.cross(LongVec(u.cross(a_B) + q[0] * a_B));
}

LongVec turned_back(const Long* q, const LongVec& a_W) {
  const std::array<Long, 4> inverse{q[0], -q[1], -q[2], -q[3]};
  return turned(inverse.data(), a_W);
}

/// q' and ω' of a body with these moments under a torque in body axes.
void turning_rate(const Long* q, const Long* w, const LongVec& moments, const LongVec& torque_B, Long* dq, Long* dw) {
  const LongVec omega(w[0], w[1], w[2]), u(q[1], q[2], q[3]);
  dq[0] = -u.dot(omega) / 2;
  const LongVec du = (q[0] * omega + u.cross(omega)) / 2;
  const LongVec L = moments.cwiseProduct(omega);
  const LongVec a = (torque_B - omega.cross(L)).cwiseQuotient(moments);
  for (int i = 0; i < 3; ++i) dq[1 + i] = du[i], dw[i] = a[i];
}

LongVec at(const LongState& x, std::size_t i) { return {x[i], x[i + 1], x[i + 2]}; }
LongVec longer(const Vec3& a) { return a.cast<Long>(); }

Vec3 drawn_moments(Draw& draw, double size) {
  const Vec3 axes(draw(0.3, 1), draw(0.3, 1), draw(0.3, 1));  // of an ellipsoid
  return size * Vec3(axes[1] * axes[1] + axes[2] * axes[2], axes[0] * axes[0] + axes[2] * axes[2],
                     axes[0] * axes[0] + axes[1] * axes[1]);
}

FreeBodyState drawn_state(Draw& draw, double spin) {
  return {.p_WBcm = draw.vector(1),
          .R_WB = Rotation::exp(draw.vector(2)),
          .v_WBcm = draw.vector(1),
          .w_WB_B = draw.vector(spin)};
}

CalibrationCase free_body(Draw& draw) {
  const Vec3 moments = drawn_moments(draw, 1), g(0, 0, draw(0, 1) < 0.5 ? 0 : -9.81);
  FreeBody body{.name = "b", .mass = {draw(0.5, 2), Vec3::Zero(), Mat3(moments.asDiagonal())}};
  if (g[2] != 0) body.loads.push_back(load::Gravity{g});
  FreeBodies bodies({body});
  const FreeBodyState state = drawn_state(draw, 3);
  const LongVec I = longer(moments);
  return {"free body",
          System(FreeBodySystem(bodies)),
          bodies.coordinates({&state, 1}),
          [=](Long, const LongState& x, LongState& v) {
            for (std::size_t i = 0; i < 3; ++i) v[i] = x[7 + i], v[7 + i] = Long(g[static_cast<int>(i)]);
            turning_rate(&x[3], &x[10], I, LongVec::Zero(), &v[3], &v[10]);
          },
          {.t_end = draw(5, 30)}};
}

CalibrationCase held_body(Draw& draw) {
  const Vec3 moments = drawn_moments(draw, 0.1), lever(0, 0, draw(0.1, 0.5));
  const double mass = draw(0.5, 2), spin = draw(0, 20);
  FreeBody body{.name = "top",
                .mass = {mass, lever, Mat3(moments.asDiagonal())},
                .loads = {load::Gravity{{0, 0, -9.81}}},
                .pivot = Pivot{}};
  FreeBodies bodies({body});
  FreeBodyState state = drawn_state(draw, 2);
  state.w_WB_B += Vec3(0, 0, spin);
  // About the pivot, which lies on the third axis: parallel axes.
  const Long ml2 = Long(mass) * Long(lever[2]) * Long(lever[2]);
  const LongVec I = longer(moments) + LongVec(ml2, ml2, 0), r = longer(lever);
  return {"held body",
          System(FreeBodySystem(bodies)),
          bodies.coordinates({&state, 1}),
          [=](Long, const LongState& x, LongState& v) {
            const LongVec weight_B = turned_back(x.data(), LongVec(0, 0, -Long(mass) * Long(9.81)));
            turning_rate(x.data(), &x[4], I, r.cross(weight_B), v.data(), &v[4]);
          },
          {.t_end = draw(1, 6)}};
}

CalibrationCase spring_pair(Draw& draw, bool stiff) {
  const double k = stiff ? draw(2e3, 2e4) : draw(5, 100), c = stiff ? draw(100, 1000) : draw(0, 0.5),
               length = draw(0.3, 0.8);
  std::vector<FreeBody> two;
  std::array<Vec3, 2> points;
  std::array<LongVec, 2> I;
  std::array<Long, 2> mass{};
  std::vector<FreeBodyState> states;
  for (std::size_t b = 0; b < 2; ++b) {
    const Vec3 moments = drawn_moments(draw, 0.1);
    points[b] = draw.vector(0.2);
    two.push_back({.name = b == 0 ? "a" : "b", .mass = {draw(0.5, 2.5), Vec3::Zero(), Mat3(moments.asDiagonal())}});
    I[b] = longer(moments), mass[b] = two[b].mass.mass();
    states.push_back(drawn_state(draw, 1));
    states[b].p_WBcm = Vec3(b == 0 ? 0 : 1.2, 0, 0) + draw.vector(0.1);
    states[b].v_WBcm *= 0.3;
  }
  load::Spring spring{.stiffness = k, .damping = c, .length = length};
  for (std::size_t b = 0; b < 2; ++b) spring.ends[b] = {BodyIndex(static_cast<int>(b)), points[b]};
  FreeBodies bodies(two, {spring});
  return {stiff ? "stiff spring pair" : "spring pair",
          System(FreeBodySystem(bodies)),
          bodies.coordinates(states),
          [=](Long, const LongState& x, LongState& v) {
            std::array<LongVec, 2> place, speed;
            for (std::size_t b = 0; b < 2; ++b) {
              const std::size_t o = 13 * b;
              place[b] = at(x, o) + turned(&x[o + 3], longer(points[b]));
              speed[b] = at(x, o + 7) + turned(&x[o + 3], at(x, o + 10).cross(longer(points[b])));
            }
            const LongVec d = place[1] - place[0], n = d / std::sqrt(d.dot(d));
            const Long tension = Long(k) * (std::sqrt(d.dot(d)) - Long(length)) + Long(c) * n.dot(speed[1] - speed[0]);
            for (std::size_t b = 0; b < 2; ++b) {
              const std::size_t o = 13 * b;
              const LongVec f = (b == 0 ? tension : -tension) * n;
              for (std::size_t i = 0; i < 3; ++i)
                v[o + i] = x[o + 7 + i], v[o + 7 + i] = f[static_cast<int>(i)] / mass[b];
              const LongVec torque_B = longer(points[b]).cross(turned_back(&x[o + 3], f));
              turning_rate(&x[o + 3], &x[o + 10], I[b], torque_B, &v[o + 3], &v[o + 10]);
            }
          },
          {.t_end = stiff ? draw(0.3, 1) : draw(1, 5)}};
}

// ---- How they are run.

/// A method that the problem has enough for, with a tolerance from 1e-4 to 1e-10 or a step.
void choose_method(CalibrationCase& one, Draw& draw) {
  const bool stiff = one.kind.starts_with("stiff");
  std::vector<const ode::Method*> usable;
  for (const ode::Method& method : ode::methods())
    if (ode::what_lacks(one.system.problem(), method).empty() && method.order > 1 &&
        (!stiff || (method.implicit && method.adaptive() && method.order > 2)))
      usable.push_back(&method);
  one.options.method = *usable[static_cast<std::size_t>(draw.below(usable.size()))];
  const ode::Method& method = one.options.method;
  one.options.sample = one.options.t_end / 200;
  if (method.adaptive() && (method.variable_order || draw(0, 1) < 0.8)) {
    // What a low order can reach in a moment.
    const double least = method.estimate_order <= 3 ? -7 : -10;
    one.options.tolerance = std::pow(10, draw(least, -4));
  } else {
    one.options.step = one.options.t_end / std::floor(std::pow(10, draw(stiff ? 3.3 : 2.6, 3.6)));
  }
}

}  // namespace

CalibrationCase calibration_case(int index) {
  Draw draw(1000u + static_cast<unsigned>(index));
  const std::array<std::function<CalibrationCase()>, 16> kinds{
      [&] { return free_body(draw); },
      [&] { return held_body(draw); },
      [&] { return spring_pair(draw, false); },
      [&] { return spring_pair(draw, true); },
      [&] { return oscillator(draw); },
      [&] { return van_der_pol(draw, false); },
      [&] { return van_der_pol(draw, true); },
      [&] { return pendulum(draw); },
      [&] { return kepler(draw); },
      [&] { return cluster(draw); },
      [&] { return double_pendulum(draw(0.2, 1.5), draw(0.2, 1.5), draw(2, 6)); },
      [&] { return stopped(pendulum(draw), 1 + draw.below(3)); },
      [&] { return bouncing_ball(draw); },
      [&] { return striking_pendulum(draw); },
      [&] { return relay(draw); },
      [&] { return stopped(kepler(draw), 1); },
  };
  CalibrationCase one = kinds[static_cast<std::size_t>(index) % kinds.size()]();
  choose_method(one, draw);
  return one;
}

CalibrationCase chaotic_pendulum() { return double_pendulum(2.2, 2.8, 40); }

}  // namespace polhode
