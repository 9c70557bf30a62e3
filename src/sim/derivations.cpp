// A Lagrangian, a Hamiltonian and a mechanism as derivations.
#include <polhode/sim/derivation.hpp>

#include <algorithm>
#include <cmath>

#include "sim/polarised.hpp"

namespace polhode {
namespace {

/// States of coordinates of which nothing is known lie around the start.
DerivedCoordinate around(std::string name, double q, double rate) {
  const double reach = std::max(1.0, std::fabs(q));
  return {.name = std::move(name), .low = q - reach, .high = q + reach, .fastest = std::max(1.0, std::fabs(rate))};
}

std::vector<double> state_from(VecIn q, VecIn rates) {
  std::vector<double> x(q.begin(), q.end());
  x.insert(x.end(), rates.begin(), rates.end());
  return x;
}

}  // namespace

std::vector<std::size_t> Derivation::free() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    if (coordinates[i].free) list.push_back(i);
  return list;
}

int Derivation::find(std::string_view wanted) const {
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const DerivedCoordinate& one = coordinates[i];
    if (one.name == wanted || std::find(one.also.begin(), one.also.end(), wanted) != one.also.end())
      return static_cast<int>(i);
  }
  return -1;
}

Derivation derivation_of(std::shared_ptr<const Lagrangian> lagrangian, VecIn x0) {
  const std::size_t n = lagrangian->size(), m = lagrangian->constraints();
  Derivation made{.name = lagrangian->text().name, .kind = "Lagrangian", .coordinates = {}};
  for (std::size_t i = 0; i < n; ++i)
    made.coordinates.push_back(around(lagrangian->text().coordinates[i], x0[i], x0[n + i]));
  made.accelerations = [lagrangian, m](double t, VecIn q, VecIn rates, VecOut a) {
    std::vector<double> multipliers(m);
    return lagrangian->accelerations(t, state_from(q, rates), a, multipliers) && all_finite(a);
  };
  made.inertia = [lagrangian](double t, VecIn q, VecIn rates, VecOut M) {
    lagrangian->mass_matrix(t, state_from(q, rates), M);
    return all_finite(M);
  };
  if (m == 0) return made;
  made.places = lagrangian->text().constraints.size();
  for (std::size_t k = 0; k < m; ++k) made.constraints.push_back(lagrangian->constraint_name(k));
  made.violations = [lagrangian](double t, VecIn x, VecOut values) { lagrangian->violations(t, x, values); };
  made.rows = [lagrangian](double t, VecIn x, VecOut values) { lagrangian->constraint_rows(t, x, values); };
  return made;
}

Derivation derivation_of(std::shared_ptr<const Hamiltonian> hamiltonian, VecIn x0) {
  const std::size_t n = hamiltonian->size();
  Derivation made{.name = hamiltonian->text().name, .kind = "Hamiltonian", .coordinates = {}};
  for (std::size_t i = 0; i < n; ++i) {
    const double rate = hamiltonian->rates()[i].evaluate_at<double>(0, x0);
    made.coordinates.push_back(around(hamiltonian->text().coordinates[i], x0[i], std::isfinite(rate) ? rate : 0));
  }
  made.accelerations = [hamiltonian, n](double t, VecIn q, VecIn rates, VecOut a) {
    std::vector<double> v(2 * n);
    hamiltonian->lagrange_rate<double>(t, state_from(q, rates), v);
    std::copy_n(v.begin() + static_cast<std::ptrdiff_t>(n), n, a.begin());
    return all_finite(a);
  };
  made.inertia = [hamiltonian](double t, VecIn q, VecIn rates, VecOut M) {
    return hamiltonian->mass_matrix(t, state_from(q, rates), M) && all_finite(M);
  };
  return made;
}

namespace {

/// A mechanism of which one part moves, and where that part's own numbers are.
struct MovedPart {
  std::shared_ptr<const Mechanism> mechanism;
  std::vector<double> q, v;  ///< of all, at the start
  std::vector<std::size_t> at_q = {}, at_v = {};

  MechanismReading read(double t, VecIn places, VecIn rates) const {
    std::vector<double> all_q = q, all_v = v;
    for (std::size_t i = 0; i < at_q.size(); ++i) {
      all_q[at_q[i]] = places[i];
      all_v[at_v[i]] = rates[i];
    }
    return mechanism->read(t, mechanism->state_of(all_q, all_v));
  }
};

}  // namespace

std::string why_not_derived(const Mechanism& mechanism, const MechanismPart& part) {
  const auto within = [&](int link) { return link >= part.first && link < part.first + part.links; };
  for (const Loop& loop : mechanism.description().loops)
    if (within(loop.a) || within(loop.b)) return "its loop '" + loop.name + "' ties its coordinates to each other";
  const auto moves = [](BodyIndex end) { return end.valid(); };
  for (const PairLoad& pair : mechanism.description().pairs) {
    const auto [a, b] = bodies_of(pair);
    if (moves(a) && moves(b) && within(a.value) != within(b.value))
      return "a load ties it to something else that moves";
  }
  for (int link = part.first; link < part.first + part.links; ++link) {
    const Link& one = mechanism.tree().links()[static_cast<std::size_t>(link)];
    if (nq(one.joint) != nv(one.joint))
      return "its link '" + one.name + "' hangs on a " + std::string(name_of(one.joint)) +
             " joint, whose velocities are no rates of coordinates";
  }
  return {};
}

Derivation derivation_of(std::shared_ptr<const Mechanism> mechanism, const MechanismPart& part, VecIn x0) {
  const Tree& tree = mechanism->tree();
  MovedPart moved{mechanism, std::vector<double>(static_cast<std::size_t>(tree.nq())),
                  std::vector<double>(static_cast<std::size_t>(tree.nv()))};
  mechanism->coordinates(0, x0, moved.q, moved.v);
  Derivation made{.name = part.name, .kind = "mechanism", .coordinates = {}};
  const std::string prefix = part.name + ".";
  const auto own = [&prefix](const std::string& name) {
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
  };
  int number = 0;
  for (int link = part.first; link < part.first + part.links; ++link) {
    const Link& one = tree.links()[static_cast<std::size_t>(link)];
    for (int k = 0; k < nq(one.joint); ++k) {
      ++number;
      if (mechanism->place_of_coordinate(tree.q0(link) + k) < 0) continue;
      const auto at_q = static_cast<std::size_t>(tree.q0(link) + k), at_v = static_cast<std::size_t>(tree.v0(link) + k);
      DerivedCoordinate coordinate = around("q" + std::to_string(number), moved.q[at_q], moved.v[at_v]);
      if (!slides(one.joint, k)) coordinate.low = -pi, coordinate.high = pi;
      if (nq(one.joint) == 1) coordinate.also = {own(one.joint_name), own(one.name)};
      made.coordinates.push_back(std::move(coordinate));
      moved.at_q.push_back(at_q);
      moved.at_v.push_back(at_v);
    }
  }
  made.accelerations = [moved](double t, VecIn q, VecIn rates, VecOut a) {
    const MechanismReading reading = moved.read(t, q, rates);
    for (std::size_t i = 0; i < moved.at_v.size(); ++i) a[i] = reading.a[moved.at_v[i]];
    return all_finite(a);
  };
  made.inertia = [moved](double t, VecIn q, VecIn, VecOut M) {
    return polarise(moved.at_v.size(), M, [&](VecIn rates) { return moved.read(t, q, rates).kinetic_energy; });
  };
  return made;
}

}  // namespace polhode
