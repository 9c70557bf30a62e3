#include <polhode/dynamics/tree/regressor.hpp>

#include <algorithm>
#include <array>

#include "dynamics/tree/kernels/derivative_table.hpp"
#include "dynamics/tree/outside.hpp"
#include "dynamics/tree/sizes.hpp"

namespace polhode {
namespace {

constexpr std::array<const char*, 13> kind_names{"mass", "hx", "hy", "hz",      "xx",       "xy",   "xz",
                                                 "yy",   "yz", "zz", "damping", "friction", "rotor"};

/// Links that have columns of their own: those with mass that a joint moves.
bool has_columns(const tree::Data& data, std::size_t link) {
  return data.links[link].mass && data.frames[link].node >= 0;
}

/// Calls back with the kinds of columns of joints that are asked for.
template <class F>
void each_kind(const RegressorColumns& columns, F&& visit) {
  if (columns.damping) visit(ParameterKind::damping);
  if (columns.friction) visit(ParameterKind::friction);
  if (columns.rotors) visit(ParameterKind::rotor);
}

/// Calls back with every parameter, in the order of the columns.
template <class F>
void each_parameter(const Tree& tree, const RegressorColumns& columns, F&& visit) {
  const tree::Data& data = tree.data();
  for (std::size_t i = 0; i < data.links.size(); ++i)
    if (has_columns(data, i))
      for (int k = 0; k < 10; ++k) visit(static_cast<int>(i), static_cast<ParameterKind>(k));
  each_kind(columns, [&](ParameterKind kind) {
    for (std::size_t i = 0; i < data.links.size(); ++i)
      if (nv(data.links[i].joint) > 0) visit(static_cast<int>(i), kind);
  });
}

double value_of(const Link& link, ParameterKind kind) {
  switch (kind) {
    case ParameterKind::damping: return link.resistance.damping;
    case ParameterKind::friction: return link.resistance.friction;
    case ParameterKind::rotor: return link.resistance.reflected_inertia();
    case ParameterKind::mass: return link.mass->mass();
    case ParameterKind::hx: return link.mass->mass() * link.mass->com().x();
    case ParameterKind::hy: return link.mass->mass() * link.mass->com().y();
    case ParameterKind::hz: return link.mass->mass() * link.mass->com().z();
    default: break;
  }
  const Mat3 I_BBo_B = link.mass->inertia_about(Vec3::Zero());
  const int row[] = {0, 0, 0, 1, 1, 2}, column[] = {0, 1, 2, 1, 2, 2};
  const int entry = static_cast<int>(kind) - static_cast<int>(ParameterKind::xx);
  return I_BBo_B(row[entry], column[entry]);
}

double resisted(ParameterKind kind, double v, double a) {
  if (kind == ParameterKind::damping) return v;
  if (kind == ParameterKind::rotor) return a;
  return v > 0 ? 1 : v < 0 ? -1 : 0;
}

}  // namespace

std::vector<Parameter> regressor_parameters(const Tree& tree, const RegressorColumns& columns) {
  std::vector<Parameter> parameters;
  each_parameter(tree, columns, [&](int link, ParameterKind kind) {
    const Link& of = tree.links()[static_cast<std::size_t>(link)];
    const bool joint = kind >= ParameterKind::damping;
    const std::string& name = joint && !of.joint_name.empty() ? of.joint_name : of.name;
    parameters.push_back({link, kind, name + "." + kind_names[static_cast<std::size_t>(kind)]});
  });
  return parameters;
}

std::vector<double> parameter_values(const Tree& tree, const RegressorColumns& columns) {
  std::vector<double> values;
  each_parameter(tree, columns, [&](int link, ParameterKind kind) {
    values.push_back(value_of(tree.links()[static_cast<std::size_t>(link)], kind));
  });
  return values;
}

int parameter_count(const Tree& tree, const RegressorColumns& columns) {
  int count = 0;
  each_parameter(tree, columns, [&](int, ParameterKind) { ++count; });
  return count;
}

void regressor(const Tree& tree, VecIn q, VecIn v, VecIn a, RegressorWorkspace& work, VecOut Y,
               const RegressorColumns& columns, const Surroundings<double>& around) {
  const int width = parameter_count(tree, columns);
  tree::require_coordinates(tree, q);
  tree::require_velocities(tree, "v", v);
  tree::require_velocities(tree, "a", a);
  require_size("Y", static_cast<long>(tree.nv()) * width, static_cast<long>(Y.size()),
               "nv rows of parameter_count numbers");
  const tree::Data& data = tree.data();
  const tree::Plan plan = data.plan();
  const tree::DerivativeKernels& kernels = tree::derivatives();
  const std::size_t room = kernels.regressor_room(plan);
  char* const memory = static_cast<char*>(work.ask(room + data.links.size() * sizeof(tree::LinkOnBody)));
  auto* const links = reinterpret_cast<tree::LinkOnBody*>(memory + room);
  int count = 0;
  for (std::size_t i = 0; i < data.links.size(); ++i) {
    if (!has_columns(data, i)) continue;
    const tree::Frame& frame = data.frames[i];
    tree::LinkOnBody& link = links[count++];
    link.node = frame.node;
    for (int k = 0; k < 9; ++k) link.R[k] = frame.R_KB(k / 3, k % 3);
    for (int k = 0; k < 3; ++k) link.p[k] = frame.X_KB.p[k];
  }
  std::fill(Y.begin(), Y.end(), 0.0);
  kernels.regressor(plan, tree::base_of(around), q.data(), v.data(), a.data(), links, count, memory, Y.data(), width);
  int column = 10 * count;
  each_kind(columns, [&](ParameterKind kind) {
    for (std::size_t i = 0; i < data.links.size(); ++i) {
      const int dofs = nv(data.links[i].joint);
      if (dofs == 0) continue;
      for (int k = data.v0[i]; k < data.v0[i] + dofs; ++k) {
        const std::size_t at = static_cast<std::size_t>(k);
        Y[at * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)] = resisted(kind, v[at], a[at]);
      }
      ++column;
    }
  });
}

}  // namespace polhode
