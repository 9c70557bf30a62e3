#include <polhode/ode/stepper.hpp>

#include <algorithm>

#include <polhode/base/error.hpp>
#include <polhode/base/text.hpp>

#include "ode/check.hpp"
#include "ode/dense.hpp"
#include "ode/run.hpp"

namespace polhode::ode {

struct Stepper::Implementation {
  Problem problem;
  Options options;
  Run run;
  std::vector<double> u;

  Implementation(Problem the_problem, Options the_options)
      : problem(std::move(the_problem)),
        options(std::move(the_options)),
        run(problem, options, checked_method(problem, options)),
        u(static_cast<std::size_t>(problem.space.nv())) {
    run.keep_last();
    run.start();
  }
};

Stepper::Stepper(Problem problem, Options options)
    : implementation_(std::make_unique<Implementation>(std::move(problem), std::move(options))) {}
Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

bool Stepper::step() {
  Run& run = implementation_->run;
  const std::int64_t before = run.solution().statistics.steps;
  while (!run.ended() && run.solution().statistics.steps == before) run.step();
  return run.solution().statistics.steps > before;
}

bool Stepper::step_past(double t) {
  const double sense = implementation_->run.sense();
  while (sense * this->t() < sense * t)
    if (!step()) return false;
  return true;
}

double Stepper::t() const { return implementation_->run.t(); }
double Stepper::t_before() const { return implementation_->run.last().t0; }
VecIn Stepper::x() const { return implementation_->run.x(); }

void Stepper::at(double t, VecOut x) const {
  const Run& run = implementation_->run;
  require_size("x", implementation_->problem.space.nx(), static_cast<long>(x.size()),
               "one number for each coordinate of the state");
  if (t == run.t()) {
    std::copy(run.x().begin(), run.x().end(), x.begin());
    return;
  }
  const double sense = run.sense();
  if (!(sense * t >= sense * t_before() && sense * t < sense * run.t()))
    usage_error("a time between " + shortest(t_before()) + " and " + shortest(run.t()), shortest(t),
                "a stepper knows its last step; solve with Keep::dense knows them all");
  evaluate_segment(implementation_->problem.space, run.last(), t, implementation_->u, x);
}

const Solution& Stepper::solution() const { return implementation_->run.so_far(); }

}  // namespace polhode::ode
