#pragma once
// The data of a report page, read back for what does not change with time: shapes, links, who hangs on whom.

#include <string>
#include <string_view>
#include <vector>

#include <polhode/math/pose.hpp>

#include "formats/document.hpp"

namespace polhode {

/// The data of the page (src/apps/web/README.md describes it), without its series: those are in channels.csv in full.
Result<Node> read_page(std::string_view html, const std::string& file);

/// JSON without its long lists of numbers but those of meshes: [] stands in their place.
std::string without_series(std::string_view json);

/// Members of an object, as they should be: nothing, zero or unity for those that are not there.
const std::vector<Node>& list_at(const Node& object, std::string_view key);
std::string text_at(const Node& object, std::string_view key);
double number_at(const Node& object, std::string_view key, double otherwise = 0);
Vec3 vector_at(const Node& object, std::string_view key);
/// Of `position` and `quaternion`.
Pose pose_of(const Node& object);

}  // namespace polhode
