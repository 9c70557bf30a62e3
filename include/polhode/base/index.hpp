#pragma once
// Typed indices: the number of a body is not the number of a channel.

#include <compare>

namespace polhode {

/// A position in a list of `Tag`s. Converts to nothing else by itself.
template <class Tag>
struct Index {
  int value = -1;

  constexpr bool valid() const { return value >= 0; }
  friend constexpr auto operator<=>(Index, Index) = default;
};

using BodyIndex = Index<struct BodyTag>;

}  // namespace polhode
