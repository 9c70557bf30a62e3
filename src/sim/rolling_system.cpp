#include <polhode/sim/rolling_system.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include <polhode/base/error.hpp>
#include <polhode/dynamics/rolling/integrals.hpp>
#include <polhode/dynamics/rolling/steady.hpp>
#include <polhode/math/euler.hpp>

#include "body/frame_track.hpp"
#include "sim/component_names.hpp"

namespace polhode {
namespace {

using RollingParts = std::shared_ptr<const std::vector<RollingSystem::Part>>;

const RollingReading& reading_of(const RollingParts& parts, std::size_t i, double t, VecIn x) {
  const RollingSystem::Part& part = (*parts)[i];
  return part.rolling.reading(t, x.subspan(part.x0, part.nx));
}

/// What `read` makes of a state or of a reading. A state is told without the forces: an event of an angular velocity is
/// looked at more often than the rates are.
template <class Read>
auto told_by(const RollingParts& parts, std::size_t i, double t, VecIn x, const Read& read) {
  if constexpr (std::is_invocable_v<Read, const RollingState&>) {
    const RollingSystem::Part& part = (*parts)[i];
    return read(part.rolling.state(t, x.subspan(part.x0, part.nx)));
  } else {
    return read(reading_of(parts, i, t, x));
  }
}

template <class Read>
Quantity vector_of(const RollingParts& parts, std::size_t i, Read read) {
  return [parts, i, read](double t, VecIn x, VecOut values) {
    const auto vector = told_by(parts, i, t, x, read);
    std::copy_n(vector.data(), vector.size(), values.begin());
  };
}
template <class Read>
Quantity scalar_of(const RollingParts& parts, std::size_t i, const Read& read) {
  return [parts, i, read](double t, VecIn x, VecOut values) { values[0] = read(reading_of(parts, i, t, x)); };
}
template <class Read>
Quantity sum_of(const RollingParts& parts, Read read) {
  return [parts, read](double t, VecIn x, VecOut values) {
    values[0] = 0;
    for (std::size_t i = 0; i < parts->size(); ++i) values[0] += read(reading_of(parts, i, t, x));
  };
}

using Now = RollingReading;

/// φ, θ, ψ (zxz) of the body's axes to axes whose z is the normal below it.
Vec3 euler_of(const Now& now) {
  return to_euler(EulerSequence::zxz, Rotation::from_z_to(now.normal).inverse() * now.state.R_WB).angles;
}

void add_motion_channels(const RollingParts& parts, std::size_t i, std::vector<Channel>& list) {
  const std::string name = (*parts)[i].rolling.body().name + ".";
  const auto vector = [&](const char* label, Dimension unit, const char* frame, auto read, bool item = false) {
    list.push_back({.name = name + label,
                    .unit = unit,
                    .frame = frame,
                    .components = xyz,
                    .evaluate = vector_of(parts, i, read),
                    .item = item});
  };
  vector("position", dimension::length, "world", [](const RollingState& now) { return now.p_WBcm; });
  list.push_back({.name = name + "quaternion",
                  .unit = dimension::none,
                  .frame = "body to world",
                  .components = wxyz,
                  .evaluate = vector_of(parts, i, [](const RollingState& now) { return now.R_WB.quaternion(); })});
  vector("velocity", dimension::velocity, "world", [](const RollingState& now) { return now.v_WBcm; });
  vector("angular_velocity", dimension::angular_velocity, "world", [](const RollingState& now) { return now.w_WB_W; });
  vector("angular_velocity_body", dimension::angular_velocity, "body",
         [](const RollingState& now) { return Vec3(now.R_WB.inverse() * now.w_WB_W); });
  vector("angular_momentum", dimension::angular_momentum, "world", [](const Now& now) { return now.spin; });
  list.push_back({.name = name + "euler",
                  .unit = dimension::angle,
                  .frame = "ground",
                  .components = {"phi", "theta", "psi"},
                  .evaluate = vector_of(parts, i, euler_of),
                  .item = true});
}

/// Point of contact in axes of the plane, from its point: they move and turn with it, and at t = 0 are those of the
/// world, z turned onto the normal the shortest way.
void add_plane_channel(const RollingParts& parts, std::size_t i, std::vector<Channel>& list) {
  const auto* plane = std::get_if<ground::Plane>(&(*parts)[i].rolling.body().ground.shape);
  if (plane == nullptr) return;
  /// Times until which the way that a plane has turned is laid beforehand [s]; later ones take longer.
  constexpr double laid = 100;
  const Expression none = Expression::constant(0);
  std::shared_ptr<const FrameTrack> turned;
  if (!plane->turning.is_constant())
    turned = std::make_shared<const FrameTrack>(VectorOfTime(std::array<Expression, 3>{none, none, plane->turning}),
                                                VectorOfTime(), laid);
  const double rate = turned ? 0 : plane->turning.evaluate_at<double>(0, {});
  list.push_back({.name = (*parts)[i].rolling.body().name + ".contact_plane",
                  .unit = dimension::length,
                  .frame = "plane",
                  .components = xyz,
                  .evaluate =
                      [parts, i, place = plane->place, R_WP = Rotation::from_z_to(plane->normal), turned, rate](
                          double t, VecIn x, VecOut values) {
                        const Vec3 p_P = R_WP.inverse() * (reading_of(parts, i, t, x).p_WC - place.at(t));
                        const Rotation turn = turned ? turned->at(t).Q : Rotation::about_z(rate * t);
                        const Vec3 seen = turn.inverse() * p_P;
                        std::copy_n(seen.data(), 3, values.begin());
                      },
                  .item = true});
}

void add_contact_channels(const RollingParts& parts, std::size_t i, std::vector<Channel>& list) {
  const std::string name = (*parts)[i].rolling.body().name + ".";
  const auto vector = [&](const char* label, Dimension unit, const char* frame, Vec3 Now::*member) {
    list.push_back({.name = name + label,
                    .unit = unit,
                    .frame = frame,
                    .components = xyz,
                    .evaluate = vector_of(parts, i, [member](const Now& now) { return now.*member; }),
                    .item = true});
  };
  const auto scalar = [&](const char* label, Dimension unit, double Now::*member) {
    list.push_back({.name = name + label,
                    .unit = unit,
                    .evaluate = scalar_of(parts, i, [member](const Now& now) { return now.*member; }),
                    .item = true});
  };
  vector("contact", dimension::length, "world", &Now::p_WC);
  vector("contact_velocity", dimension::velocity, "world", &Now::path_velocity);
  vector("contact_body", dimension::length, "body", &Now::p_BcmC_B);
  add_plane_channel(parts, i, list);
  vector("contact_force", dimension::force, "world", &Now::contact_force);
  vector("contact_torque", dimension::torque, "world", &Now::contact_torque);
  vector("slip_velocity", dimension::velocity, "world", &Now::slip);
  scalar("normal_force", dimension::force, &Now::normal_force);
  scalar("friction_force", dimension::force, &Now::friction_force);
  scalar("friction_demand", dimension::none, &Now::friction_demand);
  scalar("gap", dimension::length, &Now::gap);
  list.push_back({.name = name + "mode",
                  .unit = dimension::none,
                  .evaluate = scalar_of(parts, i, [](const Now& now) { return static_cast<double>(now.state.mode); }),
                  .item = true});
  scalar("kinetic_energy", dimension::energy, &Now::kinetic_energy);
}

/// A body that turns slower than this rests, and what moves it is rounding: a thousandth of √(g/size) [rad/s].
double rest_rate(const RollingBody& body) { return 1e-3 * std::sqrt(body.gravity.norm() / girth(body.surface)); }

/// What a body that rolls slips, which nothing but the solver's accuracy makes.
Monitor rolling_monitor(const RollingParts& parts, std::size_t i) {
  const double rest = rest_rate((*parts)[i].rolling.body()) * girth((*parts)[i].rolling.body().surface);
  return {.channel = {.name = (*parts)[i].rolling.body().name + ".rolling_error",
                      .unit = dimension::velocity,
                      .evaluate = scalar_of(parts, i,
                                            [](const Now& now) {
                                              return now.state.mode == RollingMode::rolling ? now.slip.norm() : 0.0;
                                            })},
          .supply = {},
          .scale = scalar_of(parts, i,
                             [rest](const Now& now) {
                               const double turning = now.state.w_WB_W.norm() * now.p_BcmC_B.norm();
                               return std::max(rest, now.state.v_WBcm.norm() + turning);
                             }),
          .is_error = true};
}

/// Of bodies of revolution that roll without loss on a level plane, and cannot but roll.
void add_integrals(const RollingParts& parts, std::size_t i, std::vector<Monitor>& list) {
  if (!(*parts)[i].integrals) return;
  const LinearIntegrals& integrals = *(*parts)[i].integrals;
  const double rest = rest_rate((*parts)[i].rolling.body());
  list.push_back({.channel = {.name = (*parts)[i].rolling.body().name + ".integrals",
                              .unit = dimension::angular_velocity,
                              .frame = "ground",
                              .components = {"precession", "spin"},
                              .evaluate =
                                  [parts, i, integrals](double t, VecIn x, VecOut values) {
                                    const auto both = integrals.at(reading_of(parts, i, t, x).state);
                                    std::copy(both.begin(), both.end(), values.begin());
                                  }},
                  .supply = {},
                  .scale = scalar_of(parts, i, [integrals, rest](const Now& now) {
                    return std::max(rest, integrals.scale(now.state));
                  })});
}

/// −L·γ, whatever the force at the contact, of a ball of revolution whose centre of mass is off its centre: γ turns
/// with the body but for a part along n, and the rest of L turns about γ's. A couple there would change it.
void add_jellett(const RollingParts& parts, std::size_t i, std::vector<Monitor>& list) {
  const RollingBody& body = (*parts)[i].rolling.body();
  if (!std::holds_alternative<surface::Sphere>(body.surface.shape) || body.centre.z() == 0) return;
  if (!std::holds_alternative<ground::Plane>(body.ground.shape) || !not_of_revolution(body).empty()) return;
  if (body.dissipation) return;
  if (body.ground.friction)
    if (const auto* coulomb = std::get_if<friction::Coulomb>(&*body.ground.friction))
      if (coulomb->patch > 0) return;
  const auto arm = [](const Now& now) { return Vec3(now.p_WC - now.state.p_WBcm); };
  const double rest = rest_rate(body) * body.inertia.trace();
  list.push_back(
      {.channel = {.name = body.name + ".jellett",
                   .unit = dimension::angular_momentum * dimension::length,
                   .evaluate = scalar_of(parts, i, [arm](const Now& now) { return -now.spin.dot(arm(now)); })},
       .supply = {},
       .scale = scalar_of(parts, i,
                          [arm, rest](const Now& now) { return std::max(rest, now.spin.norm()) * arm(now).norm(); })});
}

/// What is supplied to a body's energy, by name.
struct Supply {
  const char* name;
  double Now::*power;
  bool there;
};
std::vector<Supply> supplies_of(const RollingBody& body) {
  return {{"friction", &Now::friction_power, body.ground.friction.has_value()},
          {"dissipation", &Now::dissipated_power, body.dissipation.has_value()},
          {"ground", &Now::ground_power, moves(body.ground)}};
}

/// Where angles of one axis give way to those of another.
std::vector<Counterpart::Change> changes_of(const RollingParts& parts) {
  std::vector<Counterpart::Change> changes;
  for (const RollingSystem::Part& part : *parts) {
    if (part.rolling.body().form != RollingForm::euler) continue;
    changes.push_back({[part](double t, VecIn x) { return part.rolling.chart_margin(t, x.subspan(part.x0, part.nx)); },
                       [part](double t, VecIn before, VecOut after) {
                         std::copy(before.begin(), before.end(), after.begin());
                         part.rolling.change_chart(t, before.subspan(part.x0, part.nx),
                                                   after.subspan(part.x0, part.nx));
                       }});
  }
  return changes;
}

/// Why equations of a body have no other form, as a sentence; empty if they have.
std::string only_form(const Rolling& rolling) {
  if (rolling.has_modes()) return "no other can slide or fly";
  if (!std::holds_alternative<ground::Plane>(rolling.body().ground.shape)) return "no other knows a ground but a plane";
  return {};
}

/// States of the same bodies in the forms of `to`.
Counterpart::Map retold_as(const RollingParts& from, const RollingParts& to) {
  return [from, to](double t, VecIn x, VecOut y) {
    for (std::size_t i = 0; i < from->size(); ++i) {
      const RollingSystem::Part &a = (*from)[i], &b = (*to)[i];
      const std::vector<double> there = b.rolling.coordinates(a.rolling.state(t, x.subspan(a.x0, a.nx)));
      std::copy(there.begin(), there.end(), y.begin() + static_cast<std::ptrdiff_t>(b.x0));
    }
  };
}

std::vector<RollingSystem::Part> one_after_another(std::vector<Rolling> bodies) {
  std::vector<RollingSystem::Part> parts;
  std::size_t x0 = 0, v0 = 0;
  for (Rolling& body : bodies) {
    const StateSpace space = body.state_space();
    const auto nx = static_cast<std::size_t>(space.nx()), nv = static_cast<std::size_t>(space.nv());
    parts.push_back({std::move(body), x0, nx, v0, nv, {}});
    x0 += nx;
    v0 += nv;
  }
  return parts;
}

bool project(void* parts, double t, VecOut x) {
  bool found = true;
  for (const RollingSystem::Part& part : *static_cast<const std::vector<RollingSystem::Part>*>(parts))
    found = part.rolling.project(t, x.subspan(part.x0, part.nx)) && found;
  return found;
}

double look_ahead(void* parts, double t, VecIn x) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const RollingSystem::Part& part : *static_cast<const std::vector<RollingSystem::Part>*>(parts))
    nearest = std::min(nearest, part.rolling.horizon(t, x.subspan(part.x0, part.nx)));
  return nearest;
}

}  // namespace

