#pragma once
// The pieces of a scene, read from tables.

#include <polhode/dynamics/tree/textbook.hpp>
#include <polhode/formats/scene_file.hpp>

#include "formats/table_reader.hpp"

namespace polhode {

/// Any of the ways to say an orientation: { axis, angle }, { quaternion }, { euler = { sequence, angles } }, { matrix
/// }, { rotation_vector }. Nothing, with findings, if it is none of them.
std::optional<Rotation> read_orientation(const Node& node, const std::string& path, ReadContext& context);

/// A finding that names both of two keys that say the orientation.
void refuse_second_orientation(TableReader& table, std::string_view first, std::string_view second);

/// The name itself if formulas can use it, else one like it: what they cannot use becomes one _ for each run of it.
std::string usable_name(std::string_view name, const std::string& kind);

/// The key `name` of a `kind` of thing; a finding if formulas could not use it. Empty if there is none.
std::string read_name(TableReader& table, const std::string& kind);
/// The same of a body or particle, which may not be called as a frame that is always there.
std::string read_body_name(TableReader& table, const std::string& kind);

/// The names of a formula of time alone.
std::span<const std::string> time_name();

/// bodies = ["a", "world"], of as many names as `count`, or, with 0, any number from two on. Empty, with a finding, if
/// it cannot be read, or if two are needed and there are none.
std::vector<std::string> read_bodies(TableReader& table, std::size_t count);

/// The key `axes`: the world's unless it says the body's.
Axes read_axes(TableReader& table);

/// The key `axis`: x, y, z, or a vector of any length but zero, as it is given. Nothing, with a finding, if it is
/// neither; the one for an axis that is missing shows the example.
std::optional<Vec3> read_axis(TableReader& table, const std::string& example);

/// { axis, momentum } or { axis, inertia, spin }: the angular momentum of a rotor, zero if it cannot be read.
Vec3 read_rotor(const Node& node, const std::string& path, ReadContext& context);

/// [run]. The blocks of the scene's state are those whose tolerances it may give.
void read_run(const Node& node, const StateSpace& space, RunSettings& run, ReadContext& context);
ReadoutEntry read_readout(const Node& node, const std::string& path, ReadContext& context);
EventEntry read_event(const Node& node, const std::string& path, ReadContext& context);
LoadEntry read_load(const Node& node, const std::string& path, ReadContext& context);
/// [[frame]], and [world.frame].
FrameEntry read_frame(const Node& node, const std::string& path, ReadContext& context);
WorldFrame read_world_frame(const Node& node, const std::string& path, ReadContext& context);
/// [[functional]].
FunctionalEntry read_functional(const Node& node, const std::string& path, ReadContext& context);
SystemEntry read_system(const Node& node, const std::string& path, ReadContext& context);
ParticleEntry read_particle(const Node& node, const std::string& path, ReadContext& context);
/// What a body, or a link, is made of; std::monostate, with findings, if that cannot be read.
MassDescription read_mass(TableReader& body, MeshLoader load_mesh);
/// The key `inertia`: three moments, or rows of the tensor; zero if it is not there, or, with findings, not to be read.
Mat3 read_inertia_tensor(TableReader& table);
/// Whether a table says anything of what a body is made of.
bool says_mass(const TableReader& table);

/// How a scene opens the files it refers to; where no files exist (a browser), they refuse.
struct FileLoaders {
  MeshLoader mesh;
  RobotLoader robot;
};
MechanismEntry read_mechanism(const Node& node, const std::string& path, ReadContext& context, FileLoaders files);
/// The links of a mechanism that is given one by one; nothing, with findings, if they cannot be read.
std::optional<std::vector<Link>> read_links(TableReader& table, ReadContext& context, FileLoaders files);
/// Rows of Denavit and Hartenberg, likewise.
std::optional<std::vector<textbook::DhRow>> read_dh_rows(TableReader& table, std::string_view key);
RollingEntry read_rolling(const Node& node, const std::string& path, ReadContext& context);
/// A surface by its kind; nothing, with findings, if it cannot be read.
std::optional<Surface> read_surface(const Node& node, const std::string& path, ReadContext& context);
/// The keys `plane` and `ground` of a body that rolls; level ground without friction given if it has none.
Ground read_ground(TableReader& body);
LoopEntry read_loop(const Node& node, const std::string& path, ReadContext& context);
/// Orientation and angular velocity of a body, in any of the ways to say them.
void read_rotation_state(TableReader& table, BodyEntry& body);
BodyEntry read_body(const Node& node, const std::string& path, ReadContext& context, MeshLoader load_mesh);

}  // namespace polhode
