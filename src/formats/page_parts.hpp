#pragma once
// Pieces of the page's data that stand in files of their own.

#include <optional>
#include <span>

#include <polhode/scene/build.hpp>

#include "formats/json.hpp"

namespace polhode {

/// Members `position` and `quaternion` of an object that is open.
void write_pose(JsonWriter& json, const Pose& X_BP);
void write_solid(JsonWriter& json, const Solid& solid, const Pose& X_BP);
void write_mesh(JsonWriter& json, const TriangleMesh& mesh);
/// Member `shapes`: what the page draws. Holes are not drawn, and a body known by its inertia alone is drawn as the box
/// of that inertia.
void write_shapes(JsonWriter& json, const MassDescription& mass);

/// `size` numbers for each pick.
void write_series(JsonWriter& json, const char* key, const std::vector<double>& all, int size,
                  std::span<const std::size_t> picks);
/// The same, or `size` numbers in all for what never changes; nothing for what is always zero.
std::vector<double> thinned(const std::vector<double>& all, int size, std::span<const std::size_t> picks);

/// All of `numbers`, to so many significant digits.
void write_numbers(JsonWriter& json, const char* key, const std::vector<double>& numbers, int digits);

/// Members `loads`, `springs` and `water` of an object that is open: what acts on each body at the picked samples, and
/// what else of it can be seen. Bodies are counted as the page counts them, particles behind the others.
void write_loads(JsonWriter& json, const Scene& scene, const BuiltScene& built, const Recording& recording,
                 std::span<const std::size_t> picks);

/// Member `systems` of an object that is open: the typed systems of a scene.
void write_systems(JsonWriter& json, const Scene& scene, const BuiltScene& built, const Recording& recording,
                   std::span<const std::size_t> picks);

/// Where the numbers of a typed system begin in the state of a scene.
std::size_t state_of_system(const BuiltScene& built, std::size_t number);
/// The points of a system, and where one of them is at a state of that system; of two parts, in the plane z = 0.
std::span<const NamedExpressions> points_of(const SystemEntry& entry);
Vec3 place_of(const NamedExpressions& point, double t, VecIn x);
/// Member `links`: what is drawn between points.
void write_links(JsonWriter& json, const SystemEntry& entry);

/// A link by the numbers that the page counts with: that of its mechanism, and its own there.
struct PageLink {
  int mechanism = 0, link = 0;
};
/// Nothing for a link that is a body, and for the world.
std::optional<PageLink> page_link(const Mechanism* mechanism, int link);

/// Members `mechanisms`, `loops` and `energy`, if the scene has mechanisms.
void write_mechanisms(JsonWriter& json, const BuiltScene& built, const Recording& recording,
                      std::span<const std::size_t> picks);
/// So many numbers of mechanisms are written for each sample.
std::size_t numbers_of_mechanisms(const BuiltScene& built);

/// Member `rolling`, if the scene has bodies that roll.
void write_rolling_bodies(JsonWriter& json, const BuiltScene& built, const Recording& recording,
                          std::span<const std::size_t> picks);

}  // namespace polhode
