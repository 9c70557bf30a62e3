#include <polhode/math/state_space.hpp>

#include <utility>

#include "math/state_space_kernels.hpp"

namespace polhode {

void StateSpace::add(Block block) {
  block.x0 = nx_, block.v0 = nv_;
  nx_ += block.nx, nv_ += block.nv;
  const bool joins = block.kind == BlockKind::vector && !pieces_.empty() && pieces_.back().kind == BlockKind::vector;
  if (joins)
    pieces_.back().n += static_cast<std::size_t>(block.nv);
  else
    pieces_.push_back({block.kind, static_cast<std::size_t>(block.x0), static_cast<std::size_t>(block.v0),
                       static_cast<std::size_t>(block.nv)});
  blocks_.push_back(std::move(block));
}

StateSpace& StateSpace::vector(std::string name, int n, Dimension unit) {
  if (n < 1)
    usage_error("a vector block of one component or more", std::to_string(n), "leave out a block that holds nothing");
  add({.name = std::move(name), .kind = BlockKind::vector, .unit = unit, .nx = n, .nv = n});
  return *this;
}

StateSpace& StateSpace::rotation(std::string name) {
  add({.name = std::move(name), .kind = BlockKind::rotation, .unit = dimension::angle, .nx = 4, .nv = 3});
  return *this;
}

StateSpace& StateSpace::append(const StateSpace& other, const std::string& prefix) {
  const std::vector<Block> theirs = other.blocks_;  // `other` may be this space itself
  for (Block block : theirs) {
    block.name = prefix + block.name;
    add(std::move(block));
  }
  return *this;
}

POLHODE_INSTANTIATE(double)

}  // namespace polhode
