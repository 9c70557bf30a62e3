// The state forms of the founding texts: the same accelerations, one by one and mixed, and what brings R and q back.
#include <gtest/gtest.h>

#include <polhode/polhode.hpp>

#include "support/random_bodies.hpp"

namespace polhode {
namespace {

using namespace random_bodies;

constexpr std::array all_forms{StateForm::rotation, StateForm::matrix_momentum, StateForm::quaternion_momentum,
                               StateForm::matrix_velocity};

load::Spring random_spring(Generator& random, int a, int b) {
  return {.ends = {{{{a}, random_vector(random, 0.5)}, {{b}, random_vector(random, 0.5)}}},
          .stiffness = uniform(random, 1, 20),
          .damping = uniform(random, 0, 1),
          .length = uniform(random, 0, 1)};
}

/// Five bodies under loads, two of them with rotors, joined by springs in a chain to the world, body k in the form of
/// index first + stride k.
FreeBodies chain(std::uint64_t seed, std::size_t first, std::size_t stride) {
  Generator random(seed);
  std::vector<FreeBody> bodies;
  for (std::size_t k = 0; k < 5; ++k) {
    bodies.push_back({std::string(1, static_cast<char>('a' + k)), random_mass(random), random_loads(random)});
    bodies.back().form = all_forms[(first + stride * k) % all_forms.size()];
    if (k % 2 == 1) bodies.back().rotor_B = random_vector(random, 2);
  }
  std::vector<PairLoad> springs;
  for (int k = 0; k < 5; ++k) springs.emplace_back(random_spring(random, k - 1, k));
  return FreeBodies(std::move(bodies), std::move(springs));
}

std::vector<FreeBodyState> random_states(std::uint64_t seed, std::size_t count) {
  Generator random(seed);
  std::vector<FreeBodyState> states;
  for (std::size_t i = 0; i < count; ++i) states.push_back(random_state(random));
  return states;
}

struct Accelerations {
  Vec3 v_W, a_W, w_B, alpha_B;
};

/// What the rate of body k says, whatever its form: v, a, ω and α of the body, and that Ṙ or q̇ belongs to ω.
Accelerations accelerations(const FreeBodies& bodies, std::size_t k, double t, const std::vector<double>& x) {
  const StateSpace space = bodies.state_space();
  std::vector<double> v(static_cast<std::size_t>(space.nv()));
  bodies.rate<double>(t, x, v);
  const FreeBody& body = bodies.bodies()[k];
  const auto at = [&](const char* name, int row = 0) -> Vec3 {
    for (const Block& block : space.blocks())
      if (block.name == body.name + "." + name) return Vec3(v.data() + block.v0 + 3 * row);
    return Vec3::Zero();
  };
  const FreeBodyState now = bodies.state(static_cast<int>(k), x);
  const Mat3 R = now.R_WB.matrix();
  const Mat3& I = body.mass.inertia();
  const auto checked_spin = [&] {
    // Ṙ = R [ω]ₓ.
    Mat3 rate;
    for (int i = 0; i < 3; ++i) rate.row(i) = at("matrix", i);
    const Mat3 skew = R.transpose() * rate;
    EXPECT_LT((skew + skew.transpose()).norm(), 1e-13);
    return Vec3(skew(2, 1), skew(0, 2), skew(1, 0));
  };
  switch (body.form) {
    case StateForm::rotation: return {at("position"), at("velocity"), at("orientation"), at("angular_velocity_body")};
    case StateForm::matrix_velocity:
      // d(Rω)/dt = R α, since ω × ω = 0.
      return {at("position"), at("velocity"), checked_spin(), R.transpose() * at("angular_velocity")};
    case StateForm::matrix_momentum:
    case StateForm::quaternion_momentum: {
      Vec3 w = now.w_WB_B;
      if (body.form == StateForm::matrix_momentum) {
        w = checked_spin();
      } else {
        for (const Block& block : space.blocks())
          if (block.name == body.name + ".quaternion") {
            // q* q̇ = ½ [0, ω].
            const Vec4 q = now.R_WB.quaternion();
            const double* d = v.data() + block.v0;
            const double sign = q.dot(Vec4(x.data() + block.x0)) < 0 ? -1 : 1;
            const Vec3 u(q[1], q[2], q[3]), du = sign * Vec3(d[1], d[2], d[3]);
            w = 2 * (q[0] * du - sign * d[0] * u - u.cross(du));
            EXPECT_NEAR(q[0] * d[0] + sign * u.dot(du), 0, 1e-14);
          }
      }
      const Vec3 torque_B = R.transpose() * at("angular_momentum");
      const Mat3 inverse = I.inverse();
      return {at("position"), at("momentum") / body.mass.mass(), w, inverse * Vec3(torque_B - w.cross(Vec3(I * w)))};
    }
    case StateForm::particle: break;
  }
  return {};
}

TEST(StateForm, RatesSayTheSameAccelerationsAloneAndMixedUnderLoadsAndSprings) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const FreeBodies ours = chain(seed, 0, 0);
    const std::vector<FreeBodyState> states = random_states(100 + seed, 5);
    const std::vector<double> x = ours.coordinates(states);
    for (std::size_t form = 1; form < all_forms.size(); ++form)
      for (std::size_t stride : {0u, 1u}) {
        const FreeBodies theirs = chain(seed, form, stride);
        const std::vector<double> y = theirs.coordinates(states);
        for (std::size_t k = 0; k < 5; ++k) {
          const Accelerations a = accelerations(ours, k, 0.3, x), b = accelerations(theirs, k, 0.3, y);
          // Accelerations of some hundreds, of a few roundings each.
          const double size = 1e-13 * (1 + a.a_W.norm() + a.alpha_B.norm() + a.w_B.squaredNorm());
          EXPECT_LT((a.v_W - b.v_W).norm(), size);
          EXPECT_LT((a.a_W - b.a_W).norm(), size);
          EXPECT_LT((a.w_B - b.w_B).norm(), size);
          EXPECT_LT((a.alpha_B - b.alpha_B).norm(), 10 * size);
        }
      }
  }
}

