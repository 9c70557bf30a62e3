#include "scene/motion_flaws.hpp"

#include <algorithm>

namespace polhode {
namespace {

constexpr int samples = 512;    // of a run, at which motions are looked at
constexpr int halvings = 40;    // of what lies between two of them
constexpr double small = 1e-9;  // beside 1 in SI units, and beside the value itself

/// What does not follow from the rates of change at both ends: of a smooth motion it falls with the cube of h.
double mismatch(const MotionSample& a, const MotionSample& b, double h) {
  return (b.value - a.value - 0.5 * h * (a.slope + b.slope)).norm();
}

/// The flaw between a and b: what halving does not make smaller.
std::optional<MotionFlaw> flaw_between(MotionAt at, double a, double b, MotionSample from, MotionSample to) {
  const double first = mismatch(from, to, b - a);
  if (!(first > small * (1 + from.value.norm()))) return std::nullopt;
  for (int k = 0; k < halvings; ++k) {
    const double middle = 0.5 * (a + b);
    std::optional<MotionSample> between = at(middle);
    if (!between) return MotionFlaw{middle, false};
    const double left = mismatch(from, *between, middle - a), right = mismatch(*between, to, b - middle);
    if (!(std::max(left, right) > 0.3 * first)) return std::nullopt;
    if (left > right) {
      b = middle;
      to = *std::move(between);
    } else {
      a = middle;
      from = *std::move(between);
    }
  }
  return MotionFlaw{b, true};
}

}  // namespace

std::optional<MotionFlaw> first_flaw(MotionAt at, double end) {
  std::optional<MotionSample> last;
  for (int k = 0; k <= samples; ++k) {
    const double t = end * k / samples;
    std::optional<MotionSample> now = at(t);
    if (!now) return MotionFlaw{t, false};
    if (last)
      if (const auto flaw = flaw_between(at, end * (k - 1) / samples, t, *last, *now)) return flaw;
    last = std::move(now);
  }
  return std::nullopt;
}

}  // namespace polhode
