#include "sim/typed_channels.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "sim/component_names.hpp"

namespace polhode::typed {

void add_points(const std::string& name, const std::vector<NamedExpressions>& points, std::vector<Channel>& list) {
  for (const NamedExpressions& point : points)
    list.push_back({.name = name + "." + point.name,
                    .unit = dimension::length,
                    .frame = "world",
                    .components = {xyz.begin(), xyz.begin() + static_cast<std::ptrdiff_t>(point.parts.size())},
                    .evaluate =
                        [parts = point.parts](double t, VecIn x, VecOut values) {
                          for (std::size_t i = 0; i < parts.size(); ++i) values[i] = parts[i].evaluate_at<double>(t, x);
                        },
                    .item = true});
}

void add_readings(const std::string& name, const std::vector<NamedExpression>& readings, std::vector<Channel>& list) {
  for (const NamedExpression& one : readings)
    list.push_back(scalar(name + "." + one.name, quantity_of(one.formula), true));
}

void add_channels(std::vector<Monitor> monitors, std::vector<Channel>& list) {
  for (Monitor& monitor : monitors) {
    const auto same = [&](const Channel& channel) { return channel.name == monitor.channel.name; };
    if (std::none_of(list.begin(), list.end(), same)) list.push_back(std::move(monitor.channel));
  }
}

Quantity parts_of(const Expression& formula, std::size_t size) {
  std::vector<std::pair<std::size_t, Expression>> slopes;
  for (int input = 1; input <= static_cast<int>(size); ++input)
    if (formula.uses(input)) slopes.emplace_back(static_cast<std::size_t>(input - 1), formula.derivative(input));
  return [slopes = std::move(slopes)](double t, VecIn x, VecOut values) {
    values[0] = 0;
    for (const auto& [which, slope] : slopes) values[0] += std::fabs(slope.evaluate_at<double>(t, x) * x[which]);
  };
}

Quantity claim_of(const Expression& formula, std::size_t size, const Quantity& rate) {
  std::vector<std::pair<std::size_t, Expression>> slopes;  // by the time, and by the numbers of the state behind it
  for (int input = 0; input <= static_cast<int>(size); ++input)
    if (formula.uses(input)) slopes.emplace_back(static_cast<std::size_t>(input), formula.derivative(input));
  return [slopes = std::move(slopes), size, rate](double t, VecIn x, VecOut values) {
    std::vector<double> v(size);
    rate(t, x, v);
    values[0] = values[1] = 0;
    for (const auto& [which, slope] : slopes) {
      const double part = slope.evaluate_at<double>(t, x) * (which == 0 ? 1 : v[which - 1]);
      values[0] += part;
      values[1] += std::fabs(part);
    }
  };
}

void add_conserved(const std::string& name, std::size_t size, const std::vector<NamedExpression>& conserved,
                   const Quantity& rate, std::vector<Monitor>& list) {
  for (const NamedExpression& one : conserved)
    list.push_back({.channel = scalar(name + "." + one.name, quantity_of(one.formula)),
                    .supply = {},
                    .scale = parts_of(one.formula, size),
                    .claim = claim_of(one.formula, size, rate)});
}

Quantity sum_of(std::vector<Quantity> parts) {
  if (parts.empty()) return {};
  return [parts = std::move(parts)](double t, VecIn x, VecOut values) {
    double sum = 0, one = 0;
    for (const Quantity& part : parts) {
      part(t, x, {&one, 1});
      sum += one;
    }
    values[0] = sum;
  };
}

Counterpart::Map remembered(Counterpart::Map map) {
  static std::atomic<std::uint64_t> made{0};
  return [map = std::move(map), own = ++made](double t, VecIn from, VecOut to) {
    struct Answer {
      std::uint64_t of = 0;
      std::vector<double> question, answer;
    };
    thread_local Answer last;
    std::vector<double> question(from.begin(), from.end());
    question.push_back(t);
    // By their bits: what is not a number is the same again, and 0 is not -0.
    const bool same = last.of == own && last.question.size() == question.size() && last.answer.size() == to.size() &&
                      std::memcmp(last.question.data(), question.data(), question.size() * sizeof(double)) == 0;
    if (!same) {
      map(t, from, to);
      last = {own, std::move(question), {to.begin(), to.end()}};
      return;
    }
    std::copy(last.answer.begin(), last.answer.end(), to.begin());
  };
}

Channel seen_from(const Channel& channel, const Counterpart::Map& back, std::size_t size) {
  Channel there = channel;
  there.evaluate = [evaluate = channel.evaluate, back, size](double t, VecIn y, VecOut values) {
    std::vector<double> x(size);
    back(t, y, x);
    evaluate(t, x, values);
  };
  return there;
}

}  // namespace polhode::typed
