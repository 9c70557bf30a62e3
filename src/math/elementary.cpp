#include <polhode/math/elementary.hpp>

#include "math/elementary_kernels.hpp"

namespace polhode::fn {

#define POLHODE_DEFINE(S)                                         \
  SinCos<S> sincos(const S& x) { return kernel::sincos(x); }      \
  S sin(const S& x) { return kernel::sincos(x).sin; }             \
  S cos(const S& x) { return kernel::sincos(x).cos; }             \
  S tan(const S& x) { return kernel::tan(x); }                    \
  S asin(const S& x) { return kernel::asin(x); }                  \
  S acos(const S& x) { return kernel::acos(x); }                  \
  S atan(const S& x) { return kernel::atan(x); }                  \
  S atan2(const S& y, const S& x) { return kernel::atan2(y, x); } \
  S exp(const S& x) { return kernel::exp(x); }                    \
  S log(const S& x) { return kernel::log(x); }                    \
  S pow(const S& x, const S& y) { return kernel::pow(x, y); }     \
  S sinh(const S& x) { return kernel::sinh(x); }                  \
  S cosh(const S& x) { return kernel::cosh(x); }                  \
  S tanh(const S& x) { return kernel::tanh(x); }                  \
  S hypot(const S& x, const S& y) { return kernel::hypot(x, y); } \
  S sqrt(const S& x) { return polhode::sqrt(x); }                 \
  S abs(const S& x) { return polhode::abs(x); }                   \
  S floor(const S& x) { return polhode::floor(x); }
POLHODE_DEFINE(double)
POLHODE_DEFINE(Pack2)
POLHODE_DEFINE(Pack4)
#undef POLHODE_DEFINE

}  // namespace polhode::fn
