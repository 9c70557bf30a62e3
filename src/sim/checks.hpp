#pragma once
// The runs that a certificate is made of: which methods judge, and in which order they are tried.

#include <array>

#include <polhode/sim/certify.hpp>

#include "sim/promise.hpp"

namespace polhode {

/// Progress over several runs as one figure, and whether one of them was called off.
class Stages {
 public:
  Stages(std::function<bool(double)> progress, int count) : progress_(std::move(progress)), count_(count) {}
  /// The progress function of one run, the `stage`-th of all.
  std::function<bool(double)> of(int stage);
  bool cancelled() const { return cancelled_; }

 private:
  std::function<bool(double)> progress_;
  int count_;
  bool cancelled_ = false;
};

/// A check with everything it recorded.
struct CheckRun {
  Check check;
  SimulateOptions options;
  Recording recording;
};

/// Whether the motion is stiff, so that explicit methods take too long: the run, whose steps these are, was held down
/// by stability in a good part of them, or an explicit method at a loose tolerance is, or cannot get through with many
/// times its steps.
bool is_stiff_motion(const System& system, VecIn x0, const SimulateOptions& asked, const Recording& run,
                     const Stretches& steps, Stages& stages);

/// Makes checks, one after the other: each by a method of a family that is neither the run's nor that of a check before
/// it, as long as there are such, and that the problem has enough for.
class Checks {
 public:
  /// States at `times`, samples of the run.
  Checks(const System& system, VecIn x0, const SimulateOptions& asked, const Recording& run,
         std::span<const double> times, bool stiff);

  /// Tries methods until one of them comes to the end of the run; false if there are no more, or it was called off.
  bool make_one(Stages& stages, int stage);
  /// Puts those first that came farthest, otherwise as they were made, and marks `count` of them as used if they came
  /// anywhere; what was made.
  std::vector<CheckRun>& choose(std::size_t count);

 private:
  /// A check by the method of that name.
  struct Candidate {
    std::string_view name;
    double tolerance;
  };
  static const std::array<Candidate, 6> smooth, for_stiff;
  /// One of each family, then the others, those of the run's own family last, its own method never.
  std::vector<Candidate> in_order(bool stiff) const;
  SimulateOptions options_of(const Candidate& candidate) const;
  /// How many of the times a recording has, in order.
  std::size_t reached(const Recording& recording) const;

  const System& system_;
  VecIn x0_;
  const SimulateOptions& asked_;
  const Recording& run_;
  std::span<const double> times_;
  std::vector<Candidate> order_;
  std::size_t next_ = 0;
  std::vector<CheckRun> made_;
};

}  // namespace polhode
