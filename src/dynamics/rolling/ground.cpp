#include <array>

#include "dynamics/rolling/ground_kernels.hpp"

namespace polhode {

bool moves(const Ground& ground) {
  const auto* plane = std::get_if<ground::Plane>(&ground.shape);
  return plane != nullptr &&
         (plane->place.varies() || !plane->turning.is_constant() || plane->turning.evaluate_at<double>(0, {}) != 0);
}

std::span<const ContactLaw> friction_laws() {
  static constexpr std::array<ContactLaw, 6> laws{{
      {"dry", "friction = 0.3, or sliding, standing",
       "Coulomb's, of a point: by the load, holds up to the standing one"},
      {"patch", "sliding, patch", "the same of a patch under Hertz's pressure: slip and spin together, holds nothing"},
      {"load_viscous", "load_viscous", "against the slip, by load and slip"},
      {"viscous", "viscous", "against the slip, by the slip whatever the load: oil"},
      {"smooth", "friction = \"smooth\"", "none: ice"},
      {"none given", "", "rolls whatever force this takes, and never leaves its ground"},
  }};
  return laws;
}

std::span<const ContactLaw> loss_laws() {
  static constexpr std::array<ContactLaw, 5> laws{{
      {dissipation::RollingTorque::name, "coefficient",
       "a constant moment against the running of the contact round the rim"},
      {dissipation::RollingDrag::name, "coefficient", "the same, by its speed"},
      {dissipation::Viscous::name, "coefficient", "against all turning, by its speed; of any body, in flight, too"},
      {dissipation::AirFilm::name, "viscosity, radius", "air pressed out of a thin gap [Moffatt]"},
      {dissipation::BoundaryLayer::name, "viscosity, kinematic, factor, radius",
       "air sheared in a wide gap [Bildsten]"},
  }};
  return laws;
}

}  // namespace polhode

namespace polhode::rolling {

GroundModel::GroundModel(const Ground& ground) {
  if (const auto* plane = std::get_if<ground::Plane>(&ground.shape)) {
    plane_ = *plane;
    R_WP_ = Rotation::from_z_to(plane->normal);
    const Mat3 axes = R_WP_.matrix();
    e1_ = axes.col(0);
    e2_ = axes.col(1);
    n_ = axes.col(2);
    velocity_ = plane->place.derivative();
    acceleration_ = velocity_.derivative();
    turning_rate_ = plane->turning.derivative(0);
    moves_ = polhode::moves(ground);
  } else if (const auto* sphere = std::get_if<ground::Sphere>(&ground.shape)) {
    centre_ = sphere->centre;
    radius_ = sphere->radius;
    inside_ = sphere->inside;
  } else {
    const auto& tube = std::get<ground::Cylinder>(ground.shape);
    centre_ = tube.centre;
    axis_ = tube.axis;
    radius_ = tube.radius;
    inside_ = tube.inside;
    cylinder_ = true;
  }
}

PlaneNow GroundModel::plane(double t) const {
  return {plane_->place.at(t), velocity_.at(t), acceleration_.at(t), plane_->turning.evaluate_at<double>(t, {}),
          turning_rate_.evaluate_at<double>(t, {})};
}

double GroundModel::height(double t, const Vec3& p_WC) const {
  if (plane_) return n_.dot(p_WC - plane_->place.at(t));
  Vec3 d = p_WC - centre_;
  if (cylinder_) d -= d.dot(axis_) * axis_;
  return inside_ ? radius_ - d.norm() : d.norm() - radius_;
}

}  // namespace polhode::rolling
