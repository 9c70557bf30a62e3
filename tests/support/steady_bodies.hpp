#pragma once
// Bodies of truth/rolling_steady_rows.hpp.

#include "support/rolling_runs.hpp"
#include "truth/rolling_steady_rows.hpp"

namespace polhode {

inline RollingBody body_of(const reference::RevolutionBody& of, RollingForm form = RollingForm::space) {
  RollingBody body{.name = "body",
                   .mass = of.mass,
                   .surface = surface_of(of.shape, of.sizes),
                   .form = form,
                   .gravity = {0, 0, -of.g}};
  body.inertia = Vec3(of.I1, of.I1, of.I3).asDiagonal();
  return body;
}

}  // namespace polhode
