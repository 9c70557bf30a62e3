// A program that needs little of Polhode, so that little of it is compiled.
#include <cstdio>
#include <polhode/mass/solid.hpp>

int main() {
  using namespace polhode;
  const MassProperties stem = solid::of(solid::Cylinder{.mass = 0.08, .radius = 0.008, .length = 0.06});
  std::printf("%.17g kg m^2\n", stem.inertia()(2, 2));
}
