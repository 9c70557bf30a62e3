#pragma once
// Newton–Euler: rigid bodies that do not touch, each on (ℝ³ × SO(3)) × ℝ⁶, or on SO(3) × ℝ³ if a point of it is held.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polhode/body/effect.hpp>
#include <polhode/body/load.hpp>
#include <polhode/dynamics/free_body/exact_motion.hpp>
#include <polhode/dynamics/free_body/state_form.hpp>
#include <polhode/mass/mass_properties.hpp>
#include <polhode/math/dual.hpp>
#include <polhode/math/pack.hpp>
#include <polhode/math/state_space.hpp>

namespace polhode {

template <class S>
struct BodyMotion;
template <class S>
struct Applied;
template <class S>
struct PairEnd;

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
  /// Angular momentum of a rotor that turns inside without friction, body axes [kg m²/s]: it keeps this much about its
  /// axis, and `mass` holds all of it but its moment of inertia about that axis. Zero: there is none.
  Vec3 rotor_B = Vec3::Zero();
  /// Of a body with a pivot: rotation, or particle for a mass on a rod without mass.
  StateForm form = StateForm::rotation;
  Renormalise renormalise = Renormalise::none;

  /// About the pivot, or else the centre of mass; body axes. Of a particle on a rod of length l the round m l² 1: its
  /// angular velocity has no part along the rod, so that what there is along it does not count.
  Mat3 turning_inertia() const;
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
  Vec3 spin = Vec3::Zero();         ///< I ω, and the rotor's, about the centre of mass [kg m²/s]
  Vec3 force = Vec3::Zero();        ///< total: loads, gravity, springs, pivot [N]
  Vec3 torque = Vec3::Zero();       ///< total about the centre of mass [N m]
  Vec3 pivot_force = Vec3::Zero();  ///< what the pivot does to the body [N]; zero without one
};

/// How long a spring is and how it pulls.
struct SpringState {
  double length = 0;   ///< l [m]
  double tension = 0;  ///< k (l − l₀) + c dl/dt [N]
};

/// Any number of bodies as one system, state p_WBcm, R_WB, v_WBcm, w_WB_B for each in turn; for a body with a pivot
/// R_WB, w_WB_B; for a body of another form its numbers (StateForm).
///
///   ṗ = v,   Ṙ = R [ω]ₓ,   v̇ = F / m,   ω̇ = I⁻¹ (Rᵀτ − ω × Iω)             docs/theory/free-body.md (1)–(4)
///   Ṙ = R [ω]ₓ,   ω̇ = I_P⁻¹ (Rᵀτ_P − ω × I_P ω)   about a pivot P            docs/theory/held-bodies.md (1)
///
/// A rotor of angular momentum h inside adds −ω × h to the moments of its body (docs/theory/tops.md (5)).
///
/// Source   [Goldstein 2002] ch. 5; founding text 004 (2-43) in body components.
/// Frames   v, F in the world; ω, I in the body, about the centre of mass or the pivot.   Units  SI.
/// Proof    tests/truth/free_body_test.cpp, tests/law/free_body_law_test.cpp, tests/law/held_body_law_test.cpp
class FreeBodies {
 public:
  /// UsageError for a body whose mass lies all on one line (its angular velocity about that line has no meaning), for
  /// one whose form does not go with its pivot or its renormalisation, and for a load between bodies that are not
  /// there.
  explicit FreeBodies(std::vector<FreeBody> bodies, std::vector<PairLoad> pairs = {});

  const std::vector<FreeBody>& bodies() const { return bodies_; }
  const std::vector<PairLoad>& pairs() const { return pairs_; }
  StateSpace state_space() const;
  /// The blocks of one body, free or held at a pivot.
  static void append_blocks(StateSpace& space, const std::string& body, StateForm form, bool held);
  /// S is double, Pack4 or Dual4.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const;

