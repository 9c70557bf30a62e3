#pragma once
// Two falling bodies on a stiff, overdamped spring, written by hand in flat space.

#include "work_precision_problems.hpp"

namespace polhode::bench {

/// For each body position, quaternion, velocity, body rates.
struct SpringPair {
  static constexpr const char* name = "spring pair";
  static constexpr std::size_t size = 26;
  static constexpr double t1 = 1;
  static constexpr double stiffness = 20000, damping = 1000, length = 0.5, gravity = 9.81;
  struct Body {
    double mass;
    Triple<double> moments, point;  ///< where the spring holds it, from its centre of mass
  };
  static constexpr std::array<Body, 2> bodies{
      {{1, {0.02, 0.03, 0.04}, {0.2, 0.05, -0.1}}, {2.5, {0.05, 0.09, 0.1}, {-0.3, 0.1, 0.05}}}};
  static constexpr std::array<double, size> start{0,
                                                  0,
                                                  0,
                                                  0.9689124217106447,
                                                  0.06612148940441463,
                                                  0.13224297880882926,
                                                  0.1983644682132439,
                                                  0.1,
                                                  0.2,
                                                  -0.1,
                                                  1,
                                                  -0.5,
                                                  0.8,
                                                  1.2,
                                                  0.1,
                                                  0.3,
                                                  0.8253356149096783,
                                                  -0.3905713657604612,
                                                  0.3905713657604612,
                                                  0.11717140972813836,
                                                  -0.3,
                                                  0,
                                                  0.2,
                                                  -0.4,
                                                  1.5,
                                                  0.2};
  static constexpr std::array<double, size> end{
      0.83372895980997341, -0.02260166955375854, -4.3606593873219825,  0.097315816281526704, -0.026157710018159159,
      0.9758743476979822,  -0.19368702489610287, 0.47571049211235178,  -0.55441684847182304, -8.8866453626607473,
      8.9573436970838092,  1.902657217798065,    6.592407831136418,    0.60650841607601058,  0.18904066782150344,
      -4.6627362450712075, -0.17641773463602561, -0.45990432018372018, -0.25573033936361472, -0.83184541395094169,
      -0.4502841968449407, 0.30176673938872922,  -10.019341854935702,  -1.8840672130836562,  2.4745923984086455,
      1.1862924439207736};

  /// The spring, from the first body to the second.
  template <class S>
  struct Spring {
    Triple<S> along, speed, force;
    S length, tension;
  };

  template <class S>
  static Triple<S> lever(std::size_t body) {
    return {S(bodies[body].point[0]), S(bodies[body].point[1]), S(bodies[body].point[2])};
  }

  template <class S>
  static Spring<S> spring(const S* y) {
    using std::sqrt;
    Spring<S> spring;
    for (std::size_t body = 0; body < 2; ++body) {
      const S* own = y + 13 * body;
      const Triple<S> point = lever<S>(body);
      const Triple<S> place = rotate(own + 3, point);
      const Triple<S> turning = rotate(own + 3, cross(Triple<S>{own[10], own[11], own[12]}, point));
      for (std::size_t i = 0; i < 3; ++i) {
        const S p = own[i] + place[i], v = own[7 + i] + turning[i];
        spring.along[i] = body == 0 ? -p : spring.along[i] + p;
        spring.speed[i] = body == 0 ? -v : spring.speed[i] + v;
      }
    }
    const Triple<S>&d = spring.along, &s = spring.speed;
    spring.length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    spring.tension =
        stiffness * (spring.length - length) + damping * (d[0] * s[0] + d[1] * s[1] + d[2] * s[2]) / spring.length;
    const S scale = spring.tension / spring.length;
    spring.force = {scale * d[0], scale * d[1], scale * d[2]};
    return spring;
  }

  template <class S>
  static void rate(const S* y, S* out) {
    const Spring<S> between = spring(y);
    for (std::size_t body = 0; body < 2; ++body) {
      const S* own = y + 13 * body;
      S* rate = out + 13 * body;
      const double sign = body == 0 ? 1 : -1;
      const auto& I = bodies[body].moments;
      const Triple<S> torque = cross(lever<S>(body), rotate(own + 3, between.force, -1));
      const S *w = own + 10, *v = own + 7;
      for (std::size_t i = 0; i < 3; ++i) {
        rate[i] = v[i];
        rate[7 + i] = sign / bodies[body].mass * between.force[i];
      }
      rate[9] -= gravity;
      turn_rate(own + 3, w, rate + 3);
      rate[10] = ((I[1] - I[2]) * w[1] * w[2] + sign * torque[0]) / I[0];
      rate[11] = ((I[2] - I[0]) * w[2] * w[0] + sign * torque[1]) / I[1];
      rate[12] = ((I[0] - I[1]) * w[0] * w[1] + sign * torque[2]) / I[2];
    }
  }

