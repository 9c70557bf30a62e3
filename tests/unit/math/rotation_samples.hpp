#pragma once
// Seeded rotations and vectors for the tests of math: the same ones on every machine.

#include <cmath>
#include <random>

#include <polhode/math/rotation.hpp>

namespace polhode::testing_support {

class Samples {
 public:
  explicit Samples(unsigned seed) : engine_(seed) {}

  /// Uniform in [a, b), from the engine's bits alone: std::uniform_real_distribution differs between libraries.
  double uniform(double a, double b) { return a + (b - a) * (static_cast<double>(engine_() >> 11) * 0x1p-53); }

  Vec3 vector(double size = 1) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }

  Vec3 direction() {
    for (;;) {
      const Vec3 v = vector();
      const double n = v.norm();
      if (n > 0.1 && n < 1) return v / n;
    }
  }

  /// Uniform over SO(3): a direction of the four-dimensional ball.
  Rotation rotation() {
    for (;;) {
      const Vec4 a{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};  // braces: in this order
      if (a.norm() > 0.1 && a.norm() < 1) return Rotation::from_quaternion(a[0], a[1], a[2], a[3]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

/// Rodrigues' formula with the long double functions of the C library: a second road to the matrix of exp(u).
inline Mat3 rodrigues(const Vec3& u) {
  using L = long double;
  const L x = u[0], y = u[1], z = u[2];
  const L angle = std::sqrt(x * x + y * y + z * z);
  const L a = angle > 0 ? std::sin(angle) / angle : 1;
  const L s = angle > 0 ? std::sin(angle / 2) / (angle / 2) : 1;
  const L b = s * s / 2;
  const L c = std::cos(angle);
  Mat3 m;
  m << double(c + b * x * x), double(b * x * y - a * z), double(b * x * z + a * y),  //
      double(b * y * x + a * z), double(c + b * y * y), double(b * y * z - a * x),   //
      double(b * z * x - a * y), double(b * z * y + a * x), double(c + b * z * z);
  return m;
}

/// Largest entry of the difference.
template <class A, class B>
double gap(const A& a, const B& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

}  // namespace polhode::testing_support
