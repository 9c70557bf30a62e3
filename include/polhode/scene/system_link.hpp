#pragma once
// What a page draws between two points of a system.

namespace polhode {

struct SystemLink {
  int from = -1, to = -1;  ///< numbers of points; −1: the world's origin
  bool spring = false;     ///< a coil; else a rod
};

}  // namespace polhode
