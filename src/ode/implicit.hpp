#pragma once
// What methods share whose stages are found by Newton's iteration.

#include "ode/engine.hpp"
#include "ode/jacobian.hpp"
#include "ode/newton.hpp"

namespace polhode::ode {

/// The order of things in an implicit step: a Jacobian that may be some steps old, a factorisation that may be as old
/// as the step size, the iteration, and if that fails with an old Jacobian another one with a new. With fixed steps
/// there is no smaller step to fall back on: what a frozen Jacobian does not solve is solved by full Newton iteration.
/// The equations are then solved to rounding, and what rounding takes from the sum x + u is carried on to the next
/// step, so that methods that conserve something keep it over millions of steps.
///
/// Source   [Hairer & Wanner 1996] IV.8.
class ImplicitEngine : public Engine {
 public:
  void restart(double t, VecIn x) override;
  bool attempt(double t1) final;
  void accept() override;
  double after_accepted(double h, double error) override;
  double after_rejected(double h, double error) override;

 protected:
  ImplicitEngine(const Method& method, const Problem& problem, const Options& options, Trail& trail, int stages,
                 int dense_terms);

  /// Makes and factors the matrices for jacobian_ and h_; false if one is singular.
  virtual bool factor() = 0;
  /// How the equations are solved: with the matrices as they are, or with new ones at every iterate, from the guess or
  /// from the start of the step.
  enum class Way { frozen, full, full_from_start };
  /// Finds the stages and sets u1_.
  virtual Convergence::Verdict find_stages(Way way) = 0;
  /// The Jacobian at u in the chart at x, and its count.
  void renew_jacobian(double t, const double* u) {
    jacobian_.compute_at(t, x_, u, h_);
    ++work_.jacobians;
  }

  /// After an increment of this size, as norm_ measures it.
  Convergence::Verdict judge(double size) {
    ++work_.iterations;
    return newton_.judge(size);
  }
  std::size_t known_stages() const override { return k_.size() / nv_; }
  bool was_rejected() const { return rejected_; }

  const ErrorNorm norm_;
  Jacobian jacobian_;
  Convergence newton_;
  const bool to_rounding_;  ///< the steps are fixed

 private:
  bool prepare();
  bool find_fully();
  void land();

  bool has_jacobian_ = false, jacobian_is_here_ = false;
  bool failed_ = false, rejected_ = false;
  double factored_for_ = 0;                ///< step size; 0: not at all
  std::vector<double> carry_, new_carry_;  ///< what x lacks, of vector blocks
};

/// κ of a Newton iteration under step control: a hundredth of what is allowed, but nothing below rounding.
double newton_tolerance(const Options& options);

}  // namespace polhode::ode
