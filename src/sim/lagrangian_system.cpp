#include <polhode/sim/lagrangian_system.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>

#include "sim/typed_channels.hpp"

namespace polhode {
namespace {

using typed::coordinate;
using typed::quantity_of;
using typed::scalar;
using SharedLagrangian = std::shared_ptr<const Lagrangian>;

/// q'' and λ in one list. The channels of a sample ask for the same ones one after another, so that the last answer of
/// a thread is kept: solving costs the cube of the number of coordinates.
const std::vector<double>& solved(const SharedLagrangian& lagrangian, double t, VecIn x) {
  struct Answer {
    std::weak_ptr<const Lagrangian> of;
    double t = 0;
    std::vector<double> x, both;
  };
  thread_local Answer last;
  const bool same_system = !last.of.expired() && !last.of.owner_before(lagrangian) && !lagrangian.owner_before(last.of);
  const auto same = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  };
  if (same_system && same(last.t, t) && std::equal(x.begin(), x.end(), last.x.begin(), last.x.end(), same))
    return last.both;
  const std::size_t n = lagrangian->size(), m = lagrangian->constraints();
  last.both.resize(n + m);
  lagrangian->accelerations(t, x, VecOut(last.both).first(n), VecOut(last.both).subspan(n));
  last.of = lagrangian;
  last.t = t;
  last.x.assign(x.begin(), x.end());
  return last.both;
}

void add_constraint_channels(const SharedLagrangian& lagrangian, std::vector<Channel>& list) {
  const std::size_t n = lagrangian->size();
  const std::string& name = lagrangian->text().name;
  for (std::size_t k = 0; k < lagrangian->constraints(); ++k) {
    const std::string& constraint = lagrangian->constraint_name(k);
    list.push_back(scalar(
        name + ".multiplier." + constraint,
        [lagrangian, k, n](double t, VecIn x, VecOut values) { values[0] = solved(lagrangian, t, x)[n + k]; }, true));
    list.push_back({.name = name + ".force." + constraint,
                    .unit = dimension::none,
                    .components = lagrangian->text().coordinates,
                    .evaluate =
                        [lagrangian, k, n](double t, VecIn x, VecOut values) {
                          const double multiplier = solved(lagrangian, t, x)[n + k];
                          std::vector<double> rows(n * lagrangian->constraints());
                          lagrangian->constraint_rows(t, x, rows);
                          for (std::size_t i = 0; i < n; ++i) values[i] = multiplier * rows[k * n + i];
                        },
                    .item = true});
  }
}

/// The largest work that the forces which the motion needs beyond the given ones, M q'' less these, do along a unit
/// displacement that the constraints allow: each axis of the coordinates without its part along rows of A. D'Alembert's
/// principle says that it is zero; neither λ nor the equations for it are used, so wrong ones show.
double virtual_work(const Lagrangian& lagrangian, double t, VecIn x) {
  const std::size_t n = lagrangian.size(), m = lagrangian.constraints();
  std::vector<double> force(n), rows(n * m), along(n);
  lagrangian.needed_forces(t, x, force);
  lagrangian.constraint_rows(t, x, rows);
  const auto reduce = [&](double* row, std::size_t by) {
    for (int twice = 0; twice < 2; ++twice)
      for (std::size_t k = 0; k < by; ++k) {
        double part = 0;
        for (std::size_t i = 0; i < n; ++i) part += row[i] * rows[k * n + i];
        for (std::size_t i = 0; i < n; ++i) row[i] -= part * rows[k * n + i];
      }
    double length = 0;
    for (std::size_t i = 0; i < n; ++i) length += row[i] * row[i];
    return std::sqrt(length);
  };
  for (std::size_t k = 0; k < m; ++k) {
    const double length = reduce(&rows[k * n], k);
    for (std::size_t i = 0; i < n; ++i) rows[k * n + i] /= length;
  }
  double largest = 0;
  for (std::size_t axis = 0; axis < n; ++axis) {
    std::fill(along.begin(), along.end(), 0.0);
    along[axis] = 1;
    const double length = reduce(along.data(), m);
    if (length < 1e-8) continue;
    double work = 0;
    for (std::size_t i = 0; i < n; ++i) work += force[i] * along[i] / length;
    if (std::fabs(work) > std::fabs(largest) || std::isnan(work)) largest = work;
  }
  return largest;
}

/// How far a state is off its constraints: of places as a distance in coordinates, of rates as a rate.
double constraint_error(const Lagrangian& lagrangian, double t, VecIn x) {
  const std::size_t n = lagrangian.size(), m = lagrangian.constraints(), places = lagrangian.text().constraints.size();
  std::vector<double> left(places + m), rows(n * m);
  lagrangian.violations(t, x, left);
  lagrangian.constraint_rows(t, x, rows);
  double worst = 0;
  for (std::size_t k = 0; k < places + m; ++k) {
    const double* row = &rows[(k < places ? k : k - places) * n];
    double reach = 0;
    for (std::size_t i = 0; i < n; ++i) reach += std::fabs(row[i]);
    worst = std::max(worst, std::fabs(left[k]) / reach);
  }
  return worst;
}

void add_constraint_monitors(const SharedLagrangian& lagrangian, std::vector<Monitor>& list) {
  if (lagrangian->constraints() == 0) return;
  const std::string& name = lagrangian->text().name;
  const std::size_t n = lagrangian->size();
  list.push_back({.channel = scalar(
                      name + ".virtual_work",
                      [lagrangian](double t, VecIn x, VecOut values) { values[0] = virtual_work(*lagrangian, t, x); }),
                  .supply = {},
                  .scale =
                      [lagrangian, n](double t, VecIn x, VecOut values) {
                        std::vector<double> force(n);
                        lagrangian->needed_forces(t, x, force);
                        values[0] = 0;
                        for (const double part : force) values[0] += std::fabs(part);
                      },
                  .is_error = true});
  list.push_back({.channel = scalar(name + ".constraint_error",
                                    [lagrangian](double t, VecIn x, VecOut values) {
                                      values[0] = constraint_error(*lagrangian, t, x);
                                    }),
                  .supply = {},
                  .scale =
                      [n](double, VecIn x, VecOut values) {
                        values[0] = 0;
                        for (std::size_t i = 0; i < 2 * n; ++i) values[0] = std::max(values[0], std::fabs(x[i]));
                      },
                  .is_error = true});
}

/// −λ·b.
Quantity constraint_power(const SharedLagrangian& lagrangian) {
  return [lagrangian](double t, VecIn x, VecOut values) {
    std::vector<double> speeds(lagrangian->constraints());
    const std::vector<double>& both = solved(lagrangian, t, x);
    lagrangian->constraint_speeds(t, x, speeds);
    values[0] = 0;
    for (std::size_t k = 0; k < speeds.size(); ++k) values[0] -= both[lagrangian->size() + k] * speeds[k];
  };
}

/// What is looked at before and after a state, as a part of its coordinates, and how near to a place where constraints
/// depend on each other a motion is followed. Constraints that hold to a rounding ε leave at a distance d from there
/// the direction of motion open by ε/d², and steps that err by more than d come out on another branch.
constexpr double nearness = 1e-4;

/// That part of the coordinates, at the rates there are, as a time; infinite at rest.
double time_of_nearness(const Lagrangian& lagrangian, VecIn x) {
  double size = 1, speed = 0;
  for (std::size_t i = 0; i < lagrangian.size(); ++i) {
    size = std::max(size, std::fabs(x[i]));
    speed = std::max(speed, std::fabs(x[lagrangian.size() + i]));
  }
  return nearness * size / speed;
}

/// How long, at the rates there are, until the slopes of the constraints of places depend on each other; infinite if
/// they do not come nearer to it. Their volume V = Π reach is asked for a little before, here, and a little after:
///
///   V/|V'|;   where V has a kink in between, as |τ|: the place is nearer than that
double time_to_dependence(const Lagrangian& lagrangian, double t, VecIn x) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const std::size_t n = lagrangian.size();
  const double dt = time_of_nearness(lagrangian, x);
  if (!std::isfinite(dt)) return never;
  std::vector<double> beside(x.begin(), x.end());
  const std::vector<double> here = lagrangian.constraint_reaches(t, x, false);
  // Of what it is here: as many factors as there are constraints, each of which may be anything.
  const auto volume = [&](double time) {
    for (std::size_t i = 0; i < n; ++i) beside[i] = x[i] + time * x[n + i];
    const std::vector<double> there = lagrangian.constraint_reaches(t + time, beside, false);
    double ratio = 1;
    for (std::size_t k = 0; k < here.size(); ++k) ratio *= there[k] / here[k];
    return ratio;
  };
  const double before = volume(-dt), after = volume(dt);
  if (!(before > after)) return before == after || after > before ? never : 0.0;
  return before + after - 2 > 0.5 ? 2 * dt / (before + after) : 2 * dt / (before - after);
}

