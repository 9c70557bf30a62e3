#include <polhode/math/elementary.hpp>

namespace polhode::fn {

using detail::chain;

SinCos<Dual4> sincos(const Dual4& x) {
  const auto [s, c] = sincos(x.value);
  return {{s, chain(c, x.tangent)}, {c, chain(-s, x.tangent)}};
}

Dual4 sin(const Dual4& x) { return sincos(x).sin; }

Dual4 cos(const Dual4& x) { return sincos(x).cos; }

Dual4 tan(const Dual4& x) {
  const double t = tan(x.value);
  return {t, chain(1 + t * t, x.tangent)};
}

// 1 − x² as a product keeps its digits near ±1.
Dual4 asin(const Dual4& x) {
  return {asin(x.value), chain(1 / polhode::sqrt((1 - x.value) * (1 + x.value)), x.tangent)};
}

Dual4 acos(const Dual4& x) {
  return {acos(x.value), chain(-1 / polhode::sqrt((1 - x.value) * (1 + x.value)), x.tangent)};
}

Dual4 atan(const Dual4& x) { return {atan(x.value), chain(1 / (1 + x.value * x.value), x.tangent)}; }

// dφ = (x dy − y dx) / (x² + y²), divided by the hypotenuse twice so that nothing overflows.
Dual4 atan2(const Dual4& y, const Dual4& x) {
  const double h = hypot(x.value, y.value);
  const double by_y = x.value / h / h, by_x = -y.value / h / h;
  return {atan2(y.value, x.value), chain(by_y, y.tangent) + chain(by_x, x.tangent)};
}

Dual4 exp(const Dual4& x) {
  const double e = exp(x.value);
  return {e, chain(e, x.tangent)};
}

Dual4 log(const Dual4& x) { return {log(x.value), chain(1 / x.value, x.tangent)}; }

// d(xʸ) = y xʸ⁻¹ dx + xʸ ln x dy. Each term counts only along directions in which its variable moves, so a constant
// exponent has a finite derivative at x = 0 and for x < 0 wherever one exists; a constant 0 is flat even at x = 0.
Dual4 pow(const Dual4& x, const Dual4& y) {
  const double power = pow(x.value, y.value);
  const double slope_x = y.value == 0 ? 0 : y.value * pow(x.value, y.value - 1);
  // 0ʸ = 0 for all y > 0: the limit of xʸ ln x.
  const double slope_y = power == 0 ? 0 : power * log(x.value);
  return {power, chain(slope_x, x.tangent) + chain(slope_y, y.tangent)};
}

Dual4 sinh(const Dual4& x) { return {sinh(x.value), chain(cosh(x.value), x.tangent)}; }

Dual4 cosh(const Dual4& x) { return {cosh(x.value), chain(sinh(x.value), x.tangent)}; }

// 1 − tanh² = 1 / cosh², which keeps its digits where tanh is near ±1.
Dual4 tanh(const Dual4& x) {
  const double sech = 1 / cosh(x.value);
  return {tanh(x.value), chain(sech * sech, x.tangent)};
}

// At the corner x = y = 0 the slope does not exist; directions in which neither moves stay zero.
Dual4 hypot(const Dual4& x, const Dual4& y) {
  const double h = hypot(x.value, y.value);
  return {h, chain(x.value / h, x.tangent) + chain(y.value / h, y.tangent)};
}

Dual4 sqrt(const Dual4& x) { return polhode::sqrt(x); }

Dual4 abs(const Dual4& x) { return polhode::abs(x); }

Dual4 floor(const Dual4& x) { return polhode::floor(x); }

}  // namespace polhode::fn
