#pragma once
// The five problems of the work–precision table, as one writes them by hand for a solver in flat space: quaternions are
// four numbers among others, states are arrays of doubles. Each has its rate, its start, its end, the solution there to
// sixteen digits, the distance from it, and for stiff ones the Jacobian, by columns.
//
// Solutions are computed in 113-bit arithmetic by extrapolated midpoint steps (van der Pol: Taylor series of degree 30)
// and agree to 1e-20 with those of other step sizes.

#include <algorithm>
#include <array>
#include <cmath>

namespace polhode::bench {

struct Outcome {
  double error = INFINITY;
  long evaluations = 0;
};

template <class S>
using Triple = std::array<S, 3>;

template <class S>
Triple<S> cross(const Triple<S>& a, const Triple<S>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// q̇ = ½ q [0, ω].
template <class S>
void turn_rate(const S* q, const S* w, S* rate) {
  rate[0] = 0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
  rate[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  rate[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  rate[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}

/// v + 2 w (q × v) + 2 q × (q × v), for sign −1 with the inverse rotation.
template <class S>
Triple<S> rotate(const S* q, const Triple<S>& v, double sign = 1) {
  const Triple<S> axis{q[1], q[2], q[3]}, once = cross(axis, v), twice = cross(axis, once);
  const S scale = 2 * sign * q[0];
  return {v[0] + scale * once[0] + 2 * twice[0], v[1] + scale * once[1] + 2 * twice[1],
          v[2] + scale * once[2] + 2 * twice[2]};
}

/// The largest difference of n numbers; of quaternions the smaller one of both signs, which are one attitude.
inline double distance(const double* y, const double* exact, std::size_t n, bool is_quaternion = false) {
  double same = 0, opposite = 0;
  for (std::size_t i = 0; i < n; ++i) {
    same = std::max(same, std::abs(y[i] - exact[i]));
    opposite = std::max(opposite, std::abs(y[i] + exact[i]));
  }
  if (!std::isfinite(y[0])) return INFINITY;
  return is_quaternion ? std::min(same, opposite) : same;
}

/// A torque-free body, I = (1, 2, 3): attitude and body rates.
struct FreeTop {
  static constexpr const char* name = "free top";
  static constexpr std::size_t size = 7;
  static constexpr double t1 = 20;
  static constexpr std::array<double, size> start{
      0.9393727128473789, 0.13998744369749486, 0.2799748873949897, -0.13998744369749486, 0.02, 2.0, 0.03};
  static constexpr std::array<double, size> end{0.90522865933048091,  0.11023239337917498,  0.38761819252432406,
                                                -0.13476657820400009, -0.21847468145736718, 1.9881319909810067,
                                                0.12913970011567324};

  template <class S>
  static void rate(const S* y, S* out) {
    turn_rate(y, y + 4, out);
    out[4] = (2.0 - 3.0) / 1.0 * y[5] * y[6];
    out[5] = (3.0 - 1.0) / 2.0 * y[6] * y[4];
    out[6] = (1.0 - 2.0) / 3.0 * y[4] * y[5];
  }
  static double error(const double* y) {
    return std::max(distance(y, end.data(), 4, true), distance(y + 4, end.data() + 4, 3));
  }
};

/// A symmetric top about a fixed point in gravity: attitude and body rates, which are a hundred times as large.
struct HeavyTop {
  static constexpr const char* name = "heavy top";
  static constexpr std::size_t size = 7;
  static constexpr double t1 = 2;
  static constexpr double first_moment = 0.003 + 0.5 * 0.1 * 0.1, third_moment = 0.0012, weight = 0.5 * 0.1 * 9.81;
  static constexpr std::array<double, size> start{0.9640718953917106,   0.23635402982999043, 0.07311286916773026,
                                                  -0.09672983749092606, 0.08962119969718485, 0.5584056658297509,
                                                  100.87758256189038};
  static constexpr std::array<double, size> end{-0.46700654726552454, -0.15541404195639713, 0.25586477128977175,
                                                0.83203640496479558,  -1.9747921275303908,  1.8406483929037087,
                                                100.87758256189038};

  template <class S>
  static void rate(const S* y, S* out) {
    turn_rate(y, y + 4, out);
    // e₃ × Rᵀ (0, 0, −1), of which only two components of the vertical in body axes are needed.
    const S up_x = 2 * (y[1] * y[3] - y[0] * y[2]), up_y = 2 * (y[2] * y[3] + y[0] * y[1]);
    out[4] = ((first_moment - third_moment) * y[5] * y[6] + weight * up_y) / first_moment;
    out[5] = ((third_moment - first_moment) * y[6] * y[4] - weight * up_x) / first_moment;
    out[6] = S(0);
  }
  static double error(const double* y) {
    return std::max(distance(y, end.data(), 4, true), distance(y + 4, end.data() + 4, 3) / 100);
  }
};

/// Seven stars of masses 1 … 7 in a plane: all x, all y, and their rates. Only places are compared.
struct Pleiades {
  static constexpr const char* name = "Pleiades";
  static constexpr std::size_t size = 28;
  static constexpr double t1 = 3;
  static constexpr std::array<double, size> start{3, 3, -1, -3, 2, -2,   2,    3, -3, 2, 0,     0, -4, 4,
                                                  0, 0, 0,  0,  0, 1.75, -1.5, 0, 0,  0, -1.25, 1, 0,  0};
  static constexpr std::array<double, size> end{
      0.37061391439705127,  3.2372840920572332,   -3.2225590324183235,  0.6597091455775308,  0.34255817071565797,
      1.5621721014006311,   -0.70030929222124949, -3.9434375855173922,  -3.2713809739725499, 5.225081843456544,
      -2.5906124349774693,  1.1982136933922747,   -0.24296823449358235, 1.0914492404289797,  3.4170038063143147,
      1.3545845016255011,   -2.5900655978107756,  2.0250537347142412,   -1.1558151001604491, -0.80729881702230222,
      0.59523963542087188,  -3.7412449612340084,  0.37734596857506292,  0.93868588695510791, 0.36679222272005696,
      -0.34740463538084942, 2.3449154481809371,   -1.947020434263292};

  template <class S>
  static void rate(const S* y, S* out) {
    using std::sqrt;
    // Pair after pair, of which the compiler takes two at once; sums apart from `out`, which might be y.
    std::array<S, 21> x, z, per_mass;
    std::size_t pair = 0;
    for (std::size_t i = 0; i < 7; ++i)
      for (std::size_t j = i + 1; j < 7; ++j, ++pair) x[pair] = y[j] - y[i], z[pair] = y[7 + j] - y[7 + i];
    for (pair = 0; pair < 21; ++pair) {
      const S square = x[pair] * x[pair] + z[pair] * z[pair];
      per_mass[pair] = S(1) / (square * sqrt(square));
    }
    std::array<S, 14> pull;
    pull.fill(S(0));
    pair = 0;
    for (std::size_t i = 0; i < 7; ++i)
      for (std::size_t j = i + 1; j < 7; ++j, ++pair) {
        const S of_i = static_cast<double>(i + 1) * per_mass[pair], of_j = static_cast<double>(j + 1) * per_mass[pair];
        pull[i] += of_j * x[pair], pull[7 + i] += of_j * z[pair];
        pull[j] -= of_i * x[pair], pull[7 + j] -= of_i * z[pair];
      }
    for (std::size_t i = 0; i < 14; ++i) {
      out[i] = y[14 + i];
      out[14 + i] = pull[i];
    }
  }
  static double error(const double* y) { return distance(y, end.data(), 14); }
};

/// x″ = μ (1 − x²) x′ − x, μ = 1000. x′ is about a thousandth of x, and is weighed so.
struct VanDerPol {
  static constexpr const char* name = "van der Pol";
  static constexpr std::size_t size = 2;
  static constexpr double t1 = 2000, mu = 1000;
  static constexpr std::array<double, size> start{2, 0};
  static constexpr std::array<double, size> end{1.7061677321704649, -0.00089280970102481659};
  static constexpr std::array<double, size> scale{1, 1e-3};

  template <class S>
  static void rate(const S* y, S* out) {
    out[0] = y[1];
    out[1] = mu * (1.0 - y[0] * y[0]) * y[1] - y[0];
  }
  static void jacobian(const double* y, double* out) {
    out[0] = 0;
    out[1] = -2 * mu * y[0] * y[1] - 1;
    out[2] = 1;
    out[3] = mu * (1 - y[0] * y[0]);
  }
  static double error(const double* y) {
    return std::max(distance(y, end.data(), 1), 1e3 * distance(y + 1, end.data() + 1, 1));
  }
};

}  // namespace polhode::bench
