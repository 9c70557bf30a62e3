#pragma once
// Where the data of a scene stand in its file.

#include <map>
#include <string>
#include <string_view>

#include <polhode/base/diagnostic.hpp>

namespace polhode {

/// Where each datum of a scene was typed, by its path (`body[0].inertia`). A scene made in code has none.
class SourceMap {
 public:
  void set(std::string path, Position where) { places_[std::move(path)] = std::move(where); }
  /// The place of the path, or of the nearest thing around it that has one.
  Position find(std::string_view path) const;

 private:
  std::map<std::string, Position, std::less<>> places_;
};

}  // namespace polhode
