// Every state form, with solvers of every kind, against the thrown brick known to thirty digits.
#include <gtest/gtest.h>

#include <cmath>

#include <polhode/polhode.hpp>

#include "support/thrown_brick.hpp"
#include "support/validation.hpp"
#include "truth/thrown_brick_reference.hpp"

namespace polhode {
namespace {

const std::vector<StateForm> all_forms{StateForm::rotation, StateForm::matrix_momentum, StateForm::quaternion_momentum,
                                       StateForm::matrix_velocity};

/// The largest error of position, quaternion, momentum, angular momentum and angular velocity at a row's time.
double error_at(const std::array<double, 18>& row, const FreeBody& brick, const FreeBodyState& now) {
  const Vec4 q = now.R_WB.quaternion(), truth(row[4], row[5], row[6], row[7]);
  const Vec3 w_W = now.R_WB * now.w_WB_B;
  const Vec3 L_W = now.R_WB * Vec3(brick.mass.inertia() * now.w_WB_B);
  return std::max({(now.p_WBcm - Vec3(row.data() + 1)).norm(), std::min((q - truth).norm(), (q + truth).norm()),
                   (brick.mass.mass() * now.v_WBcm - Vec3(row.data() + 8)).norm(), (L_W - Vec3(row.data() + 11)).norm(),
                   (w_W - Vec3(row.data() + 14)).norm()});
}

TEST(StateForm, ThrownBrickFollowsTheThirtyDigitSolutionInEveryForm) {
  const FreeBodyState start = thrown_brick_start();
  for (StateForm form : all_forms) {
    const FreeBody brick = thrown_brick(form);
    const FreeBodies bodies({brick});
    // Angular momenta are of 0.1 kg m²/s: an absolute tolerance that suits the other numbers would be loose for them.
    const Recording run =
        simulate(brick, start, {.t_end = 2, .tolerance = 1e-13, .absolute_tolerance = 1e-15, .sample = 0.1});
    double worst = 0;
    for (std::size_t k = 0; k < thrown_brick_reference.size(); ++k)
      worst = std::max(worst, error_at(thrown_brick_reference[k], brick, bodies.state(0, run.state(k + 1))));
    expect_error_within(1e-11, worst, "thrown brick in the form " + std::string(to_string(form)) + ", 2 s: whole state",
                        "solution in 140-bit arithmetic");
    EXPECT_LT(run.drift("energy").largest, 1e-12);
    EXPECT_LT(run.drift("angular_momentum").largest, 1e-12);
  }
}

/// A method and a number of steps to t = 0.5 s that are past its pre-asymptotic range, and twice as many far above
/// rounding.
struct Case {
  const ode::Method* method;
  int steps;
};

/// What remains of the state's error at t = 0.5 s after so many equal steps.
double error_after(int steps, const Case& one, const FreeBody& brick, const FreeBodies& bodies) {
  const System system{FreeBodySystem(bodies)};
  ode::Problem problem = system.problem();
  problem.t1 = 0.5;
  const FreeBodyState start = thrown_brick_start();
  problem.x0 = bodies.coordinates({&start, 1});
  ode::Options options;
  options.method = one.method;
  options.step.fixed = problem.t1 / steps;
  options.output.keep = ode::Keep::samples;
  const ode::Solution solution = ode::solve(problem, options);
  EXPECT_FALSE(solution.outcome.ended_early()) << one.method->name << ": " << solution.outcome.detail;
  const auto& row = thrown_brick_reference[4];
  EXPECT_EQ(row[0], problem.t1);
  return error_at(row, brick, bodies.state(0, solution.x_end));
}

TEST(StateForm, EverySolverConvergesInEveryFormAtItsOwnOrder) {
  const std::vector<Case> cases{{&ode::method::euler, 4000},
                                {&ode::method::midpoint, 400},
                                {&ode::method::heun, 400},
                                {&ode::method::rk4, 100},
                                {&ode::method::cash_karp, 50},
                                {&ode::method::gbs4, 25},
                                {&ode::method::implicit_euler, 2000},
                                {&ode::method::implicit_midpoint, 400},
                                {&ode::method::trapezoid, 400},
                                {&ode::method::gauss4, 50},
                                {&ode::method::radau5, 50},
                                {&ode::method::rodas4, 200},
                                {&ode::method::sdirk4, 100},
                                {&ode::method::ab3, 400},
                                {&ode::method::abm4, 400},
                                {&ode::method::bdf2, 800},
                                {&ode::method::crouch_grossman3, 200}};
  for (StateForm form : all_forms) {
    const FreeBody brick = thrown_brick(form);
    const FreeBodies bodies({brick});
    for (const Case& one : cases) {
      const double coarse = error_after(one.steps, one, brick, bodies);
      const double fine = error_after(2 * one.steps, one, brick, bodies);
      EXPECT_NEAR(std::log2(coarse / fine), one.method->order, 0.1 * one.method->order)
          << one.method->name << " in the form " << to_string(form) << ", errors " << coarse << ", " << fine;
      EXPECT_GT(fine, 1e-12) << one.method->name;
    }
  }
}

TEST(StateForm, MomentumFormsKeepTheAngularMomentumOfAFreeBodyToTheLastBitWithAnySolver) {
  const FreeBodyState start{.R_WB = Rotation::exp({0.3, 0.2, 0.1}), .w_WB_B = {0.02, 2, 0.03}};
  for (StateForm form : {StateForm::matrix_momentum, StateForm::quaternion_momentum})
    for (const ode::Method& method : {ode::method::euler, ode::method::rk4, ode::method::implicit_midpoint}) {
      FreeBody top{.name = "top", .mass = {1, Vec3::Zero(), Mat3(Vec3(1, 2, 3).asDiagonal())}};
      top.form = form;
      const Recording run = simulate(top, start, {.t_end = 10, .method = method, .step = 0.01, .sample = 10});
      const std::size_t nx = run.x_end.size();
      const Vec3 before(run.states.data() + nx - 3), after(run.x_end.data() + nx - 3);
      EXPECT_EQ(before, after) << method.name;
    }
}

/// Steps of Euler make R grow by √(1 + h² ω²) each; what is asked for keeps it a rotation, and the motion at its order.
TEST(StateForm, RenormalisationKeepsRotationsRotationsAndTheOrder) {
  struct Kind {
    StateForm form;
    Renormalise what;
  };
  const std::vector<Kind> kinds{{StateForm::quaternion_momentum, Renormalise::quaternion},
                                {StateForm::matrix_momentum, Renormalise::polar},
                                {StateForm::matrix_momentum, Renormalise::gram_schmidt},
                                {StateForm::matrix_momentum, Renormalise::newton},
                                {StateForm::matrix_velocity, Renormalise::polar},
                                {StateForm::matrix_velocity, Renormalise::gram_schmidt},
                                {StateForm::matrix_velocity, Renormalise::newton}};
  for (const Kind& kind : kinds)
    for (const Case& one : {Case{&ode::method::euler, 4000}, Case{&ode::method::rk4, 100},
                            Case{&ode::method::bogacki_shampine, 200}, Case{&ode::method::radau5, 50}}) {
      FreeBody brick = thrown_brick(kind.form);
      const SimulateOptions options{.t_end = 0.5, .method = *one.method, .step = 0.5 / one.steps, .sample = 0.5};
      EXPECT_GT(std::fabs(rotation_defect(kind.form, simulate(brick, thrown_brick_start(), options).x_end)), 1e-12);
      brick.renormalise = kind.what;
      const Recording run = simulate(brick, thrown_brick_start(), options);
      // Newton's step leaves ¾ of the square of what one step does; Euler's does (h ω)², with ω = 5 rad/s.
      EXPECT_LT(std::fabs(rotation_defect(kind.form, run.x_end)), kind.what == Renormalise::newton ? 1e-12 : 2e-15);
      const FreeBodies bodies({brick});
      const double coarse = error_after(one.steps, one, brick, bodies);
      const double fine = error_after(2 * one.steps, one, brick, bodies);
      EXPECT_NEAR(std::log2(coarse / fine), one.method->order, 0.1 * one.method->order)
          << one.method->name << " in the form " << to_string(kind.form) << ", errors " << coarse << ", " << fine;
    }
}

TEST(StateForm, MethodsThatRememberEarlierStepsRefuseRenormalisation) {
  FreeBody brick = thrown_brick(StateForm::matrix_momentum);
  const System plain{FreeBodySystem(FreeBodies({brick}))};
  brick.renormalise = Renormalise::polar;
  const System renormalised{FreeBodySystem(FreeBodies({brick}))};
  for (const ode::Method* method : {&ode::method::ab3, &ode::method::bdf, &ode::method::adams}) {
    EXPECT_EQ(ode::what_lacks(plain.problem(), *method), "");
    EXPECT_NE(ode::what_lacks(renormalised.problem(), *method), "");
  }
  EXPECT_EQ(ode::what_lacks(renormalised.problem(), ode::method::dop853), "");
  // What takes rotations as such has none here.
  for (const ode::Method* method : {&ode::method::splitting2, &ode::method::lie_midpoint, &ode::method::six_step})
    EXPECT_NE(ode::what_lacks(plain.problem(), *method), "");
}

}  // namespace
}  // namespace polhode