bool keep(void* object, double t, VecOut x) {
  const auto& lagrangian = *static_cast<const Lagrangian*>(object);
  if (!lagrangian.project(t, x)) return false;
  if (lagrangian.text().constraints.empty()) return true;
  const double dt = time_of_nearness(lagrangian, x);
  return !std::isfinite(dt) || time_to_dependence(lagrangian, t, x) > dt;
}

double half_way_to_dependence(void* object, double t, VecIn x) {
  return 0.5 * time_to_dependence(*static_cast<const Lagrangian*>(object), t, x);
}

/// Hamilton's equations, solved for the rates at every evaluation.
struct CanonicalForm {
  SharedLagrangian lagrangian;

  StateSpace state_space() const {
    StateSpace space;
    for (const char* prefix : {".", ".p_"})
      for (const std::string& q : lagrangian->text().coordinates)
        space.vector(lagrangian->text().name + prefix + q, 1, dimension::none);
    return space;
  }
  template <class S>
  requires(!std::is_same_v<S, Pack4>) void rate(double t, In<S> y, Out<S> v) const {
    lagrangian->canonical_rate<S>(t, y, v);
  }
  Counterpart::Map back() const {
    return [own = lagrangian](double t, VecIn y, VecOut x) {
      own->rates_of<double>(t, y, x.subspan(own->size()));
      std::copy_n(y.begin(), own->size(), x.begin());
    };
  }
  Counterpart::Map there() const {
    return [own = lagrangian](double t, VecIn x, VecOut y) {
      own->momenta(t, x, y.subspan(own->size()));
      std::copy_n(x.begin(), own->size(), y.begin());
    };
  }
  std::vector<Channel> channels() const {
    const std::size_t n = lagrangian->size();
    std::vector<Channel> list;
    const Counterpart::Map once = typed::remembered(back());
    for (const Channel& channel : LagrangianSystem(lagrangian).channels())
      list.push_back(typed::seen_from(channel, once, 2 * n));
    for (std::size_t i = 0; i < n; ++i)
      for (Channel& channel : list)
        if (channel.name == lagrangian->text().name + ".p_" + lagrangian->text().coordinates[i])
          channel.evaluate = coordinate(n + i);
    return list;
  }
  std::vector<Monitor> monitors() const { return {}; }
};

