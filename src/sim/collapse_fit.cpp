#include <polhode/sim/collapse_fit.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <polhode/base/error.hpp>
#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode {
namespace {

/// A line y = offset + slope x, and what is left.
struct Line {
  double offset = 0, slope = 0;
};

Line line_through(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i] / n, mean_y += y[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return {mean_y - xy / xx * mean_x, xy / xx};
}

/// Both curves at a guess of t₀, the lines fitted.
struct Guess {
  std::vector<double> left;  ///< log(t₀ − t)
  Line tilt, precession;
  double square = 0;  ///< sum of squares of what is left of both

  Guess(const std::vector<double>& t, const std::vector<double>& log_tilt, const std::vector<double>& log_precession,
        double t0) {
    for (const double time : t) left.push_back(fn::log(t0 - time));
    tilt = line_through(left, log_tilt);
    precession = line_through(left, log_precession);
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double a = log_tilt[i] - tilt.offset - tilt.slope * left[i];
      const double b = log_precession[i] - precession.offset - precession.slope * left[i];
      square += a * a + b * b;
    }
  }

  /// Gauss and Newton for t₀, the four numbers of the lines eliminated: what of ∂(line)/∂t₀ no line can take.
  double step(const std::vector<double>& t, const std::vector<double>& log_tilt,
              const std::vector<double>& log_precession, double t0) const {
    std::vector<double> slope;
    for (const double time : t) slope.push_back(1 / (t0 - time));
    const Line taken = line_through(left, slope);
    double normal = 0, right = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double own = slope[i] - taken.offset - taken.slope * left[i];
      normal += (tilt.slope * tilt.slope + precession.slope * precession.slope) * own * own;
      right += own * (tilt.slope * (log_tilt[i] - tilt.offset - tilt.slope * left[i]) +
                      precession.slope * (log_precession[i] - precession.offset - precession.slope * left[i]));
    }
    return right / normal;
  }
};

/// Tilt and precession of a body on a plane, at each sample.
struct Lean {
  std::vector<double> tilt, precession;

  Lean(const Recording& run, const RollingBody& body) {
    const Vec3 normal = std::get<ground::Plane>(body.ground.shape).normal;
    const auto q = run.series(body.name + ".quaternion"), w = run.series(body.name + ".angular_velocity");
    for (std::size_t i = 0; i < run.times.size(); ++i) {
      const Rotation R_BW = Rotation::from_quaternion(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]).inverse();
      const Vec3 N = R_BW * normal, Omega = R_BW * Vec3(w[3 * i], w[3 * i + 1], w[3 * i + 2]);
      const double square = N.x() * N.x() + N.y() * N.y();
      tilt.push_back(fn::atan2(std::sqrt(square), std::fabs(N.z())));
      precession.push_back(square > 0 ? (Omega.x() * N.x() + Omega.y() * N.y()) / square : 0);
    }
  }
};

/// Whether anything took energy from a body in this run: what only rolls or flies, without dissipation, loses nothing.
bool loses(const Recording& run, const RollingBody& body) {
  if (body.dissipation) return true;
  const auto slid = [&](const WorkDone& work) {
    return work.name == body.name + ".friction" && !work.at_samples.empty() && work.at_samples.back() != 0;
  };
  const auto landed = [&](const EventHit& hit) { return hit.name == body.name + ".land"; };
  return std::any_of(run.works.begin(), run.works.end(), slid) ||
         std::any_of(run.events.begin(), run.events.end(), landed);
}

Diagnostic refusal(const char* message, const char* hint) { return {Severity::error, {}, {}, message, hint}; }

}  // namespace

