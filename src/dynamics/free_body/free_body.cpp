#include <polhode/dynamics/free_body/free_body.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <polhode/base/error.hpp>

#include "dynamics/free_body/rate_kernels.hpp"
#include "dynamics/free_body/state_forms.hpp"

namespace polhode {

namespace {

void check(const FreeBody& body) {
  const std::string name = "'" + body.name + "'";
  if (!applies_to(body.renormalise, body.form))
    usage_error("a renormalisation of what " + name + " has in its state", std::string(to_string(body.form)),
                "see applies_to()");
  if (body.form == StateForm::particle) return;
  if (body.pivot && body.form != StateForm::rotation)
    usage_error("the form rotation for a body with a pivot", std::string(to_string(body.form)) + " for " + name);
  const Vec3 moments = body.mass.principal().moments;
  if (!(moments[0] > 1e-14 * moments[2]))
    usage_error("a body whose mass does not lie on one line", name + " with a vanishing moment of inertia",
                "give it a radius, or use a particle");
}

}  // namespace

Mat3 FreeBody::turning_inertia() const {
  const Vec3 r_B = pivot ? Vec3(mass.com() - pivot->p_BoP_B) : Vec3::Zero();
  // A free particle has nothing to turn; any inertia will do.
  if (form == StateForm::particle) return (pivot ? mass.mass() * r_B.squaredNorm() : 1.0) * Mat3::Identity();
  return pivot ? mass.inertia_about(pivot->p_BoP_B) : mass.inertia();
}

FreeBodies::FreeBodies(std::vector<FreeBody> bodies, std::vector<PairLoad> pairs)
    : bodies_(std::move(bodies)), pairs_(std::move(pairs)) {
  std::size_t x0 = 0, v0 = 0;
  for (const FreeBody& body : bodies_) {
    check(body);
    const MassProperties& mass = body.mass;
    const bool held = body.pivot.has_value();
    const Vec3 p_BoBcm_B = mass.com();
    const Vec3 p_BoO_B = held ? body.pivot->p_BoP_B : p_BoBcm_B;
    const Vec3 p_OBcm_B = p_BoBcm_B - p_BoO_B;
    const Mat3 I_BO_B = body.turning_inertia();
    const Mat3 inverse_I_B = I_BO_B.inverse();
    Constants constants{.held = held,
                        .form = body.form,
                        .inverse_mass = 1 / mass.mass(),
                        .diagonal = is_diagonal(I_BO_B) && is_diagonal(inverse_I_B),
                        .I_BO_B = I_BO_B,
                        .inverse_I_B = inverse_I_B,
                        .p_BoO_B = p_BoO_B,
                        .g_W = Vec3::Zero(),
                        .others = {},
                        .rotor_B = body.rotor_B,
                        .simple = true,
                        .p_WO = held ? body.pivot->p_WP : Vec3::Zero(),
                        .p_OBcm_B = p_OBcm_B,
                        .mass_lever_B = mass.mass() * p_OBcm_B,
                        .x0 = x0,
                        .v0 = v0,
                        .mass = mass};
    for (const Load& load : body.loads) {
      if (const auto* gravity = std::get_if<load::Gravity>(&load))
        constants.g_W += gravity->g_W;
      else
        constants.others.push_back(load);
    }
    constants.simple = constants.others.empty() && body.rotor_B == Vec3::Zero();
    constants_.push_back(std::move(constants));
    motions_.emplace_back(principal_axes(I_BO_B));
    x0 += static_cast<std::size_t>(held ? 7 : numbers_of(body.form));
    v0 += static_cast<std::size_t>(held ? 6 : body.form == StateForm::rotation ? 12 : numbers_of(body.form));
  }
  note_pairs();
}

void FreeBodies::note_pairs() {
  reached_by_.resize(bodies_.size());
  for (int i = 0; i < static_cast<int>(pairs_.size()); ++i) {
    const PairLoad& pair = pairs_[static_cast<std::size_t>(i)];
    const std::array<BodyIndex, 2> which = bodies_of(pair);
    for (std::size_t end = 0; end < 2; ++end) {
      if (which[end].value >= static_cast<int>(bodies_.size()))
        usage_error("a load between bodies 0 … " + std::to_string(static_cast<int>(bodies_.size()) - 1),
                    "body " + std::to_string(which[end].value), "-1 is the world");
      if (which[end].valid())
        reached_by_[static_cast<std::size_t>(which[end].value)].push_back({i, end});
      else if (std::holds_alternative<load::MutualGravity>(pair))
        usage_error("two bodies that attract each other", "the world", "use load::CentralGravity for a fixed centre");
    }
  }
}

void FreeBodies::free_motion(double h, VecIn x, VecOut u) const {
  for (std::size_t k = 0; k < constants_.size(); ++k) {
    const Constants& body = constants_[k];
    const double* from = x.data() + body.x0;
    double* to = u.data() + body.v0;
    if (!body.held && body.form == StateForm::particle) {
      for (int i = 0; i < 3; ++i) {
        to[i] = h * from[3 + i];
        to[3 + i] = 0;
      }
      continue;
    }
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

void FreeBodies::whole_motion(double h, VecIn x, VecOut u) const {
  free_motion(h, x, u);
  for (const Constants& body : constants_) {
    if (body.held) continue;
    double* to = u.data() + body.v0;
    const int linear = body.form == StateForm::particle ? 3 : 6;
    for (int i = 0; i < 3; ++i) {
      to[i] += 0.5 * h * (h * body.g_W[i]);
      to[linear + i] = h * body.g_W[i];
    }
  }
}

std::string FreeBodies::why_not_exact() const {
  for (const PairLoad& pair : pairs_)
    return "a " + std::visit([](const auto& one) { return std::string(one.name); }, pair) +
           " acts on its bodies, and their motion has no closed form";
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const std::string of = " acts on '" + bodies_[i].name + "', and its motion has no closed form";
    const Constants& body = constants_[i];
    for (const Load& load : body.others) {
      if (std::holds_alternative<load::Translation>(load) || std::holds_alternative<load::Euler>(load) ||
          std::holds_alternative<load::Centrifugal>(load) || std::holds_alternative<load::Coriolis>(load))
        return "the world is a moving frame, and the motion of '" + bodies_[i].name + "' in it has no closed form here";
      return "a " + std::visit([](const auto& one) { return std::string(one.name); }, load) + of;
    }
    if (body.rotor_B != Vec3::Zero()) return "a rotor" + of;
    if (!body.held) continue;
    // A pivot that misses the centre of mass by no more than rounding is at it.
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    const double size = std::sqrt(body.I_BO_B.trace() / bodies_[i].mass.mass());
    if (body.g_W != Vec3::Zero() && body.mass_lever_B.norm() > rounding * bodies_[i].mass.mass() * size)
      return "gravity turns '" + bodies_[i].name +
             "', which is held beside its centre of mass, and its motion has no closed form here";
  }
  return {};
}

double FreeBodies::pace(VecIn x) const {
  double fastest = 0;
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    if (!constants_[i].held && constants_[i].form == StateForm::particle) continue;
    const double* w = x.data() + constants_[i].x0 + (constants_[i].held ? 4 : 10);
    fastest = std::max(fastest, motions_[i].fastest({w[0], w[1], w[2]}));
  }
  return fastest;
}

bool FreeBodies::loaded() const {
  return !pairs_.empty() ||
         std::any_of(bodies_.begin(), bodies_.end(), [](const FreeBody& body) { return !body.loads.empty(); });
}

bool FreeBodies::has_rotor() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const FreeBody& body) { return body.rotor_B != Vec3::Zero(); });
}

