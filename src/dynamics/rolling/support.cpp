// Bodies by their support function.
#include <cmath>
#include <optional>
#include <utility>

#include <polhode/base/text.hpp>

#include "dynamics/rolling/surface_checks.hpp"
#include "mass/check.hpp"

namespace polhode {
namespace surface {

template <class S>
SupportJet<S> Support::at(const Eigen::Matrix<S, 3, 1>& u) const {
  if (formulas_.empty()) {
    const Jet3<S> inputs{SupportJet<S>::variable(u[0], 0), SupportJet<S>::variable(u[1], 1),
                         SupportJet<S>::variable(u[2], 2)};
    if constexpr (std::is_same_v<S, double>)
      return real_(inputs);
    else
      return dual_(inputs);
  }
  const In<S> inputs(u.data(), 3);
  SupportJet<S> h;
  h.value = formulas_[0].evaluate<S>(inputs);
  for (std::size_t i = 0; i < 3; ++i) h.gradient[i] = formulas_[1 + i].evaluate<S>(inputs);
  for (std::size_t k = 0; k < 6; ++k) h.hessian[k] = formulas_[4 + k].evaluate<S>(inputs);
  return h;
}
template SupportJet<double> Support::at<double>(const Eigen::Matrix<double, 3, 1>&) const;
template SupportJet<Dual4> Support::at<Dual4>(const Eigen::Matrix<Dual4, 3, 1>&) const;

Result<Support> Support::checked(const Expression& h, const std::string& path) {
  Support support;
  support.text_ = h.text();
  support.formulas_.push_back(h);
  for (int i = 0; i < 3; ++i) support.formulas_.push_back(h.derivative(i));
  for (const auto& [i, j] : detail::jet_pairs)
    support.formulas_.push_back(support.formulas_[1 + i].derivative(static_cast<int>(j)));
  Diagnostics findings;
  rolling::check_convex(support, path, findings);
  if (findings.has_errors()) return findings;
  return support;
}

}  // namespace surface

namespace rolling {
namespace {

std::string place(const Vec3& u) { return "at u = " + mass_check::listed(u, 3); }

}  // namespace

Vec3 spread_direction(int i, int count) {
  // Equal steps along z, golden steps around it; no two directions share an azimuth.
  constexpr double golden = 2.399963229728653;
  const double z = 1 - (2 * i + 1.0) / count;
  const double r = std::sqrt((1 - z) * (1 + z));
  const auto turn = fn::sincos(golden * i);
  return {r * turn.cos, r * turn.sin, z};
}

CurvatureRadii radii_of(const Surface& surface, const Vec3& u) {
  const auto [e1, e2] = across(u);
  const Vec3 N = -u;
  const Touch<double> first = touch<double>(surface, N, e1), second = touch<double>(surface, N, e2);
  const double a = -e1.dot(first.slope), b = -e2.dot(second.slope), c = -e1.dot(second.slope);
  const double mean = 0.5 * (a + b), half = std::sqrt(0.25 * (a - b) * (a - b) + c * c);
  return {.point = first.point, .least = mean - half, .most = mean + half, .product = a * b - c * c};
}

std::array<Vec3, 2> across(const Vec3& u) {
  int smallest = 0;
  for (int i = 1; i < 3; ++i)
    if (std::fabs(u[i]) < std::fabs(u[smallest])) smallest = i;
  const Vec3 first = so3::cross<double>(u, Vec3::Unit(smallest)).normalized();
  return {first, so3::cross<double>(u, first)};
}

namespace {

/// A direction where Γ jumps, as it does across a kink of h, by great circles; `most` is the largest radius of
/// curvature that was seen, by which Γ moves for each radian. A body that is only strongly curved there is told by
/// halving.
std::optional<Vec3> find_kink(const Surface& surface, double most, double size) {
  constexpr int circles = 48, steps = 96, halvings = 24;
  constexpr double step = 2 * pi / steps, suspicious = 4, jump = 0.01;
  for (int k = 0; k < circles; ++k) {
    const auto [e1, e2] = across(spread_direction(k, circles));
    const auto direction = [&](double angle) {
      const auto both = fn::sincos(angle);
      return Vec3(both.cos * e1 + both.sin * e2);
    };
    const auto point = [&](double angle) { return touch<double>(surface, -direction(angle), Vec3::Zero()).point; };
    Vec3 before = point(0.1);
    for (int i = 0; i < steps; ++i) {
      double low = 0.1 + i * step, high = low + step;
      const Vec3 after = point(high);
      Vec3 at_low = std::exchange(before, after), at_high = after;
      if ((at_high - at_low).norm() <= suspicious * step * most) continue;
      for (int j = 0; j < halvings; ++j) {
        const double middle = 0.5 * (low + high);
        const Vec3 between = point(middle);
        if ((between - at_low).norm() > (at_high - between).norm())
          high = middle, at_high = between;
        else
          low = middle, at_low = between;
      }
      if ((at_high - at_low).norm() > jump * size) return Vec3((direction(low) * 1e6).array().round() / 1e6 + 0.0);
    }
  }
  return std::nullopt;
}

}  // namespace

void check_convex(const surface::Support& support, const std::string& path, Diagnostics& findings) {
  constexpr int count = 400;
  const Surface surface{support};
  double size = 0;
  Vec3 worst = Vec3::Zero();
  double least = 0, most = 0;
  for (int i = -6; i < count; ++i) {
    // The axes first: there formulas with roots and quotients have no slope.
    Vec3 u = i < 0 ? Vec3(Vec3::Unit((i + 6) / 2)) : spread_direction(i, count);
    if (i < 0 && i % 2 != 0) u = -u;
    const CurvatureRadii radii = radii_of(surface, u);
    if (!radii.point.allFinite() || !std::isfinite(radii.least)) {
      findings.error({}, path, place(u) + " the support function, or a slope of it, is not finite",
                     "it is finite and smooth in all directions; bodies with flat faces are disks, or sums with one");
      return;
    }
    size = std::fmax(size, radii.point.norm());
    most = std::fmax(most, radii.most);
    if (radii.least < least) least = radii.least, worst = u;
  }
  // What formulas of some twenty operations lose in two derivatives is less.
  const double rounding = 1e-9 * size;
  if (least < -rounding)
    findings.error({}, path,
                   place(worst) + " the body is not convex: its least radius of curvature is " + rounded(least) + " m",
                   "add a ball to make it convex: a term " + rounded(-1.1 * least, 2) + " rounds it by that radius");
  else if (!(most > rounding))
    findings.error({}, path, "this support function is that of a point", "a body has some width: h(u) + h(-u) > 0");
  else if (const auto kink = find_kink(surface, most, size))
    findings.error({}, path, place(*kink) + " the support function has a kink, across which the point of contact jumps",
                   "round it: sqrt(x^2 + 1e-4) instead of abs(x)");
}

}  // namespace rolling
}  // namespace polhode
