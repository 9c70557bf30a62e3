#pragma once
// Units live at the edge: "30 deg" becomes 0.5235987755982988 on the way in, and a channel says "rad/s" on the way out.

#include <span>
#include <string>
#include <string_view>

#include <polhode/base/result.hpp>

namespace polhode {

/// Exponents of metre, kilogram, second and radian. The angle is counted so that "12 mm" cannot pass for an angle.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int angle = 0;

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
  friend constexpr Dimension operator*(Dimension a, Dimension b) {
    return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle};
  }
  friend constexpr Dimension operator/(Dimension a, Dimension b) {
    return {a.length - b.length, a.mass - b.mass, a.time - b.time, a.angle - b.angle};
  }
};

namespace dimension {
inline constexpr Dimension none{};
inline constexpr Dimension length{.length = 1};
inline constexpr Dimension mass{.mass = 1};
inline constexpr Dimension time{.time = 1};
inline constexpr Dimension angle{.angle = 1};
inline constexpr Dimension velocity = length / time;
inline constexpr Dimension acceleration = velocity / time;
inline constexpr Dimension angular_velocity = angle / time;
inline constexpr Dimension force = mass * acceleration;
inline constexpr Dimension torque = force * length;
inline constexpr Dimension energy = force * length;
inline constexpr Dimension power = energy / time;
inline constexpr Dimension momentum = mass * velocity;
inline constexpr Dimension angular_momentum = momentum * length;
inline constexpr Dimension inertia = mass * length * length;
inline constexpr Dimension density{.length = -3, .mass = 1};
inline constexpr Dimension frequency = none / time;
}  // namespace dimension

/// "kg m^2/s", "" for a plain number: how a dimension is printed in SI.
std::string si_symbol(Dimension dimension);

/// A unit expression such as "mm", "rpm", "g/cm^3", "N m", "kg*m^2": its factor to SI and its dimension. The factor is
/// kept as a ratio so that "12 mm" is 12/1000, the double nearest to 0.012, and not 12 times a rounded 0.001.
struct Unit {
  double numerator = 1;
  double denominator = 1;
  Dimension dimension;

  double to_si(double value) const { return value * numerator / denominator; }
};

/// Reads a unit expression: symbols with optional integer powers, joined by space, '*', '·' or '/'. `position` in the
/// finding counts from the start of `text` (column 1).
Result<Unit> parse_unit(std::string_view text);

/// The unit of one symbol ("mm"), or nothing.
const Unit* find_unit(std::string_view symbol);

/// Every symbol that parse_unit knows, for suggestions and documentation.
std::span<const std::string_view> unit_symbols();

/// Reads a number, or a number with a unit, of the dimension asked for, and returns it in SI. A bare number is SI.
Result<double> parse_quantity(std::string_view text, Dimension expected);

}  // namespace polhode
