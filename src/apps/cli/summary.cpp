#include "apps/cli/summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <polhode/base/hash.hpp>
#include <polhode/base/text.hpp>
#include <polhode/dynamics/free_body/exact_motion.hpp>
#include <polhode/formats/run_files.hpp>

namespace polhode::cli {
namespace {

constexpr std::size_t most_event_times = 6;

/// What drifted, but for what moves as the equations say although it was said to be conserved.
std::string drift_line(const Recording& recording) {
  std::string text;
  for (const Drift& drift : recording.drifts) {
    if (!drift.kept.value_or(true)) continue;
    text += (text.empty() ? "" : "   ") + drift.name + " " + rounded(drift.largest, 2);
    if (!drift.conserved) text += " (balance)";
  }
  return text.empty() ? text : line("drift", text);
}

/// Of what is said to be conserved, whether it is.
std::string conserved_lines(const Recording& recording) {
  std::string text, kept;
  for (const Drift& drift : recording.drifts)
    if (drift.kept && *drift.kept) kept += (kept.empty() ? "" : ", ") + drift.name;
  if (!kept.empty())
    text = line("conserved", kept + (kept.find(',') == std::string::npos ? ": its rate is" : ": their rates are") +
                                 " 0 by the equations");
  for (const Drift& drift : recording.drifts)
    if (drift.kept && !*drift.kept)
      text += line(text.empty() ? "conserved" : "",
                   drift.name + " is NOT: it changes by " + rounded(100 * drift.largest, 3) +
                       " % of its size, at rates up to " + rounded(drift.largest_rate, 3) + " /s");
  return text;
}

/// Every event of the scene, and what else happened: of the ends of ranges those that a joint came to.
std::vector<std::string> names_of_events(const BuiltScene& built, const Recording& recording) {
  std::vector<std::string> names;
  for (const Watch& watch : built.options.watches)
    if (!watch.told) names.push_back(watch.name);
  for (const EventHit& hit : recording.events)
    if (std::find(names.begin(), names.end(), hit.name) == names.end()) names.push_back(hit.name);
  return names;
}

/// "flip 8×: 1.9181, 5.7544, …" for each event.
std::string event_lines(const BuiltScene& built, const Recording& recording) {
  std::string text;
  for (const std::string& name : names_of_events(built, recording)) {
    std::vector<double> times;
    for (const EventHit& hit : recording.events)
      if (hit.name == name) times.push_back(hit.t);
    std::string entry = name + " " + std::to_string(times.size()) + "×";
    for (std::size_t i = 0; i < std::min(times.size(), most_event_times); ++i)
      entry += (i == 0 ? ": " : ", ") + rounded(times[i], 8);
    if (times.size() > most_event_times) entry += ", …";
    text += line("events", entry + (times.empty() ? "" : " s"));
  }
  return text;
}

/// The time between flips of bodies that nothing turns: by the complete integral, whatever the solver.
std::string flip_lines(const BuiltScene& built) {
  const std::optional<ode::ClosedForm> form = built.system.problem().closed_form;
  if (!form || !form->refusal.empty() || has_jumps(built)) return {};
  std::string text;
  for (const FreeBody& body : built.bodies) {
    if (body.form == StateForm::particle) continue;
    const Mat3 I_BO_B = body.pivot ? body.mass.inertia_about(body.pivot->p_BoP_B) : body.mass.inertia();
    Vec3 w_WB_B;
    built.system.find_channel(body.name + ".angular_velocity_body")->evaluate(0, built.x0, {w_WB_B.data(), 3});
    const double interval = ExactMotion(principal_axes(I_BO_B)).flip_interval(w_WB_B);
    if (std::isfinite(interval))
      text += line("middle", "the rate of " + body.name + " about its middle axis changes sign every " +
                                 rounded(interval, 8) + " s");
  }
  return text;
}

std::string implicit_line(const ode::Statistics& statistics) {
  return with_thousands(statistics.jacobians) + " Jacobians, " + with_thousands(statistics.factorisations) +
         " factorisations, " + with_thousands(statistics.iterations) + " iterations";
}

/// Each load with what it did, if there are several, and whether jumps did the rest of `all` [J].
std::string workers(const Recording& recording, double all) {
  // Works are integrals of the solver's accuracy; what jumps do is mostly far more than that.
  constexpr double rounding = 1e-6;
  double rest = all, largest = std::fabs(all);
  for (const WorkDone& work : recording.works) {
    rest -= work.at_samples.back();
    largest = std::max(largest, std::fabs(work.at_samples.back()));
  }
  const bool jumps = recording.works.empty() || std::fabs(rest) > rounding * largest;
  std::string names;
  for (const WorkDone& work : recording.works) {
    names += (names.empty() ? "" : ", ") + work.name;
    if (recording.works.size() > 1 || jumps) names += " " + rounded(work.at_samples.back(), 8) + " J";
  }
  return names + (!jumps ? "" : names.empty() ? "jumps" : ", the rest by jumps");
}

/// How many copies, how they were solved, and what became of them.
std::string swarm_lines(const SwarmRecord& swarm) {
  std::string text = swarm.name + ": " + with_thousands(swarm.copies) + " copies " +
                     (swarm.one_by_one.empty() ? "side by side" : "one by one, because " + swarm.one_by_one);
  if (swarm.steps > 0)
    text += ", " + with_thousands(swarm.steps / swarm.copies) + " steps each, " +
            rounded(1e9 * swarm.seconds / static_cast<double>(swarm.steps), 2) + " ns a step";
  text = line("swarm", text);
  if (swarm.totals.empty()) return text;
  std::string end = swarm.conserved ? "energy drift " + rounded(swarm.energy_drift, 2) + ", " : "";
  return text + line("", end + "hash of all ends " + hash_text(swarm.hash));
}

std::string listed(const std::array<double, 6>& values, int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + shortest(values[static_cast<std::size_t>(i)]);
  return text + "]";
}

/// q and v of each mechanism, with the names of their joints, which in the tree of a scene stand behind its own.
template <class Add>
void add_mechanisms(const BuiltScene& built, const Add& add) {
  if (built.mechanism == nullptr) return;
  const Tree& tree = built.mechanism->tree();
  const std::vector<std::string> of_q = tree.coordinate_names(), of_v = tree.velocity_names();
  for (const MechanismPart& part : built.mechanism->parts()) {
    if (part.is_body) continue;  // it is among the bodies
    const auto add_all = [&](const std::string& letter, const std::vector<std::string>& joints, int first) {
      for (int i = 1; built.system.find_channel(part.name + "." + letter + std::to_string(i)) != nullptr; ++i)
        add(part.name + "." + letter + std::to_string(i), 1,
            " (" + joints[static_cast<std::size_t>(first + i - 1)].substr(part.name.size() + 1) + ")");
    };
    add_all("q", of_q, tree.q0(part.first));
    add_all("v", of_v, tree.v0(part.first));
  }
}

}  // namespace

std::string line(const char* label, const std::string& text) {
  std::string head = "  " + std::string(label);
  head.resize(12, ' ');
  return head + printable(text) + "\n";
}

std::string with_thousands(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), " ");
  return digits;
}

