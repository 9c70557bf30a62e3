#include <polhode/ode/solution.hpp>

#include <algorithm>

#include <polhode/base/error.hpp>
#include <polhode/base/text.hpp>

#include "ode/dense.hpp"

namespace polhode::ode {

std::string_view to_string(Ending ending) {
  switch (ending) {
    case Ending::finished: return "finished";
    case Ending::stopped: return "stopped";
    case Ending::step_underflow: return "step underflow";
    case Ending::not_finite: return "not finite";
    case Ending::too_many_steps: return "too many steps";
    case Ending::event_flood: return "event flood";
    case Ending::not_solved: return "not solved";
    case Ending::interrupted: return "interrupted";
  }
  return "unknown";
}

void Solution::at(double t, VecOut x) const {
  require_size("x", space.nx(), static_cast<long>(x.size()), "one number for each coordinate of the state");
  const double sense = t_end < t_start ? -1 : 1;
  if (!(sense * t >= sense * t_start && sense * t <= sense * t_end))
    usage_error("a time between " + shortest(t_start) + " and " + shortest(t_end), shortest(t),
                "the solution is known only where it was computed");
  if (t == t_end) {
    std::copy(x_end.begin(), x_end.end(), x.begin());
    return;
  }
  if (segments.empty())
    usage_error("a solution with its segments", "samples only", "solve with output.keep = Keep::dense");
  // The last segment that starts at or before t, so that a jump's own time shows the state after it.
  const auto after =
      std::upper_bound(segments.begin(), segments.end(), t,
                       [sense](double time, const Segment& segment) { return sense * time < sense * segment.t0; });
  const Segment& segment = *(after - 1);
  if (t == segment.t0) {
    std::copy(segment.x0.begin(), segment.x0.end(), x.begin());
    return;
  }
  std::vector<double> u(static_cast<std::size_t>(space.nv()));
  evaluate_segment(space, segment, t, u, x);
}

}  // namespace polhode::ode
