// Turning about the vertical: attitudes that go over into each other as the spin grows, and where they lose stability.
#include <algorithm>
#include <array>
#include <cmath>

#include <polhode/sim/steady_rolling.hpp>

#include "sim/spin_grid.hpp"

namespace polhode {
namespace {

/// Attitudes nearer than this are one.
constexpr double one_attitude = 1e-6;
/// From one spin to the next, 2 % apart, no attitude goes farther than this but to another family's.
constexpr double farthest_step = 0.2;

bool alike(const Vec3& a, const Vec3& b) { return (a - b).norm() < one_attitude; }

/// Attitudes from the spin number `first` to `last` of the grid.
struct Family {
  std::array<Vec3, spin_cells + 1> at;
  int first = 0, last = 0;
  bool fixed = false;  ///< whatever the spin

  bool has(int k, const Vec3& N) const { return k >= first && k <= last && alike(at[static_cast<std::size_t>(k)], N); }
  const Vec3& normal(int k) const { return at[static_cast<std::size_t>(k)]; }
};

class Families {
 public:
  explicit Families(const RollingBody& body) : body_(body), rate_(natural_rate_of(body)) {
    for (const int start : {0, spin_cells}) {
      std::vector<Vec3> found = attitudes_of(body_, spin_at(rate_, start));
      const auto moves = [this, start](const Vec3& N) { return !stays(N, start); };
      std::stable_partition(found.begin(), found.end(), [&](const Vec3& N) { return !moves(N); });
      for (const Vec3& N : found) {
        const auto known = [&](const Family& one) { return one.has(start, N); };
        if (std::none_of(all_.begin(), all_.end(), known)) all_.push_back(followed(N, start));
      }
    }
  }
  const std::vector<Family>& all() const { return all_; }
  double rate() const { return rate_; }
  double spin(int k) const { return spin_at(rate_, k); }

 private:
  /// It is an attitude of both the least and the largest spin.
  bool stays(const Vec3& N, int start) const {
    const auto there = attitude_at(spin_cells - start, N);
    return there && alike(*there, N);
  }
  std::optional<Vec3> attitude_at(int k, const Vec3& near) const {
    if (is_ball(body_)) return near;
    return attitude_near(body_, spin(k), near);
  }
  Family followed(Vec3 N, int start) const {
    Family family;
    family.fixed = stays(N, start);
    const int step = start == 0 ? 1 : -1;
    int k = start;
    for (; k >= 0 && k <= spin_cells; k += step) {
      if (!family.fixed) {
        const auto next = attitude_at(k, N);
        if (!next || (*next - N).norm() > farthest_step || joins(*next)) break;
        N = *next;
      }
      family.at[static_cast<std::size_t>(k)] = N;
    }
    family.first = step > 0 ? start : k + 1;
    family.last = step > 0 ? k - 1 : start;
    return family;
  }
  bool joins(const Vec3& N) const {
    return std::any_of(all_.begin(), all_.end(), [&N](const Family& one) { return one.fixed && alike(one.at[0], N); });
  }

  const RollingBody& body_;
  double rate_;
  std::vector<Family> all_;
};

/// A family's motion with a spin of the cell before the k-th.
std::optional<SteadyRolling> motion_at(const RollingBody& body, const Family& family, int k, double w, int way) {
  const Vec3& near = family.normal(std::clamp(k - 1, family.first, family.last));
  if (family.fixed) return on_end(body, near, way * w);
  const auto N = attitude_near(body, w, near);
  if (!N || (*N - near).norm() > farthest_step) return std::nullopt;
  return on_end(body, *N, way * w);
}

/// The spin between two at which `below` ceases to be.
template <class F>
double boundary(double low, double high, F below) {
  while (true) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) return high;
    (below(middle) ? low : high) = middle;
  }
}

double growth_of(const SteadyRolling& motion) {
  double growth = 0;
  for (const auto& value : motion.eigenvalues) growth = std::max(growth, value.real());
  return growth;
}

/// Adds to the last band what it is at the k-th spin.
void extend(std::vector<SpinBand>& bands, const SteadyRolling& now, double spin, double rate) {
  SpinBand& band = bands.back();
  if (band.stability == Stability::marginal) band.stability = now.stability;
  // The spin grows, so that the first from the rate on is the nearest above.
  if (band.growth_at == 0 || band.growth_at < rate * (1 - 1e-9)) {
    band.growth = growth_of(now);
    band.growth_at = spin;
  }
}

/// Bands of one family and one way to turn.
std::vector<SpinBand> bands_of(const RollingBody& body, const Families& families, const Family& family, int way,
                               std::vector<CriticalSpeed>& critical) {
  std::vector<SpinBand> bands;
  const auto begin = [&](const SteadyRolling& motion, double from) {
    bands.push_back({.kind = motion.kind,
                     .way = way,
                     .from = from,
                     .to = {},
                     .normal = motion.normal,
                     .normal_to = motion.normal,
                     .stability = motion.stability});
  };
  SteadyRolling before = on_end(body, family.normal(family.first), way * families.spin(family.first));
  begin(before, family.first == 0 ? 0 : families.spin(family.first));
  extend(bands, before, families.spin(family.first), families.rate());
  for (int k = family.first + 1; k <= family.last; ++k) {
    const SteadyRolling now = on_end(body, family.normal(k), way * families.spin(k));
    if ((now.margin > 0) != (before.margin > 0)) {
      const double there = boundary(families.spin(k - 1), families.spin(k), [&](double w) {
        const auto motion = motion_at(body, family, k, w, way);
        return motion && (motion->margin > 0) == (before.margin > 0);
      });
      const SteadyRolling changes = motion_at(body, family, k, there, way).value_or(now);
      critical.push_back({.kind = changes.kind,
                          .tilt = changes.tilt,
                          .normal = changes.normal,
                          .value = way * there,
                          .speed = changes.speed,
                          .stable_above = now.margin > 0});
      bands.back().to = there;
      bands.back().normal_to = changes.normal;
      begin(now, there);
      bands.back().normal = changes.normal;
    }
    extend(bands, now, families.spin(k), families.rate());
    before = now;
  }
  bands.back().normal_to = family.normal(family.last);
  if (family.last < spin_cells) bands.back().to = families.spin(family.last);
  return bands;
}

/// Whether a body does not tell one way from the other.
bool same_both_ways(const std::vector<SpinBand>& one, const std::vector<SpinBand>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const SpinBand& a, const SpinBand& b) {
    const auto near = [](double x, double y) { return std::fabs(x - y) <= 1e-9 * std::max(x, y); };
    // Of what is stable a growth is rounding.
    const bool grow_alike =
        a.stability == Stability::stable || std::fabs(a.growth - b.growth) <= 1e-4 * std::max(a.growth, b.growth);
    return a.stability == b.stability && grow_alike && near(a.from, b.from) && near(a.to.value_or(0), b.to.value_or(0));
  });
}

}  // namespace

std::vector<SpinBand> spin_bands(const RollingBody& body, std::vector<CriticalSpeed>& critical) {
  std::vector<SpinBand> list;
  const Families families(body);
  for (const Family& family : families.all()) {
    std::vector<SpinBand> one = bands_of(body, families, family, 1, critical);
    const std::vector<SpinBand> other = bands_of(body, families, family, -1, critical);
    const bool alike_both_ways = same_both_ways(one, other);
    for (SpinBand& band : one) {
      if (alike_both_ways) band.way = 0;
      list.push_back(band);
    }
    if (!alike_both_ways) list.insert(list.end(), other.begin(), other.end());
  }
  return list;
}

}  // namespace polhode
