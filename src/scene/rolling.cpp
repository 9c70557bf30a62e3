#include "scene/rolling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>
#include <polhode/scene/build.hpp>

#include "scene/motion_flaws.hpp"

namespace polhode {
namespace {

/// Of a solid that nobody typed, what is wrong is its surface.
Diagnostic about_surface(Diagnostic finding, const std::string& path) {
  if (finding.path == path + ".inertia") {
    finding.message = "of the uniform solid of this surface, " + finding.message;
    finding.hint = "give sizes that doubles can hold the inertia of, or the inertia itself";
  }
  if (finding.path == path || finding.path == path + ".inertia") finding.path = path + ".surface";
  return finding;
}

/// What of a plane's motion must not jump: place, velocity and turning, with their rates.
struct PlaneMotion {
  VectorOfTime place, velocity, acceleration;
  Expression turning, turning_rate;

  explicit PlaneMotion(const ground::Plane& plane)
      : place(plane.place),
        velocity(place.derivative()),
        acceleration(velocity.derivative()),
        turning(plane.turning),
        turning_rate(turning.derivative(0)) {}

  std::optional<MotionSample> operator()(double t) const {
    MotionSample sample{Eigen::VectorXd(7), Eigen::VectorXd(7)};
    sample.value << place.at(t), velocity.at(t), turning.evaluate_at<double>(t, {});
    sample.slope << velocity.at(t), acceleration.at(t), turning_rate.evaluate_at<double>(t, {});
    return sample.value.allFinite() && sample.slope.allFinite() ? std::optional(std::move(sample)) : std::nullopt;
  }
};

/// The radius that a law of air goes by is the body's own unless it is given.
Dissipation with_radius(Dissipation law, const Surface& surface) {
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.radius; })
          if (one.radius == 0) one.radius = girth(surface);
      },
      law);
  return law;
}

/// Whether a step from x can be thought of: solvers multiply what they find there, and more than once.
bool can_go_on(const Rolling& rolling, VecIn x) {
  constexpr double most = 1e100;
  const auto fits = [](double value) { return std::fabs(value) < most; };
  std::vector<double> rate(static_cast<std::size_t>(rolling.state_space().nv()));
  if (!std::all_of(x.begin(), x.end(), fits)) return false;
  rolling.rate<double>(0, x, rate);
  return std::all_of(rate.begin(), rate.end(), fits);
}

/// What makes one entry a body, and where its findings go.
struct RollingBuilder {
  const Scene& scene;
  std::size_t number;
  Diagnostics& findings;
  const RollingEntry& entry = scene.rolling[number];
  const std::string path = numbered("rolling", number);

  void error(const std::string& key, std::string message, std::string hint) {
    const std::string full = key.empty() ? path : path + "." + key;
    findings.error(scene.source.find(full), full, std::move(message), std::move(hint));
  }
  /// Findings of layers that know paths, not places.
  void add_placed(const Diagnostics& from) {
    for (Diagnostic finding : from) {
      if (finding.path.empty()) finding.path = path;
      finding.where = scene.source.find(finding.path);
      findings.add(std::move(finding));
    }
  }

  /// Oil, ice and patches let every body slide, which only the equations in space can tell.
  bool judge_form() {
    if (entry.form == RollingForm::space || !entry.ground.friction) return true;
    const auto* coulomb = std::get_if<friction::Coulomb>(&*entry.ground.friction);
    if (coulomb != nullptr && coulomb->patch == 0) return true;
    error("form",
          "with this friction a body never rolls without slip, and the form \"" + std::string(to_string(entry.form)) +
              "\" only rolls",
          "leave out form, or the friction: without it the body rolls whatever the force");
    return false;
  }

  /// A plane that gravity does not press the body onto is mostly a gravity that was forgotten.
  void judge_weight(const RollingBody& body) {
    const auto* plane = std::get_if<ground::Plane>(&body.ground.shape);
    const double across = plane == nullptr ? 0 : plane->normal.dot(body.gravity), g = body.gravity.norm();
    if (plane == nullptr || entry.start.flying || across < -1e-12 * g) return;
    findings.warning(scene.source.find(path), path, "gravity does not press '" + entry.name + "' onto its plane",
                     g == 0                ? "give [world] gravity, for example [0, 0, -9.81]"
                     : across <= 1e-12 * g ? "gravity goes along the plane: make it less steep"
                                           : "the plane's normal points out of the ground, against gravity");
  }

  /// A ground that jumps, or is nowhere, would take infinite forces.
  bool judge_motion(const Ground& ground) {
    const auto* plane = std::get_if<ground::Plane>(&ground.shape);
    if (plane == nullptr) return true;
    const auto flaw = first_flaw(PlaneMotion(*plane), scene.run.end);
    if (!flaw) return true;
    const std::string when = "at t = " + rounded(flaw->t) + " s ";
    if (flaw->finite)
      error("plane",
            when +
                "this plane jumps to another place, velocity or rate of turning, which would take an "
                "infinite force",
            "let it change smoothly, or make two scenes of it");
    else
      error("plane", when + "a formula of this plane, or a rate of it, is not finite",
            "it must be finite from t = 0 to the end of the run");
    return false;
  }

