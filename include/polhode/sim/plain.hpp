#pragma once
// The interface that the founding texts print: states of rigid bodies as plain arrays, and a solver of plain arrays.

#include <span>

#include <polhode/base/function_ref.hpp>
#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/ode/method.hpp>
#include <polhode/ode/solution.hpp>

namespace polhode::plain {

/// Puts the rate of y at time t into ydot. A function, or anything that can be called as one; it must outlive the call.
using dydt_func = FunctionRef<void(double t, double* y, double* ydot)>;

struct OdeOptions {
  polhode::ode::Method method = polhode::ode::method::dop853;
  double tolerance = 1e-12;  ///< relative and absolute, for adaptive methods
  double step = 0;           ///< > 0: fixed steps of this size
};

/// Follows y from y0 at t0 to t1, which may be earlier, and puts what it becomes into yend; `len` numbers each. yend
/// may be y0. The outcome says whether t1 was reached; if not, yend is as far as it came.
///
/// Source   founding text 004, section 1.
/// Proof    tests/unit/sim/plain_test.cpp
polhode::ode::Outcome ode(const double y0[], double yend[], int len, double t0, double t1, dydt_func dydt,
                          const OdeOptions& options = {});

/// Rigid bodies, and particles, whose states are one plain array, one after another: of each body 18 numbers x, R row
/// by row, P, L (StateForm::matrix_momentum), 13 numbers x, q as w, x, y, z, P, L (quaternion_momentum), or 18 numbers
/// c, v, R, ω (matrix_velocity); of each particle 6 numbers x, v. The object itself is a dydt_func.
///
///   plain::Bodies bodies({body}, StateForm::matrix_momentum);
///   std::vector<double> y(bodies.size());
///   bodies.State_to_Array({&state, 1}, y.data());
///   plain::ode(y.data(), y.data(), bodies.size(), 0, 10, bodies);
///   bodies.Array_to_State(y.data(), {&state, 1});
///
/// Source   founding text 004, sections 2.9 and 4; the names are its.
/// Proof    tests/unit/sim/plain_test.cpp
class Bodies {
 public:
  /// The bodies' own forms give way to `form`; bodies with a pivot, and StateForm::rotation, are a UsageError.
  Bodies(std::vector<FreeBody> bodies, StateForm form, std::vector<PairLoad> pairs = {});

  /// How many numbers all bodies have: `len` of ode().
  int size() const { return size_; }
  const FreeBodies& bodies() const { return bodies_; }
  void State_to_Array(std::span<const FreeBodyState> states, double y[]) const;  // NOLINT: a name of the text
  /// Attitudes are read off the nearest rotation, or the quaternion of length 1.
  void Array_to_State(const double y[], std::span<FreeBodyState> states) const;  // NOLINT: a name of the text
  void operator()(double t, const double y[], double ydot[]) const;

 private:
  FreeBodies bodies_;
  int size_;
};

}  // namespace polhode::plain
