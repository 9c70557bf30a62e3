#include "math/expression/execute.hpp"

namespace polhode::expression {

double decimal_log(double x) {
  const double plain = fn::log(x) / 2.302585092994046;
  if (!(x > 0) || !std::isfinite(x)) return plain;
  const double nearest = round_even(plain);
  const int n = static_cast<int>(std::fabs(nearest) < 308 ? std::fabs(nearest) : 308);
  if (n == 0) return plain;
  const double power = product_power(10.0, n);
  const double whole = plain > 0 ? n : -n;
  return whole + fn::log(plain > 0 ? x / power : x * power) / 2.302585092994046;
}

double cube_root(double x) {
  if (x == 0 || !std::isfinite(x)) return x;
  // Far from 1 the cube in Newton's step would leave the range of a double: bring x near by exact powers of 2.
  double size = std::fabs(x), scale = 1;
  if (size < 0x1p-600) size *= 0x1p600, scale = 0x1p-200;
  if (size > 0x1p600) size *= 0x1p-600, scale = 0x1p200;
  double root = fn::pow(size, 1.0 / 3);
  root -= (root * root * root - size) / (3 * root * root);
  return std::copysign(root * scale, x);
}

double floor_mod(double x, double period) {
  // IEEE 754 defines the remainder exactly, so this is the same number in every library.
  const double rest = std::fmod(x, period);
  return rest != 0 && (rest < 0) != (period < 0) ? rest + period : rest;
}

}  // namespace polhode::expression
