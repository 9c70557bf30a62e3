#include "sim/inertial_system.hpp"

namespace polhode {
namespace {

/// Bodies in the frame and in inertial space.
struct Both {
  std::shared_ptr<const FreeBodies> seen;
  InertialBodies inertial;

  std::vector<double> back(double t, VecIn x) const {
    std::vector<FreeBodyState> states;
    for (int i = 0; i < static_cast<int>(seen->bodies().size()); ++i) states.push_back(inertial.state(i, t, x));
    return seen->coordinates(states);
  }
  std::vector<double> there(double t, VecIn x) const {
    std::vector<FreeBodyState> states;
    for (int i = 0; i < static_cast<int>(seen->bodies().size()); ++i) states.push_back(seen->state(i, x));
    return inertial.coordinates(t, states);
  }
};

class InertialSystem {
 public:
  InertialSystem(std::shared_ptr<const Both> both, std::vector<Channel> channels)
      : both_(std::move(both)), channels_(std::move(channels)) {}

  StateSpace state_space() const { return both_->inertial.state_space(); }
  template <class S>
  void rate(double t, In<S> x, Out<S> v) const {
    both_->inertial.rate<S>(t, x, v);
  }
  /// Read off the state as it is seen from the frame.
  std::vector<Channel> channels() const {
    std::vector<Channel> list = channels_;
    for (Channel& channel : list)
      channel.evaluate = [both = both_, seen = std::move(channel.evaluate)](double t, VecIn x, VecOut values) {
        seen(t, both->back(t, x), values);
      };
    return list;
  }
  static std::vector<Monitor> monitors() { return {}; }

 private:
  std::shared_ptr<const Both> both_;
  std::vector<Channel> channels_;
};

}  // namespace

Counterpart inertial_counterpart(const std::shared_ptr<const FreeBodies>& bodies, const FramePointer& frame,
                                 std::vector<Channel> channels) {
  const auto both = std::make_shared<const Both>(Both{bodies, InertialBodies(*bodies, frame)});
  const auto by = [](const auto& map) -> Counterpart::Map {
    return [map](double t, VecIn from, VecOut to) {
      const std::vector<double> mapped = map(t, from);
      std::copy(mapped.begin(), mapped.end(), to.begin());
    };
  };
  return {std::make_shared<const System>(InertialSystem(both, std::move(channels))),
          by([both](double t, VecIn x) { return both->there(t, x); }),
          by([both](double t, VecIn x) { return both->back(t, x); }), "the inertial frame"};
}

}  // namespace polhode
