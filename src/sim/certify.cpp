#include <polhode/sim/certify.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <polhode/base/text.hpp>
#include <polhode/math/elementary.hpp>

namespace polhode {
namespace {

constexpr double disturbance = 1e-8;    // of each block's size
constexpr double trusted_part = 0.01;   // of what a channel moves
constexpr double constant_part = 1e-3;  // of its size: what moves less is meant to be constant

/// A check by a method of that name; the first of another family than the run's own, and than those taken already.
struct Candidate {
  std::string_view name;
  double tolerance;
};
constexpr std::array<Candidate, 4> smooth{{{"gbs", 1e-13}, {"verner9", 1e-13}, {"adams", 1e-12}, {"dop853", 1e-13}}};
constexpr std::array<Candidate, 4> stiff{{{"radau5", 1e-11}, {"rodas5p", 1e-10}, {"bdf", 1e-10}, {"dop853", 1e-12}}};

std::vector<Candidate> choose_checks(const Recording& run, const ode::Method& method) {
  const bool is_stiff = method.implicit || run.stiff_from.has_value();
  std::vector<Candidate> chosen;
  std::vector<std::string_view> families{method.family};
  for (const bool again : {false, true})  // a family twice only if there are too few
    for (const Candidate& candidate : is_stiff ? stiff : smooth) {
      const ode::Method* found = ode::find_method(candidate.name);
      if (chosen.size() == 2 || found == nullptr || found->name == method.name) continue;
      const bool known = std::find(families.begin(), families.end(), found->family) != families.end();
      const bool taken =
          std::any_of(chosen.begin(), chosen.end(), [&](const Candidate& c) { return c.name == found->name; });
      if (taken || known != again) continue;
      chosen.push_back(candidate);
      families.push_back(found->family);
    }
  return chosen;
}

SimulateOptions check_options(const SimulateOptions& run, const Candidate& candidate, double t_end) {
  SimulateOptions options = run;
  options.method = *ode::find_method(candidate.name);
  options.tolerance = candidate.tolerance;
  options.absolute_tolerance.reset();
  options.step = 0;
  options.t_end = t_end;
  for (Watch& watch : options.watches) watch.stop = false;  // the run itself says where it ends
  return options;
}

/// Values of one channel at every sample.
std::vector<double> values_of(const Recording& run, const Channel& channel, std::size_t count) {
  const auto size = static_cast<std::size_t>(channel.size());
  std::vector<double> values(count * size);
  for (std::size_t i = 0; i < count; ++i)
    channel.evaluate(run.times[i], run.state(i), VecOut(values.data() + i * size, size));
  return values;
}

double distance(const double* a, const double* b, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

/// A quaternion and its negative are one attitude.
bool is_quaternion(const Channel& channel) { return channel.components.size() == 4 && channel.components[0] == "w"; }

double difference(const Channel& channel, const double* a, const double* b) {
  const auto n = static_cast<std::size_t>(channel.size());
  const double plain = distance(a, b, n);
  if (!is_quaternion(channel)) return plain;
  std::array<double, 4> opposite{};
  for (std::size_t i = 0; i < 4; ++i) opposite[i] = -b[i];
  return std::min(plain, distance(a, opposite.data(), n));
}

ChannelTrust judge(const Channel& channel, const Recording& run, const std::vector<Recording>& checks,
                   std::size_t count) {
  ChannelTrust trust{.name = channel.name, .unit = channel.symbol()};
  const auto n = static_cast<std::size_t>(channel.size());
  const std::vector<double> y = values_of(run, channel, count), a = values_of(checks[0], channel, count),
                            b = values_of(checks[1], channel, count);
  const std::vector<double> zero(n);
  double error = 0, doubt = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double* at = y.data() + i * n;
    trust.size = std::max(trust.size, distance(at, zero.data(), n));
    trust.range = std::max(trust.range, difference(channel, at, y.data()));
    trust.error.push_back(difference(channel, at, a.data() + i * n));
    error = std::max(error, trust.error.back());
    doubt = std::max(doubt, difference(channel, a.data() + i * n, b.data() + i * n));
    trust.band.push_back(2 * error + 2 * doubt);
  }
  const double relative = trust.size > 0 ? trust.band.back() / trust.size : 0;
  constexpr double most_digits = 15;
  trust.digits = relative > 0 ? std::clamp(-fn::log(relative) / fn::log(10.0), 0.0, most_digits) : most_digits;
  return trust;
}

/// x0 moved by `disturbance` of each block's size in a direction drawn once and for all.
std::vector<double> disturbed(const StateSpace& space, VecIn x0) {
  std::mt19937_64 draw(20);
  std::vector<double> u(static_cast<std::size_t>(space.nv())), x(x0.size());
  for (const Block& block : space.blocks()) {
    double size = 0;
    for (int i = 0; i < block.nx; ++i) size = std::max(size, std::fabs(x0[static_cast<std::size_t>(block.x0 + i)]));
    if (size == 0) size = 1;
    for (int i = 0; i < block.nv; ++i) {
      const double unit = static_cast<double>(draw() >> 11) * 0x1p-52 - 1;  // in [−1, 1), the same everywhere
      u[static_cast<std::size_t>(block.v0 + i)] = disturbance * size * unit;
    }
  }
  space.retract<double>(x0, u, x);
  return x;
}

/// The largest block-wise relative distance between two states.
double separation(const StateSpace& space, VecIn a, VecIn b, std::vector<double>& u) {
  space.difference<double>(a, b, u);
  double largest = 0;
  for (const Block& block : space.blocks()) {
    double size = 0, apart = 0;
    for (int i = 0; i < block.nx; ++i) size = std::max(size, std::fabs(a[static_cast<std::size_t>(block.x0 + i)]));
    for (int i = 0; i < block.nv; ++i) apart = std::max(apart, std::fabs(u[static_cast<std::size_t>(block.v0 + i)]));
    largest = std::max(largest, size > 0 ? apart / size : apart);
  }
  return largest;
}

/// Growth and exponential rate of the distance between two motions, as long as it is small against the motion itself.
void measure_growth(Certificate& certificate, const Recording& a, const Recording& b, std::size_t count) {
  constexpr double small = 1e-2;
  const StateSpace& space = a.system.state_space();
  std::vector<double> u(static_cast<std::size_t>(space.nv()));
  const double first = separation(space, a.state(0), b.state(0), u);
  // Least squares of ln(distance) over the second half of the times before it saturates.
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 1; i < count; ++i) {
    const double apart = separation(space, a.state(i), b.state(i), u);
    certificate.growth = std::max(certificate.growth, apart / first);
    if (apart > small) break;
    if (apart > 0) points.emplace_back(a.times[i], fn::log(apart));
  }
  points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2));
  if (points.size() < 3) return;
  double t = 0, y = 0, tt = 0, ty = 0;
  const auto n = static_cast<double>(points.size());
  for (const auto& [time, logarithm] : points) t += time / n, y += logarithm / n;
  for (const auto& [time, logarithm] : points) tt += (time - t) * (time - t), ty += (time - t) * (logarithm - y);
  certificate.lyapunov = tt > 0 ? ty / tt : 0;
}