bool FreeBodies::damped() const {
  const auto by = [](const auto& load) { return uses_velocity(load); };
  return std::any_of(pairs_.begin(), pairs_.end(), by) ||
         std::any_of(bodies_.begin(), bodies_.end(),
                     [&](const FreeBody& body) { return std::any_of(body.loads.begin(), body.loads.end(), by); });
}

bool FreeBodies::renormalises() const {
  return std::any_of(bodies_.begin(), bodies_.end(),
                     [](const FreeBody& body) { return body.renormalise != Renormalise::none; });
}

void FreeBodies::renormalise(VecOut x) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].renormalise != Renormalise::none)
      polhode::renormalise(bodies_[i].renormalise, bodies_[i].form, x.subspan(constants_[i].x0));
}

double FreeBodies::rotation_defect(int body, VecIn x) const {
  const Constants& constants = constants_[static_cast<std::size_t>(body)];
  return polhode::rotation_defect(constants.form, x.subspan(constants.x0));
}

StateSpace FreeBodies::state_space() const {
  StateSpace space;
  for (const FreeBody& body : bodies_) append_blocks(space, body.name, body.form, body.pivot.has_value());
  return space;
}

void FreeBodies::append_blocks(StateSpace& space, const std::string& body, StateForm form, bool held) {
  if (!held && form != StateForm::rotation) return forms::append_blocks(space, body, form);
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
    if (constants_[i].is_plain()) {
      forms::append_coordinates(constants_[i].form, bodies_[i].mass, states[i], x);
      continue;
    }
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
  if (constants.is_plain())
    return forms::state(constants.form, {constants.inverse_mass, constants.I_BO_B, constants.inverse_I_B}, y);
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

}  // namespace polhode
