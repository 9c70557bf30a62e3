// Every figure of a robot at states that come in, for bench/golden_robots.py.
//
// usage: robot_figures FILE.urdf fixed|floating FRAME_JOINT < states
//
// Prints a line with the joints and where their coordinates and velocities begin; then, for each line of numbers
// q v a tau, a line with what interface and convention of `polhode robot` give, as JSON.

#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

#include <polhode/dynamics/tree/matrices.hpp>
#include <polhode/dynamics/tree/quantities.hpp>
#include <polhode/formats/urdf.hpp>

namespace {

using namespace polhode;
using Numbers = std::vector<double>;

void print(const char* name, const Numbers& numbers) {
  std::printf("%s\"%s\": [", name[0] == 'q' ? "" : ", ", name);
  for (std::size_t i = 0; i < numbers.size(); ++i) std::printf("%s%.17g", i == 0 ? "" : ", ", numbers[i]);
  std::printf("]");
}

void print_joints(const Tree& tree) {
  std::printf("{\"joints\": {");
  const char* comma = "";
  for (int i = 0; i < static_cast<int>(tree.links().size()); ++i) {
    const Link& link = tree.links()[static_cast<std::size_t>(i)];
    if (nv(link.joint) == 0) continue;
    std::printf("%s\"%s\": [%d, %d, %d, %d]", comma, link.joint_name.c_str(), tree.q0(i), nq(link.joint), tree.v0(i),
                nv(link.joint));
    comma = ", ";
  }
  std::printf("}, \"nq\": %d, \"nv\": %d, \"mass\": %.17g}\n", tree.nq(), tree.nv(), moving_mass(tree));
}

struct State {
  Numbers q, v, a, tau;
};

/// ∂rnea/∂q along unit velocities, and ∂rnea/∂v, column by column with dual numbers; rows of the result are rows.
void print_derivatives(const Tree& tree, const State& state) {
  const std::size_t n = state.v.size();
  Numbers by_q(n * n), by_v(n * n), unit(n), rates(state.q.size());
  RneaWorkspace work;
  std::vector<Dual4> tau(n);
  const std::vector<Dual4> a(state.a.begin(), state.a.end());
  for (std::size_t c = 0; c < n; ++c) {
    std::vector<Dual4> q(state.q.begin(), state.q.end()), v(state.v.begin(), state.v.end());
    unit.assign(n, 0.0);
    unit[c] = 1;
    coordinate_rates<double>(tree, state.q, unit, rates);
    for (std::size_t i = 0; i < q.size(); ++i) q[i].tangent.set(0, rates[i]);
    v[c].tangent.set(1, 1.0);
    rnea<Dual4>(tree, q, v, a, work, tau);
    for (std::size_t r = 0; r < n; ++r) {
      by_q[r * n + c] = tau[r].tangent[0];
      by_v[r * n + c] = tau[r].tangent[1];
    }
  }
  print("dtau_dq", by_q);
  print("dtau_dv", by_v);
}

void print_motion(const Tree& tree, const State& state) {
  Numbers list(state.v.size());
  RneaWorkspace rnea_work;
  AbaWorkspace aba_work;
  BiasWorkspace bias_work;
  rnea<double>(tree, state.q, state.v, state.a, rnea_work, list);
  print("rnea", list);
  aba<double>(tree, state.q, state.v, state.tau, aba_work, list);
  print("aba", list);
  gravity_forces<double>(tree, state.q, bias_work, list);
  print("g", list);
  bias_forces<double>(tree, state.q, state.v, bias_work, list);
  print("nle", list);
}

void print_matrices(const Tree& tree, const State& state, int frame) {
  Numbers matrix(state.v.size() * state.v.size()), J(6 * state.v.size());
  CrbaWorkspace crba_work;
  CoriolisWorkspace coriolis_work;
  InverseWorkspace inverse_work;
  JacobianWorkspace jacobian_work;
  crba<double>(tree, state.q, crba_work, matrix);
  print("M", matrix);
  coriolis<double>(tree, state.q, state.v, coriolis_work, matrix);
  print("C", matrix);
  mass_matrix_inverse(tree, state.q, inverse_work, matrix);
  print("Minv", matrix);
  jacobian<double>(tree, state.q, frame, jacobian_work, J);
  print("J", J);
}

void print_whole(const Tree& tree, const State& state, int frame) {
  KinematicsWorkspace work;
  TotalsWorkspace totals_work;
  std::vector<LinkMotion<double>> motions(tree.links().size());
  link_motions<double>(tree, state.q, {}, {}, work, motions);
  const LinkMotion<double>& link = motions[static_cast<std::size_t>(frame)];
  Numbers rows;
  for (int i = 0; i < 9; ++i) rows.push_back(link.R_WB(i / 3, i % 3));
  print("frame_R", rows);
  print("frame_p", {link.p_WB[0], link.p_WB[1], link.p_WB[2]});
  const Totals<double> all = totals<double>(tree, state.q, state.v, {}, totals_work);
  print("kinetic", {all.kinetic});
  print("potential", {all.potential});
  print("com", {all.p_WC[0], all.p_WC[1], all.p_WC[2]});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: robot_figures FILE.urdf fixed|floating FRAME_JOINT < states\n");
    return 2;
  }
  const Result<Tree> read = read_urdf_file(argv[1], {.floating_base = std::string(argv[2]) == "floating"});
  if (!read) {
    std::fprintf(stderr, "%s\n", format(read.diagnostics()).c_str());
    return 2;
  }
  const Tree& tree = *read;
  print_joints(tree);
  const int frame = tree.find_joint(argv[3]);
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream text(line);
    State state{Numbers(static_cast<std::size_t>(tree.nq())), Numbers(static_cast<std::size_t>(tree.nv())), {}, {}};
    state.a = state.tau = state.v;
    for (Numbers* list : {&state.q, &state.v, &state.a, &state.tau})
      for (double& one : *list) text >> one;
    std::printf("{");
    print("q", state.q);
    print_motion(tree, state);
    print_matrices(tree, state, frame);
    print_whole(tree, state, frame);
    print_derivatives(tree, state);
    std::printf("}\n");
  }
  return 0;
}
