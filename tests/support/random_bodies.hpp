#pragma once
// Seeded random bodies, states and loads.

#include <array>
#include <random>

#include <polhode/polhode.hpp>

namespace polhode::random_bodies {

using Generator = std::mt19937_64;

inline double uniform(Generator& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

inline Vec3 random_vector(Generator& random, double size) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}

/// Possible by construction: three boxes, turned and put together, so that the centre of mass is off the origin.
inline MassProperties random_mass(Generator& random) {
  const auto box = [&random] {
    const Vec3 size(uniform(random, 0.1, 1), uniform(random, 0.1, 1), uniform(random, 0.1, 1));
    return solid::of(solid::Box{.mass = uniform(random, 0.2, 3), .size = size})
        .placed({.R = Rotation::exp(random_vector(random, 2)), .p = random_vector(random, 0.5)});
  };
  const MassProperties first = box(), second = box();
  return first + second + box();
}

inline FreeBodyState random_state(Generator& random) {
  return {.p_WBcm = random_vector(random, 2),
          .R_WB = Rotation::exp(random_vector(random, 2)),
          .v_WBcm = random_vector(random, 3),
          .w_WB_B = random_vector(random, 4)};
}

inline std::vector<Load> random_loads(Generator& random) {
  const std::array<std::string, 1> t{"t"};
  const std::array formulas{*Expression::compile("0.4*cos(2*t)", t), Expression::constant(uniform(random, -1, 1)),
                            *Expression::compile("exp(-t)", t)};
  return {load::Gravity{random_vector(random, 5)},
          load::Push{random_vector(random, 0.5), random_vector(random, 2), Axes::body},
          load::Push{random_vector(random, 0.5), VectorOfTime(formulas), Axes::world},
          load::Torque{random_vector(random, 1), Axes::world}, load::Torque{random_vector(random, 1), Axes::body}};
}

}  // namespace polhode::random_bodies
