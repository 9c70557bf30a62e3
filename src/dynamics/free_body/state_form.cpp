#include <polhode/dynamics/free_body/state_form.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "dynamics/free_body/state_forms.hpp"

namespace polhode {
namespace {

constexpr std::array forms_of_bodies{
    StateFormKind{StateForm::rotation, "rotation", 13,
                  "position, attitude on SO(3), velocity, angular velocity in body axes"},
    StateFormKind{StateForm::matrix_momentum, "matrix-momentum", 18, "x, R, P, L as plain numbers, R row by row"},
    StateFormKind{StateForm::quaternion_momentum, "quaternion-momentum", 13, "x, q, P, L as plain numbers"},
    StateFormKind{StateForm::matrix_velocity, "matrix-velocity", 18,
                  "c, v, R, angular velocity in world axes as plain numbers"},
};

constexpr std::array renormalisation_names{
    RenormaliseKind{Renormalise::none, "none"},     RenormaliseKind{Renormalise::quaternion, "quaternion"},
    RenormaliseKind{Renormalise::polar, "polar"},   RenormaliseKind{Renormalise::gram_schmidt, "gram-schmidt"},
    RenormaliseKind{Renormalise::newton, "newton"},
};

/// How many rounds take the nearest rotation to rounding, each multiplying what is wrong by half the defect of R.
int polar_rounds(double defect) {
  if (defect < 1e-6) return 2;
  if (defect < 1e-2) return 6;
  return 40;  // more than any matrix takes that can still be called nearly a rotation
}

double orthogonality_defect(const Mat3& R) { return (R.transpose() * R - Mat3::Identity()).norm(); }

Mat3 renormalised(Renormalise what, const Mat3& R) {
  if (what == Renormalise::newton) return 0.5 * R * (3 * Mat3::Identity() - R.transpose() * R);
  if (what == Renormalise::polar)
    return so3::matrix(so3::nearest_quaternion<double>(R, polar_rounds(orthogonality_defect(R))));
  const Vec3 first = R.col(0) / R.col(0).norm();
  const Vec3 rest = R.col(1) - first.dot(R.col(1)) * first;
  const Vec3 second = rest / rest.norm();
  Mat3 result;
  result << first, second, first.cross(second);
  return result;
}

}  // namespace

namespace forms {

FreeBodyState state(StateForm form, const Inertia& inertia, const double* x) {
  // A matrix or quaternion that has grown out of all bounds still has a direction, which squares would lose.
  std::array<double, 18> bounded{};
  std::copy(x, x + numbers_of(form), bounded.begin());
  if (const int first = layout(form).attitude; first >= 0) {
    const std::span attitude = std::span(bounded).subspan(static_cast<std::size_t>(first), has_matrix(form) ? 9 : 4);
    double largest = 0;
    for (double entry : attitude) largest = std::max(largest, std::fabs(entry));
    if (largest > 2)
      for (double& entry : attitude) entry /= largest;
  }
  const BodyMotion<double> now =
      motion<double>(form, inertia, bounded.data(), polar_rounds(rotation_defect(form, bounded)));
  return {.p_WBcm = now.p_WBcm,
          .R_WB = Rotation::from_quaternion(now.R_WB[0], now.R_WB[1], now.R_WB[2], now.R_WB[3]),
          .v_WBcm = now.v_WBcm,
          .w_WB_B = now.w_WB_B};
}

void append_coordinates(StateForm form, const MassProperties& mass, const FreeBodyState& state,
                        std::vector<double>& x) {
  const auto at = static_cast<std::ptrdiff_t>(x.size());
  x.resize(x.size() + static_cast<std::size_t>(numbers_of(form)));
  double* y = x.data() + at;
  const Layout where = layout(form);
  const bool momenta = has_momenta(form);
  put<double>(state.p_WBcm, y, where.position);
  put<double>(momenta ? Vec3(mass.mass() * state.v_WBcm) : state.v_WBcm, y, where.linear);
  if (form == StateForm::particle) return;
  put<double>(state.R_WB * (momenta ? Vec3(mass.inertia() * state.w_WB_B) : state.w_WB_B), y, where.angular);
  const Vec4 q = state.R_WB.quaternion();
  const Mat3 R = state.R_WB.matrix();
  if (has_matrix(form))
    for (int i = 0; i < 9; ++i) y[where.attitude + i] = R(i / 3, i % 3);
  else
    for (int i = 0; i < 4; ++i) y[where.attitude + i] = q[i];
}

void append_blocks(StateSpace& space, const std::string& body, StateForm form) {
  space.vector(body + ".position", 3, dimension::length);
  if (!has_momenta(form)) space.vector(body + ".velocity", 3, dimension::velocity);
  if (form == StateForm::particle) return;
  space.vector(body + (has_matrix(form) ? ".matrix" : ".quaternion"), has_matrix(form) ? 9 : 4, dimension::none);
  if (!has_momenta(form)) {
    space.vector(body + ".angular_velocity", 3, dimension::angular_velocity);
    return;
  }
  space.vector(body + ".momentum", 3, dimension::momentum);
  space.vector(body + ".angular_momentum", 3, dimension::angular_momentum);
}

}  // namespace forms

std::span<const StateFormKind> state_forms() { return forms_of_bodies; }
std::span<const RenormaliseKind> renormalisations() { return renormalisation_names; }

std::string_view to_string(StateForm form) {
  const auto found = std::find_if(forms_of_bodies.begin(), forms_of_bodies.end(),
                                  [form](const StateFormKind& kind) { return kind.form == form; });
  return found == forms_of_bodies.end() ? "particle" : found->name;
}

int numbers_of(StateForm form) {
  if (form == StateForm::particle) return 6;
  return forms::has_matrix(form) ? 18 : 13;
}

bool applies_to(Renormalise what, StateForm form) {
  if (what == Renormalise::none) return true;
  if (what == Renormalise::quaternion) return form == StateForm::quaternion_momentum;
  return forms::has_matrix(form);
}

void renormalise(Renormalise what, StateForm form, VecOut x) {
  if (what == Renormalise::none || !applies_to(what, form)) return;
  double* attitude = x.data() + forms::layout(form).attitude;
  if (what == Renormalise::quaternion) {
    const double length = std::sqrt(so3::squared_norm(so3::Vector4<double>(Eigen::Map<Vec4>(attitude))));
    for (int i = 0; i < 4; ++i) attitude[i] /= length;
    return;
  }
  const Mat3 R = renormalised(what, forms::matrix_at<double>(attitude, 0));
  for (int i = 0; i < 9; ++i) attitude[i] = R(i / 3, i % 3);
}

double rotation_defect(StateForm form, VecIn x) {
  if (!forms::has_matrix(form) && form != StateForm::quaternion_momentum) return 0;
  const double* attitude = x.data() + forms::layout(form).attitude;
  if (forms::has_matrix(form)) return orthogonality_defect(forms::matrix_at<double>(attitude, 0));
  return std::sqrt(so3::squared_norm(so3::Vector4<double>(Eigen::Map<const Vec4>(attitude)))) - 1;
}

}  // namespace polhode
