#include <polhode/base/text.hpp>
#include <polhode/formats/run_files.hpp>

namespace polhode {
namespace {

void add_column(std::string& header, const std::string& name, const std::string& symbol) {
  header += "," + name + (symbol.empty() ? "" : " [" + symbol + "]");
}

std::string header_of(const Recording& recording) {
  std::string header = "t [s]";
  for (const Channel& channel : recording.system.channels()) {
    if (channel.components.empty()) add_column(header, channel.name, channel.symbol());
    for (const std::string& component : channel.components)
      add_column(header, channel.name + "." + component, channel.symbol());
  }
  if (recording.find_drift("energy") != nullptr) add_column(header, "work", "J");
  for (const WorkDone& work : recording.works) add_column(header, work.name + ".work", "J");
  for (const WorkDone& one : recording.integrals) add_column(header, one.name, "");
  for (const Drift& drift : recording.drifts) add_column(header, "drift." + drift.name, "");
  return header + "\n";
}

}  // namespace

std::string run_csv(const Recording& recording) {
  std::string text = header_of(recording);
  const Drift* energy = recording.find_drift("energy");
  std::vector<double> values;
  for (std::size_t i = 0; i < recording.times.size(); ++i) {
    text += shortest(recording.times[i]);
    for (const Channel& channel : recording.system.channels()) {
      values.resize(static_cast<std::size_t>(channel.size()));
      channel.evaluate(recording.times[i], recording.state(i), values);
      for (double value : values) text += "," + shortest(value);
    }
    if (energy != nullptr) text += "," + shortest(energy->supplied[i]);
    for (const WorkDone& work : recording.works) text += "," + shortest(work.at_samples[i]);
    for (const WorkDone& one : recording.integrals) text += "," + shortest(one.at_samples[i]);
    for (const Drift& drift : recording.drifts) text += "," + shortest(drift.at_samples[i]);
    text += "\n";
  }
  return text;
}

std::string swarm_csv(const SwarmRecord& swarm) {
  std::string text = "t [s]";
  for (const char* name : {"kinetic_energy", "potential_energy"}) add_column(text, name, "J");
  const auto add_vector = [&](const std::string& name, const char* symbol) {
    for (const char* component : {".x", ".y", ".z"}) add_column(text, name + component, symbol);
  };
  add_vector("momentum", si_symbol(dimension::momentum).c_str());
  add_vector("angular_momentum", si_symbol(dimension::angular_momentum).c_str());
  add_vector("centre", "m");
  text += "\n";
  for (std::size_t i = 0; i < swarm.times.size(); ++i) {
    const SwarmTotals& sum = swarm.totals[i];
    text += shortest(swarm.times[i]) + "," + shortest(sum.kinetic_energy) + "," + shortest(sum.potential_energy);
    for (const Vec3* vector : {&sum.momentum, &sum.angular_momentum, &sum.centre})
      for (double component : *vector) text += "," + shortest(component);
    text += "\n";
  }
  return text;
}

}  // namespace polhode
