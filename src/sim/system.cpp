#include <polhode/sim/system.hpp>

#include <algorithm>
#include <limits>

#include "ode/splitting.hpp"

namespace polhode {
namespace {

/// Where a part's numbers lie in the state and in the rate of the whole.
struct Part {
  System system;
  std::size_t x0, nx, v0, nv;
  std::optional<ode::Split> split;
  ode::Projection projection;
  ode::Horizon horizon;
  std::vector<char> is_momentum;  ///< of each number of its rate
};

/// What moving its positions, or its momenta, alone does to a system that has no flows of its own.
void move_uniformly(const Part& part, bool momenta, double t, double h, VecIn x, VecOut u) {
  part.system.rates().real(t, x, u);
  for (std::size_t i = 0; i < part.nv; ++i) u[i] = (part.is_momentum[i] != 0) == momenta ? h * u[i] : 0;
}

template <class S>
const ode::RateOf<S>& rate_of(const ode::Rates& rates) {
  if constexpr (std::is_same_v<S, double>)
    return rates.real;
  else if constexpr (std::is_same_v<S, Pack4>)
    return rates.pack;
  else
    return rates.dual;
}

struct Parts {
  std::vector<Part> all;

  template <class S>
  static void rate(void* parts, double t, In<S> x, Out<S> v) {
    for (const Part& part : static_cast<const Parts*>(parts)->all)
      rate_of<S>(part.system.rates())(t, x.subspan(part.x0, part.nx), v.subspan(part.v0, part.nv));
  }
  template <bool kick>
  static void flow(void* parts, double t, double h, VecIn x, VecOut u) {
    for (const Part& part : static_cast<const Parts*>(parts)->all) {
      const ode::Flow& own = kick ? part.split->kick : part.split->drift;
      const VecIn x_part = x.subspan(part.x0, part.nx);
      const VecOut u_part = u.subspan(part.v0, part.nv);
      if (own)
        own(t, h, x_part, u_part);
      else
        move_uniformly(part, kick, t, h, x_part, u_part);
    }
  }
  /// Momenta if all parts have them, flows otherwise; nothing if a part has neither.
  std::optional<ode::Split> split() {
    ode::Split whole;
    whole.separable = whole.velocities = true;
    int blocks = 0;
    bool flows = false;
    for (const Part& part : all) {
      if (!part.split) return std::nullopt;
      if (whole.refusal.empty()) whole.refusal = part.split->refusal;
      if (whole.velocity_refusal.empty()) whole.velocity_refusal = part.split->velocity_refusal;
      whole.separable = whole.separable && part.split->separable;
      whole.velocities = whole.velocities && part.split->velocities;
      flows = flows || part.split->drift;
      for (int index : part.split->momenta) whole.momenta.push_back(blocks + index);
      blocks += static_cast<int>(part.system.state_space().blocks().size());
    }
    const bool all_momenta =
        std::none_of(all.begin(), all.end(), [](const Part& part) { return part.split->momenta.empty(); });
    if (!all_momenta) whole.momenta.clear();
    if (flows) {
      whole.drift = {this, &flow<false>};
      whole.kick = {this, &flow<true>};
    }
    return whole;
  }
  static bool project(void* parts, double t, VecOut x) {
    bool all_met = true;
    for (const Part& part : static_cast<const Parts*>(parts)->all)
      if (part.projection) all_met = part.projection(t, x.subspan(part.x0, part.nx)) && all_met;
    return all_met;
  }
  ode::Projection projection() {
    const bool some = std::any_of(all.begin(), all.end(), [](const Part& part) { return bool(part.projection); });
    return some ? ode::Projection(this, &project) : ode::Projection();
  }
  static double look_ahead(void* parts, double t, VecIn x) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Part& part : static_cast<const Parts*>(parts)->all)
      if (part.horizon) nearest = std::min(nearest, part.horizon(t, x.subspan(part.x0, part.nx)));
    return nearest;
  }
  ode::Horizon horizon() {
    const bool some = std::any_of(all.begin(), all.end(), [](const Part& part) { return bool(part.horizon); });
    return some ? ode::Horizon(this, &look_ahead) : ode::Horizon();
  }
  template <class S>
  ode::RateOf<S> erased() {
    const bool complete = std::all_of(
        all.begin(), all.end(), [](const Part& part) { return static_cast<bool>(rate_of<S>(part.system.rates())); });
    return complete ? ode::RateOf<S>(this, &rate<S>) : ode::RateOf<S>();
  }
};

