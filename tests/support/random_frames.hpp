#pragma once
// Seeded random frames that move.

#include "support/random_bodies.hpp"

namespace polhode::random_bodies {

inline Expression of_time(const std::string& text) {
  return *Expression::compile(text, VectorFormula::names().first(1));
}

/// A frame that turns about a changing axis while its origin goes round; prepared for two seconds.
inline FramePointer random_frame(Generator& random) {
  const auto number = [&](double size) { return std::to_string(uniform(random, -size, size)); };
  const auto wave = [&] { return of_time(number(1) + "*cos(" + number(2) + "*t) + " + number(1)); };
  FramePath::Description outer{.position = VectorOfTime(std::array{wave(), wave(), wave()}),
                               .start = Rotation::exp(random_vector(random, 2)),
                               .angular_velocity = VectorOfTime(std::array{wave(), wave(), wave()}),
                               .end = 2};
  FramePath::Description inner{.turn = FramePath::Turn{random_vector(random, 1), wave()},
                               .lever = random_vector(random, 1)};
  return std::make_shared<const MovingFrame>(std::vector{std::make_shared<const FramePath>(std::move(outer)),
                                                         std::make_shared<const FramePath>(std::move(inner))});
}

}  // namespace polhode::random_bodies
