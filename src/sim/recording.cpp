#include <polhode/sim/recording.hpp>

#include <polhode/base/text.hpp>
#include <polhode/ode/solve.hpp>

namespace polhode {
namespace {

std::string but_there_is(std::string_view path, const std::vector<std::string>& names) {
  const std::string near = nearest(path, names);
  return near.empty() ? std::string() : "did you mean '" + near + "'?";
}

}  // namespace

std::vector<std::string_view> stiff_solvers(const System& system) {
  std::vector<std::string_view> names;
  for (const ode::Method* method : {&ode::method::radau5, &ode::method::bdf, &ode::method::rodas5p})
    if (names.size() < 2 && ode::what_lacks(system.problem(), *method).empty()) names.push_back(method->name);
  return names;
}

double supplied_energy(const Recording& recording) {
  double sum = 0;
  for (const Drift& drift : recording.drifts)
    if ((drift.name == "energy" || drift.name.ends_with(".energy")) && !drift.supplied.empty())
      sum += drift.supplied.back();
  return sum;
}

std::string stiffness_sentence(const Recording& recording, const ode::Method& method) {
  return recording.stiff_from ? stiffness_sentence(*recording.stiff_from, recording.system, method) : std::string();
}

std::string stiffness_sentence(double stiff_from, const System& system, const ode::Method& method) {
  std::string better;
  for (const std::string_view name : stiff_solvers(system))
    better += (better.empty() ? "; try " : " or ") + std::string(name);
  return "from t = " + rounded(stiff_from, 6) + " s on for " + std::string(method.name) +
         ": its steps are held down by stability, not accuracy" + better;
}

std::vector<double> Recording::series(std::string_view path) const {
  for (const WorkDone& integral : integrals)
    if (integral.name == path) return integral.at_samples;
  const Channel* channel = system.find_channel(path);
  std::size_t component = 0;
  if (channel == nullptr) {
    const std::size_t dot = path.rfind('.');
    channel = dot == std::string_view::npos ? nullptr : system.find_channel(path.substr(0, dot));
    if (channel != nullptr) {
      const auto& names = channel->components;
      while (component < names.size() && names[component] != path.substr(dot + 1)) ++component;
      if (component == names.size()) channel = nullptr;
    }
  } else if (channel->size() > 1) {
    component = static_cast<std::size_t>(-1);
  }
  if (channel == nullptr) {
    std::vector<std::string> names;
    for (const Channel& c : system.channels()) names.push_back(c.name);
    for (const WorkDone& integral : integrals) names.push_back(integral.name);
    usage_error("the name of a channel", "'" + std::string(path) + "'", but_there_is(path, names));
  }
  std::vector<double> values(static_cast<std::size_t>(channel->size())), all;
  for (std::size_t i = 0; i < times.size(); ++i) {
    channel->evaluate(times[i], state(i), values);
    if (component == static_cast<std::size_t>(-1))
      all.insert(all.end(), values.begin(), values.end());
    else
      all.push_back(values[component]);
  }
  return all;
}

const Drift* Recording::find_drift(std::string_view monitor) const {
  for (const Drift& candidate : drifts)
    if (candidate.name == monitor) return &candidate;
  return nullptr;
}

const Drift& Recording::drift(std::string_view monitor) const {
  if (const Drift* found = find_drift(monitor)) return *found;
  std::vector<std::string> names;
  for (const Drift& candidate : drifts) names.push_back(candidate.name);
  usage_error("the name of a monitor", "'" + std::string(monitor) + "'", but_there_is(monitor, names));
}

}  // namespace polhode
