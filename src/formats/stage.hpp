#pragma once
// Everything that a run shows moving, with its shape and where it was: what a report page draws, for other programs.

#include <optional>
#include <string>
#include <vector>

#include <polhode/formats/run_folder.hpp>

#include "formats/document.hpp"
#include "formats/drawn_mesh.hpp"

namespace polhode {

/// What a thing is painted like: bodies, links that alternate with them, rods and springs.
enum class Paint { body, link, rod };

/// A thing that moves as one. F is the frame that its shape is given in: of a body its own, of a link the link's.
struct Actor {
  std::string name;
  Paint paint = Paint::body;
  TwoTones shape;             ///< in F
  std::vector<Pose> X_WF;     ///< at the times of the stage
  std::vector<Vec3> stretch;  ///< of rods and springs, whose shapes are 1 long: how much larger they are along x, y, z
};

/// A curve in the world, perhaps with gaps.
struct StagePath {
  std::string name;
  std::vector<std::vector<Vec3>> lines;
};

struct Stage {
  Vec3 up = Vec3::UnitZ();
  std::vector<double> times;  ///< [s]
  std::vector<Actor> actors;
  std::vector<StagePath> paths;
};

/// From the data of the page and all samples of the channels. Findings if a channel is missing, or if there is nothing
/// to be shown.
Result<Stage> read_stage(const Node& page, const RunTable& table);

/// The surfaces of a list of shapes of the page's data, in the frame that they are given in.
TwoTones shapes_of(const std::vector<Node>& shapes);
/// Of a body; one without shapes is the box that has its mass and principal moments.
TwoTones body_shapes(const Node& body);
TwoTones ball(double radius);
/// From 0 to 1 along z.
TwoTones unit_rod(double radius);
/// A helix from 0 to 1 along z, 1 from its axis.
TwoTones unit_coil();
/// How many times as long as wide a spring is at rest.
inline constexpr double slender_spring = 20;
TwoTones cylinder_to(const Vec3& end, double radius);

}  // namespace polhode
