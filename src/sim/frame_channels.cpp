#include "sim/frame_channels.hpp"

#include <algorithm>
#include <numeric>

#include <Eigen/Geometry>

#include <polhode/dynamics/free_body/reading.hpp>

namespace polhode {

FrameView::FrameView(const MovingFrame& world, const MovingFrame& frame) : world_(world), frame_(frame) {
  const std::size_t most = std::min(world.paths().size(), frame.paths().size());
  while (common_ < most && world.paths()[common_] == frame.paths()[common_]) ++common_;
}

FreeBodyState FrameView::seen_from_frame(double t, const FreeBodyState& in_world) const {
  return seen_from(frame_.at(t, common_), seen_outside(world_.at(t, common_), in_world));
}

FreeBodyState FrameView::seen_from_world(double t, const FreeBodyState& in_frame) const {
  return seen_from(world_.at(t, common_), seen_outside(frame_.at(t, common_), in_frame));
}

Pose FrameView::pose(double t) const {
  return world_.at(t, common_).X_NF.inverse() * frame_.at(t, common_).X_NF;  // N == P, what both have in common
}

bool FrameView::at_rest() const {
  const auto rests = [this](const MovingFrame& frame) {
    return std::none_of(frame.paths().begin() + static_cast<std::ptrdiff_t>(common_), frame.paths().end(),
                        [](const MovingFrame::Path& path) { return path->turns() || path->moves(); });
  };
  return rests(world_) && rests(frame_);
}

namespace {

using Bodies = std::shared_ptr<const FreeBodies>;
using View = std::shared_ptr<const FrameView>;

/// A vector of three numbers, or a quaternion, by a function of time and state.
template <class Read>
Channel vector_channel(std::string name, Dimension unit, const std::string& frame, const Read& read) {
  constexpr bool is_quaternion = std::is_same_v<decltype(read(0.0, VecIn())), Vec4>;
  Channel channel{.name = std::move(name), .unit = unit, .frame = frame, .components = {"x", "y", "z"}};
  if (is_quaternion) channel.components.insert(channel.components.begin(), "w");
  channel.evaluate = [read](double t, VecIn x, VecOut values) {
    const auto vector = read(t, x);
    std::copy(vector.begin(), vector.end(), values.begin());
  };
  channel.item = true;
  return channel;
}

void add_body(const Bodies& bodies, int i, const std::string& frame, const View& view, std::vector<Channel>& list) {
  const std::string path = frame + "." + bodies->bodies()[static_cast<std::size_t>(i)].name;
  const auto add = [&](const char* what, Dimension unit, const std::string& axes, const auto& read) {
    list.push_back(vector_channel(path + what, unit, axes, [bodies, i, view, read](double t, VecIn x) {
      return read(view->seen_from_frame(t, bodies->state(i, x)));
    }));
  };
  using State = FreeBodyState;
  add(".position", dimension::length, frame, [](const State& s) { return s.p_WBcm; });
  add(".velocity", dimension::velocity, frame, [](const State& s) { return s.v_WBcm; });
  if (bodies->bodies()[static_cast<std::size_t>(i)].form == StateForm::particle) return;
  add(".quaternion", dimension::none, "body to " + frame, [](const State& s) { return s.R_WB.quaternion(); });
  add(".angular_velocity", dimension::angular_velocity, frame, [](const State& s) { return Vec3(s.R_WB * s.w_WB_B); });
}

/// How the centre of mass of all bodies moves, as seen from the world.
struct Centre {
  Vec3 p_W, v_W, a_W;

  Centre(const FreeBodies& bodies, const std::vector<int>& all, double t, VecIn x)
      : a_W(reading::centre_acceleration(bodies, all, t, x)) {
    const reading::PointMotion now = reading::centre(bodies, all, x);
    p_W = now.p_WQ;
    v_W = now.v_WQ;
  }
};

void add_centre_of_mass(const Bodies& bodies, const std::string& frame, std::vector<Channel>& list) {
  std::vector<int> all(bodies->bodies().size());
  std::iota(all.begin(), all.end(), 0);
  const auto add = [&](const std::string& name, Dimension unit, const auto& read) {
    list.push_back(vector_channel(frame + name, unit, "world", [bodies, all, read](double t, VecIn x) {
      return read(Centre(*bodies, all, t, x), x);
    }));
  };
  add(".position", dimension::length, [](const Centre& c, VecIn) { return c.p_W; });
  add(".velocity", dimension::velocity, [](const Centre& c, VecIn) { return c.v_W; });
  const int count = static_cast<int>(bodies->bodies().size());
  for (int i = 0; i < count; ++i) {
    const FreeBody& body = bodies->bodies()[static_cast<std::size_t>(i)];
    const double m = body.mass.mass();
    add("." + body.name + ".position", dimension::length,
        [bodies, i](const Centre& c, VecIn x) { return Vec3(bodies->state(i, x).p_WBcm - c.p_W); });
    add("." + body.name + ".velocity", dimension::velocity,
        [bodies, i](const Centre& c, VecIn x) { return Vec3(bodies->state(i, x).v_WBcm - c.v_W); });
    add("." + body.name + ".inertial_force", dimension::force,
        [m](const Centre& c, VecIn) { return Vec3(-m * c.a_W); });
  }
  const auto sum = [bodies, count](const Centre& c, VecIn x, auto term) {
    auto total = term(0.0, Vec3(Vec3::Zero()), Vec3(Vec3::Zero()), Vec3(Vec3::Zero()));
    for (int i = 0; i < count; ++i) {
      const FreeBodyState now = bodies->state(i, x);
      total += term(bodies->bodies()[static_cast<std::size_t>(i)].mass.mass(), Vec3(now.p_WBcm - c.p_W),
                    Vec3(now.v_WBcm - c.v_W), c.a_W);
    }
    return total;
  };
  add(".inertial_torque", dimension::torque, [sum](const Centre& c, VecIn x) {
    return sum(c, x, [](double m, const Vec3& r, const Vec3&, const Vec3& a) { return Vec3(r.cross(Vec3(-m * a))); });
  });
  list.push_back({.name = frame + ".inertial_power",
                  .unit = dimension::power,
                  .evaluate =
                      [bodies, all, sum](double t, VecIn x, VecOut values) {
                        values[0] =
                            sum(Centre(*bodies, all, t, x), x,
                                [](double m, const Vec3&, const Vec3& u, const Vec3& a) { return -m * a.dot(u); });
                      },
                  .item = true});
}

}  // namespace

void add_frame_channels(const Bodies& bodies, const Frames& frames, std::vector<Channel>& list) {
  const MovingFrame world = frames.world ? *frames.world : MovingFrame();
  for (const NamedFrame& named : frames.named) {
    if (named.at_centre_of_mass) {
      add_centre_of_mass(bodies, named.name, list);
      continue;
    }
    const View view = std::make_shared<const FrameView>(world, named.frame);
    list.push_back(vector_channel(named.name + ".position", dimension::length, "world",
                                  [view](double t, VecIn) { return view->pose(t).p; }));
    list.push_back(vector_channel(named.name + ".quaternion", dimension::none, named.name + " to world",
                                  [view](double t, VecIn) { return view->pose(t).R.quaternion(); }));
    for (int i = 0; i < static_cast<int>(bodies->bodies().size()); ++i) add_body(bodies, i, named.name, view, list);
  }
}

}  // namespace polhode
