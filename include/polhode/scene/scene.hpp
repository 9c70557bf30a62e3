#pragma once
// A scene: plain structs a person could type. Files become this in `formats`; build() makes a system of it.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <polhode/base/result.hpp>
#include <polhode/body/load.hpp>
#include <polhode/dynamics/free_body/free_body.hpp>
#include <polhode/dynamics/free_body/state_form.hpp>
#include <polhode/mass/mesh.hpp>
#include <polhode/mass/solid.hpp>
#include <polhode/math/expression.hpp>
#include <polhode/math/pose.hpp>
#include <polhode/ode/multistep.hpp>
#include <polhode/ode/own_method.hpp>
#include <polhode/scene/mechanism_entry.hpp>
#include <polhode/scene/path_entry.hpp>
#include <polhode/scene/rolling_entry.hpp>
#include <polhode/scene/source_map.hpp>
#include <polhode/scene/system_entry.hpp>
#include <polhode/sim/readout.hpp>

namespace polhode {

/// The absolute tolerance of one block of the state ("handle.position") [SI].
struct BlockTolerance {
  std::string block;
  double absolute = 0;
};

struct RunSettings {
  double end = 10;    ///< [s]
  double sample = 0;  ///< [s]; 0: a thousand samples
  std::string solver = "dop853";
  /// Figures of a solver of one's own, instead of the name of one that is known; `solver` is what it is called.
  std::optional<std::variant<ode::Tableau, ode::MultistepCoefficients>> own_solver;
  std::optional<double> tolerance;  ///< adaptive solvers; 1e-9 unless given
  std::optional<double> absolute_tolerance;
  std::vector<BlockTolerance> block_tolerances;  ///< instead of the one above, for some blocks
  std::optional<double> step;                    ///< fixed steps [s]
  std::optional<double> largest_step;
  std::vector<double> breaks;  ///< times at which a load or an equation may jump [s]
};

/// The frame that a scene is written and simulated in, if it is not inertial.
struct WorldFrame {
  std::string named;                ///< one of the scene's frames; empty: `path` in inertial space
  FramePath::Description path;      ///< its end is that of the run
  bool gravity_turns_along = true;  ///< uniform fields are fixed in the frame; else in inertial space
  std::vector<InertialTerm> terms{inertial_terms.begin(), inertial_terms.end()};
};

struct World {
  Vec3 gravity = Vec3::Zero();  ///< uniform field on everything [m/s²]
  std::optional<WorldFrame> frame;
};

/// A frame in which bodies may be given and results are read.
struct FrameEntry {
  std::string name;
  std::string parent;  ///< the frame it moves in: another one, world_name or inertial_name; empty: inertial
  FramePath::Description path;
  bool at_centre_of_mass = false;  ///< of all bodies, without turning; then there is no path
};

/// One solid of a composite body, placed in the body's frame; `remove` makes it a hole.
struct Part {
  Solid solid;
  Pose X_BP;
  bool remove = false;
};

// The ways in which a body's mass may be given.
struct GivenInertia {
  double mass = 0;
  Mat3 inertia = Mat3::Zero();
  Vec3 centre = Vec3::Zero();
};
struct SolidParts {
  std::vector<Part> parts;
};
struct MeshMass {
  TriangleMesh mesh;
  std::optional<double> mass, density;
};
struct Particles {
  std::vector<PointMass> points;
};
struct DensityField {
  Solid solid;
  Expression density;  ///< of x, y, z in the solid's frame [kg/m³]
  double tolerance = 1e-10;
};
/// std::monostate stands for a description that could not be read.
using MassDescription = std::variant<std::monostate, GivenInertia, SolidParts, MeshMass, Particles, DensityField>;

/// How many copies of a body there are, and how they start: formulas of the number i of a copy, 0 … count − 1. What has
/// no formula all copies have from their body.
struct Copies {
  using Formulas = std::optional<std::array<Expression, 3>>;
  int count = 0;
  std::vector<int> record{0};  ///< those whose motion is recorded
  Formulas position, rotation_vector, velocity, angular_velocity;
};

/// More copies than this are refused: their states alone are a gigabyte.
inline constexpr int most_copies = 10'000'000;

struct BodyEntry {
  std::string name;
  MassDescription mass;
  StateForm state = StateForm::rotation;
  Renormalise renormalise = Renormalise::none;
  std::string frame;             ///< in which all that follows is given, at the start; empty: the world
  Vec3 position = Vec3::Zero();  ///< of the centre of mass
  Rotation orientation;          ///< body → world
  Vec3 velocity = Vec3::Zero();  ///< of the centre of mass
  Vec3 angular_velocity = Vec3::Zero();
  bool angular_velocity_in_body = true;  ///< axes of the above
  std::optional<Vec3> pivot;             ///< the body point that is held where it is at the start
  Vec3 rotor = Vec3::Zero();             ///< angular momentum of a rotor inside, body axes
  std::optional<Vec3> trace;             ///< the body point whose path the page draws
  std::optional<Copies> copies;          ///< it stands for so many; see expand_copies()
  int copy = -1;                         ///< which copy of a swarm it is; −1: of none
  int like = -1;                         ///< the body of the scene whose mass it shares, as a further copy
};

/// Bodies that differ in their start alone and act on nothing.
struct SwarmEntry {
  BodyEntry body;  ///< without mass
  Copies copies;
  int first = 0;  ///< among the bodies of the scene, its first recorded copy: mass and loads are those of all
};

/// A mass without attitude; with a rod, it stays at its distance from a world point.
struct ParticleEntry {
  struct Rod {
    Vec3 to = Vec3::Zero();        ///< world point
    std::optional<double> length;  ///< as far as the particle is from there
  };
  std::string name;
  double mass = 0;    ///< 0: could not be read
  std::string frame;  ///< as of a body
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  std::optional<Rod> rod;
};

/// What the world is called where a load asks for a body, and a frame for a parent.
inline constexpr std::string_view world_name = "world";
/// What inertial space is called among frames.
inline constexpr std::string_view inertial_name = "inertial";

/// How the air moves that every drag feels.
struct Wind {
  VectorField velocity;  ///< [m/s]
};

/// A load, all of it but which bodies it acts on, and what the rest of the scene says: the wind of a drag, the gravity
/// of a buoyancy. std::monostate stands for one that could not be read.
struct LoadEntry {
  std::string type;  ///< one of load_kinds()
  std::string name;  ///< what its channels are called; empty: the type, with a number if there are several
  /// Those it acts on; empty: every body. For a load between two: both, or one and the world_name.
  std::vector<std::string> bodies;
  std::variant<std::monostate, Load, PairLoad, Wind> what;
};

/// Something to be read, all of it but the numbers of the bodies.
struct ReadoutEntry {
  std::string name;
  std::vector<std::string> bodies;  ///< of which it is read; empty: all of them together
  std::string about_body;           ///< whose point it is about, if it is about one of a body
  std::optional<Readout> what;      ///< none: could not be read
};

/// What a coordinate of the state becomes when an event happens.
struct Assignment {
  std::string target;   ///< "ball.velocity.z", "pendulum.theta"
  std::string formula;  ///< of t and all channels, as they were just before
};

struct EventEntry {
  std::string name;
  std::string when;  ///< "A crosses B", "A rises through B", "A falls through B", "A touches B"
  bool stop = false;
  std::vector<Assignment> jump;
  int count = 0;         ///< hits after which it is over, or the run stops; 0: without end
  double closeness = 0;  ///< of A − B
};

struct Scene {
  std::string name = "scene";  ///< what its files are called
  std::string title;
  std::string watch;  ///< one sentence of what to look for
  RunSettings run;
  World world;
  std::vector<FrameEntry> frames;
  std::vector<BodyEntry> bodies;
  std::vector<SwarmEntry> swarms;
  std::vector<ParticleEntry> particles;
  std::vector<SystemEntry> systems;
  std::vector<FunctionalEntry> functionals;
  std::vector<MechanismEntry> mechanisms;
  std::vector<LoopEntry> loops;
  std::vector<RollingEntry> rolling;
  std::vector<LoadEntry> loads;
  std::vector<EventEntry> events;
  std::vector<ReadoutEntry> readouts;
  SourceMap source;

  /// Holds nothing that could move.
  bool empty() const {
    return bodies.empty() && particles.empty() && systems.empty() && mechanisms.empty() && rolling.empty();
  }
};

/// Makes of every body with copies a swarm, and bodies of those copies that are recorded: "stone[17]", the first of
/// them where the body was, further ones behind all bodies.
void expand_copies(Scene& scene);
/// Where the i-th copy starts.
FreeBodyState start_of_copy(const BodyEntry& body, const Copies& copies, int i);
/// What a load calls a body: "stone[17]" is one of "stone".
std::string_view swarm_name(std::string_view body);

/// The blocks that the state of the scene will have, by the names of what it holds.
StateSpace state_space_of(const Scene& scene);

}  // namespace polhode