std::string cost(const ode::Statistics& statistics, double seconds) {
  return with_thousands(statistics.steps) + " (" + with_thousands(statistics.rejected) + " rejected), " +
         with_thousands(statistics.rate_evaluations) + " rate evaluations, " + rounded(seconds, 3) + " s";
}

std::string run_lines(const Scene& scene, const BuiltScene& built, const Recording& recording) {
  const ode::Method& method = built.options.method;
  const bool fixed = built.options.step > 0;
  std::string text = printable(scene.name + (scene.title.empty() ? "" : ": " + scene.title)) + "\n";
  if (!scene.watch.empty()) text += "  " + printable(scene.watch) + "\n";
  const std::string_view title = scene.run.own_solver ? "typed into the scene" : method.title;
  text += line("solver", std::string(method.name) + ", " + std::string(title) +
                             (fixed            ? ", step " + shortest(built.options.step) + " s"
                              : method.exact() ? ", no error but rounding"
                                               : ", tolerance " + shortest(built.options.tolerance)));
  if (built.measured_order)
    text += line("order", std::to_string(method.order) + " by its order conditions, " +
                              rounded(*built.measured_order, 3) + " measured");
  text += line("outcome",
               std::string(ode::to_string(recording.outcome.ending)) + " at t = " + shortest(recording.t_end) + " s");
  text += line("steps", cost(recording.statistics, recording.seconds));
  if (method.implicit) text += line("implicit", implicit_line(recording.statistics));
  if (recording.stiff_from) text += line("stiff", stiffness_sentence(recording, method));
  text += drift_line(recording) + conserved_lines(recording);
  return text;
}

