// Events of a body on its ground.
#include <algorithm>

#include <polhode/sim/rolling_system.hpp>

namespace polhode {
namespace {

using Margin = double (Rolling::*)(double, VecIn) const;
using Change = void (Rolling::*)(double, VecIn, VecOut) const;

/// Where the coordinates of one body are among those of all.
struct Slice {
  Rolling rolling;
  std::size_t x0, nx;

  std::function<double(double, VecIn)> g(Margin margin) const {
    return [*this, margin](double t, VecIn x) { return (rolling.*margin)(t, x.subspan(x0, nx)); };
  }
  std::function<void(double, VecIn, VecOut)> jump(Change change) const {
    return [*this, change](double t, VecIn before, VecOut after) {
      std::copy(before.begin(), before.end(), after.begin());
      (rolling.*change)(t, before.subspan(x0, nx), after.subspan(x0, nx));
    };
  }
};

}  // namespace

std::vector<Watch> contact_watches(const Rolling& rolling, std::size_t x0, std::size_t nx) {
  const Slice slice{rolling, x0, nx};
  const RollingBody& body = rolling.body();
  std::vector<Watch> watches;
  const auto add = [&](const char* name, Margin margin, ode::Crossing crossing, Change change) {
    watches.push_back({.name = body.name + "." + name, .g = slice.g(margin), .crossing = crossing, .slow = true});
    if (change != nullptr) watches.back().jump = slice.jump(change);
    return &watches.back();
  };
  const auto falls = ode::Crossing::falling;
  const auto end_at = [&](const char* name, Margin margin) {
    Watch* watch = add(name, margin, falls, nullptr);
    watch->stop = watch->last = true;
  };
  const bool frictional = body.ground.friction.has_value();
  if (rolling.has_modes()) {
    const auto* coulomb = std::get_if<friction::Coulomb>(&*body.ground.friction);
    if (coulomb != nullptr && coulomb->patch == 0) {
      add("slip", &Rolling::slip_margin, falls, &Rolling::begin_slip);
      add("stick", &Rolling::stick_margin, falls, &Rolling::end_slip);
    }
    add("lift", &Rolling::lift_margin, falls, &Rolling::begin_flight);
    Watch* landing = add("land", &Rolling::land_margin, falls, &Rolling::land);
    landing->told = [slice, name = landing->name](double t, VecIn x) {
      return slice.rolling.lands(t, x.subspan(slice.x0, slice.nx)) ? std::vector{name} : std::vector<std::string>();
    };
    end_at("jam", &Rolling::jam_margin);
  } else {
    if (frictional) add("slip", &Rolling::slip_margin, falls, nullptr)->stop = true;
    // Without friction to end with, the ground goes on as if it could pull: what comes after the first is no news.
    Watch* lift = add("lift", &Rolling::lift_margin, falls, nullptr);
    lift->stop = frictional;
    if (!frictional) lift->count = 1;
  }
  if (body.form == RollingForm::euler) {
    Watch* chart = add("chart", &Rolling::chart_margin, falls, &Rolling::change_chart);
    chart->told = [](double, VecIn) { return std::vector<std::string>(); };  // nothing happens to the body
  }
  if (has_flat_faces(body.surface)) end_at("flat", &Rolling::tilt_margin);
  if (has_straight_side(body.surface)) add("line", &Rolling::side_margin, ode::Crossing::any, nullptr)->stop = true;
  return watches;
}

}  // namespace polhode