TEST(StateForm, CoordinatesReadBackAsTheState) {
  for (std::size_t form = 0; form < all_forms.size(); ++form) {
    const FreeBodies bodies = chain(7, form, 1);
    const std::vector<FreeBodyState> states = random_states(8, 5);
    const std::vector<double> x = bodies.coordinates(states);
    ASSERT_EQ(static_cast<int>(x.size()), bodies.state_space().nx());
    for (std::size_t k = 0; k < 5; ++k) {
      const FreeBodyState back = bodies.state(static_cast<int>(k), x);
      EXPECT_EQ(back.p_WBcm, states[k].p_WBcm);
      EXPECT_LT(back.R_WB.angle_to(states[k].R_WB), 2e-15);
      EXPECT_LT((back.v_WBcm - states[k].v_WBcm).norm(), 2e-15);
      EXPECT_LT((back.w_WB_B - states[k].w_WB_B).norm(), 2e-14);
    }
  }
}

TEST(StateForm, RatesOfPacksHaveTheBitsOfNumbersAndOfDualsTheirSlopes) {
  const FreeBodies bodies = chain(9, 0, 1);
  const StateSpace space = bodies.state_space();
  const auto nx = static_cast<std::size_t>(space.nx()), nv = static_cast<std::size_t>(space.nv());
  std::vector<Pack4> packed(nx), packed_rate(nv);
  std::array<std::vector<double>, 4> x;
  for (std::size_t lane = 0; lane < 4; ++lane) {
    x[lane] = bodies.coordinates(random_states(20 + lane, 5));
    for (std::size_t i = 0; i < nx; ++i) packed[i].set(static_cast<int>(lane), x[lane][i]);
  }
  bodies.rate<Pack4>(0.2, packed, packed_rate);
  std::vector<double> rate(nv), ahead(nv), behind(nv);
  for (std::size_t lane = 0; lane < 4; ++lane) {
    bodies.rate<double>(0.2, x[lane], rate);
    for (std::size_t i = 0; i < nv; ++i) EXPECT_EQ(packed_rate[i][static_cast<int>(lane)], rate[i]) << i;
  }
  // Along each number of the forms of plain numbers; a rotation's numbers cannot be changed one by one.
  std::vector<Dual4> dual(nx), dual_rate(nv);
  for (const Block& block : space.blocks()) {
    if (block.kind == BlockKind::rotation) continue;
    for (int j = block.x0; j < block.x0 + block.nx; ++j) {
      for (std::size_t i = 0; i < nx; ++i) dual[i] = Dual4(x[0][i]);
      dual[static_cast<std::size_t>(j)] = Dual4::variable(x[0][static_cast<std::size_t>(j)], 0);
      bodies.rate<Dual4>(0.2, dual, dual_rate);
      const double h = 1e-6;
      std::vector<double> moved = x[0];
      moved[static_cast<std::size_t>(j)] += h;
      bodies.rate<double>(0.2, moved, ahead);
      moved[static_cast<std::size_t>(j)] -= 2 * h;
      bodies.rate<double>(0.2, moved, behind);
      for (std::size_t i = 0; i < nv; ++i) {
        const double slope = dual_rate[i].tangent[0];
        EXPECT_NEAR(slope, (ahead[i] - behind[i]) / (2 * h), 1e-6 * (1 + std::fabs(slope) + std::fabs(rate[i])))
            << block.name << " " << j << " " << i;
      }
    }
  }
}

