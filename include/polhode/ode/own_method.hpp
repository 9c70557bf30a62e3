#pragma once
// A solver of one's own, from the figures of its tableau.

#include <memory>
#include <string>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/ode/method.hpp>

namespace polhode::ode {

/// The figures of a Runge–Kutta method, as they are typed.
struct Tableau {
  std::string name;
  /// A row for each stage; what a row leaves out at its end is 0, and the empty row of the first may be left out.
  std::vector<std::vector<double>> a;
  std::vector<double> b;
  std::vector<double> c;      ///< empty: the sums of the rows
  std::vector<double> b_hat;  ///< of a second solution, to estimate the error with; empty: fixed steps only
};

/// An explicit Runge–Kutta method that owns its figures; a value, cheap to copy. Its order and that of its error
/// estimate are found from the order conditions, to 1e-10: figures with fewer than ten digits lose the order they were
/// meant to have.
///
///     Result<OwnMethod> own = OwnMethod::from({.name = "kutta3", .a = {{}, {0.5}, {-1, 2}}, .b = {1./6, 4./6, 1./6}});
///     options.method = &own->method();
///
/// Proof    tests/unit/ode/own_method_test.cpp
class OwnMethod {
 public:
  /// All that is wrong with the figures, or the method they make.
  static Result<OwnMethod> from(const Tableau& tableau);

  /// Valid as long as this object or a copy of it lives.
  const Method& method() const;

 private:
  struct Data;
  explicit OwnMethod(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// The order that a method shows on a problem with a known solution: the slope of log error over log step, from fixed
/// steps whose errors are neither coarse nor lost in rounding. For methods that need nothing but a rate and take fixed
/// steps; nan if two such steps are not found.
///
/// The problem is half a turn on a Kepler ellipse, which is nonlinear, beside y' = y cos t, which depends on time.
///
/// Proof    tests/unit/ode/own_method_test.cpp
double measured_order(const Method& method);

}  // namespace polhode::ode
