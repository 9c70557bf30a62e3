// Random bodies of every surface keep what they must, to the tolerance that the solver is given.
#include <gtest/gtest.h>

#include <algorithm>

#include <polhode/dynamics/rolling/integrals.hpp>

#include "support/random_rolling.hpp"
#include "support/rolling_runs.hpp"

namespace polhode {
namespace {

enum KeptOne { energy, gap, precession, spin, kept_ones };
using Kept = Eigen::Array<double, kept_ones, 1>;

/// What stays while a body rolls: energy, the height of its lowest point over the ground, and the linear integrals of a
/// body that has them.
class Keeping {
 public:
  Keeping(const Rolling& rolling, const std::optional<LinearIntegrals>& integrals)
      : rolling_(rolling), space_(rolling.state_space()), integrals_(integrals) {}
  bool has_integrals() const { return integrals_.has_value(); }

  Kept at(VecIn x) const {
    const RollingReading now = rolling_.read(0, x);
    Kept kept = Kept::Zero();
    kept[energy] = now.kinetic_energy + now.potential_energy;
    kept[gap] = now.gap;
    if (integrals_) {
      const auto both = integrals_->at(now.state);
      kept[precession] = both[0], kept[spin] = both[1];
    }
    return kept;
  }

  /// What it makes of them if every coordinate is off by what the solver allows at this tolerance, at worst: the sum of
  /// |∂/∂x| (absolute + relative |x|), where the solver takes the largest of a block for |x| and 1 for an attitude.
  Kept permit(VecIn x, double tolerance) const {
    Kept permit = slopes(x, tolerance, false);
    // The step itself may be off the ground; where it ends it is put back, which turns an error of the attitude into
    // one of height and velocity.
    if (rolling_.body().form == RollingForm::space) permit = permit.max(slopes(x, tolerance, true));
    return permit;
  }

 private:
  Kept slopes(VecIn x, double tolerance, bool put_back) const {
    const Kept here = at(x);
    Kept sum = Kept::Zero();
    std::vector<double> u(static_cast<std::size_t>(space_.nv())), y(x.size());
    for (const Block& block : space_.blocks()) {
      double size = block.kind == BlockKind::rotation ? 1 : 0;
      if (block.kind == BlockKind::vector)
        for (int k = 0; k < block.nx; ++k) size = std::max(size, std::fabs(x[static_cast<std::size_t>(block.x0 + k)]));
      // The form "body" tells of the attitude twice: its energy is that of N, which drifts from what R is read to say.
      const bool twice = rolling_.body().form == RollingForm::body && block.kind == BlockKind::rotation;
      const double allowed = (twice ? 2 : 1) * tolerance * (1 + size), step = 1e-7 * (size > 0 ? size : 1);
      for (int k = 0; k < block.nv; ++k) {
        const auto at_k = static_cast<std::size_t>(block.v0 + k);
        u[at_k] = step;
        space_.retract<double>(x, u, y);
        u[at_k] = 0;
        if (put_back) rolling_.project(0, y);
        sum += (at(y) - here).abs() * (allowed / step);
      }
    }
    return sum;
  }

  Rolling rolling_;
  StateSpace space_;
  std::optional<LinearIntegrals> integrals_;
};

/// What became of the kept ones in one run.
struct Strayed {
  Kept most = Kept::Zero();                        ///< from the start, at the end of any step
  Kept one = Kept::Zero();                         ///< the largest permit of one step
  Kept all = Kept::Zero();                         ///< the sum of the permits of all steps
  double relative = 0;                             ///< most of the energy, by the energy
  double energy_inside = 0, integrals_inside = 0;  ///< samples inside the steps included
};

Strayed strayed(const Rolling& rolling, const Keeping& keeping, const RollingState& start, double tolerance) {
  Strayed strayed;
  Kept first = Kept::Zero();
  SimulateOptions options{.t_end = 0.25, .tolerance = tolerance, .sample = 0.05};
  options.on_step = [&](const ode::StepView& step) {
    const Kept now = keeping.at(step.x1());
    if (step.is_start()) first = now;
    const Kept permit = keeping.permit(step.x1(), tolerance);
    strayed.most = strayed.most.max((now - first).abs());
    strayed.one = strayed.one.max(permit);
    strayed.all += permit;
  };
  const Recording run = roll(rolling, start, options);
  EXPECT_GT(run.t_end, 0.01);
  strayed.energy_inside = run.drift("energy").absolute;
  if (keeping.has_integrals()) strayed.integrals_inside = run.drift("body.integrals").absolute;
  strayed.relative = strayed.most[energy] / std::fabs(first[energy]);
  return strayed;
}

class EverySurfaceAtATolerance : public testing::TestWithParam<RandomSurface> {};
INSTANTIATE_TEST_SUITE_P(Surfaces, EverySurfaceAtATolerance, testing::ValuesIn(random_surfaces));

/// The motion itself keeps energy exactly, so that what a run adds to it are the errors of its steps: nothing that
/// grows with an unstable motion. A step of N is let pass if its error is estimated to be within the tolerance, so that
/// N permits are certain. But the estimate is that of methods of order 5 and 3, and what is carried on is of order 8:
/// of its error the whole run must not gather more than one permit. Where a disk lies nearly flat, its contact runs by
/// 1/sin θ as far as it tilts, and the permit is by so much larger; nothing else in it is.
/// A permit goes with the tolerance, so that both tolerances together say that what strays goes with it as well: what
/// wrong equations make of the energy does not.
/// Inside a step the states are those of a continuation of order 7, which no step is refused for; N permits hold there.
TEST_P(EverySurfaceAtATolerance, what_must_stay_strays_no_farther_than_one_error_of_the_tolerance_takes_it) {
  constexpr std::array tolerances{1e-8, 1e-11};
  constexpr std::array forms{RollingForm::space, RollingForm::body, RollingForm::euler};
  RandomRolling random{static_cast<unsigned>(GetParam()) + 41};
  const int bodies = bodies_of(GetParam());
  std::array<std::array<std::vector<double>, 3>, 2> relative;
  for (int i = 0; i < bodies; ++i) {
    RollingBody body = random.body(GetParam(), i % 2 == 0);
    const RollingState start = random.state(body.surface);
    std::optional<LinearIntegrals> integrals;
    if (LinearIntegrals::misfit(body).empty()) integrals.emplace(body);
    for (std::size_t f = 0; f < forms.size(); ++f) {
      body.form = forms[f];
      const Rolling rolling(body);
      const Keeping keeping(rolling, integrals);
      for (std::size_t t = 0; t < tolerances.size(); ++t) {
        SCOPED_TRACE(testing::Message() << "body " << i << ", " << to_string(body.form) << ", " << tolerances[t]);
        const Strayed of = strayed(rolling, keeping, start, tolerances[t]);
        for (int k = 0; k < kept_ones; ++k) EXPECT_LE(of.most[k], of.one[k]) << k;
        EXPECT_LE(of.energy_inside, of.all[energy]);
        EXPECT_LE(of.integrals_inside, std::hypot(of.all[precession], of.all[spin]));
        relative[t][f].push_back(of.relative);
      }
    }
  }
  // Of most bodies the permit is some twenty tolerances of their energy; half of them keep it to within one.
  for (std::size_t t = 0; t < tolerances.size(); ++t)
    for (std::size_t f = 0; f < forms.size(); ++f) {
      const auto middle = relative[t][f].begin() + bodies / 2;
      std::nth_element(relative[t][f].begin(), middle, relative[t][f].end());
      EXPECT_LE(*middle, tolerances[t]) << to_string(forms[f]);
    }
}

}  // namespace
}  // namespace polhode
