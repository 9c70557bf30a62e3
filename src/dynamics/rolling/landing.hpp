#pragma once
// What a body takes from its ground when it lands.

#include "dynamics/rolling/space_contact.hpp"

namespace polhode::rolling {

/// Load and friction of a force on the body.
struct Parts {
  double load, friction;
  Vec3 along;  ///< unit, of the friction; zero without

  Parts(const Vec3& f, const Vec3& n) : load(n.dot(f)) {
    const Vec3 f_t = f - load * n;
    friction = f_t.norm();
    along = friction > 0 ? Vec3(f_t / friction) : Vec3(Vec3::Zero());
  }
};

/// Coulomb's friction of a point, or null.
inline const friction::Coulomb* coulomb_of(const RollingBody& body) {
  if (!body.ground.friction) return nullptr;
  const auto* coulomb = std::get_if<friction::Coulomb>(&*body.ground.friction);
  return coulomb != nullptr && coulomb->patch == 0 ? coulomb : nullptr;
}

/// Friction holds what it must where nothing is said of it; a patch, oil and ice hold nothing.
inline bool can_hold(const RollingBody& body) { return !body.ground.friction || coulomb_of(body) != nullptr; }

struct LandingImpulse {
  Vec3 force = Vec3::Zero();  ///< at the contact, world axes [N s]
  double couple = 0;          ///< about the normal [N m s]
};

/// The impulse of a landing with this restitution, without energy gained.
///
///   u⁺ = u⁻ + 𝒜 p,   ΔE = ½ p·(u⁺ + u⁻)                                                   theory/rolling.md (13)
///
/// A point under Coulomb's friction sticks if friction can make it, else slides in the direction that sticking would
/// have had to stop. What goes by the load acts while the impulse grows, (13a); what does not has no impulse.
///
/// Proof    tests/truth/landing_test.cpp, tests/truth/sliding_test.cpp
LandingImpulse landing_impulse(const RollingBody& body, const SpaceContact<double>& at, double restitution);

}  // namespace polhode::rolling
