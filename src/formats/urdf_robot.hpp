#pragma once
// A robot as its file has it, before anything hangs on anything.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <polhode/formats/urdf.hpp>

#include "formats/urdf_element.hpp"

namespace polhode::urdf {

/// A name that refers to something, and where it stands.
struct Reference {
  std::string name;
  int line = 0;
};

struct MimicEntry {
  Reference joint;
  double multiplier = 1, offset = 0;
};

struct JointEntry {
  std::string name, path;
  int line = 0;
  std::optional<Reference> parent = {}, child = {};  ///< none: missing, which was said
  std::optional<Joint> joint = {};                   ///< none: not to be read, which was said
  Pose X_PF = {};
  JointResistance resistance = {};
  JointLimits limits = {};
  std::optional<MimicEntry> mimic = {};
};

/// One of the two links of a joint that closes a loop, and the joint's frame on it.
struct LoopEnd {
  std::string path;
  std::optional<Reference> link = {};  ///< none: missing, which was said
  Pose X_LF = {};
};

struct LoopJointEntry {
  std::string name, path;
  int line = 0;
  const LoopKind* kind = nullptr;  ///< null: not to be read, which was said
  std::array<LoopEnd, 2> ends = {};
};

struct Robot {
  std::string name;
  std::vector<UrdfLink> links;
  std::vector<JointEntry> joints;
  std::vector<LoopJointEntry> loops;
};

/// Reads what the text says. Findings about a link go to the link, all others to the context. Fails where there is no
/// robot at all.
std::optional<Robot> read_robot(std::string_view text, Context& context);

UrdfLink read_link(Element& element);
JointEntry read_joint(Element& element);
LoopJointEntry read_loop_joint(Element& element);
/// The direction of <axis>, or of <axis2>; what URDF says if it is not there.
std::optional<Vec3> read_axis(Element& joint, const char* name);
/// A type of <joint> or <loop_joint> that is none of the names: a finding, with what was probably meant.
void refuse_type(Element& element, const std::string& given, std::span<const std::string_view> names, const char* tag);

/// The name of a link or a joint, and its path: `link 'arm'`, or `link[2]` if it has none, which is a finding.
std::string read_name(Element& element, const char* kind);
std::string path_of(const char* kind, const std::string& name);

/// A place in the order of the tree: a link and the joint it hangs on, by their numbers in the file.
struct Place {
  int link = 0;
  int joint = -1;   ///< −1: the root
  int parent = -1;  ///< a place
};

/// Depth-first from the root, children in the order of their joints. Nothing if the joints make no tree; findings say
/// why not.
std::vector<Place> order_links(const Robot& robot, Context& context);

/// What each joint follows, chains resolved to their ends, by the number of the joint; findings about those that
/// cannot be followed.
struct Follows {
  int joint = -1;
  double multiplier = 1, offset = 0;
};
std::vector<std::optional<Follows>> resolve_mimics(const Robot& robot, Context& context);

/// The joints that close loops, their links by their places; findings about those that name links wrongly.
std::vector<Loop> resolve_loops(const Robot& robot, const std::vector<Place>& places, Context& context);

/// Nothing for a link without mass, also for one that says 0 throughout; findings if it cannot be.
Result<std::optional<MassProperties>> mass_of(const UrdfLink& link, const std::string& file);

/// The masses of all links, in the order of the file, and the findings about them. An inertia that is impossible by
/// itself is a warning if the link is fixed to others with which it makes a possible body: that body has then exactly
/// the sum of what is given, though the share of each link is another.
std::vector<std::optional<MassProperties>> settle_masses(const Robot& robot, const std::vector<Place>& places,
                                                         const std::string& file, Context& context);

}  // namespace polhode::urdf
