#include <polhode/sim/action.hpp>

#include <algorithm>
#include <cmath>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

/// The guess, or the straight line for what it leaves out.
std::function<void(double, VecOut)> guess_of(const ActionQuestion& question, const TypedPath& path) {
  return [from = question.from, to = question.to, path, both = std::vector<double>(2 * question.from.q.size())](
             double t, VecOut q) mutable {
    path.evaluate(t, both);
    const double share = (t - from.t) / (to.t - from.t);
    for (std::size_t a = 0; a < q.size(); ++a) q[a] = path.has(a) ? both[a] : (1 - share) * from.q[a] + share * to.q[a];
  };
}

ode::StationaryPath solve_near(const ActionQuestion& question, const std::optional<TypedPath>& guess,
                               const std::function<bool()>& go_on) {
  ode::PathProblem problem{question.subject.density, question.from, question.to};
  if (guess) problem.guess = guess_of(question, *guess);
  return ode::stationary_path(problem, {.tolerance = question.tolerance, .go_on = go_on});
}

/// How far h = v·L_v − L strays along a path, beside the size of its parts.
double energy_drift(const ActionSubject& subject, const ode::PathCurve& curve) {
  const std::size_t n = subject.unknowns.size();
  std::vector<double> x(2 * n), values(ode::density_size(n));
  double low = 0, high = 0, size = 0;
  bool first = true;
  constexpr int points = 257;
  for (int k = 1; k < points; ++k) {
    const double t = curve.clock.t(static_cast<double>(k) / points);
    curve.at(t, VecOut(x).first(n), VecOut(x).subspan(n));
    subject.density(t, x, values);
    if (!all_finite(values)) continue;
    double lift = 0;
    for (std::size_t a = 0; a < n; ++a) lift += x[n + a] * values[1 + n + a];
    const double h = lift - values[0];
    low = first ? h : std::min(low, h);
    high = first ? h : std::max(high, h);
    size = std::max(size, std::fabs(lift) + std::fabs(values[0]));
    first = false;
  }
  return size > 0 ? (high - low) / size : 0;
}

/// The largest difference between a typed path and another, each coordinate beside its size.
double distance_between(const TypedPath& typed, const ode::PathCurve& curve) {
  std::vector<double> q(curve.n), v(curve.n), both(2 * curve.n), far(curve.n, 0), size(curve.n, 0);
  constexpr int points = 256;
  for (int k = 0; k <= points; ++k) {
    const double t = curve.clock.t(static_cast<double>(k) / points);
    curve.at(t, q, v);
    typed.evaluate(t, both);
    for (std::size_t a = 0; a < curve.n; ++a) {
      far[a] = std::max(far[a], std::fabs(q[a] - both[a]));
      size[a] = std::max({size[a], std::fabs(q[a]), std::fabs(both[a])});
    }
  }
  double largest = 0;
  for (std::size_t a = 0; a < curve.n; ++a)
    if (size[a] > 0) largest = std::max(largest, far[a] / size[a]);
  return largest;
}

/// How far the path lies from stationary ones with the ends `own`: from that to which Newton's method leads from it, or
/// from the one that was found if that is nearer; −1: there is none to compare with.
double distance_from_stationary(const ActionQuestion& own, const TypedPath& typed, const ode::StationaryPath* found,
                                const std::function<bool()>& go_on) {
  double distance = -1;
  const auto compare = [&](const ode::StationaryPath& path) {
    if (path.ending != ode::PathEnding::found) return;
    const double one = distance_between(typed, path.curve);
    if (distance < 0 || one < distance) distance = one;
  };
  if (found != nullptr) compare(*found);
  compare(solve_near(own, typed, go_on));
  return distance;
}

