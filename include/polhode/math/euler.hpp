#pragma once
// Three angles about three body axes, in any of the twelve orders, at the edge where people write them.

#include <array>
#include <string_view>

#include <polhode/base/result.hpp>
#include <polhode/math/rotation.hpp>

namespace polhode {

/// The axes of three successive turns, each about the body's axis as the turns before left it (intrinsic):
/// R = R_first(α) R_second(β) R_third(γ). The first six return to the first axis (Euler), the others do not
/// (Tait–Bryan).
enum class EulerSequence { zxz, zyz, xyx, xzx, yxy, yzy, xyz, xzy, yxz, yzx, zxy, zyx };

inline constexpr std::array<EulerSequence, 12> euler_sequences{
    EulerSequence::zxz, EulerSequence::zyz, EulerSequence::xyx, EulerSequence::xzx,
    EulerSequence::yxy, EulerSequence::yzy, EulerSequence::xyz, EulerSequence::xzy,
    EulerSequence::yxz, EulerSequence::yzx, EulerSequence::zxy, EulerSequence::zyx};

/// "zxz".
std::string_view name(EulerSequence sequence);
/// Reads "zxz", "ZXZ"; the finding suggests the nearest sequence and says why two equal neighbours cannot be.
Result<EulerSequence> parse_euler_sequence(std::string_view text);

/// Where the first and the third axis fall together, two of the three angles (or rates) act alike and only this
/// combination of them exists.
enum class EulerDefined { all, sum, difference };

/// Angles α, β, γ. Away from the singularity α, γ ∈ (−π, π] and β ∈ [0, π] (Euler) or [−π/2, π/2] (Tait–Bryan).
/// At it, to rounding, `defined` tells which of α + γ and α − γ the rotation determines; γ is set to 0, so that α
/// is that combination and the angles still give the rotation.
struct EulerAngles {
  Vec3 angles;
  EulerDefined defined = EulerDefined::all;
  bool singular() const { return defined != EulerDefined::all; }
};

/// Rates α̇, β̇, γ̇. At the singularity β̇ and the combination `defined` exist; γ̇ is set to 0.
struct EulerRates {
  Vec3 rates;
  EulerDefined defined = EulerDefined::all;
  bool singular() const { return defined != EulerDefined::all; }
};

/// R from angles (rad).
Rotation from_euler(EulerSequence sequence, const Vec3& angles);

/// Angles from R by half-angle formulas on the quaternion, accurate to rounding everywhere: near the singularity the
/// combination that exists keeps all its digits.
///
///   Source   docs/theory/rotations.md (6)–(8)
///   Proof    tests/unit/math/euler_test.cpp
EulerAngles to_euler(EulerSequence sequence, const Rotation& R);

/// Angular velocity from angles and their rates, components in the body frame and in the world frame:
///
///   ω = e_first α̇ + R_first e_second β̇ + R_first R_second e_third γ̇,    Ω = Rᵀ ω              rotations.md (9)
Vec3 body_velocity_from_euler(EulerSequence sequence, const Vec3& angles, const Vec3& rates);
Vec3 world_velocity_from_euler(EulerSequence sequence, const Vec3& angles, const Vec3& rates);

/// Rates of the angles from the angular velocity.
EulerRates euler_rates_from_body(EulerSequence sequence, const Vec3& angles, const Vec3& w_WB_B);
EulerRates euler_rates_from_world(EulerSequence sequence, const Vec3& angles, const Vec3& w_WB_W);

}  // namespace polhode
