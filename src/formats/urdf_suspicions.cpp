#include "formats/urdf_suspicions.hpp"

#include <array>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode::urdf {
namespace {

constexpr double lightest = 100, heaviest = 20'000;  // [kg/m³] of a link, hollow or full

std::string listed(const Vec3& v) { return "(" + rounded(v[0]) + ", " + rounded(v[1]) + ", " + rounded(v[2]) + ")"; }
std::string measures(const Vec3& v) { return rounded(v[0], 2) + " × " + rounded(v[1], 2) + " × " + rounded(v[2], 2); }

/// The edges of the uniform box with these moments.
///
///   edge² = 12 d/m with the principal second moments d = ½ tr − moment                       theory/mass.md (4)
Vec3 equivalent_box(double mass, const Vec3& moments) {
  const Vec3 d = Vec3::Constant(0.5 * moments.sum()) - moments;
  return (12 / mass * d).cwiseMax(0).cwiseSqrt();
}

/// tr I / 2m: the mean square of the distance from the centre of mass.
double gyration_squared(double mass, const Mat3& inertia) { return 0.5 * inertia.trace() / mass; }

/// What an inertia that is too large, or too small, by a factor was probably written in.
std::string slip(double ratio) {
  struct Row {
    double factor;
    const char* hint;
  };
  constexpr std::array<Row, 8> rows{
      {{1e3, "the inertia looks 1000 times too large: g m^2 instead of kg m^2?"},
       {1e4, "the inertia looks 10 000 times too large: kg cm^2 instead of kg m^2?"},
       {1e6, "the inertia looks a million times too large: kg mm^2 instead of kg m^2?"},
       {1e7, "the inertia looks ten million times too large: g cm^2 instead of kg m^2?"},
       {1e9, "the inertia looks a thousand million times too large: g mm^2 instead of kg m^2?"},
       {1e-3, "the inertia looks 1000 times too small for this mass: is the mass in grams?"},
       {1e-6, "the inertia looks a million times too small: lengths taken for millimetres?"},
       {1e-9, "the inertia looks a thousand million times too small"}}};
  const Row* nearest = nullptr;
  double best = 5;  // half way between neighbours, where neither is likely
  for (const Row& row : rows)
    if (const double off = std::fmax(ratio / row.factor, row.factor / ratio); off < best) {
      best = off;
      nearest = &row;
    }
  return nearest == nullptr ? "check the units of mass and inertia" : nearest->hint;
}

class Judge {
 public:
  explicit Judge(const Patient& patient)
      : patient_(patient), m_(patient.figures.mass), I_(patient.figures.inertia), principal_(principal_axes(I_)) {}

  Diagnostics all() {
    if (!placeholder() && !unit_slip()) about_origin();
    if (patient_.body) {
      place(patient_.body->bounds);
      density(m_ / patient_.body->volume);
    }
    return std::move(findings_);
  }

 private:
  /// Of uniform density, with the mass of the link.
  Mat3 expected() const { return patient_.body->uniform.with_mass(m_).inertia(); }

  void doubt(const Position& where, const char* key, std::string message, std::string hint) {
    findings_.warning(where, patient_.path + ".inertial." + key, std::move(message), std::move(hint));
  }

  /// Three equal moments that are a power of ten, or that a shape contradicts.
  bool placeholder() {
    const Vec3& m = principal_.moments;
    if (!(m[0] > 0) || m[2] - m[0] > 1e-9 * m[2]) return false;
    if (patient_.body) {
      const Mat3 shape = expected();
      if ((I_ - shape).norm() < 0.3 * shape.norm()) return false;
      const Vec3 ratio = principal_axes(shape).moments;
      if (ratio[2] > 2 * ratio[0]) {
        doubt(patient_.inertia_where, "inertia",
              "all three moments are " + shortest(m[1]) + " kg m^2, but the shape is longer one way than another",
              "a placeholder? the shape with uniform density has " + listed(ratio) + " kg m^2");
        return true;
      }
    }
    for (double power = 1e-9; power < 2e3; power *= 10)
      if (std::fabs(m[1] / power - 1) < 1e-6) {
        doubt(patient_.inertia_where, "inertia", "all three moments are " + shortest(m[1]) + " kg m^2",
              "this looks like a placeholder; measure or compute them");
        return true;
      }
    return false;
  }

