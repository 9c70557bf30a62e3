#include <polhode/dynamics/rolling/start.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/dynamics/rolling/steady.hpp>
#include <polhode/math/euler.hpp>

#include "dynamics/rolling/model.hpp"

namespace polhode {
namespace {

/// What a centre may be beside the contact below it, in sizes of the body.
constexpr double beside = 1e-12;
/// Slip that is rounding, by the speeds that it is the difference of.
constexpr double no_slip = 1e-12;
/// What a typed velocity may miss the plane by, of its size: it has few digits.
constexpr double typed_well = 1e-3;

/// A pull that is rounding, by the weight.
constexpr double no_load = 1e-9;

Diagnostic refusal(std::string path, std::string message, std::string hint) {
  return {Severity::error, {}, std::move(path), std::move(message), std::move(hint)};
}

/// φ, θ, ψ and their rates to axes of the plane: what all starts but Attitude come down to.
struct Angles {
  Vec3 angles = Vec3::Zero(), rates = Vec3::Zero();
};

/// The angles of each kind of start, or why it is impossible.
struct Interpreter {
  const RollingBody& body;
  const RollingStart& start;
  const std::string& path;

  Result<Angles> operator()(const rolling_start::Attitude&) const { return Angles{}; }  // has none: see attitude_of
  Result<Angles> operator()(const rolling_start::Euler& euler) const { return Angles{euler.angles, euler.rates}; }
  Result<Angles> operator()(const rolling_start::Steady& steady) const;
  Result<Angles> operator()(const rolling_start::Straight& straight) const;
  Result<Angles> operator()(const rolling_start::Upright& upright) const;

