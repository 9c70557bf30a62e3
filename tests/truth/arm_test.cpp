// Arms: two ways of many digits, and the figures that others have printed for the Puma 560, against the textbook's
// algorithms and the fast ones.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstdlib>
#include <cstring>

#include "support/fast_tree.hpp"
#include "support/validation.hpp"
#include "truth/arm_rows.hpp"
#include "truth/puma560.hpp"

namespace polhode {
namespace {

using textbook::ArmSurroundings;
using textbook::DhConvention;
using textbook::DhRow;
using textbook::Matrix;
using textbook::Vector;

constexpr double allowed = 1e-13;  // some hundred roundings of 1.1e-16, part of the largest number of its kind
const char* const source = "80-digit solution, two ways";

Mat3 symmetric(double xx, double yy, double zz, double xy, double xz, double yz) {
  Mat3 I;
  I << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return I;
}

struct Arm {
  const char* name;
  std::vector<DhRow> rows;
  ArmSurroundings plain, tip, base;
};

Arm two_links() {
  Arm arm{"arm of two links in a plane", {}, {}, {}, {}};
  arm.rows = {
      {false, 0, 0, 0, 0, 1.2, {0.25, 0, 0}, symmetric(0.001, 0.03, 0.03, 0, 0, 0), {.damping = 0.05}},
      {false, 0, 0.5, 0, 0, 0.8, {0.2, 0, 0}, symmetric(0.0008, 0.015, 0.015, 0, 0, 0), {.damping = 0.02}},
  };
  arm.plain.gravity = {0, -9.81, 0};
  arm.tip = arm.base = arm.plain;
  arm.tip.tool_point = {0.4, 0, 0};
  arm.tip.tip_force = {1, -2, 0};
  arm.tip.tip_moment = {0, 0, 0.5};
  arm.base.base_angular_velocity = {0, 0, 0.7};
  arm.base.base_angular_acceleration = {0, 0, -0.4};
  arm.base.base_acceleration = {0.3, 0.2, 0};
  return arm;
}

Arm turn_slide_turn() {
  Arm arm{"arm that turns, slides, turns", {}, {}, {}, {}};
  arm.rows = {
      {false,
       0,
       0,
       0.3,
       0,
       3,
       {0.02, -0.01, -0.1},
       symmetric(0.05, 0.04, 0.03, 0.002, -0.001, 0.003),
       {.damping = 0.3}},
      {true,
       -1.5707963267948966,
       0.1,
       0,
       0.4,
       2,
       {0.01, 0.03, -0.15},
       symmetric(0.02, 0.025, 0.01, -0.001, 0.002, 0.0015),
       {.damping = 5}},
      {false,
       1.1,
       0.2,
       0.15,
       0,
       1.5,
       {0.12, 0.02, 0.05},
       symmetric(0.01, 0.015, 0.018, 0.0005, -0.0007, 0.0009),
       {.damping = 0.1}},
  };
  arm.tip.tool_point = {0.25, 0.05, 0.1};
  arm.tip.tip_force = {3, -2, 1};
  arm.tip.tip_moment = {0.2, -0.1, 0.4};
  arm.base.base_angular_velocity = {0.2727411870290969, -0.45456864504849487, 0.7273098320775918};
  arm.base.base_angular_acceleration = {-0.39395949237536215, 0.6565991539589371, -1.0505586463342993};
  arm.base.base_acceleration = {0.4, -0.6, 0.25};
  return arm;
}

std::vector<DhRow> without_resistance(std::vector<DhRow> rows) {
  for (DhRow& row : rows) row.resistance = {};
  return rows;
}

/// The fast forces, with what joints resist, in the surroundings of an arm whose frame 0 is the world's.
Vector fast_forces(const Tree& tree, const ArmSurroundings& around, VecIn q, VecIn v, VecIn a, bool resist) {
  const std::vector<double> wrenches = fast::tip_wrenches(tree, around);
  Vector tau = fast::rnea(tree, q, v, a,
                          {.gravity = around.gravity,
                           .base_angular_velocity = around.base_angular_velocity,
                           .base_angular_acceleration = around.base_angular_acceleration,
                           .base_acceleration = around.base_acceleration,
                           .wrenches = wrenches});
  if (resist) tau += fast::resistance(tree, v, a);
  return tau;
}

/// The largest error of a kind of numbers beside the largest number of that kind.
struct Error {
  double error = 0, size = 0;
  void add(const Matrix& found, std::span<const double> truth) {
    for (long i = 0; i < found.rows(); ++i)
      for (long j = 0; j < found.cols(); ++j) {
        const double right = truth[static_cast<std::size_t>(i * found.cols() + j)];
        error = std::max(error, std::fabs(found(i, j) - right));
        size = std::max(size, std::fabs(right));
      }
  }
  double part() const { return error / size; }
};

template <std::size_t N, std::size_t count>
void compare(const Arm& arm, const std::array<reference::ArmSample<N>, count>& samples) {
  const std::vector<DhRow> plain_rows = without_resistance(arm.rows);
  const Tree tree = textbook::from_dh("arm", arm.rows, DhConvention::modified);
  Error forces, fast_ones, M, fast_M, M_rate, C, G, fast_G;
  const std::vector<double> still(N, 0.0);
  for (const reference::ArmSample<N>& one : samples) {
    forces.add(textbook::dh_rnea(plain_rows, one.q, one.qd, one.qdd, arm.plain), one.tau);
    forces.add(textbook::dh_rnea(arm.rows, one.q, one.qd, one.qdd, arm.plain), one.tau_friction);
    forces.add(textbook::dh_rnea(plain_rows, one.q, one.qd, one.qdd, arm.tip), one.tau_tip);
    forces.add(textbook::dh_rnea(plain_rows, one.q, one.qd, one.qdd, arm.base), one.tau_base);
    fast_ones.add(fast_forces(tree, arm.plain, one.q, one.qd, one.qdd, false), one.tau);
    fast_ones.add(fast_forces(tree, arm.plain, one.q, one.qd, one.qdd, true), one.tau_friction);
    fast_ones.add(fast_forces(tree, arm.tip, one.q, one.qd, one.qdd, false), one.tau_tip);
    fast_ones.add(fast_forces(tree, arm.base, one.q, one.qd, one.qdd, false), one.tau_base);
    M.add(textbook::mass_matrix<double>(tree, one.q), one.M);
    fast_M.add(fast::crba(tree, one.q), one.M);
    M_rate.add(textbook::mass_matrix_rate(tree, one.q, one.qd), one.M_rate);
    C.add(textbook::coriolis(tree, one.q, one.qd), one.C);
    G.add(textbook::gravity_forces(tree, one.q, arm.plain.gravity), one.G);
    fast_G.add(fast_forces(tree, arm.plain, one.q, still, still, false), one.G);
  }
  const std::string name = arm.name;
  expect_error_within(allowed, forces.part(), name + ": forces by the textbook, relative", source);
  expect_error_within(allowed, fast_ones.part(), name + ": forces, relative", source);
  expect_error_within(allowed, std::max(M.part(), fast_M.part()), name + ": mass matrix, both ways, relative", source);
  expect_error_within(allowed, M_rate.part(), name + ": rate of the mass matrix, relative", source);
  expect_error_within(allowed, C.part(), name + ": Christoffel's C, relative", source);
  expect_error_within(allowed, std::max(G.part(), fast_G.part()), name + ": gravity, both ways, relative", source);
}

TEST(ArmTruth, TwoLinksInAPlane) { compare(two_links(), reference::arm_2r); }
TEST(ArmTruth, AnArmThatTurnsSlidesAndTurns) { compare(turn_slide_turn(), reference::arm_rpr); }

/// How far numbers are from printed ones, in units of their last printed digits.
double printed_error(const Vector& found, const puma560::Printed& printed) {
  double worst = 0;
  for (long i = 0; i < found.size(); ++i) {
    const char* const text = printed[static_cast<std::size_t>(i)];
    const char* const point = std::strchr(text, '.');
    double unit = point == nullptr ? 1e-4 : 1;  // "0" and "3" stand among four decimals
    for (std::size_t k = 1; point != nullptr && k < std::strlen(point); ++k) unit /= 10;
    worst = std::max(worst, std::fabs(found[i] - std::strtod(text, nullptr)) / unit);
  }
  return worst;
}
double printed_error(const Matrix& found, const std::array<puma560::Printed, 6>& printed) {
  double worst = 0;
  for (long i = 0; i < 6; ++i)
    worst = std::max(worst, printed_error(Vector(found.row(i).transpose()), printed[static_cast<std::size_t>(i)]));
  return worst;
}

// A printed number is right to half a unit of its last digit.
constexpr double half_a_digit = 0.5 + 1e-9;
const char* const printed_source = "figures printed by [Corke, Haviland 2021]";

struct Puma {
  std::array<DhRow, 6> standard = puma560::rows();
  std::vector<DhRow> rows = textbook::modified_rows(standard);
  Tree tree = textbook::from_dh("puma", puma560::possible_rows(), DhConvention::standard);
  std::array<double, 6> zeros{}, ones{1, 1, 1, 1, 1, 1};
  ArmSurroundings earth, space, pushing;