RollingSystem::RollingSystem(std::vector<Rolling> bodies, bool beside_others) : beside_others_(beside_others) {
  std::vector<Part> parts = one_after_another(std::move(bodies));
  for (Part& part : parts)
    if (!part.rolling.has_modes() && LinearIntegrals::misfit(part.rolling.body()).empty())
      part.integrals.emplace(part.rolling.body());
  parts_ = std::make_shared<const std::vector<Part>>(std::move(parts));
}

StateSpace RollingSystem::state_space() const {
  StateSpace space;
  for (const Part& part : *parts_) space.append(part.rolling.state_space(), "");
  return space;
}

ode::Projection RollingSystem::projection() const {
  const bool any = std::any_of(parts_->begin(), parts_->end(), [](const Part& part) { return part.rolling.drifts(); });
  if (!any) return {};
  return {const_cast<std::vector<Part>*>(parts_.get()), &project};
}

ode::Horizon RollingSystem::horizon() const {
  const bool any =
      std::any_of(parts_->begin(), parts_->end(), [](const Part& part) { return part.rolling.has_modes(); });
  if (!any) return {};
  return {const_cast<std::vector<Part>*>(parts_.get()), &look_ahead};
}

std::vector<Channel> RollingSystem::channels() const {
  std::vector<Channel> list;
  for (std::size_t i = 0; i < parts_->size(); ++i) {
    add_motion_channels(parts_, i, list);
    add_contact_channels(parts_, i, list);
  }
  const std::string whole = beside_others_ ? "rolling." : "";
  const auto energy = [&](const char* name, double Now::*member) {
    list.push_back({.name = whole + name,
                    .unit = dimension::energy,
                    .evaluate = sum_of(parts_, [member](const Now& now) { return now.*member; }),
                    .item = true});
  };
  energy("kinetic_energy", &Now::kinetic_energy);
  energy("potential_energy", &Now::potential_energy);
  for (Monitor& monitor : monitors()) list.push_back(std::move(monitor.channel));
  return list;
}

