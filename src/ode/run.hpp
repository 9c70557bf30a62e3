#pragma once
// One call of solve(): the loop over steps and what happens at the end of each.

#include <polhode/ode/solve.hpp>

#include "ode/control.hpp"
#include "ode/engine.hpp"
#include "ode/events.hpp"
#include "ode/fixed_step.hpp"
#include "ode/trail.hpp"

namespace polhode::ode {

class Run {
 public:
  Run(const Problem& problem, const Options& options, const Method& method);
  Solution go();

  void start();
  /// One tried step; what becomes of it.
  void step();
  bool ended() const { return ended_; }
  double sense() const { return sense_; }
  double t() const { return engine_->t(); }
  VecIn x() const { return engine_->x(); }
  std::uint64_t hash() { return trail_.value(); }
  /// Keeps the last step, whatever else is kept.
  void keep_last() { keeps_last_ = true; }
  const Segment& last() const { return last_; }
  const Solution& solution() const { return solution_; }
  /// The solution brought up to the present.
  const Solution& so_far();

 private:
  void set_breaks();
  void choose_first_step();
  LookInside what_for() const;
  bool continuation_is_read() const;
  bool try_fixed();
  bool try_adaptive();
  double adaptive_end() const;
  /// Where the present stretch of a smooth rate ends: just before the next break, or at t1.
  double goal() const;
  bool at_break() const;
  void look_for_stiffness();
  /// At the end: a run too short to be certain by the number of its steps is, if most of them were held down.
  void judge_short_run();
  /// Notes the events in the step and, at the first that stops or jumps, cuts it there.
  void meet_events();
  bool exhausted(const Found& root) const;
  bool acts(const Found& root) const;
  void note_hit(const Found& root, double t, VecIn x);
  void cut_at(double t);
  void act(const Found& root, double t);
  bool crowded(const Found& root);
  bool flooded(const Found& root);
  /// What becomes of events whose root is where the run starts.
  void start_on_roots();
  double departure(const Event& event, VecIn x, double span);
  void commit();
  void fill(Segment& segment);
  void sample_inside();
  void sample_end();
  bool observe();
  void end(Ending ending, double t, std::string detail = {});
  void end_not_finite();
  void end_not_solved();
  void end_not_projected();

  const Problem& problem_;
  const Options& options_;
  const double sense_;
  const bool fixed_;
  Trail trail_;
  const std::unique_ptr<Engine> engine_;
  ErrorNorm norm_;
  EventWatch watch_;
  Solution solution_;
  Segment last_;
  bool keeps_last_ = false;

  bool ended_ = false;
  bool must_look_ = false;     ///< into the step that was just tried, for events
  double h_ = 0;               ///< wanted by step control, without sign
  double base_ = 0;            ///< where fixed steps are counted from
  std::int64_t count_ = 0;     ///< fixed steps since base_
  std::size_t next_time_ = 0;  ///< in Output::times
  /// Times at which the rate jumps; several that rounding hardly tells apart are one.
  struct Break {
    double first = 0, last = 0;
  };
  std::vector<Break> breaks_;  ///< inside the run, in its order
  std::size_t next_break_ = 0;
  int suspicions_ = 0, acquittals_ = 0;  ///< of stiffness: steps held down by stability, and steps since that were not
  double suspect_from_ = 0;              ///< where the first of the suspicions was
  double suspect_step_ = 0;              ///< how large that step was
  // The end of the step being committed.
  double t_end_ = 0;
  bool cut_ = false;  ///< by the events in roots_: it ends in x_cut_, and the run goes on from x_after_
  const Event* stopped_by_ = nullptr;  ///< the event that ends the run there, if one does
  std::vector<double> x_cut_, x_after_, x_scratch_;
  std::vector<Found> roots_;
  struct Recurrence {
    double t = 0;
    int count = 0;
  };
  std::vector<int> hits_of_;             ///< each event
  std::vector<Recurrence> recurrences_;  ///< for each event, how often its jumps came too close together to tell apart
  std::vector<Recurrence> crowds_;       ///< for each event, how many jumps there were since t
};

}  // namespace polhode::ode