TEST(StateForm, RenormalisationsBringAMatrixBack) {
  Generator random(10);
  for (StateForm form : {StateForm::matrix_momentum, StateForm::matrix_velocity})
    for (int i = 0; i < 100; ++i) {
      FreeBody body{"a", random_mass(random)};
      body.form = form;
      const FreeBodies bodies({body});
      const FreeBodyState state = random_state(random);
      std::vector<double> x = bodies.coordinates({&state, 1});
      const int first = form == StateForm::matrix_momentum ? 3 : 6;
      for (int k = 0; k < 9; ++k) x[static_cast<std::size_t>(first + k)] += uniform(random, -1e-3, 1e-3);
      const double before = rotation_defect(form, x);
      EXPECT_GT(before, 1e-4);
      const auto after = [&](Renormalise what) {
        std::vector<double> y = x;
        renormalise(what, form, y);
        for (int k = 0; k < static_cast<int>(y.size()); ++k) {
          if (k >= first && k < first + 9) continue;
          EXPECT_EQ(y[static_cast<std::size_t>(k)], x[static_cast<std::size_t>(k)]);
        }
        return y;
      };
      EXPECT_LT(rotation_defect(form, after(Renormalise::polar)), 2e-15);
      EXPECT_LT(rotation_defect(form, after(Renormalise::gram_schmidt)), 2e-15);
      // RᵀR − 1 = E becomes −¾ E² − ¼ E³.
      EXPECT_LT(rotation_defect(form, after(Renormalise::newton)), before * before);
      EXPECT_EQ(after(Renormalise::none), x);
      // No rotation is nearer than the polar factor; the others come near it.
      const auto distance = [&](const std::vector<double>& y) {
        double square = 0;
        for (int k = first; k < first + 9; ++k) {
          const double d = y[static_cast<std::size_t>(k)] - x[static_cast<std::size_t>(k)];
          square += d * d;
        }
        return std::sqrt(square);
      };
      EXPECT_LE(distance(after(Renormalise::polar)), distance(after(Renormalise::gram_schmidt)) + 1e-15);
      EXPECT_NEAR(distance(after(Renormalise::polar)), distance(after(Renormalise::newton)), before * before);
    }
}

TEST(StateForm, RenormalisationGivesAQuaternionLengthOne) {
  Generator random(11);
  FreeBody body{"a", random_mass(random)};
  body.form = StateForm::quaternion_momentum;
  const FreeBodies bodies({body});
  const FreeBodyState state = random_state(random);
  std::vector<double> x = bodies.coordinates({&state, 1});
  for (std::size_t i = 3; i < 7; ++i) x[i] *= 1.01;
  EXPECT_NEAR(rotation_defect(body.form, x), 0.01, 1e-15);
  EXPECT_LT(bodies.state(0, x).R_WB.angle_to(state.R_WB), 1e-15);
  renormalise(Renormalise::quaternion, body.form, x);
  EXPECT_LT(std::fabs(rotation_defect(body.form, x)), 3e-16);
}

TEST(StateForm, OfAMatrixThatGrewOutOfAllBoundsIsStillRead) {
  Generator random(12);
  for (StateForm form : {StateForm::matrix_momentum, StateForm::quaternion_momentum, StateForm::matrix_velocity}) {
    FreeBody body{"a", random_mass(random)};
    body.form = form;
    const FreeBodies bodies({body});
    const FreeBodyState state = random_state(random);
    std::vector<double> x = bodies.coordinates({&state, 1});
    const std::size_t first = form == StateForm::matrix_velocity ? 6 : 3;
    for (std::size_t i = first; i < first + (form == StateForm::quaternion_momentum ? 4 : 9); ++i) x[i] *= 1e200;
    EXPECT_LT(bodies.state(0, x).R_WB.angle_to(state.R_WB), 1e-12);
  }
}

TEST(StateForm, ThatDoesNotGoWithTheBodyIsACallersMistake) {
  Generator random(13);
  FreeBody held{.name = "a", .mass = random_mass(random), .pivot = Pivot{}};
  held.form = StateForm::matrix_momentum;
  EXPECT_THROW(FreeBodies({held}), UsageError);
  FreeBody odd{.name = "a", .mass = random_mass(random)};
  odd.renormalise = Renormalise::polar;
  EXPECT_THROW(FreeBodies({odd}), UsageError);
}

}  // namespace
}  // namespace polhode