  Result<SteadyMotion> steady_motion(const rolling_start::Steady& steady) const;
  /// On the edge, its axis along the ground: what straight and upright starts ask for.
  Result<Meridian> edge(const char* kind) const;
  Diagnostic no(std::string message, std::string hint) const {
    return refusal(path, std::move(message), std::move(hint));
  }
};

Result<SteadyMotion> Interpreter::steady_motion(const rolling_start::Steady& steady) const {
  const std::string at = " at the tilt " + rounded(steady.tilt) + " rad";
  if (steady.precession && steady.spin)
    return no("a steady start has both a precession and a spin", "give one of them: the other follows from the tilt");
  if (steady.precession) {
    const auto spin = steady_spin(body, steady.tilt, *steady.precession);
    if (!spin)
      return no("no spin is steady" + at + " without precession: the body would fall over",
                "give a precession that is not zero");
    return SteadyMotion{steady.tilt, *steady.precession, *spin};
  }
  if (steady.spin) {
    const auto ways = steady_precessions(body, steady.tilt, *steady.spin);
    if (ways.empty())
      return no("no precession is steady" + at + " with the spin " + rounded(*steady.spin) + " rad/s",
                "a faster spin has one, or give the precession and let the spin follow");
    return SteadyMotion{steady.tilt, ways.front(), *steady.spin};
  }
  const auto rests = steady_at_rest(body, steady.tilt);
  if (!rests)
    return no("no precession" + at + " leaves the centre of mass at rest", "give a precession or a spin of its own");
  return *rests;
}

Result<Angles> Interpreter::operator()(const rolling_start::Steady& steady) const {
  for (const std::string& why : {not_of_revolution(body), not_on_level_plane(body)})
    if (!why.empty()) return no("it has no steady start: " + why, "start it by its attitude and its angular velocity");
  if (!(steady.tilt > 0 && steady.tilt < pi))
    return no("the tilt " + rounded(steady.tilt) + " rad is not between 0 and pi",
              "a body whose axis is upright starts as \"upright\" with \"on_end\"");
  if (has_straight_side(body.surface) && std::fabs(fn::cos(steady.tilt)) < beside)
    return no("it touches the ground along a line at this tilt", "tilt it to one of its rims");
  const Result<SteadyMotion> motion = steady_motion(steady);
  if (!motion) return motion.diagnostics();
  const double precession = motion->precession;
  return Angles{{start.turned, steady.tilt, 0}, {precession, 0, motion->spin - precession * fn::cos(steady.tilt)}};
}

Result<Meridian> Interpreter::edge(const char* kind) const {
  if (const std::string why = not_of_revolution(body); !why.empty())
    return no(std::string("it has no ") + kind + " start: " + why, "start it by its attitude and its angular velocity");
  if (!std::holds_alternative<ground::Plane>(body.ground.shape))
    return no(std::string("it has no ") + kind + " start: its ground is no plane",
              "start it by its attitude and its angular velocity");
  if (has_straight_side(body.surface))
    return no("on its edge it touches the ground along a line, which is no point to roll on",
              "make the disk thin (half_thickness = 0) or rounded, or tilt it to one of its rims");
  const Meridian at = meridian_at(body, pi / 2);
  if (std::fabs(at.zeta) > beside * girth(body.surface))
    return no("with its axis along the ground its centre of mass is not above its contact",
              "give a steady start, at the tilt at which it is");
  return at;
}

Result<Angles> Interpreter::operator()(const rolling_start::Straight& straight) const {
  const Result<Meridian> at = edge("straight");
  if (!at) return at.diagnostics();
  // The centre of mass moves with −ρ s along the line of nodes.
  return Angles{{straight.heading, pi / 2, start.turned}, {0, 0, -straight.speed / at->rho}};
}

Result<Angles> Interpreter::operator()(const rolling_start::Upright& upright) const {
  if (!upright.on_end) {
    const Result<Meridian> at = edge("upright");
    if (!at) return at.diagnostics();
    return Angles{{start.turned, pi / 2, 0}, {upright.spin, 0, 0}};
  }
  if (!std::holds_alternative<ground::Plane>(body.ground.shape))
    return no("it has no upright start: its ground is no plane", "start it by its attitude and its angular velocity");
  if (has_flat_faces(body.surface))
    return no("with its axis upright it lies on a flat face", "tilt it, or stand it on its edge");
  const Vec3 Gamma = body.centre + touching_point(body.surface, Vec3::UnitZ());
  if (std::max(std::fabs(Gamma.x()), std::fabs(Gamma.y())) > beside * girth(body.surface))
    return no("with its axis upright its centre of mass is not above its contact",
              "start it by its attitude and its angular velocity");
  return Angles{{start.turned, 0, 0}, {upright.spin, 0, 0}};
}

/// Attitude and angular velocity, without place and velocity.
Result<RollingState> attitude_of(const RollingBody& body, const RollingStart& start, const std::string& path) {
  RollingState state;
  if (const auto* given = std::get_if<rolling_start::Attitude>(&start.motion)) {
    state.R_WB = given->R_WB;
    state.w_WB_W = given->in_body ? Vec3(given->R_WB * given->w) : given->w;
    return state;
  }
  const Result<Angles> angles = std::visit(Interpreter{body, start, path}, start.motion);
  if (!angles) return angles.diagnostics();
  const auto* plane = std::get_if<ground::Plane>(&body.ground.shape);
  const Rotation R_WP = plane != nullptr ? Rotation::from_z_to(plane->normal) : Rotation();
  state.R_WB = R_WP * from_euler(rolling::zxz, angles->angles);
  state.w_WB_W = R_WP * world_velocity_from_euler(rolling::zxz, angles->angles, angles->rates);
  return state;
}

/// What an attitude asks of body and equations, whatever way it was given.
Diagnostics findings_of_attitude(const RollingBody& body, const RollingState& state, const Vec3& n, bool flies,
                                 const std::string& path) {
  Diagnostics findings;
  const Vec3 axis = state.R_WB * Vec3::UnitZ();
  const double tilt_sine = so3::cross(n, axis).norm();
  if (flies) return findings;
  if (has_flat_faces(body.surface) && tilt_sine <= fn::sin(body.flat_tilt))
    findings.add(refusal(
        path, "it lies on its flat face: its tilt is not more than flat_tilt, " + rounded(body.flat_tilt) + " rad",
        "tilt it more, or make flat_tilt smaller"));
  if (has_straight_side(body.surface) && std::fabs(n.dot(axis)) < beside)
    findings.add(refusal(path, "it touches the ground along a line, which is no point to roll on",
                         "tilt it to one of its rims"));
  return findings;
}

/// Why a start cannot slide or fly; nothing if it asks for neither, or can.
Diagnostics findings_of_mode(const Rolling& rolling, const RollingStart& start, const std::string& path) {
  Diagnostics findings;
  if (rolling.has_modes() || (!start.flying && !start.velocity)) return findings;
  const bool by_form = rolling.body().form != RollingForm::space;
  findings.add(refusal(path,
                       std::string("it cannot start ") + (start.flying ? "in flight" : "with a velocity of its own") +
                           ": " + (by_form ? "its form of equations only rolls" : "its ground has no friction given"),
                       by_form        ? "use the form \"space\""
                       : start.flying ? "give the ground a friction, or let it start on the ground"
                                      : "give the ground a friction, or leave the velocity out"));
  return findings;
}

/// Sliding, with the direction of its slip; rolling where there is none.
RollingState slid(const Rolling& rolling, double t, RollingState state) {
  state.mode = RollingMode::sliding;
  state = rolling.complete(t, state);
  const RollingReading now = rolling.read(t, rolling.coordinates(state));
  const double speeds = state.v_WBcm.norm() + state.w_WB_W.norm() * now.p_BcmC_B.norm();
  if (now.slip.norm() <= no_slip * speeds) {
    state.mode = RollingMode::rolling;
    return rolling.complete(t, state);
  }
  const auto frame = rolling::GroundModel(rolling.body().ground).frame<double>(state.p_WBcm, state.v_WBcm);
  state.slip_angle = fn::atan2(now.slip.dot(frame.e2), now.slip.dot(frame.e1));
  return state;
}

/// Why a velocity is none of a body that touches the ground; nothing if it is one, or one along the ground, whose other
/// part follows.
Diagnostics findings_of_velocity(const Vec3& given, const Vec3& taken, const Vec3& n, const std::string& path) {
  Diagnostics findings;
  const double across = n.dot(given), needed = n.dot(taken), least = typed_well * given.norm();
  if (std::fabs(across) <= least || std::fabs(across - needed) <= least) return findings;
  findings.add(refusal(path + ".velocity",
                       "this velocity leads " + std::string(across > needed ? "away from" : "into") +
                           " the ground, which the body touches: " + rounded(across) + " m/s along the normal, where " +
                           (std::fabs(needed) <= least ? "0" : rounded(needed)) + " m/s keeps the contact",
                       "give the part along the ground alone, or let it start above the ground: flying = true"));
  return findings;
}

/// Why friction by a load has none to go by; nothing if there is one. What is pulled off the ground flies instead.
Diagnostics findings_of_load(const Rolling& rolling, double t, const RollingState& state, const std::string& path) {
  Diagnostics findings;
  const Friction& law = *rolling.body().ground.friction;
  const auto* coulomb = std::get_if<friction::Coulomb>(&law);
  if ((coulomb == nullptr || coulomb->patch > 0) && !std::holds_alternative<friction::Viscous>(law)) return findings;
  if (!rolling.is_only_pulled_along(t, state)) return findings;
  findings.add(refusal(path,
                       "nothing presses the body on its ground: what pulls it goes along the ground, and without a "
                       "load there is neither hold nor a side to which it leaves",
                       "incline the ground or gravity so that the one presses on the other, leave friction out, or "
                       "let the body start in flight: flying = true"));
  return findings;
}

/// Where gravity presses a body onto its ground, but the motion or the ground's takes it off from the start on, nothing
/// rolls. (That gravity does not is said of the scene.)
Diagnostics findings_of_lift(const Rolling& rolling, double t, const RollingState& state, const std::string& path) {
  Diagnostics findings;
  const RollingBody& body = rolling.body();
  const RollingReading now = rolling.read(t, rolling.coordinates(state));
  const double weight = -body.mass * now.normal.dot(body.gravity);
  if (!(weight > 0) || !(now.normal_force < -no_load * weight)) return findings;
  const bool by_form = body.form != RollingForm::space;
  findings.add(refusal(path,
                       "nothing presses it onto its ground at the start, which would have to pull with " +
                           rounded(-now.normal_force) + " N, and " +
                           (by_form ? "its form of equations only rolls" : "without a friction it only rolls"),
                       by_form ? "use the form \"space\" and give the ground a friction: it then starts in flight"
                               : "give the ground a friction: it then starts in flight; or let it start more slowly"));
  return findings;
}

}  // namespace

Result<RollingState> start_state(const Rolling& rolling, double t, const RollingStart& start, const std::string& path) {
  const RollingBody& body = rolling.body();
  if (Diagnostics findings = findings_of_mode(rolling, start, path); findings.has_errors()) return findings;
  Result<RollingState> attitude = attitude_of(body, start, path);
  if (!attitude) return attitude;
  RollingState state = *attitude;
  state.p_WBcm = start.position;
  if (start.velocity) state.v_WBcm = *start.velocity;
  const rolling::GroundModel ground(body.ground);
  const Vec3 n = ground.frame<double>(state.p_WBcm, state.v_WBcm).n;
  if (!all_finite(std::span(n.data(), 3)))
    return refusal(path, "no point of the ground is nearest to its place", "move it off the centre of the ground");
  if (Diagnostics findings = findings_of_attitude(body, state, n, start.flying, path); findings.has_errors())
    return findings;

  if (start.flying) {
    state.mode = RollingMode::flying;
    const Vec3 lowest = state.R_WB * Vec3(body.centre + touching_point(body.surface, state.R_WB.inverse() * n));
    const double gap = ground.height(t, state.p_WBcm + lowest);
    if (gap < 0)
      return refusal(path, "it starts " + rounded(-gap) + " m below the ground",
                     "lift it by as much, or let it start on the ground");
    return state;
  }
  // Twice: from afar the first leaves the rounding of the way.
  state = rolling.complete(t, state);
  if (start.velocity) state.v_WBcm = *start.velocity;
  state = start.velocity ? slid(rolling, t, state) : rolling.complete(t, state);
  if (!rolling.has_modes()) {
    if (Diagnostics findings = findings_of_lift(rolling, t, state, path); findings.has_errors()) return findings;
    return state;
  }
  Diagnostics findings = findings_of_load(rolling, t, state, path);
  if (start.velocity) findings.append(findings_of_velocity(*start.velocity, state.v_WBcm, n, path));
  if (findings.has_errors()) return findings;
  std::vector<double> x = rolling.coordinates(state);
  if (rolling.jam_margin(t, x) <= 0)
    return refusal(path, "its friction jams: no force of the ground lets it slide on like this (Painlevé's paradox)",
                   "lessen the friction or the slip, or let it start in flight and land: flying = true");
  rolling.settle(t, x);
  return rolling.state(t, x);
}

}  // namespace polhode
