// Surfaces of revolution by their profile.
#include <cmath>

#include <polhode/base/text.hpp>

#include "dynamics/rolling/surface_kernels.hpp"
#include "mass/check.hpp"

namespace polhode::surface {
namespace {

using mass_check::join;

/// Shares of the profile's size that are not worth a word.
constexpr double off_axis = 1e-9, still = 1e-9;
/// Radii of curvature beyond this many sizes are those of a straight piece.
constexpr double straight = 1e9;
constexpr int samples = 512;

/// Value, first and second slope of both formulas at one s.
struct Sample {
  double s = 0;
  std::array<double, 3> rho{}, z{};
  bool finite = true;

  double speed() const { return fn::hypot(rho[1], z[1]); }
  /// Of the meridian; positive where it bends towards the axis.
  double curvature() const {
    const double v = speed();
    return (rho[1] * z[2] - z[1] * rho[2]) / (v * v * v);
  }
};

Sample sample_at(const Revolution& profile, double s) {
  Sample sample{.s = s};
  const In<double> input(&s, 1);
  for (std::size_t k = 0; k < 3; ++k) {
    const double rho = profile.rho_slopes()[k].evaluate<double>(input);
    const double z = profile.z_slopes()[k].evaluate<double>(input);
    sample.finite = sample.finite && std::isfinite(rho) && std::isfinite(z);
    sample.rho[k] = rho, sample.z[k] = z;
  }
  return sample;
}

std::string place(double s) { return "at s = " + rounded(s); }

void check_finite(const std::vector<Sample>& profile, double size, const std::string& path, Diagnostics& findings) {
  const double range = profile.back().s - profile.front().s;
  for (const Sample& sample : profile) {
    if (sample.finite && sample.speed() * range > still * size) continue;
    if (!sample.finite)
      findings.error({}, path, place(sample.s) + " the profile, or one of its first two slopes, is not finite",
                     "let s be an angle, as in rho = \"a*cos(s)\", z = \"c*sin(s)\", rather than a height");
    else
      findings.error({}, path, place(sample.s) + " the profile stands still: rho and z have slope 0",
                     "let s run along the profile, as an angle does");
    return;
  }
}

/// One of the two points where the profile meets the axis.
void check_pole(const Sample& pole, bool upper, double size, const std::string& path, Diagnostics& findings) {
  const std::string which = upper ? "ends" : "begins";
  if (std::fabs(pole.rho[0]) > off_axis * size)
    findings.error({}, join(path, "rho"),
                   "the profile " + which + " at rho = " + rounded(pole.rho[0]) + " m, off the axis",
                   "rho is 0 at both ends, where the surface meets its axis");
  else if (std::fabs(pole.z[1]) > off_axis * pole.speed())
    findings.error({}, join(path, "z"),
                   "the profile " + which + " with a tip: it meets the axis at " +
                       rounded(fn::atan2(std::fabs(pole.rho[1]), std::fabs(pole.z[1])) * (180 / pi)) + " deg",
                   "a smooth surface meets its axis at right angles: z has slope 0 there");
}

/// What lies between the poles: off the axis, always rising, bent towards the axis.
void check_between(const std::vector<Sample>& profile, double size, const std::string& path, Diagnostics& findings) {
  for (const Sample& sample : profile) {
    const bool pole = &sample == &profile.front() || &sample == &profile.back();
    if (!pole && !(sample.rho[0] > 0)) {
      findings.error({}, join(path, "rho"), place(sample.s) + " rho is " + rounded(sample.rho[0]) + " m",
                     "rho is a distance from the axis, more than 0 between the two poles");
      return;
    }
    const double bend = sample.curvature();
    if (!(bend * size > 1 / straight)) {
      findings.error(
          {}, path, place(sample.s) + " the profile is not strictly convex: its curvature is " + rounded(bend) + " 1/m",
          "a plane must touch it in one point only; make it rounder there");
      return;
    }
    if (!pole && !(sample.z[1] > 0)) {
      findings.error({}, join(path, "z"), place(sample.s) + " z does not rise",
                     "on a convex surface z rises all the way from the lower pole to the upper one");
      return;
    }
  }
}

Diagnostics findings_of(const Revolution& revolution, const std::string& path) {
  Diagnostics findings;
  std::vector<Sample> profile;
  double low = 0, high = 0, size = 0;
  for (int i = 0; i <= samples; ++i) {
    const double share = static_cast<double>(i) / samples;
    const double s =
        i == samples ? revolution.end() : revolution.begin() + share * (revolution.end() - revolution.begin());
    profile.push_back(sample_at(revolution, s));
    const double z = profile.back().z[0];
    low = i == 0 ? z : std::fmin(low, z);
    high = i == 0 ? z : std::fmax(high, z);
    size = std::fmax(size, std::fabs(profile.back().rho[0]));
  }
  size = std::fmax(size, high - low);
  check_finite(profile, size, path, findings);
  if (findings.has_errors()) return findings;
  check_pole(profile.front(), false, size, path, findings);
  check_pole(profile.back(), true, size, path, findings);
  if (findings.has_errors()) return findings;
  if (profile.front().z[0] > profile.back().z[0])
    findings.error({}, join(path, "z"), "the profile runs from the upper pole to the lower one",
                   "let z rise with s; turn the sign of s in both formulas, and exchange from and to with their signs");
  else
    check_between(profile, size, path, findings);
  return findings;
}

}  // namespace

Result<Revolution> Revolution::checked(Expression rho, Expression z, double begin, double end,
                                       const std::string& path) {
  Diagnostics findings;
  if (!std::isfinite(begin) || !std::isfinite(end) || !(begin < end)) {
    findings.error({}, join(path, "to"), "the profile goes from s = " + shortest(begin) + " to s = " + shortest(end),
                   "both are finite, and from is less than to");
    return findings;
  }
  Revolution revolution;
  revolution.begin_ = begin;
  revolution.end_ = end;
  revolution.rho_[0] = std::move(rho);
  revolution.z_[0] = std::move(z);
  for (std::size_t k = 1; k < 3; ++k) {
    revolution.rho_[k] = revolution.rho_[k - 1].derivative(0);
    revolution.z_[k] = revolution.z_[k - 1].derivative(0);
  }
  findings = findings_of(revolution, path);
  if (findings.has_errors()) return findings;
  return revolution;
}

Result<Revolution> egg(double radius, double half_length, double taper, const std::string& path) {
  Diagnostics findings;
  const auto size = [&](double value, const char* key, const char* what) {
    if (!(value > 0 && std::isfinite(value)))
      findings.error({}, join(path, key), std::string("the ") + what + " is " + shortest(value) + " m",
                     std::string("a ") + what + " is finite and more than 0");
  };
  size(radius, "radius", "radius");
  size(half_length, "half_length", "half length");
  if (!(std::fabs(taper) < 1))
    findings.error({}, join(path, "taper"), "the taper is " + shortest(taper),
                   "a taper lies between -1 and 1; 0 is a spheroid, 0.2 an egg");
  if (findings.has_errors()) return findings;

  const std::array<std::string, 4> names{"s", "radius", "half_length", "taper"};
  const std::array values{radius, half_length, taper};
  Result<Revolution> egg =
      Revolution::checked(*Expression::compile("radius*cos(s)*(1 + taper*sin(s))", names, values),
                          *Expression::compile("half_length*sin(s)", names, values), -pi / 2, pi / 2, path);
  if (egg.ok()) return egg;
  for (Diagnostic finding : egg.diagnostics()) {
    // Sizes are sound, so that only the taper can make a hollow.
    finding.path = join(path, "taper");
    finding.hint = "a smaller taper makes it convex";
    findings.add(std::move(finding));
  }
  return findings;
}

}  // namespace polhode::surface
