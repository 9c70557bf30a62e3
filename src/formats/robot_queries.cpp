#include <polhode/formats/robot_queries.hpp>

#include <algorithm>
#include <array>

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

  std::size_t nv() const { return static_cast<std::size_t>(tree.nv()); }

  void number_list(const char* key, const std::vector<double>& numbers) {
    json.key(key).value(std::span<const double>(numbers));
  }
  /// Rows of `columns` numbers.
  void matrix(const char* key, const std::vector<double>& numbers, std::size_t columns) {
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
  /// M a = tau − h for the independent velocities.
  std::vector<double> accelerations() {
    const std::vector<double> still(nv(), 0.0);
    std::vector<double> right = forces(needed(still));
    for (std::size_t i = 0; i < right.size(); ++i) right[i] = state.tau[i] - right[i];
    return solve_positive(independent.square(mass_matrix()), right);
  }

  void write_derivatives();
  void write();
};

void RobotAnswers::Inside::write_derivatives() {
  const std::size_t size = nv() * nv();
  RneaDerivativesWorkspace rnea_derivatives_work;
  AbaDerivativesWorkspace aba_derivatives_work;
  std::vector<double> by_q(size), by_v(size), M(size), a_by_q(size), a_by_v(size), inverse(size), tau(nv());
  rnea_derivatives(tree, state.q, state.v, state.a, rnea_derivatives_work, by_q, by_v, M, state.around);
  matrix("dtau_dq", by_q, nv());
  matrix("dtau_dv", by_v, nv());
  matrix("M", M, nv());
  rnea<double>(tree, state.q, state.v, state.a, rnea_work, tau, state.around);
  aba_derivatives(tree, state.q, state.v, tau, aba_derivatives_work, a_by_q, a_by_v, inverse, state.around);
  matrix("da_dq", a_by_q, nv());
  matrix("da_dv", a_by_v, nv());
  matrix("Minv", inverse, nv());
}

void RobotAnswers::Inside::write() {
  const std::string_view name = query.name;
  std::vector<double> square_room(nv() * nv()), room(nv());
  if (name == "inverse-dynamics") return number_list("tau", forces(needed(state.a)));
  if (name == "forward-dynamics") return number_list("a", accelerations());
  if (name == "mass-matrix") return square("M", mass_matrix());
  if (name == "inverse-mass-matrix")
    return matrix("Minv", inverse_positive(independent.square(mass_matrix())), independent.nv());
  if (name == "bias") return number_list("h", forces(needed(std::vector<double>(nv(), 0.0))));
  if (name == "derivatives") return write_derivatives();
  if (name == "coriolis") {
    coriolis<double>(tree, state.q, state.v, coriolis_work, square_room);
    return square("C", square_room);
  }
  if (name == "gravity") {
    gravity_forces<double>(tree, state.q, bias_work, room, state.around.gravity);
    return number_list("g", forces(room));
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
    json.member("R", X_WB.R.matrix()).member("p", X_WB.p);
    return;
  }
  if (name == "com") {
    json.member("com", centre_of_mass(tree, state.q, totals_work));
    return;
  }
  json.member("kinetic", kinetic_energy(tree, state.q, state.v, totals_work))
      .member("potential", potential_energy(tree, state.q, totals_work, state.around.gravity));
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
  if (query.name == "derivatives" && (options.mimic || options.friction))
    return Diagnostic{.message = "derivatives are those of the bare mechanism",
                      .hint = "leave out --mimic and --friction"};
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
  inside_->json = {};
  inside_->json.begin_object();
  inside_->write();
  inside_->json.end_object();
  return inside_->json.text();
}

}  // namespace polhode