Result<CollapseFit> fit_collapse(std::span<const double> t, std::span<const double> tilt,
                                 std::span<const double> precession) {
  if (t.size() != tilt.size() || t.size() != precession.size())
    usage_error("as many tilts and precessions as times", "other numbers of them");
  std::vector<double> times, log_tilt, log_precession;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!(tilt[i] > 0) || !(std::fabs(precession[i]) > 0)) continue;
    times.push_back(t[i]);
    log_tilt.push_back(fn::log(tilt[i]));
    log_precession.push_back(fn::log(std::fabs(precession[i])));
  }
  if (times.size() < 5) return refusal("fewer than five samples have a tilt and a precession", "widen the range");
  const double end = times.back(), span = end - times.front();
  const auto at = [&](double t0) { return Guess(times, log_tilt, log_precession, t0); };

  // What is left after the last sample: guesses from a millionth of the range to ten thousand of it.
  constexpr int guesses = 200;
  double best = 0, best_square = -1;
  int best_guess = 0;
  for (int k = 0; k <= guesses; ++k) {
    const double after = span * fn::exp(fn::log(10.0) * (-6 + 10.0 * k / guesses));
    const double square = at(end + after).square;
    if (best_square < 0 || square < best_square) best = after, best_square = square, best_guess = k;
  }
  if (best_guess == guesses)
    return refusal("the samples show no end: their tilt falls as an exponential would", "take later samples");
  for (int i = 0; i < 100; ++i) {
    const double step = at(end + best).step(times, log_tilt, log_precession, end + best);
    // Never past the last sample, and never uphill.
    double next = std::max(best + step, 0.1 * best);
    for (int k = 0; k < 40 && at(end + next).square > best_square; ++k) next = 0.5 * (next + best);
    const bool settled = std::fabs(next - best) <= 1e-14 * (end + best);
    best = next;
    best_square = at(end + best).square;
    if (settled) break;
  }
  const Guess fit = at(end + best);
  return CollapseFit{.t0 = end + best,
                     .tilt_exponent = fit.tilt.slope,
                     .tilt_factor = fn::exp(fit.tilt.offset),
                     .precession_exponent = -fit.precession.slope,
                     .precession_factor = fn::exp(fit.precession.offset),
                     .scatter = std::sqrt(fit.square / (2 * static_cast<double>(times.size()))),
                     .samples = static_cast<int>(times.size()),
                     .decades = (fit.left.front() - fit.left.back()) / fn::log(10.0),
                     .largest_tilt = fn::exp(*std::max_element(log_tilt.begin(), log_tilt.end()))};
}

std::string CollapseFit::doubt() const {
  if (decades < collapse_decades)
    return "the samples cover " + rounded(decades, 2) + " decades of the time that is left, and one is the least";
  if (largest_tilt > collapse_tilt)
    return "the samples begin at a tilt of " + rounded(largest_tilt, 3) + " rad, and powers are of tilts below " +
           rounded(collapse_tilt, 2);
  if (scatter > collapse_scatter)
    return "tilt and precession scatter by " + rounded(100 * scatter, 2) +
           " % about their powers: it wobbles, or is thick";
  return {};
}

Result<CollapseFit> fit_collapse(const Recording& run, const RollingBody& body, double from, double to) {
  if (!std::holds_alternative<ground::Plane>(body.ground.shape))
    return refusal("its ground is no plane", "only on a plane a body lies flat");
  if (!loses(run, body))
    return refusal("nothing takes energy from it, and it never lies flat",
                   "give it a dissipation, for example { law = \"rolling-torque\", coefficient = \"1e-4 N m\" }");
  const Lean lean(run, body);
  std::vector<double> t, tilt, precession;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    if (run.times[i] < from || run.times[i] > to) continue;
    t.push_back(run.times[i]);
    tilt.push_back(lean.tilt[i]);
    precession.push_back(lean.precession[i]);
  }
  return fit_collapse(t, tilt, precession);
}

double collapse_begin(const Recording& run, const RollingBody& body) {
  if (run.times.empty() || !std::holds_alternative<ground::Plane>(body.ground.shape)) return 0;
  const Lean lean(run, body);
  double begin = run.times.front();
  for (std::size_t i = 0; i + 1 < run.times.size(); ++i)
    if (lean.tilt[i] > collapse_tilt / 2) begin = run.times[i + 1];
  // Of what never came down there is no end to look at, and all of it is as good.
  return lean.tilt.back() > collapse_tilt / 2 ? run.times.front() : begin;
}

std::vector<double> collapse_times(double from, double end) {
  std::vector<double> times;
  for (int i = 0; i <= 300; ++i) times.push_back(end - (end - from) * fn::exp(-fn::log(10.0) * i / 100));
  return times;
}

}  // namespace polhode
