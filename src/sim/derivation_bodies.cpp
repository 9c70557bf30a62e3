// Bodies, free, held and rolling, as derivations: their attitude by three angles.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <polhode/sim/derivation.hpp>

#include "sim/polarised.hpp"

namespace polhode {
namespace {

/// The middle angle keeps so far from where the other two act alike [rad].
constexpr double from_the_pole = 0.2;

constexpr std::array<const char*, 3> axis_names{"x", "y", "z"};
constexpr std::array<const char*, 3> angle_names{"phi", "theta", "psi"};

DerivedCoordinate place(std::size_t axis, double at, double speed) {
  const double reach = std::max(1.0, std::fabs(at));
  return {.name = axis_names[axis], .low = at - reach, .high = at + reach, .fastest = std::max(1.0, std::fabs(speed))};
}

void add_angles(EulerSequence sequence, const Rotation& R_WB, const Vec3& w_WB_B,
                std::vector<DerivedCoordinate>& coordinates) {
  const EulerRates start = euler_rates_from_body(sequence, to_euler(sequence, R_WB).angles, w_WB_B);
  const std::string_view axes = name(sequence);
  const double low = axes[0] == axes[2] ? 0 : -pi / 2;
  for (std::size_t i = 0; i < 3; ++i) {
    const double rate = start.rates[static_cast<Eigen::Index>(i)];
    DerivedCoordinate angle{.name = angle_names[i], .low = -pi, .high = pi};
    angle.fastest = std::isfinite(rate) ? std::max(1.0, std::fabs(rate)) : 1;
    if (i == 1) angle.low = low + from_the_pole, angle.high = low + pi - from_the_pole;
    coordinates.push_back(std::move(angle));
  }
}

Vec3 unit(char axis) { return axis == 'x' ? Vec3::UnitX() : axis == 'y' ? Vec3::UnitY() : Vec3::UnitZ(); }

/// The second rates of the angles from the angular acceleration: with e₁, e₂, e₃ the axes of the three turns in the
/// world,
///
///   ω = e₁ α' + e₂ β' + e₃ γ',   ω' = e₁ α'' + e₂ β'' + e₃ γ'' + ω₁ × e₂ β' + ω₂ × e₃ γ',   ω₁ = e₁ α', ω₂ = ω₁ + e₂
///   β'
///
/// Source   docs/theory/rotations.md (9), by the time.
/// Frames   all in W.
/// Proof    tests/truth/same_motion_test.cpp
Vec3 angle_accelerations(EulerSequence sequence, const Vec3& angles, const Vec3& rates, const Vec3& dw_WB_W) {
  const std::string_view axes = name(sequence);
  const Rotation R_first = Rotation::about(unit(axes[0]), angles[0]);
  const Rotation R_second = R_first * Rotation::about(unit(axes[1]), angles[1]);
  const Vec3 e1_W = unit(axes[0]), e2_W = R_first * unit(axes[1]), e3_W = R_second * unit(axes[2]);
  const Vec3 w1_W = e1_W * rates[0], w2_W = w1_W + e2_W * rates[1];
  const Vec3 left_W = dw_WB_W - w1_W.cross(e2_W) * rates[1] - w2_W.cross(e3_W) * rates[2];
  return euler_rates_from_world(sequence, angles, left_W).rates;
}

Vec3 three(VecIn numbers, std::size_t from) { return {numbers[from], numbers[from + 1], numbers[from + 2]}; }
void put(const Vec3& vector, VecOut numbers, std::size_t from) {
  std::copy_n(vector.data(), 3, numbers.begin() + static_cast<std::ptrdiff_t>(from));
}

/// One body among others, which stay as they start.
struct MovedBody {
  std::shared_ptr<const FreeBodies> bodies;
  int body;
  EulerSequence sequence;
  std::vector<FreeBodyState> start = {};
  bool held = false, turns = true;
  std::size_t rate_at = 0;  ///< where the rates of its velocities begin

