#include <polhode/body/load.hpp>

#include <algorithm>

namespace polhode {
namespace {

/// The label, or the kind in letters that formulas can use.
template <class Variant>
std::string label_in(const Variant& load) {
  return std::visit(
      [](const auto& one) {
        std::string label = one.label.empty() ? std::string(one.name) : one.label;
        std::replace(label.begin(), label.end(), '-', '_');
        return label;
      },
      load);
}

}  // namespace

std::array<BodyIndex, 2> bodies_of(const PairLoad& load) {
  return std::visit([](const auto& one) { return one.bodies(); }, load);
}

std::optional<InertialTerm> inertial_term(const Load& load) {
  if (std::holds_alternative<load::Translation>(load)) return InertialTerm::translation;
  if (std::holds_alternative<load::Euler>(load)) return InertialTerm::euler;
  if (std::holds_alternative<load::Centrifugal>(load)) return InertialTerm::centrifugal;
  if (std::holds_alternative<load::Coriolis>(load)) return InertialTerm::coriolis;
  return std::nullopt;
}

Load inertial_load(InertialTerm term, FramePointer frame, const Vec3& rotor_B) {
  switch (term) {
    case InertialTerm::translation: return load::Translation{std::move(frame)};
    case InertialTerm::euler: return load::Euler{std::move(frame)};
    case InertialTerm::centrifugal: return load::Centrifugal{std::move(frame)};
    default: return load::Coriolis{std::move(frame), rotor_B};
  }
}

std::string_view to_string(InertialTerm term) {
  return std::visit([](const auto& one) { return one.name; }, inertial_load(term, nullptr));
}

bool has_potential(const Load& load) {
  const auto* coriolis = std::get_if<load::Coriolis>(&load);
  return conservative(load) && !std::holds_alternative<load::Euler>(load) &&
         (coriolis == nullptr || coriolis->rotor_B != Vec3::Zero());
}

std::string load_label(const Load& load) { return label_in(load); }
std::string load_label(const PairLoad& load) { return label_in(load); }

bool conservative(const Load& load) {
  return std::visit([](const auto& one) { return one.conservative(); }, load);
}
bool conservative(const PairLoad& load) {
  return std::visit([](const auto& one) { return one.conservative(); }, load);
}

bool uses_velocity(const Load& load) {
  return std::visit([](const auto& one) { return one.uses_velocity(); }, load);
}
bool uses_velocity(const PairLoad& load) {
  return std::visit([](const auto& one) { return one.uses_velocity(); }, load);
}

std::span<const LoadKind> load_kinds() {
  static constexpr std::array kinds{
      LoadKind{load::Gravity::name, "a uniform field: acceleration = [x, y, z]", true},
      LoadKind{load::CentralGravity::name,
               "the field of a heavy ball, with its gradient's torque: mu, at; J2, radius and axis if it is flattened",
               true},
      LoadKind{load::MutualGravity::name, "bodies attract each other: constant, bodies = [a, b, …] or all of them",
               true},
      LoadKind{load::Push::name, "a force at a body point: at, force = formulas of t, place and motion, axes", false},
      LoadKind{thrust_name, "a push whose direction is fixed in the body: at, force", false},
      LoadKind{load::Torque::name, "a couple: torque = formulas of t, place and motion, axes", false},
      LoadKind{load::Spring::name,
               "a spring and damper between two points: bodies = [a, b] or [a, world], points, stiffness, damping, "
               "length",
               true},
      LoadKind{load::TorsionSpring::name,
               "turns two bodies, or a body and the world, towards an attitude: bodies, stiffness, damping, rest",
               true},
      LoadKind{load::Drag::name, "resistance of the air: linear, quadratic, angular, at", false},
      LoadKind{wind_name, "how the air moves that drag feels: velocity = formulas of t, x, y, z", false},
      LoadKind{load::Buoyancy::name, "weight of the displaced fluid: density, volume, at, level of its surface", true},
      LoadKind{load::Dipole::name, "a magnet in a field: moment in the body, field = formulas of t, x, y, z", true},
  };
  return kinds;
}

}  // namespace polhode
