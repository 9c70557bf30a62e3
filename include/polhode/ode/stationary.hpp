#pragma once
// Paths between given ends along which an integral is stationary.

#include <functional>
#include <string>
#include <vector>

#include <polhode/math/vector.hpp>

namespace polhode::ode {

/// L(t, q, v) at x = (q, v), followed by its slopes by x and its second slopes by rows of their upper triangle. What it
/// cannot say is nan.
using PathDensity = std::function<void(double t, VecIn x, VecOut values)>;
/// How many numbers that are.
constexpr std::size_t density_size(std::size_t n) { return 1 + 2 * n + n * (2 * n + 1); }

struct PathEnd {
  double t = 0;
  std::vector<double> q;
  std::vector<char> free = {};  ///< coordinates that may end anywhere: there L_v = 0; empty: none of them
};

/// ∫ L(t, q, q') dt from one end to the other, which is later.
struct PathProblem {
  PathDensity density;
  PathEnd from, to;
  /// Where to look; none: along the straight line. Values at the ends count where these are free.
  std::function<void(double t, VecOut q)> guess = {};
};

struct PathOptions {
  double tolerance = 1e-10;  ///< of the integral, beside that of |L|, and of each coordinate, beside its largest value
  int most_elements = 2000;
  std::function<bool()> go_on = {};  ///< false ends the search
};

/// Time as a function of a parameter s from 0 to 1, which goes as a power of s, or of 1 − s, where the integrand is
/// infinite at an end:
///
///   t = t0 + (t1 − t0) φ,   φ = s, s^k, 1 − (1 − s)^l or s^k/(s^k + (1 − s)^l)             theory/action.md (7)
struct PathClock {
  double t0 = 0, t1 = 1;
  double start_power = 1, end_power = 1;

  bool is_even() const { return start_power == 1 && end_power == 1; }
  double t(double s) const;
  /// dt/ds.
  double rate(double s) const;
  double s(double t) const;
};

/// q = from + sign·z^power: what stands for a coordinate where the integrand is infinite at its end.
struct PathMap {
  double from = 0, sign = 1, power = 1;
};

/// A path by polynomials z(s) between breaks, through its values at Lobatto's points of each piece.
struct PathCurve {
  PathClock clock;
  std::vector<PathMap> maps;  ///< from z to q; empty: they are the same
  std::size_t n = 0;
  int degree = 0;
  std::vector<double> breaks;  ///< of s
  std::vector<double> nodes;   ///< n numbers for each; pieces share their ends

  std::size_t pieces() const { return breaks.size() - 1; }
  double* node(std::size_t piece, int i) {
    return nodes.data() + (piece * static_cast<std::size_t>(degree) + static_cast<std::size_t>(i)) * n;
  }
  const double* node(std::size_t piece, int i) const { return const_cast<PathCurve*>(this)->node(piece, i); }
  /// q and q' at t between the ends; q' is nan where the clock stands still.
  void at(double t, VecOut q, VecOut v) const;
  /// z and dz/dξ in a piece, at ξ from −1 to 1.
  void in_piece(std::size_t piece, double xi, VecOut z, VecOut slope) const;
};

enum class PathEnding {
  found,
  infinite,   ///< the integrand grows so fast at an end that no path has a finite integral
  no_value,   ///< the integrand has none along the guess
  not_found,  ///< Newton's method came to no end
  too_fine,   ///< more elements are needed than are allowed
  interrupted
};

/// What sort of stationary value it is, to the second order.
enum class Stationarity {
  least,  ///< among neighbours
  greatest,
  saddle,     ///< some neighbours are below, some above: the index counts the former
  conjugate,  ///< the ends are conjugate: some neighbours are as good to the second order
  unsettled   ///< Legendre's condition is not met, or the index took too many pieces
};

struct StationaryPath {
  PathEnding ending = PathEnding::not_found;
  PathCurve curve;
  double value = 0;                 ///< of the integral
  double size = 0;                  ///< ∫|L|
  double value_error = 0;           ///< estimated
  std::vector<double> path_errors;  ///< estimated, of each coordinate
  bool accurate = false;            ///< both are within the tolerance
  int newton_steps = 0;
  double nowhere = 0;  ///< where the integrand has no value, if that is why it ended

  Stationarity kind = Stationarity::unsettled;
  int sign = 0;    ///< of L_vv: 1 positive, −1 negative, 0 neither along the whole path
  int index = -1;  ///< Morse's: independent variations that lower the integral (raise it, if sign is −1)
  std::vector<double> conjugate;  ///< points conjugate to the start, before the end; as often as they count
};

/// The stationary path near the guess: polynomials of degree 12 and 16 on pieces that are halved until both agree.
///
///   ∂S/∂q_k = 0,   S = Σ W L(t, q(t), q'(t)) over Gauss's points                           theory/action.md (3)
///
/// Newton's method with the exact second slopes; steps are shortened until the next one would be smaller. Where it does
/// not arrive, the integrand is changed little by little from one that is stationary at the guess. Same bits
/// everywhere.
///
/// Source   [Marsden & West 2001] section 1.3 and [Hairer, Lubich & Wanner 2006] VI.6 for the discrete action;
///          [Deuflhard 2011] section 3.3 for the damping; [Gelfand & Fomin 1963] chapter 5 for the second variation.
/// Proof    tests/truth/action_test.cpp
StationaryPath stationary_path(const PathProblem& problem, const PathOptions& options = {});

/// What came of an integral along a path that is given.
enum class IntegralEnding {
  finite,
  infinite,   ///< beside some place it grows without end, however near one comes to that place
  unsettled,  ///< its parts did not settle, and what they leave out cannot be bounded
  no_value,   ///< the integrand has none at some place
  interrupted
};

struct PathIntegral {
  IntegralEnding ending = IntegralEnding::finite;
  double value = 0, size = 0;  ///< ∫L, ∫|L|; nan where the integral is not finite
  double error = 0;            ///< of the value
  double place = 0;            ///< where it is infinite, unsettled or without value
};

/// ∫ L dt along a path that has q and v at each t. Parts are halved until Gauss's rules with 10 and 16 points agree to
/// rounding. Around a place where they never do, |L| dt over shells that halve their distance from it goes as r^k:
///
///   r < 1: what the last part I may lack is at most I (2r − 1)/(1 − r);   r ≥ 1: the integral is infinite
///   theory/action.md (9)
///
/// Source   [Piessens et al. 1983] section 2.2.4 for halving what is worst; the shells are a ratio test of the sum.
/// Proof    tests/truth/path_integral_test.cpp
PathIntegral integral_along(const PathDensity& density, std::size_t n, const PathClock& clock,
                            const std::function<void(double t, VecOut q, VecOut v)>& path,
                            const std::function<bool()>& go_on = {});

}  // namespace polhode::ode
