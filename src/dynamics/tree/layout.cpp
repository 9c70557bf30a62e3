#include "dynamics/tree/layout.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

using tree::Layout;
using tree::Piece;

/// What a coordinate or velocity is called, by the first one of its part.
struct Names {
  const MechanismDescription& given;

  const MechanismPart* part_of(int link) const {
    for (const MechanismPart& part : given.parts)
      if (link >= part.first && link < part.first + part.links) return &part;
    return nullptr;
  }
  std::string coordinate(int link, int number) const {
    const MechanismPart* part = part_of(link);
    if (part == nullptr) return "q" + std::to_string(number + 1);
    return part->name + ".q" + std::to_string(number - given.tree.q0(part->first) + 1);
  }
  std::string velocity(int link, int number, const char* letter) const {
    const MechanismPart* part = part_of(link);
    if (part == nullptr) return letter + std::to_string(number + 1);
    return part->name + "." + letter + std::to_string(number - given.tree.v0(part->first) + 1);
  }
};

/// The blocks of coordinates, joint by joint.
void add_coordinates(const MechanismDescription& given, Layout& layout) {
  const Names names{given};
  const std::vector<Link>& links = given.tree.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Joint& joint = links[i].joint;
    const int q0 = given.tree.q0(static_cast<int>(i)), v0 = given.tree.v0(static_cast<int>(i));
    if (nv(joint) == 0 || links[i].mimic || tree::along_path(given, v0)) continue;
    Piece piece{.kind = Piece::Kind::numbers,
                .link = static_cast<int>(i),
                .q0 = q0,
                .nq = nq(joint),
                .v0 = v0,
                .nv = nv(joint)};
    piece.x_q = layout.space.nx();
    piece.rate_q = layout.space.nv();
    const std::string label = names.coordinate(piece.link, q0);
    if (std::holds_alternative<joint::Spherical>(joint)) {
      piece.kind = Piece::Kind::rotation;
      layout.space.rotation(label);
    } else if (std::holds_alternative<joint::Free>(joint)) {
      piece.kind = Piece::Kind::free;
      layout.space.vector(label, 3, dimension::length);
      layout.space.rotation(names.coordinate(piece.link, q0 + 3));
    } else {
      layout.space.vector(label, piece.nq, nq(joint) == 1 && slides(joint, 0) ? dimension::length : dimension::none);
      for (int k = 0; k < piece.nq; ++k) layout.place_of_q[static_cast<std::size_t>(q0 + k)] = piece.x_q + k;
    }
    layout.pieces.push_back(piece);
  }
}

/// Of all coordinates one block, and of all momenta another: a momentum may be next to nothing beside the others, and
/// solvers that solve for a step to the last digit of every block would look for digits that are not there.
void add_momenta(const MechanismDescription& given, Layout& layout) {
  const std::string name = given.parts.empty() ? "mechanism" : given.parts[0].name;
  layout.space = {};
  int count = 0;
  for (Piece& piece : layout.pieces) {
    piece.x_q = piece.rate_q = count;
    count += piece.nq;
  }
  if (count == 0) return;
  layout.space.vector(name + ".q", count, dimension::none);
  layout.space.vector(name + ".p", count, dimension::none);
  layout.x_v = layout.rate_v = count;
  layout.momentum_blocks = {1};
  for (Piece& piece : layout.pieces) {
    piece.x_v = count + piece.x_q;
    for (int k = 0; k < piece.nq; ++k) {
      layout.place_of_q[static_cast<std::size_t>(piece.q0 + k)] = piece.x_q + k;
      layout.place_of_v[static_cast<std::size_t>(piece.v0 + k)] = piece.x_v + k;
    }
  }
}

void add_velocities(const MechanismDescription& given, Layout& layout) {
  const Names names{given};
  layout.x_v = layout.space.nx();
  layout.rate_v = layout.space.nv();
  for (Piece& piece : layout.pieces) {
    piece.x_v = layout.space.nx();
    layout.momentum_blocks.push_back(static_cast<int>(layout.space.blocks().size()));
    layout.space.vector(names.velocity(piece.link, piece.v0, "v"), piece.nv, dimension::none);
    for (int k = 0; k < piece.nv; ++k) layout.place_of_v[static_cast<std::size_t>(piece.v0 + k)] = piece.x_v + k;
  }
}

void add_integrals(const MechanismDescription& given, Layout& layout) {
  const Names names{given};
  layout.x_z = layout.space.nx();
  layout.rate_z = layout.space.nv();
  for (std::size_t i = 0; i < given.drives.size(); ++i) {
    const auto* servo = std::get_if<drive::Servo>(&given.drives[i]);
    if (servo == nullptr || servo->ki == 0) continue;
    layout.servos.push_back(static_cast<int>(i));
    int link = 0;
    while (given.tree.v0(link) + nv(given.tree.links()[static_cast<std::size_t>(link)].joint) <= static_cast<int>(i))
      ++link;
    layout.space.vector(names.velocity(link, static_cast<int>(i), "z"), 1, dimension::none);
  }
}

