#include <polhode/dynamics/rolling/rolling.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include <Eigen/LU>

#include <polhode/base/error.hpp>
#include <polhode/math/euler.hpp>

#include "dynamics/rolling/below.hpp"
#include "dynamics/rolling/body_form.hpp"
#include "dynamics/rolling/euler_form.hpp"
#include "dynamics/rolling/space_form.hpp"

namespace polhode {
namespace {

bool is_ball(const RollingBody& body) {
  return std::holds_alternative<surface::Sphere>(body.surface.shape) && body.centre == Vec3::Zero();
}

constexpr double upright_cosine = 0.866;  // of an axis to the normal: from 30° on its angles are not begun with

}  // namespace

std::string_view to_string(RollingForm form) {
  return form == RollingForm::space ? "space" : form == RollingForm::body ? "body" : "euler";
}
std::string_view to_string(RollingMode mode) {
  return mode == RollingMode::rolling ? "rolling" : mode == RollingMode::sliding ? "sliding" : "flying";
}

namespace rolling {

Model::Model(RollingBody given) : body(std::move(given)), ground(body.ground) {
  static std::atomic<std::uint64_t> numbers = 0;
  number = ++numbers;
  inverse_inertia = body.inertia.inverse();
  charts[0] = {{}, body.inertia, body.centre, Vec3::UnitZ()};
  charts[1].R_BE = Rotation::from_quaternion(0.5, 0.5, 0.5, 0.5);
  const Mat3 turned = charts[1].R_BE.matrix();
  charts[1].inertia_E = turned.transpose() * body.inertia * turned;
  charts[1].centre_E = turned.transpose() * body.centre;
  charts[1].axis_E = turned.transpose() * Vec3::UnitZ();
  const Mat3 axes = ground.R_WP().matrix();
  const Vec3 n = axes.col(2);
  weight = -n.dot(body.gravity);
  gravity_in_plane = axes.transpose() * body.gravity;
  gravity_along = body.gravity + weight * n;
  // What is left of a plane that is level but for rounding is no slope.
  level = gravity_along.norm() <= 1e-15 * body.gravity.norm();
  has_modes = body.form == RollingForm::space && body.ground.friction.has_value();
  if (body.ground.friction)
    if (const auto* coulomb = std::get_if<friction::Coulomb>(&*body.ground.friction)) turns_slip = coulomb->patch == 0;
  if (has_straight_side(body.surface))
    side_at = body.form == RollingForm::euler ? 10 : body.form == RollingForm::body || !has_modes ? 13 : 15;
  count = (body.form == RollingForm::euler ? 10u : has_modes ? 15u : 13u) + (side_at != 0 ? 1 : 0);
  if (body.dissipation) viscous = std::get_if<dissipation::Viscous>(&*body.dissipation);
  loses_by_contact = body.dissipation && viscous == nullptr;
  if (goes_by_track(body)) track = girth(body.surface);
}

bool goes_by_track(const RollingBody& body) {
  if (!body.dissipation || std::holds_alternative<surface::Disk>(body.surface.shape)) return false;
  return std::holds_alternative<dissipation::RollingTorque>(*body.dissipation) ||
         std::holds_alternative<dissipation::RollingDrag>(*body.dissipation);
}

}  // namespace rolling

std::string Rolling::misfit(const RollingBody& body) {
  if (!(body.mass > 0)) return "its mass is not positive";
  if (!(body.inertia.determinant() > 0)) return "its inertia has no inverse: a body that rolls turns about every axis";
  if (!std::holds_alternative<ground::Plane>(body.ground.shape)) {
    if (!is_ball(body)) return "only a ball with its centre of mass at its centre rolls on a ground that is no plane";
    if (body.form != RollingForm::space) return "on a ground that is no plane there is no form but \"space\"";
    if (body.dissipation && !std::holds_alternative<dissipation::Viscous>(*body.dissipation))
      return "on a ground that is no plane nothing dissipates but \"viscous\"";
  }
  const bool of_air = body.dissipation && (std::holds_alternative<dissipation::AirFilm>(*body.dissipation) ||
                                           std::holds_alternative<dissipation::BoundaryLayer>(*body.dissipation));
  if (of_air && !(turns_about_z(body.surface) && has_flat_faces(body.surface)))
    return "this dissipation is of the wedge of air under the flat face of a body of revolution about z";
  return {};
}

Rolling::Rolling(RollingBody body) {
  if (const std::string why = misfit(body); !why.empty()) usage_error("a body that can roll", why);
  model_ = std::make_shared<const rolling::Model>(std::move(body));
}

const RollingBody& Rolling::body() const { return model_->body; }
bool Rolling::has_modes() const { return model_->has_modes; }

StateSpace Rolling::state_space() const {
  const auto with_side = [this](StateSpace space, const std::string& prefix) {
    if (model_->side_at != 0) space.vector(prefix + "side", 1, dimension::none);
    return space;
  };
  const std::string prefix = body().name + ".";
  StateSpace space;
  space.vector(prefix + "position", 3, dimension::length);
  if (body().form == RollingForm::euler) {
    space.vector(prefix + "euler", 3, dimension::angle);
    space.vector(prefix + "euler_rates", 3, dimension::angular_velocity);
    space.vector(prefix + "chart", 1, dimension::none);
    return with_side(std::move(space), prefix);
  }
  space.rotation(prefix + "orientation");
  if (body().form == RollingForm::body) {
    space.vector(prefix + "angular_velocity_body", 3, dimension::angular_velocity);
    space.vector(prefix + "normal_body", 3, dimension::none);
    return with_side(std::move(space), prefix);
  }
  space.vector(prefix + "velocity", 3, dimension::velocity);
  space.vector(prefix + "angular_velocity", 3, dimension::angular_velocity);
  if (has_modes()) space.vector(prefix + "contact", 2, dimension::none);
  return with_side(std::move(space), prefix);
}

template <class S>
void Rolling::rate(double t, In<S> x, Out<S> v) const {
  switch (body().form) {
    case RollingForm::space: return rolling::space_rate(*model_, t, x.data(), v.data());
    case RollingForm::body: return rolling::body_rate(*model_, t, x.data(), v.data());
    case RollingForm::euler: return rolling::euler_rate(*model_, t, x.data(), v.data());
  }
}
template void Rolling::rate<double>(double, In<double>, Out<double>) const;
template void Rolling::rate<Dual4>(double, In<Dual4>, Out<Dual4>) const;

RollingState Rolling::state(double t, VecIn x) const {
  RollingState state = state_as_written(x);
  return body().form == RollingForm::space ? state : complete_velocity(t, state);
}

RollingState Rolling::state_as_written(VecIn x) const {
  RollingState state;
  state.p_WBcm = Vec3(x[0], x[1], x[2]);
  state.side = model_->side_of(x.data());
  if (body().form == RollingForm::euler) {
    const Vec3 angles(x[3], x[4], x[5]), rates(x[6], x[7], x[8]);
    const Rotation R_WE = model_->ground.R_WP() * from_euler(rolling::zxz, angles);
    state.R_WB = R_WE * model_->charts[model_->chart_of(x.data())].R_BE.inverse();
    state.w_WB_W = model_->ground.R_WP() * world_velocity_from_euler(rolling::zxz, angles, rates);
    return state;
  }
  state.R_WB = Rotation::from_quaternion(x[3], x[4], x[5], x[6]);
  if (body().form == RollingForm::body) {
    state.w_WB_W = state.R_WB * Vec3(x[7], x[8], x[9]);
    return state;
  }
  state.v_WBcm = Vec3(x[7], x[8], x[9]);
  state.w_WB_W = Vec3(x[10], x[11], x[12]);
  state.mode = model_->mode_of(x.data());
  if (has_modes()) state.slip_angle = x[14];
  return state;
}

std::vector<double> Rolling::coordinates(const RollingState& state) const {
  std::vector<double> x(model_->count);
  write(state, x);
  return x;
}

void Rolling::write(const RollingState& state, VecOut x) const {
  const auto put = [x](std::size_t at, const auto& v) { std::copy_n(v.data(), v.size(), x.begin() + at); };
  put(0, state.p_WBcm);
  if (body().form == RollingForm::euler) {
    const Rotation R_PW = model_->ground.R_WP().inverse();
    const bool upright = std::fabs((R_PW * (state.R_WB * Vec3::UnitZ())).z()) > upright_cosine;
    const std::size_t chart = upright ? 1 : 0;
    const Vec3 angles = to_euler(rolling::zxz, R_PW * state.R_WB * model_->charts[chart].R_BE).angles;
    put(3, angles);
    put(6, euler_rates_from_world(rolling::zxz, angles, R_PW * state.w_WB_W).rates);
    x[9] = static_cast<double>(chart);
  } else {
    put(3, state.R_WB.quaternion());
    if (body().form == RollingForm::body) {
      put(7, Vec3(state.R_WB.inverse() * state.w_WB_W));
      put(10, Vec3(state.R_WB.inverse() * (model_->ground.R_WP() * Vec3::UnitZ())));
    } else {
      put(7, state.v_WBcm);
      put(10, state.w_WB_W);
    }
    if (has_modes()) put(13, std::array{static_cast<double>(state.mode), state.slip_angle});
  }
  if (model_->side_at == 0) return;
  const Vec3 n = model_->ground.frame<double>(state.p_WBcm, state.v_WBcm).n;
  const bool lower = state.side != 0 ? state.side < 0 : n.dot(state.R_WB * Vec3::UnitZ()) < 0;
  x[model_->side_at] = lower ? -1 : 1;
}

RollingState Rolling::complete_velocity(double t, RollingState state) const {
  rolling::Below(*model_, t, state).roll(state);
  return state;
}

RollingState Rolling::complete(double t, RollingState state) const {
  if (state.mode == RollingMode::flying) return state;
  rolling::Below below(*model_, t, state);
  // Along the normal, onto the ground; a curved one is met to rounding after a few times, a plane at once.
  for (int i = 0; i < 4; ++i) {
    const double gap = model_->ground.height(t, state.p_WBcm + below.gamma);
    state.p_WBcm -= gap * below.n;
    if (model_->ground.is_plane()) break;
    below = rolling::Below(*model_, t, state);
  }
  // What is below a body on a plane at rest does not depend on where the body is.
  if (!model_->ground.is_plane() || model_->ground.moves()) below = rolling::Below(*model_, t, state);
  const Vec3 rolled = below.ground_velocity - so3::cross(state.w_WB_W, below.gamma);
  if (state.mode == RollingMode::rolling)
    state.v_WBcm = rolled;
  else
    state.v_WBcm += below.n.dot(rolled - state.v_WBcm) * below.n;
  return state;
}

void Rolling::follow_slip(double t, RollingState& now) const {
  const auto frame = model_->ground.frame<double>(now.p_WBcm, now.v_WBcm);
  const rolling::Below below(*model_, t, now);
  const Vec3 u = below.slip(now), along = rolling::direction_of(frame, now.slip_angle);
  const Vec3 across = so3::cross(below.n, along);
  const double sigma = u.dot(along), off = u.dot(across);
  // Where the slip has just reversed, the event that ends it is yet to come.
  if (sigma <= 0) return;
  // The smaller the slip, the less its velocities say of its direction: what is off goes to angle and velocity in the
  // parts that change the state least.
  const double speed = now.v_WBcm.norm() + now.w_WB_W.norm() * below.gamma.norm();
  const double part = sigma * sigma / (sigma * sigma + speed * speed);
  now.v_WBcm -= (1 - part) * off * across;
  now.slip_angle += fn::atan2(part * off, sigma);
}

bool Rolling::drifts() const {
  if (body().form == RollingForm::space) return true;
  return body().form == RollingForm::body && (model_->ground.moves() || !model_->level);
}

bool Rolling::project(double t, VecOut x) const {
  if (!drifts()) return true;
  if (!all_finite(x)) return false;
  if (body().form == RollingForm::body) {
    // N is what the equations go by; the attitude, which says where the ground and its motion are, is made to agree.
    const Vec3 N = Vec3(x[10], x[11], x[12]).normalized();
    const Rotation R_WB = Rotation::from_quaternion(x[3], x[4], x[5], x[6]);
    const Rotation turned = Rotation::exp(so3::cross(Vec3(R_WB * N), model_->ground.normal())) * R_WB;
    std::copy_n(turned.quaternion().data(), 4, x.begin() + 3);
    std::copy_n(N.data(), 3, x.begin() + 10);
    return all_finite(x);
  }
  RollingState now = state(t, x);
  if (now.mode == RollingMode::flying) return true;
  now = complete(t, now);
  if (now.mode == RollingMode::sliding && model_->turns_slip) follow_slip(t, now);
  write(now, x);
  return all_finite(x);
}

}  // namespace polhode
