#pragma once
// Newton–Euler: rigid bodies that do not touch, each on (ℝ³ × SO(3)) × ℝ⁶, or on SO(3) × ℝ³ if a point of it is held.

#include <optional>
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

/// A body point that is held where it is; the body can only turn about it.
struct Pivot {
  Vec3 p_BoP_B = Vec3::Zero();  ///< in the body, from its origin [m]
  Vec3 p_WP = Vec3::Zero();     ///< in the world [m]
};

/// A body and what acts on it.
struct FreeBody {
  std::string name = "body";
  MassProperties mass;
  std::vector<Load> loads = {};
  std::optional<Pivot> pivot = {};
};

/// Where a body is and how it moves. Of a body with a pivot, R_WB and w_WB_B say it all.
struct FreeBodyState {
  Vec3 p_WBcm = Vec3::Zero();  ///< centre of mass, world axes [m]
  Rotation R_WB;               ///< body axes → world axes
  Vec3 v_WBcm = Vec3::Zero();  ///< velocity of the centre of mass, world axes [m/s]
  Vec3 w_WB_B = Vec3::Zero();  ///< angular velocity, body axes [rad/s]
};

/// What a free body's motion amounts to; world axes, angular momentum about the centre of mass unless it says
/// otherwise.
struct FreeBodyMomenta {
  double kinetic_energy = 0;        ///< ½ m v² + ½ ω·Iω [J]
  double potential_energy = 0;      ///< of the loads that have a potential [J]
  double power = 0;                 ///< of the loads that have none [W]
  Vec3 momentum = Vec3::Zero();     ///< m v [kg m/s]
  Vec3 spin = Vec3::Zero();         ///< I ω about the centre of mass [kg m²/s]
  Vec3 force = Vec3::Zero();        ///< total: loads, gravity, springs, pivot [N]
  Vec3 torque = Vec3::Zero();       ///< total about the centre of mass [N m]
  Vec3 pivot_force = Vec3::Zero();  ///< what the pivot does to the body [N]; zero without one
};

/// What a spring holds and does. Energies of springs belong to no body, so they are not among its momenta.
struct SpringState {
  double length = 0;            ///< l [m]
  double tension = 0;           ///< k (l − l₀) + c dl/dt [N]
  double potential_energy = 0;  ///< ½ k (l − l₀)² [J]
  double power = 0;             ///< of the damper, −c (dl/dt)² [W]
  Vec3 force = Vec3::Zero();    ///< on the body of the first end, world axes; the second gets the opposite [N]
};

/// Any number of bodies as one system, state p_WBcm, R_WB, v_WBcm, w_WB_B for each in turn; for a body with a pivot
/// R_WB, w_WB_B.
///
///   ṗ = v,   Ṙ = R [ω]ₓ,   v̇ = F / m,   ω̇ = I⁻¹ (Rᵀτ − ω × Iω)             docs/theory/free-body.md (1)–(4)
///   Ṙ = R [ω]ₓ,   ω̇ = I_P⁻¹ (Rᵀτ_P − ω × I_P ω)   about a pivot P            docs/theory/held-bodies.md (1)
///
/// Source   [Goldstein 2002] ch. 5; founding text 004 (2-43) in body components.
/// Frames   v, F in the world; ω, I in the body, about the centre of mass or the pivot.   Units  SI.
/// Proof    tests/truth/free_body_test.cpp, tests/law/free_body_law_test.cpp, tests/law/held_body_law_test.cpp
class FreeBodies {
 public:
  /// UsageError for a body whose mass lies all on one line (its angular velocity about that line has no meaning), and
  /// for a spring on a body that is not there.
  explicit FreeBodies(std::vector<FreeBody> bodies, std::vector<load::Spring> springs = {});

  const std::vector<FreeBody>& bodies() const { return bodies_; }
  const std::vector<load::Spring>& springs() const { return springs_; }
  StateSpace state_space() const;
  /// The blocks of one body, free or held at a pivot.
  static void append_blocks(StateSpace& space, const std::string& body, bool held);
  /// S is double, Pack4 or Dual4.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const;

  /// The part of the rate that loads and springs make: F/m and I⁻¹ Rᵀτ, zero for positions and attitudes. Unless
  /// damped(), velocities do not enter it.
  void load_rate(double t, VecIn x, VecOut v) const;
  /// What a time h without loads does, as an increment of the state: exact.
  void free_motion(double h, VecIn x, VecOut u) const;
  bool loaded() const;  ///< any body by any load or spring
  bool damped() const;  ///< any spring

  /// Of a body with a pivot only attitude and angular velocity enter.
  std::vector<double> coordinates(std::span<const FreeBodyState> states) const;
  FreeBodyState state(int body, VecIn x) const;
  FreeBodyMomenta momenta(int body, double t, VecIn x) const;
  SpringState spring(int spring, VecIn x) const;

 private:
  /// Constants of a body in the order in which the rate reads them. O is its pivot, or else its centre of mass: the
  /// point that moments and inertia are taken about.
  struct Constants {
    bool held;  ///< has a pivot
    double inverse_mass;
    Mat3 I_BO_B, inverse_I_B;
    Vec3 p_BoO_B;
    Vec3 g_W;                  ///< sum of the uniform fields, kept apart because a free body needs no attitude for it
    std::vector<Load> others;  ///< every load that is not a uniform field
    Vec3 p_WO;                 ///< of a held body
    Vec3 mass_lever_B;         ///< m times the way from O to the centre of mass: zero for a free body
    std::size_t x0, v0;        ///< where its numbers begin in state and rate
  };
  template <class S>
  struct Point;
  template <class S>
  static void body_rate(const Constants& body, double t, const S* x, S* v);
  template <class S>
  static void held_rate(const Constants& body, double t, const S* x, S* v);
  template <class S>
  static Eigen::Matrix<S, 3, 1> weight_moment(const Constants& body, const S* x);
  template <class S>
  static void add_loads(const Constants& body, double t, const S* x, S* v);
  template <class S>
  void spring_rate(const load::Spring& spring, const S* x, S* v) const;
  static void pair_rate(const load::Spring& spring, const Constants& a, const Constants& b, const double* x, double* v);
  template <class S>
  void add_springs(const S* x, S* v) const;
  template <class S>
  Point<S> end_of(const load::Spring::End& end, const S* x) const;
  template <class S>
  void pull(const load::Spring::End& end, const Point<S>& point, const Eigen::Matrix<S, 3, 1>& f_W, S* v) const;

  std::vector<FreeBody> bodies_;
  std::vector<load::Spring> springs_;
  std::vector<Constants> constants_;
  std::vector<ExactMotion> motions_;
};

}  // namespace polhode