  Puma() {
    space.gravity = Vec3::Zero();
    // Where the last frame of the standard convention is: its a and α are zero.
    pushing.tip_force = pushing.tip_moment = {1, 2, 3};
  }
  double error(bool textbook_way, const ArmSurroundings& around, VecIn v, VecIn a, const puma560::Printed& printed) {
    return printed_error(textbook_way ? textbook::dh_rnea(rows, puma560::ready, v, a, around)
                                      : fast_forces(tree, around, puma560::ready, v, a, true),
                         printed);
  }
  double worst_error(bool textbook_way) {
    return std::max({error(textbook_way, earth, zeros, zeros, puma560::at_rest),
                     error(textbook_way, earth, zeros, ones, puma560::speeding_up),
                     error(textbook_way, earth, ones, ones, puma560::moving_and_speeding_up),
                     error(textbook_way, earth, ones, zeros, puma560::moving),
                     error(textbook_way, space, ones, ones, puma560::without_gravity),
                     error(textbook_way, pushing, zeros, zeros, puma560::pushing)});
  }
  Vector rotors() const {
    Vector rotors(6);
    for (long i = 0; i < 6; ++i) rotors[i] = standard[static_cast<std::size_t>(i)].resistance.reflected_inertia();
    return rotors;
  }
};

TEST(ArmTruth, ThePuma560NeedsThePublishedForces) {
  Puma puma;
  expect_error_within(half_a_digit, puma.worst_error(true),
                      "Puma 560: forces of six motions by the textbook [last printed digits]", printed_source);
  expect_error_within(half_a_digit, puma.worst_error(false), "Puma 560: forces of six motions [last printed digits]",
                      printed_source);
}

TEST(ArmTruth, ThePuma560HasThePublishedMatrices) {
  const Puma puma;
  const Matrix rotors = puma.rotors().asDiagonal();
  const std::array<double, 6> v{1, 2, 3, 1, 2, 3};
  const Matrix M = textbook::mass_matrix<double>(puma.tree, puma560::ready);
  expect_error_within(half_a_digit, printed_error(Matrix(M + rotors), puma560::mass_matrix),
                      "Puma 560: mass matrix by the textbook [last printed digits]", printed_source);
  expect_error_within(half_a_digit,
                      printed_error(Matrix(fast::crba(puma.tree, puma560::ready) + rotors), puma560::mass_matrix),
                      "Puma 560: mass matrix [last printed digits]", printed_source);
  expect_error_within(half_a_digit, printed_error(textbook::coriolis(puma.tree, puma560::ready, v), puma560::coriolis),
                      "Puma 560: Christoffel's C [last printed digits]", printed_source);
  expect_error_within(
      half_a_digit, printed_error(textbook::gravity_forces(puma.tree, puma560::ready, {0, 0, -9.81}), puma560::at_rest),
      "Puma 560: gravity [last printed digits]", printed_source);
}

TEST(ArmTruth, ThePuma560IsAcceleratedAsPublished) {
  const Puma puma;
  const std::array<double, 6> v{0.1, 0.2, 0.8, 0.2, 0.5, 1.0};
  Vector tau(6);
  tau << 1.0, 3.2, 1.8, 0.1, 0.7, 4.6;
  for (std::size_t i = 0; i < 6; ++i) {
    const JointResistance& resistance = puma.standard[i].resistance;
    tau[static_cast<long>(i)] -= resistance.damping * v[i] + resistance.friction;
  }
  const Vector rotors = puma.rotors();
  expect_error_within(
      half_a_digit,
      printed_error(fast::aba(puma.tree, puma560::ready, v, view(tau), {}, view(rotors)), puma560::accelerations),
      "Puma 560: accelerations [last printed digits]", printed_source);
}

}  // namespace
}  // namespace polhode