  static void jacobian(const double* y, double* out);

  static double error(const double* y) {
    double worst = 0;
    for (std::size_t at : {0u, 13u})
      worst = std::max({worst, distance(y + at, end.data() + at, 3), distance(y + at + 3, end.data() + at + 3, 4, true),
                        distance(y + at + 7, end.data() + at + 7, 6)});
    return worst;
  }

 private:
  using Matrix = std::array<Triple<double>, 3>;  ///< by columns

  static constexpr Triple<double> axis(std::size_t i) { return {i == 0 ? 1. : 0., i == 1 ? 1. : 0., i == 2 ? 1. : 0.}; }
  static Triple<double> sum(double a, const Triple<double>& x, double b, const Triple<double>& z) {
    return {a * x[0] + b * z[0], a * x[1] + b * z[1], a * x[2] + b * z[2]};
  }
  static double dot(const Triple<double>& a, const Triple<double>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /// ∂ rotate(q, v, sign) / ∂ q_k.
  static Triple<double> rotate_slope(const double* q, const Triple<double>& v, double sign, std::size_t k) {
    const Triple<double> vector{q[1], q[2], q[3]};
    if (k == 0) return sum(2 * sign, cross(vector, v), 0, v);
    const Triple<double> e = axis(k - 1);
    const Triple<double> twice = sum(2, cross(e, cross(vector, v)), 2, cross(vector, cross(e, v)));
    return sum(2 * sign * q[0], cross(e, v), 1, twice);
  }
};

/// Column by column: how a coordinate moves the end of the spring, how that changes its force, and what it does itself.
inline void SpringPair::jacobian(const double* y, double* out) {
  std::fill(out, out + size * size, 0.0);
  const Spring<double> now = spring(y);
  const Triple<double> n = sum(1 / now.length, now.along, 0, now.along);
  const double closing = dot(n, now.speed);
  const auto force_slope = [&](const Triple<double>& along, const Triple<double>& speed) {
    const double stretch = dot(n, along);
    const double tension =
        stiffness * stretch + damping * ((dot(along, now.speed) - closing * stretch) / now.length + dot(n, speed));
    return sum(tension - now.tension * stretch / now.length, n, now.tension / now.length, along);
  };
  for (std::size_t body = 0; body < 2; ++body) {
    const double sign = body == 0 ? -1 : 1;
    const double* own = y + 13 * body;
    const Triple<double> w{own[10], own[11], own[12]}, point = bodies[body].point;
    for (std::size_t c = 0; c < 13; ++c) {
      double* column = out + (13 * body + c) * size;
      Triple<double> along{}, speed{};
      if (c < 3) along = axis(c);
      if (c >= 3 && c < 7) {
        along = rotate_slope(own + 3, point, 1, c - 3);
        speed = rotate_slope(own + 3, cross(w, point), 1, c - 3);
      }
      if (c >= 7 && c < 10) speed = axis(c - 7);
      if (c >= 10) speed = rotate(own + 3, cross(axis(c - 10), point));
      const Triple<double> force = force_slope(sum(sign, along, 0, along), sum(sign, speed, 0, speed));
      for (std::size_t other = 0; other < 2; ++other) {
        const double pulled = other == 0 ? 1 : -1;
        const double* there = y + 13 * other;
        Triple<double> in_body = rotate(there + 3, force, -1);
        if (other == body && c >= 3 && c < 7)
          in_body = sum(1, in_body, 1, rotate_slope(there + 3, now.force, -1, c - 3));
        const Triple<double> torque = cross(bodies[other].point, in_body);
        for (std::size_t i = 0; i < 3; ++i) {
          column[13 * other + 7 + i] = pulled / bodies[other].mass * force[i];
          column[13 * other + 10 + i] = pulled * torque[i] / bodies[other].moments[i];
        }
      }
      double* rate = column + 13 * body;
      if (c >= 3 && c < 7) {
        std::array<double, 4> q{};
        q[c - 3] = 1;
        turn_rate(q.data(), own + 10, rate + 3);
      }
      if (c >= 7 && c < 10) rate[c - 7] = 1;
      if (c >= 10) {
        turn_rate(own + 3, axis(c - 10).data(), rate + 3);
        const auto& I = bodies[body].moments;
        for (std::size_t i = 0; i < 3; ++i) {
          const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
          if (c - 10 == j) rate[10 + i] += (I[j] - I[k]) * w[k] / I[i];
          if (c - 10 == k) rate[10 + i] += (I[j] - I[k]) * w[j] / I[i];
        }
      }
    }
  }
}

}  // namespace polhode::bench
