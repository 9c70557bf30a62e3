#include <boost/numeric/odeint.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>

#include "work_precision_spring_pair.hpp"

namespace polhode::bench {

template <class P>
Outcome run_rosenbrock4(double tolerance, double absolute) {
  namespace odeint = boost::numeric::odeint;
  using State = boost::numeric::ublas::vector<double>;
  using Matrix = boost::numeric::ublas::matrix<double>;
  State y(P::size);
  std::copy(P::start.begin(), P::start.end(), y.begin());
  long evaluations = 0;
  const auto rate = [&evaluations](const State& x, State& out, double) {
    ++evaluations;
    P::rate(&x[0], &out[0]);
  };
  const auto jacobian = [](const State& x, Matrix& J, const double&, State& in_time) {
    std::array<double, P::size * P::size> by_columns;
    P::jacobian(&x[0], by_columns.data());
    for (std::size_t j = 0; j < P::size; ++j)
      for (std::size_t i = 0; i < P::size; ++i) J(i, j) = by_columns[j * P::size + i];
    std::fill(in_time.begin(), in_time.end(), 0.0);
  };
  odeint::integrate_adaptive(odeint::make_controlled<odeint::rosenbrock4<double>>(absolute * tolerance, tolerance),
                             std::make_pair(rate, jacobian), y, 0.0, P::t1, 1e-4);
  return {P::error(&y[0]), evaluations};
}

template Outcome run_rosenbrock4<SpringPair>(double, double);
template Outcome run_rosenbrock4<VanDerPol>(double, double);

}  // namespace polhode::bench
