#include <polhode/math/elliptic.hpp>

#include <array>
#include <cmath>

#include <polhode/math/elementary.hpp>
#include <polhode/math/vector.hpp>

namespace polhode::elliptic {

namespace {

/// Relative spread of the arguments at which the series of order seven leaves less than 1e-17.
constexpr double spread_for_series = 0.006;
constexpr int most_duplications = 600;  // arguments may differ by all of a double's exponents

double larger(double a, double b) { return a > b ? a : b; }

/// R_C(1, r) from r > 0 and e = r − 1, which the caller knows without subtracting.
double carlson_c_of_ratio(double r, double e) {
  if (std::fabs(e) < 0.03) {
    // Σ (−e)ⁿ/(2n+1); the first term left out is 1e-18.
    double sum = 0;
    for (int n = 10; n >= 0; --n) sum = 1.0 / (2 * n + 1) - e * sum;
    return sum;
  }
  const double root = std::sqrt(std::fabs(e));
  if (e > 0) return fn::atan(root) / root;
  return fn::log((1 + root) / std::sqrt(r)) / root;
}

}  // namespace

double carlson_f(double x, double y, double z) {
  const double mean = (x + y + z) / 3;
  double spread = larger(larger(std::fabs(mean - x), std::fabs(mean - y)), std::fabs(mean - z));
  double a = mean, dx = mean - x, dy = mean - y;
  for (int n = 0; n < most_duplications && spread > spread_for_series * a; ++n) {
    const double sx = std::sqrt(x), sy = std::sqrt(y), sz = std::sqrt(z);
    const double shift = sx * sy + sy * sz + sz * sx;
    x = 0.25 * (x + shift), y = 0.25 * (y + shift), z = 0.25 * (z + shift), a = 0.25 * (a + shift);
    spread *= 0.25, dx *= 0.25, dy *= 0.25;
  }
  const double X = dx / a, Y = dy / a, Z = -(X + Y);
  const double e2 = X * Y - Z * Z, e3 = X * Y * Z;
  return (1 + (e2 * (-1.0 / 10 + e2 * (1.0 / 24 - 5.0 / 208 * e2) + e3 * (-3.0 / 44 + e2 / 16)) +
               e3 * (1.0 / 14 + 3.0 / 104 * e3))) /
         std::sqrt(a);
}

double carlson_c(double x, double y) {
  if (x == 0) return 0.5 * pi / std::sqrt(y);
  return carlson_c_of_ratio(y / x, (y - x) / x) / std::sqrt(x);
}

double carlson_j(double x, double y, double z, double p) {
  const double mean = (x + y + z + 2 * p) / 5;
  double dx = mean - x, dy = mean - y, dz = mean - z;
  double spread = larger(larger(std::fabs(dx), std::fabs(dy)), larger(std::fabs(dz), std::fabs(mean - p)));
  double delta = (p - x) * (p - y) * (p - z);
  double a = mean, power = 1, sum = 0;
  for (int n = 0; n < most_duplications && spread > spread_for_series * a; ++n) {
    const double sx = std::sqrt(x), sy = std::sqrt(y), sz = std::sqrt(z);
    const double shift = sx * sy + sy * sz + sz * sx;
    const double root = p * (sx + sy + sz) + sx * sy * sz, square = root * root;
    sum += power / root * carlson_c_of_ratio(p * (p + shift) * (p + shift) / square, delta / square);
    x = 0.25 * (x + shift), y = 0.25 * (y + shift), z = 0.25 * (z + shift), p = 0.25 * (p + shift);
    a = 0.25 * (a + shift);
    spread *= 0.25, dx *= 0.25, dy *= 0.25, dz *= 0.25, power *= 0.25, delta /= 64;
  }
  const double X = dx / a, Y = dy / a, Z = dz / a, P = -0.5 * (X + Y + Z), xyz = X * Y * Z;
  const double e2 = X * Y + X * Z + Y * Z - 3 * P * P, e3 = xyz + 2 * e2 * P + 4 * P * P * P;
  const double e4 = (2 * xyz + e2 * P + 3 * P * P * P) * P, e5 = xyz * P * P;
  const double series = 1 + (-3.0 / 14 * e2 + e3 / 6 + 9.0 / 88 * e2 * e2 - 3.0 / 22 * e4 - 9.0 / 52 * e2 * e3 +
                             3.0 / 26 * e5 - e2 * e2 * e2 / 16 + 3.0 / 40 * e3 * e3 + 3.0 / 20 * e2 * e4 +
                             45.0 / 272 * e2 * e2 * e3 - 9.0 / 68 * (e3 * e4 + e2 * e5));
  return power * series / (a * std::sqrt(a)) + 3 * sum;
}

Jacobi jacobi(double u, double m1) {
  if (m1 == 0) {
    const double secant = 1 / fn::cosh(u);
    return {fn::tanh(u), secant, secant};
  }
  constexpr double smallest = 1e-120;  // below it the squares of cotangents overflow, and sn u = u
  if (std::fabs(u) < smallest) return {u, 1, 1};
  constexpr double close = 1e-8;  // of the means: the next ones agree to rounding
  constexpr std::size_t most = 16;
  std::array<double, most> means, roots;
  double mean = 1, other = m1, next = 1;
  std::size_t last = 0;
  for (;; ++last) {
    means[last] = mean;
    other = std::sqrt(other);
    roots[last] = other;
    next = 0.5 * (mean + other);
    if (std::fabs(mean - other) <= close * mean || last + 1 == most) break;
    other *= mean;
    mean = next;
  }
  const auto [sine, cosine] = fn::sincos(next * u);
  if (sine == 0) return {0, cosine, 1};
  // The cotangent of the amplitude and dn, from the last transformation back to the first.
  double cotangent = next * (cosine / sine), ratio = cosine / sine, dn = 1;
  for (std::size_t i = last + 1; i-- > 0;) {
    ratio *= cotangent;
    cotangent *= dn;
    dn = (roots[i] + ratio) / (means[i] + ratio);
    ratio = cotangent / means[i];
  }
  const double sn = (sine > 0 ? 1 : -1) / std::sqrt(cotangent * cotangent + 1);
  return {sn, cotangent * sn, dn};
}

}  // namespace polhode::elliptic
