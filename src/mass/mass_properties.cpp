#include <polhode/mass/mass_properties.hpp>

#include <cmath>

#include <polhode/base/text.hpp>

#include "mass/check.hpp"

namespace polhode {
namespace {

Mat3 symmetric_part(const Mat3& m) { return 0.5 * (m + m.transpose()); }

/// Size of an inertia for judging rounding: the largest entry.
double scale_of(const Mat3& inertia) { return inertia.cwiseAbs().maxCoeff(); }

}  // namespace

Mat3 point_inertia(const Vec3& r) {
  Mat3 m;
  const double xx = r.x() * r.x(), yy = r.y() * r.y(), zz = r.z() * r.z();
  const double xy = -(r.x() * r.y()), xz = -(r.x() * r.z()), yz = -(r.y() * r.z());
  m << yy + zz, xy, xz, xy, xx + zz, yz, xz, yz, xx + yy;
  return m;
}

MassProperties::MassProperties(double mass, const Vec3& com, const Mat3& inertia)
    : mass_(mass), com_(com), inertia_(symmetric_part(inertia)) {
  Diagnostics findings;
  mass_check::figures(mass, com, inertia, {}, findings);
  if (findings.has_errors()) usage_error("the mass properties of a possible body", format(findings));
}

Result<MassProperties> MassProperties::checked(double mass, const Vec3& com, const Mat3& inertia,
                                               const std::string& path) {
  Diagnostics findings;
  mass_check::figures(mass, com, inertia, path, findings);
  if (findings.has_errors()) return findings;
  return {MassProperties(Trusted{}, mass, com, symmetric_part(inertia)), std::move(findings)};
}

MassProperties MassProperties::placed(const Pose& X_PB) const {
  const Mat3 R_PB = X_PB.R.matrix();
  const Mat3 turned = R_PB * inertia_ * R_PB.transpose();
  return {Trusted{}, mass_, X_PB * com_, symmetric_part(turned)};
}

MassProperties operator+(const MassProperties& a, const MassProperties& b) {
  const double mass = a.mass_ + b.mass_;
  const Vec3 apart = b.com_ - a.com_;
  // König about the common centre: the two shifts together are the reduced mass at the distance between the centres.
  const double reduced = a.mass_ * (b.mass_ / mass);
  return {MassProperties::Trusted{}, mass, a.com_ + (b.mass_ / mass) * apart,
          a.inertia_ + b.inertia_ + reduced * point_inertia(apart)};
}

Result<MassProperties> MassProperties::checked_without(const MassProperties& part, const std::string& path) const {
  const double mass = mass_ - part.mass_;
  if (!(mass > 0))
    return Diagnostic{
        Severity::error,
        {},
        path,
        "a part of " + rounded(part.mass_) + " kg cannot be taken out of a body of " + rounded(mass_) + " kg",
        "something must remain; make the hole smaller"};
  const Vec3 apart = part.com_ - com_;
  const Vec3 com = com_ - (part.mass_ / mass) * apart;
  const Mat3 shift = mass_ * (part.mass_ / mass) * point_inertia(apart);
  const Mat3 inertia = inertia_ - part.inertia_ - shift;
  // The difference carries the rounding of what was subtracted, which may be more than its own size.
  const double rounding = 1e-12 * (scale_of(inertia_) + scale_of(part.inertia_) + scale_of(shift));
  Diagnostics findings;
  mass_check::moments(inertia, rounding, path.empty() ? "inertia" : path + ".inertia", findings);
  if (findings.has_errors()) {
    findings.all().front().message = "what remains after the hole is no body: " + findings.all().front().message;
    findings.all().front().hint = "the hole reaches outside the body, or its place is wrong";
    return findings;
  }
  return MassProperties(Trusted{}, mass, com, symmetric_part(inertia));
}

MassProperties MassProperties::without(const MassProperties& part) const {
  Result<MassProperties> rest = checked_without(part);
  if (!rest) usage_error("a part of the body", format(rest.diagnostics()));
  return *rest;
}

MassProperties MassProperties::with_mass(double mass) const {
  if (!(mass > 0 && std::isfinite(mass))) usage_error("a mass > 0", shortest(mass) + " kg");
  return {Trusted{}, mass, com_, (mass / mass_) * inertia_};
}

Mat3 MassProperties::inertia_about(const Vec3& p_BoQ_B) const {
  return inertia_ + mass_ * point_inertia(p_BoQ_B - com_);
}

PrincipalAxes MassProperties::principal() const { return principal_axes(inertia_); }

Result<MassProperties> point_masses(std::span<const PointMass> particles, const std::string& path) {
  Diagnostics findings;
  if (particles.empty())
    findings.error({}, path, "a body needs at least one particle", "give mass and position of each");
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const std::string place = numbered(path, i);
    mass_check::mass(particles[i].mass, place, findings);
    if (!particles[i].position.allFinite())
      findings.error({}, place + ".position", "the position is not a finite number");
  }
  if (findings.has_errors()) return findings;
  double mass = 0;
  Vec3 com = Vec3::Zero();
  // Weighted mean by increments: no large sums to cancel, and a single particle keeps its position to the bit.
  for (const PointMass& particle : particles) {
    mass += particle.mass;
    com += (particle.mass / mass) * (particle.position - com);
  }
  Mat3 inertia = Mat3::Zero();
  for (const PointMass& particle : particles) inertia += particle.mass * point_inertia(particle.position - com);
  return MassProperties::checked(mass, com, inertia, path);
}

}  // namespace polhode