/// Projects by way of the rates, which is what constraints are about.
bool keep_canonical(void* object, double t, VecOut y) {
  const auto& lagrangian = *static_cast<const Lagrangian*>(object);
  const CanonicalForm form{SharedLagrangian(SharedLagrangian(), &lagrangian)};
  std::vector<double> x(y.size());
  form.back()(t, y, x);
  if (!lagrangian.project(t, x)) return false;
  form.there()(t, x, y);
  return true;
}

struct HeldCanonicalForm : CanonicalForm {
  ode::Projection projection() const {
    if (lagrangian->constraints() == 0) return {};
    return {const_cast<Lagrangian*>(lagrangian.get()), &keep_canonical};
  }
};

}  // namespace

std::vector<Channel> LagrangianSystem::channels() const {
  const std::size_t n = lagrangian_->size();
  const SystemText& text = lagrangian_->text();
  const std::string name = text.name + ".";
  std::vector<Channel> list;
  for (std::size_t i = 0; i < n; ++i) list.push_back(scalar(name + text.coordinates[i], coordinate(i)));
  for (std::size_t i = 0; i < n; ++i) list.push_back(scalar(name + text.coordinates[i] + "'", coordinate(n + i)));
  for (std::size_t i = 0; i < n; ++i)
    list.push_back(scalar(
        name + text.coordinates[i] + "''",
        [own = lagrangian_, i](double t, VecIn x, VecOut values) { values[0] = solved(own, t, x)[i]; }, true));
  for (std::size_t i = 0; i < n; ++i)
    list.push_back(scalar(name + "p_" + text.coordinates[i], quantity_of(lagrangian_->momentum_formulas()[i])));
  list.push_back(scalar(name + "lagrangian", quantity_of(lagrangian_->lagrangian()), true));
  typed::add_points(text.name, lagrangian_->points(), list);
  typed::add_readings(text.name, lagrangian_->readings(), list);
  add_constraint_channels(lagrangian_, list);
  typed::add_channels(monitors(), list);
  return list;
}

std::vector<Monitor> LagrangianSystem::monitors() const {
  const SystemText& text = lagrangian_->text();
  std::vector<Quantity> supplies;
  for (Work& work : works()) supplies.push_back(std::move(work.power));
  std::vector<Monitor> list{
      {.channel = scalar(text.name + ".energy", quantity_of(lagrangian_->energy())),
       .supply = typed::sum_of(std::move(supplies)),
       .scale = [lift = lagrangian_->lift(), own = lagrangian_->lagrangian()](double t, VecIn x, VecOut values) {
         values[0] = std::fabs(lift.evaluate_at<double>(t, x)) + std::fabs(own.evaluate_at<double>(t, x));
       }}};
  for (std::size_t i = 0; i < lagrangian_->size(); ++i)
    if (lagrangian_->cyclic(i))
      list.push_back(
          {.channel = scalar(text.name + ".p_" + text.coordinates[i], quantity_of(lagrangian_->momentum_formulas()[i])),
           .supply = {},
           .scale = typed::parts_of(lagrangian_->momentum_formulas()[i], 2 * lagrangian_->size())});
  add_constraint_monitors(lagrangian_, list);
  typed::add_conserved(
      text.name, 2 * lagrangian_->size(), lagrangian_->conserved(),
      [own = lagrangian_](double t, VecIn x, VecOut v) { own->rate<double>(t, x, v); }, list);
  return list;
}

