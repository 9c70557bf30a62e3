#include "scene/drives.hpp"

#include <cmath>

#include <polhode/base/text.hpp>

#include "scene/motion_flaws.hpp"

namespace polhode {
namespace {

void judge_path(const drive::Path& path, double end, const std::string& joint, const Position& where,
                const std::string& at, Diagnostics& findings) {
  const auto motion = [&path](double t) -> std::optional<MotionSample> {
    const double place = path.place.evaluate_at<double>(t, {}), rate = path.rate.evaluate_at<double>(t, {}),
                 second = path.acceleration.evaluate_at<double>(t, {});
    if (!std::isfinite(place) || !std::isfinite(rate) || !std::isfinite(second)) return std::nullopt;
    MotionSample sample{Eigen::VectorXd(2), Eigen::VectorXd(2)};
    sample.value << place, rate;
    sample.slope << rate, second;
    return sample;
  };
  const auto flaw = first_flaw(motion, end);
  if (!flaw) return;
  const std::string whose = "at t = " + rounded(flaw->t) + " s the path of joint '" + joint + "'";
  if (flaw->finite)
    findings.error(where, at, whose + " jumps, or its velocity does, which would take an infinite force",
                   "let it change smoothly, or give the joint a target with kp and kd, which may jump");
  else
    findings.error(where, at, whose + ", or a rate of it, is not finite",
                   "it must be finite from t = 0 to the end of the run");
}

}  // namespace

void judge_drives(const Scene& scene, Diagnostics& findings) {
  for (std::size_t i = 0; i < scene.mechanisms.size(); ++i) {
    const MechanismEntry& entry = scene.mechanisms[i];
    if (!entry.tree || entry.drives.empty()) continue;
    const std::string at = numbered("mechanism", i) + ".drives";
    for (std::size_t link = 0; link < entry.tree->links().size(); ++link) {
      const Link& one = entry.tree->links()[link];
      const auto v = static_cast<std::size_t>(entry.tree->v0(static_cast<int>(link)));
      if (nv(one.joint) != 1) continue;
      if (const auto* path = std::get_if<drive::Path>(&entry.drives[v]); path != nullptr && path->place.uses(0))
        judge_path(*path, scene.run.end, one.joint_name, scene.source.find(at), at, findings);
    }
  }
}

}  // namespace polhode
