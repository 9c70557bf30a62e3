#include "formats/scene_reader.hpp"

namespace polhode {

Vec3 read_rotor(const Node& node, const std::string& path, ReadContext& context) {
  const char* example =
      "write { axis = \"z\", momentum = 0.1 } or { axis = \"z\", inertia = 1e-4, spin = \"3000 rpm\" }";
  TableReader table(node, path, context);
  const auto axis = read_axis(table, example);
  const auto momentum = table.number("momentum", dimension::angular_momentum);
  const auto inertia = table.positive("inertia", dimension::inertia);
  const auto spin = table.number("spin", dimension::angular_velocity);
  const bool whole = table.has("momentum"), made = table.has("inertia") || table.has("spin");
  if (whole && made)
    table.error(*table.node().find("momentum"), "momentum", "the rotor's angular momentum is given twice",
                "keep momentum, or inertia and spin");
  else if (!whole && !(table.has("inertia") && table.has("spin")))
    table.missing(made ? (table.has("spin") ? "inertia" : "spin") : "momentum", example);
  table.finish();
  const double size = momentum ? *momentum : inertia.value_or(0) * spin.value_or(0);
  return axis ? Vec3(size * axis->normalized()) : Vec3(Vec3::Zero());
}

}  // namespace polhode