void conclude(Certificate& certificate, const SimulateOptions& options, std::size_t count) {
  std::size_t trusted = count;
  for (const ChannelTrust& channel : certificate.channels) {
    if (channel.size > 0) certificate.worst = std::max(certificate.worst, channel.band.back() / channel.size);
    if (channel.range <= constant_part * channel.size) continue;
    const auto lost = std::find_if(channel.band.begin(), channel.band.end(),
                                   [&](double band) { return band > trusted_part * channel.range; });
    trusted = std::min(trusted, static_cast<std::size_t>(lost - channel.band.begin()));
  }
  certificate.horizon = trusted == count ? certificate.times.back() : certificate.times[trusted];
  if (options.step > 0) return;
  certificate.allowed = options.tolerance * static_cast<double>(certificate.run.statistics.steps) * certificate.growth;
  certificate.honoured = certificate.worst <= certificate.allowed;
}

}  // namespace

Certificate certify(const System& system, VecIn x0, const CertifyOptions& options) {
  SimulateOptions asked = options.run;
  asked.sample = (asked.t_end - asked.t_begin) / options.samples;
  asked.also_at.clear();
  Certificate certificate{.run = simulate(system, x0, asked)};
  const double t_end = certificate.run.t_end;
  std::vector<Recording> checks;
  const std::vector<Candidate> chosen = choose_checks(certificate.run, asked.method);
  for (const Candidate& candidate : chosen) {
    checks.push_back(simulate(system, x0, check_options(asked, candidate, t_end)));
    certificate.checks.push_back(
        {std::string(candidate.name), candidate.tolerance, checks.back().outcome, checks.back().statistics});
  }
  std::size_t count = certificate.run.times.size();
  for (const Recording& check : checks) count = std::min(count, check.times.size());
  certificate.times.assign(certificate.run.times.begin(),
                           certificate.run.times.begin() + static_cast<std::ptrdiff_t>(count));
  for (const Channel& channel : system.channels())
    certificate.channels.push_back(judge(channel, certificate.run, checks, count));
  const std::vector<double> start = disturbed(system.state_space(), x0);
  const Recording other = simulate(system, start, check_options(asked, chosen[0], t_end));
  measure_growth(certificate, checks[0], other, std::min(count, other.times.size()));
  conclude(certificate, asked, count);
  return certificate;
}

}  // namespace polhode
