// Rolling, sliding, flying: when one ends, and what begins.
#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/rolling/below.hpp"
#include "dynamics/rolling/landing.hpp"
#include "dynamics/rolling/slip_onset.hpp"

namespace polhode {
namespace {

using rolling::can_hold;
using rolling::coulomb_of;
using rolling::Parts;
using rolling::SpaceContact;

constexpr double not_concerned = 1;
constexpr double stick_roundings = 32;   // of the velocities whose difference the slip is
constexpr double land_roundings = 32;    // of the lengths whose difference the gap is
constexpr double flight_roundings = 16;  // of the gap: a flight that is higher than these is one
constexpr double load_roundings = 64;    // of the force whose part across the ground the load is
constexpr double at_landing = 1e-9;      // of the body: a gap that is none where an event found it closed
constexpr double no_pressure = 1e-12;    // of what acts: what of it goes across the ground is rounding
constexpr double line_sine = 1e-8;  // of an axis to the ground: no solver's attitude tells which of two rims is lower
constexpr double balance_part = 1e-9;  // of friction: what it may be exceeded by where an event finds it used up
constexpr double jammed_part = 1e-4;   // of how a load answers without friction: from here on the load grows beyond all
constexpr double quick_turnings = 10;  // of the fastest: from here on a direction follows 10⁻⁴ of what turns it
constexpr double chart_cosine = 0.95;  // of an axis to the normal: within 18° the other's angles go on

double angle_of(const rolling::GroundFrame<double>& ground, const Vec3& direction) {
  return fn::atan2(direction.dot(ground.e2), direction.dot(ground.e1));
}

/// What the gap below a body is rounded to.
double gap_rounding(const RollingState& now, const Vec3& gamma) {
  return land_roundings * std::numeric_limits<double>::epsilon() * (now.p_WBcm.norm() + gamma.norm());
}

/// Of a body in flight: what is below it, less than nothing where it would be in the ground.
double gap_below(const rolling::Model& model, double t, const RollingState& now) {
  const Vec3 gamma = rolling::Below(model, t, now).gamma;
  // What has just left has a gap that grows with the cube of time, and no sign before it is more than rounding.
  return model.ground.height(t, now.p_WBcm + gamma) + gap_rounding(now, gamma);
}

/// How far a body is from touching with a flat face, and along the line of a straight side: sines.
double off_flat(const rolling::Model& model, const RollingState& now) {
  const Vec3 n = model.ground.frame<double>(now.p_WBcm, now.v_WBcm).n;
  return so3::cross(n, Vec3(now.R_WB * Vec3::UnitZ())).norm() - fn::sin(model.body.flat_tilt);
}
double off_line(const rolling::Model& model, const RollingState& now) {
  return model.ground.frame<double>(now.p_WBcm, now.v_WBcm).n.dot(now.R_WB * Vec3::UnitZ());
}

/// A body that leaves its ground slower than this does not leave it: its flight, u²/(2a) high where the ground comes
/// back with the acceleration a, would be lost in what the gap is rounded to.
double least_bounce(const RollingState& now, const SpaceContact<double>& at) {
  const double fall = std::fabs(at.opening());
  return std::max(rolling::smallest_bounce, std::sqrt(2 * fall * flight_roundings * gap_rounding(now, at.gamma)));
}

void put(const std::vector<double>& from, VecOut to) { std::copy(from.begin(), from.end(), to.begin()); }

}  // namespace

double Rolling::slip_margin(double t, VecIn x) const {
  const auto* coulomb = coulomb_of(body());
  if (coulomb == nullptr || model_->mode_of(x.data()) != RollingMode::rolling) return not_concerned;
  const RollingReading& now = reading(t, x);
  return coulomb->standing * now.normal_force - now.friction_force;
}

double Rolling::lift_margin(double t, VecIn x) const {
  const RollingMode mode = model_->mode_of(x.data());
  if (mode == RollingMode::flying) return not_concerned;
  if (mode == RollingMode::sliding) {
    const RollingState now = state(t, x);
    if (const auto* oil = std::get_if<friction::Viscous>(&*body().ground.friction)) {
      const SpaceContact<double> at = rolling::sliding_contact_at(*model_, t, now);
      return rolling::OilPull<double>(at, oil->coefficient).hold(at);
    }
    if (model_->loses_by_contact)
      if (const SpaceContact<double> at = rolling::contact_at(*model_, t, now); at.opening() > 0)
        return (at.opening_by_loss() - at.opening()) / at.ground.n.dot(at.answer(at.ground.n));
  }
  const RollingReading& now = reading(t, x);
  // Along a wall, say, there is no load but rounding, of either sign: that of all that the force is made of.
  const double turning = body().mass * now.state.w_WB_W.squaredNorm() * now.p_BcmC_B.norm();
  return now.normal_force + load_roundings * std::numeric_limits<double>::epsilon() * (now.friction_force + turning);
}

double Rolling::stick_margin(double t, VecIn x) const {
  const RollingState now = state(t, x);
  if (now.mode != RollingMode::sliding || coulomb_of(body()) == nullptr) return not_concerned;
  const SpaceContact<double> at = rolling::contact_at(*model_, t, now);
  // A slip begins with the square of time, and until it is more than what velocities are rounded to has no sign.
  const double rounding = stick_roundings * std::numeric_limits<double>::epsilon() *
                          (now.v_WBcm.norm() + now.w_WB_W.norm() * at.gamma.norm());
  return at.slip.dot(rolling::direction_of(at.ground, now.slip_angle)) + rounding;
}

double Rolling::horizon(double t, VecIn x) const {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  if (!model_->turns_slip || model_->mode_of(x.data()) != RollingMode::sliding) return unlimited;
  const RollingState now = state(t, x);
  const rolling::SlidingMotion<double> sliding(*model_, t, now.p_WBcm, now.R_WB.quaternion(), now.v_WBcm, now.w_WB_W,
                                               now.side, now.slip_angle);
  const Vec3 along = rolling::direction_of(sliding.at.ground, now.slip_angle), rate = sliding.slip_rate(sliding.wrench);
  const double sigma = sliding.at.slip.dot(along), growth = rate.dot(along);
  const double off = rate.dot(so3::cross(sliding.at.ground.n, along));
  const double fastest = std::sqrt(growth * growth + off * off);
  if (sigma <= 0 || growth >= 0 || sigma * std::fabs(off) < rolling::harmless_slip * fastest) return unlimited;
  // A direction that does not follow such turning any more goes on smoothly, however near the end is.
  if (std::fabs(off) > quick_turnings * rolling::fastest_turning * sigma) return unlimited;
  // u + u̇ t vanishes at a complex t as far away, and no series of the motion reaches beyond.
  return rolling::part_of_slip * sigma / fastest;
}

double Rolling::land_margin(double t, VecIn x) const {
  const RollingState now = state(t, x);
  if (now.mode != RollingMode::flying) return not_concerned;
  // What comes down on no single point has no impulse there: other events end it.
  if (has_flat_faces(body().surface) && off_flat(*model_, now) < 0) return not_concerned;
  if (model_->side_at != 0 && std::fabs(off_line(*model_, now)) < line_sine) return not_concerned;
  return gap_below(*model_, t, now);
}

bool Rolling::lands(double t, VecIn x) const {
  const RollingState now = state(t, x);
  const SpaceContact<double> at = rolling::flying_contact_at(*model_, t, now);
  const double u_n = at.ground.n.dot(at.slip);
  return u_n < 0 && (u_n < -least_bounce(now, at) || at.opening() <= 0);
}

bool Rolling::is_only_pulled_along(double t, const RollingState& state) const {
  const SpaceContact<double> at = rolling::contact_at(*model_, t, state);
  const double across = at.opening();
  return at.b != Vec3::Zero() && std::fabs(across) <= no_pressure * at.b.norm();
}

double Rolling::jam_margin(double t, VecIn x) const {
  const RollingState now = state(t, x);
  if (now.mode != RollingMode::sliding) return not_concerned;
  const SpaceContact<double> at = rolling::sliding_contact_at(*model_, t, now);
  const double stiffness = rolling::sliding_wrench<double>(*model_, at, now.slip_angle).stiffness;
  return stiffness - jammed_part * at.ground.n.dot(at.answer(at.ground.n));
}

double Rolling::tilt_margin(double t, VecIn x) const {
  const RollingState now = state(t, x);
  const double off = off_flat(*model_, now);
  if (now.mode != RollingMode::flying) return off;
  return off < 0 ? std::max(off, gap_below(*model_, t, now)) : not_concerned;
}

double Rolling::side_margin(double t, VecIn x) const {
  const RollingState now = state(t, x);
  const double off = off_line(*model_, now), beside = std::fabs(off) - line_sine;
  if (now.mode != RollingMode::flying) return off;
  return beside < 0 ? std::max(beside, gap_below(*model_, t, now)) : not_concerned;
}

double Rolling::chart_margin(double, VecIn x) const {
  if (body().form != RollingForm::euler) return not_concerned;
  return chart_cosine - std::fabs(fn::cos(x[4]));
}

void Rolling::change_chart(double t, VecIn before, VecOut after) const { put(coordinates(state(t, before)), after); }

/// A contact that friction does not hold slips, in the direction nearest to the one in which friction gave way. One of
/// the three there is for every contact at rest: it holds, it slips, or it opens.
void Rolling::let_slip(double t, RollingState& now) const {
  const SpaceContact<double> at = rolling::contact_at(*model_, t, now);
  const double first = angle_of(at.ground, -Parts(at.holding_force(), at.ground.n).along);
  const std::optional<double> angle = rolling::SlipOnset(at, coulomb_of(body())->sliding).nearest(first);
  const bool opens = !angle && at.opening() >= 0;
  now.mode = opens ? RollingMode::flying : RollingMode::sliding;
  now.slip_angle = angle.value_or(first);
}

void Rolling::begin_slip(double t, VecIn before, VecOut after) const {
  std::copy(before.begin(), before.end(), after.begin());
  if (!has_modes()) return;
  // Inside a step it rolls to the tolerance only, and of a slip that has yet to begin what is left has any direction.
  RollingState now = complete(t, state(t, before));
  const SpaceContact<double> at = rolling::contact_at(*model_, t, now);
  const auto& coulomb = *coulomb_of(body());
  const Parts held(at.holding_force(), at.ground.n);
  // With one coefficient for both, sliding begins in balance where friction is just used up: the force is the one that
  // held. Where a landing or a start asks for more, it is not.
  const bool just_used_up = held.friction <= (1 + balance_part) * coulomb.sliding * held.load;
  now.mode = RollingMode::sliding;
  now.slip_angle = angle_of(at.ground, -held.along);
  const double stiffness = rolling::sliding_wrench<double>(*model_, at, now.slip_angle).stiffness;
  if (!just_used_up || stiffness <= 0) let_slip(t, now);
  put(coordinates(now), after);
}

void Rolling::begin_flight(double t, VecIn before, VecOut after) const {
  std::copy(before.begin(), before.end(), after.begin());
  if (!has_modes()) return;
  // Inside a step it is on the ground to the tolerance only, and what is below it would land before it has left.
  RollingState now = complete(t, state(t, before));
  now.mode = RollingMode::flying;
  put(coordinates(now), after);
}

void Rolling::end_slip(double t, VecIn before, VecOut after) const {
  RollingState now = state(t, before);
  now.mode = RollingMode::rolling;
  now = complete(t, now);
  const Parts parts(rolling::contact_at(*model_, t, now).holding_force(),
                    model_->ground.frame<double>(now.p_WBcm, now.v_WBcm).n);
  now.slip_angle = 0;
  if (parts.friction > coulomb_of(body())->standing * parts.load) let_slip(t, now);
  put(coordinates(now), after);
}

/// Where no load of sliding friction holds the body on the ground (Painlevé), the ground stops the slip at once: an
/// impact without a collision, p = −𝒜⁻¹u.
void Rolling::stop_what_jams(double t, RollingState& now) const {
  SpaceContact<double> at = rolling::contact_at(*model_, t, now);
  now.slip_angle = angle_of(at.ground, at.slip);
  if (rolling::sliding_wrench<double>(*model_, at, now.slip_angle).stiffness > 0) return;
  const Vec3 p = -rolling::solve_by_cofactors<double>(at.mobility(), at.slip);
  now.v_WBcm += p / body().mass;
  now.w_WB_W += at.inverse_inertia * so3::cross(at.gamma, p);
  now.mode = RollingMode::rolling;
  now = complete(t, now);
}

void Rolling::land(double t, VecIn before, VecOut after) const {
  if (!lands(t, before)) {
    std::copy(before.begin(), before.end(), after.begin());
    return;
  }
  RollingState now = state(t, before);
  const SpaceContact<double> at = rolling::flying_contact_at(*model_, t, now);
  const double u_n = at.ground.n.dot(at.slip);
  const bool bounces = -body().ground.restitution * u_n > least_bounce(now, at);
  const rolling::LandingImpulse impulse = rolling::landing_impulse(body(), at, bounces ? body().ground.restitution : 0);
  const Vec3& p = impulse.force;
  now.v_WBcm += p / body().mass;
  now.w_WB_W += at.inverse_inertia * (so3::cross(at.gamma, p) + impulse.couple * at.ground.n);
  if (!bounces) {
    const Vec3 u = at.slip + at.answer(p), u_t = u - at.ground.n.dot(u) * at.ground.n;
    const bool slips = !can_hold(body()) || u_t.norm() > rolling::slip_of_landing;
    now.mode = slips ? RollingMode::sliding : RollingMode::rolling;
    now = complete(t, now);
    if (slips && coulomb_of(body()) != nullptr) stop_what_jams(t, now);
  }
  // What leaves begins above where it would land again, so that rounding is no landing.
  if (bounces) now.p_WBcm -= model_->ground.height(t, now.p_WBcm + at.gamma) * at.ground.n;
  put(coordinates(now), after);
  if (!bounces) settle(t, after);
}

std::string Rolling::trouble(double t, VecIn x) const {
  if (!has_modes() || !all_finite(x) || state(t, x).mode != RollingMode::flying) return {};
  if (land_margin(t, x) > at_landing * girth(body().surface) || !lands(t, x)) return {};
  std::vector<double> after(x.size());
  land(t, x, after);
  if (all_finite(after)) return {};
  return "friction stops the slip of '" + body().name +
         "' within a part of its landing that is too small to be computed; lessen the friction, or enlarge its patch";
}

void Rolling::settle(double t, VecOut x) const {
  if (!has_modes()) return;
  if (RollingState now = state(t, x); now.mode == RollingMode::sliding && model_->turns_slip) {
    const SpaceContact<double> at = rolling::contact_at(*model_, t, now);
    if (at.slip.norm() > 0) now.slip_angle = angle_of(at.ground, at.slip);
    put(coordinates(now), x);
  }
  const std::vector<double> before(x.begin(), x.end());
  if (state(t, x).mode == RollingMode::rolling && !can_hold(body())) x[13] = static_cast<double>(RollingMode::sliding);
  if (slip_margin(t, x) < 0) begin_slip(t, before, x);
  if (lift_margin(t, x) < 0) begin_flight(t, std::vector<double>(x.begin(), x.end()), x);
}

}  // namespace polhode
