#pragma once
// Where a contact at rest begins to slip.

#include <optional>

#include "dynamics/rolling/space_contact.hpp"

namespace polhode::rolling {

/// A slip that begins at a contact at rest, u = 0: along a direction ŝ in which friction, which acts against it, lets
/// it grow, under a load that presses.
///
///   ŝ⊥·u̇ = 0,   ŝ·u̇ ≥ 0,   n·𝒜d > 0,   f_n ≥ 0                                              theory/rolling.md (10d)
///
/// Where f_n has a pole ŝ⊥·u̇ changes its sign, too; ŝ⊥·u̇ n·𝒜d does not.
/// Proof    tests/truth/slip_end_test.cpp: the directions of random contacts, by these conditions
class SlipOnset {
 public:
  SlipOnset(const SpaceContact<double>& at, double friction) : at_(at), friction_(friction) {}

  bool begins_along(double angle) const {
    const ContactWrench<double> by = under(angle);
    return by.stiffness > 0 && at_.ground.n.dot(by.force) >= 0 && rate(by).dot(direction_of(at_.ground, angle)) >= 0;
  }

  /// The nearest such angle to `first`, to either side of it; nothing if there is none.
  std::optional<double> nearest(double first) const {
    for (const int count : {64, 4096}) {
      const double step = 2 * pi / count;
      for (int k = 0; k < count; ++k) {
        const int offset = (k + 1) / 2 * (k % 2 == 0 ? 1 : -1);
        const double low = first + (offset - 0.5) * step;
        if ((deflection(low) > 0) == (deflection(low + step) > 0)) continue;
        if (const double root = root_between(low, low + step); begins_along(root)) return root;
      }
    }
    return {};
  }

 private:
  ContactWrench<double> under(double angle) const {
    return sliding_along<double>(at_, friction_, direction_of(at_.ground, angle));
  }
  Vec3 rate(const ContactWrench<double>& by) const { return at_.answer(by.force) + at_.b; }
  double deflection(double angle) const {
    const ContactWrench<double> by = under(angle);
    return by.stiffness * rate(by).dot(so3::cross(at_.ground.n, direction_of(at_.ground, angle)));
  }
  double root_between(double low, double high) const {
    const bool positive = deflection(low) > 0;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      ((deflection(middle) > 0) == positive ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  const SpaceContact<double>& at_;
  double friction_;
};

}  // namespace polhode::rolling
