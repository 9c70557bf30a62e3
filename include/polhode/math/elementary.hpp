#pragma once
// Elementary functions of our own: the same bits from every compiler, lane width and target.

#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>

namespace polhode::fn {

template <class S>
struct SinCos {
  S sin, cos;
};

// Over double, Pack4 and Dual4. Arguments beyond the domain give nan, as in IEEE 754; huge arguments are reduced
// exactly. Errors measured over 10⁷ arguments each (tests/unit/math/elementary_accuracy_test.cpp): sin, cos, exp, log ≤
// 1 ulp; tan, asin, acos, atan, atan2, pow ≤ 2 ulp; sinh, cosh, tanh, hypot ≤ 4 ulp; sqrt, abs, floor exact.
#define POLHODE_DECLARE(S)         \
  SinCos<S> sincos(const S& x);    \
  S sin(const S& x);               \
  S cos(const S& x);               \
  S tan(const S& x);               \
  S asin(const S& x);              \
  S acos(const S& x);              \
  S atan(const S& x);              \
  S atan2(const S& y, const S& x); \
  S exp(const S& x);               \
  S log(const S& x);               \
  S pow(const S& x, const S& y);   \
  S sinh(const S& x);              \
  S cosh(const S& x);              \
  S tanh(const S& x);              \
  S hypot(const S& x, const S& y); \
  S sqrt(const S& x);              \
  S abs(const S& x);               \
  S floor(const S& x);
POLHODE_DECLARE(double)
POLHODE_DECLARE(Pack2)
POLHODE_DECLARE(Pack4)
POLHODE_DECLARE(Dual4)
#undef POLHODE_DECLARE

}  // namespace polhode::fn