TypedPathAction along(const ActionQuestion& question, const TypedPath& typed,
                      const std::optional<ode::StationaryPath>& found, const std::function<bool()>& go_on) {
  const std::size_t n = question.subject.unknowns.size();
  std::vector<double> both(2 * n);
  TypedPathAction action{.name = typed.name()};
  ActionQuestion own = question;
  bool same = question.between, finite = true;
  const auto end = [&](ode::PathEnd& given) {
    typed.evaluate(given.t, both);
    finite = finite && all_finite(VecIn(both).first(n));
    for (std::size_t a = 0; a < n; ++a) {
      const bool free = a < given.free.size() && given.free[a] != 0;
      same = same && (free || std::fabs(both[a] - given.q[a]) <= 1e-9 * std::max(std::fabs(given.q[a]), 1e-3));
      given.q[a] = both[a];
    }
  };
  end(own.from);
  end(own.to);
  action.same_ends = same;
  if (!same) own.from.free.clear(), own.to.free.clear();
  // A clock that slows down where the integrand is infinite serves a path as it serves the stationary one.
  ode::PathClock clock{question.from.t, question.to.t};
  if (found && found->ending == ode::PathEnding::found) clock = found->curve.clock;
  action.integral = ode::integral_along(
      question.subject.density, n, clock,
      [&](double t, VecOut q, VecOut v) {
        typed.evaluate(t, both);
        std::copy_n(both.begin(), n, q.begin());
        std::copy_n(both.begin() + static_cast<std::ptrdiff_t>(n), n, v.begin());
      },
      go_on);
  if (finite && action.integral.ending == ode::IntegralEnding::finite)
    action.distance = distance_from_stationary(own, typed, same && found ? &*found : nullptr, go_on);
  return action;
}

template <class Of>
ActionSubject subject_of(const Of& of) {
  const SystemText& text = of.text();
  return {.name = text.name,
          .variable = text.variable,
          .unknowns = text.coordinates,
          .density = [of](double x, VecIn yv, VecOut values) { of.evaluate(x, yv, values); },
          .keeps_energy = of.keeps_energy()};
}

}  // namespace

ActionSubject action_of(const Functional& functional) { return subject_of(functional); }

Result<ActionSubject> action_of(const Lagrangian& lagrangian) {
  auto functional = Functional::of(lagrangian);
  if (!functional.ok()) return functional.diagnostics();
  ActionSubject subject = subject_of(*functional);
  subject.of_motion = true;
  return subject;
}

Result<ActionSubject> action_of(const Hamiltonian& hamiltonian) {
  auto action = LegendreAction::compile(hamiltonian);
  if (!action.ok()) return action.diagnostics();
  ActionSubject subject = subject_of(*action);
  subject.of_motion = true;
  return subject;
}

ode::StationaryPath stationary_path(const ActionQuestion& question, const std::function<bool()>& go_on) {
  return solve_near(question, question.guess, go_on);
}

ActionAnswer answer(const ActionQuestion& question, const std::function<bool()>& go_on) {
  ActionAnswer all;
  if (question.between) {
    all.path = stationary_path(question, go_on);
    if (all.path->ending == ode::PathEnding::found && question.subject.keeps_energy)
      all.energy_drift = energy_drift(question.subject, all.path->curve);
  }
  for (const TypedPath& typed : question.paths) all.paths.push_back(along(question, typed, all.path, go_on));
  return all;
}

PathFlaw flaw_of(const ActionSubject& subject, const ode::StationaryPath& path) {
  const std::string what = subject.of_motion ? "motion" : "stationary path";
  switch (path.ending) {
    case ode::PathEnding::found: break;
    case ode::PathEnding::interrupted: return {"it was ended from outside", "let it go on"};
    case ode::PathEnding::infinite:
      return {"near an end the integrand grows so fast that no path has a finite integral",
              "end a little beside the place where it is infinite"};
    case ode::PathEnding::no_value:
      return {"the integrand has no value along the guess, at " + subject.variable + " = " + rounded(path.nowhere),
              "guess a path along which it has one: guess = { " + subject.unknowns.front() + " = \"…\" }"};
    case ode::PathEnding::too_fine:
      return {"a " + what + " that seemed near came to nothing when it was looked at more finely",
              "another guess may lead to one: guess = { " + subject.unknowns.front() + " = \"…\" }"};
    case ode::PathEnding::not_found:
      return {"no " + what + " was found between these ends: from the guess Newton's method came to none",
              "there may be none, or none near the guess; ends that are conjugate to each other have none or too many; "
              "try another guess = { " +
                  subject.unknowns.front() + " = \"…\" }, or nearer ends"};
  }
  return {};
}

std::string flaw_of(const ActionSubject& subject, const ode::PathIntegral& integral) {
  const std::string place = subject.variable + " = " + rounded(integral.place);
  switch (integral.ending) {
    case ode::IntegralEnding::finite: break;
    case ode::IntegralEnding::infinite:
      return "the integral is infinite: the integrand grows too fast towards " + place;
    case ode::IntegralEnding::unsettled:
      return "the integral did not settle: around " + place + " finer parts went on to change it";
    case ode::IntegralEnding::no_value: return "the integrand has no value at " + place;
    case ode::IntegralEnding::interrupted: return "it was ended from outside";
  }
  return {};
}

}  // namespace polhode
