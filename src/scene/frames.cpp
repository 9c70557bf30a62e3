#include "scene/frames.hpp"

#include <algorithm>

#include <polhode/base/text.hpp>

#include "scene/motion_flaws.hpp"
#include "scene/names.hpp"

namespace polhode {
namespace {

/// Says where a frame has no motion, or one that would take infinite forces.
void judge_path(const FramePath& path, double end, const Position& where, const std::string& at,
                Diagnostics& findings) {
  const auto rates = [&path](double t) -> std::optional<MotionSample> {
    if (!path.finite_at(t)) return std::nullopt;
    const FrameMotion now = path.at(t);
    MotionSample sample{Eigen::VectorXd(6), Eigen::VectorXd(6)};
    sample.value << now.v_NF, now.w_NF_F;
    sample.slope << now.a_NF, now.alpha_NF_F;
    return sample;
  };
  const auto flaw = first_flaw(rates, end);
  if (!flaw) return;
  if (flaw->finite)
    findings.error(where, at,
                   "at t = " + rounded(flaw->t) +
                       " s this frame jumps to another velocity, or rate of turning, "
                       "which would take an infinite force",
                   "let it change smoothly, or make two scenes of it");
  else
    findings.error(where, at, "at t = " + rounded(flaw->t) + " s a formula of this frame, or its rate, is not finite",
                   "it must be finite from t = 0 to the end of the run");
}

}  // namespace

SceneFrames::SceneFrames(const Scene& scene, Diagnostics& findings)
    : scene_(scene), states_(scene.frames.size(), State::unseen), chains_(scene.frames.size()) {
  world_paths_ = world_chain(findings);
  for (std::size_t i = 0; i < scene.frames.size(); ++i)
    if (!scene.frames[i].at_centre_of_mass)
      chain(scene.frames[i].name, numbered("frame", i), findings);
    else if (!scene.swarms.empty())
      findings.error(
          scene.source.find(numbered("frame", i)), numbered("frame", i),
          "of the copies only those that are recorded can be read, so that the centre of mass is not at hand",
          "the sums in the file of the swarm have the mean position of all copies");
  if (scene.world.frame) world_ = std::make_shared<const MovingFrame>(world_paths_.value_or(Chain()));
}

int SceneFrames::find(const std::string& name, const std::string& path, Diagnostics& findings) const {
  std::vector<std::string> known{std::string(inertial_name), std::string(world_name)};
  for (std::size_t i = 0; i < scene_.frames.size(); ++i) {
    if (scene_.frames[i].name != name) {
      if (!scene_.frames[i].at_centre_of_mass) known.push_back(scene_.frames[i].name);
      continue;
    }
    if (!scene_.frames[i].at_centre_of_mass) return static_cast<int>(i);
    findings.error(scene_.source.find(path), path,
                   "'" + name + "' goes along with the centre of mass, which is known only when bodies move",
                   "results can be read in it, but nothing can be given in it");
    return -1;
  }
  report_unknown(scene_, "frame", name, path, known, findings);
  return -1;
}

std::optional<SceneFrames::Chain> SceneFrames::extended(std::optional<Chain> parent, FramePath::Description path,
                                                        const std::string& at, Diagnostics& findings) {
  if (!parent) return std::nullopt;
  path.end = scene_.run.end;
  const bool varies = path.uses_time();
  parent->push_back(std::make_shared<const FramePath>(std::move(path)));
  if (parent->back()->resolved()) {
    if (varies) judge_path(*parent->back(), scene_.run.end, scene_.source.find(at), at, findings);
    return parent;
  }
  findings.error(scene_.source.find(at), at, "this frame moves too irregularly to be followed",
                 "its formulas must be finite, and change slowly beside a hundred-thousandth of the run; a turn about "
                 "one axis by a formula of its angle is followed however fast it is");
  return std::nullopt;
}

std::optional<SceneFrames::Chain> SceneFrames::world_chain(Diagnostics& findings) {
  const auto& world = scene_.world.frame;
  if (!world || world_state_ == State::done) return world_paths_;
  world_state_ = State::open;
  world_paths_ = world->named.empty() ? extended(Chain(), world->path, "world.frame", findings)
                                      : chain(world->named, "world.frame.frame", findings);
  world_state_ = State::done;
  return world_paths_;
}

std::optional<SceneFrames::Chain> SceneFrames::chain(const std::string& name, const std::string& path,
                                                     Diagnostics& findings) {
  const auto loop = [&]() -> std::optional<Chain> {
    findings.error(scene_.source.find(path), path, "this frame hangs on itself", "let one of the frames be inertial");
    return std::nullopt;
  };
  if (name.empty() || name == inertial_name) return Chain();
  if (name == world_name) return world_state_ == State::open ? loop() : world_chain(findings);
  const int found = find(name, path, findings);
  if (found < 0) return std::nullopt;
  const auto i = static_cast<std::size_t>(found);
  if (states_[i] == State::open) return loop();
  if (states_[i] == State::unseen) {
    states_[i] = State::open;
    const FrameEntry& frame = scene_.frames[i];
    const std::string at = numbered("frame", i);
    chains_[i] = extended(chain(frame.parent, at + ".parent", findings), frame.path, at, findings);
    states_[i] = State::done;
  }
  return chains_[i];
}

Frames SceneFrames::all() const {
  Frames frames{.world = world_, .named = {}};
  for (std::size_t i = 0; i < scene_.frames.size(); ++i)
    frames.named.push_back(
        {scene_.frames[i].name, MovingFrame(chains_[i].value_or(Chain())), scene_.frames[i].at_centre_of_mass});
  if (world_) frames.named.push_back({std::string(inertial_name), MovingFrame(), false});
  return frames;
}

std::optional<FrameView> SceneFrames::view(const std::string& frame, const std::string& body, bool held,
                                           Diagnostics& findings) const {
  const std::string path = body + ".frame";
  if (frame.empty() || frame == world_name) return std::nullopt;
  MovingFrame moving;
  if (frame != inertial_name) {
    const int found = find(frame, path, findings);
    if (found < 0 || !chains_[static_cast<std::size_t>(found)]) return std::nullopt;
    moving = MovingFrame(*chains_[static_cast<std::size_t>(found)]);
  }
  FrameView view(world_ ? *world_ : MovingFrame(), moving);
  if (held && !view.at_rest())
    findings.error(scene_.source.find(path), path, "what is held is held in the world, and this frame moves in it",
                   "simulate in the frame: [world.frame] with frame = \"" + frame + "\"");
  return view;
}

FreeBodyState SceneFrames::in_world(const std::string& frame, const std::string& body, bool held,
                                    const FreeBodyState& given, Diagnostics& findings) const {
  const std::optional<FrameView> from = view(frame, body, held, findings);
  return from ? from->seen_from_world(0, given) : given;
}

}  // namespace polhode
