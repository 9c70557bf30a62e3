#pragma once
// Newton–Euler: a rigid body, or many that do not touch, on (ℝ³ × SO(3)) × ℝ⁶ each.

#include <span>
#include <string>
#include <vector>

#include <polhode/body/load.hpp>
#include <polhode/dynamics/free_body/exact_motion.hpp>
#include <polhode/mass/mass_properties.hpp>
#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/state_space.hpp>

namespace polhode {

/// A body and what acts on it.
struct FreeBody {
  std::string name = "body";
  MassProperties mass;
  std::vector<Load> loads = {};
};

/// Where a free body is and how it moves.
struct FreeBodyState {
  Vec3 p_WBcm = Vec3::Zero();  ///< centre of mass, world axes [m]
  Rotation R_WB;               ///< body axes → world axes
  Vec3 v_WBcm = Vec3::Zero();  ///< velocity of the centre of mass, world axes [m/s]
  Vec3 w_WB_B = Vec3::Zero();  ///< angular velocity, body axes [rad/s]
};

/// What a free body's motion amounts to; world axes, angular momentum about the centre of mass unless it says
/// otherwise.
struct FreeBodyMomenta {
  double kinetic_energy = 0;     ///< ½ m v² + ½ ω·Iω [J]
  double potential_energy = 0;   ///< of the loads that have a potential [J]
  double power = 0;              ///< of the loads that have none [W]
  Vec3 momentum = Vec3::Zero();  ///< m v [kg m/s]
  Vec3 spin = Vec3::Zero();      ///< I ω about the centre of mass [kg m²/s]
  Vec3 force = Vec3::Zero();     ///< total, gravity included [N]
  Vec3 torque = Vec3::Zero();    ///< total about the centre of mass [N m]
};

/// Any number of free bodies as one system, state p_WBcm, R_WB, v_WBcm, w_WB_B for each in turn.
///
///   ṗ = v,   Ṙ = R [ω]ₓ,   v̇ = F / m,   ω̇ = I⁻¹ (Rᵀτ − ω × Iω)             docs/theory/free-body.md (1)–(4)
///
/// Source   [Goldstein 2002] ch. 5; founding text 004 (2-43) in body components.
/// Frames   v, F in the world; ω, I in the body, about the centre of mass.   Units  SI.
/// Proof    tests/truth/free_body_test.cpp, tests/law/free_body_law_test.cpp
class FreeBodies {
 public:
  /// UsageError for a body whose mass lies all on one line: its angular velocity about that line has no meaning.
  explicit FreeBodies(std::vector<FreeBody> bodies);

  static constexpr int nx = 13, nv = 12;  ///< of one body

  const std::vector<FreeBody>& bodies() const { return bodies_; }
  StateSpace state_space() const;
  /// S is double, Pack4 or Dual4.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const;

  /// The part of the rate that the loads make: F/m and I⁻¹ Rᵀτ, zero for positions and attitudes. Velocities do not
  /// enter it.
  void load_rate(double t, VecIn x, VecOut v) const;
  /// What a time h without loads does, as an increment of the state: exact.
  void free_motion(double h, VecIn x, VecOut u) const;
  bool loaded() const;  ///< any body by any load

  std::vector<double> coordinates(std::span<const FreeBodyState> states) const;
  FreeBodyState state(int body, VecIn x) const;
  FreeBodyMomenta momenta(int body, double t, VecIn x) const;

 private:
  /// Constants of a body in the order in which the rate reads them.
  struct Constants {
    double inverse_mass;
    Mat3 I_BBcm_B, inverse_I_B;
    Vec3 p_BoBcm_B;
    Vec3 g_W;                  ///< sum of the uniform fields, kept apart because it needs no attitude
    std::vector<Load> others;  ///< every load that is not a uniform field
  };
  template <class S>
  static void body_rate(const Constants& body, double t, const S* x, S* v);
  template <class S>
  static void add_loads(const Constants& body, double t, const S* x, S* v);

  std::vector<FreeBody> bodies_;
  std::vector<Constants> constants_;
  std::vector<ExactMotion> motions_;
};

}  // namespace polhode
