#pragma once
// A number with its gradient and its second derivatives by three variables: what a support function is called with.

#include <array>

#include <polhode/math/dual.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode {

/// value + gradient·d + ½ d·hessian·d; hessian xx, yy, zz, xy, xz, yz. S is double or Dual4.
template <class S>
struct SupportJet {
  S value{};
  std::array<S, 3> gradient{};
  std::array<S, 6> hessian{};

  SupportJet() = default;
  SupportJet(double number) : value(number) {}  // NOLINT: a constant has no derivatives
  static SupportJet variable(const S& v, int i) {
    SupportJet x;
    x.value = v;
    x.gradient[static_cast<std::size_t>(i)] = S(1.0);
    return x;
  }
};

namespace detail {
inline constexpr std::array<std::array<std::size_t, 2>, 6> jet_pairs{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

/// f(x) from its value and its first two slopes.
template <class S>
SupportJet<S> chain(const SupportJet<S>& x, const S& f, const S& slope, const S& second) {
  SupportJet<S> y;
  y.value = f;
  for (std::size_t i = 0; i < 3; ++i) y.gradient[i] = slope * x.gradient[i];
  for (std::size_t k = 0; k < 6; ++k)
    y.hessian[k] = slope * x.hessian[k] + second * x.gradient[jet_pairs[k][0]] * x.gradient[jet_pairs[k][1]];
  return y;
}
}  // namespace detail

template <class S>
SupportJet<S> operator+(const SupportJet<S>& a, const SupportJet<S>& b) {
  SupportJet<S> sum;
  sum.value = a.value + b.value;
  for (std::size_t i = 0; i < 3; ++i) sum.gradient[i] = a.gradient[i] + b.gradient[i];
  for (std::size_t k = 0; k < 6; ++k) sum.hessian[k] = a.hessian[k] + b.hessian[k];
  return sum;
}
template <class S>
SupportJet<S> operator*(const SupportJet<S>& a, const SupportJet<S>& b) {
  SupportJet<S> product;
  product.value = a.value * b.value;
  for (std::size_t i = 0; i < 3; ++i) product.gradient[i] = a.value * b.gradient[i] + a.gradient[i] * b.value;
  for (std::size_t k = 0; k < 6; ++k) {
    const auto [i, j] = detail::jet_pairs[k];
    product.hessian[k] = (a.value * b.hessian[k] + a.hessian[k] * b.value) +
                         (a.gradient[i] * b.gradient[j] + a.gradient[j] * b.gradient[i]);
  }
  return product;
}
template <class S>
SupportJet<S> operator-(const SupportJet<S>& a) {
  return detail::chain(a, -a.value, S(-1.0), S(0.0));
}
template <class S>
SupportJet<S> operator-(const SupportJet<S>& a, const SupportJet<S>& b) {
  return a + (-b);
}
template <class S>
SupportJet<S> operator/(const SupportJet<S>& a, const SupportJet<S>& b) {
  const S inverse = S(1.0) / b.value, square = inverse * inverse;
  return a * detail::chain(b, inverse, -square, 2.0 * square * inverse);
}
// A plain number on either side.
template <class S>
SupportJet<S> operator+(const SupportJet<S>& a, double b) {
  return a + SupportJet<S>(b);
}
template <class S>
SupportJet<S> operator+(double a, const SupportJet<S>& b) {
  return SupportJet<S>(a) + b;
}
template <class S>
SupportJet<S> operator-(const SupportJet<S>& a, double b) {
  return a - SupportJet<S>(b);
}
template <class S>
SupportJet<S> operator-(double a, const SupportJet<S>& b) {
  return SupportJet<S>(a) - b;
}
template <class S>
SupportJet<S> operator*(const SupportJet<S>& a, double b) {
  return a * SupportJet<S>(b);
}
template <class S>
SupportJet<S> operator*(double a, const SupportJet<S>& b) {
  return SupportJet<S>(a) * b;
}
template <class S>
SupportJet<S> operator/(const SupportJet<S>& a, double b) {
  return a / SupportJet<S>(b);
}
template <class S>
SupportJet<S> operator/(double a, const SupportJet<S>& b) {
  return SupportJet<S>(a) / b;
}

template <class S>
SupportJet<S> sqrt(const SupportJet<S>& x) {
  const S root = fn::sqrt(x.value), slope = 0.5 / root;
  return detail::chain(x, root, slope, -0.5 * slope / x.value);
}
template <class S>
SupportJet<S> exp(const SupportJet<S>& x) {
  const S value = fn::exp(x.value);
  return detail::chain(x, value, value, value);
}
template <class S>
SupportJet<S> log(const SupportJet<S>& x) {
  const S slope = 1.0 / x.value;
  return detail::chain(x, fn::log(x.value), slope, -(slope * slope));
}
template <class S>
SupportJet<S> sin(const SupportJet<S>& x) {
  const auto both = fn::sincos(x.value);
  return detail::chain(x, both.sin, both.cos, -both.sin);
}
template <class S>
SupportJet<S> cos(const SupportJet<S>& x) {
  const auto both = fn::sincos(x.value);
  return detail::chain(x, both.cos, -both.sin, -both.cos);
}
/// x^p for a fixed p, x > 0.
template <class S>
SupportJet<S> pow(const SupportJet<S>& x, double p) {
  const S value = fn::pow(x.value, S(p)), slope = p * value / x.value;
  return detail::chain(x, value, slope, (p - 1) * slope / x.value);
}

}  // namespace polhode
