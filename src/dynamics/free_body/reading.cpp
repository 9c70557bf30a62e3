#include <polhode/dynamics/free_body/reading.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace polhode::reading {
namespace {

const FreeBody& body_of(const FreeBodies& bodies, int body) { return bodies.bodies()[static_cast<std::size_t>(body)]; }

double mass_of(const FreeBodies& bodies, int body) { return body_of(bodies, body).mass.mass(); }

/// Σ ((p − p_A) × vector + couple), both of them read off the momenta of each body.
Vec3 moment_about(const FreeBodies& bodies, Which which, const Vec3& p_WA, double t, VecIn x,
                  Vec3 FreeBodyMomenta::*vector, Vec3 FreeBodyMomenta::*couple) {
  Vec3 sum_W = Vec3::Zero();
  for (int body : which) {
    const FreeBodyMomenta momenta = bodies.momenta(body, t, x);
    sum_W += Vec3(bodies.state(body, x).p_WBcm - p_WA).cross(momenta.*vector) + momenta.*couple;
  }
  return sum_W;
}

}  // namespace

PointMotion centre(const FreeBodies& bodies, Which which, VecIn x) {
  // One body is where it is, to the last bit.
  if (which.size() == 1) {
    const FreeBodyState now = bodies.state(which[0], x);
    return {now.p_WBcm, now.v_WBcm};
  }
  double mass = 0;
  Vec3 p_W = Vec3::Zero(), v_W = Vec3::Zero();
  for (int body : which) {
    const FreeBodyState now = bodies.state(body, x);
    const double m = mass_of(bodies, body);
    mass += m;
    p_W += m * now.p_WBcm;
    v_W += m * now.v_WBcm;
  }
  return {p_W / mass, v_W / mass};
}

Vec3 centre_acceleration(const FreeBodies& bodies, Which which, double t, VecIn x) {
  double mass = 0;
  Vec3 force_W = Vec3::Zero();
  for (int body : which) {
    mass += mass_of(bodies, body);
    force_W += bodies.momenta(body, t, x).force;
  }
  return force_W / mass;
}

PointMotion point(const FreeBodies& bodies, int body, const Vec3& p_BoQ_B, VecIn x) {
  const FreeBodyState now = bodies.state(body, x);
  const Vec3 r_B = p_BoQ_B - body_of(bodies, body).mass.com();
  return {now.p_WBcm + now.R_WB * r_B, now.v_WBcm + now.R_WB * Vec3(now.w_WB_B.cross(r_B))};
}

Vec3 point_acceleration(const FreeBodies& bodies, int body, const Vec3& p_BoQ_B, double t, VecIn x) {
  const FreeBody& what = body_of(bodies, body);
  const FreeBodyState now = bodies.state(body, x);
  const FreeBodyMomenta momenta = bodies.momenta(body, t, x);
  const Vec3 a_W = momenta.force / what.mass.mass();
  if (what.form == StateForm::particle) return a_W;
  const Vec3 r_B = p_BoQ_B - what.mass.com();
  const Vec3& w_B = now.w_WB_B;
  const Vec3 torque_B = now.R_WB.inverse() * momenta.torque;
  const Vec3 spin_B = what.mass.inertia() * w_B + what.rotor_B;
  const Vec3 alpha_B = what.mass.inertia().inverse() * Vec3(torque_B - w_B.cross(spin_B));
  return a_W + now.R_WB * Vec3(alpha_B.cross(r_B) + w_B.cross(w_B.cross(r_B)));
}

KineticEnergy kinetic_energy(const FreeBodies& bodies, Which which, VecIn x) {
  const Vec3 v_W = centre(bodies, which, x).v_WQ;
  double mass = 0;
  KineticEnergy energy;
  for (int body : which) {
    const FreeBodyState now = bodies.state(body, x);
    const MassProperties& one = body_of(bodies, body).mass;
    mass += one.mass();
    energy.about_centre +=
        0.5 * (one.mass() * (now.v_WBcm - v_W).squaredNorm() + now.w_WB_B.dot(one.inertia() * now.w_WB_B));
  }
  energy.of_centre = 0.5 * mass * v_W.squaredNorm();
  return energy;
}

Vec3 angular_momentum(const FreeBodies& bodies, Which which, const Vec3& p_WA, double t, VecIn x) {
  return moment_about(bodies, which, p_WA, t, x, &FreeBodyMomenta::momentum, &FreeBodyMomenta::spin);
}

Vec3 torque(const FreeBodies& bodies, Which which, const Vec3& p_WA, double t, VecIn x) {
  return moment_about(bodies, which, p_WA, t, x, &FreeBodyMomenta::force, &FreeBodyMomenta::torque);
}

Mat3 moment_of_inertia(const FreeBodies& bodies, Which which, const Vec3& p_WA, VecIn x) {
  Mat3 sum_W = Mat3::Zero();
  for (int body : which) {
    const FreeBodyState now = bodies.state(body, x);
    const MassProperties& one = body_of(bodies, body).mass;
    const Mat3 R_WB = now.R_WB.matrix();
    sum_W += R_WB * one.inertia() * R_WB.transpose() + one.mass() * point_inertia(now.p_WBcm - p_WA);
  }
  return sum_W;
}

Vec3 areal_velocity(const PointMotion& Q, const PointMotion& A) {
  return 0.5 * Vec3(Q.p_WQ - A.p_WQ).cross(Vec3(Q.v_WQ - A.v_WQ));
}

Screw instantaneous_axis(const FreeBodies& bodies, int body, VecIn x) {
  const FreeBodyState now = bodies.state(body, x);
  Screw screw = instantaneous_screw({.angular = now.R_WB * now.w_WB_B, .linear = now.v_WBcm});
  screw.point += now.p_WBcm;
  return screw;
}

}  // namespace polhode::reading
