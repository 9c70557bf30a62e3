#pragma once
// A robot as its file has it, before anything hangs on anything.

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

struct Robot {
  std::string name;
  std::vector<UrdfLink> links;
  std::vector<JointEntry> joints;
};

/// Reads what the text says. Findings about a link go to the link, all others to the context. Fails where there is no
/// robot at all.
std::optional<Robot> read_robot(std::string_view text, Context& context);

UrdfLink read_link(Element& element);
JointEntry read_joint(Element& element);

/// The name of a link or joint, and its path: `link 'arm'`, or `link[2]` if it has none, which is a finding.
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

/// Nothing for a link without mass, also for one that says 0 throughout; findings if it cannot be.
Result<std::optional<MassProperties>> mass_of(const UrdfLink& link, const std::string& file);

/// The masses of all links, in the order of the file, and the findings about them. An inertia that is impossible by
/// itself is a warning if the link is fixed to others with which it makes a possible body: that body has then exactly
/// the sum of what is given, though the share of each link is another.
std::vector<std::optional<MassProperties>> settle_masses(const Robot& robot, const std::vector<Place>& places,
                                                         const std::string& file, Context& context);

}  // namespace polhode::urdf