std::vector<Monitor> RollingSystem::monitors() const {
  std::vector<Monitor> list{
      {.channel = {.name = std::string(beside_others_ ? "rolling." : "") + "energy",
                   .unit = dimension::energy,
                   .evaluate =
                       sum_of(parts_, [](const Now& now) { return now.kinetic_energy + now.potential_energy; })},
       .supply = works().empty() ? Quantity()
                                 : sum_of(parts_,
                                          [](const Now& now) {
                                            return now.friction_power + now.dissipated_power + now.ground_power;
                                          }),
       .scale = sum_of(parts_, [](const Now& now) { return now.kinetic_energy + std::fabs(now.potential_energy); })}};
  for (std::size_t i = 0; i < parts_->size(); ++i) {
    list.push_back(rolling_monitor(parts_, i));
    add_integrals(parts_, i, list);
    add_jellett(parts_, i, list);
  }
  return list;
}

std::vector<Work> RollingSystem::works() const {
  std::vector<Work> list;
  for (std::size_t i = 0; i < parts_->size(); ++i) {
    const RollingBody& body = (*parts_)[i].rolling.body();
    for (const Supply& supply : supplies_of(body))
      if (supply.there)
        list.push_back({body.name + "." + supply.name,
                        scalar_of(parts_, i, [power = supply.power](const Now& now) { return now.*power; })});
  }
  return list;
}

