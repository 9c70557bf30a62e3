#include <polhode/formats/robot_queries.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <polhode/base/text.hpp>
#include <polhode/dynamics/tree/derivatives.hpp>
#include <polhode/dynamics/tree/kinematics.hpp>
#include <polhode/dynamics/tree/matrices.hpp>
#include <polhode/dynamics/tree/quantities.hpp>

#include "formats/document.hpp"
#include "formats/json.hpp"
#include "formats/robot_state.hpp"

namespace polhode {
namespace {

constexpr std::array<RobotQuery, 12> queries{{
    {"inverse-dynamics", "qva", "tau", "the forces that a motion needs"},
    {"forward-dynamics", "qvt", "a", "the accelerations that forces make"},
    {"mass-matrix", "q", "M", "M(q)"},
    {"coriolis", "qv", "C", "C(q, v), with dM/dt − 2C skew"},
    {"gravity", "q", "g", "the forces that hold it against gravity"},
    {"bias", "qv", "h", "C v + g: the forces that a motion without acceleration needs"},
    {"jacobian", "q", "J", "rows linear, angular, in world axes at the origin of the frame"},
    {"placement", "q", "R, p", "where the frame is in the world"},
    {"energy", "qv", "kinetic, potential", "energies; the potential one is zero with all mass at the base's origin"},
    {"com", "q", "com", "the centre of mass of all that moves"},
    {"inverse-mass-matrix", "q", "Minv", "M(q)⁻¹"},
    {"derivatives", "qva", "dtau_dq, dtau_dv, M, da_dq, da_dv, Minv", "of both dynamics, exact; q along v"},
}};

}  // namespace

std::span<const RobotQuery> robot_queries() { return queries; }
const RobotQuery* find_robot_query(std::string_view name) {
  for (const RobotQuery& query : queries)
    if (query.name == name) return &query;
  return nullptr;
}

/// The tree, what was asked, and memory for the answers.
struct RobotAnswers::Inside {
  const Tree tree;
  const RobotQuery& query;
  const RobotOptions options;
  const int frame;
  const Independent independent;
  RobotState state = {};
  RneaWorkspace rnea_work = {};
  CrbaWorkspace crba_work = {};
  CoriolisWorkspace coriolis_work = {};
  BiasWorkspace bias_work = {};
  KinematicsWorkspace kinematics_work = {};
  JacobianWorkspace jacobian_work = {};
  TotalsWorkspace totals_work = {};
  JsonWriter json = {};
  bool finite = true;                     ///< so far, all numbers of the answer
  std::optional<std::size_t> loose = {};  ///< an independent velocity that no mass resists

  std::size_t nv() const { return static_cast<std::size_t>(tree.nv()); }

  void judge(std::span<const double> numbers) {
    for (double one : numbers) finite = finite && std::isfinite(one);
  }
  void number_list(const char* key, std::span<const double> numbers) {
    judge(numbers);
    json.key(key).value(numbers);
  }
  void vector(const char* key, const Vec3& x) { number_list(key, {x.data(), 3}); }
  /// Rows of `columns` numbers.
  void matrix(const char* key, const std::vector<double>& numbers, std::size_t columns) {
    judge(numbers);
    json.key(key).begin_array();
    for (std::size_t i = 0; i < numbers.size(); i += columns)
      json.value(std::span<const double>(numbers).subspan(i, columns));
    json.end_array();
  }
  /// Gᵀ x of what forces do, and Gᵀ A G of a matrix, where joints follow others.
  std::vector<double> forces(std::vector<double> x) const { return independent.forces(std::move(x)); }
  void square(const char* key, const std::vector<double>& A) { matrix(key, independent.square(A), independent.nv()); }

  std::vector<double> mass_matrix() {
    std::vector<double> M(nv() * nv()), rotors(nv());
    crba<double>(tree, state.q, crba_work, M);
    if (!options.friction) return M;
    reflected_inertias(tree, rotors);
    for (std::size_t i = 0; i < nv(); ++i) M[i * nv() + i] += rotors[i];
    return M;
  }
  /// Forces that accelerations a need, with what resists if that counts.
  std::vector<double> needed(const std::vector<double>& a) {
    std::vector<double> tau(nv()), more(nv());
    rnea<double>(tree, state.q, state.v, a, rnea_work, tau, state.around);
    if (!options.friction) return tau;
    resistance(tree, state.v, a, more);
    for (std::size_t i = 0; i < nv(); ++i) tau[i] += more[i];
    return tau;
  }
  /// Of the independent velocities.
  Factored mass_factors() {
    const std::vector<double> M = independent.square(mass_matrix());
    judge(M);
    Factored factors(M);
    if (finite) loose = factors.loose();
    return factors;
  }
  /// M a = tau − h for the independent velocities.
  std::vector<double> accelerations() {
    const std::vector<double> still(nv(), 0.0);
    std::vector<double> right = forces(needed(still));
    for (std::size_t i = 0; i < right.size(); ++i) right[i] = state.tau[i] - right[i];
    return mass_factors().solve(right);
  }

