#pragma once
// Runs of rolling bodies beside figures of many digits.

#include <algorithm>
#include <cmath>

#include <polhode/sim/rolling_system.hpp>

#include "truth/rolling_case.hpp"

namespace polhode {

inline Vec3 vec(const reference::Three& a) { return {a[0], a[1], a[2]}; }

inline Surface surface_of(reference::RollingShape shape, const reference::Three& sizes) {
  switch (shape) {
    case reference::RollingShape::sphere: return {surface::Sphere{sizes[0]}};
    case reference::RollingShape::ellipsoid: return {surface::Ellipsoid{vec(sizes)}};
    case reference::RollingShape::disk: return {surface::Disk{sizes[0], sizes[1]}};
    case reference::RollingShape::torus: return {surface::Torus{sizes[0], sizes[1]}};
  }
  return {};
}

inline RollingBody body_of(const reference::RollingInputs& inputs, RollingForm form = RollingForm::space) {
  RollingBody body{.name = "body",
                   .mass = inputs.mass,
                   .surface = surface_of(inputs.shape, inputs.sizes),
                   .centre = vec(inputs.centre),
                   .form = form,
                   .gravity = vec(inputs.gravity)};
  for (int i = 0; i < 9; ++i) body.inertia(i / 3, i % 3) = inputs.inertia[static_cast<std::size_t>(i)];
  return body;
}

inline RollingState state_of(const reference::RollingStart& start) {
  RollingState state;
  state.p_WBcm = vec(start.p_WBcm);
  state.R_WB = Rotation::from_quaternion(start.R_WB[0], start.R_WB[1], start.R_WB[2], start.R_WB[3]);
  state.v_WBcm = vec(start.v_WBcm);
  state.w_WB_W = state.R_WB * vec(start.w_WB_B);
  return state;
}

/// From a state that complete() puts onto the ground, with the events of the contact.
inline Recording roll(const Rolling& rolling, const RollingState& start, SimulateOptions options) {
  std::vector<double> x0 = rolling.coordinates(rolling.complete(0, start));
  rolling.settle(0, x0);
  options.watches = contact_watches(rolling, 0, x0.size());
  return simulate(System(RollingSystem({rolling})), x0, options);
}

/// Of the first event of this name; no number if there is none.
inline double time_of(const Recording& run, const std::string& event) {
  for (const EventHit& hit : run.events)
    if (hit.name == event) return hit.t;
  return NAN;
}

/// Ends at the last of these times, and has a sample at each.
template <class Rows>
SimulateOptions through(const Rows& rows, double tolerance = 1e-13) {
  SimulateOptions options{.t_end = rows.back().t, .tolerance = tolerance, .sample = rows.back().t};
  for (const auto& row : rows) options.also_at.push_back(row.t);
  return options;
}

/// The largest difference of a component, of each kind, over all rows.
struct RollingErrors {
  double place = 0, attitude = 0, velocity = 0, rates = 0, force = 0, contact = 0, slip = 0;
};
inline RollingErrors errors_of(const Rolling& rolling, const Recording& run,
                               std::span<const reference::RollingRow> rows) {
  RollingErrors worst;
  const auto add = [](double& largest, const Vec3& is, const reference::Three& should) {
    largest = std::max(largest, (is - vec(should)).cwiseAbs().maxCoeff());
  };
  for (const reference::RollingRow& row : rows) {
    const auto at = std::find(run.times.begin(), run.times.end(), row.t);
    if (at == run.times.end()) {
      worst.place = INFINITY;
      continue;
    }
    const RollingReading now = rolling.read(row.t, run.state(static_cast<std::size_t>(at - run.times.begin())));
    add(worst.place, now.state.p_WBcm, row.p_WBcm);
    add(worst.velocity, now.state.v_WBcm, row.v_WBcm);
    add(worst.rates, now.state.w_WB_W, row.w_WB_W);
    const Rotation should = Rotation::from_quaternion(row.R_WB[0], row.R_WB[1], row.R_WB[2], row.R_WB[3]);
    worst.attitude = std::max(worst.attitude, (now.state.R_WB.matrix() - should.matrix()).cwiseAbs().maxCoeff());
    if (row.contact_force) add(worst.force, now.contact_force, *row.contact_force);
    if (row.p_WC) add(worst.contact, now.p_WC, *row.p_WC);
    if (row.slip) add(worst.slip, now.slip, {(*row.slip)[0], (*row.slip)[1], 0});
  }
  return worst;
}

/// What errors make of a body on its ground at worst, to first order: of every component of attitude, angular velocity
/// and, where it slides, velocity by the figures given. Of figures for which none are stated.
struct MadeOfErrors {
  double velocity = 0, force = 0, slip = 0;
};
inline MadeOfErrors made_of_errors(const Rolling& rolling, std::span<const reference::RollingRow> rows,
                                   const RollingErrors& errors, RollingMode mode = RollingMode::rolling) {
  constexpr double step = 1e-6;
  MadeOfErrors most;
  for (const reference::RollingRow& row : rows) {
    RollingState here;
    here.p_WBcm = vec(row.p_WBcm);
    here.R_WB = Rotation::from_quaternion(row.R_WB[0], row.R_WB[1], row.R_WB[2], row.R_WB[3]);
    here.v_WBcm = vec(row.v_WBcm);
    here.w_WB_W = vec(row.w_WB_W);
    here.mode = mode;
    const auto read = [&](const RollingState& state) {
      std::vector<double> x = rolling.coordinates(rolling.complete(row.t, state));
      if (mode == RollingMode::sliding) rolling.settle(row.t, x);
      return rolling.read(row.t, x);
    };
    const RollingReading at = read(here);
    Vec3 velocity = Vec3::Zero(), force = Vec3::Zero(), slip = Vec3::Zero();
    const auto add = [&](const RollingState& other, double error) {
      const RollingReading there = read(other);
      velocity += error / step * (there.state.v_WBcm - at.state.v_WBcm).cwiseAbs();
      force += error / step * (there.contact_force - at.contact_force).cwiseAbs();
      slip += error / step * (there.slip - at.slip).cwiseAbs();
    };
    for (int k = 0; k < 3; ++k) {
      RollingState turned = here, faster = here, moved = here;
      turned.R_WB = Rotation::exp(step * Vec3::Unit(k)) * here.R_WB;
      faster.w_WB_W[k] += step;
      moved.v_WBcm[k] += step;
      add(turned, errors.attitude);
      add(faster, errors.rates);
      if (mode == RollingMode::sliding) add(moved, errors.velocity);
    }
    most.velocity = std::max(most.velocity, velocity.maxCoeff());
    most.force = std::max(most.force, force.maxCoeff());
    most.slip = std::max(most.slip, slip.maxCoeff());
  }
  return most;
}

}  // namespace polhode
