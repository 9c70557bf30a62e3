// One number for the bits of every map of SO(3): each compiler and optimisation level must give the same.

#include <bit>
#include <cstdint>

#include <gtest/gtest.h>

#include <polhode/math/euler.hpp>
#include <polhode/math/state_space.hpp>

#include "unit/math/rotation_samples.hpp"

namespace polhode {
namespace {

TEST(RotationBits, AreTheSameFromEveryCompiler) {
  testing_support::Samples samples(71);
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a, a double at a time
  const auto add = [&](const auto& vector) {
    for (int i = 0; i < vector.size(); ++i) hash = (hash ^ std::bit_cast<std::uint64_t>(vector[i])) * 1099511628211u;
  };
  StateSpace space;
  space.rotation("R");
  for (int i = 0; i < 20'000; ++i) {
    const Rotation R = samples.rotation();
    const Vec3 u = samples.vector(i % 2 ? 4 : 0.4);
    Vec3 v = samples.vector(), difference;
    const Vec4 x = R.quaternion();
    Vec4 y;
    space.retract<double>(view(x), view(u), view(y));
    space.difference<double>(view(x), view(y), view(difference));
    space.lift<double>(view(u), view(v));
    const EulerSequence sequence = euler_sequences[static_cast<std::size_t>(i) % 12];
    add(y), add(difference), add(v), add(R.log()), add(R * v), add(dexp(u, v));
    add(to_euler(sequence, R).angles), add(Rotation::from_matrix(R.matrix()).quaternion());
  }
  EXPECT_EQ(hash, 14476773996679854970u);
}

}  // namespace
}  // namespace polhode