std::vector<Work> LagrangianSystem::works() const {
  std::vector<Work> list;
  for (const NamedExpression& power : lagrangian_->powers())
    list.push_back({lagrangian_->text().name + "." + power.name, quantity_of(power.formula)});
  if (lagrangian_->constraints_do_work())
    list.push_back({lagrangian_->text().name + ".constraints", constraint_power(lagrangian_)});
  return list;
}

std::vector<MotionIntegral> LagrangianSystem::integrals() const {
  return {{lagrangian_->text().name + ".action", quantity_of(lagrangian_->lagrangian())}};
}

ode::Split LagrangianSystem::split() const {
  ode::Split split;
  const int n = static_cast<int>(lagrangian_->size());
  split.separable = split.velocities = lagrangian_->separable();
  for (int i = 0; split.separable && i < n; ++i) split.momenta.push_back(n + i);
  if (!split.separable)
    split.refusal = lagrangian_->constraints() > 0
                        ? "'" + lagrangian_->text().name + "' has constraints: take dop853 or gauss6"
                        : "the accelerations of '" + lagrangian_->text().name +
                              "' depend on more than time and places, so that places and rates cannot be moved by "
                              "turns: write it by its hamiltonian, or take gauss4";
  split.velocity_refusal = split.refusal;
  return split;
}

ode::Projection LagrangianSystem::projection() const {
  if (lagrangian_->constraints() == 0) return {};
  return {const_cast<Lagrangian*>(lagrangian_.get()), &keep};
}

Held LagrangianSystem::held() const {
  if (lagrangian_->constraints() == 0) return {};
  return {lagrangian_->text().constraints.size() + lagrangian_->constraints(),
          [own = lagrangian_](double t, VecIn x, VecOut values) { own->violations(t, x, values); },
          [own = lagrangian_](double t, VecIn x, VecOut rows) { own->violation_slopes(t, x, rows); }, timeless()};
}

ode::Horizon LagrangianSystem::horizon() const {
  if (lagrangian_->text().constraints.empty()) return {};
  return {const_cast<Lagrangian*>(lagrangian_.get()), &half_way_to_dependence};
}

std::vector<Counterpart> LagrangianSystem::counterparts() const {
  const HeldCanonicalForm form{{lagrangian_}};
  return {{.system = std::make_shared<const System>(System(form)),
           .there = form.there(),
           .back = form.back(),
           .where = "Hamilton's equations of '" + lagrangian_->text().name + "'",
           .blind = "momenta do not tell rates of coordinates where the second slopes of L by these are singular"}};
}

std::string LagrangianSystem::trouble(VecIn x0, double t, VecIn x) const {
  if (const auto flaw = lagrangian_->flaw(t, x)) return flaw->message;
  // Steps shrink before a mass is gone altogether.
  constexpr double gone = 1e-4;
  const std::vector<double> reaches = lagrangian_->constraint_reaches(t, x, true),
                            before = lagrangian_->constraint_reaches(0, x0, true);
  std::string dependent;
  for (std::size_t k = 0; k < reaches.size(); ++k)
    if (reaches[k] <= gone * before[k])
      dependent += (dependent.empty() ? "'" : ", '") + lagrangian_->constraint_name(k) + "'";
  if (!dependent.empty())
    return "the slopes of the constraints (" + dependent +
           ") come to vanish or to depend on each other there, and do not tell how the motion goes on";
  const std::size_t n = lagrangian_->size();
  std::vector<double> first(n), now(n);
  lagrangian_->inertias(0, x0, first);
  lagrangian_->inertias(t, x, now);
  std::size_t least = 0;
  const auto part = [&](std::size_t i) { return first[i] == 0 ? 1.0 : std::fabs(now[i] / first[i]); };
  for (std::size_t i = 1; i < n; ++i)
    if (part(i) < part(least)) least = i;
  if (part(least) > gone) return {};
  return "the mass matrix becomes singular there: the inertia of '" + lagrangian_->text().coordinates[least] +
         "' has fallen to " + rounded(part(least), 2) + " of what it was at the start";
}

}  // namespace polhode
