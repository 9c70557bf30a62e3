// Forces are linear in masses, and masses come back from forces.

#include <polhode/dynamics/tree/regressor.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <polhode/dynamics/tree/identify.hpp>

#include "support/random_trees.hpp"
#include "support/validation.hpp"
#include "unit/ode/counting_new.hpp"

namespace polhode {
namespace {

using namespace random_trees;
using Numbers = std::vector<double>;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr RegressorColumns all_columns{.damping = true, .friction = true, .rotors = true};

/// Forces with what resists the joints, written out from the links.
Numbers forces(const Tree& tree, VecIn q, VecIn v, VecIn a, bool resistance, const Surroundings<double>& around = {}) {
  Numbers tau(v.size());
  RneaWorkspace work;
  rnea<double>(tree, q, v, a, work, tau, around);
  if (!resistance) return tau;
  for (std::size_t i = 0; i < tree.links().size(); ++i) {
    const JointResistance& of = tree.links()[i].resistance;
    for (int k = 0; k < nv(tree.links()[i].joint); ++k) {
      const std::size_t at = static_cast<std::size_t>(tree.v0(static_cast<int>(i)) + k);
      tau[at] += of.damping * v[at] + of.friction * (v[at] > 0 ? 1 : -1) + of.reflected_inertia() * a[at];
    }
  }
  return tau;
}

/// Arms and creatures that identification is for: a chain of turns and slides, the last of it branching.
Tree arm(Generator& random, bool floating) {
  std::vector<Link> links;
  for (int i = 0; i < 6; ++i) {
    Link link{.name = "link" + std::to_string(i), .joint_name = "joint" + std::to_string(i)};
    link.parent = i == 5 ? 3 : i - 1;
    link.joint = random_joint(random, i == 2 ? 3 : 1);
    if (i == 0 && floating) link.joint = joint::Free{};
    link.X_PF = {Rotation::exp(random_vector(random, 2)), random_vector(random, 0.5)};
    link.mass = random_mass(random);
    link.resistance = {.damping = 0.4, .friction = 0.6, .rotor_inertia = 0.001, .gear = 20};
    links.push_back(link);
  }
  return {"arm", links};
}

Samples measured(Generator& random, const Tree& tree, int count, bool resistance, double noise = 0) {
  std::normal_distribution<double> normal;
  Samples samples;
  for (int i = 0; i < count; ++i) {
    const Numbers q = random_coordinates(random, tree);
    const Numbers v = random_numbers(random, tree.nv(), 2), a = random_numbers(random, tree.nv(), 4);
    Numbers tau = forces(tree, q, v, a, resistance);
    for (double& one : tau) one += noise * normal(random);
    samples.q.insert(samples.q.end(), q.begin(), q.end());
    samples.v.insert(samples.v.end(), v.begin(), v.end());
    samples.a.insert(samples.a.end(), a.begin(), a.end());
    samples.tau.insert(samples.tau.end(), tau.begin(), tau.end());
  }
  return samples;
}

/// The same mechanism as somebody guessed it: other masses, nothing known of resistance.
Tree guessed(Generator& random, const Tree& tree) {
  std::vector<Link> links = tree.links();
  for (Link& link : links) {
    link.mass = random_mass(random);
    link.resistance = {.gear = link.resistance.gear};
  }
  return {tree.name(), links};
}

Numbers times(const Numbers& Y, const Numbers& pi, int nv) {
  Numbers tau(static_cast<std::size_t>(nv));
  for (std::size_t r = 0; r < tau.size(); ++r)
    for (std::size_t c = 0; c < pi.size(); ++c) tau[r] += Y[r * pi.size() + c] * pi[c];
  return tau;
}

double largest(const Numbers& numbers) {
  double most = 0;
  for (const double one : numbers) most = std::max(most, std::fabs(one));
  return most;
}

TEST(TreeRegressor, TimesTheParametersGivesTheForces) {
  Generator random(1986);
  double worst = 0;
  for (int i = 0; i < 400; ++i) {
    const Tree tree = random_tree(random);
    if (tree.nv() == 0) continue;
    const Numbers q = random_coordinates(random, tree);
    const Numbers v = random_numbers(random, tree.nv(), 3), a = random_numbers(random, tree.nv(), 5);
    const Surroundings<double> around = random_surroundings(random);
    const Numbers pi = parameter_values(tree, all_columns);
    ASSERT_EQ(pi.size(), regressor_parameters(tree, all_columns).size());
    Numbers Y(v.size() * pi.size(), std::numeric_limits<double>::quiet_NaN());
    RegressorWorkspace work;
    regressor(tree, q, v, a, work, Y, all_columns, around);
    ASSERT_TRUE(all_finite(Y));
    const Numbers tau = forces(tree, q, v, a, true, around), product = times(Y, pi, tree.nv());
    for (std::size_t k = 0; k < tau.size(); ++k)
      worst = std::max(worst, std::fabs(tau[k] - product[k]) / (epsilon * largest(tau)));
  }
  // A dozen roundings in each of up to nine links with ten terms, not all of one sign.
  expect_error_within(100, worst, "Y π of 400 random mechanisms [ε · largest force]", "rnea");
}

TEST(TreeRegressor, AllocatesNothingAfterTheFirstCall) {
  Generator random(3);
  const Tree tree = arm(random, true);
  const Numbers q = random_coordinates(random, tree), v = random_numbers(random, tree.nv(), 3);
  Numbers Y(v.size() * static_cast<std::size_t>(parameter_count(tree, all_columns)));
  RegressorWorkspace work;
  regressor(tree, q, v, v, work, Y, all_columns);
  const long before = allocations();
  for (int i = 0; i < 10; ++i) regressor(tree, q, v, v, work, Y, all_columns);
  EXPECT_EQ(allocations(), before);
}

class Identify : public testing::TestWithParam<bool> {};

TEST_P(Identify, PredictsForcesOfFreshMotionsFromExactSamples) {
  Generator random(GetParam() ? 11 : 12);
  double worst = 0, worst_base = 0;
  for (int i = 0; i < 5; ++i) {
    const Tree truth = arm(random, GetParam());
    const Tree guess = guessed(random, truth);
    const auto found = identify(guess, measured(random, truth, 60, true), {.columns = all_columns});
    ASSERT_TRUE(found.ok()) << format(found.diagnostics());
    EXPECT_EQ(static_cast<int>(found->base.size()), found->combinations);
    const Numbers pi = parameter_values(truth, all_columns);
    for (const BaseParameter& one : found->base) {
      double sum = 0, size = 0;
      for (std::size_t k = 0; k < pi.size(); ++k) {
        sum += one.coefficients[k] * pi[k];
        size += std::fabs(one.coefficients[k] * pi[k]);
      }
      worst_base = std::max(worst_base, std::fabs(one.value - sum) / (1 + size));
    }
    RegressorWorkspace work;
    for (int k = 0; k < 20; ++k) {
      const Numbers q = random_coordinates(random, truth);
      const Numbers v = random_numbers(random, truth.nv(), 2), a = random_numbers(random, truth.nv(), 4);
      const Numbers tau = forces(truth, q, v, a, true);
      Numbers Y(v.size() * pi.size());
      regressor(truth, q, v, a, work, Y, all_columns);
      const Numbers predicted = times(Y, found->values, truth.nv());
      for (std::size_t c = 0; c < tau.size(); ++c)
        worst = std::max(worst, std::fabs(tau[c] - predicted[c]) / largest(tau));
    }
  }
  // Forces to ε, through equations of condition below 10⁴ in scaled columns: 10⁻¹¹ with room for sums.
  const std::string what = GetParam() ? "floating arm" : "arm";
  expect_error_within(1e-9, worst, "forces of fresh motions after identification, " + what + " [largest force]",
                      "rnea");
  expect_error_within(1e-9, worst_base, "base parameters, " + what + " [their size]", "the mechanism itself");
}

TEST_P(Identify, DeviationsCoverTheErrorsThatNoiseMakes) {
  Generator random(GetParam() ? 21 : 22);
  const Tree truth = arm(random, GetParam()), guess = guessed(random, truth);
  const double noise = 0.05;
  const auto found = identify(guess, measured(random, truth, 400, true, noise), {.columns = all_columns});
  ASSERT_TRUE(found.ok());
  const Numbers pi = parameter_values(truth, all_columns);
  double sum_of_squares = 0, most = 0;
  for (const BaseParameter& one : found->base) {
    double sum = 0;
    for (std::size_t k = 0; k < pi.size(); ++k) sum += one.coefficients[k] * pi[k];
    const double in_deviations = (one.value - sum) / one.deviation;
    sum_of_squares += in_deviations * in_deviations;
    most = std::max(most, std::fabs(in_deviations));
  }
  // Errors of about fifty base parameters, each normal with deviation one: none is beyond five, and the mean of their
  // squares, were they independent, is within 1 ± 5 √(2/50); they are correlated, so that twice that is allowed.
  EXPECT_LE(most, 5);
  const double mean = sum_of_squares / static_cast<double>(found->base.size());
  EXPECT_GT(mean, 0.2);
  EXPECT_LT(mean, 3);
  for (const double one : found->residuals) EXPECT_NEAR(one, noise, 0.15 * noise);
}

INSTANTIATE_TEST_SUITE_P(Bases, Identify, testing::Bool(),
                         [](const auto& one) { return one.param ? "Floating" : "OnTheGround"; });

TEST(IdentifyFindings, AMechanismIdentifiedFromItselfKeepsItsMasses) {
  Generator random(31);
  const Tree truth = arm(random, false);
  const auto found = identify(truth, measured(random, truth, 60, false));
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found.diagnostics().empty()) << format(found.diagnostics());
  for (std::size_t i = 0; i < truth.links().size(); ++i) {
    const MassProperties &given = *truth.links()[i].mass, &kept = *found->tree.links()[i].mass;
    EXPECT_NEAR(kept.mass(), given.mass(), 1e-9 * given.mass());
    EXPECT_LT((kept.inertia() - given.inertia()).norm(), 1e-8 * given.inertia().norm());
  }
}

TEST(IdentifyFindings, JointsThatRestAreReported) {
  Generator random(32);
  const Tree truth = arm(random, false);
  Samples samples = measured(random, truth, 60, false);
  const int nv = truth.nv();
  for (std::size_t i = 0; i < 60; ++i) {
    for (int k = 1; k < nv; ++k) {
      const std::size_t at = i * static_cast<std::size_t>(nv) + static_cast<std::size_t>(k);
      samples.q[at] = samples.v[at] = samples.a[at] = 0;
    }
    const auto part = [&](const Numbers& list) {
      return VecIn(list).subspan(i * static_cast<std::size_t>(nv), static_cast<std::size_t>(nv));
    };
    const Numbers tau = forces(truth, part(samples.q), part(samples.v), part(samples.a), false);
    std::copy(tau.begin(), tau.end(), samples.tau.begin() + static_cast<long>(i) * nv);
  }
  const auto found = identify(truth, samples);
  ASSERT_TRUE(found.ok());
  EXPECT_LT(static_cast<int>(found->base.size()), found->combinations);
  ASSERT_FALSE(found.diagnostics().empty());
  EXPECT_EQ(found.diagnostics()[0].path, "samples");
}

TEST(IdentifyFindings, WhatIsNotPhysicalIsReplacedAndReported) {
  Generator random(33);
  const Tree truth = arm(random, false);
  Samples samples = measured(random, truth, 60, false);
  // Forces of a mechanism whose last link has a negative inertia.
  const Numbers pi = parameter_values(truth);
  Numbers changed = pi;
  for (const std::size_t k : {4U, 7U, 9U}) changed[changed.size() - 10 + k] -= 20;
  const std::size_t nv = static_cast<std::size_t>(truth.nv());
  RegressorWorkspace work;
  Numbers Y(nv * pi.size());
  for (std::size_t i = 0; i < 60; ++i) {
    const auto part = [&](const Numbers& list) { return VecIn(list).subspan(i * nv, nv); };
    regressor(truth, part(samples.q), part(samples.v), part(samples.a), work, Y);
    const Numbers tau = times(Y, changed, truth.nv());
    std::copy(tau.begin(), tau.end(), samples.tau.begin() + static_cast<long>(i * nv));
  }
  const auto found = identify(truth, samples);
  ASSERT_TRUE(found.ok());
  EXPECT_FALSE(found.diagnostics().has_errors());
  const auto& all = found.diagnostics().all();
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const Diagnostic& one) { return one.path == "link[5].inertia"; }))
      << format(found.diagnostics());
}

TEST(IdentifyFindings, SamplesOfTheWrongSizeAreErrors) {
  Generator random(34);
  const Tree tree = arm(random, false);
  Samples samples = measured(random, tree, 10, false);
  samples.v.pop_back();
  const auto found = identify(tree, samples);
  EXPECT_FALSE(found.ok());
  EXPECT_FALSE(identify(tree, {}).ok());
}

}  // namespace
}  // namespace polhode
