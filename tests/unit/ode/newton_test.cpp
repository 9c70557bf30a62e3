#include "ode/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace polhode::ode {
namespace {

using Verdict = Convergence::Verdict;

/// Increments size, size θ, size θ² … until a verdict; what the increments to come would still add.
struct Series {
  Verdict verdict = Verdict::go_on;
  double left = 0;
  int count = 0;
  Series(Convergence& convergence, double size, double ratio) {
    convergence.start();
    for (; verdict == Verdict::go_on; size *= ratio, ++count) {
      verdict = convergence.judge(size);
      left = size * ratio / (1 - ratio);
    }
  }
};

TEST(Convergence, EndsWhenWhatIsLeftIsBelowTheTolerance) {
  for (double ratio : {0.5, 0.1, 0.01}) {
    Convergence convergence(0.02);
    const Series run(convergence, 1, ratio);
    EXPECT_EQ(run.verdict, Verdict::done);
    EXPECT_LE(run.left, 0.02 * (1 + 1e-12));
    // The second increment is the first that has a ratio.
    if (run.count > 2) {
      EXPECT_GT(run.left, 0.02 * ratio) << "one increment too many";
    }
    EXPECT_NEAR(convergence.ratio(), ratio, 1e-12);
  }
}

TEST(Convergence, GivesUpWhatWouldNotGetThereAndWhatGrows) {
  Convergence slow(0.02), growing(0.02), not_finite(0.02);
  const Series run(slow, 100, 0.8);  // 100 · 0.8¹⁰ · 4 is far above
  EXPECT_EQ(run.verdict, Verdict::failed);
  EXPECT_EQ(run.count, 2) << "known from the first ratio";
  EXPECT_EQ(Series(growing, 1, 1.5).verdict, Verdict::failed);
  not_finite.start();
  EXPECT_EQ(not_finite.judge(std::numeric_limits<double>::quiet_NaN()), Verdict::failed);
}

TEST(Convergence, ARatioOfThePastMayEndAnIterationAtItsFirstIncrement) {
  Convergence convergence(0.02);
  Series(convergence, 1, 1e-3);
  const Series next(convergence, 0.05, 1e-3);
  EXPECT_EQ(next.count, 1);
  convergence.forget();
  const Series forgotten(convergence, 0.05, 1e-3);
  EXPECT_EQ(forgotten.count, 2);
}

TEST(Convergence, ToRoundingGoesOnUntilIncrementsNoLongerShrinkOrNoLongerCount) {
  Convergence convergence(0);
  EXPECT_LE(Series(convergence, 1e12, 0.1).left, 2e-5);
  convergence.start();
  for (double size : {1e6, 1e4, 1e2, 3.0}) EXPECT_EQ(convergence.judge(size), Verdict::go_on) << size;
  EXPECT_EQ(convergence.judge(4.0), Verdict::done) << "rounding";
  convergence.start();
  for (double size : {1e14, 2e14, 4e14}) EXPECT_EQ(convergence.judge(size), Verdict::go_on);
  EXPECT_EQ(convergence.judge(8e14), Verdict::failed);
  convergence.start();
  EXPECT_EQ(convergence.judge(0), Verdict::done);
}

}  // namespace
}  // namespace polhode::ode
