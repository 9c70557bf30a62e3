// A certificate must tell the truth about errors that are known by other means.

#include <gtest/gtest.h>

#include <cmath>

#include <polhode/polhode.hpp>
#include <polhode/sim/certify.hpp>

namespace polhode {
namespace {

struct Tumbling {
  FreeBodies bodies{{FreeBody{.name = "b", .mass = {1, Vec3::Zero(), Mat3(Vec3(1, 2, 3).asDiagonal())}}}};
  std::vector<double> x0;
  System system;
  Tumbling() : x0(start()), system(FreeBodySystem(bodies)) {}
  std::vector<double> start() const {
    const FreeBodyState state{.w_WB_B = {0.3, 2, -0.4}};
    return bodies.coordinates({&state, 1});
  }
};

TEST(Certify, TheErrorLiesInABandThatIsNotMuchWider) {
  const Tumbling tumbling;
  for (double tolerance : {1e-5, 1e-7, 1e-9}) {
    const SimulateOptions asked{.t_end = 40, .method = method::dopri5, .tolerance = tolerance};
    const Certificate certificate = certify(tumbling.system, tumbling.x0, {.run = asked});
    ASSERT_EQ(certificate.checks.size(), 2u);
    EXPECT_NE(certificate.checks[0].method, certificate.checks[1].method);
    // Another method again, far more exact than the run: the truth as far as its error goes.
    SimulateOptions exact = asked;
    exact.method = method::verner8;
    exact.tolerance = 1e-14;
    exact.sample = asked.t_end / 200;
    const Recording truth = simulate(tumbling.system, tumbling.x0, exact);
    for (const ChannelTrust& channel : certificate.channels) {
      if (channel.name != "b.angular_velocity_body") continue;
      const auto mine = certificate.run.series(channel.name), true_values = truth.series(channel.name);
      double largest = 0;
      for (std::size_t i = 0; i < certificate.times.size(); ++i) {
        const Vec3 error(mine[3 * i] - true_values[3 * i], mine[3 * i + 1] - true_values[3 * i + 1],
                         mine[3 * i + 2] - true_values[3 * i + 2]);
        EXPECT_LE(error.norm(), channel.band[i]) << tolerance << " at " << certificate.times[i];
        largest = std::max(largest, error.norm());
      }
      EXPECT_LE(channel.band.back(), 30 * largest) << tolerance;
    }
    EXPECT_TRUE(certificate.honoured) << certificate.worst << " of " << certificate.allowed;
    EXPECT_EQ(certificate.horizon, 40.0);
    EXPECT_LT(std::fabs(certificate.lyapunov), 0.1);  // a regular motion: distances grow as t
  }
}

TEST(Certify, SaysUntilWhenACoarseRunCanBeTrusted) {
  const Tumbling tumbling;
  const SimulateOptions coarse{.t_end = 200, .method = method::rk4, .step = 0.2};
  const Certificate certificate = certify(tumbling.system, tumbling.x0, {.run = coarse});
  EXPECT_LT(certificate.horizon, 200);
  EXPECT_GT(certificate.horizon, 0);
  EXPECT_EQ(certificate.allowed, 0) << "no tolerance was asked for";
}

}  // namespace
}  // namespace polhode