  std::vector<double> state(VecIn q, VecIn rates) const {
    std::vector<FreeBodyState> all = start;
    FreeBodyState& own = all[static_cast<std::size_t>(body)];
    const std::size_t at = held ? 0 : 3;
    if (!held) own.p_WBcm = three(q, 0), own.v_WBcm = three(rates, 0);
    if (turns) {
      own.R_WB = from_euler(sequence, three(q, at));
      own.w_WB_B = body_velocity_from_euler(sequence, three(q, at), three(rates, at));
    }
    return bodies->coordinates(all);
  }
  bool accelerations(double t, VecIn q, VecIn rates, VecOut a) const {
    const std::vector<double> x = state(q, rates);
    std::vector<double> v(static_cast<std::size_t>(bodies->state_space().nv()));
    bodies->rate<double>(t, x, v);
    const std::size_t at = held ? 0 : 3;
    if (!held) put(three(v, rate_at), a, 0);
    if (turns) {
      const Rotation R_WB = from_euler(sequence, three(q, at));
      // ω × ω = 0: the rate of ω in body axes, turned, is that in the world's.
      const Vec3 dw_W = R_WB * three(v, rate_at + at);
      put(angle_accelerations(sequence, three(q, at), three(rates, at), dw_W), a, at);
    }
    return all_finite(a);
  }
};

}  // namespace

std::string why_not_derived(const FreeBodies& bodies, int body) {
  const FreeBody& one = bodies.bodies()[static_cast<std::size_t>(body)];
  if (one.form == StateForm::particle && one.pivot) return "it is a particle on a rod, which has no angles";
  if (one.form != StateForm::rotation && one.form != StateForm::particle)
    return "its state is \"" + std::string(to_string(one.form)) + "\": leave out its key state";
  for (const PairLoad& pair : bodies.pairs()) {
    const auto [a, b] = bodies_of(pair);
    if (a.valid() && b.valid() && (a.value == body) != (b.value == body))
      return "a load ties it to something else that moves";
  }
  return {};
}

Derivation derivation_of(std::shared_ptr<const FreeBodies> bodies, int body, VecIn x0, EulerSequence sequence) {
  MovedBody moved{bodies, body, sequence};
  for (std::size_t i = 0; i < bodies->bodies().size(); ++i)
    moved.start.push_back(bodies->state(static_cast<int>(i), x0));
  const FreeBody& one = bodies->bodies()[static_cast<std::size_t>(body)];
  moved.held = one.pivot.has_value();
  moved.turns = one.form == StateForm::rotation;
  const StateSpace space = bodies->state_space();
  for (const Block& block : space.blocks())
    if (block.name == one.name + (moved.held ? ".angular_velocity_body" : ".velocity"))
      moved.rate_at = static_cast<std::size_t>(block.v0);
  const FreeBodyState& start = moved.start[static_cast<std::size_t>(body)];
  Derivation made{.name = one.name, .kind = moved.turns ? "body" : "particle", .coordinates = {}};
  for (std::size_t i = 0; i < 3 && !moved.held; ++i)
    made.coordinates.push_back(
        place(i, start.p_WBcm[static_cast<Eigen::Index>(i)], start.v_WBcm[static_cast<Eigen::Index>(i)]));
  if (moved.turns) add_angles(sequence, start.R_WB, start.w_WB_B, made.coordinates);
  made.accelerations = [moved](double t, VecIn q, VecIn rates, VecOut a) {
    return moved.accelerations(t, q, rates, a);
  };
  made.inertia = [moved](double t, VecIn q, VecIn rates, VecOut M) {
    return polarise(rates.size(), M,
                    [&](VecIn u) { return moved.bodies->momenta(moved.body, t, moved.state(q, u)).kinetic_energy; });
  };
  return made;
}

namespace {

struct MovedRolling {
  Rolling rolling;
  EulerSequence sequence;

  RollingState state(double t, VecIn q, VecIn rates) const {
    RollingState now;
    now.p_WBcm = Vec3(q[0], q[1], 0);
    now.R_WB = from_euler(sequence, three(q, 2));
    now.w_WB_W = world_velocity_from_euler(sequence, three(q, 2), three(rates, 2));
    return rolling.complete(t, now);
  }
};

}  // namespace

std::string why_not_derived(const Rolling& rolling) {
  const auto* plane = std::get_if<ground::Plane>(&rolling.body().ground.shape);
  if (plane == nullptr || plane->normal.x() != 0 || plane->normal.y() != 0)
    return "its ground is not level, so that x and y do not say where it is";
  if (rolling.body().ground.friction && !std::holds_alternative<friction::Coulomb>(*rolling.body().ground.friction))
    return "its ground does not keep it from slipping";
  return {};
}

Derivation derivation_of(const Rolling& rolling, VecIn x0, EulerSequence sequence) {
  const MovedRolling moved{rolling, sequence};
  const RollingState start = rolling.state(0, x0);
  Derivation made{.name = rolling.body().name, .kind = "rolling body", .coordinates = {}};
  for (std::size_t i = 0; i < 2; ++i) {
    made.coordinates.push_back(place(i, start.p_WBcm[static_cast<Eigen::Index>(i)], 0));
    made.coordinates.back().free = false;
  }
  add_angles(sequence, start.R_WB, start.R_WB.inverse() * start.w_WB_W, made.coordinates);
  made.complete = [moved](double t, VecIn q, VecOut rates) {
    const RollingState now = moved.state(t, q, rates);
    rates[0] = now.v_WBcm.x();
    rates[1] = now.v_WBcm.y();
  };
  made.accelerations = [moved](double t, VecIn q, VecIn rates, VecOut a) {
    const RollingReading reading = moved.rolling.read(t, moved.rolling.coordinates(moved.state(t, q, rates)));
    a[0] = reading.acceleration.x();
    a[1] = reading.acceleration.y();
    put(angle_accelerations(moved.sequence, three(q, 2), three(rates, 2), reading.angular_acceleration), a, 2);
    return all_finite(a);
  };
  made.inertia = [moved](double t, VecIn q, VecIn, VecOut M) {
    std::vector<double> all(5, 0.0);
    return polarise(3, M, [&](VecIn u) {
      std::copy(u.begin(), u.end(), all.begin() + 2);
      return moved.rolling.read(t, moved.rolling.coordinates(moved.state(t, q, all))).kinetic_energy;
    });
  };
  return made;
}

}  // namespace polhode