  void write_derivatives();
  void write();
};

/// τ = Gᵀ τ(q, v, a) of all joints, with q = G q_r + …, v = G v_r, a = G a_r: a chain of constant matrices, so that
/// slopes are Gᵀ (∂τ/∂x) G, and those of accelerations −M⁻¹ ∂τ/∂x with the M of the independent ones.
void RobotAnswers::Inside::write_derivatives() {
  const std::size_t size = nv() * nv(), n = independent.nv();
  RneaDerivativesWorkspace work;
  std::vector<double> by_q(size), by_v(size), M(size), damping(size);
  rnea_derivatives(tree, state.q, state.v, state.a, work, by_q, by_v, M, state.around);
  if (options.friction) {
    // Coulomb's friction has a jump at rest and no slope elsewhere.
    damping_matrix(tree, damping);
    for (std::size_t i = 0; i < size; ++i) by_v[i] += damping[i];
  }
  by_q = independent.square(by_q);
  by_v = independent.square(by_v);
  const Factored factors = mass_factors();
  const std::vector<double> inverse = factors.inverse();
  const auto of_accelerations = [&](const std::vector<double>& by) {
    std::vector<double> slope(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t l = 0; l < n; ++l)
        for (std::size_t k = 0; k < n; ++k) slope[i * n + k] -= inverse[i * n + l] * by[l * n + k];
    return slope;
  };
  matrix("dtau_dq", by_q, n);
  matrix("dtau_dv", by_v, n);
  square("M", mass_matrix());
  matrix("da_dq", of_accelerations(by_q), n);
  matrix("da_dv", of_accelerations(by_v), n);
  matrix("Minv", inverse, n);
}

void RobotAnswers::Inside::write() {
  const std::string_view name = query.name;
  if (name == "inverse-dynamics") return number_list("tau", forces(needed(state.a)));
  if (name == "forward-dynamics") return number_list("a", accelerations());
  if (name == "mass-matrix") return square("M", mass_matrix());
  if (name == "inverse-mass-matrix") return matrix("Minv", mass_factors().inverse(), independent.nv());
  if (name == "bias") return number_list("h", forces(needed(std::vector<double>(nv(), 0.0))));
  if (name == "derivatives") return write_derivatives();
  if (name == "coriolis") {
    std::vector<double> C(nv() * nv());
    coriolis<double>(tree, state.q, state.v, coriolis_work, C);
    return square("C", C);
  }
  if (name == "gravity") {
    std::vector<double> G(nv());
    gravity_forces<double>(tree, state.q, bias_work, G, state.around.gravity);
    return number_list("g", forces(G));
  }
  if (name == "jacobian") {
    std::vector<double> J(6 * nv());
    jacobian<double>(tree, state.q, frame, jacobian_work, J);
    return matrix("J", independent.columns(J), independent.nv());
  }
  if (name == "placement") {
    std::vector<Pose> poses(tree.links().size());
    link_poses(tree, state.q, kinematics_work, poses);
    const Pose& X_WB = poses[static_cast<std::size_t>(frame)];
    json.member("R", X_WB.R.matrix());
    return vector("p", X_WB.p);
  }
  if (name == "com") return vector("com", centre_of_mass(tree, state.q, totals_work));
  const double kinetic = kinetic_energy(tree, state.q, state.v, totals_work);
  const double potential = potential_energy(tree, state.q, totals_work, state.around.gravity);
  judge(std::array{kinetic, potential});
  json.member("kinetic", kinetic).member("potential", potential);
}

Result<RobotAnswers> RobotAnswers::make(const Tree& tree, const RobotQuery& query, const RobotOptions& options) {
  int frame = tree.find_link(options.frame);
  if (options.frame.empty())
    for (int i = 0; i < static_cast<int>(tree.links().size()); ++i)
      if (nv(tree.links()[static_cast<std::size_t>(i)].joint) > 0) frame = i;
  if (frame < 0 && !options.frame.empty()) {
    std::vector<std::string> names;
    for (const Link& link : tree.links()) names.push_back(link.name);
    const std::string near = nearest(options.frame, names);
    return Diagnostic{
        .message = "no link is called '" + printable(options.frame.substr(0, 60)) + "'",
        .hint = near.empty() ? "`polhode robot FILE info` shows the links" : "did you mean '" + near + "'?"};
  }
  return RobotAnswers(
      std::make_shared<Inside>(Inside{tree, query, options, std::max(frame, 0), Independent(tree, options.mimic)}));
}

Result<std::string> RobotAnswers::answer(std::string_view text, const std::string& where, int line) {
  Diagnostics findings;
  const auto node = parse_json(text, where, line);
  if (!node.ok()) return node.diagnostics();
  inside_->state.around.gravity = inside_->options.gravity;
  if (!read_robot_state(*node, inside_->tree, inside_->independent, inside_->query.needs, inside_->state, findings))
    return findings;
  Inside& inside = *inside_;
  inside.json = {};
  inside.finite = true;
  inside.loose = {};
  inside.json.begin_object();
  inside.write();
  inside.json.end_object();
  if (inside.loose)
    return loose_joint(inside.tree, inside.independent.velocity(*inside.loose), inside.options.friction, node->where);
  if (!inside.finite)
    return Diagnostic{.where = node->where,
                      .message = "the answer is beyond what a double holds",
                      .hint = "the largest number of this state is " + rounded(inside.state.largest(), 2) +
                              "; look for wrong units in it, and in the robot"};
  return inside.json.text();
}

std::string robot_error(const Diagnostics& findings, int line) {
  std::string text;
  for (const Diagnostic& finding : findings) {
    text += (text.empty() ? "" : "; ") + (finding.path.empty() ? "" : finding.path + ": ") + finding.message;
    if (!finding.hint.empty()) text += " (" + finding.hint + ")";
  }
  JsonWriter json;
  json.begin_object().member("error", text).member("line", std::int64_t{line}).end_object();
  return json.text();
}

}  // namespace polhode
