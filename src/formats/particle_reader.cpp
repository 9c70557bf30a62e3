#include "formats/scene_reader.hpp"

namespace polhode {

ParticleEntry read_particle(const Node& node, const std::string& path, ReadContext& context) {
  TableReader table(node, path, context);
  ParticleEntry particle;
  particle.name = read_body_name(table, "particle");
  particle.frame = table.text("frame").value_or("");
  if (!table.has("mass")) table.missing("mass", "for example mass = \"20 g\"");
  particle.mass = table.positive("mass", dimension::mass).value_or(0);
  particle.position = table.vector("position", dimension::length).value_or(Vec3::Zero());
  particle.velocity = table.vector("velocity", dimension::velocity).value_or(Vec3::Zero());
  if (const Node* rod = table.find("rod")) {
    TableReader inner(*rod, table.path("rod"), context);
    if (!inner.has("to")) inner.missing("to", "the point of the world that the rod is fixed to");
    const auto to = inner.vector("to", dimension::length);
    const auto length = inner.positive("length", dimension::length);
    inner.finish();
    if (to)
      particle.rod = ParticleEntry::Rod{*to, length};
    else
      particle.mass = 0;
  }
  table.finish();
  return particle;
}

}  // namespace polhode
