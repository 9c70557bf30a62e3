#include <polhode/scene/source_map.hpp>

namespace polhode {

Position SourceMap::find(std::string_view path) const {
  while (true) {
    if (const auto found = places_.find(path); found != places_.end()) return found->second;
    if (path.empty()) return {};
    const std::size_t cut = path.find_last_of(".[");
    path = cut == std::string_view::npos ? std::string_view() : path.substr(0, cut);
  }
}

}  // namespace polhode
