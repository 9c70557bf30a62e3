#include <polhode/sim/modes.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <polhode/base/error.hpp>
#include <polhode/sim/coordinates.hpp>

#include "sim/linearised.hpp"

namespace polhode {
namespace {

constexpr double rounding = 1e-8;        // of a shape: what is smaller is nothing
constexpr double same_frequency = 1e-7;  // of |λ|: two that differ by less are one

/// The column by its largest coordinate among those that are shown.
std::vector<std::complex<double>> normalised(const Spectrum& spectrum, std::size_t column,
                                             const std::vector<std::size_t>& shown) {
  std::vector<std::complex<double>> shape;
  double largest = 0;
  for (std::size_t i : shown) {
    shape.push_back(spectrum.vectors(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(column)));
    largest = std::max(largest, size_of(shape.back()));
  }
  // The first of those that are as large as any, so that rounding does not choose.
  const auto by = std::find_if(shape.begin(), shape.end(),
                               [largest](std::complex<double> one) { return size_of(one) >= (1 - 1e-6) * largest; });
  if (!(largest > 0) || by == shape.end()) return shape;
  const std::complex<double> unit = *by;
  for (std::complex<double>& one : shape) {
    one /= unit;
    if (std::fabs(one.imag()) < rounding) one = one.real();
    if (std::fabs(one.real()) < rounding) one = {0, one.imag()};
  }
  return shape;
}

Mode mode_of(const Spectrum& spectrum, std::size_t column, const std::vector<std::size_t>& shown) {
  const std::complex<double> value = spectrum.values[column];
  const double zero = eigenvalue_zero * spectrum.largest;
  Mode mode{.eigenvalue = value};
  if (std::fabs(value.real()) <= 1e-3 * zero) mode.eigenvalue = {0, value.imag()};
  mode.frequency = std::fabs(value.imag());
  mode.damping_ratio = mode.eigenvalue.real() == 0 ? 0 : -value.real() / size_of(value);
  mode.shape = normalised(spectrum, column, shown);
  mode.real_shape =
      std::all_of(mode.shape.begin(), mode.shape.end(), [](std::complex<double> one) { return one.imag() == 0; });
  return mode;
}

bool comes_before(const Mode& a, const Mode& b) {
  const double size = std::max(size_of(a.eigenvalue), size_of(b.eigenvalue));
  if (std::fabs(a.frequency - b.frequency) > same_frequency * size) return a.frequency < b.frequency;
  return a.eigenvalue.real() < b.eigenvalue.real();
}

/// Whether the columns of these are so nearly the same that there is one shape for two eigenvalues.
bool is_defective(const Spectrum& spectrum) {
  for (std::size_t a = 0; a < spectrum.values.size(); ++a)
    for (std::size_t b = a + 1; b < spectrum.values.size(); ++b) {
      if (size_of(spectrum.values[a] - spectrum.values[b]) > eigenvalue_zero * spectrum.largest) continue;
      const auto column = [&spectrum](std::size_t k) { return spectrum.vectors.col(static_cast<Eigen::Index>(k)); };
      const double along = size_of(column(a).dot(column(b)));
      if (along > (1 - 1e-6) * column(a).norm() * column(b).norm()) return true;
    }
  return false;
}

}  // namespace

Modes modes(const System& system, double t, VecIn x) {
  if (const std::string why = why_not_flat(system); !why.empty()) usage_error("a system of plain numbers", why);
  Linearised near(system);
  if (!near.compute(t, x))
    usage_error("a state at which the rate and its slopes are finite", "one at which they are not");
  const Eigen::MatrixXd directions = near.free_directions();
  Spectrum spectrum = spectrum_of(near.among(directions));
  if (near.held() > 0) spectrum.vectors = directions.cast<std::complex<double>>() * spectrum.vectors;
  Modes result;
  result.shown = places_among(system, coordinates_of(system, t, x), t, x);
  if (result.shown.empty()) {
    result.shown.resize(x.size());
    std::iota(result.shown.begin(), result.shown.end(), std::size_t{0});
  }
  const double zero = eigenvalue_zero * spectrum.largest;
  for (std::size_t k = 0; k < spectrum.values.size(); ++k) {
    if (size_of(spectrum.values[k]) <= zero)
      ++result.zero_modes;
    else if (spectrum.values[k].imag() >= 0)
      result.all.push_back(mode_of(spectrum, k, result.shown));
  }
  result.defective = is_defective(spectrum);
  std::stable_sort(result.all.begin(), result.all.end(), comes_before);
  for (Mode& mode : result.all)
    mode.alike = static_cast<int>(std::count_if(result.all.begin(), result.all.end(), [&mode](const Mode& other) {
      return size_of(mode.eigenvalue - other.eigenvalue) <= same_frequency * size_of(mode.eigenvalue);
    }));
  return result;
}

}  // namespace polhode
