#include <polhode/dynamics/free_body/free_body.hpp>

#include <algorithm>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <polhode/base/error.hpp>

namespace polhode {
namespace {

/// Force and torque of one load in world axes, about the centre of mass, for the books. Written from the vectors of the
/// text, not from the kernel of the rate: the energy balance then compares the two.
struct WorldLoad {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
};

WorldLoad world_load(const Load& load, double t, const FreeBodyState& state, const MassProperties& mass) {
  if (const auto* gravity = std::get_if<load::Gravity>(&load)) return {.force = mass.mass() * gravity->g_W};
  if (const auto* push = std::get_if<load::Push>(&load)) {
    const Vec3 given = push->force.at(t);
    const Vec3 f_W = push->axes == Axes::body ? state.R_WB * given : given;
    const Vec3 r_W = state.R_WB * Vec3(push->p_BoQ_B - mass.com());
    return {.force = f_W, .torque = r_W.cross(f_W)};
  }
  const auto& couple = std::get<load::Torque>(load);
  const Vec3 given = couple.torque.at(t);
  return {.torque = couple.axes == Axes::body ? state.R_WB * given : given};
}

/// What the pivot must do so that the body turns about it: f = m a − F with the acceleration that the moments about the
/// pivot give the centre of mass (docs/theory/held-bodies.md (2)).
void add_pivot_force(const FreeBody& body, const FreeBodyState& now, FreeBodyMomenta& sum) {
  const Vec3 r_B = body.mass.com() - body.pivot->p_BoP_B;
  const Vec3 r_W = now.R_WB * r_B;
  const Mat3 I_BP_B = body.mass.inertia_about(body.pivot->p_BoP_B);
  const Vec3& w_B = now.w_WB_B;
  const Vec3 torque_B = now.R_WB.inverse() * Vec3(sum.torque + r_W.cross(sum.force));
  const Vec3 alpha_B = I_BP_B.inverse() * Vec3(torque_B - w_B.cross(Vec3(I_BP_B * w_B)));
  const Vec3 a_W = now.R_WB * Vec3(alpha_B.cross(r_B) + w_B.cross(w_B.cross(r_B)));
  sum.pivot_force = body.mass.mass() * a_W - sum.force;
  sum.torque -= r_W.cross(sum.pivot_force);
  sum.force += sum.pivot_force;
}

}  // namespace

FreeBodies::FreeBodies(std::vector<FreeBody> bodies, std::vector<load::Spring> springs)
    : bodies_(std::move(bodies)), springs_(std::move(springs)) {
  std::size_t x0 = 0, v0 = 0;
  for (const FreeBody& body : bodies_) {
    const MassProperties& mass = body.mass;
    const Vec3 moments = mass.principal().moments;
    if (!(moments[0] > 1e-14 * moments[2]))
      usage_error("a body whose mass does not lie on one line",
                  "'" + body.name + "' with a vanishing moment of inertia", "give it a radius, or use a particle");
    const bool held = body.pivot.has_value();
    const Vec3 p_BoO_B = held ? body.pivot->p_BoP_B : mass.com();
    const Mat3 I_BO_B = held ? mass.inertia_about(p_BoO_B) : mass.inertia();
    Constants constants{.held = held,
                        .inverse_mass = 1 / mass.mass(),
                        .I_BO_B = I_BO_B,
                        .inverse_I_B = I_BO_B.inverse(),
                        .p_BoO_B = p_BoO_B,
                        .g_W = Vec3::Zero(),
                        .others = {},
                        .p_WO = held ? body.pivot->p_WP : Vec3::Zero(),
                        .mass_lever_B = mass.mass() * (mass.com() - p_BoO_B),
                        .x0 = x0,
                        .v0 = v0};
    for (const Load& load : body.loads) {
      if (const auto* gravity = std::get_if<load::Gravity>(&load))
        constants.g_W += gravity->g_W;
      else
        constants.others.push_back(load);
    }
    constants_.push_back(std::move(constants));
    motions_.emplace_back(held ? principal_axes(I_BO_B) : mass.principal());
    x0 += held ? 7 : 13;
    v0 += held ? 6 : 12;
  }
  for (const load::Spring& spring : springs_)
    for (const load::Spring::End& end : spring.ends)
      if (end.body.value >= static_cast<int>(bodies_.size()))
        usage_error("a spring between bodies 0 … " + std::to_string(static_cast<int>(bodies_.size()) - 1),
                    "body " + std::to_string(end.body.value), "-1 is the world");
}

void FreeBodies::free_motion(double h, VecIn x, VecOut u) const {
  for (std::size_t k = 0; k < constants_.size(); ++k) {
    const Constants& body = constants_[k];
    const double* from = x.data() + body.x0;
    double* to = u.data() + body.v0;
    if (!body.held)
      for (int i = 0; i < 3; ++i) {
        to[i] = h * from[7 + i];
        to[6 + i] = 0;
      }
    const double* w = from + (body.held ? 4 : 10);
    double* turn = to + (body.held ? 0 : 3);
    double* change = to + (body.held ? 3 : 9);
    const ExactMotion::Increment turned = motions_[k].increment({w[0], w[1], w[2]}, h);
    for (int i = 0; i < 3; ++i) {
      turn[i] = turned.turn_B[i];
      change[i] = turned.change_B[i];
    }
  }
}

bool FreeBodies::loaded() const {
  return !springs_.empty() ||
         std::any_of(bodies_.begin(), bodies_.end(), [](const FreeBody& body) { return !body.loads.empty(); });
}

bool FreeBodies::damped() const {
  return std::any_of(springs_.begin(), springs_.end(), [](const load::Spring& spring) { return spring.damping != 0; });
}

StateSpace FreeBodies::state_space() const {
  StateSpace space;
  for (const FreeBody& body : bodies_) append_blocks(space, body.name, body.pivot.has_value());
  return space;
}

void FreeBodies::append_blocks(StateSpace& space, const std::string& body, bool held) {
  if (!held) space.vector(body + ".position", 3, dimension::length);
  space.rotation(body + ".orientation");
  if (!held) space.vector(body + ".velocity", 3, dimension::velocity);
  space.vector(body + ".angular_velocity_body", 3, dimension::angular_velocity);
}

std::vector<double> FreeBodies::coordinates(std::span<const FreeBodyState> states) const {
  require_size("states", static_cast<long>(bodies_.size()), static_cast<long>(states.size()), "one for each body");
  std::vector<double> x;
  const auto add = [&x](const auto& vector) { x.insert(x.end(), vector.data(), vector.data() + vector.size()); };
  for (std::size_t i = 0; i < states.size(); ++i) {
    const bool held = constants_[i].held;
    if (!held) add(states[i].p_WBcm);
    add(states[i].R_WB.quaternion());
    if (!held) add(states[i].v_WBcm);
    add(states[i].w_WB_B);
  }
  return x;
}

FreeBodyState FreeBodies::state(int body, VecIn x) const {
  const Constants& constants = constants_[static_cast<std::size_t>(body)];
  const double* y = x.data() + constants.x0;
  if (!constants.held)
    return {.p_WBcm = {y[0], y[1], y[2]},
            .R_WB = Rotation::from_quaternion(y[3], y[4], y[5], y[6]),
            .v_WBcm = {y[7], y[8], y[9]},
            .w_WB_B = {y[10], y[11], y[12]}};
  const Rotation R_WB = Rotation::from_quaternion(y[0], y[1], y[2], y[3]);
  const Vec3 w_WB_B(y[4], y[5], y[6]);
  const Vec3 r_B = bodies_[static_cast<std::size_t>(body)].mass.com() - constants.p_BoO_B;
  return {
      .p_WBcm = constants.p_WO + R_WB * r_B, .R_WB = R_WB, .v_WBcm = R_WB * Vec3(w_WB_B.cross(r_B)), .w_WB_B = w_WB_B};
}

SpringState FreeBodies::spring(int spring, VecIn x) const {
  const load::Spring& what = springs_[static_cast<std::size_t>(spring)];
  std::array<Vec3, 2> p_WQ, v_WQ;
  for (std::size_t i = 0; i < 2; ++i) {
    const load::Spring::End& end = what.ends[i];
    p_WQ[i] = end.p_BoQ_B;
    v_WQ[i] = Vec3::Zero();
    if (!end.body.valid()) continue;
    const FreeBodyState now = state(end.body.value, x);
    const Vec3 r_W = now.R_WB * Vec3(end.p_BoQ_B - bodies_[static_cast<std::size_t>(end.body.value)].mass.com());
    p_WQ[i] = now.p_WBcm + r_W;
    v_WQ[i] = now.v_WBcm + Vec3(now.R_WB * now.w_WB_B).cross(r_W);
  }
  const Vec3 along = p_WQ[1] - p_WQ[0];
  const double length = along.norm();
  const double stretch = length - what.length;
  // A spring of no length has no direction; one that only pulls together needs none there.
  const double rate = length > 0 ? (v_WQ[1] - v_WQ[0]).dot(along) / length : 0;
  const double tension = what.stiffness * stretch + what.damping * rate;
  return {.length = length,
          .tension = tension,
          .potential_energy = 0.5 * what.stiffness * stretch * stretch,
          .power = -what.damping * rate * rate,
          .force = length > 0 ? Vec3(tension / length * along) : Vec3(Vec3::Zero())};
}

FreeBodyMomenta FreeBodies::momenta(int body, double t, VecIn x) const {
  const FreeBody& what = bodies_[static_cast<std::size_t>(body)];
  const FreeBodyState now = state(body, x);
  const double m = what.mass.mass();
  const Vec3 spin_B = what.mass.inertia() * now.w_WB_B;
  const Vec3 w_W = now.R_WB * now.w_WB_B;
  FreeBodyMomenta sum;
  sum.kinetic_energy = 0.5 * (m * now.v_WBcm.squaredNorm() + now.w_WB_B.dot(spin_B));
  sum.momentum = m * now.v_WBcm;
  sum.spin = now.R_WB * spin_B;
  for (const Load& load : what.loads) {
    const WorldLoad one = world_load(load, t, now, what.mass);
    sum.force += one.force;
    sum.torque += one.torque;
    if (std::holds_alternative<load::Gravity>(load))
      sum.potential_energy -= one.force.dot(now.p_WBcm);
    else
      sum.power += one.force.dot(now.v_WBcm) + one.torque.dot(w_W);
  }
  for (int i = 0; i < static_cast<int>(springs_.size()); ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      const load::Spring::End& end = springs_[static_cast<std::size_t>(i)].ends[k];
      if (end.body.value != body) continue;
      const Vec3 f_W = (k == 0 ? 1 : -1) * spring(i, x).force;
      const Vec3 r_W = now.R_WB * Vec3(end.p_BoQ_B - what.mass.com());
      sum.force += f_W;
      sum.torque += r_W.cross(f_W);
    }
  if (what.pivot) add_pivot_force(what, now, sum);
  return sum;
}

}  // namespace polhode
