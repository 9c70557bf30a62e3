#include "sim/readouts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include <Eigen/Geometry>

#include <polhode/base/error.hpp>
#include <polhode/dynamics/free_body/reading.hpp>

namespace polhode {
namespace {

using Bodies = std::shared_ptr<const FreeBodies>;
using Shape = ReadoutShape;

/// What a body that does not turn has.
constexpr double no_axis = std::numeric_limits<double>::quiet_NaN();

constexpr Dimension areal{.length = 2, .time = -1};

constexpr std::array<ReadoutKind, 10> kinds{{
    {ReadoutOf::position, "position", dimension::length, Shape::vector, true, false,
     "where a body point is, or the common centre of mass of several bodies"},
    {ReadoutOf::velocity, "velocity", dimension::velocity, Shape::vector, true, false, "how it moves"},
    {ReadoutOf::acceleration, "acceleration", dimension::acceleration, Shape::vector, true, false,
     "how its velocity changes"},
    {ReadoutOf::angular_momentum, "angular_momentum", dimension::angular_momentum, Shape::vector, false, true,
     "moment of momentum about a point or an axis"},
    {ReadoutOf::torque, "torque", dimension::torque, Shape::vector, false, true,
     "moment of all forces about a point or an axis, those of pivots included"},
    {ReadoutOf::moment_of_inertia, "moment_of_inertia", dimension::inertia, Shape::tensor, false, true,
     "about an axis, or the tensor about a point"},
    {ReadoutOf::areal_velocity, "areal_velocity", areal, Shape::vector, false, true,
     "area that the line from a point to the centre of mass sweeps in a second"},
    {ReadoutOf::kinetic_energy, "kinetic_energy", dimension::energy, Shape::number, false, false,
     "sum of the two that follow"},
    {ReadoutOf::kinetic_energy_of_centre, "kinetic_energy_of_centre", dimension::energy, Shape::number, false, false,
     "of the whole mass at the centre of mass"},
    {ReadoutOf::kinetic_energy_about_centre, "kinetic_energy_about_centre", dimension::energy, Shape::number, false,
     false, "of the motion relative to the centre of mass"},
}};

/// A read-out that is ready to be evaluated: every body by its number, the axis of length 1.
struct ReadFrom {
  Bodies bodies;
  Readout what;
  Shape shape;

  reading::PointMotion about(VecIn x) const {
    if (const auto* p_WA = std::get_if<Vec3>(&what.about)) return {*p_WA, Vec3::Zero()};
    const auto* fixed = std::get_if<BodyPoint>(&what.about);
    if (fixed == nullptr) return reading::centre(*bodies, what.bodies, x);
    const int body = fixed->body.value;
    return fixed->p_BoQ_B ? reading::point(*bodies, body, *fixed->p_BoQ_B, x)
                          : reading::centre(*bodies, std::array{body}, x);
  }

  reading::PointMotion at(VecIn x) const {
    return what.at ? reading::point(*bodies, what.bodies[0], *what.at, x) : reading::centre(*bodies, what.bodies, x);
  }

  Vec3 vector_W(double t, VecIn x) const {
    if (what.of == ReadoutOf::position) return at(x).p_WQ;
    if (what.of == ReadoutOf::velocity) return at(x).v_WQ;
    if (what.of == ReadoutOf::acceleration)
      return what.at ? reading::point_acceleration(*bodies, what.bodies[0], *what.at, t, x)
                     : reading::centre_acceleration(*bodies, what.bodies, t, x);
    if (what.of == ReadoutOf::areal_velocity)
      return reading::areal_velocity(reading::centre(*bodies, what.bodies, x), about(x));
    const Vec3 p_WA = about(x).p_WQ;  // Q == A
    return what.of == ReadoutOf::torque ? reading::torque(*bodies, what.bodies, p_WA, t, x)
                                        : reading::angular_momentum(*bodies, what.bodies, p_WA, t, x);
  }

  double number(VecIn x) const {
    const reading::KineticEnergy energy = reading::kinetic_energy(*bodies, what.bodies, x);
    if (what.of == ReadoutOf::kinetic_energy_of_centre) return energy.of_centre;
    if (what.of == ReadoutOf::kinetic_energy_about_centre) return energy.about_centre;
    return energy.of_centre + energy.about_centre;
  }

