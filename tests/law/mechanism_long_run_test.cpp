// An hour of free swing: the energy of mechanisms in canonical coordinates has no trend with symplectic methods.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <polhode/formats/scene_file.hpp>
#include <polhode/scene/build.hpp>

#include "support/fixed_steps.hpp"
#include "support/long_run.hpp"
#include "support/methods_for.hpp"

namespace polhode {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();

/// Whether numbers that scatter about a line rise or fall with it: the line through their means over stretches of time,
/// so long that what one mean misses says nothing of the next.
class Trend {
 public:
  Trend(double time, int stretches) : sums_(static_cast<std::size_t>(stretches), 0.0), counts_(sums_), time_(time) {}
  void add(double t, double value) {
    const double n = static_cast<double>(sums_.size());
    const auto which = static_cast<std::size_t>(std::clamp(std::floor(t / time_ * n), 0.0, n - 1));
    sums_[which] += value, counts_[which] += 1;
  }
  /// What the line through the means rises by over the whole time, and the standard error of that.
  struct Rise {
    double value, error;
  };
  Rise rise() const {
    const auto n = static_cast<double>(sums_.size());
    double mean = 0, along = 0, across = 0, rest = 0;
    for (std::size_t i = 0; i < sums_.size(); ++i) mean += sums_[i] / counts_[i] / n;
    const auto place = [n](std::size_t i) { return (static_cast<double>(i) + 0.5) / n - 0.5; };
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      along += place(i) * place(i);
      across += place(i) * (sums_[i] / counts_[i] - mean);
    }
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      const double off = sums_[i] / counts_[i] - mean - across / along * place(i);
      rest += off * off;
    }
    return {across / along, std::sqrt(rest / ((n - 2) * along))};
  }

 private:
  std::vector<double> sums_, counts_;
  double time_;
};

/// A built-in mechanism in canonical coordinates.
BuiltScene canonical(const char* scene) {
  const std::vector<std::string> changes{"mechanism[0].state=momenta"};
  const Result<Scene> read = load_scene(scene, changes);
  EXPECT_TRUE(read.ok()) << format(read.diagnostics());
  return build(read.value()).value();
}

/// What swinging did to the energy, as parts of the largest kinetic energy.
///
/// A symplectic method keeps a nearby energy H + h^p G but for terms that no power of h has, so that what H is off by
/// is −h^p (G − G₀), a function of the state. Where the motion is chaotic, as here, its means over a minute scatter
/// about one value, each by itself; a method that is not symplectic adds to them minute by minute.
struct Swing {
  Trend::Rise rise{};
  double walk = 0;     ///< what rounding does to the energy, at random
  double largest = 0;  ///< deviation of the energy

  /// The most that a line through what has no trend rises by. Of 60 means scattered at random it is within 4 standard
  /// errors but for 2 of 10 000 cases (Student's t of 58 degrees of freedom), of 20 means but for 8; the line through a
  /// random walk rises by 1.1 of what the walk comes to, at random.
  double bound() const { return 4 * rise.error + 3 * walk; }
};

/// The square of what rounding adds to the energy in a step h to x, with the rates of x before and after it.
///
/// Sums are compensated: what a step rounds are the increments h x', each some four times by half an ulp of it. The
/// energy changes by ∂H/∂x as much, which is the rate of the momentum or coordinate that x belongs to.
///
/// The rates are those of an x that is off: by what the sum keeps, c, and by the rounding of a stage, δ_j, all of them
/// up to half an ulp of x, of the variance ulp²/12. Such a step leads from x − c − δ to its image, so that the energy
/// changes by (c + Σ b_j δ_j) times the change of ∂H/∂x within the step, and 1 + Σ b_j² ≤ 2. An ulp of a joint that has
/// turned some hundred times weighs more than all else here.
double square_of_rounding(double h, VecIn x, VecIn rate_before, VecIn rate) {
  const std::size_t n = x.size() / 2;
  double increments = 0, places = 0;
  for (std::size_t i = 0; i < n; ++i) increments += 2 * ulp * h * 2 * std::fabs(rate[i] * rate[n + i]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t conjugate = i < n ? n + i : i - n;
    const double last_digit = ulp * std::exp2(std::ilogb(x[i]));
    const double change = last_digit * (rate[conjugate] - rate_before[conjugate]);
    places += change * change / 6;
  }
  return increments * increments + places;
}

