#pragma once
// The frames of a scene, each as a chain of paths from inertial space.

#include <polhode/scene/scene.hpp>
#include <polhode/sim/frames.hpp>

namespace polhode {

class SceneFrames {
 public:
  /// With a finding for every frame that hangs on none or on itself, or cannot be followed.
  SceneFrames(const Scene& scene, Diagnostics& findings);

  /// For the system: the world's frame, and the others, inertial space among them if the world is not inertial.
  Frames all() const;
  /// The frame of the world, null if it is inertial.
  const FramePointer& world() const { return world_; }
  /// The frame of that name and the world, nothing if they are the same. With findings if there is none, and if the
  /// body, whose path is given, is held and the frame moves in the world.
  std::optional<FrameView> view(const std::string& frame, const std::string& body, bool held,
                                Diagnostics& findings) const;
  /// A start that is given in the frame of that name, in the world; with the same findings.
  FreeBodyState in_world(const std::string& frame, const std::string& body, bool held, const FreeBodyState& given,
                         Diagnostics& findings) const;

 private:
  using Chain = std::vector<MovingFrame::Path>;
  /// The chain of the frame of that name, nothing if it hangs on itself; `path` is of the key that names it.
  std::optional<Chain> chain(const std::string& name, const std::string& path, Diagnostics& findings);
  std::optional<Chain> world_chain(Diagnostics& findings);
  std::optional<Chain> extended(std::optional<Chain> parent, FramePath::Description path, const std::string& at,
                                Diagnostics& findings);
  /// The number of the frame of that name; −1, with a finding, if there is none that others can lean on.
  int find(const std::string& name, const std::string& path, Diagnostics& findings) const;

  const Scene& scene_;
  enum class State { unseen, open, done };
  std::vector<State> states_;
  std::vector<std::optional<Chain>> chains_;
  State world_state_ = State::unseen;
  std::optional<Chain> world_paths_ = Chain();
  FramePointer world_;
};

}  // namespace polhode