/// The quantity of a part, read off the state of the whole.
Quantity within(Quantity quantity, const Part& part) {
  if (!quantity) return {};
  return [quantity = std::move(quantity), x0 = part.x0, nx = part.nx](double t, VecIn x, VecOut values) {
    quantity(t, x.subspan(x0, nx), values);
  };
}

Channel within(Channel channel, const Part& part) {
  channel.evaluate = within(std::move(channel.evaluate), part);
  return channel;
}

/// Where the numbers of a part lie in a state of the whole, told in one way and in the other.
struct Across {
  std::size_t from, from_size, to, to_size;
  Counterpart::Map map;  ///< empty: the part is told in one way only
};

Counterpart::Map side_by_side(std::vector<Across> parts) {
  return [parts = std::move(parts)](double t, VecIn from, VecOut to) {
    for (const Across& part : parts) {
      const VecIn x = from.subspan(part.from, part.from_size);
      const VecOut y = to.subspan(part.to, part.to_size);
      if (part.map)
        part.map(t, x, y);
      else
        std::copy(x.begin(), x.end(), y.begin());
    }
  };
}

/// Changes of coordinates of a part whose numbers begin at y0, ny of them.
std::vector<Counterpart::Change> shifted(const std::vector<Counterpart::Change>& changes, std::size_t y0,
                                         std::size_t ny) {
  std::vector<Counterpart::Change> all;
  for (const Counterpart::Change& one : changes)
    all.push_back({[g = one.g, y0, ny](double t, VecIn y) { return g(t, y.subspan(y0, ny)); },
                   [map = one.map, y0, ny](double t, VecIn before, VecOut after) {
                     std::copy(before.begin(), before.end(), after.begin());
                     map(t, before.subspan(y0, ny), after.subspan(y0, ny));
                   }});
  return all;
}

/// The counterpart `one` of part number `which`, beside the other parts as they are.
Counterpart joined_counterpart(const std::vector<System>& parts, std::size_t which, const Counterpart& one) {
  std::vector<System> others;
  std::vector<Across> there, back;
  std::vector<Counterpart::Change> changes;
  std::size_t x0 = 0, y0 = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    others.push_back(i == which ? *one.system : parts[i]);
    const auto nx = static_cast<std::size_t>(parts[i].state_space().nx());
    const auto ny = static_cast<std::size_t>(others.back().state_space().nx());
    there.push_back({x0, nx, y0, ny, i == which ? one.there : Counterpart::Map()});
    back.push_back({y0, ny, x0, nx, i == which ? one.back : Counterpart::Map()});
    if (i == which) changes = shifted(one.changes, y0, ny);
    x0 += nx;
    y0 += ny;
  }
  return {std::make_shared<const System>(System::joined(std::move(others))),
          side_by_side(std::move(there)),
          side_by_side(std::move(back)),
          one.where,
          changes,
          one.blind};
}

