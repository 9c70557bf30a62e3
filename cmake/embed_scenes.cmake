# cmake -DSCENES="a.toml;b.toml" -DOUT=file.cpp -P embed_scenes.cmake
set(rows "")
set(count 0)
foreach(scene ${SCENES})
  get_filename_component(name ${scene} NAME_WE)
  file(READ ${scene} text)
  string(APPEND rows "    {\"${name}\", R\"SCENE(${text})SCENE\"},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUT} "// Generated from scenes/*.toml.
#include <array>

#include <polhode/formats/scene_file.hpp>

namespace polhode {

std::span<const BuiltinScene> builtin_scenes() {
  static constexpr std::array<BuiltinScene, ${count}> scenes{{
${rows}  }};
  return scenes;
}

}  // namespace polhode
")
