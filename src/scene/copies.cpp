#include <polhode/base/text.hpp>
#include <polhode/scene/scene.hpp>

#include <array>

namespace polhode {
namespace {

Vec3 value_of(const Copies::Formulas& formulas, double i, const Vec3& otherwise) {
  if (!formulas) return otherwise;
  const std::array<double, 1> inputs{i};
  Vec3 value;
  for (int k = 0; k < 3; ++k) value[k] = (*formulas)[static_cast<std::size_t>(k)].evaluate<double>(inputs);
  return value;
}

/// One of the copies as a body of its own.
BodyEntry recorded(BodyEntry body, const Copies& copies, int i) {
  const FreeBodyState start = start_of_copy(body, copies, i);
  body.name = numbered(body.name, static_cast<std::size_t>(i));
  body.position = start.p_WBcm;
  body.orientation = start.R_WB;
  body.velocity = start.v_WBcm;
  body.angular_velocity = start.w_WB_B;
  body.angular_velocity_in_body = true;
  body.copy = i;
  return body;
}

}  // namespace

FreeBodyState start_of_copy(const BodyEntry& body, const Copies& copies, int i) {
  FreeBodyState start{.p_WBcm = value_of(copies.position, i, body.position),
                      .R_WB = body.orientation,
                      .v_WBcm = value_of(copies.velocity, i, body.velocity)};
  if (copies.rotation_vector) start.R_WB = Rotation::exp(value_of(copies.rotation_vector, i, Vec3::Zero()));
  const Vec3 w = value_of(copies.angular_velocity, i, body.angular_velocity);
  start.w_WB_B = body.angular_velocity_in_body ? w : start.R_WB.inverse() * w;
  return start;
}

std::string_view swarm_name(std::string_view body) { return body.substr(0, body.find('[')); }

void expand_copies(Scene& scene) {
  const std::size_t typed = scene.bodies.size();
  for (std::size_t b = 0; b < typed; ++b) {
    if (!scene.bodies[b].copies) continue;
    BodyEntry body = std::move(scene.bodies[b]);
    const Copies copies = *std::move(body.copies);
    body.copies.reset();
    scene.bodies[b] = recorded(body, copies, copies.record[0]);
    body.mass = std::monostate();
    body.like = static_cast<int>(b);
    for (std::size_t k = 1; k < copies.record.size(); ++k)
      scene.bodies.push_back(recorded(body, copies, copies.record[k]));
    scene.swarms.push_back({std::move(body), copies, static_cast<int>(b)});
  }
}

}  // namespace polhode
