#include <cstdio>
#include <polhode/polhode.hpp>

int main() {
  using namespace polhode;
  const MassProperties bar = solid::of(solid::Cylinder{.mass = 0.20, .radius = 0.008, .length = 0.12});
  const MassProperties stem = solid::of(solid::Cylinder{.mass = 0.08, .radius = 0.008, .length = 0.06});
  const FreeBody handle{.mass = bar.placed({.R = Rotation::about_y(pi / 2)}) +
                                stem.placed({.R = Rotation::about_x(pi / 2), .p = {0, 0.03, 0}})};
  const Recording run =
      simulate(handle, {.w_WB_B = {0.001, 8.0, 0.0}}, {.t_end = 30, .method = method::dop853, .tolerance = 1e-10});
  std::printf("energy drift %.1e\n", run.drift("energy").largest);
}