  /// A patch is a small part of the body that it is of.
  bool judge_patch(const RollingBody& body) {
    if (!body.ground.friction) return true;
    const auto* coulomb = std::get_if<friction::Coulomb>(&*body.ground.friction);
    const double size = girth(body.surface);
    if (coulomb == nullptr || coulomb->patch < size) return true;
    const std::string of = std::holds_alternative<ground::Plane>(body.ground.shape) ? "plane" : "ground";
    error(
        of + ".friction.patch",
        "a patch of contact of radius " + rounded(coulomb->patch) + " m does not fit a body of " + rounded(size) + " m",
        "it is the radius of the spot that touches, mostly less than a millimetre");
    return false;
  }

  /// Where the axis is upright, flat faces have no lowest point.
  bool judge_axis(const RollingBody& body, const RollingState& start) {
    const auto* plane = std::get_if<ground::Plane>(&body.ground.shape);
    if (plane == nullptr) return true;
    const double sine = (cross_matrix(plane->normal) * (start.R_WB * Vec3::UnitZ())).norm();
    if (start.mode != RollingMode::flying || !has_flat_faces(body.surface) || sine > fn::sin(body.flat_tilt))
      return true;
    error("start", "it flies with a flat face to the ground, and has no lowest point to land on",
          "tilt it by more than flat_tilt, " + rounded(body.flat_tilt) + " rad");
    return false;
  }

  /// Why the equations cannot be had, at the key that is to change.
  void refuse_misfit(const RollingBody& body, const std::string& why) {
    const bool flat = std::holds_alternative<ground::Plane>(body.ground.shape);
    if (!(body.inertia.determinant() > 0) && !entry.inertia)
      return error("surface",
                   "the inertia of this body, about " + rounded(body.inertia.trace() / 3) +
                       " kg m^2, is too small to compute with",
                   "give a larger mass or larger sizes");
    if (!(body.inertia.determinant() > 0)) return error("inertia", why, "all three moments are more than 0");
    if (!flat && (!std::holds_alternative<surface::Sphere>(body.surface.shape) || body.centre != Vec3::Zero()))
      return error("ground", why, "take surface = { sphere = … } without centre, or a plane");
    if (!flat && body.form != RollingForm::space) return error("form", why, "leave out form");
    if (body.dissipation)
      return error("dissipation", why,
                   flat ? "take law = \"rolling-torque\", \"rolling-drag\" or \"viscous\", or leave out dissipation"
                        : "take law = \"viscous\", or leave out dissipation");
    error("", why, "change the body, its ground or its form");
  }

  /// A ball that fills its bowl or tube has no point to roll on.
  bool judge_room(const RollingBody& body) {
    const auto* ball = std::get_if<surface::Sphere>(&body.surface.shape);
    const double any = std::numeric_limits<double>::infinity();
    const auto room = [any](const auto& shape) {
      if constexpr (requires { shape.inside; })
        if (shape.inside) return shape.radius;
      return any;
    };
    const double most = std::visit(room, body.ground.shape);
    if (ball == nullptr || ball->radius < most) return true;
    error("ground",
          "a ball of radius " + rounded(ball->radius) + " m does not roll inside of radius " + rounded(most) + " m",
          "make the ground larger, or let it roll outside: inside = false");
    return false;
  }

  /// A uniform solid has its centre of mass in one place only.
  void judge_centre(const MassProperties& mass) {
    if (!entry.centre || entry.inertia) return;
    const auto solid = uniform_solid(*entry.surface, entry.mass, path);
    if (!solid.ok() || (solid->com() - mass.com()).norm() <= 1e-9 * girth(*entry.surface)) return;
    findings.warning(scene.source.find(path + ".centre"), path + ".centre",
                     "the inertia is that of the uniform solid, whose centre of mass is not there",
                     "give the inertia, too");
  }

  std::optional<RollingBody> body() {
    const auto mass = mass_of(entry, path, scene.source);
    findings.append(mass.diagnostics());
    if (!mass.ok()) return std::nullopt;
    judge_centre(*mass);
    RollingBody made{.name = entry.name, .mass = entry.mass, .surface = *entry.surface};
    made.inertia = mass->inertia();
    made.centre = Vec3::Zero() - mass->com();
    made.form = entry.form;
    made.ground = entry.ground;
    made.gravity = gravity();
    made.flat_tilt = entry.flat_tilt;
    if (entry.dissipation) made.dissipation = with_radius(*entry.dissipation, *entry.surface);
    return made;
  }

  /// Every uniform field that is not for some bodies alone.
  Vec3 gravity() const {
    Vec3 sum = scene.world.gravity;
    for (const LoadEntry& load : scene.loads)
      if (const auto* one = std::get_if<Load>(&load.what); one != nullptr && load.bodies.empty())
        if (const auto* field = std::get_if<load::Gravity>(one)) sum += field->g_W;
    return sum;
  }