  /// The part of the rate that loads make: F/m and I⁻¹ Rᵀτ, zero for positions and attitudes. Unless
  /// damped(), velocities do not enter it.
  void load_rate(double t, VecIn x, VecOut v) const;
  /// What a time h without loads does, as an increment of the state: exact.
  void free_motion(double h, VecIn x, VecOut u) const;
  /// The whole motion over a time h, if why_not_exact() is empty: free motion, and what uniform gravity adds to it.
  void whole_motion(double h, VecIn x, VecOut u) const;
  /// Which load keeps the motion from being known in closed form, as a sentence; empty if none does.
  std::string why_not_exact() const;
  /// No body with angular velocities as in x, left to itself, ever turns faster [rad/s].
  double pace(VecIn x) const;
  bool loaded() const;        ///< any body by any load
  bool damped() const;        ///< by any load that depends on velocities
  bool has_rotor() const;     ///< inside any body
  bool renormalises() const;  ///< any body
  /// Brings the attitudes of all bodies that are renormalised back to rotations.
  void renormalise(VecOut x) const;
  /// By how much the attitude of a body of plain numbers misses being a rotation.
  double rotation_defect(int body, VecIn x) const;

  /// Of a body with a pivot only attitude and angular velocity enter.
  std::vector<double> coordinates(std::span<const FreeBodyState> states) const;
  FreeBodyState state(int body, VecIn x) const;
  FreeBodyMomenta momenta(int body, double t, VecIn x) const;
  LoadEffect load(int body, int load, double t, VecIn x) const;
  PairEffect pair(int pair, double t, VecIn x) const;
  /// Of the load between bodies of that number, which must be a spring.
  SpringState spring(int pair, VecIn x) const;

 private:
  friend class BodyLanes;
  /// Constants of a body in the order in which the rate reads them. O is its pivot, or else its centre of mass: the
  /// point that moments and inertia are taken about.
  struct Constants {
    bool held;       ///< has a pivot
    StateForm form;  ///< of one that is not held
    double inverse_mass;
    bool diagonal;  ///< both of the following
    Mat3 I_BO_B, inverse_I_B;
    Vec3 p_BoO_B;
    Vec3 g_W;                  ///< sum of the uniform fields, kept apart because a free body needs no attitude for it
    std::vector<Load> others;  ///< every load that is not a uniform field
    Vec3 rotor_B;
    bool simple;         ///< no such load and no rotor
    Vec3 p_WO;           ///< of a held body
    Vec3 p_OBcm_B;       ///< zero for a free body
    Vec3 mass_lever_B;   ///< m times that
    std::size_t x0, v0;  ///< where its numbers begin in state and rate
    MassProperties mass;

    bool is_plain() const { return !held && form != StateForm::rotation; }
  };
  template <class S>
  static BodyMotion<S> motion_of(const Constants& body, const S* x);
  template <class S>
  static void body_rate(const Constants& body, double t, const S* x, S* v);
  template <class S>
  static void plain_rate(const Constants& body, double t, const S* x, S* v);
  template <class S>
  static void held_rate(const Constants& body, double t, const S* x, S* v);
  template <class S>
  static Eigen::Matrix<S, 3, 1> weight_moment(const Constants& body, const S* x);
  template <class S>
  static void add_loads(const Constants& body, double t, const S* x, S* v);
  /// Adds what an applied force and torque do to the rate of a body.
  template <class S>
  static void accelerate(const Constants& body, const BodyMotion<S>& motion, const Applied<S>& applied, S* v);
  static void pair_rate(const load::Spring& spring, const Constants& a, const Constants& b, const double* x, double* v);
  template <class S>
  void add_pairs(double t, const S* x, S* v) const;
  template <class S>
  PairEnd<S> end_of(BodyIndex body, const S* x) const;
  /// The constants of a body, null for the world.
  const Constants* constants_of(BodyIndex body) const {
    return body.valid() ? &constants_[static_cast<std::size_t>(body.value)] : nullptr;
  }

  void note_pairs();

  /// An end of a load between bodies.
  struct Reach {
    int pair;
    std::size_t end;
  };

  std::vector<FreeBody> bodies_;
  std::vector<PairLoad> pairs_;
  std::vector<std::vector<Reach>> reached_by_;  ///< of each body, the ends that are on it
  std::vector<Constants> constants_;
  std::vector<ExactMotion> motions_;  ///< of each body, about O
};

}  // namespace polhode