  void operator()(double t, VecIn x, VecOut values) const {
    if (shape == Shape::number) {
      values[0] = number(x);
      return;
    }
    const bool turned = what.axes == Axes::body;
    const Rotation R_BW = turned ? bodies->state(what.bodies[0], x).R_WB.inverse() : Rotation();
    if (shape == Shape::vector) {
      const Vec3 vector = R_BW * vector_W(t, x);
      if (what.axis)
        values[0] = what.axis->dot(vector);
      else
        std::copy(vector.begin(), vector.end(), values.begin());
      return;
    }
    const Mat3 turn = R_BW.matrix();
    const Mat3 inertia = turn * reading::moment_of_inertia(*bodies, what.bodies, about(x).p_WQ, x) * turn.transpose();
    if (what.axis) {
      values[0] = what.axis->dot(inertia * *what.axis);
      return;
    }
    const std::array all{inertia(0, 0), inertia(1, 1), inertia(2, 2), inertia(0, 1), inertia(0, 2), inertia(1, 2)};
    std::copy(all.begin(), all.end(), values.begin());
  }
};

void check(const Readout& readout, const ReadoutKind& kind, const FreeBodies& bodies) {
  const std::string name = "'" + readout.name + "'";
  const int count = static_cast<int>(bodies.bodies().size());
  const auto* about = std::get_if<BodyPoint>(&readout.about);
  const auto known = [count](int body) { return body >= 0 && body < count; };
  if (!std::all_of(readout.bodies.begin(), readout.bodies.end(), known) || (about && !known(about->body.value)))
    usage_error("bodies 0 … " + std::to_string(count - 1), "another in the read-out " + name);
  if ((readout.at || readout.axes == Axes::body) && readout.bodies.size() != 1)
    usage_error("one body, whose point or axes are meant", std::to_string(readout.bodies.size()) + " in " + name);
  if (readout.at && !kind.at) usage_error("no body point", "one in the read-out " + name, "see `about`");
  if (readout.axis && (kind.shape == Shape::number || !(readout.axis->norm() > 0)))
    usage_error("an axis with a direction, of something that has one", "another in the read-out " + name);
}

std::vector<std::string> components_of(Shape shape, bool along_axis) {
  if (shape == Shape::number || along_axis) return {};
  if (shape == Shape::vector) return {"x", "y", "z"};
  return {"xx", "yy", "zz", "xy", "xz", "yz"};
}

}  // namespace

std::span<const ReadoutKind> readout_kinds() { return kinds; }

const ReadoutKind& kind_of(ReadoutOf of) {
  return *std::find_if(kinds.begin(), kinds.end(), [of](const ReadoutKind& kind) { return kind.of == of; });
}

Channel readout_channel(const Bodies& bodies, Readout readout) {
  const ReadoutKind& kind = kind_of(readout.of);
  if (readout.bodies.empty()) {
    readout.bodies.resize(bodies->bodies().size());
    std::iota(readout.bodies.begin(), readout.bodies.end(), 0);
  }
  check(readout, kind, *bodies);
  if (readout.axis) *readout.axis /= readout.axis->norm();
  Channel channel{.name = readout.name,
                  .unit = kind.unit,
                  .frame = kind.shape == Shape::number  ? ""
                           : readout.axes == Axes::body ? "body"
                                                        : "world",
                  .components = components_of(kind.shape, readout.axis.has_value())};
  channel.evaluate = ReadFrom{bodies, std::move(readout), kind.shape};
  return channel;
}

void add_reading_channels(const Bodies& bodies, int body, std::vector<Channel>& list) {
  const FreeBody& what = bodies->bodies()[static_cast<std::size_t>(body)];
  const auto vector = [&](const char* label, Dimension unit, auto read) {
    list.push_back({.name = what.name + "." + label,
                    .unit = unit,
                    .frame = "world",
                    .components = {"x", "y", "z"},
                    .evaluate =
                        [bodies, body, read](double, VecIn x, VecOut values) {
                          const Vec3 value = read(*bodies, body, x);
                          std::copy(value.begin(), value.end(), values.begin());
                        },
                    .item = true});
  };
  const auto number = [&](const char* label, Dimension unit, auto read) {
    list.push_back(
        {.name = what.name + "." + label,
         .unit = unit,
         .evaluate = [bodies, body, read](double, VecIn x, VecOut values) { values[0] = read(*bodies, body, x); },
         .item = true});
  };
  vector("areal_velocity", areal, [](const FreeBodies& all, int one, VecIn x) {
    return reading::areal_velocity(reading::centre(all, std::array{one}, x), {});
  });
  if (what.form == StateForm::particle) return;
  number("kinetic_energy_of_centre", dimension::energy, [](const FreeBodies& all, int one, VecIn x) {
    return reading::kinetic_energy(all, std::array{one}, x).of_centre;
  });
  number("kinetic_energy_about_centre", dimension::energy, [](const FreeBodies& all, int one, VecIn x) {
    return reading::kinetic_energy(all, std::array{one}, x).about_centre;
  });
  vector("axis_point", dimension::length, [](const FreeBodies& all, int one, VecIn x) {
    const Screw axis = reading::instantaneous_axis(all, one, x);
    return axis.kind == ScrewKind::screw ? axis.point : Vec3(no_axis, no_axis, no_axis);
  });
  number("axis_pitch", dimension::length / dimension::angle, [](const FreeBodies& all, int one, VecIn x) {
    const Screw axis = reading::instantaneous_axis(all, one, x);
    return axis.kind == ScrewKind::screw ? axis.pitch : no_axis;
  });
}

void add_common_channels(const Bodies& bodies, std::vector<Channel>& list) {
  const auto add = [&](const std::string& name, ReadoutOf of) {
    list.push_back(readout_channel(bodies, {.name = name, .of = of}));
    list.back().item = true;
  };
  add("centre_of_mass", ReadoutOf::position);
  for (const ReadoutOf of :
       {ReadoutOf::kinetic_energy, ReadoutOf::kinetic_energy_of_centre, ReadoutOf::kinetic_energy_about_centre})
    add(std::string(kind_of(of).name), of);
}

}  // namespace polhode