  void build(BuiltRolling& built) {
    const bool fits = judge_form();
    auto made = body();
    if (!made || !fits) return;
    if (const std::string why = Rolling::misfit(*made); !why.empty()) return refuse_misfit(*made, why);
    if (!judge_room(*made) || !judge_patch(*made) || !judge_motion(made->ground)) return;
    judge_weight(*made);
    const Rolling rolling(*std::move(made));
    const auto start = start_state(rolling, 0, entry.start, path + ".start");
    add_placed(start.diagnostics());
    if (!start.ok() || !judge_axis(rolling.body(), *start)) return;
    const std::vector<double> x = rolling.coordinates(*start);
    if (!can_go_on(rolling, x))
      return error("start", "the numbers of this start, or the forces there, grow beyond what can be computed with",
                   "give sizes, speeds, masses and coefficients that are less extreme");
    built.x0.insert(built.x0.end(), x.begin(), x.end());
    built.bodies.push_back(rolling);
  }
};

}  // namespace

Result<MassProperties> mass_of(const RollingEntry& entry, const std::string& path, const SourceMap& source) {
  const auto made = entry.inertia ? MassProperties::checked(entry.mass, Vec3::Zero(), *entry.inertia, path)
                                  : uniform_solid(*entry.surface, entry.mass, path);
  Diagnostics all = made.diagnostics(), findings;
  if (entry.inertia) all.append(findings_of(*entry.surface, path + ".surface"));
  for (const Diagnostic& finding : all) {
    Diagnostic placed = entry.inertia ? finding : about_surface(finding, path);
    placed.where = source.find(placed.path);
    findings.add(std::move(placed));
  }
  if (!made.ok() || findings.has_errors()) return findings;
  // From zero, so that nothing is -0.
  const Vec3 com = entry.centre ? Vec3(Vec3::Zero() - *entry.centre) : made->com();
  return {MassProperties(entry.mass, com, made->inertia()), std::move(findings)};
}

BuiltRolling rolling_of(const Scene& scene, Diagnostics& findings) {
  BuiltRolling built;
  for (std::size_t i = 0; i < scene.rolling.size(); ++i)
    if (scene.rolling[i].surface) RollingBuilder{scene, i, findings}.build(built);
  return built;
}

void judge_rolling(const Scene& scene, Diagnostics& findings) {
  if (scene.rolling.empty()) return;
  if (scene.world.frame)
    findings.error(scene.source.find("rolling[0]"), "rolling[0]",
                   "bodies roll in a world that is inertial, and this one has [world.frame]",
                   "let the ground move instead: plane = { turning = \"2 rad/s\", place = [\"0.1*sin(t)\", 0, 0] }");
  if (!scene.frames.empty() && scene.bodies.empty() && scene.particles.empty())
    findings.warning(scene.source.find("frame[0]"), "frame[0]",
                     "nothing is seen from this frame: bodies that roll are told of in the world alone",
                     "leave it out, or add a [[body]]");
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const LoadEntry& load = scene.loads[i];
    const auto* one = std::get_if<Load>(&load.what);
    const bool gravity = one != nullptr && std::holds_alternative<load::Gravity>(*one);
    if (!load.bodies.empty() || gravity || std::holds_alternative<std::monostate>(load.what)) continue;
    const std::string path = numbered("load", i);
    findings.error(scene.source.find(path), path,
                   "this acts on every body, but '" + scene.rolling[0].name +
                       "' rolls, and nothing acts on bodies that roll but gravity and their ground",
                   scene.bodies.empty() && scene.particles.empty() && scene.mechanisms.empty()
                       ? "leave it out; the dissipation of a [[rolling]] takes energy from it"
                       : "name the bodies that it is for");
  }
}

void add_contact_watches(const std::vector<Rolling>& bodies, std::size_t first, SimulateOptions& options) {
  for (const Rolling& rolling : bodies) {
    const auto count = static_cast<std::size_t>(rolling.state_space().nx());
    for (Watch& watch : contact_watches(rolling, first, count)) {
      // What did not happen is not worth a line.
      if (!watch.told) watch.told = [name = watch.name](double, VecIn) { return std::vector{name}; };
      options.watches.push_back(std::move(watch));
    }
    first += count;
  }
}

StateSpace state_space_of(const RollingEntry& entry) {
  // Of the surface only two rims have a say.
  const bool rims = entry.surface && has_straight_side(*entry.surface);
  const Surface stand_in =
      rims ? Surface{surface::Disk{.radius = 1, .half_thickness = 1}} : Surface{surface::Sphere{.radius = 1}};
  RollingBody body{.name = entry.name, .mass = 1, .inertia = Mat3::Identity(), .surface = stand_in, .form = entry.form};
  body.ground.friction = entry.ground.friction;
  return Rolling(std::move(body)).state_space();
}

}  // namespace polhode
