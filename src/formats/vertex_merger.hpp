#pragma once
// Gives equal vertices one number: STL repeats every vertex in each of its triangles.

#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <polhode/mass/mesh.hpp>

namespace polhode {

/// Vertices numbered in the order in which they first appear.
class VertexMerger {
 public:
  /// Vertices within `distance` of an earlier one become that one; 0 joins only equal coordinates (−0 = 0).
  VertexMerger(double distance, std::vector<Vec3>& vertices) : distance_(distance), vertices_(vertices) {}

  int number(const Vec3& vertex) {
    if (distance_ > 0)
      if (const int near = neighbour(vertex); near >= 0) return near;
    const auto [place, is_new] = cells_.try_emplace(cell(vertex));
    std::vector<int>& members = place->second;
    if (distance_ <= 0 && !is_new) return members.front();
    vertices_.push_back(vertex);
    members.push_back(static_cast<int>(vertices_.size()) - 1);
    return members.back();
  }

 private:
  using Cell = std::array<double, 3>;
  struct Hash {
    std::size_t operator()(const Cell& cell) const {
      std::uint64_t h = 0x9e3779b97f4a7c15ull;
      for (double value : cell) {
        h ^= std::bit_cast<std::uint64_t>(value);
        h *= 0xff51afd7ed558ccdull;
        h ^= h >> 32;
      }
      return static_cast<std::size_t>(h);
    }
  };

  /// The coordinates themselves, or the cube of edge `distance` they lie in. Adding 0 turns −0 into 0.
  Cell cell(const Vec3& v) const {
    if (distance_ <= 0) return {v[0] + 0.0, v[1] + 0.0, v[2] + 0.0};
    return {std::floor(v[0] / distance_) + 0.0, std::floor(v[1] / distance_) + 0.0, std::floor(v[2] / distance_) + 0.0};
  }
  int neighbour(const Vec3& v) const {
    const Cell middle = cell(v);
    int best = -1;
    for (int k = 0; k < 27; ++k) {
      const Cell at{middle[0] + (k % 3 - 1) + 0.0, middle[1] + (k / 3 % 3 - 1) + 0.0, middle[2] + (k / 9 - 1) + 0.0};
      const auto found = cells_.find(at);
      if (found == cells_.end()) continue;
      for (int i : found->second)
        if ((vertices_[static_cast<std::size_t>(i)] - v).norm() <= distance_ && (best < 0 || i < best)) best = i;
    }
    return best;
  }

  double distance_;
  std::vector<Vec3>& vertices_;
  std::unordered_map<Cell, std::vector<int>, Hash> cells_;
};

}  // namespace polhode
