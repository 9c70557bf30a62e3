#pragma once
// The Puma 560, a robot whose parameters many have measured: its table, and forces that others have printed for it.

#include <array>

#include <polhode/dynamics/tree/textbook.hpp>

namespace polhode::puma560 {

/// A motor as it is published: friction is measured at the motor, gear times smaller than at the joint. Of Coulomb's,
/// which differs between the directions, that of positive velocities.
inline JointResistance motor(double inertia, double gear, double viscous, double coulomb) {
  const double g = std::fabs(gear);
  return {.damping = g * g * viscous, .friction = g * coulomb, .rotor_inertia = inertia, .gear = gear};
}

/// Source   [Corke, Armstrong-Hélouvry 1994]; [Corke, Haviland 2021] has the same numbers. Standard convention.
inline std::array<textbook::DhRow, 6> rows() {
  const double quarter = pi / 2;
  const auto diagonal = [](double x, double y, double z) { return Mat3(Vec3(x, y, z).asDiagonal()); };
  return {{
      {false, quarter, 0, 0.672, 0, 0, {0, 0, 0}, diagonal(0, 0.35, 0), motor(200e-6, -62.6111, 1.48e-3, 0.395)},
      {false,
       0,
       0.4318,
       0,
       0,
       17.4,
       {-0.3638, 0.006, 0.2275},
       diagonal(0.13, 0.524, 0.539),
       motor(200e-6, 107.815, 0.817e-3, 0.126)},
      {false,
       -quarter,
       0.0203,
       0.15005,
       0,
       4.8,
       {-0.0203, -0.0141, 0.070},
       diagonal(0.066, 0.086, 0.0125),
       motor(200e-6, -53.7063, 1.38e-3, 0.132)},
      {false,
       quarter,
       0,
       0.4318,
       0,
       0.82,
       {0, 0.019, 0},
       diagonal(1.8e-3, 1.3e-3, 1.8e-3),
       motor(33e-6, 76.0364, 71.2e-6, 11.2e-3)},
      {false,
       -quarter,
       0,
       0,
       0,
       0.34,
       {0, 0, 0},
       diagonal(0.3e-3, 0.4e-3, 0.3e-3),
       motor(33e-6, 71.923, 82.6e-6, 9.26e-3)},
      {false,
       0,
       0,
       0,
       0,
       0.09,
       {0, 0, 0.032},
       diagonal(0.15e-3, 0.15e-3, 0.04e-3),
       motor(33e-6, 76.686, 36.7e-6, 3.96e-3)},
  }};
}

/// The same arm with mass properties that a body can have, and the same forces in every motion. The published ones of
/// links 1 and 3 break the triangle inequality. But what lies along the axis of a joint belongs to the links on both
/// sides alike, so that a part (δ, δ, 0) of inertia, with the axis third, may pass from one to the other: to link 3
/// from link 2, to link 1 from the base, which does not move, and which lends it a mass on its axis as well.
inline std::array<textbook::DhRow, 6> possible_rows() {
  std::array<textbook::DhRow, 6> all = rows();
  const double lent = 0.004, lent_by_base = 0.175;
  all[0].mass = 1;
  all[0].inertia += Vec3(lent_by_base, 0, lent_by_base).asDiagonal();  // the axis of joint 1 is y of link 1
  all[1].inertia -= Vec3(lent, lent, 0).asDiagonal();                  // that of joint 3 is z of link 2
  all[2].inertia += Vec3(lent, 0, lent).asDiagonal();                  // and y of link 3
  return all;
}

inline const std::array<double, 6> ready{0, pi / 4, pi, 0, pi / 4, 0};

// Figures as printed in the tests of [Corke, Haviland 2021], at `ready`, gravity 9.81 along −z.
using Printed = std::array<const char*, 6>;
inline constexpr Printed at_rest{"0", "31.6399", "6.0351", "0.0000", "0.0283", "0"};
inline constexpr Printed speeding_up{"3.35311", "36.0025", "7.42596", "0.190043", "0.203441", "0.194133"};
inline constexpr Printed moving_and_speeding_up{"32.4952", "60.867", "17.7436", "1.45452", "1.29911", "0.713781"};
inline constexpr Printed moving{"29.1421", "56.5044", "16.3528", "1.26448", "1.12392", "0.519648"};
inline constexpr Printed without_gravity{"32.4952", "29.2271", "11.7085", "1.45452", "1.27086", "0.713781"};
/// At rest, while the last link pushes with the force and the moment (1, 2, 3).
inline constexpr Printed pushing{"0.642756", "29.0866", "4.70321", "2.82843", "-1.97175", "3"};
/// Accelerations by the torques (1, 3.2, 1.8, 0.1, 0.7, 4.6) at velocities (0.1, 0.2, 0.8, 0.2, 0.5, 1).
inline constexpr Printed accelerations{"-7.4102", "-9.8432", "-10.9694", "-4.4314", "-0.9881", "21.0228"};
/// With the inertia of rotors.
inline constexpr std::array<Printed, 6> mass_matrix{{
    {"3.6594", "-0.4044", "0.1006", "-0.0025", "0.0000", "-0.0000"},
    {"-0.4044", "4.4137", "0.3509", "0.0000", "0.0024", "0.0000"},
    {"0.1006", "0.3509", "0.9378", "0.0000", "0.0015", "0.0000"},
    {"-0.0025", "0.0000", "0.0000", "0.1925", "0.0000", "0.0000"},
    {"0.0000", "0.0024", "0.0015", "0.0000", "0.1713", "0.0000"},
    {"-0.0000", "0.0000", "0.0000", "0.0000", "0.0000", "0.1941"},
}};
/// At the velocities (1, 2, 3, 1, 2, 3).
inline constexpr std::array<Printed, 6> coriolis{{
    {"-0.1735", "-2.0494", "-0.1178", "-0.0002", "-0.0045", "0.0001"},
    {"0.6274", "1.1572", "1.9287", "-0.0015", "-0.0003", "-0.0000"},
    {"-0.3608", "-0.7734", "-0.0018", "-0.0009", "-0.0064", "-0.0000"},
    {"0.0011", "0.0005", "-0.0001", "0.0002", "0.0002", "-0.0001"},
    {"-0.0002", "0.0028", "0.0046", "-0.0002", "-0.0000", "-0.0000"},
    {"0.0001", "0.0000", "0.0000", "0.0000", "0.0000", "0"},
}};

}  // namespace polhode::puma560
