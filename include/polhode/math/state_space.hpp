#pragma once
// The manifold a state lives on, as a value: solvers and mechanics meet here and nowhere else.

#include <string>
#include <vector>

#include <polhode/base/unit.hpp>
#include <polhode/math/vector.hpp>

namespace polhode {

enum class BlockKind { vector, rotation };

/// One named piece of a state: `nx` coordinates from `x0` on, `nv` tangent components from `v0` on.
struct Block {
  std::string name;
  BlockKind kind = BlockKind::vector;
  Dimension unit;  ///< of the coordinates of a vector, of the increments of a rotation (rad)
  int x0 = 0, nx = 0;
  int v0 = 0, nv = 0;
};

/// A product of blocks. Coordinates x ∈ ℝ^nx name a point; rates and increments live in the tangent space ℝ^nv.
///
///   vector(n)    ℝⁿ: retract is x + u, difference y − x, lift the identity.
///   rotation     SO(3): unit quaternion w, x, y, z (4 coordinates); tangent = body-side angular velocity (3):
///                retract R exp(u), difference log(Rᵀ R'), lift v ← dexp⁻¹_u v (docs/theory/rotations.md (4)).
class StateSpace {
 public:
  StateSpace& vector(std::string name, int n, Dimension unit);
  StateSpace& rotation(std::string name);
  /// Appends all blocks of another space, their names prefixed by `prefix`.
  StateSpace& append(const StateSpace& other, const std::string& prefix);

  int nx() const { return nx_; }
  int nv() const { return nv_; }
  const std::vector<Block>& blocks() const { return blocks_; }

  /// y = x ⊞ u. S is double, Pack4 or Dual4.
  template <class S>
  void retract(In<S> x, In<S> u, Out<S> y) const;
  /// u = y ⊟ x, so that x ⊞ u = y.
  template <class S>
  void difference(In<S> x, In<S> y, Out<S> u) const;
  /// v ← dexp⁻¹_u v: a rate at x ⊞ u seen in the chart at x.
  template <class S>
  void lift(In<S> u, Out<S> v) const;

  /// Neighbouring vector blocks act as one, so that loops run over as few pieces as there can be.
  struct Piece {
    BlockKind kind;
    std::size_t x0, v0, n;  ///< where it starts in x and in v, and its size in v
  };
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  void add(Block block);

  std::vector<Block> blocks_;
  std::vector<Piece> pieces_;
  int nx_ = 0, nv_ = 0;
};

}  // namespace polhode
