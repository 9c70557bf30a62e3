#pragma once
// What the handles of the C interface stand for.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polhode/scene/build.hpp>
#include <polhode/sim/simulation.hpp>

namespace polhode::c {

/// A scene that can run, and what of it has a pose. Shared by the runs that were made of it.
struct Motion {
  struct Place {
    std::string name;
    std::function<void(double t, VecIn x, double* pose)> put;  ///< position and quaternion, seven numbers
  };
  Scene scene;
  BuiltScene built;
  std::vector<Place> places;

  Motion(Scene the_scene, BuiltScene the_built);
  Motion(const Motion&) = delete;  // its places point into it
  Motion& operator=(const Motion&) = delete;

 private:
  void add_bodies();
  void add_points();
};

/// A text and what was set in it.
struct LoadedScene {
  std::string name, text;
  std::vector<std::string> assignments;
  Diagnostics findings;
  std::shared_ptr<const Motion> motion;  ///< null if the text has mistakes
  std::string told;                      ///< what was returned last

  LoadedScene(std::string the_name, std::string the_text);
  /// False, with the findings and all else as before, if the scene could not run with it.
  bool set(const std::string& assignment, Diagnostics& refused);
};

/// Numbers of all samples, computed once for each.
struct Series {
  std::vector<double> numbers;
  std::size_t samples = 0;
};

struct Run {
  std::shared_ptr<const Motion> motion;
  Simulation simulation;
  Series poses;
  std::vector<Series> channels;
  std::string told;

  Run(std::shared_ptr<const Motion> the_motion, SimulateOptions options);
  const std::vector<double>& up_to_date_poses();
  const std::vector<double>& up_to_date(std::size_t channel);

 private:
  template <class Append>
  void extend(Series& series, const Append& append);
};

std::string findings_json(const Diagnostics& findings);
std::string info_json(const Motion& motion);
std::string events_json(const Recording& recording);

}  // namespace polhode::c
