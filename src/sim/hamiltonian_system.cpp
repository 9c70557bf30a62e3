#include <polhode/sim/hamiltonian_system.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "sim/typed_channels.hpp"

namespace polhode {
namespace {

using SharedHamiltonian = std::shared_ptr<const Hamiltonian>;

/// Lagrange's equations, solved for the momenta at every evaluation.
struct LagrangeForm {
  SharedHamiltonian hamiltonian;

  StateSpace state_space() const {
    StateSpace space;
    for (const char* suffix : {"", "'"})
      for (const std::string& q : hamiltonian->text().coordinates)
        space.vector(hamiltonian->text().name + "." + q + suffix, 1, dimension::none);
    return space;
  }
  template <class S>
  requires(!std::is_same_v<S, Pack4>) void rate(double t, In<S> x, Out<S> v) const {
    hamiltonian->lagrange_rate<S>(t, x, v);
  }
  Counterpart::Map back() const {
    return [own = hamiltonian](double t, VecIn y, VecOut x) {
      own->momenta_of<double>(t, y, x.subspan(own->size()));
      std::copy_n(y.begin(), own->size(), x.begin());
    };
  }
  Counterpart::Map there() const {
    return [own = hamiltonian](double t, VecIn x, VecOut y) {
      for (std::size_t i = 0; i < own->size(); ++i) y[own->size() + i] = own->rates()[i].evaluate_at<double>(t, x);
      std::copy_n(x.begin(), own->size(), y.begin());
    };
  }
  std::vector<Channel> channels() const {
    const std::size_t n = hamiltonian->size();
    std::vector<Channel> list;
    const Counterpart::Map once = typed::remembered(back());
    for (const Channel& channel : HamiltonianSystem(hamiltonian).channels())
      list.push_back(typed::seen_from(channel, once, 2 * n));
    for (std::size_t i = 0; i < n; ++i)
      for (Channel& channel : list)
        if (channel.name == hamiltonian->text().name + "." + hamiltonian->text().coordinates[i] + "'")
          channel.evaluate = typed::coordinate(n + i);
    return list;
  }
  std::vector<Monitor> monitors() const { return {}; }
};

void drift_of_energy(void* hamiltonian, double t, double h, VecIn x, VecOut u) {
  static_cast<const Hamiltonian*>(hamiltonian)->drift(t, h, x, u);
}
void kick_of_energy(void* hamiltonian, double t, double h, VecIn x, VecOut u) {
  static_cast<const Hamiltonian*>(hamiltonian)->kick(t, h, x, u);
}

}  // namespace

std::vector<Channel> HamiltonianSystem::channels() const {
  const std::size_t n = hamiltonian_->size();
  const SystemText& text = hamiltonian_->text();
  const std::string name = text.name + ".";
  std::vector<Channel> list;
  for (std::size_t i = 0; i < n; ++i) list.push_back(typed::scalar(name + text.coordinates[i], typed::coordinate(i)));
  for (std::size_t i = 0; i < n; ++i)
    list.push_back(typed::scalar(name + "p_" + text.coordinates[i], typed::coordinate(n + i)));
  for (std::size_t i = 0; i < n; ++i)
    list.push_back(typed::scalar(name + text.coordinates[i] + "'", typed::quantity_of(hamiltonian_->rates()[i]), true));
  typed::add_points(text.name, hamiltonian_->points(), list);
  typed::add_readings(text.name, hamiltonian_->readings(), list);
  for (const NamedExpression& bracket : hamiltonian_->brackets())
    list.push_back(typed::scalar(name + bracket.name, typed::quantity_of(bracket.formula), true));
  for (std::size_t i = 0; i < hamiltonian_->conserved().size(); ++i)
    list.push_back(typed::scalar(name + hamiltonian_->conserved()[i].name + "'",
                                 typed::quantity_of(hamiltonian_->conserved_rates()[i]), true));
  typed::add_channels(monitors(), list);
  return list;
}

std::vector<Monitor> HamiltonianSystem::monitors() const {
  const SystemText& text = hamiltonian_->text();
  std::vector<Quantity> supplies;
  for (Work& work : works()) supplies.push_back(std::move(work.power));
  std::vector<Monitor> list{
      {.channel = typed::scalar(text.name + ".energy", typed::quantity_of(hamiltonian_->energy())),
       .supply = typed::sum_of(std::move(supplies)),
       .scale = [own = hamiltonian_](double t, VecIn x, VecOut values) {
         values[0] = std::fabs(own->energy().evaluate_at<double>(t, x));
         for (std::size_t i = 0; i < own->size(); ++i)
           values[0] += std::fabs(x[own->size() + i] * own->rates()[i].evaluate_at<double>(t, x));
       }}};
  for (std::size_t i = 0; i < hamiltonian_->size(); ++i)
    if (hamiltonian_->cyclic(i))
      list.push_back({.channel = typed::scalar(text.name + ".p_" + text.coordinates[i],
                                               typed::coordinate(hamiltonian_->size() + i)),
                      .supply = {},
                      .scale = {}});
  typed::add_conserved(
      text.name, 2 * hamiltonian_->size(), hamiltonian_->conserved(),
      [own = hamiltonian_](double t, VecIn x, VecOut v) { own->rate<double>(t, x, v); }, list);
  return list;
}

std::vector<Work> HamiltonianSystem::works() const {
  std::vector<Work> list;
  for (const NamedExpression& power : hamiltonian_->powers())
    list.push_back({hamiltonian_->text().name + "." + power.name, typed::quantity_of(power.formula)});
  return list;
}

std::vector<MotionIntegral> HamiltonianSystem::integrals() const {
  return {{hamiltonian_->text().name + ".action", [own = hamiltonian_](double t, VecIn x, VecOut values) {
             values[0] = -own->energy().evaluate_at<double>(t, x);
             for (std::size_t i = 0; i < own->size(); ++i)
               values[0] += x[own->size() + i] * own->rates()[i].evaluate_at<double>(t, x);
           }}};
}

ode::Split HamiltonianSystem::split() const {
  ode::Split split;
  const int n = static_cast<int>(hamiltonian_->size());
  for (int i = 0; i < n; ++i) split.momenta.push_back(n + i);
  split.refusal = hamiltonian_->inseparable();
  split.separable = split.refusal.empty();
  split.velocity_refusal = hamiltonian_->without_velocities();
  split.velocities = split.velocity_refusal.empty();
  if (split.separable) {
    split.drift = {const_cast<Hamiltonian*>(hamiltonian_.get()), &drift_of_energy};
    split.kick = {const_cast<Hamiltonian*>(hamiltonian_.get()), &kick_of_energy};
  }
  return split;
}

std::vector<Counterpart> HamiltonianSystem::counterparts() const {
  const LagrangeForm form{hamiltonian_};
  return {{.system = std::make_shared<const System>(System(form)),
           .there = form.there(),
           .back = form.back(),
           .where = "Lagrange's equations of '" + hamiltonian_->text().name + "'",
           .blind = "rates of coordinates do not tell momenta where the second slopes of H by these are singular"}};
}

}  // namespace polhode
