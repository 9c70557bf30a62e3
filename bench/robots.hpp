#pragma once
// The robots that are measured: an arm of seven joints and a quadruped whose trunk floats, and the same for MuJoCo.

#include <cstdio>
#include <string>
#include <vector>

#include <polhode/dynamics/tree/dynamics.hpp>

namespace polhode::bench {

inline MassProperties box(double mass, const Vec3& size, const Vec3& at) {
  return solid::of(solid::Box{.mass = mass, .size = size}).placed({Rotation::exp({0.1, 0.2, -0.1}), at});
}

/// The measures of a Panda's arm, with boxes for its links.
inline Tree seven_joint_arm() {
  const double down = -pi / 2, up = pi / 2;
  const Pose frames[] = {{Rotation(), {0, 0, 0.333}},
                         {Rotation::about_x(down), {0, 0, 0}},
                         {Rotation::about_x(up), {0, -0.316, 0}},
                         {Rotation::about_x(up), {0.0825, 0, 0}},
                         {Rotation::about_x(down), {-0.0825, 0.384, 0}},
                         {Rotation::about_x(up), {0, 0, 0}},
                         {Rotation::about_x(up), {0.088, 0, 0}}};
  std::vector<Link> links;
  for (int i = 0; i < 7; ++i)
    links.push_back({.name = "link" + std::to_string(i + 1),
                     .joint_name = "joint" + std::to_string(i + 1),
                     .parent = i - 1,
                     .joint = joint::Revolute{Vec3::UnitZ()},
                     .X_PF = frames[i],
                     .mass = box(4 - 0.4 * i, {0.1, 0.12, 0.25}, {0.01 * i, -0.05, 0.08})});
  return {"arm", links};
}

inline Tree quadruped() {
  std::vector<Link> links{{.name = "trunk",
                           .joint_name = "floating",
                           .joint = joint::Free{},
                           .mass = box(16, {0.5, 0.3, 0.2}, {0.01, 0, 0.05})}};
  for (int leg = 0; leg < 4; ++leg) {
    const double front = leg < 2 ? 1 : -1, left = leg % 2 == 0 ? 1 : -1;
    const auto add = [&](const char* part, int parent, const Vec3& axis, const Vec3& at, const MassProperties& mass) {
      const std::string name = part + std::to_string(leg);
      links.push_back({.name = name,
                       .joint_name = name,
                       .parent = parent,
                       .joint = joint::Revolute{axis},
                       .X_PF = {Rotation(), at},
                       .mass = mass});
      return static_cast<int>(links.size()) - 1;
    };
    const int hip =
        add("hip", 0, Vec3::UnitX(), {0.28 * front, 0.12 * left, 0}, box(1.4, {0.1, 0.1, 0.1}, {0.06 * front, 0, 0}));
    const int thigh =
        add("thigh", hip, Vec3::UnitY(), {0.06 * front, 0.04 * left, 0}, box(1.6, {0.08, 0.06, 0.3}, {0, 0, -0.12}));
    add("shank", thigh, Vec3::UnitY(), {0, 0.1 * left, -0.25}, box(0.5, {0.04, 0.04, 0.3}, {0.05 * front, 0, -0.15}));
  }
  return {"quadruped", links};
}

/// The same mechanism in MuJoCo's language.
class Mjcf {
 public:
  static std::string of(const Tree& tree) {
    Mjcf writer;
    writer.print(
        "<mujoco><compiler angle='radian' balanceinertia='false' inertiafromgeom='false'/>"
        "<option gravity='0 0 -9.81'><flag contact='disable' constraint='disable'/></option><worldbody>");
    writer.children(tree, -1);
    writer.print("</worldbody></mujoco>");
    return writer.text_;
  }

 private:
  template <class... Values>
  void print(const char* format, Values... values) {
    char buffer[512];
    std::snprintf(buffer, sizeof buffer, format, values...);
    text_ += buffer;
  }
  void children(const Tree& tree, int parent) {
    for (int i = 0; i < static_cast<int>(tree.links().size()); ++i) {
      const Link& link = tree.links()[static_cast<std::size_t>(i)];
      if (link.parent != parent) continue;
      const Vec4 q = link.X_PF.R.quaternion();
      const Vec3 &p = link.X_PF.p, &c = link.mass->com();
      const Mat3& I = link.mass->inertia();
      print("<body pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'>", p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
      print("<inertial pos='%.17g %.17g %.17g' mass='%.17g' fullinertia='%.17g %.17g %.17g %.17g %.17g %.17g'/>", c[0],
            c[1], c[2], link.mass->mass(), I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
      if (const auto* turn = std::get_if<joint::Revolute>(&link.joint))
        print("<joint type='hinge' axis='%.17g %.17g %.17g'/>", turn->axis[0], turn->axis[1], turn->axis[2]);
      else
        print("<freejoint/>");
      children(tree, i);
      print("</body>");
    }
  }
  std::string text_;
};

}  // namespace polhode::bench
