#pragma once
// Seeded random mechanisms with every kind of joint, and states of them.

#include <vector>

#include <polhode/dynamics/tree/dynamics.hpp>

#include "support/random_bodies.hpp"

namespace polhode::random_trees {

using random_bodies::Generator;
using random_bodies::random_mass;
using random_bodies::random_vector;
using random_bodies::uniform;

/// Along one of the axes, either way.
inline Vec3 random_unit(Generator& random) {
  return (random() % 2 == 0 ? 1.0 : -1.0) * Vec3::Unit(static_cast<int>(random() % 3));
}
/// Quarter turns, as most robots are built.
inline Rotation random_quarters(Generator& random) {
  return Rotation::exp(static_cast<double>(random() % 4) * (pi / 2) * random_unit(random)) *
         Rotation::exp(static_cast<double>(random() % 4) * (pi / 2) * random_unit(random));
}

/// `square`: about or along axes of the frame.
inline Joint random_joint(Generator& random, int kind, bool square = false) {
  const Vec3 axis = square ? random_unit(random) : random_vector(random, 1), other = random_vector(random, 1);
  switch (kind) {
    case 0: return joint::Fixed{};
    case 1: return joint::Revolute{axis};
    case 2: return joint::Continuous{axis};
    case 3: return joint::Prismatic{axis};
    case 4: return joint::Helical{axis, uniform(random, -0.3, 0.3)};
    case 5: return joint::Universal{axis, other};
    case 6: return joint::Spherical{};
    case 7: return joint::Planar{axis};
    default: return joint::Free{};
  }
}

/// Three to nine links. Every other tree is square, as robots are: axes along axes, joints at origins among them, most
/// of them turns. Parents are drawn from all links before, so that trees branch; leaves have mass, and so do most
/// others.
inline Tree random_tree(Generator& random) {
  const bool square = random() % 2 == 0;
  const int count = 3 + static_cast<int>(random() % 7);
  std::vector<Link> links;
  for (int i = 0; i < count; ++i) {
    Link link{.name = "link" + std::to_string(i), .joint_name = "joint" + std::to_string(i)};
    link.parent = i == 0 ? -1 : static_cast<int>(random() % static_cast<unsigned>(i + 1)) - 1;
    const int kind = static_cast<int>(random() % 9);
    link.joint = random_joint(random, square && random() % 2 == 0 ? 1 : kind, square);
    link.X_PF = {Rotation::exp(random_vector(random, 2)), random_vector(random, 0.7)};
    if (square) link.X_PF = {random_quarters(random), static_cast<double>(random() % 2) * link.X_PF.p};
    link.mass = random_mass(random);
    link.resistance = {.damping = uniform(random, 0, 1),
                       .friction = uniform(random, 0, 1),
                       .rotor_inertia = uniform(random, 0, 0.01),
                       .gear = uniform(random, 1, 10)};
    links.push_back(link);
  }
  links.back().joint = random_joint(random, 1 + static_cast<int>(random() % 8));
  for (std::size_t i = 1; i + 1 < links.size(); ++i) {
    bool leaf = true;
    for (const Link& other : links) leaf = leaf && other.parent != static_cast<int>(i);
    // A link without mass that carries another: the inertia of what hangs on it is all it has.
    const bool carries_mass = !leaf && std::holds_alternative<joint::Fixed>(links[i].joint);
    if (carries_mass && random() % 2 == 0) links[i].mass.reset();
  }
  return {"random", links};
}

/// Any place of every joint; quaternions of length one.
inline std::vector<double> random_coordinates(Generator& random, const Tree& tree) {
  std::vector<double> u(static_cast<std::size_t>(tree.nv())), q(static_cast<std::size_t>(tree.nq()));
  for (double& one : u) one = uniform(random, -2, 2);
  moved(tree, tree.neutral(), u, q);
  return q;
}

inline std::vector<double> random_numbers(Generator& random, int count, double size) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& one : numbers) one = uniform(random, -size, size);
  return numbers;
}

inline Surroundings<double> random_surroundings(Generator& random) {
  return {.gravity = random_vector(random, 10),
          .base_angular_velocity = random_vector(random, 2),
          .base_angular_acceleration = random_vector(random, 2),
          .base_acceleration = random_vector(random, 5)};
}

}  // namespace polhode::random_trees
