#pragma once
// How the peers solve a problem of work_precision_problems.hpp: SUNDIALS' CVODE and Boost's odeint.

#include <boost/numeric/odeint.hpp>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "work_precision_problems.hpp"

namespace polhode::bench {

/// How much of the tolerance each coordinate may use absolutely.
template <class P>
double scale_of([[maybe_unused]] std::size_t i) {
  if constexpr (requires { P::scale; }) return P::scale[i];
  return 1;
}

/// CVODE for one tolerance, made once; a run starts it anew.
template <class P, int method>
class Cvode {
 public:
  explicit Cvode(double tolerance) {
    SUNContext_Create(nullptr, &context_);
    y_ = N_VNew_Serial(P::size, context_);
    absolute_ = N_VNew_Serial(P::size, context_);
    for (std::size_t i = 0; i < P::size; ++i) N_VGetArrayPointer(absolute_)[i] = tolerance * scale_of<P>(i);
    put_start();
    memory_ = CVodeCreate(method, context_);
    CVodeInit(memory_, &Cvode::rate, 0, y_);
    CVodeSetUserData(memory_, this);
    CVodeSVtolerances(memory_, tolerance, absolute_);
    CVodeSetMaxNumSteps(memory_, 10'000'000);
    CVodeSetMaxHnilWarns(memory_, -1);
    CVodeSetErrFile(memory_, nullptr);
    if constexpr (method == CV_ADAMS) {
      nonlinear_ = SUNNonlinSol_FixedPoint(y_, 0, context_);
      CVodeSetNonlinearSolver(memory_, nonlinear_);
    } else {
      matrix_ = SUNDenseMatrix(P::size, P::size, context_);
      linear_ = SUNLinSol_Dense(y_, matrix_, context_);
      CVodeSetLinearSolver(memory_, linear_, matrix_);
      CVodeSetJacFn(memory_, &Cvode::jacobian);
    }
  }
  Cvode(const Cvode&) = delete;
  Cvode& operator=(const Cvode&) = delete;
  ~Cvode() {
    CVodeFree(&memory_);
    if (nonlinear_ != nullptr) SUNNonlinSolFree(nonlinear_);
    if (linear_ != nullptr) SUNLinSolFree(linear_), SUNMatDestroy(matrix_);
    N_VDestroy(absolute_);
    N_VDestroy(y_);
    SUNContext_Free(&context_);
  }

  Outcome run() {
    put_start();
    evaluations_ = 0;
    CVodeReInit(memory_, 0, y_);
    CVodeSetStopTime(memory_, P::t1);
    double t = 0;
    if (CVode(memory_, P::t1, y_, &t, CV_NORMAL) < 0) return {};
    return {P::error(N_VGetArrayPointer(y_)), evaluations_};
  }

 private:
  void put_start() { std::copy(P::start.begin(), P::start.end(), N_VGetArrayPointer(y_)); }
  static int rate(realtype, N_Vector y, N_Vector out, void* self) {
    ++static_cast<Cvode*>(self)->evaluations_;
    P::rate(N_VGetArrayPointer(y), N_VGetArrayPointer(out));
    return 0;
  }
  static int jacobian(realtype, N_Vector y, N_Vector, SUNMatrix J, void*, N_Vector, N_Vector, N_Vector) {
    if constexpr (method == CV_BDF) P::jacobian(N_VGetArrayPointer(y), SUNDenseMatrix_Data(J));
    return 0;
  }

  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr, absolute_ = nullptr;
  void* memory_ = nullptr;
  SUNNonlinearSolver nonlinear_ = nullptr;
  SUNLinearSolver linear_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  long evaluations_ = 0;
};

template <class P>
Outcome run_dopri5(double tolerance) {
  namespace odeint = boost::numeric::odeint;
  using State = std::array<double, P::size>;
  State y = P::start;
  long evaluations = 0;
  const auto rate = [&evaluations](const State& x, State& out, double) {
    ++evaluations;
    P::rate(x.data(), out.data());
  };
  odeint::integrate_adaptive(odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(tolerance, tolerance), rate, y,
                             0.0, P::t1, 1e-4);
  return {P::error(y.data()), evaluations};
}

/// odeint's rosenbrock4, which has one absolute tolerance for all coordinates; `absolute` is its share of the relative
/// one. Compiled apart, as C++17: the matrices that it is made for are older than C++20.
template <class P>
Outcome run_rosenbrock4(double tolerance, double absolute);

}  // namespace polhode::bench
