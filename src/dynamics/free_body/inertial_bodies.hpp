#pragma once
// Bodies of a moving frame, told in inertial space: the same motion without inertial forces.

#include <polhode/dynamics/free_body/free_body.hpp>

namespace polhode {

/// Bodies whose world W is a moving frame, by Newton's law in inertial space N: each load is asked for what it does to
/// the motion as seen from W, and its force is turned into N. The only inertial loads left are those that the bodies do
/// not have, with the other sign: a motion without the centrifugal force is one with a force against it.
///
///   m v̇ = R_NW f_W,   I ω̇ = τ − ω × (Iω + h),
///   about a pivot, which moves,   I_P ω̇ = τ_P − r × m a_P − ω × (I_P ω + h)            docs/theory/frames.md (8)
///
/// State of each body in turn: p, R, v, ω in N; of a body with a pivot R, ω. If they have all of
/// them, no kernel of an inertial force has to be right for it to be right: that is why it judges them.
///
/// Proof    tests/truth/frame_test.cpp
class InertialBodies {
 public:
  InertialBodies(const FreeBodies& bodies, FramePointer frame);

  StateSpace state_space() const;
  /// S is double, Pack4 or Dual4.
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const;

  // The state of all bodies in N, from their states in W, and back.
  std::vector<double> coordinates(double t, std::span<const FreeBodyState> states) const;
  FreeBodyState state(int body, double t, VecIn x) const;

 private:
  struct Body {
    MassProperties mass;
    std::vector<Load> loads, against;  ///< `against` count with the other sign
    std::optional<Pivot> pivot;
    Mat3 I_BO_B, inverse_I_B;
    Vec3 rotor_B;
    Vec3 r_B;    ///< from the pivot to the centre of mass
    bool turns;  ///< is no particle; one on a rod has no angular velocity along it
    std::size_t x0, v0;
  };
  template <class S>
  BodyMotion<S> motion_of(const Body& body, const FrameMotion& frame, const S* x) const;
  template <class S>
  void accelerate(const Body& body, const FrameMotion& frame, const BodyMotion<S>& motion, const Applied<S>& seen,
                  S* v) const;
  /// Without what has no meaning for a particle.
  static BodyMotion<double> meant(const Body& body, BodyMotion<double> motion);
  template <class S>
  PairEnd<S> end_of(BodyIndex body, const FrameMotion& frame, const S* x) const;

  std::vector<Body> bodies_;
  std::vector<std::string> names_;
  std::vector<PairLoad> pairs_;
  FramePointer frame_;
};

}  // namespace polhode