std::vector<Counterpart> RollingSystem::counterparts() const {
  if (is_counterpart_) return {};
  std::vector<Counterpart> list;
  for (const RollingForm form : {RollingForm::space, RollingForm::body, RollingForm::euler}) {
    std::vector<Rolling> bodies;
    std::string names;
    bool all = true;
    for (const Part& part : *parts_) {
      RollingBody body = part.rolling.body();
      const bool other = only_form(part.rolling).empty() && body.form != form;
      if (other) {
        body.form = form;
        names += (names.empty() ? "" : ", ") + body.name;
      }
      all = all && other;
      bodies.emplace_back(std::move(body));
    }
    if (names.empty()) continue;
    std::vector<Part> others = one_after_another(std::move(bodies));
    for (std::size_t i = 0; i < others.size(); ++i) others[i].integrals = (*parts_)[i].integrals;
    RollingSystem system(*this);
    system.parts_ = std::make_shared<const std::vector<Part>>(std::move(others));
    system.is_counterpart_ = true;
    const RollingParts other = system.parts_;
    list.push_back(
        {std::make_shared<const System>(std::move(system)), retold_as(parts_, other), retold_as(other, parts_),
         "the form \"" + std::string(to_string(form)) + "\"" + (all ? "" : " of " + names), changes_of(other)});
  }
  return list;
}

std::vector<std::string> RollingSystem::told_once() const {
  std::vector<std::string> list;
  for (const Part& part : *parts_)
    if (std::string why = only_form(part.rolling); !why.empty())
      list.push_back("'" + part.rolling.body().name + "' in the form \"space\" alone: " + why);
  return list;
}

std::string RollingSystem::trouble(VecIn, double t, VecIn x) const {
  std::string all;
  for (const Part& part : *parts_)
    if (const std::string why = part.rolling.trouble(t, x.subspan(part.x0, part.nx)); !why.empty())
      all += (all.empty() ? "" : "; ") + why;
  return all;
}

Recording simulate(const RollingBody& body, const RollingStart& start, SimulateOptions options) {
  const Rolling rolling(body);
  const auto state = start_state(rolling, options.t_begin, start);
  if (!state.ok()) usage_error("a start that is possible", state.diagnostics()[0].message, state.diagnostics()[0].hint);
  const std::vector<double> x0 = rolling.coordinates(*state);
  for (Watch& watch : contact_watches(rolling, 0, x0.size())) options.watches.push_back(std::move(watch));
  return simulate(System(RollingSystem({rolling})), x0, options);
}

}  // namespace polhode
