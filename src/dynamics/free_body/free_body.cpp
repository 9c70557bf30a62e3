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

}  // namespace

FreeBodies::FreeBodies(std::vector<FreeBody> bodies) : bodies_(std::move(bodies)) {
  for (const FreeBody& body : bodies_) {
    const MassProperties& mass = body.mass;
    const Vec3 moments = mass.principal().moments;
    if (!(moments[0] > 1e-14 * moments[2]))
      usage_error("a body whose mass does not lie on one line",
                  "'" + body.name + "' with a vanishing moment of inertia", "give it a radius, or use a particle");
    Constants constants{.inverse_mass = 1 / mass.mass(),
                        .I_BBcm_B = mass.inertia(),
                        .inverse_I_B = mass.inertia().inverse(),
                        .p_BoBcm_B = mass.com(),
                        .g_W = Vec3::Zero(),
                        .others = {}};
    for (const Load& load : body.loads) {
      if (const auto* gravity = std::get_if<load::Gravity>(&load))
        constants.g_W += gravity->g_W;
      else
        constants.others.push_back(load);
    }
    constants_.push_back(std::move(constants));
    motions_.emplace_back(mass.principal());
  }
}

void FreeBodies::free_motion(double h, VecIn x, VecOut u) const {
  const double* from = x.data();
  double* to = u.data();
  for (const ExactMotion& motion : motions_) {
    const ExactMotion::Increment turned = motion.increment({from[10], from[11], from[12]}, h);
    for (int i = 0; i < 3; ++i) {
      to[i] = h * from[7 + i];
      to[3 + i] = turned.turn_B[i];
      to[6 + i] = 0;
      to[9 + i] = turned.change_B[i];
    }
    from += nx;
    to += nv;
  }
}

bool FreeBodies::loaded() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const FreeBody& body) { return !body.loads.empty(); });
}

StateSpace FreeBodies::state_space() const {
  StateSpace space;
  for (const FreeBody& body : bodies_) {
    space.vector(body.name + ".position", 3, dimension::length);
    space.rotation(body.name + ".orientation");
    space.vector(body.name + ".velocity", 3, dimension::velocity);
    space.vector(body.name + ".angular_velocity_body", 3, dimension::angular_velocity);
  }
  return space;
}

std::vector<double> FreeBodies::coordinates(std::span<const FreeBodyState> states) const {
  require_size("states", static_cast<long>(bodies_.size()), static_cast<long>(states.size()), "one for each body");
  std::vector<double> x;
  x.reserve(states.size() * nx);
  const auto add = [&x](const auto& vector) { x.insert(x.end(), vector.data(), vector.data() + vector.size()); };
  for (const FreeBodyState& state : states) {
    add(state.p_WBcm);
    add(state.R_WB.quaternion());
    add(state.v_WBcm);
    add(state.w_WB_B);
  }
  return x;
}

FreeBodyState FreeBodies::state(int body, VecIn x) const {
  const double* y = x.data() + body * nx;
  return {.p_WBcm = {y[0], y[1], y[2]},
          .R_WB = Rotation::from_quaternion(y[3], y[4], y[5], y[6]),
          .v_WBcm = {y[7], y[8], y[9]},
          .w_WB_B = {y[10], y[11], y[12]}};
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
  return sum;
}

}  // namespace polhode
