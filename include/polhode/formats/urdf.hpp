#pragma once
// Robots in URDF, the XML of ROS: text → Tree, with everything that is wrong with it found at once.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/dynamics/tree/loop.hpp>
#include <polhode/dynamics/tree/tree.hpp>
#include <polhode/mass/doctor.hpp>

namespace polhode {

struct UrdfOptions {
  bool floating_base = false;  ///< the root link moves freely; otherwise it is fixed to the base
};

/// Reads the text of a robot. `file` goes into findings, which have lines but no columns and paths such as
/// `joint 'elbow'.limit.lower`.
///
/// Links come depth-first, the children of a link in the order in which their joints stand in the file. Link 0 is the
/// root; its joint is called root_joint. Everything URDF says of motion and mass is read, and of looks the boxes,
/// cylinders, spheres and capsules of <visual>, or of <collision> where <visual> has none. docs/reference/urdf.md has
/// what is read beyond URDF: joints spherical, universal and helical, inertia and gear of rotors, and joints that close
/// loops. Those are no part of a tree: a warning says so.
///
/// Frames   origins are X_PF with R = Rz(yaw) Ry(pitch) Rx(roll); an inertia is turned from the axes of its <inertial>
///          into those of its link.
/// Proof    tests/input/urdf_test.cpp, tests/unit/formats/urdf_test.cpp
Result<Tree> read_urdf(std::string_view text, const std::string& file, const UrdfOptions& options = {});

/// Opens and reads a file.
Result<Tree> read_urdf_file(const std::string& path, const UrdfOptions& options = {});

/// A robot with the joints that close it to loops.
struct UrdfRobot {
  Tree tree;
  std::vector<Loop> loops;  ///< the numbers of their links are those of `tree`
};
/// As read_urdf, with its loops.
Result<UrdfRobot> read_urdf_robot(std::string_view text, const std::string& file, const UrdfOptions& options = {});
Result<UrdfRobot> read_urdf_robot_file(const std::string& path, const UrdfOptions& options = {});

/// Whether a file's ending is that of a robot (.urdf).
bool is_urdf_file(const std::string& file);

/// What a file says of the mass of a link, possible or not. C is the frame of <inertial>, its origin the centre of
/// mass.
struct UrdfInertial {
  Pose X_BC;
  std::optional<double> mass;   ///< none: not to be read
  std::optional<Mat3> inertia;  ///< about the origin and in the axes of C; none: not to be read
  int line = 0, mass_line = 0, inertia_line = 0;
};

/// A link as the file has it.
struct UrdfLink {
  std::string name;
  std::optional<UrdfInertial> inertial = {};  ///< none: without mass
  std::vector<LinkShape> shapes = {};
  bool all_shapes = true;       ///< there is nothing beside `shapes`, such as a mesh
  std::vector<Vec3> p_BF = {};  ///< where the joints of its children are
  Diagnostics findings = {};    ///< of reading it
  int line = 0;
};

/// The links of a robot in the order of the file, for those who look at masses alone.
struct UrdfLinks {
  std::string file, robot;
  std::vector<UrdfLink> links;
  Diagnostics findings;  ///< of everything but the links
};

/// Fails only where there is no robot at all: findings about links, errors among them, are theirs.
Result<UrdfLinks> urdf_links(std::string_view text, const std::string& file);
Result<UrdfLinks> load_urdf_links(const std::string& path);

/// What is known of the mass of every link, and the doctor's findings. Beyond those of a body: units that fit the size
/// of the link and the distances of its joints badly, an inertia about the link's origin, figures that nobody measured,
/// a centre of mass outside the shape, a density below 100 or above 20 000 kg/m³, and products of inertia of a left
/// and a right link that are not each other's mirror image. An impossible link is shown with the nearest possible
/// tensor.
///
/// Proof    tests/unit/formats/urdf_doctor_test.cpp
std::vector<MassReport> examine(const UrdfLinks& robot);

}  // namespace polhode