  bool unit_slip() {
    const double k2 = gyration_squared(m_, I_);
    if (!(k2 > 0)) return false;
    const Vec3 box = equivalent_box(m_, principal_.moments);
    const std::string start = "a uniform box of this mass and inertia would measure " + measures(box) + " m";
    const auto report = [&](double ratio, const std::string& against) {
      doubt(patient_.inertia_where, "inertia", start + against, slip(ratio));
      return true;
    };
    if (patient_.body) {
      const double ratio = k2 / gyration_squared(m_, expected());
      // A hollow or a lumped body differs from a uniform one by less.
      if (ratio <= 50 && ratio >= 1.0 / 50) return false;
      return report(ratio, ", but the shape measures " + measures(patient_.body->bounds.size()) + " m");
    }
    // A rod from joint to joint has k² = L²/12. Bodies are often much larger than the distance of their joints, seldom
    // much smaller, and never larger than the robot.
    const double long_reach = std::fmax(patient_.reach, 0.1 * patient_.robot_reach);
    constexpr double far_off = 300;
    if (long_reach > 0 && 12 * k2 > far_off * long_reach * long_reach)
      return report(12 * k2 / (long_reach * long_reach),
                    ", but all joints of the robot together reach " + rounded(patient_.robot_reach, 2) + " m");
    if (far_off * 12 * k2 < patient_.reach * patient_.reach)
      return report(12 * k2 / (patient_.reach * patient_.reach),
                    ", but its farthest joint is " + rounded(patient_.reach, 2) + " m away");
    const double density = m_ / box.prod();
    // Lighter than air, or far heavier than matter even for a thin body. The moments of a box go as density^(-2/3).
    if (density >= 1 && density <= 1e6) return false;
    if (!(box.minCoeff() > 0)) return false;
    return report(fn::pow(1000 / density, 2.0 / 3), " and have a density of " + rounded(density, 2) + " kg/m^3");
  }

  /// What is left when the shift to the link's origin is taken off again: nearer to the uniform shape, or, if there is
  /// none, to equal moments.
  void about_origin() {
    const Vec3& c = patient_.figures.com;
    const Mat3 shift = m_ * point_inertia(c);
    const Vec3& m = principal_.moments;
    if (!(shift.trace() > 0.2 * m[2])) return;
    const Mat3 rest = I_ - shift;
    const Vec3 left = principal_axes(rest).moments;
    if (!(left[0] > 0 && left[0] + left[1] >= left[2])) return;
    bool nearer = false;
    if (patient_.body) {
      const Mat3 shape = expected();
      nearer = (I_ - shape).norm() > 0.2 * shape.norm() && (rest - shape).norm() < 0.3 * (I_ - shape).norm();
    } else {
      nearer = shift.trace() > m[2] && (left[2] - left[0]) / left[2] < 0.2 * (m[2] - m[0]) / m[2];
    }
    if (!nearer) return;
    doubt(patient_.inertia_where, "inertia",
          "the inertia looks as if it were about the link's origin, not about the centre of mass",
          "about the centre of mass it would be ixx=\"" + rounded(rest(0, 0), 6) + "\" ixy=\"" +
              rounded(rest(0, 1), 6) + "\" ixz=\"" + rounded(rest(0, 2), 6) + "\" iyy=\"" + rounded(rest(1, 1), 6) +
              "\" iyz=\"" + rounded(rest(1, 2), 6) + "\" izz=\"" + rounded(rest(2, 2), 6) +
              "\" in the axes of the link");
  }

  void place(const Bounds& box) {
    const Vec3& c = patient_.figures.com;
    const Vec3 grace = Vec3::Constant(0.1 * box.size().maxCoeff());
    if (((c - box.low + grace).array() >= 0).all() && ((box.high + grace - c).array() >= 0).all()) return;
    const bool millimetres = ((c / 1000 - box.low + grace).array() >= 0).all() &&
                             ((box.high + grace - c / 1000).array() >= 0).all() && c.norm() > 10 * box.size().norm();
    doubt(patient_.mass_where, "origin",
          "the centre of mass " + listed(c) + " lies outside the shape, which reaches from " + listed(box.low) +
              " to " + listed(box.high),
          millimetres ? "millimetres instead of metres?" : "check its unit and the frame it is given in");
  }

  void density(double value) {
    if (value >= lightest && value <= heaviest) return;
    const bool grams = value / 1000 >= lightest && value / 1000 <= heaviest;
    doubt(patient_.mass_where, "mass", "a mean density of " + rounded(value) + " kg/m^3",
          value < lightest ? "lighter than wood and most foams; check the mass and the size of the shape"
          : grams          ? "heavier than any metal; is the mass in grams?"
                           : "heavier than any metal; check the mass and the size of the shape");
  }

  const Patient& patient_;
  double m_;
  Mat3 I_;
  PrincipalAxes principal_;
  Diagnostics findings_;
};

}  // namespace

Diagnostics suspicions(const Patient& patient) { return Judge(patient).all(); }

}  // namespace polhode::urdf