std::string file_lines(const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) text += line(&file == files.data() ? "files" : "", file);
  return text;
}

std::string summary(const Scene& scene, const BuiltScene& built, const Recording& recording,
                    const std::vector<std::string>& files) {
  std::string text = run_lines(scene, built, recording);
  const bool supplied = std::any_of(recording.drifts.begin(), recording.drifts.end(), [](const Drift& drift) {
    return (drift.name == "energy" || drift.name.ends_with(".energy")) && !drift.conserved && !drift.supplied.empty();
  });
  if (supplied) {
    const double all = supplied_energy(recording);
    text += line("work", rounded(all, 8) + " J done by " + workers(recording, all));
  }
  text += event_lines(built, recording);
  text += flip_lines(built);
  for (const SwarmRecord& swarm : recording.swarms) text += swarm_lines(swarm);
  text += line("hash", hash_text(recording.hash));
  return text + file_lines(files);
}

std::string state_table(const BuiltScene& built, const Recording& recording, std::span<const double> times) {
  static constexpr std::array<std::pair<const char*, int>, 5> rows{
      {{"position", 3}, {"quaternion", 4}, {"velocity", 3}, {"angular_velocity", 3}, {"angular_velocity_body", 3}}};
  std::string text;
  for (double t : times) {
    const auto found = std::lower_bound(recording.times.begin(), recording.times.end(), t);
    if (found == recording.times.end() || *found != t) continue;
    text += "t = " + shortest(t) + " s\n";
    const VecIn x = recording.state(static_cast<std::size_t>(found - recording.times.begin()));
    const auto add_row = [&text](const std::string& name, const std::string& value) {
      std::string label = "  " + name;
      label.resize(std::max<std::size_t>(label.size() + 1, 34), ' ');
      text += label + value + "\n";
    };
    const auto add = [&](const std::string& name, int count, const std::string& note = {}) {
      std::array<double, 6> values{};
      built.system.find_channel(name)->evaluate(t, x, {values.data(), static_cast<std::size_t>(count)});
      add_row(name + printable(note), count == 1 ? shortest(values[0]) : listed(values, count));
    };
    const auto add_all = [&](const std::string& what) {
      for (const auto& [name, count] : rows)
        if (built.system.find_channel(what + "." + name) != nullptr) add(what + "." + name, count);
    };
    for (const FreeBody& body : built.bodies) add_all(body.name);
    for (const std::string& frame : built.frames) {
      add_all(frame);
      for (const FreeBody& body : built.bodies) add_all(frame + "." + body.name);
    }
    add_mechanisms(built, add);
    for (const Rolling& body : built.rolling) {
      add_all(body.body().name);
      for (const char* name : {"contact", "contact_force"}) add(body.body().name + "." + name, 3);
      const std::string mode = body.body().name + ".mode";
      double value = 0;
      built.system.find_channel(mode)->evaluate(t, x, {&value, 1});
      add_row(mode, std::string(to_string(static_cast<RollingMode>(static_cast<int>(value)))));
    }
    for (const Equations& system : built.systems)
      for (const std::string& variable : system.variables) add(system.name + "." + variable, 1);
    for (const Readout& readout : built.readouts) add(readout.name, built.system.find_channel(readout.name)->size());
  }
  return text;
}

}  // namespace polhode::cli