/// What holds each of them, in the numbers of the whole.
Held held_together(const std::vector<Part>& parts, std::size_t nx) {
  Held whole;
  whole.timeless = true;
  for (const Part& part : parts) {
    const Held& held = part.system.held();
    whole.count += held.count;
    whole.timeless = whole.timeless && (held.count == 0 || held.timeless);
  }
  if (whole.count == 0) return {};
  whole.values = [parts](double t, VecIn x, VecOut values) {
    std::size_t at = 0;
    for (const Part& part : parts)
      if (const Held& held = part.system.held(); held.count > 0) {
        held.values(t, x.subspan(part.x0, part.nx), values.subspan(at, held.count));
        at += held.count;
      }
  };
  whole.slopes = [parts, nx](double t, VecIn x, VecOut rows) {
    std::fill(rows.begin(), rows.end(), 0.0);
    std::size_t at = 0;
    for (const Part& part : parts) {
      const Held& held = part.system.held();
      if (held.count == 0) continue;
      std::vector<double> own(held.count * part.nx);
      held.slopes(t, x.subspan(part.x0, part.nx), own);
      for (std::size_t k = 0; k < held.count; ++k, ++at)
        std::copy_n(&own[k * part.nx], part.nx, &rows[at * nx + part.x0]);
    }
  };
  return whole;
}

}  // namespace

ode::Problem System::problem() const {
  ode::Problem problem;
  problem.space = space_;
  problem.rate = rates_;
  problem.split = split_;
  problem.rigid = rigid_bodies_;
  problem.projection = projection_;
  problem.horizon = horizon_;
  problem.closed_form = closed_form_;
  return problem;
}

const Channel* System::find_channel(std::string_view name) const {
  for (const Channel& channel : channels_)
    if (channel.name == name) return &channel;
  return nullptr;
}

System System::joined(std::vector<System> parts) {
  if (parts.size() == 1) return std::move(parts[0]);
  System whole;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const Counterpart& one : parts[i].counterparts())
      whole.counterparts_.push_back(joined_counterpart(parts, i, one));
  for (const System& part : parts)
    whole.told_once_.insert(whole.told_once_.end(), part.told_once_.begin(), part.told_once_.end());
  auto owned = std::make_shared<Parts>();
  for (const System& system : parts) {
    Part part{.system = system,
              .x0 = static_cast<std::size_t>(whole.space_.nx()),
              .nx = static_cast<std::size_t>(system.state_space().nx()),
              .v0 = static_cast<std::size_t>(whole.space_.nv()),
              .nv = static_cast<std::size_t>(system.state_space().nv()),
              .split = system.split_,
              .projection = system.projection_,
              .horizon = system.horizon_};
    if (part.split) part.is_momentum = ode::momentum_mask(system.state_space(), *part.split);
    whole.space_.append(part.system.state_space(), "");
    for (const Channel& channel : part.system.channels()) whole.channels_.push_back(within(channel, part));
    for (Monitor monitor : part.system.monitors())
      whole.monitors_.push_back({.channel = within(std::move(monitor.channel), part),
                                 .supply = within(std::move(monitor.supply), part),
                                 .scale = within(std::move(monitor.scale), part),
                                 .is_error = monitor.is_error});
    for (const Work& work : part.system.works()) whole.works_.push_back({work.name, within(work.power, part)});
    for (const MotionIntegral& one : part.system.integrals())
      whole.integrals_.push_back({one.name, within(one.rate, part)});
    whole.timeless_.insert(whole.timeless_.end(), system.timeless_.begin(), system.timeless_.end());
    whole.timeless_.resize(part.v0 + part.nv, 0);
    owned->all.push_back(std::move(part));
  }
  whole.rates_.real = owned->erased<double>();
  if constexpr (rates_in_lanes) whole.rates_.pack = owned->erased<Pack4>();
  whole.rates_.dual = owned->erased<Dual4>();
  whole.trouble_ = [owned](VecIn x0, double t, VecIn x) {
    std::string all;
    for (const Part& part : owned->all) {
      const std::string one = part.system.trouble(x0.subspan(part.x0, part.nx), t, x.subspan(part.x0, part.nx));
      all += (all.empty() || one.empty() ? "" : "; ") + one;
    }
    return all;
  };
  whole.held_ = held_together(owned->all, static_cast<std::size_t>(whole.space_.nx()));
  whole.split_ = owned->split();
  whole.projection_ = owned->projection();
  whole.horizon_ = owned->horizon();
  whole.owner_ = std::move(owned);
  return whole;
}

}  // namespace polhode
