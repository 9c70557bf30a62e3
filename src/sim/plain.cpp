#include <polhode/sim/plain.hpp>

#include <algorithm>

#include <polhode/base/error.hpp>
#include <polhode/ode/solve.hpp>

namespace polhode::plain {
namespace {

std::vector<FreeBody> in_form(std::vector<FreeBody> bodies, StateForm form) {
  if (form == StateForm::rotation)
    usage_error("a form of plain numbers", "StateForm::rotation", "its attitudes are points of SO(3): take simulate()");
  for (FreeBody& body : bodies) {
    if (body.pivot)
      usage_error("free bodies", "'" + body.name + "' with a pivot",
                  "it has no form of plain numbers: take simulate()");
    if (body.form != StateForm::particle) body.form = form;
  }
  return bodies;
}

}  // namespace

polhode::ode::Outcome ode(const double y0[], double yend[], int len, double t0, double t1, dydt_func dydt,
                          const OdeOptions& options) {
  if (len < 1) usage_error("how many numbers a state has", std::to_string(len), "len counts y0 and yend");
  polhode::ode::Problem problem;
  problem.space.vector("y", len, dimension::none);
  std::vector<double> y(static_cast<std::size_t>(len));
  auto rate = [&](double t, VecIn x, VecOut v) {
    // The text's functions may write to what they are given.
    std::copy(x.begin(), x.end(), y.begin());
    dydt(t, y.data(), v.data());
  };
  problem.rate.real = rate;
  problem.t0 = t0;
  problem.t1 = t1;
  problem.x0.assign(y0, y0 + len);
  polhode::ode::Options solver;
  solver.method = &options.method;
  solver.tolerance = {.relative = options.tolerance, .absolute = options.tolerance};
  solver.step.fixed = options.step;
  solver.output.keep = polhode::ode::Keep::samples;
  const polhode::ode::Solution solution = polhode::ode::solve(problem, solver);
  std::copy(solution.x_end.begin(), solution.x_end.end(), yend);
  return solution.outcome;
}

Bodies::Bodies(std::vector<FreeBody> bodies, StateForm form, std::vector<PairLoad> pairs)
    : bodies_(in_form(std::move(bodies), form), std::move(pairs)), size_(bodies_.state_space().nx()) {}

void Bodies::State_to_Array(std::span<const FreeBodyState> states, double y[]) const {
  const std::vector<double> x = bodies_.coordinates(states);
  std::copy(x.begin(), x.end(), y);
}

void Bodies::Array_to_State(const double y[], std::span<FreeBodyState> states) const {
  require_size("states", static_cast<long>(bodies_.bodies().size()), static_cast<long>(states.size()),
               "one for each body");
  for (std::size_t i = 0; i < states.size(); ++i)
    states[i] = bodies_.state(static_cast<int>(i), {y, static_cast<std::size_t>(size_)});
}

void Bodies::operator()(double t, const double y[], double ydot[]) const {
  const auto size = static_cast<std::size_t>(size_);
  bodies_.rate<double>(t, {y, size}, {ydot, size});
}

}  // namespace polhode::plain