/// Swings for a time, with fixed steps h.
Swing swing(const BuiltScene& built, const ode::Method& method, double h, double time, int stretches) {
  const Mechanism& mechanism = *built.mechanism;
  ode::Problem problem = built.system.problem();
  problem.x0 = built.x0;
  const auto energy = [&](double t, VecIn x, double& kinetic) {
    const MechanismReading now = mechanism.read(t, x);
    kinetic = now.kinetic_energy;
    return now.kinetic_energy + now.potential_energy;
  };
  double kinetic = 0, most = 0, squares = 0;
  std::int64_t steps = 0, looks = 0;
  const double start = energy(0, problem.x0, kinetic);
  Trend trend(time, stretches);
  Swing result;
  std::vector<double> rate(problem.x0.size()), rate_before(problem.x0.size());
  const auto look = [&](double t, VecIn x) {
    // An odd number, so that no oscillation of the mechanism is met at the same phase again and again.
    constexpr std::int64_t between_looks = 7;
    ++steps;
    if (steps % between_looks == between_looks - 1) mechanism.rate<double>(t, x, rate_before);
    if (steps % between_looks != 0) return;
    ++looks;
    const double error = energy(t, x, kinetic) - start;
    trend.add(t, error);
    result.largest = std::max(result.largest, std::fabs(error));
    most = std::max(most, kinetic);
    mechanism.rate<double>(t, x, rate);
    squares += square_of_rounding(h, x, rate_before, rate);
  };
  run_steps(problem, method, h, std::llround(time / h), look);
  result.rise = {trend.rise().value / most, trend.rise().error / most};
  result.walk = std::sqrt(squares / static_cast<double>(looks) * static_cast<double>(steps)) / most;
  result.largest /= most;
  const std::string name(method.name);
  ::testing::Test::RecordProperty(name + "_rise_by_bound", std::to_string(result.rise.value / result.bound()));
  ::testing::Test::RecordProperty(name + "_bound_by_largest", std::to_string(result.bound() / result.largest));
  return result;
}

/// An hour, or a short piece of it in stretches that are shorter, and fewer.
struct Length {
  double time = long_run() ? 3600 : 60;
  int stretches = long_run() ? 60 : 20;
};

/// Every method that is symplectic here, and beside them two that are not.
void judge(const char* scene) {
  const BuiltScene built = canonical(scene);
  const Length length;
  const double h = 0.002;
  ode::Problem problem = built.system.problem();
  problem.x0 = built.x0;
  int tried = 0;
  for (const ode::Method& method : ode::methods_for(problem)) {
    if (!method.symplectic) continue;
    ++tried;
    const Swing of = swing(built, method, h, length.time, length.stretches);
    EXPECT_LE(std::fabs(of.rise.value), of.bound()) << method.name;
    EXPECT_LT(of.bound(), of.largest) << method.name << ": a trend as large as all that swings would pass";
  }
  EXPECT_EQ(tried, 4);  // generalised Verlet and the implicit midpoint rule, both variational, and two of Gauss
  for (const ode::Method* method : {&ode::method::rk4, &ode::method::midpoint}) {
    const Swing of = swing(built, *method, h, length.time, length.stretches);
    EXPECT_GT(std::fabs(of.rise.value), 2 * of.bound()) << method->name << ": a trend that this test does not see";
  }
}

TEST(MechanismLongRun, EnergyOfADoublePendulumOfLinksHasNoTrend) { judge("double-pendulum-links"); }

TEST(MechanismLongRun, EnergyOfAnArmOfSevenJointsHasNoTrend) { judge("seven-joint-arm"); }

}  // namespace
}  // namespace polhode
