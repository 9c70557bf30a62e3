// Identities that every mechanism obeys, tried on one.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>

#include "formats/robot_state.hpp"
#include "formats/robot_trial.hpp"

namespace polhode {
namespace {

/// How far rounding may bring a mechanism from an identity.
enum class Allowed { rounding, conditioned };

struct Identity {
  const char* name;
  double (Trial::*error)() const;
  Allowed allowed = Allowed::rounding;
};

constexpr std::array<Identity, 16> identities{{
    {"ABA is M⁻¹ (τ − h)", &Trial::solved_by_mass, Allowed::conditioned},
    {"RNEA after ABA gives the forces back", &Trial::forces_back},
    {"ABA after RNEA gives the accelerations back", &Trial::accelerations_back, Allowed::conditioned},
    {"RNEA is Newton's and Euler's laws in world axes", &Trial::newton_euler},
    {"RNEA is M a + C v + G", &Trial::by_parts},
    {"M is symmetric and positive", &Trial::symmetric_positive},
    {"M is ∂τ/∂a by dual numbers", &Trial::slope_of_forces},
    {"M of composite bodies is M by Jacobians", &Trial::mass_by_jacobians},
    {"M⁻¹ M = 1", &Trial::inverse_times_mass, Allowed::conditioned},
    {"dM/dt = C + Cᵀ, so that dM/dt − 2C is skew", &Trial::rate_of_mass},
    {"C by recursion is C by Christoffel symbols", &Trial::christoffel},
    {"G is ∂U/∂q by dual numbers", &Trial::gradient_of_potential},
    {"power: d(T + U)/dt = τ · v", &Trial::power},
    {"derivatives of RNEA are those of dual numbers", &Trial::derivatives_of_forces},
    {"derivatives of ABA are those of dual numbers", &Trial::derivatives_of_accelerations, Allowed::conditioned},
    {"held together and let go, it is one free body", &Trial::one_free_body},
}};

/// Christoffel's symbols take nv⁴ operations: a second at this many velocities and the states that go with them.
constexpr int most_for_symbols = 40;
/// Dense matrices take nv³: as many states as keep the whole in seconds, but never less than two.
int states_for(int nv) {
  const double n = nv;
  return static_cast<int>(std::clamp(4e6 / (n * n * n), 2.0, 100.0));
}

/// And nv² numbers for each of a dozen matrices.
constexpr int most_velocities = 1000;

/// Why an identity says nothing about this mechanism; empty if it does.
std::string left_out(const Identity& identity, const Tree& tree, const Trial& trial, double allowed) {
  if (identity.error == &Trial::christoffel && tree.nv() > most_for_symbols)
    return "the symbols of " + std::to_string(tree.nv()) + " velocities take too long; dM/dt and C v tell of C";
  if (identity.error == &Trial::one_free_body) {
    const Vec3 moments = trial.whole()->principal().moments;
    if (moments[0] <= 1e-9 * moments[2]) return "its mass lies on one line";
  }
  if (allowed > 0.1)
    return "M has a condition of " + rounded(trial.condition(), 2) + ", which leaves no digit to compare";
  return {};
}

}  // namespace

bool RobotCheck::passed() const { return std::isfinite(error) && std::isfinite(allowed) && error <= allowed; }

Result<std::vector<RobotCheck>> check_robot(const Tree& tree, const RobotOptions& options) {
  if (options.mimic)
    return Diagnostic{.message = "check tries identities of the tree, in which every joint moves by itself",
                      .hint = "leave out --mimic"};
  if (tree.nv() > most_velocities)
    return Diagnostic{.message = "check compares matrices of as many rows as there are velocities, and " +
                                 std::to_string(tree.nv()) + " are too many",
                      .hint = "check a part of the robot with at most " + std::to_string(most_velocities)};
  std::vector<RobotCheck> checks;
  if (tree.nv() == 0) return checks;
  std::mt19937_64 random(1);
  // A number comes out of some forty operations for each link on its way, of a size of up to ten of its own.
  const double rounding =
      400 * std::numeric_limits<double>::epsilon() * static_cast<double>(std::max<std::size_t>(tree.links().size(), 2));
  for (const Identity& identity : identities) checks.push_back({.name = identity.name});
  for (int i = 0; i < states_for(tree.nv()); ++i) {
    const Trial trial(tree, options, random);
    if (const auto velocity = trial.loose()) return loose_joint(tree, static_cast<int>(*velocity), options.friction);
    for (std::size_t k = 0; k < identities.size(); ++k) {
      RobotCheck& check = checks[k];
      const double allowed = identities[k].allowed == Allowed::conditioned ? rounding * trial.condition() : rounding;
      if (check.left_out.empty()) check.left_out = left_out(identities[k], tree, trial, allowed);
      if (!check.left_out.empty()) continue;
      const double error = (trial.*identities[k].error)();
      ++check.states;
      // Of several states the one counts that is nearest to failing, and one without a number does fail.
      if (check.states > 1 && !(error / allowed > check.error / check.allowed) && !std::isnan(error)) continue;
      if (std::isnan(check.error)) continue;
      check.error = error;
      check.allowed = allowed;
    }
  }
  return checks;
}

std::string format(std::span<const RobotCheck> checks) {
  if (checks.empty()) return "no joint moves: there is nothing to check\n";
  std::string text;
  for (const RobotCheck& check : checks) {
    std::string name = check.name;
    std::size_t letters = 0;
    for (char c : name) letters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    name.append(letters < 50 ? 50 - letters : 1, ' ');
    if (!check.left_out.empty()) {
      text += name + "left out: " + check.left_out + "\n";
      continue;
    }
    std::string error = rounded(check.error, 2);
    error.resize(std::max<std::size_t>(error.size(), 7), ' ');
    text += name + error + "  of " + rounded(check.allowed, 2) + " allowed, " + std::to_string(check.states) +
            " states  " + (check.passed() ? "holds" : "FAILS") + "\n";
  }
  return text;
}

}  // namespace polhode
