// What the telling of a motion in other coordinates costs.
#include <gtest/gtest.h>

#include <polhode/sim/certify.hpp>

#include "sim/typed_channels.hpp"

namespace polhode {
namespace {

/// x'' = −x as x, v, with channels that all need what is found by a map from other coordinates.
struct Oscillator {
  int* maps;  ///< made of the counterpart's states
  std::size_t readings;
  bool is_counterpart = false;

  StateSpace state_space() const {
    StateSpace space;
    space.vector("x", 1, dimension::none);
    space.vector("v", 1, dimension::none);
    return space;
  }
  template <class S>
  void rate(double, In<S> x, Out<S> v) const {
    v[0] = x[1];
    v[1] = -x[0];
  }
  Counterpart::Map back() const {
    return [maps = maps](double, VecIn y, VecOut x) {
      ++*maps;
      std::copy(y.begin(), y.end(), x.begin());
    };
  }
  std::vector<Channel> channels() const {
    std::vector<Channel> list;
    const Counterpart::Map once = typed::remembered(back());
    for (std::size_t k = 0; k < readings; ++k) {
      Channel channel = typed::scalar("r" + std::to_string(k), [k](double, VecIn x, VecOut values) {
        values[0] = x[k % 2] * static_cast<double>(k + 1);
      });
      list.push_back(is_counterpart ? typed::seen_from(channel, once, 2) : channel);
    }
    return list;
  }
  std::vector<Monitor> monitors() const { return {}; }
  std::vector<Counterpart> counterparts() const {
    if (is_counterpart) return {};
    const Oscillator other{maps, readings, true};
    const auto same = [](double, VecIn x, VecOut y) { std::copy(x.begin(), x.end(), y.begin()); };
    return {
        {.system = std::make_shared<const System>(System(other)), .there = same, .back = back(), .where = "itself"}};
  }
};

TEST(Retold, MapsOfAStateAreMadeOnceHoweverManyChannelsAskForThem) {
  const auto maps_for = [](std::size_t readings) {
    int maps = 0;
    const Certificate certificate = certify(System(Oscillator{&maps, readings}), std::vector<double>{1, 0},
                                            {.run = {.t_end = 5, .tolerance = 1e-8}});
    EXPECT_TRUE(certificate.agrees_as_retold());
    EXPECT_TRUE(certificate.judged());
    return maps;
  };
  const int few = maps_for(2);
  EXPECT_GT(few, 0);
  EXPECT_EQ(maps_for(40), few);
}

TEST(Retold, AnAnswerIsRememberedForTheSameQuestionAlone) {
  int asked = 0;
  const Counterpart::Map map = typed::remembered([&](double t, VecIn from, VecOut to) {
    ++asked;
    to[0] = t + from[0];
  });
  double answer = 0;
  const auto ask = [&](double t, double x) {
    map(t, {&x, 1}, {&answer, 1});
    return answer;
  };
  EXPECT_EQ(ask(1, 2), 3);
  EXPECT_EQ(ask(1, 2), 3);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(ask(2, 2), 4);
  EXPECT_EQ(ask(1, 2), 3);
  EXPECT_EQ(asked, 3);
  const Counterpart::Map other = typed::remembered([](double, VecIn, VecOut to) { to[0] = 7; });
  const double x = 2;
  other(1, {&x, 1}, {&answer, 1});
  EXPECT_EQ(answer, 7);
  EXPECT_EQ(ask(1, 2), 3);
}

}  // namespace
}  // namespace polhode