void add_rests(const MechanismDescription& given, Layout& layout) {
  const Names names{given};
  layout.rate_rests = layout.space.nv();
  for (const Piece& piece : layout.pieces) {
    const JointLimits& limits = given.tree.links()[static_cast<std::size_t>(piece.link)].limits;
    if (given.restitution.empty() || piece.nv != 1 || piece.kind != Piece::Kind::numbers) continue;
    // Not a number: it passes the ends of its range.
    if (!std::isfinite(given.restitution[static_cast<std::size_t>(piece.v0)])) continue;
    if (!std::isfinite(limits.lower) && !std::isfinite(limits.upper)) continue;
    layout.rests.push_back({piece.q0, piece.v0, layout.space.nx(), limits.lower, limits.upper});
    layout.space.vector(names.velocity(piece.link, piece.v0, "rest"), 1, dimension::none);
  }
}

void add_joint_figures(const MechanismDescription& given, Layout& layout) {
  const std::vector<Link>& links = given.tree.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const JointResistance& resistance = links[i].resistance;
    const int v0 = given.tree.v0(static_cast<int>(i));
    for (int k = 0; k < nv(links[i].joint); ++k) {
      layout.coordinate.push_back(given.tree.q0(static_cast<int>(i)) + k);
      layout.rotors.push_back(resistance.reflected_inertia());
      layout.damping.push_back(resistance.damping);
      layout.friction.push_back(resistance.friction);
      layout.friction_speed.push_back(resistance.friction_speed);
      layout.effort.push_back(links[i].limits.effort);
      layout.driven.push_back(tree::along_path(given, v0 + k) ? 1 : 0);
      layout.leader.push_back(links[i].mimic ? given.tree.v0(links[i].mimic->link) : v0 + k);
      layout.multiplier.push_back(links[i].mimic ? links[i].mimic->multiplier : 1);
    }
    layout.dense = layout.dense || links[i].mimic.has_value();
  }
}

}  // namespace

Layout tree::layout_of(const MechanismDescription& given) {
  Layout layout;
  layout.place_of_q.assign(static_cast<std::size_t>(given.tree.nq()), -1);
  layout.place_of_v.assign(static_cast<std::size_t>(given.tree.nv()), -1);
  add_coordinates(given, layout);
  if (given.form == MechanismForm::momenta && given.tree.nq() == given.tree.nv())
    add_momenta(given, layout);
  else
    add_velocities(given, layout);
  add_integrals(given, layout);
  add_rests(given, layout);
  add_joint_figures(given, layout);
  layout.clock = layout.space.nx() == 0;
  if (layout.clock)
    layout.space.vector((given.parts.empty() ? "mechanism" : given.parts[0].name) + ".clock", 1, dimension::time);
  for (double rotor : layout.rotors) layout.any_rotor = layout.any_rotor || rotor != 0;
  for (unsigned char driven : layout.driven) layout.any_driven = layout.any_driven || driven != 0;
  layout.column.assign(layout.leader.size(), -1);
  for (std::size_t i = 0; i < layout.leader.size(); ++i)
    if (layout.leader[i] == static_cast<int>(i) && layout.driven[i] == 0) {
      layout.column[i] = static_cast<int>(layout.independent.size());
      layout.independent.push_back(static_cast<int>(i));
    }
  for (std::size_t i = 0; i < layout.leader.size(); ++i)
    layout.column[i] = layout.column[static_cast<std::size_t>(layout.leader[i])];
  for (const Loop& loop : given.loops) layout.rows += loop.kind->rows();
  layout.dense = layout.dense || layout.rows > 0;
  for (const Node& node : given.tree.data().nodes) layout.mass += node.mass;
  return layout;
}

void tree::gather(const Layout& layout, VecIn q, VecIn v, VecOut x) {
  for (const Piece& piece : layout.pieces) {
    const double* from = q.data() + piece.q0;
    double* to = x.data() + piece.x_q;
    if (piece.kind == Piece::Kind::free)
      for (int i = 0; i < 3; ++i) *to++ = *from++;
    if (piece.kind == Piece::Kind::numbers)
      std::copy_n(from, piece.nq, to);
    else
      for (int i = 0; i < 4; ++i) to[(i + 1) % 4] = from[i];
    std::copy_n(v.data() + piece.v0, piece.nv, x.data() + piece.x_v);
  }
}

}  // namespace polhode
