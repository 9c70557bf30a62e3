#include "ode/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <polhode/base/text.hpp>

#include "ode/check.hpp"
#include "ode/rounding.hpp"

namespace polhode::ode {

namespace {

constexpr double landing_stretch = 1.01;  // the last step may be this much longer than wanted

/// Below this a step cannot be told from rounding of t, or a run over `span` would never end. Steps of stiff motion may
/// grow by twenty decades from the first to the last.
double least_step(double t, double span) { return std::max(4 * eps * std::fabs(t), 1e-9 * eps * std::fabs(span)); }

std::string time_text(double t) { return "t = " + rounded(t, 10); }

}  // namespace

Run::Run(const Problem& problem, const Options& options, const Method& method)
    : problem_(problem),
      options_(options),
      sense_(problem.t1 < problem.t0 ? -1 : 1),
      fixed_(options.step.fixed > 0),
      trail_(problem.x0.size()),
      engine_(make_engine(method, problem, options, trail_)),
      norm_(problem.space, options.tolerance),
      watch_(problem.events, problem.x0.size()),
      x_cut_(problem.x0.size()),
      x_after_(problem.x0.size()),
      x_scratch_(problem.x0.size()),
      hits_of_(problem.events.size()),
      recurrences_(problem.events.size(), {problem.t0, 0}),
      crowds_(problem.events.size(), {problem.t0, 0}) {
  set_breaks();
  solution_.space = problem.space;
  solution_.sample_times.reserve(options.output.times.size());
  solution_.samples.reserve(options.output.times.size() * problem.x0.size());
}

/// A stretch that rounding hardly tells from nothing has no room for a step: breaks that enclose one are one break, and
/// what is so near an end of the run is the end.
void Run::set_breaks() {
  const double t0 = problem_.t0, t1 = problem_.t1;
  const double nothing = 16 * eps * std::max({std::fabs(t0), std::fabs(t1), std::fabs(t1 - t0)});
  std::vector<double> times;
  for (double t : problem_.breaks)
    if (sense_ * (t - t0) > nothing && sense_ * t <= sense_ * t1)
      times.push_back(sense_ * (t1 - t) <= nothing ? t1 : t);
  std::sort(times.begin(), times.end(), [this](double a, double b) { return sense_ * a < sense_ * b; });
  for (double t : times) {
    if (breaks_.empty() || sense_ * (t - breaks_.back().last) > nothing)
      breaks_.push_back({t, t});
    else
      breaks_.back().last = t;
  }
}

Solution Run::go() {
  start();
  while (!ended_) step();
  so_far();
  return std::move(solution_);
}

const Solution& Run::so_far() {
  solution_.t_end = engine_->t();
  solution_.x_end.assign(engine_->x().begin(), engine_->x().end());
  solution_.hash = trail_.value();
  static_cast<Work&>(solution_.statistics) = engine_->work();
  if (!ended_) solution_.outcome.t = engine_->t();
  return solution_;
}

void Run::start() {
  solution_.t_start = t_end_ = base_ = last_.t0 = last_.t1 = problem_.t0;
  x_after_ = problem_.x0;
  if (watch_.any()) start_on_roots();
  engine_->restart(problem_.t0, x_after_);
  trail_.note(problem_.t0, x_after_);
  if (watch_.any()) watch_.restart(problem_.t0, x_after_, roots_);
  sample_end();
  if (ended_) return;
  if (options_.output.observer) {
    const auto at_start = [this](double, VecOut x) { std::copy(engine_->x().begin(), engine_->x().end(), x.begin()); };
    if (!options_.output.observer(StepView(problem_.t0, problem_.t0, engine_->x(), engine_->x(),
                                           FunctionRef<void(double, VecOut)>(at_start))))
      return end(Ending::interrupted, problem_.t0, "the run was ended from outside at its start");
  }
  if (problem_.t0 == problem_.t1) return end(Ending::finished, problem_.t0);
  h_ = options_.step.initial;
  if (!fixed_ && (h_ == 0 || engine_->method().exact())) choose_first_step();
}

void Run::choose_first_step() {
  h_ = engine_->own_step(what_for());
  if (h_ > 0) return;
  engine_->first_rate();
  if (!engine_->rate_is_finite()) return end_not_finite();
  const double span = goal() - engine_->t();
  h_ = std::fabs(first_step(*engine_, norm_, engine_->estimate_order(), span, options_.step.largest));
}

LookInside Run::what_for() const {
  if (keeps_last_ || options_.output.keep == Keep::dense || options_.output.integrated)
    return LookInside::for_integrals;
  return watch_.any() ? LookInside::for_events : LookInside::for_samples;
}

void Run::step() {
  Statistics& statistics = solution_.statistics;
  if (statistics.steps + statistics.rejected >= options_.step.most)
    return end(Ending::too_many_steps, engine_->t(),
               std::to_string(options_.step.most) + " steps were not enough to pass " + time_text(engine_->t()) +
                   ": allow more (step.most), loosen the tolerance, or look for motion much faster than the run");
  if (!(fixed_ ? try_fixed() : try_adaptive())) return;
  must_look_ = watch_.any() && watch_.must_look(*engine_);
  if (continuation_is_read() && !engine_->continuation_is_finite()) return end_not_finite();
  t_end_ = engine_->t1();
  cut_ = false;
  stopped_by_ = nullptr;
  if (must_look_) meet_events();
  commit();
}

/// Whether the solver itself looks inside the step that was just tried. What an observer looks at is its own choice.
bool Run::continuation_is_read() const {
  const std::vector<double>& times = options_.output.times;
  return options_.output.keep == Keep::dense || must_look_ ||
         (next_time_ < times.size() && sense_ * times[next_time_] < sense_ * engine_->t1());
}

bool Run::try_fixed() {
  const double next = fixed_step_end(base_, count_ + 1, sense_ * options_.step.fixed, goal());
  if (next == engine_->t()) {
    end(Ending::step_underflow, next,
        "the step of " + rounded(options_.step.fixed) + " s is lost in rounding at " + time_text(next) +
            ": take a larger one");
    return false;
  }
  const bool solved = engine_->attempt(next);
  ++count_;
  if (!solved)
    end_not_solved();
  else if (!engine_->end_is_finite())
    end_not_finite();
  else if (!engine_->project_end())
    end_not_projected();
  else
    return true;
  return false;
}

/// A rate that jumps at a time has two values there; the steps before see the one before.
double Run::goal() const {
  return next_break_ < breaks_.size() ? std::nextafter(breaks_[next_break_].first, problem_.t0) : problem_.t1;
}

bool Run::at_break() const { return next_break_ < breaks_.size() && t_end_ == goal(); }

/// Where the next step ends: at the goal exactly if it is near, half way if the step after would otherwise be a sliver.
double Run::adaptive_end() const {
  double largest = options_.step.largest;
  if (problem_.horizon) largest = std::min(largest, problem_.horizon(engine_->t(), engine_->x()));
  const double h = std::min(h_, largest), left = std::fabs(goal() - engine_->t());
  if (left <= landing_stretch * h && left <= largest) return goal();
  if (left < 2 * h) return engine_->t() + sense_ * (0.5 * left);
  return engine_->t() + sense_ * h;
}

bool Run::try_adaptive() {
  const double least = least_step(engine_->t(), problem_.t1 - problem_.t0);
  const double next = adaptive_end();
  if (h_ < least && next != problem_.t1) {
    end(Ending::step_underflow, engine_->t(),
        "the step shrank to " + rounded(h_) + " s at " + time_text(engine_->t()) +
            ": the motion may end in a singularity there, the rate may jump (watch for it with an event), the motion "
            "may "
            "be far faster than the run is long, or the tolerance finer than rounding allows");
    return false;
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool solved = engine_->attempt(next);
  const double tried = std::fabs(engine_->h());
  const double error = solved ? norm_.of_step(*engine_) : infinity;
  const bool finite = error < infinity && engine_->end_is_finite();
  const bool lost = finite && error <= 1 && !engine_->project_end();
  if (finite && error <= 1 && !lost) {
    h_ = engine_->after_accepted(tried, error);
    look_for_stiffness();
    return true;
  }
  ++solution_.statistics.rejected;
  h_ = engine_->after_rejected(tried, finite && !lost ? error : infinity);
  if (!solved && h_ < least)
    end_not_solved();
  else if (lost && h_ < least)
    end_not_projected();
  else if (solved && !finite && (!engine_->rate_is_finite() || h_ < least))
    end_not_finite();
  return false;
}

/// A non-stiff motion meets the limit of stability now and then by chance, a stiff one step after step. One that comes
/// near a singularity, as a slip does at its end, meets it with steps that dwindle, and no other method is of help
/// there. Source   [Hairer & Wanner 1996] IV.2.
void Run::look_for_stiffness() {
  constexpr int seldom = 16, certain = 15, cleared = 6;
  constexpr double dwindled = 0.5;
  if (engine_->t1() == problem_.t1) return;  // the rate there would be of no further use
  const std::int64_t steps = solution_.statistics.steps;
  const bool looks = steps % seldom == seldom - 1 || steps == 4 || steps == 8;
  if (solution_.stiff_from || (suspicions_ == 0 && !looks)) return;
  if (engine_->is_held_by_stability()) {
    acquittals_ = 0;
    const double size = std::fabs(engine_->h());
    if (suspicions_ > 0 && size < dwindled * suspect_step_) suspicions_ = 0;
    if (suspicions_ == 0) {
      suspect_from_ = engine_->t();
      suspect_step_ = size;
    }
    if (++suspicions_ == certain) solution_.stiff_from = engine_->t();
  } else if (suspicions_ > 0 && ++acquittals_ == cleared) {
    suspicions_ = acquittals_ = 0;
  }
}

void Run::judge_short_run() {
  constexpr int least = 5;
  if (!solution_.stiff_from && suspicions_ >= least && 2 * suspicions_ >= solution_.statistics.steps)
    solution_.stiff_from = suspect_from_;
}

void Run::commit() {
  Statistics& statistics = solution_.statistics;
  const double size = std::fabs(engine_->h());
  if (statistics.steps == 0 || size < statistics.smallest_step) statistics.smallest_step = size;
  if (size > statistics.largest_step) statistics.largest_step = size;
  ++statistics.steps;
  if (options_.output.keep == Keep::dense) fill(solution_.segments.emplace_back());
  if (keeps_last_) fill(last_);
  const bool samples_wanted = next_time_ < options_.output.times.size();
  if (samples_wanted) sample_inside();
  const bool go_on = !options_.output.observer || observe();
  if (engine_->has_continuation() && !engine_->continuation_is_finite()) {
    end_not_finite();
    solution_.outcome.t = t_end_;  // the end of the step is good, only its inside is not
  }
  trail_.finish();  // it reads the old state, which gives way now
  if (cut_) {
    engine_->restart(t_end_, x_after_);
    watch_.restart(t_end_, x_after_, roots_);
    base_ = t_end_;
    count_ = 0;
  } else {
    engine_->accept();
    watch_.accept();
  }
  const bool broken = !cut_ && at_break();
  if (broken) {
    base_ = t_end_ = breaks_[next_break_++].last;
    count_ = 0;
    std::copy(engine_->x().begin(), engine_->x().end(), x_scratch_.begin());
    engine_->restart(t_end_, x_scratch_);
  }
  trail_.note(engine_->t(), engine_->x());
  if (samples_wanted) sample_end();
  if (ended_) return;
  if (stopped_by_ != nullptr)
    return end(Ending::stopped, t_end_, "event '" + stopped_by_->name + "' stopped the run at " + time_text(t_end_));
  if (!go_on) return end(Ending::interrupted, t_end_, "the run was ended from outside at " + time_text(t_end_));
  if (t_end_ == problem_.t1) {
    judge_short_run();
    return end(Ending::finished, t_end_);
  }
  if ((cut_ || broken) && !fixed_) choose_first_step();
}

/// Assigned, not made anew, so that a segment used again costs no allocation.
void Run::fill(Segment& segment) {
  const double* coefficients = engine_->continuation();
  const auto count = static_cast<std::size_t>(engine_->continuation_terms() * problem_.space.nv());
  segment.t0 = engine_->t();
  segment.h = engine_->h();
  segment.t1 = t_end_;
  segment.x0.assign(engine_->x().begin(), engine_->x().end());
  segment.coefficients.assign(coefficients, coefficients + count);
}

void Run::sample_inside() {
  const std::vector<double>& times = options_.output.times;
  while (next_time_ < times.size() && sense_ * times[next_time_] < sense_ * t_end_) {
    engine_->state_at(times[next_time_], x_scratch_);
    solution_.sample_times.push_back(times[next_time_++]);
    solution_.samples.insert(solution_.samples.end(), x_scratch_.begin(), x_scratch_.end());
  }
}

void Run::sample_end() {
  const std::vector<double>& times = options_.output.times;
  while (next_time_ < times.size() && times[next_time_] == t_end_) {
    solution_.sample_times.push_back(times[next_time_++]);
    solution_.samples.insert(solution_.samples.end(), engine_->x().begin(), engine_->x().end());
  }
}

bool Run::observe() {
  const VecIn x1 = cut_ ? VecIn(x_cut_) : engine_->x1();
  const auto inside = [&](double t, VecOut x) {
    if (t == t_end_)
      std::copy(x1.begin(), x1.end(), x.begin());
    else
      engine_->state_at(t, x);
  };
  return options_.output.observer(StepView(engine_->t(), t_end_, engine_->x(), x1, inside, solution_.stiff_from));
}

void Run::end(Ending ending, double t, std::string detail) {
  solution_.outcome = {ending, t, std::move(detail)};
  ended_ = true;
}

void Run::end_not_finite() {
  const double t = engine_->t();
  const std::string size = rounded(options_.step.fixed) + " s";
  const std::string where = fixed_ ? "in the step of " + size + " after " + time_text(t) : "just after " + time_text(t);
  if (const Block* grown = engine_->block_grown())
    return end(
        Ending::not_finite, t,
        "'" + grown->name + "' grows beyond all numbers " + where +
            (fixed_ ? ": steps of " + size + " are too large for this motion; take a smaller step or an adaptive solver"
                    : ": the motion ends in a singularity there; stop the run before it with an event"));
  const Block* block = engine_->block_not_finite();
  end(Ending::not_finite, t,
      "the rate of '" + (block != nullptr ? block->name : std::string("x")) + "' is not finite " + where +
          ": the model leaves its domain there; stop the run before it with an event, or take a smaller step");
}

void Run::end_not_solved() {
  const std::string of = fixed_ ? "of " + rounded(options_.step.fixed) + " s " : "";
  end(Ending::not_solved, engine_->t(),
      "the equations of " + std::string(engine_->method().title) + " found no solution in the step " + of + "after " +
          time_text(engine_->t()) + ": take a smaller step" + (fixed_ ? " or an adaptive solver" : "") +
          ", or watch with an event for a jump of the rate or a singularity there");
}

void Run::end_not_projected() {
  end(Ending::not_solved, engine_->t(),
      "after " + time_text(engine_->t()) +
          " the conditions of the motion can be met no longer, such as loops that close: what drives it may ask for "
          "what they do not allow, or they meet where the motion could branch");
}

Solution solve(const Problem& problem, const Options& options) {
  return Run(problem, options, checked_method(problem, options)).go();
}

}  // namespace polhode::ode
